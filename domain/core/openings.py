"""What is open at a table at rest, derived by running the step of its top frame."""

from domain.core import asks as questions
from domain.core import entering
from domain.core.chance import Chance, DrawMissing, NoDraws
from domain.core.errors import DecisionAnswered, DecisionSuspended, DecisionWithdrawn
from domain.core.flow import Run, decision_id
from domain.core.game import Game
from domain.core.model import AnyPlay, Asks, Decision, House, Offer

Opening = tuple[Decision, Offer | None]
"""An open decision and, for a standing offer, the business it starts."""


def waits_for_worker(game: Game, play: AnyPlay, house: House | None = None) -> bool:
    """Whether the table rests in front of a background frame that a worker goes on with."""
    is_left_to_worker = house is None or not house.is_entered
    return is_left_to_worker and bool(play.agenda) and game.is_background(play.agenda[-1].frame)


def question(game: Game, play: AnyPlay, house: House) -> Asks | None:
    """The question the table rests at, with all seats it concerns, whether they have answered or not."""
    if not play.agenda or waits_for_worker(game, play, house) or missing_draw(game, play, house):
        return None
    return _asking(game, play)


def openings(game: Game, play: AnyPlay, house: House) -> list[Opening]:
    """Every open decision and standing offer, of all seats."""
    if not play.agenda or waits_for_worker(game, play, house):
        return []
    missing = missing_draw(game, play, house)
    if missing:
        return [(entering.decision(missing, play, house), None)]
    asks, top = _asking(game, play), play.agenda[-1]
    known = questions.waiting(asks, top, house)
    answers = known | questions.automatic(asks, known, game, play, house)
    mode = "vote" if questions.is_vote(asks, house) else asks.mode
    found: list[Opening] = [
        (Decision(id=decision_id(house, top, entry.seat), ask=entry, mode=mode), None)
        for entry in questions.asked(asks, house)
        if entry.seat not in answers
    ]
    for offer in game.offering(play.state, top.frame):
        name = f"{house.rewinds}.{top.serial}.{offer.ask.seat}.{offer.ask.kind}.{top.taken}"
        found.append((Decision(id=name, ask=offer.ask, mode="offer"), offer))
    return found


def missing_draw(game: Game, play: AnyPlay, house: House) -> DrawMissing | None:
    """The draw that must be typed in before the table can go on, if it is one that takes them so."""
    return Run(game, play, None, house).missing() if house.is_entered else None


def _asking(game: Game, play: AnyPlay) -> Asks:
    frame = play.agenda[-1].frame
    outcome = game.steps[type(frame)](play.state, frame, Chance(NoDraws(), play.draws))
    assert isinstance(outcome, Asks), f"{game.slug}: not at rest: {frame}"
    return outcome


def find(game: Game, play: AnyPlay, house: House, decision: str, seat: int) -> Opening:
    """The open decision of that name, or the reason why it is not open."""
    for found in openings(game, play, house):
        if found[0].id == decision and found[0].seat == seat:
            return found
    parts = decision.split(".")
    if len(parts) in (4, 5) and all(part.isdecimal() for part in parts[:3]) and int(parts[0]) == house.rewinds:
        item = next((item for item in play.agenda if item.serial == int(parts[1])), None)
        if item is not None and int(parts[2]) == seat and parts[-1].isdecimal():
            is_offer = len(parts) > 4
            reached = item.taken if is_offer else item.counts.get(seat, 0)
            if int(parts[-1]) < reached and not is_offer:
                raise DecisionAnswered("This decision has been answered.")
            if int(parts[-1]) == reached:
                # As long as the item is on the agenda, it may ask this seat again under the same name.
                raise DecisionSuspended("Other business comes first; send this answer again when the decision is open.")
    raise DecisionWithdrawn("This decision is not open; the table's decisions list those that are.")
