"""Claim windows and conflicts with secret stakes."""

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Amount, Answer, Form, Option, Pick
from domain.core.model import WINDOW, Ask, Fact, Outcome, again, ask, ask_each, done
from domain.core.rules import rule
from domain.water import frames
from domain.water.announcing import carry_out
from domain.water.apply_works import drawn
from domain.water.collection import pair_rank, split_of
from domain.water.components import ACTIONS, FACES
from domain.water.eligibility import claimable, shortage
from domain.water.facts import (
    CardResolved,
    CellReserved,
    ClaimsClosed,
    Conceded,
    ConflictResolved,
    StakesRevealed,
    WaterTaken,
)
from domain.water.forms import PASS, deed, pick
from domain.water.needs import thirsty
from domain.water.state import Announcement, Conflict, State, water

EXPERTS, GOOD_OFFICES = "A21", "A22"
Water = dict[str, int]


def conflict_of(state: State) -> Conflict:
    """What is announced."""
    assert state.conflict is not None
    return state.conflict


@water.step(frames.Claim)
@rule("water.conflict.2")
def claim(state: State, frame: frames.Claim, chance: Chance) -> Outcome:
    """All who may contest are asked at once, sealed."""
    found = conflict_of(state)
    asks = [
        Ask(
            seat=seat,
            kind="claim_window",
            form=pick(claim_option(state, found.action, seat), PASS),
            default={"do": "pass"},
            rules=("water.conflict.2",),
            limit=WINDOW,
        )
        for seat in found.eligible
    ]
    return ask_each(asks, gather=True)


@rule("water.conflict.2")
def claim_option(state: State, action: Announcement, seat: int) -> Option:
    """A card or construction is contested as a whole; of water only the shortage can be claimed."""
    if action.cause in ("card", "build"):
        return Option("claim")
    pairs = claimable(state, action, seat)
    announced, lacking = drawn(action.water), thirsty(state, seat)
    gives = {cell: announced[cell] for cell in drawn(pairs)}
    takes = {building: lacking[building] for building in dict.fromkeys(pair.split(">")[1] for pair in pairs)}
    return deed("claim", split_of(pairs, gives, takes, shortage(state, action, seat)))


@water.answer(frames.Claim)
@rule("water.conflict.2", "water.conflict.3")
def claimed(state: State, frame: frames.Claim, given: dict[int, Answer], chance: Chance) -> Outcome:
    """Without a claim the deed is done; each claimant has used its claim of the phase."""
    action = conflict_of(state).action
    seats = tuple(seat for seat in state.order if given.get(seat, {}).get("do") == "claim")
    if not seats:
        return done(ClaimsClosed(seats=(), claims={}), *carry_out(state, action))
    claims = {seat: given[seat].get("water", {}) for seat in seats}
    return done(ClaimsClosed(seats=seats, claims=claims), then=(frames.Conflict(),))


@water.step(frames.Conflict)
@rule("water.conflict.4", "water.conflict.5")
def conflict(state: State, frame: frames.Conflict, chance: Chance) -> Outcome:
    """The actor fights or concedes; if it fights, all stake in secret."""
    found = conflict_of(state)
    if frame.stage == "response":
        form = pick(Option("fight"), Option("concede"))
        default = {"do": "fight"}
        seat, rules = found.action.actor, ("water.conflict.4",)
        return ask(Ask(seat=seat, kind="conflict_response", form=form, default=default, rules=rules))
    return ask_each([stake_question(state, seat) for seat in participants(state)], gather=True)


def participants(state: State) -> tuple[int, ...]:
    """The actor, then the claimants in the order of the turn."""
    found = conflict_of(state)
    return (found.action.actor, *(seat for seat in state.order if seat in found.claims))


@rule("water.conflict.5")
def stake_question(state: State, seat: int) -> Ask:
    """A claimant stakes at least one point if it has one; the actor may stake none."""
    least = 0 if seat == conflict_of(state).action.actor else min(1, state.vp[seat])
    held = [card for card in (EXPERTS, GOOD_OFFICES) if card in state.hand[seat]]
    cards = (Option("none"), *(Option(card, {"card": card}) for card in held))
    form = Form((Amount(name="stake", min=least, max=state.vp[seat]), Pick(name="card", options=cards)))
    default = {"stake": least, "card": "none"}
    pace, rules = bool(state.hand[seat]), ("water.conflict.5",)
    return Ask(seat=seat, kind="conflict_stake", form=form, default=default, rules=rules, pace=pace)


@water.answer(frames.Conflict)
def answered(state: State, frame: frames.Conflict, given: dict[int, Answer], chance: Chance) -> Outcome:
    """What the actor says, or what all have staked."""
    if frame.stage == "stakes":
        return fought(state, given, chance)
    if given[conflict_of(state).action.actor]["do"] == "fight":
        return again(replace(frame, stage="stakes"))
    return done(*conceded(state))


@rule("water.conflict.4")
def conceded(state: State) -> tuple[Fact, ...]:
    """Claims are honoured in the order of the turn, as far as announced cubes remain; nobody stakes."""
    found = conflict_of(state)
    action = found.action
    if action.cause in ("card", "build"):
        got: dict[int, Water] = {seat: {} for seat in participants(state)[1:]}
        return (Conceded(actor=action.actor, got=got), *cancelled(action, participants(state)[1]))
    left, got = drawn(action.water), {}
    for seat in participants(state)[1:]:
        got[seat] = honoured(found.claims[seat], left)
    grants = tuple(WaterTaken(seat=seat, water=water) for seat, water in got.items() if water)
    rest = reduced(action, tuple(got.values()))
    return (Conceded(actor=action.actor, got=got), *grants, *carry_out(state, rest))


def honoured(claim: Water, left: Water) -> Water:
    """The part of a claim for which cubes are left; they are used up."""
    found = {}
    for pair in sorted(claim, key=pair_rank):
        cell = pair.split(">")[0]
        number = min(claim[pair], left[cell])
        left[cell] -= number
        if number:
            found[pair] = number
    return found


@rule("water.conflict.8")
def reduced(action: Announcement, claims: tuple[Water, ...]) -> Announcement:
    """The announced deed without the cubes that others got, cut from its last entries."""
    gone: Water = {}
    for claim in claims:
        for cell, number in drawn(claim).items():
            gone[cell] = gone.get(cell, 0) + number
    left = dict(action.water)
    for entry in sorted(left, key=lambda name: pair_rank(name) if ">" in name else (0, 0), reverse=True):
        cell = entry.split(">")[0]
        cut = min(left[entry], gone.get(cell, 0))
        gone[cell] = gone.get(cell, 0) - cut
        left[entry] -= cut
    return replace(action, water={entry: number for entry, number in left.items() if number})


@rule("water.conflict.5", "water.conflict.6", "water.conflict.7")
def fought(state: State, given: dict[int, Answer], chance: Chance) -> Outcome:
    """All stakes are shown and lost; stake and die decide, ties go to the actor, then to the order of the turn."""
    seats = participants(state)
    stakes = {seat: given[seat]["stake"] for seat in seats}
    cards = {seat: given[seat]["card"] for seat in seats if given[seat]["card"] != "none"}
    shown = StakesRevealed(stakes=stakes, cards=cards)
    if GOOD_OFFICES in cards.values():
        off = ConflictResolved(outcome="called_off")
        return done(shown, off, *carry_out(state, conflict_of(state).action))
    rolls = {seat: chance.pick(f"conflict/{state.turn}/{state.phase}/{seat}", FACES) for seat in seats}
    bonus = {seat: ACTIONS[EXPERTS].amount for seat, card in cards.items() if card == EXPERTS}
    scores = {seat: stakes[seat] + rolls[seat] + bonus.get(seat, 0) for seat in seats}
    winner = max(seats, key=lambda seat: scores[seat])
    resolved = ConflictResolved(
        outcome="actor" if winner == seats[0] else "claimant", winner=winner, rolls=rolls, scores=scores, lost=stakes
    )
    return done(shown, resolved, *outcome(state, winner))


@rule("water.conflict.8")
def outcome(state: State, winner: int) -> tuple[Fact, ...]:
    """The actor carries out its deed; a claimant gets its cubes, or cancels card or construction."""
    found = conflict_of(state)
    action = found.action
    if winner == action.actor:
        return carry_out(state, action)
    if action.cause in ("card", "build"):
        return cancelled(action, winner)
    claim = found.claims[winner]
    return (WaterTaken(seat=winner, water=claim), *carry_out(state, reduced(action, (claim,))))


@rule("water.conflict.8", "water.card.3")
def cancelled(action: Announcement, seat: int) -> tuple[Fact, ...]:
    """A card has no effect; the place of a construction is kept for the seat in this phase."""
    card = () if action.card is None else (CardResolved(seat=action.actor, card=action.card, cancelled=True),)
    kept = (CellReserved(cells=action.cells, seat=seat),) if action.cause == "build" else ()
    return (*card, *kept)
