"""A server that does not answer is left alone for a while, so that it delays one request and not every one."""

import logging
import threading
import time
from collections.abc import Callable

logger = logging.getLogger(__name__)


class Breaker:
    """Lets attempts through until one fails; then one attempt per rest, until one succeeds.

    For what may be lost without harm only: an attempt that is not made is not made up for here.
    """

    def __init__(self, *, name: str, rest_seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.name = name
        self.rest_seconds = rest_seconds
        self.clock = clock
        self._lock = threading.Lock()
        self._resting_until: float | None = None

    def attempt(self, act: Callable[[], object]) -> bool:
        """Do it, and say whether it was done. Never raises."""
        if not self._admits():
            return False
        try:
            act()
        except Exception as fault:
            with self._lock:
                self._resting_until = self.clock() + self.rest_seconds
            logger.warning("%s does not answer (%s); trying again in %s s", self.name, fault, self.rest_seconds)
            return False
        with self._lock:
            self._resting_until = None
        return True

    def _admits(self) -> bool:
        with self._lock:
            if self._resting_until is None:
                return True
            if self.clock() < self._resting_until:
                return False
            self._resting_until = self.clock() + self.rest_seconds  # this one tries; the others rest on
            return True


redis_breaker = Breaker(name="Redis", rest_seconds=5)
