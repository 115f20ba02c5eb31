"""A director before the board of a round, in a real browser, while phones at the tables do what phones do."""

import random
import re
from collections.abc import Iterator
from itertools import pairwise
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Page, expect

from games.choices import CallReason
from games.models import Account, Confirmation, DirectorCall, Round, Ruling
from games.services.clock import start_clock
from games.services.hands import record_hand
from games.services.rounds import close_round
from games.services.rulings import rule
from games.services.stages import finish_tournament, publish_ranking
from games.services.standings import refresh_standings
from games.services.words import call_director, object_to_result
from scoring.record import Hand
from tests.browsing import LOOKS, sign_in_without_form
from tests.games.acting import play_round, play_stage, published
from tests.journeys.tapping import EIGHT, Hall, Phone, of_hands, phone
from tests.journeys.test_foundation import LAPTOP, PHONE, PROJECTOR, overflows, violations


@pytest.fixture
def hall(director: Account) -> Hall:
    """Four pairs at two tables, with two hands to play; the opponents confirm."""
    return Hall(director, of_hands(2), EIGHT)


@pytest.fixture
def board(page: Page, director: Account, hall: Hall) -> Page:
    """The board on the director's laptop, which is never reloaded."""
    page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
    sign_in_without_form(page, director.username)
    page.goto(f"/tournaments/{hall.tournament.pk}/tables/")
    page.evaluate("window.neverReloaded = true")
    return page


@pytest.fixture
def phones(browser: Browser, site: str, hall: Hall) -> Iterator[tuple[Phone, Phone]]:
    """Of the two pairs at table 1."""
    names = hall.names()
    both = phone(browser, site, hall.link_of(names[0]).token), phone(browser, site, hall.link_of(names[1]).token)
    yield both
    for each in both:
        each.close()


def play_hand(player: Phone, hall: Hall, number: int) -> None:
    names = hall.names()
    player.page.locator("#which", has_text=f"Hand {number} of 2").wait_for()
    player.out(names[0], names[1])
    player.points(30)
    player.save()
    player.wait_until_confirmed(number)


def tile(page: Page, hall: Hall, number: int = 1):
    return page.locator(f"#tile-{hall.table(number).pk}")


# --- what does not work ------------------------------------------------------------------------------------------


def test_what_does_not_arrive_or_is_refused_is_said_where_one_looks(board: Page, hall: Hall):
    call_director(by=hall.by, table_id=hall.table(2).pk, reason=CallReason.OTHER, note="The light is off")
    said, coming = board.locator("#refused"), board.get_by_role("button", name="I am coming")
    coming.first.wait_for()
    expect(said).to_be_hidden()
    board.context.set_offline(True)
    coming.first.click()
    expect(said).to_contain_text("That did not arrive.")
    board.context.set_offline(False)
    coming.first.click()
    board.get_by_text("sees that you are coming").first.wait_for()
    expect(said).to_be_hidden()
    tile(board, hall, 2).click()
    done = board.locator("#drawer").get_by_role("button", name="Done")
    done.wait_for()
    hall.tournament.staff.all().delete()  # so to somebody else it is not there
    done.click()
    expect(board.locator("#drawer #refused")).to_contain_text("There is no table")
    expect(done).to_be_visible()
    assert board.evaluate("window.neverReloaded")


# --- what phones do shows at once --------------------------------------------------------------------------------


def test_an_objection_at_a_phone_is_on_the_open_board_within_two_seconds(
    board: Page, hall: Hall, phones: tuple[Phone, Phone]
):
    one, two = phones
    play_hand(one, hall, 1)
    play_hand(one, hall, 2)
    expect(tile(board, hall)).to_contain_text("Not confirmed")
    two.page.locator("#objection-fold summary").tap()
    two.page.locator("#objection").get_by_label("What is wrong?").fill("It was 40")
    two.page.locator("#objection button").tap()
    two.wait_for("You have objected.")
    asks = board.locator(".ask-objection")
    expect(asks).to_contain_text("Table 1")
    expect(asks).to_contain_text("It was 40")
    expect(board.locator("#board-news")).to_contain_text("Table 1 needs you.")
    expect(tile(board, hall)).to_contain_text("Objection")
    asks.get_by_role("button", name="Decided: it stands").click()
    expect(asks).to_have_count(0)
    two.wait_for("Everybody has confirmed.")
    assert Confirmation.objects.get().decided_by is not None
    assert board.evaluate("window.neverReloaded") is True


def test_a_call_at_a_phone_is_on_the_open_board_within_two_seconds(
    board: Page, hall: Hall, phones: tuple[Phone, Phone]
):
    one, _two = phones
    one.page.get_by_role("button", name="Call the director").tap()
    one.page.get_by_label("Somebody is missing").tap()
    one.page.get_by_label("A few words, if you like").fill("Jo is late")
    one.page.get_by_role("button", name="Call", exact=True).tap()
    one.wait_for("The director was called at")
    asks = board.locator(".ask-call")
    expect(asks).to_contain_text("Table 1 calls the director")
    expect(asks).to_contain_text("Somebody is missing: Jo is late")
    asks.get_by_role("button", name="I am coming").click()
    one.wait_for("The director has seen your call and is coming.")
    board.locator(".ask-call").get_by_role("button", name="Done").click()
    expect(board.locator(".ask-call")).to_have_count(0)
    expect(one.page.locator("#call-state")).to_be_empty()
    board.locator("#board-done").get_by_role("button", name="Undo").click()
    one.wait_for("The director has seen your call and is coming.")
    board.locator(".ask-call").get_by_role("button", name="Done").click()
    expect(board.locator(".ask-call")).to_have_count(0)
    assert DirectorCall.objects.get().done_at is not None
    assert board.evaluate("window.neverReloaded") is True


def test_a_hand_entered_at_a_phone_is_on_the_open_board_within_two_seconds(
    board: Page, hall: Hall, phones: tuple[Phone, Phone]
):
    one, two = phones
    expect(tile(board, hall)).to_contain_text("Nothing yet")
    play_hand(one, hall, 1)
    expect(tile(board, hall)).to_contain_text("Hand 2 of 2")
    expect(tile(board, hall)).to_contain_text("30 : 70")
    play_hand(one, hall, 2)
    two.page.get_by_role("button", name="The result is right").first.tap()
    two.wait_for("Everybody has confirmed.")
    expect(board.locator(".board-done")).to_contain_text("1")
    expect(board.locator(".board-count")).to_have_text("1 of 2 tables done")
    assert board.evaluate("window.neverReloaded") is True


# --- one table beside the board ------------------------------------------------------------------------------------


def open_table(page: Page, hall: Hall, number: int = 1):
    """By keyboard: the tile is a link."""
    tile(page, hall, number).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#drawer-title")).to_be_focused()
    return page.locator("#drawer")


def test_a_table_opens_beside_the_board_and_escape_closes_it(board: Page, hall: Hall):
    drawer = open_table(board, hall, 2)
    expect(drawer.get_by_role("heading", name="Table 2")).to_be_visible()
    assert violations(board) == []
    board.keyboard.press("Escape")
    expect(board.get_by_role("heading", name="Table 2")).to_have_count(0)
    expect(tile(board, hall, 2)).to_be_focused()
    assert board.evaluate("window.neverReloaded") is True


def test_a_penalty_is_given_for_a_reason_and_undone(board: Page, hall: Hall):
    drawer = open_table(board, hall)
    drawer.locator("summary", has_text="Penalty").press("Enter")
    drawer.locator("#penalty_points").fill("2")
    drawer.get_by_role("button", name="Decide").first.click()
    drawer.locator("#penalty_reason_error", has_text="Say why").wait_for()
    expect(drawer.locator("#penalty_points")).to_have_value("2")
    drawer.locator("#penalty_reason").fill("Ten minutes late")
    drawer.locator("#penalty_reason").press("Enter")
    drawer.get_by_text("Penalty: written down.").wait_for()
    assert (Ruling.objects.get().points, Ruling.objects.get().revoked_at) == (2, None)
    drawer.get_by_role("button", name="Undo").click()
    drawer.get_by_text("Revoked: Taken back at once").wait_for()
    assert Ruling.objects.get().revoked_at is not None
    assert board.evaluate("window.neverReloaded") is True


def test_what_came_of_confirming_for_all_is_in_sight_where_it_was_pressed(board: Page, hall: Hall):
    for number in (1, 2):
        sheet = Hand(calls=("",) * 4, out=(0, 1), points=30)
        record_hand(by=hall.by, table_id=hall.table().pk, client_id=uuid4(), number=number, sheet=sheet)
    expect(tile(board, hall)).to_contain_text("Not confirmed")
    board.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    drawer = open_table(board, hall)
    button = drawer.get_by_role("button", name="Confirm for all")
    button.evaluate("button => button.scrollIntoView({ block: 'start' })")
    expect(drawer.locator("#drawer-title")).not_to_be_in_viewport()
    button.click()
    expect(drawer.get_by_text("Table 1 is confirmed.")).to_be_in_viewport(ratio=1)
    assert violations(board) == []


def test_what_is_typed_beside_the_board_stays_while_hands_come_in(board: Page, hall: Hall):
    drawer = open_table(board, hall)
    drawer.locator("summary", has_text="Penalty").click()
    drawer.locator("#penalty_reason").fill("Half a senten")
    sheet = Hand(calls=("",) * 4, out=(0, 1), points=30)
    record_hand(by=hall.by, table_id=hall.table().pk, client_id=uuid4(), number=1, sheet=sheet)
    drawer.locator(".drawer-total", has_text="30 : 70").wait_for(timeout=20_000)
    expect(drawer.locator("#penalty_reason")).to_have_value("Half a senten")
    expect(drawer.locator("#penalty_reason")).to_be_focused()


# --- the clock -----------------------------------------------------------------------------------------------------


def test_the_clock_is_started_runs_is_held_and_made_longer(board: Page, hall: Hall):
    clock = board.locator("#board-clock")
    clock.get_by_label("Minutes").fill("30")
    clock.get_by_role("button", name="Start the clock").click()
    expect(clock.locator(".clock-time")).to_have_text(re.compile("^29:5[0-8]$"))
    clock.get_by_role("button", name="+5 min").click()
    expect(clock.locator(".clock-time")).to_have_text(re.compile("^34:5[0-9]$"))
    clock.get_by_role("button", name="Pause").click()
    expect(clock).to_contain_text("Paused")
    clock.get_by_role("button", name="Go on").click()
    expect(clock.get_by_role("button", name="Pause")).to_be_visible()
    expect(clock).to_contain_text("Time left")
    assert Round.objects.get(pk=hall.round.pk).extra_seconds == 300
    assert board.evaluate("window.neverReloaded") is True


def test_a_clock_that_somebody_else_starts_runs_here_too(board: Page, hall: Hall):
    start_clock(by=hall.by, round_id=hall.round.pk, minutes=4)
    expect(board.locator(".clock-soon .clock-time")).to_have_text(re.compile("^3:5[0-9]$"))
    expect(board.locator("#board-clock")).to_contain_text("Less than five minutes")


# --- the show ------------------------------------------------------------------------------------------------------


def test_the_ranking_is_revealed_by_keyboard_from_the_last_place_to_the_first(
    page: Page, director: Account, hall: Hall
):
    play_round(hall.by, hall.round, random.Random(1))
    close_round(by=hall.by, round_id=hall.round.pk)
    page.set_viewport_size({"width": PROJECTOR[0], "height": PROJECTOR[1]})
    sign_in_without_form(page, director.username)
    page.goto(f"/tournaments/{hall.tournament.pk}/standings/show/")
    seen = page.locator(".place:visible .place-rank")
    expect(seen).to_have_count(0)
    for press, ranks in ((" ", ["4"]), ("ArrowRight", ["3", "4"]), ("ArrowLeft", ["4"]), ("PageDown", ["3", "4"])):
        page.keyboard.press(press)
        expect(seen).to_have_text(ranks)
    page.mouse.click(900, 200)
    expect(seen).to_have_text(["2", "3", "4"])
    page.reload()
    expect(seen).to_have_text(["2", "3", "4"])
    page.keyboard.press(" ")
    expect(seen).to_have_text(["1", "2", "3", "4"])
    page.keyboard.press(" ")
    expect(seen).to_have_count(4)
    assert violations(page) == []
    assert not overflows(page)


# --- for everybody, on every screen --------------------------------------------------------------------------------


@pytest.fixture
def busy(hall: Hall) -> Hall:
    """A table objects, another calls, somebody was punished, and an earlier round is there."""
    play_round(hall.by, hall.round, random.Random(1))
    close_round(by=hall.by, round_id=hall.round.pk)
    hall.round = published(hall.by, hall.tournament)
    play_round(hall.by, hall.round, random.Random(2), but=2)
    table = hall.table(1)
    team = table.seats.first().team_id
    object_to_result(by=hall.by, table_id=table.pk, team_id=team, note="Hand 2 was a double victory of ours")
    call_director(by=hall.by, table_id=hall.table(2).pk, reason=CallReason.OTHER, note="The light is off")
    rule(by=hall.by, round_id=hall.round.pk, kind="penalty", team_id=team, points=1, reason="Late")
    refresh_standings(tournament_id=hall.tournament.pk)
    return hall


def ended(hall: Hall) -> None:
    close_round(by=hall.by, round_id=hall.round.pk, reason="The light is off")
    play_stage(hall.by, hall.tournament, random.Random(3))
    finish_tournament(by=hall.by, tournament_id=hall.tournament.pk)
    publish_ranking(by=hall.by, tournament_id=hall.tournament.pk)


@pytest.mark.parametrize(("language", "scheme"), LOOKS)
def test_every_page_is_for_everybody_and_fits_every_screen(
    browser: Browser, site: str, director: Account, busy: Hall, language: str, scheme: str
):
    here = f"/tournaments/{busy.tournament.pk}"
    table = f"/tables/{busy.table(1).pk}/"
    with browser.new_context(base_url=site, locale=language, color_scheme=scheme) as context:
        page = context.new_page()
        sign_in_without_form(page, director.username)
        pages = [f"{here}/{path}/" for path in ("tables", "rulings", "log", "log/check", "standings", "standings/show")]
        found = {path: wrong_with(page, path, language) for path in (*pages, table)}
        ended(busy)
        last = (f"{here}/standings/", f"{here}/tables/", f"/t/{busy.tournament.slug}/thanks/")
        found |= {f"{path} at the end": wrong_with(page, path, language) for path in last}
        assert {path: wrong for path, wrong in found.items() if wrong} == {}


def wrong_with(page: Page, path: str, language: str) -> list[str]:
    page.goto(path)
    assert page.locator("html").get_attribute("lang") == language
    page.evaluate("document.querySelectorAll('main details').forEach((fold) => { fold.open = true; })")
    wrong = violations(page)
    for width, height in (PHONE, LAPTOP, PROJECTOR):
        page.set_viewport_size({"width": width, "height": height})
        if overflows(page):
            wrong.append(f"wider than {width} pixels")
    return wrong


def edges(page: Page, words: str) -> list[dict[str, int]]:
    """Where the words themselves begin and end, without the room around them."""
    return page.locator(words).evaluate_all("""all => all.map((each) => {
        const range = document.createRange();
        range.selectNodeContents(each);
        const { top, bottom, left, right } = range.getBoundingClientRect();
        return { top: Math.round(top), bottom: Math.round(bottom), left: Math.round(left), right: Math.round(right) };
    })""")


@pytest.mark.parametrize("size", [PHONE, LAPTOP, PROJECTOR])
def test_the_files_stand_at_even_distances_and_the_numbers_side_by_side(
    page: Page, director: Account, busy: Hall, size: tuple[int, int]
):
    ended(busy)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    sign_in_without_form(page, director.username)
    page.goto(f"/tournaments/{busy.tournament.pk}/standings/")
    files = edges(page, ".ending-files a")
    between = [below["top"] - above["bottom"] for above, below in pairwise(files)]
    assert max(between) - min(between) <= 1, "though some take two lines"
    assert files[0]["top"] - edges(page, "#export-head")[0]["bottom"] <= min(between), "the list belongs to its heading"
    page.goto(f"/t/{busy.tournament.slug}/thanks/")
    numbers = edges(page, ".day-numbers dd")
    rows = [[each for each in numbers if each["top"] == top] for top in sorted({each["top"] for each in numbers})]
    assert {len(row) for row in rows[:-1]} == {2 if size == PHONE else 4}
    assert len(rows[-1]) > 1 or size == PHONE, "none stands alone"
    for left, right in (both for row in rows for both in pairwise(row)):
        assert right["left"] - left["right"] >= 16


def test_without_scripts_a_table_has_a_page_of_its_own(browser: Browser, site: str, director: Account, busy: Hall):
    with browser.new_context(base_url=site, java_script_enabled=False, locale="en-GB") as context:
        page = context.new_page()
        sign_in_without_form(page, director.username)
        page.goto(f"/tournaments/{busy.tournament.pk}/tables/")
        tile(page, busy, 2).click()
        page.get_by_role("heading", name="Table 2").wait_for()
        page.get_by_role("button", name="I am coming").click()
        page.get_by_text("Table 2 sees that you are coming.").wait_for()
        assert page.url.endswith(f"/tables/{busy.table(2).pk}/")
