"""What is true after every fact, and of every table at rest."""

from random import Random

import pytest
from msgspec.structs import replace

from domain.core.fillings import random_answer
from domain.core.game import Change
from domain.core.openings import waits_for_worker
from domain.mediation import Options, mediation
from domain.mediation.components import CELLS, DISASTERS, POWERS
from domain.mediation.facts import CubePlaced, NeedFound, PopulationLost, TurnBegan
from server.selfplay.checks import Referee
from server.selfplay.match import Append
from tests.domain.mediation.playing import match, match_from, wrong_at_rest
from tests.domain.mediation.tables import begun, position, table_at

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


def rich(seed):
    """A position in which everything can happen: powers, pyramids, contaminations, a ship about to bring more."""
    random = Random(seed)
    options = Options(characters=7, pyramids=True, difficulty=random.choice(["advanced", "expert"]), timer=True)
    names = ("elli", "agapi", "ilias", "andromeda", "diamandis", "nikitas", "vera")
    powers = random.sample([power for power in POWERS for _ in range(2)], 7)
    free = [cell for cell in CELLS if cell not in ("A1", "I1", "A5", "I5", "E3")]
    picked = random.sample(free, 20)
    seats = (names[::2], names[1::2])
    state = position(
        options=options,
        seats=seats,
        cells={"base_u": "E3", "red": picked[0], "blue": picked[1], **dict(zip(names[1:], picked[2:8], strict=True))},
        attacks=picked[8:14],
        pyramids=(picked[14], "A1"),
        contaminated=frozenset({picked[15], picked[8]}),
        pd=frozenset({picked[16]}),
        pop={"E3": 4, "A1": 3},
        ship=8,
        ship_token=5,
        powers_unlocked=True,
        turn=4,
        sheets={name: {"power": power} for name, power in zip(names, powers, strict=True)},
        disaster=(random.choice(list(DISASTERS)), picked[17]),
    )
    return replace(state, piles={name: mixed(pile, random) for name, pile in state.piles.items()})


def mixed(pile, random):
    return replace(pile, cards=tuple(random.sample(pile.cards, len(pile.cards))))


@pytest.mark.rule("mediation.power.1", "mediation.var.dis.5", "mediation.var.pyr.7")
@pytest.mark.parametrize("seed", range(8))
def test_nothing_is_wrong_in_matches_full_of_everything(seed):
    table = table_at(rich(seed))
    play, facts = table.umpire.begin_from(table.play)
    referee = Referee(table.umpire)
    referee.check(Append(before=None, after=play, facts=facts))
    for append in match_from(table.umpire, play, seed):
        referee.check(Append(before=None, after=append.after, facts=append.facts))
        assert wrong_at_rest(append.after) == []
        play = append.after
    assert play.result is not None


def disturbed(umpire, play, random):
    """Now and then the time of a phase is up, or a seat leaves, whatever is going on."""
    limits = {decision.ask.limit.name for decision in umpire.decisions(play) if decision.ask.limit}
    if limits and random.randrange(6) == 0:
        names = tuple(decision.id for decision in umpire.decisions(play) if decision.mode != "offer")
        return umpire.time_out(play, names, "phase")
    staying = [seat for seat, entry in enumerate(play.state.seats) if not entry.left]
    if len(staying) > 1 and random.randrange(40) == 0:
        change = Change(random.choice(staying), "left")
        return umpire.change_seats(play, [change])
    return None


@pytest.mark.rule("mediation.coop.5", "mediation.var.time.3")
@pytest.mark.parametrize("policy", ["owner", "vote"])
@pytest.mark.parametrize("seed", range(3))
def test_time_may_end_and_seats_may_leave_at_any_moment(seed, policy):
    random = Random(seed)
    options = Options(characters=7, timer=True, pyramids=True, team_policy=policy, character_assignment="auto")
    table = begun(options, 5)
    play, umpire, happened = table.play, table.umpire, 0
    referee = Referee(umpire)
    referee.folded = play
    while play.agenda:
        outcome = disturbed(umpire, play, random)
        happened += outcome is not None
        if outcome is None and waits_for_worker(mediation, play):
            outcome = umpire.advance(play, background=True)
        elif outcome is None:
            decision = random.choice(umpire.decisions(play))
            answer = random_answer(decision.ask.form, random.randrange)
            outcome = umpire.decide(play, decision.id, decision.seat, answer)
        play, facts = outcome
        referee.check(Append(before=None, after=play, facts=facts))
        assert wrong_at_rest(play) == []
    assert happened and play.result is not None


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
