"""Entrants: entered by the director, by themselves, as a list; checked in, late, gone and back; kept apart."""

from typing import Any

from rest_framework import serializers
from rest_framework.serializers import Serializer

from games.api.doors import Asked, act
from games.api.etags import written
from games.api.fields import Strict, choice, ids, key, needed_text, number, text
from games.api.paging import Paging
from games.choices import Entry, NoShows
from games.selectors.teams import TeamRow, team_row_of, teams_of
from games.selectors.tournaments import apart_of, team_seen_by_staff, tournament_run_by, tournament_seen_by
from games.services import apart, attendance, entries, partners, places, registration
from games.services.people import Person, Who
from scoring.record import Together

# --- people --------------------------------------------------------------------------------------------------------


class PersonIn(Strict):
    """Somebody new, or by `player` somebody who is known."""

    player = key(required=False, help_text="The id of a player who is known; then nothing else is needed.")
    name = text(120)
    shown_name = text(60)
    club = text(80)
    email = text(254)

    def validate(self, said: dict[str, Any]) -> dict[str, Any]:
        if "player" not in said and not said.get("name"):
            raise serializers.ValidationError({"name": "Name somebody."}, code="required")
        return said


def who(said: dict[str, Any]) -> Who:
    return said["player"] if "player" in said else Person(**said)


class RegisteringPerson(Strict):
    name = needed_text(120)
    shown_name = text(60)
    club = text(80)
    email = text(254)


# --- who is entered ------------------------------------------------------------------------------------------------


class MemberOut(Serializer[Any]):
    id = serializers.IntegerField(help_text="The player's.")
    name = serializers.CharField()
    shown_name = serializers.CharField()
    club = serializers.CharField()
    email = serializers.CharField()
    consented = serializers.BooleanField()


class TeamOut(Serializer[Any]):
    """What everybody sees of a team."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField()
    entry = choice(Entry)
    wait_place = serializers.IntegerField(allow_null=True)
    withdrawn = serializers.IntegerField(allow_null=True)
    players = serializers.SerializerMethodField(help_text="Shown names.")

    def get_players(self, row: TeamRow) -> list[str]:
        return [member.shown_name for member in row.members]


class EntryOut(Serializer[Any]):
    """What the staff sees of a team."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField()
    rating = serializers.IntegerField(allow_null=True)
    seed = serializers.IntegerField(allow_null=True)
    house = serializers.BooleanField()
    tables = serializers.ListField(child=serializers.IntegerField())
    members = MemberOut(many=True)
    complete = serializers.BooleanField()
    entry = choice(Entry)
    wait_place = serializers.IntegerField(allow_null=True)
    checked_in_at = serializers.DateTimeField(allow_null=True)
    arrived = serializers.IntegerField()
    withdrawn = serializers.IntegerField(allow_null=True)


class EntrantsQuery(Paging):
    entry = choice(Entry, required=False)
    search = text(60, help_text="A part of a team's name.")


def sifted(rows: list[TeamRow], query: dict[str, Any]) -> list[TeamRow]:
    wanted, search = query.get("entry"), query.get("search", "").casefold()
    return [row for row in rows if (not wanted or row.entry == wanted) and search in row.name.casefold()]


@act(query=EntrantsQuery, answer=TeamOut, paged=True)
def teams(ask: Asked, tournament: int) -> Any:
    """Who takes part or waits, as everybody may see it."""
    rows = teams_of(tournament_seen_by(ask.by, tournament))
    return sifted([row for row in rows if row.entry is not Entry.CANCELLED], ask.query)


@act(query=EntrantsQuery, answer=EntryOut, paged=True)
def listed(ask: Asked, tournament: int) -> Any:
    """Every entry with all that is known of it, for staff."""
    return sifted(teams_of(tournament_run_by(ask.by, tournament)), ask.query)


@act(answer=EntryOut, tagged=True)
def one(ask: Asked, team: int) -> Any:
    """One entry with all that is known of it, for staff."""
    return entry(ask, team)


def entry(ask: Asked, team_id: int) -> TeamRow:
    return team_row_of(team_seen_by_staff(ask.by, team_id))


# --- entering ------------------------------------------------------------------------------------------------------


class NewTeam(Strict):
    members = PersonIn(many=True)
    name = text(120)
    club = text(80)
    rating = number(0, required=False, allow_null=True)
    seed = number(1, required=False, allow_null=True)
    house = serializers.BooleanField(required=False)
    incomplete = serializers.BooleanField(required=False, help_text="Somebody who looks for a partner.")


class Registration(Strict):
    people = RegisteringPerson(many=True)
    name = text(120)
    consent = serializers.BooleanField(help_text="Everybody agrees to be shown by name.")


class Rows(Strict):
    rows = serializers.ListField(child=serializers.JSONField(), max_length=2000)
    incomplete = serializers.BooleanField(required=False)


class Pairs(Strict):
    teams = serializers.ListField(child=ids(min_length=2), max_length=1000)


@act(body=NewTeam, answer=EntryOut, status=201)
def enter(ask: Asked, tournament: int) -> Any:
    """Enter a team; without room it waits."""
    said = ask.body | {"members": [who(each) for each in ask.body["members"]]}
    return team_row_of(registration.enter_team(by=ask.by, tournament_id=tournament, **said))


@act(body=Registration, answer=TeamOut, status=201)
def register(ask: Asked, tournament: int) -> Any:
    """Enter oneself, alone or as a team, while registration is open."""
    said = ask.body | {"people": [Person(**each) for each in ask.body["people"]]}
    return team_row_of(registration.register_self(by=ask.by, tournament_id=tournament, **said))


@act(body=Rows, answer=EntryOut, many=True, status=201)
def import_list(ask: Asked, tournament: int) -> Any:
    """Enter all teams of a list, or none."""
    made = registration.import_teams(by=ask.by, tournament_id=tournament, **ask.body)
    return rows_of(ask, tournament, [team.pk for team in made])


@act(body=Pairs, answer=EntryOut, many=True)
def form_pairs(ask: Asked, tournament: int) -> Any:
    """Of every two who look for a partner make one team."""
    made = partners.form_pairs(by=ask.by, tournament_id=tournament, team_ids=ask.body["teams"])
    return rows_of(ask, tournament, [team.pk for team in made])


def rows_of(ask: Asked, tournament: int, wanted: list[int]) -> list[TeamRow]:
    return [row for row in teams_of(tournament_run_by(ask.by, tournament)) if row.id in set(wanted)]


# --- changing ------------------------------------------------------------------------------------------------------


class TeamDetails(Strict):
    name = text(120)
    club = text(80)
    rating = number(0, required=False, allow_null=True)
    seed = number(1, required=False, allow_null=True)
    tables = serializers.ListField(child=number(1, 32767), required=False, max_length=100)


class Members(Strict):
    members = PersonIn(many=True)


class Withdrawal(Strict):
    now = serializers.BooleanField(help_text="At once, or after the round that is being played.")


class FromRound(Strict):
    round = number(1, 1000)


@act(body=TeamDetails, answer=EntryOut, tagged=True, edits=True)
def edit(ask: Asked, team: int) -> Any:
    """Change name, club, rating, seed, or the tables it can sit at."""
    found = team_seen_by_staff(ask.by, team)
    with ask.as_seen(found.tournament_id, lambda: written(EntryOut(entry(ask, team)).data)):
        return team_row_of(entries.edit_team(by=ask.by, team_id=team, **ask.body))


@act(body=Members, answer=EntryOut)
def change_members(ask: Asked, team: int) -> Any:
    """Other members, until the team has been drawn."""
    members = [who(each) for each in ask.body["members"]]
    return team_row_of(entries.change_members(by=ask.by, team_id=team, members=members))


@act(answer=EntryOut)
def cancel(ask: Asked, team: int) -> Any:
    """The team does not take part after all."""
    return team_row_of(entries.cancel_entry(by=ask.by, team_id=team))


@act(answer=EntryOut)
def restore(ask: Asked, team: int) -> Any:
    """A cancelled entry counts again."""
    return team_row_of(entries.restore_entry(by=ask.by, team_id=team))


@act(answer=EntryOut, many=True)
def take_apart(ask: Asked, team: int) -> Any:
    """Two who were put together look for a partner again."""
    parted = partners.take_apart(by=ask.by, team_id=team)
    return rows_of(ask, parted[0].tournament_id, [each.pk for each in parted])


@act(body=Withdrawal, answer=EntryOut)
def withdraw(ask: Asked, team: int) -> Any:
    """The team leaves."""
    return team_row_of(attendance.withdraw(by=ask.by, team_id=team, **ask.body))


@act(answer=EntryOut)
def reinstate(ask: Asked, team: int) -> Any:
    """A team that had left takes part again."""
    return team_row_of(attendance.reinstate(by=ask.by, team_id=team))


@act(body=FromRound, answer=EntryOut)
def expect(ask: Asked, team: int) -> Any:
    """The team comes later: from this round of the whole tournament on."""
    return team_row_of(attendance.expect_from(by=ask.by, team_id=team, round_number=ask.body["round"]))


# --- check-in and the wait list ------------------------------------------------------------------------------------


class Teams(Strict):
    teams = ids(min_length=1)


class ClosingCheckIn(Strict):
    no_shows = choice(NoShows)


class MovingUp(Strict):
    team = key(required=False, allow_null=True)


@act(body=Teams, answer=EntryOut, many=True)
def check_in(ask: Asked) -> Any:
    """These teams are here."""
    wanted = ask.body["teams"]
    attendance.check_in(by=ask.by, team_ids=wanted)
    return rows_of(ask, team_seen_by_staff(ask.by, wanted[0]).tournament_id, wanted)


@act(body=Teams, answer=EntryOut, many=True)
def undo_check_in(ask: Asked) -> Any:
    """These teams are not here after all."""
    wanted = ask.body["teams"]
    attendance.undo_check_in(by=ask.by, team_ids=wanted)
    return rows_of(ask, team_seen_by_staff(ask.by, wanted[0]).tournament_id, wanted)


@act(body=ClosingCheckIn, answer=EntryOut, many=True)
def close_check_in(ask: Asked, tournament: int) -> Any:
    """Check-in is over; answers who has not come."""
    absent = attendance.close_check_in(by=ask.by, tournament_id=tournament, **ask.body)
    return rows_of(ask, tournament, [team.pk for team in absent])


@act()
def reopen_check_in(ask: Asked, tournament: int) -> Any:
    """Check-in goes on."""
    attendance.reopen_check_in(by=ask.by, tournament_id=tournament)


@act(body=MovingUp, answer=EntryOut, many=True)
def move_up(ask: Asked, tournament: int) -> Any:
    """Let teams of the wait list in."""
    moved = places.move_up(by=ask.by, tournament_id=tournament, team_id=ask.body.get("team"))
    return rows_of(ask, tournament, [team.pk for team in moved])


class Queueing(Strict):
    place = number(1, 100_000, help_text="Counted from 1.")


@act(body=Queueing, answer=EntryOut)
def wait_place(ask: Asked, team: int) -> Any:
    """Give a team that waits another place on the wait list."""
    return team_row_of(places.move_in_wait_list(by=ask.by, team_id=team, **ask.body))


# --- kept apart ----------------------------------------------------------------------------------------------------


class KeepApart(Strict):
    teams = ids(min_length=2)
    never = choice(Together, required=False)
    must = serializers.BooleanField(required=False)


class ApartOut(Serializer[Any]):
    id = serializers.IntegerField()
    teams = serializers.SerializerMethodField()
    never = choice(Together)
    must = serializers.BooleanField()

    def get_teams(self, wish: Any) -> list[int]:
        return [team.pk for team in wish.teams.all()]


@act(answer=ApartOut, many=True)
def wishes(ask: Asked, tournament: int) -> Any:
    """Who is kept apart, for staff."""
    return apart_of(tournament_run_by(ask.by, tournament))


@act(body=KeepApart, answer=ApartOut, status=201)
def keep_apart(ask: Asked, tournament: int) -> Any:
    """From the next draw on any two of these teams are kept apart."""
    said = {name: value for name, value in ask.body.items() if name != "teams"}
    return apart.keep_apart(by=ask.by, tournament_id=tournament, team_ids=ask.body["teams"], **said)


@act()
def stop_keeping_apart(ask: Asked, tournament: int, wish: int) -> Any:
    """They may meet again."""
    apart.stop_keeping_apart(by=ask.by, tournament_id=tournament, apart_id=wish)
