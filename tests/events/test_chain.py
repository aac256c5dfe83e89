"""The canonical form and the hash chain."""

import hmac
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from psycopg.types.json import Jsonb

from events import chain
from events.chain import Salts, StoredCommit, StoredEvent
from events.envelope import GENESIS, NewEvent, Position
from events.errors import ChainBroken, NotCanonical
from events.pool import Connection, connect

KEY = bytes(32)
SALTS = Salts(KEY)
STREAM = UUID("0199a3c2-7b1e-7c44-9a52-3f0d6a1b2c3d")
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)

text = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=12)
scalars = st.none() | st.booleans() | st.integers(-chain.LARGEST, chain.LARGEST) | text
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(text, inner, max_size=4))
payloads = st.dictionaries(text, values, max_size=5)


@pytest.fixture(scope="module")
def connection(database_url: str) -> Iterator[Connection]:
    """Give a connection like the server's."""
    with connect(database_url) as connection:
        yield connection


@given(payload=payloads)
def test_the_canonical_form_survives_jsonb(connection: Connection, payload: dict[str, Any]) -> None:
    written = chain.canonical(payload)
    sent = Jsonb(payload, dumps=msgspec.json.encode)
    for binary in (True, False):
        row = connection.execute("SELECT %s::jsonb", (sent,), binary=binary).fetchone()
        assert row == (payload,)
        assert chain.canonical(row[0]) == written


@given(payloads)
def test_the_canonical_form_is_json_and_has_one_spelling(payload: dict[str, Any]) -> None:
    written = chain.canonical(payload)
    assert json.loads(written) == payload
    assert chain.canonical(json.loads(json.dumps(payload, indent=2))) == written
    reordered = dict(reversed(payload.items()))
    assert chain.canonical(reordered) == written
    spelled = json.dumps(payload, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert json.loads(spelled) == json.loads(written)


@given(payloads, payloads)
def test_different_payloads_have_different_forms_and_leaves(one: dict[str, Any], other: dict[str, Any]) -> None:
    same = json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
    salt = SALTS.of_event(1)
    assert (chain.canonical(one) == chain.canonical(other)) == same
    assert (chain.event_leaf(salt, "a.b.v1", 1, one) == chain.event_leaf(salt, "a.b.v1", 1, other)) == same


@pytest.mark.parametrize(
    "value",
    [1.5, 1.0, float("nan"), 2**53, -(2**53), "a\0b", "\ud800", b"bytes", {1: 2}, {"a": {"b": [0.5]}}, {"\0": 1}],
)
def test_what_would_not_come_back_is_refused(value: Any) -> None:
    with pytest.raises(NotCanonical):
        chain.canonical(value)


@given(st.binary(min_size=1, max_size=100), st.integers(1, 2**40))
def test_a_salt_is_an_hmac_of_the_version(secret: bytes, version: int) -> None:
    number = version.to_bytes(8, "big")
    assert Salts(secret).of_event(version) == hmac.digest(secret, b"event" + number, "sha256")
    assert Salts(secret).of_meta(version) == hmac.digest(secret, b"meta" + number, "sha256")


def test_a_leaf_tells_nothing_without_its_salt() -> None:
    leaves = {chain.event_leaf(SALTS.of_event(version), "a.b.v1", 1, {"card": 7}) for version in range(1, 50)}
    leaves |= {chain.event_leaf(Salts(bytes([1] * 32)).of_event(1), "a.b.v1", 1, {"card": 7})}
    assert len(leaves) == 50


def test_a_viewer_checks_a_leaf_from_the_fields_he_sees() -> None:
    salt = SALTS.of_event(9)
    payload = {"seat": 2, "card": "sun", "turn": 4}
    leaf = chain.event_leaf(salt, "a.card_drawn.v1", 1, payload)
    shown = chain.digests(salt, "a.card_drawn.v1", 1, payload)
    # Shown: the type, seat and turn with their salts; of the card only its digest.
    salts = {part: own for part, own in chain.part_salts(salt, payload).items() if part != ".card"}
    rebuilt = {
        "#": chain.part_digest(salts["#"], "#", ["a.card_drawn.v1", 1]),
        ".card": shown[".card"],
        ".seat": chain.part_digest(salts[".seat"], ".seat", 2),
        ".turn": chain.part_digest(salts[".turn"], ".turn", 4),
    }
    assert chain.leaf_of(rebuilt.values()) == leaf
    guesses = [chain.part_digest(own, ".card", face) for own in salts.values() for face in ("sun", "moon")]
    assert shown[".card"] not in guesses


def test_a_field_cannot_pass_for_the_type() -> None:
    salt = SALTS.of_event(1)
    assert chain.event_leaf(salt, "a.b.v1", 1, {"#": 1}) != chain.event_leaf(salt, "a.b.v1", 1, {})
    assert len(chain.digests(salt, "a.b.v1", 1, {"#": 1, ".#": 2})) == 3


few = st.dictionaries(text, scalars, max_size=3)
streams = st.lists(st.lists(few, min_size=1, max_size=3), min_size=1, max_size=4)


@given(streams, st.data())
def test_a_chain_verifies_and_any_change_is_named(
    payload_lists: list[list[dict[str, Any]]], data: st.DataObject
) -> None:
    commits, events = _stored(payload_lists)
    end = chain.verify(commits, events, KEY)
    assert end == Position(len(events), commits[-1].head)
    assert chain.verify(commits, events) == end

    victim = data.draw(st.integers(0, len(events) - 1))
    doctored = msgspec.structs.replace(events[victim], payload={**events[victim].payload, "new": 1.5})
    with pytest.raises(ChainBroken) as broken:
        chain.verify(commits, [*events[:victim], doctored, *events[victim + 1 :]], KEY)
    assert (broken.value.stream, broken.value.version) == (STREAM, victim + 1)

    with pytest.raises(ChainBroken) as broken:
        chain.verify(commits, events[:victim] + events[victim + 1 :])
    assert broken.value.version == victim + 1


@pytest.mark.parametrize(
    ("name", "value"),
    [("meta", {"cause": "x", "n": 9}), ("at", NOON + timedelta(microseconds=1)), ("head", bytes(32)), ("first", 2)],
)
def test_a_doctored_commit_is_named(name: str, value: Any) -> None:
    commits, events = _stored([[{"a": 1}, {"b": 2}], [{"c": 3}]])
    doctored = msgspec.structs.replace(commits[0], **{name: value})
    with pytest.raises(ChainBroken):
        chain.verify([doctored, commits[1]], events, KEY)


def test_a_dropped_commit_is_named() -> None:
    commits, events = _stored([[{"a": 1}], [{"b": 2}], [{"c": 3}]])
    with pytest.raises(ChainBroken, match="version 2: no commit begins here"):
        chain.verify([commits[0], commits[2]], [events[0], events[2]], KEY)


def _stored(payload_lists: list[list[dict[str, Any]]]) -> tuple[list[StoredCommit], list[StoredEvent]]:
    commits: list[StoredCommit] = []
    rows: list[StoredEvent] = []
    position = GENESIS
    for number, listed in enumerate(payload_lists):
        meta = {"cause": "x", "n": number}
        events = [NewEvent("a.b.v1", payload) for payload in listed]
        sealed = chain.seal(position, STREAM, NOON, meta, events, KEY)
        first, last = position.version + 1, position.version + len(events)
        commits.append(
            StoredCommit(
                stream=STREAM, first=first, last=last, at=NOON, meta=meta, meta_leaf=sealed.meta_leaf, head=sealed.head
            )
        )
        for version, event, leaf in zip(range(first, last + 1), events, sealed.leaves, strict=True):
            rows.append(
                StoredEvent(version, event.type, event.schema, json.loads(chain.canonical(event.payload)), leaf)
            )
        position = Position(last, sealed.head)
    return commits, rows
