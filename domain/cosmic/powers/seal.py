"""Amoeba, Sorcerer and Gambler: powers used when both cards lie face down."""

from domain.core.chance import Chance
from domain.core.forms import Option, Split, Target
from domain.core.model import Outcome, done
from domain.core.rules import rule
from domain.cosmic import frames
from domain.cosmic.board import bases, card_of, duel_of, in_duel, is_main
from domain.cosmic.facts import BluffDeclared, CardsExchanged, TokensMoved
from domain.cosmic.powers.registry import simply, used_in
from domain.cosmic.state import State


def amoeba_options(state: State, seat: int) -> tuple[Option, ...]:
    """Any number of own tokens in or out, between the duel and every own base but the one attacked."""
    duel = duel_of(state)
    if not is_main(state, seat):
        return ()
    attacked = duel.planet if seat == duel.defence else None
    held = {planet: number for planet, number in bases(state, seat).items() if planet != attacked}
    if not held:
        return ()
    out = in_duel(state, seat)
    targets = tuple(Target(planet, -out, number, {"planet": planet}) for planet, number in held.items())
    return (Option("amoeba", {}, (Split(name="tokens", targets=targets, min=-out, max=sum(held.values())),)),)


@used_in("set", power="amoeba", options=amoeba_options)
@rule("cosmic.pw.amoeba")
def amoeba(state: State, frame: frames.Reaction, chance: Chance) -> Outcome:
    """Tokens come into the duel first, then others leave it."""
    return done(TokensMoved(seat=frame.seat, bases=frame.answer["tokens"]))


@used_in("set", power="sorcerer", options=simply("sorcerer", is_main))
@rule("cosmic.pw.sorcerer")
def sorcerer(state: State, frame: frames.Reaction, chance: Chance) -> Outcome:
    """The two cards change sides, unseen."""
    return done(CardsExchanged())


def can_bluff(state: State, seat: int) -> bool:
    """A main player whose card lies face down, if the other has not declared a bluff."""
    if not is_main(state, seat) or duel_of(state).bluff is not None:
        return False
    card = card_of(state, seat)
    return card is not None and not card.shown


@used_in("set", power="gambler", options=simply("gambler", can_bluff))
@rule("cosmic.pw.gambler")
def gambler(state: State, frame: frames.Reaction, chance: Chance) -> Outcome:
    """At the reveal the Gambler will not turn its card but claim a face."""
    return done(BluffDeclared(seat=frame.seat))
