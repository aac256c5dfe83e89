"""The Vulch: edicts that others have played come into its hand."""

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Answer, Option
from domain.core.model import Ask, Outcome, again, ask, done
from domain.core.rules import rule
from domain.cosmic import frames
from domain.cosmic.board import duel_of, is_active, priority
from domain.cosmic.components import CARDS
from domain.cosmic.facts import CardsDiscarded, CardTaken
from domain.cosmic.forms import PASS, pick
from domain.cosmic.registry import STANDS, answer, step
from domain.cosmic.state import State


@rule("cosmic.pw.vulch")
def may_take(state: State, seat: int, frame: frames.Vulching) -> bool:
    """Another seat's edict, each kind at most as often in a duel as the box holds it."""
    taken = duel_of(state).vulched.get(f"{seat}:{frame.card}", 0)
    has_power = seat != frame.seat and is_active(state, seat, "vulch")
    return has_power and seat not in frame.passed and taken < CARDS[frame.card].copies


@step(frames.Vulching)
@rule("cosmic.pw.vulch", "cosmic.edict.1")
def vulching(state: State, frame: frames.Vulching, chance: Chance) -> Outcome:
    """One Vulch after another may take an edict that was carried out; otherwise it is discarded."""
    if frame.taking is not None and frame.given == STANDS:
        return done(CardTaken(seat=frame.taking, power="vulch", card=frame.card))
    seat = next((seat for seat in priority(state) if may_take(state, seat, frame)), None)
    if seat is None:
        return done(CardsDiscarded(cards=(frame.card,), edict=True))
    form = pick(Option("take", {"card": frame.card}), PASS)
    return ask(Ask(seat=seat, kind="vulch_take", form=form, default={"do": "take"}, rules=("cosmic.pw.vulch",)))


@answer(frames.Vulching)
@rule("cosmic.pw.vulch")
def take_edict(state: State, frame: frames.Vulching, given: dict[int, Answer], chance: Chance) -> Outcome:
    """Taking is a use of the power like any other."""
    ((seat, chosen),) = given.items()
    if chosen["do"] == PASS.id:
        return again(replace(frame, passed=(*frame.passed, seat)))
    after = replace(frame, passed=(*frame.passed, seat), taking=seat)
    return again(after, then=(frames.Declaration(seat=seat, power="vulch", option=None),))
