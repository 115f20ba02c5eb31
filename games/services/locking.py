"""One change of a tournament at a time."""

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


def check_version(tournament: Tournament, expected: int | None) -> None:
    """Refuse if somebody else has changed the tournament since it was looked at."""
    if expected is not None and expected != tournament.version:
        raise Refusal("version_outdated", field="version", value=expected, current=tournament.version)
