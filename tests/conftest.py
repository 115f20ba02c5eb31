"""What tests share: accounts, a real worker, a served site, a real browser."""

import asyncio
import contextlib
import os
import socket
import threading
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from django.conf import settings
from django.db import connections
from django.test import TransactionTestCase
from django.utils import translation
from playwright.sync_api import Browser, Page

from games.live import hub, redis_client
from games.management.worker_thread import WorkerThread
from games.models import Account
from games.views import keeping
from tests.browsing import chromium, chromium_path
from tests.databases import database_of_this_process, empty_what_was_written, migrated_sqlite
from tests.programs import PASSWORD, worker_process
from tests.settings import REAL_HASHERS
from tests.waiting import wait_for, wait_for_the_middle_of_a_minute
from tests.worker_beside import OPTIONS, heard, route
from tichu_tournament.celery import app


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None, django_db_blocker: Any) -> Iterator[None]:
    """A database of this process's own, from a template that was migrated once."""
    with django_db_blocker.unblock(), database_of_this_process():
        TransactionTestCase._fixture_teardown = lambda case: empty_what_was_written()
        yield


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """The data of a program that has been started before: for what is not about the first start."""
    migrated_sqlite(tmp_path / "tichu.sqlite3")
    return tmp_path


@pytest.fixture
def real_hashing(settings: Any) -> None:
    """Passwords are hashed as people's are."""
    settings.PASSWORD_HASHERS = REAL_HASHERS


app.conf.task_routes = (route,)


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """Another test's tournament may have the same key and the same version; and it may have left its language."""
    keeping.contents.clear()
    keeping.answers.clear()
    translation.activate(settings.LANGUAGE_CODE)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Once a browser has been started, its event loop counts as running in this thread for good. A test without a
    browser knows nothing of it: it may run a loop of its own. From its setup to its end, for Django has one connection
    to the database where a loop runs and another where none does."""
    loop = asyncio.events._get_running_loop()
    if loop is None or item.get_closest_marker("browser"):
        return (yield)
    asyncio.events._set_running_loop(None)
    try:
        return (yield)
    finally:
        asyncio.events._set_running_loop(None if loop.is_closed() else loop)


@pytest.fixture
def director(db: None) -> Account:
    """Somebody who may run tournaments here."""
    return Account.objects.create_user(username="dora", password=PASSWORD, is_staff=True)


@pytest.fixture
def guest(db: None) -> Account:
    """Somebody who can sign in, and no more."""
    return Account.objects.create_user(username="gus", password=PASSWORD)


@pytest.fixture
def middle_of_a_minute() -> None:
    """Before the test begins, so that it does not count as slow for having waited."""
    wait_for_the_middle_of_a_minute()


@pytest.fixture(scope="session")
def worker_beside(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The worker process of all tests of this process that need one."""
    with django_db_blocker.unblock(), worker_process(**OPTIONS):
        yield


@pytest.fixture
def worker(request: pytest.FixtureRequest, transactional_db: None) -> Iterator[None]:
    """A real Celery worker: a process on Redis, or the embedded thread on memory://. It has nothing left to do when the
    test is over."""
    if settings.REDIS_URL:
        request.getfixturevalue("worker_beside")
        with heard():
            yield
    else:
        with worker_thread():
            yield


@pytest.fixture
def new_worker(transactional_db: None) -> Iterator[None]:
    """One that begins with this test, and sweeps. Nothing waits for it that other tests have asked for."""
    if settings.REDIS_URL:
        redis_client().flushdb()
        with worker_process():
            yield
    else:
        with worker_thread():
            yield


@contextlib.contextmanager
def worker_thread() -> Iterator[None]:
    app.control.purge()
    thread = WorkerThread()
    thread.start()
    yield
    assert thread.stop(timeout=10)


@pytest.fixture(scope="session")
def server() -> Iterator[tuple[uvicorn.Server, str]]:
    """The program, served by uvicorn as in production, and its address. (The usual live server knows no streams.)"""
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
    yield server, f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join(10)
    assert not thread.is_alive()
    listener.close()


@pytest.fixture
def site(server: tuple[uvicorn.Server, str], transactional_db: None) -> Iterator[str]:
    """The address of the program. When the test is over, nobody listens to it and everything has been answered: cut
    short, a request would leave its connection to the database open."""
    running, address = server
    yield address
    hub.close()
    wait_for(lambda: not running.server_state.tasks, seconds=5, what="for the site to have answered everything")
    connections.close_all()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, started once per test process."""
    if chromium_path() is None:
        pytest.skip("NO BROWSER: install Chromium to run this test (Debian: apt-get install chromium)")
    # Playwright keeps an event loop in this thread, which Django takes for a sign of asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with chromium() as browser:
        loop = asyncio.events._get_running_loop()
        yield browser
        asyncio.events._set_running_loop(loop)  # the last test may be one without a browser


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
