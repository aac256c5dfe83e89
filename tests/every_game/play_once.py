"""One random match of a game, told as a digest of everything that was asked; run with different hash seeds."""

import random
import sys
from hashlib import sha256

import msgspec

from domain.core.chance import Seeded
from domain.core.fillings import random_answer
from domain.core.model import House
from domain.core.umpire import Umpire
from domain.games import game


def main(slug: str, decisions: int) -> str:
    """The digest of the forms and answers of the first decisions."""
    known, chance = game(slug), random.Random(7)
    seats = known.described.seats[1]
    umpire = Umpire(known, House(seats=seats), Seeded(b"hash seeds"))
    play, _ = umpire.begin(known.options_type(), seats)
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


if __name__ == "__main__":
    print(main(sys.argv[1], int(sys.argv[2])))  # noqa: T201
