"""A Draw: who sits where in one round, who does not, and why."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.refusal import Refusal
from scoring.plain import from_plain, of_version, to_plain
from scoring.record import Group, Record, Round, Stage, Table

VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Why a table is as it is, as a code and what it speaks of."""

    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnTable:
    """A table with its seats in order of play, as in the Record. `kept`: the director wanted it so."""

    number: int
    seats: tuple[str, ...]
    reasons: tuple[Reason, ...] = ()
    kept: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Without:
    """Somebody who has no table in this round, and why."""

    team: str
    reasons: tuple[Reason, ...] = ()
    kept: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """One round. Everybody who takes part is at a table, in `byes` (which count as the regulations say) or `waiting`.

    `waiting` are those whom the system gives no match now and who get nothing for it, such as a winner who waits for
    an opponent. `cost` has what the draw could not avoid, the gravest first; of two draws the one whose numbers are
    smaller, read in order, is the better. `groups` and `bracket` are given in the round that makes them, `plan` has the
    rounds that were drawn along with this one.
    """

    stage: str
    round: int
    tables: tuple[DrawnTable, ...] = ()
    byes: tuple[Without, ...] = ()
    waiting: tuple[Without, ...] = ()
    cost: Mapping[str, int] = field(default_factory=dict)
    from_the_end: int | None = None
    groups: tuple[Group, ...] = ()
    bracket: tuple[str, ...] = ()
    plan: tuple[Round, ...] = ()

    def as_round(self, *, seed: str = "") -> Round:
        """The round as it stands in the Record, nothing played yet."""
        return Round(
            number=self.round,
            tables=tuple(Table(number=each.number, seats=each.seats, kept=each.kept) for each in self.tables),
            byes=tuple(each.team for each in self.byes),
            kept_byes=tuple(each.team for each in self.byes if each.kept),
            seed=seed,
            from_the_end=self.from_the_end,
        )


def stage_of(record: Record, key: str) -> Stage:
    """The stage as it stands, also if nothing of it has been drawn yet."""
    record.regulations.stage(key)
    return next((stage for stage in record.stages if stage.key == key), Stage(key=key))


def with_draw(record: Record, draw: Draw, *, seed: str = "") -> Record:
    """The record with this round in it, instead of a draft of it, and with what the draw has fixed for later rounds."""
    before = stage_of(record, draw.stage)
    after = replace(
        before,
        rounds=(*(each for each in before.rounds if each.number < draw.round), draw.as_round(seed=seed)),
        groups=draw.groups or before.groups,
        bracket=draw.bracket or before.bracket,
        plan=draw.plan,
    )
    stages = tuple(after if stage.key == draw.stage else stage for stage in record.stages)
    return replace(record, stages=stages if before in record.stages else (*stages, after))


def draw_in(record: Record, stage: str, number: int) -> Draw:
    """A round of the record as a Draw, to be checked. Who waits is not in a record."""
    for each in record.stage(stage).rounds:
        if each.number == number:
            return Draw(
                stage=stage,
                round=number,
                tables=tuple(DrawnTable(number=t.number, seats=t.seats, kept=t.kept) for t in each.tables),
                byes=tuple(Without(team=team, kept=team in each.kept_byes) for team in each.byes),
                from_the_end=each.from_the_end,
            )
    raise Refusal("round_unknown", field="round", value=number, allowed=[r.number for r in record.stage(stage).rounds])


# --- to and from JSON --------------------------------------------------------------------------------------------


def draw_to_json(draw: Draw) -> dict[str, Any]:
    return {"version": VERSION, **to_plain(draw)}


def draw_from_json(data: Any) -> Draw:
    """A Draw as a program wrote it or a director edited it. Its cost and its reasons are not read: they are ours."""
    plain = of_version(data, VERSION, at="")
    plain.pop("cost", None)
    for name in ("tables", "byes", "waiting"):
        rows = plain.get(name, [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise Refusal("plain_type", field=name, expected="list", value=repr(rows)[:60])
        plain[name] = [{key: value for key, value in row.items() if key != "reasons"} for row in rows]
    return from_plain(Draw, plain)
