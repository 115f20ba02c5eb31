"""Standings: from the snapshot if it is of today, else computed: nothing is right only because a worker ran."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef

from games.choices import State
from games.models import Snapshot, Stage, Tournament
from games.selectors.scores import Basis, basis_of, undisturbed
from scoring.final import final_ranking
from scoring.standings import Standings, published_round, standings, standings_to_json

STAFF, PUBLIC = "staff", "public"
AUDIENCES = (STAFF, PUBLIC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """Standings as they are shown, and of which version of the tournament."""

    version: int
    standings: dict[str, Any]


def current_standings(stage: Stage, *, audience: str, tournament: Tournament | None = None) -> Shown:
    """The standings of a stage for those who run it, or for everybody; of the last one, once it is over, the final
    ranking with everybody in it. Two queries, or eight more if nobody has ranked it yet; one less if its tournament was
    just read."""
    tournament = tournament or Tournament.objects.get(pk=stage.tournament_id)
    kept = Snapshot.objects.filter(stage=stage, audience=audience, version=tournament.version).first()
    if kept is not None:
        return Shown(version=kept.version, standings=kept.standings)
    with undisturbed():
        found = computed(basis_of(tournament), stage.key, audience=audience, over=is_over(tournament, audience))
    return Shown(version=tournament.version, standings=found)


def is_over(tournament: Tournament, audience: str) -> bool:
    """Whether the tournament has ended, and these people may know how."""
    return tournament.ranking_published_at is not None if audience == PUBLIC else tournament.state == State.FINISHED


def computed(basis: Basis, stage: str, *, audience: str, over: bool) -> dict[str, Any]:
    """Ranked anew; what is hidden is not in what the public sees. A stage that is played in groups has the standings of
    each besides."""
    record, scores = basis.record, basis.scores
    if over and stage == record.stages[-1].key:
        return with_names(final_ranking(record, scores=scores), basis)
    through = published_round(record, stage) if audience == PUBLIC else None
    found = with_names(standings(record, stage, through, scores=scores), basis)
    groups = [
        {"key": group.key} | with_names(standings(record, stage, through, group.key, scores=scores), basis)
        for group in record.stage(stage).groups
    ]
    return found | {"groups": groups} if groups else found


def with_names(found: Standings, basis: Basis) -> dict[str, Any]:
    names, plain = {team.id: team.name for team in basis.record.teams}, standings_to_json(found)
    return plain | {"rows": [row | {"name": names[row["team"]]} for row in plain["rows"]]}


def is_fresh(tournament: Tournament) -> bool:
    """Whether all snapshots of the tournament are of its present version. Two queries."""
    wanted = Stage.objects.filter(tournament=tournament).count() * len(AUDIENCES)
    fresh = Snapshot.objects.filter(stage__tournament=tournament, version=tournament.version).count()
    return fresh == wanted


def tournaments_with_old_standings(*, at_most: int = 20) -> list[int]:
    """Tournaments that have a stage whose snapshot is missing or older than they are. One query."""
    of_today = Snapshot.objects.filter(stage=OuterRef("pk"), version=OuterRef("tournament__version"))
    old = Stage.objects.filter(~Exists(of_today)).order_by("tournament")
    return list(old.values_list("tournament", flat=True).distinct()[:at_most])
