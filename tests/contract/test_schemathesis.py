"""Schemathesis tries every operation with good, bad and odd requests, as two people."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.config import SchemathesisConfig

from api.system import contract
from tests.contract.conftest import World

CONFIG = SchemathesisConfig.from_path(Path(__file__).with_name("schemathesis.toml"))
EXAMPLES = {"normal": 8, "deep": 300}


class Relay:
    """Stands for the application before there is one: schemathesis wants to know it when tests are collected."""

    target: Any = None

    def __call__(self, *call: Any) -> Any:
        """Pass the request on."""
        return self.target(*call)


relay = Relay()
schema = schemathesis.openapi.from_dict(contract(), config=CONFIG)
schema.app = relay


@pytest.fixture(autouse=True)
def tried_in_this_process(world: World) -> None:
    """Send every case to the application of this process."""
    relay.target = world.app


@schema.parametrize()
@settings(max_examples=EXAMPLES["normal"], deadline=None, suppress_health_check=list(HealthCheck))
def test_every_operation_keeps_the_contract(case: Case) -> None:
    case.call_and_validate()


@pytest.mark.deep
@schema.parametrize()
@settings(max_examples=EXAMPLES["deep"], deadline=None, suppress_health_check=list(HealthCheck))
def test_every_operation_keeps_the_contract_in_depth(case: Case) -> None:
    case.call_and_validate()
