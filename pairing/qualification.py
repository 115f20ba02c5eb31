"""Who goes on into the next stage."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.refusal import Refusal
from scoring.outcomes import round_outcomes
from scoring.record import Record, RulingKind, Stage
from scoring.standings import Row, standings


def with_next_stage(record: Record, stage_key: str) -> Record:
    """The record with the next stage begun by those who have qualified. A stage that was drawn is not begun again."""
    keys = [rules.key for rules in record.regulations.stages]
    following = keys[keys.index(record.stage(stage_key).key) + 1 :][:1]
    entrants = qualified(record, stage_key)
    begun = Stage(key=following[0], entrants=entrants)
    if any(stage.key == begun.key and stage.rounds for stage in record.stages):
        raise Refusal("stage_begun", field="stage", value=begun.key)
    return replace(record, stages=(*(stage for stage in record.stages if stage.key != begun.key), begun))


def qualified(record: Record, stage_key: str) -> tuple[str, ...]:
    """Who goes on, the best first. Of groups all winners come first, in the order of the groups, then all seconds.

    Whoever has withdrawn or is disqualified is passed over, and the next moves up.
    """
    stage = record.stage(stage_key)
    places = record.regulations.stage(stage_key).qualifiers
    if places is None:
        raise Refusal("stage_last", field="stage", value=stage_key)
    check_finished(record, stage)
    out = passed_over(record, stage)
    groups: list[str | None] = [*(group.key for group in stage.groups)] or [None]
    found = []
    for group in groups:
        rows = [row for row in standings(record, stage_key, group=group).rows if row.team not in out]
        check_border(rows, places, stage_key)
        found.append([row.team for row in rows[:places]])
    teams = tuple(in_turn(found))
    if len(teams) < 2:
        raise Refusal("too_few", field="qualifiers", value=len(teams), minimum=2)
    return teams


def in_turn(groups: Sequence[Sequence[str]]) -> Iterator[str]:
    """The first of every group, then the second of every group and so on."""
    for place in range(max(map(len, groups))):
        yield from (group[place] for group in groups if place < len(group))


def passed_over(record: Record, stage: Stage) -> frozenset[str]:
    """Who has withdrawn before the next round, or is disqualified."""
    until = record.stages.index(stage) + 1
    played = sum(len(each.rounds) for each in record.stages[:until])
    gone = [team.id for team in record.teams if team.withdrawn is not None and team.withdrawn <= played]
    rulings = record.standing_rulings()
    return frozenset(gone).union(r.team for r in rulings if r.kind is RulingKind.DISQUALIFIED and r.team)


def check_finished(record: Record, stage: Stage) -> None:
    """Something was played, and every table has a result."""
    if not stage.rounds:
        raise Refusal("round_unfinished", field="round", stage=stage.key, round=1, tables=[])
    for each in stage.rounds:
        known = {outcome.team for outcome in round_outcomes(record, stage.key, each)}
        tables = [table.number for table in each.tables if not known.issuperset(table.seats)]
        if tables:
            raise Refusal("round_unfinished", field="round", stage=stage.key, round=each.number, tables=tables)


def check_border(rows: Sequence[Row], places: int, stage: str) -> None:
    """The last who goes on and the first who does not are not equal in all: that is for the director to decide."""
    if len(rows) <= places or rows[places - 1].rank != rows[places].rank:
        return
    border = rows[places].rank
    tied = [row.team for row in rows if row.rank == border]
    above = sum(row.rank != border for row in rows[:places])
    raise Refusal("qualification_tied", field="qualifiers", stage=stage, teams=tied, places=places - above)
