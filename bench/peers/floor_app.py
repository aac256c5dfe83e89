"""The floor: a Flask application that writes one row for each request, and nothing else."""

import os
from functools import cache

from flask import Flask, request
from psycopg.types.json import Jsonb
from psycopg_pool import ConnectionPool

TABLE = "CREATE TABLE IF NOT EXISTS floor (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body jsonb NOT NULL)"


@cache
def pool() -> ConnectionPool:
    """Open the pool in the process that uses it."""
    size = int(os.environ.get("PLATEAU_POOL", "10"))
    return ConnectionPool(os.environ["FLOOR_DATABASE_URL"], min_size=size, kwargs={"autocommit": True}, open=True)


def create_app() -> Flask:
    """Make the application."""
    app = Flask("floor")

    @app.get("/healthz")
    def healthz() -> dict[str, str]:
        return {"status": "up"}

    @app.put("/rows")
    def add_row() -> tuple[dict[str, int], int]:
        with pool().connection() as connection:
            cursor = connection.execute(
                "INSERT INTO floor (body) VALUES (%s) RETURNING id", (Jsonb(request.get_json()),)
            )
            row = cursor.fetchone()
        return {"id": row[0] if row else 0}, 201

    return app
