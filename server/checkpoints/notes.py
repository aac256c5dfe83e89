"""Signed notes: a size and a root in a few lines of text, with an Ed25519 signature under them."""

import base64
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from msgspec import Struct

ORIGIN = "plateau"
_DASH = "\u2014"
_ED25519 = b"\x01"


class Tree(Struct, frozen=True):
    """What a note says: how many leaves the tree has, and its root."""

    size: int
    root: bytes


def body(tree: Tree) -> str:
    """The text that is signed."""
    return f"{ORIGIN}\n{tree.size}\n{base64.b64encode(tree.root).decode()}\n"


def public_bytes(key: Ed25519PrivateKey | Ed25519PublicKey) -> bytes:
    """The 32 bytes of a public key."""
    public = key.public_key() if isinstance(key, Ed25519PrivateKey) else key
    return public.public_bytes(Encoding.Raw, PublicFormat.Raw)


def key_id(public: bytes) -> bytes:
    """The four bytes by which a signature names its key."""
    return sha256(ORIGIN.encode() + b"\n" + _ED25519 + public).digest()[:4]


def signed(tree: Tree, key: Ed25519PrivateKey) -> str:
    """The note with its signature."""
    text = body(tree)
    signature = key_id(public_bytes(key)) + key.sign(text.encode())
    return f"{text}\n{_DASH} {ORIGIN} {base64.b64encode(signature).decode()}\n"


def opened(note: str, public: bytes) -> Tree | None:
    """What a note says, if its signature is by that key."""
    text, _, signatures = note.partition(f"\n{_DASH} ")
    try:
        name, encoded = signatures.split(" ", 1)
        signature = base64.b64decode(encoded, validate=False)
        origin, size, root = text.splitlines()[:3]
        if (name, origin) != (ORIGIN, ORIGIN) or signature[:4] != key_id(public):
            return None
        Ed25519PublicKey.from_public_bytes(public).verify(signature[4:], text.encode())
        return Tree(int(size), base64.b64decode(root))
    except (ValueError, InvalidSignature):
        return None
