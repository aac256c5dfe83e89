"""The sensible opponent."""

import random

import pytest

from domain.core.chance import Seeded
from domain.core.fillings import random_answer
from domain.core.forms import misfit
from domain.core.game import BotMove
from domain.core.model import House
from domain.core.umpire import Umpire
from domain.kepler import Options, frames, kepler
from domain.kepler.appraisal import POINT, SATELLITE, appraise, values
from tests.domain.kepler.tables import position, table_at


def advice(table):
    """What the sensible opponent answers here."""
    move = BotMove(state=table.state, frame=table.play.agenda[-1].frame, decision=table.decision, below=lambda n: 0)
    answer = kepler.bots["sensible"](move)
    assert misfit(table.decision.ask.form, answer) is None
    return answer


def test_what_a_scoring_would_give_is_counted():
    state = position({"g1": "frigate"}, {}, {}, levels={0: (2, 2, 2, 1, 1, 1, 2)})
    planets, tracks, prestige, clan = 9, 6 * 1 + 3, 2, 5
    assert values(state)[0] == (planets + tracks + prestige + clan) * POINT + SATELLITE


def test_lasting_units_are_worth_more_than_ships():
    ships, frigate = position({"g1": "5 ship"}, {}, {}), position({"g1": "frigate"}, {}, {})
    assert appraise(frigate, 0) > appraise(ships, 0)


def test_ships_become_a_lasting_unit():
    standing = {"g1": "3 ship", "o4": "5 ship"}
    table = table_at(position(standing, {}, {}, dice=(1, 1), levels={0: (0, 0, 0, 1, 1, 1, 0)}))
    assert advice(table)["do"].startswith("act:7:1:frigate")


def test_ships_before_the_game_go_where_most_is_to_be_had():
    table = table_at(position({}, {}, {}), frames.Turn(), frames.Vanguard(seat=0))
    assert advice(table) == {"do": "place:g1"}


def test_421_hurts_the_leader():
    table = table_at(
        position({}, {}, {}, dice=(4, 2, 1), seats={2: {"score": 50}}, levels={2: (0, 0, 0, 0, 3, 0, 0)}),
        frames.Turn(stage="pre_action"),
        frames.Bonus421(),
    )
    assert advice(table) == {"do": "lower:s2:5"}


def test_a_ship_in_the_way_is_removed_after_the_action():
    state = position({"g1": "2 ship"}, {"g1": "2 ship"}, {}, dice=(4,))
    table = table_at(state)
    table.say("act:4", "skip")
    assert advice(table) == {"do": "spend:5:s1:ship:g1"}


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_it_plays_whole_games_and_beats_chance(seats):
    won = 0
    for seed in (1, 2):
        rng = random.Random(seed)
        umpire = Umpire(kepler, House(seats=seats), Seeded(bytes([seed, seats]) * 16))
        play, _ = umpire.begin(Options(), seats)
        while play.agenda:
            found = umpire.decisions(play)
            if not found:
                play, _ = umpire.advance(play, background=True)
                continue
            (decision,) = found
            frame = play.agenda[-1].frame
            move = BotMove(state=play.state, frame=frame, decision=decision, below=rng.randrange)
            is_clever = decision.seat == seed % seats
            answer = kepler.bots["sensible"](move) if is_clever else random_answer(decision.ask.form, rng.randrange)
            play, _ = umpire.decide(play, decision.id, decision.seat, answer)
        won += play.result.winners == (seed % seats,)
    assert won == 2
