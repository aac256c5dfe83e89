"""What would come of a piece of business if everybody gave the default answer."""

from msgspec.structs import replace

from domain.climate import frames
from domain.climate.appraisal import value
from domain.climate.state import State, climate
from domain.core.chance import Seeded
from domain.core.model import Frame, House, Item, Play
from domain.core.umpire import Umpire

DICE = b"a guess is as good as another"
LEVELS = ("base", "t1", "t2")
STEPS = 60


def imagined(state: State, frame: Frame) -> State:
    """The state after a frame, with dice and answers as they might be."""
    umpire = Umpire(climate, House(seats=len(state.seats)), Seeded(DICE))
    play, _ = umpire.advance(Play(state=state, agenda=(Item(1, frame),), serial=2), background=True)
    for _ in range(STEPS):
        asked = [decision for decision in umpire.decisions(play) if decision.mode != "offer"] if play.agenda else []
        if not asked:
            break
        play, _ = umpire.decide(play, asked[0].id, asked[0].seat, asked[0].ask.default)
        play, _ = umpire.advance(play, background=True)
    after: State = play.state
    return after


def event_values(state: State) -> dict[str, float]:
    """What each level of the green event in play would be worth."""
    event = state.event
    assert event is not None
    found = {}
    for level in LEVELS:
        frame = frames.Effects(card=event.card, level=level, region=event.region)
        found[level] = value(imagined(state, frame))
    return found


def imagined_event(state: State, card: str, turns: int) -> State:
    """The state after a card of the event pile if it were drawn so many turns from now and nobody acted."""
    decks = replace(state.decks, events=(card,))
    return imagined(replace(state, decks=decks, turn=state.turn + turns), frames.DrawEvent(stage="draw"))
