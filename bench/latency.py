"""From an entry to the eyes: how long after the last hand of a table is sent to the API the open pages show that the
table is done, in a real browser.

The program runs as `make run` starts it, with its worker. The director's board, the public standings and the projector
are open, each on a machine of its own, and nobody touches them. The time counts from before the entry is sent until a
page says so itself, without a reload; answering the entry is part of it.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

from playwright.sync_api import Browser, Page

from bench.line import Line
from tests.browsing import chromium, sign_in
from tests.programs import PROJECT, nothing_set, served
from tests.waiting import wait_for

ENTRIES = 20
TABLES = ENTRIES + 2  # so that some still play at the end
SECONDS = 2.0
PAUSE = 0.5
PATIENCE = 60

WATCH = """
  window.waitsFor = null;
  window.shownAt = null;
  new MutationObserver(() => {
    const text = document.querySelector("main, [data-screen]").textContent.replace(/\\s+/g, " ");
    if (window.waitsFor && !window.shownAt && text.includes(window.waitsFor)) window.shownAt = Date.now();
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
"""
"""A page says itself when it shows what is waited for. It has the same clock as we have."""


def make_round() -> dict[str, Any]:
    """Beside the served program: a round in which one hand ends a match, a token to enter them, and the pages."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tichu_tournament.settings")
    import django

    django.setup()
    from games.actor import Actor, Scope
    from games.choices import ScreenView
    from games.models import Account
    from games.services.screen import show_view
    from games.services.tokens import make_api_token
    from games.services.tournaments import edit_tournament
    from scoring.match import Length, MatchRules, Tie
    from tests.games.acting import a_tournament, published, small_swiss

    by = Actor(account=Account.objects.filter(is_staff=True).first())
    one_hand = small_swiss(match=MatchRules(length=Length.HANDS, hands=1, tie=Tie.DRAW))
    tournament = a_tournament(by, 2 * TABLES, regulations=one_hand, name="Quick")
    edit_tournament(by=by, tournament_id=tournament.pk, visibility="public")
    round_ = published(by, tournament)
    show_view(by=by, tournament_id=tournament.pk, view=ScreenView.MISSING)
    _, token = make_api_token(by=by, name="bench", scope=Scope.WRITE)
    return {
        "token": token,
        "tables": list(round_.tables.order_by("number").values_list("pk", flat=True)),
        "pages": {
            "the director's board": f"/tournaments/{tournament.pk}/tables/",
            "the public standings": f"/t/{tournament.slug}/",
            "the projector": f"/t/{tournament.slug}/screen/",
        },
    }


def opened(browser: Browser, program: Any, path: str) -> Page:
    page = browser.new_context(base_url=program.address, locale="en-GB").new_page()
    if path.startswith("/tournaments/"):
        sign_in(page, *program.sign_in())
    page.goto(path)
    page.evaluate(WATCH)
    return page


def enter(page: Page, token: str, table: int) -> None:
    """The only hand of a match, as a program sends it."""
    hand = {"calls": ["", "", "", ""], "out": [0, 1], "points": 70}
    answer = page.request.post(
        f"/api/v1/tables/{table}/hands/",
        headers={"Authorization": f"Bearer {token}"},
        data={"client_id": str(uuid4()), "number": 1, "sheet": hand},
    )
    assert answer.ok, answer.text()


def times(browser: Browser, program: Any, made: dict[str, Any]) -> dict[str, list[float]]:
    pages = {name: opened(browser, program, path) for name, path in made["pages"].items()}
    sender = browser.new_context(base_url=program.address).new_page()
    found: dict[str, list[float]] = {name: [] for name in pages}
    time.sleep(2)  # until every stream listens
    for number, table in enumerate(made["tables"][:ENTRIES], start=1):
        for page in pages.values():
            page.evaluate(f"window.shownAt = null; window.waitsFor = '{number} of {TABLES} tables '")
        sent = time.time()
        enter(sender, made["token"], table)
        for name, page in pages.items():
            wait_for(partial(page.evaluate, "window.shownAt !== null"), seconds=PATIENCE)
            found[name].append(page.evaluate("window.shownAt") / 1000 - sent)
        time.sleep(PAUSE)
    return found


def measure() -> Iterator[Line]:
    with tempfile.TemporaryDirectory() as data, served(Path(data)) as program, chromium() as browser:
        program.wait_until_it_answers()
        made = subprocess.run(
            [sys.executable, "-m", "bench.latency"], cwd=PROJECT, env=nothing_set() | {"DATA_DIR": data}, check=True,
            capture_output=True, text=True,
        )  # fmt: skip
        found = times(browser, program, json.loads(made.stdout))
    for name, all_times in found.items():
        median, worst = statistics.median(all_times), max(all_times)
        what = f"an entry is on {name}, {ENTRIES} times, beside two seconds"
        yield Line(id="L2", what=f"{what}: median", ours=median, peer=SECONDS, goal=1)
        yield Line(id="L2", what=f"{what}: worst", ours=worst, peer=SECONDS, goal=1)


if __name__ == "__main__":
    print(json.dumps(make_round()))
