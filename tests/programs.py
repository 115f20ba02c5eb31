"""The program's own processes, started as people start them: `serve`, a web server, a worker."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx

from tests.servers import free_port
from tests.waiting import wait_for

PROJECT = Path(__file__).resolve().parent.parent
PASSWORD = "a good long password"
SETTINGS = {
    "DJANGO_SETTINGS_MODULE", "DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ALLOWED_HOSTS", "TLS", "DEBUG", "LOG_LEVEL",
    "LOG_FORMAT", "TIME_ZONE", "EMAIL_URL", "EMAIL_FROM",
    "LC_ALL", "LC_MESSAGES", "LANG", "DJANGO_ALLOW_ASYNC_UNSAFE",
}  # fmt: skip


def answers(address: str) -> bool:
    """Whether a web server is alive there."""
    with contextlib.suppress(httpx.TransportError):
        return httpx.get(f"{address}/healthz").status_code == 200
    return False


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """kill -9 for a process and its children."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


# --- embedded ----------------------------------------------------------------------------------------------------


def nothing_set() -> dict[str, str]:
    """The environment of a newcomer: none of our variables is set."""
    return {name: value for name, value in os.environ.items() if name not in SETTINGS}


def manage(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command of `manage.py` to its end, on the data in this folder."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments], cwd=PROJECT, capture_output=True, text=True, check=False,
        env=nothing_set() | {"DATA_DIR": str(folder)} | environment,
    )  # fmt: skip


class Served:
    """A running `manage.py serve` and what it has printed."""

    def __init__(self, folder: Path, *arguments: str, project: Path = PROJECT, **environment: str) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.output = folder / f"output-{self.port}"
        with self.output.open("w") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--port", str(self.port), *arguments],
                cwd=project, stdout=output, stderr=subprocess.STDOUT, start_new_session=True,
                env=nothing_set() | {"DATA_DIR": str(folder)} | environment,
            )  # fmt: skip

    @property
    def printed(self) -> str:
        return self.output.read_text()

    def wait_until_it_answers(self) -> None:
        wait_for(lambda: self.process.poll() is not None or answers(self.address), seconds=90)
        assert self.process.poll() is None, self.printed

    def stop(self, number: signal.Signals) -> float:
        """Send the signal; how many seconds it took to end."""
        started = time.monotonic()
        self.process.send_signal(number)
        self.process.wait(20)
        return time.monotonic() - started

    def sign_in(self) -> tuple[str, str]:
        """The name and the password it printed."""
        found = re.search(r"Sign in as +(\S+) +(\S+)", self.printed)
        assert found, self.printed
        return found[1], found[2]


@contextlib.contextmanager
def served(folder: Path, *arguments: str, project: Path = PROJECT, **environment: str) -> Iterator[Served]:
    """The program as `make run` starts it, on the data in this folder."""
    program = Served(folder, *arguments, project=project, **environment)
    try:
        yield program
    finally:
        kill_group(program.process)


# --- as in production --------------------------------------------------------------------------------------------


def beside_the_tests(**changes: str) -> dict[str, str]:
    """The environment of a process beside the tests: the same settings, on the same test database."""
    from django.db import connection

    database = "postgres://{USER}:{PASSWORD}@{HOST}:{PORT}/{NAME}".format(**connection.settings_dict)
    return dict(os.environ) | {"DATABASE_URL": database} | changes


@contextlib.contextmanager
def worker_process(**changes: str) -> Iterator[subprocess.Popen[bytes]]:
    """`celery worker`, which can be killed."""
    command = [sys.executable, "-m", "celery", "-A", "tichu_tournament", "worker", "--concurrency=1",
               "--without-gossip", "--without-mingle", "--loglevel=WARNING",
               "--include=tests.worker_beside"]  # fmt: skip
    process = subprocess.Popen(command, cwd=PROJECT, env=beside_the_tests(**changes), start_new_session=True)
    try:
        yield process
    finally:
        kill_group(process)


@contextlib.contextmanager
def web_process(**changes: str) -> Iterator[str]:
    """A web server; its address."""
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "tichu_tournament.asgi:application", f"--port={port}",
               "--lifespan=off", "--log-level=warning"]  # fmt: skip
    process = subprocess.Popen(command, cwd=PROJECT, env=beside_the_tests(**changes), start_new_session=True)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(lambda: answers(address), seconds=30)
        yield address
    finally:
        kill_group(process)


# --- a visitor without a browser ---------------------------------------------------------------------------------


@contextlib.contextmanager
def signed_in(address: str, username: str, password: str = PASSWORD) -> Iterator[httpx.Client]:
    """Somebody who has signed in by the form."""
    with httpx.Client(base_url=address, timeout=60, follow_redirects=True) as client:
        done = send_form(client, "/sign-in/", page="/sign-in/", username=username, password=password)
        assert done.url.path == "/"
        yield client


def send_form(
    client: httpx.Client, action: str, *, page: str = "/", htmx: bool = False, **fields: str
) -> httpx.Response:
    """Send a form with the token that this page carries."""
    token = re.search(r'csrfmiddlewaretoken" value="([^"]+)"', client.get(page).text)
    assert token
    headers = {"HX-Request": "true"} if htmx else {}
    return client.post(action, data=fields | {"csrfmiddlewaretoken": token[1]}, headers=headers)
