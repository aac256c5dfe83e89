"""Printed things as data: read strictly, once, with their origin and a digest."""

from hashlib import sha256
from importlib.resources import files
from typing import Any, Literal, TypeVar

import msgspec
import yaml

from domain.core.record import Record

T = TypeVar("T")


class Provenance(Record, forbid_unknown_fields=True):
    """Where the figures of a file come from."""

    source: Literal["rulebook", "public", "reconstructed", "mixed"]
    note: str


def read_yaml(package: str, path: str) -> Any:
    """A YAML file of a package as plain data."""
    return yaml.safe_load(_file(package, path))


def read(package: str, path: str, into: type[T]) -> T:
    """A content file decoded into its type; a typing error in it stops the server from starting."""
    try:
        return msgspec.convert(read_yaml(package, path), into)
    except msgspec.ValidationError as error:
        raise ValueError(f"{package}/{path}: {error}") from None


def digest(package: str) -> str:
    """A digest of all content files of a package: the edition a table is pinned to."""
    folder = files(package).joinpath("content")
    if not folder.is_dir():
        return sha256(b"").hexdigest()
    hashed = sha256()
    for name in sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".yaml")):
        data = msgspec.json.encode(yaml.safe_load(_file(package, f"content/{name}")), order="sorted")
        hashed.update(name.encode() + b"\0" + data + b"\0")
    return hashed.hexdigest()


def _file(package: str, path: str) -> str:
    found = files(package)
    for part in path.split("/"):
        found = found.joinpath(part)
    return found.read_text(encoding="utf-8")
