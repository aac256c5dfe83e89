"""A true standing offer: a storm played while all seats hold sealed answers, and a question inside the storm."""

from typing import Annotated, Any

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Amount, Answer, Form, Option, pick_form
from domain.core.game import Start
from domain.core.model import Ask, Fact, Frame, Offer, Outcome, again, ask, ask_each, done, over
from domain.core.record import Record
from domain.core.words import public, reveals
from tests.shapes.made import ranked, shape, with_entry

SEASONS = 3
PRICE = 2


class State(Record, kw_only=True, forbid_unknown_fields=True):
    grain: Annotated[tuple[int, ...], public]
    barns: Annotated[tuple[int, ...], public]
    storms: Annotated[tuple[int, ...], public]


class Sown(Fact, tag="interrupts.sown.v1"):
    amounts: Annotated[dict[int, int], public, reveals]


class StormBroke(Fact, tag="interrupts.storm_broke.v1"):
    seat: Annotated[int, public]
    victim: Annotated[int, public]


class GrainLost(Fact, tag="interrupts.grain_lost.v1"):
    seat: Annotated[int, public]
    amount: Annotated[int, public]


class Season(Frame, tag="interrupts.season"):
    left: int = SEASONS


class Storm(Frame, tag="interrupts.storm"):
    seat: int
    victim: int
    broke: bool = False


interrupts = shape("interrupts", State)


@interrupts.starts
def start(options: Any, seats: int) -> Start:
    state = State(grain=(5,) * seats, barns=(0,) * seats, storms=(1,) * seats)
    return Start(state=state, agenda=(Season(),))


@interrupts.step(Season)
def season(state: State, frame: Season, chance: Chance) -> Outcome:
    """Every seat seals how much it sows."""
    if not frame.left:
        return over(ranked(state.barns, "seasons"))
    return ask_each(
        [
            Ask(
                seat=s, kind="sow", form=Form((Amount(name="grain", min=0, max=held),)), default={"grain": 0}, pace=True
            )
            for s, held in enumerate(state.grain)
        ],
        gather=True,
    )


@interrupts.answer(Season)
def sown(state: State, frame: Season, given: dict[int, Answer], chance: Chance) -> Outcome:
    amounts = {seat: answer["grain"] for seat, answer in sorted(given.items())}
    return done(Sown(amounts=amounts), then=(replace(frame, left=frame.left - 1),))


@interrupts.offers
def storms(state: State, frame: Frame) -> list[Offer]:
    """Whoever has a storm left may break it over another seat while seeds are being sealed."""
    if not isinstance(frame, Season):
        return []
    return [_storm_of(state, seat) for seat, held in enumerate(state.storms) if held]


def _storm_of(state: State, seat: int) -> Offer:
    victims = [other for other in range(len(state.grain)) if other != seat]
    form = pick_form("victim", *(Option(f"seat:{victim}", {"seat": victim}) for victim in victims))
    default = {"victim": f"seat:{victims[0]}"}

    def starts(answer: Answer) -> Frame:
        return Storm(seat=seat, victim=int(answer["victim"].removeprefix("seat:")))

    return Offer(Ask(seat=seat, kind="storm", form=form, default=default), starts)


@interrupts.step(Storm)
def storm(state: State, frame: Storm, chance: Chance) -> Outcome:
    """The victim buys itself off or loses half of what it holds."""
    if not frame.broke:
        return again(replace(frame, broke=True), StormBroke(seat=frame.seat, victim=frame.victim))
    pay = [Option("pay", {"grain": PRICE})] if state.grain[frame.victim] >= PRICE else []
    form = pick_form("do", *pay, Option("suffer"))
    return ask(Ask(seat=frame.victim, kind="storm_answer", form=form, default={"do": "suffer"}, pace=True))


@interrupts.answer(Storm)
def weathered(state: State, frame: Storm, given: dict[int, Answer], chance: Chance) -> Outcome:
    held = state.grain[frame.victim]
    lost = PRICE if given[frame.victim]["do"] == "pay" else (held + 1) // 2
    return done(GrainLost(seat=frame.victim, amount=lost))


@interrupts.applies(Sown)
def apply_sown(state: State, fact: Sown) -> State:
    grain = tuple(held - fact.amounts[seat] for seat, held in enumerate(state.grain))
    return replace(state, grain=grain, barns=tuple(b + 2 * fact.amounts[s] for s, b in enumerate(state.barns)))


@interrupts.applies(StormBroke)
def apply_storm(state: State, fact: StormBroke) -> State:
    return replace(state, storms=with_entry(state.storms, fact.seat, -1))


@interrupts.applies(GrainLost)
def apply_lost(state: State, fact: GrainLost) -> State:
    return replace(state, grain=with_entry(state.grain, fact.seat, -fact.amount))


@interrupts.invariants
def wrong(state: State) -> list[str]:
    return ["less than nothing"] if min(*state.grain, *state.storms) < 0 else []
