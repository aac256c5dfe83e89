"""Child processes that never outlive the process that started them."""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

_PR_SET_PDEATHSIG = 1
# Loaded here because loading a library between fork and exec may deadlock.
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def die_with_parent(sign: int = signal.SIGKILL) -> None:
    """Have the kernel send `sign` to this process as soon as its parent has died (Linux only)."""
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, int(sign), 0, 0, 0)


def tied_to_parent(sign: int = signal.SIGKILL) -> Callable[[], None]:
    """Give a preexec function that ties the new process to the present one, without a gap between fork and tie."""
    parent = os.getpid()

    def tie() -> None:
        die_with_parent(sign)
        if os.getppid() != parent:
            os._exit(1)

    return tie


def stop(process: subprocess.Popen[bytes], *signals: int, patience: float = 10.0) -> None:
    """Send each signal in turn (at first none, if none is given) until the process has ended, at last SIGKILL."""
    for sign in (*(signals or (0,)), signal.SIGKILL):
        if process.poll() is not None:
            return
        process.send_signal(sign)
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            continue


def processes_naming(*words: str) -> list[int]:
    """List the processes, other than this one, whose command line or title contains all the words."""
    return [pid for pid, command in _commands() if pid != os.getpid() and all(word in command for word in words)]


def _commands() -> Iterator[tuple[int, str]]:
    """Give the command line of every process that this user may see."""
    if not Path("/proc/self/cmdline").exists():
        yield from _commands_from_ps()
        return
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                yield int(entry.name), (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue


def _commands_from_ps() -> Iterator[tuple[int, str]]:
    """Give the same as the process file system, where there is none."""
    listing = subprocess.run(["ps", "-axwwo", "pid=,command="], capture_output=True, text=True, check=False)
    for line in listing.stdout.splitlines():
        pid, _, command = line.strip().partition(" ")
        yield int(pid), command
