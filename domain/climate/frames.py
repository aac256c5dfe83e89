"""The business a table can be in; `stage` is where a procedure of several stops stands."""

from domain.climate.state import Occasion
from domain.core.forms import Answer
from domain.core.model import Frame


class Setup(Frame, tag="climate.setup"):
    """Laying out the game."""

    stage: str = "piles"
    seats: tuple[int, ...] = ()


class Turn(Frame, tag="climate.turn"):
    """One turn after the other."""

    stage: str = "begin"


class Draw(Frame, tag="climate.draw"):
    """The active seat draws its influence cards."""

    stage: str = "plan"


class DrawEvent(Frame, tag="climate.draw_event"):
    """An event is drawn and resolved."""

    stage: str = "foresee"


class GreenEvent(Frame, tag="climate.green_event"):
    """A green event is resolved."""

    stage: str = "target"


class Effects(Frame, tag="climate.effects"):
    """The effects of a green event, one at a time."""

    card: str
    level: str
    region: str | None
    place: int = 0
    stage: str = "next"


class Warming(Frame, tag="climate.warming"):
    """A warming card is resolved."""

    zone: str
    stage: str = "token"
    place: int = 0


class ClimateCard(Frame, tag="climate.climate_card"):
    """A climate consequence is resolved."""

    card: str
    stage: str = "shield"
    plan: tuple[tuple[str, str, int], ...] = ()


class Actions(Frame, tag="climate.actions"):
    """The actions of the active seat."""


class Communication(Frame, tag="climate.communication"):
    """Another seat performs one action at once."""

    seat: int


class JointAction(Frame, tag="climate.joint_action"):
    """A joint action of influence; gives its final power."""

    occasion: Occasion
    initiator: int
    region: str | None
    asked: tuple[str, ...]
    thresholds: tuple[int, ...]
    stage: str = "open"
    passed: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()


class Implant(Frame, tag="climate.implant"):
    """An implantation by hand."""

    seat: int
    region: str | None
    letter: str
    stage: str = "open"


class Institution(Frame, tag="climate.institution"):
    """The action of an institution."""

    seat: int
    place: str
    stage: str = "act"
    power: int = 0


class Electricity(Frame, tag="climate.electricity"):
    """The electricity action."""

    seat: int
    region: str
    old: str | None
    new: str
    stage: str = "act"


class Install(Frame, tag="climate.install"):
    """A token of electricity comes, in place of another one or as an addition."""

    region: str
    old: str | None
    new: str


class UsePower(Frame, tag="climate.use_power"):
    """A seat uses the power of its employer."""

    seat: int
    answer: Answer


class ReorderEvents(Frame, tag="climate.reorder_events"):
    """The next events lie open and are put back."""

    seat: int
    count: int


class RollD8(Frame, tag="climate.roll_d8"):
    """A roll of the D8 and what may be played on it; gives whether it succeeds."""

    purpose: str
    region: str
    target: int
    stage: str = "roll"
    passed: tuple[int, ...] = ()


class RouteRefugees(Frame, tag="climate.route_refugees"):
    """Where refugees go; gives their route."""

    region: str
    count: int


class RouteExodus(Frame, tag="climate.route_exodus"):
    """Where the points of an exodus go; gives their route."""

    region: str
    count: int


class RemoveElec(Frame, tag="climate.remove_elec"):
    """Which electricity token is lost; gives its type."""

    region: str


class CleanToken(Frame, tag="climate.clean_token"):
    """Which clean token comes; gives its type."""

    region: str
    old: str | None


class ChoosePt(Frame, tag="climate.choose_pt"):
    """Which transformation is learnt; gives its letter."""

    region: str


class ClimateShield(Frame, tag="climate.climate_shield"):
    """Whether a nature reserve is protected; gives its region, or nothing."""

    regions: tuple[str, ...]


class AddTokens(Frame, tag="climate.add_tokens"):
    """Tokens come to a region, one at a time."""

    region: str
    token: str
    count: int


class Recheck(Frame, tag="climate.recheck"):
    """Tokens are compared with a Resilience that may have fallen."""

    region: str
    place: int = 0


class PlaceWar(Frame, tag="climate.place_war"):
    """A war breaks out."""

    region: str
    stage: str = "start"


class WarEffects(Frame, tag="climate.war_effects"):
    """What a war does at its beginning and at each activation."""

    region: str
    stage: str = "refugees"


class GenRefugees(Frame, tag="climate.gen_refugees"):
    """Refugees leave a region."""

    region: str
    count: int
    forced: bool = False
    started: bool = False
    route: tuple[str, ...] = ()


class Exodus(Frame, tag="climate.exodus"):
    """Population leaves a region."""

    region: str
    count: int | None = None
    sick: bool = False
    route: tuple[str, ...] = ()


class Activation(Frame, tag="climate.activation"):
    """A region is activated, step by step."""

    region: str
    stage: str = "1a"


class Propagation(Frame, tag="climate.propagation"):
    """A region learns transformations from the others."""

    region: str
    bonus: int = 0
    stage: str = "count"
    gains: int = 0


class LivingStandard(Frame, tag="climate.living_standard"):
    """A region's living standard is brought in line with its energy."""

    region: str
    stage: str = "import"
    target: str | None = None


class Final(Frame, tag="climate.final"):
    """The last effects of calamities, and the result."""

    stage: str = "powers"
    won: bool = False
    ghg: int = 0
    """The counter before the last powers and losses: it alone decides the result."""
    waiting: tuple[str, ...] = ()


class LastPower(Frame, tag="climate.last_power"):
    """Powers that may still be used before the end."""

    passed: tuple[int, ...] = ()


class Seats(Frame, tag="climate.seats"):
    """Seats come and go between two turns."""

    stage: str = "leave"
    due: int = 0
