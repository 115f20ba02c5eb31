"""A table of five: one sits out in turn, everybody plays four hands, each with another partner."""

from collections import Counter
from dataclasses import replace

import pytest

from rules.refusal import Refusal
from scoring import five
from scoring.presets import GERMAN_CHAMPIONSHIP
from scoring.record import Hand, Record, Round, Ruling, RulingKind, Stage, Table, Team, WholeMatch
from scoring.regulations import OddNumbers, PointRules
from scoring.standings import standings

NOBODY = ("", "", "", "")
EVEN = Hand(calls=NOBODY, out=(0, 1), points=50)


def table_of_five(*hands: Hand) -> Record:
    seats = tuple("abcde")
    stage = Stage(key="main", rounds=(Round(number=1, tables=(Table(number=1, seats=seats, hands=hands),)),))
    teams = tuple(Team(id=id_) for id_ in seats)
    return Record(name="Five", regulations=GERMAN_CHAMPIONSHIP, teams=teams, stages=(stage,))


def values(record: Record, key: str) -> dict[str, object]:
    return {row.team: row.values[key] for row in standings(record, criteria=("points", "tichu_points")).rows}


def test_in_five_hands_everybody_sits_out_once_and_is_everybodys_partner_once_and_opponent_twice():
    partners: Counter[frozenset[int]] = Counter()
    met: Counter[frozenset[int]] = Counter()
    for hand in range(5):
        one, two, three, four = five.playing(hand)
        assert {one, two, three, four} == set(range(5)) - {five.sitting(hand)}
        partners.update((frozenset((one, three)), frozenset((two, four))))
        met.update(frozenset((a, b)) for a in (one, three) for b in (two, four))
    assert [five.sitting(hand) for hand in range(5)] == [0, 1, 2, 3, 4]
    assert set(partners.values()) == {1}
    assert set(met.values()) == {2}
    assert len(partners) == len(met) == 10


def test_everybody_adds_up_the_own_four_hands():
    """First hand: a sits out, b and e (opposite each other) win doubly: 3 each. The others are even: 1 point a hand."""
    record = table_of_five(Hand(calls=NOBODY, out=(0, 2)), EVEN, EVEN, EVEN, EVEN)
    assert values(record, "points") == {"a": 4, "b": 6, "c": 3, "d": 3, "e": 6}
    assert values(record, "tichu_points") == {"a": 200, "b": 250, "c": 150, "d": 150, "e": 250}


def test_calls_are_those_of_whoever_sat_there_in_that_hand():
    """Second hand: b sits out; c, d, a and e play in this order, so the fourth seat is e's."""
    hands = (EVEN, Hand(calls=("", "", "", "T"), out=(3, 0), points=50), EVEN, EVEN, EVEN)
    rows = {row.team: row.values["calls"] for row in standings(table_of_five(*hands), criteria=("calls",)).rows}
    assert rows == {"a": 0, "b": 0, "c": 0, "d": 0, "e": 1}


def test_it_gives_nothing_before_the_fifth_hand_and_refuses_a_sixth():
    assert set(values(table_of_five(EVEN, EVEN, EVEN, EVEN), "points").values()) == {0}
    with pytest.raises(Refusal) as refused:
        standings(table_of_five(*[EVEN] * 6))
    assert (refused.value.code, refused.value.facts["ended"]) == ("surplus_hand", 5)


def test_five_sit_together_only_where_the_organiser_wants_it():
    with pytest.raises(Refusal) as refused:
        replace(table_of_five(), regulations=replace(GERMAN_CHAMPIONSHIP, odd_numbers=(OddNumbers.SIT_OUT,)))
    assert (refused.value.code, refused.value.facts["allowed"]) == ("seats_number", [4])


def test_nobody_wins_such_a_table_as_a_whole():
    """So it has no two totals, and no side of it can forfeit; both forfeiting is all five."""
    points = PointRules(counting="difference", bye="average")
    stages = (replace(GERMAN_CHAMPIONSHIP.stages[0], points=points),)
    record = replace(table_of_five(), regulations=replace(GERMAN_CHAMPIONSHIP, stages=stages))
    table = replace(record.stages[0].rounds[0].tables[0], whole=WholeMatch(totals=(300, 100)))
    with pytest.raises(Refusal, match="hands_needed"):
        replace(record, stages=(Stage(key="main", rounds=(Round(number=1, tables=(table,)),)),))
    facts = {"id": "1", "stage": "main", "round": 1, "table": 1, "reason": "gone"}
    with pytest.raises(Refusal, match="five_no_sides"):
        replace(record, rulings=(Ruling(kind=RulingKind.FORFEIT, side=0, **facts),))
    with pytest.raises(Refusal, match="hands_needed"):
        replace(record, rulings=(Ruling(kind=RulingKind.ADJUSTED, totals=(200, 100), **facts),))
    nobody = replace(record, rulings=(Ruling(kind=RulingKind.FORFEIT, **facts),))
    assert set(values(nobody, "points").values()) == {0}


def test_whoever_fills_up_a_table_for_the_house_is_not_ranked():
    record = table_of_five(EVEN, EVEN, EVEN, EVEN, EVEN)
    record = replace(record, teams=(replace(record.teams[0], house=True), *record.teams[1:]))
    assert {row.team for row in standings(record).rows} == {"b", "c", "d", "e"}
