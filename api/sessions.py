"""Sessions: signing in with name and password."""

from __future__ import annotations

from typing import Any

from marshmallow import fields, validate

from api.auth import address
from api.bodies import NO_NUL, Strict
from api.endpoint import PUBLIC, Resource, gives, needs, takes
from api.services import services
from server.players import name_key
from server.refusals import Unauthenticated
from server.tokens import IssuedToken

sessions = Resource("sessions", __name__, url_prefix="/v1/sessions")


class NewSession(Strict):
    """Name and password."""

    name = fields.String(required=True, validate=(validate.Length(1, 40), NO_NUL))
    password = fields.String(required=True, validate=(validate.Length(1, 200), NO_NUL))


@sessions.post("")
@needs(PUBLIC)
@takes(NewSession)
@gives(IssuedToken, 201)
def sign_in(body: dict[str, Any]) -> IssuedToken:
    """Sign in; failures make the next attempt wait."""
    limits, ratelimits = services().limits, services().ratelimits
    counters = ((limits.failed_sign_ins, name_key(body["name"])), (limits.failed_sign_ins_by_address, address()))
    for policy, who in counters:
        ratelimits.demand(policy, who, count=False)
    try:
        return services().players.sign_in(body["name"], body["password"])
    except Unauthenticated:
        for policy, who in counters:
            ratelimits.take(policy, who)
        raise
