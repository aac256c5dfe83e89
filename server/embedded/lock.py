"""One running server per data folder."""

import fcntl
import os
from pathlib import Path

from server.failures import Failure


class FolderInUse(Failure):
    """Another process holds the folder."""


class FolderLock:
    """The right to run servers on a data folder, held until released or until this process ends."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "plateau.lock"
        self._file: int | None = None

    def acquire(self) -> None:
        """Take the lock at once or say who holds it."""
        file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(file, 32).decode(errors="replace").strip() or "unknown"
            os.close(file)
            raise FolderInUse(
                f"The data folder {self.path.parent} is in use by another running server (process {holder}).\n"
                f"Stop that one, or choose another folder with --data."
            ) from None
        os.ftruncate(file, 0)
        os.pwrite(file, f"{os.getpid()}\n".encode(), 0)
        self._file = file

    def release(self) -> None:
        """Let others have the folder."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def free(self) -> bool:
        """Tell whether nobody holds the folder at this moment."""
        try:
            self.acquire()
        except FolderInUse:
            return False
        self.release()
        return True
