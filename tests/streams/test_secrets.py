"""Nobody learns from a stream what they may not know."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.faults.serving import Server
from tests.streams.playing import Person, Table, log_of, plainly, told_by
from tests.streams.reading import Reader

GAMES = {"cosmic": 3, "climate": 3}


@pytest.mark.parametrize("game", GAMES)
def test_each_follower_is_told_exactly_its_own_log(person: Callable[[str], Person], game: str) -> None:
    people = [person(name) for name in ("alice", "bob", "carol")]
    watcher = person("watcher")
    table = Table(people, game).start()
    readers = [(seat, seat.follow(table.path)) for seat in people] + [(watcher, watcher.follow(table.path))]
    readers.append((people[0], people[0].follow(table.path, "?perspective=spectator")))
    moves = table.moves()
    for _ in range(40):
        if next(moves, None) is None:
            break
    logs = []
    for who, reader in readers:
        perspective = "spectator" if (who, reader) == readers[-1] else "me"
        log = log_of(who, table.path, perspective)
        reader.until(lambda found, last=log[-1]["version"]: found.last_id == str(last))
        assert plainly(told_by(reader)) == plainly(log)
        assert [event["version"] for event in told_by(reader) if "version" in event] == [
            event["version"] for event in log if event["type"] != "core.answered.v1"
        ]
        logs.append(plainly(log))
        reader.close()
    assert logs[0] != logs[1] != logs[2] != logs[3] == logs[4]


def test_sealed_answers_are_told_to_nobody_else(person: Callable[[str], Person]) -> None:
    """Whoever answers a hidden question first or last, the others' streams are alike until all have answered."""
    people = [person(name) for name in ("alice", "bob", "carol")]
    watcher = person("watcher")
    table = Table(people, "cosmic", seed=3).start()
    readers = {who: who.follow(table.path) for who in (*people, watcher)}
    found = 0
    for sealed in _until_sealed(table, 60):
        who, entry = sealed
        _quiet(readers, people + [watcher], table)
        before = {other: len(reader.messages) for other, reader in readers.items() if other is not who}
        table.answer(who, entry)
        _quiet({who: readers[who]}, [who], table)
        time.sleep(0.2)
        after = {other: len(reader.messages) for other, reader in readers.items() if other is not who}
        assert after == before
        found += 1
    assert found >= 3
    for reader in readers.values():
        reader.close()


def _until_sealed(table: Table, moves: int) -> Iterator[tuple[Person, dict[str, Any]]]:
    """Play on, and give every question to several seats that others have still to answer too."""
    for _ in range(moves):
        asked = table.asked()
        if not asked:
            return
        if asked[0][1]["mode"] == "gather" and len(asked) > 1:
            yield asked[0]
        else:
            table.answer(*asked[0])


def _quiet(readers: dict[Person, Reader], people: list[Person], table: Table) -> None:
    """Wait until everybody has been told all there is, and for the next look."""
    for who in people:
        version = str(who.get(table.path)["version"])
        readers[who].until(lambda found, wanted=version: found.last_id == wanted)


def test_a_stream_is_for_those_who_may_look(alice: Person, bob: Person, carol: Person) -> None:
    table = Table([alice, bob], visibility="private")
    assert bob.send("GET", f"{table.path}/stream").status_code == 404
    alice.call("POST", f"{table.path}/invitations", json={"player_id": bob.id})
    table.start()
    refused = {
        "0": bob.send("GET", f"{table.path}/stream?perspective=0"),
        "auditor": bob.send("GET", f"{table.path}/stream?perspective=auditor"),
    }
    assert {name: answer.json()["code"] for name, answer in refused.items()} == {
        "0": "not-your-seat",
        "auditor": "not-your-seat",
    }
    assert bob.send("GET", f"{table.path}/stream?perspective=9").status_code == 404
    assert carol.send("GET", f"{table.path}/stream").status_code == 404
    assert all(answer.headers["Content-Type"] == "application/problem+json" for answer in refused.values())


def test_a_revoked_token_receives_no_more(alice: Person, bob: Person) -> None:
    table = Table([alice, bob]).start()
    body = {"name": "narrow", "scopes": ["table:read"]}
    token = bob.call("POST", "/v1/tokens", json=body)
    reader = Reader(bob.address, f"{table.path}/stream", token["secret"])
    own = bob.follow(table.path).until(lambda found: found.messages)
    bob.call("DELETE", f"/v1/tokens/{token['id']}")
    reader.until_over(4)
    assert (reader.messages[-1].event, reader.messages[-1].data["reason"]) == ("closed", "token_ended")
    assert not own.is_over
    own.close()


def test_whoever_is_let_in_no_more_is_told_so(alice: Person, bob: Person, carol: Person) -> None:
    table = Table([alice, bob])
    reader = carol.follow(table.path).until(lambda found: found.messages)
    own = bob.follow(table.path)
    table.seat()
    alice.call("PATCH", table.path, json={"visibility": "private"}, headers={"If-Match": "*"})
    reader.until_over(4)
    assert (reader.messages[-1].event, reader.messages[-1].data["reason"]) == ("closed", "not_admitted")
    alice.call("POST", f"{table.path}/start")
    own.until(lambda found: found.named("move"))
    assert own.named("decision")
    own.close()


def test_an_auditor_who_loses_the_role_sees_no_more(server: Server, alice: Person, bob: Person, carol: Person) -> None:
    chief = _administrator(server)
    table = Table([alice, bob], "cosmic").start()
    chief.call("PUT", f"/v1/players/{carol.id}/roles/auditor")
    reader = carol.follow(table.path, "?perspective=auditor").until(lambda found: found.messages)
    seen = plainly(told_by(reader))
    assert seen == plainly([e for e in log_of(carol, table.path, "auditor") if e["type"] != "core.answered.v1"])
    assert "core.begun.v1" in [kind for kind, _ in seen]
    chief.call("DELETE", f"/v1/players/{carol.id}/roles/auditor")
    reader.until_over(6)
    assert (reader.messages[-1].event, reader.messages[-1].data["reason"]) == ("closed", "not_admitted")


def _administrator(server: Server) -> Person:
    from server.players import create_admin

    made = create_admin("chief", server.database())
    chief = Person(server.address, "chief")
    chief.token = made.token
    return chief
