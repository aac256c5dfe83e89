"""III. Setting up the table, and what is in the box."""

from collections import Counter, defaultdict

import pytest

from domain.core.chance import Seeded
from domain.core.errors import BadOptions
from domain.core.model import House
from domain.core.umpire import Umpire
from domain.core.visibility import Viewer, redact
from domain.cosmic import Options, cosmic, facts
from domain.cosmic.components import BOX, CARDS, COLOURS, EDICTS, PLANETS, POWERS
from domain.cosmic.powers.registry import USES


def set_up(seats=4, seed=b"setup", **options):
    """A table after its set-up, with the default colours."""
    umpire = Umpire(cosmic, House(seats=seats), Seeded(seed))
    play, happened = umpire.begin(Options(**options), seats)
    while None in play.state.colours:
        (decision,) = umpire.decisions(play)
        play, more = umpire.decide(play, decision.id, decision.seat, decision.ask.default)
        happened += more
    return play, happened


@pytest.mark.rule("cosmic.setup.1", "cosmic.setup.7")
def test_the_box():
    assert len(BOX) == 54
    assert sum(CARDS[kind].copies for kind in EDICTS) == 8
    assert Counter(card.kind for card in CARDS.values() for _ in range(card.copies)) == {
        "attack": 36,
        "compromise": 10,
        "edict": 8,
    }
    assert len(POWERS) == 35
    assert sorted(p.id for p in POWERS.values() if p.mandatory) == [
        "antimatter", "macron", "pacifist", "vacuum", "virus", "void", "warpish", "warrior", "zombie",
    ]  # fmt: skip
    assert sum(power.two_seats for power in POWERS.values()) == 30
    assert len(PLANETS) == 20


@pytest.mark.rule("cosmic.power.2", "cosmic.window.1")
def test_the_windows_on_a_power_card_are_those_in_which_it_can_be_used():
    used = defaultdict(set)
    for window, uses in USES.items():
        for use in uses:
            used[use.power].add(window)
    assert all(set(POWERS[power].windows) == windows for power, windows in used.items())
    automatic = {power.id for power in POWERS.values()} - set(used)
    assert automatic - {power.id for power in POWERS.values() if power.mandatory} == {
        "healer", "machine", "parasite", "vulch",
    }  # fmt: skip


@pytest.mark.rule("cosmic.setup.2", "cosmic.setup.3", "cosmic.setup.4")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_colours_systems_tokens_and_discs(seats):
    play, happened = set_up(seats)
    assert play.state.colours == COLOURS[:seats]
    first = happened[[type(f) for f in happened].index(facts.ColourChosen)]
    assert first == facts.ColourChosen(seat=0, colour="red")
    assert play.state.tokens[0].planets == {f"red{k}": 4 for k in range(1, 6)}
    assert sum(play.state.cup.values()) + sum(play.state.aside.values()) == 3 * seats


@pytest.mark.rule("cosmic.setup.2")
def test_a_colour_is_taken_once():
    umpire = Umpire(cosmic, House(seats=3), Seeded(b"c"))
    play, _ = umpire.begin(Options(), 3)
    (decision,) = umpire.decisions(play)
    assert [o.id for o in decision.ask.form.slots[0].options] == [f"colour:{colour}" for colour in COLOURS]
    play, _ = umpire.decide(play, decision.id, 0, {"do": "colour:yellow"})
    (decision,) = umpire.decisions(play)
    assert "colour:yellow" not in [o.id for o in decision.ask.form.slots[0].options]


@pytest.mark.rule("cosmic.setup.5", "cosmic.setup.6", "cosmic.setup.7", "cosmic.setup.8")
def test_powers_hands_and_the_first_player():
    play, happened = set_up()
    assert all(len(powers) == 1 for powers in play.state.powers)
    dealt = [fact for fact in happened if isinstance(fact, facts.CardsDealt)]
    assert [len(fact.cards) for fact in dealt] == [7] * 4
    (first,) = [fact for fact in happened if isinstance(fact, facts.FirstPlayer)]
    assert play.state.colours[first.seat] == first.disc
    assert play.state.turn.seat == play.state.turn.first_seat == first.seat
    shown = [type(fact) for fact in happened]
    assert shown.index(facts.PowersShown) < shown.index(facts.CardsDealt) < shown.index(facts.FirstPlayer)


@pytest.mark.rule("cosmic.setup.7", "cosmic.hidden.1")
def test_hands_are_sorted_and_seen_by_their_owner_alone():
    play, _ = set_up()
    view = redact(play.state, Viewer(seat=1))
    assert view["hands"][1] == sorted(view["hands"][1], key=list(CARDS).index)
    assert view["hands"][0] == {"count": len(play.state.hands[0])}
    assert view["deck"] == {"count": len(play.state.deck)}


@pytest.mark.rule("cosmic.setup.1")
@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_seats(seats):
    with pytest.raises(BadOptions):
        Umpire(cosmic, House(seats=seats), Seeded(b"n")).begin(Options(), seats)


def test_the_same_seed_gives_the_same_table():
    assert set_up(seed=b"same")[0] == set_up(seed=b"same")[0]
    assert set_up(seed=b"same")[0].state.hands != set_up(seed=b"other")[0].state.hands
