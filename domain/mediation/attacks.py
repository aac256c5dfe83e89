"""Phase d'attaque. How an attack falls on a cell."""

from domain.core.chance import Chance
from domain.core.forms import Answer, Form, Pick
from domain.core.model import Ask, Fact, Frame, Outcome, again, done
from domain.core.rules import rule
from domain.mediation.board import full_row, in_play, is_immune, owner_of, protectors_around
from domain.mediation.components import CAMPS
from domain.mediation.facts import (
    AttackDrawn,
    AttackPlaced,
    BaseMoved,
    CharacterProtected,
    CharacterSentHome,
    PyramidLifted,
)
from domain.mediation.forms import character_option, sites
from domain.mediation.frames import Attack, Barrage, Flee, Hit, Pyramid, Relocate, RowCheck
from domain.mediation.piles import Story, discard, draw_attack, draw_place
from domain.mediation.result import ended
from domain.mediation.state import State, mediation
from domain.mediation.team import ask_sealed


@mediation.step(Attack)
@rule("mediation.attack.2", "mediation.attack.5", "mediation.attack.9", "mediation.med.10")
def attack(state: State, frame: Attack, chance: Chance) -> Outcome:
    """An attack covers its cell, unless the cell is immune or a base on it has nowhere to go."""
    if is_immune(state, frame.cell):
        return done(discard(frame.cell, "immune"))
    if is_base_stuck(state, frame.cell):
        return done(discard(frame.cell, "no_site"))
    return done(
        *lifted(state, (frame.cell,)),
        AttackPlaced(cell=frame.cell),
        then=aftermath(state, frame.cell, frame.owner),
    )


@rule("mediation.attack.2", "mediation.attack.8", "mediation.var.pyr.7")
def aftermath(state: State, cell: str, owner: int | None) -> tuple[Frame, ...]:
    """Characters, then the base, then the row, then populations, then pyramids."""
    return (
        Hit(cells=(cell,), owner=owner),
        *(Relocate(camp=camp, owner=owner) for camp in CAMPS if state.bases.get(camp) == cell),
        RowCheck(),
        Flee(cells=(cell,), owner=owner),
        *(Pyramid() for _ in range(state.pyramids.count(cell))),
    )


@rule("mediation.var.pyr.7")
def lifted(state: State, cells: tuple[str, ...]) -> tuple[Fact, ...]:
    """Pyramids on struck cells are taken off."""
    return tuple(PyramidLifted(cell=cell) for cell in cells for _ in range(state.pyramids.count(cell)))


@mediation.step(RowCheck)
@rule("mediation.end.2")
def row_check(state: State, frame: RowCheck, chance: Chance) -> Outcome:
    """A row covered from end to end loses the match."""
    return done() if full_row(state) is None else ended(state, "row")


@mediation.step(Barrage)
@rule("mediation.med.10")
def barrage(state: State, frame: Barrage, chance: Chance) -> Outcome:
    """Attacks of a mediation card are drawn and resolved one by one."""
    story = Story(state)
    cell = draw_attack(story, chance) if frame.left else None
    if cell is None:
        return done(*story.facts)
    rest = Barrage(left=frame.left - 1, owner=frame.owner)
    return again(rest, *story.facts, then=(Attack(cell=cell, owner=frame.owner),))


def forced_attack(state: State, cell: str) -> tuple[tuple[Fact, ...], tuple[Frame, ...]]:
    """A cell's own card is looked for and falls on it, unless it lies there or the cell is immune."""
    if cell in state.attacks or is_immune(state, cell):
        return (), ()
    return (AttackDrawn(cell=cell),), (Attack(cell=cell),)


@mediation.step(Hit)
@rule("mediation.attack.4", "mediation.char.protector", "mediation.char.agapi", "mediation.char.ilias")
def hit(state: State, frame: Hit, chance: Chance) -> Outcome:
    """Where two protectors on two cells can save a character, its owner chooses."""
    choices: dict[int, list[str]] = {}
    for name in struck_characters(state, frame):
        if len(refuges(state, frame, name)) > 1:
            choices.setdefault(owner_of(state, name), []).append(name)
    if not choices:
        return move_struck(state, frame, {}, chance)
    questions = [protector_question(state, frame, seat, tuple(names)) for seat, names in sorted(choices.items())]
    return ask_sealed(state, frame, questions, move_struck, chance)


def struck_characters(state: State, frame: Hit) -> tuple[str, ...]:
    """Characters that stand on struck cells."""
    return tuple(name for name in in_play(state) if state.chars[name].cell in frame.cells)


@rule("mediation.attack.4", "mediation.var.dis.5")
def refuges(state: State, frame: Hit, name: str) -> dict[str, str]:
    """Protectors around that are not struck themselves, one for each cell, by name."""
    found: dict[str, str] = {}
    for protector in protectors_around(state, state.chars[name].cell):
        cell = state.chars[protector].cell
        if cell not in frame.cells and cell not in found.values():
            found[protector] = cell
    return found


def protector_question(state: State, frame: Hit, seat: int, names: tuple[str, ...]) -> Ask:
    """Who saves each of these characters."""
    slots = tuple(
        Pick(name=name, options=tuple(character_option(by) for by in refuges(state, frame, name))) for name in names
    )
    default: Answer = {name: next(iter(refuges(state, frame, name))) for name in names}
    return Ask(seat=seat, kind="choose_protector", form=Form(slots), default=default, rules=("mediation.attack.4",))


@mediation.answer(Hit)
@rule("mediation.attack.4")
def move_struck(state: State, frame: Hit, given: dict[int, Answer], chance: Chance) -> Outcome:
    """Each struck character goes to its protector, or to Base U without one."""
    chosen = {name: by for answer in given.values() for name, by in answer.items()}
    facts: list[Fact] = []
    for name in struck_characters(state, frame):
        saviours = refuges(state, frame, name)
        if saviours:
            facts.append(CharacterProtected(character=name, by=chosen.get(name, next(iter(saviours)))))
        else:
            facts.append(CharacterSentHome(character=name, why="hit"))
    return done(*facts)


@rule("mediation.attack.7", "mediation.attack.6")
def base_sites(state: State, struck: tuple[str, ...] = ()) -> frozenset[str]:
    """A base goes where nothing stands, outside struck cells, and only where a card can name the cell."""
    pile = state.piles["attack"]
    nameable = {*pile.cards, *pile.discard}
    return frozenset(cell for cell in sites(state) if cell in nameable and cell not in struck)


def is_base_stuck(state: State, cell: str) -> bool:
    """Whether a military base stands there and has nowhere to go."""
    return cell in state.bases.values() and not base_sites(state)


@mediation.step(Relocate)
@rule("mediation.attack.6", "mediation.attack.7")
def relocate(state: State, frame: Relocate, chance: Chance) -> Outcome:
    """Cards are drawn until one names a place for the base; populations there flee."""
    legal = base_sites(state, frame.struck)
    story = Story(state)
    cell = draw_place(story, chance, legal.__contains__)
    if cell is None:
        return done()
    return done(
        *story.facts,
        BaseMoved(camp=frame.camp, cell=cell, why=frame.why),
        then=(Flee(cells=(cell,), owner=frame.owner),),
    )
