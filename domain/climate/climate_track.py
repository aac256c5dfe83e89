"""The climate track: two markers, and the consequences they call when they meet."""

from domain.climate.components import TRACK
from domain.climate.course import Course
from domain.climate.facts import ConsequenceQueued, PileRefilled, SpecialsFlipped, TrackAdvanced
from domain.core.chance import Chance
from domain.core.rules import rule


@rule("climate.clim.1", "climate.clim.2", "climate.challenge.1")
def advance(course: Course, chance: Chance, squares: int, cause: str = "climate.clim.1") -> None:
    """The green marker climbs; each time it meets the red one it starts again and a consequence is queued."""
    back = 2 if course.state.options.runaway else 1
    while squares > 0:
        state = course.state
        step = min(squares, state.red - state.green)
        squares -= step
        if state.green + step < state.red:
            course.note(TrackAdvanced(green=state.green + step, red=state.red, rule=cause))
            return
        red = max(TRACK.floor, state.red - back)
        course.note(TrackAdvanced(green=0, red=red, rule="climate.clim.2"))
        flip_specials(course)
        queue_consequence(course, chance)


@rule("climate.clim.3")
def flip_specials(course: Course) -> None:
    """When the red marker reaches the symbols, the cold of Russia fades and the heat of the Middle East grows."""
    if not course.state.specials_flipped and course.state.red <= TRACK.flip:
        course.note(SpecialsFlipped(rule="climate.clim.3"))


@rule("climate.clim.2", "climate.clim.4")
def queue_consequence(course: Course, chance: Chance) -> None:
    """The top consequence goes on top of the event pile; its discard is shuffled when it has run out."""
    decks = course.state.decks
    if not decks.climate:
        if not decks.climate_discard:
            return
        cards = chance.shuffle("climate.reshuffle", decks.climate_discard)
        course.note(PileRefilled(pile="climate", cards=cards, rule="climate.clim.2"))
    course.note(ConsequenceQueued(event=course.state.decks.climate[0], rule="climate.clim.2"))
