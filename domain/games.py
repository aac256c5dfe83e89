"""All games that this server knows."""

from domain.climate import climate
from domain.core.game import Game, game, games, register
from domain.kepler import kepler

__all__ = ["Game", "game", "games"]

register(climate)
register(kepler)
