"""Decisions: what the table is waiting for, and how to answer."""

from __future__ import annotations

import time
from typing import Any
from uuid import UUID

from flask import Response
from marshmallow import fields, validate

from api.auth import me
from api.bodies import Strict, WholeNumber
from api.conditional import digest, is_known
from api.endpoint import ENCODER, Resource, gives, needs, takes
from api.moves import move_shown
from api.paging import PageQuery, after, paged
from api.prefer import applied, patience
from api.services import services
from api.showing import waiting
from api.wording import Wording
from domain.core.codec import tag_of
from domain.core.errors import DecisionWithdrawn
from domain.core.visibility import redact_fact
from events import faults
from events.listings import Query
from server.tables.access import own_view
from server.tables.folding import Loaded
from server.tables.viewing import Open, open_decisions

decisions = Resource("decisions", __name__, url_prefix="/v1")
LOOK_EVERY = 0.1


class Answer(fields.Dict):
    """A record from slot names to values; whether it fits is for its form to say."""

    def __init__(self, *, required: bool) -> None:
        names, values = fields.String(validate=validate.Length(max=40)), fields.Raw(allow_none=True)
        super().__init__(keys=names, values=values, required=required)


class AnswerBody(Strict):
    """An answer, perhaps bound to a version."""

    answer = Answer(required=True)
    as_of_version = WholeNumber(validate=validate.Range(0, 10**15))


class PreviewBody(Strict):
    """An answer to try."""

    answer = Answer(required=True)


@decisions.get("/tables/<uuid:table_id>/decisions")
@needs("table:read")
@gives("Decisions", etag=True, localised=True)
def list_decisions(table_id: UUID) -> Any:
    """List what is open; with `Prefer: wait`, as soon as it differs from what the client has."""
    viewing = services().tables.viewing
    with patience() as seconds:
        end = time.monotonic() + seconds
        loaded, listed = _listed(table_id)
        while time.monotonic() < end and is_known(digest(ENCODER.encode(listed))):
            time.sleep(LOOK_EVERY)
            if viewing.table(table_id, me()).position != loaded.position:
                loaded, listed = _listed(table_id)
    return listed, 200, applied(seconds)


def _listed(table_id: UUID) -> tuple[Loaded, dict[str, Any]]:
    loaded, found = services().tables.viewing.decisions(table_id, me())
    wording = Wording(loaded)
    return loaded, {
        "table_id": table_id,
        "version": loaded.version_for(own_view(loaded, me())),
        "status": loaded.table.status,
        "waiting_for": waiting(loaded),
        "items": [wording.decision(entry) for entry in found],
    }


@decisions.get("/tables/<uuid:table_id>/decisions/<decision_id:decision_id>")
@needs("table:read")
@gives("Decision", etag=True, localised=True)
def get_decision(table_id: UUID, decision_id: str) -> Any:
    """Read one open decision."""
    loaded, found = services().tables.viewing.decisions(table_id, me())
    return Wording(loaded).decision(_one(found, decision_id))


def _one(found: list[Open], decision_id: str) -> Open:
    for entry in found:
        if entry.id == decision_id:
            return entry
    raise DecisionWithdrawn("This decision is not open.")


@decisions.put("/tables/<uuid:table_id>/decisions/<decision_id:decision_id>/answer")
@needs("seat:play", "bot:play")
@takes(AnswerBody)
@gives("Move", localised=True)
def answer_decision(table_id: UUID, decision_id: str, body: dict[str, Any]) -> Any:
    """Answer an open decision, once."""
    faults.reach("http.received")
    tables = services().tables
    made = tables.playing.answer(table_id, decision_id, me(), body["answer"], body.get("as_of_version"))
    with patience() as seconds:
        now = tables.playing.wait(table_id, seconds) if seconds else made.loaded
    move = tables.viewing.move_made(made, me())
    shown = move_shown(now, move, me())
    place = {} if move.is_vote else {"Content-Location": f"/v1/tables/{table_id}/moves/{move.id}"}
    return shown, 201 if made.is_new else 200, {**place, **applied(seconds)}


@decisions.delete("/tables/<uuid:table_id>/decisions/<decision_id:decision_id>/answer")
@needs("seat:play", "bot:play")
def withdraw_answer(table_id: UUID, decision_id: str) -> Response:
    """Take back an answer that waits for the others."""
    services().tables.playing.withdraw_answer(table_id, decision_id, me())
    return Response(status=204)


@decisions.post("/tables/<uuid:table_id>/decisions/<decision_id:decision_id>/preview")
@needs("seat:play", "bot:play")
@takes(PreviewBody)
@gives("Preview", localised=True)
def preview_answer(table_id: UUID, decision_id: str, body: dict[str, Any]) -> dict[str, Any]:
    """Say what would certainly follow from an answer."""
    loaded, facts = services().tables.playing.preview(table_id, decision_id, me(), body["answer"])
    wording, eyes = Wording(loaded), own_view(loaded, me())
    seen = ((fact, redact_fact(fact, eyes)) for fact in facts)
    return {
        "items": [
            wording.fact(tag_of(type(fact)), data, loaded.game.rules_of(fact))
            for fact, data in seen
            if data is not None
        ]
    }


@decisions.get("/players/me/decisions")
@needs("table:read")
@takes(query=PageQuery)
@gives("MyDecisions", etag=True, localised=True)
def list_my_decisions(query: dict[str, Any]) -> Any:
    """List what waits for the caller at all tables; a page covers so many tables."""
    page = services().tables.viewing.listing(
        Query(player=me().id, status="running", after=after(query), limit=query["limit"])
    )
    items = []
    for listed in page.items:
        loaded = services().tables.viewing.table(listed.stream, me())
        wording = Wording(loaded)
        items += [
            {
                "table_id": listed.stream,
                "table_name": listed.name,
                "game": listed.game,
                "decision": wording.decision(entry),
                "href": f"/v1/tables/{listed.stream}/decisions/{entry.id}",
            }
            for entry in open_decisions(loaded, me())
            if entry.form is not None
        ]
    return paged(items, page.after.hex if page.after else None)
