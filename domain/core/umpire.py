"""The umpire: a game under a table's house rules and its source of chance."""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from msgspec.structs import replace

from domain.core import asks as questions
from domain.core import entering
from domain.core.canonical import canonical
from domain.core.chance import NoDraws, Source
from domain.core.errors import BadOptions, DecisionWithdrawn, NotAnOption
from domain.core.flow import Facts, Full, Run, answered_id, net_flow
from domain.core.forms import Answer, misfit, normal
from domain.core.game import Change, Game
from domain.core.happenings import Begun, FlowMoved
from domain.core.model import AnyPlay, Decision, House, Item, Play
from domain.core.openings import find, missing_draw, openings, question
from domain.core.visibility import shows_secret
from domain.core.votes import ABSTAINED


def never(facts: int) -> bool:
    """No chunk is ever large enough: go on until the table rests."""
    return False


class Umpire:
    """Carries out what seats, clocks and workers want of a match; it keeps nothing itself."""

    def __init__(self, game: Game, house: House | None = None, source: Source | None = None) -> None:
        self.game = game
        self.house = replace(house or House(), is_entered=source is None)
        self._source = source
        """Nothing stands for draws that the host types in."""

    def begin(self, options: Any, seats: int) -> tuple[AnyPlay, Facts]:
        """A new match from its set-up, worked until it rests."""
        if self.game.starter is None:
            raise BadOptions(f"{self.game.slug} has no set-up.")
        start = self.game.starter(options, seats)
        agenda = tuple(Item(serial, frame) for serial, frame in enumerate(start.agenda, 1))
        return self.begin_from(Play(state=start.state, agenda=agenda, serial=len(agenda) + 1))

    def begin_from(self, play: AnyPlay) -> tuple[AnyPlay, Facts]:
        """A match from a given point, worked until it rests."""
        play = canonical(play)
        begun: Begun[Any, Any] = Begun(state=play.state, agenda=play.agenda, serial=play.serial, draws=play.draws)
        after, facts = self.advance(play)
        return after, (begun, *facts)

    def advance(self, play: AnyPlay, *, background: bool = False, is_full: Full = never) -> tuple[AnyPlay, Facts]:
        """Work the agenda until the table rests; a background frame is worked only by who says so."""
        run = self._run(play)
        run.work(background=background, is_full=is_full)
        return run.finish()

    def decisions(self, play: AnyPlay, seat: int | None = None) -> tuple[Decision, ...]:
        """What is open to one seat, or to all."""
        found = openings(self.game, play, self.house)
        return tuple(decision for decision, _ in found if seat is None or decision.seat == seat)

    def decide(self, play: AnyPlay, decision: str, seat: int, answer: Any) -> tuple[AnyPlay, Facts]:
        """Carry out an answer; whatever fits the form of an open decision is accepted."""
        found, offer = find(self.game, play, self.house, decision, seat)
        answer = self._fitting(found, play, answer)
        run = self._run(play)
        if found.mode == "draw":
            missing = missing_draw(self.game, play, self.house)
            assert missing is not None
            run.enter_draw(decision, answer, missing, entering.said(missing, answer))
        elif offer is not None:
            run.interrupt(decision, seat, answer, offer.starts(answer))
        else:
            run.note_answer(seat, answer)
        run.work(background=False, is_full=never)
        return run.finish()

    def fitting(self, play: AnyPlay, decision: str, seat: int, answer: Any) -> tuple[Decision, Answer]:
        """The open decision of that name and an answer to it in full, if the answer fits; nothing is carried out."""
        found, _ = find(self.game, play, self.house, decision, seat)
        return found, self._fitting(found, play, answer)

    def _fitting(self, found: Decision, play: AnyPlay, answer: Any) -> Answer:
        wrong = misfit(found.ask.form, answer)
        if wrong:
            known = answer if isinstance(answer, dict) else {}
            reason = self.game.reason_against(found.ask, play.state, play.agenda[-1].frame, known)
            raise NotAnOption(wrong, reason, found.ask.rules)
        return normal(found.ask.form, answer)

    def withdraw(self, play: AnyPlay, decision: str, seat: int) -> tuple[AnyPlay, Facts]:
        """Take back an answer that still waits for the others."""
        asks = question(self.game, play, self.house)
        top = play.agenda[-1] if play.agenda else None
        can_withdraw = asks and top and questions.is_gathered(asks, self.house) and seat in top.answers
        if top and can_withdraw and decision == answered_id(self.house, top, seat):
            run = self._run(play)
            run.drop_answer(seat, decision)
            return run.finish()
        raise DecisionWithdrawn("Only an answer that still waits for other seats can be taken back.")

    def time_out(
        self, play: AnyPlay, names: tuple[str, ...], limit: str | None = None, instead: Mapping[str, Answer] = {}
    ) -> tuple[AnyPlay, Facts]:
        """Give the default answers of the named decisions, or what stands instead, as far as they are still open."""
        before, happened = play, list[Any]()
        if limit in self.game.expiries and play.agenda:
            run = self._run(play)
            run.apply(tuple(self.game.expiries[limit](play.state, play.agenda[-1].frame, limit)))
            run.work(background=False, is_full=never)
            play, facts = run.finish()
            happened += facts
        for name in names:
            found = next((entry for entry in self.decisions(play) if entry.id == name), None)
            if found is not None:
                play, facts = self._give_default(play, found, instead.get(name))
                happened += facts
        flows = [fact for fact in happened if isinstance(fact, FlowMoved)]
        moved = net_flow(before, play, unsealed=any(flow.unsealed for flow in flows))
        others = (fact for fact in happened if not isinstance(fact, FlowMoved))
        return play, (*others, *([moved] if moved else []))

    def _give_default(self, play: AnyPlay, found: Decision, instead: Answer | None) -> tuple[AnyPlay, Facts]:
        if instead is not None and misfit(found.ask.form, instead) is None:
            return self.decide(play, found.id, found.seat, instead)
        if found.mode != "vote":
            return self.decide(play, found.id, found.seat, found.ask.default)
        run = self._run(play)
        run.note_answer(found.seat, ABSTAINED)
        run.work(background=False, is_full=never)
        return run.finish()

    def change_seats(self, play: AnyPlay, changes: Sequence[Change]) -> tuple[AnyPlay, Facts]:
        """Let the game note which seats have changed, and go on; one that does not care notes nothing."""
        run = self._run(play)
        for change in changes:
            run.apply(tuple(self.game.changer(run.state, change)))
        run.work(background=False, is_full=never)
        return run.finish()

    def preview(self, play: AnyPlay, decision: str, seat: int, answer: Any) -> Facts:
        """What would certainly follow from an answer: up to the first draw, secret or sealed answer of another seat."""
        found, _ = find(self.game, play, self.house, decision, seat)
        if found.mode == "draw":
            return ()
        facts = Umpire(self.game, self.house, NoDraws()).decide(play, decision, seat, answer)[1]
        if found.mode in ("gather", "vote"):
            return facts[:1]
        return tuple(takewhile(lambda fact: not shows_secret(fact), facts))

    def _run(self, play: AnyPlay) -> Run:
        return Run(self.game, play, self._source, self.house)
