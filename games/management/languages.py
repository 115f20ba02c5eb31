"""The language of commands."""

import os

from django.conf import settings


def language_of_the_terminal() -> str:
    """The language that the person at the keyboard reads, as far as we speak it."""
    spoken = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    known = dict(settings.LANGUAGES)
    return spoken[:2] if spoken[:2] in known else settings.LANGUAGE_CODE
