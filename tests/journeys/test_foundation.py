"""The first day, in a real browser: pages that look after people, and one that changes by itself."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from games.models import Account, Job, LogLine
from tests.browsing import LOOKS, sign_in, wait_until_signed_in
from tests.programs import PASSWORD

PHONE, LAPTOP, PROJECTOR = (390, 844), (1280, 800), (1920, 1080)


def violations(page) -> list[str]:
    """What axe finds wrong with the page for people who see, hear or move differently."""
    return [f"{found['id']}: {found['help']}" for found in Axe().run(page).response["violations"]]


def overflows(page) -> bool:
    """Whether the page is wider than the screen."""
    return page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")


@pytest.mark.both_databases
def test_the_check_up_changes_without_being_reloaded_when_the_worker_answers(page, worker: None, director: Account):
    sign_in(page, director.username)
    page.goto("/checkup/")
    page.evaluate("window.neverReloaded = true")
    page.get_by_role("button", name="Ask the worker").click()
    page.get_by_text("The worker is there").wait_for(timeout=20_000)
    assert page.evaluate("window.neverReloaded") is True
    assert LogLine.objects.filter(what="worker.answered", who=director).count() == 1


@pytest.mark.both_databases
def test_a_second_browser_sees_it_too(page, browser, site: str, worker: None, director: Account):
    sign_in(page, director.username)
    page.goto("/checkup/")
    with browser.new_context(base_url=site, locale="en-GB") as other:
        watching = other.new_page()
        sign_in(watching, director.username)
        watching.goto("/checkup/")
        watching.evaluate("window.neverReloaded = true")
        page.get_by_role("button", name="Ask the worker").click()
        watching.get_by_text("The worker is there").wait_for(timeout=20_000)
        assert watching.evaluate("window.neverReloaded") is True


def test_without_scripts_everything_works_with_a_reload(browser, site: str, director: Account):
    with browser.new_context(base_url=site, java_script_enabled=False, locale="en-GB") as context:
        page = context.new_page()
        sign_in(page, director.username)
        page.goto("/checkup/")
        page.get_by_role("button", name="Ask the worker").click()
        page.get_by_text("Waiting for an answer").wait_for()
        assert Job.objects.get().asked_by == director
        page.get_by_role("button", name="Deutsch").click()
        page.locator("html[lang=de]").wait_for()
        assert page.url.endswith("/checkup/")
        page.get_by_role("button", name="Abmelden").click()
        page.get_by_role("link", name="Anmelden").first.wait_for()


def test_by_keyboard_alone(page, director: Account):
    page.goto("/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "#main"
    page.goto("/sign-in/")
    page.get_by_label("Username").focus()
    page.keyboard.type(director.username)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    wait_until_signed_in(page)


@pytest.mark.parametrize(("language", "scheme"), LOOKS)
def test_every_page_is_for_everybody_and_fits_every_screen(browser, site: str, director: Account, language, scheme):
    with browser.new_context(base_url=site, locale=language, color_scheme=scheme) as context:
        page = context.new_page()
        page.goto("/sign-in/")
        page.locator("input[name=username]").fill(director.username)
        page.locator("input[name=password]").fill("wrong")
        page.locator("main button[type=submit]").click()
        found = {"/sign-in/ refused": violations(page)}
        page.locator("input[name=password]").fill(PASSWORD)
        page.locator("main button[type=submit]").click()
        wait_until_signed_in(page)
        for path in ("/", "/api/", "/checkup/", "/nowhere/", "/live/nonsense/", "/sign-in/"):
            page.goto(path)
            assert page.locator("html").get_attribute("lang") == language
            found[path] = violations(page)
            for width, height in (PHONE, LAPTOP, PROJECTOR, (320, 640)):
                page.set_viewport_size({"width": width, "height": height})
                assert not overflows(page), f"{path} is wider than {width} pixels"
        assert {path: wrong for path, wrong in found.items() if wrong} == {}
