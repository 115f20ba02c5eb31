"""A hand that is typed a second time is the same as far as both writings say something."""

import random

import pytest

from scoring.hand import HandRules
from scoring.record import Hand, WholeMatch
from scoring.retyping import differences, hands_unlike, scored, whole_differences
from scoring.variants import Variant
from tests.games.acting import hand_by_chance
from tests.scoring.refusing import refusal_of

RULES = HandRules()
CHAMPIONSHIP = HandRules(grand=False, double_victory=100)
STORED = Hand(calls=("T", "", "", ""), out=(0, 1), points=30)


def differ(stored: Hand, typed: Hand, rules: HandRules = RULES) -> tuple[str, ...]:
    return differences(stored, typed, rules, players=4)


@pytest.mark.parametrize(
    "typed",
    [
        STORED,
        Hand(calls=("T", "", "", ""), out=(0, 1), other_points=70),
        Hand(calls=("T", "", "", ""), out=(0,), points=30),
        Hand(calls=("T", "", "", ""), out=(0, 1, 3, 2), points=30, other_points=70),
        Hand(calls=("T", "", "", ""), totals=(130, 70)),
    ],
)
def test_these_are_the_same_hand(typed: Hand):
    assert differ(STORED, typed) == ()
    assert differ(typed, STORED) == ()


@pytest.mark.parametrize(
    ("typed", "fields"),
    [
        (Hand(calls=("T", "", "", ""), out=(0, 1), points=35), ("points", "totals")),
        (Hand(calls=("T", "", "", ""), out=(1, 0), points=30), ("out", "totals")),
        (Hand(calls=("T", "", "", ""), out=(0, 3), points=30), ("out",)),
        (Hand(calls=("", "T", "", ""), out=(0, 1), points=30), ("calls", "totals")),
        (Hand(calls=("T", "", "", ""), out=(0, 2)), ("out", "points", "totals")),
        (Hand(calls=("T", "", "", ""), totals=(135, 65)), ("totals",)),
    ],
)
def test_in_what_they_differ(typed: Hand, fields: tuple[str, ...]):
    assert differ(STORED, typed) == fields


def test_a_double_victory_is_not_a_hundred_card_points_though_both_count_100():
    double, counted = Hand(calls=("",) * 4, out=(0, 2)), Hand(calls=("",) * 4, out=(0,), points=100)
    assert scored(double, CHAMPIONSHIP).totals == scored(counted, CHAMPIONSHIP).totals == (100, 0)
    assert differ(double, counted, CHAMPIONSHIP) == ("out",)


def test_what_cannot_have_been_is_refused_at_its_field():
    found = refusal_of(lambda: differ(STORED, Hand(calls=("T", "", "", ""), out=(0, 1), points=47)))
    assert (found.code, found.facts["field"]) == ("points_step", "points")


def test_in_grand_seigneur_the_last_may_be_left_out():
    rules = HandRules(variant=Variant.GRAND_SEIGNEUR)
    whole, shorter, other = Hand(out=(0, 1, 2, 3, 4)), Hand(out=(0, 1, 2, 3)), Hand(out=(0, 1, 2, 4, 3))
    assert differences(whole, shorter, rules, players=5) == ()
    assert differences(whole, other, rules, players=5) == ("out",)


def test_whatever_is_typed_alike_is_alike_and_one_changed_figure_is_found():
    luck = random.Random(3)
    for _ in range(500):
        hand = hand_by_chance(RULES, 4, luck)
        assert differ(hand, hand) == ()
        if hand.points is not None:
            other = Hand(calls=hand.calls, out=hand.out, points=hand.points + (5 if hand.points < 125 else -5))
            assert differ(hand, other) == ("points", "totals")


def test_hands_that_are_missing_or_too_many_are_unlike():
    assert hands_unlike({1: STORED, 2: STORED}, {1: STORED, 3: STORED}, RULES, players=4) == [2, 3]
    assert hands_unlike({1: STORED}, {1: Hand(points=47)}, RULES, players=4) == [1]


def test_whole_results_differ_in_what_both_have():
    stored = WholeMatch(totals=(1000, 300), hands=9)
    assert whole_differences(stored, WholeMatch(totals=(1000, 300))) == ()
    assert whole_differences(stored, WholeMatch(totals=(1000, 305), hands=8)) == ("totals", "hands")
    assert whole_differences(stored, WholeMatch(totals=(1000, 300), games=(2, 1))) == ("games",)
