"""Names of decisions: what is said of those that are not open."""

import pytest

from domain.core.errors import Refused
from domain.core.model import Instruction, ask, ask_each, done
from tests.core.scripted import Do, Later, Said, Script, yes_no

STRANGE = [
    "",
    "0",
    "0.1.0",
    "x.1.0.0",
    "0.x.0.0",
    "0.1.x.0",
    "0.1.0.x",
    "0.1.0.-1",
    "0.1.0.0.0.0",
    "0.1.0.storm.x",
    "...",
]


def asking() -> Script:
    return Script(start=lambda state, frame, chance: ask(yes_no(0))).answered(
        start=lambda state, frame, given, chance: done(Said(word=given[0]["do"]))
    )


def code(script: Script, play: object, name: str, seat: int = 0, **house: int) -> str:
    with pytest.raises(Refused) as refused:
        script.umpire(**house).decide(play, name, seat, {"do": "yes"})  # type: ignore[arg-type]
    return refused.value.code


@pytest.mark.parametrize("name", STRANGE)
def test_a_name_that_was_never_given_is_withdrawn(name: str) -> None:
    script = asking()
    assert code(script, script.run(Do(what="start")), name) == "decision-withdrawn"


def test_another_seat_cannot_answer() -> None:
    script = asking()
    assert code(script, script.run(Do(what="start")), "0.1.0.0", seat=1) == "decision-withdrawn"


def test_names_of_before_a_rewind_are_withdrawn() -> None:
    script = asking()
    assert code(script, script.run(Do(what="start")), "0.1.0.0", rewinds=1) == "decision-withdrawn"


def test_names_of_a_finished_match_are_withdrawn() -> None:
    script = asking()
    play, _ = script.umpire().decide(script.run(Do(what="start")), "0.1.0.0", 0, {"do": "yes"})
    assert play.agenda == ()
    assert code(script, play, "0.1.0.0") == "decision-withdrawn"


def test_business_under_background_business_is_suspended() -> None:
    script = asking()
    script.steps["later"] = lambda state, frame, chance: done()
    assert code(script, script.run(Do(what="start"), Later(what="later")), "0.1.0.0") == "decision-suspended"


def test_seats_answered_for_by_an_instruction_are_not_listed() -> None:
    asks = [yes_no(0), yes_no(1), yes_no(2)]
    script = Script(start=lambda state, frame, chance: ask_each(asks, gather=True))
    house = {"instructions": {1: (Instruction(kinds=("yes_no",)),)}}
    play = script.run(Do(what="start"), **house)
    assert [decision.seat for decision in script.umpire(**house).decisions(play)] == [0, 2]


def test_an_instruction_gives_the_default_in_full_even_if_it_is_written_short() -> None:
    from domain.core.forms import Form, Split, Target

    form = Form((Split(name="load", targets=(Target("a", 0, 1), Target("b", 0, 1)), min=0, max=2),))
    from msgspec.structs import replace

    question = replace(yes_no(0, form), default={})
    script = Script(start=lambda state, frame, chance: ask(question)).answered(
        start=lambda state, frame, given, chance: done(Said(word=str(given[0]["load"])))
    )
    play = script.run(Do(what="start"), instructions={0: (Instruction(kinds=("yes_no",)),)})
    assert play.state.said == ("{}",)
