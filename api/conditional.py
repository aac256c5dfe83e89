"""Conditional requests: entity tags, If-None-Match and If-Match."""

from __future__ import annotations

import hashlib

from flask import Response, request
from werkzeug.http import parse_etags

from server.refusals import Refusal


def answer_conditionally(response: Response) -> Response:
    """Give the response an entity tag, and send 304 to a client that has it already."""
    if response.status_code != 200:
        return response
    if "ETag" not in response.headers:
        response.set_etag(hashlib.blake2b(response.get_data(), digest_size=12).hexdigest())
    response.headers.setdefault("Cache-Control", "private, no-cache")
    tag = response.get_etag()[0]
    wanted = parse_etags(request.headers.get("If-None-Match"))
    if tag is not None and "If-None-Match" in request.headers and wanted.contains_weak(tag):
        kept = {name: value for name, value in response.headers
                if name in ("ETag", "Cache-Control", "Vary", "Content-Language")}
        return Response(None, 304, kept)
    return response


def version_tag(version: int) -> dict[str, str]:
    """The entity tag of a thing that counts its versions."""
    return {"ETag": f'"{version}"'}


def demanded_version() -> int | None:
    """Read the version that `If-Match` names; nothing for `*`; a tag that can never match is -1."""
    given = request.headers.get("If-Match")
    if given is None:
        raise Refusal("Send If-Match with the ETag you have read.", code="precondition-missing")
    tags = parse_etags(given)
    if tags.star_tag:
        return None
    strong = [tag for tag in tags.as_set() if tag.isascii() and tag.isdigit() and len(tag) < 19]
    if len(strong) > 1:
        raise Refusal("If-Match takes one entity tag here.", code="invalid-header")
    return int(strong[0]) if strong else -1
