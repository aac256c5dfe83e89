"""A client that knows the contract and no game: it answers whatever a form asks."""

from __future__ import annotations

from random import Random
from typing import Any


def any_answer(form: dict[str, Any], chance: Random) -> dict[str, Any]:
    """Make some answer that fits, slot by slot, as the contract tells."""
    answer: dict[str, Any] = {}
    waiting = list(form["slots"])
    while waiting:
        slot = waiting.pop(0)
        answer[slot["name"]] = _value(slot, form, chance)
        if slot["kind"] == "pick":
            picked = next(option for option in choices(slot, form) if option["id"] == answer[slot["name"]])
            waiting += picked.get("slots", [])
    return answer


def choices(slot: dict[str, Any], form: dict[str, Any]) -> list[dict[str, Any]]:
    """The options of a pick or the items of a select."""
    if "of" in slot:
        return [option for option in form["lists"][slot["of"]] if option["id"] not in slot.get("without", [])]
    found: list[dict[str, Any]] = slot.get("options") or slot.get("items") or []
    return found


def _value(slot: dict[str, Any], form: dict[str, Any], chance: Random) -> Any:
    match slot["kind"]:
        case "pick":
            return chance.choice(choices(slot, form))["id"]
        case "select":
            ids = [item["id"] for item in choices(slot, form)]
            size = chance.randint(slot["min"], slot["max"])
            return chance.choices(ids, k=size) if slot["repeat"] else chance.sample(ids, size)
        case "amount":
            return chance.randint(slot["min"], slot["max"])
    return _split(slot, chance)


def _split(slot: dict[str, Any], chance: Random) -> dict[str, int]:
    """Try numbers within the targets' bounds until total and groups fit too."""
    for _ in range(20_000):
        value = {target["id"]: chance.randint(target["min"], target["max"]) for target in slot["targets"]}
        groups_fit = all(
            group["min"] <= sum(value[name] for name in group["targets"]) <= group["max"]
            for group in slot.get("groups", [])
        )
        if groups_fit and slot["min"] <= sum(value.values()) <= slot["max"]:
            return value
    raise AssertionError(f"no way found to fill {slot}")
