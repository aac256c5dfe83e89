"""V.8. Duel cards: sealing and turning them."""

from domain.core.chance import Chance
from domain.core.forms import Answer, Option
from domain.core.model import Ask, Outcome, again, ask, ask_each, done
from domain.core.rules import rule
from domain.cosmic import frames
from domain.cosmic.board import DEFENCE, OFFENCE, card_of, duel_cards, duel_of, mains, opponent
from domain.cosmic.components import ATTACKS, COMPROMISE, VIRTUAL, kind_of, value_of
from domain.cosmic.facts import CardSealed, CardsRevealed, ClaimAnswered, Claimed, CountedAs
from domain.cosmic.forms import card_option, kinds, pick, verb
from domain.cosmic.frames import DuelCourse
from domain.cosmic.hands import random_label
from domain.cosmic.powers.questions import keeping_bindings
from domain.cosmic.registry import answer, step
from domain.cosmic.stages import at
from domain.cosmic.state import Side, State

UNKNOWN_CLAIM = "attack_4"


@rule("cosmic.pw.oracle")
def sealing(state: State) -> tuple[int, ...]:
    """Main players that are to seal a card now; an Oracle waits for the other."""
    open_seats = tuple(seat for seat in mains(state) if card_of(state, seat) is None)
    oracle = duel_of(state).foresight
    return tuple(seat for seat in open_seats if seat != oracle) if len(open_seats) == 2 else open_seats


@rule("cosmic.card.1", "cosmic.pw.oracle", "cosmic.pw.laser", "cosmic.hidden.2", "cosmic.hidden.3")
def select(state: State, frame: DuelCourse, chance: Chance) -> Outcome:
    """Both seal one duel card in secret; what needs no choice is sealed at once."""
    seats = sealing(state)
    if not seats:
        return at(170, frame)
    for seat in seats:
        sealed = sealed_unasked(state, seat, chance)
        if sealed:
            return again(frame, sealed)
    return ask_each([_question(state, seat) for seat in seats])


@rule("cosmic.pw.laser", "cosmic.hand.7", "cosmic.pw.chronos")
def sealed_unasked(state: State, seat: int, chance: Chance) -> CardSealed | None:
    """A blind seat's card is drawn; without a duel card the last one is sealed again, or an attack of nothing."""
    duel = duel_of(state)
    held = duel_cards(state, seat)
    if held and seat in duel.blind:
        card = chance.pick(random_label("laser.card", state, seat), held)
        return CardSealed(seat=seat, card=card, face_up=is_victim(state, seat))
    if held:
        return None
    last = [card for card in duel.set_aside if card.sealed_by == seat]
    if duel.is_replay and last:
        return CardSealed(seat=seat, card=last[-1].kind, again=True)
    return CardSealed(seat=seat, card=VIRTUAL, face_up=is_victim(state, seat))


def is_victim(state: State, seat: int) -> bool:
    """Whether a seat must play face up before an Oracle."""
    oracle = duel_of(state).foresight
    return oracle is not None and oracle != seat


def _question(state: State, seat: int) -> Ask:
    cards = keeping_bindings(state, seat)
    return Ask(
        seat=seat,
        kind="play_duel_card",
        form=pick(*(card_option(card, "play") for card in kinds(cards))),
        default={"do": f"play:{strongest(cards)}"},
        rules=("cosmic.card.1",),
        pace=True,
        actor_hidden=True,
    )


def strongest(cards: tuple[str, ...]) -> str:
    """The highest attack, else a compromise."""
    return max(cards, key=lambda card: (kind_of(card) == "attack", value_of(card)))


@rule("cosmic.card.1")
def seal(state: State, frame: DuelCourse, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The card leaves the hand; an Oracle's victim lays it face up."""
    ((seat, chosen),) = given.items()
    return again(frame, CardSealed(seat=seat, card=verb(chosen)[1], face_up=is_victim(state, seat)))


# Turning the cards


def face_on(state: State, seat: int) -> str:
    """The face of the card on a main player's side."""
    card = card_of(state, seat)
    assert card is not None
    return card.kind


def main_side(state: State, seat: int) -> Side:
    """The side of a main player."""
    return OFFENCE if seat == duel_of(state).offence else DEFENCE


def turned(state: State, *seats: int) -> CardsRevealed:
    """Cards of main players are turned."""
    return CardsRevealed(cards={main_side(state, seat): face_on(state, seat) for seat in seats})


@rule("cosmic.pw.gambler")
def bluffer(state: State) -> int | None:
    """The seat that does not turn its card; a bluff about a card lying face up lapses."""
    seat = duel_of(state).bluff
    card = None if seat is None else card_of(state, seat)
    return seat if card is not None and not card.shown else None


@step(frames.Reveal)
@rule("cosmic.card.1", "cosmic.pw.gambler")
def reveal(state: State, frame: frames.Reveal, chance: Chance) -> Outcome:
    """Both cards are turned at once; of a Gambler's only the claim is heard."""
    duel, gambler = duel_of(state), bluffer(state)
    if gambler is None:
        return done(turned(state, *mains(state)))
    other = opponent(state, gambler)
    if other not in duel.counts_as:
        return again(frame, turned(state, other))
    return ask(_claim(state, gambler) if duel.claim is None else _call(duel.claim, other))


def _claim(state: State, gambler: int) -> Ask:
    card = card_of(state, gambler)
    is_known = card is not None and card.sealed_by == gambler and card.kind != VIRTUAL
    claim = face_on(state, gambler) if is_known else UNKNOWN_CLAIM
    return Ask(
        seat=gambler,
        kind="gambler_claim",
        form=pick(*(card_option(face, "claim") for face in (*ATTACKS, COMPROMISE))),
        default={"do": f"claim:{claim}"},
        rules=("cosmic.pw.gambler",),
        hidden=True,
        actor_hidden=True,
    )


def _call(claim: str, other: int) -> Ask:
    options = (Option("call", {"card": claim}), Option("accept", {"card": claim}))
    rules = ("cosmic.pw.gambler",)
    return Ask(seat=other, kind="gambler_call", form=pick(*options), default={"do": "accept"}, rules=rules)


@answer(frames.Reveal)
@rule("cosmic.pw.gambler")
def bluff(state: State, frame: frames.Reveal, given: dict[int, Answer], chance: Chance) -> Outcome:
    """An accepted claim counts as the face; a call turns the card and decides the duel."""
    duel = duel_of(state)
    ((seat, chosen),) = given.items()
    if duel.claim is None:
        return again(frame, Claimed(seat=seat, face=verb(chosen)[1]))
    gambler = opponent(state, seat)
    if chosen["do"] == "accept":
        return done(ClaimAnswered(seat=seat, accepted=True), CountedAs(faces={main_side(state, gambler): duel.claim}))
    face = face_on(state, gambler)
    winner = gambler if face == duel.claim else seat
    return done(turned(state, gambler), ClaimAnswered(seat=seat, accepted=False, forced_winner=winner))
