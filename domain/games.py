"""All games that this server knows."""

from domain.core.game import Game, game, games, register
from domain.cosmic import cosmic
from domain.kepler import kepler

__all__ = ["Game", "game", "games"]

register(cosmic)
register(kepler)
