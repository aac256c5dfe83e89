"""What was reckoned from a table or a board is not reckoned again while it stays the same."""

from collections.abc import Callable
from functools import lru_cache
from typing import Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")

LATEST = 128


class Same(Generic[T]):
    """A value that never changes, as a key: it is found again by being the same one."""

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value


def once_each(function: Callable[[Same[T], int], R]) -> Callable[[Same[T], int], R]:
    """Remember the latest results for a value and a seat; the values are kept, so that they stay the same ones."""
    return lru_cache(maxsize=LATEST)(function)
