"""Standings: from the snapshot if it is of today, else computed: nothing is right only because a worker ran."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef

from games.models import Snapshot, Stage, Tournament
from games.selectors.scores import Basis, basis_of, undisturbed
from scoring.standings import published_round, standings, standings_to_json

STAFF, PUBLIC = "staff", "public"
AUDIENCES = (STAFF, PUBLIC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """Standings as they are shown, and of which version of the tournament."""

    version: int
    standings: dict[str, Any]


def current_standings(stage: Stage, *, audience: str, tournament: Tournament | None = None) -> Shown:
    """The standings of a stage for those who run it, or for everybody. Two queries, or eight more if nobody has ranked
    it yet; one less if its tournament was just read."""
    tournament = tournament or Tournament.objects.get(pk=stage.tournament_id)
    kept = Snapshot.objects.filter(stage=stage, audience=audience, version=tournament.version).first()
    if kept is not None:
        return Shown(version=kept.version, standings=kept.standings)
    with undisturbed():
        found = computed(basis_of(tournament), stage.key, audience=audience)
    return Shown(version=tournament.version, standings=found)


def computed(basis: Basis, stage: str, *, audience: str) -> dict[str, Any]:
    """Ranked anew; what is hidden is not in what the public sees."""
    record = basis.record
    through = published_round(record, stage) if audience == PUBLIC else None
    found = standings_to_json(standings(record, stage, through, scores=basis.scores))
    names = {team.id: team.name for team in record.teams}
    return found | {"rows": [row | {"name": names[row["team"]]} for row in found["rows"]]}


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
