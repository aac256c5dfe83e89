"""What anyone can check over HTTP: chains, records, signed checkpoints and the administrators' acts."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from flask import Flask

from domain.core.chance import commitment
from server.checkpoints import merkle, notes, publishing
from server.records.form import decode
from server.records.verifying import verify
from tests.api.conftest import Person
from tests.api.test_rewinds import play, playing
from tests.tables.conftest import work_off


@pytest.fixture
def finish(app: Flask, alice: Person) -> Callable[[], str]:
    """Let engines play a table to its end; gives its address."""

    def finished() -> str:
        body = {"game": "kepler", "name": "engines", "seats": 2, "options": {"round_limit": 5}}
        table = alice.post("/v1/tables", json=body).json["id"]
        for seat in range(2):
            alice.put(f"/v1/tables/{table}/seats/{seat}", json={"engine": "random"})
        alice.post(f"/v1/tables/{table}/start")
        services = app.extensions["plateau"]
        work_off(services.tables, services.pool, UUID(table))
        return f"/v1/tables/{table}"

    return finished


def test_the_digest_of_a_running_table_betrays_nothing(alice: Person, bob: Person, auditor: Person) -> None:
    table = playing(alice, bob)
    play(table, (alice, bob))
    told = alice.get(f"{table}/digest").json
    assert (told["seed"], told["salt_key"], told["log_version"]) == (None, None, None)
    assert told["version"] == alice.get(table).json["version"]
    whole = auditor.get(f"{table}/digest").json
    assert whole["log_version"] > told["version"] and whole["salt_key"] is None
    before = told["head"]
    play(table, (alice, bob))
    assert alice.get(f"{table}/digest").json["head"] != before
    assert alice.get(f"{table}/versions/{told['version']}").json["head"] == before


def test_a_finished_table_opens_everything(bob: Person, finish: Any) -> None:
    table = finish()
    told = bob.get(f"{table}/digest").json
    assert commitment(bytes.fromhex(told["seed"])) == told["seed_commitment"]
    events = bob.get(f"{table}/events", query_string={"perspective": "auditor", "limit": 1000}).json
    assert events["version"] == told["log_version"]
    assert told["salt_key"]


def test_the_record_is_sound_and_its_digest_right(bob: Person, finish: Any) -> None:
    table = finish()
    sent = bob.get(f"{table}/record")
    digest = base64.b64encode(hashlib.sha256(sent.data).digest()).decode()
    assert sent.headers["Content-Digest"] == f"sha-256=:{digest}:"
    verdict = verify(decode(sent.data))
    assert verdict.finding is None and verdict.decided > 10
    assert sent.json["commits"][-1]["head"] == bob.get(f"{table}/digest").json["head"]
    doctored = sent.data.replace(b'"kepler.dice_rolled.v1"', b'"kepler.turn_ended.v1"', 1)
    assert verify(decode(doctored)).finding is not None
    assert bob.get(f"{table}/record", headers={"Accept": "text/html"}).status_code == 406


def test_the_record_of_a_running_table_is_for_auditors(alice: Person, bob: Person, auditor: Person) -> None:
    table = playing(alice, bob)
    for path in ("record", "proof"):
        refused = alice.get(f"{table}/{path}")
        assert (refused.status_code, refused.json["code"]) == (403, "not-your-seat")
    assert verify(decode(auditor.get(f"{table}/record").data)).finding is None
    assert auditor.get(f"{table}/proof").json["code"] == "not-found"
    own = playing(auditor, bob)
    assert auditor.get(f"{own}/record").json["code"] == "not-your-seat"


def test_a_checkpoint_covers_the_table_and_only_grows(app: Flask, bob: Person, finish: Any, tmp_path: Path) -> None:
    pool = app.extensions["plateau"].pool
    table = finish()
    assert publishing.publish(pool, tmp_path)
    old = bob.get("/v1/checkpoints").json
    proof = bob.get(f"{table}/proof").json
    tree = notes.opened(proof["checkpoint"]["note"], bytes.fromhex(proof["checkpoint"]["public_key"]))
    assert tree is not None and proof["checkpoint"] == old
    leaf = merkle.leaf_hash(UUID(table.rpartition("/")[2]), proof["log_version"], bytes.fromhex(proof["head"]))
    hashes = [bytes.fromhex(entry) for entry in proof["proof"]]
    assert merkle.is_included(leaf, proof["index"], tree.size, hashes, tree.root)
    assert old["public_key"] in [key["public_key"] for key in bob.client.get("/v1/keys").json["items"]]
    finish()
    assert publishing.publish(pool, tmp_path)
    new = bob.client.get("/v1/checkpoints").json
    grown = bob.get(f"/v1/checkpoints/{new['size']}/consistency", query_string={"from": old["size"]}).json
    later = notes.opened(new["note"], bytes.fromhex(new["public_key"]))
    assert later is not None
    steps = [bytes.fromhex(entry) for entry in grown["proof"]]
    assert merkle.is_consistent(tree.size, tree.root, later.size, later.root, steps)
    assert not merkle.is_consistent(tree.size, bytes(32), later.size, later.root, steps)
    kept = bob.client.get(f"/v1/checkpoints/{old['size']}")
    assert (kept.json, kept.headers["Cache-Control"]) == (old, "public, max-age=31536000, immutable")
    backwards = bob.get(f"/v1/checkpoints/{old['size']}/consistency", query_string={"from": new["size"]})
    assert backwards.status_code == 404
    assert bob.client.get("/v1/checkpoints/999999").json["code"] == "not-found"


def test_the_acts_of_administrators_are_events_for_auditors(alice: Person, auditor: Person) -> None:
    everything = auditor.get("/v1/administration/events", query_string={"limit": 1000}).json["items"]
    acts = [act for act in everything if act["data"]["player"] == auditor.id]
    assert [(act["type"], act["data"]["role"]) for act in acts] == [("administration.role_given.v1", "auditor")]
    assert acts[0]["data"]["by"] is not None
    page = auditor.get("/v1/administration/events", query_string={"limit": 1}).json
    assert page["next_after_version"] == page["items"][0]["version"]
    assert alice.get("/v1/administration/events").json["code"] == "scope-missing"
