"""Real processes to be killed at fault points."""

import os
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def started(code: str, faults: str = "", folder: Path | None = None) -> subprocess.Popen[str]:
    """Start a Python process that runs the code, to die at the fault points named."""
    env = {**os.environ, "PLATEAU_FAULTS": faults, "PLATEAU_FAULTS_DIR": "", "PYTHONPATH": str(ROOT)}
    if folder is not None:
        env["PLATEAU_FAULTS_DIR"] = str(folder)
    return subprocess.Popen(
        [sys.executable, "-c", code], env=env, cwd=ROOT, text=True, stdout=subprocess.PIPE, stdin=subprocess.PIPE
    )


def killed(code: str, faults: str, folder: Path) -> bool:
    """Run the code and tell whether it died at the fault point, having noted that it reached it."""
    with started(code, faults, folder) as child:
        child.communicate(timeout=30)
    name = faults.partition(":")[0]
    return child.returncode == -signal.SIGKILL and (folder / name).exists()
