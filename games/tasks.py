"""Celery's tasks: an id in, one service call. Each may be lost or run twice without harm."""

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from games.events import nudge
from games.selectors.jobs import jobs_left_lying
from games.selectors.standings import tournaments_with_old_standings
from games.services.jobs import perform_job
from games.services.kinds import KINDS
from games.services.rates import forget_old_counts
from games.services.standings import refresh_standings


@shared_task(name="games.tasks.run_job")
def run_job(job_id: str) -> None:
    """Do one job."""
    perform_job(job_id=UUID(job_id), kinds=KINDS)


@shared_task(name="games.tasks.refresh_standings")
def refresh(tournament_id: str) -> None:
    """Bring the standings of a tournament up to date."""
    refresh_standings(tournament_id=int(tournament_id))


@shared_task(name="games.tasks.sweep")
def sweep() -> None:
    """Nudge what was asked for and nobody is working on: lost messages, dead workers, failures that were put off."""
    for job_id in jobs_left_lying(now=timezone.now()):
        nudge("run_job", str(job_id))
    for tournament_id in tournaments_with_old_standings():
        nudge("refresh_standings", str(tournament_id))
    forget_old_counts(now=timezone.now().timestamp())
