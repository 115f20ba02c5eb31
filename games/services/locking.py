"""One change of a tournament at a time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import transaction

from games.models import Tournament
from rules.refusal import Refusal


def locked(tournament_id: int) -> Tournament:
    """The tournament, locked until the transaction ends: acts on one tournament happen one after the other.

    Constraints of the database guarantee what must not be; the lock makes two people wait instead of failing.
    """
    found = Tournament.objects.select_for_update().filter(pk=tournament_id).first()
    if found is None:
        raise Refusal("tournament_unknown", field="tournament", value=tournament_id)
    return found


@contextmanager
def unchanged(tournament_id: int, still: Callable[[], bool]) -> Iterator[None]:
    """Inside, the tournament is locked and what somebody is about to change is still what was looked at; if somebody
    else was quicker it is refused."""
    with transaction.atomic():
        locked(tournament_id)
        if not still():
            raise Refusal("version_outdated", field="If-Match")
        yield
