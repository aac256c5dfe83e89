"""What can happen in Rencontre Cosmique; who may see which part of it."""

from typing import Annotated, Literal

from domain.core.model import Fact
from domain.core.words import count_for_others, nobody, only, public, reveals, until_field
from domain.cosmic.state import DealOffer, Public, Side, TableCard

Cause = Literal["duel", "failed_deal", "plague", "shadow", "hate", "judge", "vacuum"]
Why = Literal["consolation", "mutant", "philanthropist", "trader", "damages", "deal"]

# Set-up


class ColourChosen(Fact, tag="cosmic.colour_chosen.v1"):
    seat: Public[int]
    colour: Public[str]


class PowersShuffled(Fact, tag="cosmic.powers_shuffled.v1"):
    deck: Annotated[tuple[str, ...], nobody, count_for_others]


class PowersDealt(Fact, tag="cosmic.powers_dealt.v1"):
    seat: Public[int]
    powers: Annotated[tuple[str, ...], only("seat"), count_for_others, reveals]


class PowerRejected(Fact, tag="cosmic.power_rejected.v1"):
    seat: Public[int]
    power: Annotated[str, only("seat")]


class PowersShown(Fact, tag="cosmic.powers_shown.v1"):
    seat: Public[int]
    powers: Annotated[tuple[str, ...], public, reveals]


class DeckShuffled(Fact, tag="cosmic.deck_shuffled.v1"):
    deck: Annotated[tuple[str, ...], nobody, count_for_others]


class CardsDealt(Fact, tag="cosmic.cards_dealt.v1"):
    seat: Public[int]
    cards: Annotated[tuple[str, ...], only("seat"), count_for_others, reveals]


class FirstPlayer(Fact, tag="cosmic.first_player.v1"):
    seat: Public[int]
    disc: Public[str]


class PowersRotated(Fact, tag="cosmic.powers_rotated.v1"):
    seat: Public[int]
    given_up: Public[tuple[str, ...]]
    powers: Annotated[tuple[str, ...], public, reveals]


class PowerDeckRenewed(Fact, tag="cosmic.power_deck_renewed.v1"):
    deck: Annotated[tuple[str, ...], nobody, count_for_others]


# The turn


class TurnStarted(Fact, tag="cosmic.turn_started.v1"):
    seat: Public[int]
    round: Public[int]


class TurnSkipped(Fact, tag="cosmic.turn_skipped.v1"):
    seat: Public[int]


class TurnAborted(Fact, tag="cosmic.turn_aborted.v1"):
    seat: Public[int]
    why: Annotated[Literal["no_duel_card", "no_token"], public, reveals]


class TurnPassed(Fact, tag="cosmic.turn_passed.v1"):
    seat: Public[int]
    """Whose turn comes next."""


class RoundEnded(Fact, tag="cosmic.round_ended.v1"):
    round: Public[int]


class DuelStarted(Fact, tag="cosmic.duel_started.v1"):
    seat: Public[int]
    duel_no: Public[int]
    defence: Public[int | None] = None


class StageReached(Fact, tag="cosmic.stage_reached.v1"):
    stage: Public[int]


class HandChecked(Fact, tag="cosmic.hand_checked.v1"):
    seat: Annotated[int, public, reveals]
    """Whose hand is looked through for a duel card; what follows tells whether there is one."""


class HandRenewed(Fact, tag="cosmic.hand_renewed.v1"):
    seat: Public[int]
    found: Public[bool]
    """Whether a duel card was to be had."""


class TokenRetrieved(Fact, tag="cosmic.token_retrieved.v1"):
    seat: Public[int]
    to: Public[str]


class DiscDrawn(Fact, tag="cosmic.disc_drawn.v1"):
    disc: Annotated[str, public, reveals]


class CupRefilled(Fact, tag="cosmic.cup_refilled.v1"):
    discs: Public[int]


class DefenceSet(Fact, tag="cosmic.defence_set.v1"):
    seat: Public[int]
    planet: Public[str | None] = None


class ConeAimed(Fact, tag="cosmic.cone_aimed.v1"):
    planet: Public[str]


class TokensGathered(Fact, tag="cosmic.tokens_gathered.v1"):
    seat: Public[int]
    bases: Public[dict[str, int]]


class Invited(Fact, tag="cosmic.invited.v1"):
    side: Public[Side]
    seats: Public[tuple[int, ...]]


class Ordered(Fact, tag="cosmic.ordered.v1"):
    seat: Public[int]
    order: Public[str]


class AllyJoined(Fact, tag="cosmic.ally_joined.v1"):
    seat: Public[int]
    side: Public[Side]
    bases: Public[dict[str, int]]


class AllyDeclined(Fact, tag="cosmic.ally_declined.v1"):
    seat: Public[int]


class AllyDismissed(Fact, tag="cosmic.ally_dismissed.v1"):
    seat: Public[int]


# Cards


class CardSealed(Fact, tag="cosmic.card_sealed.v1"):
    seat: Public[int]
    card: Annotated[str, only("seat"), until_field("face_up")]
    face_up: Annotated[bool, public, reveals] = False
    again: Public[bool] = False
    """Whether it is the card set aside before."""


class CardsExchanged(Fact, tag="cosmic.cards_exchanged.v1"):
    pass


class CardsRevealed(Fact, tag="cosmic.cards_revealed.v1"):
    cards: Annotated[dict[Side, str], public, reveals]


class CardsSetAside(Fact, tag="cosmic.cards_set_aside.v1"):
    cards: Public[tuple[TableCard, ...]]


class CardsReturned(Fact, tag="cosmic.cards_returned.v1"):
    seat: Public[int]
    cards: Annotated[tuple[str, ...], only("seat"), count_for_others]
    sealed: Public[bool] = False
    """Whether a card sealed in a duel that is broken off, instead of one set aside."""


class CardsDiscarded(Fact, tag="cosmic.cards_discarded.v1"):
    cards: Annotated[tuple[str, ...], public, reveals]
    seat: Public[int | None] = None
    """Whose hand they come from; none: from the table."""
    edict: Public[bool] = False
    """Whether it is the edict carried out last."""


class CardBuried(Fact, tag="cosmic.card_buried.v1"):
    seat: Public[int]
    sealed_by: Public[int]
    card: Annotated[str, only("sealed_by")]


class CardsDrawn(Fact, tag="cosmic.cards_drawn.v1"):
    seat: Public[int]
    cards: Annotated[tuple[str, ...], only("seat"), count_for_others, reveals]


class CardsMoved(Fact, tag="cosmic.cards_moved.v1"):
    giver: Public[int]
    receiver: Public[int]
    cards: Annotated[tuple[str, ...], only("giver", "receiver"), count_for_others, reveals]
    why: Public[Why]


class CardTaken(Fact, tag="cosmic.card_taken.v1"):
    seat: Public[int]
    power: Public[str]
    card: Public[str]
    side: Public[Side | None] = None
    """From which side of the duel; none: an edict carried out."""


class DeckReshuffled(Fact, tag="cosmic.deck_reshuffled.v1"):
    deck: Annotated[tuple[str, ...], nobody, count_for_others]


class HandSeen(Fact, tag="cosmic.hand_seen.v1"):
    viewer: Public[int]
    seat: Public[int]
    cards: Annotated[tuple[str, ...], only("viewer", "seat"), count_for_others, reveals]


# Powers and edicts


class PowerDeclared(Fact, tag="cosmic.power_declared.v1"):
    seat: Public[int]
    power: Public[str]
    option: Public[str | None] = None
    """The public part of what was chosen."""


class PowerApplied(Fact, tag="cosmic.power_applied.v1"):
    seat: Public[int]
    power: Public[str]


class PowerZapped(Fact, tag="cosmic.power_zapped.v1"):
    seat: Public[int]
    power: Public[str]


class PowerLost(Fact, tag="cosmic.power_lost.v1"):
    seat: Public[int]


class PowerRegained(Fact, tag="cosmic.power_regained.v1"):
    seat: Public[int]


class Grafted(Fact, tag="cosmic.grafted.v1"):
    seat: Public[int]
    donor: Public[int]
    power: Public[str]


class QuestionAsked(Fact, tag="cosmic.question_asked.v1"):
    seat: Public[int]
    target: Public[int]
    question: Public[str]


class QuestionAnswered(Fact, tag="cosmic.question_answered.v1"):
    seat: Public[int]
    question: Public[str]
    answer: Annotated[bool, public]
    binding: Public[bool]
    by_hand: Annotated[bool, public, reveals] = False
    """Whether the answer shows something of the hand."""


class Blinded(Fact, tag="cosmic.blinded.v1"):
    seat: Public[int]


class Foreseen(Fact, tag="cosmic.foreseen.v1"):
    seat: Public[int]
    """The seat that will see the other card first."""


class BluffDeclared(Fact, tag="cosmic.bluff_declared.v1"):
    seat: Public[int]


class Claimed(Fact, tag="cosmic.claimed.v1"):
    seat: Public[int]
    face: Public[str]


class ClaimAnswered(Fact, tag="cosmic.claim_answered.v1"):
    seat: Public[int]
    accepted: Public[bool]
    forced_winner: Annotated[int | None, public, reveals] = None


class SentencePronounced(Fact, tag="cosmic.sentence_pronounced.v1"):
    seat: Public[int]
    sentence: Public[str]


class UpsetDeclared(Fact, tag="cosmic.upset_declared.v1"):
    seat: Public[int]


class ExperienceGained(Fact, tag="cosmic.experience_gained.v1"):
    seat: Public[int]
    gained: Public[int]


class EdictPlayed(Fact, tag="cosmic.edict_played.v1"):
    seat: Public[int]
    card: Annotated[str, public, reveals]
    target: Public[int | None] = None


# Outcome


class CountedAs(Fact, tag="cosmic.counted_as.v1"):
    faces: Public[dict[Side, str]]


class Totals(Fact, tag="cosmic.totals.v1"):
    offence: Public[int]
    defence: Public[int]
    lower_wins: Public[bool]


class DuelWon(Fact, tag="cosmic.duel_won.v1"):
    winner: Public[int]
    loser: Public[int]


class TokensLifted(Fact, tag="cosmic.tokens_lifted.v1"):
    seat: Public[int]
    places: Public[dict[str, int]]


class TokensLost(Fact, tag="cosmic.tokens_lost.v1"):
    seat: Public[int]
    places: Public[dict[str, int]]
    tokens: Public[int]
    cause: Public[Cause]


class TokensEliminated(Fact, tag="cosmic.tokens_eliminated.v1"):
    seat: Public[int]
    places: Public[dict[str, int]]
    tokens: Public[int]
    cause: Public[Cause]


class TokensPlaced(Fact, tag="cosmic.tokens_placed.v1"):
    seat: Public[int]
    places: Public[dict[str, int]]
    """Where they come from: oval, ring, Black Hole, or where lifted ones stood."""
    bases: Public[dict[str, int]]
    lifted: Public[bool] = False


class TokensMoved(Fact, tag="cosmic.tokens_moved.v1"):
    seat: Public[int]
    bases: Public[dict[str, int]]
    """Positive: into the duel; negative: out of it, to that base."""


class TokensLanded(Fact, tag="cosmic.tokens_landed.v1"):
    seat: Public[int]
    planet: Public[str]
    places: Public[dict[str, int]]


class RewardTaken(Fact, tag="cosmic.reward_taken.v1"):
    seat: Public[int]
    cards: Public[int]
    tokens: Public[int]


class DealOpened(Fact, tag="cosmic.deal_opened.v1"):
    pass


class OfferMade(Fact, tag="cosmic.offer_made.v1"):
    seat: Public[int]
    offer: Annotated[DealOffer, public, reveals]


class OfferWithdrawn(Fact, tag="cosmic.offer_withdrawn.v1"):
    seat: Public[int]


class WalkedAway(Fact, tag="cosmic.walked_away.v1"):
    seat: Public[int]


class CameBack(Fact, tag="cosmic.came_back.v1"):
    seat: Public[int]


class DealMade(Fact, tag="cosmic.deal_made.v1"):
    seat: Public[int]
    """Who accepted."""
    offer: Public[DealOffer]


class DealFailed(Fact, tag="cosmic.deal_failed.v1"):
    pass


class ConsolationCancelled(Fact, tag="cosmic.consolation_cancelled.v1"):
    seat: Public[int]


class GameWon(Fact, tag="cosmic.game_won.v1"):
    seats: Public[tuple[int, ...]]
