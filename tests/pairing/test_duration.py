"""How long a tournament takes: rounds as the systems really draw them, minutes as they are assumed."""

from dataclasses import replace

import pytest

from pairing.bracket import bracket_for
from pairing.duration import (
    HANDS_TO_1000,
    MINUTES_A_HAND,
    MINUTES_BETWEEN,
    bracket_size,
    duration,
    rounds_of,
)
from pairing.round_robin import berger
from scoring.presets import PRESETS
from scoring.regulations import PointRules, Regulations, StageRules, System
from scoring.variants import Variant

LEAST, MOST = 0, 1


def minutes(preset: str, entrants: int) -> tuple[int, int]:
    return duration(PRESETS[preset], entrants).minutes


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("entrants", [2, 3, 4, 5, 16, 27, 64, 500])
def test_every_preset_has_an_answer_for_every_number(preset: str, entrants: int):
    found = duration(PRESETS[preset], entrants)
    least, most = found.minutes
    assert 0 < least < most
    assert [stage.key for stage in found.stages] == [stage.key for stage in PRESETS[preset].stages]


def test_a_swiss_evening_is_counted_by_hand():
    least, most = minutes("swiss_evening", 16)
    assert least == 5 * 8 * 4 + 4 * 5
    assert most == 5 * 8 * 5 + 4 * 10
    assert (MINUTES_A_HAND[Variant.NANKING], MINUTES_BETWEEN) == ((4, 5), (5, 10))


def test_more_entrants_make_a_swiss_no_longer_but_a_league():
    assert minutes("swiss_evening", 8) == minutes("swiss_evening", 64)
    assert minutes("club_game", 8) < minutes("club_game", 9) == minutes("club_game", 10)


@pytest.mark.parametrize("teams", range(2, 12))
def test_a_league_has_as_many_rounds_as_its_schedule(teams: int):
    schedule = len(berger(teams + teams % 2))
    league = StageRules(system=System.ROUND_ROBIN)
    assert rounds_of(league, teams) == (schedule, schedule)
    assert rounds_of(replace(league, system=System.DOUBLE_ROUND_ROBIN), teams) == (2 * schedule, 2 * schedule)
    assert rounds_of(replace(league, rounds=2), teams)[MOST] == min(2, schedule)


def test_the_largest_group_decides():
    groups = StageRules(system=System.GROUPS, groups=2)
    assert rounds_of(groups, 8) == (3, 3)
    assert rounds_of(groups, 9) == (5, 5)


@pytest.mark.parametrize("teams", [2, 3, 4, 5, 8, 9, 27, 32, 33])
def test_a_knock_out_has_as_many_rounds_as_its_bracket(teams: int):
    points = PointRules(win=1, draw=0)
    for system in (System.KNOCKOUT, System.DOUBLE_ELIMINATION):
        stage = StageRules(system=system, points=points)
        last = max(match.round for match in bracket_for(stage, bracket_size(teams)))
        least, most = rounds_of(stage, teams)
        assert most == last
        assert least == (last if system is System.KNOCKOUT else last - 1), "a second final need not be"


def test_those_who_go_on_are_fewer():
    groups, finals = duration(PRESETS["st_gallen"], 16).stages
    assert (groups.entrants, groups.rounds) == (16, (7, 7))
    assert (finals.entrants, finals.rounds) == (4, (2, 2))


def test_a_final_of_best_of_three_takes_longer():
    cup = PRESETS["brettspielwelt"]
    plain = replace(cup, stages=(replace(cup.stages[0], late_matches=()),))
    fewest, many = HANDS_TO_1000
    with_finals, without = duration(cup, 8).minutes, duration(plain, 8).minutes
    assert with_finals[LEAST] - without[LEAST] == 2 * fewest * 4
    assert with_finals[MOST] - without[MOST] == 2 * 2 * many * 5


def test_a_round_is_as_long_as_its_shortest_and_its_longest():
    (cup,) = duration(PRESETS["brettspielwelt"], 8).stages
    assert cup.minutes_a_round == (8 * 4, 3 * 12 * 5)


def test_a_double_elimination_may_need_its_long_final_twice():
    found = duration(PRESETS["geekway"], 4)
    assert found.rounds == (4, 5)
    assert found.minutes[LEAST] == 3 * 4 * 4 + 8 * 4 + 3 * 5, "three rounds to 500, one final to 1000"
    assert found.minutes[MOST] == 3 * 6 * 5 + 2 * 12 * 5 + 4 * 10, "two finals"


def test_at_a_table_of_five_it_takes_longer():
    full, five = minutes("german_championship", 24), minutes("german_championship", 25)
    assert full[LEAST] == five[LEAST]
    assert five[MOST] - full[MOST] == 6 * 5, "one hand more in each round"


def test_by_the_clock_it_is_the_clock_and_the_hand_being_played():
    groups = duration(PRESETS["st_gallen"], 8).stages[0]
    assert groups.minutes_a_round == (60, 65)


def test_a_round_that_is_given_its_minutes_lasts_no_longer():
    swiss = PRESETS["swiss_evening"]
    given = Regulations(stages=(replace(swiss.stages[0], minutes=35),))
    assert duration(given, 16).stages[0].minutes_a_round == (32, 35)
    given = Regulations(stages=(replace(swiss.stages[0], minutes=25),))
    assert duration(given, 16).stages[0].minutes_a_round == (25, 25)
