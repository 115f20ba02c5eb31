"""What tests share: accounts, a real worker, a served site, a real browser."""

import contextlib
import os
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn
from django.conf import settings
from django.db import connection, connections
from playwright.sync_api import Browser, Page

from games.live import hub, redis_client
from games.management.worker_thread import WorkerThread
from games.models import Account
from games.views import keeping
from tests.browsing import chromium, chromium_path
from tests.programs import PASSWORD, wait_for, worker_process
from tichu_tournament.celery import app

OTHERS_GO = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
               WHERE datname = current_database() AND pid <> pg_backend_pid()"""


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """As it is, but whoever is left is sent away at the end: a request that a browser has cut short may have left its
    connection open, and a database that is in use cannot be dropped."""
    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(OTHERS_GO)


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """Another test's tournament may have the same key and the same version."""
    keeping.contents.clear()
    keeping.answers.clear()


@pytest.fixture
def director(db: None) -> Account:
    """Somebody who may run tournaments here."""
    return Account.objects.create_user(username="dora", password=PASSWORD, is_staff=True)


@pytest.fixture
def guest(db: None) -> Account:
    """Somebody who can sign in, and no more."""
    return Account.objects.create_user(username="gus", password=PASSWORD)


@pytest.fixture
def worker(transactional_db: None) -> Iterator[None]:
    """A real Celery worker: a process on Redis, or the embedded thread on memory://. Nothing waits for it that tests
    without a worker have asked for."""
    if settings.REDIS_URL:
        redis_client().flushdb()
        with worker_process():
            yield
    else:
        app.control.purge()
        thread = WorkerThread()
        thread.start()
        yield
        assert thread.stop(timeout=10)


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
    # Cut short, a request would leave its connection to the database open.
    with contextlib.suppress(AssertionError):
        wait_for(lambda: not server.server_state.tasks, seconds=5)
    server.should_exit = True
    thread.join(10)
    assert not thread.is_alive()
    listener.close()
    connections.close_all()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, started once per test process."""
    if chromium_path() is None:
        pytest.skip("NO BROWSER: install Chromium to run this test (Debian: apt-get install chromium)")
    # Playwright keeps an event loop in this thread, which Django takes for a sign of asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with chromium() as browser:
        yield browser


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    """A fresh page of a phone's size that fails the test on a script error or a breach of the content policy."""
    context = browser.new_context(base_url=site, viewport={"width": 390, "height": 844}, locale="en-GB")
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if "Content Security" in message.text else None)
    yield page
    context.close()
    assert faults == []
