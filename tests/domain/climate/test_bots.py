"""The sensible bot answers every question, plays to the end, and does better than nobody."""

import pytest
import redis
from msgspec.structs import replace

from domain.climate import climate, frames
from domain.climate.appraisal import power_price
from domain.climate.components import CARDS
from domain.climate.implantation import pool_power
from domain.climate.reckoning import cheapest_pool, fewest
from domain.climate.state import Event
from domain.core.forms import misfit
from domain.core.game import BotMove
from domain.table.facts import Holder
from events.envelope import new_stream_id
from events.pool import Pool
from server.players import Player
from server.selfplay.match import appends_after, built_in_player
from server.tables import open_tables
from server.tables.gathering import Wish
from tests.domain.climate.games import Match, by_bot, by_default, finished
from tests.domain.climate.table import Board, active, start, with_regions, with_seat
from tests.tables.conftest import jobs, terms
from workers.jobs import play_bots, resolve


@pytest.mark.parametrize(
    "table",
    [
        {"seats": 3},
        {"seats": 4, "mode": "expert", "propagation": "precise"},
        {"seats": 5, "assignment": "random", "weaknesses": True},
        {"seats": 3, "assignment": "draft", "scenario": "ragnarok"},
    ],
)
def test_every_answer_of_the_sensible_bot_fits(table):
    match = Match(21, **table)
    while match.play.result is None:
        for decision in match.umpire.decisions(match.play):
            if decision.mode != "offer":
                assert misfit(decision.ask.form, by_bot(match.play, decision, match.rng)) is None
        next(match.appends(by_bot))


def test_the_sensible_bot_wins_where_an_idle_team_loses():
    bots = [finished(seed, by_bot, seats=4).play.result for seed in (4, 5, 8)]
    idle = [finished(seed, by_default, seats=4).play.result for seed in (4, 5, 8)]
    assert [result.outcome for result in bots] == ["victory"] * 3
    assert [result.outcome for result in idle] == ["defeat"] * 3


def test_the_bot_looks_at_no_power_of_another_hand_and_at_no_pile():
    hands = (("industry-3", "education-2"), ("ngo-{}", "politics-{}"), ("media-{}", "military-{}"))
    answers = []
    for power in (1, 4):
        state = replace(with_regions(start(), IND={"riots": 1}), actions_left=2)
        for seat, hand in enumerate(hands):
            state = with_seat(state, seat, tuple(card.format(power) for card in hand), location="IND")
        piles = {name: tuple(reversed(getattr(state.decks, name))) for name in ("events", "climate", "external")}
        state = state if power == 1 else replace(state, decks=replace(state.decks, **piles))
        decision = Board(state, frames.Actions()).open("action")
        move = BotMove(state=state, frame=frames.Actions(), decision=decision, below=lambda n: 0)
        answers.append(climate.bots["sensible"](move))
    assert answers[0] == answers[1]


def test_power_costs_half_when_hands_are_four_fifths_full():
    state = start()
    for seat in range(3):
        state = with_seat(state, seat, ("ngo-1",) * 8)
    assert (power_price(start()), power_price(state)) == (0.10, 0.05)
    assert power_price(with_seat(state, 0, ("ngo-1",) * 7)) == 0.10


def test_the_cheapest_pool_has_six_colours_and_enough_power():
    cards = tuple(card for card in CARDS for _ in range(2))
    for threshold in (8, 16, 24, 40):
        pool = cheapest_pool(cards, threshold)
        assert pool is not None and len({card.split("-")[0] for card in pool}) == 6
        assert pool_power(pool) >= threshold
    assert cheapest_pool(("ngo-4",) * 8, 10) is None


def test_the_fewest_cards_leave_those_with_a_use_of_their_own():
    assert fewest(("politics-4", "ngo-4", "ngo-1"), 4) == ("ngo-4",)
    assert fewest(("politics-4",), 3) == ("politics-4",)
    assert fewest(("ngo-1", "ngo-2"), 0) == ()


def answer_of(board, kind):
    """What the sensible bot says to an open decision; it must fit."""
    decision = board.open(kind)
    frame = board.play.agenda[-1].frame
    answer = climate.bots["sensible"](BotMove(state=board.state, frame=frame, decision=decision, below=lambda n: 0))
    assert answer is None or misfit(decision.ask.form, answer) is None
    return answer


def offered(state, employer, frame=None):
    """What the bot makes of the standing offer of an employer at a table that is asked something."""
    table = with_seat(replace(state, actions_left=2), 1, employer=employer)
    return answer_of(Board(table, frame or frames.Actions()), "use_power")


def late(state, **changes):
    """The state near its end."""
    return replace(state, turn=35, **changes)


def test_a_started_pair_is_completed_where_it_saves_most():
    started = with_regions(start(), CHN={"pts": ("C", "E")}, EUR={"pts": ("A",), "discipline": 2})
    assert offered(started, "shift") == {"do": "complete:CHN:D"}


def test_a_pair_that_saves_little_waits_for_the_end():
    small = with_regions(start(), RUS={"pts": ("E",)})
    assert offered(small, "shift") is None
    assert offered(late(small), "shift") == {"do": "complete:RUS:F"}
    assert offered(replace(small, ghg=34), "shift") == {"do": "complete:RUS:F"}


def test_an_amnesty_is_kept_for_a_grave_calamity():
    light = with_regions(start(), IND={"refugees": 1}, SAM={"epizootics": 1})
    assert offered(light, "amnesty") is None
    grave = with_regions(light, CHN={"war": 1}, RUS={"war": 1})
    assert offered(grave, "amnesty") == {"do": "u2a", "region": "CHN"}
    hungry = with_regions(light, IND={"scarcities": 1}, CHN={"scarcities": 3}, AFR={"scarcities": 1})
    assert offered(hungry, "amnesty") == {"do": "c2b", "tokens": {"AFR": 1, "IND": 1}}


def test_refugees_are_integrated_where_they_weigh_most_once_there_are_many():
    few = with_regions(start(), EUR={"refugees": 1})
    assert offered(few, "hrg") is None
    assert offered(late(few), "hrg") == {"do": "integrate", "tokens": {"EUR": 1}}
    many = with_regions(start(), EUR={"refugees": 4}, IND={"refugees": 1}, AFR={"refugees": 1}, CHN={"refugees": 3})
    assert offered(many, "hrg") == {"do": "integrate", "tokens": {"AFR": 1, "IND": 1, "CHN": 2}}


def test_the_resilience_institute_ends_what_it_can_end_altogether():
    state = with_regions(start(), EUR={"conflicts": 3}, SAM={"scarcities": 2}, RUS={"conflicts": 1})
    second_round = replace(state, turn=10)
    assert offered(with_regions(second_round, SAM={"scarcities": 0}, EUR={"conflicts": 0}), "malmo") is None
    expected = {"do": "relieve", "tokens": {"SAM:scarcity": 2}}
    assert offered(replace(second_round, ghg=50), "malmo") == expected


@pytest.mark.parametrize(("card", "region", "is_settled"), [("EV25", "CHN", True), ("EV01", "AFR", False)])
def test_an_event_is_settled_if_much_is_at_stake(card, region, is_settled):
    state = replace(active(start(), region), event=Event(card=card))
    expected = {"do": "settle"} if is_settled else None
    assert offered(state, "famox", frames.GreenEvent()) == expected
    assert offered(replace(state, ghg=34), "famox", frames.GreenEvent()) == {"do": "settle"}


def test_an_event_that_the_hands_can_deal_with_is_not_settled():
    state = replace(active(start(), "CHN"), event=Event(card="EV25"))
    rich = with_seat(state, 1, ("ngo-4", "ngo-4", "politics-4", "politics-4", "education-4"))
    assert offered(rich, "famox", frames.GreenEvent()) is None


def test_journalists_look_ahead_unless_a_consequence_lies_on_the_pile():
    state = start()
    assert offered(state, "journalists") == {"do": "use"}
    stuck = replace(state, decks=replace(state.decks, events=("CC1", *state.decks.events)))
    assert offered(stuck, "journalists") is None


def test_harmful_events_go_to_the_bottom_and_consequences_stay():
    state = with_seat(with_regions(start(), AFR={"shortages": 1}), 1, employer="journalists")
    state = replace(state, decks=replace(state.decks, events=("WARM-currents", "CC5", "EV30", "EV24")), phase="draw")
    board = Board(state, frames.ReorderEvents(seat=1, count=3))
    assert answer_of(board, "reorder_events") == {"do": "put:CC5+EV30:WARM-currents"}


def test_the_bot_is_asked_about_offers_and_spends_each_power_once():
    spent = []
    for seed in range(3):
        match = Match(seed, seats=5, assignment="random")
        player = built_in_player(climate, "sensible", match.rng)
        for append in appends_after(match.umpire, match.play, player):
            if append.decision is not None and append.decision.mode == "offer":
                spent.append((seed, append.decision.seat))
        assert append.after.result is not None
    assert spent and len(spent) == len(set(spent))


def test_what_a_power_is_used_for_depends_on_no_hidden_card():
    base = with_regions(start(), CHN={"pts": ("C",)}, AFR={"war": 1}, IND={"refugees": 1, "scarcities": 1})
    base = replace(active(base, "CHN"), event=Event(card="EV25"))
    piles = {name: tuple(reversed(getattr(base.decks, name))) for name in ("events", "climate", "external")}
    for employer in ("shift", "amnesty", "hrg", "malmo", "journalists", "famox"):
        frame = frames.GreenEvent() if employer == "famox" else None
        answers = []
        for power, decks in ((1, base.decks), (4, replace(base.decks, **piles))):
            hand = tuple(f"{colour}-{power}" for colour in ("ngo", "politics", "education"))
            state = with_seat(with_seat(base, 0, hand), 2, hand)
            answers.append(offered(replace(state, decks=decks), employer, frame))
        assert answers[0] == answers[1]


def test_the_last_power_saves_most_people():
    state = with_seat(start(), 1, employer="amnesty")
    state = with_regions(state, RUS={"war": 2}, EUR={"war": 1}, IND={"famine": True}, SAM={"epidemic": True})
    assert answer_of(Board(state, frames.LastPower()), "last_power") == {"do": "c2a", "region": "IND"}
    crowded = with_regions(state, RUS={"population": 12})
    assert answer_of(Board(crowded, frames.LastPower()), "last_power") == {"do": "u2a", "region": "RUS"}


def test_powers_that_can_still_help_are_used_before_the_end():
    state = with_regions(start(), EUR={"conflicts": 2}, SAM={"pts": ("A",), "discipline": 2})
    for employer, answer in (
        ("malmo", {"do": "relieve", "tokens": {"EUR:conflict": 1}}),
        ("shift", {"do": "complete:SAM:B"}),
        ("amnesty", {"do": "u2b", "tokens": {"EUR": 2}}),
    ):
        table = with_seat(state, 1, employer=employer)
        decision = Board(table, frames.LastPower()).open("last_power")
        move = BotMove(state=table, frame=frames.LastPower(), decision=decision, below=lambda n: 0)
        assert climate.bots["sensible"](move) == answer


RICH = ("military-4", "media-2", "industry-4", "ngo-4", "politics-4", "education-4")


def acting(state, *, location="NAM", hand=RICH, seats=(0, 2)):
    """What the active seat does next, the hands of some seats being rich."""
    for seat in seats:
        state = with_seat(state, seat, hand)
    return answer_of(Board(replace(with_seat(state, 0, location=location), actions_left=2), frames.Actions()), "action")


def test_a_free_step_is_taken_to_a_region_where_there_is_something_to_do():
    closed = {name: {"war": 1} for name in start().regions if name != "EUR"}
    state = with_seat(with_regions(start(), EUR={"pts": ("C",)}, **closed), 1, employer="hrg")
    state = replace(state, global_pts=("M", "N", "O", "P"))
    assert acting(state, location="RUS") == {"do": "free_move", "to": "EUR"}
    assert acting(state, location="EUR") == {"do": "implant", "letter": "D"}


def test_another_seat_is_called_to_act_where_it_stands():
    closed = {name: {"war": 1} for name in start().regions if name != "CHN"}
    state = with_seat(with_regions(start(), **closed), 2, location="CHN")
    used = replace(state, kinds_used=("move", "implant", "draw", "card:industry"), global_pts=("M", "N", "O", "P"))
    assert acting(used, location="UN", hand=(*RICH, "industry-4", "politics-4")) == {"do": "card:media-2", "seat": "s2"}


@pytest.mark.parametrize(
    ("scenario", "ghg", "does"),
    [("standard", 60, "draw"), ("chain_reactions", 60, "institution"), ("chain_reactions", 90, "draw")],
)
def test_a_tutorial_that_is_ahead_of_its_gases_heals_what_could_fall(scenario, ghg, does):
    closed = {name: {"dictatorship": True, "discipline": 4} for name in start().regions if name != "IAU"}
    state = with_regions(start(scenario=scenario), IAU={"conflicts": 2}, **closed)
    state = replace(state, turn=9, ghg=ghg, global_pts=("M", "N", "O", "P"))
    hand = ("military-4", "military-4", "politics-4", "politics-4")
    assert acting(state, location="UN", hand=hand)["do"] == does


def test_lobbying_is_paid_for_by_a_card_that_cannot_be_contributed():
    state = with_seat(active(start(), "CHN"), 1, ("ngo-3", "ngo-4"))
    joint = {"occasion": "electricity", "initiator": 0, "region": "CHN", "thresholds": (14,)}
    board = Board(state, frames.JointAction(asked=("industry", "politics", "education"), **joint))
    assert answer_of(board, "lobbying") == {"do": "play", "card": "ngo-3"}
    asked = Board(state, frames.JointAction(asked=("ngo", "politics", "education"), **joint))
    assert answer_of(asked, "lobbying") == {"do": "pass"}


def test_a_region_learns_the_letter_that_saves_most():
    state = with_regions(start(), IAU={"pts": ("C", "E"), "discipline": 2}, RUS={"pts": ("D", "F")})
    board = Board(state, frames.ChoosePt(region="IAU"))
    assert answer_of(board, "choose_pt") == {"letter": "D"}
    assert board.default("choose_pt") == {"letter": "D"}
    coal_free = with_regions(state, IAU={"elec": ("hydro", "nuclear")})
    assert answer_of(Board(coal_free, frames.ChoosePt(region="IAU")), "choose_pt") == {"letter": "F"}


@pytest.fixture
def workers(database, clean_redis, monkeypatch):
    """A worker process's use cases and connections, in this process."""
    pool = Pool(database, size=4)
    tables = open_tables(pool, redis.Redis.from_url(clean_redis))
    monkeypatch.setattr("workers.jobs.tables", lambda: tables)
    monkeypatch.setattr("workers.jobs.pool", lambda: pool)
    yield tables, pool
    pool.close()


def at_a_table(tables, alice):
    """A running table of alice and three bots."""
    wish = Wish(game="climate", seats=4, terms=terms(), chance="fixed", seed="powers b")
    table = tables.gathering.create(alice, wish).id
    holders = [Holder(kind="player", player=str(alice.id), name="alice")]
    holders += [Holder(kind="engine", engine="sensible", name=f"bot {seat}") for seat in (1, 2, 3)]
    for seat, holder in enumerate(holders):
        tables.gathering.sit(table, seat, alice, holder, contribution=None, code=None)
    return tables.gathering.start(table, alice)


def test_at_a_real_table_bots_use_their_powers_while_a_person_is_asked_and_never_block_it(workers):
    tables, pool = workers
    alice = Player(new_stream_id(), "alice", "human")
    loaded, powers_beside_alice = at_a_table(tables, alice), 0
    while loaded.table.status == "running":
        before, asked = loaded, [entry.seat for entry in loaded.decisions() if entry.mode != "offer"]
        promised = [entry for entry in jobs(pool, loaded.id) if entry[0] != "deadlines"]
        if promised:
            queue, job = promised[0]
            {"resolve": resolve, "bots": play_bots}[queue](str(loaded.id), job)
            assert (queue, job) not in jobs(pool, loaded.id)
            loaded = tables.viewing.table(loaded.id, alice)
            powers_beside_alice += asked == [0] and loaded.position != before.position
        else:
            entry = next(entry for entry in loaded.decisions() if entry.seat == 0 and entry.mode != "offer")
            loaded = tables.playing.answer(loaded.id, entry.id, alice, entry.ask.default).loaded
    assert powers_beside_alice >= 1
    spent = [held.power_used for held in loaded.play.state.seats]
    assert not spent[0] and spent[2] and spent[3]
    assert not [entry for entry in jobs(pool, loaded.id) if entry[0] != "deadlines"]
