"""Joint actions, green events and the cards that bend them."""

import pytest
from msgspec.structs import replace

from domain.climate import climate, frames
from domain.climate.components import INSTITUTIONS
from domain.climate.events import green_target
from domain.climate.facts import AciContributed, AciResult, EventTarget
from domain.climate.joint_action import values
from domain.climate.state import Event
from domain.core.chance import Seeded
from domain.core.model import House, Limit
from domain.core.umpire import Umpire
from domain.core.visibility import Viewer, redact
from tests.domain.climate.table import Board, active, start, with_regions, with_seat

UN = frames.Institution(seat=0, place="UN")


def with_external(state, *cards):
    """The state with known cards on top of the external deck."""
    return replace(state, decks=replace(state.decks, external=(*cards, *state.decks.external)))


def hands(*held, state=None):
    """A table whose seats hold certain cards."""
    state = state or start()
    for seat, cards in enumerate(held):
        state = with_seat(state, seat, cards)
    return state


@pytest.mark.rule("climate.aci.2", "climate.aci.5", "climate.infl.4")
def test_seats_contribute_from_the_left_and_the_initiator_last():
    board = Board(hands(("media-1",), ("media-2",), ("media-3",)), UN)
    asked = []
    while board.is_open("aci_contribute"):
        decision = board.open("aci_contribute")
        asked.append(decision.seat)
        hint = {0: "little", 1: "medium", 2: "lots"}[decision.seat]
        board.say(
            "aci_contribute",
            do="contribute",
            cards={decision.ask.form.slots[0].options[0].slots[0].targets[0].id: 1},
            hint=hint,
        )
    assert asked == [1, 2, 0]
    told = [(fact.seat, fact.count, fact.hint) for fact in board.facts if isinstance(fact, AciContributed)]
    assert told == [(1, 1, "medium"), (2, 1, "lots"), (0, 1, "little")]


@pytest.mark.rule("climate.aci.2")
def test_contributions_lie_face_down_and_still_count_as_held():
    board = Board(hands((), ("media-2", "media-1"), ("media-3",)), UN)
    board.say("aci_contribute", do="contribute", cards={"media-2": 1}, hint="silent")
    other = redact(board.state, Viewer(seat=2))
    assert other["aci"]["contributions"]["1"] == {"count": 1}
    assert other["aci"]["external"] == {"count": 2}
    assert other["hands"][1] == {"counts": {"media": 2}}


@pytest.mark.rule("climate.aci.3", "climate.aci.7")
def test_asked_colours_add_and_other_external_colours_subtract():
    found = values(("military", "politics", "media"), ("ngo-3", "media-2"), ("media-4", "media-4"))
    assert found == {"media": 10, "ngo": -3}


@pytest.mark.rule("climate.aci.6", "climate.infl.6")
def test_all_cards_are_discarded_face_up():
    board = Board(with_external(hands((), ("politics-2",)), "ngo-1", "media-1"), UN)
    board.say("aci_contribute", do="contribute", cards={"politics-2": 1}, hint="silent")
    assert board.state.aci is None
    assert board.state.decks.discard["politics"] == ("politics-2",)
    assert board.state.decks.external_discard == ("media-1", "ngo-1")
    assert [fact.power for fact in board.facts if isinstance(fact, AciResult)] == [2]


@pytest.mark.rule("climate.infl.6")
def test_the_external_discard_is_shuffled_when_the_deck_is_empty():
    state = start()
    decks = replace(state.decks, external=state.decks.external[:1], external_discard=state.decks.external[1:])
    board = Board(replace(state, decks=decks), UN)
    assert len(board.state.decks.external) == 16


@pytest.mark.rule("climate.card.lobbying", "climate.infl.3")
def test_lobbying_turns_everything_face_up():
    board = Board(hands((), ("ngo-3", "media-2")), UN).say("lobbying", do="play", card="ngo-3")
    assert board.state.aci.open and redact(board.state, Viewer(seat=0))["aci"]["external"] == list(
        board.state.aci.external
    )
    board.say("aci_contribute", do="contribute", cards={"media-2": 1}, hint="silent").pass_all("aci_final")
    shown = [fact.cards for fact in board.facts if type(fact).__name__ == "AciShown"]
    assert shown[-1] == ("media-2",)
    assert "ngo-3" in board.state.decks.discard["ngo"]


@pytest.mark.rule("climate.card.lobbying")
def test_a_window_runs_on_the_tables_own_time():
    play = Board(hands((), ("ngo-3",)), UN).play
    for seconds, limit in ((0, None), (90, Limit("window", 90))):
        umpire = Umpire(climate, House(seats=3, window_seconds=seconds), Seeded(b"window"))
        [asked] = [found for found in umpire.decisions(play) if found.ask.kind == "lobbying"]
        assert asked.ask.limit == limit


@pytest.mark.rule("climate.card.fact_check", "climate.aci.3")
def test_a_fact_check_silences_a_colour():
    state = with_external(hands((), ("media-3",)), "ngo-4", "education-2")
    board = Board(state, UN).say("aci_contribute", do="none")
    board.say("aci_final", do="fact_check", card="media-3", colour="ngo")
    assert [fact.power for fact in board.facts if isinstance(fact, AciResult)] == [-2]


@pytest.mark.rule("climate.card.citizens_assembly")
def test_only_one_assembly_changes_the_power():
    state = with_external(hands((), ("education-3",), ("education-4",)), "ngo-4", "ngo-2")
    board = Board(state, UN).say("aci_final", 1, do="assembly", card="education-3", by="-2")
    assert not board.is_open("aci_final")
    assert [fact.power for fact in board.facts if isinstance(fact, AciResult)] == [-8]


@pytest.mark.rule("climate.aci.1", "climate.aci.4", "climate.inst.1")
def test_every_institution_asks_its_own_colours_and_only_its_reached_column_counts():
    assert INSTITUTIONS["UN"].asks == ("military", "politics", "media")
    state = with_regions(start(), AFR={"conflicts": 1}, IND={"war": 1})
    high = Board(state, frames.Institution(seat=0, place="UN", stage="effect", power=16))
    assert high.options("institution_effect") == ["u3a", "u3b", "u3c", "u3d"]
    low = Board(state, frames.Institution(seat=0, place="UN", stage="effect", power=11))
    assert low.region("AFR").conflicts == 0
    assert Board(state, frames.Institution(seat=0, place="UN", stage="effect", power=7)).state == state


@pytest.mark.rule("climate.emp.doctors.w")
def test_the_doctors_hold_back_where_there_is_a_conflict():
    state = with_seat(start(weaknesses=True), 1, ("industry-3", "industry-4"), employer="doctors")
    state = with_regions(state, EUR={"conflicts": 1})
    board = Board(state, frames.Electricity(seat=0, region="EUR", old="coal", new="gas"))
    split = board.open("aci_contribute").ask.form.slots[0].options[0].slots[0]
    assert (split.min, split.max) == (1, 1)


@pytest.mark.rule("climate.event.1", "climate.event.3")
def test_a_green_event_skips_cut_off_regions():
    state = active(with_regions(start(), MEA={"war": 1}), "AFR")
    assert green_target(state, "EV01") == "SAM"


@pytest.mark.rule("climate.event.2")
def test_an_event_that_fits_nowhere_is_ignored():
    state = replace(active(start(), "AFR"), event=Event(card="EV09"))
    board = Board(state, frames.GreenEvent())
    assert [fact.region for fact in board.facts if isinstance(fact, EventTarget)] == [None]
    assert not board.play.agenda


@pytest.mark.rule("climate.event.ghg", "climate.event.aci.2")
def test_a_world_event_moves_the_counter():
    state = replace(start(), event=Event(card="EV26"))
    assert Board(state, frames.GreenEvent()).say("event_aci", do="ignore").state.ghg == 102
    strong = replace(state, event=Event(card="EV26"))
    assert Board(strong, frames.GreenEvent(stage="result", given=14)).state.ghg == 98


def effects(card, level, region, **changes):
    """A region after the effects of an event."""
    state = with_regions(start(), **{region: changes})
    return Board(state, frames.Effects(card=card, level=level, region=region))


@pytest.mark.rule("climate.event.aci.3")
@pytest.mark.parametrize(
    ("card", "level", "region", "before", "after"),
    [
        ("EV05", "base", "SAM", {}, {"conflicts": 1}),
        ("EV06", "t2", "AFR", {"scarcities": 1}, {"scarcities": 0}),
        ("EV08", "t2", "AFR", {"epizootics": 1}, {"epizootics": 0}),
        ("EV09", "t2", "EUR", {"refugees": 3}, {"refugees": 1}),
        ("EV11", "base", "EUR", {}, {"discipline": 1}),
        ("EV12", "base", "EUR", {}, {"elec": ("coal", "gas", "gas", "hydro"), "refugees": 2}),
        ("EV14", "base", "MEA", {}, {"orange": 2}),
        ("EV17", "base", "AFR", {}, {"demography": 4}),
        ("EV17", "t1", "AFR", {}, {"population": 29}),
        ("EV19", "base", "SAM", {}, {"elec": ("coal", "gas", "hydro")}),
        ("EV23", "t2", "SAM", {}, {"pts": ("G",), "discipline": 2}),
        ("EV25", "t1", "EUR", {}, {"elec": ("gas", "gas", "hydro", "nuclear")}),
        ("EV27", "t2", "EUR", {"conflicts": 4}, {"conflicts": 1}),
        ("EV28", "t1", "EUR", {"shortages": 4}, {"shortages": 3}),
        ("EV29", "t2", "EUR", {"epidemic": True}, {"epidemic": False}),
        ("EV29", "t2", "AFR", {"epizootics": 1}, {"epizootics": 0}),
        ("EV16", "base", "EUR", {}, {"refugees": 2}),
    ],
)  # fmt: skip
def test_effects_of_events(card, level, region, before, after):
    found = effects(card, level, region, **before).region(region)
    assert {name: getattr(found, name) for name in after} == after


@pytest.mark.rule("climate.elec.3", "climate.event.aci.3")
def test_a_clean_token_is_chosen_by_the_team():
    board = effects("EV25", "t2", "IAU")
    assert board.options("clean_token") == ["hydro", "ren_int"]
    board.say("clean_token", token="hydro")
    assert (board.region("IAU").elec, board.region("IAU").refugees) == (("coal", "hydro"), 2)
    added = effects("EV03", "t2", "IND").say("clean_token", token="ren_int")
    assert (added.region("IND").elec, added.region("IND").shortages) == (("coal", "ren_int"), 0)


@pytest.mark.rule("climate.event.aci.3")
def test_grain_speculation_strikes_the_poor_everywhere():
    state = replace(with_regions(start(), IND={"war": 1}), event=Event(card="EV10"))
    board = Board(state, frames.GreenEvent()).say("event_aci", do="ignore")
    assert {n: r.shortages for n, r in board.state.regions.items() if r.shortages} == {"AFR": 1, "IAU": 1}


@pytest.mark.rule("climate.event.aci.3", "climate.act.2")
def test_a_breakthrough_propagates_with_better_chances():
    state = with_regions(start(), EUR={"pts": ("G",)}, RUS={"pts": ("G",)}, IAU={"pts": ("G",)})
    board = Board(state, frames.Effects(card="EV24", level="t2", region="SAM"))
    assert board.region("SAM").pts == ("G",)
