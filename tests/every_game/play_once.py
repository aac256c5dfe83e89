"""One random match of a game, told as a digest of everything that was asked; run with different hash seeds."""

import random
import sys
from contextlib import suppress
from hashlib import sha256

import msgspec

from domain.core.chance import Seeded
from domain.core.errors import BadOptions
from domain.core.fillings import random_answer
from domain.core.game import Game
from domain.core.model import AnyPlay, House
from domain.core.umpire import Umpire
from domain.games import game


def main(slug: str, decisions: int) -> str:
    """The digest of the forms and answers of the first decisions."""
    known, chance = game(slug), random.Random(7)
    umpire, play = _begun(known)
    told = sha256()
    for _ in range(decisions):
        play, _ = umpire.advance(play, background=True)
        open_now = umpire.decisions(play)
        if not open_now:
            break
        entry = open_now[chance.randrange(len(open_now))]
        answer = random_answer(entry.ask.form, chance.randrange)
        told.update(msgspec.json.encode([entry.id, entry.ask.kind, entry.ask.form, answer], order="sorted"))
        play, _ = umpire.decide(play, entry.id, entry.seat, answer)
    return told.hexdigest()


def _begun(known: Game) -> tuple[Umpire, AnyPlay]:
    """A table with as many seats as the default options allow."""
    fewest, most = known.described.seats
    for seats in range(most, fewest - 1, -1):
        umpire = Umpire(known, House(seats=seats), Seeded(b"hash seeds"))
        with suppress(BadOptions):
            return umpire, umpire.begin(known.options_type(), seats)[0]
    raise ValueError(f"{known.slug} cannot begin")


if __name__ == "__main__":
    print(main(sys.argv[1], int(sys.argv[2])))  # noqa: T201
