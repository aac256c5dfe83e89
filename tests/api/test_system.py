"""Health, metrics, documents, limits and logs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from uuid import uuid4

import pytest
import redis
import structlog
from flask import Flask

from api.app import create_app
from api.services import Limits
from server.ratelimits import Policy
from tests.api.conftest import PASSWORD, Person
from tests.contract.checked import CheckedClient


def test_health_and_readiness(client: CheckedClient, redis_url: str) -> None:
    assert client.get("/healthz").json == {"status": "up"}
    unready = client.get("/readyz")
    assert unready.status_code == 503
    assert unready.json["checks"] == {"database": "ok", "migrations": "ok", "redis": "ok", "workers": "none"}
    with redis.Redis.from_url(redis_url) as connection:
        connection.hset("rq:worker:test", mapping={"birth": "now"})
        connection.sadd("rq:workers", "rq:worker:test")
        assert client.get("/readyz").json["status"] == "ready"
        connection.delete("rq:worker:test", "rq:workers")


def test_without_a_database_there_is_a_problem_and_no_defect(redis_url: str) -> None:
    app = create_app("postgresql://nobody@127.0.0.1:1/none", redis_url)
    app.test_client_class = CheckedClient
    away = app.test_client()
    refused = away.get("/v1/players/me", headers={"Authorization": "Bearer plt_" + "a" * 43})
    assert (refused.status_code, refused.json["code"], refused.headers["Retry-After"]) == (503, "unavailable", "1")
    assert away.get("/readyz").json["checks"]["database"] == "not answering"
    assert away.get("/healthz").status_code == 200
    assert away.get("/v1/games").status_code == 200


@pytest.fixture
def deaf(database_url: str) -> Iterator[Flask]:
    """The application without Redis."""
    app = create_app(database_url, "redis://127.0.0.1:1/0", replace(Limits(), token=Policy("token", 5, 60)))
    app.test_client_class = CheckedClient
    yield app
    app.extensions["plateau"].pool.close()


def test_without_redis_people_are_served_and_still_counted(deaf: Flask, alice: Person) -> None:
    known = {"Authorization": f"Bearer {alice.secret}"}
    statuses = [deaf.test_client().get("/v1/players/me", headers=known).status_code for _ in range(6)]
    assert statuses == [200] * 5 + [429]


def test_an_allowance_is_told_and_kept(database_url: str, redis_url: str, alice: Person) -> None:
    app = create_app(database_url, redis_url, replace(Limits(), token=Policy("test", 3, 60)))
    app.test_client_class = CheckedClient
    known = {"Authorization": f"Bearer {alice.secret}"}
    answers = [app.test_client().get("/v1/players/me", headers=known) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert answers[0].headers["RateLimit-Policy"] == '"test";q=3;w=60'
    assert answers[0].headers["RateLimit"].startswith('"test";r=2;t=')
    assert 0 < int(answers[3].headers["Retry-After"]) <= 20
    assert app.test_client().get("/healthz").status_code == 200


def test_the_contract_and_its_page_need_nothing_from_outside(client: CheckedClient) -> None:
    assert client.get("/openapi.json").json["openapi"] == "3.1.0"
    written = client.get("/openapi.yaml")
    assert client.get("/openapi.yaml", headers={"If-None-Match": written.headers["ETag"]}).status_code == 304
    page = client.get("/docs")
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    links = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert links and all(link.startswith("/docs/") for link in links)
    assert [client.get(link).status_code for link in links] == [200] * len(links)


def test_every_problem_is_explained(client: CheckedClient) -> None:
    for kind in client.get("/problems", headers={"Accept-Language": "fr"}).json["items"]:
        assert client.get(f"/problems/{kind['code']}").json["status"] == kind["status"]


def test_logs_name_requests_and_hold_no_secrets(client: CheckedClient, alice: Person) -> None:
    with structlog.testing.capture_logs() as entries:
        alice.get("/v1/players/me")
        client.post("/v1/sessions", json={"name": alice.name, "password": PASSWORD})
        client.post(
            "/v1/players", json={"name": "x", "password": "do not log me"}, headers={"Idempotency-Key": str(uuid4())}
        )
    assert [entry["operation"] for entry in entries] == ["get_me", "sign_in", "register_player"]
    written = repr(entries)
    assert alice.secret not in written and PASSWORD not in written and "do not log me" not in written


def test_the_catalogue_tells_what_is_needed_to_play(client: CheckedClient) -> None:
    games = client.get("/v1/games").json["items"]
    assert [game["id"] for game in games] == sorted(game["id"] for game in games)
    for game in games:
        whole = client.get(game["href"])
        assert whole.json["options_schema"]["type"] == "object"
        assert client.get(game["href"], headers={"If-None-Match": whole.headers["ETag"]}).status_code == 304
        engines = client.get(f"{game['href']}/engines").json["items"]
        assert {"random", "sensible"} <= {engine["id"] for engine in engines}
        kinds = client.get(f"{game['href']}/decision-kinds", headers={"Accept-Language": "fr"}).json
        assert kinds["items"] and kinds["slots"]


def test_rules_and_content_are_found_page_by_page_and_one_by_one(client: CheckedClient) -> None:
    for kind in ("rules", "content"):
        seen, address = [], f"/v1/games/kepler/{kind}?limit=20"
        while address:
            page = client.get(address)
            seen += [item["id"] for item in page.json["items"]]
            address = page.headers["Link"].split(">")[0][1:] if page.json["next_cursor"] else ""
        assert len(seen) == len(set(seen)) > 40
        for item in seen:
            assert client.get(f"/v1/games/kepler/{kind}/{item}").json["id"] == item
    chapter = client.get("/v1/games/kepler").json["chapters"][0]
    listed = client.get(f"/v1/games/kepler/rules?chapter={chapter}").json["items"]
    assert {rule["chapter"] for rule in listed} == {chapter}
    assert client.get("/v1/games/kepler/rules?q=satellite").json["items"]
    assert client.get("/v1/games/kepler/rules?q=no%20such%20words").json["items"] == []
