"""A negotiation of two seats."""

from domain.core.openings import question
from tests.shapes.negotiation import DEAL_LIMIT, BrokenOff, Dealt, negotiation
from tests.shapes.sitting import Sitting


def options(table: Sitting, seat: int) -> list[str]:
    return [option.id for option in table.open(seat).ask.form.slots[0].options]  # type: ignore[union-attr]


def test_an_acceptance_names_the_proposal() -> None:
    table = Sitting(negotiation, 2)
    table.say(0, do="propose", apples=2, pears=3)
    assert options(table, 1) == ["propose", "accept:1", "walk_away"]
    table.say(1, do="accept:1")
    assert Dealt(apples=2, pears=3) in table.facts


def test_a_replaced_proposal_cannot_be_accepted_by_accident() -> None:
    table = Sitting(negotiation, 2)
    table.say(0, do="propose", apples=2, pears=3)
    seen = table.open(1).id
    table.say(0, do="propose", apples=1, pears=6)
    assert table.open(1).id == seen, "the other seat spoke; this seat's decision stays open under its name"
    assert table.refusal(seen, 1, do="accept:1") == "not-an-option"
    assert table.refusal(seen, 1, do="accept:2") == "accepted"


def test_ids_of_proposals_are_never_used_again() -> None:
    table = Sitting(negotiation, 2)
    table.say(0, do="propose", apples=1, pears=1)
    table.say(0, do="withdraw:1")
    assert "accept:1" not in options(table, 1)
    table.say(0, do="propose", apples=1, pears=1)
    assert options(table, 1)[1] == "accept:2"
    table.say(1, do="accept:2")
    table.say(1, do="propose", apples=1, pears=1)
    assert options(table, 0)[1] == "accept:3"


def test_an_acceptance_is_listed_only_while_it_can_be_paid() -> None:
    table = Sitting(negotiation, 2)
    table.say(0, do="propose", apples=4, pears=0)
    table.say(1, do="propose", apples=4, pears=1)
    table.say(1, do="accept:1")
    table.say(0, do="propose", apples=2, pears=6)
    assert options(table, 1)[1] == "accept:3"


def test_both_asks_share_one_limit_over_several_answers() -> None:
    table = Sitting(negotiation, 2)
    table.say(0, do="propose", apples=1, pears=1)
    asks = question(table.game, table.play, table.umpire.house)
    assert asks is not None
    assert [ask.limit for ask in asks.asks] == [DEAL_LIMIT, DEAL_LIMIT]


def test_when_the_shared_limit_passes_the_game_notes_it_before_any_default() -> None:
    table = Sitting(negotiation, 2)
    names = tuple(table.asked().values())
    table.play, table.facts = table.umpire.time_out(table.play, names, "deal")
    assert table.told() == ["BrokenOff"]
    assert BrokenOff(by_clock=True) in table.facts
    assert table.play.result is not None
