"""Numbers that do not come out even: what is done with those left over, and whom it strikes."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from pairing.situation import situation
from pairing.surplus import Numbers, divide
from pairing.systems import chance, draw
from rules.refusal import Refusal
from scoring.presets import HIESFELD
from scoring.record import Record, Round, Stage, Table
from scoring.regulations import OddNumbers
from tests.length import at_length
from tests.pairing.individuals import FIVE, HOUSE, OUT, after, comes, drawn, individuals, leaves

BYE = OddNumbers.BYE


def divided(record: Record, size: int = 4) -> Numbers:
    s = situation(record, "main", 1, random.Random(1))
    return divide(s, len(s.to_draw), size)


@pytest.mark.parametrize("players", range(4, at_length(101, usually=41)))
def test_everybody_has_a_place_and_as_few_tables_of_five_as_possible(players: int):
    found = divided(individuals(players, odd=(FIVE, OUT)))
    assert 4 * found.tables + 5 * found.fives + found.out == players
    if players in (6, 7, 11):
        assert (found.fives, found.out) == (0, players % 4)
    else:
        assert (found.fives, found.out) == (players % 4, 0)


@pytest.mark.parametrize(
    ("players", "house", "odd", "expected"),
    [
        (16, 3, (HOUSE, FIVE, OUT), Numbers(4)),
        (17, 3, (HOUSE, FIVE, OUT), Numbers(5, house=("h0", "h1", "h2"))),
        (17, 2, (HOUSE, FIVE, OUT), Numbers(3, fives=1)),
        (11, 0, (HOUSE, FIVE, OUT), Numbers(2, out=3)),
        (19, 3, (HOUSE,), Numbers(5, house=("h0",))),
        (19, 3, (FIVE, HOUSE), Numbers(1, fives=3)),
        (19, 3, (BYE,), Numbers(4, out=3)),
        (3, 1, (HOUSE,), Numbers(1, house=("h0",))),
        (5, 0, (FIVE,), Numbers(0, fives=1)),
    ],
)
def test_the_first_wish_that_is_possible_is_taken(
    players: int, house: int, odd: tuple[OddNumbers, ...], expected: Numbers
):
    assert divided(individuals(players, house=house, odd=odd)) == expected


@pytest.mark.parametrize("players", range(6, 40))
def test_at_tables_of_three_and_six_people_are_left_over_too(players: int):
    for size in (3, 6):
        found = divided(individuals(players, odd=(OUT,)), size)
        assert (size * found.tables + found.out, found.out) == (players, players % size)


@pytest.mark.parametrize("players", [0, 1, 2, 3])
def test_too_few_for_one_table_are_refused(players: int):
    with pytest.raises(Refusal) as refused:
        drawn(individuals(players), 1)
    assert refused.value == Refusal("too_few", field="teams", value=players, minimum=4)


def test_where_no_wish_is_possible_the_refusal_says_what_would_help():
    with pytest.raises(Refusal) as refused:
        drawn(individuals(11, odd=(FIVE,)), 1)
    assert refused.value == Refusal(
        "odd_numbers_impossible",
        field="odd_numbers",
        value=11,
        size=4,
        house=1,
        wishes=["table_of_five"],
        relax=["house_player", "sit_out"],
    )
    with pytest.raises(Refusal) as refused:
        drawn(individuals(9, house=2, odd=(HOUSE,)), 1)
    assert refused.value.facts["house"] == 3
    assert refused.value.facts["relax"] == ["table_of_five", "house_player", "sit_out"]


def test_a_quartet_has_no_five():
    regulations = replace(HIESFELD, odd_numbers=(HOUSE,))
    with pytest.raises(Refusal) as refused:
        draw(replace(individuals(9), regulations=regulations), "main", 1, chance("x"))
    assert refused.value.facts["relax"] == ["house_player", "sit_out"]


def test_tables_that_are_kept_are_not_counted_again():
    kept = Table(number=1, seats=("p0000", "p0001", "p0002", "h0"), kept=True)
    record = individuals(9, house=3, odd=(HOUSE, OUT))
    record = replace(record, stages=(Stage(key="main", rounds=(Round(number=1, tables=(kept,)),)),))
    assert divided(record) == Numbers(2, house=("h1", "h2"))


# --- whom it strikes ---------------------------------------------------------------------------------------------


def struck(record: Record) -> tuple[Counter[str], Counter[str]]:
    """How often everybody has sat out, and at a table of five."""
    rounds = record.stages[0].rounds
    out = Counter(player for each in rounds for player in each.byes)
    fives = Counter(p for each in rounds for table in each.tables if len(table.seats) == 5 for p in table.seats)
    return out, fives


@pytest.mark.parametrize("players", [5, 13, 18, 42])
def test_after_every_round_nobody_has_been_struck_twice_more_than_another(players: int):
    for odd in ((OUT,), (FIVE, OUT)):
        record = individuals(players, odd=odd, rounds=8)
        for number in range(1, 9):
            record = after(record, number, first=number)
            for times in struck(record):
                everybody = [times[team.id] for team in record.teams]
                assert max(everybody) - min(everybody) <= 1


def test_lots_decide_who_sits_out_first():
    first = {drawn(individuals(13, odd=(OUT,)), 1, seed=str(seed)).byes[0].team for seed in range(12)}
    assert len(first) > 4


def test_who_comes_late_is_the_first_to_sit_out():
    record = comes(after(individuals(8, odd=(OUT,)), 3), "late", arrived=4)
    record = after(record, 6, first=4)
    assert Counter(player for each in record.stages[0].rounds for player in each.byes).most_common(1)[0][1] == 1


def test_when_numbers_come_out_even_again_nobody_sits_out():
    record = after(leaves(after(individuals(17, odd=(FIVE,)), 2), "p0000", after=2), 6, first=3)
    assert [len({len(table.seats) for table in each.tables}) for each in record.stages[0].rounds] == [2, 2, 1, 1, 1, 1]
