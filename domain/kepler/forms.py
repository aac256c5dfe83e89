"""Options and forms that several chapters share."""

from domain.core.forms import Form, Option, Pick

DECLINE = Option("decline")
SKIP = Option("skip")
DONE = Option("done")


def pick(*options: Option) -> Form:
    """A form with the one slot `do`."""
    return Form((Pick(name="do", options=options),))


def place_option(planet: str, ships: int) -> Option:
    """Ships put on a planet from the supply."""
    return Option(f"place:{planet}", {"planet": planet, "ships": ships})


def move_option(origin: str, to: str, ships: int) -> Option:
    """Ships moved through a passage."""
    return Option(f"move:{origin}:{to}", {"from": origin, "to": to, "ships": ships})
