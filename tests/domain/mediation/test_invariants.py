"""What is true after every fact, and of every table at rest."""

import pytest
from msgspec.structs import replace

from domain.mediation import Options, mediation
from domain.mediation.facts import CubePlaced, NeedFound, PopulationLost, TurnBegan
from server.selfplay.checks import Referee
from server.selfplay.match import Append
from tests.domain.mediation.playing import match, wrong_at_rest
from tests.domain.mediation.tables import begun, position

WAYS = [
    (Options(), 1),
    (Options(difficulty="initiation", timer=True), 4),
    (Options(difficulty="expert", team_policy="vote"), 2),
    (Options(characters=7, character_assignment="auto"), 7),
    (Options(round_earth=True, auto_flee=True), 2),
    (Options(pyramids=True), 3),
    (Options(characters=7, pyramids=True, round_earth=True, timer=True, difficulty="expert"), 2),
    (Options(characters=7, pyramids=True, team_policy="vote", auto_flee=True), 3),
]


@pytest.mark.rule("mediation.pop.2", "mediation.var.pyr.4", "mediation.rand.1", "mediation.form.1")
@pytest.mark.parametrize(("options", "seats"), WAYS)
@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_is_ever_wrong_and_every_match_ends(options, seats, seed):
    umpire = begun(options, seats).umpire
    referee = Referee(umpire)
    lost = turn = needs = cubes = 0
    for append in match(options, seats, seed):
        referee.check(Append(before=None, after=append.after, facts=append.facts))
        assert wrong_at_rest(append.after) == []
        for fact in append.facts:
            if isinstance(fact, PopulationLost):
                assert fact.lost == lost + 1
                lost = fact.lost
            elif isinstance(fact, TurnBegan):
                assert fact.turn == turn + 1 or turn == 0
                turn, cubes = fact.turn, 0
            elif isinstance(fact, CubePlaced):
                cubes += 1
                assert cubes <= 21
            needs += isinstance(fact, NeedFound)
        last = append.after
    assert last.result is not None
    assert sum(map(len, last.state.needs_found.values())) == needs


BROKEN = {
    "populations": lambda s: replace(s, ship=s.ship + 1),
    "crowd": lambda s: replace(s, pop={**s.pop, "C3": 3}, lost=s.lost),
    "attack card": lambda s: replace(s, attacks=s.attacks | {"C3"}),
    "need": lambda s: replace(s, needs_found={"red": ("R01",), "blue": ()}),
    "power": lambda s: replace(s, chars={**s.chars, "elli": replace(s.chars["elli"], power="leap")}),
    "energy at home": lambda s: replace(s, chars={**s.chars, "elli": replace(s.chars["elli"], energy=1)}),
    "no energy": lambda s: replace(s, chars={**s.chars, "elli": replace(s.chars["elli"], cell="C3", energy=0)}),
    "cube": lambda s: replace(s, chars={**s.chars, "elli": replace(s.chars["elli"], cubes=2)}),
    "bases": lambda s: replace(s, bases={"red": "C3", "blue": "C3"}),
    "base u": lambda s: replace(s, bases={"red": "I5", "blue": "C3"}),
    "pyramid": lambda s: replace(s, pyramids=("C3",)),
    "token": lambda s: replace(s, disaster_tokens=1),
    "turn": lambda s: replace(s, turn=15),
    "token of the ship": lambda s: replace(s, ship_token=9),
    "destruction": lambda s: replace(s, pd=frozenset({"A2", "B2", "C2"})),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_cannot_be_is_found(what):
    sound = position()
    assert list(mediation.checker(sound)) == []
    assert list(mediation.checker(BROKEN[what](sound))) != []
