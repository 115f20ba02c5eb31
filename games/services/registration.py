"""Entering a tournament: by the director one by one or as a list, by oneself, with a partner or looking for one.

A team of too few waits, without being on the wait list, until it has enough members: only whole teams are drawn.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from games.actor import Actor
from games.choices import Entry, Scope, State
from games.events import emit
from games.models import Player, Team, Tournament
from games.permissions import may_see
from games.selectors.teams import rounds_so_far
from games.services.entries import checked_members, checked_number, free_seed, name_of, seat_members
from games.services.locking import directed, locked
from games.services.people import Person, Who, tidy
from games.services.places import settle_places
from rules.refusal import Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTeam:
    """What a team says when it enters."""

    members: tuple[Who, ...]
    name: str = ""
    club: str = ""
    rating: int | None = None
    seed: int | None = None
    house: bool = False


@transaction.atomic
def enter_team(
    *,
    by: Actor,
    tournament_id: int,
    members: Sequence[Who],
    name: str = "",
    club: str = "",
    rating: int | None = None,
    seed: int | None = None,
    house: bool = False,
    incomplete: bool = False,
) -> Team:
    """Enter a team under the next number. Without room it goes to the wait list; the house always has room.

    While the tournament runs it takes part from the next round to be drawn. `incomplete` lets somebody enter who looks
    for a partner, before play begins.
    """
    tournament = directed(by, tournament_id)
    new = NewTeam(members=tuple(members), name=name, club=club, rating=rating, seed=seed, house=house)
    if incomplete:
        check_in_setup(tournament)
    team = add_team(tournament, new, timezone.now(), incomplete=incomplete)
    return say_entered("team.entered", by, tournament, team)


@transaction.atomic
def register_self(
    *, by: Actor, tournament_id: int, people: Sequence[Person], name: str = "", consent: bool = False
) -> Team:
    """Anybody enters a team, or enters alone to find a partner, while registration is open.

    Everybody entered agrees to be shown by name, or is not entered. Nobody can enter players by their ids here: they
    would learn who is known.
    """
    tournament = locked(tournament_id)
    if not may_see(by, tournament):
        raise Refusal("tournament_unknown", field="tournament", value=tournament_id)
    if by.scope is not Scope.WRITE or not all(isinstance(who, Person) for who in people):
        raise Refusal("not_allowed")
    if not tournament.registration_open or tournament.state != State.SETUP:
        raise Refusal("registration_closed")
    if consent is not True:
        raise Refusal("consent_missing", field="consent")
    now = timezone.now()
    team = add_team(tournament, NewTeam(members=tuple(people), name=name), now, incomplete=True, consent_at=now)
    return say_entered("team.registered", by, tournament, team)


def say_entered(what: str, by: Actor, tournament: Tournament, team: Team) -> Team:
    moved = settle_places(tournament, [team])
    team.refresh_from_db()
    emit(what, by=by, tournament=tournament, facts={"team": team.pk, "entry": team.entry, "moved_up": moved})
    return team


def check_in_setup(tournament: Tournament) -> None:
    if tournament.state != State.SETUP:
        raise Refusal("tournament_begun")


def add_team(
    tournament: Tournament, new: NewTeam, now: datetime, *, incomplete: bool = False, consent_at: datetime | None = None
) -> Team:
    """The team with its members, waiting for a place."""
    players = checked_members(tournament, new.members, incomplete=incomplete, consent_at=consent_at)
    team = Team(
        tournament=tournament,
        number=next_number(tournament),
        name=tidy(new.name, "name") or name_of(players),
        club=tidy(new.club, "club") or shared_club(players),
        rating=checked_number(new.rating, "rating", 0),
        entry=Entry.WAITING,
        entered_at=now,
        arrived=rounds_so_far(tournament).next,
        house=new.house,
    )
    team.seed = free_seed(team, new.seed)
    team.save()
    seat_members(team, players)
    return team


def next_number(tournament: Tournament) -> int:
    last = Team.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def shared_club(players: Sequence[Player]) -> str:
    """The club of the team is the one that all its members have."""
    clubs = {player.club for player in players}
    return clubs.pop() if len(clubs) == 1 else ""


# --- a list ------------------------------------------------------------------------------------------------------


@transaction.atomic
def import_teams(
    *, by: Actor, tournament_id: int, rows: Sequence[Mapping[str, Any]], incomplete: bool = False
) -> list[Team]:
    """Enter all teams of a list, or none: a refusal names the row, counted from 1. A member is a name, a mapping of
    name, shown_name, club and e-mail, or by `player` the id of somebody who is known."""
    tournament = directed(by, tournament_id)
    if incomplete:
        check_in_setup(tournament)
    if not rows:
        raise Refusal("rows_missing", field="rows")
    now, teams = timezone.now(), []
    for number, row in enumerate(rows, 1):
        try:
            teams.append(add_team(tournament, read_row(row), now, incomplete=incomplete))
        except Refusal as refusal:
            raise Refusal(refusal.code, **(refusal.facts | {"row": number})) from None
    moved = settle_places(tournament, teams)
    ids = [team.pk for team in teams]
    emit("teams.imported", by=by, tournament=tournament, facts={"teams": ids, "moved_up": moved})
    return list(Team.objects.filter(pk__in=ids).order_by("number"))


def read_row(row: Mapping[str, Any]) -> NewTeam:
    read = checked_keys(row, ("name", "members", "club", "rating", "seed"), "row")
    members = read.get("members") or []
    if not isinstance(members, list | tuple):
        raise Refusal("plain_type", field="members", expected="list", value=str(members))
    return NewTeam(**(read | {"members": tuple(read_person(each) for each in members)}))


def read_person(plain: object) -> Who:
    if isinstance(plain, str):
        return Person(name=plain)
    if isinstance(plain, Mapping) and "player" in plain:
        return read_known(checked_keys(plain, ["player"], "members").get("player"))
    read = checked_keys(plain, [field.name for field in fields(Person)], "members")
    for field, value in read.items():
        if not isinstance(value, str):
            raise Refusal("plain_type", field=field, expected="text", value=str(value))
    if "name" not in read:
        raise Refusal("plain_missing", field="name")
    return Person(**read)


def read_known(player: object) -> int:
    if type(player) is not int:
        raise Refusal("plain_type", field="player", expected="number", value=str(player))
    if not 1 <= player < 2**63:
        raise Refusal("player_unknown", field="player", value=str(player))
    return player


def checked_keys(plain: object, allowed: Sequence[str], field: str) -> dict[str, Any]:
    """The row without what it leaves empty."""
    if not isinstance(plain, Mapping):
        raise Refusal("plain_type", field=field, expected="object", value=str(plain))
    for key in plain:
        if key not in allowed:
            raise Refusal("plain_unknown", field=str(key), allowed=list(allowed))
    return {key: value for key, value in plain.items() if value is not None}
