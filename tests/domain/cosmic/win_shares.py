"""`python -m tests.domain.cosmic.win_shares [games] [folder]`: how often each power wins among sensible bots."""

import sys
from collections import Counter
from pathlib import Path

from domain.cosmic import cosmic
from tests.domain.cosmic.bot_games import BotGame

SEATS = 4
ROW, LEFT, WIDTH, TOP = 18, 150, 480, 46
SVG = 'xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" font-size="12"'
TITLE = "Share of games won, by power ({} games of four sensible bots; joint wins count for each winner)"


def shares(games: int) -> tuple[dict[str, tuple[int, int]], dict[str, float]]:
    """For each power its wins and its games, and figures of all games together."""
    won, dealt, ends, duels, joint = Counter[str](), Counter[str](), Counter[str](), list[int](), 0
    for seed in range(games):
        play = BotGame(seed, SEATS).finished()
        duels.append(play.state.duels)
        ends[play.result.reason] += 1
        joint += len(play.result.winners) > 1
        for seat, powers in enumerate(play.state.powers):
            dealt.update(powers)
            won.update(powers if seat in play.result.winners else ())
    duels.sort()
    figures = {"median_duels": duels[games // 2], "duels_90": duels[games * 9 // 10], "joint": joint / games, **ends}
    return {power: (won[power], dealt[power]) for power in dealt}, figures


def plot(found: dict[str, tuple[int, int]], games: int, mean: float) -> str:
    """A bar for each power, the strongest first, with a line at the mean."""
    ranked = sorted(found, key=lambda power: -found[power][0] / found[power][1])
    height = TOP + ROW * len(ranked) + 30
    lines = [
        f'<svg {SVG} width="{LEFT + WIDTH + 70}" height="{height}">',
        '<rect width="100%" height="100%" fill="#fff"/>',
        f'<text x="10" y="20" font-size="14">{TITLE.format(games)}</text>',
    ]
    for place, power in enumerate(ranked):
        share = found[power][0] / found[power][1]
        y = TOP + ROW * place
        name = cosmic.catalogue["power"][power].name["en"]
        lines.append(f'<text x="{LEFT - 8}" y="{y + 12}" text-anchor="end">{name}</text>')
        lines.append(f'<rect x="{LEFT}" y="{y + 2}" width="{share * WIDTH:.1f}" height="{ROW - 5}" fill="#2f6fb0"/>')
        lines.append(f'<text x="{LEFT + share * WIDTH + 5:.1f}" y="{y + 12}">{share:.2f}</text>')
    x = LEFT + mean * WIDTH
    mark = f'x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 6}" y2="{height - 26}"'
    lines.append(f'<line {mark} stroke="#c0392b" stroke-dasharray="4 3"/>')
    lines.append(f'<text x="{x:.1f}" y="{height - 10}" text-anchor="middle">mean {mean:.2f}</text></svg>')
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> None:
    """Play, write the plot and tell the figures."""
    games = int(arguments[0]) if arguments else 2000
    folder = Path(arguments[1]) if len(arguments) > 1 else Path(__file__).parents[3] / "docs" / "games"
    found, figures = shares(games)
    mean = sum(won for won, _ in found.values()) / sum(dealt for _, dealt in found.values())
    (folder / "cosmic-win-shares.svg").write_text(plot(found, games, mean), encoding="utf-8")
    for power in sorted(found, key=lambda power: -found[power][0] / found[power][1]):
        won, dealt = found[power]
        sys.stdout.write(f"| `{power}` | {won / dealt:.3f} | {won} | {dealt} |\n")
    sys.stdout.write(f"mean {mean:.3f} {figures}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
