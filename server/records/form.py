"""The form of a record: everything that is needed to check a match, and nothing else."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import msgspec
from msgspec import Struct

from server.refusals import Refusal

FORMAT = "plateau-record/1"

Hash = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Bytes = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{2})+$")]
EventType = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9_.]+\.v[1-9][0-9]*$")]


class BadRecord(Refusal):
    """The file is no record that this version can read."""

    code = "invalid-record"


class RecordedEvent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One event of a record."""

    version: int
    type: EventType
    payload: dict[str, Any]
    leaf: Hash


class RecordedCommit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One append of a record."""

    first: int
    last: int
    at: Annotated[datetime, msgspec.Meta(tz=True)]
    meta: dict[str, Any]
    meta_leaf: Hash
    head: Hash
    events: tuple[RecordedEvent, ...]


class Checkpoint(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The server's signed word that the table stood so at some time."""

    note: str
    index: int
    proof: tuple[Hash, ...]
    public_key: Hash


class Record(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table with all its events and the keys to check them."""

    format: str
    table: UUID
    game: str
    rules_version: str
    content: str | None
    salt_key: Bytes
    seed: Bytes | None
    commits: Annotated[tuple[RecordedCommit, ...], msgspec.Meta(min_length=1)]
    checkpoint: Checkpoint | None = None


def encode(record: Record) -> bytes:
    """Write a record as JSON, one line for each append, so that ordinary tools can read it."""
    fields = msgspec.to_builtins(record)
    commits = fields.pop("commits")
    head = msgspec.json.encode(fields)[:-1] + b',\n"commits":[\n'
    return head + b",\n".join(msgspec.json.encode(commit) for commit in commits) + b"\n]}\n"


def decode(data: bytes) -> Record:
    """Read a record, or say what is wrong with the file."""
    try:
        kind = msgspec.json.decode(data, type=dict[str, Any]).get("format")
    except msgspec.DecodeError as error:
        raise BadRecord(f"The file is not JSON or is cut off: {error}") from None
    if not isinstance(kind, str) or not kind.startswith("plateau-record/"):
        raise BadRecord("The file is not a record of a table.")
    if kind != FORMAT:
        raise BadRecord(f"The record is written as {kind}; this version reads {FORMAT}: {_way_out(kind)}")
    try:
        return msgspec.json.decode(data, type=Record)
    except msgspec.ValidationError as error:
        raise BadRecord(f"The record does not have the form {FORMAT}: {error}") from None


def _way_out(kind: str) -> str:
    """What helps with a record of another form."""
    number = kind.removeprefix("plateau-record/")
    is_newer = number.isdigit() and int(number) > int(FORMAT.removeprefix("plateau-record/"))
    return "use a newer one." if is_newer else "no version has written such records."
