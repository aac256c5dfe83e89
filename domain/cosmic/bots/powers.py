"""When the sensible bot uses its powers."""

from domain.core.forms import Answer, Split
from domain.core.game import BotMove
from domain.cosmic.board import (
    bases,
    card_of,
    defence_of,
    duel_of,
    foreign_bases,
    home,
    is_main,
    opponent,
    seat_of,
    side_of,
    tokens_on,
)
from domain.cosmic.bots.edicts import play_edict
from domain.cosmic.bots.sight import (
    Choosing,
    attacks,
    hand,
    is_inverted,
    is_winning,
    me,
    options,
    own_card,
)
from domain.cosmic.components import COMPROMISE, kind_of, value_of
from domain.cosmic.forms import take_order

LOW, HIGH = 8, 15
GRAFTS = ("antimatter", "macron", "warpish", "virus", "zombie", "oracle", "laser", "loser", "chronos", "clone", "filch")


def react(move: BotMove) -> Answer | None:
    """An edict that helps, else a power that improves the bot's chances."""
    answer = play_edict(move)
    if answer:
        return answer
    for name in options(move):
        plan = PLANS.get(name.split(":")[0])
        chosen = plan(move) if plan else None
        if chosen and chosen["do"] in options(move):
            return chosen
    return None


def always(word: str) -> Choosing:
    """A use that is good whenever it is possible."""
    return lambda move: {"do": word}


def best_attack(move: BotMove) -> int:
    """The highest attack in hand."""
    strikes = attacks(move)
    return value_of(strikes[-1]) if strikes else 0


def hate(move: BotMove) -> Answer | None:
    """With a full hand, the lowest attack is well spent."""
    strikes = attacks(move)
    return {"do": "hate", "card": strikes[0]} if len(hand(move)) >= 5 and len(strikes) >= 3 else None


def plant(move: BotMove) -> Answer | None:
    """The strongest power within reach."""
    by_power = {name.split(":")[2]: name for name in options(move) if name.startswith("plant:")}
    best = next((by_power[power] for power in GRAFTS if power in by_power), None)
    return {"do": best} if best else None


def dictator(move: BotMove) -> Answer | None:
    """Send the offence against the seat that is ahead."""
    state = move.state
    others = [o for o in range(state.seats) if o not in (me(move), duel_of(state).offence)]
    target = max(others, key=lambda seat: foreign_bases(state, seat))
    return {"do": f"dictator:{state.colours[target]}"}


def shadow(move: BotMove) -> Answer | None:
    """A lone token abroad is the best one to hit."""
    state = move.state
    owner = seat_of(state, str(duel_of(state).disc))
    planet = min(bases(state, owner), key=lambda p: (p in home(state, owner), tokens_on(state, owner, p)))
    return {"do": f"shadow:{planet}"}


def will(move: BotMove) -> Answer | None:
    """The weakest planet anywhere on which the bot has no base."""
    state, seat = move.state, me(move)

    def rank(name: str) -> tuple[bool, int]:
        _, colour, planet = name.split(":")
        is_own = planet in home(state, seat) or planet in bases(state, seat)
        return is_own, tokens_on(state, seat_of(state, colour), planet)

    return {"do": min((name for name in options(move) if name.startswith("will:")), key=rank)}


def philanthropist(move: BotMove) -> Answer | None:
    """A rotten attack for the other side, while the hand can spare one."""
    state, seat = move.state, me(move)
    strikes = attacks(move)
    if len(strikes) < 3 or value_of(strikes[0]) > LOW:
        return None
    foe = opponent(state, seat) if is_main(state, seat) else defence_of(state)
    if side_of(state, seat) == side_of(state, foe):
        foe = duel_of(state).offence
    return {"do": f"philanthropist:{state.colours[foe]}", "card": strikes[0]}


def seeker(move: BotMove) -> Answer | None:
    """Before the cards, a main player asks whether a strong attack will come."""
    state, seat = move.state, me(move)
    if not is_main(state, seat) or duel_of(state).stage < 150:
        return None
    colour = state.colours[opponent(state, seat)]
    return {"do": f"seeker:{colour}", "question": "will_play_at_least:12"}


def magnet(move: BotMove) -> Answer | None:
    """Draw somebody to one's own side."""
    side = side_of(move.state, me(move))
    return {"do": next((n for n in options(move) if n.endswith(f"join_{side}")), "pass")}


def judge(move: BotMove) -> Answer | None:
    """A reprieve if it would help, else a fine."""
    sentence = "reprieve" if move.state.tokens[me(move)].black_hole else "fine"
    return {"do": f"judge:{sentence}"}


def amoeba(move: BotMove) -> Answer | None:
    """Up to four more tokens behind an attack, from bases that can spare them."""
    card = own_card(move)
    slots = options(move)["amoeba"].slots
    if card is None or kind_of(card) != "attack" or is_inverted(move.state) or not isinstance(slots[0], Split):
        return None
    held = {target.id: target.max for target in slots[0].targets if target.max > 1}
    spare = take_order(move.state, me(move), min(4, sum(held.values()) - len(held)), held)
    return {"do": "amoeba", "tokens": spare} if spare else None


def mutant(move: BotMove) -> Answer | None:
    """As many cards as the deck gives."""
    slot = options(move)["mutant"].slots[0]
    if not isinstance(slot, Split):
        return None
    deck = min(slot.max, next(target.max for target in slot.targets if target.id == "deck"))
    return {"do": "mutant", "draw": {"deck": deck}} if deck else None


def trader(move: BotMove) -> Answer | None:
    """A poor hand for a bigger one."""
    other = len(move.state.hands[opponent(move.state, me(move))])
    return {"do": "trader"} if best_attack(move) <= LOW and other >= len(hand(move)) else None


def loser(move: BotMove) -> Answer | None:
    """With nothing but low attacks, losing is winning."""
    strikes = attacks(move)
    return {"do": "loser"} if strikes and value_of(strikes[0]) <= LOW else None


def sorcerer(move: BotMove) -> Answer | None:
    """A low card for an unknown one."""
    card = own_card(move)
    is_poor = card is not None and kind_of(card) == "attack" and value_of(card) <= LOW
    return {"do": "sorcerer"} if is_poor and not is_inverted(move.state) else None


def gambler(move: BotMove) -> Answer | None:
    """A low attack is worth a lie."""
    card = own_card(move)
    return {"do": "gambler"} if card is not None and kind_of(card) == "attack" and value_of(card) <= LOW else None


def if_losing(word: str) -> Choosing:
    """A use for a main player that is about to lose."""
    return lambda move: {"do": word} if is_winning(move.state, me(move)) is False else None


def clone(move: BotMove) -> Answer | None:
    """A good card is worth keeping."""
    card = card_of(move.state, me(move))
    is_good = card is not None and (card.kind == COMPROMISE or value_of(card.kind) > LOW)
    return {"do": "clone"} if is_good else None


PLANS: dict[str, Choosing] = {
    "hate": hate,
    "plant": plant,
    "dictator": dictator,
    "shadow": shadow,
    "will": will,
    "philanthropist": philanthropist,
    "seeker": seeker,
    "magnet": magnet,
    "judge": judge,
    "amoeba": amoeba,
    "mutant": mutant,
    "laser": always("laser"),
    "oracle": always("oracle"),
    "trader": trader,
    "loser": loser,
    "sorcerer": sorcerer,
    "gambler": gambler,
    "chronos": if_losing("chronos"),
    "empath": if_losing("empath"),
    "clone": clone,
    "filch": always("filch"),
    "heal": always("heal"),
}


def gambler_claim(move: BotMove) -> Answer | None:
    """A likely lie: not the very best card."""
    return {"do": ("claim:attack_20", "claim:attack_15", "claim:attack_14")[move.below(3)]}


def gambler_call(move: BotMove) -> Answer | None:
    """High claims are doubted half of the time."""
    claim = value_of(str(duel_of(move.state).claim))
    return {"do": "call"} if claim >= HIGH and move.below(2) == 0 else None


CHOICES: dict[str, Choosing] = {"react": react, "gambler_claim": gambler_claim, "gambler_call": gambler_call}
