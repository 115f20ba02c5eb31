"""Drawing a round: asked for once, computed by a worker, written as a draft that only the staff see."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from games.actor import NOBODY, Actor
from games.choices import Role, Scope, State
from games.models import (
    Account,
    Hand,
    Job,
    LogLine,
    Member,
    Player,
    Round,
    Seat,
    Stage,
    Table,
    Team,
    Tournament,
)
from games.selectors.log import first_broken_line
from games.selectors.records import record_of
from games.selectors.rounds import (
    conflicts_of,
    draw_of,
    incomplete_teams,
    is_untouched,
    live_rounds,
    next_round_left,
    open_round,
    remaining_seconds,
    stage_going_on,
    tables_without_result,
)
from games.services import drawing, entering, locking
from games.services.apart import keep_apart
from games.services.attendance import expect_from, withdraw
from games.services.drafts import keep_bye, keep_table
from games.services.drawing import DRAW_ROUND, ask_for_draw, redraw
from games.services.entries import cancel_entry, edit_team
from games.services.hands import record_hand
from games.services.jobs import perform_job
from games.services.kinds import KINDS
from games.services.rounds import cancel_round, close_round, publish_round, unpublish_round
from games.services.tournaments import appoint, change_regulations, create_tournament
from pairing.systems import chance, draw
from rules.refusal import Refusal
from scoring.presets import PRESETS
from scoring.record import Hand as Sheet
from scoring.regulations import System, regulations_to_json
from tests.games.acting import (
    a_tournament,
    drawn,
    drawn_again,
    enter_teams,
    last_facts,
    log_of,
    of_system,
    performed,
    places,
    published,
    refused,
    seating,
    small_swiss,
    states,
    team,
    the_round,
    without_table,
    won_by_the_lower_number,
)
from tests.games.rows import NOON
from tests.waiting import wait_for

pytestmark = pytest.mark.django_db

TOO_LONG = "x" * 61


@pytest.fixture
def by() -> Actor:
    return Actor(account=Account.objects.create(username="dora", is_staff=True))


@pytest.fixture
def cup(by: Actor) -> Tournament:
    """Seven pairs before the first round."""
    return a_tournament(by, 7, regulations=small_swiss())


def told(result: Mapping[str, Any]) -> str:
    """Why there was no draw."""
    return str(result["refused"]["code"])


def closed(by: Actor, tournament: Tournament) -> Round:
    """A round that the lower numbers have won, from the draw to its end."""
    round_ = published(by, tournament)
    won_by_the_lower_number(by, round_)
    return close_round(by=by, round_id=round_.pk)


# --- a draft -----------------------------------------------------------------------------------------------------


def test_everybody_has_a_place_in_the_draft_and_only_the_staff_see_it(by: Actor, cup: Tournament):
    before = Tournament.objects.get().version
    round_ = drawn(by, cup)
    assert sorted(places(round_).values()) == ["bye"] + ["table"] * 6
    assert [(len(each), number) for number, each in seating(round_).items()] == [(2, 1), (2, 2), (2, 3)]
    assert (round_.state, round_.number, round_.stage.key, round_.drawn_from) == ("draft", 1, "main", before)
    assert all(table.reasons for table in round_.tables.all())
    assert record_of(cup).stages[0].rounds == ()
    assert [each.number for each in record_of(cup, drafts=True).stages[0].rounds] == [1]
    assert Tournament.objects.get().state == State.SETUP
    assert log_of(cup)[-1] == "round.drawn"
    assert last_facts(cup) == {
        "round": round_.pk, "stage": "main", "number": 1, "seed": round_.seed, "from": before, "tables": 3,
        "again": False, "cost": round_.cost, "substitutes_gone": [],
    }  # fmt: skip
    assert LogLine.objects.get(what="round.drawn").who == by.account


def test_nothing_of_it_breaks_a_rule(by: Actor, cup: Tournament):
    assert [breach for breach in conflicts_of(drawn(by, cup)) if breach.must] == []


def test_asking_twice_gives_the_same_job_and_one_draft(by: Actor, cup: Tournament):
    first, again = (ask_for_draw(by=by, tournament_id=cup.pk, seed=seed) for seed in ("one", "two"))
    assert first == again
    assert performed(first) == performed(first)
    assert ask_for_draw(by=by, tournament_id=cup.pk, seed="three") == first
    assert (Round.objects.get().seed, Job.objects.count(), log_of(cup).count("round.drawn")) == ("one", 1, 1)


def test_the_next_round_is_another_job(by: Actor, cup: Tournament):
    closed(by, cup)
    round_ = drawn(by, cup)
    assert (round_.number, Job.objects.count()) == (2, 2)


def test_after_a_cancelled_draft_it_is_asked_for_anew(by: Actor, cup: Tournament):
    job = ask_for_draw(by=by, tournament_id=cup.pk)
    cancel_round(by=by, round_id=performed(job)["round"], reason="somebody has come")
    assert ask_for_draw(by=by, tournament_id=cup.pk) != job
    assert states(cup) == ["cancelled"]


def test_a_message_that_comes_twice_draws_once(by: Actor, cup: Tournament):
    job = ask_for_draw(by=by, tournament_id=cup.pk)
    performed(job)
    before = seating(Round.objects.get())
    Job.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    perform_job(job_id=job.pk, kinds=KINDS)
    assert (seating(Round.objects.get()), log_of(cup).count("round.drawn")) == (before, 1)


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_a_real_worker_draws(worker: None, by: Actor):
    cup = a_tournament(by, 6, regulations=small_swiss())
    job = ask_for_draw(by=by, tournament_id=cup.pk)
    wait_for(lambda: Job.objects.get(pk=job.pk).finished_at, seconds=20)
    job.refresh_from_db()
    assert job.result == {"round": Round.objects.get().pk}
    assert Seat.objects.count() == 6


# --- who may, and when -------------------------------------------------------------------------------------------


def test_only_a_director_of_this_tournament_asks(by: Actor, cup: Tournament, guest: Account):
    appoint(by=by, tournament_id=cup.pk, account_id=guest.pk, role=Role.SCORER)
    draft = drawn(by, cup)
    stranger = Actor(account=Account.objects.create(username="other", is_staff=True))
    for who in (NOBODY, Actor(account=guest), stranger, Actor(account=by.account, scope=Scope.READ)):
        assert refused(ask_for_draw, by=who, tournament_id=cup.pk) == Refusal("not_allowed")
        assert refused(redraw, by=who, round_id=draft.pk) == Refusal("not_allowed")


@pytest.mark.parametrize("number", [0, -1, 10**9, 10**30])
def test_what_is_not_there_is_not_drawn(by: Actor, number: int):
    unknown = Refusal("tournament_unknown", field="tournament", value=number)
    assert refused(ask_for_draw, by=by, tournament_id=number) == unknown
    assert refused(redraw, by=by, round_id=number) == Refusal("round_unknown", field="round", value=number)


def test_none_while_a_round_is_played_and_none_after_the_end(by: Actor, cup: Tournament):
    round_ = published(by, cup)
    open_ = Refusal("round_open", field="round", value=1, stage="main")
    assert refused(ask_for_draw, by=by, tournament_id=cup.pk) == open_
    assert refused(redraw, by=by, round_id=round_.pk).code == "round_state"
    Tournament.objects.update(state=State.FINISHED, finished_at=NOON)
    assert refused(ask_for_draw, by=by, tournament_id=cup.pk) == Refusal("tournament_finished")


def test_everybody_needs_a_partner_first(by: Actor, cup: Tournament):
    """Pairs were entered, then the director chose the game for six."""
    six = regulations_to_json(PRESETS["tientsin"])
    change_regulations(by=by, tournament_id=cup.pk, regulations=six)
    lacking = Refusal("teams_incomplete", field="teams", teams=[1, 2, 3, 4, 5, 6, 7], minimum=3)
    assert refused(ask_for_draw, by=by, tournament_id=cup.pk) == lacking


def test_whoever_has_left_needs_no_partner(by: Actor, cup: Tournament):
    Member.objects.filter(team=team(cup, 7), position=2).delete()
    assert incomplete_teams(cup, round_number=1) == [7]
    withdraw(by=by, team_id=team(cup, 7).pk, now=True)
    assert incomplete_teams(cup, round_number=1) == []


def test_the_house_needs_no_names(by: Actor, cup: Tournament):
    Team.objects.create(tournament=cup, number=8, name="House", entered_at=NOON, house=True)
    assert incomplete_teams(cup, round_number=1) == []


# --- no draw -----------------------------------------------------------------------------------------------------


def test_wishes_that_cannot_be_kept_are_told_and_it_is_not_tried_again(by: Actor):
    cup = a_tournament(by, 4, regulations=small_swiss())
    ids = [team(cup, number).pk for number in (1, 2, 3, 4)]
    keep_apart(by=by, tournament_id=cup.pk, team_ids=ids, must=True)
    job = ask_for_draw(by=by, tournament_id=cup.pk)
    result = performed(job)
    assert told(result) == "draw_impossible"
    assert {who for clash in result["refused"]["facts"]["clash"] for who in clash["teams"]} == {"1", "2", "3", "4"}
    assert (job.attempts, job.failure, Round.objects.count()) == (1, "", 0)
    version = Tournament.objects.get().version
    perform_job(job_id=job.pk, kinds=KINDS)
    job.refresh_from_db()
    assert (job.attempts, Tournament.objects.get().version) == (1, version)


@pytest.mark.parametrize("system", [System.SWISS, System.ROUND_ROBIN, System.KNOCKOUT, System.GROUPS])
def test_every_system_says_in_plain_data_what_clashes(by: Actor, system: System):
    rules = {System.SWISS: {"rounds": 3}, System.GROUPS: {"groups": 2}}
    cup = a_tournament(by, 4, regulations=of_system(system, **rules.get(system, {})))
    ids = [team(cup, number).pk for number in (1, 2, 3, 4)]
    keep_apart(by=by, tournament_id=cup.pk, team_ids=ids, must=True)
    assert told(performed(ask_for_draw(by=by, tournament_id=cup.pk))) == "draw_impossible"


def test_after_a_refusal_and_a_change_it_is_drawn(by: Actor):
    cup = a_tournament(by, 1, regulations=small_swiss())
    first = ask_for_draw(by=by, tournament_id=cup.pk)
    assert performed(first)["refused"] == {"code": "too_few", "facts": {"field": "teams", "value": 1, "minimum": 2}}
    enter_teams(by, cup, 1)
    second = ask_for_draw(by=by, tournament_id=cup.pk)
    assert second != first
    assert "round" in performed(second)


def test_when_every_round_is_played_the_stage_is_over(by: Actor):
    cup = a_tournament(by, 4, regulations=small_swiss(rounds=1))
    assert next_round_left(record_of(closed(by, cup).stage.tournament), "main") is None
    assert told(performed(ask_for_draw(by=by, tournament_id=cup.pk))) == "stage_over"


def test_a_record_that_contradicts_its_regulations_is_told_too(by: Actor, cup: Tournament):
    """Somebody has changed the regulations behind our back."""
    job = ask_for_draw(by=by, tournament_id=cup.pk)
    Tournament.objects.update(regulations=regulations_to_json(PRESETS["tientsin"]))
    assert told(performed(job)) == "team_too_small"


# --- changes between asking and drawing --------------------------------------------------------------------------


def changed_meanwhile(change: Callable[[], object]) -> dict[str, Any]:
    """The kinds of jobs; a draw is interrupted by a change after the record was read and the draw was computed."""

    def prepare(arguments: Mapping[str, Any]) -> Any:
        prepared = DRAW_ROUND.prepare(arguments)
        change()
        return prepared

    return KINDS | {DRAW_ROUND.name: replace(DRAW_ROUND, prepare=prepare)}


def answer(job: Job, change: Callable[[], object]) -> dict[str, Any]:
    perform_job(job_id=job.pk, kinds=changed_meanwhile(change))
    job.refresh_from_db()
    assert job.finished_at is not None
    return dict(job.result)


def test_whoever_withdraws_while_the_draw_is_computed_is_not_in_it(by: Actor, cup: Tournament):
    job = ask_for_draw(by=by, tournament_id=cup.pk)
    gone = team(cup, 3)
    result = answer(job, lambda: withdraw(by=by, team_id=gone.pk, now=True))
    round_ = the_round(result["round"])
    assert sorted(places(round_)) == [1, 2, 4, 5, 6, 7]
    assert [breach for breach in conflicts_of(round_) if breach.must] == []
    lines = {line.what: line for line in LogLine.objects.filter(tournament=cup)}
    assert lines["team.withdrawn"].number < lines["round.drawn"].number
    assert round_.drawn_from == 1 + lines["team.withdrawn"].number
    # what is published with it repeats it: the seed and the record without the one who left
    again = draw(record_of(cup), "main", 1, chance(round_.seed))
    assert {table.number: tuple(dict.fromkeys(table.seats)) for table in again.tables} == {
        number: tuple(map(str, seats)) for number, seats in seating(round_).items()
    }


def test_whoever_comes_or_cancels_meanwhile_is_taken_into_account(by: Actor, cup: Tournament):
    result = answer(
        ask_for_draw(by=by, tournament_id=cup.pk),
        lambda: (cancel_entry(by=by, team_id=team(cup, 1).pk), enter_teams(by, cup, 2)),
    )
    assert sorted(places(the_round(result["round"]))) == [2, 3, 4, 5, 6, 7, 8, 9]


def test_a_wish_that_comes_meanwhile_can_make_it_impossible(by: Actor):
    cup = a_tournament(by, 2, regulations=small_swiss())
    ids = [team(cup, number).pk for number in (1, 2)]
    job = ask_for_draw(by=by, tournament_id=cup.pk)
    result = answer(job, lambda: keep_apart(by=by, tournament_id=cup.pk, team_ids=ids, must=True))
    assert (told(result), Round.objects.count()) == ("draw_impossible", 0)


def test_a_draft_that_was_published_or_cancelled_meanwhile_is_left_alone(by: Actor, cup: Tournament):
    draft = drawn(by, cup)
    before = seating(draft)
    job = redraw(by=by, round_id=draft.pk)
    assert told(answer(job, lambda: publish_round(by=by, round_id=draft.pk))) == "round_open"
    assert (seating(draft), states(cup)) == (before, ["published"])
    unpublish_round(by=by, round_id=draft.pk)
    job = redraw(by=by, round_id=draft.pk)
    result = answer(job, lambda: cancel_round(by=by, round_id=draft.pk, reason="a fire"))
    assert result["refused"] == {"code": "round_unknown", "facts": {"field": "round", "value": draft.pk}}
    assert (seating(draft), states(cup)) == (before, ["cancelled"])


def test_two_jobs_for_one_round_make_one_draft(by: Actor, cup: Tournament):
    """The second was asked for after the first had been cancelled; then the first worker woke up."""
    first = ask_for_draw(by=by, tournament_id=cup.pk, seed="first")
    now = timezone.now()
    second = Job.objects.create(
        kind=first.kind, key="another", arguments=first.arguments | {"seed": "second"}, asked_at=now, due_at=now
    )
    assert "round" in performed(first)
    assert performed(second)["refused"] == {
        "code": "round_drafted", "facts": {"field": "round", "value": 1, "stage": "main"}
    }  # fmt: skip
    assert Round.objects.get().seed == "first"


def test_a_round_that_is_not_due_any_more_is_not_drawn(by: Actor, cup: Tournament):
    job = ask_for_draw(by=by, tournament_id=cup.pk)
    Job.objects.filter(pk=job.pk).update(arguments=job.arguments | {"number": 2})
    assert performed(job)["refused"] == {
        "code": "round_not_next", "facts": {"field": "round", "value": 2, "allowed": [1]}
    }  # fmt: skip


def test_a_table_that_is_kept_while_it_is_drawn_anew_stays(by: Actor, cup: Tournament):
    draft = drawn(by, cup, seed="a")
    table = draft.tables.get(number=2)
    before = seating(draft)[2]
    answer(redraw(by=by, round_id=draft.pk, seed="b"), lambda: keep_table(by=by, table_id=table.pk, kept=True))
    assert seating(draft)[2] == before


# --- seeds -------------------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_draw_and_a_new_one_another(by: Actor):
    cup = a_tournament(by, 12, regulations=small_swiss())
    draft = drawn(by, cup, seed="spring")
    first = seating(draft)
    assert seating(drawn_again(by, draft, seed="spring")) == first
    others = [seating(drawn_again(by, draft, seed=f"seed {number}")) for number in range(5)]
    assert all(other != first for other in others)
    assert the_round(draft.pk).seed == "seed 4"
    assert log_of(cup).count("round.drawn") == 7
    assert last_facts(cup)["again"] is True


def test_without_a_seed_one_is_made_and_stored(by: Actor):
    seeds = {drawn(by, a_tournament(by, 4, name=f"Cup {n}", regulations=small_swiss())).seed for n in range(4)}
    assert len(seeds) == 4
    assert all(seeds)


@pytest.mark.parametrize("system", [System.ROUND_ROBIN, System.KNOCKOUT, System.GROUPS])
def test_a_new_seed_deals_groups_plan_and_bracket_anew(by: Actor, system: System):
    rules: dict[str, Any] = {"groups": 2} if system is System.GROUPS else {}
    cup = a_tournament(by, 8, regulations=of_system(system, **rules))
    draft = drawn(by, cup, seed="a")

    def fixed() -> tuple[Any, ...]:
        stage = Stage.objects.get()
        return stage.plan, stage.groups, stage.bracket

    first = fixed()
    drawn_again(by, draft, seed="b")
    assert fixed() != first
    drawn_again(by, draft, seed="a")
    assert fixed() == first


@pytest.mark.parametrize(
    ("seed", "kept"), [("  spring ", "spring"), ("a\x00b", "a b"), ("fr\ud800og", "fr og"), ("x" * 60, "x" * 60)]
)
def test_a_seed_is_kept_as_it_can_be_read(by: Actor, cup: Tournament, seed: str, kept: str):
    assert drawn(by, cup, seed=seed).seed == kept
    assert drawn_again(by, Round.objects.get(), seed=seed).seed == kept


@pytest.mark.parametrize("seed", ["", "  ", "\x00", "\ud800"])
def test_a_seed_of_nothing_is_none(by: Actor, cup: Tournament, seed: str):
    assert drawn(by, cup, seed=seed).seed not in (seed, "")


def test_a_seed_too_long_to_be_read_out_is_refused(by: Actor, cup: Tournament):
    long = Refusal("text_too_long", field="seed", value=61, maximum=60)
    assert refused(ask_for_draw, by=by, tournament_id=cup.pk, seed=TOO_LONG) == long
    assert refused(redraw, by=by, round_id=drawn(by, cup).pk, seed=TOO_LONG) == long


# --- drawn anew --------------------------------------------------------------------------------------------------


def test_what_is_kept_survives(by: Actor):
    cup = a_tournament(by, 11, regulations=small_swiss())
    draft = drawn(by, cup, seed="a")
    before = seating(draft)
    (free,) = without_table(draft)
    keep_table(by=by, table_id=draft.tables.get(number=3).pk, kept=True)
    keep_bye(by=by, round_id=draft.pk, team_id=team(cup, free).pk, kept=True)
    for seed in "bcdef":
        drawn_again(by, draft, seed=seed)
        assert seating(draft)[3] == before[3]
        assert without_table(draft) == [free]
        assert draft.tables.get(number=3).kept
        assert draft.seats.get(team__number=free).kept
    assert seating(draft) != before


def test_what_is_kept_no_longer_does_not(by: Actor):
    cup = a_tournament(by, 12, regulations=small_swiss())
    draft = drawn(by, cup, seed="a")
    before = seating(draft)
    for kept in (True, False):
        keep_table(by=by, table_id=draft.tables.get(number=3).pk, kept=kept)
    others = [seating(drawn_again(by, draft, seed=seed))[3] for seed in "bcdef"]
    assert any(set(other) != set(before[3]) for other in others)


def test_a_kept_table_of_somebody_who_left_is_given_up(by: Actor, cup: Tournament):
    draft = drawn(by, cup, seed="a")
    one, other = seating(draft)[1]
    keep_table(by=by, table_id=draft.tables.get(number=1).pk, kept=True)
    withdraw(by=by, team_id=team(cup, one).pk, now=True)
    drawn_again(by, draft, seed="b")
    assert one not in places(draft)
    assert places(draft)[other] in ("table", "bye")
    assert not draft.tables.filter(kept=True).exists()


def test_a_draft_drawn_anew_is_no_longer_outdated_and_keeps_what_the_director_set(by: Actor, cup: Tournament):
    closed(by, cup)
    draft = drawn(by, cup)
    Round.objects.filter(pk=draft.pk).update(outdated=True, hidden=True)
    drawn_again(by, draft)
    draft.refresh_from_db()
    assert (draft.outdated, draft.hidden, draft.drawn_from) == (False, True, Tournament.objects.get().version - 1)


def test_a_later_round_drawn_anew_keeps_the_schedule(by: Actor):
    """Everybody still meets everybody exactly once, in as few rounds as before."""
    cup = a_tournament(by, 6, regulations=of_system(System.ROUND_ROBIN))
    closed(by, cup)
    draft = drawn(by, cup)
    plan, before = Stage.objects.get().plan, seating(draft)
    for seed in "abc":
        drawn_again(by, draft, seed=seed)
    assert Stage.objects.get().plan == plan
    assert sorted(map(sorted, seating(draft).values())) == sorted(map(sorted, before.values()))
    publish_round(by=by, round_id=draft.pk)
    won_by_the_lower_number(by, draft)
    close_round(by=by, round_id=draft.pk)
    while "round" in (result := performed(ask_for_draw(by=by, tournament_id=cup.pk))):
        publish_round(by=by, round_id=result["round"])
        won_by_the_lower_number(by, the_round(result["round"]))
        close_round(by=by, round_id=result["round"])
    met = sorted(tuple(sorted(each)) for round_ in Round.objects.all() for each in seating(round_).values())
    assert met == [(one, two) for one in range(1, 7) for two in range(one + 1, 7)]
    assert Round.objects.count() == 5


def test_a_kept_table_keeps_its_group(by: Actor):
    cup = a_tournament(by, 8, regulations=of_system(System.GROUPS, groups=2))
    draft = drawn(by, cup, seed="a")
    groups = Stage.objects.get().groups
    keep_table(by=by, table_id=draft.tables.get(number=1).pk, kept=True)
    drawn_again(by, draft, seed="b")
    assert Stage.objects.get().groups == groups


def test_teams_that_need_certain_tables_get_them(by: Actor, cup: Tournament):
    edit_team(by=by, team_id=team(cup, 2).pk, tables=[3])
    for seed in "abc":
        round_ = drawn(by, cup, seed) if seed == "a" else drawn_again(by, Round.objects.get(), seed)
        if places(round_)[2] == "table":
            assert 2 in seating(round_)[3]


def test_whoever_comes_later_is_drawn_later(by: Actor, cup: Tournament):
    expect_from(by=by, team_id=team(cup, 4).pk, round_number=2)
    assert 4 not in places(closed(by, cup))
    assert 4 in places(drawn(by, cup))


def test_the_time_of_a_round_comes_from_the_regulations(by: Actor):
    cup = a_tournament(by, 6, preset="st_gallen")
    round_ = drawn(by, cup)
    assert (round_.minutes, remaining_seconds(round_, NOON)) == (60, 3600)


@pytest.mark.parametrize(
    ("clock", "left"),
    [
        ({}, 600),
        ({"started_at": NOON}, 510),
        ({"started_at": NOON, "extra_seconds": 60}, 570),
        ({"started_at": NOON, "paused_seconds": 30}, 540),
        ({"started_at": NOON, "paused_at": NOON + timedelta(seconds=10)}, 590),
        ({"started_at": NOON - timedelta(hours=1)}, 0),
        ({"started_at": NOON + timedelta(hours=1)}, 600),
        ({"minutes": None, "started_at": NOON}, None),
    ],
)
def test_how_much_time_is_left(clock: dict[str, Any], left: int | None):
    round_ = Round(**{"number": 1, "minutes": 10} | clock)
    now = NOON + timedelta(seconds=90)
    assert remaining_seconds(round_, now) == left
    more = None if left is None else left + 45 if clock.get("started_at") != NOON - timedelta(hours=1) else 0
    assert remaining_seconds(round_, now, Table(number=1, extra_seconds=45)) == more


# --- what it costs to ask ----------------------------------------------------------------------------------------


def many_teams(by: Actor, number: int) -> Tournament:
    """Straight into the database: entering five hundred is not what is tested here."""
    cup = create_tournament(
        by=by, name="Large", preset="swiss_evening", regulations=regulations_to_json(small_swiss(rounds=9))
    )
    teams = Team.objects.bulk_create(
        Team(tournament=cup, number=at, name=f"Pair {at}", entered_at=NOON) for at in range(1, number + 1)
    )
    names = [f"Player {at}" for at in range(2 * number)]
    players = Player.objects.bulk_create(Player(name=name, shown_name=name) for name in names)
    Member.objects.bulk_create(
        Member(tournament=cup, team=teams[at // 2], player=player, position=at % 2 + 1)
        for at, player in enumerate(players)
    )
    return cup


@pytest.mark.parametrize("number", [21, 501])
def test_a_question_costs_the_same_however_large_the_field(
    by: Actor, number: int, django_assert_num_queries: DjangoAssertNumQueries
):
    cup = many_teams(by, number)
    round_ = drawn(by, cup)
    assert len(places(round_)) == number
    with django_assert_num_queries(11):
        record = record_of(cup, drafts=True)
    with django_assert_num_queries(1):
        assert len(draw_of(round_, record).tables) == number // 2
    with django_assert_num_queries(10):
        assert [breach for breach in conflicts_of(round_) if breach.must] == []
    for question in (
        lambda: list(live_rounds(cup)),
        lambda: open_round(cup),
        lambda: stage_going_on(cup),
        lambda: incomplete_teams(cup, round_number=1),
        lambda: is_untouched(round_),
    ):
        with django_assert_num_queries(1):
            question()
    with django_assert_num_queries(0):
        assert len(tables_without_result(record, "main", 1)) == number // 2


def test_writing_a_draft_costs_the_same_however_large_the_field(by: Actor):
    costs = []
    for number in (20, 120):
        job = ask_for_draw(by=by, tournament_id=many_teams(by, number).pk)
        with CaptureQueriesContext(connection) as queries:
            perform_job(job_id=job.pk, kinds=KINDS)
        costs.append(len(queries))
    assert costs[0] == costs[1]


# --- all at once -------------------------------------------------------------------------------------------------


GUARDS: dict[type, tuple[str, ...]] = {
    Job: ("job_one_unfinished_of_a_key",),
    Round: ("round_number_once", "round_one_at_a_time"),
    Stage: ("stage_key_once", "stage_position_once"),
    Hand: ("hand_revision_once",),
}
"""What the database itself does against a round that is drawn twice, and a hand that is written twice."""
ROWS = (Hand, Job, Seat, Table, Round, Stage)
"""What is cleared away before the guards come back, in this order."""


@contextmanager
def unguarded(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Neither the lock nor the constraints: what the tests here must notice."""
    for module in (drawing, entering, locking):
        monkeypatch.setattr(module, "locked", lambda pk: Tournament.objects.get(pk=pk))
    found = [
        (model, constraint)
        for model, names in GUARDS.items()
        for constraint in model._meta.constraints
        if constraint.name in names
    ]
    assert len(found) == sum(map(len, GUARDS.values()))
    for model, constraint in found:
        with connection.schema_editor() as editor:
            editor.remove_constraint(model, constraint)
    try:
        yield
    finally:
        for rows in ROWS:
            rows.objects.all().delete()
        for model, constraint in found:
            with connection.schema_editor() as editor:
                editor.add_constraint(model, constraint)


def at_once(*acts: Callable[[], object]) -> list[BaseException]:
    """All of these in threads of their own, from the same moment on; what was raised but refusals."""
    barrier, failures = threading.Barrier(len(acts)), []

    def run(act: Callable[[], object]) -> None:
        try:
            barrier.wait()
            act()
        except Refusal:
            pass
        except Exception as failure:
            failures.append(failure)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return failures


def work_until_done(asking: threading.Event) -> None:
    """A worker: it does every job it finds, until nobody asks any more and none is left."""
    while not asking.is_set() or Job.objects.filter(finished_at__isnull=True).exists():
        for job_id in Job.objects.filter(finished_at__isnull=True).values_list("pk", flat=True):
            perform_job(job_id=job_id, kinds=KINDS)


def rush(acts: list[Callable[[], object]], *, workers: int = 4) -> list[BaseException]:
    """All of these at once, while so many workers do what is asked for."""
    left, asked = len(acts), threading.Event()
    counting = threading.Lock()

    def counted(act: Callable[[], object]) -> None:
        nonlocal left
        try:
            act()
        finally:
            with counting:
                left -= 1
                if left == 0:
                    asked.set()

    return at_once(
        *(lambda act=act: counted(act) for act in acts), *(lambda: work_until_done(asked) for _ in range(workers))
    )


def only_on_postgresql(settings: Settings) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("NO POSTGRESQL: SQLite lets one write at a time anyway; make test starts a server for this test")
    settings.JOB_LEASE_SECONDS = 0  # every worker takes every job, as if the others were thought dead


def one_draw(cup: Tournament, number: int) -> bool:
    """There is one round of this number, everybody has one place in it, and it was drawn once."""
    found = Round.objects.filter(stage__tournament=cup, number=number)
    seats = list(Seat.objects.filter(round__in=found).values_list("team__number", flat=True))
    drawings = LogLine.objects.filter(tournament=cup, what="round.drawn", facts__number=number)
    return found.count() == 1 and sorted(seats) == sorted(set(seats)) and drawings.count() == 1


def fifty_ask(by: Actor, cup: Tournament) -> list[BaseException]:
    return rush([lambda: ask_for_draw(by=by, tournament_id=cup.pk)] * 50)


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_fifty_who_ask_at_once_and_four_workers_make_one_draw(by: Actor, settings: Settings):
    only_on_postgresql(settings)
    cup = a_tournament(by, 9, regulations=small_swiss())
    assert fifty_ask(by, cup) == []
    assert one_draw(cup, 1)
    assert Seat.objects.count() == 9
    assert {job.result["round"] for job in Job.objects.all()} == {Round.objects.get().pk}
    assert first_broken_line(cup) is None


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_control_without_lock_and_constraints_it_is_drawn_twice(
    by: Actor, settings: Settings, monkeypatch: pytest.MonkeyPatch
):
    """The control of the test above: it would notice."""
    only_on_postgresql(settings)
    with unguarded(monkeypatch):
        assert any(drawn_twice_in_a_rush(by, number) for number in range(20))


def drawn_twice_in_a_rush(by: Actor, number: int) -> bool:
    cup = a_tournament(by, 9, regulations=small_swiss(), name=f"Rush {number}")
    fifty_ask(by, cup)
    return more_than_one(cup, 1)


def more_than_one(cup: Tournament, number: int) -> bool:
    return Round.objects.filter(stage__tournament=cup, number=number).count() > 1


LAST = Sheet(calls=("",) * 4, out=(0, 1), points=60)


def last_hand_missing(by: Actor, name: str = "Rush") -> tuple[Tournament, Table]:
    """A round of four tables of which one lacks its last hand."""
    cup = a_tournament(by, 8, regulations=small_swiss(), name=name)
    round_ = published(by, cup)
    *others, last = round_.tables.order_by("number")
    for table in others:
        for number in (1, 2):
            record_hand(
                by=by, table_id=table.pk, client_id=UUID(int=100 * table.pk + number), number=number, sheet=LAST
            )
    record_hand(by=by, table_id=last.pk, client_id=UUID(int=100 * last.pk), number=1, sheet=LAST)
    return cup, last


def fifty_last_results(by: Actor, cup: Tournament, table: Table) -> list[BaseException]:
    """Fifty phones send the last hand of the round at once, then all close it, then all ask for the next."""
    together = threading.Barrier(50)

    def act(phone: int) -> None:
        sent = UUID(int=10**9 + 100 * table.pk + phone)
        for step in (
            lambda: record_hand(by=by, table_id=table.pk, client_id=sent, number=2, sheet=LAST),
            lambda: close_round(by=by, round_id=table.round_id),
            lambda: ask_for_draw(by=by, tournament_id=cup.pk),
        ):
            together.wait()
            with suppress(Refusal):
                step()

    return rush([lambda phone=phone: act(phone) for phone in range(50)])


def once(cup: Tournament, table: Table) -> bool:
    """One last hand, one end of the round, one draw of the next."""
    hands = Hand.objects.filter(table=table, number=2).count()
    return (hands, log_of(cup).count("round.closed")) == (1, 1) and one_draw(cup, 2)


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_fifty_last_results_at_once_end_the_round_once_and_draw_the_next_once(by: Actor, settings: Settings):
    only_on_postgresql(settings)
    cup, table = last_hand_missing(by)
    assert fifty_last_results(by, cup, table) == []
    assert once(cup, table)
    assert states(cup) == ["closed", "draft"]
    assert Seat.objects.filter(round__number=2).count() == 8
    cup.refresh_from_db()
    assert cup.version == 1 + len(log_of(cup))
    assert first_broken_line(cup) is None


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_control_without_lock_and_constraints_it_would_not_be_once(
    by: Actor, settings: Settings, monkeypatch: pytest.MonkeyPatch
):
    """The control of the test above: it would notice."""
    only_on_postgresql(settings)
    hands_doubled = drawn_twice = False
    for number in range(20):
        cup, table = last_hand_missing(by, f"Rush {number}")
        with unguarded(monkeypatch):
            fifty_last_results(by, cup, table)
            hands_doubled |= Hand.objects.filter(table=table, number=2).count() > 1
            drawn_twice |= more_than_one(cup, 2)
        monkeypatch.undo()
        if hands_doubled and drawn_twice:
            return
    raise AssertionError("twenty rushes, and nothing was doubled")
