"""`python docs/games/climate_grades.py [games]`: let the sensible opponent play, draw how games end (0: only draw)."""

import json
import sys
from collections import Counter
from pathlib import Path
from random import Random
from statistics import mean

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))

from domain.climate import climate  # noqa: E402
from domain.climate.result import BANDS, LABELS  # noqa: E402
from domain.climate.state import Options  # noqa: E402
from domain.core.chance import Seeded  # noqa: E402
from domain.core.model import House  # noqa: E402
from domain.core.umpire import Umpire  # noqa: E402
from server.selfplay.match import appends, built_in_player  # noqa: E402

FIGURES, PLOT, PAGE = HERE / "climate-grades.json", HERE / "climate-grades.svg", HERE / "climate.md"
BEGIN, END = "<!-- grades -->\n", "<!-- end of grades -->\n"
FIRST = 1000
"""The first seed: the opponent was made with the help of smaller ones."""
SEATS = (3, 4, 5)
MODES = ("normal", "expert")
GRADES = (*(name for _, name in LABELS), *(name for _, name in BANDS), "hothouse")
COLOURS = ("#1d7874", "#4fa08b", "#9cc5a1", "#dce6c8", "#f3d9a4", "#e8a766", "#d1495b", "#97344a", "#5b1f33")
WIDTH, LEFT, BAR, ROW = 760, 110, 520, 26


def games(mode, number):
    """How seeded games of a mode end, with three, four and five seats in turn."""
    for seed in range(FIRST, FIRST + number):
        seats = SEATS[seed % len(SEATS)]
        umpire = Umpire(climate, House(seats=seats), Seeded(b"match %d" % seed))
        *_, last = appends(umpire, Options(mode=mode), seats, built_in_player(climate, "sensible", Random(seed)))
        details, [place, *_] = last.after.result.details, last.after.result.places
        yield {
            "seed": seed,
            "seats": seats,
            "won": last.after.result.outcome == "victory",
            "grade": details["grade"],
            "turn": details["turn"],
            "ghg": details["ghg"],
            "score": place.score,
        }


def interval(won, number):
    """The 95 % interval of a share (Wilson's, which holds near none and all)."""
    z, share = 1.96, won / number
    middle = share + z * z / (2 * number)
    half = z * (share * (1 - share) / number + z * z / (4 * number * number)) ** 0.5
    return (middle - half) / (1 + z * z / number), (middle + half) / (1 + z * z / number)


def groups(results):
    """The games of each mode, all together and by number of seats."""
    for mode, played in results.items():
        yield mode, "3 to 5", played
        for seats in SEATS:
            yield mode, str(seats), [game for game in played if game["seats"] == seats]


def listed(results):
    """The figures as a table of the page."""
    rows = [
        "| mode | seats | games | victories | 95 % | mean turn of victory | mean final GHG | mean score of victories |",
        "|---" * 8 + "|",
    ]
    for mode, seats, played in groups(results):
        won = [game for game in played if game["won"]]
        low, high = interval(len(won), len(played))
        rows.append(
            f"| {mode} | {seats} | {len(played)} | {len(won)} ({len(won) / len(played):.1%}) | {low:.1%} to {high:.1%} "
            f"| {mean(game['turn'] for game in won):.1f} | {mean(game['ghg'] for game in played):.1f} "
            f"| {mean(game['score'] for game in won):.0f} |"
        )
    rows += ["", "| mode | " + " | ".join(f"`{grade}`" for grade in GRADES) + " |", "|---" * (1 + len(GRADES)) + "|"]
    for mode, played in results.items():
        counted = Counter(game["grade"] for game in played)
        rows.append(f"| {mode} | " + " | ".join(str(counted[grade]) for grade in GRADES) + " |")
    return "\n".join(rows) + "\n"


def drawn(results):
    """One bar for each group of games, split by grade, victories first, with the 95 % interval of victory."""
    lines, y = [], 64
    for mode, seats, played in groups(results):
        counted, x = Counter(game["grade"] for game in played), float(LEFT)
        lines.append(f'<text x="{LEFT - 8}" y="{y + 14}" text-anchor="end">{mode}, {seats}</text>')
        for grade, colour in zip(GRADES, COLOURS, strict=True):
            wide = BAR * counted[grade] / len(played)
            lines.append(f'<rect x="{x:.1f}" y="{y}" width="{wide:.1f}" height="{ROW - 8}" fill="{colour}"/>')
            x += wide
        won = sum(game["won"] for game in played)
        low, high = (LEFT + BAR * end for end in interval(won, len(played)))
        lines += [
            f'<path d="M{low:.1f} {y + 9}H{high:.1f}" stroke="#222"/>',
            f'<path d="M{low:.1f} {y + 5}v8M{high:.1f} {y + 5}v8" stroke="#222"/>',
            f'<text x="{LEFT + BAR + 8}" y="{y + 14}">{won / len(played):.1%} of {len(played)}</text>',
        ]
        y += ROW + (8 if seats == str(SEATS[-1]) else 0)
    legend = [
        f'<rect x="{LEFT + 130 * (n % 4)}" y="{6 + 18 * (n // 4)}" width="12" height="12" fill="{colour}"/>'
        f'<text x="{LEFT + 130 * (n % 4) + 18}" y="{16 + 18 * (n // 4)}">{grade}</text>'
        for n, (grade, colour) in enumerate(zip(GRADES, COLOURS, strict=True))
    ]
    size = f'width="{WIDTH}" height="{y + 8}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12">'
    return "\n".join([head, f'<rect width="{WIDTH}" height="100%" fill="#ffffff"/>', *legend, *lines, "</svg>", ""])


def show(results):
    """Draw the plot and write the tables into the page."""
    PLOT.write_text(drawn(results))
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(before + BEGIN + listed(results) + END + after, encoding="utf-8")


def main(number):
    """Play, keep what came of it, show it."""
    if number:
        results = {mode: list(games(mode, number)) for mode in MODES}
        FIGURES.write_text(json.dumps(results, separators=(",", ":")) + "\n")
    show(json.loads(FIGURES.read_text()))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
