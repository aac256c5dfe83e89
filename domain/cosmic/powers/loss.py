"""Zombie, Void, Healer and Vacuum: powers over tokens about to be lost."""

from domain.core.chance import Chance
from domain.core.forms import Answer, Form, Option, Split, Target
from domain.core.model import WINDOW, Ask, Outcome, ask, done
from domain.core.rules import rule
from domain.cosmic import frames
from domain.cosmic.board import bases, clockwise, colour_of, is_active, on_bases, priority, seat_of
from domain.cosmic.forms import PASS, pick
from domain.cosmic.frames import Homecoming, Loss, Owed
from domain.cosmic.hands import draw
from domain.cosmic.registry import answer, step
from domain.cosmic.state import State

BY_A_WINNER = ("duel", "failed_deal")


def saved(loss: Loss) -> frames.Placing:
    """The tokens go back to their owner's bases instead of being lost."""
    return frames.Placing(homecomings=(Homecoming(seat=loss.owner, places=loss.places, lifted=True),))


@rule("cosmic.pw.zombie", "cosmic.power.6")
def zombie_acts(state: State, loss: Loss) -> bool:
    """A Zombie needs a base that still holds a token of its own."""
    return is_active(state, loss.owner, "zombie") and bool(bases(state, loss.owner))


@rule("cosmic.pw.void", "cosmic.power.6")
def void_acts(state: State, loss: Loss, frame: frames.Losses) -> bool:
    """Void is declared once for all that its owner has beaten."""
    if loss.winner is None or frame.cause not in BY_A_WINNER or loss.winner in frame.void:
        return False
    return is_active(state, loss.winner, "void")


@rule("cosmic.pw.healer")
def next_healer(state: State, loss: Loss, frame: frames.Losses) -> int | None:
    """The next other seat with an active Healer, if the owner has a base to come back to."""
    if not bases(state, loss.owner):
        return None
    asked = (*frame.healers, loss.owner)
    return next((s for s in priority(state) if s not in asked and is_active(state, s, "healer")), None)


@rule("cosmic.pw.healer")
def healing_offer(seat: int, loss: Loss) -> Ask:
    """A Healer may save the tokens of another seat."""
    tokens = sum(loss.places.values())
    form = pick(Option("heal", {"seat": loss.owner, "tokens": tokens}), PASS)
    return Ask(
        seat=seat,
        kind="react",
        form=form,
        default={"do": PASS.id},
        rules=("cosmic.pw.healer",),
        actor_hidden=True,
        limit=WINDOW,
    )


@step(frames.HealerDraw)
@rule("cosmic.pw.healer")
def healer_draw(state: State, frame: frames.HealerDraw, chance: Chance) -> Outcome:
    """For its help the Healer draws a card."""
    return done(*draw(state, frame.seat, 1, chance))


@rule("cosmic.pw.vacuum", "cosmic.power.6")
def vacuum_acts(state: State, loss: Loss, cause: str) -> bool:
    """Tested once the tokens are gone; a Vacuum never starts another."""
    others = clockwise(state, loss.owner)
    has_victim = any(on_bases(state, seat) for seat in others)
    return cause != "vacuum" and has_victim and is_active(state, loss.owner, "vacuum")


@step(frames.VacuumSplit)
@rule("cosmic.pw.vacuum")
def vacuum_split(state: State, frame: frames.VacuumSplit, chance: Chance) -> Outcome:
    """The Vacuum says how many tokens each other seat loses."""
    others = clockwise(state, frame.seat)
    held = {seat: on_bases(state, seat) for seat in others if on_bases(state, seat)}
    total = min(frame.tokens, sum(held.values()))
    targets = tuple(Target(colour_of(state, seat), 0, number, {"seat": seat}) for seat, number in held.items())
    return ask(
        Ask(
            seat=frame.seat,
            kind="vacuum_split",
            form=Form((Split(name="tokens", targets=targets, min=total, max=total),)),
            default={"tokens": one_each(state, held, total)},
            rules=("cosmic.pw.vacuum",),
        )
    )


def one_each(state: State, held: dict[int, int], total: int) -> dict[str, int]:
    """One token at a time from each seat in turn, round again."""
    taken = dict.fromkeys(held, 0)
    while total:
        for seat, number in held.items():
            if total and taken[seat] < number:
                taken[seat] += 1
                total -= 1
    return {colour_of(state, seat): number for seat, number in taken.items() if number}


@answer(frames.VacuumSplit)
@rule("cosmic.pw.vacuum")
def drag_along(state: State, frame: frames.VacuumSplit, given: dict[int, Answer], chance: Chance) -> Outcome:
    """Each victim chooses the bases its tokens come from."""
    shares = {seat_of(state, colour): number for colour, number in given[frame.seat]["tokens"].items()}
    owed = tuple(Owed(seat=seat, tokens=shares[seat]) for seat in clockwise(state, frame.seat) if seat in shares)
    return done(then=(frames.Choosing(owed=owed, cause="vacuum"),))
