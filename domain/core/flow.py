"""The agenda: unfinished business, worked from the top until the table rests."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from domain.core import asks as questions
from domain.core.canonical import canonical
from domain.core.chance import Chance, DrawMissing, Entered, Source, card_missing
from domain.core.errors import RulesStuck
from domain.core.facedown import (
    Card,
    Looked,
    cards_in,
    face_up,
    in_sight,
    laid_out,
    places,
    turned,
    unknown,
    with_names,
)
from domain.core.forms import Answer
from domain.core.game import Game
from domain.core.happenings import Answered, FlowMoved, Turned, Withdrawn
from domain.core.model import HOST, Again, AnyPlay, Asks, Done, Fact, Frame, House, Item, Outcome, Over, Play

STEPS_PER_APPEND = 200_000
"""More steps than any resolution takes; beyond it the rules go round in circles."""

Facts = tuple[Fact, ...]
Full = Callable[[int], bool]
"""Whether a chunk of so many facts is large enough to be stored."""


class Run:
    """A match while its agenda moves: the one place where something changes in the core."""

    def __init__(self, game: Game, play: AnyPlay, source: Source | None, house: House) -> None:
        self.game = game
        self.before = play
        self.looked = Looked()
        self.has_cardboard = house.is_entered or bool(play.hidden)
        self.state = laid_out(play.state, play.hidden, self.looked)
        self.agenda = list(play.agenda)
        self.serial = play.serial
        self.draws = dict(play.draws)
        self.entered = play.entered
        self.result = play.result
        self.source = source
        self.house = house
        self.unsealed = False
        self.facts: list[Fact] = []

    def work(self, *, background: bool, is_full: Full) -> None:
        """Work the top frame until seats are asked, a draw is missing, a worker must go on, or nothing is left."""
        background = background or self.house.is_entered
        for _ in range(STEPS_PER_APPEND):
            if not self.agenda:
                return
            if self.game.is_background(self.agenda[-1].frame) and (not background or is_full(len(self.facts))):
                return
            chance = self._chance()
            try:
                outcome = self._outcome(chance)
            except DrawMissing:
                return
            if outcome is None:
                return
            self._take(outcome, chance)
        raise RulesStuck(f"{self.game.slug}: no rest after {STEPS_PER_APPEND} steps; on top: {self.agenda[-1].frame}")

    def missing(self) -> DrawMissing | None:
        """The draw that the top frame needs and nobody has typed in; this run is of no use after that."""
        try:
            self._outcome(self._chance())
        except DrawMissing as missing:
            return missing
        return None

    def _chance(self) -> Chance:
        return Chance(self.source or Entered(self.entered), self.draws, self.looked)

    def _outcome(self, chance: Chance) -> Outcome | None:
        """What the top frame comes to, or nothing if it waits for seats."""
        frame = self.agenda[-1].frame
        self.looked.cards.clear()
        outcome = self._in_the_open(self.game.steps[type(frame)](self.state, frame, chance))
        if not isinstance(outcome, Asks):
            return outcome
        if chance.drawn or self.game.is_background(frame):
            raise RulesStuck(f"{self.game.slug}: a step that asks draws nothing and is no background step: {frame}")
        if not outcome.asks and outcome.mode != "gather":
            raise RulesStuck(f"{self.game.slug}: nobody is asked: {frame}")
        given = self._given(outcome)
        if given is None:
            return None
        self.looked.cards.clear()
        answered = self._in_the_open(self.game.answerers[type(frame)](self.state, frame, given, chance))
        if isinstance(answered, Asks):
            raise RulesStuck(f"{self.game.slug}: an answer cannot ask; say again(...) and let the step ask: {frame}")
        self._deliver(outcome, given)
        return answered

    def _in_the_open(self, outcome: Outcome) -> Outcome:
        """The outcome, if no card that lies face down on a real table was needed for it."""
        if not self.has_cardboard:
            return outcome
        card = next(iter(self.looked.cards), None) or next(self._brought_to_light(outcome), None)
        if card is not None:
            raise card_missing(unknown(self.state, card))
        return outcome

    def _brought_to_light(self, outcome: Outcome) -> Iterator[Card]:
        if isinstance(outcome, Asks):
            yield from cards_in(outcome)
            return
        state = self.state
        for fact in outcome.facts:
            yield from in_sight(fact)
            state = self.game.apply(state, fact)
        yield from in_sight(state)
        yield from cards_in(replace(outcome, facts=()))

    def _deliver(self, asks: Asks, given: dict[int, Answer]) -> None:
        """The answers were carried out: they wait no more, and sealed ones are sealed no more."""
        top = self.agenda[-1]
        is_gathered = questions.is_gathered(asks, self.house)
        left = {} if is_gathered else {seat: answer for seat, answer in top.answers.items() if seat not in given}
        self.agenda[-1] = replace(top, answers=left)
        self.unsealed |= is_gathered and len(given) > 1

    def _given(self, asks: Asks) -> dict[int, Answer] | None:
        """The answers that can be carried out now; those given without asking are noted like any other."""
        top = self.agenda[-1]
        known = questions.waiting(asks, top, self.house)
        automatic = questions.automatic(asks, known, self.game, self.play(), self.house)
        hidden = {question.seat for question in asks.asks if question.hidden}
        noted = {seat: answer for seat, answer in automatic.items() if seat in hidden}
        if noted or known != top.answers:
            self.agenda[-1] = replace(top, answers=known)
            for seat, answer in noted.items():
                self.note_answer(seat, answer)
        return questions.enough(asks, known | automatic, self.house)

    def note_answer(self, seat: int, answer: Answer) -> None:
        """Keep a seat's answer with the item that asked for it, and tell that it came."""
        top = self.agenda[-1]
        count = top.counts.get(seat, 0)
        self.facts.append(Answered(decision=decision_id(self.house, top, seat), seat=seat, answer=answer))
        self.agenda[-1] = replace(top, answers={**top.answers, seat: answer}, counts={**top.counts, seat: count + 1})

    def drop_answer(self, seat: int, decision: str) -> None:
        """Give a seat its waiting answer back."""
        top = self.agenda[-1]
        self.facts.append(Withdrawn(decision=decision, seat=seat))
        self.agenda[-1] = replace(top, answers={s: a for s, a in top.answers.items() if s != seat})

    def interrupt(self, decision: str, seat: int, answer: Answer, frame: Frame) -> None:
        """Put the business of a standing offer on top of what is being asked."""
        top = self.agenda[-1]
        self.facts.append(Answered(decision=decision, seat=seat, answer=answer))
        self.agenda[-1] = replace(top, taken=top.taken + 1)
        self._push((frame,))

    def enter_draw(self, decision: str, answer: Answer, missing: DrawMissing, said: Any) -> None:
        """Keep what the host has typed in: a draw, cards of a shuffle, or cards that lay face down."""
        top = self.agenda[-1]
        self.facts.append(Answered(decision=decision, seat=HOST, answer=answer))
        self.agenda[-1] = replace(top, counts={**top.counts, HOST: top.counts.get(HOST, 0) + 1})
        card = missing.card
        known = {} if card is None else dict(zip(card.places, said, strict=False))
        if card is not None and card.is_on_table:
            self._turn(known)
            return
        name = f"{missing.label}#{missing.count}"
        value = said if card is None else {**self.entered.get(name, {}), **known}
        self.entered = canonical({**self.entered, name: value})

    def _turn(self, said: dict[str, str]) -> None:
        before, after = face_up(self.state), turned(self.state, said)
        self.state = laid_out(with_names(before, after.names), after.hidden, self.looked)
        self.facts.append(canonical(Turned(names=after.names)))

    def apply(self, facts: Facts) -> None:
        """Let facts happen."""
        for fact in facts:
            stored = canonical(fact)
            self.state = self.game.apply(self.state, stored)
            self.facts.append(face_up(stored) if self.has_cardboard else stored)

    def _take(self, outcome: Outcome, chance: Chance) -> None:
        assert not isinstance(outcome, Asks)
        self._count_draws(chance)
        self.apply(outcome.facts)
        match outcome:
            case Done():
                self.agenda.pop()
                if outcome.give is not None and self.agenda:
                    below = self.agenda[-1]
                    self.agenda[-1] = replace(below, frame=replace(below.frame, given=canonical(outcome.give)))
                self._push(outcome.then)
            case Again():
                self._go_on(outcome)
                self._push(outcome.then)
            case Over():
                self.agenda = []
                self.result = canonical(outcome.result)

    def _go_on(self, outcome: Again) -> None:
        top = self.agenda[-1]
        frame = canonical(replace(outcome.frame, given=None))
        if outcome.fresh:
            self.agenda[-1] = Item(self.serial, frame)
            self.serial += 1
        else:
            self.agenda[-1] = replace(top, frame=frame)

    def _push(self, frames: tuple[Frame, ...]) -> None:
        for frame in reversed(frames):
            self.agenda.append(Item(self.serial, canonical(frame)))
            self.serial += 1

    def _count_draws(self, chance: Chance) -> None:
        used = {f"{label}#{n}" for label, count in chance.drawn.items() for n in range(self.draws.get(label, 0), count)}
        if used & set(self.entered):
            self.entered = {name: value for name, value in self.entered.items() if name not in used}
        self.draws.update(chance.drawn)

    def play(self) -> AnyPlay:
        """The match as it stands now."""
        hidden = places(self.state) if self.has_cardboard else {}
        return Play(
            state=face_up(self.state) if hidden else self.state,
            agenda=tuple(self.agenda),
            serial=self.serial,
            draws=dict(self.draws),
            entered=self.entered,
            hidden=canonical(hidden),
            result=self.result,
        )

    def finish(self) -> tuple[AnyPlay, Facts]:
        """The match at rest, and all that happened, closed by the net change of the agenda."""
        after = self.play()
        moved = net_flow(self.before, after, unsealed=self.unsealed)
        return after, (*self.facts, *([moved] if moved else []))


def net_flow(before: AnyPlay, after: AnyPlay, *, unsealed: bool) -> FlowMoved[Any] | None:
    """The one bookkeeping fact of an append, if the agenda, the draws or the result changed."""
    old, new = before.agenda, after.agenda
    keep = 0
    while keep < min(len(old), len(new)) and (old[keep] is new[keep] or old[keep] == new[keep]):
        keep += 1
    draws = {label: count for label, count in after.draws.items() if before.draws.get(label) != count}
    is_same = keep == len(old) == len(new) and before.serial == after.serial
    is_told = before.entered == after.entered and before.hidden == after.hidden
    if is_same and not draws and is_told and before.result == after.result:
        return None
    return FlowMoved(
        keep=keep,
        push=new[keep:],
        serial=after.serial,
        draws=draws,
        entered=after.entered,
        hidden=after.hidden,
        result=after.result,
        unsealed=unsealed,
    )


def answered_id(house: House, item: Item[Any], seat: int) -> str:
    """The name of what a seat answered last at an item."""
    return f"{house.rewinds}.{item.serial}.{seat}.{item.counts.get(seat, 0) - 1}"


def decision_id(house: House, item: Item[Any], seat: int) -> str:
    """The name of what an item asks of a seat; it is never used twice."""
    return f"{house.rewinds}.{item.serial}.{seat}.{item.counts.get(seat, 0)}"
