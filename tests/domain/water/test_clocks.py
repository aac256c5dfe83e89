"""No offer, conflict or clock leaves a table stuck: time running out always leads to the end."""

from random import Random

import pytest

from domain.core.chance import Seeded
from domain.core.model import WINDOW, House
from domain.core.openings import waits_for_worker
from domain.core.umpire import Umpire
from domain.water import Options, water
from domain.water.facts import ClaimOpened
from server.selfplay.match import appends, random_player
from tests.domain.water.tables import p1
from tests.domain.water.test_collection import EX6, collecting

LONGEST = 600


def timed_out(umpire, play):
    """Let all time run out, again and again, until the match is over."""
    for _ in range(LONGEST):
        if not play.agenda:
            return play
        if waits_for_worker(water, play):
            play, _ = umpire.advance(play, background=True)
        else:
            names = tuple(d.id for d in umpire.decisions(play) if d.mode != "offer")
            assert names, "the table waits for nobody"
            play, _ = umpire.time_out(play, names)
    raise AssertionError("no end")


@pytest.mark.rule("water.trade.3", "water.conflict.9", "water.p4.3", "water.end.1")
@pytest.mark.parametrize("options", [Options(scenario="p1", turns=3), Options(scenario="s2"), Options(turns=2)])
def test_from_any_point_the_defaults_lead_to_the_end(options):
    umpire = Umpire(water, House(seats=4, window_seconds=20), Seeded(bytes(32)))
    played = list(appends(umpire, options, 4, random_player(Random(5))))
    kinds = set()
    for append in played[:: max(1, len(played) // 12)]:
        kinds |= {decision.ask.kind for decision in umpire.decisions(append.after)}
        assert timed_out(umpire, append.after).result.reason == "turns_over"
    assert len(kinds) > 2


@pytest.mark.rule("water.conflict.2")
def test_claims_run_on_the_tables_window():
    table = collecting(p1())
    table.say("take", water=EX6)
    assert table.happened(ClaimOpened)
    timed = Umpire(water, House(seats=4, window_seconds=20), Seeded(bytes(32)))
    (decision,) = timed.decisions(table.play)
    assert decision.ask.limit.name == WINDOW.name and decision.ask.limit.seconds == 20
    assert table.decision().ask.limit is None
