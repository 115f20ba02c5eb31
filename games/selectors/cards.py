"""How many cards a tournament needs."""

from django.db.models import Max

from games.choices import Entry
from games.models import Table, Team, Tournament
from games.selectors.records import regulations_of
from scoring.record import seats_allowed


def tables_needed(tournament: Tournament) -> int:
    """As many as a round can have with everybody who has entered, and no fewer than one had. Two queries."""
    regulations = regulations_of(tournament)
    teams = Team.objects.filter(tournament=tournament, entry=Entry.IN).count()
    players = teams * regulations.members_at_the_table
    so_far = Table.objects.filter(round__stage__tournament=tournament).aggregate(most=Max("number"))["most"] or 0
    return max(so_far, players // min(seats_allowed(regulations)))


def teams_entered(tournament: Tournament) -> int:
    """How many teams a card each is for. One query."""
    return Team.objects.filter(tournament=tournament, entry=Entry.IN, house=False).count()
