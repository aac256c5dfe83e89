"""Pages of lists: an opaque cursor, and a link to the next page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from urllib.parse import urlencode
from uuid import UUID

from flask import request
from marshmallow import fields, validate

from api.bodies import Exactly, QueryNumber, Strict

T = TypeVar("T")
CURSOR = r"^[0-9a-f]{32}$"


class PageQuery(Strict):
    """Where a page begins and how long it is."""

    cursor = fields.String(validate=Exactly(CURSOR))
    limit = QueryNumber(load_default=50, validate=validate.Range(1, 200))


def after(query: dict[str, Any]) -> UUID | None:
    """The id behind which the page begins."""
    return UUID(query["cursor"]) if "cursor" in query else None


def page(
    found: Sequence[T],
    query: dict[str, Any],
    key: Callable[[T], UUID | int],
    shown: Callable[[T], Any] = lambda item: item,
) -> tuple[dict[str, Any], int, dict[str, str]]:
    """Make a page of what was found with one item too many, which tells that more follow."""
    items = found[: query["limit"]]
    cursor = _cursor(key(items[-1])) if len(found) > len(items) else None
    return paged([shown(item) for item in items], cursor)


def paged(items: list[Any], cursor: str | None, **members: Any) -> tuple[dict[str, Any], int, dict[str, str]]:
    """Make a page whose next cursor is known."""
    headers = {"Link": f'<{_address(cursor)}>; rel="next"'} if cursor else {}
    return {**members, "items": items, "next_cursor": cursor}, 200, headers


def slice_of(everything: Sequence[T], query: dict[str, Any]) -> tuple[Sequence[T], str | None]:
    """Cut a page out of a list that is all in memory."""
    start = int(query["cursor"], 16) if "cursor" in query else 0
    end = start + query["limit"]
    return everything[start:end], _cursor(end) if end < len(everything) else None


def _cursor(position: UUID | int) -> str:
    return position.hex if isinstance(position, UUID) else f"{position:032x}"


def _address(cursor: str) -> str:
    return f"{request.path}?{urlencode({**request.args.to_dict(), 'cursor': cursor})}"
