"""The golden records that are made of the ends of matches, one for every way of ending that no whole match has."""

from typing import Any, NamedTuple

WHOLE = 100_000


class Want(NamedTuple):
    """A table that ends in some way."""

    game: str
    seats: int
    players: str = "defaults"
    """`random`, `defaults`, `story`, or one of the game's bots."""
    ends: frozenset[str] = frozenset()
    """Words that its end must have."""
    options: dict[str, Any] = {}
    keep: int = 12
    """How many of the match's last appends are kept."""
    start: str | None = None
    """The position of STARTS that it begins at."""
    happens: str | None = None
    """The type of an event that must come before its end."""
    leaves: bool = False
    """Whether a seat resigns where the record begins; its table plays on."""
    given_up: bool = False
    """Whether its host gives it up before it begins."""


def words(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


WANTED: dict[str, Want] = {
    "kepler-roll_off": Want(
        "kepler", 2, ends=words("round_limit"), options={"round_limit": 5}, happens="kepler.tiebreak_rolled.v1"
    ),
    "kepler-resigned": Want("kepler", 2, "random", words("round_limit"), {"round_limit": 5}, keep=40, leaves=True),
    "kepler-given_up": Want("kepler", 2, given_up=True),
    "cosmic-five_bases-joint": Want("cosmic", 4, "sensible", words("five_bases joint")),
    "cosmic-max_rounds": Want("cosmic", 2, "random", words("max_rounds"), {"max_rounds": 5}),
    "cosmic-no_tokens": Want("cosmic", 2, ends=words("no_tokens"), start="nobody has a token"),
    "cosmic-resigned": Want("cosmic", 2, "random", words("max_rounds"), {"max_rounds": 5}, keep=20, leaves=True),
    "mediation-row": Want(
        "mediation",
        1,
        ends=words("row"),
        options={"characters": 7, "difficulty": "expert", "auto_flee": True, "pyramids": True},
    ),
    "mediation-pyramids": Want("mediation", 2, "story", words("pyramids"), keep=WHOLE, start="last pyramid"),
    "mediation-resigned": Want("mediation", 2, "random", words("cubes_met"), keep=30, leaves=True),
    "climate-tropics_lost": Want("climate", 3, ends=words("turns_over tropics_lost")),
    "climate-few_refuges": Want("climate", 3, ends=words("turns_over few_refuges")),
    "climate-small_life": Want("climate", 3, ends=words("turns_over small_life")),
    "climate-deep_sea_life": Want(
        "climate", 3, ends=words("turns_over deep_sea_life"), options={"scenario": "demographic_bomb"}
    ),
    "climate-hothouse": Want("climate", 3, ends=words("turns_over hothouse"), options={"scenario": "global_warming"}),
    "climate-hollow": Want("climate", 3, ends=words("ghg hollow")),
    "climate-bitter": Want("climate", 3, "sensible", words("ghg bitter"), {"mode": "expert", "propagation": "precise"}),
    "climate-tutorial-defeat": Want("climate", 3, ends=words("tutorial defeat"), options={"scenario": "first_steps"}),
    "climate-resigned": Want("climate", 4, ends=words("turns_over"), keep=40, leaves=True),
    "water-resigned": Want("water", 2, ends=words("turns_over"), options={"turns": 1}, keep=15, leaves=True),
    "water-turns_over-rules_2": Want("water", 2, "sensible", words("turns_over"), {"turns": 2}, keep=25),
    "water-below_zero": Want("water", 4, ends=words("below-zero"), options={"scenario": "p1", "turns": 7}),
}
