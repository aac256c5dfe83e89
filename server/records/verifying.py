"""Verifying a record offline: chain, signature, commitment, draws, decisions, result."""

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

import msgspec
from msgspec import Struct

from domain.core.chance import commitment
from domain.core.happenings import Begun
from domain.core.model import Fact
from domain.games import games
from domain.table.apply import decode as decode_table_fact
from domain.table.apply import is_table_fact
from domain.table.facts import Created, Finished, Rewound, SeedOpened, Started
from events import chain, upcasts
from events.chain import StoredCommit, StoredEvent
from events.envelope import Meta, schema_of
from events.errors import ChainBroken
from server.checkpoints import merkle, notes
from server.records.deciding import Decided, Difference, folded, is_set_up, redecide
from server.records.form import BadRecord, Record, RecordedCommit
from server.tables.folding import Secrets


class Finding(Struct, frozen=True):
    """Something that is wrong with a record: the first event that shows it, and why."""

    check: str
    version: int
    detail: str


class Verdict(Struct, frozen=True, kw_only=True):
    """What verification found."""

    events: int
    decided: int
    """Appends that the current rules were run on."""
    only_folded: int
    """Appends decided by another version of the rules, or with other content, which were folded."""
    is_signed: bool
    is_over: bool = False
    """Whether the table was played to its end, or given up."""
    from_position: bool = False
    """Whether the match began at a position that was given, not at its set-up."""
    finding: Finding | None = None


class Found(Exception):
    """Ends a verification at the first thing that is wrong."""

    def __init__(self, check: str, version: int, detail: str) -> None:
        super().__init__(detail)
        self.finding = Finding(check, version, detail)


Progress = Callable[[int], None]


def silent(version: int) -> None:
    """Tell nobody how far the verification is."""


def verify(record: Record, tell: Progress = silent) -> Verdict:
    """Check a record and name the first event that is wrong, if any is."""
    checker = _checker(record)
    try:
        checker.check_chain()
        checker.check_play(tell)
        is_signed = checker.check_signature()
    except Found as found:
        return checker.verdict(is_signed=False, finding=found.finding)
    return checker.verdict(is_signed=is_signed)


def recheck(record: Record) -> Verdict:
    """Decide every append again by the rules as they are now, whichever version decided it."""
    checker = _checker(record, with_any_rules=True)
    try:
        checker.check_chain()
        checker.check_play(silent)
    except Found as found:
        return checker.verdict(is_signed=False, finding=found.finding)
    return checker.verdict(is_signed=False)


def _checker(record: Record, *, with_any_rules: bool = False) -> "_Checker":
    if record.game not in games():
        raise BadRecord(f"The record is of {record.game}, a game that this version does not know.")
    return _Checker(record, with_any_rules=with_any_rules)


class _Checker:
    def __init__(self, record: Record, *, with_any_rules: bool) -> None:
        self._record = record
        self._with_any_rules = with_any_rules
        self._game = games()[record.game]
        seed = bytes.fromhex(record.seed) if record.seed is not None else None
        self._secrets = Secrets(bytes.fromhex(record.salt_key), seed)
        self._decided = self._folded = 0
        self._is_over = self._from_position = False

    def verdict(self, *, is_signed: bool, finding: Finding | None = None) -> Verdict:
        events = sum(len(commit.events) for commit in self._record.commits)
        return Verdict(
            events=events,
            decided=self._decided,
            only_folded=self._folded,
            is_signed=is_signed,
            is_over=self._is_over,
            from_position=self._from_position,
            finding=finding,
        )

    def check_chain(self) -> None:
        """Every head follows from the one before it and from what its append holds."""
        self._check_places()
        try:
            chain.verify(self._stored_commits(), self._stored_events(), self._secrets.salt_key)
        except ChainBroken as broken:
            raise Found("chain", broken.version, broken.reason) from None

    def _check_places(self) -> None:
        """Every append holds the events that it says it holds, one after the other."""
        for commit in self._record.commits:
            versions = (event.version for event in commit.events)
            for expected, version in zip_longest(range(commit.first, commit.last + 1), versions):
                if version is None:
                    raise Found("chain", expected or commit.first, "the event is missing")
                if expected is None:
                    raise Found("chain", version, f"the append ends at event {commit.last}, but this one is added")
                if version != expected:
                    raise Found("chain", expected, f"event {version} stands in its place")

    def _stored_commits(self) -> Iterator[StoredCommit]:
        for commit in self._record.commits:
            yield StoredCommit(
                stream=self._record.table,
                first=commit.first,
                last=commit.last,
                at=commit.at,
                meta=commit.meta,
                meta_leaf=bytes.fromhex(commit.meta_leaf),
                head=bytes.fromhex(commit.head),
            )

    def _stored_events(self) -> Iterator[StoredEvent]:
        for commit in self._record.commits:
            for event in commit.events:
                leaf = bytes.fromhex(event.leaf)
                yield StoredEvent(event.version, event.type, schema_of(event.type), event.payload, leaf)

    def check_play(self, tell: Progress) -> None:
        """Every append is decided again by the rules, from what was stored before it."""
        at: dict[int, Decided] = {}
        now = Decided()
        for commit in self._record.commits:
            facts = self._facts(commit)
            meta = self._meta(commit)
            self._check_secret(commit, facts)
            self._check_head(commit, facts)
            rewound = next((fact for fact in facts if isinstance(fact, Rewound)), None)
            if rewound is not None:
                if rewound.to not in at:
                    raise Found("rewind", commit.first, f"there is no append that ends at version {rewound.to}")
                now = now.rewound(at[rewound.to])
            self._note_start(now, facts)
            self._redecide(now, commit, facts, meta)
            now = self._after(now, commit, facts)
            self._check_result(now, commit, facts)
            at[commit.last] = now
            tell(commit.last)
        self._is_over = now.table is not None and now.table.status in ("finished", "withdrawn")

    def _after(self, now: Decided, commit: RecordedCommit, facts: Sequence[Fact]) -> Decided:
        try:
            return folded(now, facts, self._record.game)
        except Exception as error:
            raise Found("fold", commit.first, f"the events do not fold: {type(error).__name__}") from error

    def _redecide(self, now: Decided, commit: RecordedCommit, facts: Sequence[Fact], meta: Meta) -> None:
        is_ours = meta.rules_version == self._game.described.rules_version or self._with_any_rules
        if not is_ours or self._record.content not in (None, self._game.content_digest):
            self._folded += 1
            return
        try:
            self._decided += redecide(now, facts, meta, self._secrets)
        except Difference as difference:
            raise Found("rules", commit.first + difference.place, difference.detail) from difference

    def _facts(self, commit: RecordedCommit) -> tuple[Fact, ...]:
        return tuple(self._fact(commit, place) for place in range(len(commit.events)))

    def _fact(self, commit: RecordedCommit, place: int) -> Fact:
        event = commit.events[place]
        tag, _, payload = upcasts.newest(event.type, schema_of(event.type), event.payload)
        try:
            return decode_table_fact(tag, payload) if is_table_fact(tag) else self._game.codec.decode_fact(tag, payload)
        except KeyError:
            known = f"this version of {self._record.game} (rules {self._game.described.rules_version})"
            raise Found("form", event.version, f"{event.type} is unknown to {known}: use a newer one") from None
        except msgspec.ValidationError as error:
            raise Found("form", event.version, f"{event.type} cannot be read: {error}") from None

    def _meta(self, commit: RecordedCommit) -> Meta:
        try:
            return msgspec.convert(commit.meta, Meta)
        except msgspec.ValidationError as error:
            raise Found("form", commit.first, f"the append's metadata cannot be read: {error}") from None

    def _note_start(self, now: Decided, facts: Sequence[Fact]) -> None:
        started = next((fact for fact in facts if isinstance(fact, Started)), None)
        begun = next((fact for fact in facts if isinstance(fact, Begun)), None)
        if started and begun and now.table and self._record.content == self._game.content_digest:
            self._from_position = not is_set_up(self._game, started, now.table.playing, begun)

    def _check_head(self, commit: RecordedCommit, facts: Sequence[Fact]) -> None:
        """What stands at the head of the record is what the table's own events say."""
        for place, fact in enumerate(facts):
            said: dict[str, str] = {}
            if isinstance(fact, Created):
                said = {"game": fact.game}
            elif isinstance(fact, Started):
                said = {"rules_version": fact.rules_version, "content": fact.content}
            for name, value in said.items():
                given = getattr(self._record, name)
                if given != value:
                    raise Found("head", commit.first + place, f"the record's {name} is {given}, its table's {value}")

    def _check_secret(self, commit: RecordedCommit, facts: Sequence[Fact]) -> None:
        """The opened secret is the one committed to before the match."""
        promised: Any = self._record.commits[0].events[0].payload.get("commitment")
        if promised is not None and (self._secrets.seed is None or commitment(self._secrets.seed) != promised):
            raise Found("commitment", 1, "the seed is not the one that was committed to")
        for place, fact in enumerate(facts):
            if isinstance(fact, SeedOpened) and (fact.secret, fact.salt_key) != (
                self._record.seed,
                self._record.salt_key,
            ):
                raise Found("commitment", commit.first + place, "the seed or salt key opened is not the record's")

    def _check_result(self, now: Decided, commit: RecordedCommit, facts: Sequence[Fact]) -> None:
        for place, fact in enumerate(facts):
            if isinstance(fact, Finished) and (now.play is None or now.play.result != fact.result):
                raise Found("result", commit.first + place, "the result is not the one the match came to")

    def check_signature(self) -> bool:
        """The server's signed tree has the table's last head as a leaf, if the record has a checkpoint."""
        given = self._record.checkpoint
        last = self._record.commits[-1]
        if given is None:
            return False
        tree = notes.opened(given.note, bytes.fromhex(given.public_key))
        if tree is None:
            raise Found("signature", last.last, "the checkpoint is not signed by the key it names")
        leaf = merkle.leaf_hash(self._record.table, last.last, bytes.fromhex(last.head))
        proof = [bytes.fromhex(entry) for entry in given.proof]
        if not merkle.is_included(leaf, given.index, tree.size, proof, tree.root):
            raise Found("signature", last.last, "the signed checkpoint does not cover the last event")
        return True
