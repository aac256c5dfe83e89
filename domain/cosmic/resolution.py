"""V.9, V.10. What winning and losing a duel brings."""

from collections.abc import Callable

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Answer, Form, Split, Target
from domain.core.model import Ask, Fact, Outcome, again, ask_each, done
from domain.core.rules import rule
from domain.cosmic import frames
from domain.cosmic.board import (
    DEFENCE,
    OFFENCE,
    allies_on,
    bases,
    defence_of,
    duel_of,
    in_duel,
    opponent,
    planet_of,
)
from domain.cosmic.components import COMPROMISE, kind_of
from domain.cosmic.facts import CardsMoved, RewardTaken, TokensLanded
from domain.cosmic.frames import Homecoming, Loss
from domain.cosmic.hands import at_random, draw, random_label
from domain.cosmic.placing import lifted
from domain.cosmic.registry import answer, step
from domain.cosmic.state import State


def losing_side(state: State, winner: int) -> tuple[Loss, ...]:
    """The tokens that the loser's side has in the duel: the main player's first, then the allies'."""
    duel = duel_of(state)
    side, place = (DEFENCE, "ring") if winner == duel.offence else (OFFENCE, "oval")
    loser = opponent(state, winner)
    places = {loser: planet_of(state) if side == DEFENCE else "oval"} | dict.fromkeys(allies_on(state, side), place)
    return tuple(
        Loss(owner=seat, places={where: in_duel(state, seat)}, winner=winner)
        for seat, where in places.items()
        if in_duel(state, seat)
    )


# The offence wins


@step(frames.OffenceWins)
@rule("cosmic.resolve.3", "cosmic.resolve.4", "cosmic.aim.4")
def offence_wins(state: State, frame: frames.OffenceWins, chance: Chance) -> Outcome:
    """The defence's side loses its tokens, the offence's side lands, the loser may be consoled."""
    duel = duel_of(state)
    match frame.stage:
        case "lift":
            batch = losing_side(state, duel.offence)
            lost = frames.Losses(losses=batch, cause="duel")
            return again(replace(frame, stage="land"), *lifted(batch), then=(lost,))
        case "land":
            return again(replace(frame, stage="consolation"), *landed(state))
        case _:
            return done(then=(frames.Consolation(winner=duel.offence, loser=defence_of(state)),))


@rule("cosmic.resolve.4", "cosmic.resolve.9")
def landed(state: State) -> tuple[Fact, ...]:
    """Every token on the oval stands on the planet, beside own tokens already there."""
    planet = planet_of(state)
    return tuple(
        TokensLanded(seat=seat, planet=planet, places={"oval": state.tokens[seat].oval})
        for seat in (duel_of(state).offence, *allies_on(state, OFFENCE))
        if state.tokens[seat].oval
    )


# The defence wins


@step(frames.DefenceWins)
@rule("cosmic.resolve.3", "cosmic.resolve.5", "cosmic.resolve.6", "cosmic.resolve.7")
def defence_wins(state: State, frame: frames.DefenceWins, chance: Chance) -> Outcome:
    """The offence's side loses its tokens; the defence's allies are rewarded and go home."""
    return DEFENCE_WINS[frame.stage](state, frame)


def offence_loses(state: State, frame: frames.DefenceWins) -> Outcome:
    """The tokens on the oval are about to be lost."""
    batch = losing_side(state, defence_of(state))
    lost = frames.Losses(losses=batch, cause="duel")
    return again(replace(frame, stage="consolation"), *lifted(batch), then=(lost,))


def offence_consoled(state: State, frame: frames.DefenceWins) -> Outcome:
    """An offence that played a compromise may be consoled."""
    consolation = frames.Consolation(winner=defence_of(state), loser=duel_of(state).offence)
    return again(replace(frame, stage="rewards"), then=(consolation,))


@rule("cosmic.resolve.6")
def rewards(state: State, frame: frames.DefenceWins) -> Outcome:
    """Each defensive ally takes a card or a token of its own for each token on the ring."""
    allies = [seat for seat in allies_on(state, DEFENCE) if state.tokens[seat].ring]
    if not allies:
        return again(replace(frame, stage="home"))
    return ask_each([_reward(state, seat) for seat in allies], gather=True)


def _reward(state: State, seat: int) -> Ask:
    ring = state.tokens[seat].ring
    most = min(ring, state.tokens[seat].black_hole) if bases(state, seat) else 0
    targets = (Target("cards", 0, ring, {"what": "cards"}), Target("tokens", 0, most, {"what": "tokens"}))
    return Ask(
        seat=seat,
        kind="rewards",
        form=Form((Split(name="rewards", targets=targets, min=0, max=ring),)),
        default={"rewards": {what: n for what, n in (("tokens", most), ("cards", ring - most)) if n}},
        rules=("cosmic.resolve.6",),
    )


@answer(frames.DefenceWins)
@rule("cosmic.resolve.6")
def take_rewards(state: State, frame: frames.DefenceWins, given: dict[int, Answer], chance: Chance) -> Outcome:
    """For one ally after another: its tokens first, then its cards."""
    facts: list[Fact] = []
    then: list[frames.Placing | frames.Reward] = []
    for seat in allies_on(state, DEFENCE):
        chosen = given[seat]["rewards"] if seat in given else {}
        cards, tokens = chosen.get("cards", 0), chosen.get("tokens", 0)
        if seat in given:
            facts.append(RewardTaken(seat=seat, cards=cards, tokens=tokens))
        if tokens:
            then.append(frames.Placing(homecomings=(Homecoming(seat=seat, places={"black_hole": tokens}),)))
        if cards:
            then.append(frames.Reward(seat=seat, cards=cards))
    return again(replace(frame, stage="home"), *facts, then=tuple(then))


@step(frames.Reward)
@rule("cosmic.resolve.6")
def reward_cards(state: State, frame: frames.Reward, chance: Chance) -> Outcome:
    """The ally draws its cards."""
    return done(*draw(state, frame.seat, frame.cards, chance))


@rule("cosmic.resolve.7")
def ring_goes_home(state: State, frame: frames.DefenceWins) -> Outcome:
    """The tokens on the ring return to bases."""
    back = tuple(
        Homecoming(seat=seat, places={"ring": state.tokens[seat].ring})
        for seat in allies_on(state, DEFENCE)
        if state.tokens[seat].ring
    )
    return done(then=(frames.Placing(homecomings=back),))


DEFENCE_WINS: dict[str, Callable[[State, frames.DefenceWins], Outcome]] = {
    "lift": offence_loses,
    "consolation": offence_consoled,
    "rewards": rewards,
    "home": ring_goes_home,
}


# Consolation


@step(frames.Consolation)
@rule("cosmic.consol.1", "cosmic.consol.2", "cosmic.consol.3", "cosmic.edict.gas")
def consolation(state: State, frame: frames.Consolation, chance: Chance) -> Outcome:
    """A loser whose compromise met an attack takes a random card for each own token lost."""
    number = consolation_cards(state, frame)
    if not number or duel_of(state).gas:
        return done()
    if frame.given is None:
        return again(frame, then=(frames.Window(window="consolation"),))
    cards = at_random(state.hands[frame.winner], number, random_label("consolation.cards", state), chance)
    return done(CardsMoved(giver=frame.winner, receiver=frame.loser, cards=cards, why="consolation"))


@rule("cosmic.consol.1", "cosmic.consol.2")
def consolation_cards(state: State, frame: frames.Consolation) -> int:
    """One card per token lost in the duel, at most the winner's whole hand."""
    duel = duel_of(state)
    is_due = duel.counts_as.get(frame.loser) == COMPROMISE and kind_of(duel.counts_as[frame.winner]) == "attack"
    if duel.forced_winner is not None or not is_due:
        return 0
    return min(duel.lost.get(frame.loser, 0), len(state.hands[frame.winner]))
