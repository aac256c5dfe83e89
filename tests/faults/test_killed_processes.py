"""Whatever dies and whenever: no acknowledged move is lost, none is made twice, no table stands still."""

from random import Random

import pytest

from tests.faults.points import PLAYED
from tests.faults.runs import run_of

SEED = 4
SELDOM = ("migrate.step", "snapshot.written", "dispatch.claimed", "dispatch.enqueued")


def test_processes_killed_at_every_point_and_in_every_way() -> None:
    with run_of(SEED) as run:
        fatal = {name: (1,) for name in (*PLAYED, "append.in_tx")} | {"migrate.step": (1, 3)}
        points = run.points("points", fatal)
        run.play()
        run.reach_all(points, 90)
        run.crash()
        run.server.start()
        run.kill_in_every_way(pause=1.0)
        run.finish()
        assert run.deaths() >= len(fatal) + 8


@pytest.mark.deep
def test_two_hundred_kills() -> None:
    chance = Random(SEED)
    with run_of(SEED) as run:
        fatal = {name: (1, 2, chance.randint(3, 40)) for name in PLAYED}
        seldom = {name: (1, 2, chance.randint(3, 6)) for name in SELDOM}
        points = run.points("points", {**fatal, **seldom, "checkpoint.signed": (1, 2, 3)})
        run.play()
        run.reach_all(points, 400)
        run.crash()
        fatal = {name: (1, 2, chance.randint(3, 40)) for name in ("append.in_tx", "append.sent", "append.committed")}
        run.reach_all(run.points("in_transactions", fatal), 200)
        for _ in range(4):
            run.crash()
            run.server.start()
            run.kill_at_random(50, pause=0.7)
        run.finish()
        assert run.deaths() >= 200
