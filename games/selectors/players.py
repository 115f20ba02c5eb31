"""People who are known here."""

from django.db.models import Q, QuerySet

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
