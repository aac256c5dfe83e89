"""A reader of server-sent events, as browsers read them."""

import http.client
import json
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Message:
    """One message: its name, its data, its id if it has one of its own, and when it came."""

    event: str
    data: dict[str, Any]
    id: str | None
    came: float = field(compare=False)


class Reader:
    """One open stream, read by a thread of its own until it ends."""

    def __init__(self, address: str, path: str, token: str, **headers: str) -> None:
        self.messages: list[Message] = []
        self.comments: list[str] = []
        self.retries: list[int] = []
        self.is_over = False
        self._changed = threading.Condition()
        self._connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=60)
        self._connection.connect()
        self._socket: socket.socket = self._connection.sock
        wanted = {"Authorization": f"Bearer {token}", "Accept": "text/event-stream"}
        wanted |= {name.replace("_", "-"): value for name, value in headers.items()}
        self._connection.request("GET", path, headers=wanted)
        self.response = self._connection.getresponse()
        assert self.response.status == 200, (self.response.status, self.response.read())
        threading.Thread(target=self._read, daemon=True).start()

    @property
    def last_id(self) -> str:
        """The id to come back with."""
        return next((message.id for message in reversed(self.messages) if message.id is not None), "0")

    def named(self, *events: str) -> list[Message]:
        """The messages of these names so far."""
        return [message for message in list(self.messages) if message.event in events]

    def until(self, holds: Callable[["Reader"], object], seconds: float = 10.0) -> "Reader":
        """Wait until something is true of what has come."""
        limit = time.monotonic() + seconds
        with self._changed:
            while not holds(self):
                assert self._changed.wait(limit - time.monotonic()), f"has not come: {self.messages[-3:]}"
        return self

    def until_over(self, seconds: float = 10.0) -> "Reader":
        """Wait for the end of the stream."""
        return self.until(lambda reader: reader.is_over, seconds)

    def close(self) -> None:
        """Hang up."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self.until_over()
        self._connection.close()

    def _read(self) -> None:
        lines: list[str] = []
        with suppress(OSError, http.client.HTTPException, ValueError):
            while line := self.response.readline():
                text = line.decode().rstrip("\n")
                if text:
                    lines.append(text)
                else:
                    self._note(lines)
                    lines = []
        with self._changed:
            self.is_over = True
            self._changed.notify_all()

    def _note(self, lines: list[str]) -> None:
        """Take in what stands between two empty lines."""
        fields = dict(line.split(": ", 1) for line in lines if not line.startswith(":"))
        with self._changed:
            self.comments += [line for line in lines if line.startswith(":")]
            if "retry" in fields:
                self.retries.append(int(fields["retry"]))
            if "data" in fields:
                data = json.loads(fields["data"])
                self.messages.append(Message(fields["event"], data, fields.get("id"), time.monotonic()))
            self._changed.notify_all()
