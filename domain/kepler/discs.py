"""Influence discs that rise, whatever lets them."""

from domain.core.chance import Chance
from domain.core.forms import Answer, Form, Option, Select
from domain.core.model import Ask, Outcome, ask, done
from domain.core.rules import rule
from domain.kepler import frames
from domain.kepler.board import raised
from domain.kepler.citations import RULE_OF_CAUSE
from domain.kepler.components import TOP
from domain.kepler.facts import DiscsRaised
from domain.kepler.state import State, kepler


@kepler.step(frames.Discs)
@rule("kepler.action.1", "kepler.action.2", "kepler.action.3", "kepler.build.3", "kepler.group.2")
def discs(state: State, frame: frames.Discs, chance: Chance) -> Outcome:
    """The seat may raise different discs, no more than its cause allows."""
    items = risable(state, frame)
    most = min(frame.max, len(items))
    form = Form((Select(name="tracks", items=items, min=0, max=most),))
    default = {"tracks": [item.id for item in items[:most]]}
    rules = (RULE_OF_CAUSE[frame.cause],)
    return ask(Ask(seat=frame.seat, kind="raise_discs", form=form, default=default, rules=rules))


@rule("kepler.track.cap")
def risable(state: State, frame: frames.Discs) -> tuple[Option, ...]:
    """A disc at the top of its track cannot be chosen."""
    levels = state.seats[frame.seat].level
    return tuple(
        Option(f"raise:{track}", {"track": track, "level": level, "after": raised(level, frame.rise)})
        for track, level in sorted(levels.items())
        if level < TOP
    )


@kepler.answer(frames.Discs)
@rule("kepler.action.1", "kepler.action.2", "kepler.action.3", "kepler.build.3")
def raise_discs(state: State, frame: frames.Discs, given: dict[int, Answer], chance: Chance) -> Outcome:
    """Each chosen disc rises by the step of its cause."""
    tracks = tuple(int(item.split(":")[1]) for item in given[frame.seat]["tracks"])
    levels = state.seats[frame.seat].level
    return done(
        DiscsRaised(
            seat=frame.seat,
            tracks=tracks,
            step=frame.rise,
            levels_after=tuple(raised(levels[track], frame.rise) for track in tracks),
            cause=frame.cause,
        )
    )
