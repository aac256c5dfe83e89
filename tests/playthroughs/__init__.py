"""Recorded games as text: readable from top to bottom, compared line by line, made again by one command."""
