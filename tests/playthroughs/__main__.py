"""`python -m tests.playthroughs [--update]`: play all recorded games again and compare, or write them anew."""

import sys
from difflib import unified_diff
from itertools import islice

import domain.games  # noqa: F401  registers every game
from tests.playthroughs.recording import HERE, playthroughs, recorded

DIFF_LINES = 20


def main(arguments: list[str]) -> int:
    """Say which playthroughs differ; with `--update` write what happens now."""
    changed = 0
    for path in playthroughs():
        before, after = path.read_text(encoding="utf-8"), recorded(path)
        if before == after:
            continue
        changed += 1
        print(f"{path.relative_to(HERE)} differs")  # noqa: T201
        if "--update" in arguments:
            path.write_text(after, encoding="utf-8")
        else:
            lines = unified_diff(before.splitlines(), after.splitlines(), "recorded", "played now", lineterm="")
            print("\n".join(islice(lines, DIFF_LINES)))  # noqa: T201
    print(f"{len(playthroughs())} playthroughs, {changed} {'written' if '--update' in arguments else 'differ'}")  # noqa: T201
    return 0 if "--update" in arguments or not changed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
