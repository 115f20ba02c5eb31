"""People who play on by themselves, beside a running server: pages hear of it, and it ends."""

import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.core.management import CommandError, call_command

from games.actor import Actor
from games.choices import RoundState
from games.management import simulation
from games.models import Account, ApiToken, Confirmation, DirectorCall, Hand, Tournament
from games.selectors.rounds import live_rounds
from games.selectors.tables import board_of
from games.services.tournaments import edit_tournament
from scoring.match import ClockPolicy, Length, MatchRules
from tests.games.acting import a_tournament, groups_and_final, published, small_swiss
from tests.programs import PROJECT, nothing_set, served
from tests.waiting import wait_for

AT_ONCE = "1000000"
"""So much faster than people that nothing is waited for."""


@pytest.fixture
def by(director: Account) -> Actor:
    return Actor(account=director)


def simulate(site: str, *arguments: Any) -> list[str]:
    """What it says, line by line."""
    said = StringIO()
    call_command("simulate", *map(str, arguments), "--at", site, "--speed", AT_ONCE, "--seed", "1", stdout=said)
    return said.getvalue().splitlines()


def states(tournament: Tournament) -> list[str]:
    return list(live_rounds(tournament).values_list("state", flat=True))


def test_it_plays_a_tournament_to_its_end(site: str, worker: None, by: Actor):
    tournament = a_tournament(by, 4, regulations=small_swiss())
    published(by, tournament)
    said = simulate(site, tournament.slug, "--rounds", 9)
    assert states(tournament) == [RoundState.CLOSED] * 3
    for round_ in live_rounds(tournament):
        assert [(line.hands, line.words.settled) for line in board_of(round_)] == [(2, True), (2, True)]
    assert said[-2:] == ["Everything is played. The director can finish the tournament.", "Stopped after 12 hands."]
    assert not ApiToken.objects.filter(revoked_at__isnull=True).exists(), "it gives its token back"


def test_through_stages_and_against_the_clock(site: str, worker: None, by: Actor):
    clocked = MatchRules(length=Length.CLOCK, clock=ClockPolicy.FINISH_THIS_HAND)
    tournament = a_tournament(by, 4, regulations=groups_and_final(match=clocked))
    said = simulate(site, tournament.pk, "--rounds", 9)
    assert [(each.stage.key, each.state) for each in live_rounds(tournament)] == [
        ("groups", "closed"),
        ("final", "closed"),
    ]
    assert "Everything is played. The director can finish the tournament." in said


def test_it_closes_nothing_unless_it_is_asked_to(site: str, by: Actor):
    tournament = a_tournament(by, 4, regulations=small_swiss())
    round_ = published(by, tournament)
    said = simulate(site)
    assert states(tournament) == [RoundState.PUBLISHED]
    assert [line.words.settled for line in board_of(round_)] == [True, True]
    assert said[-2] == "Round 1 is played. --rounds closes it and goes on."
    assert simulate(site)[-1] == "Stopped after 0 hands."


def test_it_stops_after_so_many_hands(site: str, by: Actor):
    published(by, a_tournament(by, 8))
    assert simulate(site, "--hands", 5)[-1] == "Stopped after 5 hands."
    assert Hand.objects.count() == 5


def test_now_and_then_somebody_objects_or_calls_and_the_director_comes(
    site: str, by: Actor, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(simulation, "CALLS", 1)
    monkeypatch.setattr(simulation, "OBJECTIONS", 1)
    round_ = published(by, a_tournament(by, 4, regulations=small_swiss()))
    simulate(site)
    assert Confirmation.objects.filter(word="objected", decided_at__isnull=False).count() == 2
    assert DirectorCall.objects.filter(done_at__isnull=False).count() == 2
    assert [line.words.settled for line in board_of(round_)] == [True, True]


def test_open_pages_hear_of_every_hand(site: str, by: Actor):
    tournament = a_tournament(by, 4)
    edit_tournament(by=by, tournament_id=tournament.pk, visibility="public")
    published(by, tournament)
    with httpx.stream("GET", f"{site}/live/tournament.{tournament.pk}/", timeout=10) as stream:
        lines = stream.iter_lines()
        assert [next(lines) for _ in range(5)][-3:-1] == [f"event: tournament.{tournament.pk}", "data: changed"]
        simulate(site, "--hands", 1)
        assert next(lines) == f"event: tournament.{tournament.pk}"


def test_what_it_cannot_play_it_says(site: str, by: Actor):
    with pytest.raises(CommandError, match="no such tournament"):
        simulate(site)
    tournament = a_tournament(by, 4)
    with pytest.raises(CommandError, match="no such tournament"):
        simulate(site, "nowhere")
    assert simulate(site, tournament.slug)[0] == "No round is being played. --rounds draws and publishes the next."
    with pytest.raises(CommandError, match="The server does not answer"):
        simulate("http://127.0.0.1:9", tournament.slug)
    with pytest.raises(CommandError, match="no API there"):
        simulate(f"{site}/checkup", tournament.slug)


@pytest.mark.slow("the whole demo, and a second program beside it")
def test_beside_the_demo_it_finds_the_server_by_itself_and_ctrl_c_ends_it(begun: Path):
    with served(begun) as program:
        program.wait_until_it_answers()
        output = begun / "simulated"
        with output.open("w") as written:
            playing = subprocess.Popen(
                [sys.executable, "-u", "manage.py", "simulate", "--speed", "300"], cwd=PROJECT, stdout=written,
                stderr=subprocess.STDOUT, env=nothing_set() | {"DATA_DIR": str(begun)},
            )  # fmt: skip
        wait_for(lambda: "hand" in output.read_text() or playing.poll() is not None, seconds=60)
        playing.send_signal(signal.SIGINT)
        assert playing.wait(20) == 0
        assert "Traceback" not in output.read_text()
        assert "Stopped after" in output.read_text().splitlines()[-1]
