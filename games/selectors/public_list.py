"""The tournaments of this place that everybody may know of, and those who play here."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, Q, QuerySet

from games.choices import Entry, RoundState, State, Visibility
from games.models import Player, Team, Tournament
from games.selectors.moment import one_moment

MOST_OF_EACH, MOST_PLAYERS, MOST_IN_A_FEED = 30, 60, 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A public tournament in a list. `teams` is how many take part, `rounds` how many have been published."""

    tournament: Tournament
    teams: int
    rounds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubHome:
    """What is going on here. `players` agreed to be shown."""

    playing: Sequence[Listed]
    coming: Sequence[Listed]
    past: Sequence[Listed]
    players: Sequence[tuple[int, str, str]]

    @property
    def empty(self) -> bool:
        return not (self.playing or self.coming or self.past)


@one_moment()
def club_home() -> ClubHome:
    """Public tournaments by how far they are, and the players who agreed to be shown in them. Four queries."""
    seen = Player.objects.filter(
        consent_at__isnull=False, merged_into__isnull=True, memberships__tournament__visibility=Visibility.PUBLIC,
        memberships__team__entry=Entry.IN,
    )  # fmt: skip
    named = seen.order_by("shown_name", "pk").values_list("pk", "shown_name", "club").distinct()
    return ClubHome(
        playing=listed(public_tournaments().filter(state=State.RUNNING).order_by("-made_at", "-pk")),
        coming=listed(
            public_tournaments().filter(state=State.SETUP).order_by(F("starts_at").asc(nulls_last=True), "pk")
        ),
        past=listed(public_tournaments().filter(state=State.FINISHED).order_by("-finished_at", "-pk")),
        players=list(named[:MOST_PLAYERS]),
    )


def public_tournaments() -> QuerySet[Tournament]:
    """Those that are meant to be found. One query."""
    return Tournament.objects.filter(visibility=Visibility.PUBLIC)


def listed(found: QuerySet[Tournament]) -> list[Listed]:
    begun = Q(stages__rounds__state__in=[RoundState.PUBLISHED, RoundState.CLOSED])
    rounds = Count("stages__rounds", filter=begun, distinct=True)
    counted = found.annotate(entered=entered(), begun=rounds)[:MOST_OF_EACH]
    return [Listed(tournament=each, teams=each.entered, rounds=each.begun) for each in counted]


def tournaments_in_feed() -> list[Tournament]:
    """The public tournaments, the newest first. One query."""
    return list(public_tournaments().order_by("-made_at", "-pk")[:MOST_IN_A_FEED])


def tournaments_in_calendar(*, since: datetime) -> list[tuple[Tournament, int]]:
    """The public tournaments that have a date, those to come and those of lately, in order, each with how many take
    part. One query."""
    dated = public_tournaments().filter(starts_at__gte=since).annotate(entered=entered())
    return [(each, each.entered) for each in dated.order_by("starts_at", "pk")[:MOST_IN_A_FEED]]


def teams_entered(tournament: Tournament) -> int:
    """How many take part. One query."""
    return Team.objects.filter(tournament=tournament, entry=Entry.IN, house=False).count()


def entered() -> Count:
    return Count("teams", filter=Q(teams__entry=Entry.IN, teams__house=False), distinct=True)
