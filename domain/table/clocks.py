"""Clocks as data: what they show after each append, and whose time is up."""

from collections.abc import Iterable

from domain.core.model import HOST, Decision
from domain.table.facts import ClockRule
from domain.table.state import ClockState


def running_on(clock: ClockState, rule: ClockRule, open_now: Iterable[Decision], now: int, seats: int) -> ClockState:
    """The clocks when these decisions are open: those that were keep their due time, others start or stop."""
    timed = [entry for entry in open_now if entry.mode not in ("offer", "draw") and entry.seat != HOST]
    limits = {
        entry.ask.limit.name: clock.limits.get(entry.ask.limit.name, now + 1000 * entry.ask.limit.seconds)
        for entry in timed
        if entry.ask.limit
    }
    own = [entry for entry in timed if not entry.ask.limit]
    if rule.kind == "per_decision":
        due = {entry.id: clock.due.get(entry.id, now + 1000 * rule.seconds) for entry in own}
        return ClockState(due=due, limits=limits)
    if rule.kind == "per_player":
        return _per_player(clock, rule, own, now, seats, limits)
    return ClockState(limits=limits)


def _per_player(
    clock: ClockState, rule: ClockRule, own: list[Decision], now: int, seats: int, limits: dict[str, int]
) -> ClockState:
    """A seat's time runs while it is asked; each answer adds the increment."""
    left = {seat: 1000 * rule.seconds for seat in range(seats)} | clock.left
    open_ids = {entry.id for entry in own}
    for name, due in clock.due.items():
        if name not in open_ids:
            seat = int(name.split(".")[2])
            left[seat] = max(0, due - now) + 1000 * rule.increment_seconds
    due_times = {entry.id: clock.due.get(entry.id, now + left.get(entry.seat, 0)) for entry in own}
    return ClockState(left=left, due=due_times, limits=limits)


def due_at(clock: ClockState, decision: Decision) -> int | None:
    """When the time for a decision is up, if it ever is."""
    if decision.ask.limit:
        return clock.limits.get(decision.ask.limit.name)
    return clock.due.get(decision.id)


def overdue(clock: ClockState, open_now: Iterable[Decision], now: int) -> tuple[Decision, ...]:
    """The open decisions whose time is up."""
    return tuple(entry for entry in open_now if (due := due_at(clock, entry)) is not None and due <= now)
