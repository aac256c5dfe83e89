"""IX. Several powers, two of three, rotation, none."""

import pytest
from msgspec.structs import replace

from domain.core.chance import Seeded
from domain.core.errors import BadOptions
from domain.core.model import House
from domain.core.umpire import Umpire
from domain.core.visibility import Viewer, redact
from domain.cosmic import Options, cosmic, facts
from domain.cosmic.frames import DuelCourse, Rotation
from domain.cosmic.state import Turn
from tests.domain.cosmic.bot_games import BotGame
from tests.domain.cosmic.tables import BLUE, GREEN, RED, YELLOW, Table, duel, state, tokens


def begun(options, seats=4):
    """A table whose seats have taken the default colours."""
    umpire = Umpire(cosmic, House(seats=seats), Seeded(b"variants"))
    play, happened = umpire.begin(options, seats)
    while play.state.colours.count(None):
        (decision,) = umpire.decisions(play)
        play, more = umpire.decide(play, decision.id, decision.seat, decision.ask.default)
        happened += more
    return umpire, play, happened


@pytest.mark.rule("cosmic.var.multi")
@pytest.mark.parametrize("number", [2, 3, 4])
def test_several_powers_each(number):
    _, play, _ = begun(Options(powers_per_player=number))
    assert [len(powers) for powers in play.state.powers] == [number] * 4
    assert len(play.state.power_deck) == 35 - 4 * number


@pytest.mark.rule("cosmic.var.multi", "cosmic.power.4", "cosmic.edict.zap")
def test_several_powers_are_lost_together_and_zapped_one_by_one():
    held = {GREEN: tokens("green", oval=2)}
    board = state({GREEN: "a6", YELLOW: "a6 zap"}, {GREEN: "laser oracle"}, held, duel=duel(150, planet="yellow3"))
    table = Table(board).say(GREEN, "laser").say(YELLOW, "zap")
    assert table.options(GREEN) == ["oracle", "pass"]
    thin = {GREEN: tokens("green", {"green1": 9, "green2": 9}, oval=2)}
    lost = state({GREEN: "a6", YELLOW: "a6"}, {GREEN: "laser oracle"}, thin, duel=duel(150, planet="yellow3"))
    assert Table(lost).kinds() == ["play_duel_card"] * 2


@pytest.mark.rule("cosmic.var.two_of_three", "cosmic.setup.6")
def test_one_of_three_is_rejected_in_secret():
    umpire, play, _ = begun(Options(selection="two_of_three"))
    decisions = umpire.decisions(play)
    assert [decision.ask.kind for decision in decisions] == ["reject_power"] * 4
    dealt = play.state.dealt
    assert [len(three) for three in dealt] == [3] * 4
    assert redact(play.state, Viewer(seat=RED))["dealt"][GREEN] == {"count": 3}
    for decision in decisions:
        play, _ = umpire.decide(play, decision.id, decision.seat, decision.ask.default)
    assert play.state.powers == tuple(three[:2] for three in dealt)
    assert play.state.rejected == tuple(three[2] for three in dealt)
    assert redact(play.state, Viewer(seat=RED))["rejected"] == [None, dealt[RED][2], None, None]
    assert play.state.power_discard == ()


@pytest.mark.rule("cosmic.var.two_of_three", "cosmic.var.rotation")
def test_with_rotation_rejected_powers_may_come_back():
    umpire, play, _ = begun(Options(selection="two_of_three", rotation=True))
    for decision in umpire.decisions(play):
        play, _ = umpire.decide(play, decision.id, decision.seat, decision.ask.default)
    assert len(play.state.power_discard) == 4


def rotating(powers, deck=(), discard=(), **changes):
    """The end of a round at which every seat may replace powers."""
    board = state({}, powers, duel=duel(260), turn=Turn(first_seat=RED), **changes)
    pool = tuple(p for p in cosmic.catalogue["power"] if p in (*board.config.power_pool, *deck, *discard))
    config = replace(board.config, power_pool=pool, rotation=True)
    board = replace(board, config=config, power_deck=tuple(deck), power_discard=tuple(discard))
    return Table(board, DuelCourse(), Rotation())


FOUR = {GREEN: "laser", RED: "oracle", YELLOW: "warrior", BLUE: "void"}


@pytest.mark.rule("cosmic.var.rotation")
def test_powers_are_replaced_from_the_first_seat_on():
    table = rotating(FOUR, deck=("mind", "clone", "filch"), warrior_count=6)
    assert table.kinds() == ["rotate_powers"] * 4
    table.say(GREEN, powers=["laser"]).say(RED, powers=["oracle"]).say(BLUE, powers=[])
    table.say(YELLOW, powers=["warrior"])
    assert [table.state.powers[seat] for seat in range(4)] == [("filch",), ("mind",), ("clone",), ("void",)]
    assert table.state.power_discard == ("oracle", "warrior", "laser")
    assert table.state.warrior_count == 0


@pytest.mark.rule("cosmic.var.rotation")
def test_an_empty_power_deck_is_replaced_by_the_discard():
    table = rotating(FOUR, discard=("mind",))
    table.say(GREEN, powers=["laser"]).say(RED, powers=["oracle"]).say(YELLOW, powers=[]).say(BLUE, powers=[])
    assert table.state.powers[RED] == ("mind",)
    assert table.state.powers[GREEN] == ("oracle",)


@pytest.mark.rule("cosmic.var.rotation")
def test_without_a_power_to_be_had_the_seat_keeps_its_own():
    table = rotating({GREEN: "laser oracle", RED: "mind"}, deck=("clone",))
    table.say(RED, powers=[]).say(GREEN, powers=["laser", "oracle"])
    assert table.state.powers[GREEN] == ("oracle", "clone")


@pytest.mark.rule("cosmic.var.none")
def test_without_powers():
    _, play, _ = begun(Options(powers_per_player=0))
    assert play.state.powers == ((), (), (), ())
    finished = BotGame(3, 3, Options(powers_per_player=0)).finished()
    assert finished.result.reason == "five_bases"


@pytest.mark.rule("cosmic.setup.5", "cosmic.var.rotation")
@pytest.mark.parametrize(
    "options",
    [
        Options(power_pool=("laser", "oracle", "mind")),
        Options(power_pool=("laser", "oracle", "mind", "nonsense")),
        Options(power_pool=("laser", "laser", "mind", "void", "oracle")),
        Options(power_pool=("laser", "void", "mind", "oracle"), rotation=True),
    ],
)
def test_impossible_pools_are_refused(options):
    with pytest.raises(BadOptions):
        begun(options)


@pytest.mark.rule("cosmic.var.multi", "cosmic.var.two_of_three", "cosmic.var.rotation")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_variants_can_be_combined(seats):
    options = Options(selection="two_of_three", rotation=True, max_rounds=12)
    game = BotGame(seats, seats, options)
    rotated = [f for _, happened in game.appends() for f in happened if isinstance(f, facts.RoundEnded)]
    assert game.play.result is not None
    assert rotated or game.play.state.turn.round == 1
