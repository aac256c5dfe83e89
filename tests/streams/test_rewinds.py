"""What was taken back and brought back is told to those who follow, and play goes on."""

from dataclasses import replace

from tests.streams.playing import Person, Table, log_of, plainly, told_by
from tests.streams.reading import Message, Reader


def test_undo_and_redo_arrive_and_play_goes_on(alice: Person, bob: Person) -> None:
    table = Table([alice, bob]).start()
    readers = {person: person.follow(table.path) for person in (alice, bob)}
    table.play(6)
    before = {person: person.get(f"{table.path}/views/me") for person in (alice, bob)}
    asked = {person: _ids(table, person) for person in (alice, bob)}
    mover = next(person for person in (alice, bob) if asked[person])
    proposed = mover.call("POST", f"{table.path}/rewinds", json={"kind": "undo"})
    other = bob if mover is alice else alice
    if proposed["status"] == "open":
        for reader in readers.values():
            reader.until(lambda found: found.named("rewind"))
            assert reader.named("rewind")[0].data["status"] == "open"
        seat = table.people.index(other)
        other.call("PUT", f"{table.path}/rewinds/{proposed['id']}/votes/{seat}", json={"agrees": True})
    for person, reader in readers.items():
        reader.until(lambda found: [entry for entry in found.named("rewind") if entry.data["status"] == "applied"])
        told = reader.named("rewind")[-1].data
        assert (told["kind"], told["decisions_changed"]) == ("undo", True)
        assert told["version"] == person.get(told["view"])["version"] > before[person]["version"]
        then = person.get(f"{table.path}/versions/{told['to_version']}/views/me")
        assert then["state"] == person.get(told["view"])["state"] != before[person]["state"]
        reader.until(lambda found, who=person: _told_open(found) == _ids(table, who))
    redone = mover.call("POST", f"{table.path}/rewinds", json={"kind": "redo"})
    assert redone["status"] == "applied"
    for person, reader in readers.items():
        reader.until(lambda found: found.named("rewind")[-1].data["kind"] == "redo")
        assert person.get(f"{table.path}/views/me")["state"] == before[person]["state"]
    table.play(4)
    for person, reader in readers.items():
        log = log_of(person, table.path)
        reader.until(lambda found, last=log[-1]["version"]: found.last_id == str(last))
        assert plainly(told_by(reader)) == plainly(log)
        again = person.follow(table.path, "?follow=false").until_over()
        assert plainly(told_by(again)) == plainly(log)
        reader.close()


def test_a_stream_resumed_before_a_rewind_tells_everything_since(alice: Person, bob: Person) -> None:
    table = Table([alice, bob], undo_policy="director").start()
    table.play(4)
    version = alice.get(table.path)["version"]
    table.play(3)
    alice.call("POST", f"{table.path}/rewinds", json={"kind": "undo", "to_version": version, "reason": "a mistake"})
    table.play(2)
    rest = alice.follow(table.path, "?follow=false", Last_Event_ID=str(version)).until_over()
    assert plainly(told_by(rest)) == plainly(
        [entry for entry in log_of(alice, table.path) if entry["version"] > version]
    )
    played = rest.named("move", "progress")
    assert [message.data["undone"] for message in played] == [
        message.data["undone"] for message in _recorded(alice, rest)
    ]
    assert {True, False} == {message.data["undone"] for message in played}
    (told,) = rest.named("rewind")
    assert (told.data["to_version"], told.data["reason"], told.data["rewind_id"]) == (version, "a mistake", None)


def test_a_move_closes_a_proposal_and_tells_so(alice: Person, bob: Person) -> None:
    table = Table([alice, bob], undo_policy="consent").start()
    while not _is_open(table, alice):
        table.play(1)
    reader = bob.follow(table.path)
    table.play(1)
    reader.until(lambda found: [entry for entry in found.named("rewind") if entry.data["status"] == "moved"])
    assert [message.data["status"] for message in reader.named("rewind")][-2:] == ["open", "moved"]
    assert reader.named("rewind")[-1].id is None
    reader.close()


def _is_open(table: Table, person: Person) -> bool:
    answer = person.send("POST", f"{table.path}/rewinds", json={"kind": "undo"})
    return answer.status_code == 201 and answer.json()["status"] == "open"


def _recorded(person: Person, reader: Reader) -> list[Message]:
    return [
        replace(message, data=person.get(f"/v1/tables/{message.data['table_id']}/moves/{message.id}"))
        for message in reader.named("move", "progress")
    ]


def _ids(table: Table, person: Person) -> list[str]:
    return [entry["id"] for entry in person.get(f"{table.path}/decisions")["items"] if entry["form"]]


def _told_open(reader: Reader) -> list[str]:
    return [entry["id"] for entry in reader.named("decision")[-1].data["items"]]
