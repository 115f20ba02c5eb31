"""Drawing a round: asked for as lasting work, computed without a lock, written as a draft exactly once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.actor import Actor
from games.choices import Place, RoundState, State
from games.events import emit
from games.models import Job, Round, Seat, Stage, Table, Team, Tournament
from games.selectors.jobs import last_job_of
from games.selectors.records import record_of, regulations_of
from games.selectors.rounds import incomplete_teams, live_rounds, stage_going_on
from games.services.jobs import JobKind, ask_for_job
from games.services.locking import directed, locked
from games.services.rounds import directed_round, drop_unfit_substitutes, named, need_state
from games.services.texts import checked_text
from games.services.tournaments import new_seed
from pairing.draw import Draw, Reason
from pairing.systems import chance, draw
from rules.refusal import Refusal
from scoring.plain import to_plain
from scoring.record import Record

LONGEST_SEED = 60


# --- asking ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """The round that comes next: of which stage, its number there and in the whole tournament, and a draft of it."""

    stage: str
    number: int
    of_tournament: int
    draft: Round | None


def round_due(tournament: Tournament) -> Due:
    """Which round comes next. None as long as one is being played, or after the end."""
    if tournament.state == State.FINISHED:
        raise Refusal("tournament_finished")
    rounds = list(live_rounds(tournament))
    for each in rounds:
        if each.state == RoundState.PUBLISHED:
            raise Refusal("round_open", field="round", value=each.number, stage=each.stage.key)
    stage = stage_going_on(tournament)
    closed = [each for each in rounds if each.state == RoundState.CLOSED]
    draft = next((each for each in rounds if each.state == RoundState.DRAFT), None)
    number = sum(each.stage.key == stage for each in closed) + 1
    return Due(stage=stage, number=number, of_tournament=len(closed) + 1, draft=draft)


@transaction.atomic
def ask_for_draw(*, by: Actor, tournament_id: int, seed: str | None = None) -> Job:
    """Ask for the draw of the next round. Asking again gives the same job, also when its draft is there already; to
    draw that anew there is `redraw`."""
    tournament = directed(by, tournament_id)
    due = round_due(tournament)
    key = f"{tournament.pk}.{due.stage}.{due.number}"
    if due.draft is not None:
        job = last_job_of(DRAW_ROUND.name, key)
        if job is None:
            raise Refusal("round_drafted", field="round", value=due.number, stage=due.stage)
        return job
    check_teams_complete(tournament, due)
    return _ask(by, tournament, key=key, due=due, seed=seed)


@transaction.atomic
def redraw(*, by: Actor, round_id: int, seed: str | None = None) -> Job:
    """Ask for a draft to be drawn anew, around the tables and byes that are kept."""
    round_ = directed_round(by, round_id)
    need_state(round_, RoundState.DRAFT)
    tournament = round_.stage.tournament
    due = round_due(tournament)
    check_teams_complete(tournament, due)
    return _ask(by, tournament, key=f"{tournament.pk}.again.{round_.pk}", due=due, seed=seed)


def _ask(by: Actor, tournament: Tournament, *, key: str, due: Due, seed: str | None) -> Job:
    arguments = {
        "tournament": tournament.pk,
        "stage": due.stage,
        "number": due.number,
        "draft": due.draft.pk if due.draft else None,
        "seed": checked_seed(seed) or new_seed(),
    }
    return ask_for_job(kind=DRAW_ROUND, key=key, arguments=arguments, by=by.account)


def checked_seed(seed: str | None) -> str:
    return checked_text("seed", seed or "", most=LONGEST_SEED, needed=False)


def check_teams_complete(tournament: Tournament, due: Due) -> None:
    """Everybody who plays has a partner."""
    teams = incomplete_teams(tournament, round_number=due.of_tournament)
    if teams:
        minimum = regulations_of(tournament).members_at_the_table
        raise Refusal("teams_incomplete", field="teams", teams=teams, minimum=minimum)


# --- drawing -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """What came of a draw: tables, or why there are none; and the tournament's version it was made from."""

    version: int
    found: Draw | Refusal


def _prepare(arguments: Mapping[str, Any]) -> Drawn:
    """The lock is held only while reading, so that the record is of one moment."""
    with transaction.atomic():
        tournament = locked(arguments["tournament"])
        record = read(tournament)
    return draw_from(record, tournament.version, arguments)


def read(tournament: Tournament) -> Record | Refusal:
    try:
        return record_of(tournament, drafts=True)
    except Refusal as refusal:
        return refusal


def draw_from(record: Record | Refusal, version: int, arguments: Mapping[str, Any]) -> Drawn:
    """A refused draw is an answer like any other: to be told, and not to be tried again."""
    if isinstance(record, Refusal):
        return Drawn(version=version, found=record)
    stage, number = arguments["stage"], arguments["number"]
    try:
        found = draw(afresh(record, stage, number), stage, number, chance(arguments["seed"]))
    except Refusal as refusal:
        return Drawn(version=version, found=refusal)
    return Drawn(version=version, found=found)


def afresh(record: Record, key: str, number: int) -> Record:
    """If the first round is drawn anew and nothing of it is kept, its groups are dealt anew too."""
    stages = []
    for stage in record.stages:
        draft = stage.rounds[0] if stage.rounds else None
        if (stage.key, number) == (key, 1) and draft:
            kept = any(table.kept for table in draft.tables) or draft.kept_byes
            stages.append(stage if kept else replace(stage, groups=(), plan=()))
        else:
            stages.append(stage)
    return replace(record, stages=tuple(stages))


def _complete(job: Job, drawn: Drawn) -> dict[str, Any]:
    """Write the draft, if it is still wanted. What was changed since the record was read is taken into account."""
    tournament = locked(job.arguments["tournament"])
    try:
        draft = still_wanted(tournament, job.arguments)
    except Refusal as refusal:
        return refused(refusal, tournament)
    if drawn.version != tournament.version:  # seldom; so it is drawn again while the others wait
        drawn = draw_from(read(tournament), tournament.version, job.arguments)
    if isinstance(drawn.found, Refusal):
        return refused(drawn.found, tournament)
    round_ = write_draft(tournament, drawn.found, draft=draft, seed=job.arguments["seed"])
    facts: dict[str, Any] = named(round_) | {"seed": round_.seed, "from": round_.drawn_from}
    facts |= {"tables": len(drawn.found.tables), "again": draft is not None, "cost": round_.cost}
    facts["substitutes_gone"] = drop_unfit_substitutes(round_)
    emit("round.drawn", by=Actor(account=job.asked_by), tournament=tournament, facts=facts)
    return {"round": round_.pk}


def refused(refusal: Refusal, tournament: Tournament) -> dict[str, Any]:
    """Why there is no draw, and of which version of the tournament that is true."""
    return {"refused": {"code": refusal.code, "facts": refusal.facts}, "version": tournament.version}


def still_wanted(tournament: Tournament, arguments: Mapping[str, Any]) -> Round | None:
    """The draft that is to be drawn anew, or None for a first one. Refused if the round was drawn, published or
    cancelled since it was asked for, or if another one is due."""
    due = round_due(tournament)
    wanted, there = arguments["draft"], due.draft.pk if due.draft else None
    if (due.stage, due.number) != (arguments["stage"], arguments["number"]):
        raise Refusal("round_not_next", field="round", value=arguments["number"], allowed=[due.number])
    if wanted is None and there is not None:
        raise Refusal("round_drafted", field="round", value=due.number, stage=due.stage)
    if wanted != there:
        raise Refusal("round_unknown", field="round", value=wanted)
    return due.draft


DRAW_ROUND = JobKind(
    name="draw_round",
    prepare=_prepare,
    complete=_complete,
    done="draw.answered",
    topic=lambda job: f"tournament.{job.arguments['tournament']}",
)


# --- writing -----------------------------------------------------------------------------------------------------


def write_draft(tournament: Tournament, found: Draw, *, draft: Round | None, seed: str) -> Round:
    """The draw as rows, in the place of the draft if there is one. The caller holds the lock."""
    stage = stage_row(tournament, found.stage)
    round_ = draft or Round(stage=stage, number=found.round)
    round_.seed, round_.drawn_from, round_.drawn_at = seed, tournament.version, timezone.now()
    round_.cost, round_.from_the_end, round_.outdated = dict(found.cost), found.from_the_end, False
    round_.minutes = regulations_of(tournament).stage(found.stage).minutes
    round_.save()
    round_.seats.all().delete()
    round_.tables.all().delete()
    write_places(round_, found)
    stage.plan = [to_plain(each) for each in found.plan]
    stage.groups = [to_plain(each) for each in found.groups] or stage.groups
    stage.bracket = list(found.bracket) or stage.bracket
    stage.save(update_fields=["plan", "groups", "bracket"])
    round_.stage = stage
    return round_


def stage_row(tournament: Tournament, key: str) -> Stage:
    """The stage; its row is made with its first draw."""
    keys = [rules.key for rules in regulations_of(tournament).stages]
    stage, _ = Stage.objects.get_or_create(tournament=tournament, key=key, defaults={"position": keys.index(key) + 1})
    return stage


def write_places(round_: Round, found: Draw) -> None:
    tables = Table.objects.bulk_create(
        Table(round=round_, number=each.number, reasons=plain(each.reasons), kept=each.kept) for each in found.tables
    )
    numbers = Team.objects.filter(tournament=round_.stage.tournament_id).values_list("number", "pk")
    Seat.objects.bulk_create(seats_of(found, tables, {str(number): pk for number, pk in numbers}, round_))


def seats_of(found: Draw, tables: list[Table], teams: Mapping[str, int], round_: Round) -> Iterator[Seat]:
    """A row for everybody. Of a pair's two seats the first is named."""
    for table, each in zip(tables, found.tables, strict=True):
        for team in dict.fromkeys(each.seats):
            first = each.seats.index(team)
            yield Seat(round=round_, team_id=teams[team], place=Place.TABLE.value, table=table, seat=first)
    for place, listed in ((Place.BYE, found.byes), (Place.WAITING, found.waiting)):
        for alone in listed:
            reasons = plain(alone.reasons)
            yield Seat(round=round_, team_id=teams[alone.team], place=place.value, reasons=reasons, kept=alone.kept)


def plain(reasons: tuple[Reason, ...]) -> list[dict[str, Any]]:
    return [to_plain(reason) for reason in reasons]
