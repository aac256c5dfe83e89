"""Options, deals and starts."""

import pytest

from domain.core.errors import BadOptions
from domain.water import Options, frames, water
from domain.water.components import RESOURCES
from domain.water.facts import ActionDealt, GameSetUp, ObjectiveDealt, ResourceRowFixed
from domain.water.setup import settled
from tests.domain.water.tables import new_table


@pytest.mark.rule("water.setup.1")
@pytest.mark.parametrize(
    ("options", "seats"),
    [
        ({"scenario": "s1"}, 2),
        ({"scenario": "s2"}, 2),
        ({}, 5),
        ({"scenario": "s1", "mode": "normal"}, 4),
        ({"scenario": "s1", "turns": 6}, 4),
        ({"scenario": "s1", "action_draw": 1}, 4),
        ({"scenario": "p1", "mode": "simplified"}, 4),
        ({"first": 3}, 2),
    ],
)
def test_options_that_contradict_the_scenario_are_refused(options, seats):
    with pytest.raises(BadOptions) as refused:
        settled(Options(**options), seats)
    assert (refused.value.reason, refused.value.rules) == ("options_conflict", ("water.setup.1",))


@pytest.mark.rule("water.setup.1", "water.mode.2", "water.mode.3")
def test_what_is_left_out_follows_from_the_scenario():
    assert settled(Options(), 4) == Options(mode="normal", turns=6, action_draw=0)
    assert settled(Options(scenario="s3"), 2) == Options(scenario="s3", mode="simplified", turns=4, action_draw=0)
    assert settled(Options(scenario="p1", turns=1), 2).mode == "normal"


@pytest.mark.rule("water.setup.2", "water.obj.1")
def test_a_free_game_deals_an_objective_and_two_cards_to_each():
    table = new_table(3)
    assert table.state.thunes == (20, 20, 20) and table.state.vp == (0, 0, 0)
    assert [len(hand) for hand in table.state.hand] == [2, 2, 2]
    assert len(set(table.state.objective)) == 3
    assert [fact.seat for fact in table.happened(ActionDealt)] == [0, 0, 1, 1, 2, 2]
    assert len(table.happened(ObjectiveDealt)) == 3
    assert {"first_seat", "resource_row", "objectives", "action_deck"} <= set(table.source.labels)


@pytest.mark.rule("water.setup.3")
def test_the_first_seat_is_chosen_or_drawn():
    assert new_table(4, first=2).state.first_seat == 2
    assert {new_table(4, seed=seed).state.first_seat for seed in range(20)} == {0, 1, 2, 3}


@pytest.mark.rule("water.setup.5", "water.mode.2")
@pytest.mark.parametrize(("scenario", "coins", "turns"), [("s1", 10, 5), ("s2", 10, 5), ("s3", 7, 4), ("p1", 12, 6)])
def test_scenarios_start_with_their_first_turn(scenario, coins, turns):
    table = new_table(4, scenario=scenario)
    assert table.happened(GameSetUp)[0].coins == coins
    assert table.state.turn == 1 and len(table.state.resource_row) == turns
    has_cards = scenario == "p1"
    assert any(table.state.hand) == has_cards and any(table.state.objective) == has_cards


@pytest.mark.rule("water.setup.5")
def test_with_fewer_communities_the_last_are_left_out():
    state = new_table(3, scenario="s2").state
    assert {seat for built in state.constructions.values() for seat in built.owners} == {0, 1, 2}
    assert state.dams["E6"].owners == (0, 1, 2) and state.markers == (15, 15, 14)


@pytest.mark.rule("water.med.1", "water.med.2")
def test_the_server_draws_a_row_without_repetition():
    table = new_table(2, turns=7, resource_pool="dry")
    row = table.state.resource_row
    assert len(set(row)) == 7 and all(RESOURCES[card].water <= 2 for card in row)
    assert table.happened(ResourceRowFixed)[0].row_is_public is False


@pytest.mark.rule("water.mode.1")
def test_a_simplified_game_without_scenario_has_cards_but_none_about_pollution():
    state = new_table(4, mode="simplified").state
    cards = (*state.action_deck, *(card for hand in state.hand for card in hand))
    assert len(cards) == 35 and not {"A18", "A19"} & set(cards)
    assert "O7" not in state.objective


def test_a_position_at_the_start_of_a_turn_goes_on():
    from domain.core.positions import from_position, to_position

    table = new_table(4, scenario="s2")
    document = to_position(water, table.play, {})
    assert from_position(water, document).state == table.state
    assert frames.Turn(phase="p1").phase == "p1"
