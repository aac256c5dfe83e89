"""A long resolution is told part by part, as the worker goes on."""

from tests.streams.playing import Person, Table


def test_an_activation_arrives_in_parts_before_the_table_rests(alice: Person, bob: Person, carol: Person) -> None:
    table = Table([alice, bob, carol], "climate").start()
    reader = bob.follow(table.path)
    for _ in table.moves():
        if len(reader.named("progress")) >= 3:
            break
    version = str(bob.get(table.path)["version"])
    reader.until(lambda found: found.last_id == version)
    parts = reader.named("progress")
    assert len(parts) >= 3
    told = reader.named("move", "progress", "decision")
    for part in parts:
        assert part.data["actor"] == "worker"
        assert part.data == bob.get(f"{table.path}/moves/{part.id}")
        place = told.index(part)
        assert told[place - 1].event != "decision" or not told[place - 1].data["items"]
    reader.close()
