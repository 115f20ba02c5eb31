"""`make shots`: pictures of every page, on every screen, in both lights and both languages, to be looked at.

python -m tests.shots FOLDER [PAGE ...]
"""

import itertools
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page

from tests.browsing import chromium, sign_in
from tests.programs import served

SCREENS = {"phone": (390, 844), "laptop": (1280, 800), "projector": (1920, 1080)}
SIGNED_OUT = {
    "start": "/", "api": "/api/", "sign-in": "/sign-in/", "not-found": "/nowhere/", "invitation": "/invitation/#token",
    "invitation-pasted": "/invitation/", "password-forgotten": "/password/forgotten/",
    "password-sent": "/password/forgotten/sent/", "password-link-old": "/password/new/x/y/",
    "too-often": "/sign-in/?too-often",
}  # fmt: skip
SIGNED_IN = {
    "director-start": "/", "checkup": "/checkup/", "invitation-accept": "/invitation/#token", "password": "/password/",
}  # fmt: skip


def take(page: Page, path: str, target: Path) -> None:
    page.goto(path)
    if page.locator("#worker").count():
        page.locator("main form button").click()
        page.wait_for_timeout(500)  # another screen's picture has asked before
        page.locator("#worker .status-good").wait_for()
    if path.endswith("?too-often"):
        guess_until_refused(page)
    page.screenshot(path=target, full_page=True)


def guess_until_refused(page: Page) -> None:
    """A name that nobody has is answered like any other."""
    while not page.locator(".mishap").count():
        page.goto("/sign-in/")
        page.locator("input[name=username]").fill("nobody")
        page.locator("input[name=password]").fill("wrong")
        page.locator("main button[type=submit]").click()


def main() -> None:
    folder, chosen = Path(sys.argv[1]), sys.argv[2:]
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, served(Path(data)) as program, chromium() as browser:
        program.wait_until_it_answers()
        for (screen, size), light, language in itertools.product(SCREENS.items(), ("light", "dark"), ("en", "de")):
            viewport = {"width": size[0], "height": size[1]}
            with browser.new_context(
                base_url=program.address, viewport=viewport, color_scheme=light, locale=language
            ) as context:
                page = context.new_page()
                for pages in (SIGNED_OUT, SIGNED_IN):
                    if pages is SIGNED_IN:
                        sign_in(page, *program.sign_in())
                    for name, path in pages.items():
                        if not chosen or name in chosen:
                            take(page, path, folder / f"{name}-{screen}-{light}-{language}.png")


if __name__ == "__main__":
    main()
