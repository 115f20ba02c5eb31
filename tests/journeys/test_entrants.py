"""The hour before the first round, in a real browser: a list is pasted, people arrive, some late, some not at all."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from games.actor import Actor
from games.models import Account, Apart, Team, Tournament
from games.services.attendance import check_in
from games.services.entries import cancel_entry
from games.services.registration import import_teams
from games.services.tournaments import create_tournament, edit_tournament
from tests.browsing import LOOKS, sign_in_without_form
from tests.games.acting import a_tournament, published, team
from tests.journeys.test_foundation import LAPTOP, PHONE, PROJECTOR, overflows, violations

EIGHT = """Player 1;Player 2;Club
Anna Weber;Bernd Meier;TC Bonn
Carla Roth;Dan Vogt;TC Bonn
Eva Lang;Finn Kurz;TC Aachen
Gabi Sommer;Hans Winter;
Ida Stein;Jörg Berg;TC Aachen
Karla Kohl;Leo Blum;
Mia Baum;Nils Busch;
Olga Reh;Paul Fuchs;"""


@pytest.fixture
def evening(director: Account) -> Tournament:
    return create_tournament(by=Actor(account=director), name="Evening", preset="swiss_evening")


@pytest.fixture
def desk(page: Page, director: Account) -> Page:
    sign_in_without_form(page, director.username)
    return page


def open_list(page: Page, tournament: Tournament) -> None:
    page.goto(f"/tournaments/{tournament.pk}/entrants/")
    page.locator("#search").wait_for()


def pasted(director: Account, tournament: Tournament) -> None:
    """The eight pairs, without the page."""
    rows = [{"members": line.split(";")[:2], "club": line.split(";")[2]} for line in EIGHT.splitlines()[1:]]
    import_teams(by=Actor(account=director), tournament_id=tournament.pk, rows=rows)


def row(page: Page, number: int):
    return page.locator(f"#team-{number}")


def open_row(page: Page, number: int) -> None:
    row(page, number).locator(".entrant-open").click()
    row(page, number).locator(".acts").wait_for()


def test_a_tap_that_is_refused_says_why_and_the_rows_tell_how_it_is_now(
    desk: Page, director: Account, evening: Tournament
):
    """Somebody else has cancelled the entry, and this page has not heard of it yet."""
    pasted(director, evening)
    desk.route("**/live/**", lambda route: route.abort())
    open_list(desk, evening)
    desk.evaluate("window.neverReloaded = true")
    row(desk, 2).get_by_role("button", name="Carla Roth / Dan Vogt").wait_for()
    cancel_entry(by=Actor(account=director), team_id=team(evening, 2).pk)
    desk.locator("#tap-2").click()
    expect(desk.locator("#refused")).to_contain_text("cancelled")
    expect(row(desk, 2)).to_contain_text("Cancelled")
    expect(desk.locator("#refused")).to_be_visible()
    desk.locator("#tap-1").click()
    expect(desk.locator("#tap-1")).to_have_attribute("aria-pressed", "true")
    expect(desk.locator("#refused")).to_be_hidden()
    assert desk.evaluate("window.neverReloaded") is True


def test_a_list_is_pasted_and_the_people_arrive(desk: Page, evening: Tournament):
    desk.goto(f"/tournaments/{evening.pk}/entrants/")
    desk.get_by_role("link", name="Paste a list").click()
    desk.get_by_label("Teams, one a line").fill(EIGHT)
    desk.get_by_role("button", name="See what is understood").click()
    desk.get_by_role("heading", name="8 lines were understood like this").wait_for()
    assert violations(desk) == []
    assert not Team.objects.exists()
    desk.get_by_role("button", name="Enter them").click()
    desk.get_by_text("8 entries were made.").wait_for()
    desk.wait_for_load_state()  # the scripts are there

    desk.evaluate("window.neverReloaded = true")
    row(desk, 1).get_by_role("button", name="Anna Weber / Bernd Meier").click()
    expect(desk.locator("#tap-1")).to_have_attribute("aria-pressed", "true")
    desk.locator("#tap-3").focus()
    desk.keyboard.press("Enter")
    expect(desk.locator("#tap-3")).to_have_attribute("aria-pressed", "true")
    expect(desk.locator("#tap-3")).to_be_focused()
    expect(desk.locator("#count")).to_contain_text(re.compile(r"2\s+of 8 are here"))
    desk.keyboard.press("Enter")
    expect(desk.locator("#tap-3")).to_have_attribute("aria-pressed", "false")
    expect(desk.locator("#count")).to_contain_text(re.compile(r"1\s+of 8 are here"))
    assert desk.evaluate("window.neverReloaded") is True
    assert [team.number for team in Team.objects.exclude(checked_in_at=None)] == [1]

    open_row(desk, 2)
    row(desk, 2).get_by_label("Comes for round").fill("2")
    row(desk, 2).get_by_role("button", name="Late").click()
    expect(row(desk, 2)).to_contain_text("From round 2")
    open_row(desk, 4)
    row(desk, 4).get_by_role("button", name="Cancel the entry").click()
    expect(row(desk, 4)).to_contain_text("Cancelled")
    desk.get_by_role("button", name="Undo").click()
    desk.get_by_text("is entered again").wait_for()
    expect(row(desk, 4)).to_contain_text("Not here yet")
    assert team(evening, 2).arrived == 2


def test_somebody_leaves_and_comes_back(desk: Page, director: Account):
    by = Actor(account=director)
    tournament = a_tournament(by, 4)
    published(by, tournament)
    open_list(desk, tournament)
    open_row(desk, 1)
    row(desk, 1).get_by_role("button", name="Withdraw now").click()
    expect(row(desk, 1)).to_contain_text("Withdrawn")
    assert team(tournament, 1).withdrawn == 0
    desk.get_by_role("button", name="Undo").click()
    desk.get_by_text("takes part again").wait_for()
    assert team(tournament, 1).withdrawn is None


def test_what_one_looks_for_stays_in_sight(desk: Page, director: Account, evening: Tournament):
    pasted(director, evening)
    open_list(desk, evening)
    desk.locator("#search").fill("jorg")  # without the dots
    expect(row(desk, 5)).to_be_visible()
    expect(row(desk, 1)).to_be_hidden()
    desk.locator("#search").fill("bonn")
    expect(row(desk, 5)).to_be_hidden()
    expect(row(desk, 2)).to_be_visible()
    desk.locator("#search").fill("zzz")
    expect(desk.get_by_text("Nobody like this is entered.")).to_be_visible()
    desk.locator("#search").fill("")
    desk.locator(".chip", has_text="Not here yet").click()
    desk.locator("#tap-6").click()
    expect(desk.locator("#tap-6")).to_have_attribute("aria-pressed", "true")
    expect(row(desk, 6)).to_be_visible()  # to be tapped again if it was a mistake
    desk.locator(".chip", has_text=re.compile("^Here")).click()
    expect(row(desk, 6)).to_be_visible()
    expect(row(desk, 1)).to_be_hidden()


def test_a_second_browser_sees_who_arrives_and_keeps_what_is_open(
    desk: Page, browser: Browser, site: str, director: Account, evening: Tournament
):
    pasted(director, evening)
    open_list(desk, evening)
    desk.evaluate("window.neverReloaded = true")
    check_in(by=Actor(account=director), team_ids=[team(evening, 8).pk])
    expect(desk.locator("#tap-8")).to_have_attribute("aria-pressed", "true")
    open_row(desk, 3)
    row(desk, 3).get_by_text("Name, club, seed, fixed table").click()
    club = row(desk, 3).get_by_label("Club").first
    club.fill("TC Köln")
    with browser.new_context(base_url=site, locale="en-GB") as other:
        colleague = other.new_page()
        sign_in_without_form(colleague, director.username)
        open_list(colleague, evening)
        colleague.locator("#tap-7").click()
        expect(desk.locator("#tap-7")).to_have_attribute("aria-pressed", "true")
    expect(club).to_have_value("TC Köln")
    club.press("Escape")
    expect(row(desk, 3).locator(".acts")).to_have_count(0)
    expect(row(desk, 3).locator(".entrant-open")).to_be_focused()
    expect(desk.locator("#count")).to_contain_text(re.compile(r"2\s+of 8 are here"))
    assert desk.evaluate("window.neverReloaded") is True


def test_news_does_not_take_a_row_from_under_the_finger(desk: Page, director: Account, evening: Tournament):
    pasted(director, evening)
    open_list(desk, evening)
    desk.locator("#tap-5").hover()
    desk.mouse.down()
    check_in(by=Actor(account=director), team_ids=[team(evening, 8).pk])
    expect(desk.locator("#tap-8")).to_have_attribute("aria-pressed", "true")
    desk.mouse.up()
    expect(desk.locator("#tap-5")).to_have_attribute("aria-pressed", "true")


def test_two_pairs_are_kept_apart(desk: Page, director: Account, evening: Tournament):
    pasted(director, evening)
    open_list(desk, evening)
    desk.get_by_role("link", name="Kept apart").click()
    desk.get_by_label("Who").select_option(label="1 · Anna Weber / Bernd Meier")
    desk.get_by_label("and", exact=True).select_option(label="2 · Carla Roth / Dan Vogt")
    desk.get_by_label("How strictly").select_option(label="Always")
    desk.get_by_role("button", name="Keep them apart").click()
    desk.locator(".wish", has_text="Anna Weber / Bernd Meier – Carla Roth / Dan Vogt").wait_for()
    assert Apart.objects.get().must
    desk.get_by_role("button", name="They may meet").click()
    desk.get_by_text("They may meet.").wait_for()
    assert not Apart.objects.exists()


@pytest.fixture
def stranger(browser: Browser, site: str) -> Iterator[Page]:
    """Somebody with a phone and no account, who reads German."""
    with browser.new_context(base_url=site, viewport={"width": 390, "height": 844}, locale="de-DE") as context:
        yield context.new_page()


def test_somebody_enters_by_the_link_and_moves_up(stranger: Page, director: Account, evening: Tournament):
    by = Actor(account=director)
    pasted(director, evening)
    edit_tournament(by=by, tournament_id=evening.pk, visibility="unlisted", registration_open=True, entrants_limit=8)
    stranger.goto(f"/t/{evening.slug}/enter/")
    stranger.get_by_text("Alle Plätze sind vergeben").wait_for()
    stranger.get_by_label("Dein Name").fill("Rosa Neu")
    stranger.get_by_label("Dein Partner oder deine Partnerin").fill("Sven Alt")
    stranger.get_by_role("button", name="Auf die Warteliste").click()
    stranger.locator("#id_consent_error").wait_for()
    expect(stranger.get_by_label("Dein Name")).to_have_value("Rosa Neu")
    assert violations(stranger) == []
    stranger.get_by_label("Alle, die hier stehen").check()
    stranger.get_by_role("button", name="Auf die Warteliste").click()
    stranger.get_by_role("heading", name="Du bist auf der Warteliste an Stelle 1").wait_for()
    assert violations(stranger) == []
    assert not overflows(stranger)
    edit_tournament(by=by, tournament_id=evening.pk, entrants_limit=9)
    stranger.reload()
    stranger.get_by_role("heading", name="Du bist dabei").wait_for()


def test_without_scripts(browser: Browser, site: str, director: Account, evening: Tournament):
    pasted(director, evening)
    with browser.new_context(base_url=site, java_script_enabled=False, locale="en-GB") as context:
        page = context.new_page()
        sign_in_without_form(page, director.username)
        open_list(page, evening)
        page.locator("#search").fill("aachen")
        page.get_by_role("button", name="Find", exact=True).click()
        expect(row(page, 1)).to_be_hidden()
        page.locator("#tap-3").click()
        expect(page.locator("#tap-3")).to_have_attribute("aria-pressed", "true")
        row(page, 5).locator(".entrant-open").click()
        page.get_by_role("heading", name="Ida Stein / Jörg Berg").wait_for()
        page.get_by_role("button", name="Cancel the entry").click()
        page.get_by_role("button", name="Undo").click()
        page.get_by_text("is entered again").wait_for()


@pytest.mark.parametrize(("language", "scheme"), LOOKS)
def test_every_page_is_for_everybody_and_fits_every_screen(
    browser: Browser, site: str, director: Account, evening: Tournament, language: str, scheme: str
):
    by = Actor(account=director)
    pasted(director, evening)
    rows = [{"members": ["Quirin Allein"]}, {"members": ["Rita Solo"]}]
    import_teams(by=by, tournament_id=evening.pk, rows=rows, incomplete=True)
    check_in(by=by, team_ids=[team(evening, 1).pk])
    edit_tournament(by=by, tournament_id=evening.pk, visibility="unlisted", registration_open=True)
    here = f"/tournaments/{evening.pk}/entrants"
    paths = [
        f"{here}/", f"{here}/add/", f"{here}/partners/", f"{here}/apart/", f"{here}/registration/",
        f"{here}/check-in/close/", f"/teams/{team(evening, 2).pk}/", f"/t/{evening.slug}/enter/",
    ]  # fmt: skip
    with browser.new_context(base_url=site, locale=language, color_scheme=scheme) as context:
        page = context.new_page()
        sign_in_without_form(page, director.username)
        found = {}
        for path in paths:
            page.goto(path)
            for each in page.locator("details").all():
                each.evaluate("each => each.open = true")
            found[path] = violations(page)
            for width, height in (PHONE, LAPTOP, PROJECTOR, (320, 640)):
                page.set_viewport_size({"width": width, "height": height})
                assert not overflows(page), f"{path} is wider than {width} pixels"
        assert {path: wrong for path, wrong in found.items() if wrong} == {}
