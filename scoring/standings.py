"""Standings: a Record in, ranked rows out, each with its reasons."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules.refusal import Refusal
from scoring.outcomes import NOTHING_KNOWN, Outcome, Scores, round_outcomes, with_quartet_points
from scoring.points import Number, plain_number
from scoring.record import Record, Round, Ruling, RulingKind, Stage
from scoring.regulations import Counting, System
from scoring.tiebreaks import AMONG_EQUALS, TIEBREAKS, Field, Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class Above:
    """Why a row stands above the next: by which criterion, and with what against what. Equal in all: no criterion."""

    next: str
    criterion: str | None
    value: Number | None = None
    against: Number | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row. `rank` is None for whoever is disqualified. `movement` is how many ranks it went up in the last round.

    `values` has every criterion of the stage; `direct` only where there was a tie to break. `rulings` are the ids of
    those that touch this team. `stage` is where it was ranked, in a ranking over several stages.
    """

    rank: int | None
    team: str
    values: dict[str, Number | None]
    movement: int | None
    above: Above | None
    rulings: tuple[str, ...] = ()
    withdrawn: bool = False
    stage: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The rows in order, the criteria they were ranked by, and up to which round of which stage."""

    stage: str
    through: int
    criteria: tuple[str, ...]
    rows: tuple[Row, ...]


def standings(
    record: Record,
    stage: str | None = None,
    through: int | None = None,
    group: str | None = None,
    criteria: Sequence[str] | None = None,
    *,
    scores: Scores = NOTHING_KNOWN,
) -> Standings:
    """The standings of a stage (the last that has begun) after a round (the last), of everybody or of one group.

    `criteria` makes another ranking than that of the regulations, such as a second one by calls. `scores` are what
    tables came to as far as that is known: the record may be without the hands of these.
    """
    which = chosen_stage(record, stage)
    if through is None:
        through = which.rounds[-1].number if which.rounds else 0
    criteria = checked(criteria or record.regulations.stage(which.key).tiebreaks)
    teams = ranked_teams(record, which, group)
    rounds = rounds_played(record, which, scores)
    now = ranking(field_of(record, which, rounds, through), teams, criteria)
    before = ranking(field_of(record, which, rounds, through - 1), teams, criteria) if through > 1 else None
    rows = tuple(rows_of(record, which, now, before, through))
    return Standings(stage=which.key, through=through, criteria=criteria, rows=rows)


def checked(criteria: Sequence[str]) -> tuple[str, ...]:
    for key in criteria:
        if key not in TIEBREAKS:
            raise Refusal("tiebreak_unknown", field="tiebreaks", value=key, allowed=sorted(TIEBREAKS))
    return tuple(criteria)


def published_round(record: Record, stage: str | None = None) -> int:
    """The last round before the first hidden one: what the public may see."""
    number = 0
    for round_ in chosen_stage(record, stage).rounds:
        if round_.hidden:
            break
        number = round_.number
    return number


def chosen_stage(record: Record, key: str | None) -> Stage:
    if key is not None:
        return record.stage(key)
    begun = [stage for stage in record.stages if stage.rounds]
    if begun:
        return begun[-1]
    return record.stages[0] if record.stages else Stage(key=record.regulations.stages[0].key)


def ranked_teams(record: Record, stage: Stage, group: str | None) -> list[str]:
    """Who is in these standings: a group, the stage's entrants, or everybody; whoever only fills up tables is not."""
    if group is not None:
        for each in stage.groups:
            if each.key == group:
                return list(each.teams)
        raise Refusal("group_unknown", field="group", value=group, allowed=[each.key for each in stage.groups])
    return list(stage.entrants) or [team.id for team in record.teams if not team.house]


# --- results by team ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A round of some stage, and what everybody has from it."""

    stage: str
    round: Round
    outcomes: list[Outcome]


def counting_stages(record: Record, stage: Stage) -> list[Stage]:
    """The stages that count here: this one, and before it those whose points are carried over."""
    counting = [stage]
    while record.regulations.stage(counting[0].key).points_carried_over and counting[0] != record.stages[0]:
        counting.insert(0, record.stages[record.stages.index(counting[0]) - 1])
    return counting


def rounds_played(record: Record, stage: Stage, scores: Scores = NOTHING_KNOWN) -> list[Played]:
    """The rounds that count here."""
    return [
        Played(stage=each.key, round=round_, outcomes=round_outcomes(record, each.key, round_, scores))
        for each in counting_stages(record, stage)
        for round_ in each.rounds
    ]


def field_of(record: Record, stage: Stage, rounds: Sequence[Played], through: int) -> Field:
    """Everybody's results up to and with this round, as they stood then."""
    counting = record.regulations.stage(stage.key).points.counting
    until = [played for played in rounds if played.stage != stage.key or played.round.number <= through]
    outcomes = [played.outcomes for played in until]
    if counting is Counting.QUARTET_RANKS:
        outcomes = with_quartet_points([played.round.tables for played in until], outcomes)
    by_team: dict[str, list[Outcome]] = {team.id: [] for team in record.teams}
    for found in outcomes:
        for outcome in found:
            by_team[outcome.team].append(outcome)
    penalties = penalties_of(record, stage, through)
    tallies = {}
    for team in record.teams:
        lost, tichu_lost = penalties.get(team.id, (0, 0))
        settled = with_averages(by_team[team.id])
        own, other = sum([o.own for o in settled]), sum([o.other for o in settled])
        tallies[team.id] = Tally(team, total_points(settled, counting) - lost, own - tichu_lost, other, settled)
    numbered = [(each.round.number if each.stage == stage.key else 0, each.outcomes) for each in until]
    defeats = 2 if record.regulations.stage(stage.key).system is System.DOUBLE_ELIMINATION else 1
    return Field(
        tallies=tallies, rounds=numbered, seed=record.seed, tie_order=record.tie_order, defeats_to_be_out=defeats,
        through=through,
    )  # fmt: skip


def with_averages(outcomes: Sequence[Outcome]) -> tuple[Outcome, ...]:
    """Where an average was given, the mean of the rounds that were played takes its place."""
    if not [outcome for outcome in outcomes if outcome.average is not None]:
        return tuple(outcomes)
    played = [outcome.points for outcome in outcomes if outcome.played]
    mean = Fraction(sum(played), len(played)) if played else Fraction(0)
    return tuple(
        outcome if outcome.average is None else outcome._replace(points=mean * outcome.average / 100)
        for outcome in outcomes
    )


def total_points(outcomes: Sequence[Outcome], counting: Counting) -> Number:
    """The sum; or where tables play unequal numbers of hands, the difference per hand."""
    if counting is not Counting.AVERAGE:
        return sum([outcome.points for outcome in outcomes])
    hands = sum(outcome.hands for outcome in outcomes)
    return Fraction(sum(outcome.points for outcome in outcomes if outcome.hands), hands) if hands else 0


def penalties_of(record: Record, stage: Stage, through: int) -> dict[str, tuple[int, int]]:
    """Tournament points and Tichu points that each team has lost."""
    lost: dict[str, tuple[int, int]] = {}
    for ruling in counting_rulings(record, stage, through):
        if ruling.kind is RulingKind.PENALTY and ruling.team is not None:
            points, tichu_points = lost.get(ruling.team, (0, 0))
            lost[ruling.team] = points + ruling.points, tichu_points + ruling.tichu_points
    return lost


def counting_rulings(record: Record, stage: Stage, through: int) -> Iterator[Ruling]:
    """The rulings that count here: a penalty is carried over with the points it was taken from."""
    earlier = {each.key for each in counting_stages(record, stage)} - {stage.key}
    for ruling in record.standing_rulings():
        if ruling.stage in earlier or (ruling.stage == stage.key and ruling.round <= through):
            yield ruling


# --- ranking -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """Teams in order, together where they are equal in all, and the value of each criterion for each."""

    groups: list[list[str]]
    values: dict[str, dict[str, Number | None]]

    def ranks(self, *, without: set[str]) -> dict[str, int]:
        """Who is equal shares a rank, and the next rank is as many lower; these teams are left out."""
        ranks: dict[str, int] = {}
        for group in self.groups:
            ranks |= dict.fromkeys((team for team in group if team not in without), len(ranks) + 1)
        return ranks


def ranking(field: Field, teams: Sequence[str], criteria: Sequence[str]) -> Ranking:
    """Split the field by the first criterion, each part that is still equal by the next, and so on.

    Teams that are equal in all are ordered by id.
    """
    values: dict[str, dict[str, Number | None]] = {
        key: dict.fromkeys(teams) if key in AMONG_EQUALS else dict(TIEBREAKS[key](field, teams)) for key in criteria
    }
    groups = [sorted(teams)]
    for key in criteria:
        parts = ([group] if len(group) == 1 else split(group, key, field, values[key]) for group in groups)
        groups = [part for found in parts for part in found]
    return Ranking(groups=groups, values=values)


def split(group: list[str], key: str, field: Field, values: dict[str, Number | None]) -> list[list[str]]:
    """A group of equal teams, parted by one criterion, best first."""
    if key in AMONG_EQUALS:
        values |= TIEBREAKS[key](field, group)
    parts: dict[Number, list[str]] = defaultdict(list)
    for team in group:
        parts[values[team] or 0].append(team)
    return [parts[value] for value in sorted(parts, reverse=True)]


def rows_of(record: Record, stage: Stage, now: Ranking, before: Ranking | None, through: int) -> Iterator[Row]:
    """The ranked rows, then those who are disqualified."""
    rulings: dict[str, list[str]] = defaultdict(list)
    out: set[str] = set()
    for ruling in counting_rulings(record, stage, through):
        for team in touched_by(ruling, record):
            rulings[team].append(ruling.id)
        if ruling.kind is RulingKind.DISQUALIFIED and ruling.team is not None:
            out.add(ruling.team)
    gone = {team.id for team in record.teams if team.withdrawn is not None}
    ranks = now.ranks(without=out)
    earlier = before.ranks(without=out) if before else {}
    order = list(ranks)
    for at, team in enumerate([*order, *(team for group in now.groups for team in group if team in out)]):
        rank = ranks.get(team)
        yield Row(
            rank=rank,
            team=team,
            values={key: column[team] for key, column in now.values.items()},
            movement=earlier[team] - rank if rank is not None and team in earlier else None,
            above=above(now, team, order[at + 1]) if at + 1 < len(order) else None,
            rulings=tuple(rulings[team]),
            withdrawn=team in gone,
        )


def above(now: Ranking, team: str, following: str) -> Above:
    """The first criterion in which they differ."""
    for key, column in now.values.items():
        if column[team] != column[following]:
            return Above(next=following, criterion=key, value=column[team], against=column[following])
    return Above(next=following, criterion=None)


def touched_by(ruling: Ruling, record: Record) -> list[str]:
    """The teams a ruling speaks of."""
    if ruling.team is not None:
        return [ruling.team]
    rounds = (each for each in record.stage(ruling.stage).rounds if each.number == ruling.round)
    tables = [table for each in rounds for table in each.tables if table.number == ruling.table]
    return [team for table in tables for team in dict.fromkeys(table.seats)]


# --- to JSON -----------------------------------------------------------------------------------------------------


def standings_to_json(found: Standings) -> dict[str, Any]:
    """Numbers as such; one that is no whole number with its decimals."""
    rows = [row_to_json(row) for row in found.rows]
    return {"stage": found.stage, "through": found.through, "criteria": list(found.criteria), "rows": rows}


def row_to_json(row: Row) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "rank": row.rank,
        "team": row.team,
        "values": {key: plain_number(value) for key, value in row.values.items()},
        "movement": row.movement,
        "rulings": list(row.rulings),
        "withdrawn": row.withdrawn,
    }
    if row.stage is not None:
        plain["stage"] = row.stage
    if row.above is not None:
        why = row.above
        numbers = {"value": plain_number(why.value), "against": plain_number(why.against)}
        plain["above"] = {"next": why.next, "criterion": why.criterion} | numbers
    return plain
