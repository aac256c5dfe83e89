"""Positions and the written form of matches."""

from typing import Any

import msgspec
import pytest

from domain.core.codec import Codec
from domain.core.errors import BadPosition
from domain.core.folding import apply
from domain.core.positions import from_position, to_position
from tests.every_game.properties.endings import play_to_the_end
from tests.every_game.properties.subjects import subject
from tests.shapes.hands import hands
from tests.shapes.phase_positions import middle_of_a_challenge


def written(play: Any, game: Any) -> dict[str, Any]:
    return msgspec.json.decode(msgspec.json.encode(to_position(game, play, {})))  # type: ignore[no-any-return]


def test_a_position_restores_state_business_and_draws_with_fresh_serials() -> None:
    table = middle_of_a_challenge()
    play = from_position(table.game, written(table.play, table.game))
    assert play.state == table.play.state
    assert [item.frame for item in play.agenda] == [item.frame for item in table.play.agenda]
    assert [item.serial for item in play.agenda] == list(range(1, len(play.agenda) + 1))
    after, _ = table.umpire.begin_from(play)
    here = [(decision.seat, decision.ask) for decision in table.umpire.decisions(after)]
    assert here == [(decision.seat, decision.ask) for decision in table.umpire.decisions(table.play)]


@pytest.mark.parametrize(
    "spoil",
    [
        {"game": "chess"},
        {"content": "0" * 64},
        {"state": {}},
        {"agenda": [{"step": "phase.unknown"}]},
        {"agenda": [{"step": "phase.challenge", "seat": 9, "target": 9, "resisted": True}]},
        {"agenda": "phase"},
        {"more": 1},
        {"draws": {"dice": "one"}},
    ],
    ids=lambda spoil: next(iter(spoil)),
)
def test_a_position_that_cannot_be_played_is_refused(spoil: dict[str, Any]) -> None:
    table = middle_of_a_challenge()
    with pytest.raises(BadPosition):
        from_position(table.game, {**written(table.play, table.game), **spoil})


def test_a_position_that_breaks_an_invariant_is_refused() -> None:
    table = middle_of_a_challenge()
    document = written(table.play, table.game)
    document["state"]["energy"] = [-1, 3]
    with pytest.raises(BadPosition, match="invariant"):
        from_position(table.game, document)


def test_a_match_is_written_and_read_back_at_every_rest() -> None:
    for append in play_to_the_end(subject(hands, 3), seed=1):
        data = hands.codec.encode_play(append.after)
        assert hands.codec.decode_play(data) == append.after


def test_facts_read_from_a_store_fold_to_the_same_match() -> None:
    played = play_to_the_end(subject(hands, 3), seed=2)
    folded = None
    for append in played:
        for fact in append.facts:
            tag, fields = hands.codec.encode_fact(fact)
            assert "type" not in fields and hands.codec.knows(tag)
            stored = msgspec.json.decode(msgspec.json.encode(fields))
            folded = apply(hands, folded, hands.codec.decode_fact(tag, stored))
    assert folded == played[-1].after


def test_what_does_not_belong_in_a_fact_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        hands.codec.decode_fact("hands.shuffled.v1", {"deck": [], "extra": 1})
    with pytest.raises(KeyError):
        hands.codec.decode_fact("hands.shuffled.v2", {"deck": []})


def test_the_digest_of_the_shape_changes_with_the_shape_alone() -> None:
    same = Codec(hands.state_type, tuple(hands.steps), tuple(hands.appliers))
    fewer = Codec(hands.state_type, tuple(hands.steps)[:-1], tuple(hands.appliers))
    assert same.schema_digest() == hands.codec.schema_digest()
    assert fewer.schema_digest() != hands.codec.schema_digest()
