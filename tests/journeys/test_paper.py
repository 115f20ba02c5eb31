"""A scorer and a pile of sheets, in a real browser: the keyboard alone, and what happens when something is wrong."""

import random
from itertools import cycle, product
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from games.actor import Actor
from games.models import Account, Hand, Table
from games.selectors.tables import table_sheet
from games.services.hands import record_hand
from scoring.match import Length, MatchRules
from scoring.record import Hand as Sheet
from tests.browsing import sign_in_without_form
from tests.games.acting import a_tournament, play_round, play_table, published, small_swiss
from tests.journeys.test_foundation import LAPTOP, PHONE, PROJECTOR, overflows, violations
from tests.length import at_length

SHEET = (("1t", "12", "30"), ("", "24", ""), ("4t", "31", "-25"), ("", "", "50"))
"""A table of the German championship, as it stands on paper."""
STORED = (
    Sheet(calls=("T", "", "", ""), out=(0, 1), points=30),
    Sheet(calls=("",) * 4, out=(1, 3)),
    Sheet(calls=("", "", "", "T"), out=(2, 0)),
    Sheet(calls=("",) * 4, points=50),
)
ALSO = Sheet(calls=("", "", "", "T"), out=(2, 1), points=-25)


@pytest.fixture
def championship(director: Account) -> list[Table]:
    """Eight players at two tables."""
    by = Actor(account=director)
    round_ = published(by, a_tournament(by, 8, preset="german_championship", name="Championship"))
    return list(round_.tables.order_by("number"))


@pytest.fixture
def laptop(page: Page, director: Account) -> Page:
    page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
    sign_in_without_form(page, director.username)
    return page


def keys(page: Page, *words: str) -> None:
    """Type without looking for a field: what has the focus takes it, once the script and the focus are there."""
    page.wait_for_load_state()
    page.wait_for_function("document.activeElement !== document.body")
    for word in words:
        page.keyboard.press("Enter") if word == "⏎" else page.keyboard.type(word)


def choose(page: Page, table: Table, *, verify: bool = False) -> None:
    """Type the number of a table."""
    page.goto(f"/tournaments/{table.round.stage.tournament_id}/paper/{'?verify' if verify else ''}")
    keys(page, str(table.number), "⏎")
    page.locator("[data-typing]").wait_for()


def wait_for_focus(page: Page, name: str) -> None:
    """htmx sets the focus a moment after the fragment is there."""
    page.wait_for_function(
        "name => [document.activeElement.name, document.activeElement.textContent.trim()].includes(name)", arg=name
    )


def waits_for_hand(page: Page, number: int) -> None:
    expect(page.locator("[data-typing] input[name=number]")).to_have_value(str(number))
    expect(page.locator("[data-typing] input[name=calls]")).to_be_focused()


def stored(table: Table) -> list[Sheet]:
    return [hand.sheet for hand in table_sheet(table.pk).hands]


def test_a_whole_sheet_is_typed_with_the_keyboard_alone(laptop: Page, championship: list[Table]):
    table = championship[1]
    choose(laptop, table)
    laptop.evaluate("window.neverReloaded = true")
    waits_for_hand(laptop, 1)
    keys(laptop, "1t", "⏎", "12", "⏎", "30", "⏎")
    waits_for_hand(laptop, 2)
    keys(laptop, "⏎", "24", "⏎")  # a double victory: nobody counts cards, so this saves
    waits_for_hand(laptop, 3)
    keys(laptop, "4t", "⏎", "32", "⏎", "-25", "⏎")
    waits_for_hand(laptop, 4)
    keys(laptop, "⏎", "⏎", "⏎", "50", "⏎")  # the paper has the points of the other side
    laptop.get_by_text("The match is over").wait_for()
    assert laptop.evaluate("window.neverReloaded") is True
    assert stored(table) == [STORED[0], STORED[1], ALSO, Sheet(calls=("",) * 4, other_points=50)]
    wait_for_focus(laptop, "Next table")
    assert violations(laptop) == []
    keys(laptop, "⏎")
    laptop.get_by_text("1 table is missing: 1").wait_for()
    wait_for_focus(laptop, "number")


def test_what_the_hand_counts_is_there_before_it_is_saved(laptop: Page, championship: list[Table]):
    choose(laptop, championship[0])
    keys(laptop, "1t", "⏎", "12", "⏎", "30")
    laptop.locator(".paper-count b", has_text="130 : 70").wait_for()
    assert laptop.locator("input[name=other_points]").get_attribute("placeholder") == "70"
    laptop.locator("input[name=points]").fill("")
    laptop.locator("input[name=out]").fill("13")
    laptop.locator(".paper-count", has_text="Double victory").wait_for()
    assert not Hand.objects.exists()


def test_an_impossible_entry_is_refused_at_its_field_and_typed_anew(laptop: Page, championship: list[Table]):
    table = championship[0]
    choose(laptop, table)
    keys(laptop, "1t", "⏎", "12", "⏎", "47", "⏎")
    laptop.get_by_text("Card points are multiples of 5. 47 is none.").wait_for()
    points = laptop.locator("input[name=points]")
    expect(points).to_be_focused()
    expect(points).to_have_accessible_description("Card points of 1+3: Card points are multiples of 5. 47 is none.")
    assert points.get_attribute("aria-invalid") == "true"
    assert laptop.locator("input[name=calls]").input_value() == "1t"
    assert violations(laptop) == []
    assert not Hand.objects.exists()
    keys(laptop, "45", "⏎")  # typed over, not added to
    waits_for_hand(laptop, 2)
    assert stored(table) == [Sheet(calls=("T", "", "", ""), out=(0, 1), points=45)]


def test_only_calls_and_totals_and_it_stays_so(laptop: Page, championship: list[Table]):
    table = championship[0]
    choose(laptop, table)
    laptop.get_by_role("link", name="Only calls and totals").press("Enter")
    laptop.locator("input[name=total]").wait_for()
    for number, (calls, total, other) in enumerate((("1t", "130", "70"), ("", "0", "100")), start=1):
        waits_for_hand(laptop, number)
        keys(laptop, calls, "⏎", total, "⏎", other, "⏎")
    waits_for_hand(laptop, 3)
    assert stored(table) == [Sheet(calls=("T", "", "", ""), totals=(130, 70)), Sheet(calls=("",) * 4, totals=(0, 100))]
    keys(laptop, "⏎", "100", "⏎", "75", "⏎")
    laptop.get_by_text("No hand with these calls can end like this.").wait_for()
    wait_for_focus(laptop, "total")


def test_a_hand_is_corrected_by_keyboard(laptop: Page, director: Account, championship: list[Table]):
    table = championship[0]
    enter(director, table, STORED[:2])
    laptop.goto(f"/tables/{table.pk}/paper/")
    laptop.get_by_role("link", name="Correct hand 1").press("Enter")
    expect(laptop.locator("input[name=calls]")).to_have_value("1t")
    keys(laptop, "⏎", "⏎")
    wait_for_focus(laptop, "points")
    keys(laptop, "35", "⏎")
    wait_for_focus(laptop, "reason")
    assert violations(laptop) == []
    keys(laptop, "misread", "⏎")
    waits_for_hand(laptop, 3)
    assert stored(table)[0].points == 35


def test_an_entry_that_does_not_arrive_stays_typed_and_is_sent_again(laptop: Page, championship: list[Table]):
    table = championship[0]
    choose(laptop, table)
    laptop.context.set_offline(True)
    keys(laptop, "1t", "⏎", "12", "⏎", "30", "⏎")
    laptop.get_by_text("This has not been saved.").wait_for()
    assert laptop.locator("input[name=points]").input_value() == "30"
    laptop.context.set_offline(False)
    keys(laptop, "⏎")
    waits_for_hand(laptop, 2)
    expect(laptop.get_by_text("This has not been saved.")).to_be_hidden()
    assert stored(table) == [STORED[0]]


def test_somebody_else_was_quicker_and_nothing_is_overwritten(
    laptop: Page, director: Account, championship: list[Table]
):
    table = championship[0]
    choose(laptop, table)
    enter(director, table, STORED[:1])
    keys(laptop, "1t", "⏎", "12", "⏎", "35", "⏎")
    laptop.get_by_text("Hand 1 is stored already, and otherwise").wait_for()
    assert violations(laptop) == []
    assert stored(table) == [STORED[0]]
    laptop.get_by_role("link", name="Keep what is stored").press("Enter")
    waits_for_hand(laptop, 2)
    assert Hand.objects.count() == 1


def enter(director: Account, table: Table, sheets: tuple[Sheet, ...]) -> None:
    for number, sheet in enumerate(sheets, start=1):
        by = Actor(account=director)
        record_hand(by=by, table_id=table.pk, client_id=uuid4(), number=number, sheet=sheet)


def test_the_second_pass_finds_a_planted_difference(laptop: Page, director: Account, championship: list[Table]):
    """On paper hand 3 has -25 card points; somebody has typed a double victory."""
    table = championship[0]
    enter(director, table, STORED)
    choose(laptop, table, verify=True)
    assert laptop.get_by_text("130").count() == 0
    keys(laptop, "1t", "⏎", "12", "⏎", "30", "⏎")
    waits_for_hand(laptop, 2)
    assert violations(laptop) == []
    keys(laptop, "⏎", "24", "⏎")
    waits_for_hand(laptop, 3)
    keys(laptop, "4t", "⏎", "32", "⏎", "-25", "⏎")
    difference = laptop.get_by_role("region", name="Hand 3 is stored otherwise")
    difference.wait_for()
    assert violations(laptop) == []
    keys(laptop, "⏎")  # in a hurry: nothing is decided by it
    assert stored(table) == list(STORED)
    laptop.get_by_label("Reason").press("Enter")
    waits_for_hand(laptop, 4)
    keys(laptop, "⏎", "⏎", "50", "⏎")
    laptop.get_by_text("4 hands verified, 1 corrected").wait_for()
    assert stored(table)[2] == ALSO
    keys(laptop, "⏎")
    laptop.get_by_role("row", name="Verified").get_by_text("Verified", exact=True).wait_for()
    assert violations(laptop) == []


def test_without_scripts_a_sheet_can_be_typed_and_verified(
    browser, site: str, director: Account, championship: list[Table]
):
    table = championship[0]
    with browser.new_context(base_url=site, java_script_enabled=False, locale="en-GB") as context:
        page = context.new_page()
        sign_in_without_form(page, director.username)
        for path, button in (("", "Save"), ("verify/", "Compare")):
            page.goto(f"/tables/{table.pk}/paper/{path}")
            for calls, out, points in (SHEET[0], SHEET[1], SHEET[0], SHEET[3]):
                page.get_by_label("Calls").fill(calls)
                page.get_by_label("Out in order").fill(out)
                page.get_by_label("Card points of 1+3").fill(points)
                page.get_by_role("button", name=button).click()
        page.get_by_text("4 hands verified").wait_for()
    assert stored(table) == [STORED[0], STORED[1], STORED[0], STORED[3]]


SHEETS = ("german_championship", "club_game", "threechu_evening", "tientsin", "grand_seigneur_night")
SCHEMES = ("light", "dark")


@pytest.mark.parametrize(
    ("preset", "scheme"), at_length([*product(SHEETS, SCHEMES)], usually=[*zip(SHEETS, cycle(SCHEMES), strict=False)])
)
def test_every_page_is_for_everybody_and_fits_every_screen(browser, site: str, director: Account, preset, scheme):
    by = Actor(account=director)
    tournament = a_tournament(by, {"threechu_evening": 6, "grand_seigneur_night": 12}.get(preset, 8), preset=preset)
    round_ = published(by, tournament)
    first, last = round_.tables.order_by("number").first(), round_.tables.order_by("number").last()
    play_round(by, round_, random.Random(2), but=last.number if last != first else None)
    paths = [f"/tournaments/{tournament.pk}/paper/", f"/tournaments/{tournament.pk}/paper/?verify&number=99"]
    paths += [f"/tables/{first.pk}/paper/{page}" for page in ("", "1/", "verify/")]
    paths += [f"/tables/{last.pk}/paper/{page}" for page in ("", "?way=totals", "result/")]
    found = {}
    with browser.new_context(base_url=site, locale="en-GB", color_scheme=scheme) as context:
        page = context.new_page()
        sign_in_without_form(page, director.username)
        for path in paths:
            page.goto(path)
            found[path] = violations(page)
            for width, height in (PHONE, LAPTOP, PROJECTOR, (320, 640)):
                page.set_viewport_size({"width": width, "height": height})
                assert not overflows(page), f"{path} is wider than {width} pixels"
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("locale", ["en-GB", "de-CH"])
def test_on_a_phone_both_totals_of_every_game_are_seen(browser, site: str, director: Account, locale: str):
    """Long words above a game must not push what counts off the screen: there is no room to scroll with one thumb."""
    by = Actor(account=director)
    match = MatchRules(length=Length.BEST_OF, games=3, target=1000)
    table = published(by, a_tournament(by, 4, regulations=small_swiss(match=match))).tables.get(number=1)
    play_table(by, table, random.Random(3))
    with browser.new_context(base_url=site, locale=locale) as context:
        page = context.new_page()
        sign_in_without_form(page, director.username)
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        for path in (f"/tables/{table.pk}/paper/", f"/tables/{table.pk}/"):
            page.goto(path)
            expect(page.locator(".paper-game").nth(1)).to_be_visible()
            assert page.locator(".table-scroll").evaluate("area => area.scrollWidth <= area.clientWidth"), path
