"""Pages that open without a network: their keepers keep everything they are made of."""

import json
import re

import pytest
from django.test import Client

from games.actor import Actor
from games.models import Account
from tests.games.acting import a_tournament, published

pytestmark = pytest.mark.django_db


def made_of(client: Client, address: str) -> set[str]:
    """Sheets, scripts and pictures that the page names."""
    head = client.get(address).content.decode().split("</head>")[0]
    return set(re.findall(r'<(?:link|script)[^>]* (?:href|src)="(/static/[^"]+)"', head))


def name_of(part: str) -> str:
    """Without its folder, its hash and its kind."""
    return part.rpartition("/")[2].partition(".")[0]


def kept_by(client: Client, address: str) -> set[str]:
    found = re.search(r"const FILES = (\[.*\]);", client.get(address).content.decode())
    assert found
    return set(json.loads(found[1]))


def test_the_phone_keeps_all_that_the_table_is_made_of(client: Client, director: Account):
    client.force_login(director)
    by = Actor(account=director)
    table = published(by, a_tournament(by, 4)).tables.first()
    parts = made_of(client, f"/play/{table.pk}/")
    assert {"app", "phone", "play"} <= {name_of(part) for part in parts}
    assert parts <= kept_by(client, "/play/keeper.js")


def test_the_phone_keeps_all_that_the_referee_is_made_of(client: Client):
    parts = made_of(client, "/referee/")
    assert {"app", "referee", "rules"} <= {name_of(part) for part in parts}
    assert parts <= kept_by(client, "/referee/keeper.js")
