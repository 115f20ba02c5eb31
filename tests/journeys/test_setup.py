"""Making a tournament and changing its settings, in a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.actor import Actor
from games.choices import Role
from games.models import Account, Staff, Tournament
from games.services.tournaments import appoint
from scoring.regulations import regulations_from_json
from tests.browsing import LOOKS, sign_in_without_form
from tests.games.acting import a_tournament, published, small_swiss
from tests.journeys.test_foundation import LAPTOP, PHONE, PROJECTOR, overflows, violations


def meaning(page: Page):
    return page.locator("#meaning")


def test_a_newcomer_makes_a_tournament_by_keyboard_alone(page: Page, director: Account):
    sign_in_without_form(page, director.username)
    page.goto("/tournaments/")
    page.get_by_role("link", name="New tournament").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/tournaments/new/")  # its scripts listen once it is loaded
    page.get_by_label("Name", exact=True).focus()
    page.keyboard.type("Friday cup")
    page.get_by_label("Swiss evening").focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_label("Everybody against everybody")).to_be_focused()
    expect(meaning(page)).to_contain_text("Everybody meets everybody once.")
    expect(page.get_by_label("Everybody against everybody")).to_be_focused()
    page.get_by_label("How many will take part?").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("6")
    expect(meaning(page)).to_contain_text("5 rounds of 32 to 60 minutes")
    expect(page.get_by_label("How many will take part?")).to_be_focused()
    page.get_by_label("Points to win").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("500")
    page.keyboard.press("Tab")
    expect(meaning(page)).to_contain_text("A match goes to 500 points.")
    page.get_by_role("button", name="Make the tournament").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("“Friday cup” is ready.")).to_be_visible()
    made = Tournament.objects.get()
    assert page.url.endswith(f"/tournaments/{made.pk}/entrants/")
    rules = regulations_from_json(made.regulations)
    assert (rules.preset, rules.stages[0].match.target) == ("club_game", 500)


def test_only_what_belongs_to_the_choice_is_to_be_seen(page: Page, director: Account):
    sign_in_without_form(page, director.username)
    page.goto("/tournaments/new/")
    expect(page.get_by_label("Hands a match")).to_be_visible()
    expect(page.get_by_label("Points to win")).to_be_hidden()
    page.get_by_label("Length of a match").select_option("clock")
    expect(page.get_by_label("Hands a match")).to_be_hidden()
    expect(page.get_by_label("When the time is up")).to_be_visible()
    expect(meaning(page)).to_contain_text("Enter how many minutes a round lasts.")
    page.get_by_label("Minutes a round").fill("45")
    page.get_by_label("Minutes a round").blur()
    expect(meaning(page)).to_contain_text("5 rounds of 45 to 50 minutes")


def test_the_most_important_stays_in_sight_on_a_phone(page: Page, director: Account):
    sign_in_without_form(page, director.username)
    page.goto("/tournaments/new/")
    page.locator("[value=german_championship]").check()
    told = page.locator("#told")
    expect(told).to_have_text(re.compile("German championship · 2 h to 3 h with 16 players"))
    expect(told).to_be_in_viewport()


def test_a_new_tournament_is_in_the_time_zone_of_its_director(browser, site: str, director: Account):
    with browser.new_context(base_url=site, locale="en-GB", timezone_id="Europe/Zurich") as context:
        page = context.new_page()
        sign_in_without_form(page, director.username)
        page.goto("/tournaments/new/")
        page.get_by_role("button", name="Make the tournament").click()
        expect(page.get_by_label("Name", exact=True)).to_be_focused()  # that is what is missing
        page.wait_for_load_state()
        page.keyboard.type("Cup")
        page.get_by_role("button", name="Make the tournament").click()
        expect(page.get_by_text("“Cup” is ready.")).to_be_visible()
        page.wait_for_load_state()
    assert Tournament.objects.get().time_zone == "Europe/Zurich"


def test_what_changes_while_one_chooses_breaks_no_rule_of_the_page(page: Page, director: Account):
    """The browser would say so on its console, for every inline style that its rules forbid."""
    said: list[str] = []
    page.on("console", lambda line: said.append(line.text) if "Content Security Policy" in line.text else None)
    sign_in_without_form(page, director.username)
    page.goto("/tournaments/new/")
    page.get_by_label("League and finals").check()
    expect(meaning(page)).to_contain_text("The best 4 go on.")
    page.get_by_label("Swiss evening").check()
    expect(meaning(page)).not_to_contain_text("The best 4 go on.")
    assert said == []


def test_without_scripts_nothing_is_missing(browser, site: str, director: Account):
    with browser.new_context(base_url=site, java_script_enabled=False, locale="en-GB") as context:
        page = context.new_page()
        sign_in_without_form(page, director.username)
        page.goto("/tournaments/new/")
        page.get_by_label("Name", exact=True).fill("Cup")
        page.get_by_label("League and finals").check()
        page.get_by_label("How many will take part?").fill("8")
        page.get_by_role("button", name="Show what it means").click()
        expect(meaning(page)).to_contain_text("with 8 pairs")
        expect(meaning(page)).to_contain_text("The best 4 go on.")
        expect(page.get_by_label("Name", exact=True)).to_have_value("Cup")
        page.get_by_label("Go on", exact=True).fill("2")
        page.get_by_role("button", name="Make the tournament").click()
        expect(page.get_by_text("“Cup” is ready.")).to_be_visible()
    rules = regulations_from_json(Tournament.objects.get().regulations)
    assert (rules.preset, rules.stages[0].qualifiers) == ("korea", 2)


def test_a_helper_comes_in_by_a_link_and_is_removed_and_brought_back(page: Page, browser, site: str, director, guest):
    cup = a_tournament(Actor(account=director), 4, regulations=small_swiss())
    sign_in_without_form(page, director.username)
    page.goto(f"/tournaments/{cup.pk}/settings/")
    page.get_by_label("Invite somebody").select_option("scorer")
    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_label("Link", exact=True).input_value()
    assert violations(page) == []
    with browser.new_context(base_url=site, locale="en-GB") as other:
        helper = other.new_page()
        sign_in_without_form(helper, guest.username)
        helper.goto(link)
        helper.get_by_role("button", name="Accept as gus").click()
        helper.get_by_text("You have accepted the invitation").wait_for()
    page.goto(f"/tournaments/{cup.pk}/settings/")
    row = page.get_by_role("listitem").filter(has_text="gus")
    expect(row.get_by_label("What gus may do")).to_have_value("scorer")
    row.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("gus no longer helps here.")).to_be_visible()
    assert not Staff.objects.filter(account=guest).exists()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("gus is scorer now.")).to_be_visible()


def test_locked_rules_are_changed_for_a_reason(page: Page, director: Account):
    cup = a_tournament(Actor(account=director), 4, regulations=small_swiss())
    published(Actor(account=director), cup)
    sign_in_without_form(page, director.username)
    page.goto(f"/tournaments/{cup.pk}/settings/")
    page.get_by_role("link", name="Change the rules in an emergency").click()
    page.get_by_label("Rounds", exact=True).fill("2")
    page.get_by_role("button", name="Change the rules").click()
    expect(page.locator("#id_reason_error")).to_be_visible()
    expect(page.get_by_label("Rounds", exact=True)).to_have_value("2")
    page.get_by_label("Reason").fill("The hall closes at ten.")
    page.get_by_role("button", name="Change the rules").click()
    expect(page.get_by_text("Changed while playing: The hall closes at ten.")).to_be_visible()


@pytest.mark.parametrize(("language", "scheme"), LOOKS)
def test_every_page_is_for_everybody_and_fits_every_screen(browser, site: str, director, guest, language, scheme):
    by = Actor(account=director)
    open_, running = (a_tournament(by, 4, name=name, regulations=small_swiss()) for name in ("Open", "Running"))
    published(by, running)
    appoint(by=by, tournament_id=open_.pk, account_id=guest.pk, role=Role.SCORER)
    pages = [
        "/tournaments/", "/tournaments/new/", "/tournaments/new/?preset=st_gallen",
        f"/tournaments/{open_.pk}/settings/", f"/tournaments/{open_.pk}/settings/format/",
        f"/tournaments/{running.pk}/settings/",
        f"/tournaments/{running.pk}/settings/format/", f"/tournaments/{open_.pk}/copy/",
    ]  # fmt: skip
    found = {}
    with browser.new_context(base_url=site, locale=language, color_scheme=scheme) as context:
        page = context.new_page()
        sign_in_without_form(page, director.username)
        for path in pages:
            page.goto(path)
            assert page.locator("html").get_attribute("lang") == language
            page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
            found[path] = violations(page)
            for width, height in (PHONE, LAPTOP, PROJECTOR, (320, 640)):
                page.set_viewport_size({"width": width, "height": height})
                assert not overflows(page), f"{path} is wider than {width} pixels"
        page.goto("/tournaments/new/")
        page.locator("button[value=create]").click()
        page.locator(".field-error").first.wait_for()
        found["refused"] = violations(page)
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


def test_a_guest_learns_what_to_do(page: Page, guest: Account):
    sign_in_without_form(page, guest.username)
    page.goto("/tournaments/")
    expect(page.get_by_role("heading", name="You help with no tournament yet")).to_be_visible()
    assert violations(page) == []
    assert not overflows(page)
