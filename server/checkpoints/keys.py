"""The server's signing keys: private ones in files that only the server reads, public ones for everybody."""

import os
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key

CURRENT = "current.pem"


def folder() -> Path:
    """Where private keys are kept."""
    named = os.environ.get("PLATEAU_KEYS")
    return Path(named) if named else Path(os.environ.get("PLATEAU_DATA", ".plateau")) / "keys"


def current(place: Path) -> Ed25519PrivateKey:
    """The key that signs now; made when there is none."""
    file = place / CURRENT
    if not file.exists():
        rotate(place)
    key = load_pem_private_key(file.read_bytes(), None)
    assert isinstance(key, Ed25519PrivateKey)
    return key


def rotate(place: Path) -> Ed25519PrivateKey:
    """Make a new key; the old one signs no more, and stays published for what it has signed."""
    place.mkdir(parents=True, exist_ok=True, mode=0o700)
    key = Ed25519PrivateKey.generate()
    draft = place / f"{CURRENT}.draft"
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as out:
        out.write(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    os.replace(draft, place / CURRENT)
    return key
