"""Each test process has a database of its own from a template; what a test has committed is gone after it."""

from pathlib import Path

import pytest
from django.apps import apps
from django.contrib.auth.hashers import make_password
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection

from games.live import redis_client
from games.models import Account, Hand, Job
from games.services.checkup import ask_worker
from games.services.jobs import perform_job
from games.services.kinds import KINDS
from tests import databases
from tests.databases import empty_what_was_written, kept, migrations_hash
from tests.games.rows import small_tournament
from tests.worker_beside import heard


@pytest.fixture
def own_templates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place of its own for what is kept, and for the migrations it depends on."""
    migrations = tmp_path / "games" / "migrations"
    migrations.mkdir(parents=True)
    (migrations / "0001_first.py").write_text("first")
    (tmp_path / "requirements.txt").write_text("django==5.2")
    monkeypatch.setattr(databases, "PROJECT", tmp_path)
    monkeypatch.setattr(databases, "KEPT", tmp_path)
    return tmp_path


def test_a_template_is_made_once_for_the_same_migrations(own_templates: Path):
    made: list[Path] = []

    def make(path: Path) -> None:
        made.append(path)
        path.write_text("a template")

    first = kept("sqlite3", make)
    assert kept("sqlite3", make) == first
    assert len(made) == 1
    (own_templates / "games" / "migrations" / "0002_more.py").write_text("more")
    assert kept("sqlite3", make) != first
    assert len(made) == 2
    assert not first.exists(), "what no migration leads to any more is not kept"


def test_a_template_that_was_not_finished_is_made_again(own_templates: Path):
    def break_off(path: Path) -> None:
        path.write_text("half a tem")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kept("sqlite3", break_off)
    assert kept("sqlite3", lambda path: path.write_text("a template") and None).read_text() == "a template"


@pytest.mark.parametrize("changed", ["requirements.txt", "games/migrations/0001_first.py"])
def test_other_packages_or_migrations_are_another_template(own_templates: Path, changed: str):
    before = migrations_hash()
    (own_templates / changed).write_text("something else")
    assert migrations_hash() != before


@pytest.mark.both_databases
@pytest.mark.django_db
def test_the_database_is_migrated_and_knows_what_it_holds():
    call_command("migrate", check_unapplied=True, verbosity=0)
    assert {kind.model for kind in ContentType.objects.filter(app_label="games")} == {
        model._meta.model_name for model in apps.get_app_config("games").get_models()
    }


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_what_was_committed_is_gone_in_whatever_order_it_refers_to_each_other():
    small_tournament()
    before = ContentType.objects.count()
    empty_what_was_written()
    assert not Hand.objects.exists()
    assert not Account.objects.exists()
    with connection.cursor() as cursor:
        assert databases._written(cursor) == []
    assert ContentType.objects.count() == before > 0


@pytest.mark.real_redis
@pytest.mark.django_db(transaction=True)
def test_the_shared_worker_hears_only_tests_that_want_one(director: Account, worker_beside: None):
    job = ask_worker(by=director)
    with heard():
        pass
    job.refresh_from_db()
    assert job.finished_at is None, "asked for while nobody was to hear it"
    assert redis_client().lpop("celery")
    perform_job(job_id=job.pk, kinds=KINDS)
    with heard():
        job = ask_worker(by=director)
    assert Job.objects.get(pk=job.pk).finished_at is not None, "done before the test goes on"


def test_passwords_are_hashed_in_a_moment(settings):
    assert make_password("a good long password").startswith("md5$")


def test_and_as_people_s_are_where_a_test_is_about_that(real_hashing: None):
    assert make_password("a good long password").startswith("argon2$argon2id$")
