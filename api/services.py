"""The use cases that views call, made once per process."""

from __future__ import annotations

from dataclasses import dataclass

import redis
from flask import current_app

from events.pool import Pool
from server.players import Players
from server.ratelimits import Policy, RateLimits
from server.roles import Roles
from server.tables import Tables
from server.tables.hub import Hub
from server.tokens import Tokens


@dataclass(frozen=True)
class Limits:
    """How many calls are allowed, and per how many seconds."""

    token: Policy = Policy("token", 12_000, 60)
    address: Policy = Policy("address", 1_200, 60)
    failed_tokens: Policy = Policy("failed-tokens", 120, 60)
    failed_sign_ins: Policy = Policy("failed-sign-ins", 5, 300)
    failed_sign_ins_by_address: Policy = Policy("failed-sign-ins-by-address", 30, 300)


@dataclass
class Services:
    """Everything behind the views."""

    pool: Pool
    redis: redis.Redis
    players: Players
    tokens: Tokens
    roles: Roles
    ratelimits: RateLimits
    tables: Tables
    streams: Hub
    limits: Limits


def services() -> Services:
    """Reach the use cases of the current application."""
    found: Services = current_app.extensions["plateau"]
    return found
