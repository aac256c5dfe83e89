"""What dice are worth to the sensible opponent: the best action they allow, and what changing them promises."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import product

from domain.core.fillings import answers
from domain.core.forms import Answer, Option
from domain.kepler import frames
from domain.kepler.actions import choose_action, group_options
from domain.kepler.apply import with_levels
from domain.kepler.appraisal import appraise
from domain.kepler.board import active, amount, count, raised, turn_of, units_on
from domain.kepler.building import BUILDABLE, UNITS_REPLACED, conversion_option, discs_of, price
from domain.kepler.components import TOP
from domain.kepler.dice import dice_left
from domain.kepler.forms import pick
from domain.kepler.imagination import imagine, lowered, raised_greedily
from domain.kepler.influence import MOST_NEW_DICE, shifted
from domain.kepler.state import State, UnitType, kepler

FACES = (1, 2, 3, 4, 5, 6)
ROLLS = len(FACES) * len(FACES)
"""Averages over one or two dice are kept as sums over all rolls of two: whole numbers again."""

NOTHING_PROMISED = -(10**12)
Faces = tuple[int, ...]


class Prospects:
    """The outlook of one seat at the moment it may choose an action; what was worked out is kept."""

    def __init__(self, state: State, me: int) -> None:
        self._state = state
        self._me = me
        self._now = appraise(state, me)
        self._worth: dict[Faces, int] = {}
        self._appraised: dict[tuple[int, int], int] = {}
        self._acted: dict[int, State] = {}
        self._built: dict[UnitType, tuple[State, Answer] | None] = {}

    def choice(self, options: Iterable[Option]) -> Answer:
        """The best of acting now and of changing the dice first."""
        dice = {die.id: die.face for die in turn_of(self._state).dice}
        promises = {option.id: self._promise(option.id.split(":"), dice) for option in options}
        best = max(promises, key=lambda name: promises[name])
        if promises[best] > ROLLS * self.worth(dice.values()):
            return {"do": best}
        return self._best_act(tuple(dice.values()))

    def worth(self, faces: Iterable[int]) -> int:
        """The appraisal after the best action that these faces allow."""
        shown = tuple(sorted(faces))
        if shown not in self._worth:
            self._worth[shown] = max(worth for worth, _ in self._acts(shown))
        return self._worth[shown]

    def _best_act(self, faces: Faces) -> Answer:
        return max(self._acts(faces), key=lambda act: act[0])[1]

    def _acts(self, faces: Faces) -> Iterator[tuple[int, Answer]]:
        """Every action that the faces allow with what it leads to, leftovers included."""
        seat = active(self._state)
        for face, number in sorted(Counter(faces).items()):
            yield self._with_leftover(self._after_action(face), face, number - 1), {"do": f"act:{face}"}
            for build in BUILDABLE:
                left = number - price(seat, build)
                built = self._after_building(build) if left >= 0 else None
                if built is not None:
                    state, answer = built
                    planet = answer["do"].split(":")[-1]
                    act = {**answer, "do": f"act:7:{face}:{build}:{planet}"}
                    yield self._with_leftover(state, 7, left), act

    def _with_leftover(self, state: State, track: int, dice: int) -> int:
        """How an imagined state looks once leftovers have raised the action's track."""
        key = (id(state), dice)
        if key not in self._appraised:
            level = raised(state.seats[self._me].level[track], dice)
            self._appraised[key] = appraise(with_levels(state, self._me, {track: level}), self._me)
        return self._appraised[key]

    def _after_action(self, number: int) -> State:
        """The state after an action played greedily, group by group."""
        if number not in self._acted:
            facts, business = choose_action(self._state, number)
            state = reduce(kepler.apply, facts, self._state)
            for frame in business:
                state = self._after_group(state, frame) if isinstance(frame, frames.Group) else state
                state = self._after_discs(state, frame) if isinstance(frame, frames.Discs) else state
            self._acted[number] = state
        return self._acted[number]

    def _after_group(self, state: State, frame: frames.Group) -> State:
        imagined = [imagine(state, frame, {"do": option.id}) for option in reversed(group_options(state, frame.size))]
        return max(imagined, key=lambda after: appraise(after, self._me))

    def _after_discs(self, state: State, frame: frames.Discs) -> State:
        levels = state.seats[self._me].level
        gains = {track: raised(level, frame.rise) for track, level in levels.items() if level < TOP}
        return raised_greedily(state, self._me, gains, frame.max)[0]

    def _after_building(self, build: UnitType) -> tuple[State, Answer] | None:
        """The best conversion into a unit of this type, whatever dice pay for it."""
        if build not in self._built:
            imagined = [(self._after_conversion(build, answer), answer) for answer in self._conversions(build)]
            best = max(imagined, key=lambda pair: appraise(pair[0], self._me), default=None)
            self._built[build] = best
        return self._built[build]

    def _conversions(self, build: UnitType) -> Iterator[Answer]:
        seat = active(self._state)
        if amount(seat.supply, build):
            for planet in self._state.planets:
                if count(units_on(seat, planet)) >= UNITS_REPLACED:
                    yield from answers(pick(conversion_option(seat, 1, build, planet)))

    def _after_conversion(self, build: UnitType, answer: Answer) -> State:
        state = imagine(self._state, frames.Turn(stage="pre_action"), answer)
        for frame in discs_of(self._me, build):
            state = self._after_discs(state, frame)
        return state

    def _promise(self, words: list[str], dice: dict[str, int]) -> int:
        """What changing the dice leads to on average, less the level it costs; nothing for other options."""
        match words:
            case ["spend", "1"]:
                new = len(dice_left(turn_of(self._state))[:MOST_NEW_DICE])
                return self._with_new_dice(list(dice.values()), new) - self._cost(1)
            case ["spend", "2", *chosen]:
                return self._after_reroll(chosen, dice) - self._cost(2)
            case ["spend", "3", die, way]:
                return ROLLS * self.worth({**dice, die: shifted(dice[die], way)}.values()) - self._cost(3)
            case ["free_reroll", die]:
                return self._after_reroll([die], dice)
        return NOTHING_PROMISED

    def _after_reroll(self, chosen: list[str], dice: dict[str, int]) -> int:
        return self._with_new_dice([face for die, face in dice.items() if die not in chosen], len(chosen))

    def _with_new_dice(self, kept: list[int], new: int) -> int:
        every = [self.worth((*kept, *faces)) for faces in product(FACES, repeat=new)]
        return sum(every) * (ROLLS // len(every))

    def _cost(self, track: int) -> int:
        return ROLLS * (self._now - appraise(lowered(self._state, self._me, track), self._me))
