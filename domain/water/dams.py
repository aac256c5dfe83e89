"""Dams: filling them from downstream, sharing them, the energy they give."""

from domain.core.chance import Chance
from domain.core.forms import Answer, Option, Split, Target
from domain.core.model import Ask, Fact, Outcome, ask_each, done
from domain.core.rules import rule
from domain.water import building, demolition, frames
from domain.water.board import canonical, downstream
from domain.water.components import DAM_LIMIT, TILES
from domain.water.facts import DamGenerated, DamRefused, DemolitionRefused
from domain.water.forms import deed, pick
from domain.water.networks import network_of
from domain.water.state import State, water


@rule("water.dam.4", "water.dam.5", "water.dam.6", "water.p3.6")
def fill_options(state: State, seat: int) -> tuple[Option, ...]:
    """An owner may bring water up from cells below without a dam, nine cubes received in a turn at most."""
    own = [river for river in canonical(state.dams) if seat in state.dams[river].owners]
    found = ((river, fill_sources(state, river)) for river in own if state.dams[river].intake < DAM_LIMIT)
    listed = ((river, sources) for river, sources in found if sources and not state.put_back[seat])
    return tuple(deed(f"fill:{river}", fill_slot(state, river, sources), cell=river) for river, sources in listed)


@rule("water.dam.6")
def fill_sources(state: State, river: str) -> dict[str, int]:
    """Cells below a dam that hold water and carry no dam."""
    below = (cell for cell in downstream(river) if cell not in state.dams)
    return {cell: state.water[cell] for cell in canonical(below) if state.water[cell]}


def fill_slot(state: State, river: str, sources: dict[str, int]) -> Split:
    """Cubes by the cell they come from."""
    room = DAM_LIMIT - state.dams[river].intake
    targets = tuple(Target(cell, 0, number, {"cell": cell}) for cell, number in sources.items())
    return Split(name="water", targets=targets, min=1, max=min(room, sum(sources.values())))


@rule("water.dam.8")
def generated(state: State) -> tuple[Fact, ...]:
    """Each owner's network that holds the dam gets its energy."""
    return tuple(
        DamGenerated(
            dam=river,
            owners=state.dams[river].owners,
            networks=tuple(network_of(state, seat, river) for seat in state.dams[river].owners),
            energy=TILES["dam"].makes.energy,
        )
        for river in canonical(state.dams)
    )


@water.step(frames.Consent)
@rule("water.dam.3", "water.destroy.3")
def consent(state: State, frame: frames.Consent, chance: Chance) -> Outcome:
    """Everyone concerned says yes or no, sealed."""
    kind, rule_id = ("dam_consent", "water.dam.3") if frame.what == "dam" else ("demolition_consent", "water.destroy.3")
    form = pick(Option("accept", {"reply": "yes"}), Option("decline", {"reply": "no"}))
    default = {"do": "decline"}
    return ask_each(
        [Ask(seat=seat, kind=kind, form=form, default=default, rules=(rule_id,)) for seat in frame.seats], gather=True
    )


@water.answer(frames.Consent)
@rule("water.dam.3", "water.destroy.3")
def consented(state: State, frame: frames.Consent, given: dict[int, Answer], chance: Chance) -> Outcome:
    """One refusal is enough: nothing is paid, nothing falls."""
    against = tuple(seat for seat in frame.seats if given[seat]["do"] == "decline")
    if frame.what == "demolition":
        if against:
            return done(DemolitionRefused(actor=frame.actor, dam=frame.site, seats=against))
        return done(*demolition.destroyed(state, frame.site))
    if against:
        return done(DamRefused(actor=frame.actor, site=frame.site, seats=against))
    facts, then = building.dam_agreed(state, frame.site, (frame.actor, *frame.seats))
    return done(*facts, then=then, give=True)
