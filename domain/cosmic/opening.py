"""V.2, V.5, V.6. A token out of the Black Hole, the cone, the tokens of the attack."""

from domain.core.chance import Chance
from domain.core.forms import Answer, Form
from domain.core.model import Ask, Outcome, ask
from domain.core.rules import rule
from domain.cosmic.board import bases, defence_of, duel_of, home, on_bases, tokens_on
from domain.cosmic.components import PLANET_ORDER
from domain.cosmic.facts import ConeAimed, TokenRetrieved, TokensGathered
from domain.cosmic.forms import DECLINE, pick, planet_option, put_order, take_order, token_split, verb
from domain.cosmic.frames import DuelCourse
from domain.cosmic.stages import at
from domain.cosmic.state import State
from domain.cosmic.two_players import targets_at_home

MOST_TOKENS = 4
DEFAULT_TOKENS = 2


@rule("cosmic.hole.1", "cosmic.hole.2")
def retrieve(state: State, frame: DuelCourse, chance: Chance) -> Outcome:
    """The offence may take a token back; without a base it goes to the oval by itself."""
    seat = duel_of(state).offence
    if not state.tokens[seat].black_hole:
        return at(50, frame)
    own = bases(state, seat)
    if not own:
        return at(50, frame, TokenRetrieved(seat=seat, to="oval"))
    (first,) = put_order(state, seat, 1)
    return ask(
        Ask(
            seat=seat,
            kind="retrieve_token",
            form=pick(*(planet_option("take", planet) for planet in own), DECLINE),
            default={"do": f"take:{first}"},
            rules=("cosmic.hole.1",),
        )
    )


@rule("cosmic.hole.1")
def retrieved(state: State, frame: DuelCourse, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The token stands on a base, or stays where it is."""
    seat = duel_of(state).offence
    word, *planet = verb(given[seat])
    return at(50, frame, *(TokenRetrieved(seat=seat, to=to) for to in planet)) if word == "take" else at(50, frame)


@rule("cosmic.aim.1", "cosmic.aim.2", "cosmic.aim.3", "cosmic.aim.5", "cosmic.destiny.2", "cosmic.two.2")
def aimable(state: State) -> tuple[str, ...]:
    """Any planet of the defence's home system, whoever stands there; between two seats its bases at home too."""
    duel, defence = duel_of(state), defence_of(state)
    return (*home(state, defence), *targets_at_home(state, duel.offence, defence))


@rule("cosmic.aim.1")
def aim(state: State, frame: DuelCourse, chance: Chance) -> Outcome:
    """The offence points the cone at a planet."""
    seat = duel_of(state).offence
    planets = sorted(aimable(state), key=PLANET_ORDER.__getitem__)
    return ask(
        Ask(
            seat=seat,
            kind="aim_cone",
            form=pick(*(planet_option("aim", planet) for planet in planets)),
            default={"do": f"aim:{easiest(state)}"},
            rules=("cosmic.aim.1",),
        )
    )


def easiest(state: State) -> str:
    """The defence's home planet where the offence has no base and the fewest tokens defend."""
    seat, defence = duel_of(state).offence, defence_of(state)
    planets = home(state, defence)
    return min(planets, key=lambda p: (tokens_on(state, seat, p) > 0, tokens_on(state, defence, p), PLANET_ORDER[p]))


@rule("cosmic.aim.1")
def aimed(state: State, frame: DuelCourse, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The cone points there."""
    return at(100, frame, ConeAimed(planet=verb(given[duel_of(state).offence])[1]))


def after_gathering(state: State) -> int:
    """Between two seats there are no alliances."""
    return 150 if state.seats == 2 else 110


@rule("cosmic.gather.1", "cosmic.gather.2", "cosmic.gather.4", "cosmic.hole.2", "cosmic.turn.5", "cosmic.two.3")
def gather(state: State, frame: DuelCourse, chance: Chance) -> Outcome | None:
    """One to four tokens from any bases; a seat without a base attacks with the token on the oval, if any."""
    seat = duel_of(state).offence
    own = bases(state, seat)
    if not own:
        return at(after_gathering(state), frame) if state.tokens[seat].oval else None
    most = min(MOST_TOKENS, on_bases(state, seat))
    return ask(
        Ask(
            seat=seat,
            kind="gather_tokens",
            form=Form((token_split(own, 1, most),)),
            default={"tokens": default_tokens(state, seat)},
            rules=("cosmic.gather.1",),
        )
    )


def default_tokens(state: State, seat: int) -> dict[str, int]:
    """Two tokens from bases that keep one, else a single token."""
    spare = sum(number - 1 for number in bases(state, seat).values())
    return take_order(state, seat, min(DEFAULT_TOKENS, spare) or 1)


@rule("cosmic.gather.1", "cosmic.gather.3")
def gathered(state: State, frame: DuelCourse, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The tokens stand on the oval."""
    seat = duel_of(state).offence
    return at(after_gathering(state), frame, TokensGathered(seat=seat, bases=given[seat]["tokens"]))
