"""V.2, V.5, V.6. A token out of the Black Hole, the cone, the tokens of the attack."""

import pytest

from domain.core.errors import NotAnOption
from domain.cosmic import facts
from tests.domain.cosmic.tables import BLUE, GREEN, RED, YELLOW, Table, duel, state, tokens

HANDS = {GREEN: "a6", RED: "a6", YELLOW: "a6", BLUE: "a6"}


@pytest.mark.rule("cosmic.hole.1", "cosmic.hole.3")
def test_one_token_may_be_taken_back_at_the_start_of_each_duel():
    held = {GREEN: tokens("green", {"green1": 4, "green2": 2}, black_hole=3)}
    table = Table(state(HANDS, {}, held, duel=duel(40, defence=None)))
    assert table.options(GREEN) == ["take:green1", "take:green2", "decline"]
    assert table.ask(GREEN).ask.default == {"do": "take:green2"}
    table.say(GREEN, "take:green1")
    assert table.state.tokens[GREEN].planets["green1"] == 5
    assert table.state.tokens[GREEN].black_hole == 2


@pytest.mark.rule("cosmic.hole.1")
def test_it_may_be_left_there():
    held = {GREEN: tokens("green", {"green1": 4}, black_hole=3)}
    table = Table(state(HANDS, {}, held, duel=duel(40, defence=None))).say(GREEN, "decline")
    assert table.state.tokens[GREEN].black_hole == 3


@pytest.mark.rule("cosmic.hole.2", "cosmic.gather.1")
def test_e24_without_a_base_the_token_goes_to_the_oval_and_attacks():
    held = {GREEN: tokens("green", {}, black_hole=3)}
    table = Table(state(HANDS, {}, held, duel=duel(40, defence=None)))
    assert table.state.tokens[GREEN].oval == 1
    assert table.state.tokens[GREEN].black_hole == 2
    table.until("invite_offence", "gather_tokens")
    assert table.kinds() == ["invite_offence"]


@pytest.mark.rule("cosmic.edict.moebius", "cosmic.hole.2")
def test_e24_moebius_gives_nothing_to_a_seat_without_a_base():
    held = {GREEN: tokens("green", {}, black_hole=3)}
    table = Table(state({**HANDS, GREEN: "a6 moebius"}, {}, held, duel=duel(40, defence=None)))
    table.say(GREEN, "moebius")
    assert table.state.tokens[GREEN].black_hole == 2
    assert table.state.discard == ("edict_moebius",)


@pytest.mark.rule("cosmic.aim.1", "cosmic.aim.2", "cosmic.aim.5")
def test_any_planet_of_the_defences_system_can_be_aimed_at():
    held = {YELLOW: tokens("yellow", {"yellow1": 9}), GREEN: tokens("green", {"green1": 9, "yellow1": 1})}
    table = Table(state(HANDS, {}, held, duel=duel(90)))
    assert table.options(GREEN) == [f"aim:yellow{k}" for k in range(1, 6)]
    assert table.ask(GREEN).ask.default == {"do": "aim:yellow2"}


@pytest.mark.rule("cosmic.aim.3", "cosmic.destiny.2")
@pytest.mark.parametrize(("planet", "reason"), [("green1", "own_empty_planet"), ("red1", "planet_not_allowed")])
def test_other_planets_are_refused_with_a_reason(planet, reason):
    table = Table(state(HANDS, duel=duel(90)))
    with pytest.raises(NotAnOption) as refused:
        table.say(GREEN, f"aim:{planet}")
    assert refused.value.reason == reason


@pytest.mark.rule("cosmic.gather.1", "cosmic.gather.2", "cosmic.gather.4")
def test_one_to_four_tokens_from_any_bases():
    held = {GREEN: tokens("green", {"green1": 3, "blue2": 2})}
    table = Table(state(HANDS, {}, held, duel=duel(100, planet="yellow3")))
    slot = table.ask(GREEN).ask.form.slots[0]
    assert (slot.min, slot.max, [t.id for t in slot.targets]) == (1, 4, ["blue2", "green1"])
    table.say(GREEN, tokens={"green1": 2, "blue2": 2})
    assert table.state.tokens[GREEN].oval == 4
    assert table.state.tokens[GREEN].planets == {"green1": 1}


@pytest.mark.rule("cosmic.gather.1", "cosmic.gather.4")
@pytest.mark.parametrize(
    ("chosen", "reason"),
    [({"green1": 5}, "gather_range"), ({}, "gather_range"), ({"red1": 1}, "no_token_there")],
)
def test_other_numbers_are_refused_with_a_reason(chosen, reason):
    table = Table(state(HANDS, duel=duel(100, planet="yellow3")))
    with pytest.raises(NotAnOption) as refused:
        table.say(GREEN, tokens=chosen)
    assert refused.value.reason == reason


@pytest.mark.rule("cosmic.gather.3", "cosmic.power.4")
def test_e20_emptying_ones_own_planets_costs_the_power_at_once():
    held = {GREEN: tokens("green", {"green1": 1, "green2": 1, "green3": 2, "yellow3": 3})}
    table = Table(state(HANDS, {GREEN: "laser"}, held, duel=duel(100, planet="yellow3")))
    table.say(GREEN, tokens={"green1": 1, "yellow3": 2})
    told = [type(fact) for fact in table.facts]
    assert told.index(facts.PowerLost) == told.index(facts.TokensGathered) + 1
    table.until("react", "play_duel_card")
    assert "react" not in table.kinds()


@pytest.mark.rule("cosmic.power.5")
def test_a_power_comes_back_with_the_third_home_base():
    held = {GREEN: tokens("green", {"green1": 1, "green2": 1, "blue1": 1}, black_hole=4)}
    board = state(HANDS, {GREEN: "laser"}, held, duel=duel(150, planet="yellow3"))
    assert "react" not in Table(board).kinds()
    home = {GREEN: tokens("green", {"green1": 1, "green2": 1, "green4": 1}, black_hole=4)}
    assert Table(state(HANDS, {GREEN: "laser"}, home, duel=duel(150, planet="yellow3"))).kinds() == ["react"]


@pytest.mark.rule("cosmic.power.7", "cosmic.win.2")
def test_others_at_home_do_not_matter_to_the_power():
    held = {BLUE: tokens("blue", {"blue1": 3, "green1": 1, "green2": 1, "green3": 1, "green4": 1})}
    table = Table(state(HANDS, {GREEN: "laser"}, held, duel=duel(150, planet="yellow3")))
    assert "laser" in table.options(GREEN)
