"""The sensible opponent: serves its needs, trades what it can spare, builds what it lacks."""

from collections.abc import Callable

from domain.core.forms import Amount, Answer, Option, Pick, Split, options_of
from domain.core.game import BotMove
from domain.water import frames
from domain.water.board import CELLS, INDEX, NEIGHBOURS, RIVER, TERRAIN, distance
from domain.water.bots_at_work import best_building, best_supply
from domain.water.bots_with_cards import best_card
from domain.water.bots_with_dams import best_dam, is_worth_it
from domain.water.collection import pair_rank, served_rank
from domain.water.mediator import turns_of
from domain.water.needs import thirsty, unmet_of
from domain.water.networks import access, network_of, reach_of
from domain.water.state import State, water

HOME_GAP = 3
CLAIMED_CARDS = ("A13", "A14", "A15", "A16", "A18")


@water.bot("sensible", offers=True)
def sensible(move: BotMove) -> Answer | None:
    """Answers each kind of decision by a simple rule, plays a card when it helps, waits for answers to its offers."""
    return STRATEGIES[move.decision.ask.kind](move)


def options(move: BotMove) -> dict[str, Option]:
    """The deeds of a decision by id."""
    slot = move.decision.ask.form.slots[0]
    assert isinstance(slot, Pick)
    return {option.id: option for option in options_of(slot, move.decision.ask.form)}


def by_default(move: BotMove) -> Answer:
    """What happens when nobody answers."""
    return move.decision.ask.default


def home(move: BotMove) -> Answer:
    """Near water and meadow, away from others."""
    state: State = move.state
    names = list(options(move))
    apart = [n for n in names if all(distance(n[5:], cell) >= HOME_GAP for cell in state.constructions)]
    return {"do": max(apart or names, key=lambda name: _promise(name[5:]))}


def _promise(cell: str) -> tuple[int, int]:
    near = [other for other in CELLS if distance(cell, other) <= 2 and other != cell]
    rivers = sum(other in RIVER for other in near)
    meadow = sum(TERRAIN[other] == "meadow" for other in near)
    return 20 * min(2, len(NEIGHBOURS[cell] & set(RIVER))) + 7 * rivers + 6 * meadow, -INDEX[cell]


def collect(move: BotMove) -> Answer:
    """Water that nobody else can reach first; then what the dam can bring, then what a station can make."""
    state, seat, known = move.state, move.decision.seat, options(move)
    taken = _plan(state, seat) if "take" in known else {}
    if taken:
        return {"do": "take", "water": taken}
    if unmet_of(state, seat):
        for name, option in known.items():
            if name.startswith("fill:") and (brought := _brought(state, seat, name[5:], option)):
                return {"do": name, "water": brought}
            if name.startswith("treat:") and (cleaned := _cleaned(state, seat, option)):
                return {"do": name, **cleaned}
    return {"do": "done"}


def _plan(state: State, seat: int) -> dict[str, int]:
    """One take for all needs, from cells that no community still to collect can reach where possible."""
    waiting = [other for other in range(state.n) if other != seat and not state.collect_done[other]]
    shared = {cell for other in waiting for cell in access(state, other)}
    left, lacking, found = dict(state.water), thirsty(state, seat), dict[str, int]()
    for building in sorted(lacking, key=lambda cell: served_rank(state, cell)):
        for _ in range(lacking[building]):
            sources = [cell for cell in reach_of(state, seat, building) if left[cell]]
            if not sources:
                break
            source = min(sources, key=lambda cell: (cell in shared, -left[cell], INDEX[cell]))
            left[source] -= 1
            found[f"{source}>{building}"] = found.get(f"{source}>{building}", 0) + 1
    return {pair: found[pair] for pair in sorted(found, key=pair_rank)}


def _brought(state: State, seat: int, dam: str, option: Option) -> dict[str, int]:
    """As many cubes as the own buildings beside the dam lack."""
    near = [b for b in thirsty(state, seat) if network_of(state, seat, b) == network_of(state, seat, dam)]
    slot = option.slots[0]
    assert isinstance(slot, Split)
    return _filled(slot, min(slot.max, sum(thirsty(state, seat)[b] for b in near)))


def _filled(slot: Split, goal: int) -> dict[str, int]:
    """Targets of a split raised in their order up to a total, within all bounds."""
    found = dict.fromkeys((target.id for target in slot.targets), 0)
    most = {target.id: target.max for target in slot.targets}
    groups = {t: [group for group in slot.groups if t in group.targets] for t in found}
    for name in found:
        while sum(found.values()) < goal and found[name] < most[name]:
            if any(sum(found[t] for t in group.targets) >= group.max for group in groups[name]):
                break
            found[name] += 1
    return {name: number for name, number in found.items() if number}


def _cleaned(state: State, seat: int, option: Option) -> Answer:
    """A treated cube for a building that lacks one, while coins last."""
    cell, use = option.slots
    assert isinstance(cell, Pick) and isinstance(use, Pick)
    if state.thunes[seat] < 4 or use.options[0].id == "put_back":
        return {}
    return {"cell": cell.options[0].id, "use": use.options[0].id}


def claim(move: BotMove) -> Answer:
    """Water it will lack, more often than not; penalties if it has points to stake; never constructions."""
    state, found = move.state, move.state.conflict
    slots = options(move)["claim"].slots
    if slots and isinstance(slots[0], Split) and move.below(10) < 6:
        return {"do": "claim", "water": _filled(slots[0], slots[0].max)}
    if not slots and found.action.card in CLAIMED_CARDS and state.vp[move.decision.seat] >= 2:
        return {"do": "claim"}
    return {"do": "pass"}


def stake(move: BotMove) -> Answer:
    """One point, two if much is at issue; an expert report helps, good offices spare the actor."""
    state, seat = move.state, move.decision.seat
    action = state.conflict.action
    amount, card = move.decision.ask.form.slots
    assert isinstance(amount, Amount) and isinstance(card, Pick)
    cubes = max((sum(claim.values()) for claim in state.conflict.claims.values()), default=0)
    points = 2 if cubes >= 2 or action.card == "A16" else 1
    held = {option.id for option in card.options}
    chosen = "A22" if "A22" in held and seat == action.actor else "A21" if "A21" in held else "none"
    return {"stake": min(max(points, amount.min), amount.max), "card": chosen}


def treat(move: BotMove) -> Answer:
    """Where most pollution lies, while coins last; in the last turn all of them."""
    state, seat = move.state, move.decision.seat
    reserve = 2 if state.turn == turns_of(state) else 8
    deeds = [name for name in options(move) if name != "done"]
    if not deeds or state.thunes[seat] < reserve:
        return {"do": "done"}
    return {"do": max(deeds, key=lambda name: state.pollution[name.split(":")[2]])}


def riot(move: BotMove) -> Answer:
    """Social mediation whenever it is at hand."""
    return {"do": next(iter(options(move)))}


def consent(move: BotMove) -> Answer:
    """A share of a dam that pays."""
    asked = move.frame
    assert isinstance(asked, frames.Consent)
    pays = is_worth_it(move.state, move.decision.seat, asked.site, len(asked.seats) + 1)
    return {"do": "accept" if pays else "decline"}


def supply(move: BotMove) -> Answer | None:
    """Answers offers, activates, asks for what is missing, sells what is spare."""
    return best_supply(move.state, move.decision.seat, options(move))


def build(move: BotMove) -> Answer:
    """A dam that pays, else what the community lacks most."""
    dam = best_dam(move.state, move.decision.seat, move.decision.ask.form)
    return dam or best_building(move.state, move.decision.seat, move.decision.ask.form, move.below)


def play_card(move: BotMove) -> Answer | None:
    """The card that helps most now, if one does."""
    return best_card(move.state, move.decision.seat, options(move))


STRATEGIES: dict[str, Callable[[BotMove], Answer | None]] = {
    "mediator_choose_cards": by_default,
    "mediator_reveal": by_default,
    "place_home": home,
    "opening_build": build,
    "collect_action": collect,
    "claim_window": claim,
    "conflict_response": by_default,
    "conflict_stake": stake,
    "supply_action": supply,
    "riot_reaction": riot,
    "treat_action": treat,
    "build_action": build,
    "dam_consent": consent,
    "demolition_consent": by_default,
    "play_card": play_card,
}
