"""A game whose frames do what a test says."""

from collections.abc import Callable
from typing import Annotated, Any

from domain.core.chance import Chance, Seeded
from domain.core.forms import Answer, Form, Option, pick_form
from domain.core.game import Described, Game, Start
from domain.core.model import AnyPlay, Ask, Fact, Frame, House, Item, Outcome, Play
from domain.core.record import Record
from domain.core.umpire import Umpire
from domain.core.words import public

YES_NO = pick_form("do", Option("yes"), Option("no"))


class State(Record, forbid_unknown_fields=True):
    said: Annotated[tuple[str, ...], public] = ()


class NoOptions(Record, forbid_unknown_fields=True):
    pass


class Said(Fact, tag="scripted.said.v1"):
    word: Annotated[str, public]


class Do(Frame, tag="scripted.do"):
    what: str
    n: int = 0


class Later(Frame, tag="scripted.later"):
    what: str
    n: int = 0


class Script:
    """A game and what its frames do, by the word they carry."""

    def __init__(self, **steps: Callable[[State, Any, Chance], Outcome]) -> None:
        described = Described(
            slug="scripted", names={}, kind="competitive", seats=(1, 4), minutes=(1, 1), rules_version="1"
        )
        self.game = Game(described, "tests.core", state=State, options=NoOptions)
        self.steps = steps
        self.answers: dict[str, Callable[..., Outcome]] = {}
        self.game.applies(Said)(lambda state, fact: State(said=(*state.said, fact.word)))
        self.game.step(Do)(self._step)
        self.game.answer(Do)(self._answer)
        self.game.step(Later, background=True)(self._step)
        self.game.starts(lambda options, seats: Start(state=State(), agenda=(Do(what="start"),)))

    def _step(self, state: State, frame: Any, chance: Chance) -> Outcome:
        return self.steps[frame.what](state, frame, chance)

    def _answer(self, state: State, frame: Any, given: dict[int, Answer], chance: Chance) -> Outcome:
        return self.answers[frame.what](state, frame, given, chance)

    def answered(self, **answers: Callable[..., Outcome]) -> "Script":
        """Say what answers do."""
        self.answers = answers
        return self

    def umpire(self, **house: Any) -> Umpire:
        """A table of this game."""
        return Umpire(self.game, House(**house), Seeded(b"scripted"))

    def run(self, *frames: Frame, **house: Any) -> AnyPlay:
        """Work some frames, bottom first, until the table rests."""
        agenda = tuple(Item(serial, frame) for serial, frame in enumerate(frames, 1))
        play: AnyPlay = Play(state=State(), agenda=agenda, serial=len(agenda) + 1)
        return self.umpire(**house).advance(play)[0]


def yes_no(seat: int, form: Form = YES_NO, **more: Any) -> Ask:
    """A plain question."""
    return Ask(seat=seat, kind="yes_no", form=form, default={"do": "no"}, **more)
