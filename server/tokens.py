"""Tokens: opaque secrets that say who is calling and what they may do."""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, Literal
from uuid import UUID

import msgspec
from psycopg import Connection

from events.envelope import new_stream_id as new_id
from events.pool import Pool
from server.refusals import NotFound

PREFIX = "plt_"
SECRET = re.compile(r"plt_[A-Za-z0-9_-]{43}")
PLAYER_SCOPES = ("table:read", "table:write", "seat:play", "token:write", "player:write")
BOT_SCOPES = ("table:read", "bot:play")
ROLE_SCOPES = {"event:audit": "auditor", "metrics:read": "operator", "admin:write": "administrator"}
SCOPES = (*PLAYER_SCOPES, "bot:play", *ROLE_SCOPES)
SESSION_DAYS = 30
CACHE_SECONDS = 5.0
CACHE_SIZE = 10_000


class Caller(msgspec.Struct, frozen=True):
    """Who is calling: the player, the token shown, and what it opens at this moment."""

    player_id: UUID
    name: str
    kind: Literal["human", "bot"]
    language: Literal["fr", "en"]
    token_id: UUID
    owner: UUID | None
    scopes: frozenset[str]
    expires_at: datetime | None = None


class Token(msgspec.Struct, frozen=True):
    """A token as its owner may see it; never its secret."""

    id: UUID
    player_id: UUID
    kind: Literal["session", "token"]
    name: str
    scopes: tuple[str, ...]
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None


class IssuedToken(msgspec.Struct, frozen=True):
    """A new token with its secret, shown this once."""

    id: UUID
    player_id: UUID
    kind: Literal["session", "token"]
    name: str
    scopes: tuple[str, ...]
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None
    secret: str


def issue(
    connection: Connection[Any],
    player: UUID,
    *,
    kind: Literal["session", "token"],
    name: str,
    scopes: Iterable[str],
    lifetime: timedelta | None,
) -> IssuedToken:
    """Make a token inside the caller's transaction."""
    secret = PREFIX + secrets.token_urlsafe(32)
    made = datetime.now(UTC).replace(microsecond=0)
    token = IssuedToken(
        new_id(),
        player,
        kind,
        name,
        tuple(s for s in SCOPES if s in set(scopes)),
        made,
        made + lifetime if lifetime else None,
        None,
        secret,
    )
    connection.execute(
        "INSERT INTO tokens (id, player, kind, name, hash, scopes, created_at, expires_at)"
        " VALUES (%s, %s, %s, %s, %s, %s, %s, %s)",
        (token.id, player, kind, name, digest(secret), list(token.scopes), made, token.expires_at),
    )
    return token


def open_session(connection: Connection[Any], player: UUID) -> IssuedToken:
    """Make the token of a signed-in player; its role scopes open while the role is held."""
    token = issue(
        connection,
        player,
        kind="session",
        name="session",
        scopes=(*PLAYER_SCOPES, *ROLE_SCOPES),
        lifetime=timedelta(days=SESSION_DAYS),
    )
    return msgspec.structs.replace(token, scopes=PLAYER_SCOPES)


def digest(secret: str) -> bytes:
    """Hash a secret as it is stored."""
    return hashlib.sha256(secret.encode()).digest()


class Tokens:
    """The tokens of all players, with a short memory of those in use."""

    def __init__(self, pool: Pool, roles_of: Callable[[UUID], frozenset[str]]) -> None:
        self._pool = pool
        self._roles_of = roles_of
        self._known: dict[bytes, tuple[float, str, Caller]] = {}

    def remembered(self, secret: str, epoch: str | None) -> Caller | None:
        """Recall a caller seen moments ago, unless some token has been revoked since."""
        entry = self._known.get(digest(secret))
        if entry is None or epoch is None or entry[1] != epoch or entry[0] < time.monotonic():
            return None
        caller = entry[2]
        return None if caller.expires_at and caller.expires_at <= datetime.now(UTC) else caller

    def identify(self, secret: str, epoch: str | None) -> Caller | None:
        """Find out who shows this secret; the epoch changes whenever any token loses rights."""
        if not SECRET.fullmatch(secret):
            return None
        hashed = digest(secret)
        with self._pool.connection() as connection:
            row = connection.execute(IDENTIFY, (hashed,)).fetchone()
            if row is None:
                return None
            if row[8]:
                connection.execute("UPDATE tokens SET last_used_at = now() WHERE id = %s", (row[4],))
        caller = Caller(row[0], row[1], row[2], row[3], row[4], row[5], usable(row[6], self._roles_of(row[0])), row[7])
        self._remember(hashed, epoch, caller)
        return caller

    def _remember(self, hashed: bytes, epoch: str | None, caller: Caller) -> None:
        if len(self._known) >= CACHE_SIZE:
            self._known.clear()
        if epoch is not None:
            self._known[hashed] = (time.monotonic() + CACHE_SECONDS, epoch, caller)

    def opened_by(self, tokens: Iterable[UUID]) -> dict[UUID, frozenset[str]]:
        """The scopes that each of these tokens opens now; one that has ended opens nothing and is left out."""
        with self._pool.connection() as connection:
            rows = connection.execute(STILL_LIVE, (list(tokens),)).fetchall()
        return {token: usable(scopes, self._roles_if_needed(player, scopes)) for token, player, scopes in rows}

    def _roles_if_needed(self, player: UUID, scopes: Iterable[str]) -> frozenset[str]:
        return self._roles_of(player) if set(scopes) & set(ROLE_SCOPES) else frozenset()

    def forget(self) -> None:
        """Drop what is remembered in this process."""
        self._known.clear()

    def of(self, player: UUID, after: UUID | None, limit: int) -> list[Token]:
        """List the live tokens of a player and of the bots they own, oldest first."""
        with self._pool.connection() as connection:
            rows = connection.execute(LIST, (player, player, after, after, limit)).fetchall()
        return [self._shown(row) for row in rows]

    def get(self, token: UUID) -> Token:
        """Read one live token."""
        with self._pool.connection() as connection:
            row = connection.execute(f"SELECT {COLUMNS} FROM tokens t WHERE id = %s", (token,)).fetchone()
        if row is None:
            raise NotFound("There is no such token.")
        return self._shown(row)

    def _shown(self, row: tuple[Any, ...]) -> Token:
        """A token with the scopes that it opens now."""
        scopes = usable(row[4], self._roles_of(row[1]))
        return Token(row[0], row[1], row[2], row[3], tuple(scope for scope in SCOPES if scope in scopes), *row[5:8])

    def revoke(self, token: UUID, by: UUID) -> None:
        """End a token of one's own, or of one's own bot."""
        with self._pool.connection() as connection:
            done = connection.execute(
                "UPDATE tokens SET revoked_at = now() WHERE id = %s AND revoked_at IS NULL AND player IN"
                " (SELECT id FROM players WHERE id = %s OR owner = %s)",
                (token, by, by),
            )
            if done.rowcount == 0:
                raise NotFound("You have no such token.")


def usable(scopes: Iterable[str], roles: Iterable[str]) -> frozenset[str]:
    """Keep the scopes that need no role and those whose role is held now."""
    held = set(roles)
    return frozenset(s for s in scopes if s not in ROLE_SCOPES or ROLE_SCOPES[s] in held)


COLUMNS = "t.id, t.player, t.kind, t.name, t.scopes, t.created_at, t.expires_at, t.last_used_at"
LIVE = "t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now())"
IDENTIFY = f"""
SELECT p.id, p.name, p.kind, p.language, t.id, p.owner, t.scopes, t.expires_at,
       t.last_used_at IS NULL OR t.last_used_at < now() - interval '1 minute'
  FROM tokens t JOIN players p ON p.id = t.player
 WHERE t.hash = %s AND {LIVE} AND p.retired_at IS NULL"""
LIST = f"""
SELECT {COLUMNS} FROM tokens t JOIN players p ON p.id = t.player
 WHERE (p.id = %s OR p.owner = %s) AND {LIVE} AND (%s::uuid IS NULL OR t.id > %s::uuid)
 ORDER BY t.id LIMIT %s"""
STILL_LIVE = f"""
SELECT t.id, t.player, t.scopes FROM tokens t JOIN players p ON p.id = t.player
 WHERE t.id = ANY(%s) AND {LIVE} AND p.retired_at IS NULL"""
