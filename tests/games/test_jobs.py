"""Lasting work: asked for twice it is one job, run twice it has one effect, forgotten it is found again."""

import contextlib
import threading
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, connections, transaction
from django.utils import timezone

from games.events import emit
from games.live import redis_client
from games.models import Account, Job, LogLine
from games.selectors.jobs import age_of_oldest_unfinished_job, jobs_left_lying, last_job_of
from games.services.checkup import SIGN_OF_LIFE, ask_worker
from games.services.jobs import MOST_ATTEMPTS, JobKind, ask_for_job, perform_job
from games.services.kinds import KINDS
from games.tasks import sweep
from rules.refusal import Refusal
from tests.waiting import wait_for

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def kind_that(prepare) -> JobKind:
    """A kind of job that prepares like this and whose effect is its log line."""
    return JobKind(
        name="trial", prepare=prepare, complete=lambda job, value: {"value": value}, done="trial.done",
        topic=lambda job: "trial",
    )  # fmt: skip


def ask(kind: JobKind, key: str = "one") -> Job:
    return ask_for_job(kind=kind, key=key, arguments={"n": 1}, by=None)


def effects() -> int:
    return LogLine.objects.filter(what="trial.done").count()


def test_a_job_is_done_and_remembers_its_result():
    kind = kind_that(lambda arguments: arguments["n"] + 1)
    job = ask(kind)
    perform_job(job_id=job.pk, kinds={"trial": kind})
    job.refresh_from_db()
    assert (job.result, job.failure, job.attempts, effects()) == ({"value": 2}, "", 1, 1)
    assert job.seconds_taken is not None
    assert job.seconds_taken >= 0


def test_asking_twice_gives_the_same_job_until_it_is_finished():
    kind = kind_that(lambda arguments: None)
    first, second, other = ask(kind), ask(kind), ask(kind, "two")
    assert first.pk == second.pk != other.pk
    perform_job(job_id=first.pk, kinds={"trial": kind})
    assert ask(kind).pk != first.pk


def test_a_message_that_comes_twice_has_one_effect():
    kind = kind_that(lambda arguments: None)
    job = ask(kind)
    perform_job(job_id=job.pk, kinds={"trial": kind})
    perform_job(job_id=job.pk, kinds={"trial": kind})
    assert effects() == 1
    # Control: were the row to forget that it is finished, the effect would double, and this test would see it.
    Job.objects.update(finished_at=None, result=None, due_at=timezone.now())
    perform_job(job_id=job.pk, kinds={"trial": kind})
    assert effects() == 2


def test_two_workers_that_both_prepared_have_one_effect():
    """The first was thought dead because its lease ran out; both come to the end."""
    rival_done = []

    def prepare(arguments: Mapping[str, Any]) -> None:
        if not rival_done:
            rival_done.append(True)
            Job.objects.update(due_at=timezone.now())  # the lease runs out in the middle
            perform_job(job_id=job.pk, kinds={"trial": kind})

    kind = kind_that(prepare)
    job = ask(kind)
    perform_job(job_id=job.pk, kinds={"trial": kind})
    job.refresh_from_db()
    assert (rival_done, job.attempts, effects()) == ([True], 2, 1)


def test_while_a_lease_runs_nobody_else_takes_the_job():
    prepared = []
    kind = kind_that(lambda arguments: prepared.append(1))
    job = ask(kind)
    Job.objects.update(due_at=timezone.now() + timedelta(seconds=5))
    perform_job(job_id=job.pk, kinds={"trial": kind})
    assert (prepared, effects()) == ([], 0)


def test_a_failing_job_leaves_no_trace_and_is_put_off(caplog):
    def complete(job: Job, value: object) -> dict[str, Any]:
        emit("half.done", topic="t")
        raise ValueError("in the middle")

    kind = JobKind(name="trial", prepare=lambda a: None, complete=complete, done="trial.done", topic=lambda j: "t")
    job = ask(kind)
    perform_job(job_id=job.pk, kinds={"trial": kind})
    job.refresh_from_db()
    assert (job.finished_at, effects(), LogLine.objects.count()) == (None, 0, 0)
    assert job.due_at > timezone.now() + timedelta(seconds=1)
    assert "in the middle" in caplog.text


def test_a_job_that_fails_again_and_again_is_given_up_and_says_so():
    kind = kind_that(lambda arguments: 1 / 0)
    job = ask(kind)
    for _ in range(MOST_ATTEMPTS + 1):
        Job.objects.update(due_at=timezone.now())
        perform_job(job_id=job.pk, kinds={"trial": kind})
    job.refresh_from_db()
    assert (job.failure, job.finished_at is not None, effects()) == ("too_many_attempts", True, 0)
    assert LogLine.objects.filter(what="job.given_up").count() == 1


def test_a_job_of_a_kind_nobody_knows_is_given_up():
    job = ask(kind_that(lambda arguments: None))
    perform_job(job_id=job.pk, kinds={})
    job.refresh_from_db()
    assert job.failure == "unknown_kind"


def test_the_selectors_see_what_is_left():
    now = timezone.now()
    kind = kind_that(lambda arguments: None)
    assert age_of_oldest_unfinished_job(now=now) is None
    done, lying, leased = ask(kind, "done"), ask(kind, "lying"), ask(kind, "leased")
    perform_job(job_id=done.pk, kinds={"trial": kind})
    Job.objects.filter(pk=leased.pk).update(due_at=now + timedelta(seconds=30), asked_at=now - timedelta(seconds=90))
    assert jobs_left_lying(now=timezone.now()) == [lying.pk]
    assert age_of_oldest_unfinished_job(now=now) == timedelta(seconds=90)
    assert last_job_of("trial", "done") == Job.objects.get(pk=done.pk)


@pytest.mark.real_redis
@pytest.mark.django_db(transaction=True)
def test_a_worker_is_told_only_of_what_is_committed():
    def messages() -> int:
        return redis_client().llen("celery")

    redis_client().flushdb()
    with transaction.atomic():
        ask(kind_that(lambda arguments: None))
        assert messages() == 0
    assert messages() == 1
    with contextlib.suppress(ZeroDivisionError), transaction.atomic():
        ask(kind_that(lambda arguments: None), "never asked for")
        raise ZeroDivisionError
    assert messages() == 1


@pytest.mark.django_db(transaction=True)
def test_fifty_who_ask_at_once_get_one_job():
    kind, answers, barrier = kind_that(lambda arguments: None), [], threading.Barrier(10)

    def asks() -> None:
        barrier.wait()
        try:
            answers.extend(ask(kind).pk for _ in range(5))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=asks) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 50
    assert set(answers) == {Job.objects.get().pk}


def test_the_database_itself_refuses_impossible_jobs():
    now = timezone.now()
    good = {"kind": "trial", "key": "k", "asked_at": now, "due_at": now}
    Job.objects.create(**good)
    impossible = [
        good,  # a second unfinished one of the same key
        good | {"key": ""},
        good | {"kind": "", "key": "x"},
        good | {"key": "x", "finished_at": now - timedelta(seconds=1)},
        good | {"key": "x", "result": {"done": True}},
        good | {"key": "x", "failure": "given up"},
    ]
    for row in impossible:
        with pytest.raises(IntegrityError), transaction.atomic():
            Job.objects.create(**row)
    with pytest.raises(IntegrityError), transaction.atomic():
        connection.cursor().execute("UPDATE games_job SET attempts = -1")


def test_only_staff_may_ask_the_worker(guest: Account, director: Account):
    with pytest.raises(Refusal) as refused:
        ask_worker(by=guest)
    assert refused.value == Refusal("not_allowed")
    assert ask_worker(by=director).asked_by == director


@pytest.mark.django_db(transaction=True)
def test_a_real_worker_answers(worker: None, director: Account):
    job = ask_worker(by=director)
    wait_for(lambda: Job.objects.get(pk=job.pk).finished_at, seconds=20)
    job.refresh_from_db()
    assert job.result is not None
    assert job.result["process"] > 0
    assert LogLine.objects.filter(what="worker.answered", who=director).count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_job_whose_message_was_lost_is_found_by_the_sweep_at_start_up(director: Account, request):
    now = timezone.now()
    job = Job.objects.create(kind=SIGN_OF_LIFE.name, key="worker", asked_at=now, due_at=now)  # and nobody was told
    request.getfixturevalue("new_worker")
    wait_for(lambda: Job.objects.get(pk=job.pk).finished_at, seconds=20)
    assert LogLine.objects.filter(what="worker.answered").count() == 1


def test_the_sweep_leaves_alone_what_is_done_or_leased(django_assert_num_queries):
    kind = KINDS["sign_of_life"]
    job = ask(kind)
    perform_job(job_id=job.pk, kinds=KINDS)
    with django_assert_num_queries(3):
        sweep()
    assert LogLine.objects.count() == 1
