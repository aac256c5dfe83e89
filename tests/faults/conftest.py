"""Tables whose workers run in the test's own process, where a race can be lost at a chosen instant."""

from tests.tables.conftest import alice, bob, pool, tables

__all__ = ["alice", "bob", "pool", "tables"]
