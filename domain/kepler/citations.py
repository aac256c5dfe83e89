"""Which rule a fact follows from, where that depends on what happened."""

from domain.kepler import facts as happened

RULE_OF_CAUSE: dict[happened.DiscCause, str] = {
    "helios": "kepler.corp.helios",
    "action1": "kepler.action.1",
    "action2": "kepler.action.2",
    "action3": "kepler.action.3",
    "base": "kepler.build.3",
    "scoria": "kepler.corp.scoria",
}

RULE_OF_ROLL: dict[happened.RollCause, str] = {
    "roll": "kepler.dice.1",
    "track1": "kepler.track.1",
    "track2": "kepler.track.2",
    "fortuna": "kepler.corp.fortuna",
}


def rule_of_roll(fact: happened.DiceRolled) -> tuple[str, ...]:
    """A roll by its cause; the opening roll of a seat's first turn has a rule of its own."""
    return ("kepler.dice.2" if fact.first_turn else RULE_OF_ROLL[fact.cause],)


def rule_of_move(fact: happened.UnitMoved) -> tuple[str, ...]:
    """Own units move by track 4, those of others by track 6."""
    return ("kepler.track.4" if fact.owner == fact.by else "kepler.track.6",)


def rule_of_action(fact: happened.ActionChosen) -> tuple[str, ...]:
    """The action of that number."""
    return (f"kepler.action.{fact.number}",)


def rule_of_placement(fact: happened.GroupPlaced) -> tuple[str, ...]:
    """A first unit goes anywhere, others within reach."""
    return ("kepler.place.1" if fact.first else "kepler.place.2",)


def rule_of_discs(fact: happened.DiscsRaised) -> tuple[str, ...]:
    """The rule of what lets the discs rise."""
    return (RULE_OF_CAUSE[fact.cause],)


def rule_of_leftover(fact: happened.LeftoverGained) -> tuple[str, ...]:
    """Leftovers of action 7 have a rule of their own."""
    return ("kepler.leftover.2" if fact.track == 7 else "kepler.leftover.1",)


def rule_of_scoring(fact: happened.ScoringStarted) -> tuple[str, ...]:
    """A scoring comes by a threshold or by the round limit."""
    return ("kepler.option.round_limit" if fact.threshold is None else "kepler.military.2",)


def rule_of_no_allegiance(fact: happened.AllegianceNotWon) -> tuple[str, ...]:
    """A clan is not won because of a tie, or because nobody stands there."""
    return ("kepler.scoring.B4" if fact.tied else "kepler.scoring.B6",)


def rule_of_end(fact: happened.GameOver) -> tuple[str, ...]:
    """The game ends by the third scoring or by the round limit."""
    return ("kepler.option.round_limit" if fact.reason == "round_limit" else "kepler.end.1",)
