"""Questions about who comes in how."""

from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils import timezone

from games.actor import Actor
from games.choices import RoundState, Scope
from games.models import ApiToken, Seat
from games.models.access import still_valid
from games.permissions import may_set_up_tournaments


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceNow:
    """Where a team is in the round that is being played, or was played last."""

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
    tournament: int | None
    now: PlaceNow | None


def who_is(actor: Actor) -> Who:
    """Who somebody is, and for a team where it plays now. At most two queries."""
    account, link = actor.account, actor.link
    return Who(
        account=account.pk if account else None,
        username=account.get_username() if account else None,
        makes_tournaments=may_set_up_tournaments(actor),
        writes=actor.scope is Scope.WRITE,
        team=link.team_id if link else None,
        team_name=link.team.name if link else None,
        tournament=link.tournament_id if link else None,
        now=place_now(link.team_id) if link else None,
    )


def place_now(team_id: int) -> PlaceNow | None:
    """Where a team is in the last round that was published. One query."""
    shown = [RoundState.PUBLISHED, RoundState.CLOSED]
    seats = Seat.objects.filter(team=team_id, round__state__in=shown).select_related("round", "table")
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


def tokens_of(actor: Actor) -> QuerySet[ApiToken]:
    """One's own tokens that are valid, the newest first. One query."""
    own = ApiToken.objects.filter(still_valid(timezone.now()), account=actor.account)
    return own.order_by("-made_at", "-pk") if actor.account else ApiToken.objects.none()
