"""XI. The edicts: when each may be played and what it does."""

from collections.abc import Callable

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Answer, AnySlot, Form, Option, Pick, Select
from domain.core.model import Ask, Fact, Frame, Outcome, again, ask, done
from domain.core.rules import rule
from domain.cosmic import frames
from domain.cosmic.board import (
    DEFENCE,
    OFFENCE,
    bases,
    duel_of,
    holds,
    in_duel,
    in_priority,
    is_in_play,
    on_bases,
    priority,
    seat_of,
)
from domain.cosmic.components import COMPROMISE, kind_of
from domain.cosmic.facts import (
    AllyDismissed,
    CardsDiscarded,
    ConsolationCancelled,
    CountedAs,
    EdictPlayed,
    TokensLifted,
)
from domain.cosmic.forms import card_option, first_given_up, kinds, seat_option, take_order, token_split, verb
from domain.cosmic.registry import answer, step
from domain.cosmic.state import State

PLAGUE_TOKENS = 3

WINDOWS_OF = {
    "moebius": ("start",),
    "force_field": ("before", "set"),
    "emotion": ("reveal",),
    "gas": ("consolation",),
}


def edict(word: str) -> str:
    """The card that an option's verb plays."""
    return f"edict_{word}"


# When an edict may be played, by what everybody knows


@rule("cosmic.edict.1", "cosmic.edict.2", "cosmic.window.5")
def may_play(state: State, seat: int, word: str, window: str) -> bool:
    """Whether, hands apart, a seat may play this edict now."""
    return window in WINDOWS_OF[word] and is_in_play(state, edict(word)) and CONDITIONS[word](state, seat)


@rule("cosmic.edict.moebius")
def moebius_fits(state: State, seat: int) -> bool:
    """Only the offence plays the Rings, before the disc."""
    return seat == duel_of(state).offence


@rule("cosmic.edict.force_field", "cosmic.two.3")
def force_field_fits(state: State, seat: int) -> bool:
    """There must be an ally to send home."""
    return bool(duel_of(state).allies)


@rule("cosmic.edict.emotion")
def emotion_fits(state: State, seat: int) -> bool:
    """A revealed card must count as an attack, and the result must be open."""
    duel = duel_of(state)
    return duel.forced_winner is None and any(kind_of(face) == "attack" for face in duel.counts_as.values())


@rule("cosmic.edict.gas")
def gas_fits(state: State, seat: int) -> bool:
    """A consolation that is still to come can be cancelled by anybody."""
    return not duel_of(state).gas


CONDITIONS: dict[str, Callable[[State, int], bool]] = {
    "moebius": moebius_fits,
    "force_field": force_field_fits,
    "emotion": emotion_fits,
    "gas": gas_fits,
}


def options(state: State, seat: int, window: str) -> tuple[Option, ...]:
    """The edicts in a seat's own hand that it may play now."""
    return tuple(
        Option(word, {}, edict_slots(state, word))
        for word in WINDOWS_OF
        if may_play(state, seat, word, window) and holds(state, seat, edict(word))
    )


def edict_slots(state: State, word: str) -> tuple[AnySlot, ...]:
    """What an edict needs named with it."""
    if word != "force_field":
        return ()
    allies = tuple(seat_option(state, seat) for seat in in_priority(state, duel_of(state).allies))
    return (Select(name="allies", items=allies, min=1, max=len(allies)),)


# What an edict does


def carry_out(state: State, seat: int, answer: Answer) -> tuple[tuple[Fact, ...], tuple[Frame, ...]]:
    """An edict is played face up and carried out; then it may be taken, else it is discarded."""
    word, *words = verb(answer)
    target = seat_of(state, words[0]) if words else None
    played = EdictPlayed(seat=seat, card=edict(word), target=target)
    facts, then = EFFECTS[word](state, seat, answer)
    return (played, *facts), (*then, frames.Vulching(card=edict(word), seat=seat))


Effect = tuple[tuple[Fact, ...], tuple[Frame, ...]]


@rule("cosmic.edict.moebius")
def moebius(state: State, seat: int, answer: Answer) -> Effect:
    """Every seat with a base takes all its tokens out of the Black Hole."""
    back = tuple(
        frames.Homecoming(seat=owner, places={"black_hole": state.tokens[owner].black_hole})
        for owner in priority(state)
        if state.tokens[owner].black_hole and bases(state, owner)
    )
    return (), (frames.Placing(homecomings=back),)


@rule("cosmic.edict.force_field")
def force_field(state: State, seat: int, answer: Answer) -> Effect:
    """The allies named take their tokens back and are allies no more."""
    sent = in_priority(state, (seat_of(state, colour) for colour in answer["allies"]))
    return dismissal(state, sent)


def dismissal(state: State, sent: tuple[int, ...]) -> Effect:
    """Allies leave the duel and go home."""
    places = {"offence": "oval", "defence": "ring"}
    allies = duel_of(state).allies
    back = tuple(
        frames.Homecoming(seat=ally, places={places[allies[ally]]: in_duel(state, ally)})
        for ally in sent
        if in_duel(state, ally)
    )
    return tuple(AllyDismissed(seat=ally) for ally in sent), (frames.Placing(homecomings=back),)


@rule("cosmic.edict.emotion")
def emotion(state: State, seat: int, answer: Answer) -> Effect:
    """Both revealed cards count as compromises."""
    return (CountedAs(faces=dict.fromkeys((OFFENCE, DEFENCE), COMPROMISE)),), ()


@rule("cosmic.edict.gas")
def gas(state: State, seat: int, answer: Answer) -> Effect:
    """The consolation is not taken."""
    return (ConsolationCancelled(seat=seat),), ()


@rule("cosmic.edict.plague")
def plague(state: State, seat: int, answer: Answer) -> Effect:
    """A victim loses tokens and cards of its choice."""
    return (), (frames.Plague(victim=seat_of(state, verb(answer)[1])),)


EFFECTS: dict[str, Callable[[State, int, Answer], Effect]] = {
    "moebius": moebius,
    "force_field": force_field,
    "emotion": emotion,
    "gas": gas,
    "plague": plague,
}


# The Plague's victim


@step(frames.PlaguePlayed)
@rule("cosmic.window.4", "cosmic.edict.plague")
def plague_played(state: State, frame: frames.PlaguePlayed, chance: Chance) -> Outcome:
    """What was being asked waits until the Plague is over."""
    facts, then = carry_out(state, frame.seat, frame.answer)
    return done(*facts, then=then)


@step(frames.Plague)
@rule("cosmic.edict.plague", "cosmic.hidden.2")
def plague_victim(state: State, frame: frames.Plague, chance: Chance) -> Outcome:
    """The victim chooses three tokens, an attack and an edict; what it has chosen to discard goes last."""
    if frame.discards is not None:
        return done(*discarded(state, frame.victim, frame.discards))
    if not state.hands[frame.victim] and not on_bases(state, frame.victim):
        return done()
    form, default = plague_form(state, frame.victim)
    return ask(
        Ask(
            seat=frame.victim,
            kind="plague_losses",
            form=form,
            default=default,
            rules=("cosmic.edict.plague",),
            pace=True,
            actor_hidden=True,
        )
    )


def plague_form(state: State, victim: int) -> tuple[Form, Answer]:
    """What the victim must name, each part only if it has something to lose."""
    slots: list[AnySlot] = []
    default: Answer = {}
    total = min(PLAGUE_TOKENS, on_bases(state, victim))
    if total:
        slots.append(token_split(bases(state, victim), total, total))
        default["tokens"] = take_order(state, victim, total)
    for name in ("attack", "edict"):
        held = [card for card in state.hands[victim] if kind_of(card) == name]
        if held:
            slots.append(Pick(name=name, options=tuple(map(card_option, kinds(held)))))
            default[name] = first_given_up(held)[0]
    if slots:
        return Form(tuple(slots)), default
    return Form((token_split({}, 0, 0),)), {"tokens": {}}


@answer(frames.Plague)
@rule("cosmic.edict.plague")
def suffer_plague(state: State, frame: frames.Plague, given: dict[int, Answer], chance: Chance) -> Outcome:
    """Tokens are lost first, then the cards go."""
    chosen = given[frame.victim]
    cards = [chosen[name] for name in ("attack", "edict") if name in chosen]
    if COMPROMISE in state.hands[frame.victim]:
        cards.insert(len(cards) - ("edict" in chosen), COMPROMISE)
    after = replace(frame, discards=tuple(cards))
    tokens = chosen.get("tokens")
    if not tokens:
        return again(after)
    loss = frames.Loss(owner=frame.victim, places=tokens)
    lifted = TokensLifted(seat=frame.victim, places=tokens)
    return again(after, lifted, then=(frames.Losses(losses=(loss,), cause="plague"),))


def discarded(state: State, seat: int, cards: tuple[str, ...]) -> tuple[Fact, ...]:
    """Cards that a seat gives up, as far as it still holds them."""
    left = list(state.hands[seat])
    gone = [card for card in cards if card in left and not left.remove(card)]  # type: ignore[func-returns-value]
    return (CardsDiscarded(seat=seat, cards=tuple(gone)),) if gone else ()
