"""Hidden hands and official seats."""

from domain.core.visibility import AUDITOR, SPECTATOR, Viewer, is_open, redact, redact_fact
from tests.shapes.hands import CardDrawn, CardLaid, hands, suit_of
from tests.shapes.officials import Drawn, officials
from tests.shapes.sitting import Sitting


def test_a_seat_sees_its_hand_and_of_others_the_suits() -> None:
    table = Sitting(hands, 3)
    state = table.play.state
    view = redact(state, Viewer(seat=1))
    assert view["hands"][1] == list(state.hands[1])
    suits = [suit_of(card) for card in state.hands[0]]
    assert view["hands"][0] == {"counts": {suit: suits.count(suit) for suit in sorted(set(suits))}}
    assert view["deck"] == {"count": len(state.deck)}
    assert redact(state, SPECTATOR)["hands"] == [redact(state, Viewer(seat=9))["hands"][seat] for seat in range(3)]
    assert redact(state, AUDITOR)["deck"] == state.deck


def test_a_drawn_card_is_named_to_its_seat_alone() -> None:
    fact = CardDrawn(seat=1, card="sun-3", suit="sun")
    assert redact_fact(fact, Viewer(seat=1)) == {"seat": 1, "card": "sun-3", "suit": "sun"}
    assert redact_fact(fact, Viewer(seat=0)) == {"seat": 1, "suit": "sun"}


def test_a_card_that_lies_face_down_counts_as_one_whatever_its_name() -> None:
    table = Sitting(hands, 3)
    card = table.play.state.hands[0][0]
    table.say(0, card=f"lay:{card}")
    assert CardLaid(seat=0, card=card, suit=suit_of(card)) in table.facts
    assert redact(table.play.state, Viewer(seat=1))["down"][0] == {"count": 1}
    assert redact(table.play.state, Viewer(seat=0))["down"] == [card, {"count": 0}, {"count": 0}]


def test_the_last_card_turns_them_all() -> None:
    table = Sitting(hands, 2)
    for seat in (1, 0):
        table.say(seat, card=f"lay:{table.play.state.hands[seat][0]}")
    assert "CardsTurned" in table.told()
    assert not is_open(table.facts)


def test_a_preview_stops_before_anything_comes_to_light() -> None:
    table = Sitting(hands, 2)
    table.say(1, card=f"lay:{table.play.state.hands[1][0]}")
    last = table.open(0)
    facts = table.umpire.preview(table.play, last.id, 0, last.ask.default)
    assert [type(fact).__name__ for fact in facts] == ["Answered"]


def test_an_official_seat_follows_the_playing_ones_and_sees_what_its_office_sees() -> None:
    table = Sitting(officials, 2)
    assert list(table.asked()) == [2]
    drawn = next(fact for fact in table.facts if isinstance(fact, Drawn))
    mediator = Viewer(seat=2, role="mediator")
    assert redact_fact(drawn, mediator) == {"crises": list(drawn.crises)}
    assert redact_fact(drawn, Viewer(seat=0)) == {"crises": {"count": 3}}
    assert redact(table.play.state, mediator)["crises"] == list(drawn.crises)


def test_what_the_official_orders_is_no_secret_to_itself_and_can_be_undone_freely() -> None:
    table = Sitting(officials, 2)
    crises = list(table.play.state.crises)
    table.say(2, order=[crises[2], crises[0]])
    assert table.play.state.coming == (crises[2], crises[0])
    assert is_open(table.facts)
    assert list(table.asked()) == [0, 1]
