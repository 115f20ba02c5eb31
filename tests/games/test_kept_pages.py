"""Public pages that are kept: what they cost, whose they are, and when there is another one."""

import random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.actor import Actor
from games.models import Account
from games.views import keeping
from tests.games.acting import played_and_closed, published, win
from tests.games.looking import opened, page

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def by(director: Account) -> Actor:
    return Actor(account=director)


@pytest.fixture
def luck() -> random.Random:
    return random.Random(4)


def test_a_kept_page_costs_one_query_and_is_recognised(client: Client, by: Actor, luck: random.Random):
    tournament = opened(by, 8)
    played_and_closed(by, tournament, luck)
    first = page(client, tournament)
    with CaptureQueriesContext(connection) as queries:
        again = page(client, tournament)
    assert len(queries) == 1
    assert again.content == first.content
    with CaptureQueriesContext(connection) as queries:
        known = page(client, tournament, **{"If-None-Match": first.headers["ETag"]})
    assert len(queries) == 1
    assert (known.status_code, known.content) == (304, b"")
    assert known.headers["ETag"] == first.headers["ETag"]
    assert first.headers["Cache-Control"] == "no-cache"
    assert "Cookie" in first.headers["Vary"]
    assert client.cookies == {}


def test_a_change_makes_another_page(client: Client, by: Actor):
    tournament = opened(by, 4)
    round_ = published(by, tournament)
    before = page(client, tournament)
    win(by, round_.tables.get(number=1))
    after = page(client, tournament, **{"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    assert "1 of 2 tables done." in after.content.decode()


def test_every_language_has_its_own(client: Client, by: Actor):
    tournament = opened(by, 4)
    published(by, tournament)
    english = page(client, tournament, **{"Accept-Language": "en"})
    german = page(client, tournament, **{"Accept-Language": "de", "If-None-Match": english.headers["ETag"]})
    assert german.status_code == 200
    assert "Rangliste" in german.content.decode()
    assert page(client, tournament, **{"Accept-Language": "en"}).content == english.content


def test_who_is_signed_in_gets_the_own_frame_and_nobody_else_does(client: Client, by: Actor, director: Account):
    tournament = opened(by, 4)
    staff = Client()
    staff.force_login(director)
    assert "dora" in page(staff, tournament).content.decode()
    assert "ETag" not in page(staff, tournament).headers
    assert "dora" not in page(client, tournament).content.decode()
    assert "dora" in page(staff, tournament).content.decode()


def test_a_message_that_waits_is_one_readers_own(client: Client, by: Actor):
    tournament = opened(by, 4)
    waiting = Client()
    waiting.cookies["messages"] = "something"
    page(waiting, tournament)
    assert keeping.answers.kept == {}
    page(client, tournament)
    assert len(keeping.answers.kept) == 1


def test_a_page_with_a_proof_of_origin_is_not_kept(client: Client, by: Actor, monkeypatch: pytest.MonkeyPatch):
    """The form for the language has none, so pages can be kept. If a form on a public page had one, none would be."""
    tournament = opened(by, 4)
    assert "csrfmiddlewaretoken" not in page(client, tournament).content.decode()
    keeping.answers.clear()
    monkeypatch.setattr(keeping, "whole_page", with_a_token)
    page(client, tournament)
    assert keeping.answers.kept == {}


def with_a_token(request, tournament, content, page) -> str:
    from django.middleware.csrf import get_token

    return get_token(request)


def test_unknown_words_behind_the_question_mark_keep_nothing_more(client: Client, by: Actor):
    tournament = opened(by, 4)
    for number in range(5):
        page(client, tournament, f"?x={number}")
        page(client, tournament, f"?stage=x{number}")
    assert len(keeping.answers.kept) == 1


def test_only_so_many_are_kept():
    shelf: keeping.Shelf[str] = keeping.Shelf(most=2)
    for key in ("a", "b", "c"):
        shelf.get((key,), 1, lambda key=key: key, keep=lambda _: True)
    assert list(shelf.kept) == [("b",), ("c",)]
    assert shelf.get(("b",), 2, lambda: "newer", keep=lambda _: True) == "newer"
    assert shelf.found(("b",), 1) is None
