"""Who is entered in a tournament, who waits, who lacks a partner, who has come."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q

from games.choices import Entry, RoundState
from games.models import Member, Round, Ruling, Seat, Stage, Substitute, Team, Tournament
from games.selectors.moment import one_moment
from games.selectors.records import regulations_of


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberRow:
    """A member as the director sees it. `id` is the player's; name and e-mail are not for the public."""

    id: int
    name: str
    shown_name: str
    club: str
    email: str
    consented: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRow:
    """An entry as the director sees it. `wait_place` counts from 1; whoever lacks a partner has none."""

    id: int
    number: int
    name: str
    club: str
    rating: int | None
    seed: int | None
    house: bool
    tables: tuple[int, ...]
    members: tuple[MemberRow, ...]
    complete: bool
    entry: Entry
    wait_place: int | None
    checked_in_at: datetime | None
    arrived: int
    withdrawn: int | None


@one_moment()
def teams_of(tournament: Tournament) -> list[TeamRow]:
    """Every entry with its members, cancelled ones too, by number. Two queries."""
    needed = regulations_of(tournament).members_at_the_table
    members: dict[int, list[MemberRow]] = defaultdict(list)
    for row in Member.objects.filter(tournament=tournament).select_related("player").order_by("position"):
        members[row.team_id].append(member_row(row))
    teams = list(Team.objects.filter(tournament=tournament).order_by("number"))
    complete = {team.pk for team in teams if len(members[team.pk]) >= needed}
    waiting = sorted((team for team in teams if team.pk in complete and team.entry == Entry.WAITING), key=in_the_queue)
    place = {team.pk: at for at, team in enumerate(waiting, start=1)}
    return [team_row(team, tuple(members[team.pk]), team.pk in complete, place.get(team.pk)) for team in teams]


def in_the_queue(team: Team) -> tuple[bool, int, int]:
    """As the director has set it; whoever came since stands behind, by number."""
    return (team.queue is None, team.queue or 0, team.number)


@one_moment()
def team_row_of(team: Team) -> TeamRow:
    """One entry. Three queries at most, and one for its tournament if that is not with it."""
    rows = Member.objects.filter(team=team).select_related("player").order_by("position")
    members = tuple(member_row(row) for row in rows)
    complete = len(members) >= regulations_of(team.tournament).members_at_the_table
    place = None
    if complete and team.entry == Entry.WAITING:
        place = 1 + [each.pk for each in wait_list(team.tournament)].index(team.pk)
    return team_row(team, members, complete, place)


def member_row(row: Member) -> MemberRow:
    player = row.player
    return MemberRow(
        id=player.pk,
        name=player.name,
        shown_name=player.shown_name,
        club=player.club,
        email=player.email,
        consented=player.consent_at is not None,
    )


def team_row(team: Team, members: tuple[MemberRow, ...], complete: bool, wait_place: int | None) -> TeamRow:
    return TeamRow(
        id=team.pk,
        number=team.number,
        name=team.name,
        club=team.club,
        rating=team.rating,
        seed=team.seed,
        house=team.house,
        tables=tuple(team.tables),
        members=members,
        complete=complete,
        entry=Entry(team.entry),
        wait_place=wait_place,
        checked_in_at=team.checked_in_at,
        arrived=team.arrived,
        withdrawn=team.withdrawn,
    )


# --- places ------------------------------------------------------------------------------------------------------


def wait_list(tournament: Tournament) -> list[Team]:
    """Complete teams for which there was no room, the first to move up first. One query."""
    needed = regulations_of(tournament).members_at_the_table
    waiting = Team.objects.filter(tournament=tournament, entry=Entry.WAITING)
    return sorted(waiting.annotate(size=Count("members")).filter(size__gte=needed), key=in_the_queue)


def incomplete_teams(tournament: Tournament) -> list[Team]:
    """Entries with too few members, such as people who look for a partner: no draw before they have one or are
    cancelled. One query."""
    needed = regulations_of(tournament).members_at_the_table
    entered = Team.objects.filter(tournament=tournament).exclude(entry=Entry.CANCELLED)
    return list(entered.annotate(size=Count("members")).filter(size__lt=needed).order_by("number"))


def free_places(tournament: Tournament) -> int | None:
    """How many more teams can be in; None if there is no limit. Teams of the house take no place, and whoever has
    withdrawn has left one. At most one query."""
    if tournament.entrants_limit is None:
        return None
    taken = Team.objects.filter(tournament=tournament, entry=Entry.IN, house=False, withdrawn__isnull=True).count()
    return max(tournament.entrants_limit - taken, 0)


def no_shows(tournament: Tournament) -> list[Team]:
    """Who is in and has not been checked in; the house need not be, nor whoever has withdrawn or comes for a later
    round. Two queries."""
    absent = Team.objects.filter(tournament=tournament, entry=Entry.IN, checked_in_at__isnull=True)
    absent = absent.filter(arrived__lte=rounds_so_far(tournament).next)
    return list(absent.filter(house=False, withdrawn__isnull=True).order_by("number"))


# --- rounds, counted over the whole tournament -------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundsSoFar:
    """How many rounds there have been: `begun` (published, closed or not), and of these `closed`. Drafts and
    cancelled rounds have not been played."""

    begun: int
    closed: int

    @property
    def next(self) -> int:
        """The number of the round to be drawn next; if there is a draft, its own."""
        return self.begun + 1


def rounds_so_far(tournament: Tournament) -> RoundsSoFar:
    """One query."""
    states = Round.objects.filter(stage__tournament=tournament).values_list("state", flat=True)
    found = list(states.order_by())
    closed = found.count(RoundState.CLOSED)
    return RoundsSoFar(begun=closed + found.count(RoundState.PUBLISHED), closed=closed)


def numbers_drawn(tournament: Tournament) -> set[str]:
    """The numbers of all teams that some draw or ruling speaks of; cancelled rounds are forgotten. Three queries."""
    seated = Seat.objects.filter(round__stage__tournament=tournament).exclude(round__state=RoundState.CANCELLED)
    ruled = Ruling.objects.filter(round__stage__tournament=tournament, team__isnull=False)
    ruled = ruled.exclude(round__state=RoundState.CANCELLED)
    found = {str(number) for rows in (seated, ruled) for number in rows.values_list("team__number", flat=True)}
    for stage in Stage.objects.filter(tournament=tournament):
        found.update(stage.entrants, stage.bracket, *(group["teams"] for group in stage.groups), planned(stage.plan))
    return found


def planned(plan: list[dict[str, Any]]) -> Iterator[str]:
    """Who is at a table or has a bye in rounds drawn in advance."""
    for each in plan:
        yield from each.get("byes", ())
        for table in each.get("tables", ()):
            yield from table["seats"]


# --- people ------------------------------------------------------------------------------------------------------


def tournaments_of_player(player_id: int) -> set[int]:
    """Where somebody is entered, or plays or is replaced as a substitute. Two queries."""
    entered = Member.objects.filter(player=player_id).values_list("tournament_id", flat=True)
    return {*entered, *tournaments_substituting(player_id)}


def tournaments_taking_part(player_id: int) -> set[int]:
    """As `tournaments_of_player`, without entries that were cancelled. Two queries."""
    entered = Member.objects.filter(player=player_id).exclude(team__entry=Entry.CANCELLED)
    return {*entered.values_list("tournament_id", flat=True), *tournaments_substituting(player_id)}


def tournaments_substituting(player_id: int) -> set[int]:
    rows = Substitute.objects.filter(Q(member=player_id) | Q(substitute=player_id))
    return set(rows.values_list("round__stage__tournament_id", flat=True))
