"""The order of face-down piles changes nothing of what is seen, asked or advised."""

from random import Random

import pytest
from msgspec.structs import replace

from domain.core.game import BotMove
from domain.core.openings import waits_for_worker
from domain.core.visibility import SPECTATOR, Viewer, redact
from domain.mediation import Options, mediation
from tests.domain.mediation.playing import match
from tests.domain.mediation.tables import acting, begun, position


def mixed(play, random):
    """The same table with every pile in another order."""
    piles = {
        name: replace(pile, cards=tuple(random.sample(pile.cards, len(pile.cards))))
        for name, pile in play.state.piles.items()
    }
    return replace(play, state=replace(play.state, piles=piles))


@pytest.mark.parametrize("options", [Options(pyramids=True), Options(characters=7, team_policy="vote")])
def test_nothing_depends_on_the_order_of_a_pile(options):
    random, compared = Random(3), 0
    umpire = begun(options, 2).umpire
    for append in match(options, 2, seed=3):
        play = append.after
        if not play.agenda or waits_for_worker(mediation, play) or not play.state.piles:
            continue
        other = mixed(play, random)
        for viewer in (SPECTATOR, Viewer(seat=0), Viewer(seat=1)):
            assert redact(play.state, viewer) == redact(other.state, viewer)
        here, there = umpire.decisions(play), umpire.decisions(other)
        assert here == there
        for decision in here:
            if decision.mode != "offer":
                assert advised(play, decision) == advised(other, decision)
                compared += 1
    assert compared > 20


def advised(play, decision):
    frame = play.agenda[-1].frame
    return mediation.bots["sensible"](BotMove(state=play.state, frame=frame, decision=decision, below=lambda n: 0))


@pytest.mark.rule("mediation.pow.listen")
def test_cards_seen_are_asked_about_from_what_was_seen():
    state = position(sheets={"agapi": {"power": "listen"}}, top={"med_red": ("R23", "R06", "R01")})
    table = acting(state).do("use:agapi:listen", camp="red")
    other = mixed(table.play, Random(1))
    assert table.umpire.decisions(other) == table.decisions
