"""Cards of a real table lie face down until somebody must know them; only then the host says which they are."""

import random
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.folding import apply
from domain.core.forms import Answer, Option, pick_form
from domain.core.game import Described, Game, Start
from domain.core.model import HOST, AnyPlay, Ask, Fact, Frame, Outcome, again, ask, done
from domain.core.record import Record
from domain.core.umpire import Umpire
from domain.core.words import by_seat, count_for_others, nobody, public

Cards = tuple[str, ...]
Pile = Annotated[Cards, nobody, count_for_others]
RED, BLACK = ("r1", "r1", "r2", "r3"), ("b1", "b2", "b3", "b4")


class State(Record, forbid_unknown_fields=True):
    red: Pile = ()
    black: Pile = ()
    mixed: Pile = ()
    hands: Annotated[tuple[Cards, ...], by_seat, count_for_others] = ((), ())
    shown: Annotated[Cards, public] = ()


class Laid(Fact, tag="cardboard.laid.v1"):
    red: Pile
    black: Pile


class Mixed(Fact, tag="cardboard.mixed.v1"):
    cards: Pile


class Taken(Fact, tag="cardboard.taken.v1"):
    seat: Annotated[int, public]
    pile: Annotated[str, public]


class Shown(Fact, tag="cardboard.shown.v1"):
    card: Annotated[str, public]


class Do(Frame, tag="cardboard.do"):
    what: tuple[str, ...]


def cardboard() -> Game:
    """A game of piles whose frames do one thing after the other."""
    described = Described(slug="cardboard", names={}, kind="x", seats=(1, 2), minutes=(1, 1), rules_version="1")
    game = Game(described, "tests.core", state=State, options=Record)
    game.applies(Laid)(lambda state, fact: replace(state, red=fact.red, black=fact.black))
    game.applies(Mixed)(lambda state, fact: replace(state, mixed=fact.cards, red=state.red[1:], black=state.black[1:]))
    game.applies(Taken)(taken)
    game.applies(Shown)(lambda state, fact: replace(state, shown=(*state.shown, fact.card)))
    game.starts(lambda options, seats: Start(state=State(), agenda=(Do(what=()),)))
    game.step(Do)(step)
    game.answer(Do)(lambda state, frame, given, chance: again(Do(what=frame.what[1:])))
    return game


def taken(state: State, fact: Taken) -> State:
    """The top card of a pile goes to a hand."""
    card, *rest = getattr(state, fact.pile)
    hands = tuple((*hand, card) if seat == fact.seat else hand for seat, hand in enumerate(state.hands))
    return replace(state, hands=hands, **{fact.pile: tuple(rest)})


def step(state: State, frame: Do, chance: Chance) -> Outcome:
    """Do the first thing; a step that asks shows the top card in its form."""
    if not frame.what:
        return done()
    match frame.what[0].split():
        case ["lay"]:
            facts: tuple[Fact, ...] = (Laid(red=chance.shuffle("red", RED), black=chance.shuffle("black", BLACK)),)
        case ["deal"]:
            facts = (Shown(card=chance.shuffle("red", RED)[0]),)
        case ["mix"]:
            facts = (Mixed(cards=chance.shuffle("mix", (state.red[0], state.black[0]))),)
        case ["take", seat, pile]:
            facts = (Taken(seat=int(seat), pile=pile),)
        case ["count", pile]:
            facts = (Shown(card=str(len(getattr(state, pile)))),)
        case ["is", pile, card]:
            facts = (Shown(card="yes" if getattr(state, pile)[0] == card else "no"),)
        case ["offer", pile]:
            form = pick_form("card", Option(f"keep:{getattr(state, pile)[0]}"), Option("leave"))
            return ask(Ask(seat=0, kind="offer", form=form, default={"card": "leave"}))
    return again(Do(what=frame.what[1:]), *facts)


class Club:
    """A host with real cards, and the match as its facts add up to it."""

    def __init__(self, *what: str) -> None:
        self.game = cardboard()
        self.umpire = Umpire(self.game)
        begun = Start(state=State(), agenda=(Do(what=what),))
        self.game.starts(lambda options, seats: begun)
        self.folded: AnyPlay | None = None
        self.asked: list[str] = []
        self._take(self.umpire.begin(Record(), 2))

    def _take(self, worked: tuple[AnyPlay, tuple[Fact, ...]]) -> None:
        self.play, facts = worked
        for fact in facts:
            tag, fields = self.game.codec.encode_fact(fact)
            stored = msgspec.json.decode(msgspec.json.encode(fields))
            self.folded = apply(self.game, self.folded, self.game.codec.decode_fact(tag, stored))
        assert self.folded == self.play

    def say(self, *cards: str) -> None:
        """The host says what a card is, and perhaps what those behind it are."""
        (found,) = self.umpire.decisions(self.play)
        assert (found.seat, found.ask.kind) == (HOST, "core.enter_draw")
        self.asked.append(found.ask.about)
        self._take(self.umpire.decide(self.play, found.id, HOST, {"order": list(cards)}))

    def choices(self) -> list[str]:
        """What the host may say, alike cards once."""
        (found,) = self.umpire.decisions(self.play)
        slot: Any = found.ask.form.slots[0]
        return sorted({str(option.args["value"]) for option in slot.items})

    def answer(self, answer: Answer) -> None:
        (found,) = self.umpire.decisions(self.play)
        self._take(self.umpire.decide(self.play, found.id, found.seat, answer))


def test_a_shuffle_and_a_count_ask_the_host_nothing() -> None:
    club = Club("lay", "count red")
    assert club.play.state.shown == ("4",)
    assert len(club.play.hidden) == 8 and not club.play.agenda


def test_a_card_that_a_seat_gets_is_named_and_the_others_stay_unknown() -> None:
    club = Club("lay", "take 0 red", "take 1 red")
    assert club.choices() == ["r1", "r2", "r3"]
    club.say("r3")
    assert club.choices() == ["r1", "r2"]
    club.say("r1")
    assert club.play.state.hands == (("r3",), ("r1",))
    assert sorted(club.play.state.red) == ["r1", "r2"]
    assert club.asked == ["red", "red"]


def test_several_cards_may_be_named_at_once() -> None:
    club = Club("lay", "take 0 red", "take 0 red", "take 1 red")
    club.say("r2", "r1", "r3")
    assert club.play.state.hands == (("r2", "r1"), ("r3",))
    assert club.asked == ["red"]


def test_comparing_a_card_or_offering_it_is_looking_at_it() -> None:
    club = Club("lay", "is red r2", "is red r2", "offer black")
    club.say("r2")
    assert club.play.state.shown == ("yes", "yes"), "once known, a card stays known"
    club.say("b4")
    club.answer({"card": "keep:b4"})
    assert club.asked == ["red", "black"]


def test_a_card_shown_in_the_step_that_shuffles_is_asked_for() -> None:
    club = Club("deal", "lay")
    club.say("r2")
    assert club.play.state.shown == ("r2",)
    assert club.asked == ["red"]


def test_cards_of_two_piles_shuffled_together_may_be_any_of_either() -> None:
    club = Club("lay", "mix", "take 0 mixed", "take 0 mixed", "take 1 red", "take 1 black")
    assert club.choices() == sorted({*RED, *BLACK})
    club.say("b3")
    club.say("r1")
    assert club.play.state.hands[0] == ("b3", "r1")
    club.say("r1")
    club.say("b1")
    state = club.play.state
    left = (*state.red, *state.black, *state.mixed, *state.hands[0], *state.hands[1])
    assert sorted(left) == sorted((*RED, *BLACK))
    assert all(card.startswith("r") for card in state.red) and all(card.startswith("b") for card in state.black)


def test_whatever_order_the_real_cards_lie_in_is_what_comes_out() -> None:
    for seed in range(30):
        chance = random.Random(seed)
        real = {"red": chance.sample(RED, 4), "black": chance.sample(BLACK, 4)}
        piles = [chance.choice(["red", "black"]) for _ in range(12)]
        plan = [pile for number, pile in enumerate(piles) if piles[: number + 1].count(pile) <= 4]
        club = Club("lay", *(f"take {chance.randrange(2)} {pile}" for pile in plan))
        came: list[str] = []
        while club.play.agenda:
            (found,) = club.umpire.decisions(club.play)
            came.append(real[found.ask.about][0])
            # Where two look alike the last of them is named by a number.
            slot: Any = found.ask.form.slots[0]
            alike = [option.id for option in slot.items if option.args["value"] == came[-1]]
            club.say(chance.choice(alike))
            real[found.ask.about].pop(0)
        assert sorted(came) == sorted(card for hand in club.play.state.hands for card in hand)
        assert len(came) == len(plan)


def test_a_preview_stops_at_a_face_down_card() -> None:
    club = Club("lay", "offer red", "take 0 red", "take 1 red")
    club.say("r1")
    (found,) = club.umpire.decisions(club.play)
    facts = club.umpire.preview(club.play, found.id, 0, {"card": "leave"})
    assert [fact.seat for fact in facts if isinstance(fact, Taken)] == [0], "the second card is not known yet"
