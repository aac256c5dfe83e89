"""What the child processes of the tests do: moves on one table, each told only when it is stored."""

from uuid import UUID

from events.envelope import GENESIS, Appended, NewEvent, Replayed
from events.errors import StaleVersion
from events.pool import Pool
from events.store import Store
from tests.events.examples import batch, key, meta


def play(url: str, table: str, moves: int, start: int = 0) -> None:
    """Make numbered moves in order, as a client that repeats the first one it was not told about."""
    stream, store = UUID(table), Store(Pool(url))
    for move in range(start, moves):
        told = make(store, stream, move)
        print(f"{move} {type(told).__name__}", flush=True)  # noqa: T201 -- what the client is told


def make(store: Store, stream: UUID, move: int) -> Appended | Replayed:
    """Make one move under its own key."""
    facts = tuple(NewEvent("example.moved.v1", {"move": move, "part": part}) for part in range(3))
    position = store.head(stream) or GENESIS
    return store.append(batch(stream, position, events=facts, meta=meta(decision=f"m.{move}"), key=key(f"move-{move}")))


def race(url: str, table: str, name: str, moves: int) -> None:
    """Make moves against others on the same table, loading again whenever another was faster."""
    stream, store, lost = UUID(table), Store(Pool(url)), 0
    position = store.head(stream) or GENESIS
    print("ready", flush=True)  # noqa: T201 -- read by the test
    input()
    for move in range(moves):
        while True:
            try:
                told = store.append(batch(stream, position, events=(NewEvent("example.raced.v1", {name: move}),)))
            except StaleVersion:
                lost += 1
                position = store.head(stream) or GENESIS
                continue
            assert isinstance(told, Appended)
            position = told.position
            break
    print(lost, flush=True)  # noqa: T201 -- read by the test
