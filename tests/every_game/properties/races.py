"""Answers in flight and rewinds: an answer means what it meant when sent, or is refused with the right code."""

from random import Random

from domain.core.errors import Refused
from domain.core.fillings import random_answer
from domain.core.forms import Answer, misfit
from domain.core.happenings import Answered
from domain.core.model import AnyPlay
from domain.core.umpire import Umpire
from server.selfplay.checks import Referee, require
from server.selfplay.match import Append, Chooser, next_append
from tests.every_game.properties.subjects import Subject

MOST_IN_FLIGHT = 12
MOST_APPENDS = 400


class Flight:
    """Answers that were sent and have not arrived, and what became of every decision."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._sent: list[tuple[str, int, Answer]] = []
        self._answered: set[tuple[str, int]] = set()
        self._gone: set[str] = set()

    def send(self, umpire: Umpire, play: AnyPlay) -> None:
        """Some seats make up their minds on what they see now."""
        for decision in umpire.decisions(play):
            require(decision.id not in self._gone, f"decision {decision.id} was withdrawn and is open again")
            require((decision.id, decision.seat) not in self._answered, f"{decision.id} was answered and is open again")
            if self._random.randrange(3) == 0:
                answer = random_answer(decision.ask.form, self._random.randrange)
                self._sent.append((decision.id, decision.seat, answer))
        del self._sent[:-MOST_IN_FLIGHT]

    def note(self, append: Append) -> None:
        """Remember which decisions were answered."""
        self._answered |= {(fact.decision, fact.seat) for fact in append.facts if isinstance(fact, Answered)}

    def arrive(self, umpire: Umpire, play: AnyPlay) -> None:
        """Every answer in flight arrives now, at a copy of the table, and meets what it must."""
        open_now = {(decision.id, decision.seat): decision for decision in umpire.decisions(play)}
        for name, seat, answer in self._sent:
            code = _code_of(umpire, play, name, seat, answer)
            decision = open_now.get((name, seat))
            if decision is not None:
                expected = "accepted" if misfit(decision.ask.form, answer) is None else "not-an-option"
                require(code == expected, f"{name} is open: {code} instead of {expected}")
            elif code == "decision-answered":
                require((name, seat) in self._answered, f"{name}: answered, says the table, but seat {seat} did not")
            elif code == "decision-withdrawn":
                self._gone.add(name)
            else:
                require(code == "decision-suspended", f"{name} is not open: {code}")
                require((name, seat) not in self._answered, f"{name} was answered and is called suspended")


def _code_of(umpire: Umpire, play: AnyPlay, name: str, seat: int, answer: Answer) -> str:
    try:
        umpire.decide(play, name, seat, answer)
    except Refused as refused:
        return refused.code
    return "accepted"


def play_with_races(subject: Subject, seed: int, *, rewinds: int) -> None:
    """Play at random with answers in flight, going back to earlier points now and then."""
    random = subject.random(seed)
    choose, flight = subject.random_player(seed), Flight(random)
    umpire = subject.umpire(seed)
    play, _ = umpire.begin(subject.options, subject.seats)
    history, names, done = [play], set[str](), 0
    for _ in range(MOST_APPENDS):
        names |= {decision.id for decision in umpire.decisions(play)}
        flight.send(umpire, play)
        if done < rewinds and (not play.agenda or random.randrange(12) == 0):
            done += 1
            play, umpire = random.choice(history), subject.umpire(seed, rewinds=done)
            again = names & {decision.id for decision in umpire.decisions(play)}
            require(not again, f"after a rewind these names are used again: {sorted(again)}")
        if not play.agenda:
            return
        append = next_append(umpire, play, choose)
        flight.note(append)
        flight.arrive(umpire, append.after)
        play = append.after
        history.append(play)


def replaying_after_a_rewind_gives_the_same(subject: Subject, played: list[Append], seed: int) -> None:
    """From an earlier point, the same answers under their new names lead to the same end and the same facts."""
    random = subject.random(seed)
    start = random.randrange(len(played) - 1)
    umpire = subject.umpire(seed, rewinds=1)
    referee = Referee(umpire)
    play = referee.folded = played[start].after
    for append in played[start + 1 :]:
        repeated = next_append(umpire, play, _the_same(append))
        referee.check(repeated)
        require(_story(repeated) == _story(append), "the same answers after a rewind gave other facts")
        play = repeated.after
    require(play == played[-1].after, "the same answers after a rewind led elsewhere")


def _the_same(append: Append) -> Chooser:
    def choose(play: AnyPlay, open_now: tuple) -> tuple:  # type: ignore[type-arg]
        told = append.decision
        assert told is not None
        found = next(d for d in open_now if (d.seat, d.ask.kind, d.mode) == (told.seat, told.ask.kind, told.mode))
        require(not found.id.startswith("0."), "a rewind left the old names in use")
        return found, append.answer

    return choose


def _story(append: Append) -> list[object]:
    return [fact for fact in append.facts if not isinstance(fact, Answered)]
