"""Knock-outs and double eliminations, drawn round by round."""

import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest

from pairing.bracket import MatchState, bracket_of
from pairing.check import check
from pairing.draw import Draw, with_draw
from pairing.knockout import draw_double_elimination, draw_knockout
from pairing.situation import situation
from rules.refusal import Refusal
from scoring.outcomes import round_outcomes
from scoring.presets import BRETTSPIELWELT, GEEKWAY, KOREA, ST_GALLEN
from scoring.record import Apart, Group, Record, Round, Ruling, RulingKind, Stage, Table, Team, WholeMatch
from scoring.regulations import Clubmates, Regulations, Seeding, StageRules, System, TableNumbers
from scoring.standings import standings

KNOCKOUT, DOUBLE = System.KNOCKOUT, System.DOUBLE_ELIMINATION
SYSTEMS = {KNOCKOUT: draw_knockout, DOUBLE: draw_double_elimination}

Wins = Callable[[str, str], bool]


def cup(teams: str | Iterable[Team], system: System = KNOCKOUT, **more: Any) -> Record:
    """A stage of teams seeded in alphabetical order, or as they say themselves; their tables go by rank."""
    if isinstance(teams, str):
        teams = [Team(id=id_, seed=at) for at, id_ in enumerate(teams, start=1)]
    rules: dict[str, Any] = {
        "seeding": Seeding.SEEDED,
        "tiebreaks": ("progress", "points"),
        "table_numbers": TableNumbers.BY_RANK,
    }
    of_stage = {key: more.pop(key) for key in ("third_place", "seeding", "tiebreaks") if key in more}
    stage = StageRules(system=system, **(rules | of_stage))
    clubmates = more.pop("clubmates", Clubmates.MAY_MEET)
    return Record(
        name="Cup",
        regulations=Regulations(stages=(stage,), clubmates=clubmates),
        teams=tuple(teams),
        seed="lots",
        **more,
    )


def rounds_drawn(record: Record, stage: str) -> int:
    return next((len(each.rounds) for each in record.stages if each.key == stage), 0)


def draw(record: Record, *, stage: str = "main", number: int | None = None, seed: int = 1) -> Draw:
    """The next round."""
    number = number or rounds_drawn(record, stage) + 1
    system = record.regulations.stage(stage).system
    return SYSTEMS[system](situation(record, stage, number, random.Random(seed)))


def refused(record: Record, **more: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        draw(record, **more)
    return caught.value


def with_round(record: Record, stage: str, round_: Round) -> Record:
    """The record with its last round instead."""
    found = record.stage(stage)
    after = replace(found, rounds=(*found.rounds[:-1], round_))
    return replace(record, stages=tuple(after if each == found else each for each in record.stages))


def played(record: Record, wins: Wins, *, stage: str = "main") -> Record:
    """The last round with results: of two teams the first wins if `wins` says so."""
    last = record.stage(stage).rounds[-1]
    tables = tuple(
        replace(table, whole=WholeMatch(totals=(1000, 400) if wins(*table.seats[:2]) else (400, 1000), games=None))
        for table in last.tables
    )
    return with_round(record, stage, replace(last, tables=tables))


def goes_on(record: Record, *winners: str, seed: int = 1) -> Record:
    """One round drawn and played, which these teams win; without any those earlier in the alphabet do."""
    wins: Wins = (lambda one, _: one in winners) if winners else (lambda one, other: one < other)
    return played(with_draw(record, draw(record, seed=seed)), wins)


def leaves(record: Record, *ids: str) -> Record:
    """These teams have played their last round."""
    last = sum(len(stage.rounds) for stage in record.stages)
    return replace(record, teams=tuple(replace(t, withdrawn=last) if t.id in ids else t for t in record.teams))


def meetings(drawn: Draw) -> set[str]:
    """Who meets whom, as texts such as AD."""
    return {"".join(sorted({*table.seats})) for table in drawn.tables}


def byes(drawn: Draw) -> dict[str, str]:
    return {each.team: each.reasons[0].code for each in drawn.byes}


def waiting(drawn: Draw) -> set[str]:
    return {each.team for each in drawn.waiting}


def kept(record: Record, *tables: str, byes: str = "") -> Record:
    """A draft of the first round in which the director keeps these tables and byes."""
    rows = tuple(Table(number=10 + at, seats=tuple(two) * 2, kept=True) for at, two in enumerate(tables))
    draft = Round(number=1, tables=rows, byes=tuple(byes), kept_byes=tuple(byes))
    return replace(record, stages=(Stage(key="main", rounds=(draft,)),))


# --- the first round ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("teams", "bracket"),
    [("AB", "AB"), ("ABC", "A.BC"), ("ABCD", "ADBC"), ("ABCDE", "A.DEB.C."), ("ABCDEFGH", "AHDEBGCF")],
)
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_best_meet_the_last_and_have_the_byes(system: System, teams: str, bracket: str) -> None:
    drawn = draw(cup(teams, system))
    assert "".join(team or "." for team in drawn.bracket) == bracket
    pairs = [bracket[at : at + 2] for at in range(0, len(bracket), 2)]
    assert meetings(drawn) == {"".join(sorted(pair)) for pair in pairs if "." not in pair}
    assert byes(drawn) == {pair[0]: "bye_of_the_bracket" for pair in pairs if "." in pair}
    assert drawn.waiting == ()


def test_the_tables_go_from_the_top_of_the_bracket_down_and_say_which_match_they_are() -> None:
    drawn = draw(cup("ABCDE"))
    assert drawn.tables[0].reasons[0].code == "bracket"
    assert drawn.tables[0].reasons[0].facts == {
        "match": "W1-2",
        "part": "winners",
        "from": [{"place": 2}, {"place": 3}],
    }
    whole = draw(cup("ABCDEFGH"))
    assert [table.reasons[0].facts["match"] for table in whole.tables] == ["W1-1", "W1-2", "W1-3", "W1-4"]


def test_a_drawn_bracket_depends_on_the_seed_alone() -> None:
    record = cup("ABCDEFGH", seeding=Seeding.DRAWN)
    assert draw(record, seed=4) == draw(record, seed=4)
    assert len({draw(record, seed=seed).bracket for seed in range(20)}) > 10


def test_nobody_can_play_alone() -> None:
    assert refused(cup("A")) == Refusal("too_few", field="teams", value=1, minimum=2)


def test_a_team_that_is_not_here_yet_has_no_place() -> None:
    late = [Team(id=id_, seed=at, arrived=2 if id_ == "B" else 1) for at, id_ in enumerate("ABCD")]
    record = cup(late)
    assert draw(record).bracket == ("A", "", "C", "D")
    after = goes_on(record)
    assert meetings(draw(after)) == {"AC"}
    assert waiting(draw(after)) == set()


def test_a_bracket_that_was_given_is_played_as_it_is() -> None:
    record = replace(cup("ABCD"), stages=(Stage(key="main", bracket=("A", "B", "C", "D")),))
    assert meetings(draw(record)) == {"AB", "CD"}
    assert draw(record).bracket == ("A", "B", "C", "D")


def test_a_given_bracket_that_leaves_somebody_out_is_refused() -> None:
    record = replace(cup("ABC"), stages=(Stage(key="main", bracket=("A", "B")),))
    assert refused(record) == Refusal("bracket_lacks", field="bracket", stage="main", teams=["C"])


def test_a_given_bracket_gives_walkovers_for_those_who_are_not_here() -> None:
    late = [Team(id=id_, arrived=2 if id_ == "B" else 1) for id_ in "ABCD"]
    drawn = draw(replace(cup(late), stages=(Stage(key="main", bracket=("A", "B", "C", "D")),)))
    assert meetings(drawn) == {"CD"}
    assert byes(drawn) == {"A": "walkover"}
    assert drawn.byes[0].reasons[0].facts == {"match": "W1-1", "part": "winners", "left": "B"}


def test_a_later_round_without_a_bracket_is_refused() -> None:
    record = goes_on(cup("ABCD"))
    bare = replace(record, stages=(replace(record.stages[0], bracket=()),))
    assert refused(bare) == Refusal("bracket_missing", field="bracket", stage="main")


# --- what the director keeps -------------------------------------------------------------------------------------


@pytest.mark.parametrize("teams", ["ABCD", "ABCDE", "ABCDEF", "ABCDEFG", "ABCDEFGH"])
@pytest.mark.parametrize("pair", ["AB", "AC", "BC", "CD", "BD"])
@pytest.mark.parametrize("seeding", [Seeding.SEEDED, Seeding.DRAWN])
def test_a_kept_table_is_a_match_of_the_first_round(teams: str, pair: str, seeding: Seeding) -> None:
    drawn = draw(kept(cup(teams, seeding=seeding), pair), number=1)
    assert pair in meetings(drawn)
    table = next(table for table in drawn.tables if table.kept)
    assert (table.number, table.seats) == (10, (*pair, *pair))
    assert [reason.code for reason in table.reasons] == ["bracket", "kept"]
    assert len(drawn.tables) == len(teams) - len(drawn.bracket) // 2
    assert sorted([*drawn.bracket]) == sorted([*teams, *[""] * (len(drawn.bracket) - len(teams))])


def test_the_others_stay_where_they_are_if_a_table_is_kept() -> None:
    assert meetings(draw(kept(cup("ABCDEFGH"), "AG"), number=1)) == {"AG", "BH", "CF", "DE"}


def test_more_kept_tables_than_first_matches_leave_nobody_opposite_nobody() -> None:
    drawn = draw(kept(cup("ABCDE"), "AB", "CD"), number=1)
    assert meetings(drawn) == {"AB", "CD"}
    assert set(byes(drawn)) == {"E"}


def test_a_kept_bye_goes_to_that_team() -> None:
    drawn = draw(kept(cup("ABC"), byes="C"), number=1)
    assert meetings(drawn) == {"AB"}
    assert byes(drawn) == {"C": "bye_of_the_bracket"}
    assert drawn.byes[0].kept
    assert [reason.code for reason in drawn.byes[0].reasons] == ["bye_of_the_bracket", "kept"]


def test_a_kept_bye_is_refused_where_the_bracket_has_none() -> None:
    record = kept(cup("ABCD"), byes="C")
    assert refused(record, number=1) == Refusal("kept_not_in_bracket", field="kept", tables=[], byes=["C"])


def test_a_later_round_keeps_a_table_of_the_bracket_and_refuses_another() -> None:
    after = goes_on(cup("ABCDEFGH"))
    second = with_draw(after, draw(after))
    semifinal = next(table for table in second.stages[0].rounds[1].tables if "A" in table.seats)
    good = with_round(second, "main", Round(number=2, tables=(replace(semifinal, number=5, kept=True),)))
    assert meetings(draw(good, number=2)) == {"AD", "BC"}
    assert {table.number for table in draw(good, number=2).tables if table.kept} == {5}
    wrong = with_round(second, "main", Round(number=2, tables=(Table(number=5, seats=("A", "B") * 2, kept=True),)))
    assert refused(wrong, number=2) == Refusal("kept_not_in_bracket", field="kept", tables=[5], byes=[])


def test_a_first_round_that_is_drawn_again_makes_another_bracket() -> None:
    record = cup("ABCDEFGH", seeding=Seeding.DRAWN)
    again = {draw(with_draw(record, draw(record, seed=1)), number=1, seed=seed).bracket for seed in range(9)}
    assert len(again) > 5


# --- who is kept apart -------------------------------------------------------------------------------------------


def apart(*pairs: str, must: bool = True) -> dict[str, Any]:
    return {"apart": tuple(Apart(teams=tuple(pair), must=must) for pair in pairs)}


@pytest.mark.parametrize("must", [True, False])
def test_two_who_are_kept_apart_do_not_meet_in_the_first_round_and_places_change_within_a_level(must: bool) -> None:
    assert meetings(draw(cup("ABCDEFGH", **apart("AH", must=must)))) == {"AG", "BH", "CF", "DE"}


def test_a_must_changes_levels_if_nothing_else_helps() -> None:
    drawn = draw(cup("ABCD", **apart("AC", "AD")))
    assert meetings(drawn) == {"AB", "CD"}


def test_a_wish_does_not_change_levels() -> None:
    assert meetings(draw(cup("ABCD", **apart("AC", "AD", must=False)))) == {"AD", "BC"}


def test_a_must_that_cannot_be_is_refused_with_what_would_help() -> None:
    refusal = refused(cup("ABCD", **apart("AB", "AC", "AD")))
    facts: dict[str, Any] = refusal.facts
    assert refusal.code == "draw_impossible"
    assert facts["clash"] == [{"code": "apart", "teams": [*pair]} for pair in ("AB", "AC", "AD")]
    (relax,) = facts["relax"]
    assert "A" in relax["teams"]


def test_a_must_is_refused_only_if_there_is_no_way() -> None:
    """A way is looked for by trying all first rounds, for wishes at random."""
    chance = random.Random(5)
    outcomes = Counter[bool]()
    for _ in range(150):
        teams = "ABCDEF"[: chance.choice((3, 4, 5, 6))]
        pairs = [a + b for a in teams for b in teams if a < b and chance.random() < 0.6]
        possible = any(set(pairs).isdisjoint(first) for first in first_rounds(teams))
        outcomes[possible] += 1
        record = cup(teams, seeding=chance.choice((Seeding.DRAWN, Seeding.SEEDED)), **apart(*pairs))
        if possible:
            assert meetings(draw(record)).isdisjoint(pairs)
        else:
            assert refused(record).code == "draw_impossible"
    assert min(outcomes[True], outcomes[False]) > 20


def first_rounds(teams: str) -> list[list[str]]:
    """All ways to choose the first matches of so many teams."""
    count = len(teams) - (1 << (len(teams) - 1).bit_length()) // 2

    def ways(left: str, more: int) -> list[list[str]]:
        if not more:
            return [[]]
        return [
            [left[at] + other, *rest]
            for at in range(len(left))
            for other in left[at + 1 :]
            for rest in ways(left[at + 1 :].replace(other, ""), more - 1)
        ]

    return ways(teams, count)


def test_a_kept_table_may_break_a_must() -> None:
    assert "AH" in meetings(draw(kept(cup("ABCDEFGH", **apart("AH")), "AH"), number=1))


def club_of(id_: str, clubs: dict[str, str]) -> str:
    return next((club for club, members in clubs.items() if id_ in members), "")


@pytest.mark.parametrize("rule", [Clubmates.APART_IF_POSSIBLE, Clubmates.ALWAYS_APART])
def test_clubmates_do_not_meet_in_the_first_round_of_a_drawn_bracket(rule: Clubmates) -> None:
    clubs = {"Bern": "ABCDEFGH", "Basel": "IJKL"}
    teams = [Team(id=id_, club=club_of(id_, clubs)) for id_ in "ABCDEFGHIJKLMNOP"]
    record = cup(teams, seeding=Seeding.DRAWN, clubmates=rule)
    for seed in range(20):
        for pair in meetings(draw(record, seed=seed)):
            assert not any({*pair} <= {*members} for members in clubs.values())


def test_clubmates_meet_as_seldom_as_possible_where_one_club_has_most_teams() -> None:
    teams = [Team(id=id_, club="Bern" if id_ in "ABCDEF" else "") for id_ in "ABCDEFGH"]
    record = cup(teams, seeding=Seeding.DRAWN, clubmates=Clubmates.APART_IF_POSSIBLE)
    for seed in range(20):
        assert sum({*pair} <= {*"ABCDEF"} for pair in meetings(draw(record, seed=seed))) == 2
    must = replace(record, regulations=replace(record.regulations, clubmates=Clubmates.ALWAYS_APART))
    refusal = refused(must)
    assert refusal.code == "draw_impossible"
    facts: dict[str, Any] = refusal.facts
    assert len(facts["relax"]) == 2


def test_two_who_need_different_tables_do_not_meet_in_the_first_round() -> None:
    teams = [Team(id=id_, seed=at, tables={"A": (1,), "H": (4,)}.get(id_, ())) for at, id_ in enumerate("ABCDEFGH")]
    drawn = draw(cup(teams))
    assert "AH" not in meetings(drawn)
    assert {"A": 1, "H": 4}.items() <= {team: table.number for table in drawn.tables for team in table.seats}.items()


def test_later_rounds_follow_the_bracket_whatever_is_wished() -> None:
    record = goes_on(cup("ABCD", **apart("AB")))
    assert meetings(draw(record)) == {"AB"}


# --- after groups ------------------------------------------------------------------------------------------------


def after_groups(groups: int, qualifiers: int) -> Record:
    """Groups A, B, C ...; A1 has won group A. All winners stand before all seconds."""
    first, last = ST_GALLEN.stages
    regulations = replace(ST_GALLEN, stages=(replace(first, groups=groups, qualifiers=qualifiers), last))
    keys = [chr(ord("A") + at) for at in range(groups)]
    made = tuple(Group(key=key, teams=tuple(f"{key}{rank}" for rank in range(1, qualifiers + 3))) for key in keys)
    entrants = tuple(f"{key}{rank}" for rank in range(1, qualifiers + 1) for key in keys)
    teams = tuple(Team(id=team) for group in made for team in group.teams)
    stages = (Stage(key="groups", groups=made), Stage(key="finals", entrants=entrants))
    return Record(name="Cup", regulations=regulations, teams=teams, stages=stages)


def test_two_of_two_groups_meet_crosswise() -> None:
    assert meetings(draw(after_groups(2, 2), stage="finals")) == {"".join(sorted(("A1", "B2"))), "A2B1"}


def test_four_winners_and_seconds_stand_in_different_halves_and_the_winners_stay_where_they_are() -> None:
    bracket = draw(after_groups(4, 2), stage="finals").bracket
    assert bracket[0::2] == ("A1", "D1", "B1", "C1")
    for key in "ABCD":
        assert (f"{key}1" in bracket[:4]) is not (f"{key}2" in bracket[:4])


@pytest.mark.parametrize(
    ("groups", "qualifiers"),
    [(2, 4), (3, 2), (3, 3), (3, 4), (4, 4), (5, 2), (5, 3), (6, 2), (7, 2), (8, 2), (8, 4), (2, 8)],
)
def test_every_group_is_spread_evenly_over_halves_and_quarters_and_so_on(groups: int, qualifiers: int) -> None:
    record = after_groups(groups, qualifiers)
    drawn = draw(record, stage="finals")
    size = len(drawn.bracket)
    part = size // 2
    while part > 1:
        for start, group in ((start, g) for start in range(0, size, part) for g in record.stages[0].groups):
            here = sum(team in group.teams for team in drawn.bracket[start : start + part])
            assert here <= -(-qualifiers * part // size)
        part //= 2


@pytest.mark.parametrize(("groups", "qualifiers"), [(3, 2), (3, 3), (3, 4), (4, 2), (5, 3), (7, 2), (9, 4)])
def test_only_teams_of_one_rank_exchange_their_places_after_groups_and_the_best_have_the_byes(
    groups: int, qualifiers: int
) -> None:
    record = after_groups(groups, qualifiers)
    entrants = record.stage("finals").entrants
    drawn = draw(record, stage="finals")
    assert {each.team for each in drawn.byes} == {*entrants[: len(drawn.bracket) - len(entrants)]}
    plain = replace(record, stages=(replace(record.stages[0], groups=()), record.stages[1]))
    seeded = draw(plain, stage="finals").bracket
    assert [team[1:] for team in drawn.bracket] == [team[1:] for team in seeded]
    assert drawn.bracket != seeded


# --- later rounds ------------------------------------------------------------------------------------------------


def test_a_knockout_of_eight_with_its_third_place() -> None:
    record = goes_on(cup("ABCDEFGH", third_place=True))
    semifinals = draw(record)
    assert meetings(semifinals) == {"AD", "BC"}
    assert (semifinals.from_the_end, semifinals.bracket, semifinals.byes, semifinals.waiting) == (2, (), (), ())
    record = goes_on(record, "D", "C")
    last = draw(record)
    assert meetings(last) == {"CD", "AB"}
    assert last.from_the_end == 1
    assert [table.reasons[0].facts["match"] for table in last.tables] == ["F", "T"]
    record = goes_on(record, "C", "B")
    assert refused(record) == Refusal("stage_over", field="round", stage="main", value=4, rounds=3)
    assert [row.team for row in standings(record).rows[:4]] == ["C", "D", "B", "A"]


def test_a_double_elimination_of_eight_round_by_round() -> None:
    record = cup("ABCDEFGH", DOUBLE)
    found = []
    for _ in range(6):
        drawn = draw(record)
        found.append((drawn.from_the_end, meetings(drawn), waiting(drawn)))
        record = goes_on(record)
    assert found == [
        (6, {"AH", "DE", "BG", "CF"}, set()),
        (5, {"AD", "BC", "EH", "FG"}, set()),
        (4, {"CE", "DF"}, {"A", "B"}),
        (3, {"AB", "CD"}, set()),
        (2, {"BC"}, {"A"}),
        (1, {"AB"}, set()),
    ]
    assert refused(record) == Refusal("stage_over", field="round", stage="main", value=7, rounds=6)


def test_who_waits_is_told_for_which_match() -> None:
    drawn = draw(goes_on(goes_on(cup("ABCD", DOUBLE))))
    (alone,) = drawn.waiting
    assert alone.team == "A"
    assert alone.reasons[0].code == "waits_for"
    assert alone.reasons[0].facts == {"match": "F", "round": 4, "against": {"winner_of": "L2-1"}}


def test_a_double_elimination_of_two_with_and_without_a_second_final() -> None:
    record = goes_on(cup("AB", DOUBLE), "A")
    assert draw(record).tables[0].reasons[0].facts["match"] == "F"
    without = goes_on(record, "A")
    assert refused(without) == Refusal("stage_over", field="round", stage="main", value=3, rounds=2)
    second = draw(goes_on(record, "B"))
    assert (second.from_the_end, second.tables[0].reasons[0].facts["match"]) == (1, "R")
    after = goes_on(goes_on(record, "B"), "B")
    assert refused(after) == Refusal("stage_over", field="round", stage="main", value=4, rounds=3)
    assert standings(after).rows[0].team == "B"


def test_a_double_elimination_of_three_gives_a_bye_among_the_losers_too() -> None:
    record = goes_on(cup("ABC", DOUBLE))
    drawn = draw(record)
    assert meetings(drawn) == {"AB"}
    assert byes(drawn) == {"C": "bye_of_the_bracket"}
    assert drawn.byes[0].reasons[0].facts == {"match": "L1-1", "part": "losers"}
    assert meetings(draw(goes_on(record))) == {"BC"}


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_round_is_not_drawn_before_the_matches_of_the_last_are_over(system: System) -> None:
    drawn = with_draw(cup("ABCD", system), draw(cup("ABCD", system)))
    assert refused(drawn) == Refusal("match_undecided", field="round", round=1, table=1, teams=["A", "D"], match="W1-1")


def test_a_result_that_is_corrected_after_the_next_draw_must_be_followed_by_another_draw() -> None:
    record = goes_on(goes_on(cup("ABCDEFGH")))
    first = played(
        replace(record, stages=(replace(record.stages[0], rounds=record.stages[0].rounds[:1]),)),
        lambda one, other: one > other,
    )
    rounds = (first.stages[0].rounds[0], record.stages[0].rounds[1])
    mixed = replace(record, stages=(replace(record.stages[0], rounds=rounds),))
    refusal = refused(mixed)
    assert (refusal.code, refusal.facts["round"], refusal.facts["table"]) == ("match_undecided", 2, None)
    assert draw(mixed, number=2).tables


# --- who leaves --------------------------------------------------------------------------------------------------


def test_in_a_semifinal_the_opponent_of_who_left_goes_on() -> None:
    drawn = draw(leaves(goes_on(cup("ABCDEFGH")), "A"))
    assert meetings(drawn) == {"BC"}
    assert byes(drawn) == {"D": "walkover"}


def test_in_the_final_the_opponent_of_who_left_wins() -> None:
    record = goes_on(leaves(goes_on(cup("ABCD")), "A"))
    assert record.stages[0].rounds[1].byes == ("B",)
    assert standings(record).rows[0].team == "B"
    assert bracket_of(record, "main")[-1].winner == "B"


def test_who_is_alone_in_the_match_for_the_third_place_has_a_bye() -> None:
    drawn = draw(leaves(goes_on(cup("ABCD", third_place=True)), "C"))
    assert meetings(drawn) == {"AB"}
    assert byes(drawn) == {"D": "walkover"}
    assert drawn.byes[0].reasons[0].facts == {"match": "T", "part": "third_place", "left": "C"}


def test_when_both_finalists_have_left_there_is_nothing_to_draw() -> None:
    record = leaves(goes_on(cup("ABCD")), "A", "B")
    assert refused(record) == Refusal("stage_over", field="round", stage="main", value=2, rounds=1)


def test_if_neither_came_to_a_match_the_next_opponent_has_a_bye() -> None:
    record = with_draw(cup("ABCD"), draw(cup("ABCD")))
    record = played(record, lambda one, other: one < other)
    number = next(table.number for table in record.stages[0].rounds[0].tables if "B" in table.seats)
    ruling = Ruling(id="r", kind=RulingKind.FORFEIT, stage="main", round=1, table=number, reason="nobody came")
    drawn = draw(replace(record, rulings=(ruling,)))
    assert byes(drawn) == {"A": "bye_of_the_bracket"}
    assert drawn.tables == ()


WALKOVERS = [
    (1, "A", "D", "W2-1"),
    (1, "E", "H", "L1-1"),
    (2, "C", "E", "L2-1"),
    (3, "B", "A", "W3-1"),
    (3, "D", "C", "L3-1"),
    (4, "B", "C", "L4-1"),
    (5, "A", "B", "F"),
    (5, "B", "A", "F"),
]


@pytest.mark.parametrize(("after", "who", "opponent", "match"), WALKOVERS)
def test_a_walkover_in_each_part_of_a_double_elimination(after: int, who: str, opponent: str, match: str) -> None:
    record = cup("ABCDEFGH", DOUBLE)
    for _ in range(after):
        record = goes_on(record)
    drawn = draw(leaves(record, who))
    found = {each.team: each.reasons[0].facts for each in drawn.byes}
    assert found[opponent]["left"] == who
    assert found[opponent]["match"] == match


def test_a_walkover_in_the_second_final() -> None:
    record = cup("AB", DOUBLE)
    record = leaves(goes_on(goes_on(record, "A"), "B"), "A")
    drawn = draw(record)
    assert byes(drawn) == {"B": "walkover"}
    assert drawn.byes[0].reasons[0].facts["part"] == "reset"


def test_who_leaves_while_waiting_waits_no_more_and_the_opponent_wins_the_final() -> None:
    record = leaves(goes_on(goes_on(cup("ABCD", DOUBLE))), "A")
    drawn = draw(record)
    assert (meetings(drawn), waiting(drawn)) == ({"BC"}, set())
    record = goes_on(record)
    assert byes(draw(record)) == {"B": "walkover"}
    record = goes_on(record)
    assert refused(record) == Refusal("stage_over", field="round", stage="main", value=5, rounds=4)


def test_the_disqualified_have_no_further_match() -> None:
    ruling = Ruling(id="r", kind=RulingKind.DISQUALIFIED, stage="main", round=1, team="A", reason="cheated")
    record = replace(goes_on(cup("ABCD")), rulings=(ruling,))
    assert byes(draw(record)) == {"B": "walkover"}


# --- whole tournaments -------------------------------------------------------------------------------------------


def many(count: int) -> list[Team]:
    return [Team(id=f"t{number:02d}", seed=number) for number in range(1, count + 1)]


def next_draw(record: Record, stage: str, seed: int) -> Draw | None:
    """None when the stage is over; any other refusal is a failure."""
    try:
        return draw(record, stage=stage, seed=seed)
    except Refusal as refusal:
        if refusal.code != "stage_over":
            raise
        return None


def play_out(record: Record, chance: random.Random, *, leaving: float = 0, stage: str = "main") -> Record:
    """Round after round with results by chance, until the stage is over; every draw is checked."""
    while (drawn := next_draw(record, stage, chance.randrange(10**6))) is not None:
        assert [breach for breach in check(record, drawn) if breach.must] == []
        record = played(with_draw(record, drawn), lambda *_: chance.random() < 0.5, stage=stage)
        record = leaves(
            record, *(team.id for team in record.teams if chance.random() < leaving and team.withdrawn is None)
        )
    return record


def defeats(record: Record, stage: str = "main") -> Counter[str]:
    rounds = record.stage(stage).rounds
    return Counter(o.team for each in rounds for o in round_outcomes(record, stage, each) if o.result == -1)


def champion(record: Record, stage: str = "main") -> str | None:
    states = {state.match.key: state for state in bracket_of(record, stage)}
    return (states["R"].winner if "R" in states else None) or states["F"].winner


@pytest.mark.parametrize("count", [*range(2, 20), 31, 32, 33, 64, 65, 70])
@pytest.mark.parametrize("seeding", [Seeding.DRAWN, Seeding.SEEDED])
def test_a_knockout_leaves_one_team_unbeaten_and_all_others_beaten_once(count: int, seeding: Seeding) -> None:
    record = play_out(cup(many(count), seeding=seeding), random.Random(count))
    lost = defeats(record)
    unbeaten = [team.id for team in record.teams if not lost[team.id]]
    assert len(record.stages[0].rounds) == (count - 1).bit_length()
    assert unbeaten == [champion(record)] == [row.team for row in standings(record).rows if row.rank == 1]
    assert set(lost.values()) == {1}
    assert sum(len(each.tables) for each in record.stages[0].rounds) == count - 1


@pytest.mark.parametrize("count", [*range(2, 20), 31, 32, 33, 64, 65, 70])
@pytest.mark.parametrize("seeding", [Seeding.DRAWN, Seeding.SEEDED])
def test_a_double_elimination_leaves_one_team_with_less_than_two_defeats(count: int, seeding: Seeding) -> None:
    record = play_out(cup(many(count), DOUBLE, seeding=seeding), random.Random(count))
    lost = defeats(record)
    left = [team.id for team in record.teams if lost[team.id] < 2]
    assert left == [champion(record)] == [row.team for row in standings(record).rows if row.rank == 1]
    assert {lost[team.id] for team in record.teams if team.id not in left} == {2}
    assert len(record.stages[0].rounds) == 2 * (count - 1).bit_length() + lost[left[0]]
    assert sum(len(each.tables) for each in record.stages[0].rounds) == 2 * (count - 1) + lost[left[0]]


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("count", [3, 4, 7, 8, 13, 16, 30])
def test_a_tournament_comes_to_its_end_though_people_leave(system: System, count: int) -> None:
    for seed in range(4):
        record = play_out(cup(many(count), system), random.Random(seed), leaving=0.08)
        lost, out = defeats(record), {KNOCKOUT: 1, DOUBLE: 2}[system]
        winner = champion(record)
        for team in record.teams:
            assert team.id == winner or team.withdrawn is not None or lost[team.id] == out
        assert not winner or lost[winner] < out


@pytest.mark.parametrize("regulations", [BRETTSPIELWELT, GEEKWAY])
def test_the_presets_play_to_the_end(regulations: Regulations) -> None:
    record = Record(name="Cup", regulations=regulations, teams=tuple(many(12)))
    record = play_out(record, random.Random(1))
    assert standings(record).rows[0].team == champion(record)
    assert record.stages[0].rounds[-1].from_the_end == 1


def test_the_finals_of_korea_seed_the_league_and_its_last_round_is_the_long_one() -> None:
    league = Stage(key="league")
    record = Record(
        name="Cup", regulations=KOREA, teams=tuple(many(8)),
        stages=(league, Stage(key="finals", entrants=("t03", "t05", "t01", "t08"))),
    )  # fmt: skip
    drawn = draw(record, stage="finals")
    assert drawn.bracket == ("t03", "t08", "t05", "t01")
    assert drawn.from_the_end == 2
    record = play_out(record, random.Random(3), stage="finals")
    assert [each.from_the_end for each in record.stage("finals").rounds] == [2, 1]
    assert standings(record, "finals").rows[0].team == champion(record, "finals")


SCRIPT = """
import random
from pairing.draw import draw_to_json
from tests.pairing.test_knockout import *
teams = [Team(id=f"t{n}", club="Bern" if n % 2 else "Basel" if n % 3 else "") for n in range(21)]
rule = Clubmates.APART_IF_POSSIBLE
record = cup(teams, DOUBLE, seeding=Seeding.DRAWN, clubmates=rule, **apart(("t1", "t2"), ("t3", "t4")))
print(draw_to_json(draw(record)), draw(after_groups(5, 3), stage="finals").bracket)
"""


def test_another_process_draws_the_same() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


def test_a_state_names_who_is_known_to_come() -> None:
    states: dict[str, MatchState] = {state.match.key: state for state in bracket_of(goes_on(cup("ABC")), "main")}
    assert states["F"].teams == ("A", "B")
