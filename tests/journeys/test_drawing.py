"""A director draws, in a real browser: watches the worker, changes places by mouse and keyboard, publishes, closes."""

import pytest
from playwright.sync_api import Page, expect

from games.actor import Actor
from games.models import Account, Round, Tournament
from games.services.apart import keep_apart
from tests.browsing import drag, sign_in_without_form
from tests.games.acting import a_tournament, drawn, published, seating, small_swiss, team, won_by_the_lower_number
from tests.journeys.test_foundation import LAPTOP, PHONE, PROJECTOR, overflows, violations


@pytest.fixture
def cup(director: Account) -> Tournament:
    """Seven pairs before the first round."""
    return a_tournament(Actor(account=director), 7, regulations=small_swiss(), name="Cup")


@pytest.fixture
def laptop(page: Page, director: Account) -> Page:
    page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
    sign_in_without_form(page, director.username)
    return page


def names_at(draft: Round, table: int) -> list[str]:
    cup = draft.stage.tournament
    return [team(cup, number).name for number in seating(draft)[table]]


def at_table(page: Page, number: int) -> list[str]:
    return page.locator(f".draw-table:has(#keep-{number}) .draw-team").all_text_contents()


def somebody(page: Page, name: str):
    return page.get_by_role("button", name=name, exact=True)


def test_from_what_is_next_to_a_round_that_is_closed(laptop: Page, worker: None, director: Account, cup: Tournament):
    """The worker draws while the page waits; then the page that says what is next goes along with the tables."""
    laptop.goto(f"/tournaments/{cup.pk}/")
    laptop.get_by_role("button", name="Draw round 1").click()
    laptop.get_by_role("heading", name="Draw of round 1").wait_for(timeout=30_000)
    expect(laptop.locator(".draw-table")).to_have_count(4)
    expect(laptop.locator(".draw-without")).to_contain_text("Bye")
    seed = laptop.locator(".draw-seed-text").text_content()
    laptop.evaluate("window.neverReloaded = true")
    laptop.get_by_role("button", name="Keep table 1").click()
    expect(laptop.get_by_role("button", name="Keep table 1")).to_have_attribute("aria-pressed", "true")
    assert laptop.evaluate("window.neverReloaded") is True
    kept = at_table(laptop, 1)
    laptop.get_by_role("button", name="Draw again").click()
    expect(laptop.locator(".draw-seed-text")).not_to_have_text(seed or "", timeout=30_000)
    assert at_table(laptop, 1) == kept
    laptop.get_by_role("button", name="Publish round 1").click()
    laptop.get_by_role("heading", name="nothing has been entered yet").wait_for()
    laptop.evaluate("window.neverReloaded = true")
    round_ = Round.objects.get()
    won_by_the_lower_number(Actor(account=director), round_)
    laptop.get_by_role("heading", name="All tables are done: close round 1.").wait_for(timeout=20_000)
    assert laptop.evaluate("window.neverReloaded") is True
    laptop.get_by_role("button", name="Close round 1").click()
    laptop.get_by_role("heading", name="Draw round 2.").wait_for()
    laptop.get_by_role("button", name="Reopen round 1").click()
    laptop.get_by_role("heading", name="All tables are done").wait_for()


def test_two_change_places_by_keyboard_alone(laptop: Page, director: Account, cup: Tournament):
    draft = drawn(Actor(account=director), cup, seed="a")
    (one, opponent), (other, _) = names_at(draft, 1), names_at(draft, 2)
    laptop.goto(f"/tournaments/{cup.pk}/draw/")
    somebody(laptop, one).focus()
    laptop.keyboard.press("Enter")
    expect(somebody(laptop, one)).to_have_attribute("aria-pressed", "true")
    laptop.keyboard.press("Escape")
    expect(somebody(laptop, one)).to_have_attribute("aria-pressed", "false")
    expect(somebody(laptop, one)).to_be_focused()
    laptop.keyboard.press("Space")
    expect(somebody(laptop, one)).to_have_attribute("aria-pressed", "true")
    somebody(laptop, other).focus()
    laptop.keyboard.press("Enter")
    expect(laptop.get_by_role("heading", name=f"{one} and {other} change places?")).to_be_visible()
    expect(laptop.get_by_role("button", name="Change places")).to_be_focused()
    assert violations(laptop) == []
    laptop.keyboard.press("Enter")
    expect(laptop.get_by_text(f"{one} and {other} have changed places.")).to_be_visible()
    expect(laptop.locator("#exchange")).to_be_empty()
    assert at_table(laptop, 1) == [other, opponent]
    laptop.get_by_role("button", name="Undo").press("Enter")
    expect(laptop.locator(".draw-table:has(#keep-1) .draw-team").first).to_have_text(one)
    assert names_at(draft, 1) == [one, opponent]
    expect(laptop.get_by_text("Taken back.")).to_be_visible()
    expect(laptop.get_by_role("button", name="Undo")).to_have_count(0)
    expect(laptop.locator("#keep-1")).to_have_attribute("aria-pressed", "false")


def test_one_is_dragged_onto_another_and_what_must_not_be_needs_a_reason(
    laptop: Page, director: Account, cup: Tournament
):
    by = Actor(account=director)
    draft = drawn(by, cup, seed="a")
    (one, opponent), (other, _) = names_at(draft, 1), names_at(draft, 2)
    by_name = {each.name: each.pk for each in cup.teams.all()}
    keep_apart(by=by, tournament_id=cup.pk, team_ids=[by_name[opponent], by_name[other]], must=True)
    laptop.goto(f"/tournaments/{cup.pk}/draw/")
    question = laptop.locator("#exchange")
    drag(laptop, somebody(laptop, one), somebody(laptop, other))
    expect(question).to_contain_text("must not sit together.")
    reason = question.get_by_label("To do it all the same, give a reason")
    expect(reason).to_be_focused()
    reason.evaluate("field => field.removeAttribute('required')")
    reason.press("Enter")
    expect(question.get_by_role("alert")).to_be_visible()
    assert names_at(draft, 1) == [one, opponent]
    reason = question.get_by_label("To do it all the same, give a reason")
    reason.fill("they agree")
    reason.press("Enter")
    expect(question).to_be_empty()
    expect(laptop.get_by_role("heading", name="It breaks what must not be broken")).to_be_visible()
    assert at_table(laptop, 1) == [other, opponent]
    laptop.get_by_label("Reason").fill("they agree")
    laptop.get_by_role("button", name="Publish round 1").click()
    laptop.get_by_role("heading", name="nothing has been entered yet").wait_for()


def test_dropped_elsewhere_nothing_is_meant(laptop: Page, director: Account, cup: Tournament):
    one = names_at(drawn(Actor(account=director), cup), 1)[0]
    laptop.goto(f"/tournaments/{cup.pk}/draw/")
    drag(laptop, somebody(laptop, one), laptop.get_by_role("heading").first)
    expect(somebody(laptop, one)).to_have_attribute("aria-pressed", "false")
    expect(laptop.locator("#exchange")).to_be_empty()


def test_without_scripts(browser, site: str, director: Account, cup: Tournament):
    draft = drawn(Actor(account=director), cup, seed="a")
    (one, opponent), (other, _) = names_at(draft, 1), names_at(draft, 2)
    with browser.new_context(base_url=site, java_script_enabled=False, locale="en-GB") as context:
        page = context.new_page()
        sign_in_without_form(page, director.username)
        page.goto(f"/tournaments/{cup.pk}/draw/")
        somebody(page, one).click()
        page.get_by_text(f"{one} changes places. Choose with whom.").wait_for()
        somebody(page, other).click()
        page.get_by_role("button", name="Change places").click()
        page.get_by_text("have changed places").wait_for()
        assert at_table(page, 1) == [other, opponent]
        page.get_by_role("button", name="Publish round 1").click()
        page.get_by_text("Round 1 is published.").wait_for()


def test_a_reason_that_is_being_typed_stays_when_the_page_changes(laptop: Page, director: Account, cup: Tournament):
    by = Actor(account=director)
    round_ = published(by, cup)
    laptop.goto(f"/tournaments/{cup.pk}/")
    laptop.get_by_text("Cancel round 1").first.click()
    reason = laptop.locator("#id_cancel_reason")
    reason.fill("a fi")
    won_by_the_lower_number(by, round_)
    laptop.get_by_role("heading", name="All tables are done").wait_for(timeout=20_000)
    expect(reason).to_have_value("a fi")


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_pages_are_for_everybody_and_fit_every_screen(
    browser, site: str, director: Account, cup: Tournament, language: str
):
    by = Actor(account=director)
    other = a_tournament(by, 5, preset="threechu_evening", name="Threechu")
    empty = a_tournament(by, 0, name="An evening with a rather long name for a narrow screen")
    scheme = "light" if language == "en" else "dark"
    with browser.new_context(base_url=site, locale=language, color_scheme=scheme) as context:
        page = context.new_page()
        sign_in_without_form(page, director.username)
        found = {}

        def look(where: str, path: str) -> None:
            page.goto(path)
            assert page.locator("html").get_attribute("lang") == language
            found[where] = violations(page)
            for width, height in (PHONE, LAPTOP, PROJECTOR):
                page.set_viewport_size({"width": width, "height": height})
                assert not overflows(page), f"{where} is wider than {width} pixels"

        look("empty", f"/tournaments/{empty.pk}/")
        look("not drawn", f"/tournaments/{cup.pk}/draw/")
        round_ = drawn(by, cup)
        drawn(by, other)
        look("draft", f"/tournaments/{cup.pk}/draw/")
        one, two = (team(cup, number).pk for number in seating(round_)[1])
        look("exchange", f"/rounds/{round_.pk}/draw/swap/?team={one}&other={two}")
        look("draft of threes", f"/tournaments/{other.pk}/draw/")
        page.locator("main form[action$='/publish/'] button").click()
        page.locator("#next").wait_for()
        look("playing", f"/tournaments/{other.pk}/")
        look("published", f"/tournaments/{other.pk}/draw/")
        assert {where: wrong for where, wrong in found.items() if wrong} == {}
