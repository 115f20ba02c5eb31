"""Every address there is, of pages and of the API, for a tournament."""

import re
from itertools import product
from typing import Any

from django.urls import URLPattern
from django.urls.resolvers import RoutePattern
from django.utils import timezone

from games import urls
from games.api import urls as api
from games.models import Player, Round, Tournament
from games.views.printing import SHEETS

EXPORTS = ("record", "hands", "standings")
PLACE = re.compile(r"<(?:\w+:)?(\w+)>")
ENDLESS = "live/<str:topics>/"
ROUTES = [
    f"{begins}{pattern.pattern}"
    for begins, patterns in (("", urls.urlpatterns), ("api/v1/", api.urlpatterns))
    for pattern in patterns
    if isinstance(pattern, URLPattern) and isinstance(pattern.pattern, RoutePattern)
]


def addresses(tournament: Tournament) -> dict[str, str]:
    """Every address there is, as it is written down and as it is for this tournament; where there is no such thing in
    it, without."""
    team = tournament.teams.order_by("number")[0]
    member = team.members.order_by("position")[0]
    Player.objects.filter(pk=member.player_id).update(consent_at=timezone.now())
    known: dict[str, list[Any]] = {
        "slug": [tournament.slug],
        "tournament": [tournament.pk],
        "team": [team.pk],
        "number": [1],
        "player": [member.player_id],
        "sheet": list(SHEETS),
        "what": list(EXPORTS),
    }
    rounds = Round.objects.filter(stage__tournament=tournament)
    if rounds.exists():
        known["round_id"] = known["round"] = [the_round_of(tournament).pk]
        known["table"] = [the_round_of(tournament).tables.order_by("number")[0].pk]
    found = {}
    for route in ROUTES:
        names = PLACE.findall(route)
        if route == ENDLESS or not set(names) <= set(known):
            continue
        for values in product(*(known[name] for name in names)):
            shown = dict(zip(names, values, strict=True))
            called = PLACE.sub(lambda place, shown=shown: str(shown[place[1]]), route)
            chosen = [str(shown[name]) for name in ("sheet", "what") if name in shown]
            found[" ".join([route, *chosen])] = f"/{called}"
    return found


def the_round_of(tournament: Tournament) -> Round:
    return Round.objects.filter(stage__tournament=tournament).latest("number")
