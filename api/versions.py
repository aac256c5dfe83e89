"""Versions: a table as it was, what changed since, and new tables that go on from there."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from marshmallow import fields, validate

from api.auth import me
from api.bodies import EYES, QueryNumber, Strict, WholeNumber
from api.endpoint import Resource, gives, needs, once, takes
from api.services import services
from api.tables import LABEL, shown
from api.wording import Wording
from domain.core.visibility import Viewer
from server.idempotency import Once
from server.tables.folding import Loaded
from server.tables.travelling import Step

versions = Resource("versions", __name__, url_prefix="/v1/tables/<uuid:table_id>")
LAST = 999_999_999_999_999
FOR_EVER = "max-age=31536000, immutable"


class VersionsQuery(Strict):
    """Which versions to list."""

    perspective = fields.String(load_default="me", validate=(validate.Length(max=9), EYES))
    after = QueryNumber(load_default=0, validate=validate.Range(0, LAST))
    limit = QueryNumber(load_default=50, validate=validate.Range(1, 200))


class ChangesQuery(Strict):
    """From which version on, and through whose eyes."""

    since = QueryNumber(required=True, validate=validate.Range(1, LAST))
    perspective = fields.String(load_default="me", validate=(validate.Length(max=9), EYES))


class PositionQuery(Strict):
    """Whose count of versions is meant."""

    perspective = fields.String(load_default="me", validate=(validate.Length(max=9), EYES))


class NewFork(Strict):
    """Where a new table goes on from."""

    version = WholeNumber(required=True, validate=validate.Range(1, LAST))
    name = fields.String(required=True, validate=(validate.Length(1, 60), LABEL))


def _told(step: Step, wording: Wording) -> dict[str, Any]:
    return {
        "version": step.version,
        "from_version": step.from_version,
        "at": step.at,
        "actor": step.actor,
        "seat": step.seat,
        "move": step.version if step.is_move else None,
        "undone": step.is_undone,
        "headline": wording.headline(step.facts, step.seat),
    }


@versions.get("/versions")
@needs("table:read")
@takes(query=VersionsQuery)
@gives("VersionsPage", localised=True)
def list_versions(table_id: UUID, query: dict[str, Any]) -> dict[str, Any]:
    """List the versions with a headline each."""
    found = services().tables.travelling.versions(
        table_id, me(), query["perspective"], query["after"], query["limit"] + 1
    )
    items, wording = found[: query["limit"]], Wording(_table(table_id))
    return {
        "table_id": table_id,
        "perspective": query["perspective"],
        "items": [_told(step, wording) for step in items],
        "next_after": items[-1].version if len(found) > len(items) else None,
    }


@versions.get("/versions/<counted:version>")
@needs("table:read")
@gives("Version", etag=True, localised=True)
def get_version(table_id: UUID, version: int) -> dict[str, Any]:
    """Read one version with the head of the chain."""
    step = services().tables.travelling.version(table_id, me(), version)
    return {**_told(step, Wording(_table(table_id))), "table_id": table_id, "head": step.head.hex()}


@versions.get("/versions/<counted:version>/views/<perspective:perspective>")
@needs("table:read")
@gives("ViewAt", etag=True)
def get_view_at(table_id: UUID, version: int, perspective: str) -> Any:
    """Read the state as it was at a version."""
    eyes, state = services().tables.travelling.view_at(table_id, me(), perspective, version)
    loaded = _table(table_id)
    return (
        {
            "table_id": table_id,
            "game": loaded.table.game,
            "perspective": _named(eyes),
            "seat": eyes.seat,
            "version": version,
            "state": state,
        },
        200,
        _kept(loaded, eyes, perspective),
    )


@versions.get("/versions/<counted:version>/changes")
@needs("table:read")
@takes(query=ChangesQuery)
@gives("Changes")
def get_changes(table_id: UUID, version: int, query: dict[str, Any]) -> dict[str, Any]:
    """Compare the state at two versions."""
    found = services().tables.travelling.changes(table_id, me(), query["perspective"], query["since"], version)
    return {
        "table_id": table_id,
        "perspective": query["perspective"],
        "since": query["since"],
        "version": version,
        "items": found,
    }


@versions.get("/versions/<counted:version>/position")
@needs("table:read")
@takes(query=PositionQuery)
@gives("Position", etag=True)
def get_position(table_id: UUID, version: int, query: dict[str, Any]) -> Any:
    """Read the position at a version, as a table can be started from it."""
    return services().tables.travelling.position(table_id, me(), query["perspective"], version)


@versions.post("/forks")
@needs("table:write")
@takes(NewFork)
@gives("Table", 201)
@once
def fork_table(table_id: UUID, body: dict[str, Any], once: Once) -> Any:
    """Open a new table that goes on from a version."""
    made = services().tables.travelling.fork(table_id, me(), body["version"], body["name"], once)
    table, status, headers = shown(made, 201)
    return table, status, {**headers, "Location": f"/v1/tables/{made.id}"}


def _table(table_id: UUID) -> Loaded:
    return services().tables.viewing.table(table_id, me())


def _named(eyes: Viewer) -> str:
    return "auditor" if eyes.sees_all else "spectator" if eyes.seat is None else str(eyes.seat)


def _kept(loaded: Loaded, eyes: Viewer, perspective: str) -> dict[str, str]:
    """Whatever was at a version stays so; what everybody may see may be kept for everybody."""
    is_for_all = perspective == "spectator" and loaded.table.terms.visibility == "public"
    return {"Cache-Control": f"{'public' if is_for_all else 'private'}, {FOR_EVER}"}
