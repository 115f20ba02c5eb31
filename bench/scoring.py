"""Standings from a Record, all tie-breaks on, beside sums and orders by numpy from the same Record."""

import gc
import random
from collections.abc import Iterator

import numpy as np

from bench.line import Line, best_of, timed
from scoring.points import hand_scores
from scoring.record import Record
from scoring.standings import standings
from scoring.tiebreaks import TIEBREAKS
from tests.scoring.tournaments import random_record

ROUNDS, HANDS = 9, 12


def field(teams: int) -> Record:
    return random_record(
        random.Random(1),
        pairs=teams,
        rounds=ROUNDS,
        hands=HANDS,
        tiebreaks=tuple(key for key in TIEBREAKS if key != "progress"),
    )


def with_numpy(record: Record) -> np.ndarray:
    """Points, difference, wins, Buchholz and Sonneborn-Berger as arrays; the hands are scored by the same function."""
    index = {team.id: at for at, team in enumerate(record.teams)}
    tables = [table for round_ in record.stages[0].rounds for table in round_.tables]
    one = np.array([index[table.seats[0]] for table in tables])
    other = np.array([index[table.seats[1]] for table in tables])
    totals = np.array([[h.totals for h in hand_scores(table, record.regulations.hand)] for table in tables]).sum(axis=1)
    difference = totals[:, 0] - totals[:, 1]
    sign = np.sign(difference)
    count = len(index)
    points = np.bincount(one, 1 + sign, count) + np.bincount(other, 1 - sign, count)
    total_difference = np.bincount(one, difference, count) - np.bincount(other, difference, count)
    wins = np.bincount(one, sign > 0, count) + np.bincount(other, sign < 0, count)
    buchholz = np.bincount(one, points[other], count) + np.bincount(other, points[one], count)
    earned = np.bincount(one, points[other] * (1 + sign) / 2, count) + np.bincount(
        other, points[one] * (1 - sign) / 2, count
    )
    return np.lexsort((earned, buchholz, wins, total_difference, points))[::-1]


def compare(teams: int, rounds: int) -> tuple[float, float]:
    """Our time and numpy's for a field of this size."""
    record = field(teams)
    gc.collect()
    ours, peer = best_of(rounds, lambda: timed(lambda: standings(record)), lambda: timed(lambda: with_numpy(record)))
    return ours, peer


def measure() -> Iterator[Line]:
    ours = {}
    for teams, rounds in ((200, 5), (2_000, 3), (20_000, 1)):
        ours[teams], peer = compare(teams, rounds)
        what = f"standings of {teams} teams from a Record, beside numpy"
        yield Line(id="T0", what=what, ours=ours[teams], peer=peer, goal=15)
    what = "growth from 2,000 to 20,000 teams, beside ten times"
    yield Line(id="T0", what=what, ours=ours[20_000], peer=10 * ours[2_000], goal=1.5)
