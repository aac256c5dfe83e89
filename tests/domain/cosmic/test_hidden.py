"""Nobody learns from what is asked, listed, shown or refused who holds what."""

import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from domain.core.chance import Seeded
from domain.core.fillings import random_answer
from domain.core.game import BotMove
from domain.core.happenings import Answered
from domain.core.model import AnyPlay, House
from domain.core.umpire import Umpire
from domain.core.visibility import SPECTATOR, Viewer, redact, redact_fact, sees
from domain.cosmic import Options, cosmic, facts
from domain.cosmic.components import in_order, is_duel_card
from domain.cosmic.frames import Closing, Destiny, DuelCourse
from domain.cosmic.state import TableCard
from tests.domain.cosmic.tables import BLUE, GREEN, RED, YELLOW, Table, duel, state, tokens

POWERS = (
    *("gambler", "sorcerer", "oracle", "chronos", "seeker", "mutant", "philanthropist", "hate", "vulch", "healer"),
    *("laser", "mind", "trader", "clone", "filch", "empath", "plant", "parasite", "magnet", "amoeba"),
)


def strict_games(games: int) -> Iterator[tuple[Umpire, AnyPlay, random.Random]]:
    """Every point at which a strict table rests, in games played at random with powers that hide and ask."""
    for seed in range(games):
        rng = random.Random(seed)
        options = Options(power_pool=POWERS, powers_per_player=3, max_rounds=5)
        umpire = Umpire(cosmic, House(seats=4), Seeded(f"hidden {seed}".encode()))
        play, _ = umpire.begin(options, 4)
        while play.result is None:
            if None not in play.state.colours:
                yield umpire, play, rng
            found = umpire.decisions(play)
            decision = rng.choice(found if rng.random() < 0.03 else [d for d in found if d.mode != "offer"])
            answer = random_answer(decision.ask.form, rng.randrange)
            play, _ = umpire.decide(play, decision.id, decision.seat, answer)


def otherwise(play: AnyPlay, viewer: int, rng: random.Random) -> AnyPlay:
    """The same table with other cards where the viewer cannot look; what is public by rule stays true."""
    state_now = play.state
    free = [s for s in range(4) if s != viewer and any(map(is_duel_card, state_now.hands[s]))]
    hidden = _face_down(state_now, viewer)
    unseen = [card.kind for card in hidden.values() if card.kind != "virtual0"]
    keep = {seat: next(card for card in state_now.hands[seat] if is_duel_card(card)) for seat in free}
    pool = [*state_now.deck, *(card for seat in free for card in state_now.hands[seat])]
    for card in keep.values():
        pool.remove(card)
    duel_cards = [*keep.values(), *unseen]
    rng.shuffle(pool)
    rng.shuffle(duel_cards)
    hands = list(state_now.hands)
    for seat in free:
        size = len(hands[seat]) - 1
        hands[seat] = in_order((*pool[:size], duel_cards.pop()))
        pool = pool[size:]
    table = dict(state_now.duel.cards) if state_now.duel else {}
    for side, card in hidden.items():
        table[side] = card if card.kind == "virtual0" else replace(card, kind=duel_cards.pop())
    changed = replace(state_now, hands=tuple(hands), deck=tuple(pool))
    if state_now.duel:
        changed = replace(changed, duel=replace(state_now.duel, cards=table))
    return replace(play, state=changed)


def _face_down(state_now, viewer: int) -> dict[str, TableCard]:
    cards = state_now.duel.cards if state_now.duel else {}
    return {side: card for side, card in cards.items() if not card.shown and card.sealed_by != viewer}


def told(umpire: Umpire, play: AnyPlay, viewer: int) -> tuple[object, object, object]:
    """All that a seat is told at a table at rest: the view, its own decisions, who else is asked what."""
    found = umpire.decisions(play)
    own = [(d.id, d.ask, d.mode) for d in found if d.seat == viewer]
    others = [(d.id, d.seat, d.ask.kind, d.ask.limit) for d in found if d.seat != viewer and d.mode != "offer"]
    return redact(play.state, Viewer(seat=viewer)), own, others


@pytest.mark.rule("cosmic.hidden.1", "cosmic.hidden.2", "cosmic.hidden.3", "cosmic.window.5")
def test_two_tables_that_differ_in_secrets_look_alike_to_a_seat():
    looked = 0
    for umpire, play, rng in strict_games(5):
        viewer = rng.randrange(4)
        other = otherwise(play, viewer, rng)
        if _is_settled_by_rule(umpire, play, viewer):
            continue
        first, second = told(umpire, play, viewer), told(umpire, other, viewer)
        kinds = {d.ask.kind for d in umpire.decisions(play)}
        if "deal" in kinds:
            continue
        assert first == second, kinds
        looked += 1
    assert looked > 300


def _is_settled_by_rule(umpire: Umpire, play: AnyPlay, viewer: int) -> bool:
    """An answer that waits for others was given by a hand that this test exchanges."""
    return bool(play.agenda[-1].answers)


@pytest.mark.rule("cosmic.hidden.3", "cosmic.deal.10")
def test_in_a_deal_only_what_one_can_accept_depends_on_hands():
    looked = 0
    for umpire, play, rng in strict_games(6):
        if play.state.deal is None or {d.ask.kind for d in umpire.decisions(play)} != {"deal"}:
            continue
        outsider = next(seat for seat in range(4) if seat not in (play.state.duel.offence, play.state.duel.defence))
        other = otherwise(play, outsider, rng)
        assert told(umpire, play, outsider) == told(umpire, other, outsider)
        looked += 1
    assert looked > 10


@pytest.mark.rule("cosmic.hidden.1")
def test_a_sensible_bot_uses_nothing_that_its_seat_cannot_see():
    looked = 0
    for umpire, play, rng in strict_games(3):
        if play.agenda[-1].answers or play.state.deal is not None:
            continue
        for decision in umpire.decisions(play):
            if decision.mode == "offer":
                continue
            answers = [
                cosmic.bots["sensible"](
                    BotMove(state=table.state, frame=play.agenda[-1].frame, decision=decision, below=lambda n: n // 2)
                )
                for table in (play, otherwise(play, decision.seat, rng))
            ]
            assert answers[0] == answers[1], decision.ask.kind
            looked += 1
    assert looked > 300


@pytest.mark.rule("cosmic.hidden.3", "cosmic.window.1")
def test_answers_in_windows_are_seen_by_their_seat_alone():
    held = {GREEN: tokens("green", oval=2), BLUE: tokens("blue", oval=2)}
    hands = {GREEN: "a6 a8", YELLOW: "a6 force_field", BLUE: "a12", RED: "a4"}
    going = duel(150, planet="yellow3", allies={BLUE: "offence"})
    table = Table(state(hands, {GREEN: "laser"}, held, duel=going), policy="strict")
    table.say(YELLOW, "force_field", allies=["blue"]).say(BLUE, "pass").say(RED, "pass").say(GREEN, "laser")
    answers = [fact for fact in table.facts if isinstance(fact, Answered)]
    for fact in answers:
        assert [seat for seat in range(4) if sees(fact, Viewer(seat=seat))] == [fact.seat]
        assert not sees(fact, SPECTATOR)
    assert table.happened(facts.EdictPlayed) == []


@pytest.mark.rule("cosmic.hidden.3")
def test_a_sealed_card_is_known_to_its_sealer_until_the_reveal():
    held = {GREEN: tokens("green", oval=1)}
    hands = {GREEN: "a6 a8", YELLOW: "a10 a4"}
    table = Table(state(hands, {YELLOW: "sorcerer"}, held, duel=duel(160, planet="yellow3"))).play_cards("a6", "a10")
    assert table.kinds() == ["react"]
    view = redact(table.state, Viewer(seat=RED))["duel"]["cards"]
    assert all("kind" not in card for card in view.values())
    own = redact(table.state, Viewer(seat=GREEN))["duel"]["cards"]
    assert own["offence"]["kind"] == "attack_6"
    assert "kind" not in own["defence"]
    sealed = table.happened(facts.CardSealed)[0]
    assert "card" not in redact_fact(sealed, Viewer(seat=YELLOW))


@pytest.mark.rule("cosmic.pw.sorcerer", "cosmic.hidden.3")
def test_an_exchanged_card_is_still_known_only_to_who_sealed_it():
    held = {GREEN: tokens("green", oval=1)}
    powers = {YELLOW: "sorcerer", GREEN: "gambler"}
    board = state({GREEN: "a6", YELLOW: "a10"}, powers, held, duel=duel(160, planet="yellow3"))
    table = Table(board).play_cards("a6", "a10").say(GREEN, "pass").say(YELLOW, "sorcerer")
    seen = redact(table.state, Viewer(seat=GREEN))["duel"]["cards"]
    assert seen["defence"]["kind"] == "attack_6"
    assert "kind" not in seen["offence"]


@pytest.mark.rule("cosmic.hidden.1", "cosmic.deck.1")
def test_cards_that_change_hands_are_seen_by_the_two_seats():
    moved = facts.CardsMoved(giver=GREEN, receiver=YELLOW, cards=("attack_6",), why="philanthropist")
    assert redact_fact(moved, Viewer(seat=YELLOW))["cards"] == ["attack_6"]
    assert redact_fact(moved, Viewer(seat=RED))["cards"] == {"count": 1}
    buried = facts.CardBuried(seat=GREEN, sealed_by=YELLOW, card="attack_20")
    assert "card" not in redact_fact(buried, Viewer(seat=GREEN))
    assert redact_fact(buried, Viewer(seat=YELLOW))["card"] == "attack_20"


@pytest.mark.rule("cosmic.window.4", "cosmic.hidden.3")
def test_that_the_plague_is_offered_is_shown_to_its_holder():
    table = Table(state({GREEN: "a6", RED: "plague a4"}, duel=duel(90)))
    assert [d.ask.kind for d in table.umpire.decisions(table.play, RED)] == ["play_plague"]
    assert all(d.ask.kind != "play_plague" for d in table.umpire.decisions(table.play, GREEN))
    offer = table.umpire.decisions(table.play, RED)[0]
    assert offer.ask.hidden


def previewed(table: Table, seat: int, word: str) -> list[type]:
    """What a seat is told in advance about an answer."""
    facts_told = table.umpire.preview(table.play, table.ask(seat).id, seat, {"do": word})
    return [type(fact) for fact in facts_told if sees(fact, Viewer(seat=seat))]


@pytest.mark.rule("cosmic.pw.gambler", "cosmic.hidden.3")
def test_a_preview_of_calling_does_not_say_whether_the_claim_is_true():
    held = {GREEN: tokens("green", oval=4)}
    told_of = []
    for claim in ("attack_4", "attack_20"):
        board = state({GREEN: "a4 a6", YELLOW: "a10"}, {GREEN: "gambler"}, held, duel=duel(160, planet="yellow3"))
        table = Table(board).play_cards("a4", "a10").say(GREEN, "gambler").say(GREEN, f"claim:{claim}")
        told_of.append(table.umpire.preview(table.play, table.ask(YELLOW).id, YELLOW, {"do": "call"})[1:])
    assert told_of == [(), ()]


@pytest.mark.rule("cosmic.hand.1", "cosmic.hand.4", "cosmic.hidden.2")
@pytest.mark.parametrize("hand", ["gas", "a6", ""])
def test_a_preview_does_not_say_whether_another_hand_holds_a_duel_card(hand):
    going = duel(260, planet="yellow3", success=True)
    ending = Table(state({GREEN: "a4 a6", RED: hand}, {}, duel=going), policy="strict")
    assert previewed(ending, GREEN, "end")[-1] is facts.StageReached
    assert previewed(ending, GREEN, "end").count(facts.StageReached) == 2
    held = {RED: tokens("red", {"red1": 4, "green2": 1})}
    board = state({GREEN: "a4 a6", RED: hand}, {}, held, duel=duel(60, defence=None, disc="green"))
    table = Table(board, DuelCourse(), Closing(), Destiny(disc="green"), policy="strict")
    assert previewed(table, GREEN, "attack:red:green2")[1:] == [facts.DefenceSet] + [facts.StageReached] * 2


@pytest.mark.rule("cosmic.second.1", "cosmic.hidden.2")
def test_a_preview_does_not_say_whether_a_second_duel_will_follow():
    told_of = []
    for hand in ("a30", "a30 a6"):
        held = {GREEN: tokens("green", oval=2)}
        hands = {GREEN: hand, YELLOW: "a4 a6", RED: "a8"}
        table = Table(state(hands, {RED: "healer"}, held, duel=duel(160, planet="yellow3"))).play_cards("a30", "a4")
        told_of.append(previewed(table, RED, "pass"))
    assert told_of[0] == told_of[1]
