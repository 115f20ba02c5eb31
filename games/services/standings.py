"""Snapshots of the standings: computed by a worker, written only if they are newer, thrown away at any time."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from games import live
from games.events import topic_of
from games.models import Snapshot, Stage, Tournament
from games.selectors.records import record_of
from games.selectors.standings import AUDIENCES, computed, is_fresh
from scoring.record import Record

MOST_TURNS = 5
"""While results keep coming in, the standings are computed so often in one go; then it is the next nudge's turn."""


def refresh_standings(*, tournament_id: int) -> int:
    """Compute what is out of date, until it is not; returns how often that was necessary.

    Many results at once cause many calls. The first computes, and all that come while it does find it done.
    """
    for turn in range(MOST_TURNS):
        tournament = Tournament.objects.filter(pk=tournament_id).first()
        if tournament is None or is_fresh(tournament):
            return turn
        take_snapshots(tournament, record_at_rest(tournament, patient=turn + 1 < MOST_TURNS))
    return MOST_TURNS


def record_at_rest(tournament: Tournament, *, patient: bool) -> Record | None:
    """The record of exactly this version: nothing was changed while it was read, or everybody had to wait."""
    if patient:
        record = record_of(tournament)
        unchanged = Tournament.objects.filter(pk=tournament.pk, version=tournament.version).exists()
        return record if unchanged else None
    with transaction.atomic():
        tournament.version = Tournament.objects.select_for_update().get(pk=tournament.pk).version
        return record_of(tournament)


def take_snapshots(tournament: Tournament, record: Record | None) -> None:
    """One for every stage and audience."""
    if record is None:
        return
    rows = [
        (stage, audience, computed(record, stage.key, audience=audience))
        for stage in Stage.objects.filter(tournament=tournament)
        for audience in AUDIENCES
    ]
    with transaction.atomic():
        for stage, audience, found in rows:
            write_if_newer(stage, audience, tournament.version, found)
        transaction.on_commit(lambda: live.signal(topic_of(tournament)))


def write_if_newer(stage: Stage, audience: str, version: int, found: dict[str, Any]) -> None:
    now = timezone.now()
    fresh = Snapshot(stage=stage, audience=audience, version=version, made_at=now, standings=found)
    Snapshot.objects.bulk_create([fresh], ignore_conflicts=True)
    older = Snapshot.objects.filter(stage=stage, audience=audience, version__lt=version)
    older.update(version=version, made_at=now, standings=found)
