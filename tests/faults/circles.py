"""Circles of players who play one table after the other, each seat in a thread of its own."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any
from uuid import UUID

from tests.contract.stranger import any_answer
from tests.faults.clients import Client
from tests.faults.telling import Sitting, Told

_LONGEST_TABLE = 600.0


@dataclass(frozen=True)
class Kind:
    """What kind of tables a circle plays."""

    people: int
    engines: tuple[str, ...] = ()
    seconds: int = 0
    rounds: int = 5


KINDS = (
    Kind(people=2, rounds=15),
    Kind(people=2, engines=("random",), seconds=5),
    Kind(people=1, engines=("random", "sensible")),
    Kind(people=3, seconds=60),
)


class Circle:
    """Players of one kind of table, who go on as long as they are wanted."""

    def __init__(self, address: str, kind: Kind, told: Told, seed: int, is_wanted: Callable[[], bool]) -> None:
        self._kind = kind
        self._told = told
        self._chance = Random(seed)
        self._is_wanted = is_wanted
        self._players = [Client(address, told, Random(f"{seed} {seat}")) for seat in range(kind.people)]
        self._thread = threading.Thread(target=self._guarded, args=(self._run,), daemon=True)

    def start(self) -> None:
        """Let them begin."""
        self._thread.start()

    def join(self, until: float) -> bool:
        """Wait for the end of their last table."""
        self._thread.join(max(0.0, until - time.monotonic()))
        return not self._thread.is_alive()

    def _run(self) -> None:
        for player in self._players:
            player.register()
        is_first = True
        while is_first or self._is_wanted():
            is_first = False
            self._play(self._gather())

    def _gather(self) -> Sitting:
        kind, host = self._kind, self._players[0]
        seats = kind.people + len(kind.engines)
        clock = {"kind": "per_decision", "seconds": kind.seconds} if kind.seconds else {"kind": "none"}
        options = {"round_limit": kind.rounds}
        wish = {"game": "kepler", "name": "killed", "seats": seats, "options": options, "clock": clock}
        table = host.post("/v1/tables", wish)["id"]
        for seat, player in enumerate(self._players):
            player.put(f"/v1/tables/{table}/seats/{seat}", {"contribution": f"c{seat}"})
        for seat, engine in enumerate(kind.engines, kind.people):
            host.put(f"/v1/tables/{table}/seats/{seat}", {"engine": engine})
        host.post(f"/v1/tables/{table}/start")
        tokens = {seat: player.token for seat, player in enumerate(self._players)}
        sitting = Sitting(UUID(table), seats, bool(kind.seconds), tokens)
        self._told.sittings.append(sitting)
        return sitting

    def _play(self, sitting: Sitting) -> None:
        work = [partial(self._play_seat, sitting, seat) for seat in sitting.tokens]
        seats = [threading.Thread(target=self._guarded, args=(play,), daemon=True) for play in work]
        for seat in seats:
            seat.start()
        for seat in seats:
            seat.join()

    def _play_seat(self, sitting: Sitting, seat: int) -> None:
        """Answer whatever is asked until the match is over; with a short clock, once, let the time run out."""
        player, chance = self._players[seat], Random(f"{sitting.table} {seat}")
        dozes_at = chance.randrange(2, 6) if 0 < self._kind.seconds < 10 and seat == 0 else -1
        limit, known, asked = time.monotonic() + _LONGEST_TABLE, None, 0
        while time.monotonic() < limit:
            listed, known = player.decisions(sitting.table, seat, known)
            if listed and listed["status"] == "finished":
                return
            mine = [entry for entry in listed["items"] if entry.get("form")] if listed else []
            while mine:
                asked += 1
                if asked == dozes_at:
                    break
                mine = self._answer(player, sitting.table, seat, mine[0], chance)
        raise AssertionError(f"table {sitting.table} has not ended, seat {seat} waits")

    def _answer(self, player: Client, table: UUID, seat: int, entry: dict[str, Any], chance: Random) -> list[Any]:
        move = player.answer(table, seat, entry["id"], any_answer(entry["form"], chance))
        return move["my_decisions"] if move else []

    def _guarded(self, work: Callable[[], None]) -> None:
        """Let whatever goes wrong in a thread be told at the end."""
        try:
            work()
        except Exception as error:
            self._told.wrong.append(f"{type(error).__name__}: {error}")
