"""V. Turns and the course of a duel."""

import pytest
from msgspec.structs import replace

from domain.cosmic import facts
from domain.cosmic.frames import TurnBegin, TurnEnd
from domain.cosmic.state import Options, Turn
from tests.domain.cosmic.tables import BLUE, GREEN, RED, YELLOW, Table, duel, state, tokens

ALL = {GREEN: "a6 a8", RED: "a6 a8", YELLOW: "a6 a8", BLUE: "a6 a8"}


@pytest.mark.rule("cosmic.turn.1", "cosmic.turn.2")
def test_a_turn_goes_through_its_phases_in_order():
    table = Table(state(ALL), TurnBegin()).until("second_duel")
    stages = [fact.stage for fact in table.happened(facts.StageReached)]
    assert stages[:8] == [20, 30, 40, 50, 60, 70, 80, 90]
    first = stages[: stages.index(260) + 1]
    assert first == sorted(set(first))


@pytest.mark.rule("cosmic.turn.1")
def test_the_next_seat_clockwise_plays():
    table = Table(state(ALL, turn=Turn(seat=BLUE, first_seat=RED)), TurnEnd())
    assert table.happened(facts.TurnStarted) == [facts.TurnStarted(seat=GREEN, round=1)]


@pytest.mark.rule("cosmic.turn.1", "cosmic.end.3")
def test_a_round_ends_when_the_first_seat_is_reached_again():
    table = Table(state(ALL, turn=Turn(seat=GREEN, first_seat=RED)), TurnEnd())
    assert table.happened(facts.RoundEnded) == [facts.RoundEnded(round=1)]
    assert table.state.turn.round == 2


@pytest.mark.rule("cosmic.turn.3")
def test_a_seat_without_any_token_is_skipped():
    held = {GREEN: tokens("green", {})}
    table = Table(state(ALL, {}, held), TurnBegin())
    assert table.happened(facts.TurnSkipped) == [facts.TurnSkipped(seat=GREEN)]
    assert table.state.turn.seat == RED


@pytest.mark.rule("cosmic.end.4")
def test_when_every_turn_is_skipped_nobody_wins():
    nothing = {seat: tokens(colour, {}) for seat, colour in enumerate(("green", "red", "yellow", "blue"))}
    table = Table(state(ALL, {}, nothing), TurnBegin())
    result = table.play.result
    assert (result.reason, result.winners) == ("no_tokens", ())
    assert {place.place for place in result.places} == {1}


@pytest.mark.rule("cosmic.end.3")
def test_after_the_last_round_the_best_placed_win():
    held = {RED: tokens("red", {"red1": 4, "green1": 1})}
    config = Options(max_rounds=5)
    table = Table(state(ALL, {}, held, config=config, turn=Turn(seat=BLUE, round=5)), TurnEnd())
    assert (table.play.result.reason, table.play.result.winners) == ("max_rounds", (RED,))


@pytest.mark.rule("cosmic.second.3", "cosmic.second.2")
def test_e9_without_a_duel_card_there_is_no_second_duel():
    held = {GREEN: tokens("green", oval=2, black_hole=2)}
    board = state({GREEN: "a30", YELLOW: "a6 a4"}, {}, held, duel=duel(160, planet="yellow3"))
    table = Table(board).play_cards("a30", "a4")
    assert table.winner() == GREEN
    assert table.happened(facts.TokenRetrieved) == []
    assert table.state.turn.seat == RED


@pytest.mark.rule("cosmic.second.1", "cosmic.second.4", "cosmic.second.3")
def test_a_second_duel_starts_at_the_retrieve_phase_and_ends_the_turn():
    held = {GREEN: tokens("green", oval=2)}
    board = state({GREEN: "a30 a20 a15", YELLOW: "a6 a4"}, {}, held, duel=duel(160, planet="yellow3"))
    table = Table(board).play_cards("a30", "a4").say(GREEN, "continue")
    stages = [fact.stage for fact in table.happened(facts.StageReached)]
    assert stages[stages.index(260) + 1] == 30
    assert table.state.turn.duel_no == 2
    board = state({GREEN: "a30 a20", YELLOW: "a6 a4"}, {}, held, duel=duel(160, planet="yellow3"), turn=Turn(duel_no=2))
    assert "second_duel" not in Table(board).play_cards("a30", "a4").kinds()


@pytest.mark.rule("cosmic.turn.6")
def test_a_turn_has_at_most_twenty_duels():
    held = {GREEN: tokens("green", oval=2)}
    going = duel(160, planet="yellow3")
    hands = {GREEN: "a30 a20", YELLOW: "a6 a4"}
    assert Table(state(hands, {GREEN: "machine"}, held, duel=going, turn=Turn(duel_no=19))).play_cards(
        "a30", "a4"
    ).kinds() == ["continue_turn"]
    last = Table(state(hands, {GREEN: "machine"}, held, duel=going, turn=Turn(duel_no=20))).play_cards("a30", "a4")
    assert last.state.turn.seat == RED


@pytest.mark.rule("cosmic.turn.5", "cosmic.gather.4")
def test_without_a_token_to_attack_with_the_turn_is_over():
    held = {GREEN: tokens("green", {}, black_hole=5)}
    table = Table(state(ALL, {}, held, duel=duel(100, planet="yellow3")))
    assert table.happened(facts.TurnAborted) == [facts.TurnAborted(seat=GREEN, why="no_token")]
    assert table.state.turn.seat == RED


@pytest.mark.rule("cosmic.turn.4", "cosmic.place.2")
def test_an_abort_gives_back_a_sealed_card_and_checks_for_victory():
    abroad = {"yellow1": 1, "yellow2": 1, "red1": 1, "red2": 1, "green5": 1}
    held = {BLUE: tokens("blue", abroad, oval=1), GREEN: tokens("green", oval=2)}
    board = state({GREEN: "a6", YELLOW: "a8 a4", RED: "plague a4"}, {}, held)
    board = replace(board, duel=duel(160, planet="yellow3", allies={BLUE: "offence"}))
    table = Table(board).say(YELLOW, "play:attack_8")
    table.plague(RED, "green").say(GREEN, tokens={"green1": 3}, attack="attack_6")
    table.say(GREEN, tokens={"green2": 2}).say(BLUE, tokens={"red1": 1})
    assert table.hand(YELLOW) == {"attack_8": 1, "attack_4": 1}
    assert table.play.result.winners == (BLUE,)
