"""What clients are told beside the state, so that they can draw networks, reach and flows."""

from typing import Any

from domain.water.board import canonical
from domain.water.networks import components, touched
from domain.water.state import water


@water.derives
def derived(view: dict[str, Any]) -> dict[str, Any]:
    """Networks with their cells and reach, and the river cells that each community has access to."""
    constructions, dams = view["constructions"], view["dams"]
    return {"communities": [_community(constructions, dams, seat) for seat in range(view["n"])]}


def _community(constructions: dict[str, Any], dams: dict[str, Any], seat: int) -> dict[str, Any]:
    cells = frozenset(cell for cell, built in constructions.items() if seat in built["owners"])
    closed = {river for river, dam in dams.items() if seat not in dam["owners"]}
    return {
        "seat": seat,
        "access": canonical(touched(cells) - closed),
        "networks": [
            {"network": key, "cells": canonical(group), "reach": canonical(touched(group) - closed)}
            for key, group in components(cells).items()
        ],
    }
