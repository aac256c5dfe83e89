"""Tables: creating, listing, changing, starting, and how they end."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from flask import Response
from marshmallow import fields, validate

from api.auth import me
from api.bodies import Exactly, Strict, WholeNumber
from api.conditional import demanded_version, version_tag
from api.endpoint import ENCODER, Resource, gives, needs, once, takes
from api.paging import PageQuery, after, paged
from api.services import services
from api.showing import seed, summary, table_shown
from domain.table.facts import ClockRule, Terms
from domain.table.lifecycle import WrongStatus
from events.listings import Query
from server.idempotency import Once
from server.refusals import Refusal
from server.tables.access import own_view
from server.tables.folding import Loaded
from server.tables.gathering import Wish

tables = Resource("tables", __name__, url_prefix="/v1")
LABEL = Exactly(r"^[^\u0000-\u001f]{1,60}$")
SLUG = Exactly(r"^[a-z][a-z0-9_]{0,39}$")
STATUSES = ("gathering", "running", "finished", "withdrawn")
SHORTEST = 5


class Clock(Strict):
    """How much time seats have."""

    kind = fields.String(required=True, validate=validate.OneOf(("none", "per_decision", "per_player")))
    seconds = WholeNumber(load_default=0, validate=validate.Range(0, 31_536_000))
    increment_seconds = WholeNumber(load_default=0, validate=validate.Range(0, 86_400))


class TableChanges(Strict):
    """What a host may change until the start."""

    name = fields.String(validate=(validate.Length(1, 60), LABEL))
    options = fields.Dict(keys=fields.String(), values=fields.Raw(allow_none=True))
    clock = fields.Nested(Clock)
    visibility = fields.String(validate=validate.OneOf(("public", "private")))
    rated = fields.Boolean(truthy={True}, falsy={False})
    spectator_delay_seconds = WholeNumber(validate=validate.Range(0, 86_400))
    team_policy = fields.String(validate=validate.OneOf(("owner", "vote")))
    window_policy = fields.String(validate=validate.OneOf(("strict", "fast")))
    window_seconds = WholeNumber(validate=validate.Range(0, 86_400))
    undo_policy = fields.String(validate=validate.OneOf(("off", "free", "consent", "director")))
    leaver_policy = fields.String(validate=validate.OneOf(("defaults", "random", "sensible")))


class Chance(Strict):
    """Where draws come from."""

    source = fields.String(required=True, validate=validate.OneOf(("seeded", "fixed", "entered")))
    seed = fields.String(validate=(validate.Length(1, 64), Exactly(r"^[!-~]{1,64}$")))


class NewTable(TableChanges):
    """What a host wants of a new table."""

    game = fields.String(required=True, validate=(validate.Length(1, 40), SLUG))
    name = fields.String(required=True, validate=(validate.Length(1, 60), LABEL))
    seats = WholeNumber(required=True, validate=validate.Range(1, 10))
    chance = fields.Nested(Chance)
    position = fields.Dict(keys=fields.String(), values=fields.Raw(allow_none=True))


class TablesQuery(PageQuery):
    """Which tables to list."""

    game = fields.String(validate=(validate.Length(1, 40), SLUG))
    status = fields.String(validate=validate.OneOf(STATUSES))


class MyTablesQuery(PageQuery):
    """Which of one's own tables to list."""

    status = fields.String(validate=validate.OneOf(STATUSES))


DEFAULTS = Terms(
    name="",
    options={},
    clock=ClockRule(),
    visibility="public",
    rated=False,
    spectator_delay_seconds=0,
    team_policy="owner",
    window_policy="strict",
    undo_policy="consent",
    leaver_policy="defaults",
)


def _terms(before: Terms, body: dict[str, Any]) -> Terms:
    wanted = {name: body[name] for name in Terms.__struct_fields__ if name in body}
    if "clock" in wanted:
        wanted["clock"] = _clock(**wanted["clock"])
    return msgspec.structs.replace(before, **wanted)


def _clock(kind: Any, seconds: int, increment_seconds: int) -> ClockRule:
    if kind != "none" and seconds < SHORTEST:
        raise Refusal(
            f"A clock needs at least {SHORTEST} seconds.",
            code="invalid-options",
            errors=({"pointer": "/clock/seconds", "detail": f"At least {SHORTEST}."},),
        )
    return ClockRule(kind=kind, seconds=seconds, increment_seconds=increment_seconds)


def shown(loaded: Loaded, status: int = 200) -> tuple[dict[str, Any], int, dict[str, str]]:
    """Send a table with its entity tag."""
    table = table_shown(loaded, me())
    return table, status, version_tag(table["version"], ENCODER.encode(table))


@tables.post("/tables")
@needs("table:write")
@takes(NewTable)
@gives("Table", 201)
@once
def create_table(body: dict[str, Any], once: Once) -> Any:
    """Open a table."""
    chance = body.get("chance", {"source": "seeded"})
    wish = Wish(
        game=body["game"],
        seats=body["seats"],
        terms=_terms(DEFAULTS, body),
        chance=chance["source"],
        seed=chance.get("seed"),
        position=body.get("position"),
    )
    table, status, headers = shown(services().tables.gathering.create(me(), wish, once), 201)
    return table, status, {**headers, "Location": f"/v1/tables/{table['id']}"}


@tables.get("/tables")
@needs("table:read")
@takes(query=TablesQuery)
@gives("TablesPage")
def list_tables(query: dict[str, Any]) -> Any:
    """List public tables and one's own."""
    return _listed(
        query,
        Query(
            public=True,
            player=me().id,
            game=query.get("game"),
            status=query.get("status"),
            after=after(query),
            limit=query["limit"],
        ),
    )


@tables.get("/players/me/tables")
@needs("table:read")
@takes(query=MyTablesQuery)
@gives("TablesPage")
def list_my_tables(query: dict[str, Any]) -> Any:
    """List one's own tables."""
    return _listed(query, Query(player=me().id, status=query.get("status"), after=after(query), limit=query["limit"]))


def _listed(query: dict[str, Any], wanted: Query) -> Any:
    found = services().tables.viewing.listing(wanted)
    return paged([summary(listed) for listed in found.items], found.after.hex if found.after else None)


@tables.get("/tables/<uuid:table_id>")
@needs("table:read")
@gives("Table", etag=True)
def get_table(table_id: UUID) -> Any:
    """Read one table."""
    return shown(services().tables.viewing.table(table_id, me()))


@tables.patch("/tables/<uuid:table_id>")
@needs("table:write")
@takes(TableChanges)
@gives("Table")
def update_table(table_id: UUID, body: dict[str, Any]) -> Any:
    """Change the conditions before the start."""
    expected = demanded_version()
    before = services().tables.viewing.table(table_id, me())
    terms = _terms(before.table.terms, body)
    return shown(services().tables.gathering.change_terms(table_id, me(), terms, expected))


@tables.delete("/tables/<uuid:table_id>")
@needs("table:write")
def withdraw_table(table_id: UUID) -> Response:
    """Give up a table before the start."""
    services().tables.gathering.withdraw(table_id, me(), demanded_version())
    return Response(status=204)


@tables.post("/tables/<uuid:table_id>/start")
@needs("table:write")
@gives("Table", 201)
@once
def start_table(table_id: UUID, once: Once) -> Any:
    """Deal and begin."""
    return shown(services().tables.gathering.start(table_id, me(), once), 201)


@tables.post("/tables/<uuid:table_id>/resignations")
@needs("seat:play", "bot:play")
@gives("Table", 201)
@once
def resign_seat(table_id: UUID, once: Once) -> Any:
    """Leave a running match."""
    return shown(services().tables.gathering.resign(table_id, me(), once), 201)


@tables.get("/tables/<uuid:table_id>/result")
@needs("table:read")
@gives("Result", etag=True)
def get_result(table_id: UUID) -> Any:
    """Say how the match ended."""
    loaded = services().tables.viewing.table(table_id, me())
    result = loaded.table.result
    if result is None:
        raise WrongStatus(f"The match is not over; the table is {loaded.table.status}.")
    return {
        "table_id": loaded.id,
        "version": loaded.version_for(own_view(loaded, me())),
        **msgspec.to_builtins(result),
        "seed": seed(loaded),
    }
