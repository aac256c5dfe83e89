"""Prefer: how long a client is willing to wait."""

from __future__ import annotations

import re

from flask import request

LONGEST = 20
WAIT = re.compile(r"(?:^|[,;\s])wait\s*=\s*\"?([0-9]{1,9})\"?(?:$|[,;\s])", re.IGNORECASE)


def wait() -> int:
    """Read the seconds of `Prefer: wait=N`, at most twenty; anything else is no preference."""
    found = WAIT.search(request.headers.get("Prefer", ""))
    return min(int(found[1]), LONGEST) if found else 0


def applied(seconds: int) -> dict[str, str]:
    """Tell that the preference was honoured."""
    return {"Preference-Applied": f"wait={seconds}"} if seconds else {}
