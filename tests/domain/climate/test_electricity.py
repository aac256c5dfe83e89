"""Electricity production, institutions and what they heal."""

import pytest
from msgspec.structs import replace

from domain.climate import frames
from domain.climate.electricity import change_options, is_installable
from domain.climate.institutions import option_for
from tests.domain.climate.table import Board, start, with_regions


@pytest.mark.rule("climate.elec.3", "climate.elec.4", "climate.elec.5", "climate.elec.6", "climate.elec.7")
def test_which_tokens_may_come():
    state = start()
    every = ("gas", "nuclear", "hydro", "ren_int", "ren_disp", "coal")
    assert [token for token in every if is_installable(state, "IAU", "coal", token)] == ["gas", "hydro", "ren_int"]
    assert is_installable(state, "MEA", "gas", "ren_disp") and not is_installable(state, "MEA", "gas", "ren_int")
    ready = with_regions(state, IAU={"elec": ("coal", "ren_int")})
    assert is_installable(ready, "IAU", "ren_int", "ren_disp")
    nuclear = replace(state, global_pts=("M",))
    assert is_installable(nuclear, "IAU", "coal", "nuclear")
    assert not is_installable(with_regions(nuclear, IAU={"nuclear_added": 1}), "IAU", "coal", "nuclear")
    assert not is_installable(state, "EUR", "coal", "hydro")


@pytest.mark.rule("climate.elec.2")
def test_tokens_are_added_only_while_electricity_is_not_ahead():
    assert any(option.id.startswith("add:") for option in change_options(start(), "SAM"))
    ahead = with_regions(start(), SAM={"elec": ("gas", "gas", "gas", "hydro")})
    assert not any(option.id.startswith("add:") for option in change_options(ahead, "SAM"))
    assert not any(option.id.startswith("add:") for option in change_options(start(), "EUR"))


@pytest.mark.rule("climate.elec.5", "climate.elec.6")
def test_what_comes_with_a_token():
    dam = Board(start(), frames.Install(region="IAU", old="coal", new="hydro")).region("IAU")
    assert (dam.elec, dam.refugees) == (("coal", "hydro"), 2)
    wind = Board(start(), frames.Install(region="IAU", old=None, new="ren_int")).region("IAU")
    assert (len(wind.elec), wind.shortages) == (3, 0)
    plant = Board(replace(start(), global_pts=("M",)), frames.Install(region="IAU", old="coal", new="nuclear"))
    assert plant.region("IAU").nuclear_added == 1


@pytest.mark.rule("climate.elec.1", "climate.cal.share")
def test_a_region_that_was_cut_off_meanwhile_gets_nothing():
    state = with_regions(start(), IAU={"war": 1})
    board = Board(state, frames.Electricity(seat=0, region="IAU", old="coal", new="gas", stage="result", given=40))
    assert board.region("IAU").elec == ("coal", "coal")


HEALED = [
    ("u1", {"region": "SAM"}, {"SAM": {"conflicts": 2}}, {"SAM": {"conflicts": 1}}),
    ("u2a", {"region": "SAM"}, {"SAM": {"war": 2, "seized": 1}}, {"SAM": {"war": 0, "conflicts": 1, "orange": 1}}),
    (
        "u2b",
        {"tokens": {"SAM": 1, "EUR": 1}},
        {"SAM": {"conflicts": 1}, "EUR": {"conflicts": 2}},
        {"SAM": {"conflicts": 0}, "EUR": {"conflicts": 1}},
    ),
    (
        "u3b",
        {"regions": ["SAM", "MEA"]},
        {"SAM": {"war": 1}, "MEA": {"war": 1}},
        {"SAM": {"conflicts": 1}, "MEA": {"war": 0}},
    ),
    (
        "u3d",
        {"war": "SAM", "tokens": {"EUR": 2}},
        {"SAM": {"war": 1}, "EUR": {"conflicts": 2}},
        {"SAM": {"conflicts": 1}, "EUR": {"conflicts": 0}},
    ),
    ("u3e", {"region": "SAM"}, {"SAM": {"chaos": True, "discipline": 0}}, {"SAM": {"chaos": False, "discipline": 2}}),
    ("c1", {"region": "SAM"}, {"SAM": {"scarcities": 2}}, {"SAM": {"scarcities": 1}}),
    ("c2a", {"region": "SAM"}, {"SAM": {"famine": True}}, {"SAM": {"famine": False}}),
    (
        "c3a",
        {"regions": ["SAM", "IND"]},
        {"SAM": {"famine": True}, "IND": {"famine": True}},
        {"SAM": {"famine": False}, "IND": {"famine": False}},
    ),
    ("c3b", {"tokens": {"SAM": 3}}, {"SAM": {"scarcities": 3}}, {"SAM": {"scarcities": 0}}),
    (
        "c3c",
        {"famine": "IND", "tokens": {"SAM": 2}},
        {"IND": {"famine": True}, "SAM": {"scarcities": 3}},
        {"IND": {"famine": False}, "SAM": {"scarcities": 1}},
    ),
    ("w1", {"region": "SAM"}, {"SAM": {"epizootics": 3}}, {"SAM": {"epizootics": 0}}),
    ("w2a", {"region": "SAM"}, {"SAM": {"epidemic": True}}, {"SAM": {"epidemic": False}}),
    ("w3a", {"region": "SAM"}, {"SAM": {"pandemic": True}}, {"SAM": {"pandemic": False}}),
    (
        "w3c",
        {"epidemic": "SAM", "regions": ["EUR"]},
        {"SAM": {"epidemic": True}, "EUR": {"epizootics": 2}},
        {"SAM": {"epidemic": False}, "EUR": {"epizootics": 0}},
    ),
    (
        "w3d",
        {"regions": ["SAM", "EUR"]},
        {"SAM": {"epizootics": 1}, "EUR": {"epizootics": 2}},
        {"SAM": {"epizootics": 0}, "EUR": {"epizootics": 0}},
    ),
    (
        "h3",
        {"regions": ["SAM", "EUR"]},
        {"SAM": {"refugees": 3}, "EUR": {"refugees": 2}},
        {"SAM": {"refugees": 0}, "EUR": {"refugees": 0}},
    ),
]
POWER = {"1": 8, "2": 12, "3": 16}
PLACES = {"u": "UN", "c": "ICRC", "w": "WHO", "h": "UNHCR"}


@pytest.mark.rule("climate.inst.1", "climate.dict.4")
@pytest.mark.parametrize(("option", "slots", "before", "after"), HEALED, ids=[entry[0] for entry in HEALED])
def test_what_institutions_heal(option, slots, before, after):
    frame = frames.Institution(seat=0, place=PLACES[option[0]], stage="effect", power=POWER[option[1]])
    board = Board(with_regions(start(), **before), frame)
    if board.is_open("institution_effect"):
        board.say("institution_effect", do=option, **slots)
    for name, fields in after.items():
        assert {field: getattr(board.region(name), field) for field in fields} == fields


@pytest.mark.rule("climate.inst.1")
def test_defaults_go_to_the_most_populous_and_no_target_means_no_option():
    state = with_regions(start(), AFR={"refugees": 1}, IND={"refugees": 1}, EUR={"refugees": 1}, SAM={"refugees": 1})
    board = Board(state, frames.Institution(seat=0, place="UNHCR", stage="effect", power=12))
    assert board.default("institution_effect") == {"do": "h2", "regions": ["AFR", "IND"]}
    assert option_for(start(), "u3d", 16) is None
