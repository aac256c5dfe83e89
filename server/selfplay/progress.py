"""A bar that grows on a terminal and writes nothing anywhere else."""

import sys
from types import TracebackType

WIDTH = 40


class Bar:
    """Shows how many of a number of things are done."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._is_shown = sys.stderr.isatty()

    def __enter__(self) -> "Bar":
        return self

    def show(self, done: int) -> None:
        """Draw the bar anew."""
        if self._is_shown:
            filled = WIDTH * done // self._total
            sys.stderr.write(f"\r\033[K[{'#' * filled}{'.' * (WIDTH - filled)}] {done} of {self._total}")
            sys.stderr.flush()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._is_shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()
