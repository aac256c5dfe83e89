"""`python docs/games/water_scores.py [games] [scenario …]`: let the sensible opponent play, draw how scores spread."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import mean

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))

from domain.core.chance import Seeded  # noqa: E402
from domain.core.model import House  # noqa: E402
from domain.core.umpire import Umpire  # noqa: E402
from domain.water import Options, water  # noqa: E402
from server.selfplay.match import appends, built_in_player  # noqa: E402

SETTINGS = {
    "none": "Free foundation",
    "s1": "Interdependence",
    "s2": "A dam with three owners",
    "s3": "One dam owner against all",
    "p1": "Scenario with pollution",
}
SEATS = 4
SHAPES = {"triangle": "#d1495b", "square": "#6a4c93", "star": "#e08e1b", "circle": "#1d7874"}
LOW, HIGH, STEP = -20, 80, 5


def games(scenario: str, number: int) -> Iterator[dict[str, object]]:
    """The results of seeded games of one scenario."""
    for seed in range(number):
        umpire = Umpire(water, House(seats=SEATS), Seeded(f"{scenario} {seed}".encode()))
        choose = built_in_player(water, "sensible", Random(f"{scenario} {seed}"))
        *_, last = appends(umpire, Options(scenario=scenario), SEATS, choose)
        result = last.after.result
        assert result is not None
        scores = {place.seat: place.score for place in result.places}
        yield {
            "scores": [scores[seat] for seat in range(SEATS)],
            "pollution": result.details["pollution"],
            "winners": list(result.winners),
        }


def histogram(scores: list[int]) -> list[int]:
    """How many scores fall into each class."""
    classes = [0] * ((HIGH - LOW) // STEP)
    for score in scores:
        classes[min(max((score - LOW) // STEP, 0), len(classes) - 1)] += 1
    return classes


def drawn(results: dict[str, list[dict[str, object]]]) -> str:
    """One histogram per scenario, bars split by community, in one picture."""
    height, width, bar = 150, 640, 28
    size = f'width="{width}" height="{height * len(results) + 50}"'
    colours = list(SHAPES.values())
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="11">',
        f'<rect width="{width}" height="100%" fill="#ffffff"/>',
        *legend(),
    ]
    for row, (scenario, played) in enumerate(results.items()):
        base = row * height + 150
        by_seat = [histogram([game["scores"][seat] for game in played]) for seat in range(SEATS)]  # type: ignore[index]
        most = max(sum(column) for column in zip(*by_seat, strict=True))
        parts.append(f'<text x="40" y="{base - 112}" font-weight="bold">{scenario}: {SETTINGS[scenario]}</text>')
        for place, column in enumerate(zip(*by_seat, strict=True)):
            top, x = float(base), 40 + place * bar
            for seat, number in enumerate(column):
                tall = 100 * number / most
                top -= tall
                parts.append(
                    f'<rect x="{x}" y="{top:.1f}" width="{bar - 3}" height="{tall:.1f}" fill="{colours[seat]}"/>'
                )
            parts.append(f'<text x="{x}" y="{base + 12}" fill="#555555">{LOW + place * STEP}</text>')
    return "\n".join([*parts, "</svg>", ""])


def legend() -> Iterator[str]:
    """Which colour is whose, and what the axes show."""
    for place, (shape, colour) in enumerate(SHAPES.items()):
        yield f'<rect x="{40 + place * 90}" y="6" width="10" height="10" fill="{colour}"/>'
        yield f'<text x="{54 + place * 90}" y="15">{shape}</text>'
    yield '<text x="420" y="15" fill="#555555">across: score; up: seats of that score</text>'


def table(results: dict[str, list[dict[str, object]]]) -> str:
    """The figures behind the picture as a table."""
    lines = ["| scenario | games | mean | 5 % | 95 % | mean by seat | wins by seat | pollution, mean (most) |"]
    lines.append("|---|---|---|---|---|---|---|---|")
    for scenario, played in results.items():
        rows: list[list[int]] = [game["scores"] for game in played]  # type: ignore[misc]
        scores = sorted(score for row in rows for score in row)
        by_seat = " / ".join(f"{mean(row[seat] for row in rows):.1f}" for seat in range(SEATS))
        wins = " / ".join(str(sum(seat in game["winners"] for game in played)) for seat in range(SEATS))  # type: ignore[operator]
        dirt: list[int] = [game["pollution"] for game in played]  # type: ignore[misc]
        low, high = scores[len(scores) // 20], scores[-1 - len(scores) // 20]
        lines.append(
            f"| `{scenario}` | {len(played)} | {mean(scores):.1f} | {low} | {high} | {by_seat} | {wins} | "
            f"{mean(dirt):.1f} ({max(dirt)}) |"
        )
    return "\n".join(lines) + "\n"


def main(number: int, scenarios: tuple[str, ...]) -> None:
    """Play what is missing, keep the results, draw all of them."""
    kept = HERE / "water-scores.json"
    results = json.loads(kept.read_text()) if kept.exists() else {}
    for scenario in scenarios:
        results[scenario] = list(games(scenario, number))
        kept.write_text(json.dumps(results, separators=(",", ":")) + "\n")
    results = {scenario: results[scenario] for scenario in SETTINGS if scenario in results}
    (HERE / "water-scores.svg").write_text(drawn(results))
    sys.stdout.write(table(results))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200, tuple(sys.argv[2:]) or tuple(SETTINGS))
