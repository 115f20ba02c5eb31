"""Whole hands played by chance: at every moment all moves of everybody are listed, and one of them is made."""

import gc
import random
from collections.abc import Iterator

from bench.line import Line, cpu_timed
from rules.game import Game
from rules.variants.grand_seigneur import seigneur
from rules.variants.nanking import NANKING
from rules.variants.threechu import THREECHU
from rules.variants.tientsin import TIENTSIN
from tests.rules.playing import played_by_chance

HANDS, RUNS = 100, 3
ENOUGH = 100
"""Hands a second, on one core, that a program which tries things out can work with."""
GAMES = {
    "nanking": (NANKING, 1),
    "threechu": (THREECHU, None),
    "tientsin": (TIENTSIN, None),
    **{f"grand seigneur of {players}": (seigneur(players), None) for players in (5, 8, 12)},
}
"""By name, with the goal."""


def play(game: Game) -> None:
    for seed in range(HANDS):
        played_by_chance(game, random.Random(seed))


def measure() -> Iterator[Line]:
    gc.collect()
    gc.freeze()  # what the web framework keeps is not looked through for garbage: the rules do without it
    for name, (game, goal) in GAMES.items():
        spent = min(cpu_timed(lambda game=game: play(game)) for _ in range(RUNS)) / HANDS
        what = f"{name}: {1 / spent:.0f} whole hands a second with all their moves, beside {ENOUGH}"
        yield Line(id="R1", what=what, ours=spent, peer=1 / ENOUGH, goal=goal)
