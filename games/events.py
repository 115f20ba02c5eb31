"""emit(): the log line of a change, and after the commit what the rest of the world hears of it.

Nothing here can fail a request whose transaction has been committed, and nothing here is needed for the data to be
right: a lost signal costs a late page, a lost nudge is made up for by the sweep.
"""

from collections.abc import Mapping
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games import live
from games.breaker import redis_breaker
from games.models import Account, LogLine


def emit(what: str, *, topic: str, who: Account | None = None, facts: Mapping[str, Any] | None = None) -> LogLine:
    """Write the log line now, in the transaction of the change, and signal the topic once it is committed."""
    line = LogLine.objects.create(at=timezone.now(), who=who, what=what, facts=dict(facts or {}))
    transaction.on_commit(lambda: live.signal(topic))
    return line


def nudge_after_commit(task: str, *arguments: str) -> None:
    """Tell a worker of the row that this transaction writes, once it is there to be seen."""
    transaction.on_commit(lambda: nudge(task, *arguments))


def nudge(task: str, *arguments: str) -> None:
    """Send a task by its name in `games.tasks`. Never raises, and never waits long."""

    def send() -> None:
        current_app.send_task(f"games.tasks.{task}", args=arguments, retry=False)

    if settings.REDIS_URL:
        redis_breaker.attempt(send)
    else:
        send()
