"""A club records a game played with real dice: draws are typed in, and audit and undo are the same."""

import random

import pytest

from domain.core.fillings import random_answer
from domain.core.model import HOST
from domain.table.lifecycle import NotYourSeat
from server.records.exporting import export
from server.records.verifying import verify
from server.tables.rewinding import Request
from tests.tables.conftest import seated, work_off


@pytest.fixture
def club(tables, alice, bob):
    table = seated(tables, [alice, bob], chance="entered", options={"round_limit": 5})
    return tables.gathering.start(table, alice)


def test_the_host_types_in_what_the_dice_show(tables, club, alice, bob):
    entry = club.decisions()[0]
    assert (entry.seat, entry.ask.kind) == (HOST, "core.enter_draw")
    with pytest.raises(NotYourSeat):
        tables.playing.answer(club.id, entry.id, bob, {"value": "1"})
    after = tables.playing.answer(club.id, entry.id, alice, {"value": "1"}).loaded
    assert after.play.state.first_seat == 1


def test_a_recorded_match_is_played_to_its_end_and_verified(tables, pool, club, alice, bob):
    chance, table, undone = random.Random(4), club.id, 0
    while True:
        work_off(tables, pool, table)
        loaded = tables.viewing.table(table, alice)
        if loaded.table.status == "finished":
            break
        entry = loaded.decisions()[0]
        player = alice if entry.seat in (HOST, 0) else bob
        answer = random_answer(entry.ask.form, chance.randrange)
        after = tables.playing.answer(table, entry.id, player, answer).loaded
        nothing_drawn = entry.seat != HOST and after.play.draws == loaded.play.draws
        asks_seat = after.decisions() and after.decisions()[0].seat != HOST
        if undone < 3 and nothing_drawn and asks_seat and chance.random() < 0.3:
            undone += 1
            tables.rewinding.propose(table, player, Request(kind="undo"))
    verdict = verify(export(pool, loaded))
    assert verdict.finding is None
    assert undone == 3


def test_a_draw_in_the_middle_of_a_resolution_is_asked_of_the_host(tables, alice, bob):
    chance = random.Random(6)
    table = seated(tables, [alice, bob], chance="entered")
    loaded = tables.gathering.start(table, alice)
    for _ in range(2_000):
        if any(label.startswith("satellites/scoring") for label in loaded.play.draws):
            break
        assert loaded.decisions(), "the table waits for nobody"
        entry = loaded.decisions()[0]
        player = alice if entry.seat in (HOST, 0) else bob
        answer = random_answer(entry.ask.form, chance.randrange)
        loaded = tables.playing.answer(table, entry.id, player, answer).loaded
    assert loaded.play.state.scorings_done >= 1


def test_a_face_down_deck_is_typed_in_card_by_card_and_verified(tables, pool, alice, bob):
    chance = random.Random(9)
    table = seated(tables, [alice, bob], game="cosmic", chance="entered")
    loaded = tables.gathering.start(table, alice)
    asked = []
    for _ in range(160):
        entry = chance.choice(loaded.decisions())
        player = alice if entry.seat in (HOST, 0) else bob
        answer = random_answer(entry.ask.form, chance.randrange)
        if entry.ask.about in ("deck.shuffle", "powers.shuffle"):
            asked.append(entry.ask.about)
            answer = {"order": answer["order"][:1]}
        loaded = tables.playing.answer(table, entry.id, player, answer).loaded
        if loaded.table.status == "finished":
            break
    assert asked.count("deck.shuffle") >= 14, "two hands were dealt"
    dealt = sum(len(hand) for hand in loaded.play.state.hands) + len(loaded.play.state.discard)
    assert dealt <= asked.count("deck.shuffle") + 1
    shown = tables.viewing.view(table, bob, "me")[1]
    assert isinstance(shown["deck"], dict) and shown["deck"]["count"] > 0
    assert verify(export(pool, loaded)).finding is None
