"""Whatever is sent, the answer is a clean problem and never a defect."""

from __future__ import annotations

from io import BytesIO
from typing import Any
from uuid import uuid4

import pytest

from tests.api.conftest import PASSWORD, Person
from tests.contract.checked import CheckedClient

REGISTER: dict[str, Any] = {"name": "alice", "password": PASSWORD}


def posted(client: CheckedClient, data: bytes, kind: str = "application/json") -> Any:
    return client.post("/v1/players", data=data, content_type=kind, headers={"Idempotency-Key": str(uuid4())})


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [
        (b"", 400, "malformed-body"),
        (b"{", 400, "malformed-body"),
        (b"\xff\xfe", 400, "malformed-body"),
        (b'{"name": "\\ud800"}', 400, "malformed-body"),
        (b'{"name": "\xed\xa0\x80"}', 400, "malformed-body"),
        (b"[" * 100_000, 400, "malformed-body"),
        (b"NaN", 400, "malformed-body"),
        (b'{"a": 1e999}', 400, "malformed-body"),
        (b"[]", 422, "invalid-body"),
        (b"null", 422, "invalid-body"),
        (b'"text"', 422, "invalid-body"),
        (b'{"name": "a\\u0000b", "password": "12345678"}', 422, "invalid-body"),
        (b'{"name": 5, "password": "12345678"}', 422, "invalid-body"),
        (b'{"name": "x", "password": "12345678"}', 422, "invalid-body"),
        (b'{"name": "alice\\n", "password": "12345678"}', 422, "invalid-body"),
        (b'{"name": "alice", "password": "12345678", "more": 1}', 422, "invalid-body"),
        (b'{"name": "alice", "password": "12345678", "language": 123456789012345678901234567890}', 422, "invalid-body"),
    ],
)
def test_bodies_that_cannot_be(client: CheckedClient, data: bytes, status: int, code: str) -> None:
    refused = posted(client, data)
    assert (refused.status_code, refused.json["code"]) == (status, code)


def test_a_body_must_be_declared_as_json_and_not_be_huge(client: CheckedClient) -> None:
    assert posted(client, b"{}", "text/plain").json["code"] == "unsupported-media-type"
    assert posted(client, b" " * 300_000).json["code"] == "too-large"
    chunked = client.post(
        "/v1/players",
        input_stream=BytesIO(b" " * 300_000),
        content_type="application/json",
        headers={"Idempotency-Key": "chunked", "Transfer-Encoding": "chunked"},
        environ_overrides={"wsgi.input_terminated": True},
    )
    assert (chunked.status_code, chunked.json["code"]) == (413, "too-large")


@pytest.mark.parametrize("number", ["1_0", "٣", "1e3", "0x10", "9" * 400, "", "-0", "1.0", "+5", " 5"])
def test_numbers_in_queries_are_plain_digits(alice: Person, number: str) -> None:
    refused = alice.client.get(
        "/v1/tables", query_string={"limit": number}, headers={"Authorization": f"Bearer {alice.secret}"}
    )
    assert (refused.status_code, refused.json["code"]) == (422, "invalid-query")


@pytest.mark.parametrize(
    "query", ["limit=5&limit=6", "unknown=1", "cursor=xyz", "status=lost", "game=%00", "game=%FF", "cursor=%ED%A0%80"]
)
def test_queries_that_cannot_be(alice: Person, query: str) -> None:
    refused = alice.get(f"/v1/tables?{query}")
    assert (refused.status_code, refused.json["code"]) == (422, "invalid-query")


@pytest.mark.parametrize(
    "path",
    [
        "/v1/games/kepler%2Frules",
        "/v1/games/kepler%00",
        "/v1/games/..%2f..",
        "/v1/games/Kepler",
        "/v1//games",
        "/v1/games/",
        "/v1/players/not-an-id",
        "/v1/tables/%F0%9F%98%80",
        "/v1/games/kepler/rules/%5c",
        "/v1/games/chess",
        "/v1/games/kepler/rules/kepler.none.1",
        "/v1/games/kepler/content/planet:zz",
        "/docs/../app.py",
        "/docs/index.html",
        "/problems/none",
        "/v1/games/kepler/content/none",
    ],
)
def test_addresses_that_lead_nowhere(client: CheckedClient, path: str) -> None:
    missing = client.get(path)
    assert (missing.status_code, missing.json["code"]) == (404, "not-found")
    assert missing.mimetype == "application/problem+json"


def test_a_body_where_none_is_taken_is_refused(client: CheckedClient, alice: Person) -> None:
    refused = client.get("/v1/games", data=b'{"a": 1}', content_type="application/json")
    assert (refused.status_code, refused.json["code"]) == (400, "malformed-body")
    assert alice.delete(f"/v1/tokens/{uuid4()}", data=b"x").status_code == 400


def test_methods_that_do_not_exist_are_answered_with_those_that_do(client: CheckedClient) -> None:
    refused = client.delete("/v1/games")
    assert (refused.status_code, refused.json["code"]) == (405, "method-not-allowed")
    assert set(refused.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}
    assert client.open("/v1/games", method="TRACE").status_code == 405


@pytest.mark.parametrize("header", ["Bearer", "Bearer plt_short", "Basic YTpi", "bearer plt_" + "x" * 43, "\xff"])
def test_tokens_that_are_none(client: CheckedClient, header: str) -> None:
    refused = client.get("/v1/players/me", headers={"Authorization": header})
    assert (refused.status_code, refused.headers["WWW-Authenticate"]) == (401, 'Bearer realm="plateau"')


@pytest.mark.parametrize("key", ["", "x" * 256, 'a"b', "with space"])
def test_keys_that_are_none(client: CheckedClient, key: str) -> None:
    refused = client.post("/v1/players", json=REGISTER, headers={"Idempotency-Key": key})
    assert (refused.status_code, refused.json["code"]) == (400, "invalid-header")


@pytest.mark.parametrize("tag", ["", "1", 'W/"1"', '"abc"', '"99999999999999999999999"', '"\xe9"'])
def test_entity_tags_that_match_nothing_change_nothing(alice: Person, tag: str) -> None:
    refused = alice.patch("/v1/players/me", json={"language": "fr"}, headers={"If-Match": tag})
    assert refused.status_code in (400, 412)
    assert alice.get("/v1/players/me").json["version"] == 1


@pytest.mark.parametrize("languages", ["de", "*", "fr;q=0.1, en;q=0.9", "x" * 500, ";;;"])
def test_any_language_header_gives_a_language(client: CheckedClient, languages: str) -> None:
    listed = client.get("/v1/games", headers={"Accept-Language": languages})
    assert listed.headers["Content-Language"] == "en"


@pytest.mark.parametrize("prefer", ["wait=abc", "wait=-1", "wait=99999999999", "respond-async", "wait", ""])
def test_preferences_that_mean_nothing_are_no_error(alice: Person, prefer: str) -> None:
    assert alice.get(f"/v1/tables/{uuid4()}/decisions", headers={"Prefer": prefer}).status_code == 404


def test_every_response_carries_an_id_and_guards(client: CheckedClient) -> None:
    for path in ("/healthz", "/v1/games", "/v1/nothing"):
        response = client.get(path)
        assert len(response.headers["Request-Id"]) == 36
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]
