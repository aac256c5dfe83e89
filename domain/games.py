"""All games that this server knows."""

from domain.climate import climate
from domain.core.game import Game, game, games, register
from domain.cosmic import cosmic
from domain.kepler import kepler
from domain.mediation import mediation
from domain.water import water

__all__ = ["Game", "game", "games"]

for known in (climate, cosmic, kepler, mediation, water):
    register(known)
