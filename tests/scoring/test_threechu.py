"""Threechu: three totals, a dummy out of competition, a deal that goes round."""

from rules.refusal import Refusal
from scoring.hand import HandRules, Sheet
from scoring.match import Length, MatchRules, Reason
from scoring.threechu import ThreechuHand, ThreechuState, evaluate, hand_of, next_dealer
from scoring.variants import Variant
from tests.scoring.refusing import refusal_of

THREE_HANDS = MatchRules(length=Length.HANDS, hands=3)
HANDS = [
    ThreechuHand(dealer=0, totals=(300, -100)),
    ThreechuHand(dealer=1, totals=(85, 15)),
    ThreechuHand(dealer=2, totals=(0, 0)),
]


def test_everybody_gets_what_the_own_side_got():
    assert evaluate(HANDS, THREE_HANDS) == ThreechuState(
        totals=(315, -15, -85), dummy=385, leaders=(0,), over=True, reason=Reason.HANDS_PLAYED,
        next_hand=None, next_dealer=None,
    )  # fmt: skip


def test_the_deal_passes_to_the_left():
    assert evaluate([], THREE_HANDS) == ThreechuState(
        totals=(0, 0, 0), dummy=0, leaders=(0, 1, 2), over=False, reason=Reason.RUNNING, next_hand=1, next_dealer=0
    )
    assert [evaluate(HANDS[:played], THREE_HANDS).next_dealer for played in (1, 2)] == [1, 2]
    assert [next_dealer(player, "ABC") for player in "ABC"] == ["B", "C", "A"]


def test_a_sheet_counts_for_the_dealer_wherever_he_sits():
    rules = HandRules(variant=Variant.THREECHU)
    calls = ("", "T", "", "")
    here = hand_of(Sheet(calls=calls, out=(1,), points=30, dealer=0), rules, dealer=2)
    there = hand_of(Sheet(calls=calls, out=(1,), points=30, dealer=3), rules, dealer=2)
    assert here == ThreechuHand(dealer=2, totals=(30, 170))
    assert there == ThreechuHand(dealer=2, totals=(170, 30))


def test_a_surplus_hand_is_refused():
    surplus = Refusal("surplus_hand", field="hands", value=4, ended=3, reason="hands_played")
    assert refusal_of(lambda: evaluate([*HANDS, HANDS[0]], THREE_HANDS)) == surplus


def test_only_the_three_players_deal():
    expected = Refusal("seat_unknown", field="dealer", value=3, allowed=[0, 1, 2])
    assert refusal_of(lambda: ThreechuHand(dealer=3, totals=(50, 50))) == expected


def test_there_is_no_threechu_to_a_thousand():
    expected = Refusal("settings_contradict", field="length", other="variant", value="threechu")
    assert refusal_of(lambda: evaluate([], MatchRules())) == expected
