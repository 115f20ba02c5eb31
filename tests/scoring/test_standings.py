"""Standings: who stands where, why, what moved; and that nothing but results can change it."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.refusal import Refusal
from scoring.match import MatchRules
from scoring.points import MatchScore, by_difference, by_margin, quartet_points
from scoring.record import Group, Record, Round, Ruling, RulingKind, Stage, Table
from scoring.regulations import TIEBREAK_KEYS, ByeCounts, Counting, PointRules, Regulations, StageRules, System
from scoring.standings import Above, published_round, standings
from scoring.tiebreaks import TIEBREAKS
from tests.scoring.tournaments import of_rounds, penalty, random_record, swiss, whole


def order(record: Record, **which: object) -> list[tuple[int | None, str]]:
    return [(row.rank, row.team) for row in standings(record, **which).rows]


def values(record: Record, key: str) -> dict[str, object]:
    return {row.team: row.values[key] for row in standings(record).rows}


# --- ranking -----------------------------------------------------------------------------------------------------


def test_points_decide_and_the_reason_is_given():
    record = of_rounds(
        swiss("points", "difference"), "abcd", [whole(1, "a", "b", (300, 100)), whole(2, "c", "d", (250, 150))]
    )
    assert order(record) == [(1, "a"), (2, "c"), (3, "d"), (4, "b")]
    rows = standings(record).rows
    assert rows[0].above == Above(next="c", criterion="difference", value=200, against=100)
    assert rows[1].above == Above(next="d", criterion="points", value=2, against=0)
    assert rows[3].above is None


def test_equal_in_all_share_a_rank_and_the_next_is_as_many_lower():
    record = of_rounds(swiss("points"), "abcd", [whole(1, "a", "b", (300, 100)), whole(2, "c", "d", (250, 150))])
    assert order(record) == [(1, "a"), (1, "c"), (3, "b"), (3, "d")]
    assert standings(record).rows[0].above == Above(next="c", criterion=None)


def test_movement_since_the_round_before():
    record = of_rounds(
        swiss("points", "difference"), "abcd",
        [whole(1, "a", "b", (300, 100)), whole(2, "c", "d", (250, 150))],
        [whole(1, "b", "c", (500, -100)), whole(2, "a", "d", (0, 400))],
    )  # fmt: skip
    assert {row.team: row.movement for row in standings(record).rows} == {"b": 3, "d": 1, "a": -2, "c": -2}
    assert {row.movement for row in standings(record, through=1).rows} == {None}
    assert order(record, through=1)[0] == (1, "a")


def test_hidden_rounds_are_not_published():
    record = of_rounds(swiss("points"), "ab", *[[whole(1, "a", "b", (200, 0))]] * 3)
    rounds = record.stages[0].rounds
    hidden = replace(record, stages=(Stage(key="main", rounds=(*rounds[:2], replace(rounds[2], hidden=True))),))
    assert (published_round(record), published_round(hidden)) == (3, 2)
    assert values(hidden, "points")["a"] == 6
    assert standings(hidden, through=published_round(hidden)).rows[0].values["points"] == 4


def test_a_match_that_is_not_over_gives_nothing():
    record = random_record(random.Random(1), pairs=2, rounds=1, hands=4, tiebreaks=("points",))
    table = record.stages[0].rounds[0].tables[0]
    running = replace(table, hands=table.hands[:3])
    halfway = replace(record, stages=(Stage(key="main", rounds=(Round(number=1, tables=(running,)),)),))
    assert set(values(record, "points").values()) != {0}
    assert set(values(halfway, "points").values()) == {0}


def test_a_group_has_standings_of_its_own():
    record = of_rounds(swiss("points"), "abcd", [whole(1, "a", "b", (300, 100)), whole(2, "c", "d", (250, 150))])
    grouped = replace(record, stages=(replace(record.stages[0], groups=(Group(key="A", teams=("b", "a")),)),))
    assert order(grouped, group="A") == [(1, "a"), (2, "b")]
    with pytest.raises(Refusal) as refused:
        standings(grouped, group="Z")
    assert refused.value == Refusal("group_unknown", field="group", value="Z", allowed=["A"])


def test_a_second_ranking_by_calls():
    record = random_record(random.Random(3), pairs=6, rounds=4, hands=6, tiebreaks=("points",))
    by_calls = standings(record, criteria=("calls", "points"))
    made = [row.values["calls"] for row in by_calls.rows]
    assert made == sorted(made, reverse=True)
    assert by_calls.criteria == ("calls", "points")
    assert [row.team for row in by_calls.rows] != [row.team for row in standings(record).rows]


def test_a_tie_break_nobody_knows_is_refused():
    record = of_rounds(swiss("points"), "ab", [whole(1, "a", "b", (200, 0))])
    with pytest.raises(Refusal, match="tiebreak_unknown"):
        standings(record, criteria=("beauty",))
    assert tuple(TIEBREAKS) == TIEBREAK_KEYS


# --- tie-breaks --------------------------------------------------------------------------------------------------

RING = [
    [whole(1, "a", "b", (300, 100)), whole(2, "c", "d", (250, 150))],
    [whole(1, "b", "c", (300, 100)), whole(2, "a", "d", (250, 150))],
    [whole(1, "c", "a", (300, 100)), whole(2, "b", "d", (350, 50))],
]


def test_direct_encounter_in_a_ring_decides_nothing_and_the_next_criterion_does():
    record = of_rounds(swiss("points", "direct", "difference"), "abcd", *RING)
    rows = {row.team: row for row in standings(record).rows}
    assert {team: rows[team].values["points"] for team in "abcd"} == {"a": 4, "b": 4, "c": 4, "d": 0}
    assert {team: rows[team].values["direct"] for team in "abcd"} == {"a": 2, "b": 2, "c": 2, "d": None}
    assert order(record) == [(1, "b"), (2, "a"), (2, "c"), (4, "d")]


def test_direct_encounter_of_two():
    record = of_rounds(
        swiss("points", "direct", "difference"), "abcd",
        [whole(1, "a", "b", (0, 10)), whole(2, "c", "d", (100, 100))],
        [whole(1, "a", "c", (900, 0)), whole(2, "b", "d", (0, 10))],
    )  # fmt: skip
    assert order(record) == [(1, "d"), (2, "b"), (3, "a"), (4, "c")]
    assert standings(record).rows[1].above == Above(next="a", criterion="direct", value=2, against=0)


def test_the_strength_of_opponents():
    record = of_rounds(
        swiss("points", "buchholz", "buchholz_cut_1", "buchholz_median", "sonneborn_berger"), "abcd", *RING
    )
    assert values(record, "buchholz") == {"a": 8, "b": 8, "c": 8, "d": 12}
    assert values(record, "buchholz_cut_1") == {"a": 8, "b": 8, "c": 8, "d": 8}
    assert values(record, "buchholz_median") == {"a": 4, "b": 4, "c": 4, "d": 4}
    assert values(record, "sonneborn_berger") == {"a": 4, "b": 4, "c": 4, "d": 0}


def test_for_a_bye_buchholz_counts_ones_own_points():
    record = of_rounds(swiss("points", "buchholz", "wins"), "abc", [whole(1, "a", "b", (300, 100))])
    assert values(record, "points") == {"a": 2, "b": 0, "c": 2}
    assert values(record, "buchholz") == {"a": 0, "b": 2, "c": 2}
    assert values(record, "wins") == {"a": 1, "b": 0, "c": 1}


def test_the_directors_decision_and_lots_come_last_and_can_be_repeated():
    record = of_rounds(swiss("points", "decision"), "abcd", [], seed="x")
    decided = replace(record, tie_order=("c", "a"))
    assert [team for _, team in order(decided)] == ["c", "a", "b", "d"]
    by_lot = of_rounds(swiss("points", "lots"), "abcd", [], seed="x")
    assert order(by_lot) == order(by_lot)
    assert sorted(rank for rank, _ in order(by_lot)) == [1, 2, 3, 4]
    assert len({tuple(order(replace(by_lot, seed=str(seed)))) for seed in range(20)}) > 5


def test_a_published_seed_gives_the_same_lots_on_another_machine():
    """Anybody can draw them again: by SHA-256 of "x:a", "x:b" and so on, the largest first."""
    by_lot = of_rounds(swiss("points", "lots"), "abcdef", [], seed="x")
    assert "".join(team for _, team in order(by_lot)) == "acefbd"


def knockout(system: System, *rounds: list[Table]) -> list[tuple[int | None, str]]:
    stage = StageRules(system=system, tiebreaks=("progress", "points"), match=MatchRules())
    return order(of_rounds(Regulations(stages=(stage,)), "abcd", *rounds))


SEMIFINALS = [whole(1, "a", "b", (1000, 0)), whole(2, "c", "d", (1000, 0))]


def test_in_a_knock_out_the_final_counts_more_than_the_match_for_the_third_place():
    last_day = [whole(1, "a", "c", (1000, 0)), whole(2, "b", "d", (1000, 0))]
    assert knockout(System.KNOCKOUT, SEMIFINALS) == [(1, "a"), (1, "c"), (3, "b"), (3, "d")]
    assert knockout(System.KNOCKOUT, SEMIFINALS, last_day) == [(1, "a"), (2, "c"), (3, "b"), (4, "d")]


def test_in_double_elimination_the_second_defeat_counts_however_many_were_won():
    rounds = [
        SEMIFINALS,
        [whole(1, "a", "c", (1000, 0)), whole(2, "b", "d", (1000, 0))],  # d is out
        [whole(1, "b", "c", (1000, 0))],  # c is out
        [whole(1, "b", "a", (1000, 0))],  # the final: a has lost once only, so they play again
    ]
    before = [team for _, team in knockout(System.DOUBLE_ELIMINATION, *rounds)]
    assert (set(before[:2]), before[2:]) == ({"a", "b"}, ["c", "d"])
    decided = knockout(System.DOUBLE_ELIMINATION, *rounds, [whole(1, "a", "b", (1000, 900))])
    assert decided == [(1, "a"), (2, "b"), (3, "c"), (4, "d")]


# --- rulings -----------------------------------------------------------------------------------------------------


def test_a_penalty_shows_and_counts_and_a_revoked_one_does_not():
    record = of_rounds(swiss("points", "difference"), "ab", [whole(1, "a", "b", (300, 100))])
    punished = replace(record, rulings=(penalty("a", 3, tichu_points=50),))
    row = next(row for row in standings(punished).rows if row.team == "a")
    assert (row.rank, row.values, row.rulings) == (2, {"points": -1, "difference": 150}, ("r1",))
    assert order(replace(record, rulings=(penalty("a", 3, revoked=True),))) == order(record)


def ruled(kind: RulingKind, **facts: object) -> Record:
    record = of_rounds(
        swiss("points", "difference"), "abcd",
        [whole(1, "a", "b", (300, 100)), whole(2, "c", "d", (250, 150))],
        [whole(1, "a", "c", (300, 100)), whole(2, "b", "d", (250, 150))],
    )  # fmt: skip
    ruling = Ruling(id="x", kind=kind, stage="main", round=2, reason="because", **facts)
    return replace(record, rulings=(ruling,))


def test_a_forfeit_gives_the_match_and_no_tichu_points():
    record = ruled(RulingKind.FORFEIT, table=1, side=0)
    assert values(record, "points") == {"a": 2, "b": 2, "c": 4, "d": 0}
    assert values(record, "difference") == {"a": 200, "b": -100, "c": 100, "d": -200}
    both = ruled(RulingKind.FORFEIT, table=1)
    assert values(both, "points") == {"a": 2, "b": 2, "c": 2, "d": 0}
    assert next(row for row in standings(both).rows if row.team == "c").rulings == ("x",)


def test_an_adjusted_score_replaces_what_was_played():
    assert values(ruled(RulingKind.ADJUSTED, table=1, totals=(0, 0)), "points") == {"a": 3, "b": 2, "c": 3, "d": 0}


def test_an_average_is_that_of_the_other_rounds():
    assert values(ruled(RulingKind.AVERAGE, team="c"), "points")["c"] == 4
    assert values(ruled(RulingKind.AVERAGE, team="c", percent=60), "points")["c"] == Fraction(16, 5)


def test_who_is_disqualified_has_no_rank_and_the_others_move_up():
    record = ruled(RulingKind.DISQUALIFIED, team="a")
    assert order(record) == [(1, "b"), (1, "c"), (3, "d"), (None, "a")]


# --- what results give -------------------------------------------------------------------------------------------


def score_of(a: int, b: int) -> MatchScore:
    winner = None if a == b else int(a < b)
    return MatchScore(
        totals=(a, b), hands=4, won=(0, 0), drawn=0, doubles=(0, 0), calls=(), over=True, winner=winner
    )  # fmt: skip


def test_victory_points_by_margin_always_share_out_the_same_number():
    rules = PointRules(counting=Counting.MARGIN)
    assert by_margin(score_of(500, 500), rules) == (10, 10)
    assert by_margin(score_of(1000, 0), rules) == (20, 0)
    assert by_margin(score_of(0, 2000), rules) == (0, 20)
    for difference in range(0, 1200, 5):
        one, other = by_margin(score_of(difference, 0), rules)
        assert one + other == 20
        assert one >= by_margin(score_of(max(difference - 5, 0), 0), rules)[0]


def test_a_difference_is_capped():
    rules = PointRules(counting=Counting.DIFFERENCE, cap=300, bye=ByeCounts.NOTHING)
    assert by_difference(score_of(1000, 200), rules) == (300, -300)
    assert by_difference(score_of(200, 350), rules) == (-150, 150)


@pytest.mark.parametrize(
    ("margins", "shares"),
    [
        ((400, 200, 100), [3, 2, 1]),
        ((100, -400, 200), [1, 3, 2]),
        ((300, 300, 100), [Fraction(5, 2), Fraction(5, 2), 1]),
        ((300, 100, -100), [3, Fraction(3, 2), Fraction(3, 2)]),
        ((200, 200, -200), [2, 2, 2]),
    ],
)
def test_the_rounds_of_a_quartet_share_three_two_and_one(margins: tuple[int, ...], shares: list[object]):
    assert quartet_points(margins) == shares
    assert sum(quartet_points(margins)) == 6


# --- nothing but results -----------------------------------------------------------------------------------------

ALL = tuple(key for key in TIEBREAKS if key not in ("decision", "progress"))
records = st.builds(
    lambda seed, pairs, counting: random_record(
        random.Random(seed), pairs=pairs, rounds=3, hands=2, tiebreaks=ALL, counting=counting
    ),
    st.integers(0, 10**6),
    st.integers(2, 9),
    st.sampled_from([Counting.MATCH, Counting.HANDS, Counting.MARGIN, Counting.DIFFERENCE, Counting.AVERAGE]),
)


@settings(max_examples=60, deadline=None)
@given(record=records, chance=st.randoms(use_true_random=False))
def test_the_order_in_which_things_are_written_changes_nothing(record: Record, chance: random.Random):
    rounds = tuple(
        replace(
            each,
            tables=tuple(
                replace(table, hands=tuple(chance.sample(table.hands, len(table.hands))))
                for table in chance.sample(each.tables, len(each.tables))
            ),
        )
        for each in record.stages[0].rounds
    )
    shuffled = replace(
        record,
        teams=tuple(chance.sample(record.teams, len(record.teams))),
        stages=(replace(record.stages[0], rounds=rounds),),
    )
    assert standings(shuffled) == standings(record)


@settings(max_examples=40, deadline=None)
@given(record=records)
def test_renaming_changes_nothing(record: Record):
    renamed = replace(record, teams=tuple(replace(team, name=f"The {team.id[::-1]}") for team in record.teams))
    assert standings(renamed) == standings(record)


@settings(max_examples=60, deadline=None)
@given(record=records, at=st.integers(0, 8), points=st.integers(0, 5), tichu=st.integers(0, 300))
def test_a_penalty_never_helps(record: Record, at: int, points: int, tichu: int):
    team = record.teams[at % len(record.teams)].id
    punished = replace(record, rulings=(penalty(team, points, tichu_points=tichu),))
    before = {who: rank for rank, who in order(record)}
    after = {who: rank for rank, who in order(punished)}
    assert after[team] >= before[team]
