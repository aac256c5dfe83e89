"""The shapes of what is printed: region sheets, cards, tables and tokens."""

from msgspec import field

from domain.core.content import Provenance
from domain.core.record import Record

Names = dict[str, str]
Range = tuple[int, int]


class Printed(Record, forbid_unknown_fields=True):
    """Anything with an id and a name."""

    id: str
    name: Names


class ClimateToken(Record, forbid_unknown_fields=True):
    """The cold or heat token of a region, before and after it is turned."""

    before: int
    after: int


class RegionSheet(Printed):
    """A region as the box prints it."""

    ls: int
    population: int
    brown: int
    red_oil: int
    orange: int
    elec: tuple[str, ...]
    ghg: int
    discipline: int
    demography: int
    demography_expert: int
    reserve: bool
    nuclear_weapon: bool
    overconsumption: int = 0
    overproduction: int = 0
    climate: ClimateToken | None = None


class Regions(Record, forbid_unknown_fields=True):
    """All regions and the lines between them."""

    provenance: Provenance
    regions: tuple[RegionSheet, ...]
    refugee_links: tuple[tuple[str, str], ...]
    overseas_links: tuple[tuple[str, str], ...]


class EnergyToken(Printed):
    """A kind of energy token."""

    emissions: int


class Energies(Record, forbid_unknown_fields=True):
    """Energy tokens and what the electricity action asks."""

    provenance: Provenance
    oil: tuple[EnergyToken, ...]
    electricity: tuple[EnergyToken, ...]
    clean: tuple[str, ...]
    thresholds: tuple[int, int, int, int]
    asks: tuple[str, ...]
    overconsumption: int
    overproduction: int


class CardEffect(Printed):
    """What a card does when it is played and not only spent."""

    removes: str | None = None


class Colour(Printed):
    """A colour of influence."""

    action: CardEffect
    timing: CardEffect


class Influence(Record, forbid_unknown_fields=True):
    """The influence cards."""

    provenance: Provenance
    copies: int
    powers: tuple[int, ...]
    external_per_colour: int
    hand_limit: int
    colours: tuple[Colour, ...]


class Card(Printed):
    """One kind of influence card."""

    colour: str
    power: int
    effect: str


class Character(Printed):
    """A character and its network of influence."""

    primaries: tuple[str, str]
    secondaries: tuple[str, str]
    single: str


class Characters(Record, forbid_unknown_fields=True):
    """All characters."""

    provenance: Provenance
    characters: tuple[Character, ...]
    suggested: tuple[str, ...]


class Employer(Printed):
    """An employer; its texts are for readers, its rules are code."""

    competence: Names
    power: Names
    weakness: Names


class Employers(Record, forbid_unknown_fields=True):
    """All employers."""

    provenance: Provenance
    employers: tuple[Employer, ...]
    suggested: tuple[str, ...]


class Letter(Printed):
    """A permanent transformation and who has access to it."""

    pair: str | None = None
    effect: str | None = None
    ls: Range = (1, 4)
    ls_expert: Range | None = None
    discipline: Range = (0, 4)


class Transformations(Record, forbid_unknown_fields=True):
    """All permanent transformations."""

    provenance: Provenance
    letters: tuple[Letter, ...]
    threshold: int


class Institution(Printed):
    """An institution and its three columns of options."""

    asks: tuple[str, ...]
    options: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]


class Institutions(Record, forbid_unknown_fields=True):
    """The four institutions."""

    provenance: Provenance
    thresholds: tuple[int, int, int]
    thresholds_famox: tuple[int, int, int]
    institutions: tuple[Institution, ...]


class TokensFor(Record, forbid_unknown_fields=True):
    """One token for each of some regions at the start."""

    token: str
    regions: tuple[str, ...]


class Scenario(Printed):
    """A scenario: what it changes in the set-up and the end."""

    turns: int = 36
    tutorial: bool = False
    goal: int | None = None
    demography: dict[str, int] = {}
    tokens: tuple[TokensFor, ...] = ()


class Scenarios(Record, forbid_unknown_fields=True):
    """All scenarios."""

    provenance: Provenance
    scenarios: tuple[Scenario, ...]
    turns: int
    goal: int


class Band(Record, forbid_unknown_fields=True):
    """A row of the demography table."""

    start: int = field(name="from")
    by_rate: tuple[int, int, int, int, int]


class Demography(Record, forbid_unknown_fields=True):
    """The demography tables of the two modes."""

    provenance: Provenance
    normal: tuple[Band, ...]
    expert: tuple[Band, ...]
