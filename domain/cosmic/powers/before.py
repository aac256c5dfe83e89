"""Laser, Oracle, Trader, Loser, Mind and Mutant: powers used before cards are chosen."""

from domain.core.chance import Chance
from domain.core.forms import Option, Split, Target
from domain.core.model import Fact, Outcome, done
from domain.core.rules import rule
from domain.cosmic import frames
from domain.cosmic.board import clockwise, colour_of, duel_of, is_main, mains, opponent, seat_of, side_of
from domain.cosmic.facts import Blinded, CardsMoved, Foreseen, HandSeen, UpsetDeclared
from domain.cosmic.forms import seat_option, verb
from domain.cosmic.hands import HAND_SIZE, at_random, draw, random_label
from domain.cosmic.powers.registry import simply, used_in
from domain.cosmic.registry import folded
from domain.cosmic.state import State


def can_blind(state: State, seat: int) -> bool:
    """A main player's opponent can be blinded once."""
    return is_main(state, seat) and opponent(state, seat) not in duel_of(state).blind


@used_in("before", power="laser", options=simply("laser", can_blind))
@rule("cosmic.pw.laser")
def laser(state: State, frame: frames.Reaction, chance: Chance) -> Outcome:
    """The opponent's card will be drawn at random."""
    return done(Blinded(seat=opponent(state, frame.seat)))


def can_foresee(state: State, seat: int) -> bool:
    """Only one main player can see the other's card first."""
    return is_main(state, seat) and duel_of(state).foresight is None


@used_in("before", power="oracle", options=simply("oracle", can_foresee))
@rule("cosmic.pw.oracle")
def oracle(state: State, frame: frames.Reaction, chance: Chance) -> Outcome:
    """The opponent will play first, face up."""
    return done(Foreseen(seat=frame.seat))


@used_in("before", power="trader", options=simply("trader", is_main))
@rule("cosmic.pw.trader")
def trader(state: State, frame: frames.Reaction, chance: Chance) -> Outcome:
    """The main players exchange their whole hands."""
    other = opponent(state, frame.seat)
    given, taken = state.hands[frame.seat], state.hands[other]
    return done(
        CardsMoved(giver=frame.seat, receiver=other, cards=given, why="trader"),
        CardsMoved(giver=other, receiver=frame.seat, cards=taken, why="trader"),
    )


def can_upset(state: State, seat: int) -> bool:
    """One upset in a duel is enough."""
    return is_main(state, seat) and not duel_of(state).upset


@used_in("before", power="loser", options=simply("loser", can_upset))
@rule("cosmic.pw.loser")
def loser(state: State, frame: frames.Reaction, chance: Chance) -> Outcome:
    """Winner and loser will be exchanged."""
    return done(UpsetDeclared(seat=frame.seat))


def mind_options(state: State, seat: int) -> tuple[Option, ...]:
    """A main player looks at the opponent's hand, an ally at that of either main player."""
    if side_of(state, seat) is None:
        return ()
    return tuple(seat_option(state, main, "mind") for main in mains(state) if main != seat)


@used_in("before", power="mind", options=mind_options)
@rule("cosmic.pw.mind")
def mind(state: State, frame: frames.Reaction, chance: Chance) -> Outcome:
    """The hand is shown to the Mind alone."""
    seat = seat_of(state, verb(frame.answer)[1])
    return done(HandSeen(viewer=frame.seat, seat=seat, cards=state.hands[seat]))


def mutant_options(state: State, seat: int) -> tuple[Option, ...]:
    """Cards from the deck and from other hands, up to a hand of seven."""
    room = HAND_SIZE - len(state.hands[seat])
    sources = {"deck": len(state.deck) + len(state.discard)}
    sources |= {colour_of(state, other): len(state.hands[other]) for other in clockwise(state, seat)}
    high = min(room, sum(sources.values()))
    if side_of(state, seat) is None or high < 1:
        return ()
    targets = tuple(Target(name, 0, number, _named(state, name)) for name, number in sources.items())
    return (Option("mutant", {}, (Split(name="draw", targets=targets, min=1, max=high),)),)


def _named(state: State, source: str) -> dict[str, int | str | bool]:
    return {"source": source} if source == "deck" else {"seat": seat_of(state, source)}


@used_in("before", power="mutant", options=mutant_options)
@rule("cosmic.pw.mutant")
def mutant(state: State, frame: frames.Reaction, chance: Chance) -> Outcome:
    """Cards come from the deck first, then at random from hands, in turn order."""
    wanted: dict[str, int] = frame.answer["draw"]
    facts: tuple[Fact, ...] = draw(state, frame.seat, wanted.get("deck", 0), chance)
    after = folded(state, facts)
    for other in clockwise(state, frame.seat):
        number = wanted.get(colour_of(state, other), 0)
        label = random_label("mutant.cards", state, frame.seat)
        cards = at_random(after.hands[other], number, label, chance)
        if cards:
            facts = (*facts, CardsMoved(giver=other, receiver=frame.seat, cards=cards, why="mutant"))
    return done(*facts)
