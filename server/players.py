"""Players: who they are, how they sign in, and the bots they own."""

from __future__ import annotations

import re
import secrets
from datetime import datetime, timedelta
from typing import Any, Literal
from uuid import UUID

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from psycopg import Connection
from psycopg.errors import UniqueViolation

from events.envelope import new_stream_id as new_id
from events.pool import Pool
from events.store import Store
from server.idempotency import Once, once
from server.refusals import NotFound, Refusal, StaleVersion, Unauthenticated
from server.roles import Roles
from server.tokens import BOT_SCOPES, IssuedToken, issue, open_session

Language = Literal["fr", "en"]
NAME = re.compile(r"[A-Za-z0-9À-ÖØ-öø-ÿ][A-Za-z0-9À-ÖØ-öø-ÿ ._'-]{0,38}[A-Za-z0-9À-ÖØ-öø-ÿ]")
COLUMNS = "id, name, kind, language, owner, engine, version, created_at, retired_at"
HASHER = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)


class Player(msgspec.Struct, frozen=True):
    """A player: a person, or a bot that a person owns."""

    id: UUID
    name: str
    kind: Literal["human", "bot"]
    language: Language = "en"
    owner: UUID | None = None
    engine: str | None = None
    version: int = 1
    created_at: datetime | None = None
    retired_at: datetime | None = None
    audits: bool = False
    """Whether this call may look behind what is hidden (tables where the player sits stay shut)."""


class Registration(msgspec.Struct, frozen=True):
    """A new player and the first token."""

    player: Player
    token: IssuedToken


class Players:
    """All players, people and bots."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def register(self, name: str, password: str, language: Language, request: Once) -> Registration:
        """Make a player with a first token."""

        def work() -> Registration:
            player = _insert(connection, Player(new_id(), name, "human", language), HASHER.hash(password))
            return Registration(player, open_session(connection, player.id))

        with self._pool.connection() as connection, connection.transaction():
            return once(connection, request, Registration, work)

    def sign_in(self, name: str, password: str) -> IssuedToken:
        """Open a session; an unknown name and a wrong password give the same refusal."""
        with self._pool.connection() as connection, connection.transaction():
            row = connection.execute(
                "SELECT id, password FROM players WHERE name_key = %s AND password IS NOT NULL AND retired_at IS NULL",
                (name_key(name),),
            ).fetchone()
            if not _is_password(row[1] if row else DUMMY_HASH, password) or row is None:
                raise Unauthenticated("The name or the password is wrong.")
            return open_session(connection, row[0])

    def change_password(self, player: UUID, old: str, new: str, *, keep: UUID) -> None:
        """Set a new password and end every other session."""
        with self._pool.connection() as connection, connection.transaction():
            row = connection.execute("SELECT password FROM players WHERE id = %s FOR UPDATE", (player,)).fetchone()
            if row is None or row[0] is None or not _is_password(row[0], old):
                raise Refusal("The old password is wrong.", code="wrong-password")
            connection.execute("UPDATE players SET password = %s WHERE id = %s", (HASHER.hash(new), player))
            connection.execute(
                "UPDATE tokens SET revoked_at = now() WHERE player = %s AND kind = 'session'"
                " AND id <> %s AND revoked_at IS NULL",
                (player, keep),
            )

    def get(self, player: UUID) -> Player:
        """Read one player."""
        with self._pool.connection() as connection:
            return _one(connection, "id = %s", player)

    def person(self, player: UUID) -> Player:
        """Read one player who is not a bot."""
        with self._pool.connection() as connection:
            return _one(connection, "id = %s AND kind = 'human'", player)

    def find(self, beginning: str | None, after: UUID | None, limit: int) -> list[Player]:
        """List players whose name begins so, oldest first."""
        pattern = _like(name_key(beginning or "")) + "%"
        with self._pool.connection() as connection:
            rows = connection.execute(
                f"SELECT {COLUMNS} FROM players WHERE name_key LIKE %s AND retired_at IS NULL"
                " AND (%s::uuid IS NULL OR id > %s::uuid) ORDER BY id LIMIT %s",
                (pattern, after, after, limit),
            ).fetchall()
        return [_player(row) for row in rows]

    def update(self, player: UUID, version: int | None, changes: dict[str, Any]) -> Player:
        """Change one's own profile."""
        return self._update("id = %s", (player,), version, {k: v for k, v in changes.items() if k == "language"})

    def _update(self, where: str, who: tuple[UUID, ...], version: int | None, changes: dict[str, Any]) -> Player:
        with self._pool.connection() as connection, connection.transaction():
            player = _one(connection, where, *who, lock=True)
            if version is not None and player.version != version:
                raise StaleVersion("It has changed since you read it; read it again.")
            changed = msgspec.structs.replace(player, version=player.version + 1, **changes)
            connection.execute(
                "UPDATE players SET language = %s, engine = %s, version = %s WHERE id = %s",
                (changed.language, changed.engine, changed.version, changed.id),
            )
            return changed

    def create_bot(self, owner: UUID, name: str, engine: str | None, request: Once) -> Registration:
        """Make a bot with a first token."""

        def work() -> Registration:
            bot = _insert(connection, Player(new_id(), name, "bot", "en", owner, engine), None)
            return Registration(
                bot, issue(connection, bot.id, kind="token", name="first", scopes=BOT_SCOPES, lifetime=None)
            )

        with self._pool.connection() as connection, connection.transaction():
            return once(connection, request, Registration, work)

    def create_token(self, owner: UUID, bot: UUID | None, wish: dict[str, Any], request: Once) -> IssuedToken:
        """Make a further token, for oneself or for one's own bot."""
        seconds = wish.get("expires_in_seconds")

        def work() -> IssuedToken:
            if bot is not None:
                _one(connection, "id = %s AND owner = %s", bot, owner)
            return issue(
                connection,
                bot or owner,
                kind="token",
                name=wish["name"],
                scopes=wish["scopes"],
                lifetime=timedelta(seconds=seconds) if seconds else None,
            )

        with self._pool.connection() as connection, connection.transaction():
            return once(connection, request, IssuedToken, work)

    def bots_of(self, owner: UUID, after: UUID | None, limit: int) -> list[Player]:
        """List one's own bots, oldest first."""
        with self._pool.connection() as connection:
            rows = connection.execute(
                f"SELECT {COLUMNS} FROM players WHERE owner = %s AND retired_at IS NULL"
                " AND (%s::uuid IS NULL OR id > %s::uuid) ORDER BY id LIMIT %s",
                (owner, after, after, limit),
            ).fetchall()
        return [_player(row) for row in rows]

    def bot(self, bot: UUID, owner: UUID) -> Player:
        """Read one of one's own bots."""
        with self._pool.connection() as connection:
            return _one(connection, "id = %s AND owner = %s", bot, owner)

    def update_bot(self, bot: UUID, owner: UUID, version: int | None, changes: dict[str, Any]) -> Player:
        """Change which engine plays for one's own bot."""
        return self._update("id = %s AND owner = %s", (bot, owner), version, changes)

    def retire_bot(self, bot: UUID, owner: UUID) -> None:
        """Take one's own bot out of service and end its tokens."""
        with self._pool.connection() as connection, connection.transaction():
            _one(connection, "id = %s AND owner = %s", bot, owner, lock=True)
            connection.execute("UPDATE players SET retired_at = now(), version = version + 1 WHERE id = %s", (bot,))
            connection.execute("UPDATE tokens SET revoked_at = now() WHERE player = %s AND revoked_at IS NULL", (bot,))


def name_key(name: str) -> str:
    """Fold a name, so that two players never differ by capitals alone."""
    return " ".join(name.casefold().split())


def _like(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _player(row: tuple[Any, ...]) -> Player:
    return Player(*row)


def _one(connection: Connection[Any], where: str, *arguments: object, lock: bool = False) -> Player:
    row = connection.execute(
        f"SELECT {COLUMNS} FROM players WHERE {where} AND retired_at IS NULL" + (" FOR UPDATE" if lock else ""),
        arguments,
    ).fetchone()
    if row is None:
        raise NotFound("There is no such player.")
    return _player(row)


def _insert(connection: Connection[Any], player: Player, password: str | None) -> Player:
    try:
        row = connection.execute(
            "INSERT INTO players (id, name, name_key, kind, owner, engine, password, language)"
            f" VALUES (%s, %s, %s, %s, %s, %s, %s, %s) RETURNING {COLUMNS}",
            (
                player.id,
                player.name,
                name_key(player.name),
                player.kind,
                player.owner,
                player.engine,
                password,
                player.language,
            ),
        ).fetchone()
    except UniqueViolation:
        raise Refusal(f"The name {player.name} is taken.", code="name-taken") from None
    return _player(row or ())


def _is_password(hashed: str, password: str) -> bool:
    try:
        return HASHER.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False


DUMMY_HASH = HASHER.hash("nobody has this password")


class AdminCreated(msgspec.Struct, frozen=True):
    """The first administrator, with what is needed to sign in (a password only if the player is new)."""

    player: Player
    password: str | None
    token: str


def create_admin(name: str, url: str) -> AdminCreated:
    """Make an administrator on the server's own command line: a new player, or one who exists."""
    if not NAME.fullmatch(name):
        raise Refusal("A name has 2 to 40 letters, digits, spaces, dots, underscores, hyphens or apostrophes.")
    pool = Pool(url, size=2)
    try:
        with pool.connection() as connection, connection.transaction():
            row = connection.execute(
                f"SELECT {COLUMNS} FROM players WHERE name_key = %s AND kind = 'human' AND retired_at IS NULL",
                (name_key(name),),
            ).fetchone()
            password = None if row else secrets.token_urlsafe(15)
            player = (
                _player(row)
                if row
                else _insert(connection, Player(new_id(), name, "human"), HASHER.hash(password or ""))
            )
            token = open_session(connection, player.id)
        Roles(Store(pool)).give(player.id, "administrator", by=None)
        return AdminCreated(player, password, token.secret)
    finally:
        pool.close()
