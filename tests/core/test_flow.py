"""The agenda: order, answers handed down, rest, and rules that go wrong."""

from typing import Any

import pytest

from domain.core.errors import NoPlace, RulesStuck
from domain.core.folding import apply
from domain.core.game import Change
from domain.core.happenings import Answered, FlowMoved
from domain.core.model import Outcome, again, ask, ask_each, done, over
from domain.core.result import Result
from tests.core.scripted import Do, Later, Said, Script, yes_no

ENDED = Result(kind="places", reason="ended", places=())


def say(word: str) -> Any:
    return lambda state, frame, chance: done(Said(word=word))


def test_what_follows_is_done_in_reading_order() -> None:
    def start(state: Any, frame: Any, chance: Any) -> Outcome:
        return done(Said(word="start"), then=(Do(what="first"), Do(what="second")))

    script = Script(start=start, first=say("first"), second=say("second"), below=say("below"))
    assert script.run(Do(what="below"), Do(what="start")).state.said == ("start", "first", "second", "below")


def test_what_again_names_is_done_before_the_frame_goes_on() -> None:
    def start(state: Any, frame: Any, chance: Any) -> Outcome:
        if frame.n == 1:
            return done(Said(word="end"))
        return again(Do(what="start", n=1), Said(word="start"), then=(Do(what="first"), Do(what="second")))

    script = Script(start=start, first=say("first"), second=say("second"))
    assert script.run(Do(what="start")).state.said == ("start", "first", "second", "end")


@pytest.mark.parametrize("handed", [0, False, "word", 7])
def test_what_a_frame_gives_reaches_the_frame_below_once(handed: Any) -> None:
    seen = []

    def start(state: Any, frame: Any, chance: Any) -> Outcome:
        seen.append(frame.given)
        return again(Do(what="start", n=frame.n + 1), then=(Do(what="giver"),)) if frame.n < 1 else _next(frame)

    def _next(frame: Any) -> Outcome:
        return done() if frame.n == 2 else again(Do(what="start", n=2))

    Script(start=start, giver=lambda state, frame, chance: done(give=handed)).run(Do(what="start"))
    assert seen == [None, handed, None]


def test_a_match_that_is_over_has_no_business_left() -> None:
    script = Script(start=lambda state, frame, chance: over(ENDED, Said(word="end")), below=say("never"))
    play = script.run(Do(what="below"), Do(what="start"))
    assert (play.agenda, play.result, play.state.said) == ((), ENDED, ("end",))


def test_fresh_business_gets_a_new_serial_and_forgets_answers() -> None:
    script = Script(start=lambda state, frame, chance: ask_each([yes_no(0), yes_no(1)])).answered(
        start=lambda state, frame, given, chance: again(frame, fresh=given.get(0) == {"do": "yes"})
    )
    umpire, play = script.umpire(), script.run(Do(what="start"))
    play, _ = umpire.decide(play, "0.1.1.0", 1, {"do": "yes"})
    assert [decision.id for decision in umpire.decisions(play)] == ["0.1.0.0", "0.1.1.1"]
    play, _ = umpire.decide(play, "0.1.0.0", 0, {"do": "yes"})
    assert [decision.id for decision in umpire.decisions(play)] == ["0.2.0.0", "0.2.1.0"]


def test_one_bookkeeping_fact_closes_an_append_and_says_what_changed() -> None:
    script = Script(start=lambda state, frame, chance: ask(yes_no(0)), below=say("below")).answered(
        start=lambda state, frame, given, chance: done(Said(word=str(chance.die("die"))), then=(Do(what="start"),))
    )
    umpire, play = script.umpire(), script.run(Do(what="below"), Do(what="start"))
    after, facts = umpire.decide(play, "0.2.0.0", 0, {"do": "yes"})
    answered, said, moved = facts
    assert isinstance(answered, Answered) and isinstance(said, Said) and isinstance(moved, FlowMoved)
    assert (moved.keep, [item.frame for item in moved.push]) == (1, [Do(what="start")])
    assert (moved.serial, moved.draws) == (4, {"die": 1})
    folded = play
    for fact in facts:
        folded = apply(script.game, folded, fact)
    assert folded == after


def test_an_append_that_moves_nothing_has_no_bookkeeping_fact() -> None:
    script = Script(start=lambda state, frame, chance: ask(yes_no(0)))
    play = script.run(Do(what="start"))
    assert script.umpire().advance(play) == (play, ())
    assert script.umpire().change_seats(play, [Change(0, "left")]) == (play, ())
    with pytest.raises(NoPlace):
        script.umpire().change_seats(play, [Change(1, "joined")])
    script.game.changer = lambda state, change: (Said(word=change.what),)
    assert script.umpire().change_seats(play, [Change(0, "left")])[1] == (Said(word="left"),)


def test_a_table_rests_in_front_of_background_business() -> None:
    script = Script(later=say("later"))
    play = script.run(Later(what="later"))
    assert play.state.said == ()
    after, facts = script.umpire().advance(play, background=True)
    assert after.state.said == ("later",) and isinstance(facts[-1], FlowMoved)


def test_a_background_step_never_asks() -> None:
    script = Script(later=lambda state, frame, chance: ask(yes_no(0)))
    play = script.run(Later(what="later"))
    with pytest.raises(RulesStuck, match="background"):
        script.umpire().advance(play, background=True)


def test_a_step_that_asks_draws_nothing() -> None:
    def start(state: Any, frame: Any, chance: Any) -> Outcome:
        chance.die("die")
        return ask(yes_no(0))

    with pytest.raises(RulesStuck, match="draws nothing"):
        Script(start=start).run(Do(what="start"))


def test_a_table_never_waits_for_nobody() -> None:
    with pytest.raises(RulesStuck, match="nobody is asked"):
        Script(start=lambda state, frame, chance: ask_each([])).run(Do(what="start"))


def test_a_gathered_question_to_nobody_is_answered_at_once() -> None:
    script = Script(start=lambda state, frame, chance: ask_each([], gather=True)).answered(
        start=lambda state, frame, given, chance: done(Said(word=f"{len(given)} answers"))
    )
    assert script.run(Do(what="start")).state.said == ("0 answers",)


def test_an_answer_does_not_ask() -> None:
    script = Script(start=lambda state, frame, chance: ask(yes_no(0))).answered(
        start=lambda state, frame, given, chance: ask(yes_no(0))
    )
    with pytest.raises(RulesStuck, match="cannot ask"):
        script.umpire().decide(script.run(Do(what="start")), "0.1.0.0", 0, {"do": "yes"})


def test_rules_that_go_round_in_circles_are_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("domain.core.flow.STEPS_PER_APPEND", 50)
    with pytest.raises(RulesStuck, match="no rest after 50 steps"):
        Script(start=lambda state, frame, chance: again(frame)).run(Do(what="start"))


def test_a_question_with_one_answer_resolves_itself_unless_asking_belongs_to_the_game() -> None:
    from domain.core.forms import Option, pick_form

    only = pick_form("do", Option("no"))

    def asked(**more: Any) -> tuple[str, ...]:
        script = Script(start=lambda state, frame, chance: ask(yes_no(0, only, **more))).answered(
            start=lambda state, frame, given, chance: done(Said(word=given[0]["do"]))
        )
        return tuple(script.run(Do(what="start")).state.said)

    assert asked() == ("no",)
    assert asked(pace=True) == ()
    assert asked(hidden=True) == ()
