"""Every rule of a draw: an example that breaks it, and beside it one that does not.

A letter is a team, in individual events a player. "ab" is a table of two teams, the first on the first side; "abcd" is
a table of individuals in order of play, so a and c are partners. Tables of round 2 are numbered 21, 22 ... unless a
test is about numbers, so that nobody sits at a table again.
"""

import inspect
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import pairing.check
from pairing.check import RULES, Breach, breaches_to_json, check
from pairing.draw import Draw, DrawnTable, Without
from rules.refusal import Refusal
from scoring.hand import HandRules
from scoring.match import MatchRules
from scoring.record import (
    Apart,
    Group,
    Record,
    Round,
    Ruling,
    RulingKind,
    Stage,
    Table,
    Team,
    Together,
    WholeMatch,
)
from scoring.regulations import (
    ByeCounts,
    Clubmates,
    Counting,
    OddNumbers,
    PointRules,
    Ranked,
    Regulations,
    StageRules,
    System,
    TableNumbers,
)
from scoring.variants import Variant
from tests.scoring.tournaments import FOUR_HANDS, random_record

# --- small tournaments -------------------------------------------------------------------------------------------


def for_teams(system: System, **rules: object) -> Regulations:
    match = MatchRules() if system in (System.KNOCKOUT, System.DOUBLE_ELIMINATION) else FOUR_HANDS
    rounds = 9 if system is System.SWISS else None
    return Regulations(stages=(StageRules(system=system, rounds=rounds, match=match, **rules),))


def for_players(system: System = System.INDIVIDUAL_DRAW, *, fives: bool = False, **rules: object) -> Regulations:
    counting = Counting.QUARTET_RANKS if system is System.QUARTET else Counting.DIFFERENCE
    points = PointRules(counting=counting, bye=ByeCounts.NOTHING)
    stage = StageRules(system=system, rounds=9, match=FOUR_HANDS, points=points, **rules)
    odd = (OddNumbers.TABLE_OF_FIVE, OddNumbers.BYE) if fives else (OddNumbers.BYE,)
    return Regulations(ranked=Ranked.INDIVIDUAL, stages=(stage,), odd_numbers=odd)


def grouped(variant: Variant, hands: int) -> Regulations:
    """Threechu or Grand Seigneur."""
    counting = Counting.POINTS if variant is Variant.THREECHU else Counting.PLACES
    points = PointRules(counting=counting, bye=ByeCounts.NOTHING)
    stage = StageRules(system=System.REGROUPED, rounds=4, match=MatchRules(length="hands", hands=hands), points=points)
    return Regulations(hand=HandRules(variant=variant), ranked=Ranked.INDIVIDUAL, stages=(stage,))


SWISS = for_teams(System.SWISS)
ROBIN = for_teams(System.ROUND_ROBIN)
KNOCKOUT = for_teams(System.KNOCKOUT)
PLAYERS = for_players()
FIVES = for_players(fives=True)
QUARTETS = for_players(System.QUARTET)
GROUPS = for_teams(System.GROUPS, groups=2)


def seats(text: str) -> tuple[str, ...]:
    return tuple(text * 2 if len(text) == 2 else text)


def past(number: int, *tables: str, byes: str = "", draw: bool = False, played: bool = True) -> Round:
    """A round in which the first side has won at every table, or with `draw` nobody."""
    totals = WholeMatch(totals=(200, 200) if draw else (1000, 400), hands=4) if played else None
    at = enumerate(tables, start=number * 10 + 1)
    made = tuple(Table(number=n, seats=seats(text), whole=None if len(text) == 5 else totals) for n, text in at)
    return Round(number=number, tables=made, byes=tuple(byes))


def event(regulations: Regulations, ids: str, *rounds: Round, of: dict[str, dict[str, object]] | None = None,
          stage: dict[str, object] | None = None, **more: object) -> Record:  # fmt: skip
    """A record of one stage; `of` has what is special about somebody."""
    teams = tuple(Team(id=id_, **(of or {}).get(id_, {})) for id_ in ids)
    stages = (Stage(key="main", rounds=rounds, **(stage or {})),)
    return Record(name="Trial", regulations=regulations, teams=teams, stages=stages, **more)


def drawn(number: int, *tables: str, byes: str = "", waiting: str = "", numbers: tuple[int, ...] = (),
          **more: object) -> Draw:  # fmt: skip
    at = zip(numbers or range(number * 10 + 1, number * 10 + 1 + len(tables)), tables, strict=True)
    return Draw(
        stage="main",
        round=number,
        tables=tuple(DrawnTable(number=n, seats=seats(text)) for n, text in at),
        byes=tuple(Without(team=team) for team in byes),
        waiting=tuple(Without(team=team) for team in waiting),
        **more,
    )


def told(record: Record, draw: Draw) -> list[tuple[str, str]]:
    """Every breach as its code and whom it is about."""
    return [(breach.code, "".join(breach.teams)) for breach in check(record, draw)]


# --- a good draw -------------------------------------------------------------------------------------------------


def test_a_good_draw_breaks_nothing():
    swiss = event(SWISS, "abcdefg", past(1, "ab", "cd", "ef", byes="g"), past(2, "ga", "ce", "bd", byes="f"))
    assert check(swiss, drawn(3, "ac", "fg", "eb", byes="d")) == ()
    robin = event(ROBIN, "abcde", past(1, "ab", "cd", byes="e"), past(2, "ca", "eb", byes="d"))
    assert check(robin, drawn(3, "da", "ec", byes="b")) == ()
    players = event(PLAYERS, "abcdefghijklmnopq", past(1, "abcd", "efgh", "ijkl", "mnop", byes="q"))
    assert check(players, drawn(2, "aeim", "bfjn", "cgkq", "dhlp", byes="o")) == ()
    assert check(event(QUARTETS, "abcde", past(1, "abcd")), drawn(2, "abdc", waiting="e")) == ()
    assert check(event(KNOCKOUT, "abc", past(1, "ab", byes="c")), drawn(2, "ca")) == ()


def test_grave_breaches_come_first():
    record = event(SWISS, "abcd", past(1, "ab", "cd"))
    breaches = check(record, drawn(2, "ba"))
    assert [(each.code, each.must) for each in breaches] == [("left_out", True), ("left_out", True), ("rematch", False)]
    wishes = Apart(teams=("a", "b")), Apart(teams=("c", "d"), must=True)
    assert told(event(SWISS, "abcd", apart=wishes), drawn(1, "ab", "cd")) == [("apart", "cd"), ("apart_wish", "ab")]


def test_breaches_can_be_written_as_json():
    record = event(SWISS, "abcde", past(1, "ab", "cd", byes="e"))
    plain = breaches_to_json(check(record, drawn(2, "ba", "dc", byes="e")))
    assert json.loads(json.dumps(plain)) == plain
    first = {"code": "rematch", "must": False, "tables": [21], "teams": ["a", "b"], "facts": {"times": 1}}
    assert plain[0] == first
    assert breaches_to_json(check(event(SWISS, "a"), drawn(1))) == [
        {"code": "left_out", "must": True, "tables": [], "teams": ["a"], "facts": {}}
    ]


def test_points_that_are_no_whole_numbers_can_be_written_as_json():
    quarters = for_teams(System.SWISS, points=PointRules(counting=Counting.MARGIN, scale=21))
    record = event(quarters, "abcde", past(1, "ab", "cd", byes="e", draw=True))
    breach = next(each for each in check(record, drawn(2, "ca", "bd", byes="e")) if each.code == "bye_not_lowest")
    assert json.loads(json.dumps(breach.facts)) == {"points": 15.75, "lowest": "a", "fewest": 10.5}


def test_a_stage_that_has_not_begun_can_be_checked_and_one_that_is_none_is_refused():
    record = Record(name="New", regulations=SWISS, teams=(Team(id="a"), Team(id="b")))
    assert check(record, drawn(1, "ab")) == ()
    assert told(record, drawn(1)) == [("left_out", "a"), ("left_out", "b")]
    with pytest.raises(Refusal) as refused:
        check(record, Draw(stage="finals", round=1))
    assert refused.value.code == "stage_unknown"


def test_the_checker_shares_no_code_with_the_drawing():
    imports = "import sys, pairing.check; print(*sorted(m for m in sys.modules if m.startswith('pairing')))"
    done = subprocess.run([sys.executable, "-c", imports], capture_output=True, text=True, check=True,
                          cwd=Path(__file__).parents[2])  # fmt: skip
    assert done.stdout.split() == ["pairing", "pairing.check", "pairing.draw"]


# --- everybody has one place -------------------------------------------------------------------------------------


def test_whoever_is_here_must_be_somewhere():
    record = event(SWISS, "abc")
    assert told(record, drawn(1, "ab")) == [("left_out", "c")]
    assert told(record, drawn(1, "ab", byes="c")) == []


def test_whoever_is_not_here_is_not_missed_and_has_no_place():
    away = {"c": {"arrived": 2}, "d": {"withdrawn": 1}}
    first, second = event(SWISS, "abcd", of=away), event(SWISS, "abcd", past(1, "ad", byes="b"), of=away)
    assert told(first, drawn(1, "ad", byes="b")) == []
    assert told(first, drawn(1, "ad", "bc")) == [("not_here", "c")]
    assert told(second, drawn(2, "bc", byes="a")) == [("bye_not_lowest", "a")]
    assert told(second, drawn(2, "ba", byes="dc"))[0] == ("not_here", "d")
    assert check(second, drawn(2, "cd", "ba"))[0].facts == {"place": "table", "why": "withdrawn"}


def test_rounds_are_counted_over_all_stages():
    late = {"c": {"arrived": 2}, "d": {"arrived": 2}}
    stages = (StageRules(system=System.ROUND_ROBIN, key="groups", qualifiers=4), StageRules(system=System.ROUND_ROBIN))
    record = event(Regulations(stages=stages), "abcd", of=late)
    begun = Stage(key="groups", rounds=(past(1, "ab"),))
    assert told(record, drawn(1, "ab")) == []
    record = Record(name="", regulations=record.regulations, teams=record.teams, stages=(begun, *record.stages))
    assert told(record, drawn(1, "ba")) == [("left_out", "c"), ("left_out", "d")]


def test_who_is_disqualified_does_not_play_on():
    ruling = Ruling(id="r", kind=RulingKind.DISQUALIFIED, stage="main", round=1, reason="cards marked", team="b")
    rounds = past(1, "ab", "cd"), past(2, "ac", "bd"), past(3, "da", "cb")
    record = event(SWISS, "abcd", *rounds[:1], rulings=(ruling,))
    assert told(record, drawn(2, "ac", "bd")) == [("not_here", "b")]
    assert told(record, drawn(2, "ca", byes="d")) == []
    later = Ruling(id="r", kind=RulingKind.DISQUALIFIED, stage="main", round=3, reason="cards marked", team="b")
    assert told(event(SWISS, "abcd", *rounds, rulings=(later,)), drawn(2, "ca", "bd")) == []


def test_who_was_disqualified_before_a_draft_is_played_or_in_an_earlier_stage_is_out():
    ruling = Ruling(id="r", kind=RulingKind.DISQUALIFIED, stage="main", round=1, reason="a fight", team="b")
    assert told(event(SWISS, "abc", past(1, "ab", byes="c"), rulings=(ruling,)), drawn(1, "ac")) == []
    before = two_stages(System.SWISS, carried=False)
    earlier = replace(before, rulings=(replace(ruling, stage="first"),))
    assert told(earlier, drawn(1, "ac", byes="d")) == []
    assert told(before, drawn(1, "ac", byes="d")) == [("left_out", "b")]


def test_only_entrants_of_the_stage_play_and_the_house():
    record = event(SWISS, "abch", stage={"entrants": ("a", "b")}, of={"h": {"house": True}})
    assert told(record, drawn(1, "ab")) == []
    assert told(record, drawn(1, "ah", byes="b")) == []
    assert told(record, drawn(1, "ab", byes="c")) == [("not_here", "c")]


def test_whoever_is_unknown_is_not_here():
    assert told(event(SWISS, "ab"), drawn(1, "ab", "xy")) == [("not_here", "x"), ("not_here", "y")]


def test_somebody_of_the_house_may_sit_but_is_not_asked_for_and_has_no_bye():
    record = event(PLAYERS, "abcdh", of={"h": {"house": True}})
    assert told(record, drawn(1, "abch", byes="d")) == []
    assert told(record, drawn(1, "abcd")) == []
    assert told(record, drawn(1, "abcd", byes="h")) == [("not_here", "h")]


def test_nobody_has_two_places():
    record = event(SWISS, "abcd")
    assert told(record, drawn(1, "ab", "ca", byes="d")) == [("twice", "a")]
    assert check(record, drawn(1, "ab", "ca", byes="d"))[0].tables == (11, 12)
    assert told(record, drawn(1, "ab", "cd", byes="d")) == [("twice", "d")]
    assert told(record, drawn(1, "ab", byes="cdd")) == [("twice", "d")]
    assert told(record, drawn(1, "ab", "cd")) == []


@pytest.mark.parametrize("regulations", [SWISS, ROBIN, for_teams(System.DOUBLE_ROUND_ROBIN)])
def test_where_everybody_has_a_match_or_a_bye_nobody_waits(regulations: Regulations):
    assert told(event(regulations, "abc"), drawn(1, "ab", waiting="c")) == [("waiting_not_allowed", "c")]


@pytest.mark.parametrize("regulations", [GROUPS, for_teams(System.DOUBLE_ELIMINATION)])
def test_in_groups_and_in_a_double_elimination_somebody_may_wait(regulations: Regulations):
    assert told(event(regulations, "abc"), drawn(1, "ab", waiting="c")) == []


def test_players_wait_beside_quartets_only():
    assert told(event(QUARTETS, "abcde"), drawn(1, "abcd", waiting="e")) == []
    assert told(event(PLAYERS, "abcde"), drawn(1, "abcd", waiting="e")) == [("waiting_not_allowed", "e")]


def test_in_a_knock_out_only_those_wait_who_have_no_place_in_it():
    record = event(KNOCKOUT, "abcd", past(1, "ab", "cd"))
    assert told(record, drawn(2, "ac", waiting="bd")) == []
    assert told(record, drawn(2, waiting="ac")) == [("waiting_not_allowed", "a"), ("waiting_not_allowed", "c")]
    late = event(KNOCKOUT, "abcde", past(1, "ab", "cd"), of={"e": {"arrived": 2}})
    assert told(late, drawn(2, "ac", waiting="e", bracket=tuple("abcd"))) == []
    assert told(late, drawn(2, "ac", waiting="e")) == [("waiting_not_allowed", "e")]
    begun = event(KNOCKOUT, "abcde", past(1, "ab", "cd"), of={"e": {"arrived": 2}}, stage={"bracket": tuple("abcd")})
    assert told(begun, drawn(2, "ac")) == told(begun, drawn(2, "ac", waiting="e")) == []


def test_a_bracket_does_not_excuse_who_is_left_out_in_its_first_round_or_where_there_is_none():
    for regulations in (KNOCKOUT, SWISS):
        draw = drawn(1, "ab", bracket=tuple("ab"))
        assert told(event(regulations, "abcd"), draw) == [("left_out", "c"), ("left_out", "d")]


@pytest.mark.parametrize("number", [-1, 0, 3])
def test_a_round_that_is_neither_there_nor_the_next_is_refused(number: int):
    with pytest.raises(Refusal) as refused:
        check(event(SWISS, "ab", past(1, "ab")), drawn(number, "ab"))
    assert (refused.value.code, refused.value.facts["allowed"]) == ("round_not_next", [2])


# --- a table is as the game needs it -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("regulations", "good", "bad"),
    [
        (SWISS, ("ab",), ("aba", "ababa", "ababab")),
        (PLAYERS, ("abcd",), ("abc", "abcde")),
        (FIVES, ("abcd", "abcde"), ("abc", "abcdef")),
        (grouped(Variant.THREECHU, 3), ("abc",), ("ab", "abcd")),
        (grouped(Variant.GRAND_SEIGNEUR, 6), ("abcde", "abcdefghijkl"), ("abcd", "abcdefghijklm")),
        (Regulations(hand=HandRules(variant=Variant.TIENTSIN)), ("ababab",), ("abab", "abababab")),
    ],
)
def test_a_table_has_as_many_seats_as_the_game(regulations: Regulations, good: tuple[str, ...], bad: tuple[str, ...]):
    for text in good:
        assert told(event(regulations, "".join(sorted({*text}))), drawn(1, text)) == []
    for text in bad:
        tables = (DrawnTable(number=1, seats=tuple(text)),)
        everybody = "".join(sorted({*text}))
        assert told(event(regulations, everybody), Draw(stage="main", round=1, tables=tables)) == [
            ("table_size", everybody)
        ]


def test_a_table_number_is_of_one_table():
    record = event(SWISS, "abcd")
    assert told(record, drawn(1, "ab", "cd", numbers=(3, 3))) == [("table_number_twice", "abcd")]
    assert told(record, drawn(1, "ab", "cd", numbers=(3, 4))) == []


def test_each_side_is_one_team():
    record = event(SWISS, "ab")
    assert told(record, drawn(1, "aabb")) == [("sides_mixed", "ab")]
    assert told(record, drawn(1, "aaaa", byes="b")) == [("sides_mixed", "a")]
    assert told(record, drawn(1, "abab")) == []


def test_a_player_has_one_seat():
    record = event(PLAYERS, "abcd")
    assert told(record, drawn(1, "abca", byes="d")) == [("sides_mixed", "abc")]
    assert told(record, drawn(1, "abcd")) == []


def test_a_table_without_anybody_is_reported_and_does_no_harm():
    assert told(event(SWISS, "ab"), drawn(1, "ab", "")) == [("table_size", ""), ("sides_mixed", "")]
    assert told(event(PLAYERS, "abcd"), drawn(1, "abcd", "")) == [("table_size", "")]


def test_whoever_needs_certain_tables_gets_one():
    record = event(SWISS, "abcd", of={"a": {"tables": (1, 2)}})
    assert told(record, drawn(1, "ab", "cd", numbers=(3, 1))) == [("table_unsuitable", "a")]
    assert told(record, drawn(1, "ab", "cd", numbers=(2, 3))) == []


def kept_round(**more: object) -> Round:
    tables = (Table(number=7, seats=seats("ab"), kept=True), Table(number=8, seats=seats("cd")))
    return Round(number=1, tables=tables, byes=("e", "f"), **more)


def test_a_table_that_is_kept_stays_as_it_is():
    record = event(SWISS, "abcdef", kept_round())
    assert told(record, drawn(1, "ab", "ce", "df", numbers=(7, 8, 9))) == []
    for changed in (drawn(1, "ba", "ce", "df", numbers=(7, 8, 9)), drawn(1, "ab", "ce", "df", numbers=(8, 7, 9)),
                    drawn(1, "ac", "be", "df", numbers=(7, 8, 9))):  # fmt: skip
        assert told(record, changed) == [("kept_changed", "ab")]


def test_a_bye_that_is_kept_stays():
    record = event(SWISS, "abcdef", kept_round(kept_byes=("e",)))
    assert told(record, drawn(1, "ab", "cd", numbers=(7, 8), byes="ef")) == []
    assert told(record, drawn(1, "ab", "cf", numbers=(7, 8), byes="ed")) == []
    assert told(record, drawn(1, "ab", "ce", numbers=(7, 8), byes="df")) == [("kept_changed", "e")]


def test_what_was_kept_falls_with_somebody_who_has_left():
    gone = {"a": {"withdrawn": 0}, "e": {"withdrawn": 0}}
    record = event(SWISS, "abcdef", kept_round(kept_byes=("e",)), of=gone)
    assert told(record, drawn(1, "bc", "df")) == []


# --- knock-outs and groups ---------------------------------------------------------------------------------------


def test_who_has_lost_is_out():
    record = event(KNOCKOUT, "abcd", past(1, "ab", "cd"))
    assert told(record, drawn(2, "ac")) == []
    assert told(record, drawn(2, "da", byes="c")) == [("already_out", "d")]
    assert told(record, drawn(2, "ac", byes="b")) == [("already_out", "b")]
    assert told(record, drawn(2, byes="a")) == [("left_out", "c")]


def test_a_bye_that_counts_nothing_is_no_defeat():
    rules = for_teams(System.KNOCKOUT, points=PointRules(bye=ByeCounts.NOTHING))
    assert told(event(rules, "abc", past(1, "ab", byes="c")), drawn(2, "ca")) == []


def test_who_forfeited_is_out():
    ruling = Ruling(id="r", kind=RulingKind.FORFEIT, stage="main", round=1, reason="never came", table=11, side=0)
    record = event(KNOCKOUT, "abcd", past(1, "ab", "cd"), rulings=(ruling,))
    assert told(record, drawn(2, "bc")) == []
    assert told(record, drawn(2, "ca", byes="b")) == [("already_out", "a")]


def test_beside_the_final_the_losers_of_the_semifinals_play_for_the_third_place():
    semifinals = past(1, "ab", "cd", "ef", "gh"), past(2, "ac", "eg")
    third = event(for_teams(System.KNOCKOUT, third_place=True), "abcdefgh", *semifinals)
    assert told(third, drawn(3, "ae", "cg")) == []
    assert told(third, drawn(3, "ae", waiting="cg")) == []
    assert told(third, drawn(3, "ae")) == [("left_out", "c"), ("left_out", "g")]
    assert told(third, drawn(3, "ae", "bd", waiting="cg")) == [("already_out", "b"), ("already_out", "d")]
    assert told(third, drawn(3, "ca", "ge")) == [("already_out", "c"), ("already_out", "g")]
    assert told(event(KNOCKOUT, "abcdefgh", *semifinals), drawn(3, "ae", "cg")) == [
        ("already_out", "c"), ("already_out", "g"),
    ]  # fmt: skip


def test_nobody_plays_for_the_third_place_before_the_final():
    record = event(for_teams(System.KNOCKOUT, third_place=True), "abcdefgh", past(1, "ab", "cd", "ef", "gh"))
    assert told(record, drawn(2, "ac", "eg", "bd")) == [("already_out", "b"), ("already_out", "d")]


def test_a_semifinal_that_nobody_comes_to_makes_the_other_no_final():
    """Of the last four two have left: the others play their semifinal, and who lost before does not play again."""
    rules = for_teams(System.KNOCKOUT, third_place=True)
    left = {"e": {"withdrawn": 1}, "g": {"withdrawn": 1}}
    record = event(rules, "abcdefgh", past(1, "ab", "cd", "ef", "gh"), of=left, stage={"bracket": tuple("abcdefgh")})
    assert told(record, drawn(2, "ac")) == []


def test_one_loser_of_a_semifinal_without_the_other_is_not_asked_for():
    rules = for_teams(System.KNOCKOUT, third_place=True)
    record = event(rules, "abcd", past(1, "ab", "cd"), of={"d": {"withdrawn": 1}})
    for draw in (drawn(2, "ac"), drawn(2, "ac", byes="b"), drawn(2, "ac", waiting="b")):
        assert told(record, draw) == []


def test_a_double_elimination_is_lost_with_the_second_defeat():
    record = event(for_teams(System.DOUBLE_ELIMINATION), "abcd", past(1, "ab", "cd"), past(2, "ca", "bd"))
    assert told(record, drawn(3, "ab", waiting="c")) == []
    assert told(record, drawn(3, "ab")) == [("left_out", "c")]
    assert told(record, drawn(3, "da", waiting="bc")) == [("already_out", "d")]


def test_in_a_knock_out_nobody_minds_a_rematch_and_byes_go_by_the_bracket():
    record = event(KNOCKOUT, "abc", past(1, "ab", byes="c", played=False))
    assert told(record, drawn(2, "ba", byes="c")) == []


def test_only_teams_of_one_group_meet():
    groups = Group(key="A", teams=("a", "b")), Group(key="B", teams=("c", "d"))
    record = event(GROUPS, "abcd", stage={"groups": groups})
    assert told(record, drawn(1, "ab", "cd")) == []
    assert told(record, drawn(1, "ac", "bd")) == [("other_group", "ac"), ("other_group", "bd")]
    others = Group(key="A", teams=("a", "c")), Group(key="B", teams=("b", "d"))
    assert told(record, drawn(1, "ac", "bd", groups=others)) == []


# --- who is kept from whom ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("must", "code"), [(True, "apart"), (False, "apart_wish")])
def test_those_who_must_not_meet(must: bool, code: str):
    record = event(SWISS, "abcdef", apart=(Apart(teams=("a", "b", "c"), must=must),))
    assert told(record, drawn(1, "ad", "be", "cf")) == []
    assert told(record, drawn(1, "ad", "cb", "ef")) == [(code, "bc")]
    assert check(record, drawn(1, "ad", "cb", "ef"))[0].must is must


def test_players_who_must_not_sit_at_one_table():
    record = event(PLAYERS, "abcdefgh", apart=(Apart(teams=("a", "b", "c"), must=True),))
    assert told(record, drawn(1, "adbc", "efgh")) == [("apart", "ab"), ("apart", "ac"), ("apart", "bc")]
    assert told(record, drawn(1, "aefb", "cdgh")) == [("apart", "ab")]
    assert told(record, drawn(1, "adef", "bcgh")) == [("apart", "bc")]


def test_players_who_must_not_be_partners():
    kept = (Apart(teams=("a", "b"), never=Together.PARTNERS, must=True),)
    record = event(FIVES, "abcd", apart=kept)
    assert told(record, drawn(1, "acbd")) == [("apart", "ab")]
    assert told(record, drawn(1, "abcd")) == []
    assert told(event(FIVES, "abcde", apart=kept), drawn(1, "abcde")) == [("apart", "ab")]
    assert told(event(SWISS, "ab", apart=kept), drawn(1, "ab")) == []
    alone = event(grouped(Variant.THREECHU, 3), "abc", apart=kept)
    assert told(alone, drawn(1, "acb")) == []


def clubs(regulations: Regulations, wish: Clubmates, ids: str, **of: dict[str, object]) -> Record:
    stage = regulations.stages
    odd = regulations.odd_numbers
    rules = Regulations(ranked=regulations.ranked, stages=stage, odd_numbers=odd, clubmates=wish)
    return event(rules, ids, of={"a": {"club": "Goettingen"}, "b": {"club": "Goettingen"}} | of)


@pytest.mark.parametrize(
    ("wish", "expected"),
    [
        (Clubmates.MAY_MEET, []),
        (Clubmates.APART_IF_POSSIBLE, [("clubmates_wish", "ab")]),
        (Clubmates.ALWAYS_APART, [("clubmates", "ab")]),
    ],
)
def test_clubmates(wish: Clubmates, expected: list[tuple[str, str]]):
    teams = clubs(SWISS, wish, "abcd")
    assert told(teams, drawn(1, "ba", "cd")) == expected
    assert told(teams, drawn(1, "ac", "bd")) == []
    players = clubs(FIVES, wish, "abcd")
    assert told(players, drawn(1, "acbd")) == expected
    assert told(players, drawn(1, "abcd")) == []
    assert told(clubs(FIVES, wish, "abcde"), drawn(1, "abcde")) == expected
    assert all(breach.must is (wish is Clubmates.ALWAYS_APART) for breach in check(teams, drawn(1, "ba", "cd")))


def test_somebody_of_the_house_has_no_clubmates():
    record = clubs(SWISS, Clubmates.ALWAYS_APART, "abc", b={"club": "Goettingen", "house": True})
    assert told(record, drawn(1, "ab", byes="c")) == []


# --- who is with whom again --------------------------------------------------------------------------------------


@pytest.mark.parametrize("regulations", [SWISS, ROBIN, GROUPS])
def test_two_teams_meet_once(regulations: Regulations):
    record = event(regulations, "abcd", past(1, "ab", "cd", draw=True))
    assert told(record, drawn(2, "ba", "dc")) == [("rematch", "ab"), ("rematch", "cd")]
    assert told(record, drawn(2, "ca", "bd")) == []


def test_in_a_double_round_robin_they_meet_twice():
    rules = for_teams(System.DOUBLE_ROUND_ROBIN)
    assert told(event(rules, "ab", past(1, "ab")), drawn(2, "ba")) == []
    assert told(event(rules, "ab", past(1, "ab"), past(2, "ba")), drawn(3, "ab")) == [("rematch", "ab")]


def test_what_comes_later_and_this_round_itself_are_no_memory():
    record = event(SWISS, "abcd", past(1, "ab", "cd", played=False), past(2, "ac", "bd", played=False))
    assert told(record, drawn(1, "ab", "cd")) == []
    assert told(record, drawn(1, "ac", "db")) == []


def two_stages(system: System, *, carried: bool) -> Record:
    """a has met b, and c has met d, in the stage before; a and c sat on the first side."""
    last = StageRules(system=system, rounds=3, match=FOUR_HANDS, points_carried_over=carried)
    regulations = Regulations(stages=(StageRules(system=System.ROUND_ROBIN, key="first", qualifiers=4), last))
    stages = Stage(key="first", rounds=(past(1, "ab", "cd"),)), Stage(key="main")
    return Record(name="", regulations=regulations, teams=tuple(Team(id=id_) for id_ in "abcd"), stages=stages)


def test_an_earlier_stage_is_remembered_when_its_points_are_carried_over():
    again = drawn(1, "ba", "dc", numbers=(1, 2))
    assert told(two_stages(System.SWISS, carried=True), again) == [("rematch", "ab"), ("rematch", "cd")]
    assert told(two_stages(System.SWISS, carried=False), again) == []
    assert told(two_stages(System.ROUND_ROBIN, carried=True), again) == []
    there = drawn(1, "ad", "cb", numbers=(11, 1))
    assert told(two_stages(System.SWISS, carried=False), there) == []
    assert told(two_stages(System.SWISS, carried=True), there) == [
        ("seat_imbalance", "ad"), ("seat_imbalance", "cb"), ("table_again", "a"),
    ]  # fmt: skip


def test_memory_ends_at_the_first_stage_that_begins_anew():
    final = two_stages(System.SWISS, carried=True)
    first = StageRules(system=System.ROUND_ROBIN, key="zero", qualifiers=4)
    stages = Stage(key="zero", rounds=(past(1, "ac", "bd"),)), *final.stages
    record = replace(final, regulations=Regulations(stages=(first, *final.regulations.stages)), stages=stages)
    assert told(record, drawn(1, "ca", "db", numbers=(1, 2))) == []
    assert told(record, drawn(1, "ba", "dc", numbers=(1, 2))) == [("rematch", "ab"), ("rematch", "cd")]


def test_points_carried_over_decide_who_has_the_bye():
    record = two_stages(System.SWISS, carried=True)
    assert told(record, drawn(1, "bc", byes="ad"))[0] == ("bye_not_lowest", "a")
    assert told(two_stages(System.SWISS, carried=False), drawn(1, "bc", byes="ad")) == []


def test_a_player_has_another_partner_in_every_round():
    record = event(PLAYERS, "abcdefgh", past(1, "abcd", "efgh"))
    assert told(record, drawn(2, "aecf", byes="bdgh")) == [("partner_again", "ac"), ("met_again", "ef")]
    assert told(record, drawn(2, "acef", "bdgh")) == [
        ("met_again", "ac"), ("met_again", "ef"), ("met_again", "bd"), ("met_again", "gh"),
    ]  # fmt: skip


def test_a_player_meets_new_people():
    sixteen = "abcdefghijklmnop"
    record = event(PLAYERS, sixteen, past(1, "abcd", "efgh", "ijkl", "mnop"))
    assert told(record, drawn(2, "aeim", "bfjn", "cgko", "dhlp")) == []
    assert told(record, drawn(2, "aeib", "mfjn", "cgko", "dhlp")) == [("met_again", "ab"), ("met_again", "mn")]


def test_partners_again_where_one_time_was_at_a_table_of_five():
    before = event(FIVES, "abcdefghi", past(1, "abcde", "fghi"))
    assert told(before, drawn(2, "afbg", byes="cdehi")) == [("partner_again_at_five", "ab"), ("met_again", "fg")]
    assert told(before, drawn(2, "afcg", byes="bdehi")) == [("partner_again_at_five", "ac"), ("met_again", "fg")]
    now = event(FIVES, "abcdefghi", past(1, "abcd", "efgh", byes="i"))
    assert told(now, drawn(2, "aceib", byes="dfgh")) == [
        ("partner_again_at_five", "ac"), ("met_again", "ab"), ("met_again", "bc"),
    ]  # fmt: skip
    both = event(FIVES, "abcdefghi", past(1, "abcde", "fghi"), past(2, "afbg", "chdi", byes="e"))
    assert ("partner_again", "ab") in told(both, drawn(3, "ahbi", byes="cdefg"))


def test_five_at_grand_seigneur_are_nobodys_partners():
    record = event(grouped(Variant.GRAND_SEIGNEUR, 6), "abcdefghij", past(1, "abcde", "fghij", played=False))
    assert told(record, drawn(2, "abfghi", byes="cdej"))[0] == ("met_again", "ab")
    assert {code for code, _ in told(record, drawn(2, "abcdf", "eghij"))} == {"met_again"}


def test_in_threechu_everybody_is_met():
    record = event(grouped(Variant.THREECHU, 3), "abcdef", past(1, "abc", "def", played=False))
    assert told(record, drawn(2, "abd", "cef")) == [("met_again", "ab"), ("met_again", "ef")]
    assert told(record, drawn(2, "ade", byes="bcf")) == [("met_again", "de")]


def test_a_quartet_stays_together_for_three_rounds():
    rounds = past(1, "abcd", "efgh"), past(2, "abdc", "efhg"), past(3, "acbd", "egfh")
    for number, *good in ((2, "abdc", "efhg"), (3, "acbd", "egfh")):
        record = event(QUARTETS, "abcdefgh", *rounds[: number - 1])
        assert told(record, drawn(number, *good)) == []
        assert [code for code, _ in told(record, drawn(number, "abef", "cdgh"))] == ["quartet_torn", "quartet_torn"]
    assert told(event(QUARTETS, "abcdefgh", *rounds[:1]), drawn(2, "abef", byes="cdgh"))[:1] == [
        ("quartet_torn", "abcd"),
    ]  # fmt: skip
    assert "quartet_torn" not in {
        code for code, _ in told(event(QUARTETS, "abcdefgh", *rounds), drawn(4, "abef", "cdgh"))
    }


def test_partners_within_a_quartet_never_repeat():
    record = event(QUARTETS, "abcd", past(1, "abcd"), past(2, "abdc"))
    assert told(record, drawn(3, "acbd")) == []
    assert told(record, drawn(3, "abcd")) == [("partner_again", "ac"), ("partner_again", "bd")]


def test_a_quartet_that_somebody_left_may_be_torn():
    record = event(QUARTETS, "abcdefgh", past(1, "abcd", "efgh"), of={"d": {"withdrawn": 1}})
    assert told(record, drawn(2, "efhg", waiting="abc")) == []
    assert told(record, drawn(2, "eafb", waiting="cgh")) == [("quartet_torn", "efgh")]


def test_quartets_of_a_new_cycle_should_be_of_new_people():
    sixteen = "abcdefghijklmnop"
    first = "abcd", "efgh", "ijkl", "mnop"
    record = event(QUARTETS, sixteen, past(1, *first), past(2, "abdc"), past(3, "acbd"))
    assert told(record, drawn(4, "aeim", "bfjn", "cgko", "dhlp")) == []
    assert ("met_again", "ab") in told(record, drawn(4, "abei", "mfjn", "cgko", "dhlp"))


def test_a_quartet_may_stay_at_its_table():
    rounds = past(1, "abcd"), past(2, "abdc"), past(3, "acbd")
    assert told(event(QUARTETS, "abcd", *rounds[:1]), drawn(2, "abdc", numbers=(11,))) == []
    assert ("table_again", "abcd") in told(event(QUARTETS, "abcd", *rounds), drawn(4, "abcd", numbers=(11,)))


# --- what should strike everybody alike --------------------------------------------------------------------------


def test_nobody_has_a_second_bye_before_others_had_one():
    record = event(SWISS, "abcde", past(1, "ab", "cd", byes="e"), past(2, "ec", "ad", byes="b"))
    assert ("second_bye", "e") in told(record, drawn(3, "ac", "bd", byes="e"))
    assert "second_bye" not in dict(told(record, drawn(3, "ac", "be", byes="d")))


def test_a_second_bye_is_fair_when_everybody_had_one():
    record = event(SWISS, "abc", past(1, "ab", byes="c"), past(2, "bc", byes="a"), past(3, "ca", byes="b"))
    assert "second_bye" not in dict(told(record, drawn(4, "ab", byes="c")))
    assert dict(told(record, drawn(4, "ab", byes="c"))) == {"rematch": "ab"}


def test_byes_of_players_strike_everybody_alike():
    record = event(PLAYERS, "abcdef", past(1, "abcd", byes="ef"))
    assert ("second_bye", "e") in told(record, drawn(2, "acfb", byes="de"))
    assert "second_bye" not in dict(told(record, drawn(2, "acfe", byes="bd")))


@pytest.mark.parametrize("regulations", [ROBIN, GROUPS, KNOCKOUT, for_teams(System.DOUBLE_ELIMINATION)])
def test_where_the_schedule_gives_byes_nobody_counts_them(regulations: Regulations):
    record = event(regulations, "abcd", past(1, "ab", byes="cd", played=False))
    assert told(record, drawn(2, "ca", byes="bd")) == []


def test_the_bye_goes_to_the_lowest_in_a_swiss():
    record = event(SWISS, "abcde", past(1, "ab", "cd", byes="e"))
    assert told(record, drawn(2, "bc", "de", byes="a")) == [("bye_not_lowest", "a")]
    assert check(record, drawn(2, "bc", "de", byes="a"))[0].facts == {"points": 2, "lowest": "b", "fewest": 0}
    assert told(record, drawn(2, "ea", "dc", byes="b")) == [("rematch", "cd")]
    assert told(event(ROBIN, "abcde", *record.stages[0].rounds), drawn(2, "bc", "de", byes="a")) == []


def test_somebody_low_who_had_a_bye_already_is_passed_over():
    record = event(SWISS, "abc", past(1, "ab", byes="c"), past(2, "ac", byes="b"))
    assert "bye_not_lowest" not in dict(told(record, drawn(3, "bc", byes="a")))


def test_nobody_sits_at_a_table_of_five_again_before_others():
    record = event(FIVES, "abcdefghi", past(1, "abcde", "fghi"))
    again = told(record, drawn(2, "afghi", "bcde"))
    assert [team for code, team in again if code == "second_five"] == []
    again = told(record, drawn(2, "abfgh", "cdei"))
    assert [team for code, team in again if code == "second_five"] == ["a", "b"]
    everybody = event(FIVES, "abcde", past(1, "abcde"))
    assert "second_five" not in dict(told(everybody, drawn(2, "abcde")))


def test_sides_are_balanced():
    record = event(SWISS, "abcd", past(1, "ab", "cd"))
    assert told(record, drawn(2, "ad", "cb")) == [("seat_imbalance", "ad"), ("seat_imbalance", "cb")]
    assert check(record, drawn(2, "ad", "cb"))[0].facts == {"leans": [1, 1]}
    assert told(record, drawn(2, "da", "bc")) == []
    assert told(record, drawn(2, "ac", "bd")) == told(record, drawn(2, "ca", "db")) == []
    players = event(PLAYERS, "abcd", past(1, "abcd"))
    assert "seat_imbalance" not in dict(told(players, drawn(2, "ab", byes="cd")))


def test_nobody_sits_at_a_table_again():
    record = event(SWISS, "abcd", past(1, "ab", "cd"))
    assert told(record, drawn(2, "ca", "db", numbers=(11, 20))) == [("table_again", "a")]
    assert told(record, drawn(2, "ca", "bd", numbers=(12, 11))) == [("table_again", "c"), ("table_again", "b")]
    assert told(record, drawn(2, "ca", "bd", numbers=(13, 14))) == []


def test_table_numbers_may_repeat_for_leaders_and_for_those_who_need_them():
    rounds = past(1, "ab", "cd")
    by_rank = for_teams(System.SWISS, table_numbers=TableNumbers.BY_RANK)
    assert told(event(by_rank, "abcd", rounds), drawn(2, "ca", "bd", numbers=(11, 12))) == []
    bound = event(SWISS, "abcd", rounds, of={"a": {"tables": (11,)}})
    assert told(bound, drawn(2, "ca", "bd", numbers=(11, 20))) == []


# --- large tournaments -------------------------------------------------------------------------------------------


def test_a_thousand_players_in_their_seventh_round_are_looked_at_without_asking_every_two():
    record = random_record(random.Random(4), pairs=1001, rounds=6, hands=2, tiebreaks=("points",))
    order = [team.id for team in record.teams]
    tables = tuple(DrawnTable(number=at // 2 + 1, seats=(order[at], order[at + 1]) * 2) for at in range(0, 1000, 2))
    found = check(record, Draw(stage="main", round=7, tables=tables, byes=(Without(team=order[1000]),)))
    assert not any(breach.must for breach in found)
    assert {"seat_imbalance", "table_again"} <= {breach.code for breach in found}


def test_every_rule_is_asked():
    functions = filter(inspect.isfunction, vars(pairing.check).values())
    found = [each for each in functions if each.__annotations__.get("return") == Iterator[Breach]]
    assert found
    assert {*RULES} == {*found}
    assert len(RULES) == len(found)
