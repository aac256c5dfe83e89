"""How states, frames and facts are written down and read back, strictly."""

from collections.abc import Iterable
from functools import reduce
from hashlib import sha256
from operator import or_
from typing import Any

import msgspec

from domain.core.happenings import CORE_FACTS, Begun, FlowMoved
from domain.core.model import AnyPlay, Fact, Frame, Play


class Codec:
    """The written form of one game's data."""

    def __init__(self, state: type, frames: Iterable[type[Frame]], facts: Iterable[type[Fact]]) -> None:
        union = reduce(or_, frames)
        special = {Begun: Begun[state, union], FlowMoved: FlowMoved[union]}  # type: ignore[valid-type]
        self._classes: dict[str, type[Fact]] = {tag_of(fact): fact for fact in (*facts, *CORE_FACTS)}
        self._types: dict[str, Any] = {tag: special.get(fact, fact) for tag, fact in self._classes.items()}
        self._play = Play[state, union]  # type: ignore[valid-type]
        self._frame = union

    def encode_fact(self, fact: Fact) -> tuple[str, dict[str, Any]]:
        """A fact as its type and its fields."""
        fields = msgspec.to_builtins(fact, str_keys=True)
        return fields.pop("type"), fields

    def decode_fact(self, tag: str, fields: Any) -> Fact:
        """The fact of that type with those fields."""
        fact: Fact = msgspec.convert(fields, self._types[tag], str_keys=True)
        return fact

    def class_of(self, tag: str) -> type[Fact]:
        """The class of facts of that type."""
        return self._classes[tag]

    def knows(self, tag: str) -> bool:
        """Whether facts of that type belong to this game."""
        return tag in self._types

    def encode_play(self, play: AnyPlay) -> bytes:
        """A match in progress as JSON."""
        return msgspec.json.encode(play)

    def decode_play(self, data: bytes) -> AnyPlay:
        """The match in progress that was written."""
        play: AnyPlay = msgspec.json.decode(data, type=self._play)
        return play

    def frame_from(self, fields: Any) -> Frame:
        """A frame from plain data."""
        frame: Frame = msgspec.convert(fields, self._frame, str_keys=True)
        return frame

    def schema_digest(self) -> bytes:
        """A digest of the shape of a match in progress; a snapshot of another shape is not read."""
        return sha256(msgspec.json.encode(msgspec.json.schema(self._play), order="sorted")).digest()


def tag_of(kind: type) -> str:
    """The tag of a fact or frame type."""
    tag: str = kind.__struct_config__.tag  # type: ignore[attr-defined]
    return tag
