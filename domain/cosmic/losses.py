"""V.12. Tokens about to be lost: who saves them, who makes it worse, and where they go."""

from collections.abc import Callable

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Answer
from domain.core.model import Outcome, again, ask, done
from domain.core.rules import rule
from domain.cosmic import frames
from domain.cosmic.facts import TokensEliminated, TokensLost
from domain.cosmic.powers import loss as powers
from domain.cosmic.registry import STANDS, answer, step
from domain.cosmic.state import State

AFTER = {"zombie": "void", "void": "healer", "healer": "gone", "gone": "vacuum"}


@step(frames.Losses)
@rule("cosmic.resolve.3", "cosmic.window.2")
def losses(state: State, frame: frames.Losses, chance: Chance) -> Outcome:
    """Owner by owner: Zombie, Void, Healer, Black Hole, Vacuum."""
    if not frame.losses:
        return done()
    if not frame.losses[0].places:
        return again(next_owner(frame))
    return STAGES[frame.stage](state, frame, chance)


def next_owner(frame: frames.Losses) -> frames.Losses:
    """The first owner's tokens are settled."""
    return replace(frame, losses=frame.losses[1:], stage="zombie", healers=(), healing=None)


def next_stage(frame: frames.Losses) -> frames.Losses:
    """The next who may act on the first owner's tokens."""
    return replace(frame, stage=AFTER[frame.stage])


@rule("cosmic.pw.zombie", "cosmic.window.2")
def zombie(state: State, frame: frames.Losses, chance: Chance) -> Outcome:
    """A Zombie's tokens go back to its bases and are not lost."""
    loss = frame.losses[0]
    if frame.given == STANDS:
        return again(next_owner(frame), then=(powers.saved(loss),))
    if frame.given is None and powers.zombie_acts(state, loss):
        return again(frame, then=(frames.Declaration(seat=loss.owner, power="zombie"),))
    return again(next_stage(frame))


@rule("cosmic.pw.void")
def void(state: State, frame: frames.Losses, chance: Chance) -> Outcome:
    """The winner's Void eliminates the tokens; one declaration holds for the whole batch."""
    loss = frame.losses[0]
    if frame.given is not None and loss.winner is not None:
        frame = replace(frame, void={**frame.void, loss.winner: frame.given})
    if powers.void_acts(state, loss, frame):
        return again(frame, then=(frames.Declaration(seat=loss.winner or 0, power="void"),))
    if loss.winner is not None and frame.void.get(loss.winner) == STANDS:
        tokens = sum(loss.places.values())
        gone = TokensEliminated(seat=loss.owner, places=loss.places, tokens=tokens, cause=frame.cause)
        return again(next_owner(frame), gone)
    return again(next_stage(frame))


@rule("cosmic.pw.healer")
def healer(state: State, frame: frames.Losses, chance: Chance) -> Outcome:
    """Healers are asked one after another; the first whose help stands settles the matter."""
    loss = frame.losses[0]
    if frame.healing is not None and frame.given == STANDS:
        return again(next_owner(frame), then=(powers.saved(loss), frames.HealerDraw(seat=frame.healing)))
    seat = powers.next_healer(state, loss, frame)
    if seat is None:
        return again(next_stage(frame))
    return ask(powers.healing_offer(seat, loss))


@answer(frames.Losses)
@rule("cosmic.pw.healer")
def heal(state: State, frame: frames.Losses, given: dict[int, Answer], chance: Chance) -> Outcome:
    """Healing is a use of the power like any other."""
    ((seat, chosen),) = given.items()
    asked = replace(frame, healers=(*frame.healers, seat))
    if chosen["do"] != "heal":
        return again(asked)
    return again(replace(asked, healing=seat), then=(frames.Declaration(seat=seat, power="healer"),))


@rule("cosmic.resolve.3", "cosmic.hole.3")
def gone(state: State, frame: frames.Losses, chance: Chance) -> Outcome:
    """Nobody has saved the tokens: they go to the Black Hole."""
    loss = frame.losses[0]
    tokens = sum(loss.places.values())
    lost = TokensLost(seat=loss.owner, places=loss.places, tokens=tokens, cause=frame.cause)
    return again(next_stage(frame), lost)


@rule("cosmic.pw.vacuum", "cosmic.window.2")
def vacuum(state: State, frame: frames.Losses, chance: Chance) -> Outcome:
    """A Vacuum drags as many tokens of others along."""
    loss = frame.losses[0]
    if frame.given == STANDS:
        split = frames.VacuumSplit(seat=loss.owner, tokens=sum(loss.places.values()))
        return again(next_owner(frame), then=(split,))
    if frame.given is None and powers.vacuum_acts(state, loss, frame.cause):
        return again(frame, then=(frames.Declaration(seat=loss.owner, power="vacuum"),))
    return again(next_owner(frame))


STAGES: dict[str, Callable[[State, frames.Losses, Chance], Outcome]] = {
    "zombie": zombie,
    "void": void,
    "healer": healer,
    "gone": gone,
    "vacuum": vacuum,
}
