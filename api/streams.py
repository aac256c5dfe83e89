"""Streams: what happens at a table, as it happens, as server-sent events."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from functools import singledispatch
from typing import Any
from uuid import UUID

from flask import Response, g, request
from marshmallow import fields, validate
from prometheus_client import Gauge

from api.auth import me
from api.bodies import EYES, QueryNumber, Strict
from api.endpoint import ENCODER, Resource, needs, takes
from api.language import language
from api.moves import move_recorded
from api.rewinds import voter_shown
from api.services import services
from api.showing import seats_shown
from api.wording import Wording
from server.refusals import Refusal
from server.tables.folding import Loaded
from server.tables.followers import Angle, Follower, Wish
from server.tables.news import Closed, DecisionsOpen, MoveMade, News, Resync, RewindTold, TableChanged
from server.tables.viewing import Shown

streams = Resource("streams", __name__, url_prefix="/v1/tables/<uuid:table_id>")
EVENT_STREAM = "text/event-stream"
HIGHEST = 999_999_999_999_999
NUMBER = re.compile(r"0|[1-9][0-9]{0,14}")
SEND_BUFFER = 32_768
"""What the system may hold for a client that does not read, in bytes; a slow one is found out by it."""

OPEN = Gauge("plateau_streams", "Streams that are open.", multiprocess_mode="livesum")


class StreamQuery(Strict):
    """What to follow."""

    perspective = fields.String(load_default="me", validate=(validate.Length(max=9), EYES))
    follow = fields.Boolean(load_default=True, truthy={"true"}, falsy={"false"})
    last_event_id = QueryNumber(validate=validate.Range(0, HIGHEST))


@streams.get("/stream")
@needs("table:read")
@takes(query=StreamQuery)
def follow_table(table_id: UUID, query: dict[str, Any]) -> Response:
    """Follow a table."""
    if request.accept_mimetypes and request.accept_mimetypes.best_match([EVENT_STREAM]) is None:
        raise Refusal(f"This is given as {EVENT_STREAM}.", code="not-acceptable")
    wish = Wish(by=me(), perspective=query["perspective"], language=language(), token=g.caller.token_id)
    follower = Follower(wish, _connection())
    stays = query["follow"] and request.method != "HEAD"
    stream = services().streams.open(table_id, follower, _known(query), stays=stays)
    if stream is None:
        return Response(status=204)
    response = Response(iter(stream), content_type=EVENT_STREAM)
    response.headers.update({"Content-Language": wish.language, "X-Accel-Buffering": "no"})
    response.vary.add("Accept-Language")
    response.call_on_close(stream.close)
    if stays:
        OPEN.inc()
        response.call_on_close(OPEN.dec)
    return response


def _known(query: dict[str, Any]) -> int:
    """The last version that the client has: a header, or a parameter where none can be sent; at first, none."""
    given = request.headers.get("Last-Event-ID")
    if given is None:
        return int(query.get("last_event_id", 0))
    if not NUMBER.fullmatch(given):
        raise Refusal("Last-Event-ID takes the id of a message of this stream.", code="invalid-header")
    return int(given)


def _connection() -> socket.socket | None:
    found: socket.socket | None = request.environ.get("gunicorn.socket")
    if found is not None:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    return found


class Telling:
    """What messages to all who share an angle are written with."""

    def __init__(self, loaded: Loaded, angle: Angle) -> None:
        self.loaded = loaded
        self.wording = Wording(loaded, angle.language)
        self.table = f"/v1/tables/{loaded.id}"
        seat = "spectator" if angle.eyes.seat is None else angle.eyes.seat
        self.view = f"{self.table}/views/{'auditor' if angle.eyes.sees_all else seat}"

    def events(self, shown: Iterable[Shown]) -> list[dict[str, Any]]:
        """Events with their sentences."""
        return [self.wording.event(entry) for entry in shown]


def message(entry: News, loaded: Loaded, angle: Angle) -> bytes:
    """Write something to tell as a server-sent event."""
    name, data = _told(entry, Telling(loaded, angle))
    lines = [b"event: " + name.encode(), b"data: " + ENCODER.encode({"table_id": loaded.id, **data})]
    if entry.id is not None:
        lines.insert(0, b"id: %d" % entry.id)
    return b"\n".join(lines) + b"\n\n"


@singledispatch
def _told(entry: News, telling: Telling) -> tuple[str, dict[str, Any]]:
    raise TypeError(type(entry))


@_told.register
def _(entry: MoveMade, telling: Telling) -> tuple[str, dict[str, Any]]:
    return entry.kind, move_recorded(telling.loaded, entry.move, telling.wording)


@_told.register
def _(entry: TableChanged, telling: Telling) -> tuple[str, dict[str, Any]]:
    return "table", {
        "version": entry.version,
        "at": entry.at,
        "status": entry.table.status,
        "name": entry.table.terms.name,
        "seats": seats_shown(entry.table),
        "events": telling.events(entry.events),
        "href": telling.table,
    }


@_told.register
def _(entry: RewindTold, telling: Telling) -> tuple[str, dict[str, Any]]:
    rewind = entry.rewind
    return "rewind", {
        "version": entry.version,
        "at": entry.at,
        "rewind_id": rewind.id,
        "kind": rewind.kind,
        "status": rewind.status,
        "seat": rewind.seat,
        "to_version": rewind.to_version,
        "reason": rewind.reason,
        "votes": [{"voter": voter_shown(seat), "agrees": rewind.votes.get(seat)} for seat in rewind.needs],
        "decisions_changed": rewind.status == "applied",
        "events": telling.events(entry.events),
        "view": telling.view,
    }


@_told.register
def _(entry: DecisionsOpen, telling: Telling) -> tuple[str, dict[str, Any]]:
    decisions = f"{telling.table}/decisions"
    return "decision", {
        "version": entry.version,
        "items": [
            {
                "id": found.id,
                "seat": found.seat,
                "kind": found.kind,
                "mode": found.mode,
                "due_at": found.due_at,
                "href": f"{decisions}/{found.id}",
            }
            for found in entry.decisions
        ],
        "href": decisions,
    }


@_told.register
def _(entry: Resync, telling: Telling) -> tuple[str, dict[str, Any]]:
    return "resync", {"version": entry.version, "view": telling.view}


@_told.register
def _(entry: Closed, telling: Telling) -> tuple[str, dict[str, Any]]:
    return "closed", {"reason": entry.reason, "href": telling.table}
