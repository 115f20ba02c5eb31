"""Cards with a square to scan: one for every table, to lie on it, or one for every team, to be handed out."""

from dataclasses import dataclass

from django.db import transaction

from games.actor import Actor
from games.choices import CardKind, Entry
from games.models import Team, Tournament
from games.selectors.cards import tables_needed
from games.services.links import make_link, make_table_link
from games.services.locking import directed


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """Whose it is, and what is told only now: the token behind the square, and the short code."""

    title: str
    number: int
    token: str
    code: str


@transaction.atomic
def make_cards(*, by: Actor, tournament_id: int, kind: CardKind) -> list[Card]:
    """New cards for all tables, or for all teams; earlier ones of that kind are no longer valid."""
    tournament = directed(by, tournament_id, even_finished=True)
    return table_cards(by, tournament) if kind is CardKind.TABLES else team_cards(by, tournament)


def table_cards(by: Actor, tournament: Tournament) -> list[Card]:
    cards = []
    for number in range(1, tables_needed(tournament) + 1):
        made = make_table_link(by=by, tournament_id=tournament.pk, table_number=number)
        cards.append(Card(title="", number=number, token=made.token, code=made.code))
    return cards


def team_cards(by: Actor, tournament: Tournament) -> list[Card]:
    """House players need none: they fill up tables and confirm nothing."""
    cards = []
    for team in Team.objects.filter(tournament=tournament, entry=Entry.IN, house=False).order_by("number"):
        made = make_link(by=by, team_id=team.pk)
        cards.append(Card(title=team.name, number=team.number, token=made.token, code=made.code))
    return cards
