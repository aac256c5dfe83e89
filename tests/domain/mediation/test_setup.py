"""The options, the team and the world as the envoys find it."""

import msgspec
import pytest

from domain.core.errors import BadOptions
from domain.mediation import Options, frames, mediation
from domain.mediation.components import CELLS
from domain.mediation.facts import (
    AttackDrawn,
    BaseMoved,
    BoardLaid,
    CharacterTaken,
    DeckShuffled,
    PopulationMoved,
    SquadPlaced,
    TeamChosen,
)
from tests.domain.mediation.tables import begun

PRESET = {"elli": 0, "ilias": 1, "nikitas": 0, "vera": 1}


@pytest.mark.rule("mediation.cfg.1", "mediation.cfg.3", "mediation.cfg.4", "mediation.setup.4", "mediation.setup.5")
@pytest.mark.parametrize(
    ("options", "seats", "rule"),
    [
        ({}, 5, "cfg.1"),
        ({}, 0, "cfg.1"),
        ({"characters": 7}, 8, "cfg.1"),
        ({"characters": 7, "difficulty": "initiation"}, 2, "cfg.3"),
        ({"difficulty": "initiation", "pyramids": True}, 2, "cfg.4"),
        ({"timer_seconds": 60}, 2, "cfg.4"),
        ({"assignment": PRESET}, 2, "setup.5"),
        ({"character_assignment": "preset"}, 2, "setup.5"),
        ({"character_assignment": "preset", "assignment": PRESET}, 3, "cfg.1"),
        ({"character_assignment": "preset", "assignment": {**PRESET, "agapi": 1}}, 2, "setup.4"),
        ({"character_assignment": "preset", "assignment": PRESET, "characters": 7}, 2, "setup.4"),
    ],
)
def test_impossible_options_are_refused(options, seats, rule):
    with pytest.raises(BadOptions) as refused:
        mediation.starter(msgspec.convert(options, Options), seats)
    assert refused.value.rules == (f"mediation.{rule}",)


@pytest.mark.rule("mediation.cfg.1")
@pytest.mark.parametrize("seconds", [29, 3601])
def test_a_duration_lies_between_half_a_minute_and_an_hour(seconds):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"timer": True, "timer_seconds": seconds}, Options)


@pytest.mark.rule("mediation.cfg.2")
@pytest.mark.parametrize(("difficulty", "needs"), [("initiation", 1), ("advanced", 2), ("expert", 3)])
def test_the_level_sets_the_needs(difficulty, needs):
    assert begun(Options(difficulty=difficulty)).state.need_target == needs


@pytest.mark.rule("mediation.setup.4", "mediation.setup.5")
def test_seats_draft_the_chosen_four_in_turn():
    table = begun(Options(auto_flee=True), 2)
    assert table.kind == "choose_team"
    assert table.decision().seat == 0
    assert table.refuse(protector="elli", mediators=["vera", "nikitas"])[0] == "bad_choice"
    table.say(protector="ilias", mediators=["nikitas", "vera"]).advance()
    assert table.told(TeamChosen) == [TeamChosen(characters=("elli", "ilias", "nikitas", "vera"))]
    table.say(0, character="vera").say(1, character="elli").say(0, character="ilias").advance()
    assert [seat.characters for seat in table.state.seats] == [("vera", "ilias"), ("elli", "nikitas")]
    assert table.kind == "action"


@pytest.mark.rule("mediation.setup.5")
def test_characters_can_be_dealt_or_preset():
    dealt = begun(Options(character_assignment="auto", auto_flee=True), 3)
    dealt.say(**dealt.decision().ask.default).advance()
    assert [seat.characters for seat in dealt.state.seats] == [("elli", "diamandis"), ("agapi",), ("andromeda",)]
    options = Options(character_assignment="preset", assignment=PRESET, auto_flee=True)
    preset = begun(options, 2)
    assert preset.kind == "action"
    assert [seat.characters for seat in preset.state.seats] == [("elli", "nikitas"), ("ilias", "vera")]


@pytest.mark.rule("mediation.setup.4", "mediation.setup.10")
def test_seven_form_two_squads():
    table = begun(Options(characters=7, auto_flee=True))
    assert table.kind == "split_teams"
    table.say(agapi=["nikitas", "vera"]).advance()
    first, second = table.told(SquadPlaced)
    assert first.characters == ("agapi", "nikitas", "vera")
    assert second.characters == ("ilias", "andromeda", "diamandis")
    assert len(table.told(CharacterTaken)) == 7


@pytest.mark.rule("mediation.setup.1", "mediation.setup.6", "mediation.setup.7", "mediation.setup.8")
@pytest.mark.rule("mediation.setup.9", "mediation.setup.10", "mediation.setup.11", "mediation.turn.2")
def test_the_world_before_the_first_turn():
    table = begun()
    table.say(**table.decision().ask.default)
    while any(isinstance(item.frame, frames.Setup) for item in table.play.agenda):
        if table.decisions:
            table.say(**table.decision().ask.default)
        else:
            table.take(table.umpire.advance(table.play, background=True, is_full=lambda facts: facts > 0))
    state = table.state
    drawn = [fact.cell for fact in table.told(AttackDrawn)]
    assert len(drawn) == len(set(drawn)) == 10
    red, blue, *six, base_u, squad = drawn
    assert [fact.cell for fact in table.told(BaseMoved)] == [red, blue]
    assert state.bases == {"red": red, "blue": blue}
    assert state.attacks == frozenset(six)
    assert (state.base_u, state.chars["elli"].cell) == (base_u, base_u)
    assert {state.chars[name].cell for name in ("agapi", "andromeda", "diamandis")} == {squad}
    assert table.told(BoardLaid) == [BoardLaid()]
    assert sum(state.pop.values()) + state.lost == len(CELLS)
    assert len(table.told(PopulationMoved)) >= 8
    assert all((sheet.energy, sheet.cubes) == (2, 3) for sheet in state.chars.values())
    assert (state.turn, state.ship_token, state.ship) == (1, 0, 0)


@pytest.mark.rule("mediation.rand.1", "mediation.var.pyr.2")
def test_every_pile_is_shuffled_under_its_own_label():
    options = Options(pyramids=True, auto_flee=True, difficulty="expert")
    table = begun(options)
    table.say(**table.decision().ask.default).advance()
    labels = {"attack.shuffle#0", "med_red.shuffle#0", "med_blue.shuffle#0", "power.shuffle#0", "disaster.shuffle#0"}
    assert labels <= set(table.source.labels)
    assert {fact.pile: fact.count for fact in table.told(DeckShuffled)[:5]} == {
        "attack": 45,
        "med_red": 30,
        "med_blue": 30,
        "power": 16,
        "disaster": 22,
    }
    assert table.state.pyramids_on_track == (5, 6, 7, 8)


@pytest.mark.rule("mediation.var.round.3")
def test_a_round_earth_has_no_power_cards():
    table = begun(Options(round_earth=True, auto_flee=True))
    table.say(**table.decision().ask.default).advance()
    assert "power" not in table.state.piles
