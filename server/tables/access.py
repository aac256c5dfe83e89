"""Who may look at a table, and as whom."""

from domain.core.visibility import AUDITOR, SPECTATOR, Viewer
from domain.table.lifecycle import NotYourSeat, may_enter
from server.players import Player
from server.refusals import NotFound
from server.tables.folding import Loaded


def admitted(loaded: Loaded, player: Player, code: str | None = None) -> Loaded:
    """The table, if the player may know of it."""
    if player.audits or may_enter(loaded.table, str(player.id), code):
        return loaded
    raise NotFound("There is no such table.")


def own_view(loaded: Loaded, player: Player) -> Viewer:
    """How a player sees a table: from the seat, or as a spectator."""
    seat = loaded.table.seat_of(str(player.id))
    return SPECTATOR if seat is None else _seated(loaded, seat)


def _seated(loaded: Loaded, seat: int) -> Viewer:
    return Viewer(seat=seat, role=loaded.table.role_of(seat))


def _audits(loaded: Loaded, player: Player) -> bool:
    return player.audits and not loaded.table.is_at_it(str(player.id))


def viewer(loaded: Loaded, player: Player, perspective: str) -> Viewer:
    """The eyes that a perspective stands for, if the player may look through them."""
    own = own_view(loaded, player)
    if perspective == "me":
        return own
    if perspective == "spectator":
        return SPECTATOR
    if perspective == "auditor":
        if loaded.table.status == "finished" or _audits(loaded, player):
            return AUDITOR
        raise NotYourSeat("Everything is shown once the match is over, and before that to auditors who do not play.")
    seat = int(perspective)
    if seat >= len(loaded.table.holders):
        raise NotFound("There is no such seat.")
    if own.seat == seat or loaded.table.status == "finished" or _audits(loaded, player):
        return _seated(loaded, seat)
    raise NotYourSeat("What this seat sees is for whoever sits there.")
