"""Exporting a table as a record, and loading a record as an archived table."""

import msgspec

from domain.table.apply import apply, decode, is_table_fact
from domain.table.state import Table
from events import audit
from events.chain import StoredEvent
from events.envelope import GENESIS, Batch, Change, Listing, Meta, NewEvent, Position, Replayed
from events.errors import StaleVersion
from events.pool import Pool
from events.store import Store
from server.checkpoints import publishing
from server.records.form import FORMAT, BadRecord, Checkpoint, Record, RecordedCommit, RecordedEvent
from server.records.verifying import Verdict, verify
from server.refusals import Refusal
from server.tables.folding import Loaded
from server.tables.writing import listing_of


class AlreadyHere(Refusal):
    """The table of the record is stored here already."""

    code = "table-exists"


def export(pool: Pool, loaded: Loaded) -> Record:
    """A table with all that is needed to check it."""
    with pool.connection() as connection:
        commits = audit.stored_commits(connection, loaded.id)
        events = {event.version: event for event in audit.stored_events(connection, loaded.id)}
    return Record(
        format=FORMAT,
        table=loaded.id,
        game=loaded.table.game,
        rules_version=loaded.table.rules_version or loaded.game.described.rules_version,
        content=loaded.table.content,
        salt_key=loaded.secrets.salt_key.hex(),
        seed=loaded.secrets.seed.hex() if loaded.secrets.seed else None,
        commits=tuple(
            RecordedCommit(
                first=commit.first,
                last=commit.last,
                at=commit.at,
                meta=commit.meta,
                meta_leaf=bytes(commit.meta_leaf).hex(),
                head=bytes(commit.head).hex(),
                events=tuple(_event(events[version]) for version in range(commit.first, commit.last + 1)),
            )
            for commit in commits
        ),
        checkpoint=_checkpoint(pool, loaded),
    )


def _event(event: StoredEvent) -> RecordedEvent:
    return RecordedEvent(version=event.version, type=event.type, payload=event.payload, leaf=bytes(event.leaf).hex())


def _checkpoint(pool: Pool, loaded: Loaded) -> Checkpoint | None:
    """The signed tree that covers the table as it is, if it was published already."""
    found = publishing.included(pool, loaded.id)
    if found is None or (found.version, found.head) != (loaded.position.version, loaded.position.head):
        return None
    return Checkpoint(
        note=found.checkpoint.note,
        index=found.index,
        proof=tuple(entry.hex() for entry in found.proof),
        public_key=found.checkpoint.public_key.hex(),
    )


def load(store: Store, record: Record) -> Verdict:
    """Store a record as an archived table, with its own id, times and hashes, if it is sound and over."""
    verdict = verify(record)
    if verdict.finding is not None:
        raise BadRecord(f"Event {verdict.finding.version}: {verdict.finding.detail}")
    last = record.commits[-1]
    if not any(event.type == "table.finished.v1" for commit in record.commits for event in commit.events):
        raise BadRecord("Only records of finished tables can be loaded.")
    expected = GENESIS
    for commit in record.commits:
        expected = _stored(store, record, commit, expected, is_last=commit is last)
    return verdict


def _stored(store: Store, record: Record, commit: RecordedCommit, expected: Position, *, is_last: bool) -> Position:
    secrets = {"salt": bytes.fromhex(record.salt_key)}
    if record.seed is not None:
        secrets["seed"] = bytes.fromhex(record.seed)
    change = Change(
        stream=record.table,
        expected=expected,
        events=tuple(NewEvent(event.type, event.payload) for event in commit.events),
        meta=msgspec.convert(commit.meta, Meta),
        salt_key=secrets["salt"],
        at=commit.at,
        secrets=secrets if expected == GENESIS else {},
        listing=_archived(record) if is_last else None,
    )
    try:
        done = store.append(Batch(changes=(change,)))
    except StaleVersion:
        raise AlreadyHere(f"The table {record.table} is stored here already.") from None
    assert not isinstance(done, Replayed)
    if done.position.head.hex() != commit.head:
        raise BadRecord(f"Event {commit.last}: the head came out otherwise.")
    return done.position


def _archived(record: Record) -> Listing:
    table: Table | None = None
    for event in (event for commit in record.commits for event in commit.events):
        if is_table_fact(event.type):
            table = apply(table, decode(event.type, event.payload))
    assert table is not None
    return listing_of(table)
