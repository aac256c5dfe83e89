"""Use cases around a match: open a table, gather players, start, leave."""

import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct

from domain.core.chance import commitment
from domain.core.errors import BadOptions
from domain.core.game import Game
from domain.core.model import AnyPlay, Fact
from domain.core.positions import from_position
from domain.games import games
from domain.table import facts, lifecycle, teams
from domain.table.apply import after, apply
from domain.table.facts import Holder, Terms
from domain.table.lifecycle import Sitting
from events.envelope import GENESIS, Actor, Replayed, new_stream_id
from events.errors import StaleVersion as StreamMoved
from events.store import Store
from server.idempotency import Once
from server.players import Player
from server.refusals import Refusal, StaleVersion
from server.tables import keys
from server.tables.access import admitted, own_view
from server.tables.folding import Loaded, Secrets, Seen, umpire
from server.tables.loading import Loader
from server.tables.writing import Note, Writer

TRIES = 50
"""How often a lost race is run again before the caller is told to."""

Worked = tuple[tuple[Fact, ...], AnyPlay | None]
Work = Callable[[Loaded], Worked]


class Asked(Struct, frozen=True):
    """A request around a table: its name, its idempotency, and what a repetition is told."""

    cause: str
    request: Once | None = None
    code: str | None = None
    reply: Any = True


class Wish(Struct, frozen=True, kw_only=True):
    """What a host wants of a new table."""

    game: str
    seats: int
    terms: Terms
    chance: facts.Chance = "seeded"
    seed: str | None = None
    position: dict[str, Any] | None = None


class Invitation(Struct, frozen=True):
    """An invitation, with its code if it has one; the code is told once."""

    id: str
    player: str | None
    code: str | None


class Gathering:
    """What happens to a table before and around its match."""

    def __init__(self, store: Store, loader: Loader, writer: Writer) -> None:
        self._store = store
        self._loader = loader
        self._writer = writer

    def create(self, by: Player, wish: Wish, request: Once | None = None) -> Loaded:
        """Open a table; its host sits nowhere until he sits down."""
        known = _game(wish.game)
        officials = lifecycle.officials_of(known, lifecycle.options_of(known, wish.terms.options, wish.seats))
        _check_chance(wish)
        if wish.position is not None:
            from_position(known, wish.position)
        if request and (kept := keys.earlier(self._store, request, by.id)) is not None:
            return self._loader.fresh(UUID(kept["table"]))
        blank, created = _blank(by, wish, officials)
        secret = {"salt": blank.secrets.salt_key, "seed": blank.secrets.seed}
        if wish.position is not None:
            secret["position"] = msgspec.json.encode(wish.position)
        stored = {name: value for name, value in secret.items() if value is not None}
        key = keys.key_of(request, by.id, {"table": str(blank.id)}) if request else None
        note = Note(actor=actor_of(by), cause="create_table", secrets=stored, key=key)
        done = self._writer.append(blank, (created,), None, note)
        if isinstance(done, Replayed):
            assert request is not None
            return self._loader.fresh(UUID(keys.opened(request, done)["table"]))
        return done.loaded

    def change_terms(self, table: UUID, by: Player, terms: Terms, expected: int | None) -> Loaded:
        """Change the conditions of a table that still gathers."""

        def work(loaded: Loaded) -> Worked:
            _unchanged(loaded, by, expected)
            return (lifecycle.change_terms(loaded.table, loaded.game, str(by.id), terms),), None

        return self._do(table, by, work, Asked("change_table"))

    def withdraw(self, table: UUID, by: Player, expected: int | None) -> Loaded:
        """Give up a table that has not started."""

        def work(loaded: Loaded) -> Worked:
            _unchanged(loaded, by, expected)
            return (lifecycle.withdraw(loaded.table, str(by.id)),), None

        return self._do(table, by, work, Asked("withdraw_table"))

    def invite(self, table: UUID, by: Player, player: UUID | None, request: Once | None = None) -> Invitation:
        """Invite a player, or make a code for whoever is given it."""
        code = None if player else secrets.token_urlsafe(12)
        made = Invitation(secrets.token_hex(8), str(player) if player else None, code)

        def work(loaded: Loaded) -> Worked:
            return (lifecycle.invite(loaded.table, str(by.id), made.id, made.player, code),), None

        kept = self._append(table, by, work, Asked("invite", request, reply=msgspec.to_builtins(made)))
        return msgspec.convert(kept, Invitation) if isinstance(kept, dict) else made

    def sit(
        self, table: UUID, seat: int, by: Player, holder: Holder, contribution: str | None, code: str | None
    ) -> tuple[Loaded, bool]:
        """Take a seat; the second value tells whether anything changed."""
        before = admitted(self._loader.fresh(table), by, code)
        wish = Sitting(seat=seat, by=str(by.id), holder=holder, contribution=contribution, code=code)

        def work(loaded: Loaded) -> Worked:
            return _with_changes(loaded, lifecycle.sit(loaded.table, loaded.game, wish))

        after = self._do(table, by, work, Asked("sit", code=code))
        return after, after.position != before.position

    def stand_up(self, table: UUID, seat: int, by: Player) -> Loaded:
        """Leave a seat, or free it as the host."""

        def work(loaded: Loaded) -> Worked:
            return (lifecycle.stand_up(loaded.table, seat, str(by.id)),), None

        return self._do(table, by, work, Asked("stand_up"))

    def join_team(self, table: UUID, seat: int, by: Player, code: str | None) -> tuple[Loaded, bool]:
        """Hold a seat together with those who sit there; the second value tells whether anything changed."""
        before = admitted(self._loader.fresh(table), by, code)
        member = Holder(kind="player", player=str(by.id), name=by.name)

        def work(loaded: Loaded) -> Worked:
            return teams.join(loaded.table, seat, member), None

        after = self._do(table, by, work, Asked("join_team", code=code))
        return after, after.position != before.position

    def leave_team(self, table: UUID, seat: int, player: UUID, by: Player) -> Loaded:
        """Leave those one holds a seat with, or send one of them away."""

        def work(loaded: Loaded) -> Worked:
            return (teams.leave(loaded.table, seat, str(player), str(by.id)),), None

        return self._do(table, by, work, Asked("leave_team"))

    def start(self, table: UUID, by: Player, request: Once | None = None) -> Loaded:
        """Deal and begin."""

        def work(loaded: Loaded) -> Worked:
            started = lifecycle.start(loaded.table, loaded.game, str(by.id))
            play, happened = self._begun(loaded, started)
            return (started, *happened), play

        return self._do(table, by, work, Asked("start_table", request))

    def _begun(self, loaded: Loaded, started: facts.Started) -> tuple[AnyPlay, tuple[Fact, ...]]:
        judge = umpire(loaded.table, loaded.secrets)
        position = self._store.secret(loaded.id, "position")
        if position is not None:
            return judge.begin_from(from_position(loaded.game, msgspec.json.decode(position)))
        options: Any = msgspec.convert(started.options, loaded.game.options_type)
        return judge.begin(options, loaded.table.playing)

    def resign(self, table: UUID, by: Player, request: Once | None = None) -> Loaded:
        """Leave a running match; the table's policy plays on."""

        def work(loaded: Loaded) -> Worked:
            return _with_changes(loaded, (lifecycle.resign(loaded.table, str(by.id)),))

        return self._do(table, by, work, Asked("resign", request))

    def _do(self, table: UUID, by: Player, work: Work, asked: Asked) -> Loaded:
        """Append, and give the table as it is then."""
        done = self._append(table, by, work, asked)
        return done if isinstance(done, Loaded) else self._loader.fresh(table)

    def _append(self, table: UUID, by: Player, work: Work, asked: Asked) -> Loaded | Any:
        """Do the work on the newest version, again if somebody else was faster; or give the reply kept from before."""
        for _ in range(TRIES):
            loaded = admitted(self._loader.fresh(table), by, asked.code)
            if asked.request and (kept := keys.earlier(self._store, asked.request, table)) is not None:
                return kept
            happened, play = work(loaded)
            if not happened:
                return loaded
            key = keys.key_of(asked.request, table, asked.reply) if asked.request else None
            note = Note(actor=actor_of(by), cause=asked.cause, seat=loaded.table.seat_of(str(by.id)), key=key)
            try:
                done = self._writer.append(loaded, happened, play or loaded.play, note)
            except StreamMoved:
                continue
            if isinstance(done, Replayed):
                assert asked.request is not None
                return keys.opened(asked.request, done)
            return done.loaded
        raise Refusal("The table is too busy; try again.", code="unavailable")


def _with_changes(loaded: Loaded, happened: tuple[Fact, ...]) -> Worked:
    """Facts around a match, and what its game makes of the seats that change by them."""
    table = after(loaded.table, happened)
    changes = table.changes[len(loaded.table.changes) :]
    if loaded.play is None or not changes:
        return happened, None
    play, noted = umpire(table, loaded.secrets).change_seats(loaded.play, changes)
    return (*happened, *noted), play


def _game(slug: str) -> Game:
    known = games()
    if slug not in known:
        raise BadOptions(f"There is no game named {slug}; the games are: {', '.join(known)}.")
    return known[slug]


def _check_chance(wish: Wish) -> None:
    if wish.terms.rated and (wish.chance != "seeded" or wish.position is not None):
        raise BadOptions("A rated table draws from a secret seed and starts from the set-up.")
    if wish.terms.rated and "fast" in (wish.terms.window_policy, wish.terms.options.get("window_policy")):
        raise BadOptions("A rated table plays its windows strictly.")
    if (wish.chance == "fixed") != (wish.seed is not None):
        raise BadOptions("`seed` goes with chance `fixed`, and only with it.")


def _secrets_of(wish: Wish) -> Secrets:
    salt_key = secrets.token_bytes(32)
    if wish.chance == "entered":
        return Secrets(salt_key, None)
    return Secrets(salt_key, wish.seed.encode() if wish.seed is not None else secrets.token_bytes(32))


def _blank(by: Player, wish: Wish, officials: tuple[str, ...]) -> tuple[Loaded, facts.Created]:
    """A table that is about to be created."""
    kept = _secrets_of(wish)
    created = facts.Created(
        game=wish.game,
        host=str(by.id),
        host_name=by.name,
        seats=wish.seats,
        terms=wish.terms,
        chance=wish.chance,
        commitment=commitment(kept.seed) if kept.seed else None,
        officials=officials,
    )
    now = datetime.now(UTC)
    blank = Loaded(
        id=new_stream_id(),
        position=GENESIS,
        table=apply(None, created),
        play=None,
        seen=Seen(0, (0,) * (created.seats + len(officials)), officials),
        secrets=kept,
        created_at=now,
        at=now,
    )
    return blank, created


def actor_of(by: Player) -> Actor:
    """A player as the log names him."""
    return Actor("bot" if by.kind == "bot" else "player", str(by.id))


def _unchanged(loaded: Loaded, by: Player, expected: int | None) -> None:
    if expected is not None and loaded.version_for(own_view(loaded, by)) != expected:
        raise StaleVersion("The table has changed since you read it; read it again.")
