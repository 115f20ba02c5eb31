"""How the program itself is doing: what `/readyz` tells machines and the check-up tells a director."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from games.breaker import redis_breaker
from games.live import redis_client
from games.selectors.jobs import age_of_oldest_unfinished_job

LATE_AFTER = timedelta(seconds=60)


class Finding(StrEnum):
    """What an examination found. Trouble keeps the program from working; a warning makes it slower or less live."""

    GOOD = "good"
    WARNING = "warning"
    TROUBLE = "trouble"


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """The findings, one by one."""

    database: Finding
    migrations: Finding
    broker: Finding
    jobs: Finding
    oldest_job_seconds: int | None

    @property
    def overall(self) -> Finding:
        found = {self.database, self.migrations, self.broker, self.jobs}
        return next(finding for finding in (Finding.TROUBLE, Finding.WARNING, Finding.GOOD) if finding in found)


def health(*, now: datetime) -> Health:
    """Examine database, migrations, broker and the oldest unfinished job.

    A broker that is away is a warning only: hands are entered and standings are right without it.
    """
    broker = _broker()
    try:
        migrations = _migrations()
        waiting = age_of_oldest_unfinished_job(now=now)
    except DatabaseError:
        connection.close()
        return Health(
            database=Finding.TROUBLE,
            migrations=Finding.TROUBLE,
            broker=broker,
            jobs=Finding.TROUBLE,
            oldest_job_seconds=None,
        )
    return Health(
        database=Finding.GOOD,
        migrations=migrations,
        broker=broker,
        jobs=Finding.WARNING if waiting and waiting > LATE_AFTER else Finding.GOOD,
        oldest_job_seconds=None if waiting is None else int(waiting.total_seconds()),
    )


def _migrations() -> Finding:
    executor = MigrationExecutor(connection)
    pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return Finding.TROUBLE if pending else Finding.GOOD


def _broker() -> Finding:
    if not settings.REDIS_URL:
        return Finding.GOOD  # the broker is this process
    return Finding.GOOD if redis_breaker.attempt(redis_client().ping) else Finding.WARNING
