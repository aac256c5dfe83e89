"""All games that this server knows."""

from domain.core.game import Game, game, games, register
from domain.kepler import kepler
from domain.water import water

__all__ = ["Game", "game", "games"]

register(kepler)
register(water)
