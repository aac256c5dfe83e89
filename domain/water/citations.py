"""Which rule a fact follows from, where that depends on what happened."""

from domain.water import facts as happened

RULE_OF_PHASE = {
    "setup": "water.setup.1",
    "opening_home": "water.opening.1",
    "opening_build": "water.opening.2",
    "p2": "water.med.3",
    "p3": "water.p3.1",
    "p4": "water.p4.1",
    "p5": "water.p5.1",
    "p6": "water.p6.1",
    "p7": "water.p7.1",
    "p8": "water.p8.1",
}


def rule_of_phase(fact: happened.PhaseStarted) -> tuple[str, ...]:
    """The rule that opens the phase."""
    return (RULE_OF_PHASE[fact.phase],)


def rule_of_card(fact: happened.CardResolved) -> tuple[str, ...]:
    """An embargo has a rule of its own."""
    return ("water.card.3", "water.card.13") if fact.card == "A13" else ("water.card.3",)


def rule_of_activation(fact: happened.Activated) -> tuple[str, ...]:
    """Some buildings run by themselves, others when they are supplied."""
    return ("water.p4.1",) if fact.auto else ("water.p4.2", "water.net.2")


def rule_of_close(fact: happened.OfferClosed) -> tuple[str, ...]:
    """An offer ends by what was said, or because its maker can no longer pay."""
    return ("water.trade.2",) if fact.how == "lapsed" else ("water.trade.3",)


def rule_of_pollution(fact: happened.Polluted) -> tuple[str, ...]:
    """Running and building pollute by different rules, at the same outfall."""
    return ("water.p6.1", "water.p6.2") if fact.cause == "running" else ("water.p7.2", "water.p6.2")
