"""`make dev`: the program runs in a process beside this one, and in a new one when its code has changed.

This process keeps the lock and the port, so a browser that asks in between waits and is answered by the new one. What
is not code is read anew each time: see `FRESH` in the settings. Nothing of Django may be imported here outside of the
functions: a new process reads this before anything is set up.
"""

import multiprocessing
import os
import signal
import socket
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import uvicorn
from uvicorn.supervisors.statreload import StatReload

PROJECT = Path(__file__).resolve().parents[2]
ROOMS = ("rules", "scoring", "pairing", "games", "tichu_tournament")


class CodeWatch(StatReload):
    """Looks for changes in the code of the program and in its catalogues, which are read once in a process, too."""

    def iter_py_files(self) -> Iterator[Path]:
        yield from super().iter_py_files()
        yield from (PROJECT / "locale").rglob("*.mo")


def serve_anew_when_changed(host: str, listener: socket.socket) -> None:
    """Until a signal comes. Code that does not even start says why, and is tried again when it has changed."""
    config = uvicorn.Config(
        "tichu_tournament.asgi:application", log_config=None, log_level="warning", reload=True,
        reload_dirs=[str(PROJECT / room) for room in ROOMS],
    )  # fmt: skip
    CodeWatch(config, target=partial(serve_in_new_process, host), sockets=[listener]).run()


def serve_in_new_process(host: str, sockets: list[socket.socket]) -> None:
    """What the new process does. It begins with nothing but the environment, and a new migration is applied."""
    threading.Thread(target=end_with_parent, daemon=True).start()

    import django

    django.setup()
    from django.core.management import call_command

    from games.management.serving import serve

    call_command("migrate", interactive=False, verbosity=0)
    serve(host, sockets[0])


def end_with_parent() -> None:
    """The lock on the data is the parent's: without it nobody may go on."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
