"""The referee's page without scripts: a form to type cards into, the ruling with its rule, the rulings to look up."""

import re
from dataclasses import replace
from html import unescape

import pytest
from django.test import Client

from games.actor import Actor
from games.models import Account
from games.services.tournaments import edit_tournament
from rules.customs import TableRules
from scoring.presets import GERMAN_CHAMPIONSHIP
from tests.games.acting import a_tournament, small_swiss

pytestmark = pytest.mark.django_db


def asked(client: Client, path: str = "/referee/", **situation: str) -> str:
    """What the page answers, without its tags."""
    page = client.get(path, situation)
    body = page.content.decode().split('id="answer"')[1].split("</section>")[0]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


def entry_of(client: Client, number: int, path: str) -> str:
    return client.get(path).content.decode().split(f'id="ruling-{number}"')[1].split("</details>")[0]


def test_it_says_what_may_be_played_and_by_which_rule(client: Client):
    said = asked(client, table="7j 7s", hand="8j 8s", cards="8j 8s")
    assert "Yes, this may be played." in said
    assert "Rule 32" in said
    said = asked(client, table="7j 7s", hand="8j", cards="8j")
    assert "No. Something of another kind lies there." in said
    assert "Rule 30" in said


def test_it_says_that_the_wish_must_be_fulfilled_and_with_what(client: Client):
    said = asked(client, table="7j 7s", hand="8j PH Kj", cards="PH Kj", wish="8")
    assert "The wish must be fulfilled: a card of the rank 8 can be played" in said
    assert "8j PH" in said
    assert "No passing" in said
    assert "Passing is allowed." in asked(client, table="7j 7s", hand="8j Kj", wish="8")


def test_out_of_turn_it_takes_a_bomb_alone(client: Client):
    assert "Yes" in asked(client, table="Kj", cards="4j 4s 4p 4t", turn="out")
    assert "Out of turn only a bomb may be played." in asked(client, table="Kj", cards="Aj", turn="out")


@pytest.mark.parametrize(
    ("situation", "words"),
    [
        ({"table": "8j 9j"}, "These cards are no combination."),
        ({"hand": "8x"}, "“8x” is no card."),
        ({"hand": "8j 8j"}, "The card 8j is named twice."),
        ({"table": "8j", "hand": "8j"}, "The card 8j lies on the table already."),
        ({"hand": " ".join(f"{rank}j" for rank in "23456789TJQKA") + " 2s 3s"}, "at most 14 cards"),
        ({"hand": "8j " * 30}, "at most 60 characters"),
        ({"hand": "8j", "wish": "1"}, "Select a valid choice"),
    ],
)
def test_a_situation_that_cannot_be_is_refused_at_the_field(client: Client, situation: dict[str, str], words: str):
    page = client.get("/referee/", situation)
    assert page.status_code == 422
    assert words in unescape(page.content.decode())


def test_the_tournament_s_own_rules_count_and_settle_what_is_open(client: Client, director: Account):
    by = Actor(account=director)
    strict = a_tournament(by, 4, regulations=small_swiss(), name="Strict")
    client.force_login(director)
    free = asked(client, f"/referee/{strict.slug}/", table="5j", hand="7j 2j 2s 2p 2t", cards="2j 2s 2p 2t", wish="7")
    assert "Yes" in free
    custom = replace(small_swiss(), table=TableRules(bomb_instead_of_wish=False))
    other = a_tournament(by, 4, regulations=custom, name="Other")
    bound = asked(client, f"/referee/{other.slug}/", table="5j", hand="7j 2j 2s 2p 2t", cards="2j 2s 2p 2t", wish="7")
    assert "The wish must be fulfilled" in bound
    entry = entry_of(client, 29, f"/referee/{other.slug}/")
    assert "settled by the tournament" in entry
    assert "Here:" in entry
    assert "to be settled" in entry_of(client, 29, "/referee/")


def test_a_private_tournament_s_page_is_for_those_who_may_see_it(client: Client, director: Account):
    by = Actor(account=director)
    private = edit_tournament(by=by, tournament_id=a_tournament(by, 4).pk, visibility="private")
    assert client.get(f"/referee/{private.slug}/").status_code == 404
    client.force_login(director)
    assert private.name in client.get(f"/referee/{private.slug}/").content.decode()


def entries(client: Client, search: str) -> list[int]:
    page = client.get("/referee/", {"q": search}).content.decode()
    return sorted(int(number) for number in re.findall(r'id="ruling-(\d+)"', page))


def test_rulings_are_searched_in_the_reader_s_language(client: Client):
    assert entries(client, "") == list(range(1, 90))
    assert 1 in entries(client, "hound BOMB")
    assert len(entries(client, "hound bomb")) < 20
    assert entries(client, "no such words") == []
    client.cookies["django_language"] = "de"
    assert 1 in entries(client, "hund bombe")
    assert entries(client, "hound") == []


def test_german_championship_has_settled_the_last_dragon(client: Client, director: Account):
    by = Actor(account=director)
    championship = a_tournament(by, 4, regulations=GERMAN_CHAMPIONSHIP, name="Championship")
    client.force_login(director)
    entry = (
        client.get(f"/referee/{championship.slug}/").content.decode().split('id="ruling-40"')[1].split("</details>")[0]
    )
    assert "Here:" in entry


def test_the_keeper_keeps_the_page_and_what_it_is_made_of(client: Client):
    script = client.get("/referee/keeper.js").content.decode()
    for part in ("referee/referee.", "referee/rules.", "/referee.", "/app.", '"/referee/"'):
        assert part in script
    assert client.get("/referee/")["X-Tichu"] == "referee"
