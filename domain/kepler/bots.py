"""The sensible opponent: greedy by appraisal, one turn ahead."""

from collections.abc import Callable

from domain.core.forms import Answer, Option, Pick, Select
from domain.core.game import BotMove
from domain.kepler.appraisal import POINT, appraise, values
from domain.kepler.components import TOKENS
from domain.kepler.imagination import imagine, lowered, raised_greedily
from domain.kepler.prospects import Prospects
from domain.kepler.state import State, kepler

WORTH_SPENDING = 3 * POINT // 10
BOARD_TRACKS = ("4", "5", "6")


@kepler.bot("sensible")
def sensible(move: BotMove) -> Answer:
    """Answers each kind of decision by what it does to the position."""
    return STRATEGIES[move.decision.ask.kind](move)


def options(move: BotMove) -> tuple[Option, ...]:
    """The options of the decision's only slot."""
    slot = move.decision.ask.form.slots[0]
    assert isinstance(slot, Pick)
    return slot.options


def setup_place(move: BotMove) -> Answer:
    """Ships before the game go where the first band is highest."""
    state: State = move.state
    best = max(state.planets, key=lambda planet: TOKENS[planet].faces[state.tokens[planet]][0])
    return {"do": f"place:{best}"}


def raise_discs(move: BotMove) -> Answer:
    """Discs rise one after the other, each time the one that helps most."""
    slot = move.decision.ask.form.slots[0]
    assert isinstance(slot, Select)
    gains = {int(item.args["track"]): int(item.args["after"]) for item in slot.items}
    _, tracks = raised_greedily(move.state, move.decision.seat, gains, slot.max)
    return {"tracks": [f"raise:{track}" for track in sorted(tracks)]}


def bonus_421(move: BotMove) -> Answer:
    """The disc goes down whose loss costs the leading opponent most."""
    state, me = move.state, move.decision.seat
    worth = values(state)
    rivals = [seat for seat in range(state.players) if seat != me and any(state.seats[seat].level.values())]
    leader = max(rivals, key=lambda seat: POINT * state.seats[seat].score + worth[seat])

    def left_to_leader(option: Option) -> int:
        return values(lowered(state, leader, int(option.args["track"])))[leader]

    against = [option for option in options(move) if option.args.get("seat") == leader]
    return {"do": min(against, key=left_to_leader).id}


def pre_action(move: BotMove) -> Answer:
    """The action with the best outlook, after a change of the dice if that promises more than it costs."""
    return Prospects(move.state, move.decision.seat).choice(options(move))


def best_use(move: BotMove, candidates: list[Option]) -> tuple[int, str]:
    """The option after which the position looks best, and how good it looks then."""
    appraised = (
        (appraise(imagine(move.state, move.frame, {"do": option.id}), move.decision.seat), option.id)
        for option in candidates
    )
    return max(appraised, key=lambda pair: pair[0])


def action_group(move: BotMove) -> Answer:
    """The group goes where it helps most, or nowhere."""
    return {"do": best_use(move, [*reversed(options(move))])[1]}


def post_action(move: BotMove) -> Answer:
    """Tracks 4 to 6 are spent while the board gains more than a little by it."""
    on_board = [option for option in options(move) if option.id.split(":")[1:2] in [[track] for track in BOARD_TRACKS]]
    if on_board:
        worth, found = best_use(move, on_board)
        if worth > appraise(move.state, move.decision.seat) + WORTH_SPENDING:
            return {"do": found}
    return {"do": "done"}


STRATEGIES: dict[str, Callable[[BotMove], Answer]] = {
    "setup_place": setup_place,
    "raise_discs": raise_discs,
    "bonus_421": bonus_421,
    "pre_action": pre_action,
    "action_group": action_group,
    "post_action": post_action,
}
