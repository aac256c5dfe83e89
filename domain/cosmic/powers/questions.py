"""Seeker: one question, truly answered; some answers bind."""

from domain.core.chance import Chance
from domain.core.forms import Answer, Option, Pick
from domain.core.model import Ask, Outcome, ask, done
from domain.core.rules import rule
from domain.cosmic import frames
from domain.cosmic.board import colour_of, duel_cards, duel_of, mains, seat_of, side_of
from domain.cosmic.components import ATTACKS, CARDS, kind_of, value_of
from domain.cosmic.facts import QuestionAnswered, QuestionAsked
from domain.cosmic.forms import pick, verb
from domain.cosmic.powers.registry import used_in
from domain.cosmic.registry import answer, step
from domain.cosmic.state import State

VALUES = tuple(value_of(card) for card in ATTACKS)

QUESTIONS: tuple[Option, ...] = (
    *(Option(f"holds_face:{card}", {"card": card}) for card in CARDS),
    *(Option(f"holds_attack_at_least:{value}", {"value": value}) for value in VALUES),
    Option("holds_edict"),
    *(Option(f"will_play_class:{kind}", {"class": kind}) for kind in ("attack", "compromise")),
    *(Option(f"will_play_at_least:{value}", {"value": value}) for value in VALUES),
)


def is_binding(question: str) -> bool:
    """Whether a question is about the card to be played."""
    return question.startswith("will_play")


def is_yes(question: str, card: str) -> bool:
    """Whether a single card makes the answer to a question yes."""
    match question.split(":"):
        case ["holds_face", face]:
            return card == face
        case ["holds_edict"]:
            return kind_of(card) == "edict"
        case ["will_play_class", kind]:
            return kind_of(card) == kind
        case [_, value]:
            return kind_of(card) == "attack" and value_of(card) >= int(value)
    raise ValueError(question)


def seeker_options(state: State, seat: int) -> tuple[Option, ...]:
    """A question to a main player other than oneself."""
    if side_of(state, seat) is None:
        return ()
    slot = Pick(name="question", of="questions")
    return tuple(
        Option(f"seeker:{colour_of(state, main)}", {"seat": main}, (slot,)) for main in mains(state) if main != seat
    )


@used_in("target", "before", power="seeker", options=seeker_options)
@rule("cosmic.pw.seeker")
def seeker(state: State, frame: frames.Reaction, chance: Chance) -> Outcome:
    """What is held is answered by the cards themselves, what will be played by the target."""
    target, question = seat_of(state, verb(frame.answer)[1]), frame.answer["question"]
    asked = QuestionAsked(seat=frame.seat, target=target, question=question)
    if is_binding(question):
        return done(asked, then=(frames.SeekerAnswer(target=target, question=question),))
    held = any(is_yes(question, card) for card in state.hands[target])
    return done(asked, QuestionAnswered(seat=target, question=question, answer=held, binding=False, by_hand=True))


@rule("cosmic.pw.seeker")
def allowed_answers(state: State, seat: int, question: str) -> tuple[bool, ...]:
    """The answers that some duel card in hand can keep, together with the earlier ones; else both."""
    cards = [
        card
        for card in duel_cards(state, seat)
        if all(is_yes(b.question, card) == b.answer for b in duel_of(state).bound if b.seat == seat)
    ]
    found = {is_yes(question, card) for card in cards}
    return tuple(word for word in (True, False) if word in found) if cards else (True, False)


@rule("cosmic.pw.seeker")
def keeping_bindings(state: State, seat: int) -> tuple[str, ...]:
    """The duel cards that keep what the seat has said; a binding that would leave none is passed over."""
    cards = duel_cards(state, seat)
    for binding in duel_of(state).bound:
        if binding.seat == seat:
            cards = tuple(c for c in cards if is_yes(binding.question, c) == binding.answer) or cards
    return cards


@step(frames.SeekerAnswer)
@rule("cosmic.pw.seeker", "cosmic.hidden.2")
def seeker_answer(state: State, frame: frames.SeekerAnswer, chance: Chance) -> Outcome:
    """The target answers, even if it has no choice."""
    words = {True: "yes", False: "no"}
    allowed = [words[word] for word in allowed_answers(state, frame.target, frame.question)]
    return ask(
        Ask(
            seat=frame.target,
            kind="seeker_answer",
            form=pick(*(Option(word) for word in allowed)),
            default={"do": allowed[-1]},
            rules=("cosmic.pw.seeker",),
            pace=True,
            actor_hidden=True,
        )
    )


@answer(frames.SeekerAnswer)
@rule("cosmic.pw.seeker")
def bind(state: State, frame: frames.SeekerAnswer, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The answer is public and binds the first card sealed."""
    word = given[frame.target]["do"] == "yes"
    return done(QuestionAnswered(seat=frame.target, question=frame.question, answer=word, binding=True))
