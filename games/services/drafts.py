"""A director's own hand in a draft: what is kept, and who changes places."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db import transaction

from games.actor import Actor
from games.choices import Place, RoundState
from games.events import emit
from games.models import Player, Round, Seat, Stage, Substitute, Table
from games.selectors.records import regulations_of
from games.selectors.rounds import conflicts_of
from games.selectors.tournaments import log_of
from games.services.rounds import (
    checked_reason,
    directed_round,
    directed_table,
    drop_unfit_substitutes,
    named,
    need_state,
)
from pairing.check import Breach, breaches_to_json
from rules.refusal import Refusal
from scoring.regulations import System

KEPT = [{"code": "kept"}]
"""Why a table is as it is: the director wants it so."""


@transaction.atomic
def keep_table(*, by: Actor, table_id: int, kept: bool) -> Table:
    """A new draw leaves this table of a draft alone, or does so no longer."""
    table = directed_table(by, table_id)
    need_state(table.round, RoundState.DRAFT)
    table.kept = kept
    table.save(update_fields=["kept"])
    facts = named(table.round) | {"table": table.number, "kept": kept}
    emit("table.kept", by=by, tournament=table.round.stage.tournament, facts=facts)
    return table


@transaction.atomic
def keep_bye(*, by: Actor, round_id: int, team_id: int, kept: bool) -> Seat:
    """A new draw gives the bye to the same team again, or is free to do otherwise."""
    round_ = directed_round(by, round_id)
    need_state(round_, RoundState.DRAFT)
    seat = seat_of(round_, team_id)
    if seat.place != Place.BYE:
        raise Refusal("bye_unknown", field="team", value=team_id)
    seat.kept = kept
    seat.save(update_fields=["kept"])
    emit("bye.kept", by=by, tournament=round_.stage.tournament, facts=named(round_) | {"team": team_id, "kept": kept})
    return seat


class Swapped(NamedTuple):
    """What the draft breaks now, and the version of the tournament that the exchange has made."""

    breaches: tuple[Breach, ...]
    version: int


@transaction.atomic
def swap_teams(
    *, by: Actor, round_id: int, team_id: int, other_id: int, anyway: bool = False, reason: str = ""
) -> Swapped:
    """Two teams of a draft exchange their places, which are kept from now on. What the draft breaks then is given back;
    if the exchange breaks what must not be broken, it needs `anyway` and a reason. What was broken before by the same
    teams, such as by a seat for somebody who has left, does not stand in the way."""
    round_ = directed_round(by, round_id)
    need_state(round_, RoundState.DRAFT)
    reason = checked_reason(reason, needed=anyway)
    one, other = seat_of(round_, team_id), seat_of(round_, other_id)
    if one.pk == other.pk:
        raise Refusal("team_twice", field="other", value=other_id)
    check_bracket(round_, one, other)
    before = places_now(round_, one, other)
    known = {(breach.code, breach.teams) for breach in conflicts_of(round_)}
    exchange(one, other)
    if round_.number == 1:
        exchange_later(round_.stage, str(one.team.number), str(other.team.number))
    after = conflicts_of(round_)
    grave = [breach for breach in after if breach.must and (breach.code, breach.teams) not in known]
    if grave and not anyway:
        raise Refusal("draw_conflicts", field="anyway", conflicts=breaches_to_json(grave))
    facts = named(round_) | {"teams": [team_id, other_id], "conflicts": [b.code for b in grave], "reason": reason}
    facts |= {"substitutes_gone": drop_unfit_substitutes(round_), "before": before}
    emit("teams.swapped", by=by, tournament=round_.stage.tournament, facts=facts)
    return Swapped(after, round_.stage.tournament.version)


@transaction.atomic
def take_back_swap(*, by: Actor, round_id: int, version: int) -> Round:
    """The exchange that made this version of the tournament is undone: places, what was kept, the reasons and whoever
    stood in are as they were before it. Refused once anything else has happened in the tournament."""
    round_ = directed_round(by, round_id)
    need_state(round_, RoundState.DRAFT)
    swapped = swap_that_made(round_, version)
    one, other = (seat_of(round_, team_id) for team_id in swapped["teams"])
    put_back(swapped["before"])
    if round_.number == 1:
        exchange_later(round_.stage, str(one.team.number), str(other.team.number))
    standing_in = restore_substitutes(round_, swapped)
    facts = named(round_) | {"teams": swapped["teams"], "substitutes_back": standing_in}
    emit("teams.swapped_back", by=by, tournament=round_.stage.tournament, facts=facts)
    return round_


def swap_that_made(round_: Round, version: int) -> dict[str, Any]:
    """The facts of the exchange in this round that was the last change of the tournament and made this version."""
    tournament = round_.stage.tournament
    last = log_of(tournament).first()
    facts: dict[str, Any] = last.facts if last is not None and last.what == "teams.swapped" else {}
    if tournament.version != version or facts.get("round") != round_.pk or "before" not in facts:
        raise Refusal("swap_not_last", field="version", value=version)
    return facts


def seat_of(round_: Round, team_id: int) -> Seat:
    """Where a team is in a round."""
    seat = Seat.objects.filter(round=round_, team__pk=team_id).select_related("team", "table").first()
    if seat is None:
        raise Refusal("team_not_in_round", field="team", value=team_id)
    return seat


def check_bracket(round_: Round, one: Seat, other: Seat) -> None:
    """Once a knock-out has begun results decide who meets whom; only the sides of a table can be exchanged."""
    system = regulations_of(round_.stage.tournament).stage(round_.stage.key).system
    begun = system in (System.KNOCKOUT, System.DOUBLE_ELIMINATION) and round_.number > 1
    if begun and (one.table_id is None or one.table_id != other.table_id):
        raise Refusal("bracket_decides", field="other", value=round_.number, stage=round_.stage.key)


def exchange(one: Seat, other: Seat) -> None:
    """Two rows cannot have one seat even for a moment, so the first steps aside."""
    places = [(each.place, each.table, each.seat) for each in (one, other)]
    put(one, (Place.WAITING.value, None, None))
    put(other, places[0])
    put(one, places[1])
    for seat in (one, other):
        if seat.table is not None:
            seat.table.kept, seat.table.reasons = True, KEPT
            seat.table.save(update_fields=["kept", "reasons"])


def places_now(round_: Round, one: Seat, other: Seat) -> dict[str, Any]:
    """What an exchange of these two overwrites, in numbers of rows: what it takes to undo it."""
    seats = Seat.objects.filter(pk__in=[one.pk, other.pk])
    tables = Table.objects.filter(pk__in=[one.table_id, other.table_id])
    return {
        "seats": list(seats.values("id", "place", "table", "seat", "kept", "reasons")),
        "tables": list(tables.values("id", "kept", "reasons")),
        "substitutes": list(round_.substitutes.values("team", "member", "substitute")),
    }


def put_back(before: Mapping[str, Any]) -> None:
    """Seats and tables as they were. Both step aside first, for two rows cannot have one seat even for a moment."""
    seats = Seat.objects.filter(pk__in=[was["id"] for was in before["seats"]])
    seats.update(place=Place.WAITING.value, table=None, seat=None, kept=False)
    for was in before["seats"]:
        Seat.objects.filter(pk=was["id"]).update(**was)
    for was in before["tables"]:
        Table.objects.filter(pk=was["id"]).update(**was)


def restore_substitutes(round_: Round, swapped: Mapping[str, Any]) -> list[int]:
    """Whoever stood in until the exchange does so again, if that player is still known. The players, for the log."""
    gone = Player.objects.filter(pk__in=swapped["substitutes_gone"], merged_into=None)
    known = set(gone.values_list("pk", flat=True))
    back = [row for row in swapped["before"]["substitutes"] if row["substitute"] in known]
    Substitute.objects.bulk_create(
        Substitute(round=round_, team_id=row["team"], member_id=row["member"], substitute_id=row["substitute"])
        for row in back
    )
    return [row["substitute"] for row in back]


def put(seat: Seat, where: tuple[str, Table | None, int | None]) -> None:
    seat.place, seat.table, seat.seat = where
    seat.kept = seat.place == Place.BYE
    seat.reasons = [] if seat.place == Place.TABLE else KEPT
    seat.save(update_fields=["place", "table", "seat", "kept", "reasons"])


def exchange_later(stage: Stage, one: str, other: str) -> None:
    """What was drawn along with the first round follows: groups, bracket, and the rounds to come."""
    swapped = {one: other, other: one}

    def teams(names: list[str]) -> list[str]:
        return [swapped.get(name, name) for name in names]

    def later(planned: dict[str, Any]) -> dict[str, Any]:
        tables = [table | {"seats": teams(table["seats"])} for table in planned.get("tables", [])]
        return planned | {"tables": tables, "byes": teams(planned.get("byes", []))}

    stage.bracket = teams(stage.bracket)
    stage.groups = [group | {"teams": teams(group["teams"])} for group in stage.groups]
    stage.plan = [later(planned) for planned in stage.plan]
    stage.save(update_fields=["bracket", "groups", "plan"])
