"""What tests share: a served site, a real worker, a real browser."""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import uvicorn
from django.conf import settings
from django.db import connection, connections

from games.live import hub, redis_client
from games.management.worker_thread import WorkerThread
from games.models import Account

PROJECT = Path(__file__).resolve().parent.parent
PASSWORD = "a good long password"
CHROMIUM_OPTIONS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture
def director(db: None) -> Account:
    """Somebody who may run tournaments here."""
    return Account.objects.create_user(username="dora", password=PASSWORD, is_staff=True)


@pytest.fixture
def guest(db: None) -> Account:
    """Somebody who can sign in, and no more."""
    return Account.objects.create_user(username="gus", password=PASSWORD)


def wait_for(condition: Callable[[], object], *, seconds: float = 10, what: str = "") -> None:
    """Look again and again until it is so; fail when it is not so in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {seconds} s in vain {what}")
        time.sleep(0.05)


# --- a real worker -----------------------------------------------------------------------------------------------


def process_environment(**changes: str) -> dict[str, str]:
    """The environment of a process beside the tests: the same settings, on the test database."""
    environment = dict(os.environ) | changes
    database = connection.settings_dict
    if settings.REDIS_URL:
        environment["DATABASE_URL"] = "postgres://{USER}:{PASSWORD}@{HOST}:{PORT}/{NAME}".format(**database)
    return environment


@contextlib.contextmanager
def worker_process(**changes: str) -> Iterator[subprocess.Popen[bytes]]:
    """`celery worker` as in production, as a process of its own that can be killed."""
    command = [sys.executable, "-m", "celery", "-A", "tichu_tournament", "worker", "--concurrency=1",
               "--without-gossip", "--without-mingle", "--loglevel=WARNING"]  # fmt: skip
    process = subprocess.Popen(command, cwd=PROJECT, env=process_environment(**changes), start_new_session=True)
    try:
        yield process
    finally:
        kill_group(process)


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """kill -9 for the worker and its children."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, 9)
    process.wait()


@pytest.fixture
def worker(transactional_db: None) -> Iterator[None]:
    """A real Celery worker: a process on Redis, or the embedded thread on memory://."""
    if settings.REDIS_URL:
        redis_client().flushdb()
        with worker_process():
            yield
    else:
        thread = WorkerThread()
        thread.start()
        yield
        assert thread.stop(timeout=10)


# --- a served site -----------------------------------------------------------------------------------------------


@pytest.fixture
def site(transactional_db: None) -> Iterator[str]:
    """The address of the program, served by uvicorn as in production. (The usual live server knows no streams.)"""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    config = uvicorn.Config(
        "tichu_tournament.asgi:application", log_config=None, access_log=False, lifespan="off",
        timeout_graceful_shutdown=2,
    )  # fmt: skip
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    wait_for(lambda: server.started)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    hub.close()
    server.should_exit = True
    thread.join(10)
    assert not thread.is_alive()
    listener.close()
    connections.close_all()


# --- a real browser ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    """Chromium, started once per test process."""
    executable = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if executable is None:
        pytest.skip("NO BROWSER: install Chromium to run this test (Debian: apt-get install chromium)")
    from playwright.sync_api import sync_playwright

    # Playwright keeps an event loop in this thread, which Django takes for a sign of asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable, args=CHROMIUM_OPTIONS)
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser, site: str) -> Iterator[object]:
    """A fresh page of a phone's size that fails the test on a script error or a breach of the content policy."""
    context = browser.new_context(base_url=site, viewport={"width": 390, "height": 844}, locale="en-GB")
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if "Content Security" in message.text else None)
    yield page
    context.close()
    assert faults == []


def sign_in(page, account: Account) -> None:
    """As a person does it: by the form."""
    page.goto("/sign-in/")
    page.get_by_label("Username").fill(account.username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/")
