"""Les pyramides de conscience. Pyramids that look for a cell, and bases that are teleported."""

from domain.core.chance import Chance
from domain.core.forms import Option, Pick
from domain.core.model import Fact, Frame, Outcome, done
from domain.core.rules import rule
from domain.mediation.board import in_play, is_on_base_u
from domain.mediation.components import BOARD, CAMPS
from domain.mediation.facts import BaseMoved, CharacterSentHome, PyramidGone, PyramidPlaced
from domain.mediation.forms import ground, sites
from domain.mediation.frames import Flee, Pyramid
from domain.mediation.piles import Story, draw_place
from domain.mediation.result import watched
from domain.mediation.state import Camp, State, mediation


@mediation.step(Pyramid)
@watched
@rule("mediation.var.pyr.3", "mediation.var.pyr.4", "mediation.var.pyr.7")
def place_pyramid(state: State, frame: Pyramid, chance: Chance) -> Outcome:
    """Cards are drawn until one names a cell where a pyramid may stand."""
    story = Story(state)
    cell = draw_place(story, chance, set(ground(state)).__contains__)
    return done(*story.facts, PyramidPlaced(cell=cell) if cell else PyramidGone())


@rule("mediation.var.pyr.8")
def base_options(state: State) -> tuple[Option, ...]:
    """A military base is teleported by all characters together: off Base U and with full energy."""
    if not state.options.pyramids or not is_team_ready(state) or not sites(state):
        return ()
    return tuple(Option(f"teleport_base:{camp}", {"camp": camp}, (Pick(name="to", of="sites"),)) for camp in CAMPS)


def is_team_ready(state: State) -> bool:
    """Nobody on Base U, everybody with full energy."""
    return not any(is_on_base_u(state, name) or state.chars[name].energy < BOARD.energy for name in in_play(state))


@rule("mediation.var.pyr.8")
def base_teleported(state: State, seat: int, camp: Camp, to: str) -> tuple[tuple[Fact, ...], tuple[Frame, ...]]:
    """All energy is spent, everybody is on Base U, the base stands elsewhere and populations there flee."""
    home = tuple(CharacterSentHome(character=name, why="base_teleported") for name in in_play(state))
    return (*home, BaseMoved(camp=camp, cell=to, why="teleported")), (Flee(cells=(to,), owner=seat),)
