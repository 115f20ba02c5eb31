"""`manage.py demo`: tournaments in every state, to look around in."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext as _

from games.labels import words_for
from games.management.languages import language_of_the_terminal
from games.services.accounts import director_named
from games.services.demo import ensure_demo
from rules.refusal import Refusal


class Command(BaseCommand):
    help = "Makes demo tournaments in every state, in a database that has no tournaments."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--director", default="", help="who directs them; without it the first director there is")
        parser.add_argument("--beside", action="store_true", help="also where there are tournaments already")

    def handle(self, *args: Any, director: str, beside: bool, **options: Any) -> None:
        translation.activate(language_of_the_terminal())
        try:
            account = director_named(director)
        except Refusal as refusal:
            raise CommandError(words_for(refusal)) from refusal
        made = ensure_demo(account=account, time_zone=settings.TIME_ZONE, beside=beside)
        if not made:
            raise CommandError(_("There are tournaments here already. --beside makes the demo beside them."))
        for tournament in made:
            self.stdout.write(f"{tournament.pk}  {tournament.name}")
