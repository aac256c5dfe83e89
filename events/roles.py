"""The two database roles: one that owns the tables, one that serves requests and cannot change the log."""

from contextlib import suppress

import psycopg
from psycopg import sql

from events.errors import MigrationFailed
from events.pool import APP, OWNER, Connection

_SET_OPTION = 160_000  # first server version in which membership and SET ROLE are granted apart


def ensure(connection: Connection) -> None:
    """Make the roles, let the login take them, and give the owner its schema; do nothing where all is in place."""
    for role in (OWNER, APP):
        _ensure_role(connection, role)
        _ensure_membership(connection, role)
    _ensure_schema(connection)


def _ensure_role(connection: Connection, role: str) -> None:
    if connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (role,)).fetchone():
        return
    try:
        connection.execute(sql.SQL("CREATE ROLE {} NOLOGIN").format(sql.Identifier(role)))
    except (psycopg.errors.DuplicateObject, psycopg.errors.UniqueViolation):
        return  # another migrator of the same cluster was faster
    except psycopg.errors.InsufficientPrivilege as error:
        raise MigrationFailed(
            f"{_login(connection)} may not create the role {role}: let an administrator run"
            f" `ALTER ROLE {_login(connection)} CREATEROLE`, or"
            f" `CREATE ROLE {role} NOLOGIN; GRANT {role} TO {_login(connection)}`, and migrate again"
        ) from error


def _ensure_membership(connection: Connection, role: str) -> None:
    apart = connection.info.server_version >= _SET_OPTION
    right = "SET" if apart else "MEMBER"
    row = connection.execute("SELECT pg_has_role(current_user, %s, %s)", (role, right)).fetchone()
    if row and row[0]:
        return
    options = sql.SQL(" WITH INHERIT TRUE, SET TRUE" if apart else "")
    try:
        connection.execute(sql.SQL("GRANT {} TO CURRENT_USER{}").format(sql.Identifier(role), options))
    except psycopg.errors.InsufficientPrivilege as error:
        raise MigrationFailed(
            f"{_login(connection)} may not act as the role {role}: let an administrator run"
            f" `GRANT {role} TO {_login(connection)}`, and migrate again"
        ) from error


def _ensure_schema(connection: Connection) -> None:
    if _schema_is_ready(connection):
        return
    # Suppressed: without any right Postgres refuses, with some it only warns; what counts is the outcome.
    with suppress(psycopg.errors.InsufficientPrivilege):
        connection.execute(f"GRANT USAGE, CREATE ON SCHEMA public TO {OWNER}")
        connection.execute(f"GRANT USAGE ON SCHEMA public TO {APP}")
        connection.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    if not _schema_is_ready(connection):
        raise MigrationFailed(
            f"{_login(connection)} does not own this database: let an administrator run"
            f" `ALTER DATABASE {connection.info.dbname} OWNER TO {_login(connection)}`, and migrate again"
        )


def _schema_is_ready(connection: Connection) -> bool:
    # In a schema where anybody may create objects, the append function's search path would not be safe.
    row = connection.execute(
        "SELECT has_schema_privilege(%s, 'public', 'CREATE'), has_schema_privilege(%s, 'public', 'USAGE'),"
        " has_schema_privilege('public', 'public', 'CREATE')",
        (OWNER, APP),
    ).fetchone()
    return row == (True, True, False)


def _login(connection: Connection) -> str:
    return connection.info.user
