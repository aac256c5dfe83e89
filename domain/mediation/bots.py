"""The sensible opponent: greedy, one action at a time, until nothing is worth a cube."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from domain.core.fillings import answers
from domain.core.forms import Answer, Option, Pick, Split
from domain.core.game import BotMove
from domain.mediation.board import ORTH, ROWS, can_use, effect_of, in_play, is_covered, pile_of
from domain.mediation.components import DISASTERS, MEDIATION_CARDS
from domain.mediation.crowding import POPULATION, Crowd
from domain.mediation.energy import payable
from domain.mediation.frames import Effect, Flee
from domain.mediation.groups import REMOTE, partners
from domain.mediation.power_wishes import wishes
from domain.mediation.prospects import NOTHING, Outlook, Prospect
from domain.mediation.state import State, mediation
from domain.mediation.team import own_characters

WORTH_A_CUBE = 50
LOST = 3000
AGAIN = 500
BLOCKED = 200
ALWAYS_PAID = frozenset(
    {"hostages", "salvo", "permanent_destruction", "expulsion", "relocation", "exhaustion", "walkout"}
)
PAID_WHEN_RICH = frozenset({"retaliation", "escalation"})
RICH = 3
TALKED_OUT = 4
CROWDED_ROW = 6
MANY_ATTACKS = 3
LOOKED_AT = 300
"""How many ways to flee are looked at, at most."""


@mediation.bot("sensible")
def sensible(move: BotMove) -> Answer:
    """Answers each kind of decision by what it does to the board."""
    choose = STRATEGIES.get(move.decision.ask.kind)
    return choose(move) if choose else move.decision.ask.default


def options_offered(move: BotMove) -> tuple[Option, ...]:
    """The options of the decision's first slot."""
    slot = move.decision.ask.form.slots[0]
    assert isinstance(slot, Pick)
    return slot.options


def action(move: BotMove) -> Answer:
    """The best action of any own character, alone, together or with a power card; else pass."""
    state: State = move.state
    outlook = Outlook(state)
    offered = options_offered(move)
    verbs = {option.id.split(":")[0] for option in offered}
    found = [outlook.best(name) for name in own_characters(state, move.decision.seat)]
    found += [wish for option in offered if option.id.startswith("use:") for wish in wishes(outlook, option)]
    if verbs & set(REMOTE):
        found += list(together(outlook, offered))
    if "pay_disaster" in verbs:
        found += list(payment(state, offered))
    best = max(found, key=lambda prospect: prospect.worth, default=NOTHING)
    return best.answer if best.worth >= WORTH_A_CUBE else NOTHING.answer


def together(outlook: Outlook, offered: tuple[Option, ...]) -> Iterator[Prospect]:
    """A group action, if it beats what the three would do otherwise."""
    state = outlook.state
    otherwise = {name: outlook.best(name).worth for name in in_play(state)}
    for option in offered:
        verb, _, name = option.id.partition(":")
        if verb not in REMOTE:
            continue
        others = sorted(partners(state, name, REMOTE[verb]), key=otherwise.__getitem__)[:2]
        group = Prospect(0, {"do": option.id, "others": others})
        best = remote_cancel(outlook, group) if verb == "remote_cancel" else remote_teleport(outlook, group)
        yield Prospect(best.worth - otherwise[name] - sum(otherwise[other] for other in others), best.answer)


def remote_cancel(outlook: Outlook, group: Prospect) -> Prospect:
    """The target that matters most."""
    target, worth = max(outlook.target_worth.items(), key=lambda item: item[1])
    return Prospect(worth, {**group.answer, "target": target})


def remote_teleport(outlook: Outlook, group: Prospect) -> Prospect:
    """The population that most needs it, to where it is safest."""
    if outlook.rescue is None:
        return NOTHING
    worth, origin, to = outlook.rescue
    return Prospect(worth, {**group.answer, "what": f"population:{origin}", "to": to})


def payment(state: State, offered: tuple[Option, ...]) -> Iterator[Prospect]:
    """A disaster is paid off at the end of the phase, if every payer keeps some energy."""
    assert state.active_disaster is not None
    option = next(option for option in offered if option.id == "pay_disaster")
    shares = spare_shares(state, int(option.args["cost"]))
    if shares and state.active_disaster.kind in DISASTERS:
        yield Prospect(WORTH_A_CUBE, {"do": option.id, "energy": shares})


def spare_shares(state: State, cost: int) -> dict[str, int] | None:
    """Who pays how much so that everyone keeps one energy, the best supplied first."""
    spare = {name: energy - 1 for name, energy in payable(state).items() if energy > 1}
    shares: dict[str, int] = {}
    for name in sorted(spare, key=lambda name: -spare[name]):
        share = min(spare[name], cost - sum(shares.values()))
        if share > 0:
            shares[name] = share
    return shares if sum(shares.values()) == cost else None


def pay_cancellation(move: BotMove) -> Answer:
    """Costly effects are paid off while everybody keeps some energy."""
    state: State = move.state
    frame = move.frame
    assert isinstance(frame, Effect)
    cost = int(options_offered(move)[0].args["cost"])
    shares = spare_shares(state, cost)
    if shares is None or not is_worth_paying(state, frame):
        return {"answer": "decline"}
    return {"answer": "pay", "energy": shares}


def is_worth_paying(state: State, frame: Effect) -> bool:
    """Which effects the sensible opponent would rather pay for."""
    effect = effect_of(frame.card)
    spare = sum(energy - 1 for energy in payable(state).values())
    if effect == "distrust":
        return len(state.piles[pile_of(frame.camp)].discard) >= TALKED_OUT
    return effect in ALWAYS_PAID or (effect in PAID_WHEN_RICH and spare >= RICH)


def flee(move: BotMove) -> Answer:
    """The way out that leaves the least danger."""
    state: State = move.state
    frame = move.frame
    assert isinstance(frame, Flee)
    crowd = Crowd(state)
    struck = set(frame.cells) - set(frame.emptied)

    def cost(answer: Answer) -> int:
        going = answer.get("to", {})
        lost: int = state.pop[answer["cell"]] - sum(going.values())
        again: int = sum(number for cell, number in going.items() if cell in struck)
        changes = {answer["cell"]: -state.pop[answer["cell"]], **going}
        danger: int = crowd.after(changes)
        return danger + LOST * lost + AGAIN * again + _blocked(crowd, struck, answer["cell"])

    ways = [answer for answer, _ in zip(answers(move.decision.ask.form), range(LOOKED_AT), strict=False)]
    return min(ways, key=cost)


def _blocked(crowd: Crowd, struck: set[str], first: str) -> int:
    """A cell with few ways out should be emptied before its neighbours are closed."""
    return BLOCKED * sum(crowd.pop[cell] for cell in struck - {first} if first in ORTH[cell])


def with_more(state: State, changes: dict[str, int]) -> State:
    """The state with more or fewer populations on some cells."""
    return replace(state, pop={**state.pop, **{cell: state.pop[cell] + n for cell, n in changes.items()}})


def return_populations(move: BotMove) -> Answer:
    """One by one where they are in least danger."""
    slot = move.decision.ask.form.slots[0]
    assert isinstance(slot, Split)
    crowd = Crowd(move.state)
    coming: dict[str, int] = {}
    for _ in range(slot.max):
        cells = [target.id for target in slot.targets if coming.get(target.id, 0) < target.max]
        best = min(cells, key=lambda cell: crowd.after({cell: 1}))
        coming[best] = coming.get(best, 0) + 1
        crowd = Crowd(with_more(move.state, coming))
    return {"cells": coming}


def pick_lost(move: BotMove) -> Answer:
    """One by one those in greatest danger."""
    slot = move.decision.ask.form.slots[0]
    assert isinstance(slot, Split)
    crowd = Crowd(move.state)
    going: dict[str, int] = {}
    for _ in range(slot.max):
        cells = [target.id for target in slot.targets if going.get(target.id, 0) < target.max]
        worst = min(cells, key=lambda cell: crowd.after({cell: -1}))
        going[worst] = going.get(worst, 0) + 1
        crowd = Crowd(with_more(move.state, {cell: -number for cell, number in going.items()}))
    return {"cells": going}


def continue_mediation(move: BotMove) -> Answer:
    """A second card where needs are missing."""
    camp = options_offered(move)[0].args["camp"]
    return {"answer": "reveal" if camp in Outlook(move.state).wanted else "stop"}


def bonus_camp(move: BotMove) -> Answer:
    """The camp with missing needs whose next card is most likely one."""
    state: State = move.state
    wanted = Outlook(state).wanted

    def chance_of_need(camp: str) -> int:
        pile = state.piles["med_red" if camp == "red" else "med_blue"]
        left = sum(card.type == "need" for card in MEDIATION_CARDS.values() if card.camp == camp)
        found = len(state.needs_found["red" if camp == "red" else "blue"])
        return 1000 * (camp in wanted) + 1000 * (left - found) // max(1, len(pile.cards) or len(pile.discard))

    return {"camp": max((option.id for option in options_offered(move)), key=chance_of_need)}


def choose_team(move: BotMove) -> Answer:
    """The team that does best in our trials."""
    return {"protector": "ilias", "mediators": ["diamandis", "nikitas"]}


def group_consent(move: BotMove) -> Answer:
    """Others know what they do."""
    return {"answer": "accept"}


def arrange_cards(move: BotMove) -> Answer:
    """Needs first, effects last."""
    order = ("need", "justification", "effect")
    cards = move.decision.ask.default["cards"]
    return {"cards": sorted(cards, key=lambda card: (order.index(MEDIATION_CARDS[card].type), card))}


def attack_window(move: BotMove) -> Answer:
    """A setback against many attacks; who holds nothing for this phase stays silent."""
    state: State = move.state
    ids = [option.id for option in options_offered(move)]
    delays = [name for name in ids if name.endswith(":delay")]
    if delays and state.attacks_left >= MANY_ATTACKS:
        return {"do": delays[0]}
    own = own_characters(state, move.decision.seat)
    keeps_shield = any(state.chars[name].power == "shield" and can_use(state, name, "power") for name in own)
    return {"do": "pass" if keeps_shield else "pass_phase"}


def attack_reveal(move: BotMove) -> Answer:
    """A shield for a crowded row, a base, a mediator, or populations that would be lost."""
    state: State = move.state
    cell = state.held.attack
    assert cell is not None
    covered = sum(is_covered(state, place) for place in ROWS[int(cell[1]) - 1])
    is_needed = (
        covered >= CROWDED_ROW
        or cell in state.bases.values()
        or any(sheet.cell == cell for sheet in state.chars.values())
        or Crowd(state).danger(cell) >= POPULATION
    )
    return {"do": options_offered(move)[0].id if is_needed and cell != state.base_u else "pass"}


STRATEGIES: dict[str, Callable[[BotMove], Answer]] = {
    "action": action,
    "pay_cancellation": pay_cancellation,
    "flee": flee,
    "return_populations": return_populations,
    "pick_lost": pick_lost,
    "continue_mediation": continue_mediation,
    "bonus_camp": bonus_camp,
    "choose_team": choose_team,
    "group_consent": group_consent,
    "arrange_cards": arrange_cards,
    "attack_window": attack_window,
    "attack_reveal": attack_reveal,
}
