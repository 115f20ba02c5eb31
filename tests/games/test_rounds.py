"""The life of a round: published and taken back, cancelled and drawn again, closed and reopened."""

import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.actor import NOBODY, Actor
from games.choices import Role, Scope, State
from games.models import Account, Hand, Round, Stage, Table, Tournament
from games.selectors.records import record_of
from games.selectors.rounds import conflicts_of, is_untouched, open_round, tables_without_result
from games.services.attendance import withdraw
from games.services.clock import give_extra_time, pause_clock, start_clock
from games.services.drafts import swap_teams
from games.services.drawing import ask_for_draw
from games.services.entries import cancel_entry
from games.services.hands import correct_hand, record_hand, void_hand
from games.services.rounds import cancel_round, close_round, publish_round, reopen_round, unpublish_round
from games.services.rulings import revoke_ruling, rule
from games.services.stages import begin_next_stage, finish_tournament
from games.services.tournaments import appoint, change_regulations
from rules.refusal import Refusal
from scoring.record import Hand as Sheet
from scoring.record import RulingKind
from scoring.regulations import System, regulations_to_json
from scoring.standings import standings
from tests.games.acting import (
    a_tournament,
    drawn,
    drawn_again,
    enter_teams,
    groups_and_final,
    last_facts,
    log_of,
    of_system,
    performed,
    places,
    play_round,
    played_and_closed,
    published,
    refused,
    seating,
    small_swiss,
    states,
    team,
    the_round,
    win,
    won_by_the_lower_number,
)

pytestmark = pytest.mark.django_db

EVEN = Sheet(calls=("",) * 4, out=(0, 1), points=60)


@pytest.fixture
def by() -> Actor:
    return Actor(account=Account.objects.create(username="dora", is_staff=True))


@pytest.fixture
def cup(by: Actor) -> Tournament:
    """Six pairs before the first round."""
    return a_tournament(by, 6, regulations=small_swiss())


@pytest.fixture
def luck() -> random.Random:
    return random.Random("rounds")


def write(by: Actor, table: Table, number: int = 1, sheet: Sheet = EVEN) -> Hand:
    sent = UUID(int=1000 * table.pk + number)
    return record_hand(by=by, table_id=table.pk, client_id=sent, number=number, sheet=sheet).hand


def first_table(round_: Round) -> Table:
    return round_.tables.get(number=1)


def ranks(cup: Tournament) -> list[str]:
    return [row.team for row in standings(record_of(cup)).rows]


# --- who may, on what, in which words ----------------------------------------------------------------------------

ACTS: list[tuple[Callable[..., Any], dict[str, Any]]] = [
    (publish_round, {}), (unpublish_round, {}), (cancel_round, {"reason": "a fire"}), (close_round, {}),
    (reopen_round, {}),
]  # fmt: skip


@pytest.mark.parametrize(("act", "arguments"), ACTS)
def test_only_a_director_of_this_tournament(
    by: Actor, cup: Tournament, guest: Account, act: Callable[..., Any], arguments: dict[str, Any]
):
    appoint(by=by, tournament_id=cup.pk, account_id=guest.pk, role=Role.SCORER)
    round_, lines = drawn(by, cup), len(log_of(cup))
    stranger = Actor(account=Account.objects.create(username="other", is_staff=True))
    for who in (NOBODY, Actor(account=guest), stranger, Actor(account=by.account, scope=Scope.READ)):
        assert refused(act, by=who, round_id=round_.pk, **arguments) == Refusal("not_allowed")
    assert len(log_of(cup)) == lines


@pytest.mark.parametrize("number", [0, -1, 10**12, 10**30])
@pytest.mark.parametrize(("act", "arguments"), ACTS)
def test_a_round_that_is_not_there(by: Actor, act: Callable[..., Any], arguments: dict[str, Any], number: int):
    unknown = Refusal("round_unknown", field="round", value=number)
    assert refused(act, by=by, round_id=number, **arguments) == unknown


@pytest.mark.parametrize("act", [publish_round, cancel_round, close_round])
def test_a_reason_is_short_and_readable(by: Actor, cup: Tournament, act: Callable[..., Any]):
    round_ = drawn(by, cup)
    if act is close_round:
        publish_round(by=by, round_id=round_.pk)
    long = Refusal("text_too_long", field="reason", value=201, maximum=200)
    assert refused(act, by=by, round_id=round_.pk, reason="x" * 201) == long
    act(by=by, round_id=round_.pk, reason="late \x00\ud800 bus")
    assert last_facts(cup)["reason"] == "late bus"


ALLOWED = {
    publish_round: {"draft"},
    unpublish_round: {"published"},
    cancel_round: {"draft", "published"},
    close_round: {"published"},
    reopen_round: {"closed"},
}


@pytest.mark.parametrize("state", ["draft", "published", "closed", "cancelled"])
def test_every_act_has_its_states(by: Actor, cup: Tournament, luck: random.Random, state: str):
    round_ = drawn(by, cup)
    if state == "cancelled":
        cancel_round(by=by, round_id=round_.pk, reason="a fire")
    elif state != "draft":
        publish_round(by=by, round_id=round_.pk)
    if state == "closed":
        play_round(by, round_, luck)
        close_round(by=by, round_id=round_.pk)
    for act, arguments in ACTS:
        if state not in ALLOWED[act]:
            refusal = refused(act, by=by, round_id=round_.pk, **arguments)
            assert (refusal.code, refusal.facts["state"]) == ("round_state", state)
            assert set(refusal.facts["allowed"]) == ALLOWED[act]


def test_once_it_is_finished_no_round_comes_to_life_again(by: Actor, cup: Tournament, luck: random.Random):
    round_ = played_and_closed(by, cup, luck)
    finish_tournament(by=by, tournament_id=cup.pk, reason="the bus leaves")
    assert refused(reopen_round, by=by, round_id=round_.pk) == Refusal("tournament_finished")


# --- published ---------------------------------------------------------------------------------------------------


def test_play_begins_and_the_regulations_are_locked(by: Actor, cup: Tournament):
    round_ = drawn(by, cup)
    assert refused(
        record_hand, by=by, table_id=first_table(round_).pk, client_id=UUID(int=1), number=1, sheet=EVEN
    ) == (Refusal("round_not_published", field="round", value=1))
    shorter = regulations_to_json(small_swiss(rounds=2))
    change_regulations(by=by, tournament_id=cup.pk, regulations=shorter)
    before = timezone.now()
    shown = publish_round(by=by, round_id=round_.pk)
    assert (shown.state, Tournament.objects.get().state) == ("published", State.RUNNING)
    assert shown.published_at >= before
    assert [each.number for each in record_of(cup).stages[0].rounds] == [1]
    assert last_facts(cup) == {
        "round": round_.pk, "stage": "main", "number": 1, "outdated": False, "conflicts": [], "reason": "",
    }  # fmt: skip
    locked = refused(change_regulations, by=by, tournament_id=cup.pk, regulations=regulations_to_json(small_swiss()))
    assert locked == Refusal("regulations_locked", field="reason")
    write(by, first_table(round_))


def test_taking_it_back_does_not_unlock_the_regulations(by: Actor, cup: Tournament):
    unpublish_round(by=by, round_id=published(by, cup).pk)
    assert Tournament.objects.get().state == State.RUNNING
    act = {"by": by, "tournament_id": cup.pk, "regulations": regulations_to_json(small_swiss(rounds=2))}
    assert refused(change_regulations, **act).code == "regulations_locked"


def test_whoever_has_left_or_come_since_stands_in_the_way(by: Actor, cup: Tournament):
    round_ = drawn(by, cup)
    withdraw(by=by, team_id=team(cup, 2).pk, now=True)
    enter_teams(by, cup, 1)
    refusal = refused(publish_round, by=by, round_id=round_.pk)
    assert (refusal.code, refusal.facts["field"]) == ("draw_conflicts", "reason")
    assert [(each["code"], each["teams"]) for each in refusal.facts["conflicts"]] == [
        ("left_out", ["7"]), ("not_here", ["2"])
    ]  # fmt: skip
    assert the_round(round_.pk).state == "draft"
    publish_round(by=by, round_id=round_.pk, reason="they come after lunch")
    facts = last_facts(cup)
    assert (facts["conflicts"], facts["reason"]) == (["left_out", "not_here"], "they come after lunch")
    assert 7 not in places(round_)


def test_or_it_is_drawn_anew(by: Actor, cup: Tournament):
    round_ = drawn(by, cup)
    withdraw(by=by, team_id=team(cup, 2).pk, now=True)
    enter_teams(by, cup, 1)
    drawn_again(by, round_)
    publish_round(by=by, round_id=round_.pk)
    assert sorted(places(round_)) == [1, 3, 4, 5, 6, 7]


def test_a_late_pair_plays_from_the_next_round_on(by: Actor, cup: Tournament):
    round_ = published(by, cup)
    (late,) = enter_teams(by, cup, 1)
    assert late.arrived == 2
    won_by_the_lower_number(by, round_)
    close_round(by=by, round_id=round_.pk)
    assert (7 in places(round_), 7 in places(drawn(by, cup))) == (False, True)


# --- and back ----------------------------------------------------------------------------------------------------


def test_a_published_round_becomes_a_draft_again_and_its_clock_is_forgotten(by: Actor):
    cup = a_tournament(by, 6, regulations=small_swiss(minutes=30))
    round_ = published(by, cup)
    start_clock(by=by, round_id=round_.pk)
    pause_clock(by=by, round_id=round_.pk)
    give_extra_time(by=by, round_id=round_.pk, seconds=60)
    give_extra_time(by=by, table_id=first_table(round_).pk, seconds=90)
    back = unpublish_round(by=by, round_id=round_.pk)
    back.refresh_from_db()
    assert (back.state, back.published_at, back.started_at, back.paused_at) == ("draft", None, None, None)
    assert (back.minutes, back.paused_seconds, back.extra_seconds, first_table(back).extra_seconds) == (30, 0, 0, 0)
    assert record_of(cup).stages[0].rounds == ()
    assert log_of(cup)[-1] == "round.unpublished"
    drawn_again(by, round_)
    assert publish_round(by=by, round_id=round_.pk).started_at is None


def touched_by_a_hand(by: Actor, round_: Round) -> None:
    write(by, first_table(round_))


def touched_by_a_void_hand(by: Actor, round_: Round) -> None:
    write(by, first_table(round_))
    void_hand(by=by, table_id=first_table(round_).pk, number=1, reason="of the round before", revision=1)


def touched_by_a_result(by: Actor, round_: Round) -> None:
    win(by, first_table(round_))


def touched_by_a_ruling(by: Actor, round_: Round) -> None:
    who = round_.seats.first().team_id
    rule(by=by, round_id=round_.pk, kind=RulingKind.PENALTY, team_id=who, points=1, reason="late")


def touched_by_a_revoked_ruling(by: Actor, round_: Round) -> None:
    touched_by_a_ruling(by, round_)
    revoke_ruling(by=by, ruling_id=round_.rulings.get().pk, reason="the bus was late")


@pytest.mark.parametrize(
    "touched",
    [touched_by_a_hand, touched_by_a_void_hand, touched_by_a_result, touched_by_a_ruling, touched_by_a_revoked_ruling],
)
def test_but_not_once_something_was_written_or_decided(
    by: Actor, cup: Tournament, touched: Callable[[Actor, Round], None]
):
    round_ = published(by, cup)
    assert is_untouched(round_)
    touched(by, round_)
    has_results = Refusal("round_has_results", field="round", value=1)
    assert not is_untouched(round_)
    assert refused(unpublish_round, by=by, round_id=round_.pk) == has_results
    assert the_round(round_.pk).state == "published"


# --- cancelled ---------------------------------------------------------------------------------------------------


def test_a_cancelled_round_counts_no_more_and_stays_on_record(by: Actor, cup: Tournament, luck: random.Random):
    played_and_closed(by, cup, luck)
    before, record = ranks(cup), record_of(cup)
    round_ = published(by, cup)
    play_round(by, round_, luck)
    touched_by_a_ruling(by, round_)
    hands = Hand.objects.count()
    assert refused(cancel_round, by=by, round_id=round_.pk, reason="  ") == Refusal("text_missing", field="reason")
    gone = cancel_round(by=by, round_id=round_.pk, reason=" wrong boards ")
    assert (gone.state, gone.cancel_reason, Hand.objects.count()) == ("cancelled", "wrong boards", hands)
    assert (ranks(cup), record_of(cup)) == (before, record)
    assert last_facts(cup) == {
        "round": round_.pk, "stage": "main", "number": 2, "before": "published", "reason": "wrong boards",
    }  # fmt: skip
    assert refused(
        correct_hand, by=by, table_id=first_table(round_).pk, number=1, client_id=UUID(int=1), sheet=EVEN, reason="x",
        revision=1,
    ).code == "round_not_published"  # fmt: skip
    again = drawn(by, cup)
    assert (again.number, again.pk != round_.pk, states(cup)) == (2, True, ["closed", "cancelled", "draft"])


def test_whoever_was_only_in_a_cancelled_round_can_still_cancel(by: Actor, cup: Tournament):
    round_ = published(by, cup)
    assert refused(cancel_entry, by=by, team_id=team(cup, 6).pk).code == "teams_drawn"
    cancel_round(by=by, round_id=round_.pk, reason="a fire")
    cancel_entry(by=by, team_id=team(cup, 6).pk)
    assert sorted(places(drawn(by, cup))) == [1, 2, 3, 4, 5]


def test_a_disqualification_in_a_cancelled_round_is_forgotten_and_can_be_made_again(by: Actor, cup: Tournament):
    who = {"by": by, "kind": RulingKind.DISQUALIFIED, "team_id": team(cup, 6).pk, "reason": "cards in the sleeve"}
    round_ = published(by, cup)
    rule(round_id=round_.pk, **who)
    cancel_round(by=by, round_id=round_.pk, reason="a fire")
    assert record_of(cup).rulings == ()
    again = published(by, cup)
    assert 6 in places(again)
    rule(round_id=again.pk, **who)
    assert [ruling.team for ruling in record_of(cup).rulings] == ["6"]


PLANNED = {
    System.ROUND_ROBIN: {},
    System.DOUBLE_ROUND_ROBIN: {},
    System.GROUPS: {"groups": 2},
    System.KNOCKOUT: {},
    System.DOUBLE_ELIMINATION: {},
    System.SWISS: {"rounds": 4},
}


def fixed(cup: Tournament) -> dict[str, Any]:
    """What draws have fixed for later: who meets whom in the plan, whatever the numbers of the tables."""
    stage = Stage.objects.get(tournament=cup)
    plan = [
        (each["number"], sorted(sorted(set(table["seats"])) for table in each["tables"]), sorted(each.get("byes", [])))
        for each in stage.plan
    ]
    return {"plan": plan, "groups": stage.groups, "bracket": stage.bracket}


@pytest.mark.parametrize("system", PLANNED)
@pytest.mark.parametrize("play", [False, True])
def test_what_its_draw_had_fixed_is_as_before(by: Actor, system: System, play: bool):
    cup = a_tournament(by, 7, regulations=of_system(system, **PLANNED[system]))
    nothing = {"plan": [], "groups": [], "bracket": []}
    for number in (1, 2, 3):
        before = fixed(cup) if number > 1 else nothing
        round_ = published(by, cup) if play else drawn(by, cup)
        if play:
            won_by_the_lower_number(by, round_)
        cancel_round(by=by, round_id=round_.pk, reason="a fire")
        assert fixed(cup) == before
        again = published(by, cup)
        if system is not System.SWISS and number > 1:
            assert sorted(map(sorted, seating(again).values())) == sorted(map(sorted, seating(round_).values()))
        won_by_the_lower_number(by, again)
        close_round(by=by, round_id=again.pk)


def test_individuals_keep_their_plan_too(by: Actor, luck: random.Random):
    cup = a_tournament(by, 9, preset="german_championship")
    played_and_closed(by, cup, luck)
    before = fixed(cup)
    round_ = drawn(by, cup)
    cancel_round(by=by, round_id=round_.pk, reason="a fire")
    assert fixed(cup) == before
    again = published(by, cup)
    assert sorted(map(sorted, seating(again).values())) == sorted(map(sorted, seating(round_).values()))


def test_after_an_exchange_everybody_still_meets_everybody(by: Actor):
    """Two teams had changed places in the second round, then it was cancelled: what was to be is in nobody's plan."""
    cup = a_tournament(by, 6, regulations=of_system(System.ROUND_ROBIN))
    first = published(by, cup)
    won_by_the_lower_number(by, first)
    close_round(by=by, round_id=first.pk)
    second = drawn(by, cup)
    one, other = (team(cup, seating(second)[table][0]).pk for table in (1, 2))
    swap_teams(by=by, round_id=second.pk, team_id=one, other_id=other)
    cancel_round(by=by, round_id=second.pk, reason="a mistake")
    while open_round(cup) is None and Round.objects.filter(state="closed").count() < 5:
        round_ = published(by, cup)
        won_by_the_lower_number(by, round_)
        close_round(by=by, round_id=round_.pk)
    met = [tuple(sorted(each)) for round_ in Round.objects.filter(state="closed") for each in seating(round_).values()]
    assert sorted(met) == [(a, b) for a in range(1, 7) for b in range(a + 1, 7)]


# --- closed ------------------------------------------------------------------------------------------------------


def test_tables_without_a_result_are_named(by: Actor, cup: Tournament, luck: random.Random):
    round_ = published(by, cup)
    missing = Refusal("round_unfinished", field="reason", stage="main", round=1, tables=[1, 2, 3])
    assert refused(close_round, by=by, round_id=round_.pk) == missing
    play_round(by, round_, luck, but=2)
    write(by, round_.tables.get(number=2))
    refusal = refused(close_round, by=by, round_id=round_.pk)
    assert (refusal.facts["tables"], the_round(round_.pk).state) == ([2], "published")
    assert refused(close_round, by=by, round_id=round_.pk, reason=" \x00") == refusal


def test_for_a_reason_it_is_closed_all_the_same(by: Actor, cup: Tournament, luck: random.Random):
    round_ = published(by, cup)
    play_round(by, round_, luck, but=2)
    shut = close_round(by=by, round_id=round_.pk, reason="they have left")
    assert (shut.state, shut.close_reason) == ("closed", "they have left")
    assert last_facts(cup) == {
        "round": round_.pk, "stage": "main", "number": 1, "missing": [2], "reason": "they have left",
    }  # fmt: skip
    assert tables_without_result(record_of(cup), "main", 1) == [2]


def test_a_reason_that_was_not_needed_is_not_kept(by: Actor, cup: Tournament, luck: random.Random):
    round_ = published(by, cup)
    play_round(by, round_, luck)
    assert close_round(by=by, round_id=round_.pk, reason="just so").close_reason == ""
    assert last_facts(cup)["reason"] == ""


def test_a_decision_of_the_director_is_a_result(by: Actor, cup: Tournament, luck: random.Random):
    round_ = published(by, cup)
    play_round(by, round_, luck, but=3)
    rule(
        by=by, round_id=round_.pk, kind=RulingKind.FORFEIT, table_id=round_.tables.get(number=3).pk, side=0,
        reason="nobody came",
    )  # fmt: skip
    assert close_round(by=by, round_id=round_.pk).closed_at is not None


def test_a_result_that_was_taken_back_is_missing_again(by: Actor, cup: Tournament, luck: random.Random):
    round_ = published(by, cup)
    play_round(by, round_, luck)
    void_hand(by=by, table_id=first_table(round_).pk, number=2, reason="not theirs", revision=1)
    assert refused(close_round, by=by, round_id=round_.pk).facts["tables"] == [1]


def test_nothing_is_entered_any_more_and_the_next_round_can_be_drawn(by: Actor, cup: Tournament, luck: random.Random):
    round_ = published(by, cup)
    play_round(by, round_, luck, but=1)
    close_round(by=by, round_id=round_.pk, reason="they have left")
    refusal = refused(record_hand, by=by, table_id=first_table(round_).pk, client_id=UUID(int=1), number=1, sheet=EVEN)
    assert refusal == Refusal("round_closed", field="round", value=1)
    assert drawn(by, cup).number == 2


# --- and back ----------------------------------------------------------------------------------------------------


def test_a_closed_round_is_played_again(by: Actor, cup: Tournament, luck: random.Random):
    round_ = published(by, cup)
    play_round(by, round_, luck, but=1)
    close_round(by=by, round_id=round_.pk, reason="they have left")
    again = reopen_round(by=by, round_id=round_.pk)
    assert (again.state, again.closed_at, again.close_reason) == ("published", None, "")
    assert last_facts(cup)["close_reason"] == "they have left"
    play_round(by, round_, luck)
    assert close_round(by=by, round_id=round_.pk).close_reason == ""


@pytest.mark.parametrize("state", ["draft", "published", "closed"])
def test_not_if_a_later_one_is_there(by: Actor, cup: Tournament, luck: random.Random, state: str):
    first = played_and_closed(by, cup, luck)
    second = drawn(by, cup) if state == "draft" else published(by, cup)
    if state == "closed":
        play_round(by, second, luck)
        close_round(by=by, round_id=second.pk)
    followed = Refusal("round_followed", field="round", value=2, stage="main")
    assert refused(reopen_round, by=by, round_id=first.pk) == followed
    if state == "closed":
        assert reopen_round(by=by, round_id=second.pk).state == "published"
    else:
        cancel_round(by=by, round_id=second.pk, reason="first things first")
        assert reopen_round(by=by, round_id=first.pk).state == "published"


def test_a_next_stage_that_was_not_drawn_is_forgotten(by: Actor):
    cup = a_tournament(by, 4, regulations=groups_and_final())
    round_ = published(by, cup)
    won_by_the_lower_number(by, round_)
    close_round(by=by, round_id=round_.pk)
    begin_next_stage(by=by, tournament_id=cup.pk)
    assert Stage.objects.count() == 2
    reopen_round(by=by, round_id=round_.pk)
    assert [stage.key for stage in Stage.objects.all()] == ["groups"]
    close_round(by=by, round_id=round_.pk)
    begin_next_stage(by=by, tournament_id=cup.pk)
    final = drawn(by, cup)
    followed = Refusal("round_followed", field="round", value=1, stage="final")
    assert refused(reopen_round, by=by, round_id=round_.pk) == followed
    assert final.stage.key == "final"


def test_a_draw_that_was_asked_for_before_it_was_reopened_is_not_made(by: Actor, cup: Tournament, luck: random.Random):
    round_ = played_and_closed(by, cup, luck)
    job = ask_for_draw(by=by, tournament_id=cup.pk)
    reopen_round(by=by, round_id=round_.pk)
    assert performed(job)["refused"]["code"] == "round_open"
    assert states(cup) == ["published"]


# --- corrections after the draw ----------------------------------------------------------------------------------


def correct(by: Actor, round_: Round, points: int) -> dict[str, Any]:
    table = first_table(round_)
    last = Hand.objects.filter(table=table, number=1).latest("revision")
    correct_hand(
        by=by, table_id=table.pk, number=1, client_id=UUID(int=points + 1000), reason="misread", revision=last.revision,
        sheet=Sheet(calls=("",) * 4, out=(0, 1), points=points),
    )  # fmt: skip
    return last_facts(round_.stage.tournament)


def test_a_correction_marks_what_was_drawn_from_it_and_changes_nothing_else(
    by: Actor, cup: Tournament, luck: random.Random
):
    first = played_and_closed(by, cup, luck)
    draft = drawn(by, cup)
    before = seating(draft)
    assert correct(by, first, 5)["outdated"] == [draft.pk]
    assert (the_round(draft.pk).outdated, seating(draft)) == (True, before)
    assert correct(by, first, 10)["outdated"] == []  # marked already
    publish_round(by=by, round_id=draft.pk)
    assert last_facts(cup)["outdated"] is True
    unpublish_round(by=by, round_id=draft.pk)
    assert drawn_again(by, draft).outdated is False
    publish_round(by=by, round_id=draft.pk)
    assert correct(by, first, 15)["outdated"] == [draft.pk]


def test_what_is_being_played_is_not_marked(by: Actor, cup: Tournament, luck: random.Random):
    first = played_and_closed(by, cup, luck)
    second = published(by, cup)
    write(by, first_table(second))
    assert correct(by, first, 5)["outdated"] == []
    assert the_round(second.pk).outdated is False


def test_a_decision_about_a_closed_round_marks_too(by: Actor, cup: Tournament, luck: random.Random):
    first = played_and_closed(by, cup, luck)
    draft = drawn(by, cup)
    touched_by_a_ruling(by, first)
    assert (last_facts(cup)["outdated"], the_round(draft.pk).outdated) == ([draft.pk], True)


def test_a_decision_about_the_round_itself_does_not(by: Actor, cup: Tournament):
    round_ = published(by, cup)
    touched_by_a_ruling(by, round_)
    assert (last_facts(cup)["outdated"], the_round(round_.pk).outdated) == ([], False)


# --- what it costs -----------------------------------------------------------------------------------------------


def test_to_look_for_what_is_missing_costs_no_query(
    by: Actor, cup: Tournament, django_assert_num_queries: DjangoAssertNumQueries
):
    round_ = published(by, cup)
    with django_assert_num_queries(11):
        record = record_of(cup)
    with django_assert_num_queries(0):
        assert tables_without_result(record, "main", 1) == [1, 2, 3]
    round_ = the_round(round_.pk)
    with django_assert_num_queries(10):
        conflicts_of(round_)


def test_a_round_is_published_after_it_was_drawn(by: Actor, cup: Tournament):
    round_ = published(by, cup)
    assert timedelta(0) <= round_.published_at - round_.drawn_at < timedelta(minutes=1)
