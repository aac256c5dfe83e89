"""Plays seeded matches with the sensible opponent and draws its win rates: `win_rates.py 200`."""

import json
import sys
from hashlib import sha256
from pathlib import Path
from random import Random

from domain.core.chance import Seeded
from domain.core.model import House
from domain.core.umpire import Umpire
from domain.mediation import Options, mediation
from server.selfplay.match import appends, built_in_player

HERE = Path(__file__).parent
FIGURES = HERE / "win-rates.json"
PLOT = HERE / "win-rates.svg"
PAGE = HERE.parent / "mediation.md"
BEGIN, END = "<!-- rates -->\n", "<!-- end of rates -->\n"

LEVELS = {4: ("initiation", "advanced", "expert"), 7: ("advanced", "expert")}
VARIANTS = ({}, {"pyramids": True}, {"round_earth": True})
COLOURS = {"base game": "#3b6ea5", "pyramids": "#b5762a", "round earth": "#4d8a57"}
WIDTH, ROW, LEFT, BAR = 720, 26, 170, 440


def ways():
    """Every difficulty with every number of characters, in the base game and in two variants."""
    for variant in VARIANTS:
        for characters, levels in LEVELS.items():
            for level in levels:
                if not (variant.get("pyramids") and level == "initiation"):
                    yield Options(characters=characters, difficulty=level, **variant)


def named(options):
    """The variant a way to play belongs to, and its line in the plot."""
    variant = "pyramids" if options.pyramids else "round earth" if options.round_earth else "base game"
    return variant, f"{options.characters} characters, {options.difficulty}"


def played(options, games):
    """Results of so many matches of one seat that plays all characters, on seeds 0, 1, 2, …"""
    ends, turns, lost = {}, 0, 0
    for seed in range(games):
        key = sha256(f"win rate {seed}".encode()).digest()
        umpire = Umpire(mediation, House(seats=1), Seeded(key))
        *_, last = appends(umpire, options, 1, built_in_player(mediation, "sensible", Random(seed)))
        details = last.after.result.details
        ends[last.after.result.reason] = ends.get(last.after.result.reason, 0) + 1
        turns, lost = turns + details["turn"], lost + details["lost"]
    won = ends.get("needs", 0) + ends.get("pyramids", 0)
    return {"games": games, "won": won, "ends": ends, "turn": round(turns / games, 1), "lost": round(lost / games, 1)}


def margin(share, games):
    """Half the width of the 95 % interval of a share."""
    return 1.96 * (share * (1 - share) / games) ** 0.5


def plot(figures):
    """Bars with their 95 % intervals, as SVG."""
    lines, y = [], 40
    for row in figures:
        share = row["won"] / row["games"]
        half = margin(share, row["games"])
        low, high = LEFT + BAR * max(0, share - half), LEFT + BAR * min(1, share + half)
        colour, middle = COLOURS[row["variant"]], y + ROW // 2 - 2
        lines += [
            f'<text x="{LEFT - 8}" y="{middle + 4}" text-anchor="end">{row["name"]}</text>',
            f'<rect x="{LEFT}" y="{y}" width="{BAR * share:.1f}" height="{ROW - 8}" fill="{colour}"/>',
            f'<path d="M{low:.1f} {middle}H{high:.1f}" stroke="#222"/>',
            f'<path d="M{low:.1f} {middle - 4}v8M{high:.1f} {middle - 4}v8" stroke="#222"/>',
            f'<text x="{high + 8:.1f}" y="{middle + 4}">{share:.1%}</text>',
        ]
        y += ROW
    axis = [
        f'<path d="M{LEFT + BAR * part / 4:.0f} 34V{y}" stroke="#ddd"/>'
        f'<text x="{LEFT + BAR * part / 4:.0f}" y="{y + 16}" text-anchor="middle">{25 * part} %</text>'
        for part in range(5)
    ]
    legend = [
        f'<rect x="{LEFT + 140 * place}" y="10" width="12" height="12" fill="{colour}"/>'
        f'<text x="{LEFT + 140 * place + 18}" y="20">{name}</text>'
        for place, (name, colour) in enumerate(COLOURS.items())
    ]
    size = f'width="{WIDTH}" height="{y + 28}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12">'
    return "\n".join([head, *legend, *axis, *lines, "</svg>"]) + "\n"


def listed(figures):
    """The figures as a table of the page."""
    rows = [
        "| variant | characters, level | matches | won | 95 % | mean last turn | mean lost | ends |",
        "|---" * 8 + "|",
    ]
    for row in figures:
        share = row["won"] / row["games"]
        ends = ", ".join(f"{reason} {number}" for reason, number in sorted(row["ends"].items()))
        figures_of = (
            f"{row['games']} | {share:.1%} | ± {margin(share, row['games']):.1%} | {row['turn']} | {row['lost']}"
        )
        rows.append(f"| {row['variant']} | {row['name']} | {figures_of} | {ends} |")
    return "\n".join(rows) + "\n"


def show(figures):
    """Draw the plot and write the table into the page."""
    PLOT.write_text(plot(figures))
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(before + BEGIN + listed(figures) + END + after, encoding="utf-8")


def main(games):
    """Measure, keep the figures and show them; ways that are measured already are kept."""
    figures = json.loads(FIGURES.read_text()) if FIGURES.exists() else []
    known = {(row["variant"], row["name"]) for row in figures if row["games"] == games}
    show(figures)
    for options in ways():
        variant, name = named(options)
        if (variant, name) not in known:
            figures.append({"variant": variant, "name": name, **played(options, games)})
            FIGURES.write_text(json.dumps(figures, indent=1) + "\n")
            show(figures)


if __name__ == "__main__":
    main(int(sys.argv[1]))
