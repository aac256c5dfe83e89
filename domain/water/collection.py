"""Phase 3. Communities collect water, one after the other."""

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Answer, Group, Option, Split
from domain.core.model import Ask, Fact, Outcome, again, ask, done
from domain.core.rules import rule
from domain.water import dams, frames, treatment
from domain.water.announcing import announce, carries_out
from domain.water.apply_works import drawn, received
from domain.water.board import INDEX
from domain.water.facts import CollectDone, DamFilled, WaterTaken
from domain.water.forms import DONE, deed, pair_target, pick
from domain.water.needs import thirsty, tile_on, unmet_of
from domain.water.networks import networks, reach
from domain.water.state import Announcement, State, water

FIRST_SERVED = ("residential_zone", "farm", "power_plant", "industrial_zone", "mine")


@water.step(frames.Collect)
@rule("water.p3.1")
def collect(state: State, frame: frames.Collect, chance: Chance) -> Outcome:
    """A community that has nothing to do is done; any other is asked until it says so."""
    if frame.ending:
        return done(CollectDone(seat=frame.seat))
    if not frame.begun:
        extras = dams.fill_options(state, frame.seat) or treatment.collecting_options(state, frame.seat)
        has_nothing = not unmet_of(state, frame.seat) and not extras
        return done(CollectDone(seat=frame.seat)) if has_nothing else again(replace(frame, begun=True))
    options = collect_options(state, frame.seat)
    default = {"do": "auto" if any(option.id == "auto" for option in options) else "done"}
    return ask(
        Ask(
            seat=frame.seat,
            kind="collect_action",
            form=pick(*options),
            default=default,
            rules=("water.p3.1",),
            pace=any(state.hand),
        )
    )


def collect_options(state: State, seat: int) -> tuple[Option, ...]:
    """Taking, filling, treating, taking by itself, and the end."""
    pairs = takeable(state, seat)
    take = (deed("take", water_slot(state, seat, pairs)),) if pairs else ()
    auto = (Option("auto"),) if auto_collect(state, seat) else ()
    return (*take, *dams.fill_options(state, seat), *treatment.collecting_options(state, seat), *auto, DONE)


@rule("water.p3.2", "water.p3.3", "water.p3.4", "water.p3.6")
def takeable(state: State, seat: int) -> dict[str, int]:
    """Cubes by `cell>building`: water in reach of a network for its buildings that lack some; none after a put-back."""
    if state.put_back[seat]:
        return {}
    lacking = thirsty(state, seat)
    found = {}
    for cells in networks(state, seat).values():
        sources = [cell for cell in reach(state, seat, cells) if state.water[cell]]
        for building in cells & lacking.keys():
            for cell in sources:
                found[f"{cell}>{building}"] = min(state.water[cell], lacking[building])
    return {pair: found[pair] for pair in sorted(found, key=pair_rank)}


def pair_rank(pair: str) -> tuple[int, int]:
    """Pairs stand in the order of the buildings, then of the cells."""
    cell, building = pair.split(">")
    return INDEX[building], INDEX[cell]


def water_slot(state: State, seat: int, pairs: dict[str, int]) -> Split:
    """No cell gives more than lies there, no building gets more than it lacks."""
    gives = {cell: state.water[cell] for cell in drawn(pairs)}
    return split_of(pairs, gives, {building: thirsty(state, seat)[building] for building in received(pairs)})


def split_of(pairs: dict[str, int], gives: dict[str, int], takes: dict[str, int], most: int | None = None) -> Split:
    """A split over pairs, bounded by what cells give and buildings take."""
    total = min(sum(gives.values()), sum(takes.values()) if most is None else most)
    sources = (Group(tuple(p for p in pairs if p.startswith(f"{cell}>")), 0, held) for cell, held in gives.items())
    buildings = (Group(tuple(p for p in pairs if p.endswith(f">{cell}")), 0, lack) for cell, lack in takes.items())
    targets = tuple(pair_target(pair, number) for pair, number in pairs.items())
    return Split(name="water", targets=targets, min=1, max=total, groups=(*sources, *buildings))


@water.answer(frames.Collect)
@rule("water.p3.1")
def collected(state: State, frame: frames.Collect, given: dict[int, Answer], chance: Chance) -> Outcome:
    """One deed is carried out or announced; then the seat goes on, unless it is done."""
    seat, answer = frame.seat, given[frame.seat]
    match answer["do"].split(":"):
        case ["take"]:
            facts, then = announce(state, Announcement(cause="take", actor=seat, water=answer["water"]))
        case ["fill", dam]:
            facts, then = announce(state, Announcement(cause="fill", actor=seat, dam=dam, water=answer["water"]))
        case ["treat", station]:
            facts, then = treatment.treated(state, seat, station, answer["cell"], answer["use"]), ()
        case ["auto"]:
            action = Announcement(cause="take", actor=seat, water=auto_collect(state, seat))
            facts, then = announce(state, action)
            return again(replace(frame, ending=True), *facts, then=then)
        case _:
            return done(CollectDone(seat=seat))
    return again(frame, *facts, then=then)


@carries_out("take")
@rule("water.p3.1", "water.p3.5")
def taken(state: State, action: Announcement) -> tuple[Fact, ...]:
    """The cubes go to the buildings and stay there."""
    return (WaterTaken(seat=action.actor, water=action.water),) if action.water else ()


@carries_out("fill")
def filled(state: State, action: Announcement) -> tuple[Fact, ...]:
    """The cubes go to the river cell of the dam."""
    assert action.dam is not None
    return (DamFilled(seat=action.actor, dam=action.dam, water=action.water),) if action.water else ()


@rule("water.p3.1")
def auto_collect(state: State, seat: int) -> dict[str, int]:
    """One take for all needs: buildings in crisis first, each cube from the fullest cell in reach."""
    if state.put_back[seat]:
        return {}
    left, found = dict(state.water), dict[str, int]()
    lacking = thirsty(state, seat)
    reaches = {b: reach(state, seat, cells) for cells in networks(state, seat).values() for b in cells & lacking.keys()}
    for building in sorted(lacking, key=lambda cell: served_rank(state, cell)):
        for _ in range(lacking[building]):
            source = min(reaches[building], key=lambda cell: (-left[cell], INDEX[cell]), default=None)
            if source is None or not left[source]:
                break
            left[source] -= 1
            found[f"{source}>{building}"] = found.get(f"{source}>{building}", 0) + 1
    return {pair: found[pair] for pair in sorted(found, key=pair_rank)}


def served_rank(state: State, cell: str) -> tuple[bool, int, int]:
    """Buildings in crisis first, then by type, then in the order of the board."""
    return cell not in state.crisis, FIRST_SERVED.index(tile_on(state, cell).id), INDEX[cell]
