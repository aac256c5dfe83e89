"""Roles: who may audit, operate and administer; every change is an event."""

from __future__ import annotations

import secrets
import threading
from typing import Literal
from uuid import UUID

from events.envelope import GENESIS, Actor, Batch, Change, Meta, NewEvent
from events.errors import StaleVersion
from events.store import Store
from server.refusals import Refusal

Role = Literal["auditor", "operator", "administrator"]
STREAM = UUID("00000000-0000-7000-8000-61646d696e00")
GIVEN, TAKEN = "administration.role_given.v1", "administration.role_taken.v1"


class Roles:
    """The roles that the administration stream adds up to."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._version = 0
        self._held: dict[UUID, frozenset[str]] = {}
        self._lock = threading.Lock()

    def of(self, player: UUID) -> frozenset[str]:
        """The roles that a player holds now."""
        self._catch_up()
        return self._held.get(player, frozenset())

    def give(self, player: UUID, role: Role, by: UUID | None) -> bool:
        """Give a role; by nobody means from the server's own command line; tell whether it is new."""
        return self._change(player, role, by, given=True)

    def take(self, player: UUID, role: Role, by: UUID | None) -> bool:
        """Take a role away; the last administrator stays; tell whether it was held."""
        return self._change(player, role, by, given=False)

    def _change(self, player: UUID, role: Role, by: UUID | None, *, given: bool) -> bool:
        while True:
            self._catch_up()
            held = self._held
            if (role in held.get(player, frozenset())) == given:
                return False
            if not given and role == "administrator" and sum(role in roles for roles in held.values()) == 1:
                raise Refusal("The last administrator cannot be taken away.", code="last-administrator")
            try:
                self._append(GIVEN if given else TAKEN, player, role, by)
            except StaleVersion:
                continue
            return True

    def _append(self, event_type: str, player: UUID, role: Role, by: UUID | None) -> None:
        position = self._store.head(STREAM) or GENESIS
        if position.version != self._version:
            raise StaleVersion((STREAM,))
        salt = self._store.secret(STREAM, "salt")
        fresh = salt or secrets.token_bytes(32)
        event = NewEvent(event_type, {"player": str(player), "role": role, "by": str(by) if by else None})
        actor = Actor("player", str(by)) if by else Actor("system")
        self._store.append(
            Batch(
                changes=(
                    Change(
                        stream=STREAM,
                        kind="administration",
                        expected=position,
                        events=(event,),
                        salt_key=fresh,
                        secrets={} if salt else {"salt": fresh},
                        meta=Meta(actor=actor, cause="roles", rules_version="1"),
                    ),
                )
            )
        )

    def _catch_up(self) -> None:
        with self._lock:
            position = self._store.head(STREAM)
            if position is None or position.version == self._version:
                return
            held = dict(self._held)
            for event in self._store.read(STREAM, after=self._version, upto=position.version):
                player, role = UUID(event.payload["player"]), event.payload["role"]
                roles = held.get(player, frozenset())
                held[player] = roles | {role} if event.type == GIVEN else roles - {role}
            self._held, self._version = held, position.version
