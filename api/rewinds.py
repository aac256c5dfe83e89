"""Rewinds: asking to take moves back or to bring them back, and voting on it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from flask import Response
from marshmallow import fields, validate

from api.auth import me
from api.bodies import Exactly, QueryNumber, Strict, WholeNumber
from api.endpoint import Resource, gives, needs, once, takes
from api.services import services
from domain.core.model import HOST
from server.idempotency import Once
from server.refusals import NotFound
from server.tables.proposals import Rewind
from server.tables.rewinding import Request

rewinds = Resource("rewinds", __name__, url_prefix="/v1/tables/<uuid:table_id>/rewinds")
DIRECTOR = "director"


class NewRewind(Strict):
    """What to take back or to bring back."""

    kind = fields.String(required=True, validate=validate.OneOf(("undo", "redo")))
    to_version = WholeNumber(validate=validate.Range(1, 999_999_999_999_999))
    reason = fields.String(validate=(validate.Length(1, 200), Exactly(r"^[^\u0000-\u001f]{1,200}$")))


class RewindsQuery(Strict):
    """Which proposals to list."""

    after = QueryNumber(validate=validate.Range(0, 999_999_999_999_999))
    limit = QueryNumber(load_default=50, validate=validate.Range(1, 200))


class RewindVote(Strict):
    """Whether a seat agrees."""

    agrees = fields.Boolean(required=True, truthy={True}, falsy={False})


def _shown(table_id: UUID, rewind: Rewind) -> dict[str, Any]:
    return {
        "id": rewind.id,
        "table_id": table_id,
        "kind": rewind.kind,
        "status": rewind.status,
        "seat": rewind.seat,
        "to_version": rewind.to_version,
        "crosses": rewind.crosses,
        "crossed": rewind.crossed,
        "reason": rewind.reason,
        "votes": [{"voter": voter_shown(seat), "agrees": rewind.votes.get(seat)} for seat in rewind.needs],
    }


def voter_shown(seat: int) -> str:
    """Who votes, as addresses name them."""
    return DIRECTOR if seat == HOST else str(seat)


@rewinds.post("")
@needs("seat:play", "bot:play", "table:write")
@takes(NewRewind)
@gives("Rewind", 201)
@once
def propose_rewind(table_id: UUID, body: dict[str, Any], once: Once) -> Any:
    """Ask to take moves back, or to bring them back."""
    made = services().tables.rewinding.propose(table_id, me(), Request(**body), once).rewind
    address = f"/v1/tables/{table_id}/rewinds"
    return _shown(table_id, made), 201, {"Location": address if made.id is None else f"{address}/{made.id}"}


@rewinds.get("")
@needs("table:read")
@takes(query=RewindsQuery)
@gives("Rewinds", etag=True)
def list_rewinds(table_id: UUID, query: dict[str, Any]) -> dict[str, Any]:
    """List the proposals so far."""
    found = services().tables.rewinding.listed(table_id, me(), query.get("after", -1), query["limit"] + 1)
    items = found[: query["limit"]]
    return {
        "table_id": table_id,
        "items": [_shown(table_id, entry) for entry in items],
        "next_after": items[-1].id if len(found) > len(items) else None,
    }


@rewinds.get("/<counted:rewind_id>")
@needs("table:read")
@gives("Rewind", etag=True)
def get_rewind(table_id: UUID, rewind_id: int) -> dict[str, Any]:
    """Read one proposal with its votes."""
    return _one(table_id, rewind_id)


@rewinds.put("/<counted:rewind_id>/votes/<voter:voter>")
@needs("seat:play", "bot:play", "table:write")
@takes(RewindVote)
@gives("Rewind")
def vote_on_rewind(table_id: UUID, rewind_id: int, voter: str, body: dict[str, Any]) -> dict[str, Any]:
    """Agree to a proposal, or refuse it."""
    seat = HOST if voter == DIRECTOR else int(voter)
    services().tables.rewinding.vote(table_id, rewind_id, seat, me(), agrees=body["agrees"])
    return _one(table_id, rewind_id)


@rewinds.delete("/<counted:rewind_id>")
@needs("seat:play", "bot:play")
def withdraw_rewind(table_id: UUID, rewind_id: int) -> Response:
    """Take one's own proposal back."""
    services().tables.rewinding.withdraw(table_id, rewind_id, me())
    return Response(status=204)


def _one(table_id: UUID, rewind_id: int) -> dict[str, Any]:
    found = services().tables.rewinding.listed(table_id, me(), rewind_id - 1, 1)
    if not found or found[0].id != rewind_id:
        raise NotFound("There is no such proposal.")
    return _shown(table_id, found[0])
