"""The log: one line a change, and whoever alters a line afterwards is found out."""

import pytest
from django.db import connection, transaction

from games.actor import Actor
from games.events import SITE, emit
from games.models import LogHead, LogLine
from games.selectors.log import first_broken_line
from tests.games.acting import overtaken
from tests.games.rows import Small, small_tournament
from tests.games.test_log_chain import WAYS

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def logged() -> Small:
    small = small_tournament()
    for number in range(20):
        with transaction.atomic():
            emit("hand.recorded", by=Actor(account=small.account), tournament=small.tournament, facts={"hand": number})
    return small


def test_every_change_raises_the_version_and_follows_the_line_before(logged: Small):
    lines = list(LogLine.objects.filter(tournament=logged.tournament))
    assert [line.number for line in lines] == list(range(1, 21))
    assert [line.previous for line in lines[1:]] == [line.hash for line in lines[:-1]]
    logged.tournament.refresh_from_db()
    assert logged.tournament.version == 21
    assert lines[0].actor == f"account {logged.account.pk}"
    assert first_broken_line(logged.tournament) is None


@pytest.mark.parametrize("way", WAYS)
def test_whoever_writes_over_a_line_is_found_out(logged: Small, way: str):
    LogLine.objects.filter(tournament=logged.tournament, number=7).update(**{way: WAYS[way]})
    assert first_broken_line(logged.tournament) == 7


def test_whoever_deletes_a_line_is_found_out(logged: Small):
    LogLine.objects.get(tournament=logged.tournament, number=7).delete()
    assert first_broken_line(logged.tournament) == 7


def test_a_forged_line_at_the_end_is_found_too(logged: Small):
    LogHead.objects.filter(chain=f"tournament.{logged.tournament.pk}").update(length=19)
    assert first_broken_line(logged.tournament) == 21


def test_an_empty_log_is_whole():
    assert first_broken_line(small_tournament().tournament) is None


@pytest.mark.django_db(transaction=True)
def test_of_two_who_write_at_once_the_second_follows_the_first():
    """What happens in a tournament waits for its lock anyway; what happens on the site only here."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite lets one write at a time anyway: run this on PostgreSQL")

    def write() -> int:
        with transaction.atomic():
            return emit("token.made").number

    def hold_the_end() -> None:
        LogHead.objects.select_for_update().get(chain=SITE)

    write()
    assert overtaken(write, by=hold_the_end, then=write) == 3
    assert first_broken_line(None) is None
