"""Setting up the table."""

from msgspec.structs import replace

from domain.climate import frames
from domain.climate.board import authorised, is_covering, scenario, seats_from
from domain.climate.components import (
    CARDS,
    CHARACTERS,
    COLOUR_IDS,
    CONSEQUENCE_COPIES,
    CONSEQUENCES,
    COPIES,
    EMPLOYERS,
    EXTERNAL_PER_COLOUR,
    REGION_IDS,
    SCENARIOS,
    SHEETS,
    SUGGESTED_CHARACTERS,
    SUGGESTED_EMPLOYERS,
    WARMING_CARDS,
    ZONES,
    event_cards,
)
from domain.climate.course import Course
from domain.climate.drafting import character_ask, employer_ask
from domain.climate.facts import CharacterTaken, EmployerTaken, GameSetUp, OilChanged, PawnPlaced
from domain.climate.influence import draw_cards
from domain.climate.printed import RegionSheet
from domain.climate.scenarios import check_options, event_pile, settled_options
from domain.climate.state import Cards, InfluencePiles, Options, Region, SeatState, State, climate
from domain.core.chance import Chance
from domain.core.errors import BadOptions
from domain.core.forms import Answer, Form, Split, Target
from domain.core.game import Start
from domain.core.model import Ask, Outcome, again, ask, done
from domain.core.rules import rule


@climate.starts
@rule("climate.setup.1", "climate.setup.2", "climate.setup.3", "climate.setup.4")
def start(options: Options, seats: int) -> Start:
    """Three to five seats; regions, markers and special tokens lie as printed."""
    if not 3 <= seats <= 5:
        raise BadOptions("Bataille pour le Climat has 3 to 5 seats.", rules=("climate.setup.1",))
    if isinstance(options.first_seat, int) and options.first_seat >= seats:
        raise BadOptions("The first seat must be one of the seats.", rules=("climate.setup.10",))
    check_options(options)
    chosen = settled_options(options)
    state = State(
        options=chosen,
        seats=tuple(SeatState() for _ in range(seats)),
        hands=tuple(() for _ in range(seats)),
        zones=dict.fromkeys(ZONES, 0),
        regions={name: new_region(SHEETS[name], chosen) for name in REGION_IDS},
    )
    return Start(state=state, agenda=(frames.Setup(),))


@rule("climate.setup.2", "climate.setup.4", "climate.expert.1")
def new_region(sheet: RegionSheet, options: Options) -> Region:
    """A region as its sheet prints it; expert mode and a scenario have other rates of demography."""
    rate = sheet.demography_expert if options.mode == "expert" else sheet.demography
    return Region(
        ls=sheet.ls,
        population=sheet.population,
        brown=sheet.brown,
        red_oil=sheet.red_oil,
        orange=sheet.orange,
        elec=sheet.elec,
        ghg=sheet.ghg,
        discipline=sheet.discipline,
        demography=SCENARIOS[options.scenario].demography.get(sheet.id, rate),
        overproduction=sheet.overproduction,
        overconsumption=sheet.overconsumption,
    )


@climate.step(frames.Setup)
@rule("climate.setup.11")
def setup(state: State, frame: frames.Setup, chance: Chance) -> Outcome:
    """Piles, people, warming in expert mode, first cards, pawns, the scenario's tokens, then the first turn."""
    match frame.stage:
        case "piles":
            return again(replace(frame, stage="characters"), lay_out(state, chance))
        case "characters":
            return assign_characters(state, frame, chance)
        case "employers":
            return assign_employers(state, frame, chance)
        case "warming":
            return first_warming(state, frame, chance)
        case "cards":
            return first_cards(state, frame)
        case "pawns":
            return place_pawns(state, frame)
        case _:
            return done(then=(frames.Turn(),))


@rule(
    "climate.setup.5", "climate.setup.6", "climate.setup.9", "climate.setup.10", "climate.setup.12", "climate.setup.13"
)
def lay_out(state: State, chance: Chance) -> GameSetUp:
    """Every pile is shuffled, the external deck taken off, the column of regions and the first seat settled."""
    options, seats = state.options, len(state.seats)
    piles = {colour: influence_pile(colour, chance) for colour in COLOUR_IDS}
    external = tuple(card for colour in COLOUR_IDS for card in piles[colour][:EXTERNAL_PER_COLOUR])
    aside = tuple(WARMING_CARDS)
    deck = list(event_cards())
    for card in aside:
        deck.remove(card)
    events, gone = event_pile(options, chance.shuffle("events.shuffle", deck), chance)
    consequences = [card for card in CONSEQUENCES for _ in range(CONSEQUENCE_COPIES)]
    order = chance.shuffle("regions.shuffle", REGION_IDS) if options.region_order == "random" else REGION_IDS
    first = chance.below("first_seat", seats) if options.first_seat == "random" else options.first_seat
    return GameSetUp(
        influence=InfluencePiles(**{colour: pile[EXTERNAL_PER_COLOUR:] for colour, pile in piles.items()}),
        external=chance.shuffle("external.shuffle", external),
        events=events,
        climate=chance.shuffle("climate.shuffle", consequences),
        removed=(*aside, *gone),
        region_order=order,
        first_seat=first,
        zones=dict.fromkeys(ZONES, 0 if options.mode == "expert" else 1),
        rule="climate.setup.5",
    )


def influence_pile(colour: str, chance: Chance) -> Cards:
    """All cards of a colour, shuffled."""
    cards = [card.id for card in CARDS.values() if card.colour == colour for _ in range(COPIES)]
    return chance.shuffle(f"influence.shuffle/{colour}", cards)


@rule("climate.setup.7")
def assign_characters(state: State, frame: frames.Setup, chance: Chance) -> Outcome:
    """One character per seat, suggested, picked or drawn, so that all six colours can be reached."""
    after = replace(frame, stage="employers")
    if state.options.assignment == "draft":
        seat = next((n for n, held in enumerate(state.seats) if held.character is None), None)
        return again(after) if seat is None else ask(character_ask(state, seat))
    chosen = SUGGESTED_CHARACTERS
    if state.options.assignment == "random":
        chosen = drawn_characters(len(state.seats), chance)
    facts = [
        CharacterTaken(seat=seat, character=character, rule="climate.setup.7")
        for seat, character in zip(range(len(state.seats)), chosen, strict=False)
    ]
    return again(after, *facts)


def drawn_characters(seats: int, chance: Chance) -> Cards:
    """Characters are drawn until they cover the six colours."""
    while True:
        drawn = chance.shuffle("characters.shuffle", CHARACTERS)[:seats]
        if is_covering(drawn, seats):
            return drawn


@rule("climate.setup.8", "climate.challenge.3")
def assign_employers(state: State, frame: frames.Setup, chance: Chance) -> Outcome:
    """One employer per seat, unless the table plays without."""
    after = replace(frame, stage="warming")
    if state.options.no_employers:
        return again(after)
    if state.options.assignment == "draft":
        seat = next((n for n, held in enumerate(state.seats) if held.employer is None), None)
        return again(after) if seat is None else ask(employer_ask(state, seat))
    chosen = SUGGESTED_EMPLOYERS
    if state.options.assignment == "random":
        chosen = chance.shuffle("employers.shuffle", EMPLOYERS)
    facts = [
        EmployerTaken(seat=seat, employer=employer, rule="climate.setup.8")
        for seat, employer in zip(range(len(state.seats)), chosen, strict=False)
    ]
    return again(after, *facts)


@rule("climate.setup.11", "climate.expert.5")
def first_warming(state: State, frame: frames.Setup, chance: Chance) -> Outcome:
    """In expert mode the four first warming cards strike one after the other."""
    after = replace(frame, stage="cards", seats=seats_from(state, state.first_seat)[:-1])
    if state.options.mode == "normal":
        return again(after)
    zones = chance.shuffle("setup_warming.shuffle", ZONES)
    return again(after, then=tuple(frames.Warming(zone=zone) for zone in zones))


@rule("climate.setup.14")
def first_cards(state: State, frame: frames.Setup) -> Outcome:
    """All but the first seat draw as many cards as there are seats, of colours they choose."""
    if not frame.seats:
        return again(replace(frame, stage="pawns"))
    seat, count = frame.seats[0], len(state.seats)
    colours = authorised(state, seat)
    targets = tuple(Target(colour, 0, count, {"colour": colour}) for colour in colours)
    form = Form((Split(name="cards", targets=targets, min=count, max=count),))
    spread = [colours[number % len(colours)] for number in range(count)]
    default: Answer = {"cards": {colour: spread.count(colour) for colour in colours if colour in spread}}
    return ask(Ask(seat=seat, kind="initial_draw", form=form, default=default, rules=("climate.setup.14",)))


@climate.answer(frames.Setup)
@rule("climate.setup.7", "climate.setup.8", "climate.setup.14")
def answer_setup(state: State, frame: frames.Setup, given: dict[int, Answer], chance: Chance) -> Outcome:
    """A seat picks its character, its employer or its first cards."""
    [(seat, answer)] = given.items()
    if frame.stage == "characters":
        return again(frame, CharacterTaken(seat=seat, character=answer["character"], rule="climate.setup.7"))
    if frame.stage == "employers":
        return again(frame, EmployerTaken(seat=seat, employer=answer["employer"], rule="climate.setup.8"))
    course = Course(state)
    colours = tuple(colour for colour in authorised(state, seat) for _ in range(answer["cards"].get(colour, 0)))
    draw_cards(course, chance, seat, colours)
    return again(replace(frame, seats=frame.seats[1:]), *course.facts)


@rule("climate.setup.15")
def place_pawns(state: State, frame: frames.Setup) -> Outcome:
    """Each pawn stands on the region that will be active on its seat's first turn; a scenario adds its tokens."""
    order = (state.first_seat, *seats_from(state, state.first_seat)[:-1])
    course = Course(state)
    for seat, region in zip(order, state.region_order, strict=False):
        course.note(PawnPlaced(seat=seat, location=region, rule="climate.setup.15"))
    fractured_oil(course)
    then = tuple(
        frames.AddTokens(region=region, token=entry.token, count=1)
        for entry in scenario(state).tokens
        for region in entry.regions
    )
    return again(replace(frame, stage="turns"), *course.facts, then=then)


def fractured_oil(course: Course) -> None:
    """In the fractured world the Middle East exports one unit less."""
    if course.state.options.scenario == "fractured_world":
        region = course.region("MEA")
        course.note(
            OilChanged(
                region="MEA",
                brown=region.brown,
                red_oil=region.red_oil,
                orange=region.orange - 1,
                oil_balance=course.state.oil_balance - 1,
                rule="climate.setup.1",
            )
        )
