"""An official seat: a mediator outside the ranking, who holds cards only it may see and puts them in order."""

from typing import Annotated, Any

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Answer, Form, Option, Select, pick_form
from domain.core.game import Start
from domain.core.model import Ask, Fact, Frame, Outcome, ask, ask_each, done, over
from domain.core.record import Record
from domain.core.words import count_for_others, public, reveals, role
from tests.shapes.made import ranked, shape, with_entry

CRISES = ("drought", "flood", "plague", "strike")
ROUNDS = 3


class State(Record, kw_only=True, forbid_unknown_fields=True):
    crises: Annotated[tuple[str, ...], role("mediator"), count_for_others] = ()
    coming: Annotated[tuple[str, ...], role("mediator"), count_for_others] = ()
    scores: Annotated[tuple[int, ...], public]
    rounds: Annotated[int, public] = 0


class Drawn(Fact, tag="officials.drawn.v1"):
    crises: Annotated[tuple[str, ...], role("mediator"), count_for_others, reveals]


class Ordered(Fact, tag="officials.ordered.v1"):
    coming: Annotated[tuple[str, ...], role("mediator"), count_for_others]


class Struck(Fact, tag="officials.struck.v1"):
    crisis: Annotated[str, public, reveals]
    ready: Annotated[tuple[int, ...], public, reveals]


class Round(Frame, tag="officials.round"):
    pass


class Order(Frame, tag="officials.order"):
    pass


class Brace(Frame, tag="officials.brace"):
    pass


officials = shape("officials", State)
officials.official_seats = ("mediator",)


@officials.starts
def start(options: Any, seats: int) -> Start:
    return Start(state=State(scores=(0,) * seats), agenda=(Round(),))


@officials.step(Round)
def begin_round(state: State, frame: Round, chance: Chance) -> Outcome:
    if state.rounds == ROUNDS:
        return over(ranked(state.scores, "rounds"))
    drawn = chance.shuffle(f"crises/{state.rounds}", CRISES)[:3]
    return done(Drawn(crises=tuple(sorted(drawn))), then=(Order(), Brace(), Round()))


@officials.step(Order)
def order(state: State, frame: Order, chance: Chance) -> Outcome:
    """The mediator, who sits behind the playing seats, chooses two crises and their order."""
    items = tuple(Option(crisis, {"crisis": crisis}) for crisis in state.crises)
    form = Form((Select(name="order", min=2, max=2, items=items, ordered=True),))
    default = {"order": list(state.crises[:2])}
    return ask(Ask(seat=len(state.scores), kind="order_crises", form=form, default=default, pace=True))


@officials.answer(Order)
def ordered(state: State, frame: Order, given: dict[int, Answer], chance: Chance) -> Outcome:
    ((_, answer),) = given.items()
    return done(Ordered(coming=tuple(answer["order"])))


@officials.step(Brace)
def brace(state: State, frame: Brace, chance: Chance) -> Outcome:
    form = pick_form("against", *(Option(crisis, {"crisis": crisis}) for crisis in CRISES))
    seats = range(len(state.scores))
    return ask_each([Ask(seat=s, kind="brace", form=form, default={"against": "drought"}) for s in seats], gather=True)


@officials.answer(Brace)
def braced(state: State, frame: Brace, given: dict[int, Answer], chance: Chance) -> Outcome:
    crisis = state.coming[0]
    ready = tuple(seat for seat, answer in sorted(given.items()) if answer["against"] == crisis)
    return done(Struck(crisis=crisis, ready=ready))


@officials.applies(Drawn)
def drawn(state: State, fact: Drawn) -> State:
    return replace(state, crises=fact.crises)


@officials.applies(Ordered)
def apply_ordered(state: State, fact: Ordered) -> State:
    return replace(state, coming=fact.coming, crises=())


@officials.applies(Struck)
def struck(state: State, fact: Struck) -> State:
    scores = state.scores
    for seat in fact.ready:
        scores = with_entry(scores, seat, 1)
    return replace(state, scores=scores, coming=(), rounds=state.rounds + 1)
