"""The Plague as a standing offer: its holder may interrupt almost anything."""

from domain.core.forms import Answer
from domain.core.model import Ask, Frame, Offer
from domain.core.rules import rule
from domain.cosmic import frames
from domain.cosmic.board import holds
from domain.cosmic.forms import pick, seat_option
from domain.cosmic.state import State, cosmic


@rule("cosmic.window.4", "cosmic.edict.plague")
def is_interruptible(frame: Frame) -> bool:
    """Not inside another effect: only where the course of a duel is asked about, and in windows but that of Gas."""
    if isinstance(frame, frames.Window):
        return frame.window != "consolation"
    if isinstance(frame, frames.DealTalk):
        return frame.stage == "talk"
    return isinstance(frame, frames.DuelCourse | frames.Destiny | frames.AllyAnswers)


@cosmic.offers
@rule("cosmic.window.4")
def standing_offers(state: State, frame: Frame) -> list[Offer]:
    """Whoever holds the Plague may play it, and nobody else knows."""
    if not is_interruptible(frame):
        return []
    return [_offer(state, seat) for seat in range(state.seats) if holds(state, seat, "edict_plague")]


def _offer(state: State, seat: int) -> Offer:
    form = pick(*(seat_option(state, victim, "plague") for victim in range(state.seats)))
    question = Ask(
        seat=seat,
        kind="play_plague",
        form=form,
        default={"do": f"plague:{state.colours[seat]}"},
        rules=("cosmic.edict.plague",),
        hidden=True,
    )

    def starts(answer: Answer) -> Frame:
        return frames.PlaguePlayed(seat=seat, answer=answer)

    return Offer(question, starts)
