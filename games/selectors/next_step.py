"""What is next in a tournament: where it stands as a small value, and the rule that says what is to be done. Nothing is
read here; `selectors/console.py` makes the value from the rows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from games.choices import State

FEWEST_TEAMS = 2
SLOW = 2
"""So many hands behind the others, and a table is slow."""


class Code(StrEnum):
    """What there is to do."""

    ENTER_FIRST = "enter_first"
    ENTER_MORE = "enter_more"
    LOOKING = "looking"
    INCOMPLETE = "incomplete"
    CLOSE_CHECK_IN = "close_check_in"
    DRAWING = "drawing"
    DRAW_REFUSED = "draw_refused"
    DRAW = "draw"
    PUBLISH = "publish"
    DRAFT_OUTDATED = "draft_outdated"
    CALL = "call"
    OBJECTION = "objection"
    START_CLOCK = "start_clock"
    NOTHING_YET = "nothing_yet"
    MISSING = "missing"
    MISSING_SLOW = "missing_slow"
    UNCONFIRMED = "unconfirmed"
    CLOSE = "close"
    BEGIN_STAGE = "begin_stage"
    FINISH = "finish"
    PUBLISH_RANKING = "publish_ranking"
    OVER = "over"


BEFORE_PLAY = (Code.ENTER_FIRST, Code.ENTER_MORE, Code.LOOKING, Code.INCOMPLETE, Code.CLOSE_CHECK_IN)
"""What concerns those who take part."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Next:
    """Something to do, and what it speaks of."""

    code: Code
    facts: Mapping[str, Any] = field(default_factory=dict)


# --- where a tournament stands -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TableNow:
    """A table of the round that is being played. `behind` is how many hands it has less than the table in the middle,
    `call` the reason for which it waits for the director."""

    id: int
    number: int
    teams: tuple[str, ...] = ()
    behind: int = 0
    begun: bool = False
    over: bool = False
    settled: bool = False
    objected: bool = False
    call: str = ""
    reminded_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundNow:
    """The round that is a draft or being played."""

    id: int
    number: int
    draft: bool
    outdated: bool = False
    clock_waits: bool = False
    tables: tuple[TableNow, ...] = ()

    @property
    def missing(self) -> list[TableNow]:
        return [table for table in self.tables if not table.over]


@dataclass(frozen=True, slots=True, kw_only=True)
class StageNow:
    """A stage: how many rounds are closed, and how many there will be, as far as that is known."""

    key: str
    closed: int = 0
    rounds: int | None = None
    over: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """As much of a tournament as one must know to say what is next.

    `entered` are the teams that take part, `here` those of them that have checked in, `needed` how many make a table,
    `looking` those who wait for a partner. `at` is which of the stages is going on. `refused`: the draw that is due was
    tried and cannot be.
    """

    state: State = State.SETUP
    ranking_published: bool = False
    entered: int = 0
    here: int = 0
    needed: int = FEWEST_TEAMS
    check_in_closed: bool = False
    looking: int = 0
    incomplete: tuple[int, ...] = ()
    stages: tuple[StageNow, ...] = (StageNow(key="main"),)
    at: int = 0
    round: RoundNow | None = None
    drawing: bool = False
    refused: bool = False

    @property
    def stage(self) -> StageNow:
        return self.stages[self.at]

    @property
    def stage_after(self) -> StageNow | None:
        return self.stages[self.at + 1] if self.at + 1 < len(self.stages) else None


# --- the rule ----------------------------------------------------------------------------------------------------


def next_steps(standing: Standing) -> tuple[Next, ...]:
    """What is next comes first; behind it what else can be done or waits."""
    if standing.state is State.FINISHED:
        return (Next(code=Code.OVER if standing.ranking_published else Code.PUBLISH_RANKING),)
    if standing.round is None:
        return tuple(before_a_draw(standing))
    if standing.round.draft:
        return (about_a_draft(standing, standing.round),)
    return tuple(while_playing(standing.round))


def before_a_draw(standing: Standing) -> Iterator[Next]:
    """No round is open: somebody is missing, or the next round is drawn, or the stage is over."""
    if standing.drawing:
        yield Next(code=Code.DRAWING, facts=due(standing))
        return
    if standing.state is State.SETUP and standing.entered < standing.needed:
        yield too_few(standing)
        return
    if standing.incomplete:
        yield Next(code=Code.INCOMPLETE, facts={"teams": list(standing.incomplete)})
        return
    if standing.state is State.SETUP and standing.here and not standing.check_in_closed:
        yield Next(code=Code.CLOSE_CHECK_IN, facts={"here": standing.here, "entered": standing.entered})
    yield after_a_round(standing)
    if standing.state is State.SETUP and standing.looking:
        yield Next(code=Code.LOOKING, facts={"looking": standing.looking})


def too_few(standing: Standing) -> Next:
    """Not enough for a table; but two who look for a partner may be one."""
    if standing.looking > 1:
        return Next(code=Code.LOOKING, facts={"looking": standing.looking})
    code = Code.ENTER_MORE if standing.entered else Code.ENTER_FIRST
    return Next(code=code, facts={"entered": standing.entered, "needed": standing.needed})


def after_a_round(standing: Standing) -> Next:
    if not standing.stage.over:
        return Next(code=Code.DRAW_REFUSED if standing.refused else Code.DRAW, facts=due(standing))
    if standing.stage_after is not None:
        return Next(code=Code.BEGIN_STAGE, facts={"stage": standing.stage_after.key})
    return Next(code=Code.FINISH)


def due(standing: Standing) -> dict[str, Any]:
    """Which round comes next."""
    return {"round": standing.stage.closed + 1, "stage": standing.stage.key, "teams": standing.entered}


def about_a_draft(standing: Standing, round_: RoundNow) -> Next:
    """While it is drawn anew nobody publishes it; and what was corrected since is looked at first."""
    facts = due(standing) | {"round": round_.number}
    if standing.drawing:
        return Next(code=Code.DRAWING, facts=facts)
    if standing.refused:
        return Next(code=Code.DRAW_REFUSED, facts=facts)
    return Next(code=Code.DRAFT_OUTDATED if round_.outdated else Code.PUBLISH, facts=facts)


def while_playing(round_: RoundNow) -> Iterator[Next]:
    """Whoever waits for the director comes first, then what keeps the round from being closed."""
    for table in round_.tables:
        if table.call:
            yield Next(code=Code.CALL, facts=of_table(table) | {"reason": table.call})
    for table in round_.tables:
        if table.objected:
            yield Next(code=Code.OBJECTION, facts=of_table(table))
    yield until_closed(round_)
    unconfirmed = [table.number for table in round_.tables if table.over and not table.settled and not table.objected]
    if unconfirmed:
        yield Next(code=Code.UNCONFIRMED, facts={"tables": unconfirmed})


def until_closed(round_: RoundNow) -> Next:
    """From the clock to the last table."""
    if not round_.missing:
        return Next(code=Code.CLOSE, facts={"round": round_.number})
    if any(table.begun for table in round_.tables):
        return about_missing(round_)
    if round_.clock_waits:
        return Next(code=Code.START_CLOCK, facts={"round": round_.number})
    return Next(code=Code.NOTHING_YET, facts={"round": round_.number, "of": len(round_.tables)})


def of_table(table: TableNow) -> dict[str, Any]:
    return {"table": table.number, "id": table.id, "teams": list(table.teams)}


def about_missing(round_: RoundNow) -> Next:
    """The tables that are missing, and the slowest, if one is slow."""
    facts: dict[str, Any] = {
        "missing": len(round_.missing),
        "of": len(round_.tables),
        "tables": [table.number for table in round_.missing],
    }
    slow = max(round_.missing, key=lambda table: (table.behind, -table.number))
    if slow.behind < SLOW:
        return Next(code=Code.MISSING, facts=facts)
    said = {"behind": slow.behind, "reminded_at": slow.reminded_at}
    return Next(code=Code.MISSING_SLOW, facts=facts | of_table(slow) | said)


# --- the line of steps -------------------------------------------------------------------------------------------


class Part(StrEnum):
    """What a step of the line is."""

    SETUP = "setup"
    ENTRANTS = "entrants"
    ROUND = "round"
    ROUNDS = "rounds"
    """The rounds of a stage of which nobody knows yet how many there will be."""
    FINISHED = "finished"
    PUBLISHED = "published"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step of the way. `stage` is told with the first round of each."""

    part: Part
    done: bool
    now: bool = False
    number: int | None = None
    stage: str = ""
    opens_stage: bool = False


def line_of_steps(standing: Standing) -> tuple[Step, ...]:
    """The way from the setup to the published ranking, and where on it the tournament stands: one step is now, but for
    one that is over."""
    finished = standing.state is State.FINISHED
    entering = not finished and next_steps(standing)[0].code in BEFORE_PLAY and standing.state is State.SETUP
    steps = [
        Step(part=Part.SETUP, done=True),
        Step(part=Part.ENTRANTS, done=not entering, now=entering),
    ]
    for at, stage in enumerate(standing.stages):
        current = at == standing.at and not finished and not entering
        steps += rounds_of(stage, current=current and not (stage.over and standing.round is None), finished=finished)
    steps.append(Step(part=Part.FINISHED, done=finished))
    steps.append(
        Step(part=Part.PUBLISHED, done=standing.ranking_published, now=finished and not standing.ranking_published)
    )
    return with_one_now(steps)


def rounds_of(stage: StageNow, *, current: bool, finished: bool) -> Iterator[Step]:
    number = max(stage.closed + current, 0 if stage.rounds is None or finished else stage.rounds)
    for each in range(1, number + 1):
        yield Step(
            part=Part.ROUND, number=each, stage=stage.key, opens_stage=each == 1, done=each <= stage.closed,
            now=current and each == stage.closed + 1,
        )  # fmt: skip
    if not stage.over and stage.rounds is None and not finished:
        yield Step(part=Part.ROUNDS, done=False, stage=stage.key, opens_stage=number == 0)


def with_one_now(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Between two stages, and after the last, nothing is being played: the first step that is not done is now."""
    found = list(steps)
    if not any(step.now for step in found):
        for at, step in enumerate(found):
            if not step.done:
                found[at] = replace(step, now=True)
                break
    return tuple(found)
