"""Somebody who wants to write a program reads the handbook, on a phone."""

from playwright.sync_api import Page

from tests.journeys.test_foundation import overflows, violations


def test_an_address_opens_and_shows_what_it_takes(page: Page):
    page.goto("/api/")
    hands = page.locator("#post_hands")
    assert not hands.get_by_text("sheet.calls").is_visible()
    hands.locator("summary").press("Enter")
    assert hands.get_by_text("sheet.calls").is_visible()
    assert hands.get_by_text("Calls by seat").is_visible()
    assert not overflows(page)
    assert violations(page) == []
