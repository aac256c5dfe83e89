"""Parts of addresses: what does not have their form is not found."""

from __future__ import annotations

from werkzeug.routing import BaseConverter, IntegerConverter


class Slug(BaseConverter):
    """The name of a game."""

    regex = r"[a-z][a-z0-9_]{0,39}"


class Code(BaseConverter):
    """A problem code."""

    regex = r"[a-z][a-z-]{0,59}"


class Dotted(BaseConverter):
    """The id of a rule or of a piece of content."""

    regex = r"[A-Za-z0-9_][A-Za-z0-9_.:-]{0,119}"


class DecisionId(BaseConverter):
    """The id of a decision."""

    regex = r"[0-9]{1,18}\.[0-9]{1,18}\.[0-9]{1,4}\.[a-z0-9_]{1,60}(?:\.[0-9]{1,18})?"


class Seat(IntegerConverter):
    """The number of a seat."""

    regex = r"(?:0|[1-9][0-9]?)"


class Counted(IntegerConverter):
    """A version or the number of a move."""

    regex = r"(?:0|[1-9][0-9]{0,14})"


class Perspective(BaseConverter):
    """Through whose eyes: `me`, a seat, `spectator` or `auditor`."""

    regex = r"me|spectator|auditor|0|[1-9][0-9]?"


class Voter(BaseConverter):
    """Who votes on a rewind: a seat, or the director."""

    regex = r"director|0|[1-9][0-9]?"


class RoleName(BaseConverter):
    """One of the three roles."""

    regex = r"auditor|operator|administrator"


class Asset(BaseConverter):
    """A file of the reference page."""

    regex = r"[a-z0-9][a-z0-9.-]{0,59}"


converters = {
    "slug": Slug,
    "code": Code,
    "dotted": Dotted,
    "decision_id": DecisionId,
    "seat": Seat,
    "counted": Counted,
    "perspective": Perspective,
    "voter": Voter,
    "role": RoleName,
    "asset": Asset,
}
