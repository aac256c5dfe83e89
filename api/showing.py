"""Tables on the wire: the same shape wherever one is sent."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from domain.table.facts import Holder
from domain.table.state import Table
from events.envelope import Listed
from server.players import Player
from server.tables.access import own_view
from server.tables.folding import Loaded
from server.tables.viewing import waiting_for

TERMS = (
    "name",
    "options",
    "clock",
    "visibility",
    "rated",
    "spectator_delay_seconds",
    "team_policy",
    "window_policy",
    "window_seconds",
    "undo_policy",
    "leaver_policy",
)


def table_shown(loaded: Loaded, by: Player) -> dict[str, Any]:
    """A table as a player may see it."""
    table, address = loaded.table, f"/v1/tables/{loaded.id}"
    terms = {name: msgspec.to_builtins(getattr(table.terms, name)) for name in TERMS}
    return {
        "id": loaded.id,
        "game": table.game,
        "rules_version": table.rules_version,
        "content_digest": table.content,
        "status": table.status,
        "version": loaded.version_for(own_view(loaded, by)),
        "host_id": table.host,
        **terms,
        "chance_source": table.chance,
        "seed_commitment": table.commitment,
        "seed": seed(loaded),
        "seats": _with_mine(table, by),
        "waiting_for": waiting(loaded),
        "created_at": seconds(loaded.created_at),
        "links": {
            "self": address,
            "decisions": f"{address}/decisions",
            "moves": f"{address}/moves",
            "events": f"{address}/events",
            "stream": f"{address}/stream",
            "view": f"{address}/views/me",
            "result": f"{address}/result",
            "versions": f"{address}/versions",
            "rewinds": f"{address}/rewinds",
            "digest": f"{address}/digest",
        },
    }


def seed(loaded: Loaded) -> str | None:
    """The secret behind the draws, once the match is over."""
    is_open = loaded.table.status == "finished" and loaded.secrets.seed is not None
    return loaded.secrets.seed.hex() if is_open and loaded.secrets.seed else None


def waiting(loaded: Loaded) -> list[dict[str, Any]]:
    """Whom or what the table waits for."""
    blank = {"seat": None, "kind": None, "decision_id": None, "worker": False}
    return [
        {**blank, **{name: value for name, value in entry.items() if name in blank}} for entry in waiting_for(loaded)
    ]


def seats_shown(table: Table) -> list[dict[str, Any]]:
    """The seats of a table as everybody may see them."""
    return [
        {
            "seat": seat,
            "occupant": _occupant(holder) if holder else None,
            "members": [_occupant(member) for member in table.teams.get(seat, ())],
            "resigned": seat in table.resigned,
            "role": table.role_of(seat),
        }
        for seat, holder in enumerate(table.holders)
    ]


def _with_mine(table: Table, by: Player) -> list[dict[str, Any]]:
    mine = table.seat_of(str(by.id))
    return [{**shown, "mine": shown["seat"] == mine} for shown in seats_shown(table)]


def _occupant(holder: Holder) -> dict[str, Any]:
    kind = "engine" if holder.kind == "engine" else "player"
    return {"kind": kind, "id": holder.player, "name": holder.name or holder.engine or "", "engine": holder.engine}


def summary(listed: Listed) -> dict[str, Any]:
    """A table as lists show it."""
    seats = listed.summary.get("seats", [])
    return {
        "id": listed.stream,
        "game": listed.game,
        "name": listed.name,
        "status": listed.status,
        "visibility": listed.visibility,
        "host_id": listed.host,
        "rated": listed.rated,
        "seats": len(seats),
        "free_seats": sum(holder is None for holder in seats),
        "players": [holder.get("name") or holder.get("engine") or "" for holder in seats if holder],
        "created_at": seconds(listed.created_at),
        "updated_at": seconds(listed.updated_at),
        "href": f"/v1/tables/{listed.stream}",
    }


def seconds(moment: datetime) -> datetime:
    """Cut a time to whole seconds."""
    return moment.replace(microsecond=0)
