"""What every test run needs before Django is set up: a folder of its own, static files, and who runs on what.

Loaded by `addopts` in pyproject.toml, so that `python -m pytest` works too: embedded, on SQLite. `make test` gives it
real servers.
"""

import gc
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.timing import Timing, check_slow_marks, longest_first

XDIST_WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
ON_SERVERS = bool(os.environ.get("DATABASE_URL"))


def in_memory() -> str | None:
    """A folder that is no disk, if the machine has one with room enough; else where temporary files usually are."""
    memory = Path("/dev/shm")
    return str(memory) if memory.is_dir() and shutil.disk_usage(memory).free > 2**30 else None


if XDIST_WORKER:
    # Each worker has a database of its own (pytest-django sees to it) and so a Redis database of its own.
    if ON_SERVERS:
        number = int(XDIST_WORKER.removeprefix("gw")) + 1
        os.environ["REDIS_URL"] = os.environ["REDIS_URL"].rsplit("/", 1)[0] + f"/{number}"
else:
    os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="tichu-tests-", dir=in_memory())
    os.environ["LOG_LEVEL"] = "WARNING"
    if ON_SERVERS:
        os.environ["SECRET_KEY"] = secrets.token_urlsafe(64)
        os.environ["ALLOWED_HOSTS"] = "localhost,127.0.0.1"
        os.environ["TLS"] = "false"  # the browser comes without a proxy


# Whether an example took too long says something about the machine; times belong into bench/.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


def pytest_configure(config: pytest.Config) -> None:
    if not XDIST_WORKER:
        config.pluginmanager.register(Timing(processes=config.getoption("numprocesses", 0) or 0))
        subprocess.run([sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity=0"], check=True)


def pytest_unconfigure(config: pytest.Config) -> None:
    if not XDIST_WORKER:
        shutil.rmtree(os.environ["DATA_DIR"], ignore_errors=True)


def pytest_collection_finish() -> None:
    """What is there now stays to the end: the collector of garbage need not look through it again and again."""
    gc.collect()
    gc.freeze()


DATABASE_FIXTURES = {"db", "transactional_db"}


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None]:
    """Mark what uses the database or a browser, so that nobody can forget to; and put the longest first."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if item.get_closest_marker("django_db") or fixtures & DATABASE_FIXTURES:
            item.add_marker("database")
        if fixtures & {"browser", "page"}:
            item.add_marker("browser")
        if item.get_closest_marker("real_redis") and not ON_SERVERS:
            item.add_marker(pytest.mark.skip(reason="NO REDIS: make test starts one for this test"))
    check_slow_marks(items)
    yield  # whoever chooses and shuffles
    if XDIST_WORKER:
        items[:] = longest_first(items, int(os.environ["PYTEST_XDIST_WORKER_COUNT"]))
