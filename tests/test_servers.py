"""The test servers: real, on loopback alone, and gone afterwards whatever happened."""

import contextlib
import os
import pwd
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import psycopg
import pytest
import redis

from tests.programs import PROJECT
from tests.servers import postgres_server, redis_server, servers_in_environment
from tests.waiting import wait_for


def leftovers(folder: Path) -> list[str]:
    """Folders and processes that a run left behind."""
    return [path.name for path in folder.iterdir()] + processes_in(folder)


def processes_in(folder: Path) -> list[str]:
    """The folders below this one in which processes are at work (on Linux, which shows them)."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cwd"):
        with contextlib.suppress(OSError):
            found.append(str(path.readlink()))
    return [place for place in found if place.startswith(str(folder))]


@pytest.fixture
def own_tmp(monkeypatch):
    """A temporary folder of this test's own, which `nobody` can pass through."""
    with tempfile.TemporaryDirectory(prefix="tichu-own-") as name:
        Path(name).chmod(0o755)
        monkeypatch.setattr(tempfile, "tempdir", name)
        yield Path(name)


def test_they_answer_and_are_gone_afterwards(own_tmp: Path):
    with postgres_server() as postgres, redis_server() as valkey:
        with psycopg.connect(postgres.url) as connection:
            assert connection.execute("SELECT current_setting('listen_addresses')").fetchone() == ("127.0.0.1",)
        assert redis.Redis.from_url(valkey.url).ping() is True
        assert postgres.version.startswith("PostgreSQL ")
        assert len(processes_in(own_tmp)) >= 2 or not sys.platform.startswith("linux")
    assert leftovers(own_tmp) == []


def test_they_are_gone_after_a_failure_too(own_tmp: Path):
    with pytest.raises(ZeroDivisionError), postgres_server(), redis_server():
        raise ZeroDivisionError
    assert leftovers(own_tmp) == []


def test_a_server_that_does_not_start_says_why_and_leaves_nothing(own_tmp: Path):
    with pytest.raises(RuntimeError, match="nonsense"), postgres_server("-c", "nonsense_setting=1"):
        pass
    assert leftovers(own_tmp) == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="ONLY LINUX lets a child die with its parent")
def test_they_die_with_a_parent_that_is_killed(own_tmp: Path):
    parent = subprocess.Popen(
        [sys.executable, "-m", "tests.servers", sys.executable, "-c", "import time; time.sleep(60)"],
        cwd=PROJECT, env=dict(os.environ, TMPDIR=str(own_tmp), DATABASE_URL="", REDIS_URL=""), start_new_session=True,
        stdout=subprocess.PIPE,
    )  # fmt: skip
    assert parent.stdout
    assert b"Running on PostgreSQL" in parent.stdout.readline()
    assert len(processes_in(own_tmp)) >= 2
    os.killpg(parent.pid, signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    wait_for(lambda: not processes_in(own_tmp), seconds=10)


def test_sigterm_removes_them(own_tmp: Path):
    parent = subprocess.Popen(
        [sys.executable, "-m", "tests.servers", sys.executable, "-c", "import time; time.sleep(2)"],
        cwd=PROJECT, env=dict(os.environ, TMPDIR=str(own_tmp), DATABASE_URL="", REDIS_URL=""), start_new_session=True,
        stdout=subprocess.PIPE,
    )  # fmt: skip
    assert parent.stdout
    parent.stdout.readline()
    parent.terminate()
    assert parent.wait(30) == 143
    parent.stdout.close()
    assert leftovers(own_tmp) == []


def test_addresses_that_are_set_are_used(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://club@db.example.org/tichu")
    monkeypatch.setenv("REDIS_URL", "redis://redis.example.org/0")
    with servers_in_environment() as (environment, names):
        assert environment["DATABASE_URL"] == "postgres://club@db.example.org/tichu"
        assert environment["REDIS_URL"] == "redis://redis.example.org/0"
        assert names == "the server of DATABASE_URL and the server of REDIS_URL"


def python_for(ordinary: dict) -> str:
    """A Python, and a checkout, that this user can read."""
    for python in (sys.executable, "/usr/bin/python3"):
        reads = [python, "-c", f"open({str(PROJECT / 'tests' / 'servers.py')!r})"]
        try:
            if subprocess.run(reads, cwd="/", capture_output=True, check=False, **ordinary).returncode == 0:
                return python
        except OSError:
            continue
    pytest.skip("NO PYTHON OR NO CHECKOUT that an ordinary user can read: tried as root only")


@pytest.mark.skipif(os.geteuid() != 0, reason="ONLY ROOT can try it as somebody else")
def test_they_start_for_somebody_who_is_not_root(own_tmp: Path):
    """An ordinary person, for whom nothing changes its user."""
    account = pwd.getpwnam("daemon")
    os.chown(own_tmp, account.pw_uid, account.pw_gid)
    code = (
        "import sys; sys.path[:0] = sys.argv[1:]\n"
        "from tests.servers import postgres_server, redis_server\n"
        "with postgres_server() as p, redis_server() as r: print('started', p.version, r.version)"
    )
    ordinary = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
    python = python_for(ordinary)
    packages = Path(psycopg.__file__).parent.parent
    done = subprocess.run(
        [python, "-c", code, str(PROJECT), str(packages)], cwd="/", capture_output=True, text=True, check=False,
        env={"TMPDIR": str(own_tmp), "PATH": os.environ["PATH"]}, **ordinary,
    )  # fmt: skip
    assert done.stdout.startswith("started PostgreSQL"), done.stderr
    assert leftovers(own_tmp) == []
