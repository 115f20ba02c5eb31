"""Settings come from the environment: none is embedded, production refuses to start unsafe and says why."""

import json
import secrets
import stat
from pathlib import Path

import pytest

from tests.programs import manage

STRONG = secrets.token_urlsafe(64)
PRODUCTION = {
    "DATABASE_URL": "postgres://tichu:secret@127.0.0.1:5432/tichu",
    "REDIS_URL": "redis://127.0.0.1:6379/0",
    "SECRET_KEY": STRONG,
    "ALLOWED_HOSTS": "tichu.example.org,www.tichu.example.org",
}


def setting(folder: Path, names: str, **environment: str) -> object:
    code = f"import json; from django.conf import settings as s; print(json.dumps([{names}], default=str))"
    done = manage(folder, "shell", "--no-imports", "--command", code, **environment)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_with_nothing_set_it_is_embedded(tmp_path: Path):
    names = "s.EMBEDDED, s.DEBUG, s.DATABASES['default']['ENGINE'], s.CELERY_BROKER_URL, s.TLS, s.ALLOWED_HOSTS"
    assert setting(tmp_path, names) == [
        True, False, "django.db.backends.sqlite3", "memory://", False, ["localhost", "127.0.0.1", "[::1]"],
    ]  # fmt: skip


def test_the_embedded_secret_is_made_once_and_is_nobody_elses_to_read(tmp_path: Path):
    first, second = setting(tmp_path, "s.SECRET_KEY"), setting(tmp_path, "s.SECRET_KEY")
    other = setting(tmp_path / "other", "s.SECRET_KEY")
    assert first == second != other
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert len((tmp_path / "secret_key").read_text()) >= 50


def test_a_good_production_starts_and_the_deployment_check_has_no_warning(tmp_path: Path):
    done = manage(tmp_path, "check", "--deploy", "--fail-level=WARNING", **PRODUCTION)
    assert (done.returncode, done.stderr) == (0, "")
    assert "no issues" in done.stdout


def test_production_stands_on_its_servers_behind_tls(tmp_path: Path):
    names = (
        "s.EMBEDDED, s.DATABASES['default']['ENGINE'], s.CELERY_BROKER_URL, s.SESSION_COOKIE_NAME,"
        " s.SESSION_COOKIE_SECURE, s.SECURE_SSL_REDIRECT, s.CSRF_TRUSTED_ORIGINS, s.LOG_FORMAT"
    )
    assert setting(tmp_path, names, **PRODUCTION) == [
        False, "django.db.backends.postgresql", "redis://127.0.0.1:6379/0", "__Host-session", True, True,
        ["https://tichu.example.org", "https://www.tichu.example.org"], "json",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"SECRET_KEY": ""}, "SECRET_KEY is missing or weak"),
        ({"SECRET_KEY": "short"}, "SECRET_KEY is missing or weak"),
        ({"SECRET_KEY": STRONG[:49]}, "SECRET_KEY is missing or weak"),
        ({"SECRET_KEY": "a" * 80}, "SECRET_KEY is missing or weak"),
        ({"SECRET_KEY": "django-insecure-" + STRONG}, "SECRET_KEY is missing or weak"),
        ({"DEBUG": "true"}, "DEBUG is on"),
        ({"ALLOWED_HOSTS": ""}, "ALLOWED_HOSTS is not set"),
        ({"ALLOWED_HOSTS": "*"}, "ALLOWED_HOSTS holds a wildcard"),
        ({"ALLOWED_HOSTS": "tichu.example.org,*"}, "ALLOWED_HOSTS holds a wildcard"),
        ({"REDIS_URL": ""}, "REDIS_URL is not set"),
        ({"DATABASE_URL": ""}, "DATABASE_URL is not set"),
    ],
)
def test_an_unsafe_production_refuses_to_start_and_says_why(tmp_path: Path, change: dict[str, str], reason: str):
    done = manage(tmp_path, "check", **PRODUCTION | change)
    assert done.returncode != 0
    assert reason in done.stderr


def test_all_faults_are_named_at_once(tmp_path: Path):
    done = manage(tmp_path, "check", **PRODUCTION | {"SECRET_KEY": "", "DEBUG": "1", "ALLOWED_HOSTS": "*"})
    assert [word for word in ("SECRET_KEY", "DEBUG", "ALLOWED_HOSTS") if f"- {word}" in done.stderr] == [
        "SECRET_KEY", "DEBUG", "ALLOWED_HOSTS",
    ]  # fmt: skip
