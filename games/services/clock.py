"""The clock of a round. Only the server's time counts."""

from dataclasses import replace

from django.db import transaction
from django.utils import timezone

from games.actor import Actor
from games.choices import RoundState
from games.events import emit
from games.models import Round, Table
from games.selectors.records import record_of
from games.services.rounds import directed_round, directed_table, named, need_state
from rules.refusal import Refusal
from scoring.match import TimeUp
from scoring.outcomes import round_outcomes, terms_of
from scoring.record import Record
from scoring.record import Round as Recorded

LONGEST = 24 * 60
"""Minutes of a round at most."""
MOST_HANDS = 999


def playing(by: Actor, round_id: int) -> Round:
    round_ = directed_round(by, round_id)
    need_state(round_, RoundState.PUBLISHED)
    return round_


@transaction.atomic
def start_clock(*, by: Actor, round_id: int, minutes: int | None = None) -> Round:
    """The time of a round begins: as many minutes as the regulations say, or as are given here."""
    round_ = playing(by, round_id)
    if round_.started_at is not None:
        raise Refusal("clock_started", field="round", value=round_.number)
    if minutes is not None:
        check_range("minutes", minutes, maximum=LONGEST)
        round_.minutes = minutes
    if round_.minutes is None:
        raise Refusal("minutes_missing", field="minutes")
    round_.started_at = timezone.now()
    round_.save(update_fields=["started_at", "minutes"])
    facts = named(round_) | {"minutes": round_.minutes}
    emit("clock.started", by=by, tournament=round_.stage.tournament, facts=facts)
    return round_


@transaction.atomic
def pause_clock(*, by: Actor, round_id: int) -> Round:
    """The time stands still."""
    round_ = playing(by, round_id)
    if round_.started_at is None or round_.paused_at is not None:
        raise Refusal("clock_not_running", field="round", value=round_.number)
    round_.paused_at = max(timezone.now(), round_.started_at)
    round_.save(update_fields=["paused_at"])
    emit("clock.paused", by=by, tournament=round_.stage.tournament, facts=named(round_))
    return round_


@transaction.atomic
def resume_clock(*, by: Actor, round_id: int) -> Round:
    """The time goes on; the pause does not count."""
    round_ = playing(by, round_id)
    if round_.paused_at is None:
        raise Refusal("clock_not_paused", field="round", value=round_.number)
    seconds = max(0, round((timezone.now() - round_.paused_at).total_seconds()))
    round_.paused_seconds += seconds
    round_.paused_at = None
    round_.save(update_fields=["paused_at", "paused_seconds"])
    emit("clock.resumed", by=by, tournament=round_.stage.tournament, facts=named(round_) | {"seconds": seconds})
    return round_


@transaction.atomic
def give_extra_time(
    *, by: Actor, seconds: int, round_id: int | None = None, table_id: int | None = None
) -> Round | Table:
    """More time for a whole round, or for one of its tables."""
    given, round_ = timed(by, round_id, table_id)
    if round_.minutes is None:
        raise Refusal("minutes_missing", field="minutes")
    check_range("seconds", seconds, maximum=LONGEST * 60)
    return with_extra_time(by, given, round_, seconds, "clock.extended")


@transaction.atomic
def take_back_extra_time(
    *, by: Actor, seconds: int, round_id: int | None = None, table_id: int | None = None
) -> Round | Table:
    """Of the extra time that a round or a table was given, so much was a mistake; never more than was given."""
    given, round_ = timed(by, round_id, table_id)
    if given.extra_seconds == 0:
        raise Refusal("extra_time_none", field="seconds")
    check_range("seconds", seconds, maximum=given.extra_seconds)
    return with_extra_time(by, given, round_, -seconds, "clock.shortened")


def timed(by: Actor, round_id: int | None, table_id: int | None) -> tuple[Round | Table, Round]:
    """What is given time, a round that is played or one of its tables; and the round."""
    if table_id is None:
        round_ = playing(by, round_id or 0)
        return round_, round_
    table = directed_table(by, table_id)
    need_state(table.round, RoundState.PUBLISHED)
    return table, table.round


def with_extra_time(by: Actor, given: Round | Table, round_: Round, seconds: int, what: str) -> Round | Table:
    given.extra_seconds += seconds
    given.save(update_fields=["extra_seconds"])
    table = given.number if isinstance(given, Table) else None
    facts = named(round_) | {"table": table, "seconds": abs(seconds), "in_all": given.extra_seconds}
    emit(what, by=by, tournament=round_.stage.tournament, facts=facts)
    return given


def check_range(field: str, value: int, *, maximum: int) -> None:
    if value < 1:
        raise Refusal("setting_too_small", field=field, value=value, minimum=1)
    if value > maximum:
        raise Refusal("setting_too_large", field=field, value=value, maximum=maximum)


# --- when the time is up -----------------------------------------------------------------------------------------


@transaction.atomic
def end_time(*, by: Actor, table_id: int, hand: int | None, running: bool = False) -> Table:
    """How a table stood when the time was up: the hand that was begun last, and whether it was still being played.
    Without a hand that is taken back. What is written down must fit."""
    table = directed_table(by, table_id)
    round_ = table.round
    need_state(round_, RoundState.PUBLISHED)
    before = None if table.time_up_hand is None else [table.time_up_hand, table.time_up_running]
    table.time_up_hand = None if hand is None else checked_hand(hand, running=running)
    table.time_up_running = None if hand is None else running
    table.save(update_fields=["time_up_hand", "time_up_running"])
    check_sheets(record_of(round_.stage.tournament), round_, table)
    facts = named(round_) | {"table": table.number, "before": before, "hand": hand, "running": table.time_up_running}
    emit("table.time_up", by=by, tournament=round_.stage.tournament, facts=facts)
    return table


def checked_hand(hand: int, *, running: bool) -> int:
    TimeUp(hand=hand, running=running)
    if hand > MOST_HANDS:
        raise Refusal("time_up_hand", field="time_up", value=hand, minimum=int(running))
    return hand


def check_sheets(record: Record, round_: Round, table: Table) -> None:
    """The match is one that a clock ends, and no hand was played after its end."""
    stage = round_.stage.key
    recorded = next(each for each in record.stage(stage).rounds if each.number == round_.number)
    match = terms_of(record.regulations, stage, recorded.from_the_end).match
    if match.clock is None:
        raise Refusal("settings_contradict", field="time_up", other="length", value=str(match.length))
    round_outcomes(record, stage, alone(recorded, table.number))


def alone(recorded: Recorded, number: int) -> Recorded:
    """The round with only this table."""
    return replace(recorded, tables=tuple(each for each in recorded.tables if each.number == number))
