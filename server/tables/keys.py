"""Idempotency of appends: the key is stored with the events, so that neither exists without the other."""

import secrets
from typing import Any
from uuid import UUID

import msgspec

from events.envelope import Key, Replayed
from events.errors import KeyReused
from events.store import Store
from server.idempotency import Once
from server.refusals import Refusal

CREATED = 201


def key_of(request: Once, scope: UUID, reply: Any) -> Key:
    """The key of a request, with the reply to repeat sealed so that only its sender can read it."""
    nonce = secrets.token_bytes(12)
    sealed = nonce + request.cipher().encrypt(nonce, msgspec.json.encode(reply), None)
    return Key(scope=scope, actor=request.actor, key=request.digest.hex(), fingerprint=request.fingerprint,
               status=CREATED, body=sealed)  # fmt: skip


def opened(request: Once, replayed: Replayed) -> Any:
    """The reply that was kept for a request."""
    request.replayed = True
    return msgspec.json.decode(request.cipher().decrypt(replayed.body[:12], replayed.body[12:], None))


def earlier(store: Store, request: Once, scope: UUID) -> Any | None:
    """The reply to the same request sent before, if it was; another request under its key is refused."""
    try:
        found = store.replayed(scope, request.actor, request.digest.hex(), request.fingerprint)
    except KeyReused:
        raise Refusal("This key was used for another request.", code="idempotency-reused") from None
    return None if found is None else opened(request, found)
