"""Folders for Unix sockets, whose paths may not be long."""

import hashlib
import shutil
from pathlib import Path

from server.embedded.account import Account

# The system's limit is 104 on some systems, with the socket's own name and a terminating byte in it.
_LONGEST_FOLDER = 80


def socket_folder(home: Path, account: Account) -> Path:
    """Give a private folder for sockets: `home`/run, or a short one of a settled name if that path is too long."""
    folder = home / "run"
    if len(str(folder).encode()) > _LONGEST_FOLDER:
        digest = hashlib.sha256(str(home).encode()).hexdigest()[:16]
        folder = Path(f"/tmp/plateau-{digest}")
    return account.private_folder(folder)


def remove_short_folder(folder: Path, home: Path) -> None:
    """Leave nothing behind outside `home`; the next start makes the folder again."""
    if folder.parent != home:
        shutil.rmtree(folder, ignore_errors=True)
