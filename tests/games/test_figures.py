"""A minus is a minus on every page, and not a hyphen."""

import html
import re
from uuid import uuid4

import pytest
from django.test import Client

from games.actor import Actor
from games.models import Account
from games.services.hands import record_hand
from games.services.tournaments import edit_tournament
from games.templatetags.figures import minus
from scoring.record import Hand
from tests.games.acting import a_tournament, published, small_swiss

TAG = re.compile(r"<(script|style|svg)\b.*?</\1>|<[^>]*>", re.DOTALL)
HYPHEN = re.compile(r"(?<![\w-])-\d+")
PAGES = (
    "/tournaments/{cup}/tables/",
    "/tournaments/{cup}/paper/",
    "/tournaments/{cup}/log/",
    "/tables/{table}/",
    "/tables/{table}/paper/",
    "/t/{slug}/round/1/",
    "/t/{slug}/table/{table}/",
    "/t/{slug}/team/{team}/",
)


@pytest.mark.parametrize(("written", "read"), [(-45, "−45"), ("-45 : 845", "−45 : 845"), (0, "0"), ("", "")])
def test_a_minus(written: object, read: str):
    assert minus(written) == read


@pytest.mark.django_db
@pytest.mark.parametrize("page", PAGES)
def test_a_team_that_has_less_than_nothing(page: str, director: Account):
    by, desk = Actor(account=director), Client()
    desk.force_login(director)
    cup = a_tournament(by, 4, regulations=small_swiss())
    edit_tournament(by=by, tournament_id=cup.pk, visibility="public")
    table = published(by, cup).tables.get(number=1)
    team = table.seats.get(seat=0).team
    sheet = Hand(calls=("GT", "", "", ""), out=(1, 0, 3), points=-25)
    record_hand(by=by, table_id=table.pk, client_id=uuid4(), number=1, sheet=sheet)
    answer = desk.get(page.format(cup=cup.pk, slug=cup.slug, table=table.pk, team=team.number))
    assert answer.status_code == 200
    said = html.unescape(TAG.sub(" ", answer.content.decode()))
    assert "−225" in said or ("/log/" in page and "−25 : 125" in said)
    assert HYPHEN.findall(said) == []
