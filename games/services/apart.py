"""Who is kept apart by name: families, rivals, or people who must not be partners."""

from collections.abc import Sequence

from django.db import transaction

from games.actor import Actor
from games.events import emit
from games.models import Apart
from games.services.entries import check_not_cancelled
from games.services.locking import directed
from games.services.places import teams_in
from rules.refusal import Refusal
from scoring.record import Together


@transaction.atomic
def keep_apart(
    *,
    by: Actor,
    tournament_id: int,
    team_ids: Sequence[int],
    never: Together = Together.OPPONENTS,
    must: bool = False,
) -> Apart:
    """From the next draw on any two of these teams are kept apart: always if `must`, else if possible."""
    tournament = directed(by, tournament_id)
    if never not in list(Together):
        raise Refusal("plain_choice", field="never", value=str(never), allowed=[str(each) for each in Together])
    ids = list(dict.fromkeys(team_ids))
    if len(ids) < 2:
        raise Refusal("too_few", field="teams", value=len(ids), minimum=2)
    found = teams_in(tournament, ids)
    for team in found.values():
        check_not_cancelled(team)
    wish = Apart.objects.create(tournament=tournament, never=Together(never).value, must=must)
    wish.teams.set(ids)
    facts = {"apart": wish.pk, "teams": ids, "never": str(never), "must": must}
    emit("apart.kept", by=by, tournament=tournament, facts=facts)
    return wish


@transaction.atomic
def stop_keeping_apart(*, by: Actor, tournament_id: int, apart_id: int) -> None:
    """These may meet again. What was drawn meanwhile stays."""
    tournament = directed(by, tournament_id)
    wish = Apart.objects.filter(tournament=tournament, pk=apart_id).first()
    if wish is None:
        raise Refusal("apart_unknown", field="apart", value=apart_id)
    teams = list(wish.teams.order_by("number").values_list("pk", flat=True))
    facts = {"apart": apart_id, "teams": teams, "never": wish.never, "must": wish.must}
    wish.delete()
    emit("apart.ended", by=by, tournament=tournament, facts=facts)
