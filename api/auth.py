"""Who is calling: bearer tokens, their scopes, and how often they may call."""

from __future__ import annotations

from flask import Response, g, request

from api.services import services
from server.players import Player
from server.ratelimits import Verdict
from server.refusals import Refusal, TooManyRequests, Unauthenticated
from server.tokens import SECRET, Caller, digest

UNCOUNTED = {"get_health", "get_readiness"}


def bearer() -> str | None:
    """Read the secret from the Authorization header."""
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" and SECRET.fullmatch(secret.strip()) else None


def count_call() -> None:
    """Take one call from the allowance of the token, or of the address without one."""
    view = (request.endpoint or "").rpartition(".")[2]
    if view in UNCOUNTED:
        return
    secret, limits = bearer(), services().limits
    policy, who = (limits.token, digest(secret).hex()[:32]) if secret else (limits.address, address())
    g.verdict = services().ratelimits.take(policy, who)
    if not g.verdict.is_allowed:
        raise TooManyRequests(f"Wait {g.verdict.retry_after} s.", g.verdict.retry_after)


def address() -> str:
    """Name the caller's network address."""
    return request.remote_addr or "unknown"


def tell_allowance(response: Response) -> Response:
    """Say how many calls are left."""
    verdict: Verdict | None = g.get("verdict")
    if verdict:
        name = verdict.policy.name
        response.headers["RateLimit-Policy"] = f'"{name}";q={verdict.policy.calls};w={verdict.policy.seconds}'
        response.headers["RateLimit"] = f'"{name}";r={verdict.remaining};t={verdict.reset}'
    return response


def authenticate() -> Caller:
    """Find out who calls, or refuse."""
    secret = bearer()
    if secret is None:
        raise Unauthenticated("Send a token: `Authorization: Bearer plt_…`.")
    tokens, verdict = services().tokens, g.get("verdict")
    epoch = verdict.epoch if verdict else None
    caller = tokens.remembered(secret, epoch) or _identify(secret, epoch)
    g.caller = caller
    return caller


def _identify(secret: str, epoch: str | None) -> Caller:
    ratelimits, policy = services().ratelimits, services().limits.failed_tokens
    ratelimits.demand(policy, address(), count=False)
    caller = services().tokens.identify(secret, epoch)
    if caller is None:
        ratelimits.take(policy, address())
        raise Unauthenticated("The token is unknown, expired or revoked.")
    return caller


def allow(caller: Caller, scopes: tuple[str, ...]) -> None:
    """Refuse a caller whose token carries none of the scopes."""
    if scopes and not caller.scopes.intersection(scopes):
        raise Refusal(f"This needs a token with the scope {' or '.join(scopes)}.", code="scope-missing")


def me() -> Player:
    """The calling player, as use cases know them."""
    caller: Caller = g.caller
    return Player(
        caller.player_id, caller.name, caller.kind, caller.language, caller.owner, audits="event:audit" in caller.scopes
    )
