"""What is printed, read once from the content files."""

from domain.climate import printed, printed_events
from domain.core.content import read

PACKAGE = "domain.climate"

_regions = read(PACKAGE, "content/regions.yaml", printed.Regions)
_energies = read(PACKAGE, "content/energies.yaml", printed.Energies)
_influence = read(PACKAGE, "content/influence.yaml", printed.Influence)
_characters = read(PACKAGE, "content/characters.yaml", printed.Characters)
_employers = read(PACKAGE, "content/employers.yaml", printed.Employers)
_transformations = read(PACKAGE, "content/transformations.yaml", printed.Transformations)
_green = read(PACKAGE, "content/events.yaml", printed_events.GreenCards)
_others = read(PACKAGE, "content/other_events.yaml", printed_events.OtherEvents)
_consequences = read(PACKAGE, "content/consequences.yaml", printed_events.Consequences)
_institutions = read(PACKAGE, "content/institutions.yaml", printed.Institutions)
_scenarios = read(PACKAGE, "content/scenarios.yaml", printed.Scenarios)
DEMOGRAPHY = read(PACKAGE, "content/demography.yaml", printed.Demography)


def _links(pairs: tuple[tuple[str, str], ...]) -> dict[str, tuple[str, ...]]:
    """For each region the ones at the other end of its lines, in the default order of regions."""
    both = {(a, b) for a, b in pairs} | {(b, a) for a, b in pairs}
    return {region: tuple(other for other in REGION_IDS if (region, other) in both) for region in REGION_IDS}


SHEETS = {sheet.id: sheet for sheet in _regions.regions}
REGION_IDS = tuple(SHEETS)
REFUGEE_LINKS = _links(_regions.refugee_links)
EXODUS_LINES = _links(tuple(pair for pair in _regions.refugee_links if pair not in _regions.overseas_links))

ELECTRICITY = {token.id: token for token in _energies.electricity}
OIL = {token.id: token for token in _energies.oil}
CLEAN = _energies.clean
ELECTRICITY_THRESHOLDS = _energies.thresholds
ELECTRICITY_ASKS = _energies.asks
OVERCONSUMPTION = _energies.overconsumption
OVERPRODUCTION = _energies.overproduction

COLOURS = {colour.id: colour for colour in _influence.colours}
COLOUR_IDS = tuple(COLOURS)
CARDS = {
    f"{colour.id}-{power}": printed.Card(
        id=f"{colour.id}-{power}",
        name={language: f"{word} {power}" for language, word in colour.name.items()},
        colour=colour.id,
        power=power,
        effect=(colour.action if power <= 2 else colour.timing).id,
    )
    for colour in COLOURS.values()
    for power in _influence.powers
}
CARD_IDS = tuple(CARDS)
COPIES = _influence.copies
EXTERNAL_PER_COLOUR = _influence.external_per_colour
HAND_LIMIT = _influence.hand_limit

CHARACTERS = {character.id: character for character in _characters.characters}
SUGGESTED_CHARACTERS = _characters.suggested
EMPLOYERS = {employer.id: employer for employer in _employers.employers}
SUGGESTED_EMPLOYERS = _employers.suggested

LETTERS = {letter.id: letter for letter in _transformations.letters}
REGIONAL_LETTERS = tuple(letter.id for letter in LETTERS.values() if letter.effect != "world")
WORLD_LETTERS = tuple(letter.id for letter in LETTERS.values() if letter.effect == "world")
PAIRS = {"AB": ("A", "B"), "CD": ("C", "D"), "EF": ("E", "F")}
IMPLANT_THRESHOLD = _transformations.threshold

GREEN_CARDS = {card.id: card for card in _green.cards}
OIL_CARDS = {card.id: card for card in _others.oil}
WARMING_CARDS = {card.id: card for card in _others.warming}
ZONES = {zone.id: zone for zone in _others.zones}
ZONE_LIMIT = _others.tokens_per_zone
CONSEQUENCES = {card.id: card for card in _consequences.cards}
CONSEQUENCE_COPIES = _consequences.copies
TRACK = _consequences.track

INSTITUTIONS = {institution.id: institution for institution in _institutions.institutions}
INSTITUTION_THRESHOLDS = _institutions.thresholds
FAMOX_THRESHOLDS = _institutions.thresholds_famox

SCENARIOS = {scenario.id: scenario for scenario in _scenarios.scenarios}
GOAL = _scenarios.goal

PLACES = (*REGION_IDS, *INSTITUTIONS)


def colour_of(card: str) -> str:
    """The colour on the back of an influence card."""
    return card.rsplit("-", 1)[0]


def power_of(card: str) -> int:
    """The power of an influence card."""
    return int(card.rsplit("-", 1)[1])


def back_of(card: str) -> str:
    """What the back of a card on the event pile shows."""
    return "consequence" if card in CONSEQUENCES else "event"


def event_cards() -> tuple[str, ...]:
    """All 69 event cards as kinds, one entry per copy."""
    copies = {
        **{card.id: card.copies for card in OIL_CARDS.values()},
        **{card.id: card.copies for card in WARMING_CARDS.values()},
        **{card.id: card.copies for card in GREEN_CARDS.values()},
    }
    return tuple(card for card, number in copies.items() for _ in range(number))
