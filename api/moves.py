"""Moves: answered decisions and what followed."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from marshmallow import validate

from api.auth import me
from api.bodies import QueryNumber, Strict
from api.endpoint import Resource, gives, needs, takes
from api.services import services
from api.showing import waiting
from api.wording import Wording
from server.players import Player
from server.tables.folding import Loaded
from server.tables.viewing import ShownMove, open_decisions

moves = Resource("moves", __name__, url_prefix="/v1/tables/<uuid:table_id>/moves")


class MovesQuery(Strict):
    """Which moves to list."""

    after = QueryNumber(load_default=0, validate=validate.Range(0, 999_999_999_999_999))
    limit = QueryNumber(load_default=50, validate=validate.Range(1, 200))


def move_shown(loaded: Loaded, move: ShownMove, by: Player) -> dict[str, Any]:
    """A move just made: what followed, and what is asked now."""
    wording = Wording(loaded)
    return {
        **move_recorded(loaded, move, wording),
        "status": _status(loaded, move),
        "waiting_for": waiting(loaded),
        "my_decisions": [wording.decision(entry) for entry in open_decisions(loaded, by) if entry.form is not None],
    }


def _status(loaded: Loaded, move: ShownMove) -> str:
    if move.is_vote:
        return "voting"
    return "resolving" if loaded.is_resolving else "done"


def move_recorded(loaded: Loaded, move: ShownMove, wording: Wording) -> dict[str, Any]:
    """A move as it is kept."""
    return {
        "id": move.id,
        "table_id": loaded.id,
        "decision_id": move.decision_id,
        "seat": move.seat,
        "answer": move.answer,
        "actor": move.actor,
        "from_version": move.from_version,
        "to_version": move.to_version,
        "at": move.at,
        "undone": move.is_undone,
        "events": [wording.event(entry) for entry in move.events],
    }


@moves.get("")
@needs("table:read")
@takes(query=MovesQuery)
@gives("MovesPage", localised=True)
def list_moves(table_id: UUID, query: dict[str, Any]) -> Any:
    """List the moves so far."""
    version, found = services().tables.viewing.moves(table_id, me(), query["after"], query["limit"] + 1)
    loaded = services().tables.viewing.table(table_id, me())
    wording = Wording(loaded)
    items = found[: query["limit"]]
    return {
        "table_id": table_id,
        "version": version,
        "items": [move_recorded(loaded, move, wording) for move in items],
        "next_after": items[-1].id if len(found) > len(items) else None,
    }


@moves.get("/<counted:move_id>")
@needs("table:read")
@gives("MoveRecord", etag=True, localised=True)
def get_move(table_id: UUID, move_id: int) -> Any:
    """Read one move."""
    move = services().tables.viewing.move(table_id, me(), move_id)
    loaded = services().tables.viewing.table(table_id, me())
    return move_recorded(loaded, move, Wording(loaded))
