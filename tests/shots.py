"""`make shots`: pictures of every page, on every screen, in both lights and both languages, to be looked at.

    python -m tests.shots FOLDER [PAGE ...]
"""

import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.conftest import CHROMIUM_OPTIONS, PROJECT
from tests.servers import free_port

SCREENS = {"phone": (390, 844), "laptop": (1280, 800), "projector": (1920, 1080)}
SIGNED_OUT = {"start": "/", "sign-in": "/sign-in/", "not-found": "/nowhere/"}
SIGNED_IN = {"director-start": "/", "checkup": "/checkup/"}


@contextlib.contextmanager
def served() -> Iterator[tuple[str, str, str]]:
    """The program as `make run` starts it, on data of its own: its address, and how to sign in."""
    port = free_port()
    clean = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "output"
        with output.open("w") as file:
            program = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--port", str(port)],
                cwd=PROJECT, stdout=file, stderr=subprocess.STDOUT, env=clean | {"DATA_DIR": folder},
            )  # fmt: skip
        try:
            address = f"http://127.0.0.1:{port}"
            for _ in range(200):
                with contextlib.suppress(OSError):
                    urllib.request.urlopen(f"{address}/healthz")
                    break
                time.sleep(0.1)
            found = re.search(r"Sign in as +(\S+) +(\S+)", output.read_text())
            assert found, output.read_text()
            yield address, found[1], found[2]
        finally:
            program.terminate()
            program.wait()


def take(page: Page, name: str, path: str, target: Path) -> None:
    page.goto(path)
    if page.locator("#worker").count():
        page.locator("main form button").click()
        page.locator("#worker .status-good").wait_for()
    page.screenshot(path=target / f"{name}.png", full_page=True)


def main() -> None:
    target, chosen = Path(sys.argv[1]), sys.argv[2:]
    target.mkdir(parents=True, exist_ok=True)
    with served() as (address, username, password), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=CHROMIUM_OPTIONS)
        for screen, (width, height) in SCREENS.items():
            for light in ("light", "dark"):
                for language in ("en", "de"):
                    context = browser.new_context(
                        base_url=address, viewport={"width": width, "height": height}, color_scheme=light,
                        locale=language,
                    )  # fmt: skip
                    page = context.new_page()
                    for pages in (SIGNED_OUT, SIGNED_IN):
                        if pages is SIGNED_IN:
                            page.goto("/sign-in/")
                            page.locator("input[name=username]").fill(username)
                            page.locator("input[name=password]").fill(password)
                            page.locator("main button[type=submit]").click()
                        for name, path in pages.items():
                            if not chosen or name in chosen:
                                take(page, f"{name}-{screen}-{light}-{language}", path, target)
                    context.close()
        browser.close()


if __name__ == "__main__":
    main()
