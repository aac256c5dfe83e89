"""The end of the game, its result, scenarios, and seats that come and go."""

import msgspec
import pytest
from msgspec.structs import replace

from domain.climate import climate, frames
from domain.climate.board import authorised, is_covering, seats_in_play
from domain.climate.facts import RefugeeMoved
from domain.climate.powers import power_refusal
from domain.climate.result import band, label, result_of
from domain.climate.state import Event
from domain.core.game import Change
from domain.core.model import Item, Play
from domain.core.positions import from_position, to_position
from tests.domain.climate.games import Match, by_default, finished
from tests.domain.climate.table import Board, start, with_regions, with_seat


@pytest.mark.rule("climate.end.1", "climate.turn.6")
def test_thirty_three_at_the_end_of_an_activation_wins():
    for ghg, outcome in ((33, "victory"), (34, None)):
        board = Board(replace(start(), ghg=ghg), frames.Turn(stage="end"))
        assert (board.play.result.outcome if board.play.result else None) == outcome
    last = Board(replace(start(), ghg=34, turn=36), frames.Turn(stage="end"))
    assert (last.play.result.outcome, last.play.result.reason) == ("defeat", "turns_over")
    assert last.play.result.winners == () and last.state.phase == "over"


@pytest.mark.rule("climate.end.2")
def test_calamities_strike_once_more():
    state = with_regions(
        start(), AFR={"refugees": 1}, IND={"famine": True}, SAM={"war": 1}, RUS={"war": 2}, EUR={"epidemic": True},
        IAU={"pandemic": True, "war": 1}, MEA={"refugees": 2},
    )  # fmt: skip
    board = Board(state, frames.Final(won=False), rolls={"d4.final_famine": [1, 1, 1], "d4.final_pandemic": [4]})
    people = {name: region.population for name, region in board.state.regions.items()}
    assert (people["IND"], people["SAM"], people["RUS"], people["EUR"], people["IAU"]) == (35, 10, 6, 11, 14)
    assert board.region("RUS").dictatorship and not board.region("IND").famine
    tokens = ("riots", "conflicts", "war", "shortages", "famine", "epidemic", "pandemic", "refugees")
    assert not any(getattr(region, token) for region in board.state.regions.values() for token in tokens)


@pytest.mark.rule("climate.end.2", "climate.pt.global")
def test_crowded_regions_riot_unless_the_world_fund_pays():
    state = with_regions(start(), AFR={"refugees": 1, "conflicts": 1})
    board = Board(state, frames.Final(won=False)).pass_all("route_refugees")
    assert [fact for fact in board.facts if isinstance(fact, RefugeeMoved)]
    calm = Board(replace(state, global_pts=("O",)), frames.Final(won=False))
    assert not [fact for fact in calm.facts if isinstance(fact, RefugeeMoved)]


@pytest.mark.rule("climate.end.2", "climate.emp.2")
def test_powers_may_be_used_before_the_end():
    state = with_seat(with_regions(start(), AFR={"refugees": 1}), 1, employer="hrg")
    board = Board(state, frames.Final(won=False)).say("last_power", do="integrate", tokens={"AFR": 1})
    assert board.state.seats[1].power_used and board.play.result is not None


@pytest.mark.rule("climate.score.2", "climate.end.2", "climate.emp.shift.p")
def test_a_pair_completed_by_a_last_power_changes_no_result():
    state = with_regions(replace(start(), ghg=46, turn=36), EUR={"pts": ("E",)})
    board = Board(with_seat(state, 1, employer="shift"), frames.Turn(stage="end"))
    board.say("last_power", do="complete:EUR:F")
    details = board.play.result.details
    assert (board.state.ghg, details["ghg"], details["grade"], details["tournament"]) == (45, 46, "few_refuges", 348)
    lesson = with_regions(replace(start(scenario="chain_reactions"), ghg=34, turn=18), EUR={"pts": ("E",)})
    board = Board(with_seat(lesson, 1, employer="shift"), frames.Turn(stage="end"))
    result = board.say("last_power", do="complete:EUR:F").play.result
    assert (result.outcome, result.reason, result.places[0].score) == ("victory", "tutorial", 158)


@pytest.mark.rule("climate.score.1", "climate.score.2")
def test_labels_and_bands():
    assert [label(score) for score in (200, 199, 120, 60, 59)] == ["brilliant", "solid", "solid", "bitter", "hollow"]
    found = [band(ghg) for ghg in (34, 45, 46, 61, 76, 90, 91)]
    assert found == [
        "tropics_lost", "tropics_lost", "few_refuges", "small_life", "deep_sea_life", "deep_sea_life", "hothouse",
    ]  # fmt: skip


@pytest.mark.rule("climate.score.1")
def test_keys_rank_tables_exactly():
    state = replace(start(), ghg=30)
    early, late = result_of(replace(state, turn=29), won=True), result_of(replace(state, turn=30), won=True)
    lost = result_of(replace(state, ghg=40, turn=36), won=False)
    assert early.places[0].key > late.places[0].key > lost.places[0].key
    assert all(isinstance(part, int) for part in early.places[0].key)
    score, fine = early.places[0].key[1:3]
    assert (score * 144403552893600 + fine) * 29 == 36 * 158 * 144403552893600


@pytest.mark.rule("climate.end.1")
def test_tutorials_have_their_own_goal():
    first = Board(replace(start(scenario="first_steps"), ghg=93, turn=9), frames.Turn(stage="end"))
    result = first.play.result
    assert (result.outcome, result.reason, result.places[0].score) == ("victory", "tutorial", 158)
    assert (
        Board(replace(start(scenario="first_steps"), ghg=94, turn=9), frames.Turn(stage="end")).play.result.outcome
        == "defeat"
    )
    chain = with_regions(
        replace(start(scenario="chain_reactions"), ghg=75, turn=18), SAM={"chaos": True, "discipline": 0}
    )
    assert Board(chain, frames.Turn(stage="end")).play.result.outcome == "defeat"
    still = replace(start(scenario="first_steps"), turn=3)
    assert Board(still, frames.Activation(region="SAM")).state.green == 0


@pytest.mark.rule("climate.expert.6")
def test_a_table_may_start_from_calamities_of_its_own_choice():
    match = Match(3, 3, mode="expert")
    until_turn(match, 1)
    document = msgspec.to_builtins(to_position(climate, match.play, {"mode": "expert"}), str_keys=True)
    for region in document["state"]["regions"].values():
        region.update(shortages=0, refugees=0)
    document["state"]["regions"]["SAM"]["riots"] = 2
    match.play = from_position(climate, document)
    assert [name for name, region in match.play.state.regions.items() if region.riots] == ["SAM"]
    for _ in match.appends(by_default):
        pass
    assert match.play.result is not None and climate.rulebook["climate.expert.6"].waived


def changed(match, seat, what):
    """Tell a running match that a seat joined or left."""
    match.play, happened = match.umpire.change_seats(match.play, [Change(seat, what)])
    match.facts += happened


def until_turn(match, turn):
    """Play by defaults until a turn has begun."""
    for _ in match.appends(by_default):
        if match.play.state.turn >= turn:
            return


@pytest.mark.rule("climate.seat.join", "climate.char.2")
def test_a_newcomer_sits_last_without_cards_and_its_power_waits():
    match = Match(4, 4, first_seat=0)
    until_turn(match, 2)
    changed(match, 4, "joined")
    asked = []
    for decision, _, _ in match.appends(by_default):
        asked += [decision.ask.kind] if decision is not None and decision.seat == 4 else []
        if match.play.state.turn == 3:
            break
    state = match.play.state
    assert asked == ["pick_character", "pick_employer"]
    assert (state.active_seat, len(seats_in_play(state)), state.hands[4], state.seats[4].location) == (2, 5, (), None)
    assert len(authorised(state, 0)) == 3
    until_turn(match, 5)
    assert match.play.state.active_seat == 4
    assert match.play.state.seats[4].location == match.play.state.region_order[4]
    assert not [d for d in match.umpire.decisions(match.play, 4) if d.ask.kind == "use_power"]


@pytest.mark.rule("climate.seat.leave")
def test_a_seat_leaves_between_two_turns_and_the_colours_stay_covered():
    match = Match(4, 4, first_seat=0, assignment="suggested")
    until_turn(match, 2)
    changed(match, 2, "left")
    hand = len(match.play.state.hands[2])
    assert hand and match.play.state.seats[2].in_play
    until_turn(match, 3)
    state = match.play.state
    assert (seats_in_play(state), state.hands[2], state.active_seat) == ((0, 1, 3), (), 3)
    assert is_covering([state.seats[seat].character for seat in (0, 1, 3)], 3)
    assert list(climate.checker(state)) == []
    changed(match, 0, "left")
    until_turn(match, 4)
    assert seats_in_play(match.play.state) == (0, 1, 3)


@pytest.mark.rule("climate.seat.leave", "climate.event.aci.2")
def test_a_seat_that_has_left_does_not_vote():
    match = Match(4, 4, policy="vote", first_seat=0)
    state = with_seat(replace(match.play.state, event=Event(card="EV26"), turn=1, phase="event"), 3, in_play=False)
    play = Play(state=state, agenda=(Item(1, frames.GreenEvent(stage="decide")),), serial=2)
    asked = [decision.seat for decision in match.umpire.decisions(play) if decision.ask.kind == "event_aci"]
    assert asked == [0, 1, 2]


@pytest.mark.rule("climate.seat.join", "climate.emp.2")
def test_an_employer_that_comes_back_has_spent_its_power():
    state = with_seat(start(4), 3, employer="hrg", power_used=True)
    board = Board(replace(state, leaving=(3,), active_seat=0, turn=4), frames.Seats(due=1))
    board = Board(
        replace(board.state, joining=(4,), options=replace(state.options, no_employers=False)), frames.Seats(due=1)
    )
    board.pass_all("pick_character").say("pick_employer", employer="hrg")
    assert (board.state.seats[4].employer, board.state.seats[4].power_used) == ("hrg", True)
    fresh = with_seat(start(), 2, employer="famox", joined_turn=3, turns_taken=2)
    assert (power_refusal(board.state, 4), power_refusal(fresh, 2)) == ("power_spent", None)


@pytest.mark.rule("climate.seat.join")
def test_newcomers_who_come_together_are_each_asked_once_whatever_their_seats():
    state = replace(with_seat(start(4, no_employers=False), 1, in_play=False, character=None, employer=None), turn=5)
    board = Board(replace(state, joining=(4, 1), active_seat=0), frames.Seats(due=2))
    for seat in (4, 1):
        board.say("pick_character", seat, **board.default("pick_character"))
        board.say("pick_employer", seat, **board.default("pick_employer"))
    assert (seats_in_play(board.state), board.state.active_seat) == ((0, 1, 2, 3, 4), 2)
    held = [(seat.character, seat.employer) for seat in board.state.seats]
    assert len({who for who, _ in held} - {None}) == len({house for _, house in held} - {None}) == 5


@pytest.mark.rule("climate.seat.join", "climate.action.3")
def test_a_newcomer_called_upon_before_its_first_turn_has_no_pawn_to_move():
    state = with_seat(start(), 1, ("industry-1",), location=None)
    board = Board(state, frames.Communication(seat=1))
    listed = board.options("communication_action")
    assert "move" not in listed and "card:industry-1" in listed


@pytest.mark.rule("climate.seat.leave")
def test_a_character_is_exchanged_when_a_colour_is_out_of_reach():
    state = start(4)
    for seat, character in enumerate(("C1", "C2", "C3", "C5")):
        state = with_seat(state, seat, character=character)
    board = Board(replace(state, leaving=(3,), active_seat=2), frames.Seats(due=3))
    assert board.open("reassign_character").seat == 0
    assert {"C4", "C5"} & set(board.options("reassign_character"))
    board.say("reassign_character", character=board.options("reassign_character")[0])
    after = board.state
    assert is_covering([after.seats[seat].character for seat in (0, 1, 2)], 3) and after.active_seat == 0


@pytest.mark.rule("climate.seat.join", "climate.seat.leave")
def test_a_game_with_changing_seats_is_played_to_its_end():
    match = Match(6, 3)
    until_turn(match, 3)
    changed(match, 3, "joined")
    until_turn(match, 8)
    changed(match, 1, "left")
    for _ in match.appends(by_default):
        pass
    assert [place.seat for place in match.play.result.places] == [0, 2, 3]
    assert finished(6, by_default).play.result is not None
