"""What a seat may not see changes nothing of what it sees, is asked, is shown in advance, or is told."""

from random import Random
from typing import Any

from domain.core.errors import Refused
from domain.core.fillings import random_answer
from domain.core.flow import Facts
from domain.core.game import BotMove
from domain.core.model import AnyPlay, Decision
from domain.core.umpire import Umpire
from domain.core.visibility import Viewer, is_open, redact, redact_fact
from server.selfplay.checks import require
from tests.every_game.properties.scrambling import scrambled
from tests.every_game.properties.subjects import Subject


def viewers(subject: Subject) -> list[Viewer]:
    """Every seat, every official and a spectator."""
    seats = [Viewer(seat=seat) for seat in range(subject.seats)]
    offices = enumerate(subject.game.official_seats, subject.seats)
    return [*seats, *(Viewer(seat=seat, role=office) for seat, office in offices), Viewer()]


def hidden_things_change_nothing(subject: Subject, umpire: Umpire, play: AnyPlay, random: Random) -> int:
    """Compare the table with tables that differ only in secrets; gives the number of tables compared."""
    compared = 0
    for viewer in viewers(subject):
        other = scrambled(subject, umpire, play, viewer, random)
        if other is not None and other != play:
            compared += 1
            _require_alike(umpire, play, other, viewer)
            _require_same_answers(umpire, play, other, viewer, random)
    return compared


def _require_alike(umpire: Umpire, play: AnyPlay, other: AnyPlay, viewer: Viewer) -> None:
    require(redact(play.state, viewer) == redact(other.state, viewer), f"the view of {viewer} shows a secret")
    require(_asked(umpire, play) == _asked(umpire, other), f"who is asked what tells {viewer} a secret")
    if viewer.seat is not None:
        mine, same = umpire.decisions(play, viewer.seat), umpire.decisions(other, viewer.seat)
        require(mine == same, f"the decisions of {viewer} tell a secret")


def _asked(umpire: Umpire, play: AnyPlay) -> list[tuple[str, int, str, str]]:
    """What everybody may know of open decisions; standing offers are nobody else's business."""
    found = [d for d in umpire.decisions(play) if d.mode != "offer"]
    return [(decision.id, decision.seat, decision.ask.kind, decision.mode) for decision in found]


def _require_same_answers(umpire: Umpire, play: AnyPlay, other: AnyPlay, viewer: Viewer, random: Random) -> None:
    for decision in umpire.decisions(play, viewer.seat) if viewer.seat is not None else ():
        answer = random_answer(decision.ask.form, random.randrange)
        shown = [_told(_previewed(umpire, at, decision, answer), viewer) for at in (play, other)]
        require(shown[0] == shown[1], f"a preview of {decision.ask.kind} shows {viewer} a secret: {shown}")
        here, there = (umpire.decide(at, decision.id, decision.seat, answer) for at in (play, other))
        if is_open(here[1]):
            require(is_open(there[1]), f"whether {decision.ask.kind} can be undone tells a secret")
            require(_told(here[1], viewer) == _told(there[1], viewer), f"an open append tells {viewer} a secret")
            _require_alike(umpire, here[0], there[0], viewer)
        _require_same_bots(umpire, play, other, decision, random)


def _previewed(umpire: Umpire, play: AnyPlay, decision: Decision, answer: Any) -> Facts:
    try:
        return umpire.preview(play, decision.id, decision.seat, answer)
    except Refused:
        return ()


def _told(facts: Facts, viewer: Viewer) -> list[Any]:
    seen = [(type(fact).__name__, redact_fact(fact, viewer)) for fact in facts]
    return [entry for entry in seen if entry[1] is not None]


def _require_same_bots(umpire: Umpire, play: AnyPlay, other: AnyPlay, decision: Decision, random: Random) -> None:
    if decision.mode in ("offer", "draw"):
        return
    luck = random.random()
    for name, think in umpire.game.bots.items():
        thought = [
            think(BotMove(state=at.state, frame=at.agenda[-1].frame, decision=decision, below=Random(luck).randrange))
            for at in (play, other)
        ]
        require(thought[0] == thought[1], f"the {name} bot sees what its seat may not see")
