"""Requests that may be sent twice and take effect once (writes that are not appends to a stream)."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import UUID

import msgspec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from psycopg import Connection

from server.refusals import Refusal

KEPT_HOURS = 24
T = TypeVar("T")


@dataclass
class Once:
    """One request that its sender may repeat: who, under which key, and what it asks for."""

    actor: UUID
    key: str
    fingerprint: bytes
    secret: bytes
    replayed: bool = False

    @property
    def digest(self) -> bytes:
        """The key as it is stored."""
        return hashlib.sha256(self.key.encode()).digest()

    def cipher(self) -> AESGCM:
        """Seal the stored reply with what the requester alone knows."""
        return AESGCM(hashlib.sha256(b"reply\0" + self.secret + b"\0" + self.key.encode() + self.fingerprint).digest())


def once(connection: Connection[Any], request: Once, shape: type[T], work: Callable[[], T]) -> T:
    """Do the work and keep its reply, or give the reply kept from the first time."""
    lock = int.from_bytes(hashlib.sha256(request.actor.bytes + request.digest).digest()[:8], signed=True)
    if not _value(connection, "SELECT pg_try_advisory_xact_lock(%s::bigint)", lock):
        raise Refusal("The first request with this key is still running.", code="idempotency-running")
    kept = connection.execute(
        "SELECT fingerprint, sealed FROM replies WHERE actor = %s AND key = %s AND at > now() - %s * interval '1 hour'",
        (request.actor, request.digest, KEPT_HOURS),
    ).fetchone()
    if kept is None:
        reply = work()
        _keep(connection, request, reply)
        return reply
    if not secrets.compare_digest(kept[0], request.fingerprint):
        raise Refusal("This key was used for another request.", code="idempotency-reused")
    request.replayed = True
    return msgspec.json.decode(request.cipher().decrypt(kept[1][:12], kept[1][12:], None), type=shape)


def _keep(connection: Connection[Any], request: Once, reply: object) -> None:
    nonce = secrets.token_bytes(12)
    sealed = nonce + request.cipher().encrypt(nonce, msgspec.json.encode(reply), None)
    connection.execute("DELETE FROM replies WHERE at < now() - %s * interval '1 hour'", (KEPT_HOURS,))
    connection.execute(
        "INSERT INTO replies (actor, key, fingerprint, sealed) VALUES (%s, %s, %s, %s)",
        (request.actor, request.digest, request.fingerprint, sealed),
    )


def _value(connection: Connection[Any], query: str, *arguments: object) -> Any:
    row = connection.execute(query, arguments).fetchone()
    return row[0] if row else None
