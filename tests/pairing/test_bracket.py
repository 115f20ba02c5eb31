"""The bracket as data: its matches, and how far they have been played."""

import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pairing.bracket import (
    Match,
    MatchState,
    Part,
    Source,
    bracket_of,
    bracket_to_json,
    double_elimination_bracket,
    knockout_bracket,
)
from scoring.record import Record, Round, Ruling, RulingKind, Stage, Table, Team
from scoring.regulations import Regulations, StageRules, System
from tests.scoring.tournaments import teams, whole

SIZES = (2, 4, 8, 16, 32, 64, 128)


def source(text: str) -> Source:
    """`0` is a place, `+W1-1` a winner, `-W1-1` a loser."""
    if text[0] == "+":
        return Source(winner_of=text[1:])
    return Source(loser_of=text[1:]) if text[0] == "-" else Source(place=int(text))


def plan(matches: tuple[Match, ...]) -> dict[str, tuple[int, str, str]]:
    """The round of every match, and where its sides come from."""

    def text(source: Source) -> str:
        if source.place is not None:
            return str(source.place)
        return f"+{source.winner_of}" if source.winner_of else f"-{source.loser_of}"

    return {each.key: (each.round, text(each.sources[0]), text(each.sources[1])) for each in matches}


def cup(ids: str, *rounds: Round, system: System = System.KNOCKOUT, third_place: bool = False, **more: Any) -> Record:
    """A record whose bracket has these teams from the top down; a dot is nobody."""
    stage = StageRules(system=system, third_place=third_place, tiebreaks=("progress", "points"))
    places = tuple("" if id_ == "." else id_ for id_ in ids)
    drawn = Stage(key="main", rounds=rounds, bracket=places)
    facts: dict[str, Any] = {"teams": teams(*(id_ for id_ in places if id_))} | more
    return Record(name="Cup", regulations=Regulations(stages=(stage,)), stages=(drawn,), **facts)


def round_of(number: int, *tables: Table, byes: str = "") -> Round:
    return Round(number=number, tables=tables, byes=tuple(byes))


def won(number: int, winner: str, loser: str) -> Table:
    return whole(number, winner, loser, (1000, 500))


def unplayed(number: int, one: str, other: str) -> Table:
    return Table(number=number, seats=(one, other, one, other))


def forfeit(number: int, table: int, side: int | None) -> Ruling:
    facts: dict[str, Any] = {"id": "r1", "stage": "main", "reason": "nobody came"}
    return Ruling(kind=RulingKind.FORFEIT, round=number, table=table, side=side, **facts)


def states(record: Record) -> dict[str, MatchState]:
    return {state.match.key: state for state in bracket_of(record, "main")}


def sides(state: MatchState) -> tuple[str | None, ...]:
    return tuple(side.team for side in state.sides)


def ended(state: MatchState) -> tuple[str | None, str | None]:
    return state.winner, state.loser


# --- which matches there are -------------------------------------------------------------------------------------


def test_a_knockout_of_two_is_one_match_and_has_no_third_place() -> None:
    assert plan(knockout_bracket(2, third_place=True)) == {"F": (1, "0", "1")}


def test_a_knockout_of_eight_has_three_rounds() -> None:
    assert plan(knockout_bracket(8)) == {
        "W1-1": (1, "0", "1"), "W1-2": (1, "2", "3"), "W1-3": (1, "4", "5"), "W1-4": (1, "6", "7"),
        "W2-1": (2, "+W1-1", "+W1-2"), "W2-2": (2, "+W1-3", "+W1-4"),
        "F": (3, "+W2-1", "+W2-2"),
    }  # fmt: skip


def test_the_losers_of_the_semifinals_play_for_the_third_place_beside_the_final() -> None:
    assert plan(knockout_bracket(4, third_place=True)) == {
        "W1-1": (1, "0", "1"), "W1-2": (1, "2", "3"),
        "F": (2, "+W1-1", "+W1-2"), "T": (2, "-W1-1", "-W1-2"),
    }  # fmt: skip
    assert knockout_bracket(4, third_place=True)[-1].part is Part.THIRD_PLACE


def test_in_a_double_elimination_of_two_the_loser_comes_straight_to_the_final() -> None:
    assert plan(double_elimination_bracket(2)) == {
        "W1-1": (1, "0", "1"), "F": (2, "+W1-1", "-W1-1"), "R": (3, "+F", "-F"),
    }  # fmt: skip


def test_a_double_elimination_of_four() -> None:
    assert plan(double_elimination_bracket(4)) == {
        "W1-1": (1, "0", "1"), "W1-2": (1, "2", "3"),
        "W2-1": (2, "+W1-1", "+W1-2"), "L1-1": (2, "-W1-1", "-W1-2"),
        "L2-1": (3, "-W2-1", "+L1-1"),
        "F": (4, "+W2-1", "+L2-1"), "R": (5, "+F", "-F"),
    }  # fmt: skip


def test_a_double_elimination_of_eight_sends_the_losers_of_round_two_to_the_other_half() -> None:
    assert plan(double_elimination_bracket(8)) == {
        "W1-1": (1, "0", "1"), "W1-2": (1, "2", "3"), "W1-3": (1, "4", "5"), "W1-4": (1, "6", "7"),
        "W2-1": (2, "+W1-1", "+W1-2"), "W2-2": (2, "+W1-3", "+W1-4"),
        "L1-1": (2, "-W1-1", "-W1-2"), "L1-2": (2, "-W1-3", "-W1-4"),
        "L2-1": (3, "-W2-2", "+L1-1"), "L2-2": (3, "-W2-1", "+L1-2"),
        "W3-1": (4, "+W2-1", "+W2-2"), "L3-1": (4, "+L2-1", "+L2-2"),
        "L4-1": (5, "-W3-1", "+L3-1"),
        "F": (6, "+W3-1", "+L4-1"), "R": (7, "+F", "-F"),
    }  # fmt: skip


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("make", [knockout_bracket, double_elimination_bracket])
def test_everybody_who_goes_on_goes_to_one_later_match(make: Callable[[int], tuple[Match, ...]], size: int) -> None:
    matches = make(size)
    number = {match.key: match.round for match in matches}
    sources = [(match, each) for match in matches for each in match.sources]
    assert len({each for _, each in sources}) == len(sources)
    assert all(number[each.winner_of or each.loser_of] < match.round for match, each in sources if each.place is None)
    assert sorted(each.place for _, each in sources if each.place is not None) == list(range(size))
    winners = {each.winner_of for _, each in sources if each.winner_of}
    assert {match.key for match in matches} - winners == {matches[-1].key}


@pytest.mark.parametrize("size", SIZES)
def test_in_a_double_elimination_every_first_defeat_leads_to_another_match_and_the_second_to_none(size: int) -> None:
    matches = double_elimination_bracket(size)
    losers = {each.loser_of for match in matches for each in match.sources if each.loser_of}
    assert losers == {match.key for match in matches if match.part is Part.WINNERS} | {"F"}
    assert len(matches) == 2 * size - 1
    last = size.bit_length() - 1
    assert max(match.round for match in matches) == 2 * last + 1


def met_again(size: int, first_wins: Callable[[int, int], bool]) -> list[str]:
    """The matches of the losers' bracket whose teams have met before; the better seed has the smaller number."""
    seeds = [0]
    while len(seeds) < size:
        seeds = [each for seed in seeds for each in (seed, 2 * len(seeds) - 1 - seed)]
    ended: dict[str, tuple[int, int]] = {}
    met: set[frozenset[int]] = set()
    again = []
    for match in double_elimination_bracket(size)[:-2]:
        one, other = (
            seeds[each.place] if each.place is not None
            else ended[each.winner_of][0] if each.winner_of else ended[each.loser_of][1]
            for each in match.sources
        )  # fmt: skip
        ended[match.key] = (one, other) if first_wins(one, other) else (other, one)
        again += [match.key] if frozenset((one, other)) in met else []
        met.add(frozenset((one, other)))
    return again


@pytest.mark.parametrize("size", SIZES[1:])
def test_if_the_favourites_win_nobody_meets_again_before_the_last_round_of_the_losers(size: int) -> None:
    last = size.bit_length() - 1
    assert met_again(size, lambda one, other: one < other) == [f"L{2 * last - 2}-1"]


EARLIEST = {8: 3, 16: 4, 32: 5, 64: 7, 128: 8}


@pytest.mark.parametrize("size", EARLIEST)
def test_by_chance_too_people_meet_again_late_and_seldom(size: int) -> None:
    chance = random.Random(size)
    times = 300
    found = [key for _ in range(times) for key in met_again(size, lambda *_: chance.random() < 0.5)]
    assert min(int(key[1:].split("-")[0]) for key in found) >= EARLIEST[size]
    assert len(found) / times < 1


# --- how far it has been played ----------------------------------------------------------------------------------


def test_there_is_no_picture_before_the_bracket_is_drawn() -> None:
    assert bracket_of(replace(cup("AB"), stages=(Stage(key="main"),)), "main") == ()


def test_before_the_first_round_everything_but_the_first_matches_is_open() -> None:
    found = states(cup("ABCD"))
    assert sides(found["W1-2"]) == ("C", "D")
    assert ended(found["W1-2"]) == (None, None)
    assert sides(found["F"]) == (None, None)
    assert [side.source for side in found["F"].sides] == [source("+W1-1"), source("+W1-2")]


def test_a_bye_goes_on_without_a_match_and_leaves_no_loser() -> None:
    found = states(cup("A.BC", round_of(1, unplayed(1, "B", "C"), byes="A"), third_place=True))
    assert ended(found["W1-1"]) == ("A", "")
    assert sides(found["F"]) == ("A", None)
    assert sides(found["T"]) == ("", None)


def test_winners_and_losers_go_where_the_bracket_sends_them() -> None:
    record = cup("ABCD", round_of(1, won(2, "B", "A"), won(1, "C", "D")), third_place=True)
    found = states(record)
    assert ended(found["W1-1"]) == ("B", "A")
    assert found["W1-1"].table == 2
    assert sides(found["F"]) == ("B", "C")
    assert sides(found["T"]) == ("A", "D")


def test_a_table_that_is_not_over_leaves_the_match_open() -> None:
    found = states(cup("ABCD", round_of(1, won(1, "A", "B"), unplayed(2, "C", "D"))))
    assert ended(found["W1-2"]) == (None, None)
    assert found["W1-2"].table == 2
    assert sides(found["F"]) == ("A", None)


def test_equal_totals_leave_the_match_open() -> None:
    found = states(cup("AB", round_of(1, whole(1, "A", "B", (700, 700)))))
    assert ended(found["F"]) == (None, None)


def test_the_director_decides_by_a_ruling() -> None:
    record = cup("ABCD", round_of(1, won(1, "A", "B"), unplayed(2, "C", "D")), rulings=(forfeit(1, 2, 0),))
    assert ended(states(record)["W1-2"]) == ("D", "C")


def test_a_corrected_score_turns_the_match_round() -> None:
    facts: dict[str, Any] = {"id": "r1", "stage": "main", "round": 1, "reason": "added up wrongly"}
    ruling = Ruling(kind=RulingKind.ADJUSTED, table=1, totals=(480, 1000), **facts)
    assert ended(states(cup("AB", round_of(1, won(1, "A", "B")), rulings=(ruling,)))["F"]) == ("B", "A")


@pytest.mark.parametrize("team", ["A", "B"])
def test_if_one_is_given_an_average_the_result_of_the_other_decides(team: str) -> None:
    facts: dict[str, Any] = {"id": "r1", "stage": "main", "round": 1, "reason": "disturbed"}
    ruling = Ruling(kind=RulingKind.AVERAGE, team=team, **facts)
    assert ended(states(cup("AB", round_of(1, won(1, "A", "B")), rulings=(ruling,)))["F"]) == ("A", "B")


def test_if_neither_came_nobody_goes_on_and_the_next_opponent_has_nobody() -> None:
    record = cup("ABCD", round_of(1, won(1, "A", "B"), unplayed(2, "C", "D")), rulings=(forfeit(1, 2, None),))
    found = states(record)
    assert ended(found["W1-2"]) == ("", "")
    assert sides(found["F"]) == ("A", "")
    assert ended(found["F"]) == ("A", "")


def test_who_has_left_before_the_next_round_is_drawn_comes_no_more() -> None:
    gone = tuple(Team(id=id_, withdrawn=1 if id_ == "C" else None) for id_ in "ABCD")
    record = cup("ABCD", round_of(1, won(1, "A", "B"), won(2, "C", "D")), teams=gone)
    final = states(record)["F"]
    assert sides(final) == ("A", "")
    assert final.sides[1].left == "C"
    assert ended(final) == ("A", "")


def test_a_match_that_was_played_stands_whoever_leaves_later() -> None:
    gone = tuple(Team(id=id_, withdrawn=1 if id_ == "A" else None) for id_ in "ABCD")
    record = cup("ABCD", round_of(1, won(1, "A", "B"), won(2, "C", "D")), round_of(2, byes="C"), teams=gone)
    found = states(record)
    assert ended(found["W1-1"]) == ("A", "B")
    assert sides(found["F"]) == ("", "C")
    assert ended(found["F"]) == ("C", "")


def test_who_was_not_here_yet_for_a_round_stays_out_of_it() -> None:
    late = tuple(Team(id=id_, arrived=2 if id_ == "A" else 1) for id_ in "ABCD")
    found = states(cup("ABCD", round_of(1, won(1, "C", "D"), byes="B"), teams=late))
    assert ended(found["W1-1"]) == ("B", "")
    assert sides(found["F"]) == ("B", "C")


def test_a_walkover_against_somebody_who_had_not_left_after_all_is_open_again() -> None:
    record = cup("ABCD", round_of(1, won(1, "A", "B"), won(2, "C", "D")), round_of(2, byes="C"))
    assert sides(states(record)["F"]) == ("A", "C")
    assert ended(states(record)["F"]) == (None, None)


def test_the_disqualified_play_no_more_but_whom_they_beat_stays_beaten() -> None:
    facts: dict[str, Any] = {"id": "r1", "stage": "main", "round": 1, "reason": "cheated"}
    ruling = Ruling(kind=RulingKind.DISQUALIFIED, team="A", **facts)
    found = states(cup("ABCD", round_of(1, won(1, "A", "B"), won(2, "C", "D")), rulings=(ruling,)))
    assert ended(found["W1-1"]) == ("A", "B")
    assert ended(found["F"]) == ("C", "")


@pytest.mark.parametrize(("one", "other"), ["BC", "AD", "BD"])
def test_a_result_corrected_after_the_next_round_was_drawn_leaves_that_match_open(one: str, other: str) -> None:
    first = round_of(1, won(1, one, "AB".replace(one, "")), won(2, other, "CD".replace(other, "")))
    final = states(cup("ABCD", first, round_of(2, won(1, "A", "C"))))["F"]
    assert sides(final) == (one, other)
    assert ended(final) == (None, None)
    assert final.table is None


def double(*rounds: Round, ids: str = "ABCD", **more: Any) -> dict[str, MatchState]:
    return states(cup(ids, *rounds, system=System.DOUBLE_ELIMINATION, **more))


FIRST = round_of(1, won(1, "A", "B"), won(2, "C", "D"))
SECOND = round_of(2, won(1, "A", "C"), won(2, "B", "D"))
THIRD = round_of(3, won(1, "B", "C"))


def test_the_second_final_is_open_until_the_first_is_played() -> None:
    assert sides(double(FIRST, SECOND, THIRD)["R"]) == (None, None)
    assert sides(double(FIRST, SECOND, THIRD)["F"]) == ("A", "B")


def test_there_is_no_second_final_if_the_unbeaten_team_wins_the_first() -> None:
    found = double(FIRST, SECOND, THIRD, round_of(4, won(1, "A", "B")))
    assert sides(found["R"]) == ("", "")
    assert ended(found["R"]) == ("", "")


def test_there_is_a_second_final_if_the_unbeaten_team_loses_the_first() -> None:
    found = double(FIRST, SECOND, THIRD, round_of(4, won(1, "B", "A")))
    assert sides(found["R"]) == ("B", "A")
    again = double(FIRST, SECOND, THIRD, round_of(4, won(1, "B", "A")), round_of(5, won(1, "A", "B")))
    assert ended(again["R"]) == ("A", "B")


def test_there_is_no_second_final_against_somebody_who_has_left() -> None:
    gone = tuple(Team(id=id_, withdrawn=3 if id_ == "A" else None) for id_ in "ABCD")
    found = double(FIRST, SECOND, THIRD, round_of(4, byes="B"), teams=gone)
    assert ended(found["F"]) == ("B", "")
    assert sides(found["R"]) == ("", "")


def test_the_picture_is_plain_json_with_where_open_sides_come_from() -> None:
    plain = json.loads(
        json.dumps(bracket_to_json(bracket_of(cup("A.BC", round_of(1, won(7, "C", "B"), byes="A")), "main")))
    )
    assert plain["version"] == 1
    assert plain["matches"][1] == {
        "key": "W1-2", "round": 1, "part": "winners", "position": 2, "winner": "C", "loser": "B", "table": 7,
        "sides": [{"source": {"place": 2}, "team": "B"}, {"source": {"place": 3}, "team": "C"}],
    }  # fmt: skip
    open_ = bracket_to_json(bracket_of(cup("ABCD"), "main"))["matches"][2]
    assert open_["sides"][0] == {"source": {"winner_of": "W1-1"}, "team": None}
