"""Phase des désastres. Disasters that threaten a cell, and what becomes of them."""

from collections.abc import Callable

from domain.core.chance import Chance
from domain.core.forms import Option
from domain.core.model import Fact, Frame, Outcome, again, done
from domain.core.rules import rule
from domain.mediation.attacks import forced_attack, lifted
from domain.mediation.board import by_size, column, has_cards, in_order, in_play, is_immune, orth, plus, square
from domain.mediation.components import CAMPS, DISASTERS
from domain.mediation.energy import drained, payable, spent
from domain.mediation.facts import (
    Contaminated,
    DisasterCancelled,
    DisasterDrawn,
    DisasterResolved,
    ExtraAttacksSet,
)
from domain.mediation.forms import energy_split
from domain.mediation.frames import Disaster, Flee, Hit, PickLost, Pyramid, Relocate, Strike
from domain.mediation.piles import Story, draw_place, refill
from domain.mediation.result import watched
from domain.mediation.state import ActiveDisaster, State, mediation

Consequence = tuple[tuple[Fact, ...], tuple[Frame, ...]]
Happening = Callable[[State, ActiveDisaster], Consequence]
AREAS: dict[str, Callable[[str], tuple[str, ...]]] = {
    "cell": lambda cell: (cell,),
    "plus": plus,
    "square": square,
    "column": column,
}
HAPPENS: dict[str, Happening] = {}


@mediation.step(Disaster, background=True)
@watched
@rule("mediation.var.dis.2", "mediation.var.dis.3")
def disaster(state: State, frame: Disaster, chance: Chance) -> Outcome:
    """A disaster is drawn after the attacks and happens at the end of the turn unless cancelled."""
    if frame.stage == "draw":
        return done(*drawn(state, chance))
    active = state.active_disaster
    assert active is not None
    if frame.stage == "resolve":
        facts, then = HAPPENS[active.kind](state, active)
        return again(Disaster(stage="clear"), *facts, then=then)
    if active.kind != "contamination" or not can_contaminate(state, active.cell):
        return done(DisasterResolved())
    # A base that was struck there may have driven populations of its new cell onto this one.
    driven = (Flee(cells=(active.cell,)),) if state.pop[active.cell] else ()
    return done(DisasterResolved(), Contaminated(cell=active.cell), then=driven)


@rule("mediation.var.dis.2")
def drawn(state: State, chance: Chance) -> tuple[Fact, ...]:
    """A disaster card, then an attack card that names its cell."""
    story = Story(state)
    if not has_cards(state, "attack") or not refill(story, "disaster", chance):
        return tuple(story.facts)
    kind = story.state.piles["disaster"].cards[0]
    cell = draw_place(story, chance)
    assert cell is not None
    return (*story.facts, DisasterDrawn(disaster=kind, cell=cell))


@rule("mediation.dis.contamination")
def can_contaminate(state: State, cell: str) -> bool:
    """A marker stays where nothing is immune and none lies yet."""
    return not is_immune(state, cell) and cell not in state.contaminated


def happens(*kinds: str) -> Callable[[Happening], Happening]:
    """The function that carries out these disasters."""

    def keep(function: Happening) -> Happening:
        for kind in kinds:
            HAPPENS[kind] = rule(DISASTERS[kind].rule)(function)
        return function

    return keep


@happens("quake", "tsunami", "hurricane", "contamination")
def area_struck(state: State, active: ActiveDisaster) -> Consequence:
    """All cells of an area are struck."""
    return (), (Strike(cells=AREAS[DISASTERS[active.kind].area](active.cell)),)


@happens("firestorm")
def firestorm(state: State, active: ActiveDisaster) -> Consequence:
    """An attack falls on the cell."""
    return forced_attack(state, active.cell)


@happens("eruption")
def eruption(state: State, active: ActiveDisaster) -> Consequence:
    """An attack falls on the cell, then its neighbours are struck."""
    facts, then = forced_attack(state, active.cell)
    return facts, (*then, Strike(cells=orth(active.cell)))


@happens("famine")
def famine(state: State, active: ActiveDisaster) -> Consequence:
    """Populations around are lost."""
    cells = tuple(cell for cell in square(active.cell) if not is_immune(state, cell))
    number = by_size(state, DISASTERS["famine"].amount)
    return (), (PickLost(cells=cells, number=number, rule="mediation.dis.famine"),)


@happens("emp")
def emp(state: State, active: ActiveDisaster) -> Consequence:
    """Everybody off Base U loses energy."""
    return drained(state, in_play(state)), ()


@happens("flareup")
def flareup(state: State, active: ActiveDisaster) -> Consequence:
    """The next attack phase is worse."""
    return (ExtraAttacksSet(n=state.extra_attacks + by_size(state, DISASTERS["flareup"].amount)),), ()


@mediation.step(Strike)
@watched
@rule("mediation.var.dis.5", "mediation.var.dis.6")
def strike(state: State, frame: Strike, chance: Chance) -> Outcome:
    """Struck cells lose pyramids, characters, populations and bases for a moment; no card stays."""
    cells = tuple(cell for cell in in_order(frame.cells) if not is_immune(state, cell))
    bases = tuple(camp for camp in CAMPS if state.bases[camp] in cells)
    off = lifted(state, cells)
    return done(
        *off,
        then=(
            Hit(cells=cells, owner=frame.owner),
            Flee(cells=cells, owner=frame.owner),
            *(Relocate(camp=camp, struck=cells, owner=frame.owner) for camp in bases),
            *(Pyramid() for _ in off),
        ),
    )


@rule("mediation.var.dis.4", "mediation.energy.3")
def pay_options(state: State) -> tuple[Option, ...]:
    """The team may pay the energy that a disaster costs."""
    active = state.active_disaster
    if active is None:
        return ()
    cost = by_size(state, DISASTERS[active.kind].cost)
    if sum(payable(state).values()) < cost:
        return ()
    args: dict[str, int | str | bool] = {"disaster": active.kind, "cost": cost}
    return (Option("pay_disaster", args, (energy_split(payable(state), cost),)),)


@rule("mediation.var.dis.4")
def paid_off(state: State, energy: dict[str, int]) -> tuple[Fact, ...]:
    """The energy is spent and the disaster does not happen."""
    return (*spent(state, energy), DisasterCancelled(how="energy"))
