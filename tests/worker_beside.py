"""The worker process that all tests of a test process share: starting one takes seconds.

It hears what is asked for while a test runs that needs a worker, and nothing else: it has a queue of its own and never
sweeps. When such a test is over it has done all that was asked of it.
"""

import contextlib
from collections.abc import Iterator
from secrets import token_hex
from typing import Any

from celery import shared_task
from kombu import Queue

from games.live import redis_client
from tests.waiting import wait_for
from tichu_tournament.celery import app

QUEUE = "beside"
OPTIONS = {"TEST_QUEUE": QUEUE, "SWEEP_SECONDS": "0"}

_heard = False


def route(name: str, *_: Any, **__: Any) -> dict[str, str] | None:
    """Which queue a message goes to that is sent here."""
    return {"queue": QUEUE} if _heard else None


@shared_task(name="tests.worker_beside.answer")
def answer(token: str) -> None:
    """It takes one message after the other: when this one is answered, none is left."""
    redis_client().set(token, 1, ex=60)


@contextlib.contextmanager
def heard() -> Iterator[None]:
    global _heard
    with app.connection_for_write() as connection:
        Queue(QUEUE)(connection.default_channel).declare()  # a test may have emptied Redis
    _heard = True
    try:
        yield
        token = f"idle-{token_hex(8)}"
        answer.delay(token)
        wait_for(lambda: redis_client().get(token), seconds=60, what="for the worker to have done what was asked for")
    finally:
        _heard = False
