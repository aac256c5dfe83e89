"""What can be wrong with an answer; each class is one problem at the API."""

from msgspec import Struct


class Misfit(Struct, frozen=True):
    """Where an answer leaves its form, and what would fit."""

    pointer: str
    detail: str


class Reason(Struct, frozen=True):
    """Why the rules forbid an answer that was built like a possible one."""

    code: str
    rules: tuple[str, ...] = ()


class Refused(Exception):
    """A well-formed request that the table does not accept."""

    code = "refused"

    def __init__(self, detail: str, *, rules: tuple[str, ...] = ()) -> None:
        super().__init__(detail)
        self.detail = detail
        self.rules = rules
        self.reason: str | None = None
        self.misfits: tuple[Misfit, ...] = ()


class NotAnOption(Refused):
    """The decision is open, but this answer does not fit its form."""

    code = "not-an-option"

    def __init__(self, misfit: Misfit, reason: Reason | None, rules: tuple[str, ...]) -> None:
        super().__init__(misfit.detail, rules=reason.rules if reason and reason.rules else rules)
        self.misfits = (misfit,)
        self.reason = reason.code if reason else None


class DecisionWithdrawn(Refused):
    """The decision is gone: taken back, overtaken, or never asked."""

    code = "decision-withdrawn"


class DecisionAnswered(Refused):
    """The seat has answered this decision already."""

    code = "decision-answered"


class DecisionSuspended(Refused):
    """Other business came first; the same decision will be open again."""

    code = "decision-suspended"


class NoPlace(Refused):
    """The game has no place for a newcomer, or none any more for who takes a seat over."""

    code = "no-place"


class BadOptions(Refused):
    """The game cannot be played with these options or this number of seats."""

    code = "invalid-options"


class BadPosition(Refused):
    """The document does not describe a position from which play can go on."""

    code = "invalid-position"


class ContentMissing(Refused):
    """The table was started with content that is not at hand."""

    code = "content-missing"


class RulesStuck(Exception):
    """The agenda does not come to rest: a defect of the game's rules, never of a player."""
