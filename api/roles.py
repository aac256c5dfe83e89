"""Roles: an administrator gives and takes them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from flask import Response

from api.auth import me
from api.endpoint import Resource, gives, needs
from api.services import services
from server.roles import Role

roles = Resource("roles", __name__, url_prefix="/v1/players/<uuid:player_id>/roles")


@roles.get("")
@needs("admin:write")
@gives("Roles")
def list_roles(player_id: UUID) -> dict[str, Any]:
    """List the roles that a player holds."""
    player = services().players.get(player_id)
    return {"items": sorted(services().roles.of(player.id))}


@roles.put("/<role:role>")
@needs("admin:write")
@gives("Roles")
def give_role(player_id: UUID, role: Role) -> Any:
    """Give a role to a person."""
    player = services().players.person(player_id)
    is_new = services().roles.give(player.id, role, me().id)
    _tell_everybody()
    return {"items": sorted(services().roles.of(player.id))}, 201 if is_new else 200


@roles.delete("/<role:role>")
@needs("admin:write")
def take_role(player_id: UUID, role: Role) -> Response:
    """Take a role away."""
    player = services().players.get(player_id)
    services().roles.take(player.id, role, me().id)
    _tell_everybody()
    return Response(status=204)


def _tell_everybody() -> None:
    services().ratelimits.change_epoch()
    services().tokens.forget()
