"""The web server with its worker in one process, until a signal comes."""

import signal
import socket
import sys
from typing import Any

import uvicorn
from django.conf import settings
from django.utils.translation import gettext as _

from games.live import hub
from games.management.addresses import is_loopback, reachable_addresses
from games.management.worker_thread import WorkerThread

APPLICATION = "tichu_tournament.asgi:application"


class Server(uvicorn.Server):
    """Uvicorn, which on its way out also ends the live streams: they would keep it waiting."""

    def handle_exit(self, sig: int, frame: Any) -> None:
        hub.close()
        super().handle_exit(sig, frame)


def admit(host: str) -> None:
    """Phones come by address, so these are names of this site too. Where others can reach it, a mistake is not shown
    with its code."""
    settings.ALLOWED_HOSTS += [each for each in reachable_addresses(host) if each not in settings.ALLOWED_HOSTS]
    settings.DEBUG = settings.DEBUG and is_loopback(host)


def serve(host: str, listener: socket.socket) -> None:
    """Serve until a signal comes, then stop the worker too."""
    admit(host)
    worker = WorkerThread()
    worker.start()
    # Uvicorn raises the signal that stopped it once more when it is done; by then it has done its work.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *ignored: None)
    config = uvicorn.Config(
        APPLICATION, log_config=None, log_level="warning", access_log=False, lifespan="off", timeout_graceful_shutdown=2
    )
    Server(config).run(sockets=[listener])
    if not worker.stop():
        sys.stderr.write(_("The worker was in the middle of something; it takes that up again at the next start."))
        sys.stderr.flush()
