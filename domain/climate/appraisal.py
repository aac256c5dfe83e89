"""What a position is worth to the team, and what could be made of it."""

from domain.climate.board import emissions, hand_limit, region_ghg, resilience, scenario, seats_in_play
from domain.climate.components import ELECTRICITY, GOAL, PAIRS, REGIONAL_LETTERS
from domain.climate.scenarios import last_turn
from domain.climate.state import Region, State
from domain.climate.transformations import OTHER_LETTER, can_implant

START = 100
POWER_PRICE = 0.10
LIGHT = {"riots": 0.35, "shortages": 0.3, "epizootics": 0.25, "refugees": 0.25}
HEAVY = {"conflicts": (1.2, 0.8), "scarcities": (1.2, 0.8)}
GRAVE = {"war": 5.0, "famine": 4.0, "epidemic": 2.5, "pandemic": 5.0, "dictatorship": 4.0, "chaos": 4.0}


def value(state: State) -> float:
    """The gases in the air and those to come, and the weight of calamities, all counted as losses."""
    coming = sum(pending(state, name) for name in state.regions)
    return -(state.ghg + coming) - sum(burden(region) for region in state.regions.values())


def power_price(state: State) -> float:
    """What one point of card power costs: half as much when the hands are four fifths full."""
    seats = seats_in_play(state)
    held, room = sum(len(state.hands[seat]) for seat in seats), sum(hand_limit(state, seat) for seat in seats)
    return POWER_PRICE / 2 if 5 * held >= 4 * room else POWER_PRICE


def goal(state: State) -> int:
    """The gases a team may leave: those of a tutorial, or those of a victory."""
    return scenario(state).goal or GOAL


def lead(state: State) -> float:
    """By how much the counter is below an even way from its start to the goal."""
    return START - (START - goal(state)) * state.turn / last_turn(state) - state.ghg


def pending(state: State, name: str) -> int:
    """By how much the counter will move when a region is activated as it stands."""
    region = state.regions[name]
    return region_ghg(emissions(state, name), region.population) - region.ghg


def burden(region: Region) -> float:
    """What calamities weigh in a region, by its population."""
    bearable = resilience(region)
    total = 0.0
    for token, price in LIGHT.items():
        total += price * getattr(region, token) / bearable
    for token, (base, more) in HEAVY.items():
        held = getattr(region, token)
        total += base + more * held / bearable if held else 0.0
    for token, price in GRAVE.items():
        total += price if getattr(region, token) else 0.0
    return (1 + region.population / 30) * total


def letter_value(state: State, name: str, letter: str) -> float:
    """What a letter is worth in a region, and an eighth of it for each region that could learn it from there."""
    own = own_letter_value(state, name, letter)
    others = [other for other in state.regions if other != name and can_implant(state, other, letter, by_hand=False)]
    if any(letter in region.pts for region in state.regions.values()):
        others = []
    return own + sum(own_letter_value(state, other, letter) for other in others) / 8


def own_letter_value(state: State, name: str, letter: str) -> float:
    """Pairs save emissions, discipline opens them, demography matters where people are many."""
    region = state.regions[name]
    other = OTHER_LETTER.get(letter)
    if other is not None:
        whole = 0.7 * (saved_emissions(region, letter) * region.population / 10 + 1)
        return whole if other in region.pts else whole / 2
    if letter == "G":
        return 2.0 if region.discipline == 1 else 0.8
    if letter == "H":
        return 1.0
    return max(0.0, min(3, region.demography)) * region.population / 40


def saved_emissions(region: Region, letter: str) -> int:
    """How many emissions a complete pair saves."""
    if letter not in PAIRS["CD"]:
        return 1
    burnt = next((token for token in ELECTRICITY if token in region.elec), None)
    return ELECTRICITY[burnt].emissions if burnt else 0


def change_value(state: State, name: str, old: str | None, new: str) -> float:
    """What a change of electricity saves, less the trouble it brings."""
    if old is None:
        return -1.0
    region = state.regions[name]
    saved = ELECTRICITY[old].emissions - ELECTRICITY[new].emissions
    trouble = {"ren_int": 0.8, "hydro": 0.6}.get(new, 0.0)
    held = region.elec.count("ren_int") + region.elec.count("ren_disp")
    if new in ("ren_int", "ren_disp") and held >= 1 and old not in ("ren_int", "ren_disp"):
        trouble += 0.6
    if new == "ren_int" and region.shortages + 1 >= resilience(region):
        trouble += 1.0
    return saved * region.population / 10 - trouble


def best_letter(state: State, name: str) -> tuple[float, str] | None:
    """The letter most worth implanting by hand in a region."""
    found = [
        (letter_value(state, name, letter), letter)
        for letter in REGIONAL_LETTERS
        if can_implant(state, name, letter, by_hand=True)
    ]
    return max(found, default=None)
