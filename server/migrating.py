"""Bringing the database up to date, with failures that say what to do."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from events import errors
from events.migrate import migrate as carry_out_steps
from server.failures import Failure


def migrate(url: str) -> tuple[str, ...]:
    """Carry out the pending steps and give their names."""
    with explained():
        return carry_out_steps(url)


@contextmanager
def explained() -> Iterator[None]:
    """Turn what the database or its migrations refuse into a message for the person at the terminal."""
    try:
        yield
    except (errors.StoreError, psycopg.Error) as error:
        raise Failure(f"The database cannot be brought up to date: {str(error).strip().rstrip('.')}.") from error
