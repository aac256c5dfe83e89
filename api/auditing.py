"""Audit: chains, records, signed checkpoints and the administrators' acts, for everybody who wants to check."""

from __future__ import annotations

import base64
import hashlib
from typing import Any
from uuid import UUID

from flask import Response
from marshmallow import validate

from api.auth import me
from api.bodies import QueryNumber, Strict
from api.endpoint import PUBLIC, Resource, demand_json, gives, needs, takes
from api.services import services
from api.showing import seed
from server.checkpoints import notes, publishing
from server.checkpoints.publishing import Signed
from server.records.exporting import export
from server.records.form import encode
from server.refusals import NotFound
from server.roles import STREAM
from server.tables.access import viewer
from server.tables.folding import Loaded

auditing = Resource("auditing", __name__, url_prefix="/v1")
LAST = 999_999_999_999_999
SIZE = QueryNumber(required=True, validate=validate.Range(1, LAST))
# `from` is no name that a class body allows.
ConsistencyQuery = Strict.from_dict({"from": SIZE}, name="ConsistencyQuery")


class ActsQuery(Strict):
    """Which acts of administrators to list."""

    after_version = QueryNumber(load_default=0, validate=validate.Range(0, LAST))
    limit = QueryNumber(load_default=200, validate=validate.Range(1, 1000))


@auditing.get("/tables/<uuid:table_id>/digest")
@needs("table:read")
@gives("Digest", etag=True)
def get_digest(table_id: UUID) -> dict[str, Any]:
    """Read the head of the chain, and the keys to it once the match is over."""
    loaded, step = services().tables.travelling.newest(table_id, me())
    is_over = loaded.table.status == "finished"
    sees_all = is_over or (me().audits and loaded.table.seat_of(str(me().id)) is None)
    head = loaded.position.head if sees_all else step.head
    return {
        "table_id": table_id,
        "version": step.version,
        "head": head.hex(),
        "log_version": loaded.position.version if sees_all else None,
        "seed_commitment": loaded.table.commitment,
        "seed": seed(loaded),
        "salt_key": loaded.secrets.salt_key.hex() if is_over else None,
    }


@auditing.get("/tables/<uuid:table_id>/record")
@needs("table:read")
def get_record(table_id: UUID) -> Response:
    """Give the table as one file that anyone can verify."""
    demand_json()
    data = encode(export(services().pool, _whole(table_id)))
    digest = base64.b64encode(hashlib.sha256(data).digest()).decode()
    return Response(
        data,
        mimetype="application/json",
        headers={
            "Content-Digest": f"sha-256=:{digest}:",
            "Content-Disposition": f'attachment; filename="{table_id}.json"',
        },
    )


@auditing.get("/tables/<uuid:table_id>/proof")
@needs("table:read")
@gives("Proof", etag=True)
def get_proof(table_id: UUID) -> dict[str, Any]:
    """Prove that a signed checkpoint covers the table."""
    found = publishing.included(services().pool, _whole(table_id).id)
    if found is None:
        raise NotFound("No checkpoint covers this table yet.")
    return {
        "table_id": table_id,
        "index": found.index,
        "log_version": found.version,
        "head": found.head.hex(),
        "proof": [entry.hex() for entry in found.proof],
        "checkpoint": _checkpoint(found.checkpoint),
    }


def _whole(table_id: UUID) -> Loaded:
    """A table whose log the caller may see without anything left out."""
    loaded = services().tables.viewing.table(table_id, me())
    viewer(loaded, me(), "auditor")
    return loaded


@auditing.get("/checkpoints")
@needs(PUBLIC)
@gives("Checkpoint", etag=True)
def get_newest_checkpoint() -> dict[str, Any]:
    """Read the newest checkpoint."""
    return _checkpoint(publishing.newest(services().pool))


@auditing.get("/checkpoints/<counted:size>")
@needs(PUBLIC)
@gives("Checkpoint", etag=True)
def get_checkpoint(size: int) -> Any:
    """Read the checkpoint of so many leaves."""
    found = _checkpoint(publishing.of_size(services().pool, size))
    return found, 200, {"Cache-Control": "public, max-age=31536000, immutable"}


@auditing.get("/checkpoints/<counted:size>/consistency")
@needs("table:read")
@takes(query=ConsistencyQuery)
@gives("Consistency")
def get_consistency(size: int, query: dict[str, Any]) -> dict[str, Any]:
    """Prove that an older checkpoint's tree is the beginning of this one's."""
    pool, older = services().pool, query["from"]
    old, new = _checkpoint(publishing.of_size(pool, older)), _checkpoint(publishing.of_size(pool, size))
    if older > size:
        raise NotFound(f"The tree of {size} leaves cannot begin with one of {older}.")
    return {"from": old, "to": new, "proof": [entry.hex() for entry in publishing.grown(pool, older, size)]}


def _checkpoint(found: Signed | None) -> dict[str, Any]:
    if found is None:
        raise NotFound("There is no such checkpoint.")
    return {"size": found.size, "note": found.note, "at": found.at, "public_key": bytes(found.public_key).hex()}


@auditing.get("/keys")
@needs(PUBLIC)
@gives("Keys", etag=True)
def list_keys() -> dict[str, Any]:
    """List every key that has signed checkpoints."""
    return {
        "items": [
            {"public_key": public.hex(), "key_id": notes.key_id(public).hex(), "algorithm": "ed25519", "since": since}
            for public, since in publishing.public_keys(services().pool)
        ]
    }


@auditing.get("/administration/events")
@needs("event:audit")
@takes(query=ActsQuery)
@gives("ActsPage")
def list_administration_events(query: dict[str, Any]) -> dict[str, Any]:
    """List what administrators have done."""
    after, limit = query["after_version"], query["limit"]
    found = services().tables.store.read(STREAM, after=after, upto=after + limit + 1)
    items = found[:limit]
    return {
        "items": [
            {
                "version": event.version,
                "type": event.type,
                "at": event.at,
                "data": event.payload,
                "head": event.commit.head.hex(),
            }
            for event in items
        ],
        "next_after_version": items[-1].version if len(found) > len(items) else None,
    }
