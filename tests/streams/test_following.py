"""What happens at a table reaches those who follow it, once and in order."""

import statistics
import time
from collections.abc import Callable

from tests.streams.playing import Person, Table, log_of, plainly, told_by
from tests.streams.reading import Message, Reader


def test_moves_of_others_arrive_as_the_api_shows_them(alice: Person, bob: Person) -> None:
    table = Table([alice, bob]).start()
    reader = alice.follow(table.path)
    for _ in range(6):
        table.play(1)
    last = alice.get(table.path)["version"]
    reader.until(lambda found: found.last_id == str(last))
    told = reader.named("move", "progress")
    assert len(told) > 6
    for message in told:
        assert message.data == alice.get(f"{table.path}/moves/{message.id}")
    assert plainly(told_by(reader)) == plainly(log_of(alice, table.path))
    reader.close()


def test_a_move_is_there_at_once(alice: Person, bob: Person) -> None:
    table = Table([alice, bob]).start()
    reader = alice.follow(table.path).until(lambda found: found.messages)
    waits = []
    for _ in range(9):
        table.play(1)
        acknowledged = time.monotonic()
        version = str(alice.get(table.path)["version"])
        reader.until(lambda found, wanted=version: found.last_id == wanted)
        waits.append(reader.named("move", "progress")[-1].came - acknowledged)
    assert statistics.median(waits) < 0.25, waits
    reader.close()


def test_gathering_arrives_as_news_of_the_table(alice: Person, bob: Person) -> None:
    table = Table([alice, bob])
    reader = bob.follow(table.path)
    table.seat()
    tag = alice.send("GET", table.path).headers["ETag"]
    alice.call("PATCH", table.path, json={"name": "another"}, headers={"If-Match": tag})
    alice.call("POST", f"{table.path}/start")
    reader.until(lambda found: found.named("decision"))
    news = reader.named("table")
    assert [[event["type"] for event in message.data["events"]] for message in news] == [
        ["table.created.v1"],
        ["table.seated.v1"],
        ["table.seated.v1"],
        ["table.terms_changed.v1"],
        [],
    ]
    assert [message.data["status"] for message in news] == ["gathering"] * 4 + ["running"]
    assert news[1].data["seats"][0]["occupant"]["id"] == alice.id
    assert (news[3].data["name"], news[4].id) == ("another", None)
    assert "table.started.v1" in [event["type"] for event in reader.named("move")[0].data["events"]]
    reader.close()


def test_own_decisions_are_told_whenever_they_change(alice: Person, bob: Person) -> None:
    table = Table([alice, bob]).start()
    readers = {person.id: person.follow(table.path) for person in (alice, bob)}
    for _ in range(8):
        table.play(1)
        for person in (alice, bob):
            listed = person.get(f"{table.path}/decisions")
            mine = [entry["id"] for entry in listed["items"] if entry["form"]]
            reader = readers[person.id].until(lambda found, ids=mine: _open(found) == ids)
            assert all(entry["href"].endswith(entry["id"]) for entry in reader.named("decision")[-1].data["items"])
    for reader in readers.values():
        changes = [_ids(message) for message in reader.named("decision")]
        assert all(before != after for before, after in zip(changes, changes[1:], strict=False))
        reader.close()


def _open(reader: Reader) -> list[str]:
    found = reader.named("decision")
    return _ids(found[-1]) if found else []


def _ids(message: Message) -> list[str]:
    return [entry["id"] for entry in message.data["items"]]


def test_a_finished_table_is_told_to_its_end(alice: Person, bob: Person) -> None:
    table = Table([alice, bob], options={"round_limit": 5}).start()
    reader = alice.follow(table.path)
    for _ in table.moves():
        pass
    reader.until_over()
    assert (reader.messages[-1].event, reader.messages[-1].data["reason"]) == ("closed", "finished")
    assert reader.named("table")[-1].data["status"] == "finished"
    assert plainly(told_by(reader)) == plainly(log_of(alice, table.path))
    again = alice.follow(table.path).until_over()
    assert plainly(told_by(again)) == plainly(told_by(reader))
    assert [message.event for message in again.messages][-2:] == ["table", "closed"]
    for query in ("", "?follow=false"):
        seen = alice.send("GET", f"{table.path}/stream{query}", headers={"Last-Event-ID": reader.last_id})
        assert (seen.status_code, seen.content) == (204, b"")


def test_a_withdrawn_table_ends_its_streams(alice: Person, bob: Person) -> None:
    table = Table([alice, bob])
    reader = bob.follow(table.path)
    alice.call("DELETE", table.path, headers={"If-Match": "*"})
    reader.until_over()
    assert (reader.messages[-1].event, reader.messages[-1].data["reason"]) == ("closed", "withdrawn")


def test_without_following_the_backlog_is_sent_and_ends(alice: Person, bob: Person) -> None:
    table = Table([alice, bob]).start()
    table.play(5)
    reader = alice.follow(table.path, "?follow=false").until_over()
    assert plainly(told_by(reader)) == plainly(log_of(alice, table.path))
    assert reader.messages[-1].event == "decision"
    rest = alice.follow(table.path, f"?follow=false&last_event_id={reader.last_id}").until_over()
    assert [message.event for message in rest.messages] == ["decision"]


def test_a_stream_goes_on_after_any_message(alice: Person, bob: Person) -> None:
    table = Table([alice, bob]).start()
    table.play(6)
    whole = [message for message in alice.follow(table.path, "?follow=false").until_over().messages if message.id]
    for number, message in enumerate(whole):
        rest = alice.follow(table.path, "?follow=false", Last_Event_ID=message.id or "").until_over()
        assert [entry for entry in rest.messages if entry.id] == whole[number + 1 :]
    view = alice.get(f"{table.path}/views/me")
    assert str(view["version"]) == whole[-1].id
    header = alice.follow(table.path, "?follow=false&last_event_id=1", Last_Event_ID=whole[-2].id or "").until_over()
    assert [entry for entry in header.messages if entry.id] == whole[-1:]


def test_an_unknown_version_begins_anew(alice: Person, bob: Person) -> None:
    table = Table([alice, bob]).start()
    table.play(3)
    version = alice.get(table.path)["version"]
    reader = alice.follow(table.path, f"?last_event_id={version + 7}")
    reader.until(lambda found: found.named("decision"))
    assert [(message.event, message.id) for message in reader.messages] == [
        ("resync", str(version)),
        ("decision", None),
    ]
    assert reader.messages[0].data["view"] == f"{table.path}/views/0"
    table.play(1)
    reader.until(lambda found: found.named("move"))
    assert reader.named("move")[0].data["from_version"] == version
    reader.close()


def test_texts_come_in_the_language_that_is_asked_for(alice: Person, bob: Person) -> None:
    table = Table([alice, bob]).start()
    readers = {tongue: alice.follow(table.path, Accept_Language=tongue) for tongue in ("en", "fr")}
    table.play(2)
    for tongue, reader in readers.items():
        assert reader.response.headers["Content-Language"] == tongue
        reader.until(lambda found: int(found.last_id) >= alice.get(table.path)["version"])
        log = alice.call("GET", f"{table.path}/events", headers={"Accept-Language": tongue})["items"]
        texts = [event["text"] for event in log if event["type"] != "core.answered.v1"]
        assert [event["text"] for event in told_by(reader) if "text" in event] == texts
        reader.close()


def test_spectators_are_told_later(alice: Person, bob: Person, person: Callable[[str], Person]) -> None:
    watcher = person("watcher")
    table = Table([alice, bob], spectator_delay_seconds=3)
    reader = watcher.follow(table.path)
    table.start()
    own = alice.follow(table.path)
    table.play(3)
    version = str(alice.get(table.path)["version"])
    own.until(lambda found: found.last_id == version)
    assert not reader.named("move")
    reader.until(lambda found: len(found.named("move")) == len(own.named("move")))
    waits = [late.came - soon.came for late, soon in zip(reader.named("move"), own.named("move"), strict=True)]
    assert all(2.5 < wait < 5 for wait in waits[1:]), waits
    late = watcher.follow(table.path).until(lambda found: len(found.named("move")) == len(own.named("move")))
    assert [entry.id for entry in late.messages if entry.id] == [entry.id for entry in reader.messages if entry.id]
    for entry in (reader, own, late):
        entry.close()
