"""Nested sealed reaction windows."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.core.happenings import Answered
from domain.core.model import Instruction
from tests.shapes.sitting import Sitting
from tests.shapes.windows import windows

PARRY = {"do": "play:parry"}
ZAP = {"do": "play:zap"}
PASS = {"do": "pass"}


def window(*hands: str, **house: Any) -> Sitting:
    """A table at its first window, with these hands: words of p(arry), z(ap), d(ud)."""
    table = Sitting(windows, len(hands))
    words = {"p": "parry", "z": "zap", "d": "dud"}
    held = tuple(tuple(sorted(words[letter] for letter in hand)) for hand in hands)
    table.play = replace(table.play, state=replace(table.play.state, hands=held))
    table.settle(**house)
    return table


def everybody(table: Sitting, **wishes: dict[str, str]) -> None:
    """All who are asked answer, passing unless they wish otherwise (`s1=...`)."""
    for seat, name in table.asked().items():
        table.send(name, seat, **wishes.get(f"s{seat}", PASS))


def test_all_who_hold_cards_are_asked_whatever_they_hold() -> None:
    assert list(window("dd", "dd", "pz", "").asked()) == [1, 2]


def test_a_window_in_which_all_pass_closes() -> None:
    table = window("dd", "dp", "dp")
    everybody(table)
    assert table.told() == ["TurnEnded"]
    assert table.play.state.scores == (1, 0, 0)


def test_the_first_seat_in_turn_order_plays_and_the_others_answers_are_dropped_unseen() -> None:
    table = window("dd", "dp", "pp")
    everybody(table, s1=PARRY, s2=PARRY)
    assert table.play.state.discard == ("parry",)
    assert table.play.state.hands[2] == ("parry", "parry")
    assert all(item.answers == {} for item in table.play.agenda)


def test_a_reaction_opens_a_window_of_its_own_on_top() -> None:
    table = window("zd", "dp", "zd")
    everybody(table, s1=PARRY)
    assert {table.open(seat).ask.kind for seat in (0, 2)} == {"zap"}
    everybody(table, s2=ZAP)
    assert table.play.state.discard == ("parry", "zap")
    assert table.open(1).ask.kind == "react", "the parry was zapped, so the window is open again"


def test_a_window_that_is_reopened_withdraws_its_decisions() -> None:
    table = window("zd", "dp", "dp")
    old = table.asked()
    everybody(table, s1=PARRY)
    assert table.refusal(old[2], 2, **PARRY) == "decision-withdrawn"
    everybody(table, s0=ZAP)
    assert not set(old.values()) & set(table.asked().values())
    assert table.refusal(old[2], 2, **PARRY) == "decision-withdrawn"


def test_a_parry_that_counts_denies_the_point() -> None:
    table = window("dd", "dp", "dd")
    everybody(table, s1=PARRY)
    everybody(table)
    assert table.play.state.scores == (0, 0, 0)
    assert table.play.state.turn == 1


def test_strict_windows_ask_who_can_only_pass() -> None:
    table = window("dd", "dd", "dd")
    assert list(table.asked()) == [1, 2]


def test_fast_windows_answer_for_who_can_only_pass_and_skip_empty_ones() -> None:
    table = window("dd", "dd", "dp", window_policy="fast")
    assert list(table.asked()) == [2]
    noted = [fact for fact in table.facts if isinstance(fact, Answered)]
    assert [(fact.seat, fact.answer) for fact in noted] == [(1, PASS)]
    table = window("dd", "dd", "dd", window_policy="fast")
    assert table.play.result is not None, "nobody can ever react, so the match plays itself"


def test_a_standing_instruction_passes_whatever_the_seat_could_have_done() -> None:
    table = window("dd", "dp", "dp", instructions={1: (Instruction(kinds=("react",)),)})
    assert list(table.asked()) == [2]
    table.send(table.asked()[2], 2, **PASS)
    assert table.play.state.scores == (1, 0, 0)


def test_an_instruction_for_one_kind_leaves_the_others() -> None:
    table = window("dd", "pz", "dp", instructions={1: (Instruction(kinds=("react",)),)})
    table.send(table.asked()[2], 2, **PARRY)
    assert table.open(1).ask.kind == "zap"


@pytest.mark.parametrize(("mark", "asked"), [(0, [2]), (1, [1, 2])])
def test_an_instruction_ends_with_its_turn(mark: int, asked: list[int]) -> None:
    table = window("dd", "dp", "dp", instructions={1: (Instruction(kinds=("react",), until="turn", mark=mark),)})
    assert list(table.asked()) == asked


def test_an_instruction_given_while_the_window_is_open_answers_at_once() -> None:
    table = window("dd", "dp", "dp")
    table.send(table.asked()[2], 2, **PASS)
    table.settle(instructions={1: (Instruction(kinds=("react",)),)})
    assert table.play.state.turn == 1


def test_every_candidate_leaves_one_answered_fact_whether_asked_or_answered_for() -> None:
    asked = window("dd", "dp", "dp")
    everybody(asked)
    answered_for = window("dd", "dp", "dp", instructions={1: (Instruction(kinds=("react",), until="turn", mark=0),)})
    first = [fact for fact in answered_for.facts if isinstance(fact, Answered)]
    everybody(answered_for)
    assert [fact.seat for fact in first] == [1]
    assert asked.play.state == answered_for.play.state
    assert asked.play.serial == answered_for.play.serial
