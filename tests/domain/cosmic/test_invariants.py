"""Random play: nothing is ever lost, every default fits, every game ends, and facts fold back to the same table."""

import random

import pytest
from msgspec.structs import replace

from domain.core.chance import Seeded
from domain.core.fillings import is_fillable, random_answer
from domain.core.folding import apply
from domain.core.forms import misfit
from domain.core.model import House
from domain.core.umpire import Umpire
from domain.cosmic import Options, cosmic, facts
from domain.cosmic.board import foreign_bases, is_usable
from domain.cosmic.invariants import broken
from domain.cosmic.state import Edict
from tests.domain.cosmic.tables import GREEN, duel, state, tokens

TABLES = [
    (4, Options(max_rounds=8), "strict"),
    (3, Options(powers_per_player=4, max_rounds=8), "fast"),
    (2, Options(powers_per_player=2, max_rounds=8), "strict"),
    (4, Options(selection="two_of_three", rotation=True, max_rounds=8), "fast"),
    (3, Options(powers_per_player=0, max_rounds=8), "fast"),
    (2, Options(rotation=True, max_rounds=8), "fast"),
    (4, Options(powers_per_player=4, max_rounds=8), "fast"),
]


@pytest.mark.rule("cosmic.setup.2", "cosmic.hidden.1", "cosmic.form.1", "cosmic.end.3")
@pytest.mark.parametrize("number", range(len(TABLES)))
def test_random_play_keeps_every_invariant_and_ends(number):
    seats, options, policy = TABLES[number]
    rng = random.Random(number)
    umpire = Umpire(cosmic, House(seats=seats, window_policy=policy), Seeded(f"play {number}".encode()))
    play, _ = umpire.begin(options, seats)
    while play.result is None:
        found = umpire.decisions(play)
        for decision in found:
            assert misfit(decision.ask.form, decision.ask.default) is None, decision.ask.kind
            assert is_fillable(decision.ask.form), decision.ask.kind
        decision = rng.choice(found)
        before = play
        answer = random_answer(decision.ask.form, rng.randrange)
        play, happened = umpire.decide(before, decision.id, decision.seat, answer)
        assert folded(before, happened) == play
    check_end(play)


def folded(play, happened):
    """The match after facts, checked after every one."""
    for fact in happened:
        was = [held.eliminated for held in play.state.tokens]
        play = apply(cosmic, play, fact)
        assert list(cosmic.checker(play.state)) == [], fact
        assert all(a <= b.eliminated for a, b in zip(was, play.state.tokens, strict=True))
        check_fact(play, fact)
    return play


def check_fact(play, fact):
    """What holds at certain moments."""
    if isinstance(fact, facts.DuelStarted):
        assert all(held.oval == held.ring == 0 and not held.lifted for held in play.state.tokens)
        assert play.state.edicts_under_way == ()
        assert play.state.duel.suspended == ()
    if isinstance(fact, facts.DiscDrawn):
        assert sum(play.state.cup.values()) >= 1
        assert play.state.seats > 2
    if isinstance(fact, facts.CardTaken) and fact.power == "vulch":
        assert play.state.duel.vulched[f"{fact.seat}:{fact.card}"] <= 2
    if isinstance(fact, facts.PowerDeclared | facts.PowerApplied):
        assert is_usable(play.state, fact.seat, fact.power)
    if isinstance(fact, facts.StageReached) and 160 <= fact.stage <= 200 and not play.state.duel.amoeba:
        assert play.state.tokens[play.state.duel.offence].oval >= 1
    if isinstance(fact, facts.DealMade):
        assert any(part.base or part.named + part.chosen + part.random for part in (fact.offer.give, fact.offer.take))
    if isinstance(fact, facts.OfferMade | facts.OfferWithdrawn | facts.CameBack):
        assert play.state.deal.made[fact.seat] <= 20
    if isinstance(fact, facts.CardsMoved) and fact.why == "consolation":
        assert len(fact.cards) <= play.state.duel.lost[fact.receiver]


def check_end(play):
    """The game ends by bases or by rounds, never otherwise here."""
    bases = [foreign_bases(play.state, seat) for seat in range(play.state.seats)]
    if play.result.reason == "five_bases":
        assert play.result.winners == tuple(seat for seat, number in enumerate(bases) if number >= 5)
    else:
        assert play.result.reason in ("max_rounds", "no_tokens")
        assert play.state.turn.round == play.state.config.max_rounds or play.result.reason == "no_tokens"


@pytest.mark.rule("cosmic.aim.1", "cosmic.gather.1", "cosmic.win.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_on_defaults_alone_ends(seats):
    umpire = Umpire(cosmic, House(seats=seats, window_policy="fast"), Seeded(b"defaults"))
    play, _ = umpire.begin(Options(powers_per_player=0), seats)
    while play.result is None:
        decision = next(d for d in umpire.decisions(play) if d.mode != "offer")
        play, _ = umpire.decide(play, decision.id, decision.seat, decision.ask.default)
    assert play.result.reason == "five_bases"
    assert play.state.turn.round <= 30


@pytest.mark.rule("cosmic.window.5")
def test_strict_and_fast_lead_to_the_same_positions():
    ends = []
    for policy in ("strict", "fast"):
        umpire = Umpire(cosmic, House(seats=4, window_policy=policy), Seeded(b"policies"))
        play, _ = umpire.begin(Options(max_rounds=6), 4)
        while play.result is None:
            decision = next(d for d in umpire.decisions(play) if d.mode != "offer")
            play, _ = umpire.decide(play, decision.id, decision.seat, decision.ask.default)
        ends.append((play.state, play.draws, play.result))
    assert ends[0] == ends[1]


def test_a_match_is_written_and_read_back():
    umpire = Umpire(cosmic, House(seats=4), Seeded(b"codec"))
    play, _ = umpire.begin(Options(powers_per_player=2), 4)
    rng = random.Random(5)
    for _ in range(150):
        if play.result is not None:
            break
        decision = rng.choice(umpire.decisions(play))
        answer = random_answer(decision.ask.form, rng.randrange)
        play, happened = umpire.decide(play, decision.id, decision.seat, answer)
        assert cosmic.codec.decode_play(cosmic.codec.encode_play(play)) == play
        for fact in happened:
            assert cosmic.codec.decode_fact(*cosmic.codec.encode_fact(fact)) == fact


def test_what_is_wrong_is_named():
    fine = state({GREEN: "a4"}, duel=duel(90))
    assert list(broken(fine)) == []
    assert "tokens" in next(iter(broken(replace(fine, tokens=(tokens("red", oval=21), *fine.tokens[1:])))))
    assert "cards" in next(iter(broken(replace(fine, edicts_under_way=(Edict(kind="edict_zap", seat=0),)))))
    assert "discs" in next(iter(broken(replace(fine, cup={**fine.cup, "red": 9}))))
    assert "two sides" in next(iter(broken(replace(fine, duel=duel(90, allies={GREEN: "offence"})))))
