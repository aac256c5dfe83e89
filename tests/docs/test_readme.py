"""The README is true: its first game runs when pasted, and what it names exists."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
UNHEX = "python3 -c 'import sys; sys.stdout.buffer.write(bytes.fromhex(sys.stdin.read()))'"


@pytest.fixture
def running(tmp_path):
    """A server of its own, as `./plateau serve` starts it."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    tmp_path.chmod(0o755)
    command = [sys.executable, "-m", "server.cli", "serve", "--port", str(port), "--data", str(tmp_path / "data")]
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=2).close()
                break
            except (OSError, urllib.error.URLError):
                assert server.poll() is None, "the server ended"
                time.sleep(0.1)
        yield port
    finally:
        server.terminate()
        server.wait(30)


def test_the_first_game_is_played_to_its_end_when_pasted(running, tmp_path):
    script = re.search(r"```sh\n(.*?)```", README, re.S)[1].replace(":8000", f":{running}")
    done = subprocess.run(
        ["bash", "-eu", "-c", f"token=\n{script}"],
        cwd=tmp_path, capture_output=True, text=True, timeout=120, env={**os.environ, "no_proxy": "*"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert '"winners"' in done.stdout.splitlines()[-1]


@pytest.mark.parametrize(
    "document", ["README.md", *sorted(f"docs/{file.name}" for file in (ROOT / "docs").glob("*.md"))]
)
def test_every_link_leads_somewhere(document):
    text = (ROOT / document).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        if "://" not in target:
            assert (ROOT / document).parent.joinpath(target).exists(), target


@pytest.mark.skipif(not shutil.which("openssl"), reason="the example uses the openssl command")
def test_the_draw_by_hand_comes_out_as_it_was_stored():
    text = (ROOT / "docs/audit.md").read_text(encoding="utf-8").replace("xxd -r -p", UNHEX)
    script = re.search(r"```sh\n(.*?)```", text, re.S)[1]
    done = subprocess.run(["bash", "-eu", "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    told = done.stdout.split()
    record = json.loads((ROOT / "tests/records/golden/kepler-round_limit.json").read_bytes())
    events = [event for commit in record["commits"] for event in commit["events"]]
    drawn = next(event for event in events if event["type"] == "kepler.first_player_drawn.v1")
    assert f"sha256:{told[0]}" == events[0]["payload"]["commitment"]
    assert told[-1] == str(drawn["payload"]["seat"])
