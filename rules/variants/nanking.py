"""Nanking, the usual game: four players, partners opposite, one card to everybody else."""

from rules.game import Duty, Game

NANKING = Game(
    name="nanking",
    duties=tuple(tuple(Duty(to=(seat + step) % 4) for step in (1, 2, 3)) for seat in range(4)),
)
