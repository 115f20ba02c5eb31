"""The first load of the phone at the table, in a real browser: from scanning a card until the seats can be tapped.

The program runs as `make run` starts it. Every run is a phone that was never here before. The slow connection is
that of a crowded hall: 1.6 Mbit/s, 150 ms for every question; it has no goal.
"""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from bench.line import Line
from tests.browsing import chromium, sign_in
from tests.programs import served

RUNS = 5
SECOND, MOST_BYTES = 1.0, 100_000
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 200_000}


def a_card(browser: Browser, program: Any) -> str:
    """The link of a team of the demo tournament."""
    with browser.new_context(base_url=program.address, locale="en-GB") as context:
        page = context.new_page()
        sign_in(page, *program.sign_in())
        page.goto("/tournaments/1/cards/")
        page.locator("button[value=teams]").click()
        return str(page.locator(".scan-card h2 a").first.get_attribute("href"))


def load(browser: Browser, link: str, network: dict[str, Any] | None) -> tuple[float, int]:
    """How many seconds until the seats are there, and how many bytes came over the wire until then."""
    with browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, locale="en-GB") as context:
        page = context.new_page()
        finished: list[Any] = []
        page.on("requestfinished", lambda request: finished.append(request))
        if network:
            devtools = context.new_cdp_session(page)
            devtools.send("Network.enable")
            devtools.send("Network.emulateNetworkConditions", network)
        started = time.perf_counter()
        page.goto(link, wait_until="commit")
        page.locator(".seat").first.wait_for()
        spent = time.perf_counter() - started
        sizes = [request.sizes() for request in finished]
        return spent, sum(each["responseBodySize"] + each["responseHeadersSize"] for each in sizes)


def measure() -> Iterator[Line | str]:
    with tempfile.TemporaryDirectory() as data, served(Path(data)) as program, chromium() as browser:
        program.wait_until_it_answers()
        link = a_card(browser, program)
        runs = [load(browser, link, None) for _ in range(RUNS)]
        slow = [load(browser, link, SLOW) for _ in range(RUNS)]
    weight = max(size for _, size in runs)
    verdict = "ok" if weight <= MOST_BYTES else "short"
    yield f"F1 first load of the phone, bytes over the wire ours={weight} goal<={MOST_BYTES} {verdict}"
    best, best_slow = min(spent for spent, _ in runs), min(spent for spent, _ in slow)
    yield Line(id="F1", what="first load of the phone, beside one second", ours=best, peer=SECOND, goal=1)
    yield Line(id="F1", what="the same at 1.6 Mbit/s and 150 ms", ours=best_slow, peer=SECOND, goal=None)
