"""Tokens that go back to bases, and tokens that their owner chooses to lose (V.9, V.11)."""

from domain.core.chance import Chance
from domain.core.forms import Answer, Form
from domain.core.model import Ask, Fact, Outcome, ask_each, done
from domain.core.rules import rule
from domain.cosmic import frames
from domain.cosmic.board import bases, duel_of, priority
from domain.cosmic.facts import TokensLifted, TokensPlaced
from domain.cosmic.forms import oval_first, placing_split, put_order, token_split
from domain.cosmic.frames import Homecoming, Loss, Owed
from domain.cosmic.registry import answer, step
from domain.cosmic.state import State


@step(frames.Placing)
@rule("cosmic.place.1", "cosmic.place.2", "cosmic.resolve.7")
def placing(state: State, frame: frames.Placing, chance: Chance) -> Outcome:
    """Owners with a base choose where their tokens go, all at once."""
    asked = [entry for entry in frame.homecomings if bases(state, entry.seat)]
    if not asked:
        return done(*placed(state, frame, {}))
    return ask_each([_where(state, entry) for entry in asked], gather=True)


def _where(state: State, entry: Homecoming) -> Ask:
    total = sum(entry.places.values())
    return Ask(
        seat=entry.seat,
        kind="place_tokens",
        form=Form((placing_split(state, entry.seat, total),)),
        default={"tokens": put_order(state, entry.seat, total)},
        rules=("cosmic.place.1",),
    )


@answer(frames.Placing)
@rule("cosmic.place.1")
def place(state: State, frame: frames.Placing, given: dict[int, Answer], chance: Chance) -> Outcome:
    """All tokens are put where their owners said."""
    return done(*placed(state, frame, given))


@rule("cosmic.place.2")
def placed(state: State, frame: frames.Placing, given: dict[int, Answer]) -> tuple[Fact, ...]:
    """Without a base tokens go to the Black Hole, and nothing follows from it."""
    order = priority(state)
    entries = sorted(frame.homecomings, key=lambda entry: order.index(entry.seat))
    return tuple(
        TokensPlaced(seat=entry.seat, places=entry.places, bases=_to(entry, given), lifted=entry.lifted)
        for entry in entries
    )


def _to(entry: Homecoming, given: dict[int, Answer]) -> dict[str, int]:
    chosen: dict[str, int] | None = given[entry.seat]["tokens"] if entry.seat in given else None
    return {"black_hole": sum(entry.places.values())} if chosen is None else chosen


@rule("cosmic.deal.9")
def losable(state: State, owed: Owed, cause: str) -> dict[str, int]:
    """Where a seat may choose tokens to lose: bases and, for the offence after a failed deal, the oval."""
    held = state.tokens[owed.seat]
    is_on_oval = cause == "failed_deal" and owed.seat == duel_of(state).offence and held.oval
    return {"oval": held.oval, **bases(state, owed.seat)} if is_on_oval else bases(state, owed.seat)


@step(frames.Choosing)
@rule("cosmic.deal.9")
def choosing(state: State, frame: frames.Choosing, chance: Chance) -> Outcome:
    """Seats choose which tokens they lose, all at once; who has fewer loses all."""
    asked = [owed for owed in frame.owed if losable(state, owed, frame.cause) and owed.tokens]
    if not asked:
        return done()
    return ask_each([_which(state, owed, frame.cause) for owed in asked], gather=True)


def _which(state: State, owed: Owed, cause: str) -> Ask:
    places = losable(state, owed, cause)
    total = min(owed.tokens, sum(places.values()))
    return Ask(
        seat=owed.seat,
        kind="choose_tokens",
        form=Form((token_split(places, total, total),)),
        default={"tokens": oval_first(state, owed.seat, total, places.get("oval", 0))},
        rules=("cosmic.deal.9",),
    )


@answer(frames.Choosing)
@rule("cosmic.deal.9")
def choose(state: State, frame: frames.Choosing, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The tokens chosen are lifted and about to be lost."""
    losses = tuple(
        Loss(owner=owed.seat, places=given[owed.seat]["tokens"], winner=owed.winner)
        for owed in frame.owed
        if owed.seat in given
    )
    return done(*lifted(losses), then=(frames.Losses(losses=losses, cause=frame.cause),))


def lifted(losses: tuple[Loss, ...]) -> tuple[Fact, ...]:
    """The tokens of a batch are taken up."""
    return tuple(TokensLifted(seat=loss.owner, places=loss.places) for loss in losses if loss.places)
