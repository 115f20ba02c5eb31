"""A real Celery worker in a thread of the web process, for the embedded default."""

import logging
import threading
import time

from celery import current_app
from celery.worker import state

from games.events import nudge

logger = logging.getLogger(__name__)


class WorkerThread:
    """Runs a worker on the `memory://` broker, starts it again if it breaks, and stops it when asked to.

    Messages are serialised and taken from a queue as from any broker: nothing is called on the spot. The broker lives
    in this process, so there can be one such process only.
    """

    def __init__(self, *, threads: int = 2) -> None:
        self.threads = threads
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._supervise, name="celery-worker", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self, *, timeout: float = 3) -> bool:
        """Ask the worker to finish what it is doing and wait for it; say whether it has stopped."""
        self._stopping.set()
        state.should_stop = 0
        # The worker looks at that flag between two waits of two seconds each; a message ends a wait at once.
        for _ in range(2):
            nudge("sweep")
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _supervise(self) -> None:
        while not self._stopping.is_set():
            try:
                self._work()
            except Exception:
                logger.exception("The worker broke; starting it again")
            if not self._stopping.is_set():
                time.sleep(1)

    def _work(self) -> None:
        state.should_stop = None
        worker = current_app.WorkController(
            pool="threads",
            concurrency=self.threads,
            hostname="embedded",
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
            quiet=True,
        )
        worker.start()
