"""Languages: French or English, as the request prefers."""

from __future__ import annotations

from typing import Literal, cast

from flask import g, request

Language = Literal["fr", "en"]
LANGUAGES: tuple[Language, ...] = ("en", "fr")


def language() -> Language:
    """Choose the language of texts: the header's, else the caller's, else English."""
    if "Accept-Language" in request.headers:
        best = request.accept_languages.best_match(LANGUAGES)
        if best:
            return cast(Language, best)
    caller = g.get("caller")
    return caller.language if caller else "en"
