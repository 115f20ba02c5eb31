"""The wall of the hall and the phone that controls it, in real browsers."""

import random
from collections.abc import Iterator
from uuid import uuid4

import pytest
from playwright.sync_api import APIResponse, Browser, Locator, Page, Route, expect

from games.actor import Actor
from games.models import Account, Table, Tournament
from games.services.clock import start_clock
from games.services.hands import record_hand
from games.services.registration import import_teams
from games.services.rounds import publish_round
from games.services.screen import announce, show_view, turn_page
from games.services.standings import refresh_standings
from scoring.record import Hand
from scoring.regulations import Regulations, System
from tests.browsing import LOOKS, sign_in_without_form
from tests.games.acting import (
    a_tournament,
    drawn,
    groups_and_final,
    of_system,
    play_round,
    play_table,
    played_and_closed,
    published,
    small_swiss,
)
from tests.journeys.test_foundation import LAPTOP, PHONE, PROJECTOR, overflows, violations
from tests.waiting import wait_for

ANSWERS = """
  window.answers = 0;
  addEventListener("htmx:beforeSwap", (event) => { window.answers += event.target.matches("[data-content]"); }, true);
"""
SMALL_PROJECTOR, LARGE_PROJECTOR = (1280, 720), (3840, 2160)
FIRST = ("Anna-Katharina", "Ben", "Émile", "Charlotte", "Jo", "Maximilian", "Uli", "Zoe")
LAST = ("Arnold", "Baumann", "Demir", "Frei", "Graf", "Huber", "Keller", "Zimmermann")


@pytest.fixture
def by(director: Account) -> Actor:
    return Actor(account=director)


@pytest.fixture
def wall(browser: Browser, site: str) -> Iterator[Page]:
    """The machine at the projector: nobody has signed in there."""
    with browser.new_context(base_url=site, locale="en-GB") as context:
        page = context.new_page()
        page.set_viewport_size({"width": PROJECTOR[0], "height": PROJECTOR[1]})
        page.add_init_script(ANSWERS)
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if "Content Security" in said.text else None)
        yield page
        assert faults == []


def a_public(by: Actor, pairs: int, *, regulations: Regulations | None = None, language: str = "en") -> Tournament:
    """So many pairs with names as people have them."""
    tournament = a_tournament(by, 0, regulations=regulations or small_swiss())
    people = [{"name": f"{first} {last} {side}", "shown_name": f"{first} {last}"} for first, last, side in everybody()]
    rows = [{"members": people[2 * pair : 2 * pair + 2]} for pair in range(pairs)]
    import_teams(by=by, tournament_id=tournament.pk, rows=rows)
    Tournament.objects.filter(pk=tournament.pk).update(visibility="public", language=language)
    tournament.refresh_from_db()
    return tournament


def everybody() -> Iterator[tuple[str, str, str]]:
    for side in ("", "the younger"):
        for first in FIRST:
            for last in LAST:
                yield first, last, side


def open_wall(wall: Page, tournament: Tournament) -> None:
    """Until it listens: when its stream begins it fetches everything once for each of its two topics."""
    wall.goto(f"/t/{tournament.slug}/screen/")
    wall.evaluate("window.neverReloaded = true")
    wall.locator("html.is-projected").wait_for()
    wait_for(lambda: wall.evaluate("window.answers >= 2"))


def never_reloaded(wall: Page) -> bool:
    return wall.evaluate("window.neverReloaded === true")


def smallest_type(wall: Page) -> float:
    """The smallest letters that are seen, as a part of the height."""
    return wall.evaluate(
        """() => {
          const sizes = [];
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          while (walker.nextNode()) {
            const { parentElement: at, textContent: text } = walker.currentNode;
            const unseen = at.closest(".for-ears, .skip, [inert], noscript, script");
            if (!text.trim() || unseen || !at.getClientRects().length) continue;
            sizes.push(parseFloat(getComputedStyle(at).fontSize));
          }
          return Math.min(...sizes) / innerHeight;
        }"""
    )


def lines_of(wall: Page) -> Locator:
    return wall.locator(".view:not([hidden]) .flow:not([hidden]) > li:not([inert])")


def cut_off(wall: Page) -> list[str]:
    """Lines of the page that is shown that do not stand wholly on the screen, or are wider than their place."""
    return lines_of(wall).evaluate_all(
        """lines => lines.filter((line) => {
          const [at, area] = [line.getBoundingClientRect(), line.closest(".view-area").getBoundingClientRect()];
          const inside = at.left >= area.left - 1 && at.right <= area.right + 1 && at.top >= area.top - 1
            && at.bottom <= area.bottom + 1;
          return !inside || line.scrollWidth > line.clientWidth + 1;
        }).map((line) => line.textContent)"""
    )


def seen(wall: Page) -> list[str]:
    """The lines of the page that is shown."""
    return lines_of(wall).evaluate_all("lines => lines.map((line) => line.dataset.key)")


# --- readable from the last row ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [SMALL_PROJECTOR, PROJECTOR, LARGE_PROJECTOR], ids=str)
def test_128_names_are_readable_from_the_last_row_and_none_is_missing(wall: Page, by: Actor, size: tuple[int, int]):
    tournament = a_public(by, 64)
    published(by, tournament)
    show_view(by=by, tournament_id=tournament.pk, view="names")
    wall.clock.install()
    wall.set_viewport_size({"width": size[0], "height": size[1]})
    open_wall(wall, tournament)
    page_of = wall.locator(".view-page")
    pages = int((page_of.text_content() or "").rsplit("/", 1)[1])
    assert 2 <= pages <= 4
    found: list[str] = []
    for page in range(1, pages + 1):
        expect(page_of).to_contain_text(f"{page} / {pages}")
        assert smallest_type(wall) >= 1 / 30 - 1e-6
        assert cut_off(wall) == []
        assert not overflows(wall)
        found += seen(wall)
        wall.clock.run_for(10_300)
    assert len(found) == 128
    assert found == sorted(found, key=lambda name: name.casefold().replace("é", "e"))
    expect(page_of).to_contain_text(f"1 / {pages}")


def test_few_names_are_as_large_as_the_wall_allows(wall: Page, by: Actor):
    tournament = a_public(by, 4)
    published(by, tournament)
    open_wall(wall, tournament)
    assert len(seen(wall)) == 8
    size = wall.locator(".flow-names").evaluate("list => parseFloat(getComputedStyle(list).fontSize) / innerHeight")
    assert size >= 2 / 30
    expect(wall.locator("[data-view=names] .view-page")).to_be_hidden()


def test_the_only_table_that_still_plays_is_not_torn_apart(wall: Page, by: Actor):
    tournament = a_tournament(by, 0, regulations=small_swiss())
    Tournament.objects.filter(pk=tournament.pk).update(visibility="public")
    rows = [{"members": ["Ada", "Bo"]}, {"members": ["Cem", "Dua"]}]
    import_teams(by=by, tournament_id=tournament.pk, rows=rows)
    published(by, tournament)
    show_view(by=by, tournament_id=tournament.pk, view="missing")
    open_wall(wall, tournament)
    expect(lines_of(wall)).to_have_count(1)
    assert lines_of(wall).evaluate("line => line.getClientRects().length") == 1


@pytest.mark.slow("seven views on five screens")
@pytest.mark.parametrize(("language", "scheme"), LOOKS)
def test_every_view_is_for_everybody_and_fits_every_screen(browser: Browser, site: str, by: Actor, language, scheme):
    tournament = a_public(by, 16, language=language)
    luck = random.Random(1)
    played_and_closed(by, tournament, luck)
    play_round(by, published(by, tournament), luck, but=3)
    refresh_standings(tournament_id=tournament.pk)
    announce(by=by, tournament_id=tournament.pk, text="Soup is ready. The third round begins at half past eight. " * 2)
    found = {}
    with browser.new_context(base_url=site, color_scheme=scheme) as context:
        wall = context.new_page()
        wall.add_init_script(ANSWERS)
        for view in ("names", "tables", "missing", "standings", "clock", "welcome", "bracket"):
            show_view(by=by, tournament_id=tournament.pk, view=view)
            open_wall(wall, tournament)
            assert wall.locator("html").get_attribute("lang") == language
            found[view] = violations(wall)
            for width, height in (SMALL_PROJECTOR, PROJECTOR, LARGE_PROJECTOR, LAPTOP, PHONE):
                wall.set_viewport_size({"width": width, "height": height})
                wall.evaluate("() => new Promise(requestAnimationFrame)")
                wall.evaluate("() => new Promise(requestAnimationFrame)")
                assert not overflows(wall), f"{view} is wider than {width} pixels"
                assert cut_off(wall) == [], f"{view} at {width}"
                if width > height:
                    assert smallest_type(wall) >= 1 / 30 - 1e-6, f"{view} at {width}"
    assert {view: wrong for view, wrong in found.items() if wrong} == {}


def test_who_likes_no_motion_sees_none(browser: Browser, site: str, by: Actor):
    tournament = a_public(by, 4)
    published(by, tournament)
    with browser.new_context(base_url=site, reduced_motion="reduce") as context:
        wall = context.new_page()
        wall.add_init_script(ANSWERS)
        wall.clock.install()
        open_wall(wall, tournament)
        wall.clock.run_for(5_000)
        assert wall.locator("[data-progress]").evaluate("line => line.style.transform") == "scaleX(0)"
        wall.clock.run_for(5_300)
        expect(wall.locator("[data-view=tables]")).to_be_visible()


def test_without_scripts_everything_stands_one_below_the_other(browser: Browser, site: str, by: Actor):
    tournament = a_public(by, 4)
    published(by, tournament)
    with browser.new_context(base_url=site, java_script_enabled=False) as context:
        wall = context.new_page()
        wall.goto(f"/t/{tournament.slug}/screen/")
        expect(wall.get_by_role("heading", name="Find your name")).to_be_visible()
        expect(wall.get_by_role("heading", name="Who sits where")).to_be_visible()
        assert wall.locator("meta[http-equiv=refresh]").count() == 1
        assert wall.get_by_text("Anna-Katharina Arnold").first.is_visible()


# --- by itself ---------------------------------------------------------------------------------------------------


def test_pages_turn_by_themselves_after_ten_seconds(wall: Page, by: Actor):
    tournament = a_public(by, 4)
    published(by, tournament)
    wall.clock.install()
    open_wall(wall, tournament)
    expect(wall.get_by_role("heading", name="Find your name")).to_be_visible()
    wall.clock.run_for(9_000)
    expect(wall.get_by_role("heading", name="Find your name")).to_be_visible()
    wall.clock.run_for(1_500)
    expect(wall.get_by_role("heading", name="Who sits where")).to_be_visible()
    wall.clock.run_for(10_500)
    expect(wall.get_by_role("heading", name="Find your name")).to_be_visible()


def test_the_groups_take_turns(wall: Page, by: Actor):
    tournament = a_public(by, 12, regulations=groups_and_final())
    played_and_closed(by, tournament, random.Random(2))
    show_view(by=by, tournament_id=tournament.pk, view="standings")
    open_wall(wall, tournament)
    seen_in: dict[str, list[str]] = {}
    for _turn in range(2):
        heading = wall.locator("h1:visible").inner_text()
        seen_in[heading] = wall.locator(".rank-name:visible").all_inner_texts()
        turn_page(by=by, tournament_id=tournament.pk, pages=1)
        expect(wall.locator("h1:visible")).not_to_have_text(heading)
    groups = {f"Group {group['key']}": group["teams"] for group in tournament.stages.get().groups}
    names = dict(tournament.teams.values_list("number", "name"))
    assert {title: sorted(shown) for title, shown in seen_in.items()} == {
        title: sorted(names[int(number)] for number in teams) for title, teams in groups.items()
    }


def test_the_clock_runs_down_warns_and_says_when_the_time_is_up(wall: Page, by: Actor):
    tournament = a_public(by, 4, regulations=small_swiss(minutes=6))
    round_ = published(by, tournament)
    start_clock(by=by, round_id=round_.pk)
    wall.clock.install()
    open_wall(wall, tournament)
    clock = wall.locator(".wall-clock-small")
    expect(clock).to_contain_text("Time left")
    wall.context.set_offline(True)  # else it asks the server, where these minutes have not passed
    wall.clock.run_for(70_000)
    expect(clock).to_have_attribute("data-state", "warning")
    expect(clock).to_contain_text("Last minutes")
    wall.clock.run_for(300_000)
    expect(clock).to_have_attribute("data-state", "over")
    expect(clock).to_contain_text("Time is up")


def test_a_published_round_shows_its_seats_at_once(wall: Page, by: Actor):
    tournament = a_public(by, 4)
    draft = drawn(by, tournament)
    open_wall(wall, tournament)
    expect(wall.get_by_text("The first round stands here")).to_be_visible()
    publish_round(by=by, round_id=draft.pk)
    wall.get_by_role("heading", name="Find your name").wait_for(timeout=20_000)
    assert len(seen(wall)) == 8
    assert never_reloaded(wall)


def test_an_entry_at_a_phone_moves_the_standings(wall: Page, page: Page, by: Actor, director: Account):
    tournament = a_public(by, 4)
    luck = random.Random(2)
    played_and_closed(by, tournament, luck)
    round_ = published(by, tournament)
    table = round_.tables.order_by("number").first()
    show_view(by=by, tournament_id=tournament.pk, view="standings")
    refresh_standings(tournament_id=tournament.pk)
    open_wall(wall, tournament)
    play_but_one_hand(by, table)
    sign_in_without_form(page, director.username)
    enter_last_hand(page, table)
    expect(wall.locator(".flow-ranks .is-new").first).to_be_attached(timeout=20_000)
    assert never_reloaded(wall)


def play_but_one_hand(by: Actor, table: Table) -> None:
    hand = Hand(calls=("",) * 4, out=(0, 1), points=100)
    record_hand(by=by, table_id=table.pk, client_id=uuid4(), number=1, sheet=hand)


def enter_last_hand(page: Page, table: Table) -> None:
    """By the keyboard, as a scorer does."""
    page.goto(f"/tables/{table.pk}/paper/")
    expect(page.locator("[data-typing] input[name=calls]")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.type("13")
    page.keyboard.press("Enter")
    page.get_by_text("The match is over").wait_for()


@pytest.mark.parametrize(("pairs", "drawn_large"), [(8, True), (16, False)])
def test_a_knock_out_shows_who_goes_on(wall: Page, by: Actor, pairs: int, drawn_large: bool):
    """The last eight as a picture; more of them as a list, for their names would be too small."""
    tournament = a_public(by, pairs, regulations=of_system(System.KNOCKOUT))
    round_ = published(by, tournament)
    show_view(by=by, tournament_id=tournament.pk, view="bracket")
    open_wall(wall, tournament)
    shown = wall.locator(".bracket-picture" if drawn_large else "[data-view=bracket] .flow")
    expect(shown).to_be_visible()
    expect(wall.locator("[data-view=bracket] .flow")).to_be_visible(visible=not drawn_large)
    play_table(by, round_.tables.get(number=1), random.Random(3))
    won = ".bracket-name.is-won" if drawn_large else ".side-won"
    shown.locator(won).first.wait_for()
    assert cut_off(wall) == []
    letters = shown.locator("text").evaluate_all(
        "texts => texts.filter((text) => text.getClientRects().length)"
        ".map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a / innerHeight)"
    )
    assert min(letters, default=1) >= 1 / 30
    assert never_reloaded(wall)


def test_a_bracket_that_was_asked_for_before_a_result_does_not_stay(wall: Page, by: Actor):
    """The bracket is fetched a moment after what stands around it, and that says the same before and after a result."""
    tournament = a_public(by, 8, regulations=of_system(System.KNOCKOUT, minutes=60))
    round_ = published(by, tournament)
    show_view(by=by, tournament_id=tournament.pk, view="bracket")
    open_wall(wall, tournament)
    expect(wall.locator("[data-later] li").first).to_be_attached()
    late: list[tuple[Route, APIResponse]] = []
    wall.route("**/screen/bracket/", lambda route: late.append((route, route.fetch())), times=1)
    announce(by=by, tournament_id=tournament.pk, text="The buffet is open.")
    wait_for(lambda: wall.evaluate("1") and late)  # the driver tells of the question only while it is asked something
    seen = wall.evaluate("window.answers")
    play_table(by, round_.tables.get(number=1), random.Random(3))
    wait_for(lambda: wall.evaluate("window.answers") > seen)
    for route, before in late:
        route.fulfill(response=before)
    expect(wall.locator("[data-view=bracket] .side-won")).to_be_visible()


# --- the remote control ------------------------------------------------------------------------------------------


@pytest.fixture
def remote(page: Page, director: Account) -> Page:
    sign_in_without_form(page, director.username)
    return page


def test_what_is_pressed_on_the_phone_is_soon_on_the_wall_without_a_reload(wall: Page, remote: Page, by: Actor):
    tournament = a_public(by, 64)
    published(by, tournament)
    open_wall(wall, tournament)
    remote.goto(f"/tournaments/{tournament.pk}/projector/")
    expect(remote.locator(".remote-now")).to_contain_text("Seats by name · Seats by table")

    remote.get_by_role("button", name="Standings").click()
    wall.get_by_role("heading", name="Standings").wait_for(timeout=20_000)
    expect(remote.get_by_role("button", name="Standings")).to_have_attribute("aria-pressed", "true")

    remote.get_by_role("button", name="Seats by name").click()
    wall.get_by_role("heading", name="Find your name").wait_for(timeout=20_000)
    remote.get_by_role("button", name="Hold this page").click()
    wall.locator(".is-held").wait_for(timeout=20_000)
    remote.get_by_role("button", name="Go on turning").wait_for()
    before = seen(wall)
    remote.get_by_role("button", name="Next page").click()
    expect(wall.locator(".view-page")).to_contain_text("2 /")
    assert seen(wall) != before
    remote.get_by_role("button", name="Previous page").click()
    expect(wall.locator(".view-page")).to_contain_text("1 /")
    assert seen(wall) == before

    remote.get_by_label("Announcement").fill("Soup is ready")
    remote.get_by_role("button", name="Announce it").click()
    wall.locator(".announcement", has_text="Soup is ready").wait_for(timeout=20_000)
    remote.get_by_role("button", name="Take it away").click()
    expect(wall.locator(".announcement")).to_have_count(0)
    assert never_reloaded(wall)


def test_two_remote_controls_agree(browser: Browser, site: str, remote: Page, by: Actor, director: Account):
    tournament = a_public(by, 4)
    remote.goto(f"/tournaments/{tournament.pk}/projector/")
    with browser.new_context(base_url=site, locale="en-GB") as context:
        other = context.new_page()
        sign_in_without_form(other, director.username)
        other.goto(f"/tournaments/{tournament.pk}/projector/")
        other.get_by_label("Announcement").fill("half a sent")
        remote.get_by_role("button", name="Clock").click()
        expect(other.get_by_role("button", name="Clock")).to_have_attribute("aria-pressed", "true")
        expect(other.get_by_label("Announcement")).to_have_value("half a sent")


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_remote_control_is_for_everybody_and_for_one_thumb(browser: Browser, site: str, by: Actor, language: str):
    tournament = a_public(by, 4)
    announce(by=by, tournament_id=tournament.pk, text="Soup " * 28)
    assert by.account is not None
    with browser.new_context(base_url=site, locale=language) as context:
        phone = context.new_page()
        sign_in_without_form(phone, by.account.username)
        phone.goto(f"/tournaments/{tournament.pk}/projector/")
        assert violations(phone) == []
        for width, height in ((320, 640), PHONE, LAPTOP, PROJECTOR):
            phone.set_viewport_size({"width": width, "height": height})
            assert not overflows(phone), width
        heights = phone.locator(".remote button").evaluate_all("keys => keys.map((key) => key.offsetHeight)")
        assert min(heights) >= 48
