import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest

from pairing.draw import Draw, Without, with_draw
from pairing.round_robin import berger, draw_round_robin, rounds_needed
from pairing.situation import Situation, Two, all_pairs, situation
from rules.refusal import Refusal
from scoring.hand import HandRules
from scoring.record import Apart, Record, Round, Ruling, RulingKind, Stage, Table, Team, Together, WholeMatch
from scoring.regulations import ByeCounts, Clubmates, OddNumbers, PointRules, Regulations, Seeding, StageRules, System
from scoring.variants import Variant
from tests.scoring.tournaments import FOUR_HANDS

DOUBLE = System.DOUBLE_ROUND_ROBIN
Drawing = Callable[[Situation], Draw]

# --- helpers -------------------------------------------------------------------------------------------------------


def pairs(number: int, **more: object) -> tuple[Team, ...]:
    return tuple(Team(id=f"t{at:02d}", members=("x", "y"), seed=at + 1, **more) for at in range(number))


def event(teams: int | Sequence[Team], system: System = System.ROUND_ROBIN, **more: object) -> Record:
    """A tournament of one stage that has not begun; seeded, so that t00 has number 1."""
    rules = {name: more.pop(name) for name in ("rounds", "groups", "seeding") if name in more}
    regulations = {name: more.pop(name) for name in ("odd_numbers", "clubmates") if name in more}
    stage = StageRules(
        system=system, match=FOUR_HANDS, points=PointRules(bye=ByeCounts.NOTHING), **{"seeding": Seeding.SEEDED} | rules
    )
    entered = pairs(teams) if isinstance(teams, int) else tuple(teams)
    return Record(name="Trial", regulations=Regulations(stages=(stage,), **regulations), teams=entered, **more)


def rounds_of(record: Record) -> tuple[Round, ...]:
    return record.stages[0].rounds if record.stages else ()


def draw(record: Record, number: int | None = None, *, seed: str = "chance", by: Drawing = draw_round_robin) -> Draw:
    """The next round, or one that is drawn again. Nobody is left out or in two places, and the record takes it."""
    number = number or len(rounds_of(record)) + 1
    s = situation(record, "main", number, random.Random(f"{seed} {number}"))
    found = by(s)
    seated = [team for table in found.tables for team in dict.fromkeys(table.seats)]
    idle = [each.team for each in (*found.byes, *found.waiting)]
    assert sorted(team for team in [*seated, *idle] if team not in s.house) == sorted(s.present)
    assert all(each.reasons for each in (*found.tables, *found.byes, *found.waiting))
    return found


def with_results(record: Record, chance: random.Random) -> Record:
    """The last round played out."""
    stage = record.stages[0]
    *before, last = stage.rounds
    tables = tuple(
        replace(table, whole=WholeMatch(totals=(points, 400 - points), hands=4))
        for table, points in ((table, chance.randrange(-100, 500, 5)) for table in last.tables)
    )
    return replace(record, stages=(replace(stage, rounds=(*before, replace(last, tables=tables))),))


def played(record: Record, until: int = 1000, *, by: Drawing = draw_round_robin) -> Record:
    """Draw and play round after round until the stage is over."""
    chance = random.Random("results")
    while len(rounds_of(record)) < until:
        try:
            found = draw(record, by=by)
        except Refusal as refusal:
            if refusal.code != "stage_over":
                raise
            return record
        record = with_results(with_draw(record, found), chance)
    return record


def changed(record: Record, team: str, **more: object) -> Record:
    return replace(record, teams=tuple(replace(t, **more) if t.id == team else t for t in record.teams))


def with_stage(record: Record, **more: object) -> Record:
    return replace(record, stages=(replace(record.stages[0], **more),))


def with_draft(record: Record, *kept: tuple[str, str], byes: tuple[str, ...] = ()) -> Record:
    """The record with a draft of the next round in which these tables and byes are kept, from table 11 on."""
    tables = tuple(Table(number=at, seats=two * 2, kept=True) for at, two in enumerate(kept, start=11))
    draft = Round(number=len(rounds_of(record)) + 1, tables=tables, byes=byes, kept_byes=byes)
    stage = record.stages[0] if record.stages else Stage(key="main")
    return replace(record, stages=(replace(stage, rounds=(*stage.rounds, draft)),))


def meetings(rounds: Sequence[Round]) -> Counter[Two]:
    return Counter(frozenset(table.seats) for each in rounds for table in each.tables)


def everybody(ids: Sequence[str], times: int = 1) -> Counter[Two]:
    return Counter(dict.fromkeys(all_pairs(ids), times))


def ids(record: Record) -> list[str]:
    return [team.id for team in record.teams if not team.house]


def lean(record: Record) -> dict[str, int]:
    """How much more often everybody sat on the first side than on the second."""
    seats = [table.seats for each in rounds_of(record) for table in each.tables]
    return {team: sum(s[0] == team for s in seats) - sum(s[1] == team for s in seats) for team in ids(record)}


def reasons(those: Sequence[Without]) -> dict[str, str]:
    return {each.team: each.reasons[0].code for each in those}


def two_of(found: Draw) -> list[tuple[str, str]]:
    return [(table.seats[0], table.seats[1]) for table in found.tables]


# --- the Berger table ----------------------------------------------------------------------------------------------


def published(text: str) -> list[list[tuple[int, int]]]:
    """A table as it is printed, counted from 0."""
    return [
        [(int(a) - 1, int(b) - 1) for a, _, b in (p.partition("-") for p in row.split())] for row in text.split(",")
    ]


def test_six_and_eight_meet_as_in_the_tables_of_the_chess_federation() -> None:
    six = "1-6 2-5 3-4, 6-4 5-3 1-2, 2-6 3-1 4-5, 6-5 1-4 2-3, 3-6 4-2 5-1"
    eight = (
        "1-8 2-7 3-6 4-5, 8-5 6-4 7-3 1-2, 2-8 3-1 4-7 5-6, 8-6 7-5 1-4 2-3,"
        "3-8 4-2 5-1 6-7, 8-7 1-6 2-5 3-4, 4-8 5-3 6-2 7-1"
    )
    assert berger(6) == published(six)
    assert berger(8) == published(eight)


def test_with_five_the_sixth_number_is_missing() -> None:
    assert berger(5) == [[pair for pair in pairs if 5 not in pair] for pairs in berger(6)]


@pytest.mark.parametrize("n", range(2, 41))
def test_in_the_berger_table_everybody_meets_everybody_once_on_sides_as_even_as_can_be(n: int) -> None:
    rounds = berger(n)
    assert len(rounds) == n - 1 + n % 2
    assert all(len({*sum(each, ())}) == n - n % 2 for each in rounds)
    assert Counter(frozenset(pair) for each in rounds for pair in each) == Counter(all_numbers(n))
    first, second = Counter(a for each in rounds for a, _ in each), Counter(b for each in rounds for _, b in each)
    assert {abs(first[number] - second[number]) for number in range(n)} == {1 - n % 2}


def all_numbers(n: int) -> Iterator[frozenset[int]]:
    return (frozenset((a, b)) for b in range(n) for a in range(b))


# --- a tournament --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [*range(2, 19), 23, 30, 39, 40])
def test_everybody_meets_everybody_once_in_the_fewest_rounds(n: int) -> None:
    record = played(event(n))
    assert len(rounds_of(record)) == n - 1 + n % 2
    assert meetings(rounds_of(record)) == everybody(ids(record))
    assert max(map(abs, lean(record).values())) <= 1
    assert {len(each.byes) for each in rounds_of(record)} == {n % 2}


@pytest.mark.parametrize("n", [2, 3, 4, 5, 8, 11, 16, 21])
def test_in_a_double_round_robin_everybody_meets_everybody_once_on_each_side(n: int) -> None:
    record = played(event(n, DOUBLE))
    assert len(rounds_of(record)) == 2 * (n - 1 + n % 2)
    assert meetings(rounds_of(record)) == everybody(ids(record), times=2)
    seats = Counter(table.seats[:2] for each in rounds_of(record) for table in each.tables)
    assert set(seats.values()) == {1}
    assert meetings(rounds_of(record)[: n - 1 + n % 2]) == everybody(ids(record))


def test_the_first_round_goes_by_seeds_and_has_the_whole_plan() -> None:
    found = draw(event(6))
    assert sorted(two_of(found)) == [("t00", "t05"), ("t01", "t04"), ("t02", "t03")]
    assert [each.number for each in found.plan] == [2, 3, 4, 5]
    assert found.plan[0].tables[0].seats == ("t05", "t03", "t05", "t03")
    assert {table.reasons[0].code for table in found.tables} == {"round_robin"}
    assert {(*table.reasons[0].facts.items(),) for table in found.tables} == {(("meeting", 1), ("remaining", 4))}


def test_the_second_meeting_of_a_double_round_robin_is_told() -> None:
    record = played(event(4, DOUBLE), until=3)
    assert {table.reasons[0].facts["meeting"] for table in draw(record).tables} == {2}


def test_without_seeds_another_lot_makes_another_first_round() -> None:
    record = event(12, seeding=Seeding.DRAWN)
    assert two_of(draw(record, seed="one")) != two_of(draw(record, seed="two"))
    again = with_draw(record, draw(record, seed="one"))
    assert sorted(two_of(draw(again, 1, seed="two"))) == sorted(two_of(draw(record, seed="two")))


def test_later_rounds_follow_the_plan_whatever_the_lots() -> None:
    record = played(event(9), until=3)
    planned = record.stages[0].plan[0]
    for seed in ("one", "two"):
        found = draw(record, seed=seed)
        assert sorted(table.seats for table in found.tables) == sorted(table.seats for table in planned.tables)
        assert reasons(found.byes) == dict.fromkeys(planned.byes, "free_round")


def test_a_plan_made_before_the_tournament_is_followed() -> None:
    first = draw(event(6), seed="plan")
    plan = (replace(first.as_round(), number=1), *first.plan)
    shuffled = tuple(replace(each, number=at) for at, each in enumerate(plan[::-1], start=1))
    record = replace(event(6), stages=(Stage(key="main", plan=shuffled),))
    assert meetings([draw(record).as_round()]) == meetings(shuffled[:1])


def test_a_round_that_is_drawn_again_stays_as_planned() -> None:
    record = played(event(8), until=3)
    once = with_draw(record, draw(record))
    again = draw(once, 4, seed="other")
    assert sorted(table.seats for table in again.tables) == sorted(t.seats for t in rounds_of(once)[-1].tables)
    assert again.plan == once.stages[0].plan


def test_sides_of_three_sit_alternately() -> None:
    record = event(4)
    regulations = replace(record.regulations, hand=HandRules(variant=Variant.TIENTSIN))
    teams = tuple(replace(team, members=("x", "y", "z")) for team in record.teams)
    record = replace(record, regulations=regulations, teams=teams)
    record = with_draw(record, draw(record))
    assert ("t00", "t03") * 3 in [table.seats for table in rounds_of(record)[0].tables]


# --- the end -------------------------------------------------------------------------------------------------------


def test_after_the_last_round_the_stage_is_over() -> None:
    with pytest.raises(Refusal) as refused:
        draw(played(event(4)))
    assert refused.value == Refusal("stage_over", field="round", stage="main", value=4, rounds=3)


def test_the_regulations_can_cut_the_schedule_short() -> None:
    record = event(8, rounds=3)
    found = draw(record)
    assert [each.number for each in found.plan] == [2, 3]
    record = with_draw(record, found)
    assert meetings([draw(record).as_round()]) == meetings(found.plan[:1])
    assert len(rounds_of(played(record))) == 3


@pytest.mark.parametrize("n", [0, 1])
def test_one_alone_cannot_play(n: int) -> None:
    with pytest.raises(Refusal) as refused:
        draw(event(n))
    assert refused.value == Refusal("too_few", field="teams", value=n, minimum=2)


# --- who leaves ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [5, 8, 12, 17])
def test_the_opponents_of_a_team_that_has_left_have_a_bye(n: int) -> None:
    record = changed(played(event(n), until=2), "t03", withdrawn=2)
    plan = record.stages[0].plan
    met = [two for two in meetings(rounds_of(record)) if "t03" in two]
    end = played(record)
    assert len(rounds_of(end)) == len(rounds_of(record)) + len(plan)
    stayed = [team for team in ids(record) if team != "t03"]
    assert meetings(rounds_of(end)) == everybody(stayed) + Counter(met)
    for planned, each in zip(plan, rounds_of(end)[2:], strict=True):
        left = {team for table in planned.tables if "t03" in table.seats for team in table.seats} - {"t03"}
        assert {*each.byes} == ({*planned.byes} | left) - {"t03"}


def test_why_somebody_has_a_bye_is_told() -> None:
    record = changed(played(event(7), until=2), "t03", withdrawn=2)
    free = record.stages[0].plan[0].byes
    assert sorted(reasons(draw(record).byes).items()) == sorted(
        [*dict.fromkeys(free, "free_round").items(), (opponent_of("t03", record), "opponent_gone")]
    )


def opponent_of(team: str, record: Record) -> str:
    """Whom a team meets in the next planned round."""
    (two,) = ({*table.seats} for table in record.stages[0].plan[0].tables if team in table.seats)
    (other,) = two - {team}
    return other


def test_a_disqualified_team_plays_no_more() -> None:
    record = played(event(6), until=2)
    ruling = Ruling(id="r1", kind=RulingKind.DISQUALIFIED, stage="main", round=2, reason="cards marked", team="t01")
    record = replace(record, rulings=(ruling,))
    assert reasons(draw(record).byes) == {opponent_of("t01", record): "opponent_gone"}


def test_a_team_that_is_back_after_all_still_meets_everybody() -> None:
    gone = changed(played(event(8), until=2), "t03", withdrawn=2)
    back = played(changed(played(gone, until=4), "t03", withdrawn=None))
    assert meetings(rounds_of(back)) == everybody(ids(back))


def test_no_round_is_held_in_which_nobody_could_play() -> None:
    record = played(event(6), until=2)
    others = {*ids(record)} - {team for table in record.stages[0].plan[0].tables for team in table.seats[:1]}
    for team in sorted(others):
        record = changed(record, team, withdrawn=2)
    assert draw(record).tables


# --- who comes late, and what was never planned --------------------------------------------------------------------


@pytest.mark.parametrize("n", [4, 7, 8, 13, 20])
@pytest.mark.parametrize("late", [1, 2, 3])
def test_whoever_comes_in_round_three_meets_everybody_in_as_few_rounds_as_possible(n: int, late: int) -> None:
    """Who comes has as many matches as there are others, so there are as many rounds still to play, and no more."""
    teams = tuple(replace(t, arrived=1 if at < n else 3) for at, t in enumerate(pairs(n + late)))
    record = played(event(teams), until=2)
    end = played(record)
    assert meetings(rounds_of(end)) == everybody(ids(end))
    assert len(rounds_of(end)) == 2 + (n + late - 1)


@pytest.mark.parametrize("n", range(3, 21))
def test_without_a_plan_the_rest_is_played_in_the_same_number_of_rounds(n: int) -> None:
    record = played(event(n))
    for after in range(1, len(rounds_of(record))):
        begun = with_stage(record, rounds=rounds_of(record)[:after])
        found = draw(begun)
        assert meetings([*rounds_of(begun), found.as_round(), *found.plan]) == everybody(ids(record))
        assert found.round + len(found.plan) == len(rounds_of(record))


@pytest.mark.parametrize("n", [4, 7, 10])
def test_without_a_plan_a_double_round_robin_still_has_everybody_meet_twice(n: int) -> None:
    record = played(event(n, DOUBLE))
    for after in (1, n // 2, n):
        end = played(with_stage(record, rounds=rounds_of(record)[:after]))
        assert meetings(rounds_of(end)) == everybody(ids(record), times=2)
        assert len(rounds_of(end)) == len(rounds_of(record))


@pytest.mark.parametrize("n", [4, 6, 8, 10])
def test_three_who_come_when_the_others_have_finished_rest_in_no_round(n: int) -> None:
    teams = tuple(replace(t, arrived=1 if at < n else n) for at, t in enumerate(pairs(n + 3)))
    end = played(event(teams))
    assert meetings(rounds_of(end)) == everybody(ids(end))
    assert len(rounds_of(end)) == (n - 1) + (n + 2)


def test_whoever_comes_late_plays_even_if_the_schedule_is_cut_short() -> None:
    teams = [*pairs(7), Team(id="late", members=("x", "y"), arrived=3)]
    end = played(event(teams, rounds=4))
    assert len(rounds_of(end)) == 4
    assert sum("late" in table.seats for each in rounds_of(end) for table in each.tables) == 2


def test_in_a_new_plan_sides_go_by_who_has_sat_where() -> None:
    record = played(event(16))
    end = played(with_stage(record, rounds=rounds_of(record)[:3]))
    assert max(map(abs, lean(end).values())) <= 3
    assert sum(abs(each) for each in lean(end).values()) <= 1.5 * 16


def test_a_plan_that_lacks_a_match_is_made_anew() -> None:
    record = played(event(6), until=1)
    (first, *later) = record.stages[0].plan
    short = replace(first, tables=first.tables[1:], byes=tuple(dict.fromkeys(first.tables[0].seats)))
    end = played(with_stage(record, plan=(short, *later)))
    assert meetings(rounds_of(end)) == everybody(ids(record))
    assert len(rounds_of(end)) == 5


def test_meetings_of_an_earlier_stage_do_not_count() -> None:
    record = played(event(4))
    (rules,) = record.regulations.stages
    final = replace(rules, key="final", points_carried_over=True)
    both = replace(record.regulations, stages=(replace(rules, qualifiers=4), final))
    record = replace(record, regulations=both, stages=(*record.stages, Stage(key="final", entrants=tuple(ids(record)))))
    for number in (1, 2, 3):
        record = with_draw(record, draw_round_robin(situation(record, "final", number, random.Random(number))))
    assert meetings(record.stages[1].rounds) == everybody(ids(record))


SCRIPT = """
import sys; sys.path.insert(0, "")
from tests.pairing.test_round_robin import *
record = played(event(12), until=2)
print(draw(with_stage(record, plan=())))
"""


def output_of(script: str, hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    return subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    ).stdout


def test_a_new_plan_is_the_same_in_every_process() -> None:
    assert output_of(SCRIPT, "1") == output_of(SCRIPT, "2") != ""


# --- what the director keeps ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [6, 9, 14])
def test_tables_the_director_keeps_are_in_the_round_and_everybody_still_meets_everybody(n: int) -> None:
    for after in (0, 1, 3):
        record = played(event(n), until=after) if after else event(n)
        soon = meetings([*rounds_of(record), draw(record).as_round()])
        one, other = next(sorted(two) for two in all_pairs(ids(record)) if two not in soon)
        found = draw(with_draft(record, (one, other)), after + 1)
        (kept,) = (table for table in found.tables if table.kept)
        assert (kept.number, kept.seats) == (11, (one, other) * 2)
        end = played(with_results(with_draw(record, found), random.Random(1)))
        assert meetings(rounds_of(end)) == everybody(ids(record))
        assert len(rounds_of(end)) == n - 1 + n % 2


def test_the_director_may_have_two_meet_again() -> None:
    record = played(event(6), until=2)
    one, other = rounds_of(record)[0].tables[0].seats[:2]
    found = draw(with_draft(record, (one, other)), 3)
    assert frozenset((one, other)) in meetings([found.as_round()])
    end = played(with_draw(record, found))
    assert meetings(rounds_of(end)) == everybody(ids(record)) + Counter([frozenset((one, other))])


def test_a_bye_the_director_keeps_stays() -> None:
    record = played(event(6), until=2)
    found = draw(with_draft(record, byes=("t02",)), 3)
    assert [(each.team, each.kept) for each in found.byes if each.kept] == [("t02", True)]
    assert len(found.byes) == 2
    assert meetings(rounds_of(played(with_draw(record, found)))) == everybody(ids(record))


def test_keeping_what_is_planned_anyway_changes_nothing() -> None:
    record = played(event(8), until=2)
    once = with_draw(record, draw(record))
    *before, draft = rounds_of(once)
    pinned = replace(draft, tables=(replace(draft.tables[0], kept=True), *draft.tables[1:]))
    found = draw(with_stage(once, rounds=(*before, pinned)), 3)
    assert meetings([found.as_round()]) == meetings([draft])
    assert found.plan == once.stages[0].plan
    assert [table.number for table in found.tables if table.kept] == [draft.tables[0].number]


def test_two_left_over_whom_the_director_has_meet_now_do_not_meet_again_later() -> None:
    record = played(event(8), until=2)
    (one, gone), (other, left), *_ = (table.seats[:2] for table in record.stages[0].plan[0].tables)
    assert frozenset((one, other)) in meetings(record.stages[0].plan)
    for team in (gone, left):
        record = changed(record, team, withdrawn=2)
    found = draw(with_draft(record, (one, other)), 3)
    assert frozenset((one, other)) in meetings([found.as_round()])
    assert frozenset((one, other)) not in meetings(found.plan)


def test_whoever_is_busy_in_the_first_round_needs_one_more() -> None:
    left = everybody(["a", "b", "c", "d"])
    assert rounds_needed(left, frozenset()) == 3
    assert rounds_needed(left, {"a", "b"}) == 4
    against_a = Counter(two for two in left if "a" in two)
    assert rounds_needed(against_a, {"a"}) == 4
    assert rounds_needed(against_a, {"b"}) == 3


# --- who is kept apart ---------------------------------------------------------------------------------------------


def test_two_who_must_be_kept_apart_have_a_bye_when_they_would_meet() -> None:
    record = event(8, apart=(Apart(teams=("t00", "t07"), must=True), Apart(teams=("t01", "t02"))))
    first = draw(record)
    assert reasons(first.byes) == {"t00": "kept_apart", "t07": "kept_apart"}
    end = played(record)
    assert meetings(rounds_of(end)) == everybody(ids(record)) - Counter([frozenset(("t00", "t07"))])
    assert len(rounds_of(end)) == 7


def test_no_round_is_planned_in_which_everybody_would_be_kept_apart() -> None:
    end = played(event(4, apart=(Apart(teams=("t00", "t03"), must=True), Apart(teams=("t01", "t02"), must=True))))
    assert [len(each.tables) for each in rounds_of(end)] == [2, 2]


def test_a_must_that_comes_later_is_kept_as_well() -> None:
    record = played(event(6), until=1)
    one, other = record.stages[0].plan[1].tables[0].seats[:2]
    end = played(replace(record, apart=(Apart(teams=(one, other), must=True),)))
    assert meetings(rounds_of(end)) == everybody(ids(record)) - Counter([frozenset((one, other))])
    assert {one, other} <= {*rounds_of(end)[2].byes}


def test_clubmates_who_must_be_kept_apart_never_meet() -> None:
    teams = [replace(team, club="Nord" if at < 3 else "") for at, team in enumerate(pairs(7))]
    end = played(event(teams, clubmates=Clubmates.ALWAYS_APART))
    assert meetings(rounds_of(end)) == everybody(ids(end)) - everybody(["t00", "t01", "t02"])


def test_who_must_not_be_partners_may_meet() -> None:
    end = played(event(4, apart=(Apart(teams=("t00", "t01"), never=Together.PARTNERS, must=True),)))
    assert meetings(rounds_of(end)) == everybody(ids(end))


def test_nobody_who_may_meet_anybody_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        draw(event(2, apart=(Apart(teams=("t00", "t01"), must=True),)))
    wish = {"code": "apart", "teams": ["t00", "t01"]}
    assert (refused.value.code, refused.value.facts["clash"]) == ("draw_impossible", [wish])
    assert refused.value.facts["relax"] == [wish]


def test_if_nobody_may_meet_anybody_one_match_would_help() -> None:
    with pytest.raises(Refusal) as refused:
        draw(event(3, apart=(Apart(teams=("t00", "t01", "t02"), must=True),)))
    assert (len(refused.value.facts["clash"]), len(refused.value.facts["relax"])) == (3, 1)


# --- the house -----------------------------------------------------------------------------------------------------

HOUSE = (OddNumbers.HOUSE_PLAYER, OddNumbers.BYE)


def with_a_house(n: int, **more: object) -> Record:
    return event([*pairs(n), Team(id="house", house=True)], **{"odd_numbers": HOUSE} | more)


@pytest.mark.parametrize("n", [3, 7, 12, 15])
def test_the_house_team_meets_everybody_once_if_the_number_is_odd(n: int) -> None:
    record = with_a_house(n)
    assert any("house" in table.seats for each in draw(record).plan for table in each.tables) == bool(n % 2)
    end = played(record)
    field = [*ids(record), "house"] if n % 2 else ids(record)
    assert meetings(rounds_of(end)) == everybody(field)
    assert not any(each.byes for each in rounds_of(end))
    assert max(map(abs, lean(end).values())) <= 1


def test_a_table_with_the_house_team_says_so() -> None:
    codes = {"house" in table.seats: [why.code for why in table.reasons] for table in draw(with_a_house(5)).tables}
    assert codes == {False: ["round_robin"], True: ["round_robin", "house_player"]}


def test_the_house_team_stays_out_where_a_bye_is_preferred() -> None:
    end = played(with_a_house(5, odd_numbers=HOUSE[::-1]))
    assert meetings(rounds_of(end)) == everybody(ids(end))


def test_the_house_team_plays_instead_of_a_team_that_has_left() -> None:
    record = played(changed(played(with_a_house(8), until=2), "t03", withdrawn=2))
    assert not any(each.byes for each in rounds_of(record)[2:])
    assert meetings(rounds_of(record)) >= everybody([team for team in ids(record) if team != "t03"])


def test_when_the_number_is_even_again_the_house_team_rests() -> None:
    record = changed(played(with_a_house(7), until=2), "t03", withdrawn=2)
    found = draw(record)
    assert "house" not in {team for table in found.tables for team in table.seats}
    planned = meetings(record.stages[0].plan[1:])
    assert meetings(found.plan) == Counter({two: times for two, times in planned.items() if "house" not in two})
    assert meetings(rounds_of(played(record))) >= everybody([team for team in ids(record) if team != "t03"])


def test_without_a_plan_the_house_team_plays_with_who_is_left_over() -> None:
    record = played(with_a_house(7), until=2)
    end = played(with_stage(record, plan=()))
    assert meetings(rounds_of(end)) == everybody([*ids(record), "house"])


def test_a_plan_with_the_house_team_is_followed_seat_by_seat() -> None:
    teams = [*pairs(8), Team(id="late", members=("x", "y"), arrived=3), Team(id="house", house=True)]
    record = played(event(teams, odd_numbers=HOUSE), until=2)
    found = draw(record)
    end = played(with_draw(record, found))
    assert any("house" in table.seats for each in found.plan for table in each.tables)
    for planned, each in zip(found.plan, rounds_of(end)[3:], strict=True):
        assert sorted(table.seats for table in planned.tables) == sorted(table.seats for table in each.tables)


def test_of_several_left_over_one_who_has_met_the_house_team_least_plays_with_it() -> None:
    record = played(with_a_house(10), until=1)
    for team in ("t00", "t04", "t07"):
        record = changed(record, team, withdrawn=1)
    end = played(record)
    met: Counter[str] = Counter()
    chosen = 0
    for each in rounds_of(end)[1:]:
        for team in (team for table in each.tables if "house" in table.seats for team in {*table.seats} - {"house"}):
            assert met[team] == min(met[other] for other in (team, *each.byes))
            met[team] += 1
            chosen += len(each.byes) > 0
    assert chosen > 2


def test_one_bye_of_the_director_does_not_bring_the_house_team_into_the_plan() -> None:
    record = played(with_a_house(8), until=2)
    found = draw(with_draft(record, byes=("t02",)), 3)
    assert len([table for table in found.tables if "house" in table.seats]) == 1
    assert any(each.byes for each in found.plan)
    assert not any("house" in table.seats for each in found.plan for table in each.tables)
