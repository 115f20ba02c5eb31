"""Schedules that can be written down: whole tournaments of tables at which nobody meets anybody again.

Players are numbers from 0 on, as many as there are seats; a table is its players, the first half of them one side.

Mostly the players stand in as many lists as a table has seats. In every round each list moves on by so many places of
its own, and a table has one player of each list. Two of different lists meet once if the lists never have the same
distance again; two of one list never meet. That is a restriction, to be said openly: chance decides who stands in which
list, and whoever stands in one's own list is never drawn to one's table.
"""

import random
from collections.abc import Callable, Sequence
from itertools import combinations
from math import gcd
from operator import xor
from typing import NamedTuple

Table = tuple[int, ...]

ATTEMPTS = 100
"""So often moves of the lists are tried by chance. Six rounds at tables of four take a quarter of that."""

FIXED = -1
"""The player who keeps his place while all others of a round move on by one."""
WHIST = {
    8: ((FIXED, 0, 1, 3), (2, 6, 4, 5)),
    12: ((FIXED, 0, 1, 3), (2, 9, 6, 7), (4, 10, 5, 8)),
}
"""The first of 7 or 11 rounds, in which everybody is everybody's partner once and everybody's opponent twice."""

LISTS_OF_24, LENGTH_IN_24 = 3, 7
BASE_24 = ((21, 3, 12, 19), (22, 2, 10, 20), (23, 4, 8, 16), (0, 14, 15, 17), (1, 5, 6, 11), (7, 9, 13, 18))
"""The first of seven rounds in which nobody meets twice. 0-6, 7-13 and 14-20 are lists that move on by one in every
round, and 21, 22, 23 keep their places."""


class Schedule(NamedTuple):
    """Rounds of tables. In the first `clean` of them nobody meets anybody again."""

    rounds: list[list[Table]]
    clean: int


def schedule(players: int, size: int, rounds: int, rng: random.Random) -> Schedule:
    """So many rounds for players who fill all tables, as many of them clean as can be written down.

    After those the tables of earlier rounds come again, with other partners.
    """
    made, clean = _written_down(players, size, rounds, rng)
    made = [*rng.sample(made[:clean], clean), *made[clean:]]
    again = (_other_partners(tables, turn) for turn in range(1, rounds) for tables in made)
    return Schedule([*made, *(next(again) for _ in range(rounds - len(made)))][:rounds], min(clean, rounds))


def _written_down(players: int, size: int, rounds: int, rng: random.Random) -> Schedule:
    """What there is for this number. Where nobody meets twice, any two of a table may be partners: lots decide."""
    if size == 4 and players in WHIST:
        return Schedule(_whist(players), 1)
    if size == 4 and players == len(BASE_24) * size:
        made = [
            [tuple(_moved_of_24(player, by) for player in table) for table in BASE_24] for by in range(LENGTH_IN_24)
        ]
        return Schedule(_mixed(made, rng), len(made))
    length = players // size
    made = moved_lists(size, length, rounds, rng)
    if len(made) == rounds or length < size:
        return Schedule(_mixed(made, rng), len(made))
    return Schedule(_mixed([*made, _within_lists(size, length)], rng), len(made) + (length % size == 0))


def _mixed(rounds: list[list[Table]], rng: random.Random) -> list[list[Table]]:
    return [[tuple(rng.sample(table, len(table))) for table in tables] for tables in rounds]


def _other_partners(tables: Sequence[Table], turn: int) -> list[Table]:
    """The same tables, where in three turns the first player of four has all others as partners."""
    return [(first, *others[turn % len(others) :], *others[: turn % len(others)]) for first, *others in tables]


# --- rounds made from a first one --------------------------------------------------------------------------------


def _whist(players: int) -> list[list[Table]]:
    """All rounds in which everybody is everybody's partner once."""
    others = players - 1
    return [
        [tuple(others if each == FIXED else (each + by) % others for each in table) for table in WHIST[players]]
        for by in range(others)
    ]


def _moved_of_24(player: int, by: int) -> int:
    if player >= LISTS_OF_24 * LENGTH_IN_24:
        return player
    start = player - player % LENGTH_IN_24
    return start + (player + by - start) % LENGTH_IN_24


# --- lists that move ---------------------------------------------------------------------------------------------

Move = tuple[int, ...]
"""How far each list moves in a round."""

MOVES_OF_FOUR: tuple[Move, ...] = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
"""Four lists of four, where places are added without carrying (0 to 3 are a field so: 1 + 1 = 0, 1 + 2 = 3). Around the
clock three rounds would be too many for them."""


def moved_lists(size: int, length: int, rounds: int, rng: random.Random) -> list[list[Table]]:
    """As many clean rounds as are found, at most so many: every list moves on by its own number of places."""
    if size == length == 4:
        return [_tables_of(move, length, xor) for move in MOVES_OF_FOUR[:rounds]]
    rounds = min(rounds, length)
    if all(length // gcd(length, distance) >= rounds for distance in range(1, size)):
        moves = [tuple(at * by % length for at in range(size)) for by in range(rounds)]
    else:
        moves = _moves_by_chance(size, length, rounds, rng)
    return [_tables_of(move, length, lambda place, by: (place + by) % length) for move in moves]


def _tables_of(move: Move, length: int, add: Callable[[int, int], int]) -> list[Table]:
    return [tuple(at * length + add(place, by) for at, by in enumerate(move)) for place in range(length)]


def _moves_by_chance(size: int, length: int, rounds: int, rng: random.Random) -> list[Move]:
    """The longest row of moves that some attempts find in which no two lists have the same distance twice."""
    longest: list[Move] = []
    for _ in range(ATTEMPTS):
        moves: list[Move] = []
        distances: set[tuple[int, int, int]] = set()
        while len(moves) < rounds and (move := _next_move((0,), size, length, distances, rng)):
            moves.append(move)
            distances |= _distances(move, length)
        longest = max(longest, moves, key=len)
        if len(longest) == rounds:
            break
    return longest


def _next_move(
    begun: Move, size: int, length: int, taken: set[tuple[int, int, int]], rng: random.Random
) -> Move | None:
    """A move that begins like this and gives all pairs of lists new distances, if there is one."""
    if len(begun) == size:
        return begun
    for by in rng.sample(range(length), length):
        if not any((at, len(begun), (by - other) % length) in taken for at, other in enumerate(begun)):
            found = _next_move((*begun, by), size, length, taken, rng)
            if found:
                return found
    return None


def _distances(move: Move, length: int) -> set[tuple[int, int, int]]:
    """For any two lists, how far the second has moved beyond the first."""
    return {(one, two, (move[two] - move[one]) % length) for one, two in combinations(range(len(move)), 2)}


def _within_lists(size: int, length: int) -> list[Table]:
    """A round of people of one list, who have not met. Those left over of all lists sit together; they may have."""
    lists = [[at * length + place for place in range(length)] for at in range(size)]
    full = length - length % size
    tables = [tuple(each[start : start + size]) for each in lists for start in range(0, full, size)]
    return [*tables, *zip(*(each[full:] for each in lists), strict=True)]
