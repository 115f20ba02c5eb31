"""Questions about who comes in how."""

from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils import timezone

from games.actor import Actor
from games.choices import Place, RoundState, Scope
from games.models import AccessLink, ApiToken, Round, Seat, Table
from games.models.access import still_valid
from games.permissions import may_set_up_tournaments

SHOWN = [RoundState.PUBLISHED, RoundState.CLOSED]
"""Rounds that players see."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceNow:
    """Where a team, or whoever sits at a table, is in the round that is being played, or was played last."""

    round: int
    round_number: int
    place: str
    table: int | None
    table_number: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Who:
    """What somebody is told about oneself."""

    account: int | None
    username: str | None
    makes_tournaments: bool
    writes: bool
    team: int | None
    team_name: str | None
    table_number: int | None
    tournament: int | None
    now: PlaceNow | None


def who_is(actor: Actor) -> Who:
    """Who somebody is, and where the team or table of a link plays now. At most three queries."""
    account, link = actor.account, actor.link
    team = link.team if link else None
    return Who(
        account=account.pk if account else None,
        username=account.get_username() if account else None,
        makes_tournaments=may_set_up_tournaments(actor),
        writes=actor.scope is Scope.WRITE,
        team=team.pk if team else None,
        team_name=team.name if team else None,
        table_number=link.table_number if link else None,
        tournament=link.tournament_id if link else None,
        now=place_now(link) if link else None,
    )


def place_now(link: AccessLink) -> PlaceNow | None:
    """Where the team of a link is in the last round that was published, or the table of a link. One query."""
    return place_of_team(link.team_id) if link.team_id else place_of_table(link.tournament_id, link.table_number or 0)


def place_of_team(team_id: int) -> PlaceNow | None:
    seats = Seat.objects.filter(team=team_id, round__state__in=SHOWN).select_related("round", "table")
    seat = seats.order_by("round__published_at", "round_id").last()
    if seat is None:
        return None
    return PlaceNow(
        round=seat.round_id,
        round_number=seat.round.number,
        place=seat.place,
        table=seat.table_id,
        table_number=seat.table.number if seat.table else None,
    )


def place_of_table(tournament_id: int, number: int) -> PlaceNow | None:
    """A round may have fewer tables than the one before: then nobody sits there."""
    rounds = Round.objects.filter(stage__tournament=tournament_id, state__in=SHOWN)
    last = rounds.order_by("published_at", "pk").last()
    if last is None:
        return None
    table = Table.objects.filter(round=last, number=number).first()
    place = Place.TABLE if table else Place.WAITING
    return PlaceNow(
        round=last.pk,
        round_number=last.number,
        place=place,
        table=table.pk if table else None,
        table_number=number,
    )


def tokens_of(actor: Actor) -> QuerySet[ApiToken]:
    """One's own tokens that are valid, the newest first. One query."""
    own = ApiToken.objects.filter(still_valid(timezone.now()), account=actor.account)
    return own.order_by("-made_at", "-pk") if actor.account else ApiToken.objects.none()
