"""What leaves the site: links that say what they lead to, standings inside other pages, the calendar and the feed."""

import re
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils import timezone

from games.actor import Actor
from games.models import Account
from games.services.tournaments import edit_tournament
from tests.games.acting import published, win
from tests.games.looking import opened, page, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def by(director: Account) -> Actor:
    return Actor(account=director)


def test_a_page_can_be_shared(client: Client, by: Actor):
    tournament = opened(by, 4)
    win(by, published(by, tournament).tables.get(number=1))
    html = page(client, tournament).content.decode()
    assert '<meta property="og:title" content="Cup">' in html
    assert '<meta property="og:url" content="http://testserver/t/cup/">' in html
    described = re.search(r'<meta property="og:description" content="([^"]*)"', html)
    assert described
    assert "Round 1 of 3 is being played." in described[1]
    assert "noindex" not in html
    edit_tournament(by=by, tournament_id=tournament.pk, visibility="unlisted")
    assert "noindex" in page(client, tournament).content.decode()


def test_only_the_embedded_standings_may_stand_in_a_frame(client: Client, by: Actor):
    tournament = opened(by, 4)
    published(by, tournament)
    framed = page(client, tournament, "embed/")
    assert "X-Frame-Options" not in framed.headers
    assert "frame-ancestors *" in framed.headers["Content-Security-Policy"]
    assert "<form" not in framed.content.decode()
    again = page(client, tournament, "embed/", **{"If-None-Match": framed.headers["ETag"]})
    assert again.status_code == 304
    assert "X-Frame-Options" not in again.headers
    for path in ("", "rounds/", "rules/"):
        answer = page(client, tournament, path)
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]


def unfolded(answer) -> list[str]:
    return answer.content.decode().replace("\r\n ", "").split("\r\n")


def test_a_calendar_entry_has_the_right_time_and_is_escaped(client: Client, by: Actor):
    name = "Cup; autumn, the long one that does not fit into one line of a calendar – für Größe"
    tournament = opened(by, 8, name=name)
    assert page(client, tournament, "calendar.ics").status_code == 404
    begin = datetime(2027, 3, 14, 18, 30, tzinfo=UTC)
    edit_tournament(
        by=by, tournament_id=tournament.pk, starts_at=begin, time_zone="Europe/Zurich", place="Krone\\Saal, Bonn"
    )
    answer = page(client, tournament, "calendar.ics")
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    assert all(len(line) <= 75 for line in answer.content.split(b"\r\n"))
    lines = unfolded(answer)
    assert lines[0] == "BEGIN:VCALENDAR"
    assert lines[-2:] == ["END:VCALENDAR", ""]
    facts = dict(line.split(":", 1) for line in lines if ":" in line)
    assert facts["DTSTART"] == "20270314T183000Z"
    assert facts["DTEND"] > facts["DTSTART"]
    assert facts["SUMMARY"] == name.replace(";", "\\;").replace(",", "\\,")
    assert facts["LOCATION"] == "Krone\\\\Saal\\, Bonn"
    assert facts["UID"] == f"tournament-{tournament.pk}@testserver"
    assert facts["URL"] == f"http://testserver/t/{tournament.slug}/"
    assert "18:30" not in text(client, tournament)
    assert "19:30" in text(client, tournament)


def test_only_public_tournaments_are_listed(client: Client, by: Actor):
    soon = timezone.now() + timedelta(days=3)
    for visibility in ("public", "unlisted", "private"):
        found = opened(by, 4, name=f"A {visibility} cup", visibility=visibility)
        edit_tournament(by=by, tournament_id=found.pk, starts_at=soon)
    for address in ("/", "/feed.xml", "/tournaments.ics"):
        shown = client.get(address).content.decode()
        assert "A public cup" in shown, address
        assert "A unlisted cup" not in shown, address
        assert "A private cup" not in shown, address
    feed = ElementTree.fromstring(client.get("/feed.xml").content)
    atom = "{http://www.w3.org/2005/Atom}"
    assert [entry.findtext(f"{atom}title") for entry in feed.findall(f"{atom}entry")] == ["A public cup"]
    assert client.get("/t/a-unlisted-cup/").status_code == 200


def test_what_is_no_page_has_an_icon_too(client: Client):
    """A feed cannot say where it is; browsers look there of their own accord."""
    answer = client.get("/favicon.ico", follow=True)
    assert answer["Content-Type"] == "image/svg+xml"


def test_the_page_inside_another_has_an_icon(client: Client, by: Actor):
    assert 'rel="icon"' in page(client, opened(by, 4), "embed/").content.decode()
