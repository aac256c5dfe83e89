"""The business a table of Rencontre Cosmique can be in."""

from typing import Literal

from domain.core.forms import Answer
from domain.core.model import Frame
from domain.core.record import Record
from domain.cosmic.facts import Cause
from domain.cosmic.state import DealOffer

WindowName = Literal["turn", "start", "disc", "target", "invite", "before", "set", "reveal", "consolation", "end"]


class Setup(Frame, tag="cosmic.setup"):
    """The steps before the first turn."""

    stage: Literal["colours", "powers", "rejection", "shown", "cards", "first"] = "colours"


class TurnBegin(Frame, tag="cosmic.turn_begin"):
    """A seat's turn is about to begin."""


class TurnEnd(Frame, tag="cosmic.turn_end"):
    """A seat's turn is over."""

    is_round_over: bool = False


class Rejection(Frame, tag="cosmic.rejection"):
    """Every seat keeps two powers out of three."""


class Rotation(Frame, tag="cosmic.rotation"):
    """Every seat may replace powers."""


class DuelCourse(Frame, tag="cosmic.duel"):
    """A duel, from stage to stage."""


class Closing(Frame, tag="cosmic.closing"):
    """The end of a stage's business."""


class WinCheck(Frame, tag="cosmic.win_check"):
    """Whether somebody has five foreign bases."""


class NewHand(Frame, tag="cosmic.new_hand"):
    """A seat without duel cards gets new ones."""

    seat: int
    is_told: bool = False


class Destiny(Frame, tag="cosmic.destiny"):
    """Discs are drawn until the defence is known."""

    disc: str | None = None


class AllyAnswers(Frame, tag="cosmic.ally_answers"):
    """Seats answer invitations, one after another."""

    left: tuple[int, ...]
    pending: Answer | None = None


class Reveal(Frame, tag="cosmic.reveal"):
    """A bluff, from claim to answer."""


class Window(Frame, tag="cosmic.window"):
    """A moment at which seats may use powers and edicts."""

    window: WindowName


class Reaction(Frame, tag="cosmic.reaction"):
    """One seat's use of a power."""

    seat: int
    power: str
    answer: Answer
    is_declared: bool = False


class Declaration(Frame, tag="cosmic.declaration"):
    """A use of a power that others may stop."""

    seat: int
    power: str
    option: str | None = None
    is_announced: bool = False


class Vulching(Frame, tag="cosmic.vulching"):
    """An edict carried out, which some may take instead of letting it be discarded."""

    card: str
    seat: int
    """Who played it."""
    passed: tuple[int, ...] = ()
    taking: int | None = None


class PlaguePlayed(Frame, tag="cosmic.plague_played"):
    """The Plague interrupts."""

    seat: int
    answer: Answer


class Plague(Frame, tag="cosmic.plague"):
    """A victim of the Plague."""

    victim: int
    discards: tuple[str, ...] | None = None
    """What the victim gives up, once it has chosen."""


class Loss(Record):
    """Tokens of one owner that are about to be lost, by where they stood."""

    owner: int
    places: dict[str, int]
    winner: int | None = None


class Losses(Frame, tag="cosmic.losses"):
    """A batch of losses, settled owner by owner."""

    losses: tuple[Loss, ...]
    cause: Cause
    stage: Literal["zombie", "void", "healer", "gone", "vacuum"] = "zombie"
    void: dict[int, str] = {}
    """What became of each winner's declaration, for the whole batch."""
    healers: tuple[int, ...] = ()
    """Healers that were asked about the first owner."""
    healing: int | None = None


class VacuumSplit(Frame, tag="cosmic.vacuum_split"):
    """A seat drags others along into the Black Hole."""

    seat: int
    tokens: int


class Owed(Record):
    """How many tokens a seat must choose to lose."""

    seat: int
    tokens: int
    winner: int | None = None


class Choosing(Frame, tag="cosmic.choosing"):
    """Seats choose which tokens they lose."""

    owed: tuple[Owed, ...]
    cause: Cause


class Homecoming(Record):
    """Tokens that go back to their owner's bases."""

    seat: int
    places: dict[str, int]
    lifted: bool = False


class Placing(Frame, tag="cosmic.placing"):
    """Seats put returning tokens on their bases."""

    homecomings: tuple[Homecoming, ...]


class HateAnswers(Frame, tag="cosmic.hate_answers"):
    """Every other seat discards a card of the class or loses tokens."""

    kind: str


class SeekerAnswer(Frame, tag="cosmic.seeker_answer"):
    """A main player says what it will play."""

    target: int
    question: str


class Outcome(Frame, tag="cosmic.outcome"):
    """The comparison of the cards."""

    tried: tuple[str, ...] = ()
    """Powers declared, or passed over, in this comparison."""


class OffenceWins(Frame, tag="cosmic.offence_wins"):
    """The defence's side loses, the offence's side lands."""

    stage: Literal["lift", "land", "consolation"] = "lift"


class DefenceWins(Frame, tag="cosmic.defence_wins"):
    """The offence's side loses, the defence's allies are rewarded."""

    stage: Literal["lift", "consolation", "rewards", "home"] = "lift"
    rewards: tuple[tuple[int, int, int], ...] = ()
    """Seat, cards and tokens of the rewards still to be carried out."""


class Reward(Frame, tag="cosmic.reward"):
    """Cards that a defensive ally draws after it has placed its tokens."""

    seat: int
    cards: int


class Consolation(Frame, tag="cosmic.consolation"):
    """A loser with a compromise takes cards from the winner's hand."""

    winner: int
    loser: int


class DealTalk(Frame, tag="cosmic.deal_talk"):
    """The main players try to make a deal."""

    stage: Literal["home", "talk"] = "home"


class Settlement(Frame, tag="cosmic.settlement"):
    """A deal is carried out."""

    offer: DealOffer
    stage: Literal["cards", "planets", "tokens", "home"] = "cards"
    planets: dict[int, str] = {}
    """The planet that each receiver gets a base on."""


class FailedDeal(Frame, tag="cosmic.failed_deal"):
    """Both main players pay for a deal that failed."""

    stage: Literal["choose", "home"] = "choose"


class Sentence(Frame, tag="cosmic.sentence"):
    """What the judge has added to the outcome."""


class HealerDraw(Frame, tag="cosmic.healer_draw"):
    """A Healer draws a card once the saved tokens stand again."""

    seat: int
