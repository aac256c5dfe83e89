"""V.11. The deal: a minute of offers, counter-offers and bad faith."""

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Answer, Option
from domain.core.model import Ask, Limit, Outcome, again, ask_each, done
from domain.core.rules import rule
from domain.cosmic import frames
from domain.cosmic.board import duel_of, in_priority, mains, opponent
from domain.cosmic.edicts import dismissal
from domain.cosmic.facts import CameBack, DealFailed, DealMade, DealOpened, OfferMade, OfferWithdrawn, WalkedAway
from domain.cosmic.forms import pick, verb
from domain.cosmic.frames import DealTalk, Homecoming, Owed
from domain.cosmic.offers import can_be_carried_out, can_deal, is_empty, proposal_slots, proposed
from domain.cosmic.registry import answer, step
from domain.cosmic.state import Deal, State

MOST_PROPOSALS = 20
FAILURE_TOKENS = 3
WALK_AWAY = Option("walk_away")


def deal_of(state: State) -> Deal:
    """The negotiation under way."""
    assert state.deal is not None
    return state.deal


@step(DealTalk)
@rule("cosmic.deal.1", "cosmic.deal.2", "cosmic.deal.9", "cosmic.hidden.2")
def talk(state: State, frame: DealTalk, chance: Chance) -> Outcome:
    """Allies go home, then both main players may propose, accept or walk away as often as they like."""
    if frame.stage == "home":
        facts, then = dismissal(state, in_priority(state, duel_of(state).allies))
        return again(replace(frame, stage="talk"), *facts, DealOpened(), then=then)
    if not can_deal(state):
        return failed()
    seats = sorted(mains(state), key=lambda seat: seat in deal_of(state).away)
    return ask_each([_question(state, seat) for seat in seats])


@rule("cosmic.deal.3", "cosmic.deal.10")
def _question(state: State, seat: int) -> Ask:
    """Proposals as long as there are any left, the other's offer if it can be carried out, and the way out."""
    deal = deal_of(state)
    options: list[Option] = []
    may_speak = deal.made.get(seat, 0) < MOST_PROPOSALS
    slots = proposal_slots(state, seat)
    if may_speak and slots:
        options.append(Option("propose", {}, slots))
    offer = deal.offers.get(opponent(state, seat))
    if offer is not None and can_be_carried_out(state, offer):
        options.append(Option(f"accept:{offer.id}", {"offer": offer.id}))
    if may_speak and seat in deal.away:
        options.append(Option("come_back"))
    return Ask(
        seat=seat,
        kind="deal",
        form=pick(*options, WALK_AWAY),
        default={"do": WALK_AWAY.id},
        rules=("cosmic.deal.1", "cosmic.deal.3"),
        pace=True,
        actor_hidden=True,
        limit=Limit("deal", state.config.deal_seconds),
    )


@answer(DealTalk)
@rule("cosmic.deal.3", "cosmic.deal.8", "cosmic.deal.9")
def negotiate(state: State, frame: DealTalk, given: dict[int, Answer], chance: Chance) -> Outcome:
    """Acceptance closes the deal; when both have walked away it has failed."""
    ((seat, chosen),) = given.items()
    match verb(chosen):
        case ("propose",):
            offer = proposed(state, seat, chosen)
            made = OfferWithdrawn(seat=seat) if is_empty(offer) else OfferMade(seat=seat, offer=offer)
            return again(frame, made)
        case ("accept", _):
            offer = deal_of(state).offers[opponent(state, seat)]
            return done(DealMade(seat=seat, offer=offer), then=(frames.Settlement(offer=offer),))
        case ("come_back",):
            return again(frame, CameBack(seat=seat))
        case _:
            walked = WalkedAway(seat=seat)
            return failed(walked) if opponent(state, seat) in deal_of(state).away else again(frame, walked)


@rule("cosmic.deal.9")
def failed(*before: WalkedAway) -> Outcome:
    """Without a deal both pay."""
    return done(*before, DealFailed(), then=(frames.FailedDeal(),))


@step(frames.FailedDeal)
@rule("cosmic.deal.9")
def failed_deal(state: State, frame: frames.FailedDeal, chance: Chance) -> Outcome:
    """Each main player loses three tokens of its choice; the rest of the oval goes home."""
    if frame.stage == "choose":
        owed = tuple(Owed(seat=s, tokens=FAILURE_TOKENS, winner=opponent(state, s)) for s in mains(state))
        return again(replace(frame, stage="home"), then=(frames.Choosing(owed=owed, cause="failed_deal"),))
    return done(then=oval_goes_home(state))


@rule("cosmic.deal.7")
def oval_goes_home(state: State) -> tuple[frames.Placing, ...]:
    """The offence's tokens left on the oval return to its bases."""
    seat = duel_of(state).offence
    oval = state.tokens[seat].oval
    return (frames.Placing(homecomings=(Homecoming(seat=seat, places={"oval": oval}),)),) if oval else ()
