"""The ground of every piece of data: frozen, built by keyword."""

from typing import dataclass_transform

from msgspec import Struct


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Record(Struct, frozen=True, kw_only=True):
    """A frozen struct whose subclasses are frozen too; build it by keyword."""
