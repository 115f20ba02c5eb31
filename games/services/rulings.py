"""The director's decisions. None is changed or taken away: a revoked one stays on record and counts no more."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from games.actor import Actor
from games.choices import Entry, Place, RoundState
from games.events import emit
from games.models import Round, Ruling, Seat, Table, Team, Tournament
from games.permissions import may_direct
from games.selectors.matches import match_at
from games.services.locking import locked
from games.services.rounds import flag_outdated_draws
from games.services.texts import checked_text
from rules.refusal import Refusal
from scoring import record
from scoring.hand import Pair
from scoring.match import leader
from scoring.record import RulingKind, check_sides_ruling
from scoring.regulations import OUT_WHEN_LOST

REASON_LENGTH = 300
MOST_POINTS, MOST_PERCENT = 20_000, 200
"""What no penalty, total or average comes to: whoever enters more has mistyped."""

BESIDES: dict[RulingKind, tuple[str, ...]] = {
    RulingKind.PENALTY: ("team", "points", "tichu_points"),
    RulingKind.ADJUSTED: ("table", "totals"),
    RulingKind.AVERAGE: ("team", "percent"),
    RulingKind.FORFEIT: ("table", "side"),
    RulingKind.DISQUALIFIED: ("team",),
}
"""What a decision of each kind says."""
UNSAID: dict[str, Any] = {
    "table": None, "team": None, "points": 0, "tichu_points": 0, "totals": None, "side": None, "percent": 100,
}  # fmt: skip
"""What it means to say nothing."""
AGAIN = (RulingKind.PENALTY,)
"""Of this kind there can be several about the same team in a round."""


@transaction.atomic
def rule(
    *,
    by: Actor,
    round_id: int,
    kind: RulingKind,
    reason: str,
    table_id: int | None = None,
    team_id: int | None = None,
    points: int = 0,
    tichu_points: int = 0,
    totals: Pair | None = None,
    side: int | None = None,
    percent: int = 100,
) -> Ruling:
    """The director decides something about a team or a table in a round that is played or closed."""
    round_ = locked_round(by, round_id)
    reason = checked_text("reason", reason, most=REASON_LENGTH)
    table, team = table_in(round_, table_id), team_in(round_.stage.tournament, team_id)
    ruling = record.Ruling(
        id="",
        kind=checked_kind(kind),
        stage=round_.stage.key,
        round=round_.number,
        reason=reason,
        table=None if table is None else table.number,
        team=None if team is None else str(team.number),
        points=points,
        tichu_points=tichu_points,
        totals=totals,
        side=side,
        percent=percent,
    )
    check_said(ruling)
    check_numbers(ruling)
    if table is not None:
        check_at_table(ruling, table)
    if ruling.kind is RulingKind.AVERAGE:
        check_takes_part(round_, team_id)
    check_once(ruling, round_, table, team)
    row = Ruling.objects.create(
        round=round_,
        kind=ruling.kind,
        reason=reason,
        table=table,
        team=team,
        points=points,
        tichu_points=tichu_points,
        total=None if totals is None else totals[0],
        other_total=None if totals is None else totals[1],
        side=side,
        percent=percent,
        at=timezone.now(),
        by=by.account,
    )
    facts = facts_of(row, ruling) | {"outdated": flag_outdated_draws(round_)}
    emit("ruling.made", by=by, tournament=round_.stage.tournament, facts=facts)
    return row


@transaction.atomic
def revoke_ruling(*, by: Actor, ruling_id: int, reason: str) -> Ruling:
    """A decision counts no more, for a reason."""
    found = Ruling.objects.filter(pk=ruling_id).first()
    if found is None:
        raise Refusal("ruling_unknown", field="ruling", value=ruling_id)
    round_ = locked_round(by, found.round_id)
    ruling = Ruling.objects.get(pk=ruling_id)
    if ruling.revoked_at is not None:
        raise Refusal("ruling_revoked", field="ruling", value=ruling_id)
    ruling.revoke_reason = checked_text("reason", reason, most=REASON_LENGTH)
    ruling.revoked_at = max(timezone.now(), ruling.at)
    ruling.save(update_fields=["revoke_reason", "revoked_at"])
    facts = {"ruling": ruling.pk, "kind": ruling.kind, "round": round_.pk, "outdated": flag_outdated_draws(round_)}
    emit("ruling.revoked", by=by, tournament=round_.stage.tournament, facts=facts)
    return ruling


# --- what it is about --------------------------------------------------------------------------------------------


def locked_round(by: Actor, round_id: int) -> Round:
    """A round that is played or closed, for the director, with its tournament locked."""
    tournament_id = Round.objects.filter(pk=round_id).values_list("stage__tournament", flat=True).first()
    tournament = None if tournament_id is None else locked(tournament_id)
    round_ = Round.objects.filter(pk=round_id).select_related("stage").first()
    if round_ is None or tournament is None:
        raise Refusal("round_unknown", field="round", value=round_id)
    if not may_direct(by, tournament):
        raise Refusal("not_allowed")
    if round_.state not in (RoundState.PUBLISHED, RoundState.CLOSED):
        raise Refusal("round_not_published", field="round", value=round_.number)
    round_.stage.tournament = tournament
    return round_


def table_in(round_: Round, table_id: int | None) -> Table | None:
    if table_id is None:
        return None
    table = Table.objects.filter(pk=table_id, round=round_).first()
    if table is None:
        raise Refusal("table_unknown", field="table", value=table_id)
    table.round = round_
    return table


def team_in(tournament: Tournament, team_id: int | None) -> Team | None:
    if team_id is None:
        return None
    team = Team.objects.filter(pk=team_id, tournament=tournament, entry=Entry.IN).first()
    if team is None:
        raise Refusal("team_unknown", field="team", value=str(team_id))
    return team


# --- rules -------------------------------------------------------------------------------------------------------


def checked_kind(kind: str) -> RulingKind:
    if kind not in list(RulingKind):
        raise Refusal("plain_choice", field="kind", value=str(kind), allowed=[each.value for each in RulingKind])
    return RulingKind(kind)


def check_said(ruling: record.Ruling) -> None:
    """It says what belongs to its kind and nothing besides; a penalty takes something away."""
    for field, nothing in UNSAID.items():
        if field not in BESIDES[ruling.kind] and getattr(ruling, field) != nothing:
            raise Refusal("ruling_says_too_much", field=field, kind=str(ruling.kind))
    if ruling.kind is RulingKind.PENALTY and not ruling.points and not ruling.tichu_points:
        raise Refusal("penalty_empty", field="points")


def check_numbers(ruling: record.Ruling) -> None:
    limits = [("points", ruling.points, 0, MOST_POINTS), ("tichu_points", ruling.tichu_points, 0, MOST_POINTS)]
    limits += [("totals", total, -MOST_POINTS, MOST_POINTS) for total in ruling.totals or ()]
    limits += [("percent", ruling.percent, 0, MOST_PERCENT), ("side", ruling.side or 0, 0, 1)]
    for field, value, least, most in limits:
        if not least <= value <= most:
            raise Refusal("ruling_range", field=field, value=value, minimum=least, maximum=most)


def check_at_table(ruling: record.Ruling, table: Table) -> None:
    """One side can have forfeited, and totals can be given, only where there are two sides all along; and where only
    the winner goes on, there must be one."""
    match = match_at(table)
    check_sides_ruling(ruling, match.value(), match.regulations)
    if ruling.side is not None and match.alone:
        raise Refusal("ruling_no_sides", field="side", table=table.number)
    out_when_lost = match.regulations.stage(match.stage_key).system in OUT_WHEN_LOST
    if ruling.totals is not None and leader(ruling.totals) is None and out_when_lost:
        raise Refusal("match_not_decided", field="totals", value=list(ruling.totals))


def check_takes_part(round_: Round, team_id: int | None) -> None:
    """An average stands in for a round that a team had a table or a bye in."""
    if not Seat.objects.filter(round=round_, team=team_id).exclude(place=Place.WAITING).exists():
        raise Refusal("team_not_in_round", field="team", value=team_id, round=round_.number)


def check_once(ruling: record.Ruling, round_: Round, table: Table | None, team: Team | None) -> None:
    """There is one decision about a table, and one of a kind about a team: the earlier is revoked first. What was
    decided in a round that was cancelled counts no more."""
    if ruling.kind in AGAIN:
        return
    standing = Ruling.objects.filter(revoked_at__isnull=True).exclude(round__state=RoundState.CANCELLED)
    standing = standing.filter(table=table) if table is not None else standing.filter(team=team, kind=ruling.kind)
    if ruling.kind is RulingKind.AVERAGE:
        standing = standing.filter(round=round_)
    earlier = standing.first()
    if earlier is not None:
        raise Refusal("ruling_stands", field="kind", stored=earlier.pk, kind=earlier.kind)


def facts_of(row: Ruling, ruling: record.Ruling) -> dict[str, Any]:
    """What the log says of a decision. The reason stays with the row: people write names into it."""
    said = {field: getattr(ruling, field) for field in BESIDES[ruling.kind] if field not in ("table", "team")}
    about = {"table": row.table_id} if row.table_id else {"team": ruling.team}
    return {"ruling": row.pk, "kind": row.kind, "round": row.round_id, **about, **said}
