"""The Celery application, and the sweep that every worker carries with it.

No broker keeps a message through everything that can happen to it, so a message is only a nudge: the work itself is
a row in the database. Each worker, when it starts and every `SWEEP_SECONDS` from then on, asks for the rows that are
left and nudges them again.
"""

import os
from typing import Any

from celery import Celery, bootsteps

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tichu_tournament.settings")

app = Celery("tichu_tournament")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


class Sweep(bootsteps.StartStopStep):
    """Sends the sweep task at start-up and then by the clock. Any number of workers may do so: it does no harm."""

    requires = {"celery.worker.components:Timer"}

    def __init__(self, worker: Any, **options: Any) -> None:
        super().__init__(worker, **options)
        self.timer_entry: Any = None

    def start(self, worker: Any) -> None:
        from django.conf import settings

        if settings.SWEEP_SECONDS:
            worker.timer.call_after(0, self.send)
            self.timer_entry = worker.timer.call_repeatedly(settings.SWEEP_SECONDS, self.send)

    def stop(self, worker: Any) -> None:
        if self.timer_entry:
            self.timer_entry.cancel()
            self.timer_entry = None

    def send(self) -> None:
        from games.events import nudge

        nudge("sweep")


app.steps["worker"].add(Sweep)
