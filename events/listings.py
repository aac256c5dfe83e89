"""Lists of tables: public ones, a player's own, newest first, page by page."""

from typing import Any
from uuid import UUID

from msgspec import Struct
from psycopg import sql

from events.envelope import Listed
from events.pool import Connection

_COLUMNS = Listed.__struct_fields__
_SELECT = sql.SQL("SELECT {} FROM listings WHERE ").format(sql.SQL(", ").join(map(sql.Identifier, _COLUMNS)))


class Query(Struct, frozen=True, kw_only=True):
    """Which tables to list: public ones, those of `player`, or with both those that the player may see."""

    public: bool = False
    player: UUID | None = None
    game: str | None = None
    status: str | None = None
    after: UUID | None = None
    limit: int = 50


class Page(Struct, frozen=True):
    """Some tables, and the id to continue after if there are more."""

    items: tuple[Listed, ...]
    after: UUID | None


def page(connection: Connection, query: Query) -> Page:
    """Find a page of tables; ids are UUIDv7, so descending ids are newest first."""
    found = [_listed(row) for row in connection.execute(*_statement(query), binary=True)]
    items = tuple(found[: query.limit])
    return Page(items, items[-1].stream if len(found) > query.limit else None)


def one(connection: Connection, stream: UUID) -> Listed | None:
    """Find one table's listing."""
    row = connection.execute(_SELECT + sql.SQL("stream = %s"), (stream,), binary=True).fetchone()
    return None if row is None else _listed(row)


def _statement(query: Query) -> tuple[sql.Composed, list[Any]]:
    conditions = [_audience(query)]
    values: list[Any] = [query.player, query.player] if query.player else []
    for condition, value in (
        ("game = %s", query.game),
        ("status = %s", query.status),
        ("stream < %s", query.after),
    ):
        if value is not None:
            conditions.append(sql.SQL(condition))
            values.append(value)
    statement = _SELECT + sql.SQL(" AND ").join(conditions) + sql.SQL(" ORDER BY stream DESC LIMIT %s::bigint")
    return statement, [*values, query.limit + 1]


def _audience(query: Query) -> sql.SQL:
    if query.player is None:
        return sql.SQL("visibility = 'public'" if query.public else "true")
    if query.public:
        return sql.SQL("(visibility = 'public' OR players @> ARRAY[%s]::uuid[] OR host = %s)")
    return sql.SQL("(players @> ARRAY[%s]::uuid[] OR host = %s)")


def _listed(row: tuple[Any, ...]) -> Listed:
    fields = dict(zip(_COLUMNS, row, strict=True))
    return Listed(**fields | {"players": tuple(fields["players"])})
