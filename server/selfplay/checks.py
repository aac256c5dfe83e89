"""What must hold after every append of every match; the first thing that does not is raised."""

from collections.abc import Iterable
from typing import Any

import msgspec

from domain.core.fillings import is_fillable
from domain.core.folding import apply
from domain.core.forms import misfit
from domain.core.game import Game
from domain.core.happenings import Answered, Begun, FlowMoved, Withdrawn
from domain.core.model import AnyPlay, Ask, Decision, Fact
from domain.core.openings import waits_for_worker
from domain.core.umpire import Umpire
from server.selfplay.match import Append

FOREGROUND_FACTS = 1_000
"""More facts than one answer may cause while its player waits; longer business belongs in the background."""


class Broken(Exception):
    """Something that must always hold does not."""


def require(holds: object, what: str) -> None:
    """Raise what is broken, unless it holds."""
    if not holds:
        raise Broken(what)


class Referee:
    """Follows one match by its stored facts alone and compares."""

    def __init__(self, umpire: Umpire) -> None:
        self._umpire = umpire
        self._game = umpire.game
        self.folded: AnyPlay | None = None
        self.facts = 0

    def check(self, append: Append) -> None:
        """Raise what is broken about an append or about the point at which it leaves the match."""
        require_one_bookkeeping_fact(append.facts)
        if append.decision is not None:
            require(len(append.facts) <= FOREGROUND_FACTS, f"{len(append.facts)} facts from one answer")
        self._fold(append.facts)
        require(self.folded == append.after, "folding the stored facts does not give what deciding gave")
        codec = self._game.codec
        require(codec.decode_play(codec.encode_play(append.after)) == append.after, "a snapshot reads back differently")
        require_rest(self._umpire, append.after)

    def _fold(self, facts: Iterable[Fact]) -> None:
        for fact in facts:
            self.facts += 1
            stored = as_stored(self._game, fact)
            require(stored == fact, f"stored and read back, {fact!r} becomes {stored!r}")
            self.folded = apply(self._game, self.folded, stored)
            if not isinstance(fact, Answered | Withdrawn | FlowMoved | Begun):
                require_invariants(self._game, self.folded.state, fact)


def as_stored(game: Game, fact: Fact) -> Fact:
    """A fact written to a store and read back."""
    tag, fields = game.codec.encode_fact(fact)
    return game.codec.decode_fact(tag, msgspec.json.decode(msgspec.json.encode(fields)))


def require_one_bookkeeping_fact(facts: tuple[Fact, ...]) -> None:
    """An append has at most one fact about the agenda, and it is the last."""
    flows = [place for place, fact in enumerate(facts) if isinstance(fact, FlowMoved)]
    require(flows in ([], [len(facts) - 1]), f"bookkeeping facts at {flows} of {len(facts)}")


def require_invariants(game: Game, state: Any, fact: Fact) -> None:
    """The game finds nothing wrong with its state after a fact."""
    wrong = list(game.checker(state))
    require(not wrong, f"after {fact!r}: {'; '.join(wrong)}")


def require_rest(umpire: Umpire, play: AnyPlay) -> None:
    """A match rests at its end, in front of a worker's business, or at open decisions with sound forms."""
    if not play.agenda:
        require(play.result is not None, "the agenda is empty, but there is no result")
        require(not umpire.decisions(play), "a finished match asks")
        return
    require(play.result is None, "a match with a result has unfinished business")
    open_now = umpire.decisions(play)
    if waits_for_worker(umpire.game, play, umpire.house):
        require(not open_now, "the table waits for a worker and for seats at once")
        return
    require(any(decision.mode != "offer" for decision in open_now), "the table waits for nobody")
    require_sound_decisions(open_now)


def require_sound_decisions(open_now: tuple[Decision, ...]) -> None:
    """One decision per seat, each under a name of its own, with a form that can be filled and a default that fits."""
    names = [decision.id for decision in open_now]
    require(len(set(names)) == len(names), f"two decisions share a name: {names}")
    seats = [decision.seat for decision in open_now if decision.mode != "offer"]
    require(len(set(seats)) == len(seats), f"a seat is asked twice at once: {seats}")
    for decision in open_now:
        require_sound_ask(decision.ask)


def require_sound_ask(ask: Ask) -> None:
    """Every listed option can be carried through, and the default fits."""
    require(is_fillable(ask.form), f"{ask.kind}: an option is listed that cannot be carried through")
    wrong = misfit(ask.form, ask.default)
    require(wrong is None, f"{ask.kind}: the default does not fit: {wrong}")
