"""Standings are right with and without a worker, and a burst of results does not make it compute for each."""

import threading

import pytest
from django.db import connections, transaction
from pytest_django import DjangoAssertNumQueries

from games.events import emit
from games.models import Hand, Round, Snapshot, Tournament
from games.selectors.standings import PUBLIC, STAFF, current_standings, is_fresh, tournaments_with_old_standings
from games.services.standings import refresh_standings, write_if_newer
from tests.games.rows import NOON, Small, small_tournament
from tests.waiting import wait_for

pytestmark = pytest.mark.both_databases


@pytest.fixture
def small(transactional_db: None) -> Small:
    """Eight hands, of which the first pair wins one by 60 points."""
    small = small_tournament()
    for number in range(2, 9):
        Hand.objects.create(
            table=small.table, number=number, calls=["", "", "", ""], out=[0, 1], points=50, entered_at=NOON
        )
    return small


def change(small: Small) -> None:
    with transaction.atomic():
        emit("hand.recorded", tournament=small.tournament)


def leader(small: Small, audience: str = STAFF) -> tuple[str, object]:
    row = current_standings(small.stage, audience=audience).standings["rows"][0]
    return row["team"], row["values"]["points"]


def test_without_a_worker_they_are_computed_when_they_are_looked_at(small: Small):
    assert leader(small) == ("1", 2)
    assert not Snapshot.objects.exists()


def test_with_a_snapshot_looking_costs_two_queries(small: Small, django_assert_num_queries: DjangoAssertNumQueries):
    assert refresh_standings(tournament_id=small.tournament.pk) == 1
    with django_assert_num_queries(2):
        assert leader(small) == ("1", 2)


def test_an_old_snapshot_is_not_shown(small: Small):
    refresh_standings(tournament_id=small.tournament.pk)
    Hand.objects.create(
        table=small.table, number=1, revision=2, reason="misread", calls=["", "", "", ""], out=[0, 1], points=0,
        entered_at=NOON,
    )  # fmt: skip
    change(small)
    assert leader(small) == ("2", 2)


def test_a_snapshot_is_replaced_only_by_a_newer_one(small: Small):
    write_if_newer(small.stage, STAFF, 5, {"rows": ["new"]})
    write_if_newer(small.stage, STAFF, 4, {"rows": ["old"]})
    assert Snapshot.objects.get().standings == {"rows": ["new"]}


def test_what_is_hidden_is_not_in_what_the_public_sees(small: Small):
    Round.objects.update(hidden=True)
    assert leader(small, PUBLIC) == ("1", 0)
    assert leader(small, STAFF) == ("1", 2)


def test_64_results_at_once_cause_one_computation_for_all_who_come_later(small: Small):
    for _ in range(64):
        change(small)
    assert sum(refresh_standings(tournament_id=small.tournament.pk) for _ in range(64)) == 1


def test_four_workers_at_once_compute_a_few_times_and_not_64(small: Small):
    turns: list[int] = []

    def work() -> None:
        turns.extend(refresh_standings(tournament_id=small.tournament.pk) for _ in range(16))
        connections.close_all()

    for _ in range(64):
        change(small)
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(turns) == 64
    assert 1 <= sum(turns) <= 8
    assert is_fresh(Tournament.objects.get())


def test_a_real_worker_brings_them_up_to_date(small: Small, worker: None):
    for _ in range(64):
        change(small)
    wait_for(lambda: is_fresh(Tournament.objects.get()))
    assert Snapshot.objects.get(audience=STAFF).version == 65


def test_the_sweep_finds_what_a_lost_message_left_behind(small: Small):
    assert tournaments_with_old_standings() == [small.tournament.pk]
    refresh_standings(tournament_id=small.tournament.pk)
    assert tournaments_with_old_standings() == []
    Tournament.objects.update(version=99)
    assert tournaments_with_old_standings() == [small.tournament.pk]
