"""Options and forms that several chapters share."""

from domain.core.forms import AnySlot, Form, Option, Pick, Target

PASS = Option("pass")
DONE = Option("done")


def pick(*options: Option, lists: dict[str, tuple[Option, ...]] | None = None) -> Form:
    """A form with the one slot `do`."""
    return Form((Pick(name="do", options=options),), lists or {})


def deed(name: str, *slots: AnySlot, **args: int | str | bool) -> Option:
    """A deed with its arguments and slots."""
    return Option(name, args, slots)


def cell_option(cell: str) -> Option:
    """A cell of the board."""
    return Option(cell, {"cell": cell})


def cell_pick(name: str, cells: list[str]) -> Pick:
    """One of several cells."""
    return Pick(name=name, options=tuple(cell_option(cell) for cell in cells))


def network_pick(keys: list[str]) -> Pick:
    """One of several own networks."""
    return Pick(name="network", options=tuple(Option(key, {"network": key}) for key in keys))


def seat_option(seat: int) -> Option:
    """A community."""
    return Option(f"s{seat}", {"seat": seat})


def seat_of(name: str) -> int:
    """The seat that an option stands for."""
    return int(name.removeprefix("s"))


def pair_target(pair: str, most: int) -> Target:
    """Cubes from a cell to a building."""
    return Target(pair, 0, most, {"pair": pair.replace(">", " → ")})
