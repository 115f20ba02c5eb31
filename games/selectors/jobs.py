"""Questions about lasting work."""

from datetime import datetime, timedelta
from uuid import UUID

from games.actor import Actor
from games.models import Job, Tournament
from games.permissions import may_look_inside
from rules.refusal import Refusal


def last_job_of(kind: str, key: str) -> Job | None:
    """The newest job of this kind and key, finished or not. One query."""
    return Job.objects.filter(kind=kind, key=key).order_by("-asked_at").first()


def jobs_left_lying(*, now: datetime, at_most: int = 100) -> list[UUID]:
    """The ids of unfinished jobs that nobody works on, oldest first. One query."""
    left = Job.objects.filter(finished_at__isnull=True, due_at__lte=now).order_by("due_at")
    return list(left.values_list("pk", flat=True)[:at_most])


def age_of_oldest_unfinished_job(*, now: datetime) -> timedelta | None:
    """How long the oldest unfinished job has been waiting. One query."""
    asked_at = Job.objects.filter(finished_at__isnull=True).order_by("asked_at").values_list("asked_at", flat=True)
    oldest = asked_at.first()
    return None if oldest is None else max(now - oldest, timedelta(0))


def job_seen_by(actor: Actor, job_id: UUID) -> Job:
    """A job that was asked for in a tournament, for its staff. At most three queries."""
    job = Job.objects.filter(pk=job_id).first()
    tournament = None if job is None else Tournament.objects.filter(pk=job.arguments.get("tournament")).first()
    if job is None or tournament is None or not may_look_inside(actor, tournament):
        raise Refusal("job_unknown", field="job", value=str(job_id))
    return job
