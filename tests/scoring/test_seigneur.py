"""Grand Seigneur: places instead of points."""

import pytest

from rules.refusal import Refusal
from rules.variants.grand_seigneur import check_players, packs
from scoring.hand import Sheet
from scoring.match import Length, MatchRules, Reason
from scoring.seigneur import SeigneurState, evaluate, places
from tests.scoring.refusing import refusal_of


def test_the_order_of_going_out_gives_the_places():
    assert places(Sheet(calls=(), out=(2, 0, 4, 1, 3)), 5) == (2, 4, 1, 5, 3)


def test_the_last_follows_from_the_others():
    assert places(Sheet(calls=("",) * 5, out=(2, 0, 4, 1)), 5) == (2, 4, 1, 5, 3)


@pytest.mark.parametrize(
    ("sheet", "refusal"),
    [
        (Sheet(calls=("T", "", "", "", ""), out=(0, 1, 2, 3)), Refusal("seigneur_calls", field="calls", allowed=[""])),
        (Sheet(calls=(), out=(0, 1, 2, 3), points=0), Refusal("seigneur_points", field="points", value=0)),
        (Sheet(calls=(), out=(0, 1, 2)), Refusal("order_incomplete", field="out", value=[0, 1, 2], missing=[3, 4])),
        (Sheet(calls=(), out=(0, 1, 1)), Refusal("seat_out_twice", field="out", value=1, allowed=[2, 3, 4])),
        (Sheet(calls=(), out=(5,)), Refusal("seat_unknown", field="out", value=5, allowed=[0, 1, 2, 3, 4])),
    ],
)
def test_what_does_not_belong_on_the_sheet_is_refused(sheet: Sheet, refusal: Refusal):
    assert refusal_of(lambda: places(sheet, 5)) == refusal


@pytest.mark.parametrize("players", [4, 13, 0])
def test_five_to_twelve_can_play(players: int):
    expected = Refusal("seigneur_players", field="players", value=players, minimum=5, maximum=12)
    for act in (check_players, packs, lambda number: places(Sheet(calls=()), number)):
        assert refusal_of(lambda act=act: act(players)) == expected


def test_two_packs_from_seven_players_on():
    assert [packs(players) for players in range(5, 13)] == [1, 1, 2, 2, 2, 2, 2, 2]


def test_a_match_is_a_number_of_rounds():
    rules = MatchRules(length=Length.HANDS, hands=2)
    first, second = (1, 2, 3, 4, 5), (3, 1, 2, 5, 4)
    assert evaluate([], rules) == SeigneurState(places=(), sums=(), over=False, reason=Reason.RUNNING, next_round=1)
    assert evaluate([first, second], rules) == SeigneurState(
        places=second, sums=(4, 3, 5, 9, 9), over=True, reason=Reason.HANDS_PLAYED, next_round=None
    )
    assert refusal_of(lambda: evaluate([first, second, first], rules)) == Refusal(
        "surplus_hand", field="hands", value=3, ended=2, reason="hands_played"
    )


def test_there_is_no_grand_seigneur_to_a_thousand():
    expected = Refusal("settings_contradict", field="length", other="variant", value="grand_seigneur")
    assert refusal_of(lambda: evaluate([], MatchRules())) == expected
