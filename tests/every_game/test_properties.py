"""The properties notice what they are there to notice: small games, each spoilt in one way."""

from collections.abc import Iterator
from copy import copy
from typing import Any
from zlib import crc32

import pytest
from msgspec.structs import replace

from domain.core.forms import Option, pick_form
from domain.core.game import BotMove, Game
from domain.core.model import Frame, Outcome, ask
from server.selfplay.checks import Broken
from tests.every_game.properties.answering import fitting_answers_are_accepted, only_answers_resolve_themselves
from tests.every_game.properties.endings import play_to_the_end
from tests.every_game.properties.secrets import hidden_things_change_nothing
from tests.every_game.properties.subjects import Subject, subject
from tests.shapes import hands as hand_game
from tests.shapes import sealed as sealed_game
from tests.shapes import windows as window_game

POOLS = {"hands": "cards", "deck": "cards", "down": "cards", "rest": "cards"}


def spoilt(game: Game, **registries: dict[Any, Any]) -> Game:
    """A copy of a game with some of its functions replaced."""
    other = copy(game)
    for name, functions in registries.items():
        setattr(other, name, {**getattr(game, name), **functions})
    return other


def examine(found: Subject, seeds: range = range(6)) -> None:
    """Look for leaks at every rest of some matches."""
    for seed in seeds:
        umpire, random = found.umpire(seed), found.random(seed)
        for append in play_to_the_end(found, seed):
            hidden_things_change_nothing(found, umpire, append.after, random)


def test_an_applier_that_does_not_do_what_its_fact_says_breaks_an_invariant() -> None:
    game = spoilt(sealed_game.sealed, appliers={sealed_game.BidsOpened: _lose_coins})
    with pytest.raises(Broken, match="owes coins"):
        play_to_the_end(subject(game, 2), seed=1)


def _lose_coins(state: Any, fact: Any) -> Any:
    return replace(state, coins=tuple(coins - 3 for coins in state.coins), won=state.won)


def test_a_default_that_does_not_fit_is_noticed() -> None:
    def sale(state: Any, frame: Any, chance: Any) -> Outcome:
        outcome: Any = sealed_game.sale(state, frame, chance)
        return replace(outcome, asks=tuple(replace(entry, default={"coins": 99}) for entry in outcome.asks))

    with pytest.raises(Broken, match="default does not fit"):
        play_to_the_end(subject(spoilt(sealed_game.sealed, steps={sealed_game.Sale: sale}), 2), seed=1)


def test_state_outside_the_facts_is_noticed_when_folding() -> None:
    runs: Iterator[int] = iter(range(10**6))

    def forgetful(state: Any, fact: Any) -> Any:
        return replace(sealed_game.bids_opened(state, fact), won=(next(runs),) * len(state.won))

    game = spoilt(sealed_game.sealed, appliers={sealed_game.BidsOpened: forgetful})
    with pytest.raises(Broken, match="folding"):
        play_to_the_end(subject(game, 2), seed=1)


def test_a_window_that_asks_only_who_can_react_tells_a_secret() -> None:
    def window(state: Any, frame: Any, chance: Any) -> Outcome:
        outcome: Any = window_game.window(state, frame, chance)
        if not hasattr(outcome, "asks"):
            return outcome  # type: ignore[no-any-return]
        able = tuple(entry for entry in outcome.asks if len(entry.form.slots[0].options) > 1)
        return replace(outcome, asks=able or outcome.asks[:1])

    game = spoilt(window_game.windows, steps={window_game.Window: window})
    with pytest.raises(Broken, match="who is asked"):
        examine(subject(game, 4, pools=POOLS))


def test_a_form_made_from_the_deck_tells_a_secret() -> None:
    def swap(state: Any, frame: Any, chance: Any) -> Outcome:
        top = state.deck[:1] or ("nothing",)
        form = pick_form("card", Option(f"peek:{top[0]}"), Option("keep"))
        question = hand_game.Ask(seat=frame.seat, kind="swap", form=form, default={"card": "keep"}, pace=True)
        return ask(question)

    def swapped(state: Any, frame: Any, given: Any, chance: Any) -> Outcome:
        return hand_game.done()

    game = spoilt(hand_game.hands, steps={hand_game.Swap: swap}, answerers={hand_game.Swap: swapped})
    with pytest.raises(Broken, match="decisions of"):
        examine(subject(game, 3, pools=POOLS))


def test_a_bot_that_looks_at_other_hands_is_noticed() -> None:
    def cheat(move: BotMove) -> Any:
        ids = [option.id for option in move.decision.ask.form.slots[0].options]  # type: ignore[union-attr]
        return {"card": ids[crc32(repr(move.state.hands).encode()) % len(ids)]}

    with pytest.raises(Broken, match="sees what its seat may not see"):
        examine(subject(spoilt(hand_game.hands, bots={"cheat": cheat}), 3, pools=POOLS))


def test_an_option_that_the_game_cannot_carry_out_is_noticed() -> None:
    def opened(state: Any, frame: Frame, given: Any, chance: Any) -> Outcome:
        if any(answer["coins"] == 6 for answer in given.values()):
            raise KeyError("six")
        return sealed_game.opened(state, frame, given, chance)  # type: ignore[arg-type]

    found = subject(spoilt(sealed_game.sealed, answerers={sealed_game.Sale: opened}), 2)
    umpire, random = found.umpire(1), found.random(1)
    play, _ = umpire.begin(found.options, 2)
    play, _ = umpire.decide(play, "0.1.0.0", 0, {"coins": 1})
    with pytest.raises(KeyError, match="six"):
        for _ in range(40):
            fitting_answers_are_accepted(umpire, play, umpire.decisions(play)[0], random)


def test_asking_for_the_only_answer_is_noticed() -> None:
    found = subject(hand_game.hands, 2)
    umpire = found.umpire(1)
    play, _ = umpire.begin(found.options, 2)
    decision = umpire.decisions(play)[0]
    alone = replace(decision.ask, form=pick_form("card", Option("lay:x")), pace=False)
    with pytest.raises(Broken, match="only one answer"):
        only_answers_resolve_themselves(umpire, replace(decision, ask=alone))
