"""Conditional requests: entity tags, If-None-Match and If-Match."""

from __future__ import annotations

import hashlib
import re

from flask import Response, request
from werkzeug.http import parse_etags

from server.refusals import Refusal

TAG = r'(?:W/)?"[\x21\x23-\x7e]*"'
TAGS = re.compile(rf"\*|{TAG}(?:\s*,\s*{TAG})*")
VERSION = re.compile(r"([0-9]{1,18})(?:-[0-9a-f]{1,64})?")


def answer_conditionally(response: Response) -> Response:
    """Give the response an entity tag, and send 304 to a client that has it already."""
    if response.status_code != 200:
        return response
    if "ETag" not in response.headers:
        response.set_etag(digest(response.get_data()))
    response.headers.setdefault("Cache-Control", "private, no-cache")
    tag = response.get_etag()[0]
    if tag is not None and is_known(tag):
        kept = {
            name: value
            for name, value in response.headers
            if name in ("ETag", "Cache-Control", "Vary", "Content-Language")
        }
        return Response(None, 304, kept)
    return response


def digest(body: bytes) -> str:
    """The entity tag of a body."""
    return hashlib.blake2b(body, digest_size=12).hexdigest()


def is_known(tag: str) -> bool:
    """Whether the client has this already, by its If-None-Match."""
    given = request.headers.get("If-None-Match")
    return given is not None and parse_etags(given).contains_weak(tag)


def version_tag(version: int, body: bytes | None = None) -> dict[str, str]:
    """The entity tag of a thing that counts its versions, and perhaps shows more than its versions tell."""
    return {"ETag": f'"{version}"' if body is None else f'"{version}-{digest(body)}"'}


def demanded_version() -> int | None:
    """Read the version that `If-Match` names; nothing for `*`; a tag that can never match is -1."""
    given = request.headers.get("If-Match")
    if given is None:
        raise Refusal("Send If-Match with the ETag you have read.", code="precondition-missing")
    if not TAGS.fullmatch(given.strip()):
        raise Refusal("If-Match takes an entity tag in quotes, or *.", code="invalid-header")
    tags = parse_etags(given)
    if tags.star_tag:
        return None
    strong = [found for tag in tags.as_set() if (found := VERSION.fullmatch(tag))]
    if len(strong) > 1:
        raise Refusal("If-Match takes one entity tag here.", code="invalid-header")
    return int(strong[0][1]) if strong else -1
