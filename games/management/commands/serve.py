"""`manage.py serve`: the whole program in one process, with nothing to install and nothing to set."""

import contextlib
import fcntl
import secrets
import socket
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

import segno
from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.utils import translation
from django.utils.translation import gettext as _

from games.management.addresses import is_every_address, is_loopback, reachable_addresses
from games.management.languages import language_of_the_terminal
from games.management.reloading import serve_anew_when_changed
from games.management.serving import serve
from games.management.static_files import collect_if_changed
from games.services.accounts import ensure_demo_director
from games.services.demo import ensure_demo


def url_of(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


class Command(BaseCommand):
    help = "Runs the program on embedded defaults: SQLite, one web process with its Celery worker, a demo to try."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets phones in the same network in")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--no-demo", action="store_true", help="start with no tournaments")

    def handle(self, *args: Any, host: str, port: int, no_demo: bool, **options: Any) -> None:
        translation.activate(language_of_the_terminal())
        if not settings.EMBEDDED:
            raise CommandError(
                _(
                    "serve runs on embedded defaults, but DATABASE_URL or REDIS_URL is set. docs/deployment.md says how"
                    " to start the web server and the worker."
                )
            )
        with self.only_one(), self.listening(host, port) as listener:
            call_command("migrate", interactive=False, verbosity=0)
            if not settings.FRESH:
                collect_if_changed()
            self.greet(host, port, demo=not no_demo)
            with self.found_at(url_of("localhost" if is_every_address(host) else host, port)):
                (serve_anew_when_changed if settings.FRESH else serve)(host, listener)
        self.stdout.write(_("Stopped."))

    @contextlib.contextmanager
    def only_one(self) -> Iterator[None]:
        """The broker and the live signal live in the process: a second one on the same data would be deaf."""
        with (settings.DATA_DIR / "serve.lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as busy:
                raise CommandError(
                    _(
                        "It is already running on the data in %(folder)s. Stop it first, or give this one a DATA_DIR of"
                        " its own."
                    )
                    % {"folder": settings.DATA_DIR}
                ) from busy
            yield

    @contextlib.contextmanager
    def listening(self, host: str, port: int) -> Iterator[socket.socket]:
        """Take the port first: nothing is prepared for a server that cannot start."""
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listener.bind((host, port))
            except (OSError, OverflowError) as fault:
                raise CommandError(
                    _("Cannot listen on %(host)s port %(port)s: %(fault)s. Try another one: make run PORT=9000")
                    % {"host": host, "port": port, "fault": fault}
                ) from fault
            yield listener

    @contextlib.contextmanager
    def found_at(self, url: str) -> Iterator[None]:
        """Other commands on the same data find the server by this file."""
        path = settings.DATA_DIR / "serve.address"
        path.write_text(url)
        try:
            yield
        finally:
            path.unlink(missing_ok=True)

    def greet(self, host: str, port: int, *, demo: bool) -> None:
        """Where it is, how phones get there, and how to sign in."""
        local = host if is_loopback(host) else "localhost"
        lines = [(_("Tichu Tournament is at"), url_of(local, port))]
        phones = [] if is_loopback(host) else [url_of(address, port) for address in reachable_addresses(host)]
        if is_loopback(host):
            lines.append((_("For phones"), "make run HOST=0.0.0.0"))
        elif phones:
            lines += [(_("Phones reach it at"), url) for url in phones]
        else:
            lines.append((_("Phones reach it at"), _("(this machine is in no network now)")))
        lines += [*self.sign_in_line(demo=demo), (_("To stop it"), "Ctrl-C")]
        width = max(len(what) for what, _value in lines)
        self.stdout.write("\n" + "\n".join(f"  {what:{width}}   {value}" for what, value in lines) + "\n")
        if phones:
            segno.make(phones[0]).terminal(sys.stdout, compact=True)
        sys.stdout.flush()

    def sign_in_line(self, *, demo: bool) -> list[tuple[str, str]]:
        """The demo director's password: made at the first start, kept beside the data, told until it is changed."""
        path = settings.DATA_DIR / "demo_password"
        if not path.exists():
            path.touch(mode=0o600)
            path.write_text("-".join(secrets.token_hex(2) for _number in range(3)))
        password = path.read_text()
        account = ensure_demo_director(password=password)
        if account is None:
            return []
        if demo:
            ensure_demo(account=account, time_zone=settings.TIME_ZONE)
        known = password if account.check_password(password) else _("(the password you chose)")
        return [(_("Sign in as"), f"{account.username}   {known}")]
