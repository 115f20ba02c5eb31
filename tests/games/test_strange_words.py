"""What people write is shown as they wrote it and never becomes a part of a page; and what they send by a form of ours
is known to come from there."""

import re

import pytest
from django.test import Client

from games.actor import Actor
from games.choices import CallReason
from games.models import Account, Tournament
from games.services.registration import import_teams
from games.services.rulings import rule
from games.services.screen import announce
from games.services.tournaments import edit_tournament
from games.services.words import call_director, object_to_result
from scoring.record import RulingKind
from tests.games.acting import a_tournament, published, small_swiss, win
from tests.games.every_address import addresses

pytestmark = pytest.mark.django_db

RAW = "<b/odd>"
ODD = f"\"'{RAW}"
"""Ends what it stands in, be it text or an attribute, if nobody sees to it."""
FORM = re.compile(r"<form\b[^>]*>.*?</form>", re.DOTALL)
WITHOUT_PROOF = 'action="/language/"'
"""Switching the language needs none, so that public pages can be kept."""


@pytest.fixture
def cup(director: Account) -> Tournament:
    """A round is being played, and everybody who can write something has written it."""
    by = Actor(account=director)
    cup = a_tournament(by, 0, regulations=small_swiss(), name=f"Cup{ODD}")
    rows = [
        {"members": [f"One{ODD}{at}", f"Two{ODD}{at}"], "name": f"Team{ODD}{at}", "club": f"Club{ODD}"}
        for at in range(5)
    ]
    import_teams(by=by, tournament_id=cup.pk, rows=rows)
    edit_tournament(by=by, tournament_id=cup.pk, visibility="public", place=f"Hall{ODD}")
    first, second = published(by, cup).tables.order_by("number")  # and somebody has a bye
    win(by, first)
    team = first.seats.order_by("seat")[0].team
    object_to_result(by=by, table_id=first.pk, team_id=team.pk, note=f"No{ODD}")
    call_director(by=by, table_id=second.pk, reason=CallReason.OTHER, note=f"Help{ODD}")
    rule(by=by, round_id=first.round_id, kind=RulingKind.PENALTY, team_id=team.pk, points=1, reason=f"Late{ODD}")
    announce(by=by, tournament_id=cup.pk, text=f"Soup{ODD}")
    cup.refresh_from_db()
    return cup


def pages(cup: Tournament, client: Client) -> dict[str, str]:
    """Every page that there is for this reader, as it is written."""
    found = {}
    for called, address in addresses(cup).items():
        answer = client.get(address)
        if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
            found[called] = answer.content.decode()
    return found


def test_what_people_write_never_becomes_a_part_of_a_page(cup: Tournament, client: Client, director: Account):
    for_strangers = pages(cup, client)
    client.force_login(director)
    for_staff = pages(cup, client)
    assert [called for found in (for_strangers, for_staff) for called, page in found.items() if RAW in page] == []
    shown = [called for called, page in for_staff.items() if "&lt;b/odd&gt;" in page]
    assert len(shown) > 30, "it stands on nearly every page"


def test_every_form_that_writes_carries_its_proof_of_origin(cup: Tournament, client: Client, director: Account):
    client.force_login(director)
    forms = [(called, form) for called, page in pages(cup, client).items() for form in FORM.findall(page)]
    writing = [(called, form) for called, form in forms if 'method="post"' in form and WITHOUT_PROOF not in form]
    assert len(writing) > 60
    assert {called for called, form in writing if "csrfmiddlewaretoken" not in form} == set()
