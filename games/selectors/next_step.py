"""What is next in a tournament: where it stands as a small value, and the rule that says what is to be done."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from statistics import median_high
from typing import Any, NamedTuple

from django.db.models import Count

from games.actor import Actor
from games.choices import Entry, RoundState, State
from games.models import Job, Round, Stage, Team, Tournament
from games.selectors.drafts import last_draw_asked
from games.selectors.records import ResultsAlone, regulations_of
from games.selectors.rounds import live_rounds, next_round_left
from games.selectors.tables import BoardLine, board_of
from games.selectors.tournaments import tournament_and_power
from pairing.bracket import doublings
from scoring.regulations import Ranked, Regulations, StageRules, System
from scoring.variants import Variant

QUARTET_ROUNDS = 3
"""Rounds of a stage of quartets that says nothing else: everybody is everybody's partner once."""
FEWEST_AT_A_TABLE = {Variant.NANKING: 4, Variant.TIENTSIN: 6, Variant.THREECHU: 3, Variant.GRAND_SEIGNEUR: 5}
FEWEST_TEAMS = 2
PLANNED = (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN, System.GROUPS)
"""Where everybody's last round is known from the first on."""


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
    """A table of the round that is being played. `call` is the reason for which it waits for the director."""

    id: int
    number: int
    teams: tuple[str, ...] = ()
    hands: int = 0
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
    """The tables that are missing, and the one that is furthest behind most others, if one is."""
    facts: dict[str, Any] = {
        "missing": len(round_.missing),
        "of": len(round_.tables),
        "tables": [table.number for table in round_.missing],
    }
    slow = min(round_.missing, key=lambda table: (table.hands, table.number))
    behind = median_high([table.hands for table in round_.tables]) - slow.hands
    if behind < 1:
        return Next(code=Code.MISSING, facts=facts)
    said = {"behind": behind, "reminded_at": slow.reminded_at}
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


# --- read from the rows ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Console:
    """What the page of a tournament's staff shows. `board` is of the round that is being played, `open` the round that
    is a draft or played, `last` the one that was closed last."""

    tournament: Tournament
    directs: bool
    standing: Standing
    steps: tuple[Next, ...]
    line: tuple[Step, ...]
    open: Round | None
    last: Round | None
    board: Sequence[BoardLine]
    regulations: Regulations

    @property
    def next(self) -> Next:
        return self.steps[0]


def console_of(actor: Actor, tournament_id: int) -> Console:
    """What is next, for staff. At most thirteen queries."""
    tournament, directs = tournament_and_power(actor, tournament_id)
    regulations = regulations_of(tournament)
    rounds = list(live_rounds(tournament))
    opened = next((each for each in rounds if each.state != RoundState.CLOSED), None)
    closed = [each for each in rounds if each.state == RoundState.CLOSED]
    board: Sequence[BoardLine] = ()
    if opened is not None:
        opened.stage.tournament = tournament
        board = board_of(opened) if opened.state == RoundState.PUBLISHED else ()
    playing = opened is not None and opened.state == RoundState.PUBLISHED
    job = None if playing or tournament.state == State.FINISHED else last_draw_asked(tournament)
    standing = standing_of(tournament, regulations, rounds, opened, board, job)
    return Console(
        tournament=tournament,
        directs=directs,
        standing=standing,
        steps=next_steps(standing),
        line=line_of_steps(standing),
        open=opened,
        last=closed[-1] if closed else None,
        board=board,
        regulations=regulations,
    )


def standing_of(
    tournament: Tournament,
    regulations: Regulations,
    rounds: Sequence[Round],
    opened: Round | None,
    board: Sequence[BoardLine],
    job: Job | None,
) -> Standing:
    """The rows as the small value the rule looks at."""
    closed = [each for each in rounds if each.state == RoundState.CLOSED]
    rows = {each.stage.key: each.stage for each in rounds}
    if opened is None:  # perhaps the next stage has begun, and nothing of it is drawn
        rows |= {row.key: row for row in Stage.objects.filter(tournament=tournament)}
    keys = [stage.key for stage in regulations.stages]
    at = max((keys.index(key) for key in rows if key in keys), default=0)
    stages = tuple(
        stage_now(rules, rows.get(rules.key), [each for each in rounds if each.stage.key == rules.key])
        for rules in regulations.stages
    )
    going_on = regulations.stages[at]
    if opened is None and tournament.state == State.RUNNING and may_have_second_final(going_on, stages[at]):
        record = ResultsAlone(tournament, rounds=rounds, stages=list(rows.values())).record()
        over = next_round_left(record, going_on.key) is None
        stages = (*stages[:at], replace(stages[at], over=over), *stages[at + 1 :])
    entries = entered(tournament)
    here = [row for row in entries if row.entry == Entry.IN and (row.withdrawn is None or row.withdrawn > len(closed))]
    playing = [row for row in here if not row.house]
    members = regulations.members_at_the_table
    number = stages[at].closed + 1
    draft = None if opened is None else opened.pk
    answer = None if job is None else answer_about(job, keys[at], number, draft)
    over = stages[at].over or answer == "stage_over"
    return Standing(
        state=State(tournament.state),
        ranking_published=tournament.ranking_published_at is not None,
        entered=len(playing),
        here=sum(row.checked_in_at is not None for row in playing),
        needed=needed_by(regulations),
        check_in_closed=tournament.checked_in_at is not None,
        looking=sum(row.entry == Entry.WAITING and row.size < members for row in entries),
        incomplete=tuple(row.number for row in here if row.size < members and (row.size or not row.house)),
        stages=(*stages[:at], replace(stages[at], over=over), *stages[at + 1 :]),
        at=at,
        round=None if opened is None else round_now(opened, board),
        drawing=job is not None and job.finished_at is None,
        refused=answer is not None and answer != "stage_over",
    )


class Entered(NamedTuple):
    """An entry, and how many members it has."""

    number: int
    entry: str
    checked_in_at: datetime | None
    withdrawn: int | None
    house: bool
    size: int


def entered(tournament: Tournament) -> list[Entered]:
    """Whoever takes part or waits to."""
    teams = Team.objects.filter(tournament=tournament, entry__in=[Entry.IN, Entry.WAITING])
    rows = teams.annotate(size=Count("members")).order_by("number")
    return [Entered(*row) for row in rows.values_list(*Entered._fields)]


def needed_by(regulations: Regulations) -> int:
    """How many must have entered for a table."""
    return FEWEST_TEAMS if regulations.ranked is Ranked.TEAM else FEWEST_AT_A_TABLE[regulations.variant]


def answer_about(job: Job, stage: str, number: int, draft: int | None) -> str | None:
    """Why the draw that is due cannot be, as a code; None if it has not been tried, or as it went well."""
    asked = job.arguments
    if job.finished_at is None or (asked.get("stage"), asked.get("number")) != (stage, number):
        return None
    if job.failure:
        return job.failure if asked.get("draft") == draft else None
    refused = (job.result or {}).get("refused")
    return str(refused["code"]) if refused and asked.get("draft") == draft else None


def round_now(opened: Round, board: Sequence[BoardLine]) -> RoundNow:
    return RoundNow(
        id=opened.pk,
        number=opened.number,
        draft=opened.state == RoundState.DRAFT,
        outdated=opened.outdated,
        clock_waits=opened.minutes is not None and opened.started_at is None,
        tables=tuple(
            TableNow(
                id=line.table_id,
                number=line.number,
                teams=line.teams,
                hands=line.hands,
                begun=line.sheet > 0 or line.ruling is not None,
                over=line.over,
                settled=line.words.settled,
                objected=bool(line.words.objected),
                call="" if line.call is None else line.call.reason,
                reminded_at=line.reminded_at,
            )
            for line in board
        ),
    )


# --- how many rounds ---------------------------------------------------------------------------------------------


def stage_now(rules: StageRules, row: Stage | None, rounds: Sequence[Round]) -> StageNow:
    """How far a stage is. Nothing is drawn to find out: the regulations, the plan and the bracket tell."""
    closed = sum(each.state == RoundState.CLOSED for each in rounds)
    total = rounds_known(rules, row, len(rounds))
    over = closed > 0 and total is not None and closed >= total
    return StageNow(key=rules.key, closed=closed, rounds=total, over=over)


def may_have_second_final(rules: StageRules, stage: StageNow) -> bool:
    """Only the results tell whether a double elimination is over with its last round."""
    return stage.over and rules.system is System.DOUBLE_ELIMINATION and stage.closed == stage.rounds


def rounds_known(rules: StageRules, row: Stage | None, drawn: int) -> int | None:
    """How many rounds a stage has: as the regulations say, or as its first draw has made the plan or the bracket."""
    if rules.system in PLANNED:
        planned = None if row is None or not drawn else drawn + len(row.plan)
        return planned if rules.rounds is None or planned is None else min(planned, rules.rounds)
    if rules.rounds is not None:
        return rules.rounds
    if rules.system is System.QUARTET:
        return QUARTET_ROUNDS
    if row is None or not row.bracket:
        return None
    halvings = doublings(len(row.bracket))
    return max(halvings if rules.system is System.KNOCKOUT else 2 * halvings, drawn)
