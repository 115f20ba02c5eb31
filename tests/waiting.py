"""The one place that waits: for what happens in another thread, process or browser, and hardly ever for time alone."""

import time
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")
EVERY = 0.05


def wait_for(
    condition: Callable[[], T],
    *,
    seconds: float = 10,
    what: str = "",
    page: Any = None,
    tells: Callable[[], object] | None = None,
) -> T:
    """Look again and again until it is so, and answer what was seen. If it is not so in time, fail with what was seen
    last, and with what somebody tells who knows more. The browser of this page goes on meanwhile."""
    deadline = time.monotonic() + seconds
    while not (seen := condition()):
        if time.monotonic() > deadline:
            more = "" if tells is None else f"; {tells()}"
            raise AssertionError(f"waited {seconds} s in vain {what}".rstrip() + f"; seen last: {seen!r}{more}")
        time.sleep(EVERY) if page is None else page.wait_for_timeout(EVERY * 1000)
    return seen


DONE = "() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 30))"


def settle(page: Any) -> None:
    """Until the page has done what was due when this was asked: its scripts have run, and it is drawn."""
    page.evaluate(DONE)


def let_pass(page: Any, seconds: float) -> None:
    """Time alone: only where something must not happen, and nothing tells that it will not."""
    page.wait_for_timeout(seconds * 1000)


def wait_for_the_middle_of_a_minute() -> None:
    """What comes too often is counted by the minute; a test that crosses one would count twice."""
    while not 1 <= time.time() % 60 < 45:
        time.sleep(0.2)
