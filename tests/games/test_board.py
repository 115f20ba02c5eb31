"""The board of a round: who comes first, what is folded away, the clock, rulings, and all of it without a script."""

import random
import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.actor import Actor
from games.choices import CallReason, Role
from games.models import Account, Round, Ruling, Staff, Table, Tournament
from games.selectors.board import Stand, round_board
from games.selectors.console import console_of
from games.selectors.tables import board_of
from games.services.clock import start_clock
from games.services.hands import record_hand
from games.services.rounds import close_round
from games.services.standings import refresh_standings
from games.services.verifying import verify_sheet
from games.services.words import call_director, confirm_table, object_to_result
from scoring.match import ClockPolicy, Length, MatchRules, Tie
from scoring.record import Hand
from scoring.regulations import System
from tests.games.acting import a_tournament, of_system, play_round, play_table, published, small_swiss, team
from tests.games.large import SIZES, large_tournament
from tests.journeys.tapping import of_hands

pytestmark = pytest.mark.django_db

HAND = Hand(calls=("",) * 4, out=(0, 1), points=30)


@pytest.fixture
def by(director: Account) -> Actor:
    return Actor(account=director)


@pytest.fixture
def round_(by: Actor) -> Round:
    """Eight pairs at four tables, four hands each; the opponents confirm."""
    return published(by, a_tournament(by, 8, regulations=of_hands(4)), seed="1")


@pytest.fixture
def client(director: Account) -> Client:
    """The director's browser, without scripts."""
    client = Client()
    client.force_login(director)
    return client


def table(round_: Round, number: int) -> Table:
    return round_.tables.get(number=number)


def hands(by: Actor, row: Table, number: int) -> None:
    for at in range(1, number + 1):
        record_hand(by=by, table_id=row.pk, client_id=uuid4(), number=at, sheet=HAND)


def seen(by: Actor, round_: Round) -> list[int]:
    """The tables that are not folded away, in the order in which they stand there."""
    found = round_board(by, round_.stage.tournament_id, now=timezone.now())
    return [each.line.number for each in found.tables]


def text(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def address(round_: Round) -> str:
    return f"/tournaments/{round_.stage.tournament_id}/tables/"


# --- who comes first ---------------------------------------------------------------------------------------------


def test_whoever_needs_the_director_comes_first_then_the_slow_and_the_done_are_folded_away(by: Actor, round_: Round):
    for number, played in ((1, 4), (2, 3), (3, 4), (4, 0)):
        hands(by, table(round_, number), played)
    confirm_table(by=by, table_id=table(round_, 3).pk, seen=4)
    assert seen(by, round_) == [4, 2, 1]
    call_director(by=by, table_id=table(round_, 2).pk, reason=CallReason.RULING)
    assert seen(by, round_) == [2, 4, 1]
    opponent = table(round_, 1).seats.last().team
    object_to_result(by=by, table_id=table(round_, 1).pk, team_id=opponent.pk, note="It was 40")
    assert seen(by, round_) == [2, 1, 4], "who has waited longest comes first"
    found = round_board(by, round_.stage.tournament_id, now=timezone.now())
    assert [each.line.number for each in found.done] == [3]
    assert [(each.note, each.team) for each in found.asking[1].line.objections] == [("It was 40", opponent.name)]


def test_a_table_is_slow_when_it_is_two_hands_behind_the_middle_of_the_round(by: Actor, round_: Round):
    for number, played in ((1, 3), (2, 2), (3, 3), (4, 1)):
        hands(by, table(round_, number), played)
    found = round_board(by, round_.stage.tournament_id, now=timezone.now())
    assert {each.line.number: (each.line.behind, each.slow) for each in found.tables} == {
        1: (0, False), 2: (1, False), 3: (0, False), 4: (2, True),
    }  # fmt: skip
    assert found.slowest is not None
    assert (found.slowest.line.number, found.slowest.line.behind) == (4, 2)
    said = console_of(by, round_.stage.tournament_id).next.facts
    assert (said["table"], said["behind"]) == (4, 2), "the page that says what is next counts the same"


def test_where_a_match_may_end_after_any_number_of_hands_who_is_done_makes_nobody_slow(by: Actor):
    cup = a_tournament(by, 4, preset="club_game")
    first, second = published(by, cup).tables.order_by("number")
    play_table(by, first, random.Random(1))
    lines = {line.number: line for line in board_of(first.round)}
    assert lines[first.number].over
    assert lines[first.number].hands > 2
    assert lines[second.number].behind == 0


@pytest.mark.parametrize(
    ("played", "stand"), [(0, Stand.WAITING), (1, Stand.PLAYING), (3, Stand.PLAYING), (4, Stand.UNCONFIRMED)]
)
def test_how_far_a_table_is(by: Actor, round_: Round, played: int, stand: Stand):
    hands(by, table(round_, 1), played)
    found = round_board(by, round_.stage.tournament_id, now=timezone.now())
    here = next(each for each in found.tables if each.line.number == 1)
    assert (here.stand, here.hand, here.of) == (stand, min(played + 1, 4), 4)


def test_in_a_closed_round_nobody_waits_for_confirmations(by: Actor, round_: Round):
    play_round(by, round_, random.Random(1))
    assert len(seen(by, round_)) == 4
    close_round(by=by, round_id=round_.pk)
    assert seen(by, round_) == []


def test_the_mark_of_a_sheet_that_was_verified(by: Actor, client: Client, round_: Round):
    hands(by, table(round_, 1), 4)
    verify_sheet(by=by, table_id=table(round_, 1).pk, hands=dict.fromkeys(range(1, 5), HAND))
    assert text(client.get(address(round_))).count("Verified") == 1


def test_before_the_first_round_the_page_says_what_to_do(by: Actor, client: Client):
    tournament = a_tournament(by, 4)
    page = text(client.get(f"/tournaments/{tournament.pk}/tables/"))
    assert "No round has been published yet." in page
    assert f'href="/tournaments/{tournament.pk}/"' in page


def test_earlier_rounds_stay_one_click_away(by: Actor, client: Client, round_: Round):
    play_round(by, round_, random.Random(1))
    close_round(by=by, round_id=round_.pk)
    second = published(by, round_.stage.tournament)
    page = text(client.get(address(second)))
    assert "<h1>Round 2 of 3</h1>" in page
    assert f'href="?round={round_.pk}"' in page
    assert "This round is closed." in text(client.get(f"{address(second)}?round={round_.pk}"))
    assert client.get(f"{address(second)}?round=999").status_code == 404


# --- without a script --------------------------------------------------------------------------------------------


def test_a_call_is_seen_and_done_by_plain_forms(by: Actor, client: Client, round_: Round):
    call = call_director(by=by, table_id=table(round_, 2).pk, reason=CallReason.TIME, note="Is it over?")
    page = text(client.get(address(round_)))
    assert "Table 2 calls the director" in page
    assert "Question about the time: <q>Is it over?</q>" in page
    answer = client.post(f"/calls/{call.pk}/", {"act": "seen"}, follow=True)
    assert "Table 2 sees that you are coming." in text(answer)
    answer = client.post(f"/calls/{call.pk}/", {"act": "done"}, follow=True)
    assert "The call of table 2 is done." in text(answer)
    assert "calls the director" not in text(client.get(address(round_)))


def test_an_objection_is_decided_by_a_plain_form(by: Actor, client: Client, round_: Round):
    hands(by, table(round_, 1), 4)
    here = table(round_, 1)
    word = object_to_result(by=by, table_id=here.pk, team_id=here.seats.first().team_id, note="It was 40")
    assert "<q>It was 40</q>" in text(client.get(address(round_)))
    answer = client.post(f"/objections/{word.pk}/decide/", {"from": "table"}, follow=True)
    assert answer.redirect_chain[-1][0] == f"/tables/{here.pk}/"
    assert "The objection at table 1 is decided." in text(answer)
    assert "It was 40" not in text(client.get(address(round_)))


def test_a_decision_has_a_reason_and_can_be_taken_back(by: Actor, client: Client, round_: Round):
    hands(by, table(round_, 1), 4)
    here = table(round_, 1)
    word = object_to_result(by=by, table_id=here.pk, team_id=here.seats.first().team_id, note="It was 40")
    answer = client.post(
        f"/objections/{word.pk}/decide/", {"from": "table", "reason": "Counted again: 45"}, follow=True
    )
    assert "Decided: Counted again: 45" in text(answer)
    log = text(client.get(f"/tournaments/{round_.stage.tournament_id}/log/"))
    assert "Counted again: 45" in log
    assert "It was 40" in log, "the line of the objection says what it says"
    answer = client.post(f"/objections/{word.pk}/decide/", {"from": "table", "act": "reopen"}, follow=True)
    assert "The objection at table 1 waits for you again." in text(answer)
    assert 'value="Counted again: 45"' in text(client.get(address(round_))), "it need not be typed again"


def test_before_all_tables_what_was_done_says_how_it_is_undone(by: Actor, client: Client, round_: Round):
    hands(by, table(round_, 1), 4)
    here = table(round_, 1)
    word = object_to_result(by=by, table_id=here.pk, team_id=here.seats.first().team_id, note="It was 40")
    htmx = {"hx-request": "true", "hx-target": "board-tables"}
    said = text(client.post(f"/objections/{word.pk}/decide/", headers=htmx))
    assert "The objection at table 1 is decided." in said
    assert "Undo" in said
    again = text(client.get(address(round_), headers=htmx))
    assert 'id="board-done"' not in again, "what is drawn anew leaves it alone"
    said = text(client.post(f"/objections/{word.pk}/decide/", {"act": "reopen"}, headers=htmx))
    assert "Table 1: " in said
    assert "objects" in said


def test_a_table_is_reminded_once_a_minute_until_it_enters_something(by: Actor, client: Client, round_: Round):
    here = table(round_, 2)
    hands(by, table(round_, 1), 2)
    answer = client.post(f"/tables/{here.pk}/remind/", {"from": "table"}, follow=True)
    assert "Table 2 reads that it should hurry." in text(answer)
    assert "Reminded at" in text(client.get(address(round_)))
    answer = client.post(f"/tables/{here.pk}/remind/", {"from": "table"}, follow=True)
    assert "Table 2 was reminded less than a minute ago." in text(answer)
    log = text(client.get(f"/tournaments/{round_.stage.tournament_id}/log/"))
    assert log.count("table 2: asked to hurry.") == 1
    Table.objects.filter(pk=here.pk).update(reminded_at=timezone.now() - timedelta(minutes=2))
    client.post(f"/tables/{here.pk}/remind/", {"from": "table"})
    assert Table.objects.get(pk=here.pk).reminded_at > timezone.now() - timedelta(minutes=1)
    hands(by, here, 1)
    assert "Reminded at" not in text(client.get(address(round_)))
    assert client.post(f"/tables/{here.pk}/remind/", {"from": "console"})["Location"].startswith("/tournaments/")


def test_the_slowest_table_is_reminded_where_the_board_names_it(by: Actor, client: Client, round_: Round):
    for number in (1, 3, 4):
        hands(by, table(round_, number), 3)
    page = text(client.get(address(round_)))
    assert "Table 2 is 3 hands behind." in page
    assert "Nothing yet · slow" in page
    assert "Remind table 2" in page
    htmx = {"hx-request": "true", "hx-target": "board-tables"}
    assert "Table 2 reads that it should hurry." in text(
        client.post(f"/tables/{table(round_, 2).pk}/remind/", headers=htmx)
    )


def test_the_staff_finds_what_everybody_sees(client: Client, round_: Round):
    cup = round_.stage.tournament
    link = f'href="/t/{cup.slug}/"'
    assert f"{link}>The page for everybody, still private<" in text(client.get(address(round_)))
    Tournament.objects.filter(pk=cup.pk).update(visibility="public")
    assert f"{link}>The page for everybody<" in text(client.get(address(round_)))


def test_that_somebody_comes_is_taken_back(by: Actor, client: Client, round_: Round):
    call = call_director(by=by, table_id=table(round_, 2).pk, reason=CallReason.TIME)
    client.post(f"/calls/{call.pk}/", {"act": "seen"})
    assert "Call, seen" in text(client.get(address(round_)))
    answer = client.post(f"/calls/{call.pk}/", {"act": "unseen"}, follow=True)
    assert "The call of table 2 waits again." in text(answer)
    assert "I am coming" in text(client.get(address(round_)))


def test_before_all_tables_a_call_that_was_done_by_mistake_is_taken_back(by: Actor, client: Client, round_: Round):
    call = call_director(by=by, table_id=table(round_, 2).pk, reason=CallReason.TIME)
    htmx = {"hx-request": "true", "hx-target": "board-tables"}
    said = text(client.post(f"/calls/{call.pk}/", {"act": "done"}, headers=htmx))
    assert "The call of table 2 is done." in said
    assert f'hx-post="/calls/{call.pk}/"' in said
    assert 'value="reopen">Undo' in said
    said = text(client.post(f"/calls/{call.pk}/", {"act": "reopen"}, headers=htmx))
    assert "The call of table 2 waits for you again." in said
    assert "Table 2 calls the director" in said
    assert "I am coming" in said, "nobody had said so before"
    log = text(client.get(f"/tournaments/{round_.stage.tournament_id}/log/"))
    assert "table 2: call not done after all." in log


def test_at_the_table_the_call_that_was_done_last_is_taken_back(by: Actor, client: Client, round_: Round):
    here = table(round_, 2)
    call = call_director(by=by, table_id=here.pk, reason=CallReason.TIME, note="Is it over?")
    answer = client.post(f"/calls/{call.pk}/", {"act": "done", "from": "table"}, follow=True)
    assert "The table called the director: Question about the time: <q>Is it over?</q>" in text(answer)
    assert 'value="reopen">Undo' in text(answer)
    answer = client.post(f"/calls/{call.pk}/", {"act": "reopen", "from": "table"}, follow=True)
    assert answer.redirect_chain[-1][0] == f"/tables/{here.pk}/"
    assert "The call of table 2 waits for you again." in text(answer)
    assert "The table called the director:" not in text(answer)
    assert "Table 2 calls the director" in text(answer)


def test_why_a_call_stays_done_is_said_at_once(by: Actor, client: Client, round_: Round):
    """The table has called again before anybody pressed Undo."""
    here = table(round_, 2)
    call = call_director(by=by, table_id=here.pk, reason=CallReason.TIME)
    client.post(f"/calls/{call.pk}/", {"act": "done"}, headers={"hx-request": "true", "hx-target": "board-tables"})
    call_director(by=by, table_id=here.pk, reason=CallReason.RULING)
    for target in ("board-tables", "drawer"):
        htmx = {"hx-request": "true", "hx-target": target}
        said = text(client.post(f"/calls/{call.pk}/", {"act": "reopen"}, headers=htmx))
        assert "notice notice-error" in said, target
        assert "Table 2 has called again since, and that call waits for you." in said, target


def test_the_director_confirms_for_all_and_not_what_has_changed_since(by: Actor, client: Client, round_: Round):
    here = table(round_, 1)
    hands(by, here, 4)
    page = text(client.get(f"/tables/{here.pk}/"))
    assert "Not everybody has confirmed." in page
    old = client.post(f"/tables/{here.pk}/confirm/", {"seen": "3", "from": "table"}, follow=True)
    assert "Not everybody has confirmed." in text(old)
    new = client.post(f"/tables/{here.pk}/confirm/", {"seen": "4", "from": "table"}, follow=True)
    assert "The result is settled." in text(new)


@pytest.mark.parametrize("target", ["drawer", "board-tables"])
def test_what_came_of_confirming_for_all_is_said_in_the_answer(by: Actor, client: Client, round_: Round, target: str):
    here = table(round_, 1)
    hands(by, here, 4)
    htmx = {"hx-request": "true", "hx-target": target}
    said = text(client.post(f"/tables/{here.pk}/confirm/", {"seen": "3"}, headers=htmx))
    assert "notice notice-error" in said
    said = text(client.post(f"/tables/{here.pk}/confirm/", {"seen": "4"}, headers=htmx))
    assert "notice notice-success" in said
    assert "Table 1 is confirmed." in said
    assert "is confirmed" not in text(client.get(address(round_))), "it is not said again by the next page"


# --- the clock ---------------------------------------------------------------------------------------------------


def clock(client: Client, round_: Round, **typed: Any) -> Any:
    answer = client.post(f"/rounds/{round_.pk}/clock/", typed)
    round_.refresh_from_db()
    return answer


def test_the_clock_starts_holds_goes_on_and_gets_longer(client: Client, round_: Round):
    assert "Start the clock" in text(client.get(address(round_)))
    assert clock(client, round_, act="start", minutes="30").status_code == 302
    assert (round_.minutes, round_.started_at is not None) == (30, True)
    page = text(client.get(address(round_)))
    assert "data-running" in page
    assert "29:5" in page or "30:00" in page, "right without a script as a number"
    clock(client, round_, act="pause")
    assert round_.paused_at is not None
    assert "Paused" in text(client.get(address(round_)))
    clock(client, round_, act="resume")
    assert round_.paused_at is None
    clock(client, round_, act="extra", minutes="5")
    assert round_.extra_seconds == 300
    assert "5 minutes more were given." in text(client.get(address(round_)))
    clock(client, round_, act="extra", minutes="3")
    clock(client, round_, act="less")
    assert round_.extra_seconds == 180
    clock(client, round_, act="less")
    assert round_.extra_seconds == 0, "no more than was given"
    assert "more were given" not in text(client.get(address(round_)))
    assert "No extra time was given here." in text(clock(client, round_, act="less"))


def test_a_clock_without_minutes_is_refused_at_its_field(client: Client, round_: Round):
    answer = clock(client, round_, act="start", minutes="")
    assert answer.status_code == 422
    assert "field-error" in text(answer)
    assert round_.started_at is None


@pytest.mark.parametrize(("gone", "near"), [(0, "enough"), (26, "soon"), (31, "up")])
def test_the_clock_warns_before_the_end_and_at_it(by: Actor, client: Client, round_: Round, gone: int, near: str):
    start_clock(by=by, round_id=round_.pk, minutes=30)
    Round.objects.filter(pk=round_.pk).update(
        published_at=timezone.now() - timedelta(hours=1), started_at=timezone.now() - timedelta(minutes=gone)
    )
    assert f'class="clock clock-{near}"' in text(client.get(address(round_)))


def test_one_table_gets_more_time(by: Actor, client: Client, round_: Round):
    start_clock(by=by, round_id=round_.pk, minutes=30)
    here = table(round_, 2)
    client.post(f"/tables/{here.pk}/time/", {"act": "extra", "minutes": "7", "from": "table"})
    here.refresh_from_db()
    assert here.extra_seconds == 420
    assert re.search(r"3[67]:\d\d", text(client.get(f"/tables/{here.pk}/")))  # a slow machine takes some seconds
    wrong = client.post(f"/tables/{here.pk}/time/", {"act": "extra", "minutes": "0", "from": "table"})
    assert wrong.status_code == 422
    assert "7 minutes more for this table." in text(client.get(f"/tables/{here.pk}/"))
    client.post(f"/tables/{here.pk}/time/", {"act": "less", "from": "table"})
    here.refresh_from_db()
    assert here.extra_seconds == 0


def test_how_a_table_stood_when_the_time_was_up_and_back(by: Actor, client: Client):
    timed = MatchRules(length=Length.CLOCK, clock=ClockPolicy.FINISH_THIS_HAND, tie=Tie.DRAW)
    round_ = published(by, a_tournament(by, 4, regulations=small_swiss(match=timed)))
    here = table(round_, 1)
    hands(by, here, 2)
    said = {"act": "up", "hand": "2", "from": "table"}
    answer = client.post(f"/tables/{here.pk}/time/", said, follow=True)
    assert "The time was up in hand 2." in text(answer)
    client.post(f"/tables/{here.pk}/time/", {"act": "back", "from": "table"})
    here.refresh_from_db()
    assert here.time_up_hand is None
    wrong = client.post(f"/tables/{here.pk}/time/", said | {"hand": "1"})
    assert wrong.status_code == 422, "hand 2 was played"
    assert 'value="1"' in text(wrong), "what was typed stays"


# --- rulings -----------------------------------------------------------------------------------------------------


def ruled(client: Client, row: Table, **typed: Any) -> Any:
    return client.post(f"/tables/{row.pk}/rule/", typed | {"from": "table"}, follow=True)


def test_a_penalty_with_its_reason_and_its_undo(by: Actor, client: Client, round_: Round):
    here = table(round_, 1)
    culprit = here.seats.first().team
    answer = ruled(client, here, kind="penalty", team=culprit.pk, points="1", tichu_points="", reason="Late")
    ruling = Ruling.objects.get()
    assert (ruling.kind, ruling.team, ruling.points, ruling.reason) == ("penalty", culprit, 1, "Late")
    page = text(answer)
    assert "Penalty: written down." in page
    assert "1 point off" in page
    undone = client.post(f"/rulings/{ruling.pk}/revoke/", {"undo": "", "table": here.pk, "from": "table"}, follow=True)
    assert "Penalty: revoked." in text(undone)
    assert "Revoked: Taken back at once" in text(undone)
    ruling.refresh_from_db()
    assert ruling.revoked_at is not None


def test_a_ruling_is_revoked_later_for_a_reason_only(by: Actor, client: Client, round_: Round):
    here = table(round_, 1)
    ruled(client, here, kind="penalty", team=here.seats.first().team_id, points="1", reason="Late")
    ruling = Ruling.objects.get()
    without = client.post(f"/rulings/{ruling.pk}/revoke/", {"reason": "", "table": here.pk, "from": "table"})
    assert without.status_code == 422
    assert "Say why, in a few words." in text(without)
    client.post(f"/rulings/{ruling.pk}/revoke/", {"reason": "The clock was wrong", "table": here.pk})
    ruling.refresh_from_db()
    assert ruling.revoke_reason == "The clock was wrong"


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ({"kind": "adjusted", "total": "200", "other_total": "-100"}, {"total": 200, "other_total": -100}),
        ({"kind": "forfeit", "side": "1"}, {"side": 1}),
        ({"kind": "forfeit", "side": ""}, {"side": None}),
    ],
)
def test_a_table_is_ruled_on(client: Client, round_: Round, typed: dict[str, str], stored: dict[str, Any]):
    here = table(round_, 1)
    ruled(client, here, reason="Cards were mixed", **typed)
    ruling = Ruling.objects.get()
    assert (ruling.kind, ruling.table) == (typed["kind"], here)
    assert {name: getattr(ruling, name) for name in stored} == stored


@pytest.mark.parametrize(
    ("typed", "percent"), [({"kind": "average", "percent": "60"}, 60), ({"kind": "disqualified"}, 100)]
)
def test_a_team_is_ruled_on(client: Client, round_: Round, typed: dict[str, str], percent: int):
    here = table(round_, 1)
    ruled(client, here, team=here.seats.last().team_id, reason="Unwell", **typed)
    ruling = Ruling.objects.get()
    assert (ruling.kind, ruling.team, ruling.percent) == (typed["kind"], here.seats.last().team, percent)


def test_what_is_refused_stays_typed_and_says_why_at_its_field(client: Client, round_: Round):
    here = table(round_, 1)
    empty = ruled(client, here, kind="penalty", team=here.seats.first().team_id, points="", reason="Late again")
    assert empty.status_code == 422
    assert 'value="Late again"' in text(empty)
    assert 'id="penalty_points_error"' in text(empty)
    assert not Ruling.objects.exists()


def test_a_team_without_a_table_is_ruled_on_from_the_list(by: Actor, client: Client):
    tournament = a_tournament(by, 5, regulations=of_hands(4))
    published(by, tournament)
    typed = {"kind": "penalty", "team": team(tournament, 5).pk, "points": "2", "reason": "Noise"}
    answer = client.post(f"/tournaments/{tournament.pk}/rulings/new/", typed, follow=True)
    assert "Penalty: written down." in text(answer)
    assert "Undo" in text(answer)
    client.post(f"/rulings/{Ruling.objects.get().pk}/revoke/", {"undo": ""})
    assert "Revoked: Taken back at once" in text(client.get(f"/tournaments/{tournament.pk}/rulings/"))


# --- who may, and what it costs ------------------------------------------------------------------------------------


def test_a_scorer_sees_the_board_and_answers_calls_and_decides_nothing(by: Actor, guest: Account, round_: Round):
    Staff.objects.create(tournament=round_.stage.tournament, account=guest, role=Role.SCORER)
    here = table(round_, 1)
    hands(by, here, 4)
    word = object_to_result(by=by, table_id=here.pk, team_id=here.seats.first().team_id, note="It was 40")
    call = call_director(by=by, table_id=here.pk, reason=CallReason.OTHER)
    client = Client()
    client.force_login(guest)
    page = text(client.get(address(round_)))
    assert "It was 40" in page
    assert "Decided: it stands" not in page
    assert "Start the clock" not in page
    assert client.post(f"/calls/{call.pk}/", {"act": "done"}).status_code == 302
    assert client.post(f"/objections/{word.pk}/decide/").status_code == 403
    assert clock(client, round_, act="start", minutes="30").status_code == 403
    assert ruled(client, here, kind="forfeit", side="0", reason="x").status_code == 403


def test_a_match_that_everybody_plays_alone_has_no_sides_to_forfeit(by: Actor, client: Client):
    round_ = published(by, a_tournament(by, 3, preset="threechu_evening"))
    page = text(client.get(f"/tables/{table(round_, 1).pk}/"))
    assert 'id="penalty_reason"' in page
    assert 'id="forfeit_reason"' not in page


def cost(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(path).status_code == 200
    return len(queries)


def test_the_pages_cost_the_same_in_a_small_and_in_a_large_field(client: Client, director: Account):
    paths = ("tables/", "rulings/", "log/", "log/check/", "standings/", "standings/show/")
    costs = []
    for size in SIZES:
        tournament = large_tournament(size, rounds=2, hands=2)
        Staff.objects.create(tournament=tournament, account=director, role=Role.DIRECTOR)
        first = Table.objects.filter(round__stage__tournament=tournament).first()
        refresh_standings(tournament_id=tournament.pk)
        everything = [f"/tournaments/{tournament.pk}/{path}" for path in paths] + [f"/tables/{first.pk}/"]
        costs.append([cost(client, path) for path in everything])
    assert costs[0] == costs[1]
    assert max(costs[0]) <= 15


# --- several games a match ---------------------------------------------------------------------------------------


def test_the_sheet_of_several_games_says_who_won_which_and_begins_anew(by: Actor, client: Client):
    match = MatchRules(length=Length.BEST_OF, games=3, target=200)
    round_ = published(by, a_tournament(by, 4, regulations=of_system(System.KNOCKOUT, match=match)))
    row = table(round_, 1)
    double = Hand(calls=("",) * 4, out=(0, 2))
    for number, sheet in ((1, double), (2, HAND)):
        record_hand(by=by, table_id=row.pk, client_id=uuid4(), number=number, sheet=sheet)
    winner = row.seats.get(seat=0).team.name
    page = text(client.get(f"/tables/{row.pk}/"))
    assert f"Game 1, won by {winner}: 200 : 0" in page
    assert "Game 2, being played" in page
    assert "<b>30</b>" in page
    assert "<b>230</b>" not in page
    assert "Games 1 : 0 (30 : 70)" in page
    assert "Games 1 : 0 (30 : 70)" in text(client.get(address(round_)))
