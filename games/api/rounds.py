"""Rounds: drawn by a worker, shown to staff as a draft, published, timed, closed."""

from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.serializers import Serializer

from games.api.doors import Asked, act
from games.api.entrants import PersonIn, who
from games.api.fields import ExtraTime, NeededReason, Reason, Strict, choice, key, number, text
from games.api.tables import TableMatchOut
from games.choices import RoundState
from games.permissions import may_look_inside
from games.selectors.jobs import job_seen_by
from games.selectors.rounds import conflicts_of, remaining_seconds, rounds_shown
from games.selectors.seating import seating_of
from games.selectors.tables import board_of
from games.selectors.tournaments import round_run_by, round_seen_by, tournament_seen_by
from games.services import attendance, clock, drafts, drawing, rounds, stages
from pairing.check import breaches_to_json

# --- what a round shows --------------------------------------------------------------------------------------------


class RoundOut(Serializer[Any]):
    id = serializers.IntegerField()
    stage = serializers.CharField(source="stage.key")
    number = serializers.IntegerField()
    state = choice(RoundState)
    seed = serializers.CharField(help_text="With it and the record of that time the draw can be repeated.")
    drawn_from = serializers.IntegerField(help_text="The version of the tournament it was drawn from.")
    drawn_at = serializers.DateTimeField()
    outdated = serializers.BooleanField(help_text="Earlier results were corrected after it was drawn.")
    hidden = serializers.BooleanField()
    published_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    close_reason = serializers.CharField()
    cancel_reason = serializers.CharField()
    minutes = serializers.IntegerField(allow_null=True)
    started_at = serializers.DateTimeField(allow_null=True)
    paused_at = serializers.DateTimeField(allow_null=True)
    seconds_left = serializers.SerializerMethodField(help_text="By the server's clock, when this was asked for.")

    def get_seconds_left(self, found: Any) -> int | None:
        return remaining_seconds(found, timezone.now())


class SeatOut(Serializer[Any]):
    team = serializers.IntegerField(source="team_id")
    number = serializers.IntegerField()
    name = serializers.CharField()
    seat = serializers.IntegerField(help_text="The first seat it has, from 0.")


class TableOut(Serializer[Any]):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    kept = serializers.BooleanField()
    reasons = serializers.JSONField(help_text="Why it was drawn so, as codes.")
    teams = SeatOut(many=True)


class WithoutOut(Serializer[Any]):
    team = serializers.IntegerField(source="team_id")
    number = serializers.IntegerField()
    name = serializers.CharField()
    place = serializers.CharField(help_text="bye or waiting")
    kept = serializers.BooleanField()
    reasons = serializers.JSONField()


class SeatingOut(Serializer[Any]):
    round = RoundOut()
    tables = TableOut(many=True)
    without = WithoutOut(many=True)


class BreachesOut(Serializer[Any]):
    breaches = serializers.JSONField(help_text="What the draw breaks, the grave ones first.")


class SwapOut(BreachesOut):
    version = serializers.IntegerField(help_text="The version of the tournament it made; it is taken back by it.")


class BoardOut(Serializer[Any]):
    tables = TableMatchOut(many=True)


@act(answer=RoundOut, many=True)
def listed(ask: Asked, tournament: int) -> Any:
    """The rounds in order; drafts and cancelled ones for staff only."""
    found = tournament_seen_by(ask.by, tournament)
    return rounds_shown(found, inside=may_look_inside(ask.by, found))


@act(answer=SeatingOut)
def one(ask: Asked, round_id: int) -> Any:
    """A round with its tables; a draft for staff only."""
    return seating_of(round_seen_by(ask.by, round_id))


@act(answer=BoardOut)
def board(ask: Asked, round_id: int) -> Any:
    """How every table stands, for staff."""
    return {"tables": board_of(round_run_by(ask.by, round_id))}


@act(answer=BreachesOut)
def conflicts(ask: Asked, round_id: int) -> Any:
    """What the draw breaks as things stand now, for staff."""
    return {"breaches": breaches_to_json(conflicts_of(round_run_by(ask.by, round_id)))}


# --- drawing -------------------------------------------------------------------------------------------------------


class Drawing(Strict):
    seed = text(60, help_text="Without it one is made.")


class JobOut(Serializer[Any]):
    id = serializers.UUIDField()
    kind = serializers.CharField()
    asked_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    result = serializers.JSONField(allow_null=True, help_text="The id of the round, or why there is none.")
    failure = serializers.CharField()


@act(body=Drawing, answer=JobOut, status=202)
def draw(ask: Asked, tournament: int) -> Any:
    """Ask for the draw of the next round. A worker makes it; asking twice gives the same job."""
    return drawing.ask_for_draw(by=ask.by, tournament_id=tournament, **ask.body)


@act(body=Drawing, answer=JobOut, status=202)
def redraw(ask: Asked, round_id: int) -> Any:
    """Draw a draft anew, around what is kept."""
    return drawing.redraw(by=ask.by, round_id=round_id, **ask.body)


@act(answer=JobOut)
def job(ask: Asked, job: Any) -> Any:
    """Whether the work that was asked for is done, and what came of it."""
    return job_seen_by(ask.by, job)


class Swap(Strict):
    team = key()
    other = key()
    anyway = serializers.BooleanField(required=False)
    reason = text(200)


class SwapBack(Strict):
    version = number(0, help_text="What the swap has answered.")


class KeepBye(Strict):
    team = key()
    kept = serializers.BooleanField()


class Keep(Strict):
    kept = serializers.BooleanField()


@act(body=Swap, answer=SwapOut)
def swap(ask: Asked, round_id: int) -> Any:
    """Two teams of a draft exchange their places; answers what the draft breaks then."""
    said = ask.body
    swapped = drafts.swap_teams(
        by=ask.by, round_id=round_id, team_id=said["team"], other_id=said["other"],
        anyway=said.get("anyway", False), reason=said.get("reason", ""),
    )  # fmt: skip
    return {"breaches": breaches_to_json(swapped.breaches), "version": swapped.version}


@act(body=SwapBack, answer=RoundOut)
def swap_back(ask: Asked, round_id: int) -> Any:
    """Undo a swap, and the draft is as it was before; refused once anything else has happened in the tournament."""
    return drafts.take_back_swap(by=ask.by, round_id=round_id, **ask.body)


@act(body=KeepBye)
def keep_bye(ask: Asked, round_id: int) -> Any:
    """A new draw gives the bye to the same team again, or is free."""
    drafts.keep_bye(by=ask.by, round_id=round_id, team_id=ask.body["team"], kept=ask.body["kept"])


@act(body=Keep)
def keep_table(ask: Asked, table: int) -> Any:
    """A new draw leaves this table of a draft alone, or does so no longer."""
    drafts.keep_table(by=ask.by, table_id=table, kept=ask.body["kept"])


# --- the life of a round -------------------------------------------------------------------------------------------


class Hiding(Strict):
    hidden = serializers.BooleanField()


@act(body=Reason, answer=RoundOut)
def publish(ask: Asked, round_id: int) -> Any:
    """Show a draft to everybody; play begins."""
    return rounds.publish_round(by=ask.by, round_id=round_id, **ask.body)


@act(answer=RoundOut)
def unpublish(ask: Asked, round_id: int) -> Any:
    """Make a published round a draft again, as long as nothing was written down."""
    return rounds.unpublish_round(by=ask.by, round_id=round_id)


@act(body=NeededReason, answer=RoundOut)
def cancel(ask: Asked, round_id: int) -> Any:
    """Give up a draft or a round that is being played."""
    return rounds.cancel_round(by=ask.by, round_id=round_id, **ask.body)


@act(body=Reason, answer=RoundOut)
def close(ask: Asked, round_id: int) -> Any:
    """The round is finished; with tables missing only for a reason."""
    return rounds.close_round(by=ask.by, round_id=round_id, **ask.body)


@act(answer=RoundOut)
def reopen(ask: Asked, round_id: int) -> Any:
    """A closed round is played again, as long as no later one is there."""
    return rounds.reopen_round(by=ask.by, round_id=round_id)


@act(body=Hiding, answer=RoundOut)
def hide(ask: Asked, round_id: int) -> Any:
    """Keep its results out of the public standings, or reveal them."""
    return stages.hide_round(by=ask.by, round_id=round_id, **ask.body)


# --- the clock -----------------------------------------------------------------------------------------------------


class Minutes(Strict):
    minutes = number(1, 1440, required=False)


@act(body=Minutes, answer=RoundOut)
def start_clock(ask: Asked, round_id: int) -> Any:
    """The time of the round begins."""
    return clock.start_clock(by=ask.by, round_id=round_id, **ask.body)


@act(answer=RoundOut)
def pause_clock(ask: Asked, round_id: int) -> Any:
    """The time stands still."""
    return clock.pause_clock(by=ask.by, round_id=round_id)


@act(answer=RoundOut)
def resume_clock(ask: Asked, round_id: int) -> Any:
    """The time goes on."""
    return clock.resume_clock(by=ask.by, round_id=round_id)


@act(body=ExtraTime)
def extra_time(ask: Asked, round_id: int) -> Any:
    """More time for all tables."""
    clock.give_extra_time(by=ask.by, round_id=round_id, **ask.body)


@act(body=ExtraTime)
def extra_time_back(ask: Asked, round_id: int) -> Any:
    """Take back extra time of all tables, as much as was given at most."""
    clock.take_back_extra_time(by=ask.by, round_id=round_id, **ask.body)


# --- substitutes ---------------------------------------------------------------------------------------------------


class NewSubstitute(Strict):
    team = key()
    member = key(help_text="The id of the player who does not play.")
    who = PersonIn()


class EndingSubstitution(Strict):
    team = key()
    member = key()


class SubstituteOut(Serializer[Any]):
    team = serializers.IntegerField(source="team_id")
    member = serializers.IntegerField(source="member_id")
    substitute = serializers.IntegerField(source="substitute_id")


@act(body=NewSubstitute, answer=SubstituteOut, status=201)
def substitute(ask: Asked, round_id: int) -> Any:
    """In this round somebody else plays for a member."""
    said = ask.body
    return attendance.substitute(
        by=ask.by, round_id=round_id, team_id=said["team"], member_id=said["member"], who=who(said["who"])
    )


@act(body=EndingSubstitution)
def end_substitution(ask: Asked, round_id: int) -> Any:
    """The member plays after all."""
    said = ask.body
    attendance.end_substitution(by=ask.by, round_id=round_id, team_id=said["team"], member_id=said["member"])
