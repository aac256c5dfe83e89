"""The event log as a perspective may see it, as JSON or one event per line."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from flask import Response, request
from marshmallow import fields, validate

from api.auth import me
from api.bodies import EYES, Exactly, QueryNumber, Strict
from api.endpoint import ENCODER, Resource, gives, needs, takes
from api.language import language
from api.services import services
from api.wording import Wording
from server.refusals import NotFound, Refusal
from server.tables.viewing import Shown, ShownMove

event_log = Resource("event_log", __name__, url_prefix="/v1/tables/<uuid:table_id>/events")
NDJSON = "application/x-ndjson"
ALL = 2**31


class EventsQuery(Strict):
    """Which events to list."""

    perspective = fields.String(load_default="me", validate=(validate.Length(max=9), EYES))
    after_version = QueryNumber(load_default=0, validate=validate.Range(0, 999_999_999_999_999))
    type = fields.String(validate=(validate.Length(1, 120), Exactly(r"^[a-z][a-z0-9_]*(\.[a-z0-9_]+)*$")))
    limit = QueryNumber(load_default=200, validate=validate.Range(1, 1000))


@event_log.get("")
@needs("table:read")
@takes(query=EventsQuery)
def list_events(table_id: UUID, query: dict[str, Any]) -> Any:
    """List what has happened."""
    best = request.accept_mimetypes.best_match(("application/json", NDJSON))
    if request.accept_mimetypes and best is None:
        raise Refusal(f"This is given as application/json or {NDJSON}.", code="not-acceptable")
    return _lines(table_id, query) if best == NDJSON else _document(table_id, query)


def _found(table_id: UUID, query: dict[str, Any]) -> tuple[int, list[Shown]]:
    kind, limit = query.get("type"), query["limit"] + 1
    version, found = services().tables.viewing.events(
        table_id, me(), query["perspective"], query["after_version"], ALL if kind else limit
    )
    wanted = [entry for entry in found if kind is None or entry.type == kind or entry.type.startswith(f"{kind}.")]
    return version, wanted[:limit]


@gives("EventsPage", localised=True)
def _document(table_id: UUID, query: dict[str, Any]) -> dict[str, Any]:
    version, found = _found(table_id, query)
    wording, items = Wording(services().tables.viewing.table(table_id, me())), found[: query["limit"]]
    return {
        "table_id": table_id,
        "perspective": query["perspective"],
        "version": version,
        "items": [wording.event(entry) for entry in items],
        "next_after_version": items[-1].version if len(found) > len(items) else None,
    }


def _lines(table_id: UUID, query: dict[str, Any]) -> Response:
    _, found = _found(table_id, query)
    wording = Wording(services().tables.viewing.table(table_id, me()))
    lines = ENCODER.encode_lines([wording.event(entry) for entry in found[: query["limit"]]])
    return Response(lines, content_type=NDJSON, headers={"Content-Language": language(), "Vary": "Accept-Language"})


@event_log.get("/<counted:version>")
@needs("table:read")
@gives("ExplainedEvent", etag=True, localised=True)
def get_event(table_id: UUID, version: int) -> dict[str, Any]:
    """Read one event, with the rules and the move that it follows from."""
    viewing = services().tables.viewing
    _, found = viewing.events(table_id, me(), "me", version - 1, 1)
    if not found or found[0].version != version:
        raise NotFound("There is no such event, or it is not yours to know.")
    event = found[0]
    move = None if event.move is None else viewing.move(table_id, me(), event.move)
    return {**Wording(viewing.table(table_id, me())).explained(event), "caused_by": _cause(move) if move else None}


def _cause(move: ShownMove) -> dict[str, Any]:
    return {
        "move": move.id,
        "decision_id": move.decision_id,
        "seat": move.seat,
        "answer": move.answer,
        "actor": move.actor,
        "at": move.at,
        "undone": move.is_undone,
    }
