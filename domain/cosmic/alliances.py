"""V.7. Allies."""

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Answer, Form, Option, Select
from domain.core.model import Ask, Outcome, again, ask, done
from domain.core.rules import rule
from domain.cosmic import frames
from domain.cosmic.board import DEFENCE, OFFENCE, bases, duel_of, is_active, main_of, on_bases, outsiders, seat_of
from domain.cosmic.facts import AllyDeclined, AllyJoined, Invited
from domain.cosmic.forms import DECLINE, pick, seat_option, take_order, token_split, verb
from domain.cosmic.frames import AllyAnswers, DuelCourse
from domain.cosmic.opening import MOST_TOKENS
from domain.cosmic.registry import STANDS, answer, step
from domain.cosmic.stages import Answering, Stage, at
from domain.cosmic.state import Side, State
from domain.cosmic.windows import comes_first

AFTER = {OFFENCE: 120, DEFENCE: 130}
SIDES: tuple[Side, Side] = (OFFENCE, DEFENCE)


def invite(side: Side) -> Stage:
    """The stage at which a side calls for allies."""

    @rule("cosmic.ally.1", "cosmic.ally.2")
    def inviting(state: State, frame: DuelCourse, chance: Chance) -> Outcome:
        """A main player invites any of the seats outside the duel."""
        seats = tuple(seat_option(state, seat) for seat in outsiders(state))
        return ask(
            Ask(
                seat=main_of(state, side),
                kind=f"invite_{side}",
                form=Form((Select(name="seats", items=seats, min=0, max=len(seats)),)),
                default={"seats": []},
                rules=("cosmic.ally.1" if side == OFFENCE else "cosmic.ally.2",),
            )
        )

    return inviting


def invited(side: Side) -> Answering:
    """What an invitation leads to."""

    def inviting(state: State, frame: DuelCourse, given: dict[int, Answer], chance: Chance) -> Outcome:
        colours = given[main_of(state, side)]["seats"]
        seats = tuple(seat_of(state, colour) for colour in colours)
        return at(AFTER[side], frame, Invited(side=side, seats=seats))

    return inviting


@rule("cosmic.ally.3")
def answers(state: State) -> frames.AllyAnswers:
    """Seats outside the duel answer clockwise from the offence's left."""
    return AllyAnswers(left=outsiders(state))


@rule("cosmic.ally.3", "cosmic.ally.4")
def open_sides(state: State, seat: int) -> tuple[Side, ...]:
    """The sides that a seat has been invited to."""
    invited = duel_of(state).invited
    return tuple(side for side in SIDES if seat in invited.get(side, ()))


@rule("cosmic.pw.parasite", "cosmic.pw.magnet")
def joinable(state: State, seat: int) -> tuple[Side, ...]:
    """An order prevails; a Parasite may join either side; the others where they are invited."""
    order = duel_of(state).orders.get(seat)
    if order is not None:
        return tuple(side for side in SIDES if order == f"join_{side}")
    return SIDES if is_active(state, seat, "parasite") else open_sides(state, seat)


@step(AllyAnswers)
@rule("cosmic.ally.3", "cosmic.ally.4", "cosmic.ally.5", "cosmic.pw.parasite")
def ally_answers(state: State, frame: AllyAnswers, chance: Chance) -> Outcome:
    """One seat after another joins a side with one to four tokens, or declines."""
    first = comes_first(state, frame)
    if first:
        return first
    if not frame.left:
        return done()
    seat, following = frame.left[0], replace(frame, left=frame.left[1:], pending=None)
    if frame.pending is not None and frame.given == STANDS:
        return again(following, joined(seat, frame.pending))
    if seat not in asked_seats(state) or not on_bases(state, seat):
        return again(following)
    if not joinable(state, seat):
        return again(following, AllyDeclined(seat=seat))
    return ask(_question(state, seat))


def asked_seats(state: State) -> tuple[int, ...]:
    """Seats that have something to answer, or had before their Parasite was stopped."""
    orders = duel_of(state).orders
    return tuple(
        seat
        for seat in outsiders(state)
        if joinable(state, seat) or (seat not in orders and _was_parasite(state, seat))
    )


def _was_parasite(state: State, seat: int) -> bool:
    return f"{seat}:parasite" in duel_of(state).uses


def _question(state: State, seat: int) -> Ask:
    most = min(MOST_TOKENS, on_bases(state, seat))
    slot = token_split(bases(state, seat), 1, most)
    sides = joinable(state, seat)
    options = [Option(f"join:{side}", {"side": side}, (slot,)) for side in sides]
    default: Answer = {"do": DECLINE.id}
    if seat in duel_of(state).orders:
        default = {"do": f"join:{sides[0]}", "tokens": take_order(state, seat, 1)}
    else:
        options.append(DECLINE)
    rules = ("cosmic.ally.3", "cosmic.ally.5")
    return Ask(seat=seat, kind="ally_answer", form=pick(*options), default=default, rules=rules)


def joined(seat: int, chosen: Answer) -> AllyJoined:
    """An ally with its tokens."""
    side = SIDES[SIDES.index(verb(chosen)[1])]
    return AllyJoined(seat=seat, side=side, bases=chosen["tokens"])


@answer(AllyAnswers)
@rule("cosmic.ally.3", "cosmic.ally.4", "cosmic.pw.parasite")
def ally(state: State, frame: AllyAnswers, given: dict[int, Answer], chance: Chance) -> Outcome:
    """Joining a side that did not invite is a use of the Parasite."""
    ((seat, chosen),) = given.items()
    following = replace(frame, left=frame.left[1:], pending=None)
    if chosen["do"] == DECLINE.id:
        return again(following, AllyDeclined(seat=seat))
    side = verb(chosen)[1]
    if side in open_sides(state, seat) or seat in duel_of(state).orders:
        return again(following, joined(seat, chosen))
    declared = frames.Declaration(seat=seat, power="parasite", option=f"parasite:{side}")
    return again(replace(frame, pending=chosen), then=(declared,))
