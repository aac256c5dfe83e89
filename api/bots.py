"""Bots: players without a password, owned by a person and played by a program."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from flask import Response
from marshmallow import fields, validate

from api.auth import me
from api.bodies import Exactly, Strict
from api.catalogue import engines_of
from api.conditional import demanded_version, version_tag
from api.endpoint import Resource, gives, needs, once, takes
from api.paging import PageQuery, after, page
from api.players import NAME_PATTERN, seconds
from api.services import services
from domain.games import games
from events.listings import Query
from server.idempotency import Once
from server.players import Player
from server.refusals import Refusal
from server.tokens import IssuedToken

bots = Resource("bots", __name__, url_prefix="/v1/bots")
ENGINE = Exactly(r"^[a-z][a-z0-9_]{0,39}$")


class NewBot(Strict):
    """A bot's name, and the built-in engine that plays it; without one its owner's program does."""

    name = fields.String(required=True, validate=(validate.Length(2, 40), Exactly(NAME_PATTERN)))
    engine = fields.String(load_default=None, allow_none=True, validate=(validate.Length(1, 40), ENGINE))


class BotChanges(Strict):
    """What an owner may change about a bot."""

    engine = fields.String(required=True, allow_none=True, validate=(validate.Length(1, 40), ENGINE))


class Bot(msgspec.Struct, frozen=True):
    """A bot as its owner sees it."""

    id: UUID
    name: str
    owner_id: UUID
    engine: str | None
    version: int
    created_at: datetime


class RegisteredBot(msgspec.Struct, frozen=True):
    """A new bot with a first token."""

    bot: Bot
    token: IssuedToken


def _shown(bot: Player) -> Bot:
    assert bot.owner is not None
    return Bot(bot.id, bot.name, bot.owner, bot.engine, bot.version, seconds(bot.created_at))


def _demand_engine(engine: str | None) -> None:
    if engine is not None and not any(engine in engines_of(game) for game in games().values()):
        raise Refusal("No game has such an engine.", errors=({"pointer": "/engine", "detail": "Unknown engine."},))


@bots.post("")
@needs("player:write")
@takes(NewBot)
@gives(RegisteredBot, 201)
@once
def create_bot(body: dict[str, Any], once: Once) -> Any:
    """Make a bot with a first token."""
    _demand_engine(body["engine"])
    made = services().players.create_bot(me().id, body["name"], body["engine"], once)
    return RegisteredBot(_shown(made.player), made.token), 201, {"Location": f"/v1/bots/{made.player.id}"}


@bots.get("")
@needs()
@takes(query=PageQuery)
@gives("Bots")
def list_bots(query: dict[str, Any]) -> Any:
    """List one's own bots."""
    found = services().players.bots_of(me().id, after(query), query["limit"] + 1)
    return page(found, query, lambda bot: bot.id, _shown)


@bots.get("/<uuid:bot_id>")
@needs()
@gives(Bot, etag=True)
def get_bot(bot_id: UUID) -> Any:
    """Read one of one's own bots."""
    bot = _shown(services().players.bot(bot_id, me().id))
    return bot, 200, version_tag(bot.version)


@bots.patch("/<uuid:bot_id>")
@needs("player:write")
@takes(BotChanges)
@gives(Bot)
def update_bot(bot_id: UUID, body: dict[str, Any]) -> Any:
    """Change which engine plays a bot."""
    _demand_engine(body["engine"])
    bot = _shown(services().players.update_bot(bot_id, me().id, demanded_version(), body))
    return bot, 200, version_tag(bot.version)


@bots.delete("/<uuid:bot_id>")
@needs("player:write")
def retire_bot(bot_id: UUID) -> Response:
    """Take a bot out of service."""
    services().players.bot(bot_id, me().id)
    playing = services().tables.viewing.listing(Query(player=bot_id, status="running", limit=1))
    if playing.items:
        raise Refusal("The bot plays at a running table; let it resign first.", code="wrong-status")
    services().players.retire_bot(bot_id, me().id)
    services().ratelimits.change_epoch()
    services().tokens.forget()
    return Response(status=204)
