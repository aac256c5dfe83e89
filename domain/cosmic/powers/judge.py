"""Judge: a sentence pronounced before the cards and carried out after the outcome."""

from domain.core.chance import Chance
from domain.core.forms import Option
from domain.core.model import Outcome, done
from domain.core.rules import rule
from domain.cosmic import frames
from domain.cosmic.board import bases, duel_of, is_main, opponent
from domain.cosmic.components import SENTENCES
from domain.cosmic.facts import CardsMoved, SentencePronounced
from domain.cosmic.forms import verb
from domain.cosmic.frames import Homecoming, Owed
from domain.cosmic.hands import at_random, random_label
from domain.cosmic.powers.registry import used_in
from domain.cosmic.registry import step
from domain.cosmic.state import State


def judge_options(state: State, seat: int) -> tuple[Option, ...]:
    """One of three sentences, if none has been pronounced."""
    if not is_main(state, seat) or duel_of(state).sentence is not None:
        return ()
    return tuple(Option(f"judge:{sentence}", {"sentence": sentence}) for sentence in SENTENCES)


@used_in("before", power="judge", options=judge_options)
@rule("cosmic.pw.judge")
def judge(state: State, frame: frames.Reaction, chance: Chance) -> Outcome:
    """The sentence holds for this duel, whoever wins it."""
    return done(SentencePronounced(seat=frame.seat, sentence=verb(frame.answer)[1]))


@step(frames.Sentence)
@rule("cosmic.pw.judge")
def carry_out_sentence(state: State, frame: frames.Sentence, chance: Chance) -> Outcome:
    """Fine, damages or reprieve, if the duel has a winner; what cannot be done is left out."""
    duel = duel_of(state)
    if duel.winner is None or duel.sentence is None:
        return done()
    winner, loser = duel.winner, opponent(state, duel.winner)
    if duel.sentence == "fine":
        return done(then=(frames.Choosing(owed=(Owed(seat=loser, tokens=1),), cause="judge"),))
    if duel.sentence == "damages":
        cards = at_random(state.hands[loser], 1, random_label("judge.damages", state), chance)
        moved = (CardsMoved(giver=loser, receiver=winner, cards=cards, why="damages"),) if cards else ()
        return done(*moved)
    if not state.tokens[winner].black_hole or not bases(state, winner):
        return done()
    return done(then=(frames.Placing(homecomings=(Homecoming(seat=winner, places={"black_hole": 1}),)),))
