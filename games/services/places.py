"""Places in a tournament: who has one, who waits for one, who moves up."""

from collections.abc import Callable, Collection, Iterable

from django.db import transaction

from games.actor import Actor
from games.choices import Entry, State
from games.events import emit
from games.models import Team, Tournament
from games.permissions import may_direct
from games.selectors.teams import free_places, rounds_so_far, wait_list
from games.services.locking import directed
from rules.refusal import Refusal

# --- who acts on what --------------------------------------------------------------------------------------------


def team_of(
    by: Actor, team_id: int, *, may: Callable[[Actor, Tournament], bool] = may_direct
) -> tuple[Tournament, Team]:
    """The tournament of a team, locked, and the team as it is now, for somebody who may act on it."""
    found = Team.objects.filter(pk=team_id).values_list("tournament_id", flat=True).first()
    if found is None:
        raise Refusal("team_unknown", field="team", value=team_id)
    tournament = directed(by, found, may=may)
    return tournament, Team.objects.get(pk=team_id)


def teams_in(tournament: Tournament, team_ids: Collection[int], field: str = "teams") -> dict[int, Team]:
    """The teams of these ids, all of this tournament."""
    found = Team.objects.filter(tournament=tournament).in_bulk(team_ids)
    for team_id in team_ids:
        if team_id not in found:
            raise Refusal("team_unknown", field=field, value=team_id)
    return found


# --- places ------------------------------------------------------------------------------------------------------


def give_places(tournament: Tournament, *, among: Collection[int] | None = None) -> list[Team]:
    """Complete teams that wait move up in their order as long as there is room; of all, or only `among` these.

    A team that comes in after play has begun takes part from the next round to be drawn.
    """
    free, first_round, moved = free_places(tournament), rounds_so_far(tournament).next, []
    for team in wait_list(tournament):
        if among is not None and team.pk not in among:
            continue
        if not team.house and free is not None:
            if free == 0:
                continue
            free -= 1
        team.entry, team.arrived = Entry.IN, first_round
        team.save(update_fields=["entry", "arrived"])
        moved.append(team)
    return moved


def settle_places(tournament: Tournament, teams: Iterable[Team] = ()) -> list[int]:
    """Give places after a change of these teams; returns who else has moved up.

    Before play begins whoever waits moves up by itself. Afterwards only these teams do: those who were waiting may
    have gone home, so the director says it (`move_up`).
    """
    ours = {team.pk for team in teams}
    moved = give_places(tournament, among=None if tournament.state == State.SETUP else ours)
    return [team.pk for team in moved if team.pk not in ours]


@transaction.atomic
def move_in_wait_list(*, by: Actor, team_id: int, place: int) -> Team:
    """A team that waits gets this place on the wait list, counted from 1; the others close up. Where it stands already
    it stays."""
    tournament, team = team_of(by, team_id)
    queue = wait_list(tournament)
    before = next((at for at, each in enumerate(queue, start=1) if each.pk == team_id), None)
    if before is None:
        raise Refusal("team_not_waiting", field="team", value=team_id)
    if place < 1:
        raise Refusal("setting_too_small", field="place", value=place, minimum=1)
    if place > len(queue):
        raise Refusal("setting_too_large", field="place", value=place, maximum=len(queue))
    if place != before:
        queue.insert(place - 1, queue.pop(before - 1))
        for at, each in enumerate(queue, start=1):
            each.queue = at
        Team.objects.bulk_update(queue, ["queue"])
        facts = {"team": team_id, "before": before, "after": place}
        emit("team.requeued", by=by, tournament=tournament, facts=facts)
    return team


@transaction.atomic
def move_up(*, by: Actor, tournament_id: int, team_id: int | None = None) -> list[Team]:
    """Let teams of the wait list in: the first ones as long as there is room, or this one before its turn."""
    tournament = directed(by, tournament_id)
    waiting = [team.pk for team in wait_list(tournament)]
    if team_id is not None and team_id not in waiting:
        raise Refusal("team_not_waiting", field="team", value=team_id)
    if not waiting:
        raise Refusal("wait_list_empty")
    moved = give_places(tournament, among=waiting if team_id is None else [team_id])
    if not moved:
        raise Refusal("no_room", field="entrants_limit", value=tournament.entrants_limit)
    emit("team.moved_up", by=by, tournament=tournament, facts={"teams": [team.pk for team in moved]})
    return moved
