"""Somebody at home watches a tournament: the pages that everybody sees, in a real browser."""

import contextlib
import random
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Page, expect

from games.actor import Actor
from games.models import Account, Player, Tournament
from games.services.stages import hide_round
from games.services.tournaments import edit_tournament
from scoring.regulations import System
from tests.browsing import LOOKS
from tests.games.acting import a_tournament, of_system, played_and_closed, published, small_swiss, win
from tests.journeys.tapping import PAIRS, Hall, of_hands, phone
from tests.journeys.test_foundation import LAPTOP, PHONE, PROJECTOR, overflows, violations


def opened(by: Actor, tournament: Tournament) -> Tournament:
    return edit_tournament(by=by, tournament_id=tournament.pk, visibility="public")


@pytest.fixture
def hall(director: Account) -> Hall:
    """Two tables, one hand a match."""
    found = Hall(director, of_hands(1), (*PAIRS, "Mia", "Ben", "Eva", "Tom"))
    opened(found.by, found.tournament)
    return found


@pytest.fixture
def swiss(director: Account) -> Tournament:
    """In its second round, with a table that is done."""
    by = Actor(account=director)
    found = opened(by, a_tournament(by, 8, regulations=small_swiss()))
    played_and_closed(by, found, random.Random(5))
    win(by, published(by, found).tables.get(number=1), margin=150)
    return found


def test_a_hand_on_a_phone_shows_on_the_standings_without_reload(browser, site: str, page: Page, hall: Hall):
    page.goto(f"/t/{hall.tournament.slug}/")
    page.evaluate("window.neverReloaded = true")
    expect(page.locator(".where-now")).to_have_text("Round 1 of 3 is being played. 0 of 2 tables done.")
    page.get_by_label("Why this rank").first.click()
    expect(page.locator(".why[open]")).to_have_count(1)
    opened_why = page.locator(".why[open]").get_attribute("id")
    one, two, *_ = hall.names()
    player = phone(browser, site, hall.link_of(one).token)
    player.out(one, two)
    player.points(100)
    player.save()
    expect(page.locator(".where-now")).to_contain_text("1 of 2 tables done.")
    expect(page.locator(".ranking tbody tr").first).to_contain_text(one)
    assert page.evaluate("window.neverReloaded") is True
    expect(page.locator(f"#{opened_why}")).to_have_attribute("open", "")
    player.close()


def test_a_table_that_somebody_watches_goes_on_by_itself(page: Page, hall: Hall):
    table = hall.table()
    page.goto(f"/t/{hall.tournament.slug}/table/{table.pk}/")
    expect(page.get_by_text("No hand has been written down yet.")).to_be_visible()
    win(hall.by, table, margin=300)
    expect(page.locator(".scoreline li").first).to_contain_text("300")


def test_without_scripts_all_can_be_read_and_opened(browser, site: str, swiss: Tournament):
    with browser.new_context(base_url=site, java_script_enabled=False, locale="en-GB") as context:
        page = context.new_page()
        page.goto(f"/t/{swiss.slug}/")
        page.locator(".why summary").first.click()
        expect(page.locator(".why[open] p").first).to_contain_text("head of")
        page.locator(".who-row > a").first.click()
        expect(page.locator("#results")).to_be_visible()
        page.get_by_role("link", name="Rounds").click()
        page.get_by_role("link", name="Table 1", exact=True).click()
        expect(page.locator(".scoreline li")).to_have_count(2)
        page.get_by_role("button", name="Deutsch").click()
        page.locator("html[lang=de]").wait_for()
        expect(page.get_by_role("heading", name="Tisch 1")).to_be_visible()


def test_by_keyboard_alone(page: Page, swiss: Tournament):
    page.goto(f"/t/{swiss.slug}/")
    summary = page.locator(".why summary").first
    summary.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".why[open]")).to_have_count(1)
    win(Actor(account=Account.objects.get(username="dora")), swiss.stages.get().rounds.last().tables.get(number=2))
    expect(page.locator(".where-now")).to_contain_text("2 of 4 tables done.")
    expect(page.locator(".why[open]")).to_have_count(1)
    expect(page.locator(".why summary:focus")).to_have_count(1)


@contextlib.contextmanager
def a_clubs_page(html: str) -> Iterator[str]:
    """The address of a page that is not ours."""

    class Club(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(html.encode())

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Club)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join()


def test_standings_in_a_clubs_own_page(browser, site: str, director: Account, swiss: Tournament):
    """Framed by a page from elsewhere they change by themselves; other pages are not shown there."""
    frames = "".join(f'<iframe src="{site}/t/{swiss.slug}/{path}"></iframe>' for path in ("embed/", ""))
    with browser.new_context(locale="en-GB") as context, a_clubs_page(frames) as club:
        page = context.new_page()
        page.goto(club)
        framed, other = (page.frame_locator("iframe").nth(at) for at in (0, 1))
        expect(framed.locator(".ranking tbody tr")).to_have_count(8)
        expect(other.locator(".ranking")).to_have_count(0)
        win(Actor(account=director), swiss.stages.get().rounds.last().tables.get(number=2))
        expect(framed.get_by_text("2 of 4 tables done.")).to_be_visible(timeout=20_000)


PATHS = ("", "rounds/", "round/1/", "table/{table}/", "team/1/", "rules/", "embed/")


@pytest.mark.parametrize(("language", "scheme"), LOOKS)
def test_every_public_page_is_for_everybody_and_fits_every_screen(
    browser, site: str, director: Account, swiss: Tournament, language: str, scheme: str
):
    by = Actor(account=director)
    knockout = opened(by, a_tournament(by, 5, regulations=of_system(System.KNOCKOUT), name="Knock-out"))
    win(by, published(by, knockout).tables.first())
    hidden = opened(by, a_tournament(by, 4, regulations=small_swiss(), name="Hidden"))
    hide_round(by=by, round_id=published(by, hidden).pk, hidden=True)
    Player.objects.update(consent_at="2026-05-02T12:00Z")
    table = swiss.stages.get().rounds.get(number=1).tables.first()
    paths = ["/", f"/players/{Player.objects.first().pk}/", f"/t/{hidden.slug}/", f"/t/{knockout.slug}/bracket/"]
    paths += [f"/t/{swiss.slug}/{path.format(table=table.pk)}" for path in PATHS]
    found = {}
    with browser.new_context(base_url=site, locale=language, color_scheme=scheme) as context:
        page = context.new_page()
        for path in paths:
            page.goto(path)
            assert page.locator("html").get_attribute("lang") == language
            page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true })")
            found[path] = violations(page)
            for width, height in (PHONE, LAPTOP, PROJECTOR, (320, 640)):
                page.set_viewport_size({"width": width, "height": height})
                assert not overflows(page), f"{path} is wider than {width} pixels"
    assert {path: wrong for path, wrong in found.items() if wrong} == {}
