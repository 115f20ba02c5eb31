"""A player asks the referee on a phone: cards are tapped, the ruling stands there at once, without a network too."""

import pytest
from playwright.sync_api import Page, expect

from games.actor import Actor
from games.models import Account
from tests.browsing import sign_in_without_form
from tests.games.acting import a_tournament, small_swiss
from tests.journeys.tapping import Hall, phone
from tests.journeys.test_foundation import LAPTOP, PHONE, PROJECTOR, overflows, violations

ANSWER = "#answer"


def choose(page: Page, place: str, *cards: str) -> None:
    page.locator(f"input[name=zone][value={place}]").check()
    for card in cards:
        page.locator(f'.pick[data-card="{card}"]').click()


def test_the_ruling_changes_with_every_card(page: Page):
    page.goto("/referee/")
    expect(page.locator(ANSWER)).to_have_text("Lay out the cards first.")
    choose(page, "table", "7j", "7s")
    choose(page, "hand", "8j", "2s")
    expect(page.locator(ANSWER)).to_contain_text("Passing is allowed.")
    choose(page, "cards", "Kj", "PH")
    expect(page.locator(ANSWER)).to_contain_text("Yes, this may be played.")
    expect(page.locator(ANSWER)).to_contain_text("pair, King")
    page.get_by_label("Wish", exact=True).select_option("8")
    expect(page.locator(ANSWER)).to_contain_text("No. The wish must be fulfilled")
    expect(page.locator(ANSWER)).to_contain_text("Rule 84")
    expect(page.locator(".ways li")).to_have_count(1)
    expect(page.locator(".ways .small-card")).to_have_count(2)
    page.get_by_label("Turn", exact=True).select_option("out")
    expect(page.locator(ANSWER)).to_contain_text("Out of turn only a bomb may be played.")
    page.get_by_role("button", name="Clear all").click()
    expect(page.locator(ANSWER)).to_have_text("Lay out the cards first.")


def test_a_card_is_in_one_place_and_says_so(page: Page):
    page.goto("/referee/")
    choose(page, "table", "7j")
    card = page.locator('.pick[data-card="7j"]')
    assert card.get_attribute("aria-label") == "7 of Jade, On the table"
    choose(page, "hand", "7j")
    assert card.get_attribute("aria-label") == "7 of Jade, In the hand"
    choose(page, "hand", "7j")
    assert card.get_attribute("aria-pressed") == "false"
    choose(page, "hand", *(f"{rank}j" for rank in "23456789TJQKA"), "2s")
    choose(page, "cards", "3s")
    expect(page.locator(ANSWER)).to_have_text("A hand has at most 14 cards.")


def test_what_lies_there_can_be_declared_low(page: Page):
    page.goto("/referee/")
    choose(page, "table", "Kj", "Ks", "2j", "2s", "PH")
    choose(page, "cards", "3j", "3s", "3p", "8j", "8s")
    expect(page.locator(ANSWER)).to_contain_text("No. It is not higher than what lies there.")
    page.get_by_label("On the table it counts as").select_option("2")
    expect(page.locator(ANSWER)).to_contain_text("Yes, this may be played.")


def test_by_keyboard_alone(page: Page):
    page.goto("/referee/")
    page.locator("input[name=zone][value=table]").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.locator('.pick[data-card="2j"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator(ANSWER)).to_contain_text("Yes, this may be played.")


def test_rulings_are_found_while_one_types(page: Page):
    page.goto("/referee/")
    page.get_by_label("Search the rulings").fill("hound bomb")
    shown = page.locator(".ruling-entry:visible")
    expect(page.locator("#rulings-found")).to_have_text(f"{shown.count()} rulings")
    assert 0 < shown.count() < 20
    shown.first.locator("summary").click()
    expect(shown.first).to_contain_text("Rule 103")
    page.get_by_label("Search the rulings").fill("xyz")
    expect(page.locator("#rulings-found")).to_have_text("No ruling has these words.")


def test_it_can_be_asked_without_a_network_once_it_was_opened(browser, site: str):
    with browser.new_context(base_url=site, locale="de") as context:
        page = context.new_page()
        page.goto("/referee/")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_function("navigator.serviceWorker.controller !== null")
        page.wait_for_function("caches.match(location.href, { ignoreVary: true }).then(Boolean)")
        context.set_offline(True)
        page.reload()
        choose(page, "table", "DO")
        choose(page, "cards", "4j", "4s", "4p", "4t")
        expect(page.locator(ANSWER)).to_contain_text("Nein.")
        expect(page.locator(ANSWER)).to_contain_text("Regel 103")


def test_the_phone_at_the_table_and_the_director_lead_there(browser, site: str, page: Page, director: Account):
    hall = Hall(director, "german_championship", ("Lena", "Jo", "Max", "Ali"))
    player = phone(browser, site, hall.link_of("Lena").token)
    player.page.get_by_role("button", name="Rules").tap()
    player.page.get_by_role("link", name="Ask the referee").tap()
    player.page.wait_for_url(f"**/referee/{hall.tournament.slug}/")
    player.close()
    sign_in_without_form(page, director.username)
    page.goto(f"/tournaments/{hall.tournament.pk}/")
    page.get_by_role("link", name="Referee").click()
    page.wait_for_url(f"**/referee/{hall.tournament.slug}/")


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_is_for_everybody_and_fits_every_screen(browser, site: str, director: Account, language: str):
    cup = a_tournament(Actor(account=director), 4, regulations=small_swiss(), name="Cup")
    scheme = "light" if language == "en" else "dark"
    with browser.new_context(base_url=site, locale=language, color_scheme=scheme) as context:
        page = context.new_page()
        sign_in_without_form(page, director.username)
        for path in ("/referee/", f"/referee/{cup.slug}/"):
            page.goto(path)
            choose(page, "table", "7j", "7s")
            choose(page, "hand", "8j", "PH")
            choose(page, "cards", "Kj")
            page.locator("#id_wish").select_option("8")
            page.locator(".ruling-entry summary").first.click()
            assert violations(page) == []
            for width, height in (PHONE, LAPTOP, PROJECTOR):
                page.set_viewport_size({"width": width, "height": height})
                assert not overflows(page), f"{path} is wider than {width} pixels"
