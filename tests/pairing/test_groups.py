import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from pairing.draw import Draw, with_draw
from pairing.groups import MUST, Deal, draw_groups, key_of, unavoidable, weights
from pairing.situation import all_pairs, situation
from rules.refusal import Refusal
from scoring.record import Apart, Group, Record, Stage, Team
from scoring.regulations import Clubmates, Seeding, System
from tests.pairing.test_round_robin import (
    HOUSE,
    changed,
    draw,
    event,
    everybody,
    lean,
    meetings,
    output_of,
    pairs,
    played,
    reasons,
    rounds_of,
    with_draft,
)


def in_groups(teams: int | Sequence[Team], groups: int, **more: object) -> Record:
    return event(teams, System.GROUPS, groups=groups, **more)


def drawn(record: Record, number: int | None = None, *, seed: str = "chance") -> Draw:
    return draw(record, number, seed=seed, by=draw_groups)


def to_the_end(record: Record, until: int = 1000) -> Record:
    return played(record, until, by=draw_groups)


def with_groups(record: Record, *groups: str) -> Record:
    """The record with these groups, made by the director."""
    made = tuple(Group(key=key_of(at), teams=tuple(teams.split())) for at, teams in enumerate(groups))
    return replace(record, stages=(Stage(key="main", groups=made),))


def all_matches(groups: Sequence[Group]) -> Counter[frozenset[str]]:
    return Counter(two for group in groups for two in all_pairs(group.teams))


# --- a tournament --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", range(3, 41))
@pytest.mark.parametrize("groups", [2, 3, 4, 5, 6])
def test_in_every_group_everybody_meets_everybody(n: int, groups: int) -> None:
    if n < 2 * groups:
        with pytest.raises(Refusal) as refused:
            drawn(in_groups(n, groups))
        assert refused.value == Refusal("too_few", field="groups", value=n, minimum=2 * groups)
        return
    end = to_the_end(in_groups(n, groups))
    made = end.stages[0].groups
    sizes = [len(group.teams) for group in made]
    assert [group.key for group in made] == list("ABCDEF"[:groups])
    assert sum(sizes) == n
    assert max(sizes) - min(sizes) <= 1
    assert meetings(rounds_of(end)) == all_matches(made)
    assert len(rounds_of(end)) == max(size - 1 + size % 2 for size in sizes)
    assert max(map(abs, lean(end).values())) <= 1


@pytest.mark.parametrize("n", [12, 14])
def test_every_group_gets_one_team_from_every_pot(n: int) -> None:
    groups = drawn(in_groups(n, 4)).groups
    for pot in range(3):
        best = {f"t{at:02d}" for at in range(4 * pot, 4 * pot + 4)}
        assert [len(best & {*group.teams}) for group in groups] == [1, 1, 1, 1]
    assert all(list(group.teams) == sorted(group.teams) for group in groups)


def test_lots_decide_which_group_a_team_gets_into_and_which_are_larger() -> None:
    seen = {tuple(group.teams for group in drawn(in_groups(6, 2), seed=str(at)).groups) for at in range(20)}
    larger = {tuple(len(group.teams) for group in drawn(in_groups(7, 3), seed=str(at)).groups) for at in range(20)}
    assert len(seen) > 5
    assert larger == {(3, 2, 2), (2, 3, 2), (2, 2, 3)}


def test_the_seeding_of_the_regulations_makes_the_pots() -> None:
    teams = [replace(team, rating=1000 + int(team.id[1:])) for team in pairs(8)]
    groups = drawn(in_groups(teams, 2, seeding=Seeding.RATING)).groups
    assert {group.teams[0] for group in groups} == {"t06", "t07"}


def test_groups_are_given_in_the_round_that_makes_them_and_stay() -> None:
    record = in_groups(9, 2)
    first = drawn(record)
    assert first.groups
    record = with_draw(record, first)
    assert drawn(record).groups == ()
    assert drawn(record, 1, seed="other").groups == ()
    assert meetings([drawn(record, 1, seed="other").as_round()]) == meetings([first.as_round()])


def test_the_plan_has_the_rounds_of_all_groups() -> None:
    first = drawn(in_groups(9, 2))
    assert meetings([first.as_round(), *first.plan]) == all_matches(first.groups)
    assert [each.number for each in first.plan] == [2, 3, 4, 5]
    assert {table.reasons[0].facts["group"] for table in first.tables} == {"A", "B"}


def test_a_group_that_has_finished_waits_for_the_others() -> None:
    record = with_groups(in_groups(8, 2), "t00 t01 t02", "t03 t04 t05 t06 t07")
    found = drawn(to_the_end(record, until=3))
    assert reasons(found.waiting) == dict.fromkeys(["t00", "t01", "t02"], "group_finished")
    assert found.waiting[0].reasons[0].facts == {"group": "A"}
    assert len(rounds_of(to_the_end(record))) == 5


def test_the_regulations_can_cut_all_groups_short() -> None:
    assert len(rounds_of(to_the_end(in_groups(12, 2, rounds=3)))) == 3


def test_after_the_last_round_of_the_last_group_the_stage_is_over() -> None:
    with pytest.raises(Refusal) as refused:
        drawn(to_the_end(in_groups(9, 2)))
    assert refused.value == Refusal("stage_over", field="round", stage="main", value=6, rounds=5)


def test_after_z_groups_have_two_letters() -> None:
    assert [key_of(at) for at in (0, 25, 26, 51, 52)] == ["A", "Z", "AA", "AZ", "BA"]


SCRIPT = """
import sys; sys.path.insert(0, "")
from tests.pairing.test_groups import *
teams = [replace(team, club="NSEW"[at % 4]) for at, team in enumerate(pairs(22))]
print(drawn(in_groups(teams, 3, clubmates=Clubmates.APART_IF_POSSIBLE, seeding=Seeding.DRAWN)))
"""


def test_groups_are_the_same_in_every_process() -> None:
    assert output_of(SCRIPT, "1") == output_of(SCRIPT, "2") != ""


# --- who comes, who leaves, what the director keeps ----------------------------------------------------------------


@pytest.mark.parametrize("n", [8, 13])
def test_a_late_entry_joins_the_smallest_group_and_meets_everybody_there(n: int) -> None:
    teams = [*pairs(n), Team(id="late", members=("x", "y"), arrived=3)]
    record = to_the_end(in_groups(teams, 3), until=2)
    found = drawn(record)
    sizes = [len(group.teams) for group in record.stages[0].groups]
    (joined,) = (at for at, group in enumerate(found.groups) if "late" in group.teams)
    assert joined == sizes.index(min(sizes))
    end = to_the_end(record)
    assert meetings(rounds_of(end)) == all_matches(found.groups)
    assert len(rounds_of(end)) == max(2 + min(sizes), *(size - 1 + size % 2 for size in sizes))


def test_who_has_left_makes_a_group_smaller() -> None:
    record = to_the_end(in_groups(8, 2), until=1)
    group = record.stages[0].groups[1]
    record = changed(record, group.teams[0], withdrawn=1)
    record = replace(record, teams=(*record.teams, Team(id="late", members=("x", "y"), arrived=2)))
    assert "late" in drawn(record).groups[1].teams


def test_the_other_group_keeps_its_plan_when_somebody_comes_late() -> None:
    record = to_the_end(in_groups([*pairs(11), Team(id="late", members=("x", "y"), arrived=2)], 2), until=1)
    groups = record.stages[0].groups
    (larger,) = (group for group in groups if len(group.teams) == 6)
    found = drawn(record)

    def own(rounds: Sequence[object]) -> list[list[tuple[str, ...]]]:
        return [sorted(t.seats for t in each.tables if t.seats[0] in larger.teams) for each in rounds]

    assert own([found.as_round(), *found.plan])[:4] == own(record.stages[0].plan)[:4]


def test_opponents_of_who_has_left_have_a_bye_in_their_group() -> None:
    record = to_the_end(in_groups(8, 2), until=1)
    gone = record.stages[0].groups[0].teams[1]
    found = drawn(changed(record, gone, withdrawn=1))
    ((team, why),) = reasons(found.byes).items()
    assert why == "opponent_gone"
    assert team in record.stages[0].groups[0].teams


def test_a_table_the_director_keeps_between_two_groups_is_played_and_everybody_still_meets_everybody() -> None:
    record = to_the_end(in_groups(12, 2), until=1)
    a, b = record.stages[0].groups
    two = (a.teams[0], b.teams[0])
    found = drawn(with_draft(record, two), 2)
    assert [table.seats for table in found.tables if table.kept] == [two * 2]
    end = to_the_end(with_draw(record, found))
    assert meetings(rounds_of(end)) == all_matches([a, b]) + Counter([frozenset(two)])


def test_each_odd_group_has_a_house_team_while_there_are_any() -> None:
    teams = [*pairs(10), Team(id="house1", house=True), Team(id="house2", house=True)]
    end = to_the_end(in_groups(teams, 2, odd_numbers=HOUSE))
    assert not any(each.byes for each in rounds_of(end))
    a, b = (group.teams for group in end.stages[0].groups)
    assert meetings(rounds_of(end)) == everybody([*a, "house1"]) + everybody([*b, "house2"])


def test_a_house_team_that_moves_to_another_group_is_in_one_place_only() -> None:
    record = with_groups(
        in_groups([*pairs(9), Team(id="house", house=True)], 2, odd_numbers=HOUSE),
        "t00 t01 t02 t03 t04", "t05 t06 t07 t08",
    )  # fmt: skip
    record = to_the_end(record, until=1)
    record = changed(changed(record, "t00", withdrawn=1), "t05", withdrawn=1)
    end = to_the_end(record)
    with_the_house = {team for two in meetings(rounds_of(end)[1:]) if "house" in two for team in two} - {"house"}
    assert with_the_house
    assert with_the_house <= {"t06", "t07", "t08"}


def test_a_group_that_has_finished_leaves_the_house_team_to_the_others() -> None:
    record = with_groups(
        in_groups([*pairs(8), Team(id="house", house=True)], 2, odd_numbers=HOUSE), "t00 t01 t02", "t03 t04 t05 t06 t07"
    )
    end = to_the_end(record)
    assert [len(each.byes) for each in rounds_of(end)] == [1, 1, 1, 0, 0]


# --- who is kept apart ---------------------------------------------------------------------------------------------


def of_clubs(clubs: str, chance: random.Random | None = None) -> list[Team]:
    letters = chance.sample(clubs, len(clubs)) if chance else clubs
    return [replace(team, club=club.strip(".")) for team, club in zip(pairs(len(clubs)), letters, strict=True)]


def mates_together(record: Record, groups: Sequence[Group]) -> int:
    club = {team.id: team.club for team in record.teams}
    return sum(club[one] == club[other] != "" for group in groups for one, other in map(sorted, all_pairs(group.teams)))


@pytest.mark.parametrize("rule", [Clubmates.APART_IF_POSSIBLE, Clubmates.ALWAYS_APART])
@pytest.mark.parametrize(
    "clubs", ["AAABBBCCC...", "ABCDEFABCDEFABCDEF", "AAAABBBBCCCCDDDDEEEE", "AABBCCDDEEFFGGHH" * 2]
)
def test_clubmates_are_in_different_groups_where_that_is_possible(rule: Clubmates, clubs: str) -> None:
    for at in range(5):
        groups = max(Counter(clubs.strip(".")).values())
        record = in_groups(of_clubs(clubs, random.Random(at)), groups, clubmates=rule)
        assert mates_together(record, drawn(record).groups) == 0


def test_twelve_clubs_of_twelve_are_spread_over_twelve_groups() -> None:
    clubs = "".join(letter * 12 for letter in "ABCDEFGHIJKL")
    teams = [replace(team, id=f"t{at:03d}", seed=at) for at, team in enumerate(of_clubs(clubs, random.Random(1)))]
    record = in_groups(teams, 12, clubmates=Clubmates.ALWAYS_APART)
    assert mates_together(record, drawn(record).groups) == 0


def test_an_exchange_changes_as_much_as_it_says() -> None:
    chance = random.Random(1)
    teams = [f"t{at:02d}" for at in range(12)]
    apart: dict[str, dict[str, int]] = {team: {} for team in teams}
    for one, other in (chance.sample(teams, 2) for _ in range(25)):
        apart[one][other] = apart[other][one] = chance.randrange(1, 4)
    deal = Deal([teams[:4], teams[4:8], teams[8:]], apart, chance)
    for pot, here, there in [(pot, *chance.sample(range(4), 2)) for pot in deal.pots for _ in range(10)]:
        before, change = deal.broken(), deal.change(pot[here], pot[there], here, there)
        pot[here], pot[there] = pot[there], pot[here]
        deal.group |= {pot[here]: here, pot[there]: there}
        assert deal.broken() == before + change


def test_it_is_known_what_no_deal_can_avoid() -> None:
    record = in_groups(of_clubs("AAAAAAABBB.."), 3, clubmates=Clubmates.APART_IF_POSSIBLE)
    assert unavoidable(situation(record, "main", 1, random.Random(1)), 3) == 3 + 1 + 1


def test_a_club_that_is_too_large_is_spread_as_evenly_as_can_be() -> None:
    record = in_groups(of_clubs("AAAAAAA....."), 3, clubmates=Clubmates.APART_IF_POSSIBLE)
    assert mates_together(record, drawn(record).groups) == 3 + 1 + 1


def test_where_clubmates_may_meet_they_do() -> None:
    record = in_groups(of_clubs("AAAAAA"), 2)
    assert mates_together(record, drawn(record).groups) == 6


def test_a_must_goes_before_a_wish() -> None:
    """One from the first pot and two from the second: whom it meets depends on which of the two wishes is a must."""
    for must in ("t02", "t03"):
        wishes = tuple(Apart(teams=("t00", other), must=other == must) for other in ("t02", "t03"))
        for at in range(5):
            groups = drawn(in_groups(4, 2, apart=wishes), seed=str(at)).groups
            assert not any({"t00", must} <= {*group.teams} for group in groups)


def test_musts_that_cannot_be_kept_are_refused_with_what_would_help() -> None:
    apart = (Apart(teams=("t00", "t02", "t04"), must=True), Apart(teams=("t01", "t03"), must=True))
    with pytest.raises(Refusal) as refused:
        drawn(in_groups(6, 2, apart=apart))
    facts = refused.value.facts
    assert (refused.value.code, facts["field"]) == ("draw_impossible", "apart")
    assert facts["clash"] == [
        {"code": "apart", "teams": ["t00", "t02"]},
        {"code": "apart", "teams": ["t00", "t04"]},
        {"code": "apart", "teams": ["t02", "t04"]},
    ]
    assert len(facts["relax"]) == 1
    assert facts["relax"][0] in facts["clash"]


def test_a_wish_that_no_deal_can_keep_is_not_searched_for_long() -> None:
    """200 who all must be kept apart, in 25 groups: the first deal is as good as any."""
    everybody = Apart(teams=tuple(f"t{at:02d}" for at in range(200)), must=True)
    s = situation(in_groups(200, 25, apart=(everybody,)), "main", 1, random.Random(1))
    pots = [s.present[at : at + 25] for at in range(0, 200, 25)]
    assert Deal(pots, weights(s), s.rng).broken() == unavoidable(s, 25) == 25 * 28 * MUST


def test_too_many_clubmates_are_refused_by_that_name() -> None:
    with pytest.raises(Refusal) as refused:
        drawn(in_groups(of_clubs("AAA..."), 2, clubmates=Clubmates.ALWAYS_APART))
    assert {wish["code"] for wish in refused.value.facts["clash"]} == {"clubmates"}


def test_two_of_the_director_s_groups_who_must_be_kept_apart_have_a_bye() -> None:
    record = with_groups(in_groups(4, 1, apart=(Apart(teams=("t00", "t03"), must=True),)), "t00 t01 t02 t03")
    assert reasons(drawn(record).byes) == {"t00": "kept_apart", "t03": "kept_apart"}


def test_one_group_alone_cannot_keep_anybody_apart() -> None:
    with pytest.raises(Refusal) as refused:
        drawn(in_groups(4, 1, apart=(Apart(teams=("t00", "t03"), must=True),)))
    assert refused.value.facts["relax"] == [{"code": "apart", "teams": ["t00", "t03"]}]
    assert drawn(in_groups(4, 1, apart=(Apart(teams=("t00", "t03")),))).tables
