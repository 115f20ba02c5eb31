"""Snapshots of the standings, and the scores of tables they were computed from: kept by a worker, only if they are
newer, and thrown away at any time."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from games import live
from games.events import topic_of
from games.models import Snapshot, Stage, TableScore, Tournament
from games.selectors.moment import one_moment
from games.selectors.scores import Basis, basis_of, score_row, undisturbed
from games.selectors.standings import AUDIENCES, computed, is_fresh, is_over

MOST_TURNS = 5
"""While results keep coming in, the standings are computed so often in one go; then it is the next nudge's turn."""


def refresh_standings(*, tournament_id: int) -> int:
    """Compute what is out of date, until it is not; returns how often that was necessary.

    Many results at once cause many calls. The first computes, and all that come while it does find it done.
    """
    for turn in range(MOST_TURNS):
        with undisturbed(), one_moment():
            tournament = Tournament.objects.filter(pk=tournament_id).first()
            if tournament is None or is_fresh(tournament):
                return turn
            stages, basis = list(Stage.objects.filter(tournament=tournament)), basis_of(tournament)
        take_snapshots(tournament, stages, basis)
    return MOST_TURNS


def take_snapshots(tournament: Tournament, stages: list[Stage], basis: Basis) -> None:
    """One for every stage and audience; and what was counted for them is kept."""
    with undisturbed():
        rows = [
            (stage, audience, computed(basis, stage.key, audience=audience, over=is_over(tournament, audience)))
            for stage in stages
            for audience in AUDIENCES
        ]
    scores = [score_row(table) for table in basis.uncounted]
    with transaction.atomic():
        for stage, audience, found in rows:
            write_if_newer(stage, audience, tournament.version, found)
        if Snapshot.objects.filter(stage__tournament=tournament, version=tournament.version).exists():
            keep_scores(scores)  # else somebody was quicker, with a newer version
        transaction.on_commit(lambda: live.signal(topic_of(tournament)))


def write_if_newer(stage: Stage, audience: str, version: int, found: dict[str, Any]) -> None:
    now = timezone.now()
    fresh = Snapshot(stage=stage, audience=audience, version=version, made_at=now, standings=found)
    Snapshot.objects.bulk_create([fresh], ignore_conflicts=True)
    older = Snapshot.objects.filter(stage=stage, audience=audience, version__lt=version)
    older.update(version=version, made_at=now, standings=found)


def keep_scores(scores: list[TableScore]) -> None:
    """In the place of what was kept of these tables."""
    own = [field.name for field in TableScore._meta.concrete_fields if field.name not in ("id", "table")]
    TableScore.objects.bulk_create(
        scores, update_conflicts=True, unique_fields=["table"], update_fields=own, batch_size=1000
    )
