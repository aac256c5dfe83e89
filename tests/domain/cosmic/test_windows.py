"""Windows: who is asked, in what order things happen, and what nobody learns."""

import pytest
from msgspec.structs import replace

from domain.core.errors import DecisionWithdrawn, NotAnOption
from domain.core.happenings import Answered
from domain.core.model import Instruction
from domain.cosmic import facts
from tests.domain.cosmic.tables import BLUE, GREEN, RED, YELLOW, Table, duel, state, tokens


def before_cards(hands, powers=None, allies=None, policy="strict", **more):
    """A table in the window before the cards."""
    held = {GREEN: tokens("green", oval=2)}
    for seat, side in (allies or {}).items():
        colour = ("green", "red", "yellow", "blue")[seat]
        held[seat] = tokens(colour, **{"oval" if side == "offence" else "ring": 2})
    board = state(hands, powers, held, duel=duel(150, planet="yellow3", allies=allies or {}))
    return Table(board, policy=policy, **more)


THREE = {GREEN: "a6 a8 a10", YELLOW: "a6 a8 a10", BLUE: "a6 a8 a12"}


@pytest.mark.rule("cosmic.window.1", "cosmic.window.5", "cosmic.window.3", "cosmic.hidden.2")
def test_e40_candidates_follow_from_what_everybody_knows():
    table = before_cards(THREE, {GREEN: "laser"}, {BLUE: "offence"})
    assert table.asked() == {GREEN, YELLOW, BLUE}
    assert table.options(YELLOW) == table.options(BLUE) == ["pass"]
    assert all(decision.ask.hidden for decision in table.open())
    first = table.ask(YELLOW).id
    table.say(YELLOW, "pass").say(BLUE, "pass").say(GREEN, "laser")
    assert table.happened(facts.PowerDeclared)[0].power == "laser"
    assert table.kinds() == ["zap", "zap"]
    assert table.asked() == {YELLOW, BLUE}
    table.say(YELLOW, "pass").say(BLUE, "pass")
    assert table.kinds() == ["react"] * 3
    assert table.ask(YELLOW).id != first


@pytest.mark.rule("cosmic.window.5")
def test_a_window_without_any_public_reaction_does_not_stop():
    table = before_cards(THREE)
    assert table.kinds() == ["play_duel_card"] * 2


@pytest.mark.rule("cosmic.window.5")
def test_an_edict_of_which_all_copies_are_discarded_is_not_waited_for():
    held = {GREEN: tokens("green", oval=2), BLUE: tokens("blue", oval=2)}
    going = duel(150, planet="yellow3", allies={BLUE: "offence"})
    board = state(THREE, {GREEN: "laser"}, held, duel=going, discard="force_field zap zap")
    table = Table(board, policy="strict")
    assert table.asked() == {GREEN}
    table.say(GREEN, "laser")
    assert table.duel.blind == (YELLOW,)


@pytest.mark.rule("cosmic.window.5")
def test_fast_answers_for_seats_that_can_only_pass_and_notes_it():
    table = before_cards({**THREE, BLUE: "force_field a6"}, {}, {BLUE: "offence"}, policy="fast")
    assert table.asked() == {BLUE}
    noted = [fact.seat for fact in table.facts if isinstance(fact, Answered)]
    assert sorted(noted) == [GREEN, YELLOW]
    table.say(BLUE, "pass")
    assert table.kinds() == ["play_duel_card"] * 2


@pytest.mark.rule("cosmic.window.1", "cosmic.power.3")
def test_the_first_in_order_acts_and_the_other_answers_are_dropped_unseen():
    hands = {GREEN: "a6 a8", YELLOW: "a6 a8", BLUE: "force_field a12"}
    table = before_cards(hands, {GREEN: "laser", YELLOW: "oracle"}, {BLUE: "offence"}, policy="fast")
    table.say(BLUE, "force_field", allies=["blue"]).say(YELLOW, "oracle")
    table.say(GREEN, "pass")
    assert [fact.power for fact in table.happened(facts.PowerDeclared)] == ["oracle"]
    assert table.happened(facts.EdictPlayed) == []
    assert table.asked() == {GREEN, BLUE}


@pytest.mark.rule("cosmic.window.1")
def test_an_answer_to_a_closed_round_is_withdrawn():
    table = before_cards(THREE, {GREEN: "laser"}, {BLUE: "offence"})
    old = table.ask(GREEN)
    table.say(YELLOW, "pass").say(BLUE, "pass").say(GREEN, "laser").say(YELLOW, "pass").say(BLUE, "pass")
    with pytest.raises(DecisionWithdrawn):
        table.umpire.decide(table.play, old.id, GREEN, {"do": "pass"})


@pytest.mark.rule("cosmic.window.1")
def test_a_sealed_answer_can_be_taken_back_until_the_last_has_answered():
    table = before_cards(THREE, {GREEN: "laser"}, {BLUE: "offence"})
    decision = table.ask(YELLOW)
    table.say(YELLOW, "pass")
    play, _ = table.umpire.withdraw(table.play, decision.id, YELLOW)
    table.play = play
    assert table.asked() == {GREEN, YELLOW, BLUE}


@pytest.mark.rule("cosmic.window.5", "cosmic.window.1")
def test_a_standing_instruction_passes_until_the_end_of_the_duel():
    wish = Instruction(kinds=("react", "zap"), until="duel", mark=1)
    table = before_cards(THREE, {GREEN: "laser"}, {BLUE: "offence"}, instructions={YELLOW: (wish,)})
    assert table.asked() == {GREEN, BLUE}
    old = Instruction(kinds=("react",), until="duel", mark=0)
    table = before_cards(THREE, {GREEN: "laser"}, {BLUE: "offence"}, instructions={YELLOW: (old,)})
    assert table.asked() == {GREEN, YELLOW, BLUE}


@pytest.mark.rule("cosmic.edict.zap", "cosmic.power.6")
def test_a_zap_suspends_the_power_for_the_rest_of_the_duel():
    hands = {GREEN: "a6 a8", YELLOW: "a6 zap"}
    table = before_cards(hands, {GREEN: "laser"}, policy="fast").say(GREEN, "laser").say(YELLOW, "zap")
    assert table.duel.blind == ()
    assert table.duel.suspended == (f"{GREEN}:laser",)
    assert table.kinds() == ["play_duel_card"] * 2
    assert table.state.discard == ("edict_zap",)


@pytest.mark.rule("cosmic.edict.zap")
def test_one_cannot_zap_ones_own_power():
    table = before_cards({GREEN: "a6 zap", YELLOW: "a6"}, {GREEN: "laser"}, policy="fast").say(GREEN, "laser")
    assert table.duel.blind == (YELLOW,)


@pytest.mark.rule("cosmic.edict.1", "cosmic.power.4", "cosmic.edict.zap")
def test_refusals_say_why():
    table = before_cards(THREE, {GREEN: "laser clone", YELLOW: "oracle"}, {BLUE: "offence"})
    wrong = {"gas": "edict_wrong_time", "clone": "power_wrong_time", "mind:red": "power_wrong_time"}
    for answer, reason in wrong.items():
        with pytest.raises(NotAnOption) as refused:
            table.say(GREEN, answer)
        assert refused.value.reason == reason
    lost = replace(table.state.tokens[GREEN], planets={"green1": 18})
    board = replace(table.state, tokens=(lost, *table.state.tokens[1:]))
    with pytest.raises(NotAnOption) as refused:
        Table(board, policy="strict").say(GREEN, "laser")
    assert refused.value.reason == "power_lost"
    board = replace(table.state, duel=replace(table.duel, suspended=(f"{GREEN}:laser",)))
    with pytest.raises(NotAnOption) as refused:
        Table(board, policy="strict").say(GREEN, "laser")
    assert refused.value.reason == "power_suspended"
    assert RED not in table.asked()
