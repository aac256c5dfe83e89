"""The sensible opponent."""

from random import Random

import pytest

from domain.core.chance import Seeded
from domain.core.game import BotMove
from domain.core.model import House
from domain.core.umpire import Umpire
from domain.water import Options, frames, water
from server.selfplay.match import appends, built_in_player, random_player
from tests.domain.water.tables import new_table, p1, position, table_at


def thought(table, seat=None, offer=False):
    decision = table.decision(seat, offer=offer)
    frame = table.play.agenda[-1].frame
    move = BotMove(state=table.state, frame=frame, decision=decision, below=lambda n: 0)
    return water.bots["sensible"](move), move


def test_it_founds_near_water_and_away_from_others():
    table = new_table(4, first=0)
    first = thought(table)[0]["do"]
    table.say(first)
    second = thought(table)[0]["do"]
    from domain.water.board import distance

    assert distance(first[5:], second[5:]) >= 3


def test_it_prefers_water_that_nobody_else_can_reach():
    table = table_at(p1(), frames.Collect(seat=0, begun=True), frames.Collect(seat=2), after="p4")
    taken = thought(table)[0]["water"]
    assert sum(taken.values()) == 5
    plenty = table_at(p1(water_cells=3), frames.Collect(seat=0, begun=True), frames.Collect(seat=2), after="p4")
    assert not {pair.split(">")[0] for pair in thought(plenty)[0]["water"]} & {"F3", "G4"}


def test_it_builds_energy_first_when_it_lacks_some():
    table = table_at(position({"D3": "residential_zone"}, {"J4": "residential_zone"}, phase="p7"), frames.Build(seat=0))
    assert thought(table)[0]["do"] == "build:renewable_park"


def test_it_plays_helpful_cards_at_once_and_penalties_on_the_leader():
    table = table_at(p1(hands={0: ("A05",)}), frames.Collect(seat=1, begun=True), after="p4")
    assert thought(table, 0, offer=True)[0] == {"do": "play:A05"}
    strike = table_at(p1(hands={0: ("A16",)}, vp=(0, 1, 5, 2)), frames.Collect(seat=1, begun=True), after="p4")
    assert thought(strike, 0, offer=True)[0] == {"do": "play:A16", "seat": "s2"}
    idle = table_at(p1(hands={0: ("A01",)}, water_cells=5), frames.Collect(seat=1, begun=True), after="p4")
    assert thought(idle, 0, offer=True)[0] is None


@pytest.mark.rule("water.trade.3")
def test_it_waits_for_an_answer_to_its_offer_but_not_for_a_ready_seat():
    homes = ({"D3": "residential_zone"}, {"E8": "residential_zone"})
    changes = {"phase": "p4", "card": "R18", "placed": {"D3": 2}, "stock": {1: {"E8": (3, 3)}}}
    table = table_at(position(*homes, **changes), frames.Supply(), after="p5")
    wish = thought(table, 0)[0]
    assert wish == {"do": "purchase:D3", "to": "s1", "get": {"energy": 1}, "coins": 2}
    table.answer(wish, 0)
    assert thought(table, 0)[0] is None
    assert thought(table, 1)[0] == {"do": "accept:o1", "network": "E8"}
    table.say("ready", 1)
    assert thought(table, 0)[0] is not None


@pytest.mark.parametrize("scenario", ["s3", "p1"])
def test_it_beats_random_players(scenario):
    totals = {}
    for name in ("sensible", "random"):
        umpire = Umpire(water, House(seats=4), Seeded(bytes([3]) * 32))
        luck = Random(3)
        choose = built_in_player(water, "sensible", luck) if name == "sensible" else random_player(luck)
        *_, last = appends(umpire, Options(scenario=scenario), 4, choose)
        totals[name] = last.after.result.details["table_score"]
    assert totals["sensible"] > totals["random"] + 20
