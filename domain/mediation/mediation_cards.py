"""Entrer en médiation. Questions, cards, needs and what follows from them."""

from msgspec.structs import replace

from domain.core.chance import Chance
from domain.core.forms import Answer, Form, Option, pick_form
from domain.core.model import Ask, Fact, Outcome, again, done
from domain.core.rules import rule
from domain.mediation.board import (
    INDEX,
    ORTH,
    can_use,
    free_places,
    is_corner_pyramid,
    open_camps,
    pile_of,
)
from domain.mediation.components import BOARD, CELLS, MEDIATION_CARDS
from domain.mediation.energy import filled
from domain.mediation.facts import (
    CubePlaced,
    MediationCardDiscarded,
    MediationCardRevealed,
    NeedFound,
    PopulationsReturned,
    QuestionShown,
)
from domain.mediation.forms import STOP, camps_form, cells_split
from domain.mediation.frames import Effect, Mediation, Need, Return, Reveal
from domain.mediation.piles import Story, refill, shuffled
from domain.mediation.result import watched
from domain.mediation.ship import camp_behind
from domain.mediation.state import Camp, State, mediation
from domain.mediation.team import ask_seat, ask_the_team, decider

INTERRUPTED = "interrupted"


@rule("mediation.med.1", "mediation.char.nikitas", "mediation.adj.1")
def is_at_base(state: State, character: str, camp: Camp) -> bool:
    """A mediator stands on the camp's base; Nikitas may stand beside it."""
    cell, base = state.chars[character].cell, state.bases[camp]
    return cell == base or (character == "nikitas" and cell in ORTH[base])


@rule("mediation.med.1", "mediation.med.11", "mediation.med.12")
def mediate_options(state: State, character: str) -> tuple[Option, ...]:
    """A camp that is within reach, talks, and has a card left."""
    if not can_use(state, character, "mediate"):
        return ()
    return tuple(
        Option(f"mediate:{character}:{camp}", {"character": character, "camp": camp})
        for camp in open_camps(state)
        if is_at_base(state, character, camp)
    )


@rule("mediation.med.2")
def mediate(character: str, camp: Camp) -> tuple[Fact, ...]:
    """The question is read for one cube."""
    return (CubePlaced(character=character, slot="mediate"), QuestionShown(camp=camp))


@mediation.step(Mediation)
@rule("mediation.med.2", "mediation.char.andromeda", "mediation.med.11")
def mediation_step(state: State, frame: Mediation, chance: Chance) -> Outcome:
    """A card is revealed; Andromeda may reveal a second one if nothing interrupts her."""
    reveal = Reveal(character=frame.character, camp=frame.camp, owner=frame.owner)
    if frame.character != "andromeda":
        return done(then=(reveal,))
    if frame.stage == "first":
        return again(replace(frame, stage="second"), then=(reveal,))
    can_go_on = is_at_base(state, frame.character, frame.camp) and frame.camp in open_camps(state)
    if frame.given == INTERRUPTED or not can_go_on:
        return done()
    question = Ask(
        seat=decider(state, frame.owner),
        kind="continue_mediation",
        form=pick_form("answer", Option("reveal", {"camp": frame.camp}), STOP),
        default={"answer": "stop"},
        rules=("mediation.char.andromeda",),
    )
    return ask_seat(state, frame, question, continue_mediation, chance)


@mediation.answer(Mediation)
@rule("mediation.char.andromeda")
def continue_mediation(state: State, frame: Mediation, given: dict[int, Answer], chance: Chance) -> Outcome:
    """Andromeda's second card is her own choice."""
    (answer,) = given.values()
    if answer["answer"] == "stop":
        return done()
    return done(then=(Reveal(character=frame.character, camp=frame.camp, owner=frame.owner),))


@mediation.step(Reveal)
@watched
@rule("mediation.med.2", "mediation.med.3", "mediation.med.7", "mediation.med.12", "mediation.pow.speak")
def reveal(state: State, frame: Reveal, chance: Chance) -> Outcome:
    """The top card is turned over: a justification is discarded, a need heard, an effect resolved."""
    story = Story(state)
    if not refill(story, pile_of(frame.camp), chance):
        return done()
    card = story.state.piles[pile_of(frame.camp)].cards[0]
    story.tell(MediationCardRevealed(camp=frame.camp, card=card))
    kind = MEDIATION_CARDS[card].type
    if kind == "need":
        return need_heard(story, frame, card)
    if kind == "justification" or frame.is_open_floor:
        return done(*story.facts, MediationCardDiscarded(camp=frame.camp, card=card))
    effect = Effect(character=frame.character, camp=frame.camp, card=card, is_action=frame.is_action, owner=frame.owner)
    return done(*story.facts, then=(effect,))


@rule("mediation.med.4", "mediation.end.1")
def need_heard(story: Story, frame: Reveal, card: str) -> Outcome:
    """A need is laid down, energy comes back, then populations, a bonus card and a shuffle."""
    story.tell(NeedFound(camp=frame.camp, card=card))
    story.tell(*filled(story.state))
    need = Need(character=frame.character, is_action=frame.is_action, owner=frame.owner)
    return done(*story.facts, then=(Return(owner=frame.owner), need))


@rule("mediation.med.4")
def landing_places(state: State) -> dict[str, int]:
    """Populations come back to cells with room, but neither to Base U nor to corner pyramids."""
    places = {
        cell: free_places(state, cell) for cell in CELLS if cell != state.base_u and not is_corner_pyramid(state, cell)
    }
    return {cell: free for cell, free in places.items() if free > 0}


@mediation.step(Return)
@watched
@rule("mediation.med.4")
def return_populations(state: State, frame: Return, chance: Chance) -> Outcome:
    """Up to four populations come back from the ship, where the team likes."""
    places = landing_places(state)
    number = min(BOARD.ship_load, state.ship, sum(places.values()))
    if not number:
        return done()
    question = Ask(
        seat=decider(state, frame.owner),
        kind="return_populations",
        form=Form((cells_split("cells", places, number),)),
        default={"cells": emptiest(state, places, number)},
        rules=("mediation.med.4",),
    )
    return ask_the_team(state, frame, question, land, chance)


def emptiest(state: State, places: dict[str, int], number: int) -> dict[str, int]:
    """Again and again the place with the fewest populations."""
    coming: dict[str, int] = {}
    for _ in range(number):
        open_ones = [cell for cell in places if coming.get(cell, 0) < places[cell]]
        cell = min(open_ones, key=lambda c: (state.pop[c] + coming.get(c, 0), INDEX[c]))
        coming[cell] = coming.get(cell, 0) + 1
    return coming


@mediation.answer(Return)
@watched
@rule("mediation.med.4")
def land(state: State, frame: Return, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The populations are on Earth again."""
    (answer,) = given.values()
    return done(PopulationsReturned(cells=answer["cells"]))


@mediation.step(Need)
@rule("mediation.med.5", "mediation.med.6")
def need(state: State, frame: Need, chance: Chance) -> Outcome:
    """A bonus card of either camp, then all attack cards off the board are shuffled."""
    if frame.stage == "shuffle":
        return done(shuffled(state, "attack", chance), give=frame.given)
    camps = open_camps(state)
    if not camps:
        return again(replace(frame, stage="shuffle"))
    wished = camp_behind(state)
    question = Ask(
        seat=decider(state, frame.owner),
        kind="bonus_camp",
        form=camps_form(camps),
        default={"camp": wished if wished in camps else camps[0]},
        rules=("mediation.med.5",),
    )
    return ask_the_team(state, frame, question, bonus_card, chance)


@mediation.answer(Need)
@rule("mediation.med.5")
def bonus_card(state: State, frame: Need, given: dict[int, Answer], chance: Chance) -> Outcome:
    """The bonus card is resolved completely, for the same character."""
    (answer,) = given.values()
    bonus = Reveal(character=frame.character, camp=answer["camp"], is_action=frame.is_action, owner=frame.owner)
    return again(replace(frame, stage="shuffle"), then=(bonus,))
