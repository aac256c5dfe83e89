"""Matches among built-in players, checked at every step."""

from server.selfplay.command import main

__all__ = ["main"]
