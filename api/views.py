"""Views: the state of a match as a perspective may see it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from api.auth import me
from api.endpoint import Resource, gives, needs
from api.services import services
from server.tables.access import own_view

views = Resource("views", __name__, url_prefix="/v1/tables/<uuid:table_id>/views")


@views.get("/<perspective:perspective>")
@needs("table:read")
@gives("View", etag=True)
def get_view(table_id: UUID, perspective: str) -> dict[str, Any]:
    """Read the state of a match."""
    version, state = services().tables.viewing.view(table_id, me(), perspective)
    loaded = services().tables.viewing.table(table_id, me())
    seat = own_view(loaded, me()).seat if perspective == "me" else int(perspective) if perspective.isdigit() else None
    named = perspective if perspective in ("auditor", "spectator") else "spectator" if seat is None else str(seat)
    return {
        "table_id": table_id,
        "game": loaded.table.game,
        "perspective": named,
        "seat": seat,
        "version": version,
        "status": loaded.table.status,
        "state": state,
    }
