"""What is open at a table at rest, derived by running the step of its top frame."""

from domain.core import asks as questions
from domain.core.chance import Chance, DrawMissing, Entered
from domain.core.errors import DecisionAnswered, DecisionSuspended, DecisionWithdrawn
from domain.core.flow import decision_id
from domain.core.forms import Answer, Form, Option, Pick, Select
from domain.core.game import Game
from domain.core.model import HOST, AnyPlay, Ask, Asks, Decision, House, Offer

Opening = tuple[Decision, Offer | None]
"""An open decision and, for a standing offer, the business it starts."""


def waits_for_worker(game: Game, play: AnyPlay, house: House | None = None) -> bool:
    """Whether the table rests in front of a background frame that a worker goes on with."""
    is_left_to_worker = house is None or not house.is_entered
    return is_left_to_worker and bool(play.agenda) and game.is_background(play.agenda[-1].frame)


def question(game: Game, play: AnyPlay) -> Asks | None:
    """The question the table rests at, with all seats it concerns, whether they have answered or not."""
    if not play.agenda or waits_for_worker(game, play):
        return None
    asks = _asking(game, play)
    return asks if isinstance(asks, Asks) else None


def openings(game: Game, play: AnyPlay, house: House) -> list[Opening]:
    """Every open decision and standing offer, of all seats."""
    if not play.agenda or waits_for_worker(game, play, house):
        return []
    asks = _asking(game, play)
    missing = asks if isinstance(asks, DrawMissing) else _missing_in_answer(game, play, asks, house)
    if missing:
        return [(_draw_decision(missing, play, house), None)]
    assert isinstance(asks, Asks)
    top = play.agenda[-1]
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
    asks = _asking(game, play)
    return asks if isinstance(asks, DrawMissing) else _missing_in_answer(game, play, asks, house)


def _missing_in_answer(game: Game, play: AnyPlay, asks: Asks, house: House) -> DrawMissing | None:
    top = play.agenda[-1]
    known = questions.waiting(asks, top, house)
    given = questions.enough(asks, known | questions.automatic(asks, known, game, play, house), house)
    if given is None:
        return None
    try:
        game.answerers[type(top.frame)](play.state, top.frame, given, Chance(Entered(play.entered), play.draws))
    except DrawMissing as missing:
        return missing
    raise AssertionError(f"{game.slug}: not at rest: {top.frame}")


def _asking(game: Game, play: AnyPlay) -> Asks | DrawMissing:
    frame = play.agenda[-1].frame
    try:
        outcome = game.steps[type(frame)](play.state, frame, Chance(Entered(play.entered), play.draws))
    except DrawMissing as missing:
        return missing
    assert isinstance(outcome, Asks), f"{game.slug}: not at rest: {frame}"
    return outcome


def _draw_decision(missing: DrawMissing, play: AnyPlay, house: House) -> Decision:
    """The host is asked to type in what the dice or cards on the real table show."""
    options = tuple(Option(name, {"value": value}) for name, value in draw_choices(missing).items())
    slot: Pick | Select
    if missing.ordered:
        slot = Select(name="order", items=options, min=len(options), max=len(options), ordered=True)
        default: Answer = {"order": [option.id for option in options]}
    else:
        slot = Pick(name="value", options=options)
        default = {"value": options[0].id}
    count = sum(play.draws.values()) + len(play.entered)
    entry = Ask(seat=HOST, kind="core.enter_draw", form=Form((slot,)), default=default, pace=True)
    return Decision(id=f"{house.rewinds}.{play.agenda[-1].serial}.{HOST}.{count}", ask=entry, mode="draw")


def draw_choices(missing: DrawMissing) -> dict[str, int | str]:
    """What may be typed in, by option id; where all are put in order, things that look alike are numbered."""
    found: dict[str, int | str] = {}
    for choice in missing.choices:
        name, copies = str(choice), 1
        while missing.ordered and name in found:
            copies += 1
            name = f"{choice}:{copies}"
        found[name] = choice if isinstance(choice, int | str) else str(choice)
    return found


def find(game: Game, play: AnyPlay, house: House, decision: str, seat: int) -> Opening:
    """The open decision of that name, or the reason why it is not open."""
    for found in openings(game, play, house):
        if found[0].id == decision and found[0].seat == seat:
            return found
    parts = decision.split(".")
    if len(parts) in (4, 5) and all(part.isdecimal() for part in parts[:3]) and int(parts[0]) == house.rewinds:
        item = next((item for item in play.agenda if item.serial == int(parts[1])), None)
        if item is not None and int(parts[2]) == seat != HOST and parts[-1].isdecimal():
            is_offer = len(parts) > 4
            reached = item.taken if is_offer else item.counts.get(seat, 0)
            if int(parts[-1]) < reached and not is_offer:
                raise DecisionAnswered("This decision has been answered.")
            if int(parts[-1]) == reached:
                # As long as the item is on the agenda, it may ask this seat again under the same name.
                raise DecisionSuspended("Other business comes first; send this answer again when the decision is open.")
    raise DecisionWithdrawn("This decision is not open; the table's decisions list those that are.")
