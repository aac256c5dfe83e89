"""Matches among built-in players, checked at every step."""
