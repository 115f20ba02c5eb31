"""A real browser."""

import contextlib
import shutil
from collections.abc import Iterator
from itertools import product

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests.length import at_length
from tests.programs import PASSWORD

LOOKS = at_length(
    [*product(("en", "de"), ("light", "dark"))],
    usually=[("en", "light"), ("de", "dark")],
)
"""Languages and schemes in which a page is looked at: colours depend on the one, widths on the other."""
OPTIONS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip

expect.set_options(timeout=20_000)  # a busy machine is no fault of the page


def chromium_path() -> str | None:
    """Where this machine's Chromium is, if it has one. The one without windows needs two thirds of the time."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if (path := shutil.which(name))), None)


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=OPTIONS)
        yield browser
        browser.close()


def sign_in_without_form(page: Page, username: str) -> None:
    """Signed in as this account from the beginning; only where this process serves the site."""
    from django.conf import settings
    from django.test import Client

    from games.models import Account

    client = Client()
    client.force_login(Account.objects.get(username=username))
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    here = page.request.get("/healthz").url
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": here}])


def sign_in(page: Page, username: str, password: str = PASSWORD) -> None:
    """As a person does it, by the form, in any language."""
    page.goto("/sign-in/")
    page.locator("input[name=username]").fill(username)
    page.locator("input[name=password]").fill(password)
    page.locator("main button[type=submit]").click()
    wait_until_signed_in(page)


def wait_until_signed_in(page: Page) -> None:
    """There is a way to sign out now."""
    page.locator("form[action='/sign-out/']").wait_for()


def move_to(page: Page, what: Locator) -> None:
    """The mouse itself goes there. What looks first whether it is still the same element may swallow the movement with
    which a drag begins; then its end is never told."""
    what.scroll_into_view_if_needed()
    box = what.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def pick_up(page: Page, what: Locator) -> None:
    move_to(page, what)
    page.mouse.down()


def drag(page: Page, what: Locator, onto: Locator) -> None:
    pick_up(page, what)
    move_to(page, onto)
    page.mouse.up()
