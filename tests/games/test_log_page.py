"""The log as people read it: every code has words, and one finds what one looks for."""

import ast
import random
import re
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import translation

import games
from games.actor import Actor
from games.choices import CallReason
from games.labels import log_in_words
from games.models import Account, LogLine, Round, Table
from games.sentences.log import BEGINNINGS, KINDS, LOG, codes_of, kind_of
from games.services.attendance import check_in
from games.services.clock import give_extra_time, start_clock
from games.services.hands import correct_hand, record_hand
from games.services.links import make_link
from games.services.rulings import revoke_ruling, rule
from games.services.words import call_director, object_to_result
from scoring.record import Hand
from tests.games.acting import a_tournament, play_round, published, team
from tests.journeys.tapping import of_hands

pytestmark = pytest.mark.django_db

HAND = Hand(calls=("T", "", "", ""), out=(0, 1), points=30)


@pytest.fixture
def by(director: Account) -> Actor:
    return Actor(account=director)


@pytest.fixture
def round_(by: Actor) -> Round:
    """Four pairs at two tables, two hands each."""
    return published(by, a_tournament(by, 4, regulations=of_hands(2)), seed="1")


@pytest.fixture
def client(director: Account) -> Client:
    client = Client()
    client.force_login(director)
    return client


def lines(client: Client, round_: Round, **asked: Any) -> list[str]:
    """What stands there, line by line."""
    answer = client.get(f"/tournaments/{round_.stage.tournament_id}/log/", asked)
    assert answer.status_code == 200
    found = re.findall(r'<li class="log-line">(.*?)</li>', answer.content.decode(), re.S)
    return [" ".join(re.sub(r"<[^>]+>", " ", line).split()) for line in found]


def hand(by: Actor, row: Table, number: int = 1) -> None:
    record_hand(by=by, table_id=row.pk, client_id=uuid4(), number=number, sheet=HAND)


# --- words -------------------------------------------------------------------------------------------------------


def codes_in_the_source() -> set[str]:
    """Every code that an act can leave in the log: what looks like one in the services and in the second pass."""
    root = Path(games.__file__).parent
    sources = [*root.glob("services/*.py"), root / "selectors" / "verified.py"]
    return {
        node.value
        for source in sources
        for node in ast.walk(ast.parse(source.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch(CODE, node.value)
    }


CODE = r"[a-z_]+\.[a-z_]+"


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_code_that_acts_leave_has_words(language: str):
    codes = codes_in_the_source()
    assert {"hand.recorded", "round.hidden", "call.seen", "sheet.verified", "team.registered"} <= codes
    assert codes - set(LOG) == set()
    with translation.override(language):
        told = {code: log_in_words(code) for code in codes}
    with translation.override("en"):
        english = {code: log_in_words(code) for code in codes}
    assert [code for code, words in told.items() if not words.endswith(".")] == []
    if language == "de":
        assert [code for code in codes if told[code] == english[code]] == []


def test_a_line_ends_with_one_full_stop():
    assert log_in_words("teams.checked_in", teams="Ann B. / Cy D.") == "Checked in: Ann B. / Cy D."
    assert (
        log_in_words("ruling.made", round=2, ruling="Penalty", about="Ann B.")
        == "Ruling in round 2 about Ann B.: Penalty."
    )


def test_extra_time_is_told_in_minutes(by: Actor, client: Client, round_: Round):
    start_clock(by=by, round_id=round_.pk, minutes=30)
    give_extra_time(by=by, round_id=round_.pk, seconds=300)
    give_extra_time(by=by, round_id=round_.pk, seconds=90)
    page = client.get(f"/tournaments/{round_.stage.tournament_id}/log/").content.decode()
    assert "More time in round 1: 5 minutes." in page
    assert "More time in round 1: 90 seconds." in page


def test_a_table_that_is_no_number_is_said_beside_the_field(client: Client, round_: Round):
    page = client.get(f"/tournaments/{round_.stage.tournament_id}/log/?table=abc").content.decode()
    assert "A table has a number." in page
    assert 'value="abc"' in page


def test_what_a_run_really_leaves_has_words(by: Actor, round_: Round, client: Client):
    play_round(by, round_, random.Random(1))
    left = set(LogLine.objects.values_list("what", flat=True))
    assert left - set(LOG) == set()
    assert not [line for line in lines(client, round_) if "–" in line.replace("→", "")]


def test_every_code_of_a_tournament_is_of_one_kind():
    of_the_site = {"account.", "password", "token.", "worker.", "job."}
    without = {code for code in LOG if kind_of(code) is None}
    assert {code for code in without if not code.startswith(tuple(of_the_site))} == set()
    assert set(KINDS) == set(BEGINNINGS)
    assert "table.confirmed" in codes_of("words")
    assert "teams.swapped" in codes_of("rounds")


# --- what a line says --------------------------------------------------------------------------------------------


def test_a_correction_says_who_what_and_why(by: Actor, client: Client, round_: Round):
    table = round_.tables.get(number=1)
    hand(by, table)
    other = Hand(calls=("", "", "", ""), out=(0, 1), points=55)
    correct_hand(
        by=by, table_id=table.pk, number=1, client_id=uuid4(), sheet=other, reason="No Tichu", revision=1
    )  # fmt: skip
    newest = lines(client, round_)[0]
    assert "Round 1, table 1: hand 1 corrected." in newest
    assert "1t · out 1 2 · 30 : 70 → out 1 2 · 55 : 45" in newest
    assert "No Tichu" in newest
    assert newest.endswith("dora")


def test_who_came_by_a_link_is_the_team_it_belongs_to(by: Actor, client: Client, round_: Round):
    table = round_.tables.get(number=1)
    player = table.seats.first().team
    hand(Actor(link=make_link(by=by, team_id=player.pk).link), table)
    assert lines(client, round_)[0].endswith(player.name)


def test_rulings_calls_and_objections_in_words(by: Actor, client: Client, round_: Round):
    table = round_.tables.get(number=2)
    culprit = table.seats.first().team
    ruling = rule(by=by, round_id=round_.pk, kind="penalty", team_id=culprit.pk, points=2, reason="Late")
    revoke_ruling(by=by, ruling_id=ruling.pk, reason="They were here")
    call_director(by=by, table_id=table.pk, reason=CallReason.PLAYER_MISSING)
    for number in (1, 2):
        hand(by, table, number)
    object_to_result(by=by, table_id=table.pk, team_id=culprit.pk, note="It was 40")
    objected, _, _, called, revoked, made, *_ = lines(client, round_)
    assert f"Round 1, table 2: {culprit.name} objected. It was 40" in objected
    assert "Round 1, table 2 called the director. Somebody is missing" in called
    assert "Ruling of round 1 revoked: Penalty." in revoked
    assert f"Ruling in round 1 about {culprit.name}: Penalty. 2 points off Late" in made


# --- finding what one looks for ----------------------------------------------------------------------------------


def test_by_table_whichever_way_a_line_names_it(by: Actor, client: Client, round_: Round):
    start_clock(by=by, round_id=round_.pk, minutes=30)
    one, two = round_.tables.order_by("number")
    hand(by, one)
    hand(by, two)
    give_extra_time(by=by, table_id=two.pk, seconds=60)
    found = lines(client, round_, table=2)
    assert len(found) == 2
    assert "More time in round 1" in found[0]
    assert "table 2: hand 1 entered." in found[1]
    assert lines(client, round_, table=2, round=round_.pk) == found
    assert lines(client, round_, table=3) == []


def test_by_round(by: Actor, client: Client, round_: Round):
    hand(by, round_.tables.get(number=1))
    found = lines(client, round_, round=round_.pk)
    assert "table 1: hand 1 entered." in found[0]
    assert any("Round 1 published." in line for line in found)
    assert not any("Tournament made." in line for line in found)


def test_by_team_whichever_way_a_line_names_it(by: Actor, client: Client, round_: Round):
    tournament = round_.stage.tournament
    wanted, other = team(tournament, 2), team(tournament, 3)
    check_in(by=by, team_ids=[wanted.pk, other.pk])
    rule(by=by, round_id=round_.pk, kind="penalty", team_id=wanted.pk, points=1, reason="Late")
    rule(by=by, round_id=round_.pk, kind="penalty", team_id=other.pk, points=1, reason="Late")
    link = make_link(by=by, team_id=wanted.pk).link
    table = wanted.seats.get(round=round_).table
    hand(Actor(link=link), table)
    found = lines(client, round_, team=wanted.pk)
    assert f"table {table.number}: hand 1 entered." in found[0]
    assert f"Card made for {wanted.name}" in found[1]
    assert f"about {wanted.name}: Penalty." in found[2]
    assert "Checked in: " in found[3]
    assert "Entries imported: " in found[4]
    assert len(found) == 5


def test_by_whom_and_by_kind(by: Actor, client: Client, round_: Round, director: Account):
    table = round_.tables.get(number=1)
    hand(Actor(link=make_link(by=by, team_id=table.seats.first().team_id).link), table)
    rule(by=by, round_id=round_.pk, kind="forfeit", table_id=table.pk, side=0, reason="Gone")
    assert len(lines(client, round_, by="players")) == 1
    assert "about table 1: Forfeit." in lines(client, round_, by=director.pk)[0]
    assert len(lines(client, round_, kind="rulings")) == 1
    assert len(lines(client, round_, kind="results")) == 1
    assert "Tournament made." in lines(client, round_, kind="tournament")[-1]


def test_nonsense_in_the_address_is_as_if_nothing_was_asked(client: Client, round_: Round):
    everything = lines(client, round_)
    assert lines(client, round_, kind="x", table="y", by="'", round="-1", before="a") == everything


def test_older_lines_are_a_page_away(by: Actor, client: Client):
    round_ = published(by, a_tournament(by, 24, regulations=of_hands(4)))
    play_round(by, round_, random.Random(1))
    newest = lines(client, round_)
    assert len(newest) == 50
    page = client.get(f"/tournaments/{round_.stage.tournament_id}/log/").content.decode()
    before = re.search(r"before=(\d+)", page)
    assert before
    older = lines(client, round_, before=before[1])
    assert older
    assert not set(older) & set(newest)
    assert "Tournament made." in older[-1]


# --- whether it is whole -----------------------------------------------------------------------------------------


def test_whether_the_log_is_whole(by: Actor, client: Client, round_: Round):
    address = f"/tournaments/{round_.stage.tournament_id}/log/check/"
    assert "The log is whole" in client.get(address).content.decode()
    LogLine.objects.filter(tournament=round_.stage.tournament, number=2).update(what="hand.recorded")
    broken = client.get(address, headers={"HX-Request": "true"}).content.decode()
    assert "Line 2 is not what was written" in broken
    assert "<html" not in broken
