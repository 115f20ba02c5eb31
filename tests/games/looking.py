"""A tournament that everybody may see, and what stands on its pages."""

import re

from django.test import Client

from games.actor import Actor
from games.models import Tournament
from games.services.links import NewLink
from games.services.tournaments import edit_tournament
from tests.games.acting import a_tournament, small_swiss


def opened(by: Actor, teams: int = 8, *, visibility: str = "public", **given) -> Tournament:
    """A tournament that everybody may see."""
    found = a_tournament(by, teams, **{"regulations": small_swiss()} | given)
    return edit_tournament(by=by, tournament_id=found.pk, visibility=visibility)


def came_by(client: Client, made: NewLink) -> None:
    """This browser has been let in by a link."""
    answer = client.post("/api/v1/session/link/", {"token": made.token}, content_type="application/json")
    assert answer.status_code == 200, answer.content


def page(client: Client, tournament: Tournament, path: str = "", **headers: str):
    return client.get(f"/t/{tournament.slug}/{path}", headers=headers)


def text(client: Client, tournament: Tournament, path: str = "", **headers: str) -> str:
    """What a person reads: without what is between the brackets."""
    answer = page(client, tournament, path, **headers)
    assert answer.status_code == 200, answer.status_code
    plain = re.sub(r"<[^>]*>", " ", answer.content.decode().partition("<main")[2].partition("</main>")[0])
    return " ".join(plain.replace("&amp;", "&").replace("&#x27;", "'").replace("&quot;", '"').split())
