"""One change of a tournament at a time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import transaction

from games.actor import Actor
from games.choices import State
from games.models import Tournament
from games.permissions import may_direct
from rules.refusal import Refusal


def locked(tournament_id: int) -> Tournament:
    """The tournament, locked until the transaction ends: acts on one tournament happen one after the other.

    Constraints of the database guarantee what must not be; the lock makes two people wait instead of failing.
    """
    found = Tournament.objects.select_for_update().filter(pk=tournament_id).first()
    if found is None:
        raise Refusal("tournament_unknown", field="tournament", value=tournament_id)
    return found


def directed(
    by: Actor,
    tournament_id: int,
    *,
    may: Callable[[Actor, Tournament], bool] = may_direct,
    even_finished: bool = False,
) -> Tournament:
    """The tournament, locked, for somebody who directs it, or otherwise may act on it."""
    tournament = locked(tournament_id)
    if not may(by, tournament):
        raise Refusal("not_allowed")
    if tournament.state == State.FINISHED and not even_finished:
        raise Refusal("tournament_finished")
    return tournament


@contextmanager
def unchanged(tournament_id: int, still: Callable[[], bool]) -> Iterator[None]:
    """Inside, the tournament is locked and what somebody is about to change is still what was looked at; if somebody
    else was quicker it is refused."""
    with transaction.atomic():
        locked(tournament_id)
        if not still():
            raise Refusal("version_outdated", field="If-Match")
        yield
