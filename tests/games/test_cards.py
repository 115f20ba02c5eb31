"""Cards with a square to scan: one a table or one a team, shown once, and only to the director."""

import re

import pytest
from django.test import Client

from games.actor import Actor
from games.choices import CardKind
from games.models import AccessLink, Account
from games.selectors.cards import tables_needed
from games.services.cards import make_cards
from games.services.links import enter_by_code, enter_by_token
from tests.games.acting import a_tournament, published, refused

pytestmark = pytest.mark.django_db


def test_a_card_for_every_table_lets_in_at_that_table(director: Account):
    by = Actor(account=director)
    tournament = a_tournament(by, 6)
    cards = make_cards(by=by, tournament_id=tournament.pk, kind=CardKind.TABLES)
    assert [card.number for card in cards] == [1, 2, 3]
    assert [enter_by_token(token=card.token).link.table_number for card in cards] == [1, 2, 3]
    assert enter_by_code(tournament_id=tournament.pk, code=cards[1].code, source="x").link.table_number == 2


def test_new_cards_make_earlier_ones_of_their_kind_void(director: Account):
    by = Actor(account=director)
    tournament = a_tournament(by, 4)
    tables = make_cards(by=by, tournament_id=tournament.pk, kind=CardKind.TABLES)
    teams = make_cards(by=by, tournament_id=tournament.pk, kind=CardKind.TEAMS)
    assert [card.title for card in teams] == [team.name for team in tournament.teams.order_by("number")]
    make_cards(by=by, tournament_id=tournament.pk, kind=CardKind.TABLES)
    assert refused(enter_by_token, token=tables[0].token).code == "link_unknown"
    assert enter_by_token(token=teams[0].token).link.team.number == 1


@pytest.mark.parametrize(
    ("preset", "teams", "needed"),
    [("swiss_evening", 9, 4), ("german_championship", 27, 6), ("threechu_evening", 10, 3), ("tientsin", 5, 2),
     ("grand_seigneur_night", 11, 2)],
)  # fmt: skip
def test_there_are_as_many_as_a_round_can_have_tables(director: Account, preset: str, teams: int, needed: int):
    by = Actor(account=director)
    tournament = a_tournament(by, teams, preset=preset)
    assert tables_needed(tournament) == needed
    round_ = published(by, tournament)
    assert round_.tables.count() <= needed


def test_the_page_shows_them_once_with_the_token_behind_the_hash(director: Account):
    tournament = a_tournament(Actor(account=director), 4)
    client = Client()
    client.force_login(director)
    page = client.get(f"/tournaments/{tournament.pk}/cards/").content.decode()
    assert "scan-card" not in page
    assert "Cards for 2 tables" in page
    made = client.post(f"/tournaments/{tournament.pk}/cards/", {"kind": "tables"}).content.decode()
    assert made.count('class="square"') == 2
    assert re.findall(r">Table (\d+)</a></h2>", made) == ["1", "2"]
    codes = re.findall(r'scan-code">(\w{4} \w{4})<', made)
    assert enter_by_code(tournament_id=tournament.pk, code=codes[0], source="x").link.table_number == 1
    assert "scan-card" not in client.get(f"/tournaments/{tournament.pk}/cards/").content.decode()


def test_a_scorer_and_a_stranger_get_none(director: Account, guest: Account):
    tournament = a_tournament(Actor(account=director), 4)
    tournament.staff.create(account=guest, role="scorer")
    client = Client()
    client.force_login(guest)
    assert client.post(f"/tournaments/{tournament.pk}/cards/", {"kind": "tables"}).status_code == 403
    assert not AccessLink.objects.exists()
