"""The tournaments somebody runs, as a list to choose from; and who runs one."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from games.actor import Actor
from games.choices import Entry, Role, RoundState, State
from games.models import Invitation, Round, Staff, Tournament
from games.models.access import still_valid
from games.permissions import may_direct
from games.selectors.moment import one_moment

MOST_LISTED = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A tournament in the list: how many have entered, which round is the last, and whether it is being played."""

    tournament: Tournament
    entrants: int
    directs: bool
    round: int | None
    playing: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """What is going on comes first, then what is to come, then what is over."""

    running: list[Listed]
    setup: list[Listed]
    finished: list[Listed]

    def __bool__(self) -> bool:
        return bool(self.running or self.setup or self.finished)


@one_moment()
def tournaments_to_run(actor: Actor) -> Listing:
    """All that somebody directs or scores; the site's owner sees every one. At most one query."""
    found = [listed(actor, tournament) for tournament in tournaments_run(actor)[:MOST_LISTED]]
    by_state = {state: [each for each in found if each.tournament.state == state] for state in State}
    return Listing(
        running=by_state[State.RUNNING],
        setup=sorted(by_state[State.SETUP], key=soonest),
        finished=sorted(by_state[State.FINISHED], key=latest, reverse=True),
    )


def tournaments_run(actor: Actor) -> QuerySet[Tournament]:
    """With the number of those who have entered, one's own role, and the last round that was published."""
    if actor.account is None or not actor.account.is_active:
        return Tournament.objects.none()
    mine = Staff.objects.filter(tournament=OuterRef("pk"), account=actor.account)
    shown = Q(stage__tournament=OuterRef("pk"), state__in=[RoundState.PUBLISHED, RoundState.CLOSED])
    last = Round.objects.filter(shown).order_by("-stage__position", "-number")
    seen = Q() if actor.account.is_superuser else Q(staff__account=actor.account)
    entered = Q(teams__entry=Entry.IN, teams__house=False)
    return (
        Tournament.objects.filter(seen)
        .annotate(
            entered=Count("teams", filter=entered, distinct=True),
            my_role=Subquery(mine.values("role")[:1]),
            last_round=Subquery(last.values("number")[:1]),
            last_state=Subquery(last.values("state")[:1]),
        )
        .order_by(F("starts_at").desc(nulls_last=True), "-made_at", "-pk")
    )


def listed(actor: Actor, tournament: Tournament) -> Listed:
    """From a row of `tournaments_run`, which has what is asked for here with it."""
    found = vars(tournament)
    owner = actor.account is not None and actor.account.is_superuser
    return Listed(
        tournament=tournament,
        entrants=found["entered"],
        directs=owner or found["my_role"] == Role.DIRECTOR,
        round=found["last_round"],
        playing=found["last_state"] == RoundState.PUBLISHED,
    )


def soonest(each: Listed) -> tuple[bool, float, int]:
    """By when it begins; those without a date come last, the newest of them first."""
    begins = each.tournament.starts_at
    return begins is None, begins.timestamp() if begins else 0.0, -each.tournament.pk


def latest(each: Listed) -> datetime:
    return each.tournament.finished_at or each.tournament.made_at


def open_invitations(actor: Actor, tournament: Tournament) -> list[Invitation]:
    """Those to a tournament that can still be accepted, for its directors; the newest first. At most two queries."""
    if not may_direct(actor, tournament):
        return []
    valid = still_valid(timezone.now()) & Q(used_at__isnull=True, tournament=tournament)
    return list(Invitation.objects.filter(valid).select_related("invited_by").order_by("-made_at", "-pk"))
