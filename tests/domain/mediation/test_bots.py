"""The sensible opponent."""

from random import Random

import pytest

from domain.core.chance import Seeded
from domain.core.forms import misfit
from domain.core.game import BotMove
from domain.core.model import House
from domain.core.umpire import Umpire
from domain.mediation import Options, frames, mediation
from domain.mediation.crowding import Crowd
from domain.mediation.prospects import Outlook
from domain.mediation.walking import moves_between, moves_to_base
from server.selfplay.match import appends, built_in_player
from tests.domain.mediation.tables import acting, attacked, position, table_at


def advice(table, seat=None):
    """What the sensible opponent answers here."""
    decision = table.decision(seat)
    move = BotMove(state=table.state, frame=table.play.agenda[-1].frame, decision=decision, below=lambda n: 0)
    answer = mediation.bots["sensible"](move)
    assert misfit(decision.ask.form, answer) is None
    return answer


def test_populations_without_a_way_out_are_in_danger():
    crowd = Crowd(position(pop={"C3": 2, "B3": 2, "D3": 2, "C2": 2, "C4": 1, "G3": 1, "F3": 0, "H3": 0}))
    assert crowd.danger("C3") > 1000 > crowd.danger("G3") > 0
    assert crowd.moved("C3", "G3") > 0
    assert crowd.danger("A1") == 0


def test_distances_follow_each_characters_way_of_walking():
    state = position(cells={"elli": "A1", "agapi": "A1", "nikitas": "A1", "vera": "A1", "red": "E5"})
    assert [moves_between(state, name, "A1", "E5") for name in ("elli", "agapi", "vera")] == [2, 4, 8]
    assert moves_to_base(state, "nikitas", "red") == 7
    earth = position(options=Options(round_earth=True))
    assert moves_between(earth, "vera", "A1", "I5") == 2


def test_it_mediates_before_anything_else():
    state = position(cells={"andromeda": "C3", "red": "C3", "agapi": "E3"}, attacks=["E3"])
    assert advice(acting(state)) == {"do": "mediate:andromeda:red"}


def test_mediators_walk_to_camps_whose_needs_are_missing():
    heard = {"red": ("R01", "R02"), "blue": ()}
    state = position(cells={"andromeda": "C3", "diamandis": "C3", "red": "C2", "blue": "C5"}, needs_found=heard)
    assert set(Outlook(state).missions.values()) == {"blue"}
    assert advice(acting(state))["do"] in ("move:andromeda:C4", "move:diamandis:C4")


def test_a_nearly_full_row_is_opened_first():
    row = [f"{column}3" for column in "ABCDEFGH"]
    state = position(cells={"agapi": "D3", "andromeda": "H1", "diamandis": "H1"}, attacks=row, pop={"I3": 2})
    assert advice(acting(state))["do"] == "cancel:agapi:attack:D3"


def test_elli_sends_four_populations_to_the_ship():
    state = position(pop={"I5": 4}, closed=frozenset({"red", "blue"}), sheets={
        name: {"cubes": 0, "used": {"move": 2, "teleport": 1}} for name in ("agapi", "andromeda", "diamandis")
    })  # fmt: skip
    assert advice(acting(state)) == {"do": "ship"}


def test_populations_flee_where_they_are_safest():
    state = position(
        attacks=["E2", "F3"], pop={"C3": 1, "D3": 1, "D2": 1, "C4": 1, "B3": 0, "B2": 0, "A3": 0, "B4": 0, "C2": 1}
    )
    table = attacked(state, "C3")
    assert advice(table) == {"cell": "C3", "to": {"B3": 1}}


@pytest.mark.parametrize(("card", "answer"), [("R25", "pay"), ("R21", "decline")])
def test_it_pays_for_what_hurts_while_everybody_keeps_energy(card, answer):
    state = position(cells={"vera": "C3", "red": "C3", "agapi": "E3", "elli": "E4"}, top={"med_red": (card,)}, turn=2)
    table = acting(state).do("mediate:vera:red")
    assert advice(table)["answer"] == answer


def test_it_keeps_a_shield_for_a_base_and_uses_a_setback_against_many_attacks():
    stack = (frames.Turn(stage="disaster"), frames.AttackPhase(stage="window"))
    sheets = {"agapi": {"power": "shield"}}
    hit = position(sheets=sheets, attacks_left=1, phase="attack", top={"attack": ("A1",)})
    assert advice(table_at(hit, *stack).advance()) == {"do": "use:agapi:shield"}
    harmless = position(sheets=sheets, attacks_left=1, phase="attack", top={"attack": ("E3",)}, pop={"E3": 0})
    assert advice(table_at(harmless, *stack).advance()) == {"do": "pass"}
    many = position(sheets={"agapi": {"power": "delay"}}, attacks_left=4, phase="attack")
    assert advice(table_at(many, *stack).advance()) == {"do": "use:agapi:delay"}
    nothing = position(sheets={"agapi": {"power": "breath"}}, attacks_left=4, phase="attack")
    assert advice(table_at(nothing, *stack).advance()) == {"do": "pass_phase"}


def test_a_disaster_within_reach_is_cancelled_and_else_paid_off_at_the_end():
    options = Options(pyramids=True)
    near = position(options=options, cells={"agapi": "C3"}, disaster=("hurricane", "C3"))
    assert Outlook(near).best("agapi").answer == {"do": "cancel:agapi:disaster:C3"}
    tired = {name: {"cubes": 0, "used": {"move": 2, "teleport": 1}} for name in ("agapi", "andromeda", "diamandis")}
    cells = {"agapi": "C3", "andromeda": "D3", "diamandis": "E3", "elli": "F3"}
    tired["elli"] = {"cubes": 0, "used": {"move": 2, "teleport": 1}}
    far = position(options=options, cells=cells, disaster=("quake", "H3"), sheets=tired)
    assert advice(acting(far))["do"] == "pay_disaster"


def test_it_consents_and_arranges_needs_first():
    state = position(seats=(("elli", "agapi"), ("diamandis", "vera")), attacks=["G5"])
    table = acting(state).do("remote_cancel:elli", 0, others=["agapi", "vera"], target="attack:G5")
    assert advice(table, 1) == {"answer": "accept"}
    listening = position(sheets={"agapi": {"power": "listen"}}, top={"med_red": ("R23", "R06", "R01")})
    table = acting(listening).do("use:agapi:listen", camp="red")
    assert advice(table) == {"cards": ["R01", "R06", "R23"]}


@pytest.mark.parametrize("power", ["rewind", "leap", "evacuate", "listen", "breath", "goodwill", "wave", "ark"])
def test_its_wishes_for_power_cards_fit_their_forms(power):
    state = position(
        options=Options(characters=7),
        cells={"andromeda": "C3", "red": "C3", "vera": "G5", "blue": "A5", "elli": "G4"},
        attacks=["C2", "B3", "D3"],
        sheets={"vera": {"power": power, "energy": 1}, "elli": {"energy": 1}},
    )
    advice(acting(state))


@pytest.mark.parametrize(("options", "seats"), [(Options(difficulty="initiation"), 4), (Options(characters=7), 2)])
def test_it_wins_where_chance_does_not(options, seats):
    won = 0
    for seed in range(6):
        umpire = Umpire(mediation, House(seats=seats), Seeded(bytes([seed, seats]) * 16))
        player = built_in_player(mediation, "sensible", Random(seed))
        *_, last = appends(umpire, options, seats, player)
        won += last.after.result.outcome == "victory"
    assert won >= (4 if options.difficulty == "initiation" else 1)
