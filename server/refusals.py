"""Why a request is refused, in a form that the API can send as a problem."""

from __future__ import annotations

from typing import Any


class Refusal(Exception):
    """A refused request: a stable code, what happened, and where in the request it happened."""

    code = "invalid-body"

    def __init__(
        self, detail: str, *, code: str | None = None, errors: tuple[dict[str, str], ...] = (), **extra: Any
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.code = code or self.code
        self.errors = errors
        self.extra = extra


class NotFound(Refusal):
    """It does not exist, or the caller may not know that it does."""

    code = "not-found"


class Unauthenticated(Refusal):
    """The caller has not shown who they are."""

    code = "unauthenticated"


class StaleVersion(Refusal):
    """The thing has changed since the caller read it."""

    code = "stale-version"


class TableMoved(Refusal):
    """Something has happened at the table since the version that the caller named."""

    code = "table-moved"


class TooManyRequests(Refusal):
    """The caller must wait before asking again."""

    code = "rate-limited"

    def __init__(self, detail: str, retry_after: int) -> None:
        super().__init__(detail)
        self.retry_after = retry_after
