"""People who are known here."""

from collections.abc import Collection

from django.db.models import Q, QuerySet
from django.db.models.functions import Lower

from games.actor import Actor
from games.models import Player
from games.permissions import may_direct_something
from rules.refusal import Refusal


def players_known_to(actor: Actor, *, search: str = "") -> QuerySet[Player]:
    """Everybody who ever played here, by name, for those who make or direct tournaments: they enter people again whom
    they know. Two queries."""
    if not may_direct_something(actor):
        raise Refusal("not_allowed")
    found = Player.objects.filter(merged_into__isnull=True)
    if search:
        found = found.filter(Q(name__icontains=search) | Q(shown_name__icontains=search))
    return found.order_by("name", "pk")


def players_named(actor: Actor, names: Collection[str]) -> dict[str, list[Player]]:
    """Who is known under exactly these names, small and capital letters apart, by the name in small letters. For those
    who make or direct tournaments. Two queries."""
    found: dict[str, list[Player]] = {}
    wanted = {name.casefold() for name in names}
    known = players_known_to(actor).annotate(small=Lower("name"))
    for player in known.filter(Q(small__in=wanted) | Q(name__in=set(names))):
        found.setdefault(player.name.casefold(), []).append(player)
    return found
