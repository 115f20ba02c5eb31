"""The life of a round: published, closed, and back. How it is drawn is in `drawing`."""

from django.db import transaction
from django.utils import timezone

from games.actor import Actor
from games.choices import Place, RoundState, State
from games.events import emit
from games.models import Round, Seat, Stage, Substitute, Table
from games.selectors.records import record_of, regulations_of
from games.selectors.rounds import OPEN, conflicts_of, is_untouched, live_rounds, tables_without_result, without_results
from games.services.locking import directed
from games.services.texts import checked_text
from pairing.check import breaches_to_json
from rules.refusal import Refusal
from scoring.plain import to_plain
from scoring.record import Round as Recorded
from scoring.record import Table as RecordedTable
from scoring.regulations import System

LONGEST_REASON = 200
PLANNED = (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN, System.GROUPS, System.INDIVIDUAL_DRAW)
"""Where rounds to come are drawn along with the next one."""


# --- what every act on a round begins with -----------------------------------------------------------------------


def directed_round(by: Actor, round_id: int, *, even_finished: bool = False) -> Round:
    """A round, its tournament locked, for somebody who directs it."""
    found = Round.objects.filter(pk=round_id).values_list("stage__tournament_id", flat=True).first()
    if found is None:
        raise Refusal("round_unknown", field="round", value=round_id)
    tournament = directed(by, found, even_finished=even_finished)
    round_ = Round.objects.select_related("stage").get(pk=round_id)
    round_.stage.tournament = tournament
    return round_


def directed_table(by: Actor, table_id: int) -> Table:
    """A table, its tournament locked, for somebody who directs it."""
    round_id = Table.objects.filter(pk=table_id).values_list("round_id", flat=True).first()
    if round_id is None:
        raise Refusal("table_unknown", field="table", value=table_id)
    round_ = directed_round(by, round_id)
    table = Table.objects.filter(pk=table_id).first()
    if table is None:  # its draft was drawn anew while we waited
        raise Refusal("table_unknown", field="table", value=table_id)
    table.round = round_
    return table


def need_state(round_: Round, *allowed: RoundState) -> None:
    """The act is for rounds in one of these states."""
    if round_.state not in allowed:
        states = [state.value for state in allowed]
        raise Refusal("round_state", field="round", value=round_.number, state=str(round_.state), allowed=states)


def checked_reason(reason: str, *, needed: bool = True) -> str:
    """A reason in a few words."""
    return checked_text("reason", reason, most=LONGEST_REASON, needed=needed)


def named(round_: Round) -> dict[str, str | int]:
    """Which round it is, for the log."""
    return {"round": round_.pk, "stage": round_.stage.key, "number": round_.number}


# --- published, and back -----------------------------------------------------------------------------------------


@transaction.atomic
def publish_round(*, by: Actor, round_id: int, reason: str = "") -> Round:
    """Show a draft to everybody; play begins, and with the first round the regulations are locked.

    A draft that breaks what must not be broken, such as a seat for a team that has left since, needs a reason.
    """
    round_ = directed_round(by, round_id)
    need_state(round_, RoundState.DRAFT)
    reason = checked_reason(reason, needed=False)
    grave = [breach for breach in conflicts_of(round_) if breach.must]
    if grave and not reason:
        raise Refusal("draw_conflicts", field="reason", conflicts=breaches_to_json(grave))
    tournament = round_.stage.tournament
    round_.state, round_.published_at = RoundState.PUBLISHED.value, timezone.now()
    round_.save(update_fields=["state", "published_at"])
    if tournament.state == State.SETUP:
        tournament.state = State.RUNNING.value
        tournament.save(update_fields=["state"])
    facts = named(round_) | {"outdated": round_.outdated, "conflicts": [each.code for each in grave], "reason": reason}
    emit("round.published", by=by, tournament=tournament, facts=facts)
    return round_


@transaction.atomic
def unpublish_round(*, by: Actor, round_id: int) -> Round:
    """Make a published round a draft again, as long as nothing was written down and nothing decided. Its clock is
    forgotten."""
    round_ = directed_round(by, round_id)
    need_state(round_, RoundState.PUBLISHED)
    if not is_untouched(round_):
        raise Refusal("round_has_results", field="round", value=round_.number)
    round_.state = RoundState.DRAFT.value
    round_.published_at = round_.started_at = round_.paused_at = None
    round_.paused_seconds = round_.extra_seconds = 0
    round_.save()
    round_.tables.update(extra_seconds=0, time_up_hand=None, time_up_running=None)
    emit("round.unpublished", by=by, tournament=round_.stage.tournament, facts=named(round_))
    return round_


@transaction.atomic
def cancel_round(*, by: Actor, round_id: int, reason: str) -> Round:
    """Give up a draft or a round that is being played. What was written down stays, and counts no more; the round can
    be drawn again."""
    round_ = directed_round(by, round_id)
    need_state(round_, RoundState.DRAFT, RoundState.PUBLISHED)
    before = round_.state
    round_.cancel_reason = checked_reason(reason)
    take_back_draw(round_)
    round_.state = RoundState.CANCELLED.value
    round_.save(update_fields=["state", "cancel_reason"])
    facts = named(round_) | {"before": before, "reason": round_.cancel_reason}
    emit("round.cancelled", by=by, tournament=round_.stage.tournament, facts=facts)
    return round_


def take_back_draw(round_: Round) -> None:
    """What the draw of a round has fixed for later ones is as before: groups and bracket are those of round 1, and a
    later round that was planned stands in front of the plan again."""
    stage = round_.stage
    if round_.number == 1:
        stage.groups, stage.bracket, stage.plan = [], [], []
    elif regulations_of(stage.tournament).stage(stage.key).system in PLANNED:
        recorded = record_of(stage.tournament, drafts=True).stage(stage.key).rounds[-1]
        stage.plan = [to_plain(as_planned(recorded)), *stage.plan]
    stage.save(update_fields=["groups", "bracket", "plan"])


def as_planned(recorded: Recorded) -> Recorded:
    """Only who meets whom."""
    tables = tuple(RecordedTable(number=table.number, seats=table.seats) for table in recorded.tables)
    return Recorded(number=recorded.number, tables=tables, byes=recorded.byes)


def drop_unfit_substitutes(round_: Round) -> list[int]:
    """After a change of a draft: whoever stands in for a member without a table, or has got a table with the own team,
    does so no longer. The players who do not stand in any more, for the log."""
    seated = Seat.objects.filter(round=round_, place=Place.TABLE)
    kept = Substitute.objects.filter(round=round_, team__in=seated.values("team"))
    kept = kept.exclude(substitute__memberships__team__in=seated.values("team"))
    gone = Substitute.objects.filter(round=round_).exclude(pk__in=kept.values("pk"))
    players = list(gone.values_list("substitute_id", flat=True))
    gone.delete()
    return players


# --- closed, and back --------------------------------------------------------------------------------------------


@transaction.atomic
def close_round(*, by: Actor, round_id: int, reason: str = "") -> Round:
    """The round is finished. If tables have no result, that needs a reason."""
    round_ = directed_round(by, round_id)
    need_state(round_, RoundState.PUBLISHED)
    reason = checked_reason(reason, needed=False)
    tournament = round_.stage.tournament
    missing = tables_without_result(record_of(tournament), round_.stage.key, round_.number)
    if missing and not reason:
        stage = round_.stage.key
        raise Refusal("round_unfinished", field="reason", stage=stage, round=round_.number, tables=missing)
    round_.state, round_.closed_at = RoundState.CLOSED.value, timezone.now()
    round_.close_reason = reason if missing else ""
    round_.save(update_fields=["state", "closed_at", "close_reason"])
    facts = named(round_) | {"missing": missing, "reason": round_.close_reason}
    emit("round.closed", by=by, tournament=tournament, facts=facts)
    return round_


@transaction.atomic
def reopen_round(*, by: Actor, round_id: int) -> Round:
    """A closed round is played again, as long as no later one is there, not even as a draft. A next stage that was
    begun and not drawn is forgotten: who qualifies may change."""
    round_ = directed_round(by, round_id)
    need_state(round_, RoundState.CLOSED)
    tournament = round_.stage.tournament
    later = live_rounds(tournament).filter(stage=round_.stage, number__gt=round_.number).first()
    stages = Stage.objects.filter(tournament=tournament, position__gt=round_.stage.position)
    drawn = Round.objects.filter(stage__in=stages).select_related("stage").first()
    in_the_way = later or drawn
    if in_the_way is not None:
        raise Refusal("round_followed", field="round", value=in_the_way.number, stage=in_the_way.stage.key)
    stages.delete()
    before = round_.close_reason
    round_.state, round_.closed_at, round_.close_reason = RoundState.PUBLISHED.value, None, ""
    round_.save(update_fields=["state", "closed_at", "close_reason"])
    emit("round.reopened", by=by, tournament=tournament, facts=named(round_) | {"close_reason": before})
    return round_


# --- what others call --------------------------------------------------------------------------------------------


def flag_outdated_draws(changed: Round) -> list[int]:
    """After a change of what a closed round counts: mark the draft, or the published round of which nothing is written
    down yet, that was drawn before. Nothing is drawn anew. The rounds that were marked, for the log of the change."""
    if changed.state != RoundState.CLOSED:
        return []
    drawn = Round.objects.filter(stage__tournament=changed.stage.tournament_id, state__in=OPEN, outdated=False)
    marked = list(without_results(drawn).values_list("pk", flat=True))
    Round.objects.filter(pk__in=marked).update(outdated=True)
    return marked
