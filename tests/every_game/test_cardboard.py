"""Every game can be recorded from a real table: draws are typed in, and cards lie face down until they are needed."""

import random
from typing import Any

import msgspec

from domain.core.fillings import random_answer
from domain.core.folding import apply
from domain.core.forms import Answer
from domain.core.game import Game
from domain.core.model import HOST, Decision
from domain.core.umpire import Umpire


def typed_in(found: Decision, chance: random.Random) -> Answer:
    """Anything that fits; of a face-down pile only the card that is needed."""
    answer = random_answer(found.ask.form, chance.randrange)
    slot: Any = found.ask.form.slots[0]
    return {"order": answer["order"][: slot.min]} if found.mode == "draw" and "order" in answer else answer


def test_a_match_with_real_dice_and_cards_folds_and_keeps_what_must_hold(game: Game, is_deep: bool) -> None:
    chance = random.Random(f"cardboard {game.slug}")
    umpire = Umpire(game)
    options: Any = msgspec.convert({}, game.options_type)
    play, facts = umpire.begin(options, max(2, game.described.seats[0]))
    folded, asked = None, 0
    for _ in range(5_000 if is_deep else 250):
        for fact in facts:
            tag, fields = game.codec.encode_fact(fact)
            folded = apply(game, folded, game.codec.decode_fact(tag, msgspec.json.decode(msgspec.json.encode(fields))))
        assert folded == play
        assert not list(game.checker(play.state))
        if play.result is not None:
            break
        found = chance.choice(umpire.decisions(play))
        asked += found.seat == HOST
        play, facts = umpire.decide(play, found.id, found.seat, typed_in(found, chance))
    assert asked, "the host was asked for what was drawn"
    assert play.hidden or game.slug == "kepler", "cards that nobody needed were not asked for"
