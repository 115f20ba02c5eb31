"""A refusal says what is wrong in a code and facts, and two alike are equal."""

import pytest

from rules.refusal import Refusal


def test_it_carries_its_code_and_facts():
    refusal = Refusal("card_points_step", field="points", value=47)
    assert (refusal.code, refusal.facts) == ("card_points_step", {"field": "points", "value": 47})
    assert str(refusal) == "card_points_step(field='points', value=47)"


def test_refusals_compare_by_what_they_say():
    assert Refusal("seat_out_twice", seat=2) == Refusal("seat_out_twice", seat=2)
    assert Refusal("seat_out_twice", seat=2) != Refusal("seat_out_twice", seat=3)
    assert Refusal("seat_out_twice") != ValueError("seat_out_twice")
    assert len({Refusal("seat_out_twice", seat=2), Refusal("seat_out_twice", seat=2)}) == 1


def test_it_is_raised_like_any_exception():
    with pytest.raises(Refusal) as caught:
        raise Refusal("not_allowed")
    assert caught.value == Refusal("not_allowed")
