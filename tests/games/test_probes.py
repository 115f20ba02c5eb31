"""What machines ask: is it alive, is it ready, and what is wrong if it is not."""

from datetime import timedelta

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone

from games.models import Job


def test_alive_needs_no_database(client: Client):
    """Without the database mark any query would fail this test."""
    assert client.get("/healthz").json() == {"status": "alive"}


@pytest.mark.django_db
def test_ready(client: Client):
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == {
        "status": "good", "database": "good", "migrations": "good", "broker": "good", "jobs": "good",
        "oldest_job_seconds": None,
    }  # fmt: skip
    assert "no-cache" in answer.headers["Cache-Control"]


@pytest.mark.django_db
def test_a_job_that_waits_too_long_is_a_warning(client: Client):
    asked = timezone.now() - timedelta(seconds=61)
    Job.objects.create(kind="trial", key="k", asked_at=asked, due_at=asked)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["status"], answer.json()["jobs"]) == (200, "warning", "warning")
    assert answer.json()["oldest_job_seconds"] in (61, 62, 63)


@pytest.mark.django_db
def test_a_missing_migration_is_trouble(client: Client):
    (last,) = MigrationLoader(connection).graph.leaf_nodes("games")
    MigrationRecorder(connection).record_unapplied(*last)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["migrations"]) == (503, "trouble")


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_a_database_that_is_away_is_trouble(client: Client, monkeypatch):
    connection.close()
    monkeypatch.setitem(connection.settings_dict, "NAME", "/nowhere/at/all")
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["database"]) == (503, "trouble")
    assert client.get("/healthz").status_code == 200
    connection.close()
