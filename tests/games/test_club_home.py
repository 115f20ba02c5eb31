"""The club's home, and the pages of its people."""

import random
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from games.actor import Actor
from games.models import Account, Player
from games.services.hands import record_hand
from games.services.links import make_link
from games.services.stages import finish_tournament, hide_round
from games.services.tournaments import edit_tournament
from scoring.record import Hand
from tests.games.acting import play_round, played_and_closed, published
from tests.games.looking import came_by, opened, page

pytestmark = pytest.mark.django_db

HAND = Hand(calls=("T", "", "", "GT"), out=(0, 1), points=50)


@pytest.fixture
def by(director: Account) -> Actor:
    return Actor(account=director)


@pytest.fixture
def luck() -> random.Random:
    return random.Random(4)


def test_the_club_has_a_home(client: Client, by: Actor, director: Account, luck: random.Random):
    assert "There is no public tournament here yet" in client.get("/").content.decode()
    published(by, opened(by, 4, name="Running cup"))
    opened(by, 4, name="Coming cup")
    past = opened(by, 4, name="Past cup")
    played_and_closed(by, past, luck)
    finish_tournament(by=by, tournament_id=past.pk, reason="late")
    html = client.get("/").content.decode()
    order = [html.index(name) for name in ("Running cup", "Coming cup", "Past cup")]
    assert order == sorted(order)
    assert "still being built" not in html
    assert "Your tournaments" not in html
    client.force_login(director)
    html = client.get("/").content.decode()
    assert "Your tournaments" in html
    assert f'href="/tournaments/{past.pk}/"' in html


def test_days_are_written_alike_on_the_home_page(client: Client, by: Actor, luck: random.Random):
    coming, past = opened(by, 4, name="Coming cup"), opened(by, 4, name="Past cup")
    edit_tournament(by=by, tournament_id=coming.pk, starts_at=datetime(2030, 11, 29, 12, 0, tzinfo=UTC))
    edit_tournament(by=by, tournament_id=past.pk, starts_at=datetime(2020, 11, 27, 12, 0, tzinfo=UTC))
    played_and_closed(by, past, luck)
    finish_tournament(by=by, tournament_id=past.pk, reason="late")
    html = client.get("/").content.decode()
    assert ">Fri 29 Nov 2030, " in html
    assert ">Fri 27 Nov 2020<" in html


def test_who_came_by_a_link_finds_the_own_table(client: Client, by: Actor):
    tournament = opened(by, 4)
    came_by(client, make_link(by=by, team_id=tournament.teams.first().pk))
    assert "To your table" in client.get("/").content.decode()


def test_a_person_has_a_page_only_with_consent_and_only_of_public_tournaments(client: Client, by: Actor):
    tournament = opened(by, 4)
    table = published(by, tournament).tables.get(number=1)
    record_hand(by=by, table_id=table.pk, client_id=uuid4(), number=1, sheet=HAND)
    team = table.seats.get(seat=0).team
    one, partner = (member.player for member in team.members.order_by("position").select_related("player"))
    address = f"/players/{one.pk}/"
    assert client.get(address).status_code == 404
    assert one.shown_name not in client.get("/").content.decode()
    assert address not in page(client, tournament, f"team/{team.number}/").content.decode()
    Player.objects.filter(pk=one.pk).update(consent_at=timezone.now())
    html = client.get(address).content.decode()
    assert "Cup" in html
    assert partner.shown_name in html
    assert "1 / 1" in html
    assert address in client.get("/").content.decode()
    edit_tournament(by=by, tournament_id=tournament.pk, visibility="unlisted")
    assert "Cup" not in client.get(address).content.decode()
    assert address not in client.get("/").content.decode()


def test_what_a_hidden_round_held_is_not_on_a_persons_page(client: Client, by: Actor, luck: random.Random):
    tournament = opened(by, 4)
    round_ = published(by, tournament)
    hide_round(by=by, round_id=round_.pk, hidden=True)
    play_round(by, round_, luck)
    player = Player.objects.order_by("pk").first()
    Player.objects.filter(pk=player.pk).update(consent_at=timezone.now())
    assert "First out" not in client.get(f"/players/{player.pk}/").content.decode()
