"""Mise en place. The options, the team, and the world as the envoys find it."""

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.errors import BadOptions
from domain.core.forms import Answer, Form, Pick, Select, pick_form
from domain.core.game import Start
from domain.core.model import Ask, Fact, Outcome, again, done
from domain.core.rules import rule
from domain.mediation.components import (
    BOARD,
    CAMPS,
    CELLS,
    CHARACTERS,
    DISASTERS,
    LEVELS,
    MEDIATION_CARDS,
    MEDIATORS,
    POWERS,
    PROTECTORS,
    TELEPORTER,
)
from domain.mediation.facts import (
    AttackPlaced,
    BaseMoved,
    BaseUPlaced,
    BoardLaid,
    CharacterTaken,
    DeckShuffled,
    PhaseBegan,
    SquadPlaced,
    SquadsSplit,
    TeamChosen,
)
from domain.mediation.forms import character_option
from domain.mediation.frames import Draft, Flee, RowCheck, Setup, Team, Turn
from domain.mediation.piles import Story, discard, draw_attack
from domain.mediation.state import Camp, Options, PileName, SeatState, State, mediation
from domain.mediation.team import ask_seat, ask_the_team, lead_seat


@mediation.starts
@rule("mediation.cfg.1", "mediation.cfg.2")
def start(options: Options, seats: int) -> Start:
    """A table with one to seven seats, four or seven characters, and a number of needs to hear."""
    check_options(options, seats)
    state = State(
        options=options,
        players=seats,
        need_target=LEVELS[options.difficulty].needs,
        seats=tuple(SeatState() for _ in range(seats)),
    )
    return Start(state=state, agenda=(Turn(stage="attack"), Setup()))


@rule("mediation.cfg.1", "mediation.cfg.3", "mediation.cfg.4")
def check_options(options: Options, seats: int) -> None:
    """Refuse what cannot be played."""
    if not 1 <= seats <= options.characters:
        raise BadOptions("There must be at least one character for each seat.", rules=("mediation.cfg.1",))
    if options.difficulty == "initiation" and options.characters == 7:
        raise BadOptions("Initiation is played with four characters.", rules=("mediation.cfg.3",))
    if options.pyramids and options.difficulty == "initiation":
        raise BadOptions("Pyramids need the advanced or expert level.", rules=("mediation.cfg.4",))
    if options.timer_seconds is not None and not options.timer:
        raise BadOptions("A duration needs the timer.", rules=("mediation.cfg.4",))
    check_assignment(options, seats)


@rule("mediation.setup.5")
def check_assignment(options: Options, seats: int) -> None:
    """A preset gives every seat a character, and names a team that the rules allow."""
    if (options.assignment is not None) != (options.character_assignment == "preset"):
        raise BadOptions("An assignment belongs to `preset` and to nothing else.", rules=("mediation.setup.5",))
    if options.assignment is None:
        return
    if not is_legal_team(tuple(options.assignment), options.characters):
        raise BadOptions("These characters are not a team.", rules=("mediation.setup.4",))
    if set(options.assignment.values()) != set(range(seats)):
        raise BadOptions("Every seat plays at least one character.", rules=("mediation.cfg.1",))


@rule("mediation.setup.4")
def is_legal_team(team: tuple[str, ...], size: int) -> bool:
    """Seven are all; four are Elli, one protector and two mediators."""
    if size == 7:
        return set(team) == set(CHARACTERS)
    roles = sorted(CHARACTERS[name].role for name in team if name in CHARACTERS)
    return len(set(team)) == 4 and roles == ["mediator", "mediator", "protector", "teleporter"]


def in_sheet_order(names: tuple[str, ...]) -> tuple[str, ...]:
    """Characters in canonical order."""
    return tuple(name for name in CHARACTERS if name in names)


@mediation.step(Setup, background=True)
@rule("mediation.turn.2")
def set_up(state: State, frame: Setup, chance: Chance) -> Outcome:
    """The team first, then its seats, then the board; turn 1 has no upkeep."""
    match frame.stage:
        case "team":
            return again(replace(frame, stage="draft"), then=(Team(),))
        case "draft":
            return again(replace(frame, stage="board"), PhaseBegan(phase="setup_draft"), then=(Draft(),))
        case "board":
            facts = (PhaseBegan(phase="setup_board"), BoardLaid(), *decks(state, chance))
            return again(replace(frame, stage="red"), *facts)
        case "red":
            return place_base(state, replace(frame, stage="blue"), "red", chance)
        case "blue":
            return place_base(state, replace(frame, stage="attacks"), "blue", chance)
        case "attacks":
            return first_attack(state, frame, chance)
        case "base_u":
            return place_base_u(state, frame, chance)
        case "squads":
            return done(*place_squads(state, chance))


@mediation.step(Team)
@rule("mediation.setup.4")
def choose_team(state: State, frame: Team, chance: Chance) -> Outcome:
    """Four characters are chosen; seven form two squads."""
    options = state.options
    if options.characters == 4 and options.assignment is not None:
        return done(TeamChosen(characters=in_sheet_order(tuple(options.assignment))))
    kind, form, default = team_form(options.characters)
    question = Ask(seat=lead_seat(state), kind=kind, form=form, default=default, rules=("mediation.setup.4",))
    return ask_the_team(state, frame, question, send_team, chance)


def team_form(size: int) -> tuple[str, Form, Answer]:
    """What the team decides before it leaves."""
    mediators = tuple(character_option(name) for name in MEDIATORS)
    if size == 7:
        form = Form((Select(name="agapi", items=mediators, min=2, max=2),))
        return "split_teams", form, {"agapi": ["andromeda", "vera"]}
    protector = Pick(name="protector", options=tuple(character_option(name) for name in PROTECTORS))
    form = Form((protector, Select(name="mediators", items=mediators, min=2, max=2)))
    return "choose_team", form, {"protector": "agapi", "mediators": ["andromeda", "diamandis"]}


@mediation.answer(Team)
@rule("mediation.setup.4")
def send_team(state: State, frame: Team, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The team, and with seven its two squads, are set."""
    (answer,) = given.values()
    if state.options.characters == 4:
        chosen = (TELEPORTER, answer["protector"], *answer["mediators"])
        return done(TeamChosen(characters=in_sheet_order(chosen)))
    others = tuple(name for name in MEDIATORS if name not in answer["agapi"])
    squads = SquadsSplit(agapi=in_sheet_order(("agapi", *answer["agapi"])), ilias=in_sheet_order(("ilias", *others)))
    return done(TeamChosen(characters=tuple(CHARACTERS)), squads)


@mediation.step(Draft)
@rule("mediation.setup.5")
def draft(state: State, frame: Draft, chance: Chance) -> Outcome:
    """Seats take characters in turn until none is left, or as the options say."""
    left = tuple(name for name in state.team if not any(name in seat.characters for seat in state.seats))
    if not left:
        return done()
    given = assigned(state, left)
    if given:
        return done(*given)
    seat = (len(state.team) - len(left)) % state.players
    form = pick_form("character", *(character_option(name) for name in left))
    default: Answer = {"character": left[0]}
    question = Ask(seat=seat, kind="draft_character", form=form, default=default, rules=("mediation.setup.5",))
    return ask_seat(state, frame, question, take_character, chance)


@rule("mediation.setup.5")
def assigned(state: State, left: tuple[str, ...]) -> tuple[Fact, ...]:
    """Characters that are given out without asking."""
    assignment = state.options.assignment
    if assignment is not None:
        return tuple(CharacterTaken(seat=assignment[name], character=name) for name in left)
    if state.players == 1 or state.options.character_assignment == "auto":
        return tuple(CharacterTaken(seat=place % state.players, character=name) for place, name in enumerate(left))
    return ()


@mediation.answer(Draft)
@rule("mediation.setup.5")
def take_character(state: State, frame: Draft, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The seat plays the character it took."""
    ((seat, answer),) = given.items()
    return again(frame, CharacterTaken(seat=seat, character=answer["character"]))


@rule("mediation.setup.2", "mediation.setup.3", "mediation.var.pyr.2", "mediation.var.round.3")
def decks(state: State, chance: Chance) -> tuple[Fact, ...]:
    """Every pile in use is shuffled under its own label."""
    return tuple(shuffled_anew(name, cards, chance) for name, cards in deck_contents(state.options).items() if cards)


def shuffled_anew(name: PileName, cards: tuple[str, ...], chance: Chance) -> DeckShuffled:
    """A pile in its first order."""
    order = chance.shuffle(f"{name}.shuffle", cards)
    return DeckShuffled(pile=name, count=len(order), order=order)


@rule("mediation.setup.2", "mediation.setup.3", "mediation.var.pyr.2", "mediation.var.round.3")
def deck_contents(options: Options) -> dict[PileName, tuple[str, ...]]:
    """Starred mediation cards stay out at initiation, starred powers with four; variants add and remove piles."""
    is_easy = options.difficulty == "initiation"
    camps: dict[Camp, tuple[str, ...]] = {
        camp: tuple(
            card.id for card in MEDIATION_CARDS.values() if card.camp == camp and not (is_easy and card.starred)
        )
        for camp in CAMPS
    }
    powers = tuple(
        power.id
        for power in POWERS.values()
        if not (options.characters == 4 and power.starred)
        for _ in range(power.copies)
    )
    disasters = tuple(card.id for card in DISASTERS.values() for _ in range(card.copies))
    return {
        "attack": CELLS,
        "med_red": camps["red"],
        "med_blue": camps["blue"],
        "power": () if options.round_earth else powers,
        "disaster": disasters if options.pyramids else (),
    }


@rule("mediation.setup.7")
def place_base(state: State, after: Setup, camp: Camp, chance: Chance) -> Outcome:
    """A card names the cell of a military base; its population flees."""
    story = Story(state)
    cell = draw_attack(story, chance)
    assert cell is not None
    story.tell(discard(cell, "drawn_for"), BaseMoved(camp=camp, cell=cell, why="setup"))
    return again(after, *story.facts, then=(Flee(cells=(cell,)),))


@rule("mediation.setup.8")
def first_attack(state: State, frame: Setup, chance: Chance) -> Outcome:
    """Six attacks fall before the envoys arrive, and stay."""
    if frame.attacks == BOARD.first_attacks:
        return again(replace(frame, stage="base_u"))
    story = Story(state)
    cell = draw_attack(story, chance)
    assert cell is not None
    after = replace(frame, attacks=frame.attacks + 1)
    return again(after, *story.facts, AttackPlaced(cell=cell), then=(RowCheck(), Flee(cells=(cell,))))


@rule("mediation.setup.9")
def place_base_u(state: State, frame: Setup, chance: Chance) -> Outcome:
    """A card names the cell of Base U, where Elli starts and populations stay."""
    story = Story(state)
    cell = draw_attack(story, chance)
    assert cell is not None
    story.tell(discard(cell, "drawn_for"), BaseUPlaced(cell=cell))
    return again(replace(frame, stage="squads"), *story.facts, then=(RowCheck(),))


@rule("mediation.setup.10", "mediation.setup.6", "mediation.setup.1", "mediation.setup.11")
def place_squads(state: State, chance: Chance) -> tuple[Fact, ...]:
    """A card names the cell where a squad starts."""
    story = Story(state)
    for squad in state.squads:
        cell = draw_attack(story, chance)
        assert cell is not None
        story.tell(discard(cell, "drawn_for"), SquadPlaced(characters=squad, cell=cell))
    return tuple(story.facts)
