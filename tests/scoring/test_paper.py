"""A paper sheet with calls and totals only: which hands it can have been."""

from itertools import product

import pytest

from rules.refusal import Refusal
from scoring.hand import HandRules, score
from scoring.paper import Reading, is_possible, readings
from scoring.variants import Variant
from tests.scoring.refusing import refusal_of
from tests.scoring.test_hand import CALLS, GERMAN, NANKING, NO_CALLS, THREECHU, TIENTSIN, nanking_sheets

ALL = (0, 1, 2, 3)


def test_a_counted_hand_without_calls():
    assert readings(NO_CALLS, (35, 65), NANKING) == [Reading(first=ALL, made=None, card_points=(35, 65), victory=None)]


def test_a_double_victory_with_a_lost_tichu():
    assert readings(("", "T", "", ""), (200, -100), NANKING) == [
        Reading(first=(0, 2), made=None, card_points=(200, 0), victory=0)
    ]


def test_who_made_the_call_follows_from_the_totals():
    """Both called. 170 to -70 is 70 to 30 in cards, and seat 0 was first."""
    assert readings(("T", "T", "", ""), (170, -70), NANKING) == [
        Reading(first=(0,), made=0, card_points=(70, 30), victory=None)
    ]


def test_of_two_partners_with_the_same_call_either_may_have_made_it():
    assert readings(("T", "", "T", ""), (50, 50), NANKING) == [
        Reading(first=(0,), made=0, card_points=(50, 50), victory=None),
        Reading(first=(2,), made=2, card_points=(50, 50), victory=None),
    ]


def test_where_all_four_called_one_of_them_was_first():
    assert {reading.made for reading in readings(("T", "T", "T", "T"), (50, -150), NANKING)} == {0, 2}


@pytest.mark.parametrize("totals", [(35, 64), (130, -30), (150, 50), (100, 100), (0, 0), (200, -100), (33, 67)])
def test_totals_that_no_hand_gives(totals: tuple[int, int]):
    assert readings(NO_CALLS, totals, NANKING) == []
    assert not is_possible(NO_CALLS, totals, NANKING)


def test_every_hand_is_read_back_and_never_confused_with_a_double_victory():
    """The rule of parity: hundreds of both totals less the number of Tichus, odd when counted, even when double."""
    known: dict[object, list[Reading]] = {}
    for sheet in nanking_sheets():
        result = score(sheet, NANKING)
        key = sheet.calls, result.totals
        if key not in known:
            known[key] = readings(*key, NANKING)
        made = result.made.index(True) if True in result.made else None
        assert any(
            (reading.made, reading.card_points, reading.victory) == (made, result.card_points, result.victory)
            and sheet.out[0] in reading.first
            for reading in known[key]
        )
        odd = (sum(result.totals) // 100 - sheet.calls.count("T")) % 2 == 1
        assert odd == (result.victory is None)
        assert {reading.victory is None for reading in known[key]} == {odd}
    assert {calls for calls, _ in known} == set(CALLS)


@pytest.mark.parametrize("calls", [NO_CALLS, ("T", "", "GT", "T"), ("GT", "GT", "GT", "GT")])
def test_nothing_else_is_possible(calls: tuple[str, ...]):
    given = {score(sheet, NANKING).totals for sheet in nanking_sheets() if sheet.calls == calls}
    every_pair = product(range(-650, 450, 5), repeat=2)
    assert {pair for pair in every_pair if is_possible(calls, pair, NANKING)} == given


def test_with_a_double_victory_of_100_the_sheet_can_be_either():
    assert readings(NO_CALLS, (100, 0), GERMAN) == [
        Reading(first=ALL, made=None, card_points=(100, 0), victory=None),
        Reading(first=(0, 2), made=None, card_points=(100, 0), victory=0),
    ]
    assert readings(NO_CALLS, (200, 0), GERMAN) == []


def test_tientsin_gives_300_for_three_and_nothing_for_two():
    six = ("T", "", "", "", "", "")
    assert readings(six, (200, 0), TIENTSIN) == [
        Reading(first=(0,), made=0, card_points=(100, 0), victory=None),
        Reading(first=(2, 4), made=None, card_points=(300, 0), victory=0),
    ]
    assert readings(("",) * 6, (200, 0), TIENTSIN) == []


def test_calls_that_cannot_be_are_refused():
    calls = ("GT", "", "", "")
    assert refusal_of(lambda: readings(calls, (50, 50), GERMAN)).code == "grand_forbidden"
    assert refusal_of(lambda: readings(calls, (50, 50), THREECHU, dealer=2)).code == "grand_by_dealer"
    assert is_possible(calls, (250, 50), THREECHU, dealer=1)
    seigneur = HandRules(variant=Variant.GRAND_SEIGNEUR)
    assert refusal_of(lambda: readings(NO_CALLS, (50, 50), seigneur)).code == "variant_without_points"
    assert refusal_of(lambda: is_possible(("T",), (50, 50), NANKING)) == Refusal(
        "calls_number", field="calls", value=1, seats=4
    )
