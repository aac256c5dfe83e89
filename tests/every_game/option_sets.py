"""The ways each game is played here: every number of seats, and every option with each of its interesting values."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec import inspect

from domain.core.errors import BadOptions
from domain.core.game import Game
from domain.core.model import AnyPlay
from domain.core.umpire import Umpire
from tests.domain.cosmic import public_by_rule
from tests.every_game.properties.subjects import Subject, subject

TOGETHER: dict[str, tuple[dict[str, Any], ...]] = {
    "kepler": ({"round_limit": 5, "two_player_map": "full"},),
    "water": (
        {"mode": "simplified", "turns": 3, "first": 1},
        {"scenario": "s1", "mediator": "human"},
        {"scenario": "p1", "turns": 3, "action_draw": 1},
        {"scenario": "s2", "first": 2},
    ),
}
"""Options that are worth a match together, by game."""

POOLS: dict[str, dict[str, str]] = {
    "water": {"hand": "action cards", "action_deck": "action cards"},
}
"""State fields whose hidden cards come from one deck, by game and field path."""

BASE: dict[str, dict[str, Any]] = {"cosmic": {"max_rounds": 5}}
"""Options of every match of a game, where its defaults make random play needlessly long."""

AGREE: dict[str, Callable[[AnyPlay, AnyPlay], bool]] = {"cosmic": public_by_rule.agree}
"""Whether two tables of a game agree on what its rules make public of hidden hands."""


def subjects_of(game: Game) -> tuple[Subject, ...]:
    """Every way to play a game that its set-up accepts."""
    return tuple(found for found in _candidates(game) if _can_begin(found))


def _candidates(game: Game) -> Iterator[Subject]:
    fewest, most = game.described.seats
    given: dict[str, Any] = {"pools": POOLS.get(game.slug, {}), "agree": AGREE.get(game.slug)}
    base = BASE.get(game.slug, {})
    for seats in range(fewest, most + 1):
        yield subject(game, seats, msgspec.convert(base, game.options_type), **given)
    for place, options in enumerate((*single_options(game.options_type), *TOGETHER.get(game.slug, ()))):
        seats = fewest if place % 2 == 0 else most
        chosen = msgspec.convert({**base, **options}, game.options_type)
        name = "-".join(f"{key}={value}" for key, value in options.items())
        yield subject(game, seats, chosen, name=name, **given)
    if game.described.kind != "competitive":
        yield subject(game, most, name="vote", team_policy="vote", **given)


def _can_begin(found: Subject) -> bool:
    try:
        Umpire(found.game, found.house).begin(found.options, found.seats)
    except BadOptions:
        return False
    return True


def single_options(options: type) -> Iterator[dict[str, Any]]:
    """Each option alone, with each value that differs from its default."""
    described = inspect.type_info(options)
    assert isinstance(described, inspect.StructType)
    for field in described.fields:
        for value in _interesting(field.type):
            if value != field.default:
                yield {field.encode_name: value}


def _interesting(kind: inspect.Type) -> tuple[Any, ...]:
    match kind:
        case inspect.Metadata():
            return _interesting(kind.type)
        case inspect.UnionType():
            return tuple(value for member in kind.types for value in _interesting(member))
        case inspect.LiteralType():
            return kind.values
        case inspect.BoolType():
            return (False, True)
        case inspect.IntType():
            return tuple(bound for bound in (kind.ge, kind.le) if bound is not None)
        case inspect.NoneType():
            return (None,)
    return ()
