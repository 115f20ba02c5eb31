"""A director's own hand in a draft: what is kept, who changes places, and what that breaks."""

from typing import Any

import pytest

from games.actor import NOBODY, Actor
from games.choices import Role, Scope
from games.models import Account, Round, Stage, Substitute, Tournament
from games.selectors.records import record_of
from games.selectors.rounds import conflicts_of
from games.services.apart import keep_apart
from games.services.attendance import substitute, withdraw
from games.services.drafts import keep_bye, keep_table, swap_teams, take_back_swap
from games.services.entries import edit_team
from games.services.people import Person
from games.services.rounds import cancel_round, close_round, publish_round
from games.services.tournaments import appoint, change_regulations
from pairing.check import check
from pairing.draw import draw_in
from rules.refusal import Refusal
from scoring.record import record_from_json, record_to_json
from scoring.regulations import Regulations, System, regulations_to_json
from tests.games.acting import (
    a_tournament,
    drawn,
    drawn_again,
    last_facts,
    log_of,
    of_system,
    places,
    published,
    refused,
    seating,
    small_swiss,
    team,
    the_round,
    without_table,
    won_by_the_lower_number,
)

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def by() -> Actor:
    return Actor(account=Account.objects.create(username="dora", is_staff=True))


@pytest.fixture
def cup(by: Actor) -> Tournament:
    """Seven pairs before the first round."""
    return a_tournament(by, 7, regulations=small_swiss())


@pytest.fixture
def draft(by: Actor, cup: Tournament) -> Round:
    return drawn(by, cup, seed="a")


def swap(by: Actor, draft: Round, one: int, other: int, **more: Any) -> list[str]:
    """Two teams change places, by number; the codes of what is broken then."""
    cup = draft.stage.tournament
    ids = {"team_id": team(cup, one).pk, "other_id": team(cup, other).pk}
    return [breach.code for breach in swap_teams(by=by, round_id=draft.pk, **ids | more).breaches]


def swapping(draft: Round, one: int, other: int) -> dict[str, Any]:
    cup = draft.stage.tournament
    return {"round_id": draft.pk, "team_id": team(cup, one).pk, "other_id": team(cup, other).pk}


# --- kept --------------------------------------------------------------------------------------------------------


def test_what_is_kept_is_said_in_the_log_and_seen_by_the_draw(by: Actor, cup: Tournament, draft: Round):
    table = draft.tables.get(number=2)
    (free,) = without_table(draft)
    keep_table(by=by, table_id=table.pk, kept=True)
    assert last_facts(cup) == {"round": draft.pk, "stage": "main", "number": 1, "table": 2, "kept": True}
    keep_bye(by=by, round_id=draft.pk, team_id=team(cup, free).pk, kept=True)
    assert log_of(cup)[-2:] == ["table.kept", "bye.kept"]
    seen = record_of(cup, drafts=True).stages[0].rounds[0]
    assert [each.number for each in seen.tables if each.kept] == [2]
    assert seen.kept_byes == (str(free),)
    keep_bye(by=by, round_id=draft.pk, team_id=team(cup, free).pk, kept=False)
    assert record_of(cup, drafts=True).stages[0].rounds[0].kept_byes == ()


def test_only_a_bye_is_kept_as_one(by: Actor, cup: Tournament, draft: Round):
    seated = team(cup, seating(draft)[1][0])
    unknown = Refusal("bye_unknown", field="team", value=seated.pk)
    assert refused(keep_bye, by=by, round_id=draft.pk, team_id=seated.pk, kept=True) == unknown
    stranger = team(a_tournament(by, 2, name="Other"), 1)
    nowhere = Refusal("team_not_in_round", field="team", value=stranger.pk)
    assert refused(keep_bye, by=by, round_id=draft.pk, team_id=stranger.pk, kept=True) == nowhere


def test_only_a_director_and_only_in_a_draft(by: Actor, cup: Tournament, draft: Round, guest: Account):
    appoint(by=by, tournament_id=cup.pk, account_id=guest.pk, role=Role.SCORER)
    table = draft.tables.get(number=1)
    (free,) = without_table(draft)
    acts = [
        (keep_table, {"table_id": table.pk, "kept": True}),
        (keep_bye, {"round_id": draft.pk, "team_id": team(cup, free).pk, "kept": True}),
        (swap_teams, swapping(draft, *seating(draft)[1])),
        (take_back_swap, {"round_id": draft.pk, "version": cup.version}),
    ]
    for who in (NOBODY, Actor(account=guest), Actor(account=by.account, scope=Scope.READ)):
        for act, arguments in acts:
            assert refused(act, by=who, **arguments) == Refusal("not_allowed")
    publish_round(by=by, round_id=draft.pk)
    for act, arguments in acts:
        state = Refusal("round_state", field="round", value=1, state="published", allowed=["draft"])
        assert refused(act, by=by, **arguments) == state


@pytest.mark.parametrize("number", [0, -1, 10**12, 10**30])
def test_what_is_not_there_is_refused_however_large_its_number(by: Actor, cup: Tournament, draft: Round, number: int):
    one = team(cup, 1).pk
    for act, arguments, code in [
        (keep_table, {"table_id": number, "kept": True}, "table_unknown"),
        (keep_bye, {"round_id": number, "team_id": one, "kept": True}, "round_unknown"),
        (keep_bye, {"round_id": draft.pk, "team_id": number, "kept": True}, "team_not_in_round"),
        (swap_teams, {"round_id": number, "team_id": one, "other_id": one}, "round_unknown"),
        (take_back_swap, {"round_id": number, "version": cup.version}, "round_unknown"),
        (take_back_swap, {"round_id": draft.pk, "version": number}, "swap_not_last"),
        (swap_teams, {"round_id": draft.pk, "team_id": number, "other_id": one}, "team_not_in_round"),
        (swap_teams, {"round_id": draft.pk, "team_id": one, "other_id": number}, "team_not_in_round"),
    ]:
        assert refused(act, by=by, **arguments).code == code


# --- exchanged ---------------------------------------------------------------------------------------------------


def test_two_teams_change_tables_and_their_tables_are_kept(by: Actor, cup: Tournament, draft: Round):
    before = seating(draft)
    (one, partner), (other, opponent) = before[1], before[2]
    swap(by, draft, one, other)
    assert seating(draft) == before | {1: (other, partner), 2: (one, opponent)}
    assert [table.kept for table in draft.tables.order_by("number")] == [True, True, False]
    assert draft.tables.get(number=1).reasons == [{"code": "kept"}]
    facts = last_facts(cup)
    assert (log_of(cup)[-1], facts["conflicts"], facts["reason"]) == ("teams.swapped", [], "")
    assert facts["teams"] == [team(cup, one).pk, team(cup, other).pk]
    swapped = seating(draft)
    assert seating(drawn_again(by, draft, seed="b"))[1] == swapped[1]


def test_two_teams_of_a_table_change_sides(by: Actor, draft: Round):
    one, other = seating(draft)[1]
    swap(by, draft, one, other)
    assert seating(draft)[1] == (other, one)


def test_a_bye_changes_hands_and_is_kept(by: Actor, draft: Round):
    (free,) = without_table(draft)
    one, other = seating(draft)[1]
    swap(by, draft, free, one)
    assert (without_table(draft), seating(draft)[1]) == ([one], (free, other))
    assert draft.seats.get(team__number=one).kept
    assert draft.seats.get(team__number=one).reasons == [{"code": "kept"}]
    assert not draft.seats.get(team__number=free).kept
    drawn_again(by, draft, seed="b")
    assert (without_table(draft), set(seating(draft)[1])) == ([one], {free, other})


def test_nobody_changes_places_with_himself(by: Actor, cup: Tournament, draft: Round):
    one = team(cup, 1).pk
    same = Refusal("team_twice", field="other", value=one)
    assert refused(swap_teams, by=by, round_id=draft.pk, team_id=one, other_id=one) == same


def test_what_must_not_be_broken_is_named_and_nothing_has_changed(by: Actor, cup: Tournament, draft: Round):
    before, lines = seating(draft), len(log_of(cup))
    (one, partner), (other, _) = before[1], before[2]
    keep_apart(by=by, tournament_id=cup.pk, team_ids=[team(cup, n).pk for n in (partner, other)], must=True)
    refusal = refused(swap_teams, by=by, **swapping(draft, one, other))
    assert refusal.code == "draw_conflicts"
    (conflict,) = refusal.facts["conflicts"]
    assert (conflict["code"], conflict["tables"]) == ("apart", [1])
    assert sorted(conflict["teams"]) == sorted([str(partner), str(other)])
    assert (seating(draft), len(log_of(cup))) == (before, lines + 1)


def test_the_director_can_do_it_anyway_for_a_reason(by: Actor, cup: Tournament, draft: Round):
    (one, partner), (other, _) = seating(draft)[1], seating(draft)[2]
    keep_apart(by=by, tournament_id=cup.pk, team_ids=[team(cup, n).pk for n in (partner, other)], must=True)
    arguments = {"by": by, "anyway": True} | swapping(draft, one, other)
    assert refused(swap_teams, **arguments) == Refusal("text_missing", field="reason")
    assert refused(swap_teams, **arguments, reason=" \x00 ") == Refusal("text_missing", field="reason")
    long = Refusal("text_too_long", field="reason", value=201, maximum=200)
    assert refused(swap_teams, **arguments, reason="x" * 201) == long
    broken = swap_teams(**arguments, reason=" they\x00agree ").breaches
    assert [breach.code for breach in broken if breach.must] == ["apart"]
    facts = last_facts(cup)
    assert (facts["conflicts"], facts["reason"]) == (["apart"], "they agree")


def test_what_was_broken_before_does_not_stand_in_the_way(by: Actor, cup: Tournament, draft: Round):
    """The wish came after the draw; whoever changes other places is not asked for a reason."""
    before = seating(draft)
    keep_apart(by=by, tournament_id=cup.pk, team_ids=[team(cup, n).pk for n in before[1]], must=True)
    assert "apart" in swap(by, draft, before[2][0], before[3][0])


def test_the_bye_goes_to_whoever_has_left_so_that_the_others_play(by: Actor, cup: Tournament, draft: Round):
    """A seat for somebody who is not here was no reason to refuse before, and is none at another place."""
    (free,) = without_table(draft)
    one, other = seating(draft)[1]
    withdraw(by=by, team_id=team(cup, one).pk, now=True)
    assert swap(by, draft, one, free)[0] == "not_here"
    assert (seating(draft)[1], last_facts(cup)["conflicts"]) == ((free, other), [])


def test_a_table_that_does_not_suit_is_a_conflict(by: Actor, cup: Tournament, draft: Round):
    (one, _), (other, _) = seating(draft)[1], seating(draft)[2]
    edit_team(by=by, team_id=team(cup, one).pk, tables=[1])
    refusal = refused(swap_teams, by=by, **swapping(draft, one, other))
    assert [conflict["code"] for conflict in refusal.facts["conflicts"]] == ["table_unsuitable"]


def test_a_rematch_is_told_and_needs_no_reason(by: Actor, cup: Tournament, draft: Round):
    publish_round(by=by, round_id=draft.pk)
    won_by_the_lower_number(by, draft)
    close_round(by=by, round_id=draft.pk)
    second = drawn(by, cup, seed="b")
    one, other = seating(draft)[1]
    if one in without_table(second) or other in without_table(second):
        one, other = seating(draft)[2]
    table = next(number for number, seats in seating(second).items() if one in seats)
    (opponent,) = [each for each in seating(second)[table] if each != one]
    assert "rematch" in swap(by, second, opponent, other)


# --- taken back --------------------------------------------------------------------------------------------------


def rows_of(draft: Round) -> list[Any]:
    """Everything a draft is made of."""
    stage = Stage.objects.filter(pk=draft.stage_id).values("bracket", "groups", "plan")
    seats = draft.seats.order_by("pk").values("team", "place", "table", "seat", "kept", "reasons")
    tables = draft.tables.order_by("pk").values("pk", "number", "kept", "reasons")
    standing_in = draft.substitutes.order_by("member").values("team", "member", "substitute")
    return [list(rows) for rows in (stage, seats, tables, standing_in)]


def version_of(draft: Round) -> int:
    return int(the_round(draft.pk).stage.tournament.version)


def take_back(by: Actor, draft: Round) -> None:
    take_back_swap(by=by, round_id=draft.pk, version=version_of(draft))


@pytest.mark.parametrize(
    ("regulations", "teams"),
    [
        (small_swiss(), 7),
        (of_system(System.ROUND_ROBIN), 5),
        (of_system(System.GROUPS, groups=2), 6),
        (of_system(System.KNOCKOUT), 6),
    ],
    ids=["swiss", "round robin", "groups", "knock-out"],
)
def test_an_exchange_taken_back_leaves_no_trace_in_the_draft(by: Actor, regulations: Regulations, teams: int):
    """For every two of the round: of one table, of two tables, of a table and a bye, of two byes."""
    cup = a_tournament(by, teams, regulations=regulations)
    draft = drawn(by, cup, seed="a")
    keep_table(by=by, table_id=draft.tables.get(number=1).pk, kept=True)
    before, numbers = rows_of(draft), sorted(draft.seats.values_list("team__number", flat=True))
    for one in numbers:
        for other in numbers:
            if one < other:
                swap(by, draft, one, other, anyway=True, reason="to see")
                take_back(by, draft)
                assert rows_of(draft) == before
    assert log_of(cup)[-2:] == ["teams.swapped", "teams.swapped_back"]
    assert last_facts(cup)["teams"] == [team(cup, number).pk for number in numbers[-2:]]


def test_a_draw_after_an_exchange_taken_back_is_as_free_as_before(by: Actor, cup: Tournament, draft: Round):
    one, other = seating(draft)[1][0], seating(draft)[2][0]
    swap(by, draft, one, other)
    take_back(by, draft)
    again = seating(drawn_again(by, draft, seed="b"))
    assert not any(table.kept for table in draft.tables.all())
    fresh = a_tournament(by, 7, regulations=small_swiss(), name="Fresh")
    assert again == seating(drawn(by, fresh, seed="b"))


def test_whoever_stood_in_stands_in_again(by: Actor, cup: Tournament, draft: Round):
    (bye,) = without_table(draft)
    one = seating(draft)[1][0]
    member = team(cup, one).members.first().player_id
    substitute(by=by, round_id=draft.pk, team_id=team(cup, one).pk, member_id=member, who=Person("Sub Stitute"))
    before = rows_of(draft)
    swap(by, draft, bye, one)
    assert not Substitute.objects.exists()
    take_back(by, draft)
    assert rows_of(draft) == before
    assert last_facts(cup)["substitutes_back"] == [Substitute.objects.get().substitute_id]


def test_only_the_last_change_is_taken_back_and_only_once(by: Actor, cup: Tournament, draft: Round):
    (one, two), other = seating(draft)[1], seating(draft)[2][0]
    swap(by, draft, one, other)
    first = version_of(draft)
    swap(by, draft, other, two)
    between = rows_of(draft)
    not_last = Refusal("swap_not_last", field="version", value=first)
    assert refused(take_back_swap, by=by, round_id=draft.pk, version=first) == not_last
    assert rows_of(draft) == between
    take_back(by, draft)
    assert refused(take_back_swap, by=by, round_id=draft.pk, version=version_of(draft)).code == "swap_not_last"
    assert refused(take_back_swap, by=by, round_id=draft.pk, version=first) == not_last
    other_cup = a_tournament(by, 4, name="Other")
    elsewhere = drawn(by, other_cup)
    swap(by, elsewhere, *seating(elsewhere)[1])
    assert refused(take_back_swap, by=by, round_id=draft.pk, version=version_of(elsewhere)).code == "swap_not_last"


# --- what was drawn along with it --------------------------------------------------------------------------------


def fixed(cup: Tournament) -> Stage:
    return Stage.objects.get(tournament=cup)


def check_whole(cup: Tournament) -> None:
    """The record can be written and read, and the draw breaks nothing."""
    record = record_of(cup, drafts=True)
    assert record_from_json(record_to_json(record)) == record
    assert [each for each in check(record, draw_in(record, "main", 1)) if each.must] == []


def test_in_a_round_robin_the_rounds_to_come_follow(by: Actor):
    """Everybody still meets everybody once, as if the two had drawn each other's lot."""
    cup = a_tournament(by, 5, regulations=of_system(System.ROUND_ROBIN))
    draft = drawn(by, cup, seed="a")
    plan = fixed(cup).plan
    one, other = seating(draft)[1][0], seating(draft)[2][0]
    swap(by, draft, one, other)
    swapped = {str(one): str(other), str(other): str(one)}
    for before, after in zip(plan, fixed(cup).plan, strict=True):
        for was, is_ in zip(before["tables"], after["tables"], strict=True):
            assert is_["seats"] == [swapped.get(name, name) for name in was["seats"]]
        assert after["byes"] == [swapped.get(name, name) for name in before["byes"]]
    check_whole(cup)
    met = [tuple(sorted(seats)) for seats in seating(draft).values()]
    publish_round(by=by, round_id=draft.pk)
    for _ in range(5):
        won_by_the_lower_number(by, Round.objects.latest("number"))
        close_round(by=by, round_id=Round.objects.latest("number").pk)
        if Round.objects.count() < 5:
            met += [tuple(sorted(seats)) for seats in seating(published(by, cup)).values()]
    assert sorted(met) == [(a, b) for a in range(1, 6) for b in range(a + 1, 6)]


def test_across_groups_the_groups_follow_and_the_two_have_changed_groups(by: Actor):
    cup = a_tournament(by, 8, regulations=of_system(System.GROUPS, groups=2))
    draft = drawn(by, cup, seed="a")
    first, second = (list(group["teams"]) for group in fixed(cup).groups)
    one, other = first[0], second[0]
    assert "other_group" not in swap(by, draft, int(one), int(other))
    groups = [list(group["teams"]) for group in fixed(cup).groups]
    assert groups == [[other, *first[1:]], [one, *second[1:]]]
    check_whole(cup)
    for planned in fixed(cup).plan:
        for table in planned["tables"]:
            assert any(set(table["seats"]) <= set(group) for group in groups)
    drawn_again(by, draft, seed="b")
    assert [list(group["teams"]) for group in fixed(cup).groups] == groups


def test_in_the_first_round_of_a_knock_out_the_bracket_follows(by: Actor):
    cup = a_tournament(by, 6, regulations=of_system(System.KNOCKOUT))
    draft = drawn(by, cup, seed="a")
    bracket = list(fixed(cup).bracket)
    free, seated = without_table(draft)[0], seating(draft)[1][0]
    swap(by, draft, free, seated)
    swapped = {str(free): str(seated), str(seated): str(free)}
    assert fixed(cup).bracket == [swapped.get(name, name) for name in bracket]
    check_whole(cup)
    publish_round(by=by, round_id=draft.pk)
    won_by_the_lower_number(by, draft)
    close_round(by=by, round_id=draft.pk)
    assert seated in places(published(by, cup))


def test_later_results_decide_and_only_sides_are_exchanged(by: Actor):
    cup = a_tournament(by, 8, regulations=of_system(System.KNOCKOUT))
    first = published(by, cup, seed="a")
    won_by_the_lower_number(by, first)
    close_round(by=by, round_id=first.pk)
    second = drawn(by, cup, seed="b")
    bracket = fixed(cup).bracket
    (one, opponent), (other, _) = seating(second)[1], seating(second)[2]
    decides = Refusal("bracket_decides", field="other", value=2, stage="main")
    assert refused(swap_teams, by=by, **swapping(second, one, other)) == decides
    assert refused(swap_teams, by=by, anyway=True, reason="why not", **swapping(second, one, other)) == decides
    swap(by, second, one, opponent)
    assert (seating(second)[1], fixed(cup).bracket) == ((opponent, one), bracket)


def test_individuals_change_seats_and_the_plan_follows(by: Actor):
    cup = a_tournament(by, 8, preset="german_championship")
    draft = drawn(by, cup, seed="a")
    plan = fixed(cup).plan
    one, other = seating(draft)[1][0], seating(draft)[2][3]
    swap(by, draft, one, other)
    assert seating(draft)[1][0] == other
    assert seating(draft)[2][3] == one
    swapped = {str(one): str(other), str(other): str(one)}
    for before, after in zip(plan, fixed(cup).plan, strict=True):
        for was, is_ in zip(before["tables"], after["tables"], strict=True):
            assert is_["seats"] == [swapped.get(name, name) for name in was["seats"]]
    check_whole(cup)


# --- the regulations, while there is a draft ---------------------------------------------------------------------


def test_with_a_draft_there_it_does_not_become_another_kind_of_tournament(by: Actor, cup: Tournament, draft: Round):
    """The draft would speak of a stage that there is not; so it is cancelled first."""
    korea = regulations_to_json(of_system(System.ROUND_ROBIN, key="league"))
    act = {"by": by, "tournament_id": cup.pk, "regulations": korea}
    assert refused(change_regulations, **act) == Refusal("round_drafted", field="round", value=1, stage="main")
    longer = regulations_to_json(small_swiss(rounds=5))
    change_regulations(**act | {"regulations": longer})
    cancel_round(by=by, round_id=draft.pk, reason="we play a league")
    change_regulations(**act)
    again = drawn(by, Tournament.objects.get())
    assert (again.stage.key, again.number) == ("league", 1)
    record_of(Tournament.objects.get(), drafts=True)
    assert the_round(again.pk).stage.position == 1
    assert conflicts_of(the_round(again.pk)) == ()


# --- substitutes -------------------------------------------------------------------------------------------------


def test_whoever_gets_a_table_of_the_own_stands_in_no_longer(by: Actor, cup: Tournament, draft: Round):
    """Somebody of the pair with the bye stands in; then that pair changes places with another."""
    (bye,) = without_table(draft)
    one, two = seating(draft)[1]
    resting = team(cup, bye).members.first().player_id
    for number in (one, two):
        member = team(cup, number).members.first().player_id
        who = resting if number == one else Person("Sub Stitute")
        substitute(by=by, round_id=draft.pk, team_id=team(cup, number).pk, member_id=member, who=who)
    other = next(number for table, numbers in seating(draft).items() for number in numbers if table == 2)
    swap(by, draft, bye, other)
    assert last_facts(cup)["substitutes_gone"] == [resting]
    assert [row.team.number for row in Substitute.objects.all()] == [two]


def test_whoever_loses_the_table_needs_nobody_to_stand_in(by: Actor, cup: Tournament, draft: Round):
    (bye,) = without_table(draft)
    one = seating(draft)[1][0]
    member = team(cup, one).members.first().player_id
    substitute(by=by, round_id=draft.pk, team_id=team(cup, one).pk, member_id=member, who=Person("Sub Stitute"))
    swap(by, draft, bye, one)
    assert not Substitute.objects.exists()
