"""How each fact changes the table. No rules, no checks, no exceptions."""

from typing import Any

from msgspec.structs import replace

from domain.mediation import facts as happened
from domain.mediation.board import INDEX, pile_of
from domain.mediation.components import BOARD, CELLS, POWERS, SHIP_TRACK
from domain.mediation.facts import BaseCause
from domain.mediation.state import (
    ActiveDisaster,
    Pile,
    PileName,
    RevealedCard,
    Sheet,
    State,
    mediation,
)

BASE_RULES: dict[BaseCause, str] = {
    "setup": "mediation.setup.7",
    "hit": "mediation.attack.6",
    "relocation": "mediation.eff.relocation",
    "teleported": "mediation.var.pyr.8",
}


def with_seat(state: State, number: int, **changes: Any) -> State:
    """The state with one seat changed."""
    seats = list(state.seats)
    seats[number] = replace(seats[number], **changes)
    return replace(state, seats=tuple(seats))


def with_sheet(state: State, character: str, **changes: Any) -> State:
    """The state with one sheet changed."""
    return replace(state, chars={**state.chars, character: replace(state.chars[character], **changes)})


def with_pile(state: State, name: PileName, **changes: Any) -> State:
    """The state with one pile changed."""
    return replace(state, piles={**state.piles, name: replace(state.piles.get(name, Pile()), **changes)})


def with_held(state: State, **changes: Any) -> State:
    """The state with other cards in hand."""
    return replace(state, held=replace(state.held, **changes))


def discarded(state: State, name: PileName, card: str) -> State:
    """The state with one more card on a discard."""
    return with_pile(state, name, discard=(*state.piles[name].discard, card))


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards without the first of that name."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def brought(state: State, character: str, cells: tuple[str, ...]) -> State:
    """The state with a pawn at the end of a path; passing Base U fills its energy."""
    filled = {"energy": BOARD.energy} if state.base_u in cells else {}
    return with_sheet(state, character, cell=cells[-1], **filled)


def peopled(state: State, changes: dict[str, int]) -> State:
    """The state with more or fewer populations on some cells."""
    return replace(state, pop={**state.pop, **{cell: state.pop[cell] + n for cell, n in changes.items()}})


@mediation.applies(happened.TeamChosen, "mediation.setup.4")
def team_chosen(state: State, fact: happened.TeamChosen) -> State:
    """The team is known; four characters form one squad beside Elli."""
    return replace(state, team=fact.characters, squads=(fact.characters[1:],))


@mediation.applies(happened.SquadsSplit, "mediation.setup.4")
def squads_split(state: State, fact: happened.SquadsSplit) -> State:
    """Seven characters form two squads beside Elli."""
    return replace(state, squads=(fact.agapi, fact.ilias))


@mediation.applies(happened.CharacterTaken, "mediation.setup.5")
def character_taken(state: State, fact: happened.CharacterTaken) -> State:
    """A seat plays a character."""
    return with_seat(state, fact.seat, characters=(*state.seats[fact.seat].characters, fact.character))


@mediation.applies(
    happened.BoardLaid, "mediation.setup.1", "mediation.setup.6", "mediation.setup.11", "mediation.var.pyr.2"
)
def board_laid(state: State, fact: happened.BoardLaid) -> State:
    """One population per cell, full sheets, cubes on their starts, pyramids on the ship's track."""
    options = state.options
    spaces = tuple(
        space.id
        for space in SHIP_TRACK.values()
        if options.pyramids and (space.pyramid_expert if options.difficulty == "expert" else space.pyramid_advanced)
    )
    return replace(
        state,
        pop={cell: 1 for cell in CELLS},
        chars={name: Sheet() for name in state.team},
        pyramids_on_track=spaces,
        disaster_tokens=BOARD.disaster_tokens if options.pyramids else 0,
    )


@mediation.applies(happened.BaseUPlaced, "mediation.setup.9")
def base_u_placed(state: State, fact: happened.BaseUPlaced) -> State:
    """Base U and Elli arrive."""
    return with_sheet(replace(state, base_u=fact.cell), "elli", cell=fact.cell)


@mediation.applies(happened.SquadPlaced, "mediation.setup.10")
def squad_placed(state: State, fact: happened.SquadPlaced) -> State:
    """A squad arrives together."""
    for name in fact.characters:
        state = with_sheet(state, name, cell=fact.cell)
    return state


@mediation.applies(happened.DeckShuffled, "mediation.rand.1")
def deck_shuffled(state: State, fact: happened.DeckShuffled) -> State:
    """All cards of a pile and its discard lie face down in a new order."""
    return with_pile(state, fact.pile, cards=fact.order, discard=())


@mediation.applies(happened.TurnBegan, "mediation.turn.1", "mediation.turn.3")
def turn_began(state: State, fact: happened.TurnBegan) -> State:
    """The turn cube moves, action cubes come back, what lasted until the end of the turn is over."""
    return replace(
        state,
        turn=fact.turn,
        chars={name: replace(sheet, cubes=BOARD.cubes, used={}) for name, sheet in state.chars.items()},
        seats=tuple(replace(seat, passed_at=None, refused_at=None) for seat in state.seats),
        closed=frozenset(),
        blackout=False,
        goodwill=0,
        acted=0,
    )


@mediation.applies(happened.DiceRolled, "mediation.attack.1")
def dice_rolled(state: State, fact: happened.DiceRolled) -> State:
    """What the dice show is told; the number follows."""
    return state


@mediation.applies(happened.AttacksSet, "mediation.attack.1")
def attacks_set(state: State, fact: happened.AttacksSet) -> State:
    """So many attacks are still due in this phase."""
    return replace(state, attacks_left=fact.left)


@mediation.applies(happened.PhaseBegan, "mediation.turn.1")
def phase_began(state: State, fact: happened.PhaseBegan) -> State:
    """A phase begins; the timer belongs to the action phase alone."""
    return replace(state, phase=fact.phase, expired=False)


@mediation.applies(happened.AttackDrawn, "mediation.attack.2", "mediation.attack.3")
def attack_drawn(state: State, fact: happened.AttackDrawn) -> State:
    """A cell's card leaves the pile, or the discard, and is in hand."""
    pile = state.piles["attack"]
    where = "cards" if fact.cell in pile.cards else "discard"
    left = without(getattr(pile, where), fact.cell)
    return with_held(with_pile(state, "attack", **{where: left}), attack=fact.cell)


@mediation.applies(happened.AttackPlaced, "mediation.attack.2")
def attack_placed(state: State, fact: happened.AttackPlaced) -> State:
    """The card in hand covers its cell."""
    return with_held(replace(state, attacks=state.attacks | {fact.cell}), attack=None)


@mediation.applies(happened.AttackDiscarded, "mediation.attack.2", "mediation.attack.5")
def attack_discarded(state: State, fact: happened.AttackDiscarded) -> State:
    """The card in hand is discarded."""
    return with_held(discarded(state, "attack", fact.cell), attack=None)


@mediation.applies(happened.AttackCancelled, "mediation.action.7")
def attack_cancelled(state: State, fact: happened.AttackCancelled) -> State:
    """A cell is uncovered."""
    return discarded(replace(state, attacks=state.attacks - {fact.cell}), "attack", fact.cell)


@mediation.applies(happened.CharacterMoved, "mediation.action.4", "mediation.energy.2")
def character_moved(state: State, fact: happened.CharacterMoved) -> State:
    """A pawn follows a path."""
    return brought(state, fact.character, fact.path)


@mediation.applies(happened.CharacterProtected, "mediation.attack.4", "mediation.char.protector")
def character_protected(state: State, fact: happened.CharacterProtected) -> State:
    """A pawn goes to its protector."""
    return brought(state, fact.character, (state.chars[fact.by].cell,))


@mediation.applies(happened.CharacterSentHome, "mediation.attack.4", "mediation.energy.1", "mediation.energy.2")
def character_sent_home(state: State, fact: happened.CharacterSentHome) -> State:
    """A pawn goes to Base U and has full energy."""
    return brought(state, fact.character, (state.base_u,))


@mediation.applies(happened.EnergySet, "mediation.energy.1", "mediation.energy.2")
def energy_set(state: State, fact: happened.EnergySet) -> State:
    """A character's energy changes."""
    return with_sheet(state, fact.character, energy=fact.energy)


@mediation.applies(happened.BaseMoved, cites=lambda fact: (BASE_RULES[fact.why],))
def base_moved(state: State, fact: happened.BaseMoved) -> State:
    """A military base stands elsewhere."""
    return replace(state, bases={**state.bases, fact.camp: fact.cell})


@mediation.applies(happened.PopulationMoved, "mediation.pop.3", "mediation.action.6")
def population_moved(state: State, fact: happened.PopulationMoved) -> State:
    """One population goes to another cell."""
    return peopled(state, {fact.origin: -1, fact.to: 1})


@mediation.applies(happened.PopulationLost, "mediation.pop.4")
def population_lost(state: State, fact: happened.PopulationLost) -> State:
    """One population leaves the game and its cube advances."""
    return replace(peopled(state, {fact.cell: -1}), lost=fact.lost)


@mediation.applies(happened.PopulationsReturned, "mediation.med.4")
def populations_returned(state: State, fact: happened.PopulationsReturned) -> State:
    """Populations come back from the ship."""
    return replace(peopled(state, fact.cells), ship=state.ship - sum(fact.cells.values()))


@mediation.applies(happened.CubePlaced, "mediation.action.1")
def cube_placed(state: State, fact: happened.CubePlaced) -> State:
    """A cube goes from the reserve to a place of an action."""
    sheet = state.chars[fact.character]
    used = {**sheet.used, fact.slot: sheet.used.get(fact.slot, 0) + 1}
    return with_sheet(state, fact.character, cubes=sheet.cubes - 1, used=used)


@mediation.applies(happened.ActionCompleted, "mediation.action.3")
def action_completed(state: State, fact: happened.ActionCompleted) -> State:
    """One more action of this phase is done."""
    return replace(state, acted=fact.acted)


@mediation.applies(happened.Passed, "mediation.action.9")
def passed(state: State, fact: happened.Passed) -> State:
    """A seat passes for now."""
    return with_seat(state, fact.seat, passed_at=state.acted)


@mediation.applies(happened.Resumed, "mediation.action.9")
def resumed(state: State, fact: happened.Resumed) -> State:
    """A seat that passed comes back."""
    return with_seat(state, fact.seat, passed_at=None)


@mediation.applies(happened.GroupStarted, "mediation.group.consent")
def group_started(state: State, fact: happened.GroupStarted) -> State:
    """A seat asks others to join; nothing is spent yet."""
    return state


@mediation.applies(happened.GroupRefused, "mediation.group.consent")
def group_refused(state: State, fact: happened.GroupRefused) -> State:
    """A seat's wish was refused; it may not ask again before something was done."""
    return with_seat(state, fact.seat, refused_at=state.acted)


@mediation.applies(happened.QuestionShown, "mediation.med.2")
def question_shown(state: State, fact: happened.QuestionShown) -> State:
    """The question is read aloud."""
    return state


@mediation.applies(happened.MediationCardRevealed, "mediation.med.2")
def mediation_card_revealed(state: State, fact: happened.MediationCardRevealed) -> State:
    """The top card of a camp is turned over."""
    name = pile_of(fact.camp)
    cards = without(state.piles[name].cards, fact.card)
    revealed = RevealedCard(camp=fact.camp, card=fact.card)
    return with_held(with_pile(state, name, cards=cards), mediation=revealed)


@mediation.applies(happened.MediationCardDiscarded, "mediation.med.3", "mediation.med.7")
def mediation_card_discarded(state: State, fact: happened.MediationCardDiscarded) -> State:
    """The card that was turned over is discarded."""
    return with_held(discarded(state, pile_of(fact.camp), fact.card), mediation=None)


@mediation.applies(happened.NeedFound, "mediation.med.4")
def need_found(state: State, fact: happened.NeedFound) -> State:
    """A need of a camp is heard."""
    found = {**state.needs_found, fact.camp: (*state.needs_found[fact.camp], fact.card)}
    return with_held(replace(state, needs_found=found), mediation=None)


@mediation.applies(happened.EffectCancelled, "mediation.med.8")
def effect_cancelled(state: State, fact: happened.EffectCancelled) -> State:
    """The team pays; the sheets change by facts of their own."""
    return state


@mediation.applies(happened.CampClosed, "mediation.med.11", "mediation.eff.walkout")
def camp_closed(state: State, fact: happened.CampClosed) -> State:
    """A camp does not talk any more this turn."""
    return replace(state, closed=state.closed | {fact.camp})


@mediation.applies(happened.BlackoutBegan, "mediation.eff.blackout")
def blackout_began(state: State, fact: happened.BlackoutBegan) -> State:
    """Nobody teleports any more this turn."""
    return replace(state, blackout=True)


@mediation.applies(happened.ExtraAttacksSet, "mediation.eff.escalation", "mediation.dis.flareup")
def extra_attacks_set(state: State, fact: happened.ExtraAttacksSet) -> State:
    """The next attack phase has so many more attacks."""
    return replace(state, extra_attacks=fact.n)


@mediation.applies(happened.GoodwillSet, "mediation.pow.goodwill")
def goodwill_set(state: State, fact: happened.GoodwillSet) -> State:
    """So many effect cards of this turn will have no effect."""
    return replace(state, goodwill=fact.n)


@mediation.applies(happened.PdPlaced, "mediation.eff.permanent_destruction")
def pd_placed(state: State, fact: happened.PdPlaced) -> State:
    """A cell is lost for ever."""
    return replace(state, pd=state.pd | {fact.cell})


@mediation.applies(happened.ShipLoaded, "mediation.ship.2")
def ship_loaded(state: State, fact: happened.ShipLoaded) -> State:
    """The populations of Base U are aboard."""
    moved = peopled(state, {state.base_u: -BOARD.ship_load})
    return replace(moved, ship=state.ship + BOARD.ship_load)


@mediation.applies(happened.ShipTokenMoved, "mediation.ship.4")
def ship_token_moved(state: State, fact: happened.ShipTokenMoved) -> State:
    """The token advances and takes up a pyramid that waits there."""
    waits = fact.space in state.pyramids_on_track
    return replace(
        state,
        ship_token=fact.space,
        pyramids_on_track=tuple(space for space in state.pyramids_on_track if space != fact.space),
        pyramids_aside=state.pyramids_aside + waits,
    )


@mediation.applies(happened.PowersUnlocked, "mediation.ship.5", "mediation.ship.6")
def powers_unlocked(state: State, fact: happened.PowersUnlocked) -> State:
    """Power cards come into play."""
    return replace(state, powers_unlocked=True)


@mediation.applies(happened.PowerDrawn, "mediation.ship.7")
def power_drawn(state: State, fact: happened.PowerDrawn) -> State:
    """The top power card is turned over."""
    cards = without(state.piles["power"].cards, fact.power)
    return with_held(with_pile(state, "power", cards=cards), power=fact.power)


@mediation.applies(happened.PowerGiven, "mediation.ship.7")
def power_given(state: State, fact: happened.PowerGiven) -> State:
    """A character gets the power card that was drawn."""
    return with_held(with_sheet(state, fact.character, power=fact.power), power=None)


@mediation.applies(happened.PowerUsed, cites=lambda fact: ("mediation.action.5", POWERS[fact.power].rule))
def power_used(state: State, fact: happened.PowerUsed) -> State:
    """A power card is discarded after its effect."""
    return discarded(with_sheet(state, fact.character, power=None), "power", fact.power)


@mediation.applies(happened.CardsSeen, "mediation.ship.8", "mediation.pow.listen")
def cards_seen(state: State, fact: happened.CardsSeen) -> State:
    """All seats see cards that stay where they are."""
    return state


@mediation.applies(happened.CardsArranged, "mediation.pow.listen")
def cards_arranged(state: State, fact: happened.CardsArranged) -> State:
    """The cards on top lie in a new order."""
    return with_pile(state, fact.pile, cards=fact.cards + state.piles[fact.pile].cards[len(fact.cards) :])


def _sorted(cells: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(cells, key=INDEX.__getitem__))


@mediation.applies(happened.PyramidLifted, "mediation.var.pyr.7")
def pyramid_lifted(state: State, fact: happened.PyramidLifted) -> State:
    """A pyramid is taken off the board."""
    return replace(state, pyramids=without(state.pyramids, fact.cell), pyramids_aside=state.pyramids_aside + 1)


@mediation.applies(happened.PyramidPlaced, "mediation.var.pyr.3", "mediation.var.pyr.7")
def pyramid_placed(state: State, fact: happened.PyramidPlaced) -> State:
    """A pyramid comes onto the board."""
    return replace(state, pyramids=_sorted((*state.pyramids, fact.cell)), pyramids_aside=state.pyramids_aside - 1)


@mediation.applies(happened.PyramidMoved, "mediation.var.pyr.5")
def pyramid_moved(state: State, fact: happened.PyramidMoved) -> State:
    """A pyramid is teleported."""
    return replace(state, pyramids=_sorted((*without(state.pyramids, fact.origin), fact.to)))


@mediation.applies(happened.PyramidGone, "mediation.var.pyr.4")
def pyramid_gone(state: State, fact: happened.PyramidGone) -> State:
    """A pyramid finds no cell and leaves the game."""
    return replace(state, pyramids_aside=state.pyramids_aside - 1, pyramids_gone=state.pyramids_gone + 1)


@mediation.applies(happened.DisasterDrawn, "mediation.var.dis.2")
def disaster_drawn(state: State, fact: happened.DisasterDrawn) -> State:
    """A disaster threatens a cell."""
    cards = without(state.piles["disaster"].cards, fact.disaster)
    active = ActiveDisaster(kind=fact.disaster, cell=fact.cell)
    return replace(
        with_pile(state, "disaster", cards=cards), active_disaster=active, disaster_tokens=state.disaster_tokens - 1
    )


def _disaster_over(state: State) -> State:
    assert state.active_disaster is not None
    kept = discarded(state, "disaster", state.active_disaster.kind)
    return replace(kept, active_disaster=None, disaster_tokens=state.disaster_tokens + 1)


@mediation.applies(happened.DisasterCancelled, "mediation.var.dis.3", "mediation.var.dis.4")
def disaster_cancelled(state: State, fact: happened.DisasterCancelled) -> State:
    """The disaster does not happen."""
    return _disaster_over(state)


@mediation.applies(happened.DisasterResolved, "mediation.var.dis.3", "mediation.var.dis.5")
def disaster_resolved(state: State, fact: happened.DisasterResolved) -> State:
    """The disaster has happened."""
    return _disaster_over(state)


@mediation.applies(happened.Contaminated, "mediation.dis.contamination")
def contaminated(state: State, fact: happened.Contaminated) -> State:
    """A disaster token stays on its cell."""
    return replace(state, contaminated=state.contaminated | {fact.cell}, disaster_tokens=state.disaster_tokens - 1)


@mediation.applies(happened.Cleaned, "mediation.var.dis.4", "mediation.dis.contamination")
def cleaned(state: State, fact: happened.Cleaned) -> State:
    """A contamination is removed."""
    return replace(state, contaminated=state.contaminated - {fact.cell}, disaster_tokens=state.disaster_tokens + 1)


@mediation.applies(happened.TimerExpired, "mediation.var.time.3")
def timer_expired(state: State, fact: happened.TimerExpired) -> State:
    """The time of the action phase is up."""
    return replace(state, expired=True)


@mediation.applies(happened.SeatLeft, "mediation.coop.5")
def seat_left(state: State, fact: happened.SeatLeft) -> State:
    """A seat has left the table."""
    return with_seat(state, fact.seat, left=True)


@mediation.applies(happened.CharactersPassed, "mediation.coop.5")
def characters_passed(state: State, fact: happened.CharactersPassed) -> State:
    """A character of a seat that left goes to another."""
    giver = tuple(name for name in state.seats[fact.giver].characters if name != fact.character)
    receiver = (*state.seats[fact.receiver].characters, fact.character)
    return with_seat(with_seat(state, fact.giver, characters=giver), fact.receiver, characters=receiver)
