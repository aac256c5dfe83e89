"""The worked examples: mediation, the ship, groups, variants and team decisions."""

import pytest

from domain.core.game import Change
from domain.mediation import Options, frames, mediation
from domain.mediation.facts import (
    AttackPlaced,
    CardsSeen,
    CubePlaced,
    GroupRefused,
    GroupStarted,
    PdPlaced,
    PowerDrawn,
    PowerGiven,
    TimerExpired,
)
from domain.mediation.team import phase_limit
from tests.domain.mediation.tables import acting, attacked, position

TWELVE = [f"{column}{row}" for row in (2, 3) for column in "DEFGHI"]


@pytest.mark.rule("mediation.med.1", "mediation.med.2", "mediation.med.3", "mediation.med.4", "mediation.med.5")
@pytest.mark.rule("mediation.med.6", "mediation.char.nikitas")
def test_e7_a_need_brings_energy_populations_a_card_and_a_shuffle():
    others = [cell for cell in ["A2", "B2", "C2", "A3", "B3", "A4", "B4", "D4", "E4", "F4", "G4", "H4", "I4"]]
    state = position(
        cells={"nikitas": "C3", "red": "C4", "vera": "A5"},
        needs_found={"red": (), "blue": ("B01",)},
        ship=8,
        ship_token=2,
        attacks=TWELVE,
        discards={"attack": tuple(others)},
        top={"med_red": ("R02",), "med_blue": ("B06",)},
        sheets={"nikitas": {"energy": 1}},
    )
    assert (len(state.piles["attack"].cards), len(state.piles["attack"].discard)) == (20, 13)
    table = acting(state).do("mediate:nikitas:red")
    assert table.kind == "return_populations"
    assert all(sheet.energy == 2 for sheet in table.state.chars.values())
    table.say(**table.decision().ask.default)
    assert (table.state.ship, table.state.ship_token) == (4, 2)
    assert table.kind == "bonus_camp"
    table.say(camp="blue")
    assert table.state.needs_found == {"red": ("R02",), "blue": ("B01",)}
    assert table.state.piles["med_blue"].discard == ("B06",)
    assert (len(table.state.piles["attack"].cards), table.state.piles["attack"].discard) == (33, ())
    assert table.result is None


def salvo(**cells):
    """Andromeda on the red base; the next red card is a salvo that costs three."""
    return position(
        cells={"red": "C3", "andromeda": "C3", "agapi": "E3", "diamandis": "G3", **cells},
        sheets={"diamandis": {"energy": 1 if cells.get("diamandis") != "I5" else 2}},
        top={"med_red": ("R23",)},
    )


@pytest.mark.rule("mediation.med.8", "mediation.energy.1", "mediation.energy.3", "mediation.eff.salvo")
def test_e8_a_cancellation_cost_is_shared_by_those_off_base_u():
    table = acting(salvo()).do("mediate:andromeda:red")
    assert table.kind == "pay_cancellation"
    wrong = table.refuse(answer="pay", energy={"elli": 1, "agapi": 2})
    assert wrong == ("bad_payment", ("mediation.energy.3",))
    table.say(answer="pay", energy={"agapi": 1, "andromeda": 2})
    assert table.kind == "action"
    assert table.told(AttackPlaced) == []
    andromeda = table.state.chars["andromeda"]
    assert (andromeda.cell, andromeda.energy) == ("I5", 2)


@pytest.mark.rule("mediation.med.8", "mediation.med.10", "mediation.med.9")
def test_e8_with_less_energy_there_is_one_payment_or_none():
    table = acting(salvo(agapi="I5")).do("mediate:andromeda:red")
    (pay, _) = table.decision().ask.form.slots[0].options
    assert {target.id: target.max for target in pay.slots[0].targets} == {"andromeda": 2, "diamandis": 1}
    poor = acting(salvo(agapi="I5", diamandis="I5")).do("mediate:andromeda:red")
    while poor.kind == "flee":
        poor.say(**poor.decision().ask.default)
    assert len(poor.told(AttackPlaced)) == 3
    assert poor.kind in ("action", "continue_mediation")


@pytest.mark.rule("mediation.char.diamandis")
def test_e9_diamandis_discards_effects():
    state = position(cells={"red": "C3", "diamandis": "C3"}, top={"med_red": ("R30",)})
    table = acting(state).do("mediate:diamandis:red")
    assert table.kind == "action"
    assert table.state.piles["med_red"].discard == ("R30",)
    assert table.told(PdPlaced) == []


@pytest.mark.rule("mediation.ship.1", "mediation.ship.2", "mediation.ship.3", "mediation.ship.4", "mediation.ship.5")
def test_e10_the_fourth_teleportation_brings_power_cards():
    state = position(pop={"I5": 4}, ship=8, ship_token=3)
    table = acting(state).do("ship")
    assert (table.state.ship, table.state.ship_token) == (12, 4)
    assert len(table.told(PowerGiven)) == 4
    assert len(table.state.piles["power"].cards) == 12
    full = acting(position(pop={"I5": 4}, ship=12, ship_token=4, powers_unlocked=True))
    assert full.refuse(do="ship") == ("ship_full", ("mediation.ship.3",))


def three_together():
    """Two seats; elli and agapi on one side, vera on the other; an attack far away."""
    state = position(
        seats=(("elli", "agapi"), ("diamandis", "vera")), cells={"agapi": "E3", "vera": "B3"}, attacks=["G5"]
    )
    return acting(state).do("remote_cancel:elli", 0, others=["agapi", "vera"], target="attack:G5")


@pytest.mark.rule("mediation.group.ad", "mediation.group.consent", "mediation.action.3")
def test_e13_a_group_action_needs_the_other_owner():
    table = three_together()
    assert [(d.seat, d.ask.kind) for d in table.decisions] == [(1, "group_consent")]
    assert len(table.told(GroupStarted)) == 1
    table.say(1, answer="refuse")
    assert table.told(CubePlaced) == []
    assert table.told(GroupRefused) == [GroupRefused(seat=0)]
    assert not [option for option in table.offered(0) if option.startswith("remote")]
    assert [option for option in table.offered(1) if option.startswith("remote_cancel")]
    wish = {"do": "remote_cancel:elli", "others": ["agapi", "vera"], "target": "attack:G5"}
    assert table.refuse(0, **wish) == ("refused_before", ("mediation.group.consent",))
    table.do("move:vera:B2", 1)
    assert "remote_cancel:elli" in table.offered(0)


@pytest.mark.rule("mediation.group.ad", "mediation.action.8")
def test_e13_with_consent_three_cubes_cancel_anything():
    table = three_together().say(1, answer="accept")
    assert table.told(CubePlaced) == [CubePlaced(character=name, slot="ad") for name in ("elli", "agapi", "vera")]
    assert table.state.attacks == frozenset()
    assert table.state.acted == 1


@pytest.mark.rule("mediation.med.11", "mediation.eff.walkout", "mediation.char.andromeda")
def test_e14_a_walk_out_closes_the_camp_until_the_end_of_the_turn():
    state = position(
        cells={"blue": "C3", "andromeda": "C3", "diamandis": "C3", "agapi": "E3"}, top={"med_blue": ("B19",)}
    )
    table = acting(state).do("mediate:andromeda:blue").say(answer="decline")
    assert table.kind == "action"
    assert table.state.closed == {"blue"}
    assert table.refuse(do="mediate:diamandis:blue") == ("camp_closed", ("mediation.med.11",))
    table.do("pass").advance()
    while table.kind != "action":
        table.say(**table.decision().ask.default).advance()
    assert table.state.turn == 2
    assert table.state.closed == frozenset()


@pytest.mark.rule("mediation.var.round.1", "mediation.var.round.2", "mediation.action.4")
def test_e15_a_round_earth_has_no_edges_for_moves_alone():
    options = Options(round_earth=True)
    state = position(
        options=options, cells={"agapi": "I1", "elli": "I1", "vera": "D1", "nikitas": "A3", "red": "I3", "blue": "E5"}
    )
    table = acting(state)
    offered = table.offered()
    assert {"move:agapi:A1", "move:elli:A1:B2", "move:vera:D5"} <= set(offered)
    assert table.refuse(do="move:agapi:A2") == ("not_adjacent", ("mediation.action.4",))
    assert table.refuse(do="mediate:nikitas:red") == ("not_at_base", ("mediation.med.1",))


def timed(characters, seats):
    names = ("elli", "agapi", "ilias", "andromeda", "diamandis", "nikitas", "vera")
    team = names if characters == 7 else ("elli", "agapi", "andromeda", "diamandis")
    dealt = tuple(tuple(team[seat::seats]) for seat in range(seats))
    return position(options=Options(characters=characters, timer=True), seats=dealt)


@pytest.mark.rule("mediation.var.time.1", "mediation.var.time.2")
@pytest.mark.parametrize(("characters", "seats", "seconds"), [(4, 1, 180), (4, 3, 210), (7, 7, 390), (7, 1, 240)])
def test_e18_the_recommended_durations(characters, seats, seconds):
    state = timed(characters, seats)
    assert phase_limit(state).seconds == seconds
    table = acting(state)
    assert {d.ask.limit.name for d in table.decisions} == {"phase"}


def run_out(table):
    """The time of the phase is up."""
    names = tuple(decision.id for decision in table.decisions if decision.mode != "offer")
    table.take(table.umpire.time_out(table.play, names, "phase"))
    return table


@pytest.mark.rule("mediation.var.time.3")
def test_e18_at_the_end_of_the_time_a_payment_is_declined():
    state = position(
        options=Options(timer=True),
        cells={"blue": "C3", "andromeda": "C3", "agapi": "E3"},
        top={"med_blue": ("B19",)},
    )
    table = acting(state).do("mediate:andromeda:blue")
    assert table.decision().ask.limit.name == "phase"
    run_out(table)
    assert table.told(TimerExpired) == [TimerExpired()]
    assert isinstance(table.play.agenda[-1].frame, frames.AttackPhase)
    assert table.state.expired is False


@pytest.mark.rule("mediation.var.time.3", "mediation.group.consent")
def test_e18_at_the_end_of_the_time_a_group_action_is_refused():
    state = position(options=Options(timer=True), seats=(("elli", "agapi"), ("diamandis", "vera")), attacks=["G5"])
    table = acting(state).do("remote_cancel:elli", 0, others=["agapi", "vera"], target="attack:G5")
    run_out(table)
    assert table.told(CubePlaced) == []
    assert table.told(GroupRefused) == [GroupRefused(seat=0)]
    assert isinstance(table.play.agenda[-1].frame, frames.AttackPhase)


def voting():
    """Three seats vote on where the population of an attacked cell flees; seat 1 leads."""
    options = Options(team_policy="vote")
    state = position(
        options=options,
        seats=(("elli",), ("agapi",), ("andromeda", "diamandis")),
        turn=2,
        pop={"C3": 1},
        phase="attack",
    )
    return attacked(state, "C3")


X, Y = {"cell": "C3", "to": {"B3": 1}}, {"cell": "C3", "to": {"D3": 1}}


@pytest.mark.rule("mediation.coop.1", "mediation.coop.4")
def test_e19_a_tie_goes_to_the_lead_seat_when_time_is_up():
    table = voting()
    before = dict(table.state.pop)
    assert [d.seat for d in table.decisions] == [0, 1, 2]
    table.say(0, **X).say(1, **Y)
    left = tuple(d.id for d in table.decisions)
    table.take(table.umpire.time_out(table.play, left))
    assert table.state.pop["D3"] == before["D3"] + 1


@pytest.mark.rule("mediation.coop.4")
def test_e19_more_than_half_decide_at_once_and_silence_takes_the_default():
    table = voting()
    before = dict(table.state.pop)
    table.say(0, **X).say(2, **X)
    assert table.state.pop["B3"] == before["B3"] + 1
    silent = voting()
    default = silent.decisions[0].ask.default
    silent.take(silent.umpire.time_out(silent.play, tuple(d.id for d in silent.decisions)))
    ((place, _),) = default["to"].items()
    assert silent.state.pop[place] == before[place] + 1


@pytest.mark.rule("mediation.ship.7")
def test_e22_a_later_power_card_is_seen_before_it_is_given():
    held = {"elli": {"power": "leap"}, "nikitas": {"power": "breath"}}
    state = position(
        cells={"agapi": "E3", "vera": "B3", "nikitas": "C3"},
        pop={"I5": 4},
        ship_token=4,
        powers_unlocked=True,
        sheets=held,
        top={"power": ("rewind",)},
    )
    table = acting(state).do("ship")
    assert table.told(PowerDrawn) == [PowerDrawn(power="rewind")]
    assert table.kind == "give_power"
    assert table.offered() == ["agapi", "vera"]
    table.say(character="vera")
    assert table.state.chars["vera"].power == "rewind"
    assert table.told(CardsSeen) == []


@pytest.mark.rule("mediation.char.elli", "mediation.energy.2")
def test_e23_elli_goes_there_and_back():
    state = position(cells={"elli": "D3", "base_u": "E3"}, sheets={"elli": {"energy": 1}})
    table = acting(state).do("move:elli:E3:D3")
    elli = table.state.chars["elli"]
    assert (elli.cell, elli.energy, elli.cubes) == ("D3", 2, 2)


@pytest.mark.rule("mediation.action.9", "mediation.turn.4", "mediation.action.2")
def test_e24_a_seat_that_passed_may_come_back_after_an_action():
    state = position(seats=(("elli", "agapi"), ("diamandis", "vera")), cells={"vera": "B3"})
    table = acting(state).do("pass", 0)
    assert table.offer(0) is None
    table.do("move:vera:B2", 1)
    assert table.offer(0) is not None
    table.do("pass", 1)
    assert isinstance(table.play.agenda[-1].frame, frames.AttackPhase)


@pytest.mark.rule("mediation.coop.5")
def test_a_left_seat_is_noted_by_the_game():
    state = position(seats=(("elli", "agapi"), ("diamandis", "vera")))
    (left,) = mediation.changer(state, Change(1, "left"))
    assert left.seat == 1
    assert mediation.changer(state, Change(1, "replaced")) == ()
