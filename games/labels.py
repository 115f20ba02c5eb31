"""Codes into words, in the reader's language."""

from django.utils.translation import gettext_lazy as _

from rules.refusal import Refusal

REFUSALS = {
    "not_allowed": _(
        "Your account may not do this. Ask the director of the tournament, or sign in with another account."
    ),
    "unknown_topic": _("There is no live stream by the name “%(topic)s”."),
}


def words_for(refusal: Refusal) -> str:
    """One sentence that says what is wrong, where, and what would be right."""
    return str(REFUSALS[refusal.code]) % refusal.facts
