"""Tokens: making, listing and revoking them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from flask import Response, g
from marshmallow import fields, validate

from api.auth import me
from api.bodies import Exactly, Strict, WholeNumber
from api.endpoint import Resource, gives, needs, once, takes
from api.paging import PageQuery, after, page
from api.services import services
from server.idempotency import Once
from server.refusals import Refusal
from server.tokens import BOT_SCOPES, PLAYER_SCOPES, ROLE_SCOPES, SCOPES, IssuedToken, Token

tokens = Resource("tokens", __name__, url_prefix="/v1/tokens")
LABEL = r"^[^\u0000-\u001f]{1,60}$"


class NewToken(Strict):
    """What a token is for, what it may do and for how long."""

    name = fields.String(required=True, validate=(validate.Length(1, 60), Exactly(LABEL)))
    scopes = fields.List(
        fields.String(validate=validate.OneOf(SCOPES)), required=True, validate=validate.Length(1, len(SCOPES))
    )
    expires_in_seconds = WholeNumber(validate=validate.Range(60, 315_360_000))
    bot_id = fields.UUID()


@tokens.post("")
@needs("token:write")
@takes(NewToken)
@gives(IssuedToken, 201)
@once
def create_token(body: dict[str, Any], once: Once) -> Any:
    """Make a token for oneself, or for one's own bot."""
    bot = body.get("bot_id")
    _demand_allowed(body["scopes"], BOT_SCOPES if bot else PLAYER_SCOPES, role_scopes=not bot)
    token = services().players.create_token(me().id, bot, body, once)
    return token, 201, {"Location": f"/v1/tokens/{token.id}"}


def _demand_allowed(scopes: list[str], ordinary: tuple[str, ...], *, role_scopes: bool) -> None:
    held = services().roles.of(me().id) if role_scopes else frozenset()
    for scope in scopes:
        if scope not in ordinary and ROLE_SCOPES.get(scope) not in held:
            raise Refusal(f"Such a token cannot carry {scope}.", code="scope-missing")


@tokens.get("")
@needs()
@takes(query=PageQuery)
@gives("Tokens")
def list_tokens(query: dict[str, Any]) -> Any:
    """List one's own live tokens and those of one's bots."""
    found = services().tokens.of(me().id, after(query), query["limit"] + 1)
    return page(found, query, lambda token: token.id)


@tokens.get("/current")
@needs()
@gives(Token)
def get_current_token() -> Token:
    """Describe the token of this call, with the scopes that it opens now."""
    return services().tokens.get(g.caller.token_id)


@tokens.delete("/<uuid:token_id>")
@needs()
def revoke_token(token_id: UUID) -> Response:
    """End a token: the one of this call, or (with `token:write`) another of one's own."""
    if token_id != g.caller.token_id and "token:write" not in g.caller.scopes:
        raise Refusal("Ending another token needs the scope token:write.", code="scope-missing")
    services().tokens.revoke(token_id, me().id)
    services().ratelimits.change_epoch()
    services().tokens.forget()
    return Response(status=204)
