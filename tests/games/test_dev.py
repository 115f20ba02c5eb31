"""`make dev`: who changes a file sees it at the next reload of the page."""

import re
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from django.test import Client

from games.actor import Actor
from games.management.reloading import ROOMS
from games.models import Account
from games.views import keeping
from tests.games.acting import published
from tests.games.looking import opened, page
from tests.programs import PROJECT, Served, answers, served
from tests.waiting import wait_for


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the program, to be changed."""
    for name in (*ROOMS, "templates", "static", "locale"):
        shutil.copytree(PROJECT / name, tmp_path / "house" / name)
    shutil.copy(PROJECT / "manage.py", tmp_path / "house")
    return tmp_path / "house"


@pytest.fixture
def developed(begun: Path, house: Path) -> Iterator[Served]:
    with served(begun, "--no-demo", project=house, DEBUG="true") as program:
        program.wait_until_it_answers()
        yield program


def put_in_place(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_what_is_changed_is_there_at_the_next_reload(house: Path, developed: Served):
    with httpx.Client(base_url=developed.address, timeout=30) as client:
        first = client.get("/")
        put_in_place(house / "templates/base.html", "<main", "<p>A new template</p><main")
        assert "A new template" in client.get("/").text
        sheet = re.search(r'href="(/static/app[^"]*css)"', first.text)
        assert sheet
        assert client.get(sheet[1]).text == (house / "static/app.css").read_text()
        (house / "static/app.css").write_text("a { color: red }")
        assert client.get(sheet[1]).text == "a { color: red }"
        assert "const FILES = [];" in client.get("/play/keeper.js").text
        assert "URLconf" in client.get("/nothing/").text
        assert "Reloading" not in developed.printed

        put_in_place(house / "games/views/probes.py", '"alive"', "no_such_word")
        wait_for(lambda: client.get("/healthz").status_code == 500, what="for the new code")
        assert "name &#x27;no_such_word&#x27; is not defined" in client.get("/healthz").text
    developed.stop(signal.SIGTERM)
    assert developed.printed.rstrip().endswith("Stopped.")


def test_a_second_one_is_refused_and_none_goes_on_without_the_one_that_holds_the_lock(begun: Path, developed: Served):
    with served(begun, DEBUG="true") as second:
        assert second.process.wait(20) == 1
        assert "already running" in second.printed
    developed.process.kill()
    wait_for(lambda: not answers(developed.address))


@pytest.fixture
def developed_in_the_network(begun: Path) -> Iterator[Served]:
    with served(begun, "--no-demo", "--host", "0.0.0.0", DEBUG="true") as program:
        program.wait_until_it_answers()
        yield program


def test_where_others_can_reach_it_no_page_shows_code_but_files_are_new(developed_in_the_network: Served):
    with httpx.Client(base_url=developed_in_the_network.address) as client:
        lost = client.get("/nothing/")
        assert (lost.status_code, "URLconf" in lost.text) == (404, False)
        assert '"/static/app.css"' in lost.text


@pytest.mark.parametrize("fresh", [True, False])
def test_public_pages_are_not_kept(client: Client, director: Account, settings, fresh: bool):
    settings.FRESH = fresh
    by = Actor(account=director)
    tournament = opened(by, 4)
    published(by, tournament)
    page(client, tournament)
    assert (keeping.answers.kept == keeping.contents.kept == {}) is fresh
