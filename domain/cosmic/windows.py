"""Windows: the moments at which seats react, and the answer to every use of a power."""

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Answer, Form, Option, Pick
from domain.core.model import Ask, Frame, Outcome, again, ask_each, done
from domain.core.rules import rule
from domain.cosmic import edicts, frames
from domain.cosmic.board import duel_cards, duel_of, holds, is_active, is_in_play, priority
from domain.cosmic.edicts import WINDOWS_OF, may_play
from domain.cosmic.facts import EdictPlayed, PowerApplied, PowerDeclared, PowerZapped
from domain.cosmic.forms import PASS, pick, verb
from domain.cosmic.hands import defence_needs_hand
from domain.cosmic.powers.questions import QUESTIONS
from domain.cosmic.powers.registry import USES, Use
from domain.cosmic.registry import CLOSED, REPLAY, STANDS, STOPPED, answer, step
from domain.cosmic.state import State


@rule("cosmic.turn.4", "cosmic.hand.3")
def is_aborting(state: State) -> bool:
    """The offence has run out of duel cards between its hand check and the sealing of its card."""
    duel = duel_of(state)
    if not 40 <= duel.stage <= 160 or duel.is_replay or duel.offence in duel.sealed:
        return False
    return not duel_cards(state, duel.offence)


def comes_first(state: State, frame: Frame) -> Outcome | None:
    """What must happen before a question can be put: the turn is broken off, or the defence draws."""
    if is_aborting(state):
        return done(give=CLOSED)
    if defence_needs_hand(state):
        return again(frame, then=(frames.NewHand(seat=duel_of(state).defence or 0),))
    return None


def has_reaction(state: State, seat: int, window: str) -> bool:
    """Whether a seat can use a power now; this never depends on a hidden face."""
    return any(True for use in USES[window] if is_active(state, seat, use.power) and use.options(state, seat))


@rule("cosmic.window.1", "cosmic.window.5", "cosmic.hidden.2")
def candidates(state: State, window: str) -> tuple[int, ...]:
    """Seats that could react by what everybody knows."""
    return tuple(
        seat
        for seat in priority(state)
        if (state.hands[seat] and any(may_play(state, seat, word, window) for word in WINDOWS_OF))
        or has_reaction(state, seat, window)
    )


def reactions(state: State, seat: int, window: str) -> tuple[Option, ...]:
    """What a seat can do in a window: edicts of its hand, powers, or nothing."""
    found = list(edicts.options(state, seat, window))
    for use in USES[window]:
        if is_active(state, seat, use.power):
            found += use.options(state, seat)
    return (*found, PASS)


@step(frames.Window)
@rule("cosmic.window.1", "cosmic.window.5")
def window(state: State, frame: frames.Window, chance: Chance) -> Outcome:
    """All candidates answer at once, sealed; without a candidate the window is closed."""
    first = comes_first(state, frame)
    if first:
        return first
    if frame.window == "reveal" and not duel_of(state).cards:
        return done(give=REPLAY)
    seats = candidates(state, frame.window)
    if not seats:
        return done(give=CLOSED)
    return ask_each([_react(state, seat, frame.window) for seat in seats], gather=True)


def _react(state: State, seat: int, window: str) -> Ask:
    return Ask(
        seat=seat,
        kind="react",
        form=reaction_form(state, seat, window),
        default={"do": PASS.id},
        rules=("cosmic.window.1",),
        hidden=True,
        actor_hidden=True,
    )


def reaction_form(state: State, seat: int, window: str) -> Form:
    """The reactions of a seat; the questions of a Seeker are listed once."""
    form = pick(*reactions(state, seat, window))
    asks_questions = any(isinstance(s, Pick) and s.of for o in form.slots[0].options for s in o.slots)  # type: ignore[union-attr]
    return replace(form, lists={"questions": QUESTIONS}) if asks_questions else form


@answer(frames.Window)
@rule("cosmic.window.1", "cosmic.power.3")
def react(state: State, frame: frames.Window, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The first seat in order that did not pass acts; the others are asked again, nobody learns of their answers."""
    seat = next((seat for seat in priority(state) if given.get(seat, {"do": PASS.id})["do"] != PASS.id), None)
    if seat is None:
        return done(give=CLOSED)
    word = verb(given[seat])[0]
    if word in WINDOWS_OF:
        facts, then = edicts.carry_out(state, seat, given[seat])
        return again(frame, *facts, then=then, fresh=True)
    use = next(use for use in USES[frame.window] if use.verb == word)
    reaction = frames.Reaction(seat=seat, power=use.power, answer=given[seat])
    return again(frame, then=(reaction,), fresh=True)


@step(frames.Reaction)
@rule("cosmic.window.3", "cosmic.form.1")
def reaction(state: State, frame: frames.Reaction, chance: Chance) -> Outcome:
    """A use is declared first; its effect follows only if it stands."""
    use = use_of(frame)
    if not frame.is_declared:
        declared = frames.Declaration(seat=frame.seat, power=frame.power, option=use.shown(frame.answer))
        return again(replace(frame, is_declared=True), then=(declared,))
    return use.effect(state, frame, chance) if frame.given == STANDS else done()


def use_of(frame: frames.Reaction) -> Use:
    """The kind of use that a reaction is."""
    word = verb(frame.answer)[0]
    return next(use for uses in USES.values() for use in uses if use.verb == word)


# The answer to every use of a power


@rule("cosmic.edict.zap", "cosmic.window.3")
def zap_candidates(state: State, user: int) -> tuple[int, ...]:
    """Every other seat with a card may hold a Zap, unless both lie in the discard."""
    if not is_in_play(state, "edict_zap"):
        return ()
    return tuple(seat for seat in priority(state) if seat != user and state.hands[seat])


@step(frames.Declaration)
@rule("cosmic.window.3", "cosmic.edict.zap")
def declaration(state: State, frame: frames.Declaration, chance: Chance) -> Outcome:
    """A use is announced, then all others may stop it, sealed and at once."""
    if not frame.is_announced:
        announced = PowerDeclared(seat=frame.seat, power=frame.power, option=frame.option)
        return again(replace(frame, is_announced=True), announced)
    seats = zap_candidates(state, frame.seat)
    if not seats:
        return done(PowerApplied(seat=frame.seat, power=frame.power), give=STANDS)
    return ask_each([_zap(state, seat) for seat in seats], gather=True)


def _zap(state: State, seat: int) -> Ask:
    options = (Option("zap"), PASS) if holds(state, seat, "edict_zap") else (PASS,)
    return Ask(
        seat=seat,
        kind="zap",
        form=pick(*options),
        default={"do": PASS.id},
        rules=("cosmic.edict.zap",),
        hidden=True,
        actor_hidden=True,
    )


@answer(frames.Declaration)
@rule("cosmic.edict.zap", "cosmic.power.3")
def zap(state: State, frame: frames.Declaration, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The first Zap in order is played; the others stay in hand, unseen."""
    seat = next((seat for seat in priority(state) if given.get(seat, {"do": PASS.id})["do"] == "zap"), None)
    if seat is None:
        return done(PowerApplied(seat=frame.seat, power=frame.power), give=STANDS)
    played = EdictPlayed(seat=seat, card="edict_zap", target=frame.seat)
    stopped = PowerZapped(seat=frame.seat, power=frame.power)
    return done(played, stopped, give=STOPPED, then=(frames.Vulching(card="edict_zap", seat=seat),))
