"""Which reason comes first when several stand against an answer."""

import pytest

from tests.domain.mediation.tables import acting, position

TWO = (("agapi", "vera"), ("elli", "diamandis"))
THREE_OF_US = ["agapi", "diamandis"]


@pytest.mark.rule("mediation.coop.2")
@pytest.mark.parametrize("who", ["nikitas", "nobody"])
@pytest.mark.parametrize("do", ["move:{}:C3", "use:{}:leap", "teleport:{}:population:C3", "cancel:{}:attack:C3",
                                "mediate:{}:red", "remote_teleport:{}", "remote_cancel:{}"])  # fmt: skip
def test_a_character_that_is_not_in_play_is_nobodys(who, do):
    table = acting(position())
    assert table.refuse(do=do.format(who)) == ("not_your_character", ("mediation.coop.2",))


@pytest.mark.rule("mediation.group.td", "mediation.coop.2")
def test_a_group_action_names_who_starts_it():
    table = acting(position(attacks=["C3"]))
    for verb in ("remote_teleport", "remote_cancel"):
        assert table.refuse(do=verb, others=THREE_OF_US)[0] == "not_your_character"


@pytest.mark.rule("mediation.cfg.4", "mediation.group.td", "mediation.group.ad")
@pytest.mark.parametrize(
    "answer",
    [
        {"do": "remote_teleport:elli", "others": THREE_OF_US, "what": "pyramid:C3", "to": "D3"},
        {"do": "remote_cancel:elli", "others": THREE_OF_US, "target": "disaster:C3"},
        {"do": "remote_cancel:elli", "others": THREE_OF_US, "target": "contamination:C3"},
    ],
)
def test_without_the_variant_nothing_of_it_is_reached_from_afar(answer):
    assert acting(position(attacks=["C3"])).refuse(**answer) == ("variant_off", ("mediation.cfg.4",))


@pytest.mark.rule("mediation.action.4")
def test_a_destroyed_cell_far_away_is_first_of_all_far_away():
    state = position(cells={"andromeda": "C3"}, pd=frozenset({"G2", "C2"}))
    assert acting(state).refuse(do="move:andromeda:G2")[0] == "not_adjacent"
    assert acting(state).refuse(do="move:andromeda:C2")[0] == "permanent_destruction"


@pytest.mark.rule("mediation.ship.1", "mediation.eff.blackout", "mediation.action.1")
def test_jamming_comes_before_who_may_teleport_to_the_ship():
    jammed = acting(position(seats=TWO, blackout=True, pop={"I5": 4}))
    assert jammed.refuse(0, do="ship") == ("blackout", ("mediation.eff.blackout",))
    spent = {"elli": {"cubes": 0, "used": {"teleport": 3}}}
    tired = acting(position(seats=TWO, blackout=True, pop={"I5": 4}, sheets=spent))
    assert tired.refuse(1, do="ship") == ("no_cube", ("mediation.action.1",))
