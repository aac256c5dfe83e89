"""Schemathesis tries every operation with good, bad and odd requests, as two people."""

from __future__ import annotations

from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, seed, settings
from hypothesis.errors import FlakyStrategyDefinition
from hypothesis.stateful import run_state_machine_as_test
from schemathesis import Case
from schemathesis.config import SchemathesisConfig

from api.system import contract
from tests.contract.conftest import FIRST_DECISION, World, known_id

CONFIG = SchemathesisConfig.from_path(Path(__file__).with_name("schemathesis.toml"))
KNOWN: dict[str, list[str]] = {
    "game": ["kepler"],
    "player_id": [known_id(1), known_id(2)],
    "bot_id": [known_id(0x11), known_id(0x12)],
    "table_id": [known_id(number) for number in range(0x21, 0x27)],
    "decision_id": [FIRST_DECISION],
}


class Relay:
    """Stands for the application before there is one: schemathesis wants to know it when tests are collected."""

    target: Any = None

    def __call__(self, *call: Any) -> Any:
        """Pass the request on."""
        return self.target(*call)


def document() -> dict[str, Any]:
    """The contract, with the ids of this world as examples of parameters."""
    found = deepcopy(contract())
    for name, values in KNOWN.items():
        found["components"]["parameters"][name]["examples"] = {value: {"value": value} for value in values}
    return found


relay = Relay()
schema = schemathesis.openapi.from_dict(document(), config=CONFIG)
schema.app = relay


@pytest.fixture(autouse=True)
def tried_in_this_process(world: World) -> None:
    """Send every case to the application of this process."""
    relay.target = world.app


@schema.parametrize()
@settings(max_examples=10, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_operation_keeps_the_contract(case: Case) -> None:
    case.call_and_validate()


@pytest.mark.deep
@schema.parametrize()
@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_operation_keeps_the_contract_in_depth(case: Case) -> None:
    case.call_and_validate()


def test_sequences_of_operations_keep_the_contract(pytestconfig: pytest.Config) -> None:
    """Follow the links of the contract: create, sit, start, list decisions, answer."""
    walks, steps = (60, 30) if pytestconfig.getoption("--deep") else (4, 10)
    for number in range(walks):
        walk(number, steps)


def walk(number: int, steps: int) -> None:
    """Take a few sequences that begin differently; a server that remembers may end a walk, not fail it."""
    machine = seed(number)(schema.as_state_machine())
    limits = settings(
        max_examples=6, stateful_step_count=steps, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    # The same steps lead elsewhere the second time, because tables move on: that is no fault of the contract.
    with suppress(FlakyStrategyDefinition):
        run_state_machine_as_test(machine, settings=limits)
