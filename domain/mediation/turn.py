"""Déroulement d'un tour de jeu. The phases of a turn and the number of attacks."""

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.model import Fact, Outcome, again, done
from domain.core.rules import rule
from domain.mediation.components import TRACK, Attacks
from domain.mediation.facts import AttacksSet, DiceRolled, ExtraAttacksSet, PhaseBegan, TurnBegan
from domain.mediation.frames import ActionPhase, Attack, AttackPhase, Disaster, Turn, Window
from domain.mediation.piles import Story, draw_attack
from domain.mediation.result import watched
from domain.mediation.ship import first_powers
from domain.mediation.state import State, mediation
from domain.mediation.team import handed_over

FIRST_POWERS_TURN = 7


@mediation.step(Turn)
@watched
@rule("mediation.turn.1", "mediation.turn.4", "mediation.var.dis.1")
def turn(state: State, frame: Turn, chance: Chance) -> Outcome:
    """Upkeep, attacks, the disaster's draw, actions, the disaster; then the next turn."""
    handed = handed_over(state)
    if handed:
        return again(frame, *handed)
    match frame.stage:
        case "upkeep":
            return again(Turn(stage="attack"), *upkeep(state, chance))
        case "attack":
            return again(Turn(stage="disaster"), PhaseBegan(phase="attack"), then=(AttackPhase(),))
        case "disaster":
            if not has_disaster(state):
                return again(Turn(stage="action"))
            return again(Turn(stage="action"), PhaseBegan(phase="disaster_draw"), then=(Disaster(stage="draw"),))
        case "action":
            return again(Turn(stage="resolve"), PhaseBegan(phase="action"), then=(ActionPhase(),))
        case "resolve":
            if state.active_disaster is None:
                return again(Turn(stage="upkeep"))
            resolve = Disaster(stage="resolve")
            return again(Turn(stage="upkeep"), PhaseBegan(phase="disaster_resolve"), then=(resolve,))


@rule("mediation.var.dis.1")
def has_disaster(state: State) -> bool:
    """Disasters come with the pyramids, on the spaces that show them."""
    return state.options.pyramids and TRACK[state.turn].disaster


@rule("mediation.turn.3", "mediation.end.3", "mediation.ship.6")
def upkeep(state: State, chance: Chance) -> tuple[Fact, ...]:
    """The turn cube advances, action cubes return; turn 7 brings the first power cards."""
    story = Story(state)
    story.tell(PhaseBegan(phase="upkeep"), TurnBegan(turn=state.turn + 1))
    if state.turn + 1 == FIRST_POWERS_TURN and "power" in state.piles and not state.powers_unlocked:
        first_powers(story, chance)
    return tuple(story.facts)


@rule("mediation.attack.1")
def attacks_shown(state: State) -> Attacks:
    """What the space under the turn cube shows for the number of characters."""
    space = TRACK[state.turn]
    return space.attacks_4 if state.options.characters == 4 else space.attacks_7


@mediation.step(AttackPhase, background=True)
@rule("mediation.attack.1", "mediation.attack.2", "mediation.power.1")
def attack_phase(state: State, frame: AttackPhase, chance: Chance) -> Outcome:
    """Attacks are counted, then drawn and resolved one by one, with windows for power cards."""
    if frame.given is not None:
        frame = replace(frame, silent=tuple(int(seat) for seat in frame.given.split()))
    match frame.stage:
        case "count":
            return again(replace(frame, stage="window"), *counted(state, chance))
        case "window" if state.attacks_left:
            before = Window(kind="attack_window", is_first=frame.is_first, silent=frame.silent)
            return again(replace(frame, stage="draw", is_first=False), then=(before,))
        case "draw" if state.attacks_left:
            return drawn(state, frame, chance)
        case "resolve":
            cell = state.held.attack
            return again(replace(frame, stage="window"), then=(Attack(cell=cell),) if cell else ())
    return done()


def drawn(state: State, frame: AttackPhase, chance: Chance) -> Outcome:
    """The next attack card is turned over; then shields may be used."""
    story = Story(state)
    story.tell(AttacksSet(left=state.attacks_left - 1))
    draw_attack(story, chance)
    after = Window(kind="attack_reveal", silent=frame.silent)
    return again(replace(frame, stage="resolve"), *story.facts, then=(after,))


@rule("mediation.attack.1", "mediation.rand.1")
def counted(state: State, chance: Chance) -> tuple[Fact, ...]:
    """The number of the space or of its dice, and the extra attacks announced before."""
    shown = attacks_shown(state)
    faces = tuple(chance.die(f"attack.dice/{state.turn}") for _ in range(shown.dice))
    number = shown.number + sum(faces) + state.extra_attacks
    rolled = (DiceRolled(turn=state.turn, faces=faces),) if faces else ()
    used_up = (ExtraAttacksSet(n=0),) if state.extra_attacks else ()
    return (*rolled, AttacksSet(left=number), *used_up)
