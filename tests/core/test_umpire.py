"""The umpire: beginnings, refusals with reasons, defaults, previews, typed-in draws."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.core.chance import Seeded
from domain.core.errors import BadOptions, DecisionWithdrawn, NotAnOption, Reason
from domain.core.happenings import Answered, Begun, FlowMoved
from domain.core.model import House, Outcome, again, ask, done
from domain.core.umpire import Umpire
from tests.core.scripted import Do, NoOptions, Said, Script, yes_no


def rolling() -> Script:
    """Yes rolls a die, no says no."""

    def answered(state: Any, frame: Any, given: Any, chance: Any) -> Outcome:
        said = Said(word=given[0]["do"])
        return done(said, then=(Do(what="roll"),)) if given[0]["do"] == "yes" else again(frame, said)

    def roll(state: Any, frame: Any, chance: Any) -> Outcome:
        return done(Said(word=str(chance.die("die"))), then=(Do(what="start"),))

    question = yes_no(0, rules=("scripted.1",))
    return Script(start=lambda state, frame, chance: ask(question), roll=roll).answered(start=answered)


def test_a_match_begins_with_its_whole_state_and_folds_from_nothing() -> None:
    script = rolling()
    play, facts = script.umpire().begin(NoOptions(), 1)
    assert isinstance(facts[0], Begun)
    assert (facts[0].state, facts[0].serial) == (play.state, play.serial)


def test_a_game_without_a_set_up_cannot_begin() -> None:
    script = rolling()
    script.game.starter = None
    with pytest.raises(BadOptions):
        script.umpire().begin(NoOptions(), 1)


def test_a_refusal_cites_the_rules_of_the_decision() -> None:
    script = rolling()
    with pytest.raises(NotAnOption) as refused:
        script.umpire().decide(script.run(Do(what="start")), "0.1.0.0", 0, {"do": "perhaps"})
    assert (refused.value.code, refused.value.rules, refused.value.reason) == ("not-an-option", ("scripted.1",), None)
    assert refused.value.misfits[0].pointer == "/do"


def test_the_game_may_give_a_reason_with_rules_of_its_own() -> None:
    script = rolling()
    seen = []

    @script.game.why_not("yes_no")
    def why(state: Any, frame: Any, question: Any, answer: Any) -> Reason | None:
        seen.append(answer)
        return Reason("no_perhaps", ("scripted.2",)) if answer.get("do") == "perhaps" else None

    umpire, play = script.umpire(), script.run(Do(what="start"))
    with pytest.raises(NotAnOption) as refused:
        umpire.decide(play, "0.1.0.0", 0, {"do": "perhaps"})
    assert (refused.value.reason, refused.value.rules) == ("no_perhaps", ("scripted.2",))
    with pytest.raises(NotAnOption) as refused:
        umpire.decide(play, "0.1.0.0", 0, "perhaps")
    assert (refused.value.reason, refused.value.rules) == (None, ("scripted.1",))
    assert seen == [{"do": "perhaps"}, {}], "a game is never handed what is no record"


def test_the_table_decides_the_answer_in_its_plain_spelling() -> None:
    script = rolling()
    _, facts = script.umpire().decide(script.run(Do(what="start")), "0.1.0.0", 0, {"do": "no"})
    assert facts[0] == Answered(decision="0.1.0.0", seat=0, answer={"do": "no"})


def test_a_preview_stops_in_front_of_a_draw_and_changes_nothing() -> None:
    script = rolling()
    umpire, play = script.umpire(), script.run(Do(what="start"))
    shown = umpire.preview(play, "0.1.0.0", 0, {"do": "yes"})
    assert [fact for fact in shown if isinstance(fact, Said)] == [Said(word="yes")]
    with pytest.raises(NotAnOption):
        umpire.preview(play, "0.1.0.0", 0, {"do": "perhaps"})


def test_defaults_are_given_only_to_decisions_that_are_still_open() -> None:
    script = rolling()
    umpire, play = script.umpire(), script.run(Do(what="start"))
    after, facts = umpire.time_out(play, ("0.1.0.0", "0.1.0.1", "0.9.0.0"))
    assert [fact.word for fact in facts if isinstance(fact, Said)] == ["no", "no"]
    assert [type(fact) for fact in facts].count(FlowMoved) == 1
    assert umpire.time_out(after, ("0.1.0.0",)) == (after, ())


def test_nothing_can_be_taken_back_at_a_table_that_asks_nothing() -> None:
    script = Script(start=lambda state, frame, chance: done())
    with pytest.raises(DecisionWithdrawn):
        script.umpire().withdraw(script.run(Do(what="start")), "0.1.0.0", 0)


def test_the_umpire_keeps_nothing() -> None:
    script = rolling()
    umpire, play = script.umpire(), script.run(Do(what="start"))
    first = umpire.decide(play, "0.1.0.0", 0, {"do": "yes"})
    umpire.decide(play, "0.1.0.0", 0, {"do": "no"})
    assert umpire.decide(play, "0.1.0.0", 0, {"do": "yes"}) == first


def test_two_tables_with_one_seed_draw_alike_and_with_another_differently() -> None:
    script = rolling()
    play = script.run(Do(what="start"))

    def rolled(key: bytes, times: int = 12) -> list[str]:
        umpire, at = Umpire(script.game, House(), Seeded(key)), play
        for _ in range(times):
            at, _ = umpire.decide(at, umpire.decisions(at)[0].id, 0, {"do": "yes"})
        return [word for word in at.state.said if word != "yes"]

    assert rolled(b"one") == rolled(b"one")
    assert rolled(b"one") != rolled(b"two")


def test_a_rewound_match_meets_the_same_dice() -> None:
    script = rolling()
    umpire, play = script.umpire(), script.run(Do(what="start"))
    after, _ = umpire.decide(play, "0.1.0.0", 0, {"do": "yes"})
    rewound = Umpire(script.game, House(rewinds=1), Seeded(b"scripted"))
    again_after, _ = rewound.decide(play, "1.1.0.0", 0, {"do": "yes"})
    assert again_after == after
    assert replace(after, state=play.state) != play
