"""The rulings of a tournament, as its staff see them."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.actor import Actor
from games.choices import Entry
from games.models import Round, Ruling, Team, Tournament
from games.selectors.moment import one_moment
from games.selectors.rounds import rounds_shown
from games.selectors.tournaments import rulings_of, tournament_and_power


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingsShown:
    """All rulings, the newest first; and what a new one can be about: the round being played or played last, and any
    team that takes part."""

    tournament: Tournament
    round: Round | None
    rulings: Sequence[Ruling]
    teams: Sequence[tuple[int, str]]
    directs: bool


@one_moment()
def rulings_shown(actor: Actor, tournament_id: int) -> RulingsShown:
    """For staff. Five queries at most."""
    tournament, directs = tournament_and_power(actor, tournament_id)
    found = rulings_of(tournament, inside=True).select_related("team", "table", "by", "round__stage")
    teams = Team.objects.filter(tournament=tournament, entry=Entry.IN, house=False).order_by("number")
    return RulingsShown(
        tournament=tournament,
        round=rounds_shown(tournament, inside=False).last(),
        rulings=list(found.order_by("-pk")),
        teams=[(pk, f"{number} · {name}") for pk, number, name in teams.values_list("pk", "number", "name")],
        directs=directs,
    )
