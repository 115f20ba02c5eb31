"""One hand: what the players wrote -> what it counts, in every possible case, and what cannot be."""

from collections.abc import Iterator
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.refusal import Refusal
from scoring.hand import HandRules, HandScore, Sheet, check_whole_order, score
from scoring.variants import Variant
from tests.scoring.refusing import refusal_of

NANKING = HandRules()
THREECHU = HandRules(variant=Variant.THREECHU)
TIENTSIN = HandRules(variant=Variant.TIENTSIN)
GERMAN = HandRules(grand=False, double_victory=100)

NO_CALLS = ("", "", "", "")
POINTS = range(-25, 126, 5)
CALLS = list(product(("", "T", "GT"), repeat=4))
COUNTED_ORDERS = [out for out in permutations(range(4)) if out[0] % 2 != out[1] % 2]
DOUBLES = [(0, 2), (2, 0), (1, 3), (3, 1)]


# --- examples ----------------------------------------------------------------------------------------------------


def test_card_points_only():
    assert score(Sheet(calls=NO_CALLS, out=(0, 1, 2, 3), points=35), NANKING) == HandScore(
        card_points=(35, 65), bonus=(0, 0), made=(None, None, None, None), victory=None
    )


def test_a_made_tichu_adds_a_hundred_and_a_lost_one_takes_them():
    result = score(Sheet(calls=("T", "T", "", ""), out=(0,), points=60), NANKING)
    assert result == HandScore(card_points=(60, 40), bonus=(100, -100), made=(True, False, None, None), victory=None)
    assert result.totals == (160, -60)
    assert result.seat_totals == (160, -60, 160, -60)


def test_the_partner_going_out_first_loses_the_call():
    result = score(Sheet(calls=("", "", "GT", ""), out=(0, 2)), NANKING)
    assert result == HandScore(card_points=(200, 0), bonus=(-200, 0), made=(None, None, False, None), victory=0)
    assert result.totals == (0, 0)


def test_grand_tichu_and_double_victory_are_the_most_a_hand_can_bring():
    assert score(Sheet(calls=("GT", "", "", ""), out=(0, 2)), NANKING).totals == (400, 0)


def test_the_worked_example_of_the_german_championship():
    """The side that called takes 30 card points and makes its Tichu."""
    assert score(Sheet(calls=("T", "", "", ""), out=(0,), points=30), GERMAN).totals == (130, 70)


def test_the_german_championship_gives_a_hundred_for_a_double_victory():
    assert score(Sheet(calls=("", "T", "", ""), out=(1, 3)), GERMAN).totals == (0, 200)


def test_without_a_call_nobody_needs_to_know_who_was_first():
    assert score(Sheet(calls=NO_CALLS, points=50), NANKING).totals == (50, 50)


def test_the_points_of_one_side_are_enough_and_either_side_will_do():
    only_one = score(Sheet(calls=NO_CALLS, points=-25), NANKING)
    assert only_one == score(Sheet(calls=NO_CALLS, other_points=125), NANKING)
    assert only_one == score(Sheet(calls=NO_CALLS, points=-25, other_points=125), NANKING)
    assert only_one.totals == (-25, 125)


def test_the_dummy_of_threechu_gets_what_its_side_gets():
    result = score(Sheet(calls=("", "GT", "T", ""), out=(2,), points=45, dealer=0), THREECHU)
    assert result.made == (None, False, True, None)
    assert result.seat_totals == (145, -145, 145, -145)


def test_in_tientsin_two_partners_first_bring_nothing_extra_and_three_bring_300():
    six = ("", "", "", "", "", "")
    assert score(Sheet(calls=six, out=(0, 2, 1, 4, 3, 5), points=40), TIENTSIN).totals == (40, 60)
    assert score(Sheet(calls=six, out=(0, 2, 4)), TIENTSIN) == HandScore(
        card_points=(300, 0), bonus=(0, 0), made=(None,) * 6, victory=0
    )


# --- every hand there is -----------------------------------------------------------------------------------------


def nanking_sheets() -> Iterator[Sheet]:
    for calls in CALLS:
        for out in COUNTED_ORDERS:
            yield from (Sheet(calls=calls, out=out, points=points) for points in POINTS)
        yield from (Sheet(calls=calls, out=out) for out in DOUBLES)


def test_all_40500_hands_of_nanking_count():
    totals = [score(sheet, NANKING).totals for sheet in nanking_sheets()]
    assert len(totals) == 40500
    assert len(set(totals)) == 951
    assert {total for pair in totals for total in pair} == {*range(-425, 326, 5), 400}
    assert {sum(pair) for pair in totals} == set(range(-500, 401, 100))


def test_without_calls_there_are_33_results():
    pairs = {score(sheet, NANKING).totals for sheet in nanking_sheets() if sheet.calls == NO_CALLS}
    assert pairs == {*((points, 100 - points) for points in POINTS), (200, 0), (0, 200)}


def test_all_hands_of_threechu_count():
    calls = [pattern for pattern in CALLS if "GT" not in (pattern[0], pattern[2])]
    totals = [
        score(Sheet(calls=sheet.calls, out=sheet.out, points=sheet.points, dealer=0), THREECHU).totals
        for sheet in nanking_sheets()
        if sheet.calls in calls
    ]
    assert (len(calls), len(totals), len(set(totals))) == (36, 36 * 500, 576)
    assert (min(a for a, _ in totals), max(a for a, _ in totals)) == (-225, 300)
    assert (min(b for _, b in totals), max(b for _, b in totals)) == (-425, 400)


def test_all_hands_of_tientsin_count():
    """Who was first and the points are enough for a counted hand; twelve times three of one side come first."""
    totals = set()
    triples = [out for out in permutations(range(6), 3) if len({seat % 2 for seat in out}) == 1]
    for calls in product(("", "T", "GT"), repeat=6):
        for first, points in product(range(6), POINTS):
            totals.add(score(Sheet(calls=calls, out=(first,), points=points), TIENTSIN).totals)
        totals.update(score(Sheet(calls=calls, out=out), TIENTSIN).totals for out in triples)
    assert (len(triples), len(totals)) == (12, 1653)
    assert (min(map(min, totals)), max(map(max, totals))) == (-625, 500)


def test_all_whole_orders_of_tientsin():
    """Of 720 orders 648 are counted; in 72 three of one side are first, and the others are never known."""
    orders = list(permutations(range(6)))
    triples = [out for out in orders if len({seat % 2 for seat in out[:3]}) == 1]
    assert (len(orders), len(triples)) == (720, 72)
    for out in triples:
        with pytest.raises(Refusal, match="out_after_victory"):
            score(Sheet(calls=("",) * 6, out=out, points=5), TIENTSIN)
    for out in set(orders) - set(triples):
        assert score(Sheet(calls=("",) * 6, out=out, points=5), TIENTSIN).totals == (5, 95)


def can_be(sheet: Sheet) -> bool:
    """The rule for a sheet of four players, said once more in another way."""
    out = sheet.out
    if len(set(out)) < len(out) or 4 in out or (any(sheet.calls) and not out):
        return False
    if len(out) > 1 and {out[0], out[1]} in ({0, 2}, {1, 3}):
        return len(out) == 2 and sheet.points is None
    return sheet.points in POINTS


def test_everything_else_is_refused():
    orders = [out for length in range(5) for out in product(range(5), repeat=length)]
    numbers = [None, *range(-31, 132)]
    sheets = [
        *(Sheet(calls=calls, out=out, points=points)
          for calls in (NO_CALLS, ("", "T", "", "")) for out in orders for points in (None, -30, 50, 52, 130)),
        *(Sheet(calls=NO_CALLS, out=out, points=points) for out in ((), (0,), (0, 2)) for points in numbers),
    ]  # fmt: skip
    for sheet in sheets:
        try:
            score(sheet, NANKING)
        except Refusal:
            assert not can_be(sheet), sheet
        else:
            assert can_be(sheet), sheet


# --- properties --------------------------------------------------------------------------------------------------

calls_of_four = st.tuples(*[st.sampled_from(["", "T", "GT"])] * 4)
counted_sheets = st.builds(
    Sheet, calls=calls_of_four, out=st.sampled_from(COUNTED_ORDERS), points=st.sampled_from(list(POINTS))
)
double_sheets = st.builds(Sheet, calls=calls_of_four, out=st.sampled_from(DOUBLES))


@given(counted_sheets)
def test_the_card_points_of_both_sides_are_a_hundred(sheet: Sheet):
    assert sum(score(sheet, NANKING).card_points) == 100


@given(counted_sheets | double_sheets)
def test_moving_everybody_on_by_one_seat_mirrors_the_result(sheet: Sheet):
    moved = Sheet(
        calls=(sheet.calls[3], *sheet.calls[:3]),
        out=tuple((seat + 1) % 4 for seat in sheet.out),
        points=None if sheet.points is None else 100 - sheet.points,
    )
    here, there = score(sheet, NANKING), score(moved, NANKING)
    assert there == HandScore(
        card_points=here.card_points[::-1],
        bonus=here.bonus[::-1],
        made=(here.made[3], *here.made[:3]),
        victory=None if here.victory is None else 1 - here.victory,
    )


# --- refusals ----------------------------------------------------------------------------------------------------

TICHU = ("T", "", "", "")


@pytest.mark.parametrize(
    ("sheet", "refusal"),
    [
        (Sheet(calls=NO_CALLS, out=(0, 1)),
         Refusal("points_missing", field="points", minimum=-25, maximum=125, step=5)),
        (Sheet(calls=NO_CALLS, points=47),
         Refusal("points_step", field="points", value=47, step=5, allowed=[45, 50])),
        (Sheet(calls=NO_CALLS, other_points=-3),
         Refusal("points_step", field="other_points", value=-3, step=5, allowed=[-5, 0])),
        (Sheet(calls=TICHU, out=(0,), points=130),
         Refusal("points_range", field="points", value=130, minimum=-25, maximum=125)),
        (Sheet(calls=NO_CALLS, other_points=-30),
         Refusal("points_range", field="other_points", value=-30, minimum=-25, maximum=125)),
        (Sheet(calls=NO_CALLS, out=(0,), points=200, other_points=0),
         Refusal("points_range", field="points", value=200, minimum=-25, maximum=125)),
        (Sheet(calls=NO_CALLS, points=60, other_points=50),
         Refusal("points_sum", field="other_points", value=50, sum=110, allowed=[40])),
        (Sheet(calls=NO_CALLS, out=(1, 3), points=50),
         Refusal("victory_has_no_points", field="points", value=50, side=1)),
        (Sheet(calls=NO_CALLS, out=(0, 2), other_points=0),
         Refusal("victory_has_no_points", field="other_points", value=0, side=0)),
        (Sheet(calls=TICHU, points=50),
         Refusal("first_missing", field="out", allowed=[0, 1, 2, 3])),
        (Sheet(calls=NO_CALLS, out=(4,), points=50),
         Refusal("seat_unknown", field="out", value=4, allowed=[0, 1, 2, 3])),
        (Sheet(calls=NO_CALLS, out=(-1,), points=50),
         Refusal("seat_unknown", field="out", value=-1, allowed=[0, 1, 2, 3])),
        (Sheet(calls=NO_CALLS, out=(0, 1, 1), points=50),
         Refusal("seat_out_twice", field="out", value=1, allowed=[2, 3])),
        (Sheet(calls=NO_CALLS, out=(0, 2, 1, 3)),
         Refusal("out_after_victory", field="out", value=[0, 2, 1, 3], allowed=[0, 2])),
        (Sheet(calls=NO_CALLS, out=(1, 3, 0), points=50),
         Refusal("out_after_victory", field="out", value=[1, 3, 0], allowed=[1, 3])),
        (Sheet(calls=("T", ""), out=(0,), points=50),
         Refusal("calls_number", field="calls", value=2, seats=4)),
        (Sheet(calls=("", "", "", "", "", ""), points=50),
         Refusal("calls_number", field="calls", value=6, seats=4)),
        (Sheet(calls=("", "X", "", ""), points=50),
         Refusal("call_unknown", field="calls", seat=1, value="X", allowed=["", "T", "GT"])),
        (Sheet(calls=NO_CALLS, points=50, dealer=2),
         Refusal("dealer_only_in_threechu", field="dealer", value=2, variant="nanking")),
    ],
)  # fmt: skip
def test_what_people_write_wrongly_is_refused_with_what_would_be_right(sheet: Sheet, refusal: Refusal):
    assert refusal_of(lambda: score(sheet, NANKING)) == refusal


def test_grand_tichu_is_refused_where_it_is_not_played():
    sheet = Sheet(calls=("", "", "GT", ""), out=(2,), points=50)
    assert refusal_of(lambda: score(sheet, GERMAN)) == Refusal(
        "grand_forbidden", field="calls", seat=2, allowed=["", "T"]
    )


@pytest.mark.parametrize("dealer", range(4))
def test_dealer_and_dummy_call_no_grand_tichu(dealer: int):
    for seat in range(4):
        calls = tuple("GT" if other == seat else "" for other in range(4))
        sheet = Sheet(calls=calls, out=(seat,), points=50, dealer=dealer)
        if seat in (sheet.dealer, sheet.dummy):
            expected = Refusal("grand_by_dealer", field="calls", seat=seat, allowed=["", "T"])
            assert refusal_of(lambda sheet=sheet: score(sheet, THREECHU)) == expected
        else:
            assert score(sheet, THREECHU).bonus[seat % 2] == 200


@pytest.mark.parametrize("dealer", [None, 4, -1])
def test_threechu_needs_its_dealer(dealer: int | None):
    expected = Refusal("dealer_missing", field="dealer", value=dealer, allowed=[0, 1, 2, 3])
    assert refusal_of(lambda: score(Sheet(calls=NO_CALLS, points=50, dealer=dealer), THREECHU)) == expected


def test_grand_seigneur_knows_no_points():
    rules = HandRules(variant=Variant.GRAND_SEIGNEUR)
    assert refusal_of(lambda: score(Sheet(calls=NO_CALLS, points=50), rules)) == Refusal(
        "variant_without_points", field="variant", value="grand_seigneur", allowed=["nanking", "threechu", "tientsin"]
    )


@pytest.mark.parametrize(("field", "value"), [("double_victory", -100), ("triple_victory", 301)])
def test_a_victory_counts_in_fives_and_never_less_than_nothing(field: str, value: int):
    expected = Refusal("victory_value", field=field, value=value, minimum=0, maximum=10_000, step=5)
    assert refusal_of(lambda: HandRules(**{field: value})) == expected


def test_who_counts_cards_needs_the_whole_order():
    assert check_whole_order((3, 0, 1, 2), NANKING) is None
    assert check_whole_order((3, 1), NANKING) == 1
    expected = Refusal("order_incomplete", field="out", value=[3, 0, 1], missing=[2])
    assert refusal_of(lambda: check_whole_order((3, 0, 1), NANKING)) == expected
