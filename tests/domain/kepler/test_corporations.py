"""The seven corporations."""

import pytest

from domain.kepler import frames
from domain.kepler.facts import AllegianceWon, DiceRolled, InfluenceSpent, VanguardPlaced
from tests.domain.kepler.tables import START, levels_of, position, ships, table_at


@pytest.mark.rule("kepler.corp.helios")
def test_helios_may_raise_fewer_discs():
    table = table_at(position({}, {}, {}), frames.Turn(), frames.Discs(seat=1, cause="helios", max=2, rise=1))
    assert (table.decision.seat, table.decision.ask.rules) == (1, ("kepler.corp.helios",))
    table.raise_discs()
    assert levels_of(table, 1) == START


@pytest.mark.rule("kepler.corp.orion")
def test_orion_may_decline():
    table = table_at(position({}, {}, {}), frames.Turn(), frames.Vanguard(seat=1))
    assert len(table.offered) == 13
    table.say("decline")
    assert table.happened(VanguardPlaced) == [VanguardPlaced(seat=1, planet=None, ships=0)]
    assert ships(table, 1) == {}


@pytest.mark.rule("kepler.corp.orion", "kepler.two.1")
def test_orion_places_on_planets_in_play():
    table = table_at(position({}, {}, centre=True), frames.Turn(), frames.Vanguard(seat=1))
    assert len(table.offered) == 7
    assert table.refusal("place:m3") == ("planet_not_in_play", ("kepler.two.1",))


@pytest.mark.rule("kepler.corp.fortuna")
def test_fortuna_rerolls_one_die_once_before_its_action():
    state = position({}, {}, {}, dice=(6, 5, 5), corporations=("fortuna", "orion", "helios"))
    table = table_at(state, dice=(3,))
    assert table.offers("free_reroll") == ["free_reroll:d1", "free_reroll:d2", "free_reroll:d3"]
    table.say("free_reroll:d1")
    assert table.state.turn.dice[0].face == 3
    assert table.happened(DiceRolled)[0].cause == "fortuna"
    assert (table.happened(InfluenceSpent), table.state.turn.spent) == ([], ())
    assert table.refusal("free_reroll:d2") == ("free_reroll_unavailable", ("kepler.corp.fortuna",))
    assert table.offers("spend:2") != []


@pytest.mark.rule("kepler.corp.fortuna", "kepler.bonus421.1")
def test_the_free_reroll_may_make_421_and_is_gone_after_the_action():
    state = position({}, {}, {}, dice=(4, 2, 6), corporations=("fortuna", "orion", "helios"))
    table = table_at(state, dice=(1,))
    table.say("free_reroll:d3")
    assert table.kind == "bonus_421"
    table = table_at(state)
    table.say("act:4", "skip")
    assert table.why_not("free_reroll:d2") == "free_reroll_unavailable"


@pytest.mark.rule("kepler.corp.scoria")
def test_scoria_is_asked_once_and_only_with_a_leftover():
    corporations = ("scoria", "orion", "helios")
    table = table_at(position({}, {}, {}, dice=(6, 5), corporations=corporations))
    table.say("act:6", "skip", "skip", "skip", "done")
    assert table.state.turn.seat == 1
    full = (2, 2, 2, 1, 1, 6, 0)
    table = table_at(position({}, {}, {}, dice=(6, 6, 6), corporations=corporations, levels={0: full}))
    table.say("act:6", "skip", "skip", "skip", "done")
    assert table.kind == "raise_discs", "also when the leftover itself was lost at the top"
    assert table.decision.ask.form.slots[0].max == 1


@pytest.mark.rule("kepler.corp.valkyr")
def test_others_pay_three_dice_for_a_cruiser():
    table = table_at(position({"g3": "3 ship"}, {}, {}, dice=(2, 2)))
    assert table.why_not("act:7:2:cruiser:g3", units={"ship": 3}) == "not_enough_identical"


@pytest.mark.rule("kepler.corp.xenia")
def test_xenia_is_stronger_in_allegiances_where_it_stands():
    state = position({"g1": "3 ship"}, {"g1": "2 ship"}, {}, corporations=("helios", "xenia", "orion"))
    table = table_at(state, frames.Turn(stage="next"), frames.Scoring())
    assert table.happened(AllegianceWon) == [AllegianceWon(clan="green", seat=1, strengths=(3, 4, 0))]
    assert [seat.by_phase.A for seat in table.state.seats] == [9, 6, 0], "planets do not change"
    assert table.seat(1).military == 2


@pytest.mark.rule("kepler.corp.aegis")
def test_aegis_is_never_offered_to_track_5():
    state = position({}, {"g4": "ship"}, {"g4": "ship"}, dice=(1,), corporations=("helios", "aegis", "orion"))
    assert table_at(state).offers("spend:5") == ["spend:5:s2:ship:g4"]
