"""Lasting work: ask for it, do it exactly once in its effect, and do not forget it.

A job is a row, so it survives whatever happens to a message. It is done in two steps. `prepare` may take long, reads
only and holds no lock; `complete` writes, in the one transaction that also finishes the row. A worker that dies, a
message that comes twice, two workers on the same job: the work may be prepared again, but its effect happens once.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.actor import Actor
from games.events import emit, nudge_after_commit
from games.models import Account, Job

logger = logging.getLogger(__name__)

MOST_ATTEMPTS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class JobKind:
    """What is to be done for the jobs of one kind.

    `prepare(arguments)` computes and must not write. `complete(job, prepared)` writes and returns what to remember
    as the job's result. `done` is the log's code for it; `topic` names what the pages then fetch anew.
    """

    name: str
    prepare: Callable[[Mapping[str, Any]], Any]
    complete: Callable[[Job, Any], dict[str, Any]]
    done: str
    topic: Callable[[Job], str]


@transaction.atomic
def ask_for_job(*, kind: JobKind, key: str, arguments: Mapping[str, Any], by: Account | None) -> Job:
    """Ask for a piece of work. While one of the same kind and key is unfinished, this is that one."""
    now = timezone.now()
    asked = Job(kind=kind.name, key=key, arguments=dict(arguments), asked_by=by, asked_at=now, due_at=now)
    Job.objects.bulk_create([asked], ignore_conflicts=True)  # the unique constraint decides who was first
    same = Job.objects.filter(kind=kind.name, key=key)
    job = same.filter(finished_at__isnull=True).first() or same.latest("asked_at")
    nudge_after_commit("run_job", str(job.pk))
    return job


def perform_job(*, job_id: UUID, kinds: Mapping[str, JobKind]) -> None:
    """Do this job if it is still to be done and nobody else is at it."""
    job = _claim(job_id)
    if job is None:
        return
    kind = kinds.get(job.kind)
    if kind is None:
        _give_up(job, "unknown_kind", topic="jobs")
        return
    if job.attempts > MOST_ATTEMPTS:
        _give_up(job, "too_many_attempts", topic=kind.topic(job))
        return
    try:
        prepared = kind.prepare(job.arguments)
        _complete(job_id, kind, prepared)
        logger.info("Job %s done", job, extra={"job": str(job_id), "attempt": job.attempts})
    except Exception:
        logger.exception("Job %s failed", job, extra={"job": str(job_id), "attempt": job.attempts})
        _put_off(job)


def _claim(job_id: UUID) -> Job | None:
    """Take the job for the length of a lease, unless it is finished or another worker's lease still runs."""
    now = timezone.now()
    free = Job.objects.filter(pk=job_id, finished_at__isnull=True, due_at__lte=now)
    lease = timedelta(seconds=settings.JOB_LEASE_SECONDS)
    if not free.update(due_at=now + lease, attempts=F("attempts") + 1):
        return None
    return Job.objects.get(pk=job_id)


@transaction.atomic
def _complete(job_id: UUID, kind: JobKind, prepared: Any) -> None:
    """The effect and the end of the job, together or not at all."""
    job = Job.objects.select_for_update().get(pk=job_id)
    if job.finished_at is not None:
        return  # another worker, slower or quicker to begin, has done it
    job.result = kind.complete(job, prepared)
    job.finished_at = timezone.now()
    job.save(update_fields=["result", "finished_at"])
    emit(kind.done, topic=kind.topic(job), by=Actor(account=job.asked_by), facts={"job": str(job.pk)})


@transaction.atomic
def _give_up(job: Job, failure: str, *, topic: str) -> None:
    unfinished = Job.objects.filter(pk=job.pk, finished_at__isnull=True)
    if unfinished.update(failure=failure, finished_at=timezone.now()):
        logger.error("Job %s was given up: %s", job, failure, extra={"job": str(job.pk)})
        emit("job.given_up", topic=topic, facts={"job": str(job.pk), "failure": failure})


def _put_off(job: Job) -> None:
    """Try again later, and later each time: after 2, 4, 8 ... seconds, at most a minute."""
    pause = timedelta(seconds=min(2**job.attempts, 60))
    Job.objects.filter(pk=job.pk, finished_at__isnull=True).update(due_at=timezone.now() + pause)
