"""Seats and table numbers: once it is clear who plays whom, who sits where.

Over the rounds everybody should sit on every side alike and not always at the same table. People who need a certain
table get it.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import permutations
from typing import NamedTuple

from pairing.draw import DrawnTable, Reason
from pairing.matching import matched
from pairing.situation import Situation
from rules.refusal import Refusal
from scoring.regulations import TableNumbers


class Placing(NamedTuple):
    """A table that has no number yet: its seats in order of play, and why."""

    seats: tuple[str, ...]
    reasons: tuple[Reason, ...] = ()


# --- seats -------------------------------------------------------------------------------------------------------


def sides(s: Situation, one: str, other: str) -> tuple[str, ...]:
    """The seats of two teams. Who has sat more on the first side now sits on the second; who sat there last time, if
    both have as often; else lots decide."""
    forward, backward = _lean_squared(s, one, other), _lean_squared(s, other, one)
    if forward == backward:
        forward, backward = s.last_side[one], s.last_side[other]
    if forward == backward:
        forward = s.rng.choice((backward - 1, backward + 1))
    first, second = (one, other) if forward < backward else (other, one)
    return (first, second) * s.record.regulations.members_at_the_table


def _lean_squared(s: Situation, first: str, second: str) -> int:
    return int((s.lean[first] + 1) ** 2 + (s.lean[second] - 1) ** 2)


def seats_of_four(s: Situation, one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """The seats of two sides of individuals, each on a seat where he has sat as seldom as possible."""
    players, orders, had = (*one, *other), _orders(len(one)), s.seats_had
    start = int(s.rng.random() * len(orders))
    best, least = orders[start], None
    for at in range(start, start + len(orders) if s.past else start):
        order = orders[at % len(orders)]
        often = sum([had[players[player], seat] for seat, player in enumerate(order)])
        if least is None or often < least:
            best, least = order, often
        if not often:
            break
    return tuple([players[player] for player in best])


@cache
def _orders(side: int) -> list[tuple[int, ...]]:
    """Every way in which two sides can sit: the players of both by their number, in order of play."""
    sides = range(side), range(side, 2 * side)
    return [
        tuple(player for row in zip(first, second, strict=True) for player in row)
        for a, b in (sides, sides[::-1])
        for first in permutations(a)
        for second in permutations(b)
    ]


# --- table numbers -----------------------------------------------------------------------------------------------


def numbered(s: Situation, placings: Sequence[Placing]) -> tuple[DrawnTable, ...]:
    """All tables of the round with their numbers, the kept ones among them. The best table comes first."""
    taken = {table.number for table in s.kept}
    fixed = _fixed_numbers(s, placings, taken)
    free = _free_numbers(len(placings) - len(fixed), taken | {*fixed.values()})
    rest = [at for at in range(len(placings)) if at not in fixed]
    if s.rules.table_numbers is TableNumbers.BALANCED:
        fixed |= _balanced(s, placings, rest, free)
    else:
        fixed |= dict(zip(rest, free, strict=True))
    drawn = [DrawnTable(number=fixed[at], seats=p.seats, reasons=p.reasons) for at, p in enumerate(placings)]
    why = (Reason(code="kept"),)
    kept = [DrawnTable(number=table.number, seats=table.seats, reasons=why, kept=True) for table in s.kept]
    return tuple(sorted([*drawn, *kept], key=lambda table: table.number))


def tables_possible(s: Situation, teams: Iterable[str]) -> frozenset[int] | None:
    """The tables at which all of them can sit; None means any."""
    needs = [frozenset(s.teams[team].tables) for team in teams if s.teams[team].tables]
    return frozenset.intersection(*needs) if needs else None


def _free_numbers(count: int, taken: set[int]) -> list[int]:
    """The lowest numbers that nobody has."""
    return [number for number in range(1, count + len(taken) + 1) if number not in taken][:count]


def _fixed_numbers(s: Situation, placings: Sequence[Placing], taken: set[int]) -> dict[int, int]:
    """Tables for those who need certain ones."""
    seats = [placing.seats for placing in placings]
    holder, short = _tables_given(s, seats, taken)
    if short:
        crowd = needy_among(s, seats, short)
        tables = sorted({number for team in crowd for number in s.teams[team].tables})
        raise Refusal("tables_clash", field="tables", teams=crowd, tables=tables)
    return {at: number for number, at in holder.items()}


def short_of_tables(s: Situation, seats: Sequence[tuple[str, ...]]) -> list[str]:
    """Those who need certain tables of which there are too few, if these sit together; nobody if there are enough."""
    _, short = _tables_given(s, seats, {table.number for table in s.kept})
    return needy_among(s, seats, short)


def needy_among(s: Situation, seats: Sequence[tuple[str, ...]], tables: Iterable[int]) -> list[str]:
    return [team for at in tables for team in dict.fromkeys(seats[at]) if s.teams[team].tables]


def _tables_given(s: Situation, seats: Sequence[tuple[str, ...]], taken: set[int]) -> tuple[dict[int, int], list[int]]:
    """Numbers with who holds them, and all who compete where there are too few. Where two want the same, one takes
    another that suits."""
    needy = {team.id for team in s.record.teams if team.tables}
    wanted = [(at, tables_possible(s, each)) for at, each in enumerate(seats) if not needy.isdisjoint(each)]
    choices = {at: sorted(numbers - taken) for at, numbers in wanted if numbers is not None}
    holder: dict[int, int] = {}
    without = [at for at in choices if not _find_table(at, choices, holder, set())]
    competing = {*without}
    for at in without:
        asked: set[int] = set()
        _find_table(at, choices, holder, asked)
        competing |= {holder[number] for number in asked}
    return holder, sorted(competing)


def _find_table(at: int, choices: dict[int, list[int]], holder: dict[int, int], asked: set[int]) -> bool:
    """Give this table a number, moving the holder of one to another of its choices if need be."""
    for number in choices[at]:
        if number not in asked:
            asked.add(number)
            if number not in holder or _find_table(holder[number], choices, holder, asked):
                holder[number] = at
                return True
    return False


def _balanced(s: Situation, placings: Sequence[Placing], rest: Sequence[int], free: list[int]) -> dict[int, int]:
    """Everybody at a table where he has not sat before, as far as that can be."""
    seated, had = [tuple(dict.fromkeys(placing.seats)) for placing in placings], s.tables_had

    def seen(at: int, number: int) -> int:
        return sum([had[team, number] for team in seated[at]])

    numbers = s.rng.sample(free, len(free))
    chosen = {at: _take(numbers, at, seen) for at in s.rng.sample(rest, len(rest))}
    if any(seen(at, number) for at, number in chosen.items()):
        return _least_seen(chosen, seen) if len(chosen) <= FEW else _exchanged(chosen, seen)
    return chosen


FEW = 64
"""Up to so many tables the best of all ways to number them is found; with more of them, exchanges do."""


Seen = Callable[[int, int], int]
"""How often those of a table have sat at this number, taken together."""


def _take(numbers: list[int], at: int, seen: Seen) -> int:
    """The first number, from the end, at which nobody of this table has sat; else where they have sat least."""
    best, least = 0, seen(at, numbers[-1])
    for back, number in enumerate(reversed(numbers)):
        often = seen(at, number)
        if often < least:
            best, least = back, often
        if not least:
            break
    return numbers.pop(-1 - best)


def _least_seen(chosen: dict[int, int], seen: Seen) -> dict[int, int]:
    """The numbers given out so that as few as possible sit where they have sat before."""
    tables, numbers = list(chosen), list(chosen.values())

    def cost(one: int, other: int) -> tuple[int] | None:
        return (seen(tables[one], numbers[other - len(tables)]),) if one < len(tables) <= other else None

    pairs = matched(range(2 * len(tables)), cost, 2 * len(tables)) or []
    return {tables[one]: numbers[other - len(tables)] for one, other in pairs}


def _exchanged(chosen: dict[int, int], seen: Seen) -> dict[int, int]:
    """Whoever sits where he has sat exchanges numbers with the table where that helps both together most."""
    for at in chosen:
        if seen(at, chosen[at]):

            def change(other: int, at: int = at) -> int:
                here, there = chosen[at], chosen[other]
                return seen(at, there) + seen(other, here) - seen(at, here) - seen(other, there)

            best = min(chosen, key=change)
            chosen[at], chosen[best] = chosen[best], chosen[at]
    return chosen
