"""Everything a phone at the table needs to know, in one answer: bad Wi-Fi likes few questions."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from games.actor import Actor
from games.choices import RoundState
from games.models import Round, Snapshot, Stage, Table, Team, Tournament
from games.permissions import may_score, sits_at
from games.selectors.access import Who, who_is
from games.selectors.moment import one_moment
from games.selectors.records import regulations_of
from games.selectors.rounds import remaining_seconds
from games.selectors.standings import PUBLIC, Shown, current_standings
from games.selectors.tables import TableSheet, sheet_at
from games.selectors.tournaments import table_seen_by
from rules.refusal import Refusal
from scoring.match import TimeUp
from scoring.outcomes import Terms
from scoring.regulations import Regulations

PATIENCE = timedelta(seconds=10)
"""So long a phone is content with standings that a worker is about to renew; then it gets them computed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A team's own place. `fresh` is false while newer standings are being computed."""

    rank: int | None
    of: int
    points: int | float | None
    through: int
    fresh: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """How many seconds are left, and whether they are running down."""

    remaining: int
    running: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What one must know to count at this table without asking. `turns` says for every hand, over and over again, whose
    line of the sheet is whose: seats of the table in order of play, None for the dummy."""

    regulations: Regulations
    terms: Terms
    stage: str
    from_the_end: int | None
    turns: tuple[tuple[int | None, ...], ...]
    time_up: TimeUp | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Now:
    """What a phone shows now. `place` says where the team is in the round; without a table there is no sheet.
    `staff`: it may enter at this table without sitting there."""

    who: Who
    staff: bool
    tournament: Tournament
    round: Round | None
    rounds: int | None
    place: str | None
    table: TableSheet | None
    clock: Clock | None
    rules: Rules | None
    standing: Standing | None


@one_moment()
def now_for(actor: Actor, *, at: datetime, table_id: int | None = None) -> Now:
    """For the team or table of a link; or for staff at any table. At most fifteen queries, and those of a record if
    nobody has computed the standings for a while."""
    if table_id is None and actor.link is None:
        raise Refusal("not_allowed")
    who = who_is(actor)
    here = who.now.table if who.now and table_id is None else table_id
    row = None if here is None else table_seen_by(actor, here)
    round_ = row.round if row else _round(who)
    tournament = _tournament(actor, round_)
    staff = may_score(actor, tournament)
    if row is not None and not staff and not sits_at(actor, row):
        raise Refusal("not_allowed")
    sheet = None if row is None else sheet_at(row)
    return Now(
        who=who,
        staff=staff,
        tournament=tournament,
        round=round_,
        rounds=None if round_ is None else regulations_of(tournament).stage(round_.stage.key).rounds,
        place="table" if sheet else (who.now.place if who.now else None),
        table=sheet,
        clock=None if round_ is None else clock_of(round_, at, row),
        rules=None if sheet is None else rules_at(sheet),
        standing=_own_standing(actor, round_, at),
    )


def _own_standing(actor: Actor, round_: Round | None, at: datetime) -> Standing | None:
    """For a team, between rounds: while one is played, places mean little."""
    team = actor.link.team if actor.link else None
    if team is None or round_ is None or round_.state != RoundState.CLOSED:
        return None
    return standing_of(team, round_, at)


def _round(who: Who) -> Round | None:
    """The round of somebody who has no table in it."""
    if who.now is None:
        return None
    return Round.objects.select_related("stage__tournament").get(pk=who.now.round)


def _tournament(actor: Actor, round_: Round | None) -> Tournament:
    if round_ is not None:
        return round_.stage.tournament
    if actor.link is None:
        raise Refusal("not_allowed")
    return Tournament.objects.get(pk=actor.link.tournament_id)


def clock_of(round_: Round, at: datetime, table: Table | None) -> Clock | None:
    """A closed round has no time left to tell of. No query."""
    left = remaining_seconds(round_, at, table) if round_.state == RoundState.PUBLISHED else None
    if left is None:
        return None
    running = round_.started_at is not None and round_.paused_at is None
    return Clock(remaining=left, running=running)


def rules_at(sheet: TableSheet) -> Rules:
    """No query: the sheet brings its match along."""
    match = sheet.match
    turns = [match.playing(0)]
    while match.in_turn and (turn := match.playing(len(turns))) != turns[0]:
        turns.append(turn)
    return Rules(
        regulations=match.regulations,
        terms=match.terms,
        stage=match.stage_key,
        from_the_end=sheet.row.round.from_the_end,
        turns=tuple(turns),
        time_up=match.value().time_up,
    )


def standing_of(
    team: Team, round_: Round, at: datetime, *, ranked: Callable[[Stage], Shown] | None = None, young: bool = True
) -> Standing | None:
    """Where a team stands, as far as everybody may know. One query while the snapshot is young, else those of the
    standings; or of `ranked`, where a page has read already what they follow from. One query less if it is known that
    no snapshot is `young`."""
    found = young_snapshots(round_.stage.tournament, at).filter(stage=round_.stage).first() if young else None
    shown = (ranked or _ranked)(round_.stage) if found is None else found
    version, plain = shown.version, shown.standings
    own = next((row for row in plain["rows"] if row["team"] == str(team.number)), None)
    if own is None or plain["through"] == 0:
        return None
    return Standing(
        rank=own["rank"],
        of=len(plain["rows"]),
        points=own["values"].get("points"),
        through=plain["through"],
        fresh=version == round_.stage.tournament.version,
    )


def young_snapshots(tournament: Tournament, at: datetime) -> QuerySet[Snapshot]:
    """Those for everybody that are of today's version, or so new that a worker has had little time to make others."""
    young = Q(version=tournament.version) | Q(made_at__gte=at - PATIENCE)
    return Snapshot.objects.filter(young, audience=PUBLIC)


def _ranked(stage: Stage) -> Shown:
    return current_standings(stage, audience=PUBLIC, tournament=stage.tournament)
