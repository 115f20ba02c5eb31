"""An entry after it was made: its members, its details, cancelled and restored."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from django.db import transaction

from games.actor import Actor
from games.choices import Entry, State
from games.events import emit
from games.models import Member, Player, Team, Tournament
from games.selectors.records import regulations_of
from games.selectors.teams import incomplete_teams, numbers_drawn
from games.services.people import LONGEST, Person, Who, players_of, tidy
from games.services.places import settle_places, team_of
from rules.refusal import Refusal

MOST = 2_147_483_647
"""The largest number a column holds."""


# --- changing ----------------------------------------------------------------------------------------------------


@transaction.atomic
def edit_team(*, by: Actor, team_id: int, **details: Any) -> Team:
    """Change name, club, rating, seed, or the tables it can sit at. An empty name becomes that of its members."""
    tournament, team = team_of(by, team_id)
    check_not_cancelled(team)
    said: dict[str, Any] = {"team": team.pk, "fields": sorted(details)}
    for field, value in details.items():
        if field not in CHECKS:
            raise Refusal("plain_unknown", field=field, allowed=list(CHECKS))
        after = CHECKS[field](team, value)
        if field not in ("name", "club"):  # a name can be that of persons, which the log never has
            said[field] = [getattr(team, field), after]
        setattr(team, field, after)
    team.save(update_fields=list(details))
    emit("team.edited", by=by, tournament=tournament, facts=said)
    return team


def checked_number(value: int | None, field: str, least: int) -> int | None:
    if value is None:
        return None
    if type(value) is not int:
        raise Refusal("plain_type", field=field, expected="number", value=str(value))
    if not least <= value <= MOST:
        raise Refusal("number_range", field=field, value=value, minimum=least, maximum=MOST)
    return value


def free_seed(team: Team, seed: int | None) -> int | None:
    """Every seed is given once."""
    checked = checked_number(seed, "seed", 1)
    others = Team.objects.filter(tournament=team.tournament_id, seed=checked).exclude(pk=team.pk)
    if checked is not None and (other := others.first()):
        raise Refusal("seed_taken", field="seed", value=checked, team=other.number)
    return checked


def checked_tables(tables: Sequence[int]) -> list[int]:
    return sorted({number for each in tables if (number := checked_number(each, "tables", 1)) is not None})


CHECKS: dict[str, Callable[[Team, Any], Any]] = {
    "name": lambda team, value: tidy(value, "name") or name_of(players_in(team)),
    "club": lambda team, value: tidy(value, "club"),
    "rating": lambda team, value: checked_number(value, "rating", 0),
    "seed": free_seed,
    "tables": lambda team, value: checked_tables(value),
}
"""What can be changed of a team, and what it must be."""


def players_in(team: Team) -> list[Player]:
    return [member.player for member in Member.objects.filter(team=team).select_related("player").order_by("position")]


def name_of(players: Iterable[Player]) -> str:
    """What a team is called that has no name of its own."""
    return " / ".join(player.shown_name for player in players)[: LONGEST["name"]]


@transaction.atomic
def change_members(*, by: Actor, team_id: int, members: Sequence[Who]) -> Team:
    """Somebody else plays in this team, or somebody more: until it has been drawn; then there are substitutes.

    Whoever looked for a partner and has one now gets a place, if there is room.
    """
    tournament, team = team_of(by, team_id)
    check_not_cancelled(team)
    check_not_drawn(tournament, [team])
    lacking = any(each.pk == team.pk for each in incomplete_teams(tournament))
    before = players_in(team)
    players = checked_members(tournament, members, incomplete=lacking, besides=team)
    if team.name == name_of(before):
        team.name = name_of(players)
    team.save(update_fields=["name"])
    Member.objects.filter(team=team).delete()
    seat_members(team, players)
    moved = settle_places(tournament, [team])
    facts = {"team": team.pk, "before": [each.pk for each in before], "after": [each.pk for each in players]}
    emit("team.members_changed", by=by, tournament=tournament, facts=facts | {"moved_up": moved})
    return Team.objects.get(pk=team.pk)


# --- members -----------------------------------------------------------------------------------------------------


def checked_members(
    tournament: Tournament, members: Sequence[Who], *, incomplete: bool, besides: Team | None = None, **making: Any
) -> list[Player]:
    """These people as players who can form a team: enough and not too many, nobody twice, nobody of another team."""
    check_size(tournament, members, incomplete=incomplete)
    if len({*members}) < len(members):
        raise Refusal("person_twice", field="members")
    players = players_of(members, **making)
    check_free(tournament, members, besides)
    return players


def check_size(tournament: Tournament, members: Sequence[Who], *, incomplete: bool) -> None:
    """A team has as many as play at a table, or up to twice as many who take turns; an individual is one."""
    needed = regulations_of(tournament).members_at_the_table
    most = 1 if needed == 1 else 2 * needed
    least = 1 if incomplete else needed
    if len(members) < least:
        raise Refusal("members_too_few", field="members", value=len(members), minimum=least)
    if len(members) > most:
        raise Refusal("members_too_many", field="members", value=len(members), maximum=most)


def check_free(tournament: Tournament, members: Sequence[Who], besides: Team | None) -> None:
    """Nobody is in two teams. Somebody new is known again by name and e-mail together."""
    others = Member.objects.filter(tournament=tournament).exclude(team__entry=Entry.CANCELLED)
    if besides is not None:
        others = others.exclude(team=besides)
    for who in members:
        same = others.filter(player=who) if not isinstance(who, Person) else others.none()
        if isinstance(who, Person) and who.email.strip():
            same = others.filter(player__name__iexact=tidy(who.name, "name"), player__email__iexact=who.email.strip())
        if same.exists():
            value = who.name if isinstance(who, Person) else who
            raise Refusal("player_entered_already", field="members", value=value)


def seat_members(team: Team, players: Sequence[Player]) -> None:
    """These are the members now. Whoever was in an entry that was cancelled leaves it."""
    gone = Member.objects.filter(tournament=team.tournament_id, player__in=players, team__entry=Entry.CANCELLED)
    gone.delete()
    Member.objects.bulk_create(
        Member(tournament_id=team.tournament_id, team=team, player=player, position=position)
        for position, player in enumerate(players, 1)
    )


# --- cancelling --------------------------------------------------------------------------------------------------


@transaction.atomic
def cancel_entry(*, by: Actor, team_id: int) -> Team:
    """A team does not take part after all. Before play begins the first of the wait list moves up.

    Once it has been drawn it cannot be cancelled, only withdrawn: what was drawn and played stays.
    """
    tournament, team = team_of(by, team_id)
    check_not_cancelled(team)
    facts = {"team": team.pk, "before": team.entry, "seed": team.seed}
    cancel(tournament, [team])
    emit("team.cancelled", by=by, tournament=tournament, facts=facts | {"moved_up": settle_places(tournament)})
    return Team.objects.get(pk=team.pk)


def cancel(tournament: Tournament, teams: Collection[Team]) -> None:
    """Take these teams out. Their seeds are free again, and the director's order of equals is without them."""
    check_not_drawn(tournament, teams)
    ids = [team.pk for team in teams]
    Team.objects.filter(pk__in=ids).update(entry=Entry.CANCELLED, checked_in_at=None, seed=None)
    gone = {str(team.number) for team in teams}
    if gone.intersection(map(str, tournament.tie_order)):
        tournament.tie_order = [number for number in tournament.tie_order if str(number) not in gone]
        tournament.save(update_fields=["tie_order"])


@transaction.atomic
def restore_entry(*, by: Actor, team_id: int) -> Team:
    """A cancelled entry counts again, if its members are still there; without room it goes to the wait list."""
    tournament, team = team_of(by, team_id)
    if team.entry != Entry.CANCELLED:
        raise Refusal("entry_not_cancelled", field="team", value=team.number)
    members: list[Who] = [player.pk for player in players_in(team)]
    check_size(tournament, members, incomplete=tournament.state == State.SETUP)
    team.entry, team.withdrawn = Entry.WAITING, None
    team.save(update_fields=["entry", "withdrawn"])
    moved = settle_places(tournament, [team])
    team.refresh_from_db()
    emit("team.restored", by=by, tournament=tournament, facts={"team": team.pk, "entry": team.entry, "moved_up": moved})
    return team


def check_not_cancelled(team: Team) -> None:
    if team.entry == Entry.CANCELLED:
        raise Refusal("entry_cancelled", field="team", value=team.number)


def check_not_drawn(tournament: Tournament, teams: Iterable[Team]) -> None:
    drawn = numbers_drawn(tournament)
    there = [team.number for team in teams if str(team.number) in drawn]
    if there:
        raise Refusal("teams_drawn", field="team", teams=there)
