"""What everybody may see of a tournament: where it stands, and its standings with their reasons."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db import connection

from games import models
from games.choices import RoundState, State
from games.models import Tournament
from games.selectors.moment import one_moment
from games.selectors.scores import RankedRows, undisturbed
from pairing.bracket import doublings
from rules.refusal import Refusal
from scoring.final import final_ranking
from scoring.outcomes import Scores, round_outcomes
from scoring.points import plain_number
from scoring.record import Record, Round, Ruling, Stage, Team
from scoring.regulations import OUT_WHEN_LOST, Regulations, StageRules, System
from scoring.standings import Above, Row, Standings, chosen_stage, published_round, standings

OpenTournament = Tournament
"""A tournament as the public pages hand it on."""
Figure = int | float | None

NEVER_A_COLUMN = ("lots", "decision", "direct", "progress")
"""Criteria whose numbers say nothing to anybody, or only between a few."""


class Head(NamedTuple):
    """What a kept page is recognised by. When it was made is as the database writes it."""

    id: int
    version: int
    visibility: str
    made_at: object


HEAD = "SELECT id, version, visibility, made_at FROM games_tournament WHERE slug = %s"


def head_at(slug: str) -> Head:
    """The tournament at a public address, whoever asks, in brief. Every request for a public page asks this, and often
    nothing else; written by hand it costs a fifth of what it costs otherwise. One query."""
    with connection.cursor() as cursor:
        cursor.execute(HEAD, [slug])
        row = cursor.fetchone()
    if row is None:
        raise Refusal("tournament_unknown", field="slug", value=slug[:60])
    return Head(*row)


def head_of(tournament: Tournament) -> Head:
    """The same of a tournament that was read already. No query."""
    made_at = connection.ops.adapt_datetimefield_value(tournament.made_at)
    return Head(tournament.pk, tournament.version, tournament.visibility, made_at)


def whole_tournament(slug: str) -> Tournament:
    """The tournament itself. One query."""
    found = Tournament.objects.filter(slug=slug).first()
    if found is None:
        raise Refusal("tournament_unknown", field="slug", value=slug[:60])
    return found


# --- where it stands ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundLink:
    """A round that everybody may see. `number` counts over the whole tournament, `in_stage` within its stage."""

    id: int
    number: int
    stage: str
    in_stage: int
    from_the_end: int | None
    open: bool
    hidden: bool


def rounds_in_line(rounds: Sequence[models.Round], keys: dict[int, str], stages: Sequence[str]) -> list[RoundLink]:
    """The rounds of all stages in one line, numbered over the whole tournament. No query."""
    ordered = sorted(rounds, key=lambda each: (stages.index(keys[each.stage_id]), each.number))
    return [
        RoundLink(
            id=each.pk,
            number=at,
            stage=keys[each.stage_id],
            in_stage=each.number,
            from_the_end=each.from_the_end,
            open=each.state == RoundState.PUBLISHED,
            hidden=each.hidden,
        )
        for at, each in enumerate(ordered, start=1)
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """Where a tournament stands: in which round of how many, if that is known, and how many of its tables are done."""

    round: RoundLink | None
    of: int | None
    done: int
    tables: int


def progress_of(record: Record, rounds: Sequence[RoundLink], scores: Scores) -> Progress:
    """The round that is played, or was played last. No query."""
    if not rounds:
        return Progress(round=None, of=None, done=0, tables=0)
    last = rounds[-1]
    stage = record.stage(last.stage)
    round_ = next(each for each in stage.rounds if each.number == last.in_stage)
    return Progress(
        round=last,
        of=rounds_expected(record.regulations.stage(stage.key), stage),
        done=tables_done(record, stage.key, round_, scores),
        tables=len(round_.tables),
    )


def rounds_expected(rules: StageRules, stage: Stage) -> int | None:
    """How many rounds a stage has, where that is known beforehand."""
    if rules.rounds is not None:
        return rules.rounds
    if rules.system is System.KNOCKOUT and stage.bracket:
        return doublings(len(stage.bracket))
    return len(stage.rounds) + len(stage.plan) if stage.plan else None


def tables_done(record: Record, stage: str, round_: Round, scores: Scores) -> int:
    """The tables from which everybody has something."""
    known = {outcome.team for outcome in round_outcomes(record, stage, round_, scores)}
    return sum(known.issuperset(table.seats) for table in round_.tables)


# --- standings ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Ahead:
    """Why one row stands above another: the other's name, the criterion, and what each has there."""

    name: str
    criterion: str | None
    value: Figure
    against: Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A row. `values` are those of the columns, in their order. `ahead` and `behind` say why it stands here. `stage` is
    how far it came, in a final ranking over several stages; else empty."""

    rank: int | None
    number: int
    name: str
    values: tuple[Figure, ...]
    movement: int | None
    moved: bool
    ahead: Ahead | None
    behind: Ahead | None
    rulings: tuple[Ruling, ...]
    withdrawn: bool
    stage: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """Standings of a stage, or of one of its groups."""

    group: str
    rows: tuple[Ranked, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """Somebody who takes part, before there are standings."""

    number: int
    name: str
    club: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsShown:
    """The standings as everybody may see them. `through` is the last round that counts here, `hidden` the rounds whose
    results are kept for later; `columns` are the criteria that are shown, `criteria` all of them."""

    tournament: Tournament
    regulations: Regulations
    stages: tuple[str, ...]
    stage: str
    through: int
    columns: tuple[str, ...]
    criteria: tuple[str, ...]
    boards: tuple[Board, ...]
    hidden: tuple[int, ...]
    progress: Progress
    rounds: tuple[RoundLink, ...]
    entrants: tuple[Entrant, ...]

    @property
    def final(self) -> bool:
        """Whether this is how it ended, and everybody may know."""
        return self.tournament.ranking_published_at is not None and self.stage == self.stages[-1]

    @property
    def finished(self) -> bool:
        return self.tournament.state == State.FINISHED

    @property
    def starts_at(self) -> datetime | None:
        return self.tournament.starts_at

    @property
    def bracket(self) -> bool:
        """Whether there is a bracket to be drawn, now or later."""
        return has_bracket(self.regulations)


def has_bracket(regulations: Regulations) -> bool:
    return any(stage.system in OUT_WHEN_LOST for stage in regulations.stages)


@one_moment()
def standings_shown(tournament: Tournament, stage: str | None = None) -> StandingsShown:
    """The standings of a stage that has begun, the last unless it is named, for everybody. Nine queries."""
    with undisturbed():
        rows = RankedRows(tournament)
        record = rows.record()
    begun = [each.key for each in record.stages if each.rounds]
    if stage is not None and stage not in begun:
        raise Refusal("stage_unknown", field="stage", value=stage[:60], allowed=begun)
    chosen = chosen_stage(record, stage)
    through = published_round(record, chosen.key) if chosen.rounds else 0
    keys = [rules.key for rules in record.regulations.stages]
    rounds = rounds_in_line(rows.rounds, rows.stage_key, keys)
    if tournament.ranking_published_at is not None and len(begun) > 1 and chosen.key == begun[-1]:
        groups: list[str | None] = [None]
        found = [final_ranking(record, scores=rows.scores)]
        criteria = found[0].criteria
    else:
        groups = [group.key for group in chosen.groups] or [None]
        found = (
            [standings(record, chosen.key, through, group, scores=rows.scores) for group in groups] if through else []
        )
        criteria = record.regulations.stage(chosen.key).tiebreaks
    columns = tuple(key for key in criteria if key not in NEVER_A_COLUMN)
    return StandingsShown(
        tournament=tournament,
        regulations=record.regulations,
        stages=tuple(begun),
        stage=chosen.key,
        through=through,
        columns=columns,
        criteria=criteria,
        boards=tuple(board_of(each, record, columns, group or "") for each, group in zip(found, groups, strict=False)),
        hidden=tuple(each.number for each in chosen.rounds if each.number > through),
        progress=progress_of(record, rounds, rows.scores),
        rounds=tuple(rounds),
        entrants=tuple(map(entrant_of, record.teams)) if not begun else (),
    )


def entrant_of(team: Team) -> Entrant:
    return Entrant(number=int(team.id), name=team.name, club=team.club, members=team.members)


def board_of(found: Standings, record: Record, columns: Sequence[str], group: str) -> Board:
    names = {team.id: team.name for team in record.teams}
    rulings = {ruling.id: ruling for ruling in record.rulings}
    return Board(
        group=group,
        rows=tuple(
            Ranked(
                rank=row.rank,
                number=int(row.team),
                name=names[row.team],
                values=tuple(plain_number(row.values.get(key)) for key in columns),
                movement=row.movement,
                moved=found.through > 1 and row.stage in (None, found.stage),
                ahead=None if row.above is None else ahead(row.above, names[row.above.next]),
                behind=behind(found.rows[at - 1], names) if at and row.rank is not None else None,
                rulings=tuple(rulings[key] for key in row.rulings),
                withdrawn=row.withdrawn,
                stage=row.stage or "",
            )
            for at, row in enumerate(found.rows)
        ),
    )


def ahead(why: Above, name: str) -> Ahead:
    value, against = plain_number(why.value), plain_number(why.against)
    return Ahead(name=name, criterion=why.criterion, value=value, against=against)


def behind(before: Row, names: dict[str, str]) -> Ahead | None:
    """The same from the other side: what the row before has more."""
    if before.above is None:
        return None
    value, against = plain_number(before.above.against), plain_number(before.above.value)
    return Ahead(name=names[before.team], criterion=before.above.criterion, value=value, against=against)
