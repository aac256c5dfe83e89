"""Actions de groupe à distance. Three characters together, and the consent of those who play them."""

from domain.core.chance import Chance
from domain.core.forms import Answer, Option, Pick, Select, pick_form
from domain.core.model import Ask, Fact, Frame, Outcome, done
from domain.core.rules import rule
from domain.mediation.board import can_use, in_play, owner_of
from domain.mediation.cancelling import cancelled
from domain.mediation.components import CELLS
from domain.mediation.disasters import paid_off
from domain.mediation.facts import CubePlaced, GroupRefused, GroupStarted
from domain.mediation.forms import character_option, has_room_besides, movables, targets
from domain.mediation.frames import Completed, Group
from domain.mediation.movement import teleported
from domain.mediation.pyramids import base_teleported
from domain.mediation.result import watched
from domain.mediation.state import SlotKind, State, mediation
from domain.mediation.team import ask_sealed

REMOTE: dict[str, SlotKind] = {"remote_teleport": "td", "remote_cancel": "ad"}
TOGETHER = frozenset({*REMOTE, "pay_disaster", "teleport_base"})
"""Actions that may need more than the seat that starts them."""


@rule("mediation.group.consent")
def may_propose(state: State, seat: int) -> bool:
    """After a refusal a seat proposes nothing until some action was completed."""
    return state.seats[seat].refused_at != state.acted


@rule("mediation.group.td", "mediation.eff.blackout")
def remote_teleport_options(state: State, character: str) -> tuple[Option, ...]:
    """Three cubes teleport any population or pyramid."""
    if state.blackout or not is_anything_movable(state):
        return ()
    return group_options(state, character, "remote_teleport", Pick(name="what", of="movables"))


def is_anything_movable(state: State) -> bool:
    """Whether some population or pyramid has somewhere to go."""
    first = next((cell for cell in CELLS if state.pop[cell]), None)
    return (first is not None and has_room_besides(state, first)) or bool(movables(state))


@rule("mediation.group.ad")
def remote_cancel_options(state: State, character: str) -> tuple[Option, ...]:
    """Three cubes cancel anything anywhere."""
    if not targets(state):
        return ()
    return group_options(state, character, "remote_cancel", Pick(name="target", of="targets"))


def partners(state: State, character: str, slot: SlotKind) -> tuple[str, ...]:
    """Other characters with a cube and a free place of this kind."""
    return tuple(name for name in in_play(state) if name != character and can_use(state, name, slot))


def group_options(state: State, character: str, verb: str, slot: Pick) -> tuple[Option, ...]:
    """The option of a group action, if three characters can take part."""
    others = partners(state, character, REMOTE[verb])
    if len(others) < 2 or not can_use(state, character, REMOTE[verb]):
        return ()
    members = Select(name="others", items=tuple(character_option(name) for name in others), min=2, max=2)
    return (Option(f"{verb}:{character}", {"character": character}, (members, slot)),)


@rule("mediation.group.consent", "mediation.coop.2", "mediation.coop.4")
def whose_consent(state: State, seat: int, answer: Answer) -> tuple[int, ...]:
    """Other owners join in a group action; all others agree to teleport a base; a vote pays for a disaster."""
    verb = answer["do"].split(":")[0]
    others = tuple(number for number in range(state.players) if number != seat and not state.seats[number].left)
    if verb in REMOTE:
        owners = {owner_of(state, name) for name in answer["others"]}
        return tuple(sorted(owners - {seat}))
    if verb == "pay_disaster" and (state.options.team_policy == "owner" or len(others) <= 1):
        return ()
    return others


def started(state: State, seat: int, answer: Answer) -> tuple[tuple[Fact, ...], tuple[Frame, ...]]:
    """What needs nobody's consent is done at once; else the others are asked."""
    if not whose_consent(state, seat, answer):
        facts, then = together(state, seat, answer)
        return facts, (*then, Completed())
    return (GroupStarted(seat=seat, do=answer),), (Group(seat=seat, do=answer),)


@mediation.step(Group)
@watched
@rule("mediation.group.consent")
def group(state: State, frame: Group, chance: Chance) -> Outcome:
    """Everyone concerned is asked at once, sealed until the last has answered."""
    if state.expired:
        return done(GroupRefused(seat=frame.seat))
    form = pick_form("answer", Option("accept"), Option("refuse"))
    questions = [
        Ask(
            seat=seat,
            kind="group_consent",
            form=form,
            default={"answer": "refuse"},
            rules=("mediation.group.consent",),
        )
        for seat in whose_consent(state, frame.seat, frame.do)
    ]
    return ask_sealed(state, frame, questions, settle, chance)


@mediation.answer(Group)
@watched
@rule("mediation.group.consent", "mediation.coop.4")
def settle(state: State, frame: Group, given: dict[int, Answer], chance: Chance) -> Outcome:
    """With enough consent the action is carried out; else nothing is spent."""
    agreed = sum(answer["answer"] == "accept" for answer in given.values())
    if not has_consent(state, frame, agreed):
        return done(GroupRefused(seat=frame.seat))
    facts, then = together(state, frame.seat, frame.do)
    return done(*facts, then=(*then, Completed()))


@rule("mediation.group.consent", "mediation.coop.4")
def has_consent(state: State, frame: Group, agreed: int) -> bool:
    """All must accept; to pay for a disaster half of all seats are enough, the starter counted."""
    asked = whose_consent(state, frame.seat, frame.do)
    if frame.do["do"] == "pay_disaster":
        return 2 * (agreed + 1) >= len(asked) + 1
    return agreed == len(asked)


@rule("mediation.group.td", "mediation.group.ad")
def together(state: State, seat: int, answer: Answer) -> tuple[tuple[Fact, ...], tuple[Frame, ...]]:
    """A group action takes a cube of each; free team actions take none."""
    match answer["do"].split(":"):
        case ["remote_teleport", character]:
            what, cell = answer["what"].split(":")
            return (*cubes(state, character, answer, "td"), teleported(what, cell, answer["to"])), ()
        case ["remote_cancel", character]:
            what, cell = answer["target"].split(":")
            return (*cubes(state, character, answer, "ad"), cancelled(what, cell, "remote")), ()
        case ["teleport_base", camp]:
            return base_teleported(state, seat, camp, answer["to"])
    return paid_off(state, answer["energy"]), ()


def cubes(state: State, character: str, answer: Answer, slot: SlotKind) -> tuple[Fact, ...]:
    """One cube of each of the three."""
    members = {character, *answer["others"]}
    return tuple(CubePlaced(character=name, slot=slot) for name in in_play(state) if name in members)
