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
SIGNED_OUT = {"start": "/", "sign-in": "/sign-in/", "not-found": "/nowhere/"}
SIGNED_IN = {"director-start": "/", "checkup": "/checkup/"}


def take(page: Page, path: str, target: Path) -> None:
    page.goto(path)
    if page.locator("#worker").count():
        page.locator("main form button").click()
        page.wait_for_timeout(500)  # another screen's picture has asked before
        page.locator("#worker .status-good").wait_for()
    page.screenshot(path=target, full_page=True)


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
