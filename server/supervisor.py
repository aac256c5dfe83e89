"""Keeps the parts of the server running until it is told to stop."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import structlog

from server.config import ROOT
from server.embedded.child import stop as stop_process
from server.embedded.child import tied_to_parent
from server.logs import rotate

log = structlog.get_logger()
_TICK = 0.1
_ROTATION_INTERVAL = 10.0
_SHORTEST_WAIT = 0.2
_LONGEST_WAIT = 10.0
_SETTLED = 10.0
_STOPPING = 10.0


class Part(Protocol):
    """Anything with a process that can be started again."""

    @property
    def name(self) -> str:
        """What the log calls it."""
        ...

    process: "subprocess.Popen[bytes] | None"

    def start(self) -> None:
        """Start the process; a foreseeable failure is a `Failure`."""
        ...

    def stop(self) -> None:
        """Stop the process and wait for its end."""
        ...


@dataclass
class Program:
    """A process of our own code whose output goes to its log file."""

    name: str
    arguments: Sequence[str]
    environment: Mapping[str, str]
    log: Path
    inherited: tuple[int, ...] = ()
    process: "subprocess.Popen[bytes] | None" = None

    def start(self) -> None:
        """Start it in a session of its own, so that Ctrl-C reaches the supervisor alone."""
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", *self.arguments],
                # Gunicorn looks for modules in the folder that it was started from before all others.
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                pass_fds=self.inherited,
                start_new_session=True,
                preexec_fn=tied_to_parent(),
            )

    def ask_to_stop(self) -> None:
        """Let it finish what it is doing."""
        if self.process is not None:
            self.process.terminate()

    def wait(self, until: float) -> None:
        """Let it end by itself until then, and not longer."""
        if self.process is not None:
            try:
                self.process.wait(max(0.0, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                self.process.kill()

    def stop(self) -> None:
        """Wait for its end, but not for ever."""
        if self.process is not None:
            stop_process(self.process)


@dataclass
class Watch:
    """A part and what is known of its recent deaths."""

    part: Part
    started: float = 0.0
    quick_deaths: int = 0
    start_again: float | None = None

    def start(self) -> None:
        """Start the part and note when."""
        self.start_again = None
        self.started = time.monotonic()
        self.part.start()

    def look(self) -> str | None:
        """Notice that the process has ended, plan its next start and say how it ended."""
        process = self.part.process
        if self.start_again is not None or process is None or process.poll() is None:
            return None
        self.plan()
        return how_it_ended(process.returncode)

    def plan(self) -> None:
        """Start again at once after a good while of service, else after longer and longer waits."""
        now = time.monotonic()
        self.quick_deaths = self.quick_deaths + 1 if now - self.started < _SETTLED else 0
        wait = min(_LONGEST_WAIT, _SHORTEST_WAIT * 2 ** (self.quick_deaths - 1)) if self.quick_deaths else 0.0
        self.start_again = now + wait


def how_it_ended(code: int) -> str:
    """Say in words what an exit code means."""
    if code >= 0:
        return f"ended with exit code {code}"
    return f"was killed by {signal.Signals(-code).name}"


@dataclass
class Supervisor:
    """Starts parts in their order, restarts those that die and stops them in the opposite order."""

    say: Callable[[str], None]
    logs: Path
    watches: list[Watch] = field(default_factory=list)
    stopping: threading.Event = field(default_factory=threading.Event)
    _last_rotation: float = 0.0

    def add_running(self, part: Part) -> None:
        """Watch over a part that has been started already."""
        self.watches.append(Watch(part, started=time.monotonic()))

    def start(self, part: Part) -> None:
        """Start a part and watch over it."""
        watch = Watch(part)
        self.watches.append(watch)
        watch.start()

    def stop_on_signals(self) -> None:
        """Let Ctrl-C and TERM end the watch."""
        for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            # Under nohup, the end of the terminal is to be ignored.
            if sign != signal.SIGHUP or signal.getsignal(sign) != signal.SIG_IGN:
                signal.signal(sign, lambda *_: self.stopping.set())

    def tick(self) -> None:
        """Look after every part once, then rest for a moment."""
        for watch in self.watches:
            if ended := watch.look():
                self._tell(f"{watch.part.name} {ended}; starting it again", part=watch.part.name, ended=ended)
            if watch.start_again is not None and time.monotonic() >= watch.start_again:
                self._restart(watch)
        if time.monotonic() - self._last_rotation > _ROTATION_INTERVAL:
            self._last_rotation = time.monotonic()
            rotate(self.logs)
        self.stopping.wait(_TICK)

    def watch(self) -> None:
        """Look after the parts until told to stop."""
        while not self.stopping.is_set():
            self.tick()

    def stop(self) -> None:
        """Stop all parts, the last started first; programs of our own finish side by side."""
        programs = [watch.part for watch in self.watches if isinstance(watch.part, Program)]
        for program in programs:
            program.ask_to_stop()
        until = time.monotonic() + _STOPPING
        for program in programs:
            program.wait(until)
        for watch in reversed(self.watches):
            watch.part.stop()

    def _restart(self, watch: Watch) -> None:
        try:
            watch.start()
        except Exception as failure:  # whatever one part runs into, the others must still be looked after
            watch.plan()
            self._tell(f"{watch.part.name} did not start: {failure}", part=watch.part.name)

    def _tell(self, text: str, **facts: str) -> None:
        self.say(text)
        log.warning(text, **facts)
