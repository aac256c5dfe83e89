"""Chance that anyone can check."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.core.chance import Chance, DrawMissing, Entered, Seeded, commitment, seed


def by_hand(key: bytes, message: str, n: int) -> int:
    return int.from_bytes(hmac.new(key, message.encode(), hashlib.sha256).digest()[:8], "big") % n


def test_a_draw_is_a_keyed_hash_of_its_label_and_count() -> None:
    chance = Chance(Seeded(b"key"), {})
    assert [chance.below("dice/2/7", 6) for _ in range(3)] == [by_hand(b"key", f"dice/2/7#{n}", 6) for n in range(3)]
    assert chance.draws == {"dice/2/7": 3}


def test_labels_do_not_disturb_each_other() -> None:
    plain, disturbed = Chance(Seeded(b"key"), {}), Chance(Seeded(b"key"), {})
    disturbed.die("other")
    assert plain.die("dice") == disturbed.die("dice")


def test_restored_counts_give_the_same_draws() -> None:
    chance = Chance(Seeded(b"key"), {})
    chance.die("dice")
    counts = dict(chance.draws)
    first = chance.die("dice")
    assert Chance(Seeded(b"key"), counts).die("dice") == first


@given(st.lists(st.text("abc", min_size=1, max_size=2), max_size=8), st.randoms(use_true_random=False))
def test_a_shuffle_depends_on_what_is_shuffled_and_not_on_how_it_lay(cards: list[str], random: object) -> None:
    laid = list(cards)
    random.shuffle(laid)  # type: ignore[attr-defined]
    drawn = Chance(Seeded(b"key"), {}).shuffle("deck.shuffle", cards)
    assert drawn == Chance(Seeded(b"key"), {}).shuffle("deck.shuffle", laid)
    assert Counter(drawn) == Counter(cards)


def test_numbers_too_large_to_be_fair_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def digest(key: bytes, message: bytes, kind: str) -> bytes:
        asked.append(message.decode())
        return b"\xff" * 32 if len(asked) == 1 else b"\x00" * 31 + b"\x05" * 1

    monkeypatch.setattr("domain.core.chance.digest", digest)
    assert Chance(Seeded(b"key"), {}).below("die", 6) == 0
    assert asked == ["die#0", "die#0.1"]


def test_all_faces_and_all_orders_are_about_equally_likely() -> None:
    chance = Chance(Seeded(b"fair"), {})
    faces = Counter(chance.die("die") for _ in range(6_000))
    assert set(faces) == {1, 2, 3, 4, 5, 6} and min(faces.values()) > 880
    orders = Counter(chance.shuffle("deck", "abc") for _ in range(6_000))
    assert len(orders) == 6 and min(orders.values()) > 880


def test_entered_draws_are_taken_by_label_and_count_and_asked_for_when_missing() -> None:
    chance = Chance(Entered({"dice#0": 4, "deck#0": ["b", "a", "b"], "wind#0": "calm"}), {})
    assert chance.die("dice") == 4
    assert chance.shuffle("deck", ["a", "b", "b"]) == ("b", "a", "b")
    assert chance.pick("wind", {"storm", "calm"}) == "calm"
    with pytest.raises(DrawMissing) as missing:
        chance.die("dice")
    assert (missing.value.label, missing.value.count, missing.value.choices) == ("dice", 1, (1, 2, 3, 4, 5, 6))
    assert chance.draws == {"dice": 1, "deck": 1, "wind": 1}, "a draw that is missing is not counted"


def test_things_that_are_no_words_can_be_entered_by_how_they_are_written() -> None:
    assert Chance(Entered({"pair#0": "(1, 2)"}), {}).pick("pair", [(1, 2), (3, 4)]) == (1, 2)


def test_the_commitment_binds_the_secret_and_the_seed_mixes_in_the_seats() -> None:
    assert commitment(b"secret") == f"sha256:{hashlib.sha256(b'secret').hexdigest()}"
    assert seed(b"secret", [(1, "b"), (0, "a")]) == seed(b"secret", [(0, "a"), (1, "b")])
    assert len({seed(b"secret", []), seed(b"secret", [(0, "a")]), seed(b"secret", [(1, "a")])}) == 3
    assert seed(b"secret", [(0, "a,b")]) != seed(b"secret", [(0, "a"), (1, "b")])
