"""A batch as the one document that the database's `append` takes, and its way there."""

from datetime import UTC, datetime
from operator import itemgetter
from typing import Any

import msgspec
import psycopg
from msgspec import Struct
from psycopg.pq import ExecStatus
from psycopg.types.json import Jsonb

from events import faults
from events.chain import canonical, seal
from events.envelope import Batch, Change, Commit, Key
from events.pool import Connection

STALE = "PT409"
_CALL = "SELECT append(%b)"
_encode = msgspec.json.Encoder().encode


class Packed(Struct, frozen=True):
    """A batch ready to be sent, and the commits it will have made."""

    document: dict[str, Any]
    commits: tuple[Commit, ...]


def pack(batch: Batch) -> Packed:
    """Seal every change onto its stream's chain and write the document."""
    if not batch.changes or not all(change.events for change in batch.changes):
        raise ValueError("a batch changes at least one stream, by at least one event")
    written, commits = zip(*(_change(change) for change in batch.changes), strict=True)
    document: dict[str, Any] = {"changes": sorted(written, key=itemgetter("stream"))}
    if batch.key:
        document["key"] = _key(batch.key, commits[0].last)
    if batch.finished:
        document["finished"] = batch.finished
    if batch.jobs:
        for job in batch.jobs:
            canonical(job.args)
        document["jobs"] = batch.jobs
    return Packed(document, commits)


def _change(change: Change) -> tuple[dict[str, Any], Commit]:
    at = (change.at or datetime.now(UTC)).astimezone(UTC)
    meta = msgspec.to_builtins(change.meta)
    sealed = seal(change.expected, change.stream, at, meta, change.events, change.salt_key)
    last = change.expected.version + len(change.events)
    document = {
        "stream": change.stream, "kind": change.kind, "expected": change.expected.version,
        "previous": change.expected.head, "head": sealed.head, "at": at, "meta": meta, "meta_leaf": sealed.meta_leaf,
        "events": [
            {"type": event.type, "schema": event.schema, "payload": event.payload, "leaf": leaf}
            for event, leaf in zip(change.events, sealed.leaves, strict=True)
        ],
    }  # fmt: skip
    if change.waits:
        document["waits"] = change.waits
    if change.listing:
        document["listing"] = msgspec.to_builtins(change.listing)
        canonical(document["listing"])
    if change.secrets:
        document["secrets"] = dict(change.secrets)
    first = change.expected.version + 1
    commit = Commit(stream=change.stream, first=first, last=last, at=at, meta=change.meta, head=sealed.head)
    return document, commit


def _key(key: Key, last: int) -> dict[str, Any]:
    return msgspec.structs.asdict(key) | {"last": last}


def send(connection: Connection, document: dict[str, Any]) -> dict[str, Any]:
    """Call `append`: one statement, its own transaction, one round trip."""
    wrapped = Jsonb(document, dumps=_encode)
    if faults.active():
        return _send_past_faults(connection, wrapped)
    row = connection.execute(_CALL, (wrapped,), prepare=True).fetchone()
    assert row is not None
    return msgspec.convert(row[0], dict[str, Any])


def _send_past_faults(connection: Connection, wrapped: Jsonb) -> dict[str, Any]:
    """Call `append` so that a fault run can die with the answer under way or with the transaction open."""
    if faults.named("append.in_tx"):
        with connection.transaction():
            told = _send_and_wait(connection, wrapped)
            faults.reach("append.in_tx")
            return told
    return _send_and_wait(connection, wrapped)


def _send_and_wait(connection: Connection, wrapped: Jsonb) -> dict[str, Any]:
    link = connection.pgconn
    link.send_query_params(b"SELECT append($1::jsonb)", [_encode(wrapped.obj)])
    while link.flush():
        pass
    faults.reach("append.sent")
    answer = link.get_result()
    while link.get_result():
        pass
    if answer is None or answer.status != ExecStatus.TUPLES_OK:
        raise psycopg.errors.error_from_result(answer) if answer else psycopg.OperationalError("connection lost")
    return msgspec.json.decode(answer.get_value(0, 0) or b"", type=dict[str, Any])
