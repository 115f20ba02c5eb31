"""`make run`: the whole program in one process, started and stopped as a person does it."""

import re
import signal
import socket
import stat
from pathlib import Path

import httpx
import pytest

from tests.programs import manage, send_form, served, signed_in
from tests.waiting import wait_for


@pytest.mark.slow("all migrations and the whole demo")
def test_a_newcomer_starts_it_signs_in_and_the_worker_answers(tmp_path: Path):
    with served(tmp_path) as program:
        program.wait_until_it_answers()
        assert f"http://127.0.0.1:{program.port}/" in program.printed
        assert httpx.get(f"{program.address}/readyz").json()["status"] == "good"
        with signed_in(program.address, *program.sign_in()) as client:
            send_form(client, "/checkup/ask/")
            wait_for(lambda: "process" in client.get("/checkup/findings/").text, seconds=10)
            assert "Demo: Friday cup" in client.get("/").text
        assert (tmp_path / "serve.address").read_text() == f"{program.address}/"
        for name in ("secret_key", "demo_password"):
            assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_cleanly_within_five_seconds_even_with_a_page_listening(begun: Path, number: signal.Signals):
    with served(begun, "--no-demo") as program:
        program.wait_until_it_answers()
        with signed_in(program.address, *program.sign_in()) as client, client.stream("GET", "/live/checkup/") as stream:
            lines = stream.iter_lines()  # kept, or it would end
            assert next(lines) == "retry: 2000"
            assert program.stop(number) < 5
        assert program.process.returncode == 0
        assert program.printed.rstrip().endswith("Stopped.")
        assert "Traceback" not in program.printed
        assert "error" not in program.printed.lower()
        assert "in the middle" not in program.printed


@pytest.mark.slow("the whole demo, and a second start")
def test_started_again_it_keeps_its_data_and_the_demo_directors_password(begun: Path):
    sign_ins = []
    for _ in range(2):
        with served(begun) as program:
            program.wait_until_it_answers()
            sign_ins.append(re.findall(r"Sign in as +(.+)", program.printed))
            program.stop(signal.SIGTERM)
    assert sign_ins[0] == sign_ins[1]
    assert len(sign_ins[0]) == 1


@pytest.mark.slow("all migrations")
def test_without_the_demo_there_are_no_tournaments_and_nobody_is_told_of_a_server_that_has_stopped(tmp_path: Path):
    with served(tmp_path, "--no-demo") as program:
        program.wait_until_it_answers()
        assert "Demo:" not in httpx.get(program.address).text
        program.stop(signal.SIGTERM)
    assert not (tmp_path / "serve.address").exists()


def test_a_password_that_was_changed_is_not_printed(begun: Path):
    with served(begun, "--no-demo") as program:
        program.wait_until_it_answers()
    code = "from games.models import Account as A; a = A.objects.get(); a.set_password('another one'); a.save()"
    assert manage(begun, "shell", "--no-imports", "-c", code).returncode == 0
    with served(begun, "--no-demo") as program:
        program.wait_until_it_answers()
        assert "director   (the password you chose)" in program.printed
        assert (begun / "demo_password").read_text() not in program.printed


def test_for_phones_it_prints_their_address_and_a_code_to_scan(begun: Path):
    with served(begun, "--no-demo", "--host", "0.0.0.0") as program:
        program.wait_until_it_answers()
        wait_for(lambda: "Sign in" in program.printed)
        found = re.search(r"Phones reach it at +http://([0-9.]+):", program.printed)
        if found is None:
            assert "in no network" in program.printed
            return
        assert "▄▄▄▄▄" in program.printed
        assert httpx.get(f"http://{found[1]}:{program.port}/").status_code == 200
        assert httpx.get(program.address, headers={"Host": "evil.example.org"}).status_code == 400


def test_it_speaks_the_language_of_the_terminal(begun: Path):
    with served(begun, "--no-demo", LC_ALL="de_CH.UTF-8") as program:
        program.wait_until_it_answers()
        assert "Anmelden als" in program.printed
        program.stop(signal.SIGTERM)
        assert program.printed.rstrip().endswith("Beendet.")


def test_a_port_that_is_taken_is_said_so_and_nothing_is_touched(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        with served(tmp_path, "--port", port) as program:
            assert program.process.wait(20) == 1
            assert f"Cannot listen on 127.0.0.1 port {port}" in program.printed
            assert "make run PORT=9000" in program.printed
            assert not (tmp_path / "tichu.sqlite3").exists()


def test_a_second_one_on_the_same_data_is_refused(begun: Path):
    with served(begun, "--no-demo") as first:
        first.wait_until_it_answers()
        with served(begun) as second:
            assert second.process.wait(20) == 1
            assert "already running" in second.printed


def test_it_does_not_pretend_to_be_a_production_server(tmp_path: Path):
    production = {
        "DATABASE_URL": "postgres://a:b@127.0.0.1:1/c", "REDIS_URL": "redis://127.0.0.1:1/0",
        "SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyz" * 2, "ALLOWED_HOSTS": "tichu.example.org",
    }  # fmt: skip
    with served(tmp_path, **production) as program:
        assert program.process.wait(20) == 1
        assert "docs/deployment.md" in program.printed
