"""The site: settings, addresses, the doors for servers, and the Celery application."""

from tichu_tournament.celery import app as celery_app

__all__ = ["celery_app"]
