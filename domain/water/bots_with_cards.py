"""Which action card the sensible opponent plays, if any."""

from domain.core.forms import Answer, Option, Pick, Split
from domain.water.activation import pending
from domain.water.needs import unmet_of
from domain.water.networks import access
from domain.water.state import State

Options = dict[str, Option]
AT_ONCE = ("A17", "A05", "A19")


def best_card(state: State, seat: int, options: Options) -> Answer | None:
    """A helpful card as soon as it is useful, a penalty for the community with most points; else none."""
    for name, option in options.items():
        card = name.split(":")[1]
        if card in AT_ONCE or _helps(state, seat, card):
            return _filled(name, option, state, seat)
    leader = max((other for other in range(state.n) if other != seat), key=lambda other: (state.vp[other], -other))
    for name, option in options.items():
        if _hits(state, name, option, leader):
            return _filled(name, option, state, seat, leader)
    return None


def _helps(state: State, seat: int, card: str) -> bool:
    """Whether a helpful card is of use on the table as it is."""
    waits = bool(pending(state, seat))
    lacking = unmet_of(state, seat) > 0
    useful = {
        "A01": lacking and sum(state.water[cell] for cell in access(state, seat)) < unmet_of(state, seat),
        "A02": lacking and not sum(state.water[cell] for cell in access(state, seat)),
        "A06": state.thunes[seat] >= 5 and not state.modifiers[seat].public_works,
        "A07": True,
        "A08": waits,
        "A09": waits,
        "A10": waits,
        "A11": waits and not state.modifiers[seat].trade_deal,
    }
    return useful.get(card, False)


def _hits(state: State, name: str, option: Option, leader: int) -> bool:
    """Whether a penalty can strike the leading community."""
    _, card, *rest = name.split(":")
    if card == "A04":
        return rest == [f"s{leader}"]
    if card in ("A13", "A16", "A18"):
        return any(choice.id == f"s{leader}" for choice in _choices(option))
    return card in ("A14", "A15") and bool(_buildings(state, option, leader))


def _choices(option: Option) -> tuple[Option, ...]:
    slot = option.slots[0]
    return slot.options if isinstance(slot, Pick) else ()


def _buildings(state: State, option: Option, seat: int) -> list[str]:
    return [choice.id for choice in _choices(option) if seat in state.constructions[choice.id].owners]


def _filled(name: str, option: Option, state: State, seat: int, leader: int | None = None) -> Answer:
    """The card on its best target: what lies in own reach, or what the leader owns."""
    answer: Answer = {"do": name}
    for slot in option.slots:
        if isinstance(slot, Split):
            answer[slot.name] = _cubes(slot)
        elif isinstance(slot, Pick):
            answer[slot.name] = _target(slot, option, state, seat, leader)
    return answer


def _cubes(slot: Split) -> dict[str, int]:
    found: dict[str, int] = {}
    for target in slot.targets:
        number = min(target.max, slot.max - sum(found.values()))
        if number:
            found[target.id] = number
    return found


def _target(slot: Pick, option: Option, state: State, seat: int, leader: int | None) -> str:
    ids = [choice.id for choice in slot.options]
    if leader is not None:
        return f"s{leader}" if f"s{leader}" in ids else _buildings(state, option, leader)[0]
    reachable = access(state, seat)
    return next((cell for cell in ids if cell in reachable), ids[0])
