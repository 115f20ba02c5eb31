"""The final ranking: everybody of a tournament in one list, whatever stage they came to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from scoring.outcomes import NOTHING_KNOWN, Scores
from scoring.record import Record, RulingKind, Stage
from scoring.standings import Above, Row, Standings, chosen_stage, standings

FURTHER, GROUP_RANK = "stage", "group_rank"
"""By what a row can stand above the next besides the criteria of its stage: by having come into a later stage, or by
the rank in the group."""


def final_ranking(record: Record, *, scores: Scores = NOTHING_KNOWN) -> Standings:
    """The standings of the last stage that has begun; below them those of the stage before who came no further, and so
    on to the first. Of a tournament with one stage they are its standings.

    Those who came no further are in the order of their stage, of groups by the rank in the group first. Who is equal
    in that shares a rank. Whoever was disqualified in any stage comes last and has no rank. The round is that of the
    last stage, and its criteria are the first of those of all stages.
    """
    last = chosen_stage(record, None)
    found = standings(record, scores=scores)
    if last not in record.stages[1:]:
        return found
    rulings = [ruling for ruling in record.standing_rulings() if ruling.kind is RulingKind.DISQUALIFIED]
    out = {ruling.team for ruling in rulings}
    placed = [Placed(row=replace(row, stage=last.key), group_rank=0) for row in found.rows]
    criteria = dict.fromkeys(found.criteria)
    for stage in reversed(record.stages[: record.stages.index(last)]):
        criteria |= dict.fromkeys(record.regulations.stage(stage.key).tiebreaks)
        seen = {each.row.team for each in placed}
        placed += [each for each in placed_in(record, stage, scores) if each.row.team not in seen]
    ranked = [each for each in placed if each.row.team not in out]
    unranked = [replace(each.row, rank=None, above=None, movement=None) for each in placed if each.row.team in out]
    return replace(found, criteria=tuple(criteria), rows=(*in_one_list(ranked), *unranked))


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A row of a stage, and the rank in its group; 0 where there are none."""

    row: Row
    group_rank: int

    @property
    def place(self) -> tuple[str | None, int, int | None]:
        """Who has the same shares a rank."""
        return self.row.stage, self.group_rank, self.row.rank


def placed_in(record: Record, stage: Stage, scores: Scores) -> list[Placed]:
    """Everybody in a stage, best first: all winners of groups, then all seconds, and so on."""
    ranks: dict[str, int | None] = {}
    for group in stage.groups:
        ranks |= {row.team: row.rank for row in standings(record, stage.key, group=group.key, scores=scores).rows}
    rows = [replace(row, stage=stage.key, movement=None) for row in standings(record, stage.key, scores=scores).rows]
    return sorted((Placed(row=row, group_rank=ranks.get(row.team) or 0) for row in rows), key=lambda at: at.group_rank)


def in_one_list(placed: Sequence[Placed]) -> Iterator[Row]:
    """The rows with their rank among all, and why each stands above the next."""
    rank = 0
    for at, (one, following) in enumerate(zip_longest(placed, placed[1:])):
        if at == 0 or one.place != placed[at - 1].place:
            rank = at + 1
        yield replace(one.row, rank=rank, above=None if following is None else above(one, following))


def above(one: Placed, other: Placed) -> Above:
    team = other.row.team
    if one.row.stage != other.row.stage:
        return Above(next=team, criterion=FURTHER)
    if one.group_rank != other.group_rank:
        return Above(next=team, criterion=GROUP_RANK, value=one.group_rank, against=other.group_rank)
    for key, value in one.row.values.items():
        if value != other.row.values[key]:
            return Above(next=team, criterion=key, value=value, against=other.row.values[key])
    return Above(next=team, criterion=None)
