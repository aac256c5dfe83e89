"""Records are made of tables on real servers."""

from tests.tables.conftest import alice, bob, pool, tables  # noqa: F401
