"""Records with something changed in them, plainly or with all hashes forged."""

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec

from events import chain
from events.envelope import GENESIS, NewEvent, Position
from server.records.form import Record, decode

GOLDEN = Path(__file__).parent / "golden"

Plain = dict[str, Any]
Change = Callable[[Plain], None]
Path_ = tuple[str | int, ...]


def plain(name: str) -> Plain:
    """A golden record as plain data."""
    data: Plain = msgspec.json.decode((GOLDEN / f"{name}.json").read_bytes())
    return data


def doctored(name: str, change: Change) -> Plain:
    """A golden record with a change made to it."""
    data = plain(name)
    change(data)
    return data


def read(data: Plain) -> Record:
    """What a file with this data would be read as."""
    return decode(msgspec.json.encode(data))


def events_of(data: Plain, event_type: str) -> Iterator[Plain]:
    """The events of a type."""
    return (event for commit in data["commits"] for event in commit["events"] if event["type"] == event_type)


def payload(data: Plain, event_type: str) -> Plain:
    """What the first event of a type says."""
    found: Plain = next(events_of(data, event_type))["payload"]
    return found


def forge(data: Plain) -> None:
    """Number all events anew and make all hashes fit, as whoever holds the salt key can."""
    position = GENESIS
    for commit in data["commits"]:
        events = [NewEvent(event["type"], event["payload"]) for event in commit["events"]]
        at = datetime.fromisoformat(commit["at"])
        sealed = chain.seal(position, UUID(data["table"]), at, commit["meta"], events, bytes.fromhex(data["salt_key"]))
        commit["first"], commit["last"] = position.version + 1, position.version + len(events)
        commit["head"], commit["meta_leaf"] = sealed.head.hex(), sealed.meta_leaf.hex()
        for version, (event, leaf) in enumerate(zip(commit["events"], sealed.leaves, strict=True), commit["first"]):
            event["version"], event["leaf"] = version, leaf.hex()
        position = Position(commit["last"], sealed.head)


def places(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    """Where the values of a record are, those within others first."""
    within = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in within:
        yield from places(entry, (*path, key))
    if path:
        yield path


def others(value: Any) -> list[Any]:
    """What could stand in the place of a value."""
    found: list[Any] = [None, 0, -1, 10**30, 1.5, True, "", "x", [], {}, "00" * 32]
    match value:
        case str():
            found += [value + "0", value[:-1], value[::-1]]
        case bool():
            found += [not value]
        case int():
            found += [value + 1, value - 1]
        case list():
            found += [value[:-1], value[::-1], value + value[-1:]]
        case dict():
            found += [{**value, "x": 1}, dict(list(value.items())[:-1])]
    return [other for other in found if type(other) is not type(value) or other != value]
