"""Quartets: four stay together for three rounds, and everybody partners everybody."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from pairing.check import check
from pairing.draw import Draw, with_draw
from pairing.systems import chance, draw
from rules.refusal import Refusal
from scoring.presets import HIESFELD
from scoring.record import Apart, Record, Round, Table, Together
from scoring.regulations import OddNumbers, Seeding
from tests.pairing.individuals import comes, leaves, people


def league(players: int, *, rounds: int | None = 3, house: int = 0, **stage) -> Record:
    rules = replace(HIESFELD.stages[0], rounds=rounds, **stage)
    return Record(name="Trial", regulations=replace(HIESFELD, stages=(rules,)), teams=people(players, house))


def drawn(record: Record, number: int, seed: str = "x") -> Draw:
    found = draw(record, "main", number, chance(f"{seed}.{number}"))
    assert [breach for breach in check(record, found) if breach.must] == []
    return found


def after(record: Record, last: int, *, first: int = 1) -> Record:
    for number in range(first, last + 1):
        record = with_draw(record, drawn(record, number))
    return record


def fours(round_: Round) -> set[frozenset[str]]:
    return {frozenset(table.seats) for table in round_.tables}


def sides(rounds: tuple[Round, ...]) -> list[frozenset[str]]:
    return [frozenset(side) for each in rounds for t in each.tables for side in (t.seats[0::2], t.seats[1::2])]


@pytest.mark.parametrize("players", [*range(4, 61), 100])
def test_over_a_cycle_everybody_partners_everybody_of_his_quartet(players: int):
    rounds = after(league(players), 3).stages[0].rounds
    assert fours(rounds[0]) == fours(rounds[1]) == fours(rounds[2])
    assert {*rounds[0].byes} == {*rounds[1].byes} == {*rounds[2].byes}
    assert len(rounds[0].byes) == players % 4
    pairs = {frozenset(two) for four in fours(rounds[0]) for two in combinations(four, 2)}
    assert Counter(sides(rounds)) == dict.fromkeys(pairs, 1)


@pytest.mark.parametrize(("players", "cycles", "known"), [(16, 5, 0), (28, 3, 0), (40, 4, 0), (12, 2, 3), (8, 2, 4)])
def test_in_later_cycles_people_meet_as_few_as_possible_whom_they_know(players: int, cycles: int, known: int):
    """16 players meet everybody once in five cycles. Of four from three tables two know each other."""
    record = after(league(players, rounds=3 * cycles), 3 * cycles)
    rounds = record.stages[0].rounds[0::3]
    met = Counter(frozenset(two) for each in rounds for t in each.tables for two in combinations(t.seats, 2))
    assert sum(times - 1 for times in met.values()) == known


def test_the_next_cycle_has_other_quartets():
    rounds = after(league(20, rounds=6), 6).stages[0].rounds
    assert fours(rounds[2]).isdisjoint(fours(rounds[3]))
    assert fours(rounds[3]) == fours(rounds[5])


def test_who_sat_out_for_a_cycle_plays_in_the_next():
    rounds = after(league(14, rounds=6), 6).stages[0].rounds
    assert len(rounds[0].byes) == 2
    assert not {*rounds[0].byes} & {*rounds[3].byes}


def test_three_rounds_are_usual():
    record = after(league(8, rounds=None), 3)
    with pytest.raises(Refusal) as refused:
        drawn(record, 4)
    assert refused.value == Refusal("stage_over", field="round", stage="main", value=4, rounds=3)


def test_seeded_neighbours_form_the_first_quartets():
    record = league(12, seeding=Seeding.SEEDED)
    teams = tuple(replace(team, seed=at) for at, team in enumerate(record.teams, start=1))
    first = drawn(replace(record, teams=teams), 1)
    assert fours(first.as_round()) == {frozenset(f"p{at:04d}" for at in range(b, b + 4)) for b in (0, 4, 8)}


# --- people who come and go ----------------------------------------------------------------------------------------


def test_a_house_player_takes_the_place_of_one_who_leaves():
    before = after(league(8, house=1), 1)
    gone = before.stages[0].rounds[0].tables[0].seats[0]
    three = {*before.stages[0].rounds[0].tables[0].seats} - {gone}
    record = after(leaves(before, gone, after=1), 3, first=2)
    for each in record.stages[0].rounds[1:]:
        assert {frozenset({*three, "h0"})} < fours(each)
    old = [side for side in sides(record.stages[0].rounds) if side <= three]
    assert len(old) == len({*old}) == 3
    codes = [reason.code for table in drawn(record, 3).tables for reason in table.reasons]
    assert Counter(codes) == {"quartet": 2, "house_player": 1}


def test_without_one_the_three_others_have_a_bye():
    before = after(league(8), 1)
    gone = before.stages[0].rounds[0].tables[0].seats[0]
    for number in (2, 3):
        found = drawn(after(leaves(before, gone, after=1), number - 1, first=2), number)
        assert {each.team for each in found.byes} == {*before.stages[0].rounds[0].tables[0].seats} - {gone}
        assert {reason.code for each in found.byes for reason in each.reasons} == {"quartet_broken"}
        assert len(found.tables) == found.cost["quartets_broken"] == 1


def test_who_comes_in_the_middle_waits_for_the_next_quartet():
    before = comes(after(league(8, rounds=6), 1), "late", arrived=2)
    second = drawn(before, 2)
    assert [(each.team, each.reasons[0].code) for each in second.waiting] == [("late", "next_quartet")]
    assert not second.byes
    fourth = drawn(after(before, 3, first=2), 4)
    assert not fourth.waiting
    assert len(fourth.tables) == 2


def test_who_sits_out_is_told_so_in_all_three_rounds():
    record = after(league(9), 2)
    for number in (1, 3):
        found = drawn(record if number == 3 else league(9), number)
        assert [each.reasons[0].code for each in found.byes] == ["sits_out"]


def test_a_table_that_is_kept_stays_in_the_second_round():
    record = after(league(8), 1)
    table = record.stages[0].rounds[0].tables[0]
    kept = replace(table, number=5, kept=True)
    stage = record.stages[0]
    record = replace(record, stages=(replace(stage, rounds=(*stage.rounds, Round(number=2, tables=(kept,)))),))
    found = drawn(record, 2)
    assert [(each.number, each.seats) for each in found.tables if each.kept] == [(5, table.seats)]
    assert len(found.tables) == 2
    assert not found.byes


def test_a_split_that_a_director_played_already_is_not_played_again():
    """In round 2 he lets the partners of round 1 play together again; in round 3 they do not."""
    record = after(league(4), 1)
    first = record.stages[0].rounds[0]
    rounds = (first, Round(number=2, tables=(Table(number=1, seats=first.tables[0].seats),)))
    found = drawn(replace(record, stages=(replace(record.stages[0], rounds=rounds),)), 3)
    assert {*sides((found.as_round(),))}.isdisjoint(sides(rounds))


# --- wishes ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("never", list(Together))
def test_couples_are_in_different_quartets(never: Together):
    wishes = tuple(Apart(teams=(f"p{at:04d}", f"p{at + 1:04d}"), never=never, must=True) for at in range(0, 16, 2))
    record = after(replace(league(16, rounds=6), apart=wishes), 6)
    for each in record.stages[0].rounds:
        assert not any({*wish.teams} <= four for wish in wishes for four in fours(each))


def test_five_who_must_not_meet_do_not_fit_into_four_quartets():
    wish = Apart(teams=tuple(f"p{at:04d}" for at in range(5)), must=True)
    with pytest.raises(Refusal) as refused:
        drawn(replace(league(16), apart=(wish,)), 1)
    assert refused.value.code == "draw_impossible"
    assert len(refused.value.facts["relax"]) == 1
    assert drawn(replace(league(20), apart=(wish,)), 1).cost["must_wishes"] == 0


def test_who_must_not_be_in_one_quartet_take_turns_to_sit_out():
    """Five players, two of them kept apart: one of the two sits out, each for a cycle; then there is no way left."""
    wish = Apart(teams=("p0000", "p0001"), must=True)
    for seed in "abcdef":
        record, out = replace(league(5, rounds=9), apart=(wish,)), set[str]()
        for number in (1, 4):
            found = drawn(record, number, seed)
            out |= {each.team for each in found.byes}
            record = with_draw(record, found)
            for later in (number + 1, number + 2):
                found = drawn(record, later, seed)
                assert "second_bye" not in {breach.code for breach in check(record, found)}
                record = with_draw(record, found)
        assert out == {*wish.teams}
        with pytest.raises(Refusal) as refused:
            drawn(record, 7, seed)
        assert refused.value.facts["proved"] is False, "if one of them sat out again, it could be drawn"


def test_odd_numbers_need_a_wish():
    record = league(9)
    record = replace(record, regulations=replace(record.regulations, odd_numbers=(OddNumbers.HOUSE_PLAYER,)))
    with pytest.raises(Refusal, match="odd_numbers_impossible"):
        drawn(record, 1)
