"""What must be true of every position, and is of every game."""

import random

import msgspec
import pytest
from msgspec.structs import replace

from domain.core.chance import Seeded
from domain.core.errors import BadPosition
from domain.core.fillings import answers, random_answer
from domain.core.forms import misfit
from domain.core.happenings import Answered
from domain.core.model import House
from domain.core.positions import from_position, to_position
from domain.core.umpire import Umpire
from domain.kepler import Options, frames, kepler
from domain.kepler.components import THRESHOLDS
from domain.kepler.facts import TurnEnded, TurnStarted
from domain.kepler.military import military_total
from domain.kepler.state import Action, Die
from tests.domain.kepler.tables import position, table_at, units

DECISIONS_PER_TURN = 9


def wrong(state):
    return list(kepler.checker(state))


def with_seat(state, **changes):
    return replace(state, seats=(replace(state.seats[0], **changes), *state.seats[1:]))


def with_turn(state, **changes):
    return replace(state, turn=replace(state.turn, **changes))


GOOD = position({"m1": "2 ship"}, {}, {}, dice=(4, 4, 2))


def test_a_good_position_has_nothing_wrong():
    assert wrong(GOOD) == []


@pytest.mark.parametrize(
    "bad",
    [
        replace(GOOD, players=4),
        replace(GOOD, planets=GOOD.planets[:6]),
        replace(GOOD, first_seat=3),
        replace(GOOD, scorings_done=4),
        replace(GOOD, turn=None),
        replace(GOOD, tokens={}),
        replace(GOOD, satellite_pile=GOOD.satellite_pile[1:]),
        replace(GOOD, satellites={**GOOD.satellites, "mauve_a": "sat2"}),
        with_seat(GOOD, supply=units("8 ship, 2 base, 2 frigate, 2 cruiser")),
        with_seat(GOOD, units={"m1": units("2 ship"), "x9": units("")}),
        with_seat(GOOD, level={**GOOD.seats[0].level, 3: 7}),
        with_seat(GOOD, level={1: 2}),
        with_seat(GOOD, corporation="orion"),
        with_seat(GOOD, corporation=None),
        with_seat(GOOD, allegiances=("mauve", "mauve")),
        with_seat(GOOD, score=-1),
        with_turn(GOOD, seat=3),
        with_turn(GOOD, dice=(Die(id="d2", face=1),)),
        with_turn(GOOD, dice=(Die(id="d1", face=7),)),
        with_turn(GOOD, dice=(Die(id="d1", face=4, locked=True),)),
        with_turn(GOOD, spent=(1, 2, 3, 4)),
        with_turn(GOOD, spent=(1, 1)),
        with_turn(GOOD, spent=(7,)),
        with_turn(GOOD, targets=("x9",)),
        with_turn(GOOD, action=Action(number=4, value=4, dice=("d1",))),
        with_turn(GOOD, dice=(Die(id="d1", face=4, locked=True),), action=Action(number=7, value=4, dice=("d1",))),
    ],
)
def test_a_bad_position_is_told_what_is_wrong(bad):
    assert wrong(bad) != []


def test_a_position_is_written_and_read_back():
    table = table_at(GOOD)
    document = msgspec.to_builtins(to_position(kepler, table.play, {}), str_keys=True)
    again = from_position(kepler, document)
    assert again.state == table.state
    assert [item.frame for item in again.agenda] == [item.frame for item in table.play.agenda]
    document["state"]["seats"][0]["level"]["1"] = 9
    with pytest.raises(BadPosition):
        from_position(kepler, document)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_random_games_keep_every_invariant(seats):
    rng = random.Random(seats)
    umpire = Umpire(kepler, House(seats=seats), Seeded(bytes([seats]) * 32))
    play, (begun, *log) = umpire.begin(Options(round_limit=60), seats)
    while play.agenda:
        found = umpire.decisions(play)
        if found:
            (decision,) = found
            assert misfit(decision.ask.form, decision.ask.default) is None
            answer = random_answer(decision.ask.form, rng.randrange)
            play, facts = umpire.decide(play, decision.id, decision.seat, answer)
        else:
            play, facts = umpire.advance(play, background=True)
        log += facts
    assert len(play.result.winners) == 1
    assert replayed(begun.state, log) == play.state


def replayed(state, log):
    """The state after all facts, checked after each of them and at the end of each turn."""
    opening, asked = None, 0
    for fact in log:
        asked += isinstance(fact, Answered)
        if type(fact) not in kepler.appliers:
            continue
        before, state = state, kepler.apply(state, fact)
        assert wrong(state) == []
        assert all(new.score >= old.score for new, old in zip(state.seats, before.seats, strict=True))
        if isinstance(fact, TurnStarted):
            opening, asked = state, 0
        if isinstance(fact, TurnEnded):
            check_turn(opening, before, asked)
    return state


def check_turn(before, after, asked):
    """A turn asks at most nine questions, adds at most 4 to its seat and nothing to others."""
    assert asked <= DECISIONS_PER_TURN
    active = before.turn.seat
    for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        gain = military_total(new) - military_total(old)
        assert gain <= (4 if number == active else 0)
        assert new.military == military_total(new) <= 27
    assert max(seat.military for seat in after.seats) < (*THRESHOLDS, 99)[after.scorings_done]


def test_every_answer_that_fits_is_accepted():
    state = position({"m1": "3 ship, base"}, {"g4": "ship, frigate"}, {}, dice=(4, 4, 2))
    table = table_at(state)
    every = list(answers(table.decision.ask.form))
    assert len(every) == 26
    for answer in every:
        fresh = table_at(state)
        assert fresh.answer(answer)


def test_frames_of_all_kinds_come_to_their_question():
    for frame, kind in [
        (frames.Group(index=1, size=2), "action_group"),
        (frames.Discs(seat=2, cause="scoria", max=1, rise=1), "raise_discs"),
        (frames.Vanguard(seat=1), "setup_place"),
        (frames.Bonus421(), "bonus_421"),
    ]:
        assert table_at(GOOD, frames.Turn(stage="pre_action"), frame).kind == kind
