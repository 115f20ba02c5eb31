"""`manage.py director NAME`: somebody who may direct tournaments. The first one comes in so; others are invited."""

import getpass
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext as _

from games.labels import words_for
from games.management.languages import language_of_the_terminal
from games.services.accounts import make_account, password_link
from rules.refusal import Refusal


class Command(BaseCommand):
    help = "Makes an account that may direct tournaments, or with --owner the one that owns the site."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the username")
        parser.add_argument("--email", default="", help="to which a link goes when the password is forgotten")
        parser.add_argument("--owner", action="store_true", help="may everything, and sees the administration")

    def handle(self, *args: Any, name: str, email: str, owner: bool, **options: Any) -> None:
        translation.activate(language_of_the_terminal())
        password = self.ask_for_password() if sys.stdin.isatty() else None
        try:
            account = make_account(username=name, password=password, email=email, director=True, owner=owner)
        except Refusal as refusal:
            raise CommandError(words_for(refusal)) from refusal
        self.stdout.write(_("There is an account “%(name)s” now.") % {"name": account.username})
        if password is None:
            self.stdout.write(_("Whoever opens this link within an hour chooses its password:"))
            self.stdout.write(password_link(account, root=self.root()))

    def ask_for_password(self) -> str:
        password = getpass.getpass(_("Password: "))
        if password != getpass.getpass(_("The same password again: ")):
            raise CommandError(_("These are two different passwords. Type the same one twice."))
        return password

    def root(self) -> str:
        """The address of the site, as far as its settings tell."""
        host = settings.ALLOWED_HOSTS[0].lstrip(".")
        return f"http://{host}:8000" if settings.EMBEDDED else f"{'https' if settings.TLS else 'http'}://{host}"
