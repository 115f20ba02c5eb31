"""The one place that waits: for what happens in another thread, process or browser, never for time alone."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
EVERY = 0.05


def wait_for(condition: Callable[[], T], *, seconds: float = 10, what: str = "") -> T:
    """Look again and again until it is so, and answer what was seen; fail with what was seen last if it is not so in
    time."""
    deadline = time.monotonic() + seconds
    while not (seen := condition()):
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {seconds} s in vain {what}".rstrip() + f"; seen last: {seen!r}")
        time.sleep(EVERY)
    return seen


def wait_for_the_middle_of_a_minute() -> None:
    """What comes too often is counted by the minute; a test that crosses one would count twice."""
    while not 1 <= time.time() % 60 < 45:
        time.sleep(0.2)
