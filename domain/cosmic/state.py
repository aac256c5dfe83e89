"""The whole table of Rencontre Cosmique, secrets included, and the game its rules are registered with."""

from typing import Annotated, Literal, TypeVar

from msgspec import Meta

from domain.core.game import Described, Game
from domain.core.record import Record
from domain.core.words import by_seat, count_for_others, nobody, only, public, until_field

T = TypeVar("T")
Public = Annotated[T, public]

Side = Literal["offence", "defence"]


class Options(Record, forbid_unknown_fields=True):
    """What a table may choose before it starts."""

    powers_per_player: Annotated[int, Meta(ge=0, le=4, description="Powers dealt to each seat; 0 is for training.")] = 1
    selection: Annotated[
        Literal["random", "two_of_three"], Meta(description="Powers as dealt, or two kept out of three.")
    ] = "random"
    rotation: Annotated[bool, Meta(description="After each round every seat may replace powers.")] = False
    power_pool: Annotated[tuple[str, ...], Meta(description="Ids of the powers in play; none named: all of them.")] = ()
    deal_seconds: Annotated[int, Meta(ge=10, description="Time to make a deal.")] = 60
    window_policy: Annotated[
        Literal["strict", "fast"], Meta(description="fast answers for seats that can only pass; unrated tables only.")
    ] = "strict"
    max_rounds: Annotated[int, Meta(ge=5, le=300, description="The game ends after so many rounds.")] = 100


class Tokens(Record, forbid_unknown_fields=True):
    """Where the twenty tokens of one seat are."""

    planets: Public[dict[str, int]] = {}
    oval: Public[int] = 0
    ring: Public[int] = 0
    black_hole: Public[int] = 0
    eliminated: Public[int] = 0
    lifted: Public[dict[str, int]] = {}
    """Tokens whose loss is being settled, by where they stood."""


class Edict(Record, forbid_unknown_fields=True):
    """An edict that was played and is neither discarded nor taken yet."""

    kind: Public[str]
    seat: Public[int]


class TableCard(Record, forbid_unknown_fields=True):
    """A duel card on the table; a face-down one is known to the seat that sealed it."""

    kind: Annotated[str, only("sealed_by"), until_field("shown")]
    sealed_by: Public[int]
    shown: Public[bool] = False


class Graft(Record, forbid_unknown_fields=True):
    """A power borrowed for a duel."""

    donor: Public[int]
    power: Public[str]


class Binding(Record, forbid_unknown_fields=True):
    """What a main player has said about the card it will play."""

    seat: Public[int]
    question: Public[str]
    answer: Public[bool]


class Duel(Record, forbid_unknown_fields=True):
    """One attack, from drawing cards to its resolution."""

    offence: Public[int]
    defence: Public[int | None] = None
    stage: Public[int] = 10
    disc: Public[str | None] = None
    planet: Public[str | None] = None
    planet_fixed: Public[bool] = False
    invited: Public[dict[str, tuple[int, ...]]] = {}
    """Seats invited by each side."""
    orders: Public[dict[int, str]] = {}
    allies: Public[dict[int, Side]] = {}
    cards: Public[dict[str, TableCard]] = {}
    """The card on each side."""
    counts_as: Public[dict[int, str]] = {}
    set_aside: Public[tuple[TableCard, ...]] = ()
    is_replay: Public[bool] = False
    sealed: Public[tuple[int, ...]] = ()
    """Main players that have sealed a card in this duel."""
    blind: Public[tuple[int, ...]] = ()
    foresight: Public[int | None] = None
    bluff: Public[int | None] = None
    claim: Public[str | None] = None
    claim_accepted: Public[bool] = False
    bound: Public[tuple[Binding, ...]] = ()
    upset: Public[bool] = False
    sentence: Public[str | None] = None
    forced_winner: Public[int | None] = None
    uses: Public[dict[str, int]] = {}
    suspended: Public[tuple[str, ...]] = ()
    applied: Public[tuple[str, ...]] = ()
    grafts: Public[dict[int, Graft]] = {}
    totals: Public[dict[str, int]] = {}
    winner: Public[int | None] = None
    success: Public[bool] = False
    deal_result: Public[Literal["made", "failed"] | None] = None
    lost: Public[dict[int, int]] = {}
    gas: Public[bool] = False
    vulched: Public[dict[str, int]] = {}
    barren: Public[int | None] = None
    """The seat for which no duel card was to be had, as long as its hand stays as it is."""
    amoeba: Public[bool] = False
    aborted: Public[bool] = False


class Bundle(Record, forbid_unknown_fields=True):
    """What one side of an offer would give."""

    giver: Public[int]
    receiver: Public[int]
    base: Public[str | None] = None
    """A planet, or whose choice it is."""
    tokens: Public[int] = 0
    """How many tokens found the base; 0: as many as the receiver likes."""
    faces: Annotated[dict[str, int], only("giver", "receiver")] = {}
    named: Public[int] = 0
    chosen: Public[int] = 0
    random: Public[int] = 0


class DealOffer(Record, forbid_unknown_fields=True):
    """What a main player proposes."""

    id: Public[str]
    seat: Public[int]
    give: Public[Bundle]
    take: Public[Bundle]


class Deal(Record, forbid_unknown_fields=True):
    """A negotiation between the main players."""

    offers: Public[dict[int, DealOffer]] = {}
    made: Public[dict[int, int]] = {}
    """How often each seat has proposed or come back."""
    away: Public[tuple[int, ...]] = ()


class Turn(Record, forbid_unknown_fields=True):
    """Whose turn it is."""

    seat: Public[int] = 0
    first_seat: Public[int] = 0
    round: Public[int] = 1
    duel_no: Public[int] = 1


class State(Record, kw_only=True, forbid_unknown_fields=True):
    """Systems, tokens, cards, powers and the duel in play."""

    config: Public[Options]
    seats: Public[int]
    colours: Public[tuple[str | None, ...]]
    tokens: Public[tuple[Tokens, ...]]
    edicts_under_way: Public[tuple[Edict, ...]] = ()
    deck: Annotated[tuple[str, ...], nobody, count_for_others] = ()
    discard: Public[tuple[str, ...]] = ()
    hands: Annotated[tuple[tuple[str, ...], ...], by_seat, count_for_others]
    cup: Public[dict[str, int]] = {}
    aside: Public[dict[str, int]] = {}
    dealt: Annotated[tuple[tuple[str, ...], ...], by_seat, count_for_others]
    """Powers dealt and not shown yet."""
    rejected: Annotated[tuple[str | None, ...], by_seat]
    powers: Public[tuple[tuple[str, ...], ...]]
    power_deck: Annotated[tuple[str, ...], nobody, count_for_others] = ()
    power_discard: Annotated[tuple[str, ...], nobody, count_for_others] = ()
    warrior_count: Public[int] = 0
    turn: Public[Turn] = Turn()
    turns: Public[int] = 0
    duels: Public[int] = 0
    skipped: Public[int] = 0
    """Turns skipped in a row."""
    duel: Public[Duel | None] = None
    deal: Public[Deal | None] = None
    offer_no: Public[int] = 0


cosmic = Game(
    Described(
        slug="cosmic",
        names={"fr": "Rencontre Cosmique", "en": "Cosmic Encounter (1986 French edition)"},
        kind="competitive",
        seats=(2, 4),
        minutes=(45, 90),
        rules_version="1",
        about={
            "fr": "Duels, alliances et marchés entre aliens qui trichent tous. Jeux Descartes, 1986.",
            "en": "Duels, alliances and deals between aliens who all cheat in their own way. Jeux Descartes, 1986.",
        },
    ),
    "domain.cosmic",
    state=State,
    options=Options,
    argument_kinds={
        "seat": "seat",
        "target": "seat",
        "giver": "seat",
        "receiver": "seat",
        "viewer": "seat",
        "player": "seat",
        "donor": "seat",
        "winner": "seat",
        "loser": "seat",
        "owner": "seat",
        "sealed_by": "seat",
        "seats": "seat",
        "invited": "seat",
        "colour": "colour",
        "disc": "colour",
        "planet": "planet",
        "bases": "planet",
        "places": "planet",
        "to": "planet",
        "card": "card",
        "cards": "card",
        "face": "card",
        "kind": "card",
        "power": "power",
        "powers": "power",
        "sentence": "sentence",
        "stage": "stage",
        "side": "side",
        "order": "order",
        "cause": "cause",
        "why": "why",
        "faces": "card",
        "class": "class",
        "source": "source",
        "what": "what",
        "how": "how",
        "answer": "answer",
        "accepted": "accepted",
        "question": "question",
        "base": "planet",
    },
)
