"""What is printed, as a director prints it: pages in a real browser, on both papers, in a bright and a dark room."""

import random
from io import BytesIO

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from games.actor import Actor
from games.models import Account, Tournament
from games.services.tournaments import edit_tournament
from tests.browsing import sign_in_without_form
from tests.games.acting import a_tournament, groups_and_final, play_to_the_end, published
from tests.journeys.test_foundation import LAPTOP, PHONE, PROJECTOR, overflows, violations

pytestmark = pytest.mark.browser

SHEETS = ("names", "tables", "sheets", "blank", "standings", "bracket", "certificates")


@pytest.fixture
def desk(page: Page, director: Account) -> Page:
    sign_in_without_form(page, director.username)
    return page


@pytest.fixture
def finished(director: Account) -> Tournament:
    """Groups and a final, so that there is everything to print."""
    by = Actor(account=director)
    tournament = a_tournament(by, 6, regulations=groups_and_final(), name="Spring cup")
    play_to_the_end(by, tournament, random.Random(3))
    return tournament


def papers(page: Page, address: str, paper: str) -> list[tuple[float, float, str]]:
    """What a printer would get: the size of every page, and its words."""
    page.goto(address)
    page.emulate_media(media="print", color_scheme="dark")
    pdf = PdfReader(BytesIO(page.pdf(format=paper, prefer_css_page_size=True)))
    page.emulate_media(media="screen", color_scheme="light")
    return [
        (float(each.mediabox.width), float(each.mediabox.height), " ".join(each.extract_text().split()))
        for each in pdf.pages
    ]


def test_a_director_finds_what_there_is_and_prints_it(desk: Page, finished: Tournament):
    desk.goto(f"/tournaments/{finished.pk}/print/")
    desk.get_by_role("link", name="Standings · Groups: Page").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text("Spring cup")
    expect(desk.get_by_role("heading", name="Group A")).to_be_visible()
    desk.evaluate("window.print = () => { window.printed = true }")
    desk.get_by_role("button", name="Print").click()
    desk.wait_for_function("window.printed === true")
    desk.get_by_role("link", name="Back").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text("Print")


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_page_is_for_everybody_and_fits_every_screen(
    desk: Page, finished: Tournament, director: Account, language
):
    edit_tournament(by=Actor(account=director), tournament_id=finished.pk, language=language)
    for sheet in ("", *SHEETS):
        stage = "?stage=final" if sheet == "bracket" else ""
        desk.goto(f"/tournaments/{finished.pk}/print/{sheet + '/' if sheet else ''}{stage}")
        for wide, high in (PHONE, LAPTOP, PROJECTOR):
            desk.set_viewport_size({"width": wide, "height": high})
            assert not overflows(desk), (sheet, wide)
        for scheme in ("light", "dark"):
            desk.emulate_media(color_scheme=scheme)
            assert violations(desk) == [], (sheet, scheme)


def test_on_paper_there_is_nothing_but_the_sheet(desk: Page, finished: Tournament):
    for sheet in SHEETS:
        stage = "?stage=final" if sheet == "bracket" else ""
        for paper, size in (("A4", {595, 842}), ("Letter", {612, 792})):
            pages = papers(desk, f"/tournaments/{finished.pk}/print/{sheet}/{stage}", paper)
            assert {round(side) for wide, high, _ in pages for side in (wide, high)} <= {595, 596, 842, 843} | size
            wanted = sheet in ("bracket", "certificates")
            assert all((wide > high) is wanted for wide, high, _ in pages), sheet
            words = " ".join(said for _, _, said in pages)
            assert "Spring cup" in words
            for other in ("Back", "Skip to", "Sign out", "PDF", "Deutsch"):
                assert other not in words, (sheet, other)
            assert all(said for _, _, said in pages), f"an empty page of {sheet}"


def test_paper_is_white_in_a_dark_room(desk: Page, finished: Tournament):
    desk.emulate_media(color_scheme="dark", media="print")
    desk.goto(f"/tournaments/{finished.pk}/print/standings/")
    colours = desk.evaluate(
        "[document.querySelector('.print-sheet'), document.querySelector('.print-sheet td')].map(each =>"
        " [getComputedStyle(each).color, getComputedStyle(each).backgroundColor])"
    )
    assert colours[0] == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    assert colours[1][0] == "rgb(0, 0, 0)"


def test_long_tables_repeat_their_heads_and_short_sheets_share_a_page(desk: Page, director: Account):
    by = Actor(account=director)
    tournament = a_tournament(by, 64, name="Large cup")
    published(by, tournament)
    tables = papers(desk, f"/tournaments/{tournament.pk}/print/tables/", "A4")
    assert len(tables) == 2
    assert all("Seats 1 + 3" in said for _, _, said in tables)
    for paper in ("A4", "Letter"):
        sheets = papers(desk, f"/tournaments/{tournament.pk}/print/sheets/", paper)
        assert [said.count("Card points") for _, _, said in sheets] == [2] * 16
    names = papers(desk, f"/tournaments/{tournament.pk}/print/names/", "A4")
    assert len(names) <= 3


def test_cards_come_as_a_file_at_once(desk: Page, director: Account):
    tournament = a_tournament(Actor(account=director), 8, name="Card cup")
    desk.goto(f"/tournaments/{tournament.pk}/cards/")
    assert violations(desk) == []
    assert not overflows(desk)
    desk.get_by_label("as PDF").check()
    with desk.expect_download() as coming:
        desk.get_by_role("button", name="Cards for 4 tables").click()
    words = " ".join(page.extract_text() for page in PdfReader(coming.value.path()).pages)
    assert [f"Table {number}" in words for number in range(1, 6)] == [True] * 4 + [False]


def test_several_cards_share_a_page(desk: Page, director: Account):
    tournament = a_tournament(Actor(account=director), 16, name="Card cup")
    desk.goto(f"/tournaments/{tournament.pk}/cards/")
    desk.get_by_role("button", name="Cards for 8 tables").click()
    expect(desk.locator(".scan-card")).to_have_count(8)
    desk.emulate_media(media="print")
    pages = PdfReader(BytesIO(desk.pdf(format="A4"))).pages
    words = [" ".join(page.extract_text().split()) for page in pages]
    assert len(pages) <= 2
    assert "Table 8" in words[-1]
    assert "Make new cards" not in words[0]
