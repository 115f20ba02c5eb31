"""From stage to stage and to the end: who goes on, what is hidden, who is before whom."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from games.actor import Actor
from games.choices import Entry, RoundState, State
from games.events import emit
from games.models import LogLine, Round, Stage, Team, Tournament
from games.selectors.records import record_of, regulations_of
from games.selectors.rounds import live_rounds, next_round_left, open_round
from games.services.locking import directed
from games.services.rounds import checked_reason, directed_round, named, need_state
from pairing.qualification import with_next_stage
from rules.refusal import Refusal
from scoring.record import Record


@transaction.atomic
def begin_next_stage(*, by: Actor, tournament_id: int, reason: str = "") -> Stage:
    """Those who have qualified go on. If the stage before has rounds left, that needs a reason. Until the new stage is
    drawn this can be done again, so that a correction counts."""
    tournament = directed(by, tournament_id)
    reason = checked_reason(reason, needed=False)
    check_closed(tournament)
    before = last_round(tournament).stage.key
    record = record_of(tournament)
    check_played(record, before, reason)
    begun = with_next_stage(record, before).stages[-1]
    keys = [rules.key for rules in regulations_of(tournament).stages]
    fields = {"position": keys.index(begun.key) + 1, "entrants": list(begun.entrants)}
    forgotten: dict[str, list[object]] = {"groups": [], "plan": [], "bracket": []}
    stage, _ = Stage.objects.update_or_create(tournament=tournament, key=begun.key, defaults=fields | forgotten)
    facts = {"stage": begun.key, "after": before, "entrants": list(begun.entrants), "reason": reason}
    emit("stage.begun", by=by, tournament=tournament, facts=facts)
    return stage


def check_closed(tournament: Tournament) -> None:
    """No round is a draft or being played."""
    found = open_round(tournament)
    if found is not None:
        raise Refusal("round_open", field="round", value=found.number, stage=found.stage.key)


def last_round(tournament: Tournament) -> Round:
    """The last round that was played."""
    last = live_rounds(tournament).last()
    if last is None:
        raise Refusal("nothing_played")
    return last


def check_played(record: Record, stage: str, reason: str) -> None:
    """Every round of the stage was played, or there is a reason to leave it."""
    left = None if reason else next_round_left(record, stage)
    if left is not None:
        raise Refusal("rounds_left", field="reason", stage=stage, value=left)


# --- the end -----------------------------------------------------------------------------------------------------


@transaction.atomic
def finish_tournament(*, by: Actor, tournament_id: int, reason: str = "") -> Tournament:
    """The end: every round is closed, every stage played. To end it earlier needs a reason."""
    tournament = directed(by, tournament_id)
    reason = checked_reason(reason, needed=False)
    check_closed(tournament)
    last = last_round(tournament)
    keys = [rules.key for rules in regulations_of(tournament).stages]
    left = keys[keys.index(last.stage.key) + 1 :]
    check_played(record_of(tournament), last.stage.key, reason)
    if left and not reason:
        raise Refusal("stages_left", field="reason", stages=left)
    tournament.state, tournament.finished_at = State.FINISHED.value, timezone.now()
    tournament.save(update_fields=["state", "finished_at"])
    facts = {"stage": last.stage.key, "number": last.number, "stages_left": left, "reason": reason}
    emit("tournament.finished", by=by, tournament=tournament, facts=facts)
    return tournament


@transaction.atomic
def resume_tournament(*, by: Actor, tournament_id: int) -> Tournament:
    """It was finished too early: rounds can be reopened and drawn again. Not once the final ranking is published; that
    is taken back first."""
    tournament = finished_by(by, tournament_id)
    if tournament.ranking_published_at is not None:
        raise Refusal("ranking_published")
    tournament.state, tournament.finished_at = State.RUNNING.value, None
    tournament.save(update_fields=["state", "finished_at"])
    emit("tournament.resumed", by=by, tournament=tournament, facts={})
    return tournament


def finished_by(by: Actor, tournament_id: int) -> Tournament:
    tournament = directed(by, tournament_id, even_finished=True)
    if tournament.state != State.FINISHED:
        raise Refusal("tournament_running")
    return tournament


@transaction.atomic
def publish_ranking(*, by: Actor, tournament_id: int) -> Tournament:
    """Everybody sees the final ranking; rounds that were hidden are so no longer."""
    tournament = finished_by(by, tournament_id)
    if tournament.ranking_published_at is not None:
        raise Refusal("ranking_published")
    hidden = Round.objects.filter(stage__tournament=tournament, hidden=True)
    revealed = list(hidden.values_list("pk", flat=True))
    hidden.update(hidden=False)
    tournament.ranking_published_at = timezone.now()
    tournament.save(update_fields=["ranking_published_at"])
    emit("ranking.published", by=by, tournament=tournament, facts={"revealed": revealed})
    return tournament


@transaction.atomic
def unpublish_ranking(*, by: Actor, tournament_id: int) -> Tournament:
    """It was published too early: the final ranking is for the staff again, and what was hidden before is hidden. Who
    has seen it has seen it; the log says so."""
    tournament = finished_by(by, tournament_id)
    if tournament.ranking_published_at is None:
        raise Refusal("ranking_not_published")
    published = LogLine.objects.filter(tournament=tournament, what="ranking.published").order_by("number").last()
    hidden = published.facts["revealed"] if published is not None else []
    Round.objects.filter(stage__tournament=tournament, pk__in=hidden).update(hidden=True)
    tournament.ranking_published_at = None
    tournament.save(update_fields=["ranking_published_at"])
    emit("ranking.unpublished", by=by, tournament=tournament, facts={"hidden": hidden})
    return tournament


@transaction.atomic
def hide_round(*, by: Actor, round_id: int, hidden: bool) -> Round:
    """Keep the results of a round out of the public standings, for suspense; or reveal them."""
    round_ = directed_round(by, round_id, even_finished=True)
    need_state(round_, RoundState.DRAFT, RoundState.PUBLISHED, RoundState.CLOSED)
    if hidden and round_.stage.tournament.ranking_published_at is not None:
        raise Refusal("ranking_published")
    round_.hidden = hidden
    round_.save(update_fields=["hidden"])
    code = "round.hidden" if hidden else "round.revealed"
    emit(code, by=by, tournament=round_.stage.tournament, facts=named(round_))
    return round_


@transaction.atomic
def decide_ties(*, by: Actor, tournament_id: int, team_numbers: Sequence[int]) -> Tournament:
    """The director's decision between equals: of two teams that nothing else tells apart, the one named earlier stands
    higher. It counts where the regulations have it among the tie-breaks."""
    tournament = directed(by, tournament_id, even_finished=True)
    if tournament.ranking_published_at is not None:
        raise Refusal("ranking_published")
    known = set(Team.objects.filter(tournament=tournament, entry=Entry.IN).values_list("number", flat=True))
    for at, number in enumerate(team_numbers):
        if number not in known:
            raise Refusal("team_unknown", field="teams", value=number)
        if number in team_numbers[:at]:
            raise Refusal("team_twice", field="teams", value=number)
    before, tournament.tie_order = tournament.tie_order, [str(number) for number in team_numbers]
    tournament.save(update_fields=["tie_order"])
    emit("ties.decided", by=by, tournament=tournament, facts={"before": before, "after": tournament.tie_order})
    return tournament
