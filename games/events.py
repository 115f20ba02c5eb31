"""emit(): the log line of a change, the tournament's next version, and after the commit what the world hears of it.

Nothing here can fail a request whose transaction has been committed, and nothing here is needed for the data to be
right: a lost signal costs a late page, a lost nudge is made up for by the sweep.
"""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games import live
from games.actor import NOBODY, Actor
from games.breaker import redis_breaker
from games.models import LogHead, LogLine, Tournament

SITE = "site"
"""The chain of lines that belong to no tournament."""


def emit(
    what: str,
    *,
    topic: str = "",
    by: Actor = NOBODY,
    tournament: Tournament | None = None,
    table_id: int | None = None,
    facts: Mapping[str, Any] | None = None,
) -> LogLine:
    """Write the log line now, in the transaction of the change, and signal its topics once it is committed.

    A change of a tournament raises its version by one and signals its topic; besides, what happens at one table signals
    that table, and everything else whoever waits for the rounds. So a phone hears of its own table and of the next
    round, and not of every hand in the hall.
    """
    line = _add_line(what, by=by, tournament=tournament, facts=dict(facts or {}))
    topics = [topic] if topic else []
    if tournament is not None:
        Tournament.objects.filter(pk=tournament.pk).update(version=F("version") + 1)
        tournament.version += 1
        topics += [topic_of(tournament), rounds_topic(tournament) if table_id is None else table_topic(table_id)]
        nudge_after_commit("refresh_standings", str(tournament.pk))
    for each in topics:
        transaction.on_commit(partial(live.signal, each))
    return line


def topic_of(tournament: Tournament) -> str:
    """What the pages of a tournament listen to."""
    return f"tournament.{tournament.pk}"


def rounds_topic(tournament: Tournament) -> str:
    """What a phone listens to that waits for the next round."""
    return f"rounds.{tournament.pk}"


def screen_topic(tournament: Tournament) -> str:
    """What a projector and its remote control listen to besides."""
    return f"screen.{tournament.pk}"


def table_topic(table_id: int) -> str:
    """What a phone at a table listens to."""
    return f"table.{table_id}"


def chain_of(tournament: Tournament | None) -> str:
    """The chain of lines that a change belongs to."""
    return SITE if tournament is None else topic_of(tournament)


def _add_line(what: str, *, by: Actor, tournament: Tournament | None, facts: dict[str, Any]) -> LogLine:
    chain = chain_of(tournament)
    LogHead.objects.bulk_create([LogHead(chain=chain)], ignore_conflicts=True)
    head = LogHead.objects.select_for_update().get(chain=chain)
    line = LogLine(
        chain=chain,
        number=head.length + 1,
        at=timezone.now(),
        tournament=tournament,
        actor=str(by),
        who=by.account,
        what=what,
        facts=facts,
        previous=head.hash,
    )
    line.hash = hash_of(line)
    line.save()
    head.length, head.hash = line.number, line.hash
    head.save(update_fields=["length", "hash"])
    return line


def hash_of(line: LogLine) -> str:
    """The hash of everything a line says, and of the line before it."""
    said = [line.chain, line.number, written(line.at), line.actor, line.what, line.facts, line.previous]
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def written(at: datetime) -> str:
    return at.astimezone(tz=timezone.get_fixed_timezone(0)).isoformat()


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
