"""The shapes of event cards and climate consequences."""

from typing import Any, Literal

from domain.climate.printed import Printed
from domain.core.content import Provenance
from domain.core.record import Record

Arrow = Literal["up", "down", "none"]


class GreenCard(Printed):
    """A green event: where it strikes, what is asked, and what happens at each threshold."""

    provenance: str
    copies: int
    when: dict[str, Any]
    arrow: Arrow
    asks: tuple[str, ...]
    thresholds: tuple[int, int]
    base: tuple[dict[str, Any], ...]
    t1: tuple[dict[str, Any], ...]
    t2: tuple[dict[str, Any], ...]

    def effects(self, level: str) -> tuple[dict[str, Any], ...]:
        """The effects at a level: `base`, `t1` or `t2`."""
        return {"base": self.base, "t1": self.t1, "t2": self.t2}[level]


class GreenCards(Record, forbid_unknown_fields=True):
    """All green events."""

    provenance: Provenance
    cards: tuple[GreenCard, ...]


class OilCard(Printed):
    """An oil constraint."""

    copies: int
    arrow: Arrow


class WarmingCard(Printed):
    """A warming card."""

    copies: int
    zone: str


class Zone(Printed):
    """A tipping zone; some bring shortages to certain regions."""

    shortages: tuple[str, ...] = ()


class OtherEvents(Record, forbid_unknown_fields=True):
    """Oil and warming cards."""

    provenance: Provenance
    oil: tuple[OilCard, ...]
    warming: tuple[WarmingCard, ...]
    zones: tuple[Zone, ...]
    tokens_per_zone: int


class Deed(Record, forbid_unknown_fields=True):
    """Something a climate consequence brings, as often as a zone has destruction tokens, or once."""

    what: str
    by: str | None = None


class Spread(Record, forbid_unknown_fields=True):
    """A token for each of several regions going up from the target."""

    token: str
    divisor: int


class Listed(Record, forbid_unknown_fields=True):
    """A token for named regions, two if the zone is full."""

    regions: tuple[str, ...]
    token: str
    doubled_by: str | None = None


class ConsequenceCard(Printed):
    """A climate consequence."""

    where: Literal["above", "reserve"] | None = None
    target: tuple[Deed, ...] = ()
    spread: Spread | None = None
    listed: Listed | None = None


class Track(Record, forbid_unknown_fields=True):
    """The climate track."""

    length: int
    flip: int
    floor: int


class Consequences(Record, forbid_unknown_fields=True):
    """All climate consequences and the track that calls them."""

    provenance: Provenance
    copies: int
    cards: tuple[ConsequenceCard, ...]
    track: Track
