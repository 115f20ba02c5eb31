"""A match: how it stands, when it is over, and why."""

import pytest

from rules.refusal import Refusal
from scoring.hand import Pair
from scoring.match import (
    ClockPolicy,
    Game,
    Length,
    MatchRules,
    MatchState,
    Reason,
    Tie,
    TimeUp,
    check_variant,
    evaluate,
)
from scoring.variants import Variant
from tests.scoring.refusing import refusal_of

TO_1000 = MatchRules()
FOUR_HANDS = MatchRules(length=Length.HANDS, hands=4, tie=Tie.DRAW)


def short(state: MatchState) -> tuple[bool, int | None, str, int | None]:
    return state.over, state.winner, str(state.reason), state.next_hand


# --- a game to a target ------------------------------------------------------------------------------------------


def test_a_match_begins_with_hand_one():
    assert evaluate([], TO_1000) == MatchState(
        totals=(0, 0),
        games=(Game(hands=0, totals=(0, 0), winner=None),),
        over=False,
        winner=None,
        reason=Reason.RUNNING,
        next_hand=1,
    )


def test_a_thousand_wins():
    hands = [(400, -100), (400, 0), (195, 5)]
    assert short(evaluate(hands, TO_1000)) == (False, None, "running", 4)
    assert evaluate([*hands, (5, 95)], TO_1000) == MatchState(
        totals=(1000, 0),
        games=(Game(hands=4, totals=(1000, 0), winner=0),),
        over=True,
        winner=0,
        reason=Reason.TARGET_REACHED,
        next_hand=None,
    )


def test_of_two_over_a_thousand_the_higher_wins():
    state = evaluate([(400, 400), (400, 400), (220, 255)], TO_1000)
    assert (state.totals, *short(state)) == ((1020, 1055), True, 1, "higher_of_both_over", None)
    assert short(evaluate([(500, 500), (505, 500)], TO_1000)) == (True, 0, "higher_of_both_over", None)


def test_a_tie_over_a_thousand_plays_on_even_below_it():
    tie = [(500, 500), (500, 500)]
    assert short(evaluate(tie, TO_1000)) == (False, None, "tie_plays_on", 3)
    assert short(evaluate([*tie, (50, 50)], TO_1000)) == (False, None, "tie_plays_on", 4)
    assert short(evaluate([*tie, (-100, -100)], TO_1000)) == (False, None, "running", 4)
    assert short(evaluate([*tie, (-100, 0)], TO_1000)) == (True, 1, "target_reached", None)


def test_another_target():
    assert short(evaluate([(300, 0), (200, 0)], MatchRules(target=500))) == (True, 0, "target_reached", None)


def test_a_hand_after_the_end_is_refused():
    hands = [(400, 0), (400, 0), (400, 0), (0, 100), (0, 100)]
    assert refusal_of(lambda: evaluate(hands, TO_1000)) == Refusal(
        "surplus_hand", field="hands", value=4, ended=3, reason="target_reached"
    )


# --- a number of hands -------------------------------------------------------------------------------------------


def test_four_hands_and_the_higher_total_wins():
    hands = [(50, 50), (60, 40), (0, 100)]
    assert short(evaluate(hands, FOUR_HANDS)) == (False, None, "running", 4)
    assert short(evaluate([*hands, (30, 70)], FOUR_HANDS)) == (True, 1, "hands_played", None)


def test_four_hands_can_end_in_a_draw():
    state = evaluate([(50, 50), (60, 40), (0, 100), (90, 10)], FOUR_HANDS)
    assert (state.totals, *short(state)) == ((200, 200), True, None, "hands_played", None)


def test_or_a_tie_asks_for_another_hand():
    rules = MatchRules(length=Length.HANDS, hands=2)
    assert short(evaluate([(60, 40), (40, 60)], rules)) == (False, None, "tie_plays_on", 3)
    assert short(evaluate([(60, 40), (40, 60), (50, 50)], rules)) == (False, None, "tie_plays_on", 4)
    assert short(evaluate([(60, 40), (40, 60), (45, 55)], rules)) == (True, 1, "hands_played", None)


def test_a_thousand_points_do_not_end_a_match_of_four_hands():
    assert short(evaluate([(400, 0)] * 3, FOUR_HANDS)) == (False, None, "running", 4)


def test_a_fifth_of_four_hands_is_refused():
    assert refusal_of(lambda: evaluate([(50, 50)] * 5, FOUR_HANDS)) == Refusal(
        "surplus_hand", field="hands", value=5, ended=4, reason="hands_played"
    )


# --- the clock ---------------------------------------------------------------------------------------------------


def timed(policy: ClockPolicy, tie: Tie = Tie.DRAW) -> MatchRules:
    return MatchRules(length=Length.CLOCK, clock=policy, tie=tie)


@pytest.mark.parametrize(
    ("policy", "running", "last"),
    [
        (ClockPolicy.STOP, True, 2),
        (ClockPolicy.STOP, False, 3),
        (ClockPolicy.FINISH_THIS_HAND, True, 3),
        (ClockPolicy.FINISH_THIS_HAND, False, 3),
        (ClockPolicy.ONE_MORE_HAND, True, 4),
        (ClockPolicy.ONE_MORE_HAND, False, 4),
    ],
)
def test_what_is_still_played_when_the_time_is_up_in_or_after_the_third_hand(
    policy: ClockPolicy, running: bool, last: int
):
    time_up = TimeUp(hand=3, running=running)
    hands = [(60, 40)] * last
    assert short(evaluate(hands, timed(policy))) == (False, None, "running", last + 1)
    assert short(evaluate(hands[:-1], timed(policy), time_up=time_up)) == (False, None, "running", last)
    assert short(evaluate(hands, timed(policy), time_up=time_up)) == (True, 0, "time_up", None)
    assert refusal_of(lambda: evaluate([*hands, (0, 100)], timed(policy), time_up=time_up)) == Refusal(
        "surplus_hand", field="hands", value=last + 1, ended=last, reason="time_up"
    )


def test_a_tie_when_the_time_is_up_is_a_draw_or_goes_on():
    time_up, hands = TimeUp(hand=2), [(60, 40), (40, 60)]
    policy = ClockPolicy.FINISH_THIS_HAND
    assert short(evaluate(hands, timed(policy), time_up=time_up)) == (True, None, "time_up", None)
    on = timed(policy, Tie.PLAY_ON)
    assert short(evaluate(hands, on, time_up=time_up)) == (False, None, "tie_plays_on", 3)
    assert short(evaluate([*hands, (0, 200)], on, time_up=time_up)) == (True, 1, "time_up", None)


def test_a_target_beside_the_clock_ends_the_match_early():
    rules = MatchRules(length=Length.CLOCK, clock=ClockPolicy.FINISH_THIS_HAND, target=1000, tie=Tie.DRAW)
    assert short(evaluate([(400, 0)] * 3, rules)) == (True, 0, "target_reached", None)
    assert short(evaluate([(500, 500)] * 2, rules)) == (False, None, "tie_plays_on", 3)
    assert short(evaluate([(500, 500)] * 2, rules, time_up=TimeUp(hand=3))) == (False, None, "tie_plays_on", 3)
    assert short(evaluate([(500, 500)] * 2, rules, time_up=TimeUp(hand=2))) == (True, None, "time_up", None)
    assert short(evaluate([(400, 0)] * 2, rules, time_up=TimeUp(hand=2))) == (True, 0, "time_up", None)


def test_time_can_be_up_before_anything_was_played():
    state = evaluate([], timed(ClockPolicy.STOP), time_up=TimeUp(hand=0, running=False))
    assert short(state) == (True, None, "time_up", None)


@pytest.mark.parametrize(("hand", "running", "minimum"), [(0, True, 1), (-1, False, 0)])
def test_time_is_up_in_a_hand_that_exists(hand: int, running: bool, minimum: int):
    expected = Refusal("time_up_hand", field="time_up", value=hand, minimum=minimum)
    assert refusal_of(lambda: TimeUp(hand=hand, running=running)) == expected


def test_without_a_clock_no_time_can_be_up():
    expected = Refusal("settings_contradict", field="time_up", other="length", value="target")
    assert refusal_of(lambda: evaluate([], TO_1000, time_up=TimeUp(hand=1))) == expected


# --- several games -----------------------------------------------------------------------------------------------

WON: list[Pair] = [(500, 0), (500, 0)]
LOST: list[Pair] = [(100, 600), (0, 400)]


def test_best_of_three_is_won_with_the_second_game():
    rules = MatchRules(length=Length.BEST_OF, games=3)
    assert short(evaluate(WON, rules)) == (False, None, "running", 3)
    state = evaluate([*WON, *LOST, *WON], rules)
    won = Game(hands=2, totals=(1000, 0), winner=0)
    assert state == MatchState(
        totals=(2100, 1000),
        games=(won, Game(hands=2, totals=(100, 1000), winner=1), won),
        over=True,
        winner=0,
        reason=Reason.GAMES_WON,
        next_hand=None,
    )
    assert state.games_won == (2, 1)
    assert short(evaluate([*LOST, *LOST], rules)) == (True, 1, "games_won", None)


def test_best_of_five_is_won_with_the_third_game():
    rules = MatchRules(length=Length.BEST_OF, games=5)
    assert short(evaluate([*WON, *LOST, *WON, *LOST], rules)) == (False, None, "running", 9)
    assert short(evaluate([*WON, *LOST, *WON, *LOST, *LOST], rules)) == (True, 1, "games_won", None)
    assert short(evaluate([*WON, *WON, *WON], rules)) == (True, 0, "games_won", None)


def test_a_tie_within_a_game_plays_on():
    rules = MatchRules(length=Length.BEST_OF, games=3, target=500)
    assert short(evaluate([(500, 500)], rules)) == (False, None, "tie_plays_on", 2)
    state = evaluate([(500, 500), (100, 0), (25, 75)], rules)
    assert [game.totals for game in state.games] == [(600, 500), (25, 75)]
    assert short(state) == (False, None, "running", 4)


def test_a_third_game_after_two_won_is_refused():
    rules = MatchRules(length=Length.BEST_OF, games=3)
    assert refusal_of(lambda: evaluate([*WON, *WON, (50, 50)], rules)) == Refusal(
        "surplus_hand", field="hands", value=5, ended=4, reason="games_won"
    )


# --- rules that contradict each other ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("choices", "refusal"),
    [
        ({"hands": 4}, Refusal("settings_contradict", field="hands", other="length", value="target")),
        ({"games": 3}, Refusal("settings_contradict", field="games", other="length", value="target")),
        ({"tie": Tie.DRAW}, Refusal("settings_contradict", field="tie", other="length", value="target")),
        ({"clock": ClockPolicy.STOP}, Refusal("settings_contradict", field="clock", other="length", value="target")),
        ({"length": Length.HANDS, "hands": 4, "target": 1000},
         Refusal("settings_contradict", field="target", other="length", value="hands")),
        ({"length": Length.CLOCK, "clock": ClockPolicy.STOP, "hands": 4},
         Refusal("settings_contradict", field="hands", other="length", value="clock")),
        ({"length": Length.BEST_OF, "games": 3, "tie": Tie.DRAW},
         Refusal("settings_contradict", field="tie", other="length", value="best_of")),
        ({"length": Length.HANDS}, Refusal("setting_missing", field="hands", other="length", value="hands")),
        ({"length": Length.CLOCK}, Refusal("setting_missing", field="clock", other="length", value="clock")),
        ({"length": Length.BEST_OF}, Refusal("setting_missing", field="games", other="length", value="best_of")),
        ({"target": 0}, Refusal("setting_too_small", field="target", value=0, minimum=1)),
        ({"length": Length.HANDS, "hands": 0}, Refusal("setting_too_small", field="hands", value=0, minimum=1)),
        ({"length": Length.BEST_OF, "games": 4}, Refusal("games_even", field="games", value=4, allowed=[3, 5])),
    ],
)  # fmt: skip
def test_contradictory_rules_are_refused_with_both_fields(choices: dict[str, object], refusal: Refusal):
    assert refusal_of(lambda: MatchRules(**choices)) == refusal


def test_threechu_and_grand_seigneur_last_a_number_of_hands():
    for variant in (Variant.THREECHU, Variant.GRAND_SEIGNEUR):
        expected = Refusal("settings_contradict", field="length", other="variant", value=str(variant))
        assert refusal_of(lambda variant=variant: check_variant(TO_1000, variant)) == expected
    check_variant(TO_1000, Variant.NANKING)
    check_variant(TO_1000, Variant.TIENTSIN)
    check_variant(FOUR_HANDS, Variant.GRAND_SEIGNEUR)


@pytest.mark.parametrize(("hands", "allowed"), [(4, [3, 6]), (10, [9, 12]), (2, [3])])
def test_threechu_lasts_a_number_of_hands_divisible_by_three(hands: int, allowed: list[int]):
    rules = MatchRules(length=Length.HANDS, hands=hands)
    expected = Refusal("threechu_hands", field="hands", value=hands, allowed=allowed)
    assert refusal_of(lambda: check_variant(rules, Variant.THREECHU)) == expected
