"""Redis stopped, or accepting and never answering, delays a request by two seconds at the most and loses nothing."""

import contextlib
import signal
import socket
import time
from collections.abc import Iterator

import httpx
import pytest

from games.models import Account, Job, LogLine
from games.services.checkup import ask_worker
from tests.programs import send_form, signed_in, web_process, worker_process
from tests.servers import free_port, redis_server
from tests.waiting import wait_for

pytestmark = [pytest.mark.real_redis, pytest.mark.django_db(transaction=True)]


@contextlib.contextmanager
def black_hole(port: int) -> Iterator[None]:
    """A server that takes every connection and never says a word."""
    with socket.create_server(("127.0.0.1", port), backlog=100):
        yield


def ask_worker_by_page(client: httpx.Client) -> float:
    """Press the button; how long the answer took. (The check-up itself asks Redis, so the token is another page's.)"""
    started = time.monotonic()
    answer = send_form(client, "/checkup/ask/", htmx=True)
    took = time.monotonic() - started
    assert answer.status_code == 200
    return took


@pytest.mark.parametrize("broken", ["stopped", "silent"])
def test_a_request_is_answered_and_its_job_is_done_once_redis_is_back(broken: str, director: Account):
    port = free_port()
    url = f"redis://127.0.0.1:{port}/0"
    trouble = black_hole(port) if broken == "silent" else contextlib.nullcontext()
    with trouble, web_process(REDIS_URL=url) as address, signed_in(address, director.username) as client:
        assert ask_worker_by_page(client) < 2
        assert httpx.get(f"{address}/readyz").json()["broker"] == "warning"
        assert httpx.get(f"{address}/readyz").status_code == 200
        job = Job.objects.get()
        assert job.finished_at is None
    with redis_server(port=port), worker_process(REDIS_URL=url):
        wait_for(lambda: Job.objects.get().finished_at, seconds=30)
    assert LogLine.objects.filter(what="worker.answered").count() == 1


@pytest.mark.slow("held up for seconds, as without the limit")
def test_control_without_the_time_limit_a_silent_redis_holds_the_request_up(director: Account):
    port = free_port()
    changes = {"REDIS_URL": f"redis://127.0.0.1:{port}/0", "REDIS_TIMEOUT": "4"}
    with black_hole(port), web_process(**changes) as address, signed_in(address, director.username) as client:
        assert ask_worker_by_page(client) > 2


def test_after_the_first_failure_requests_hardly_wait(director: Account):
    """Each would wait a second if it tried: four of them together would take four."""
    port = free_port()
    url = f"redis://127.0.0.1:{port}/0"
    with black_hole(port), web_process(REDIS_URL=url) as address, signed_in(address, director.username) as client:
        ask_worker_by_page(client)
        assert sum(ask_worker_by_page(client) for _ in range(4)) < 3
    assert Job.objects.count() == 1


def test_a_redis_that_freezes_under_open_connections_delays_no_more(director: Account):
    with (
        redis_server() as redis,
        web_process(REDIS_URL=redis.url) as address,
        signed_in(address, director.username) as client,
    ):
        assert ask_worker_by_page(client) < 2
        redis.process.send_signal(signal.SIGSTOP)
        assert ask_worker_by_page(client) < 2
        redis.process.send_signal(signal.SIGCONT)
        with worker_process(REDIS_URL=redis.url):
            wait_for(lambda: Job.objects.get().finished_at, seconds=30)


def test_a_worker_outlives_its_redis_and_catches_up(director: Account):
    port = free_port()
    url = f"redis://127.0.0.1:{port}/0"
    with contextlib.ExitStack() as stack:
        with redis_server(port=port):
            stack.enter_context(worker_process(REDIS_URL=url, SWEEP_SECONDS="1"))
            ask_worker(by=director)
            wait_for(lambda: Job.objects.get().finished_at, seconds=30)
        ask_worker(by=director)  # this process's Redis is another one: the worker hears nothing of it
        with redis_server(port=port):
            wait_for(lambda: not Job.objects.filter(finished_at=None).exists(), seconds=30)
    assert LogLine.objects.filter(what="worker.answered").count() == 2
