"""Django's entry for the application."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
