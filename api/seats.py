"""Seats: sitting down, standing up, invitations and standing instructions."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from flask import Response
from marshmallow import fields, validate

from api.auth import me
from api.bodies import Exactly, Strict
from api.endpoint import Resource, gives, needs, once, takes
from api.services import services
from api.tables import shown
from domain.table.facts import Holder
from server.idempotency import Once
from server.refusals import Refusal

seats = Resource("seats", __name__, url_prefix="/v1/tables/<uuid:table_id>")


class SeatTaking(Strict):
    """Who sits down, and what the seat adds to the seed."""

    engine = fields.String(validate=(validate.Length(1, 40), Exactly(r"^[a-z][a-z0-9_]{0,39}$")))
    bot_id = fields.UUID()
    contribution = fields.String(validate=(validate.Length(1, 64), Exactly(r"^[!-~]{1,64}$")))
    invitation_code = fields.String(validate=(validate.Length(1, 40), Exactly(r"^[A-Za-z0-9_-]{1,40}$")))


class TeamJoining(Strict):
    """What whoever joins a team brings."""

    invitation_code = fields.String(validate=(validate.Length(1, 40), Exactly(r"^[A-Za-z0-9_-]{1,40}$")))


class NewInvitation(Strict):
    """Whom to invite; nobody named means whoever has the code."""

    player_id = fields.UUID()


class Instructions(Strict):
    """Which decisions to pass, and for how long."""

    pass_kinds = fields.List(
        fields.String(validate=(validate.Length(1, 80), Exactly(r"^[a-z][a-z0-9_.]{0,79}$"))),
        required=True,
        validate=validate.Length(0, 50),
    )
    until = fields.String(required=True, validate=(validate.Length(1, 40), Exactly(r"^[a-z][a-z0-9_]{0,39}$")))


@seats.put("/seats/<seat:seat>")
@needs("table:write")
@takes(SeatTaking)
@gives("Table")
def take_seat(table_id: UUID, seat: int, body: dict[str, Any]) -> Any:
    """Sit down, or seat a bot."""
    loaded, is_new = services().tables.gathering.sit(
        table_id, seat, me(), _holder(body), body.get("contribution"), body.get("invitation_code")
    )
    return shown(loaded, 201 if is_new else 200)


def _holder(body: dict[str, Any]) -> Holder:
    if "engine" in body and "bot_id" in body:
        raise Refusal("Seat an engine or a bot, not both.", errors=({"pointer": "/engine", "detail": "Too much."},))
    if "engine" in body:
        return Holder(kind="engine", name=body["engine"], engine=body["engine"])
    if "bot_id" in body:
        bot = services().players.bot(body["bot_id"], me().id)
        return Holder(kind="player", player=str(bot.id), name=bot.name, engine=bot.engine, owner=str(me().id))
    return Holder(kind="player", player=str(me().id), name=me().name)


@seats.delete("/seats/<seat:seat>")
@needs("table:write")
def leave_seat(table_id: UUID, seat: int) -> Response:
    """Stand up before the start."""
    services().tables.gathering.stand_up(table_id, seat, me())
    return Response(status=204)


@seats.put("/seats/<seat:seat>/members/me")
@needs("table:write")
@takes(TeamJoining)
@gives("Table")
def join_team(table_id: UUID, seat: int, body: dict[str, Any]) -> Any:
    """Hold a seat together with those who sit there."""
    loaded, is_new = services().tables.gathering.join_team(table_id, seat, me(), body.get("invitation_code"))
    return shown(loaded, 201 if is_new else 200)


@seats.delete("/seats/<seat:seat>/members/<uuid:player_id>")
@needs("table:write")
def leave_team(table_id: UUID, seat: int, player_id: UUID) -> Response:
    """Leave those one holds a seat with, or send one of them away."""
    services().tables.gathering.leave_team(table_id, seat, player_id, me())
    return Response(status=204)


@seats.post("/invitations")
@needs("table:write")
@takes(NewInvitation)
@gives("Invitation", 201)
@once
def create_invitation(table_id: UUID, body: dict[str, Any], once: Once) -> dict[str, Any]:
    """Invite a player, or make a code."""
    player = services().players.get(body["player_id"]).id if "player_id" in body else None
    made = services().tables.gathering.invite(table_id, me(), player, once)
    return {"id": made.id, "table_id": table_id, "player_id": made.player, "code": made.code}


@seats.put("/instructions")
@needs("seat:play", "bot:play")
@takes(Instructions)
@gives("InstructionsKept")
def instruct_seat(table_id: UUID, body: dict[str, Any]) -> dict[str, Any]:
    """Pass decisions of some kinds without being asked."""
    kinds = tuple(body["pass_kinds"])
    loaded = services().tables.playing.instruct(table_id, me(), kinds, body["until"])
    return {
        "table_id": table_id,
        "seat": loaded.table.seat_of(str(me().id)),
        "pass_kinds": sorted(set(kinds)),
        "until": body["until"],
    }
