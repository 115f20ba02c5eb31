"""`make shots`: pictures of every page, on every screen, in both lights and both languages, to be looked at.

python -m tests.shots FOLDER [PAGE ...]
"""

import itertools
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page

from tests.browsing import chromium, sign_in
from tests.programs import PROJECT, nothing_set, served

SCREENS = {"phone": (390, 844), "laptop": (1280, 800), "projector": (1920, 1080)}
SIGNED_OUT = {
    "start": "/", "api": "/api/", "sign-in": "/sign-in/", "not-found": "/nowhere/", "invitation": "/invitation/#token",
    "invitation-pasted": "/invitation/", "password-forgotten": "/password/forgotten/",
    "password-sent": "/password/forgotten/sent/", "password-link-old": "/password/new/x/y/",
    "too-often": "/sign-in/?too-often", "come-in": "/play/in/",
}  # fmt: skip
SIGNED_IN = {
    "director-start": "/", "checkup": "/checkup/", "invitation-accept": "/invitation/#token", "password": "/password/",
}  # fmt: skip


def take(page: Page, path: str, target: Path) -> None:
    page.goto("about:blank")  # else an address that differs only behind the # would open nothing
    page.goto(path)
    if page.locator("#worker").count():
        page.locator("main form button").click()
        page.wait_for_timeout(500)  # another screen's picture has asked before
        page.locator("#worker .status-good").wait_for()
    if path.endswith("?too-often"):
        guess_until_refused(page)
    if path.endswith(("#refused", "#difference")):
        type_a_hand(page, "47" if path.endswith("#refused") else "-25")
    if path.startswith("/play/") and path != "/play/in/":
        tap(page, path.partition("#")[2])
    if path.endswith("#made"):
        page.locator("main button").first.click()
        page.locator(".scan-card").first.wait_for()
    if "/screen/" in path:
        page.locator("html.is-projected").wait_for()
        page.wait_for_timeout(500)  # until the type has found its size
    page.screenshot(path=target, full_page=not page.locator("dialog[open], html.is-projected").count())


def tap(page: Page, what: str) -> None:
    """A hand on the phone, as far as it is wanted; or what opens from there."""
    page.locator("#loading").wait_for(state="hidden")
    if what == "tapped":
        page.evaluate("localStorage.clear()")
        page.reload()
        page.locator(".seat").first.click()
        page.locator("#steps label").last.click()
        page.locator(".seat").nth(0).click()
        page.locator(".seat").nth(1).click()
        page.locator("#more").click()
    elif what:
        page.locator(f"[data-opens={what}-dialog]").click()


def guess_until_refused(page: Page) -> None:
    """A name that nobody has is answered like any other."""
    while not page.locator(".mishap").count():
        page.goto("/sign-in/")
        page.locator("input[name=username]").fill("nobody")
        page.locator("input[name=password]").fill("wrong")
        page.locator("main button[type=submit]").click()


def type_a_hand(page: Page, points: str) -> None:
    """With card points that are impossible, or hardly what is stored: nothing is saved."""
    for field, text in (("calls", "1t"), ("out", "12"), ("points", points)):
        page.locator(f"input[name={field}]").fill(text)
    page.locator("[data-typing] button[type=submit]").first.click()
    page.locator(".field-error, .paper-compare").first.wait_for()


def pages_with_data(data: str) -> dict[str, str]:
    """A tournament beside the served program, and its pages."""
    made = subprocess.run(
        [sys.executable, "-m", "tests.shots_data"], cwd=PROJECT, env=nothing_set() | {"DATA_DIR": data}, check=True,
        capture_output=True, text=True,
    )  # fmt: skip
    return dict(json.loads(made.stdout))


def main() -> None:
    folder, chosen = Path(sys.argv[1]), sys.argv[2:]
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, served(Path(data)) as program, chromium() as browser:
        program.wait_until_it_answers()
        signed_in = SIGNED_IN | pages_with_data(data)
        for (screen, size), light, language in itertools.product(SCREENS.items(), ("light", "dark"), ("en", "de")):
            viewport = {"width": size[0], "height": size[1]}
            with browser.new_context(
                base_url=program.address, viewport=viewport, color_scheme=light, locale=language
            ) as context:
                page = context.new_page()
                for pages in (SIGNED_OUT, signed_in):
                    if pages is signed_in:
                        sign_in(page, *program.sign_in())
                    for name, path in pages.items():
                        if not chosen or name in chosen:
                            take(page, path, folder / f"{name}-{screen}-{light}-{language}.png")


if __name__ == "__main__":
    main()
