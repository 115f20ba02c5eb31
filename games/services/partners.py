"""Two who look for a partner become a team, and are taken apart again."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from games.actor import Actor
from games.choices import Entry
from games.events import emit
from games.models import Apart, Member, Player, Team, Tournament
from games.selectors.partners import Union, unions_of
from games.selectors.teams import incomplete_teams
from games.services.entries import cancel, check_not_drawn, check_size, name_of, players_in, seat_members
from games.services.locking import directed
from games.services.places import settle_places, team_of, teams_in
from games.services.registration import check_in_setup
from rules.refusal import Refusal

FROM_THE_OTHER: Mapping[str, Any] = {"club": "", "seed": None, "tables": ()}
"""What a team takes over from whoever joins it, if it has none itself; and what none is."""


@transaction.atomic
def form_pairs(*, by: Actor, tournament_id: int, team_ids: Sequence[tuple[int, int]]) -> list[Team]:
    """Of every two entries that look for a partner make one team, before play begins.

    It keeps the number and so the turn of the first; the second is cancelled, and what was wished for it goes over.
    """
    tournament = directed(by, tournament_id)
    check_in_setup(tournament)
    named = [team_id for pair in team_ids for team_id in pair]
    if not named or any(len(pair) != 2 for pair in team_ids):
        raise Refusal("pairs_wrong", field="teams")
    if len({*named}) < len(named):
        raise Refusal("team_twice", field="teams")
    found = teams_in(tournament, named)
    lacking = {team.pk for team in incomplete_teams(tournament)}
    for team_id in named:
        if team_id not in lacking:
            raise Refusal("team_not_looking", field="teams", value=found[team_id].number)
    before = [unite(tournament, found[one], found[other]) for one, other in team_ids]
    moved = settle_places(tournament, [found[one] for one, _ in team_ids])
    facts = {"pairs": [list(pair) for pair in team_ids], "before": before, "moved_up": moved}
    emit("teams.paired", by=by, tournament=tournament, facts=facts)
    return list(Team.objects.filter(pk__in=[one for one, _ in team_ids]).order_by("number"))


def unite(tournament: Tournament, one: Team, other: Team) -> dict[str, Any]:
    """Gives back what it takes to undo it, in numbers."""
    members, joining = players_in(one), players_in(other)
    players = members + joining
    check_size(tournament, [player.pk for player in players], incomplete=True)
    before: dict[str, Any] = {
        "members": [player.pk for player in members],
        "joining": [player.pk for player in joining],
        "rating": one.rating,
        "seed": other.seed,
        "taken": [field for field in FROM_THE_OTHER if not getattr(one, field) and getattr(other, field)],
    }
    cancel(tournament, [other])
    one.name = name_of(players) if one.name == name_of(members) else one.name
    one.rating = mean([one.rating, other.rating])
    for field in before["taken"]:
        setattr(one, field, getattr(other, field))
    one.save()
    Member.objects.filter(team__in=[one, other]).delete()
    seat_members(one, players)
    return before | {"wishes": hand_over_wishes(tournament, one, other)}


def hand_over_wishes(tournament: Tournament, one: Team, other: Team) -> list[dict[str, Any]]:
    """Who was kept apart from the other is kept apart from the one. The wishes as they were."""
    were = []
    for wish in Apart.objects.filter(tournament=tournament, teams=other).order_by("pk"):
        teams = list(wish.teams.order_by("pk").values_list("pk", flat=True))
        were.append({"apart": wish.pk, "teams": teams, "never": wish.never, "must": wish.must})
        wish.teams.add(one)
        wish.teams.remove(other)
        if wish.teams.count() < 2:
            wish.delete()
    return were


@transaction.atomic
def take_apart(*, by: Actor, team_id: int) -> list[Team]:
    """The two whom the director put together look for a partner again, each with its number and what was its own.

    Before play begins, and as long as the members are those who were put together. What was changed since stays.
    """
    tournament, team = team_of(by, team_id)
    check_in_setup(tournament)
    check_not_drawn(tournament, [team])
    union = unions_of(tournament).get(team_id)
    if union is None:
        raise Refusal("team_not_united", field="team", value=team.number)
    joined = Team.objects.get(pk=union.joined)
    give_back_members(team, joined, union)
    give_back_wishes(tournament, union)
    moved = settle_places(tournament)
    facts = {"teams": [team.pk, joined.pk], "moved_up": moved}
    emit("teams.parted", by=by, tournament=tournament, facts=facts)
    return list(Team.objects.filter(pk__in=[team.pk, joined.pk]).order_by("number"))


def give_back_members(team: Team, joined: Team, union: Union) -> None:
    before = union.before
    known = Player.objects.in_bulk([*before["members"], *before["joining"]])
    members, joining = ([known[each] for each in before[part]] for part in ("members", "joining"))
    if team.name == name_of(members + joining):
        team.name = name_of(members)
    give_back_details(team, joined, before)
    team.entry, team.checked_in_at = Entry.WAITING, None
    joined.entry = Entry.WAITING
    Member.objects.filter(team=team).delete()
    for each, players in ((team, members), (joined, joining)):
        each.save()
        seat_members(each, players)


def give_back_details(team: Team, joined: Team, before: Mapping[str, Any]) -> None:
    """What the one took over is the other's alone again. A seed that somebody else has by now is gone."""
    if team.rating == mean([before["rating"], joined.rating]):
        team.rating = before["rating"]
    others = Team.objects.filter(tournament=team.tournament_id, seed=before["seed"]).exclude(pk=team.pk)
    joined.seed = before["seed"] if team.seed == before["seed"] or not others.exists() else None
    for field in before["taken"]:
        if getattr(team, field) == getattr(joined, field):
            setattr(team, field, FROM_THE_OTHER[field])


def give_back_wishes(tournament: Tournament, union: Union) -> None:
    """Except for those that were ended since."""
    for was in union.before["wishes"]:
        wish = Apart.objects.filter(tournament=tournament, pk=was["apart"]).first()
        if wish is not None:
            wish.teams.add(union.joined)
            if union.team not in was["teams"]:
                wish.teams.remove(union.team)
        elif {*was["teams"]} == {union.team, union.joined}:
            wish = Apart.objects.create(tournament=tournament, never=was["never"], must=was["must"])
            wish.teams.set(was["teams"])


def mean(ratings: Sequence[int | None]) -> int | None:
    known = [rating for rating in ratings if rating is not None]
    return sum(known) // len(known) if known else None
