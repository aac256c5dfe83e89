"""Players: registering, finding others, one's own profile."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

import msgspec
from flask import Response, g
from marshmallow import fields, validate

from api.auth import me
from api.bodies import NO_NUL, Exactly, Strict
from api.conditional import demanded_version, version_tag
from api.endpoint import PUBLIC, Resource, gives, needs, once, takes
from api.paging import PageQuery, after, page
from api.services import services
from server.idempotency import Once
from server.players import NAME, Player
from server.tokens import IssuedToken

players = Resource("players", __name__, url_prefix="/v1/players")
NAME_PATTERN = f"^{NAME.pattern}$"
PASSWORD = (validate.Length(8, 200), NO_NUL)
LANGUAGE = validate.OneOf(("en", "fr"))


class NewPlayer(Strict):
    """What a new player chooses."""

    name = fields.String(required=True, validate=(validate.Length(2, 40), Exactly(NAME_PATTERN)))
    password = fields.String(required=True, validate=PASSWORD)
    language = fields.String(load_default="en", validate=LANGUAGE)


class PlayerChanges(Strict):
    """What players may change about themselves."""

    language = fields.String(required=True, validate=LANGUAGE)


class PasswordChange(Strict):
    """The old password proves who asks."""

    old_password = fields.String(required=True, validate=(validate.Length(1, 200), NO_NUL))
    new_password = fields.String(required=True, validate=PASSWORD)


class PlayersQuery(PageQuery):
    """Whom to look for."""

    name = fields.String(validate=(validate.Length(1, 40), Exactly(r"^[A-Za-z0-9À-ÖØ-öø-ÿ ._'-]{1,40}$")))


class PlayerProfile(msgspec.Struct, frozen=True):
    """What everybody may know about a player."""

    id: UUID
    name: str
    kind: Literal["human", "bot"]
    owner_id: UUID | None
    created_at: datetime


class OwnProfile(msgspec.Struct, frozen=True):
    """What players are told about themselves."""

    id: UUID
    name: str
    kind: Literal["human", "bot"]
    owner_id: UUID | None
    created_at: datetime
    language: Literal["fr", "en"]
    version: int


class RegisteredPlayer(msgspec.Struct, frozen=True):
    """A new player with a first token."""

    player: OwnProfile
    token: IssuedToken


def profile(player: Player) -> PlayerProfile:
    """Show a player to others."""
    return PlayerProfile(player.id, player.name, player.kind, player.owner, seconds(player.created_at))


def own_profile(player: Player) -> OwnProfile:
    """Show a player to themselves."""
    return OwnProfile(
        player.id, player.name, player.kind, player.owner, seconds(player.created_at), player.language, player.version
    )


def seconds(moment: datetime | None) -> datetime:
    """Cut a time to whole seconds."""
    assert moment is not None
    return moment.replace(microsecond=0)


@players.post("")
@needs(PUBLIC)
@takes(NewPlayer)
@gives(RegisteredPlayer, 201)
@once
def register_player(body: dict[str, Any], once: Once) -> Any:
    """Register, with a first token."""
    made = services().players.register(body["name"], body["password"], body["language"], once)
    return RegisteredPlayer(own_profile(made.player), made.token), 201, {"Location": f"/v1/players/{made.player.id}"}


@players.get("")
@needs()
@takes(query=PlayersQuery)
@gives("Players")
def list_players(query: dict[str, Any]) -> Any:
    """Find players by the beginning of their name."""
    found = services().players.find(query.get("name"), after(query), query["limit"] + 1)
    return page(found, query, lambda player: player.id, profile)


@players.get("/me")
@needs()
@gives(OwnProfile, etag=True)
def get_me() -> Any:
    """Read one's own profile."""
    mine = own_profile(services().players.get(me().id))
    return mine, 200, version_tag(mine.version)


@players.patch("/me")
@needs("player:write")
@takes(PlayerChanges)
@gives(OwnProfile)
def update_me(body: dict[str, Any]) -> Any:
    """Change one's own profile."""
    changed = services().players.update(me().id, demanded_version(), body)
    services().ratelimits.change_epoch()
    return own_profile(changed), 200, version_tag(changed.version)


@players.put("/me/password")
@needs("player:write")
@takes(PasswordChange)
def change_password(body: dict[str, Any]) -> Response:
    """Change one's own password and end the other sessions."""
    parts = services()
    parts.ratelimits.demand(parts.limits.failed_sign_ins, str(me().id))
    parts.players.change_password(me().id, body["old_password"], body["new_password"], keep=g.caller.token_id)
    parts.ratelimits.change_epoch()
    parts.tokens.forget()
    return Response(status=204)


@players.get("/<uuid:player_id>")
@needs()
@gives(PlayerProfile, etag=True)
def get_player(player_id: UUID) -> PlayerProfile:
    """Read a player's public profile."""
    return profile(services().players.get(player_id))
