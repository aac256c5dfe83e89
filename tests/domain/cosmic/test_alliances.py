"""V.7. Allies."""

import pytest

from domain.core.errors import NotAnOption
from domain.cosmic import facts
from tests.domain.cosmic.tables import BLUE, GREEN, RED, YELLOW, Table, duel, state, tokens

HANDS = {GREEN: "a6", RED: "a6", YELLOW: "a6", BLUE: "a6"}


def inviting(powers=None, held=None, hands=None, **changes):
    board = {GREEN: tokens("green", oval=2), **(held or {})}
    return Table(state({**HANDS, **(hands or {})}, powers, board, duel=duel(110, planet="yellow3", **changes)))


@pytest.mark.rule("cosmic.ally.1", "cosmic.ally.2")
def test_both_sides_invite_any_of_the_others():
    table = inviting()
    slot = table.ask(GREEN).ask.form.slots[0]
    assert ([item.id for item in slot.items], slot.min, slot.max) == (["red", "blue"], 0, 2)
    table.say(GREEN, seats=["red"]).say(YELLOW, seats=["red", "blue"])
    assert table.duel.invited == {"offence": (RED,), "defence": (RED, BLUE)}


@pytest.mark.rule("cosmic.ally.3", "cosmic.ally.4", "cosmic.ally.5")
def test_invited_seats_answer_in_order_and_join_one_side():
    table = inviting().say(GREEN, seats=["red", "blue"]).say(YELLOW, seats=["red"])
    assert table.asked() == {RED}
    assert table.options(RED) == ["join:offence", "join:defence", "decline"]
    table.say(RED, "join:defence", tokens={"red1": 4})
    assert table.asked() == {BLUE}
    assert table.options(BLUE) == ["join:offence", "decline"]
    table.say(BLUE, "decline")
    assert table.duel.allies == {RED: "defence"}
    assert table.state.tokens[RED].ring == 4
    assert table.happened(facts.AllyDeclined) == [facts.AllyDeclined(seat=BLUE)]


@pytest.mark.rule("cosmic.ally.3")
def test_nobody_invited_nobody_asked():
    table = inviting().say(GREEN, seats=[]).say(YELLOW, seats=[])
    assert table.kinds() == ["play_duel_card", "play_duel_card"]


@pytest.mark.rule("cosmic.ally.3")
def test_a_side_that_did_not_invite_cannot_be_joined():
    table = inviting().say(GREEN, seats=["red"]).say(YELLOW, seats=[])
    with pytest.raises(NotAnOption) as refused:
        table.say(RED, "join:defence", tokens={"red1": 1})
    assert refused.value.reason == "not_invited"


@pytest.mark.rule("cosmic.ally.5")
def test_an_ally_brings_one_to_four_tokens():
    table = inviting().say(GREEN, seats=["red"]).say(YELLOW, seats=[])
    with pytest.raises(NotAnOption) as refused:
        table.say(RED, "join:offence", tokens={"red1": 4, "red2": 1})
    assert refused.value.reason == "gather_range"
    assert table.ask(RED).ask.default == {"do": "decline"}


@pytest.mark.rule("cosmic.ally.3")
def test_a_seat_without_tokens_on_bases_is_not_asked():
    table = inviting(held={RED: tokens("red", {}, black_hole=20)}).say(GREEN, seats=["red"]).say(YELLOW, seats=[])
    assert table.kinds() == ["play_duel_card", "play_duel_card"]


@pytest.mark.rule("cosmic.pw.magnet")
@pytest.mark.parametrize("zapped", [False, True])
def test_magnet_orders_a_seat_to_join(zapped):
    table = inviting({YELLOW: "magnet"}, hands={BLUE: "a6 zap"}).say(GREEN, seats=["red"]).say(YELLOW, seats=[])
    assert table.options(YELLOW)[0] == "magnet:red:join_offence"
    table.say(YELLOW, "magnet:red:join_defence").say(BLUE, "zap" if zapped else "pass")
    assert table.options(RED) == (["join:offence", "decline"] if zapped else ["join:defence"])
    if not zapped:
        assert table.ask(RED).ask.default == {"do": "join:defence", "tokens": {"red1": 1}}
        table.say(RED, "join:defence", tokens={"red2": 1})
        assert table.duel.allies == {RED: "defence"}


@pytest.mark.rule("cosmic.pw.magnet")
def test_magnet_keeps_a_seat_out_or_is_not_used():
    table = inviting({YELLOW: "magnet"}).say(GREEN, seats=["red"]).say(YELLOW, seats=[])
    assert table.say(YELLOW, "magnet:red:stay_out").kinds() == ["play_duel_card", "play_duel_card"]
    table = inviting({YELLOW: "magnet"}).say(GREEN, seats=["red"]).say(YELLOW, seats=[]).say(YELLOW, "pass")
    assert table.asked() == {RED}


@pytest.mark.rule("cosmic.pw.magnet", "cosmic.power.4")
def test_a_magnet_with_too_few_home_bases_orders_nobody():
    lost = {YELLOW: tokens("yellow", {"yellow1": 4, "yellow3": 4})}
    table = inviting({YELLOW: "magnet"}, lost).say(GREEN, seats=["red"]).say(YELLOW, seats=[])
    assert table.asked() == {RED}


@pytest.mark.rule("cosmic.pw.parasite")
def test_parasite_joins_uninvited():
    table = inviting({RED: "parasite"}).say(GREEN, seats=[]).say(YELLOW, seats=[])
    assert table.options(RED) == ["join:offence", "join:defence", "decline"]
    table.say(RED, "join:offence", tokens={"red1": 2})
    assert table.happened(facts.PowerDeclared)[0] == facts.PowerDeclared(
        seat=RED, power="parasite", option="parasite:offence"
    )
    assert table.duel.allies == {RED: "offence"}


@pytest.mark.rule("cosmic.pw.parasite", "cosmic.edict.zap")
def test_a_zapped_parasite_has_only_its_real_invitations():
    table = inviting({RED: "parasite"}, hands={BLUE: "zap a6"}).say(GREEN, seats=[]).say(YELLOW, seats=["red"])
    table.say(RED, "join:offence", tokens={"red1": 2}).say(BLUE, "zap")
    assert table.options(RED) == ["join:defence", "decline"]
    table = inviting({RED: "parasite"}, hands={BLUE: "zap a6"}).say(GREEN, seats=[]).say(YELLOW, seats=[])
    table.say(RED, "join:offence", tokens={"red1": 2}).say(BLUE, "zap")
    assert table.happened(facts.AllyDeclined) == [facts.AllyDeclined(seat=RED)]
    assert table.state.tokens[RED].oval == 0


@pytest.mark.rule("cosmic.pw.parasite")
def test_joining_where_invited_is_no_use_and_a_lost_parasite_is_not_asked():
    table = inviting({RED: "parasite"}).say(GREEN, seats=["red"]).say(YELLOW, seats=[])
    table.say(RED, "join:offence", tokens={"red1": 2})
    assert table.happened(facts.PowerDeclared) == []
    lost = {RED: tokens("red", {"red1": 4, "red2": 4})}
    table = inviting({RED: "parasite"}, lost).say(GREEN, seats=[]).say(YELLOW, seats=[])
    assert "ally_answer" not in table.kinds()


@pytest.mark.rule("cosmic.pw.parasite", "cosmic.pw.magnet")
def test_an_order_prevails_over_a_parasite_and_declining_is_allowed():
    table = inviting({RED: "parasite", YELLOW: "magnet"}).say(GREEN, seats=[]).say(YELLOW, seats=[])
    assert table.say(YELLOW, "magnet:red:stay_out").kinds() == ["play_duel_card", "play_duel_card"]
    table = inviting({RED: "parasite"}).say(GREEN, seats=[]).say(YELLOW, seats=[]).say(RED, "decline")
    assert table.duel.allies == {}
