"""Bringing the database up to date, with failures that say what to do."""

from events import errors
from events.migrate import migrate as carry_out_steps
from server.failures import Failure


def migrate(url: str) -> tuple[str, ...]:
    """Carry out the pending steps and give their names."""
    try:
        return carry_out_steps(url)
    except (errors.DatabaseNewer, errors.LogAheadOfCluster, errors.MigrationFailed) as error:
        raise Failure(f"The database cannot be brought up to date: {error}.") from error
