"""The clock of a round: started, paused, resumed, extended, and what is still played when the time is up."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from games.choices import RoundState, State
from games.models import LogLine, Round, Table, Tournament
from games.selectors.matches import match_at
from games.selectors.rounds import remaining_seconds
from games.services.clock import (
    end_time,
    give_extra_time,
    pause_clock,
    resume_clock,
    start_clock,
    take_back_extra_time,
)
from games.services.hands import record_hand, void_hand
from games.services.rulings import rule
from rules.refusal import Refusal
from scoring.match import ClockPolicy, Length, MatchRules, Tie
from scoring.presets import PRESETS
from scoring.record import Hand as Sheet
from scoring.record import RulingKind
from tests.games.rows import NOON, Play, a_play, close, done, refused, strangers

pytestmark = pytest.mark.django_db

WON = Sheet(calls=("",) * 4, points=60)
EVEN = Sheet(calls=("",) * 4, points=50)


@pytest.fixture
def play() -> Play:
    """Two tables whose matches last an hour; the hand that is played then is the last."""
    return a_play("st_gallen", tables=2)


def clock(play: Play, **facts: Any) -> dict[str, Any]:
    return {"by": play.director, "round_id": play.round.pk} | facts


def left(play: Play, *, table: Table | None = None, after: timedelta = timedelta()) -> int | None:
    """How many seconds are left, some time after now."""
    return remaining_seconds(Round.objects.get(pk=play.round.pk), timezone.now() + after, table)


def pass_time(play: Play, seconds: int) -> None:
    """So much time has gone by since the last act."""
    earlier = timedelta(seconds=seconds)
    round_ = Round.objects.get(pk=play.round.pk)
    for field in ("published_at", "started_at", "paused_at"):
        if getattr(round_, field) is not None:
            setattr(round_, field, getattr(round_, field) - earlier)
    round_.save()


def seconds(number: int) -> Any:
    """So many seconds, though the machine that tests may be slow."""
    return pytest.approx(number, abs=9)


def last_line() -> LogLine:
    return LogLine.objects.latest("pk")


# --- how much is left --------------------------------------------------------------------------------------------


def test_the_time_of_the_regulations_runs_from_the_start_by_the_server(play: Play):
    assert left(play) == 3600
    before = timezone.now()
    started = done(start_clock, **clock(play))
    assert before <= started.started_at <= timezone.now()
    assert (last_line().what, last_line().facts) == (
        "clock.started", {"round": play.round.pk, "stage": "groups", "number": 1, "minutes": 60}
    )  # fmt: skip
    pass_time(play, 600)
    assert left(play) == seconds(3000)
    assert left(play, after=timedelta(hours=2)) == 0, "never less than nothing"
    assert left(play, after=timedelta(days=-1)) == 3600, "nor more than was given, whatever a clock says"


def test_a_pause_does_not_count_however_many_there_are(play: Play):
    start_clock(**clock(play))
    for number in (1, 2, 3):
        pass_time(play, 600)
        done(pause_clock, **clock(play))
        assert left(play) == seconds(3600 - number * 600)
        pass_time(play, 1234)
        assert left(play) == seconds(3600 - number * 600)
        resumed = done(resume_clock, **clock(play))
        assert (resumed.paused_at, resumed.paused_seconds) == (None, seconds(1234 * number))
        assert last_line().facts["seconds"] == seconds(1234)
        assert left(play) == seconds(3600 - number * 600)


def test_extra_time_is_for_all_or_for_one_table(play: Play):
    first, second = play.tables
    done(give_extra_time, **clock(play), seconds=300)
    assert last_line().facts["in_all"] == 300
    start_clock(**clock(play))
    done(give_extra_time, by=play.director, table_id=first.pk, seconds=60)
    table = done(give_extra_time, by=play.director, table_id=first.pk, seconds=30)
    assert (table.extra_seconds, last_line().facts["table"], last_line().facts["in_all"]) == (90, 1, 90)
    second.refresh_from_db()
    pass_time(play, 3600)
    assert [left(play), left(play, table=table), left(play, table=second)] == [seconds(300), seconds(390), seconds(300)]
    table = done(take_back_extra_time, by=play.director, table_id=first.pk, seconds=30)
    assert (table.extra_seconds, last_line().what, last_line().facts["seconds"]) == (60, "clock.shortened", 30)
    assert refused(take_back_extra_time, **clock(play), seconds=301).code == "setting_too_large"
    done(take_back_extra_time, **clock(play), seconds=300)
    assert refused(take_back_extra_time, **clock(play), seconds=1) == Refusal("extra_time_none", field="seconds")
    by = {"by": play.scorer, "round_id": play.round.pk}
    assert refused(take_back_extra_time, **by, seconds=1) == Refusal("not_allowed")


def test_a_director_gives_another_number_of_minutes(play: Play):
    assert done(start_clock, **clock(play), minutes=45).minutes == 45
    pass_time(play, 60)
    assert left(play) == seconds(44 * 60)


def test_where_the_regulations_have_no_time_the_director_says_how_much():
    play = a_play()
    assert left(play) is None
    missing = Refusal("minutes_missing", field="minutes")
    assert refused(start_clock, **clock(play)) == missing
    assert refused(give_extra_time, **clock(play), seconds=60) == missing
    assert refused(give_extra_time, by=play.director, table_id=play.table.pk, seconds=60) == missing
    done(start_clock, **clock(play), minutes=1)
    assert left(play) == seconds(60)


# --- what the clock refuses --------------------------------------------------------------------------------------


def test_each_in_its_turn(play: Play):
    idle = Refusal("clock_not_running", field="round", value=1)
    assert refused(pause_clock, **clock(play)) == idle
    assert refused(resume_clock, **clock(play)) == Refusal("clock_not_paused", field="round", value=1)
    start_clock(**clock(play))
    assert refused(start_clock, **clock(play)) == Refusal("clock_started", field="round", value=1)
    assert refused(resume_clock, **clock(play)) == Refusal("clock_not_paused", field="round", value=1)
    pause_clock(**clock(play))
    assert refused(pause_clock, **clock(play)) == idle
    assert refused(start_clock, **clock(play)).code == "clock_started"


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (0, "setting_too_small"),
        (-1, "setting_too_small"),
        (-(10**30), "setting_too_small"),
        (10**30, "setting_too_large"),
    ],
)
def test_minutes_and_seconds_that_cannot_be_meant(play: Play, value: int, code: str):
    assert refused(start_clock, **clock(play), minutes=value).code == code
    assert refused(give_extra_time, **clock(play), seconds=value).code == code
    assert refused(give_extra_time, by=play.director, table_id=play.table.pk, seconds=value).code == code


def test_a_day_is_the_most(play: Play):
    assert refused(start_clock, **clock(play), minutes=1441).facts["maximum"] == 1440
    assert refused(give_extra_time, **clock(play), seconds=86_401).facts["maximum"] == 86_400
    done(start_clock, **clock(play), minutes=1440)
    done(give_extra_time, **clock(play), seconds=86_400)


def acts(play: Play) -> list[tuple[Callable[..., Any], dict[str, Any]]]:
    here = {"by": play.director, "table_id": play.table.pk}
    return [
        (start_clock, clock(play)),
        (pause_clock, clock(play)),
        (resume_clock, clock(play)),
        (give_extra_time, clock(play, seconds=60)),
        (give_extra_time, here | {"seconds": 60}),
        (end_time, here | {"hand": 1}),
    ]


def test_only_the_director_has_a_hand_on_the_clock(play: Play):
    start_clock(**clock(play))
    for who, by in [("a player", play.player(1)), ("a scorer", play.scorer), *strangers(play)]:
        for act, said in acts(play):
            assert refused(act, **said | {"by": by}) == Refusal("not_allowed"), f"{who}: {act.__name__}"


@pytest.mark.parametrize("state", [RoundState.DRAFT, RoundState.CLOSED, RoundState.CANCELLED])
def test_only_in_a_round_that_is_being_played(play: Play, state: RoundState):
    Round.objects.update(
        state=state, published_at=None if state == "draft" else NOON, closed_at=NOON if state == "closed" else None,
        cancel_reason="fire" if state == "cancelled" else "",
    )  # fmt: skip
    for act, said in acts(play):
        refusal = refused(act, **said)
        assert (refusal.code, refusal.facts["state"]) == ("round_state", state)


def test_not_once_the_tournament_is_finished(play: Play):
    close(play.round)
    Tournament.objects.update(state=State.FINISHED, finished_at=NOON)
    for act, said in acts(play):
        assert refused(act, **said) == Refusal("tournament_finished")


@pytest.mark.parametrize("number", [0, -1, 10**9, 10**30])
def test_a_round_or_a_table_that_is_not_there_is_unknown(play: Play, number: int):
    for act, said in acts(play):
        which = "table" if "table_id" in said else "round"
        refusal = refused(act, **said | {f"{which}_id": number})
        assert refusal == Refusal(f"{which}_unknown", field=which, value=number)


# --- when the time is up -----------------------------------------------------------------------------------------


def clocked(policy: ClockPolicy, **choices: Any) -> Play:
    match = MatchRules(length=Length.CLOCK, clock=policy, **choices)
    return a_play(stages=(replace(PRESETS["swiss_evening"].stages[0], match=match, minutes=60),))


def enter(play: Play, *sheets: Sheet, first: int = 1) -> None:
    for number, sheet in enumerate(sheets, start=first):
        record_hand(by=play.player(1), table_id=play.table.pk, client_id=uuid4(), number=number, sheet=sheet)


def time_up(play: Play, hand: int | None, *, running: bool = False) -> dict[str, Any]:
    return {"by": play.director, "table_id": play.table.pk, "hand": hand, "running": running}


@pytest.mark.parametrize(
    ("policy", "running", "last"),
    [
        (ClockPolicy.FINISH_THIS_HAND, True, 3),
        (ClockPolicy.FINISH_THIS_HAND, False, 3),
        (ClockPolicy.ONE_MORE_HAND, True, 4),
        (ClockPolicy.ONE_MORE_HAND, False, 4),
        (ClockPolicy.STOP, True, 2),
        (ClockPolicy.STOP, False, 3),
    ],
)
def test_what_is_still_played(policy: ClockPolicy, running: bool, last: int):
    play = clocked(policy)
    enter(play, WON, WON)
    table = done(end_time, **time_up(play, 3, running=running))
    assert (table.time_up_hand, table.time_up_running) == (3, running)
    for number in range(3, last + 1):
        play.table.refresh_from_db()
        assert not match_at(play.table).progress().over
        enter(play, WON, first=number)
    refusal = refused(
        record_hand, by=play.player(1), table_id=play.table.pk, client_id=uuid4(), number=last + 1, sheet=WON
    )
    assert refusal == Refusal("surplus_hand", field="hands", value=last + 1, ended=last, reason="time_up")


@pytest.mark.parametrize(("tie", "over"), [(Tie.PLAY_ON, False), (Tie.DRAW, True)])
def test_with_equal_scores_one_more_hand_or_a_draw(tie: Tie, over: bool):
    play = clocked(ClockPolicy.FINISH_THIS_HAND, tie=tie)
    enter(play, EVEN)
    end_time(**time_up(play, 1))
    play.table.refresh_from_db()
    assert match_at(play.table).progress().over is over


def test_it_says_what_was_before_and_can_be_taken_back(play: Play):
    done(end_time, **time_up(play, 2, running=True))
    assert last_line().facts["before"] is None
    done(end_time, **time_up(play, 3))
    assert last_line().facts == {
        "round": play.round.pk, "stage": "groups", "number": 1, "table": 1, "before": [2, True], "hand": 3,
        "running": False,
    }  # fmt: skip
    table = done(end_time, **time_up(play, None, running=True))
    assert (table.time_up_hand, table.time_up_running) == (None, None)


def test_what_is_written_down_must_fit(play: Play):
    enter(play, WON, WON, WON)
    refusal = refused(end_time, **time_up(play, 2, running=True))
    assert refusal == Refusal("surplus_hand", field="hands", value=3, ended=2, reason="time_up")
    void_hand(by=play.scorer, table_id=play.table.pk, number=3, reason="after the bell", revision=1)
    done(end_time, **time_up(play, 2, running=True))


@pytest.mark.parametrize(
    ("hand", "running"), [(0, True), (-1, False), (-(10**30), False), (1000, False), (10**30, True)]
)
def test_a_hand_that_cannot_be_is_refused(play: Play, hand: int, running: bool):
    refusal = refused(end_time, **time_up(play, hand, running=running))
    assert refusal == Refusal("time_up_hand", field="time_up", value=hand, minimum=int(running))


def test_the_time_can_be_up_before_the_first_hand(play: Play):
    done(end_time, **time_up(play, 0))


def test_a_match_that_no_clock_ends_has_no_such_time():
    play = a_play("club_game")
    refusal = refused(end_time, **time_up(play, 2))
    assert refusal == Refusal("settings_contradict", field="time_up", other="length", value="target")


def test_a_table_on_which_the_director_has_decided_needs_no_sheets_that_fit(play: Play):
    enter(play, WON, WON, WON)
    rule(
        by=play.director, round_id=play.round.pk, kind=RulingKind.ADJUSTED, table_id=play.table.pk, totals=(200, 100),
        reason="played on after the bell",
    )  # fmt: skip
    done(end_time, **time_up(play, 2))
