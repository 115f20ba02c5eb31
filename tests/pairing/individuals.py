"""Tournaments of individuals for the tests, and who met whom in them."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from pairing.check import check
from pairing.draw import Draw, with_draw
from pairing.systems import chance, draw
from scoring import five
from scoring.hand import HandRules
from scoring.presets import GERMAN_CHAMPIONSHIP
from scoring.record import Hand, Record, Table, Team
from scoring.regulations import OddNumbers, Ranked, Regulations, StageRules, System
from scoring.variants import Variant
from tests.pairing.histories import with_results
from tests.scoring.tournaments import random_hand

FIVE, HOUSE, OUT = OddNumbers.TABLE_OF_FIVE, OddNumbers.HOUSE_PLAYER, OddNumbers.SIT_OUT


def individuals(players: int, *, house: int = 0, odd: tuple[OddNumbers, ...] = (FIVE, HOUSE, OUT), **stage) -> Record:
    """A German championship that has not begun."""
    rules = replace(GERMAN_CHAMPIONSHIP.stages[0], **stage)
    regulations = replace(GERMAN_CHAMPIONSHIP, stages=(rules,), odd_numbers=odd)
    return Record(name="Trial", regulations=regulations, teams=people(players, house))


def six_at_a_table(players: int, *, rounds: int = 6) -> Record:
    """Individuals who play the game for six."""
    rules = StageRules(system=System.INDIVIDUAL_DRAW, rounds=rounds)
    regulations = Regulations(
        hand=HandRules(variant=Variant.TIENTSIN), ranked=Ranked.INDIVIDUAL, stages=(rules,), odd_numbers=(HOUSE, OUT)
    )
    return Record(name="Trial", regulations=regulations, teams=people(players, 0))


def people(players: int, house: int) -> tuple[Team, ...]:
    guests = tuple(Team(id=f"p{number:04d}") for number in range(players))
    return (*guests, *(Team(id=f"h{number}", house=True) for number in range(house)))


def leaves(record: Record, player: str, *, after: int) -> Record:
    """Somebody plays this round and no more."""
    return replace(record, teams=tuple(replace(t, withdrawn=after) if t.id == player else t for t in record.teams))


def comes(record: Record, player: str, *, arrived: int) -> Record:
    return replace(record, teams=(*record.teams, Team(id=player, arrived=arrived)))


def drawn(record: Record, number: int, seed: str = "x") -> Draw:
    """A round that breaks nothing that must not be broken, and strikes nobody too often."""
    found = draw(record, record.regulations.stages[0].key, number, chance(f"{seed}.{number}"))
    assert [b for b in check(record, found) if b.must or b.code in ("second_bye", "second_five")] == []
    return found


def after(record: Record, last: int, *, first: int = 1, seed: str = "x") -> Record:
    """The record with these rounds drawn, one after the other."""
    for number in range(first, last + 1):
        record = with_draw(record, drawn(record, number, seed))
    return record


def with_hands(record: Record, luck: random.Random) -> Record:
    """Every table of the last round has played its hands."""

    def result(table: Table) -> Table:
        number = five.hands_at_five(4) if len(table.seats) == five.PLAYERS else 4
        hands = (random_hand(luck) for _ in range(number))
        return replace(table, hands=tuple(without_grand(hand) for hand in hands))

    return with_results(record, result)


def without_grand(hand: Hand) -> Hand:
    return replace(hand, calls=tuple("T" if call else "" for call in hand.calls))


class Again(NamedTuple):
    """How often two were together once more: partners for two whole rounds, partners where at least one time it was for
    a hand at a table of five, at one table."""

    partners: int
    at_five: int
    met: int


def again(record: Record) -> Again:
    tables = [table.seats for each in record.stages[0].rounds for table in each.tables]
    fours = [seats for seats in tables if len(seats) != five.PLAYERS]
    whole = Counter(two for seats in fours for side in (seats[0::2], seats[1::2]) for two in pairs(side))
    hands = Counter(two for seats in tables if len(seats) == five.PLAYERS for two in pairs(seats))
    met = Counter(two for seats in tables for two in pairs(seats))
    partners = more_than_once(whole)
    return Again(partners, more_than_once(whole + hands) - partners, more_than_once(met))


def pairs(seats: tuple[str, ...]) -> list[tuple[str, str]]:
    return list(combinations(sorted(seats), 2))


def more_than_once(times: Counter[tuple[str, str]]) -> int:
    return sum(number - 1 for number in times.values())
