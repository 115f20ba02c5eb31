"""How a hand is typed from paper: every way to write it has one meaning, and what has none is refused."""

import random

import pytest

from scoring import five
from scoring.hand import HandRules
from scoring.notation import numbers, read_calls, read_order, write_calls, write_order
from scoring.variants import Variant
from tests.games.acting import hand_by_chance
from tests.scoring.refusing import refusal_of

FOUR = numbers((0, 1, 2, 3))
TWELVE = numbers(tuple(range(12)))
THREECHU = numbers((1, 2, None, 0))
"""The second deals; the dummy sits opposite."""


@pytest.mark.parametrize("text", ["1t 3g", "1t3g", " 3G,1T ", "1 t; 3 gt", "1T. 3GT"])
def test_calls_are_a_number_and_a_letter_each(text: str):
    assert read_calls(text, FOUR) == ("T", "", "GT", "")


def test_no_calls():
    assert read_calls("  ", FOUR) == ("", "", "", "")


@pytest.mark.parametrize("text", ["13", "t1", "1x", "1tt", "t", "1t 3", "1t-3g"])
def test_what_cannot_be_read_as_calls(text: str):
    found = refusal_of(lambda: read_calls(text, FOUR))
    assert (found.code, found.facts["field"], found.facts["value"]) == ("calls_unreadable", "calls", text)


def test_nobody_calls_twice():
    assert refusal_of(lambda: read_calls("1t 1g", FOUR)).code == "called_twice"


def test_somebody_who_does_not_play_has_no_call():
    found = refusal_of(lambda: read_calls("13t", FOUR))
    assert (found.code, found.facts) == (
        "number_not_playing", {"field": "calls", "value": 13, "allowed": [1, 2, 3, 4]},
    )  # fmt: skip


@pytest.mark.parametrize("text", ["132", "1 3 2", "1,3,2", " 13 2 "])
def test_the_order_is_numbers_in_a_row(text: str):
    assert read_order(text, FOUR) == (0, 2, 1)


@pytest.mark.parametrize("text", ["1t", "1-3", "eins", "1/3", "²"])
def test_what_cannot_be_read_as_an_order(text: str):
    assert refusal_of(lambda: read_order(text, FOUR)).code == "order_unreadable"


def test_with_ten_and_more_players_a_space_says_where_a_number_ends():
    assert read_order("12 1 10", TWELVE) == (11, 0, 9)
    found = refusal_of(lambda: read_order("12110", TWELVE))
    assert (found.code, found.facts["value"]) == ("number_not_playing", 12110)


def test_at_a_table_of_five_the_numbers_are_those_of_the_seats():
    players = numbers(five.playing(0))
    assert players == (2, 3, 5, 4)
    assert read_order("25", players) == (0, 2), "a double victory of partners who do not sit opposite each other"
    assert refusal_of(lambda: read_order("1", players)).facts["allowed"] == [2, 3, 4, 5]


def test_the_dummy_is_number_4():
    assert THREECHU == (2, 3, 4, 1)
    assert read_calls("4t 1g", THREECHU) == ("", "", "T", "GT")


@pytest.mark.parametrize("players", [FOUR, THREECHU, numbers(five.playing(3)), numbers(tuple(range(6)))])
def test_what_is_written_can_be_read(players: tuple[int, ...]):
    luck = random.Random(1)
    rules = HandRules(variant=Variant.TIENTSIN if len(players) == 6 else Variant.NANKING)
    for _ in range(300):
        hand = hand_by_chance(rules, len(players), luck)
        assert read_calls(write_calls(hand.calls, players), players) == hand.calls
        assert read_order(write_order(hand.out, players), players) == hand.out
