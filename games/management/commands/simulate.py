"""`manage.py simulate`: people play on, so that the live pages can be watched. How: `games.management.simulation`."""

import random
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext as _

from games.labels import words_for
from games.management.languages import language_of_the_terminal
from games.management.simulation import Refused, Server, Simulation, Unreachable
from games.services.tokens import lent_api_token
from rules.refusal import Refusal


class Command(BaseCommand):
    help = "Plays a running tournament on by chance, beside a running server. Ctrl-C stops it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "tournament", nargs="?", default="", help="its id or the end of its address; else the first"
        )
        parser.add_argument("--speed", type=float, default=30, help="how much faster than people; 30 is the default")
        parser.add_argument("--hands", type=int, help="stop after so many hands")
        parser.add_argument("--rounds", type=int, default=0, help="close, draw and publish so many more rounds")
        parser.add_argument("--at", default="", help="where the server is; else where make run has started it")
        parser.add_argument("--seed", default=None, help="the same seed gives the same hands")

    def handle(self, *args: Any, tournament: str, **options: Any) -> None:
        translation.activate(language_of_the_terminal())
        if options["speed"] <= 0:
            raise CommandError(_("The speed is more than 0."))
        try:
            with lent_api_token(tournament=tournament, name="simulate") as (tournament_id, token):
                self.play(Server(options["at"] or self.address(), token), tournament_id, options)
        except Refusal as refusal:
            raise CommandError(words_for(refusal)) from refusal
        except Refused as no:
            raise CommandError(str(no)) from no
        except Unreachable as fault:
            raise CommandError(
                _("The server does not answer (%(fault)s). Start it with make run, or say with --at where it is.")
                % {"fault": fault}
            ) from fault

    def play(self, server: Server, tournament_id: int, options: dict[str, Any]) -> None:
        simulation = Simulation(
            server=server,
            tournament=tournament_id,
            luck=random.Random(options["seed"]),
            tell=self.stdout.write,
            speed=options["speed"],
            hands=options["hands"],
            rounds=options["rounds"],
        )
        try:
            simulation.run()
        except KeyboardInterrupt:
            self.stdout.write("")
        self.stdout.write(_("Stopped after %(hands)s hands.") % {"hands": simulation.entered})

    def address(self) -> str:
        """Where make run has started the server on the same data."""
        path = settings.DATA_DIR / "serve.address"
        return path.read_text() if path.exists() else "http://127.0.0.1:8000/"
