"""Who answers a question, which answers are in, and when they are enough."""

from typing import Any

from msgspec.structs import replace

from domain.core.fillings import only_answer
from domain.core.forms import Answer, misfit, normal
from domain.core.game import Game
from domain.core.model import WINDOW, AnyPlay, Ask, Asks, House, Item, Limit
from domain.core.votes import ABSTAINED, elected


def asked(asks: Asks, house: House) -> tuple[Ask, ...]:
    """The questions seat by seat: a team that votes is asked seat by seat."""
    if not is_vote(asks, house):
        return tuple(_in_time(entry, house, is_gathered=asks.mode == "gather") for entry in asks.asks)
    owner = _in_time(asks.asks[0], house, is_gathered=True)
    return tuple(replace(owner, seat=seat) for seat in voters(asks, house))


def _in_time(question: Ask, house: House, *, is_gathered: bool) -> Ask:
    """Windows run on the table's own limit, the same for all their candidates; sealed hidden questions are windows."""
    is_window = question.limit.name == WINDOW.name if question.limit else question.hidden and is_gathered
    if not is_window:
        return question
    limit = Limit(WINDOW.name, house.window_seconds) if house.window_seconds else None
    return question if question.limit == limit else replace(question, limit=limit)


def is_vote(asks: Asks, house: House) -> bool:
    """Whether all seats vote on the answer."""
    return asks.mode == "team" and house.team_policy == "vote" and len(voters(asks, house)) > 1


def voters(asks: Asks, house: House) -> tuple[int, ...]:
    """The seats of a team."""
    return tuple(range(house.seats)) if asks.team is None else asks.team


def is_gathered(asks: Asks, house: House) -> bool:
    """Whether answers wait for one another."""
    return asks.mode == "gather" or is_vote(asks, house)


def waiting(asks: Asks, item: Item[Any], house: House) -> dict[int, Answer]:
    """The stored answers that still fit the question."""
    by_seat = {question.seat: question for question in asked(asks, house)}
    return {
        seat: answer
        for seat, answer in item.answers.items()
        if seat in by_seat and (answer == ABSTAINED or misfit(by_seat[seat].form, answer) is None)
    }


def automatic(asks: Asks, known: dict[int, Answer], game: Game, play: AnyPlay, house: House) -> dict[int, Answer]:
    """Answers that need no seat: the only possible ones, and those of standing instructions."""
    found = {}
    for question in asked(asks, house):
        if question.seat not in known:
            answer = _instructed(question, game, play, house)
            answer = _forced(question, house) if answer is None else answer
            if answer is not None:
                found[question.seat] = answer
    return found


def _instructed(question: Ask, game: Game, play: AnyPlay, house: House) -> Answer | None:
    for instruction in house.instructions.get(question.seat, ()):
        runs = instruction.until == "match" or game.marker(play.state).get(instruction.until) == instruction.mark
        if runs and question.kind in instruction.kinds:
            return normal(question.form, question.default)
    return None


def _forced(question: Ask, house: House) -> Answer | None:
    if question.pace or (question.hidden and house.window_policy == "strict"):
        return None
    return only_answer(question.form)


def enough(asks: Asks, answers: dict[int, Answer], house: House) -> dict[int, Answer] | None:
    """The answers to carry out now, or nothing if the table still waits."""
    if is_vote(asks, house):
        return _elected(asks, answers, house)
    seats = [question.seat for question in asks.asks]
    if asks.mode == "gather":
        return {seat: answers[seat] for seat in seats} if all(seat in answers for seat in seats) else None
    first = next((seat for seat in seats if seat in answers), None)
    return None if first is None else {first: answers[first]}


def _elected(asks: Asks, votes: dict[int, Answer], house: House) -> dict[int, Answer] | None:
    """What the team agrees on; a tie goes to the owner, then to the lowest seat."""
    owner = asks.asks[0]
    owner_first = sorted(voters(asks, house), key=lambda seat: (seat != owner.seat, seat))
    chosen = elected(votes, owner_first)
    if chosen is None:
        return None
    return {owner.seat: normal(owner.form, owner.default) if chosen == ABSTAINED else chosen}
