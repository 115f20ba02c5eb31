"""Until when a call may be made, and by whom."""

import pytest

from rules.refusal import Refusal
from scoring.calls import check_in_time
from scoring.hand import Call, HandRules
from scoring.variants import Variant
from tests.scoring.refusing import refusal_of


@pytest.mark.parametrize(("variant", "latest"), [(Variant.NANKING, 8), (Variant.THREECHU, 8), (Variant.TIENTSIN, 6)])
def test_grand_tichu_before_the_ninth_card_in_tientsin_before_the_seventh(variant: Variant, latest: int):
    rules = HandRules(variant=variant)
    assert check_in_time("GT", rules, seat=1, cards_taken=latest, cards_played=0) is Call.GRAND
    late = Refusal("grand_too_late", field="calls", seat=1, value=latest + 1, before=latest + 1)
    assert refusal_of(lambda: check_in_time("GT", rules, seat=1, cards_taken=latest + 1, cards_played=0)) == late


def test_tichu_before_the_own_first_card():
    assert check_in_time("T", HandRules(), seat=3, cards_taken=14, cards_played=0) is Call.TICHU
    late = Refusal("call_too_late", field="calls", seat=3, value=1)
    assert refusal_of(lambda: check_in_time("T", HandRules(), seat=3, cards_taken=14, cards_played=1)) == late


def test_no_call_is_never_late():
    assert check_in_time("", HandRules(), seat=3, cards_taken=14, cards_played=9) is Call.NONE


def test_the_dealer_of_threechu_calls_tichu_for_the_dummy_but_no_grand_tichu():
    rules = HandRules(variant=Variant.THREECHU)
    assert check_in_time("T", rules, seat=2, cards_taken=14, cards_played=0, with_dummy=True) is Call.TICHU
    refused = Refusal("grand_by_dealer", field="calls", seat=2, allowed=["", "T"])
    assert (
        refusal_of(lambda: check_in_time("GT", rules, seat=2, cards_taken=0, cards_played=0, with_dummy=True))
        == refused
    )
