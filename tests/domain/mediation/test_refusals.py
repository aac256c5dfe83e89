"""Whatever is answered, it is carried out or refused with a reason and rules."""

from random import Random

import pytest

from domain.core.errors import NotAnOption
from domain.mediation import Options, mediation
from tests.domain.mediation.tables import acting, attacked, position

WORDS = (
    *("move", "use", "teleport", "ship", "cancel", "mediate", "remote_teleport", "remote_cancel", "pay_disaster"),
    *("teleport_base", "pass", "elli", "vera", "nobody", "red", "blue", "population", "pyramid", "attack", "disaster"),
    *("contamination", "A1", "C3", "I5", "Z9", "leap", "rewind", ""),
)
VALUES = (None, True, 3, 1.5, "C3", "attack:C3", "pyramid", ["vera", "elli"], [["vera"]], {"vera": 1}, {"C3": "x"}, {})
SLOTS = ("to", "from", "others", "what", "target", "energy", "camp", "cells", "cell", "answer")


def odd(random):
    """An answer that is put together from words of the game."""
    answer = {"do": ":".join(random.choices(WORDS, k=random.randint(1, 4)))}
    if random.randrange(10) == 0:
        answer["do"] = random.choice(VALUES)
    return {**answer, **{slot: random.choice(VALUES) for slot in random.sample(SLOTS, random.randint(0, 3))}}


def tried(table, seat, answer):
    """Nothing if the answer is carried out, else the refusal."""
    decision = table.decision(seat)
    try:
        table.umpire.decide(table.play, decision.id, decision.seat, answer)
    except NotAnOption as refused:
        return refused
    return None


@pytest.mark.rule("mediation.form.1", "mediation.cfg.4", "mediation.coop.2", "mediation.action.1")
@pytest.mark.parametrize("options", [Options(), Options(pyramids=True), Options(round_earth=True)])
def test_odd_actions_are_refused_with_a_known_reason(options):
    more = {"disaster": ("quake", "E3"), "pyramids": ("D4",)} if options.pyramids else {}
    seats = (("elli", "agapi"), ("diamandis", "vera"))
    table = acting(position(options=options, seats=seats, cells={"vera": "C3"}, attacks=["C3"], **more))
    random, refusals = Random(5), 0
    for _ in range(1500):
        refused = tried(table, random.randrange(2), odd(random))
        if refused is not None:
            refusals += 1
            assert refused.reason in mediation.texts["en"].reasons
            assert set(refused.rules) <= set(mediation.rulebook) and refused.rules
    assert refusals > 1400


@pytest.mark.rule("mediation.pop.3", "mediation.med.8", "mediation.med.4")
@pytest.mark.parametrize("kind", ["flee", "pay_cancellation", "return_populations"])
def test_odd_answers_of_the_team_are_refused_with_a_known_reason(kind):
    cells = {"vera": "C3", "red": "C3", "agapi": "E3"}
    tables = {
        "flee": attacked(position(pop={"C3": 2, "B3": 0}), "C3"),
        "pay_cancellation": acting(position(cells=cells, top={"med_red": ("R17",)})).do("mediate:vera:red"),
        "return_populations": acting(position(cells=cells, top={"med_red": ("R01",)}, ship=4)).do("mediate:vera:red"),
    }
    table = tables[kind]
    assert table.kind == kind
    random = Random(7)
    for _ in range(400):
        answer = {slot: random.choice(VALUES) for slot in random.sample(SLOTS, random.randint(0, 3))}
        if random.randrange(2):
            answer |= {"answer": "pay", "cell": "C3"}
        refused = tried(table, None, answer)
        if refused is not None:
            assert refused.reason in mediation.texts["en"].reasons
            assert set(refused.rules) <= set(mediation.rulebook)
