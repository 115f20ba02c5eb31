"""What players did: calls made and missed, what they brought and cost, double victories, going out first."""

import random

import pytest

from scoring.hand import HandRules
from scoring.presets import PRESETS
from scoring.record import Hand, Record, Round, Stage, Table, Team, WholeMatch
from scoring.statistics import NOTHING, Statistics, added, statistics, table_statistics, together
from scoring.variants import Variant
from tests.scoring.tournaments import of_rounds, random_record, swiss, whole

PAIRS = ("a", "b", "a", "b")


def a_table(*hands: Hand, seats: tuple[str, ...] = PAIRS) -> Table:
    return Table(number=1, seats=seats, hands=hands)


def test_a_call_that_was_made_and_one_that_was_missed():
    """Seat 0 calls Tichu and goes out first; seat 3 calls Grand Tichu and does not."""
    one, _, _, four = table_statistics(a_table(Hand(calls=("T", "", "", "GT"), out=(0, 1), points=50)), HandRules())
    assert one == Statistics(hands=1, tichu_made=1, first=1, won=100)
    assert four == Statistics(hands=1, grand_missed=1, lost=200)
    assert (one.calls, one.balance, four.balance) == (1, 100, -200)


def test_a_double_victory_is_both_partners():
    found = table_statistics(a_table(Hand(calls=("",) * 4, out=(1, 3))), HandRules())
    assert [each.doubles for each in found] == [0, 1, 0, 1]
    assert [each.first for each in found] == [0, 1, 0, 0]


def test_a_call_of_which_the_paper_tells_nothing_counts_as_neither():
    """Two of one side called and the totals alone say that one of them made it, and not which."""
    hand = Hand(calls=("T", "", "T", ""), totals=(50, 50))
    found = table_statistics(a_table(hand), HandRules())
    assert [each.calls for each in found] == [0, 0, 0, 0]
    assert [each.hands for each in found] == [1, 1, 1, 1]


def test_only_a_result_says_nothing():
    table = Table(number=1, seats=PAIRS, whole=WholeMatch(totals=(1000, 0)))
    assert table_statistics(table, HandRules()) == (NOTHING,) * 4


def test_in_threechu_the_lines_go_round_and_the_dummy_is_nobody():
    """In the second hand player 1 deals, so the first line of the sheet is theirs and the third is the dummy's."""
    rules = HandRules(variant=Variant.THREECHU)
    hands = (
        Hand(calls=("T", "", "", ""), out=(0, 1), points=50),
        Hand(calls=("T", "", "T", ""), out=(0, 1), points=50),
    )
    found = table_statistics(a_table(*hands, seats=("a", "b", "c")), rules)
    assert [each.tichu_made for each in found] == [1, 1, 0]
    assert sum(each.tichu_missed for each in found) == 0
    assert [each.hands for each in found] == [2, 2, 2]


def test_at_a_table_of_five_one_sits_out_in_turn():
    """In the first hand seat 0 sits out, and the first line is that of seat 1."""
    hand = Hand(calls=("T", "", "", ""), out=(0, 1), points=50)
    found = table_statistics(a_table(hand, seats=tuple("abcde")), HandRules())
    assert [each.hands for each in found] == [0, 1, 1, 1, 1]
    assert [each.tichu_made for each in found] == [0, 1, 0, 0, 0]


def test_in_grand_seigneur_there_is_only_going_out_first():
    hand = Hand(out=(3, 0, 1, 2, 4))
    found = table_statistics(a_table(hand, seats=tuple("abcde")), HandRules(variant=Variant.GRAND_SEIGNEUR))
    assert found[3] == Statistics(hands=1, first=1)
    assert found[0] == Statistics(hands=1)


def test_partners_add_up_their_calls_and_share_their_hands():
    one, other = (
        Statistics(hands=4, tichu_made=1, doubles=2, won=100),
        Statistics(hands=4, grand_missed=1, doubles=2, lost=200),
    )
    both = together((one, other))
    assert both == Statistics(hands=4, tichu_made=1, grand_missed=1, doubles=2, won=100, lost=200)
    assert together(()) == NOTHING
    assert added((one, other)).hands == 8


def test_a_tournament_by_team_and_seat():
    hand = Hand(calls=("T", "", "", ""), out=(0, 1), points=50)
    record = of_rounds(swiss("points"), "abcd", [a_table(hand), whole(2, "c", "d", (300, 100))])
    found = statistics(record)
    assert found["a"] == (Statistics(hands=1, tichu_made=1, first=1, won=100), Statistics(hands=1))
    assert found["c"] == (NOTHING, NOTHING)
    assert set(found) == set("abcd")


@pytest.mark.parametrize("seed", range(3))
def test_what_all_did_together_is_what_was_written(seed: int):
    record = random_record(random.Random(seed), pairs=12, rounds=3, hands=4, tiebreaks=("points",))
    hands = [hand for each in record.stages[0].rounds for table in each.tables for hand in table.hands]
    all_of_them = added(did for each in statistics(record).values() for did in each)
    assert all_of_them.hands == 4 * len(hands)
    assert all_of_them.calls == sum(bool(call) for hand in hands for call in hand.calls)
    assert all_of_them.first == len(hands)
    assert all_of_them.doubles == 2 * sum(len(hand.out) == 2 and hand.out[0] % 2 == hand.out[1] % 2 for hand in hands)
    assert all_of_them.won + all_of_them.lost == sum({"T": 100, "GT": 200}.get(c, 0) for h in hands for c in h.calls)


def test_individuals_have_one_seat_each():
    hand = Hand(calls=("", "T", "", ""), out=(0, 1), points=50)
    stage = Stage(key="main", rounds=(Round(number=1, tables=(a_table(hand, seats=tuple("abcd")),)),))
    teams = tuple(Team(id=each, name=each, members=(each,)) for each in "abcd")
    record = Record(name="Trial", regulations=PRESETS["german_championship"], teams=teams, stages=(stage,))
    assert statistics(record)["b"] == (Statistics(hands=1, tichu_missed=1, lost=100),)
