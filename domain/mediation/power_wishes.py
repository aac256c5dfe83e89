"""When the sensible opponent uses a power card of its own accord."""

from collections.abc import Callable, Iterator

from domain.core.forms import Option, Select, Split
from domain.mediation.board import in_play
from domain.mediation.components import MEDIATORS
from domain.mediation.prospects import APPROACH, TALK, Outlook, Prospect, relieved
from domain.mediation.walking import moves_to_base

FAR = 2
PRICE = 1000
"""What a card is worth that is kept."""
REFRESHING = 800
LISTENING = 9500
"""Listening comes right before talking."""


def wishes(outlook: Outlook, option: Option) -> Iterator[Prospect]:
    """What a card could do now, if anything worth while."""
    power = str(option.args["power"])
    wish = WISHES.get(power)
    if wish is not None:
        yield from wish(outlook, option, str(option.args["character"]))


def rewind(outlook: Outlook, option: Option, name: str) -> Iterator[Prospect]:
    """The target that matters most."""
    target, worth = max(outlook.target_worth.items(), key=lambda item: item[1])
    yield Prospect(worth - PRICE, {"do": option.id, "target": target})


def wave(outlook: Outlook, option: Option, name: str) -> Iterator[Prospect]:
    """The attacks nearby that matter most."""
    slot = option.slots[0]
    assert isinstance(slot, Select)
    cells = sorted((item.id for item in slot.items), key=lambda cell: -outlook.target_worth[f"attack:{cell}"])
    chosen = cells[: slot.max]
    worth = sum(outlook.target_worth[f"attack:{cell}"] for cell in chosen)
    yield Prospect(worth - PRICE, {"do": option.id, "cells": chosen})


def leap(outlook: Outlook, option: Option, name: str) -> Iterator[Prospect]:
    """A mediator far from its camp leaps there."""
    camp = outlook.missions.get(name)
    state = outlook.state
    if camp and moves_to_base(state, name, camp) >= FAR and state.bases[camp] not in state.pd:
        yield Prospect(APPROACH + PRICE, {"do": option.id, "to": state.bases[camp]})


def gather(outlook: Outlook, option: Option, name: str) -> Iterator[Prospect]:
    """Who stands at a base that talks calls the mediators who are far."""
    state = outlook.state
    here = state.chars[name].cell
    if not any(state.bases[camp] == here for camp in outlook.wanted):
        return
    far = [other for other in in_play(state) if other in MEDIATORS and state.chars[other].cell != here]
    far = [other for other in far if moves_to_base(state, other, outlook.missions[other]) >= FAR]
    if far:
        yield Prospect(APPROACH * len(far[:3]), {"do": option.id, "characters": far[:3]})


def breath(outlook: Outlook, option: Option, name: str) -> Iterator[Prospect]:
    """When several are tired."""
    tired = sum(sheet.energy < 2 for sheet in outlook.state.chars.values())
    yield Prospect(REFRESHING * tired - PRICE, {"do": option.id})


def goodwill(outlook: Outlook, option: Option, name: str) -> Iterator[Prospect]:
    """Before somebody talks."""
    if is_about_to_talk(outlook) and not outlook.state.goodwill:
        yield Prospect(LISTENING, {"do": option.id})


def is_about_to_talk(outlook: Outlook) -> bool:
    """Whether somebody can mediate now."""
    return any(outlook.best(name).worth == TALK for name in in_play(outlook.state))


def listen(outlook: Outlook, option: Option, name: str) -> Iterator[Prospect]:
    """Before somebody talks to a camp whose needs are missing."""
    if is_about_to_talk(outlook) and outlook.wanted:
        yield Prospect(LISTENING, {"do": option.id, "camp": outlook.wanted[0]})


def speak(outlook: Outlook, option: Option, name: str) -> Iterator[Prospect]:
    """A free card of a camp whose needs are missing."""
    camps = [camp for camp in outlook.wanted if camp not in outlook.state.closed]
    if camps:
        yield Prospect(TALK, {"do": option.id, "camp": camps[0]})


def evacuate(outlook: Outlook, option: Option, name: str) -> Iterator[Prospect]:
    """The population nearby in the greatest danger."""
    slot = option.slots[0]
    cells = [choice.id for choice in getattr(slot, "options", ())]
    origin = max(cells, key=outlook.refuge)
    worth, to = outlook.refuge(origin)
    yield Prospect(worth - PRICE, {"do": option.id, "from": origin, "to": to})


def ark(outlook: Outlook, option: Option, name: str) -> Iterator[Prospect]:
    """The populations in the greatest danger come home."""
    slot = option.slots[0]
    assert isinstance(slot, Split)
    crowd = outlook.crowd
    cells = sorted((target.id for target in slot.targets), key=lambda cell: -crowd.danger(cell))[: slot.max]
    worth = relieved(sum(crowd.danger(cell) for cell in cells))
    yield Prospect(worth - PRICE, {"do": option.id, "tokens": dict.fromkeys(cells, 1)})


WISHES: dict[str, Callable[[Outlook, Option, str], Iterator[Prospect]]] = {
    "rewind": rewind,
    "wave": wave,
    "leap": leap,
    "gather": gather,
    "breath": breath,
    "goodwill": goodwill,
    "listen": listen,
    "speak": speak,
    "evacuate": evacuate,
    "ark": ark,
}
