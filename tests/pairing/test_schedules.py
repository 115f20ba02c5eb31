"""Schedules that are written down: what they promise is counted out."""

import random
from collections import Counter
from itertools import combinations, product

import pytest

from pairing.schedules import Table, schedule


def made(players: int, rounds: int, size: int = 4, seed: int = 1) -> tuple[list[list[Table]], int]:
    """A schedule in which everybody has one seat in every round."""
    found, clean = schedule(players, size, rounds, random.Random(seed))
    assert len(found) == rounds
    for tables in found:
        assert sorted(player for table in tables for player in table) == list(range(players))
        assert {len(table) for table in tables} == {size}
    return found, clean


def meetings(rounds: list[list[Table]]) -> Counter[frozenset[int]]:
    return Counter(frozenset(two) for tables in rounds for table in tables for two in combinations(table, 2))


def partners(rounds: list[list[Table]]) -> Counter[frozenset[int]]:
    sides = [side for tables in rounds for t in tables for side in (t[: len(t) // 2], t[len(t) // 2 :])]
    return Counter(frozenset(two) for side in sides for two in combinations(side, 2))


def again(times: Counter[frozenset[int]]) -> int:
    return sum(number - 1 for number in times.values())


@pytest.mark.parametrize("players", [24, *range(28, 404, 4), 1000, 10_000])
def test_nobody_meets_anybody_again_in_six_rounds(players: int):
    rounds, clean = made(players, 6)
    assert clean == 6
    assert again(meetings(rounds)) == 0


@pytest.mark.parametrize("seed", range(20))
def test_seven_tables_always_have_six_clean_rounds(seed: int):
    rounds, clean = made(28, 6, seed=seed)
    assert (clean, again(meetings(rounds))) == (6, 0)


def test_24_players_have_seven_clean_rounds():
    rounds, clean = made(24, 7)
    assert (clean, again(meetings(rounds))) == (7, 0)


def test_16_players_have_five_clean_rounds_and_the_sixth_costs_24():
    rounds, clean = made(16, 6)
    assert clean == 5
    assert again(meetings(rounds[:5])) == 0
    assert (again(meetings(rounds)), again(partners(rounds))) == (24, 0)


def test_16_players_have_a_new_partner_in_all_of_15_rounds():
    rounds, _ = made(16, 15)
    assert set(partners(rounds).values()) == {1}
    assert len(partners(rounds)) == 16 * 15 // 2


def test_20_players_have_five_clean_rounds_and_the_sixth_costs_6():
    rounds, clean = made(20, 6)
    assert clean == 5
    assert (again(meetings(rounds[:5])), again(meetings(rounds))) == (0, 6)


@pytest.mark.parametrize("players", [8, 12])
def test_a_whist_tournament_has_every_partner_once_and_every_opponent_twice(players: int):
    rounds, _ = made(players, players - 1)
    everybody = [frozenset(two) for two in combinations(range(players), 2)]
    opponents = Counter(
        frozenset(two) for tables in rounds for table in tables for two in product(table[:2], table[2:])
    )
    assert partners(rounds) == dict.fromkeys(everybody, 1)
    assert opponents == dict.fromkeys(everybody, 2)


@pytest.mark.parametrize(("players", "clean"), [(28, 7), (32, 7), (44, 11), (52, 12), (100, 12)])
def test_as_many_of_twelve_rounds_are_clean_as_there_are_tables_or_nearly(players: int, clean: int):
    rounds, found = made(players, 12)
    assert found >= clean
    assert again(meetings(rounds[:found])) == 0


@pytest.mark.parametrize("players", range(42, 120, 6))
def test_six_at_a_table_meet_once_in_six_rounds(players: int):
    rounds, clean = made(players, 6, size=6)
    assert (clean, again(meetings(rounds))) == (6, 0)


@pytest.mark.parametrize(("players", "size"), [(4, 4), (6, 6), (12, 6), (36, 6)])
def test_too_few_players_still_have_a_schedule(players: int, size: int):
    made(players, 9, size=size)


def test_four_players_partner_everybody_before_it_begins_again():
    rounds, _ = made(4, 6)
    assert set(partners(rounds[:3]).values()) == {1}
    assert set(partners(rounds).values()) == {2}


def test_lots_decide_who_are_partners():
    assert made(28, 6, seed=1) != made(28, 6, seed=2)
    assert made(28, 6, seed=1) == made(28, 6, seed=1)
