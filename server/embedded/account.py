"""The account under which Postgres runs, since it refuses to run as root."""

import os
import pwd
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from server.failures import Failure

_CANDIDATES = ("plateau", "postgres", "nobody")
_SHARED_PLACES = (Path("/var/lib/plateau"), Path("/var/tmp/plateau"))


class As(TypedDict, total=False):
    """Arguments of Popen that switch to another account."""

    user: int
    group: int
    extra_groups: list[int]


@dataclass(frozen=True)
class Account:
    """A user and group; `switch` is set when this process has to change to it."""

    uid: int
    gid: int
    switch: bool

    @property
    def popen(self) -> As:
        """What Popen needs to start a child under this account."""
        return As(user=self.uid, group=self.gid, extra_groups=[]) if self.switch else As()

    def may_enter(self, path: Path) -> bool:
        """Ask the system itself, because modes alone do not tell (access lists, mounts)."""
        if not self.switch:
            return os.access(path, os.R_OK | os.X_OK)
        test = ["/bin/sh", "-c", 'test -r "$1" && test -x "$1"', "sh", str(path)]
        return subprocess.run(test, cwd="/", check=False, **self.popen).returncode == 0

    def give(self, path: Path) -> None:
        """Make the path this account's own; only root may, and only root has to."""
        if os.geteuid() == 0:
            os.chown(path, self.uid, self.gid)

    def private_folder(self, path: Path) -> Path:
        """Make, or check, a folder that this account alone can enter."""
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if path.is_symlink() or (os.geteuid() != 0 and path.stat().st_uid != self.uid):
            raise Failure(f"The folder {path} belongs to somebody else.\nRemove it, or choose another one with --data.")
        path.chmod(0o700)
        self.give(path)
        return path


def account_for(folder: Path) -> Account:
    """Choose who runs Postgres on `folder`: its owner if it exists, this user, or for root an unprivileged account."""
    if os.geteuid() != 0:
        return Account(os.geteuid(), os.getegid(), switch=False)
    if folder.exists() and folder.stat().st_uid != 0:
        owner = folder.stat()
        return Account(owner.st_uid, owner.st_gid, switch=True)
    for name in _CANDIDATES:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(entry.pw_uid, entry.pw_gid, switch=True)
    raise Failure(
        "Postgres does not run as root, and this system has no account to run it under.\n"
        "Start Plateau as an ordinary user."
    )


def settle(folder: Path, account: Account) -> Path:
    """Give a private folder that `account` can reach: `folder` itself, or one elsewhere that `folder` then links to."""
    if folder.is_symlink():
        return folder.resolve()
    folder.parent.mkdir(parents=True, exist_ok=True)
    if not account.switch or folder.exists() or _reachable(folder.parent, account):
        return account.private_folder(folder)
    for place in _SHARED_PLACES:
        try:
            place.mkdir(mode=0o755, parents=True, exist_ok=True)
            elsewhere = Path(tempfile.mkdtemp(prefix="postgres-", dir=place))
        except OSError:
            continue
        account.give(elsewhere)
        if account.may_enter(elsewhere):
            folder.symlink_to(elsewhere)
            return elsewhere
        shutil.rmtree(elsewhere)
    raise Failure(
        f"Postgres does not run as root, and no other account can reach {folder.parent}.\n"
        "Choose a folder with --data, such as /srv/plateau."
    )


def _reachable(parent: Path, account: Account) -> bool:
    """Try whether the account could use a folder of its own inside `parent`."""
    probe = Path(tempfile.mkdtemp(prefix=".probe-", dir=parent))
    try:
        account.give(probe)
        return account.may_enter(probe)
    finally:
        probe.rmdir()
