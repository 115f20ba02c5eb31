"""`manage.py token USERNAME NAME`: a token with which a program acts for an account."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.utils import translation

from games.choices import Scope
from games.labels import words_for
from games.management.languages import language_of_the_terminal
from games.services.tokens import make_api_token_for
from rules.refusal import Refusal


class Command(BaseCommand):
    help = "Makes a token for a program and prints it, once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="for whom the program acts")
        parser.add_argument("name", help="what the token is for")
        parser.add_argument("--write", action="store_true", help="it may do what its owner may, and not only look")

    def handle(self, *args: Any, username: str, name: str, write: bool, **options: Any) -> None:
        translation.activate(language_of_the_terminal())
        try:
            secret = make_api_token_for(username=username, name=name, scope=Scope.WRITE if write else Scope.READ)
        except Refusal as refusal:
            raise CommandError(words_for(refusal)) from refusal
        self.stdout.write(secret)
