"""A worker killed (-9) in the middle of a job: the job is done once in its effect, by whoever comes next."""

import contextlib
from collections.abc import Iterator
from urllib.parse import urlsplit

import psycopg
import pytest
from django.conf import settings

from games.live import redis_client
from games.models import Account, Job, LogLine
from games.services.checkup import ask_worker
from tests.programs import beside_the_tests, kill_group, worker_process
from tests.waiting import wait_for

pytestmark = [pytest.mark.real_redis, pytest.mark.django_db(transaction=True)]


@contextlib.contextmanager
def log_table_locked() -> Iterator[None]:
    """Nobody can write a log line meanwhile: a worker stops between finishing the job's row and its commit."""
    with psycopg.connect(beside_the_tests()["DATABASE_URL"]) as other:
        other.execute("LOCK TABLE games_logline IN EXCLUSIVE MODE")
        yield
        other.rollback()


def workers_waiting_for_the_lock() -> int:
    with psycopg.connect(beside_the_tests()["DATABASE_URL"]) as other:
        found = other.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT%games_logline%'"
        ).fetchone()
    assert found is not None
    return int(found[0])


def die_in_the_middle_of_a_job(director: Account, **changes: str) -> Job:
    """Ask, let a worker come as far as the lock, and kill it there."""
    with log_table_locked():
        job = ask_worker(by=director)
        with worker_process(JOB_LEASE_SECONDS="2", **changes) as process:
            wait_for(workers_waiting_for_the_lock, seconds=30)
            kill_group(process)
    job.refresh_from_db()
    return job


def effects() -> int:
    return LogLine.objects.filter(what="worker.answered").count()


@pytest.fixture(autouse=True)
def empty_redis() -> None:
    assert urlsplit(settings.REDIS_URL).scheme == "redis"
    redis_client().flushdb()


def test_the_next_worker_does_it_once(director: Account):
    job = die_in_the_middle_of_a_job(director)
    assert (job.attempts, job.finished_at, effects()) == (1, None, 0)
    with worker_process(JOB_LEASE_SECONDS="2", SWEEP_SECONDS="1"):
        wait_for(lambda: Job.objects.get().finished_at, seconds=30)
    job.refresh_from_db()
    assert (job.attempts, effects()) == (2, 1)


def test_it_does_not_matter_that_redis_lost_everything_meanwhile(director: Account):
    die_in_the_middle_of_a_job(director)
    redis_client().flushdb()
    with worker_process(JOB_LEASE_SECONDS="2", SWEEP_SECONDS="1"):
        wait_for(lambda: Job.objects.get().finished_at, seconds=30)
    assert effects() == 1


@pytest.mark.slow("nothing happens for as long as a sweep would take")
def test_control_without_the_sweep_the_job_stays_undone(director: Account):
    die_in_the_middle_of_a_job(director)
    redis_client().flushdb()
    with worker_process(JOB_LEASE_SECONDS="2", SWEEP_SECONDS="0"), pytest.raises(AssertionError, match="in vain"):
        wait_for(lambda: Job.objects.get().finished_at, seconds=8)
    assert effects() == 0
