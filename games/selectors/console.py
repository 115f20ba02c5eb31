"""What the page of a tournament's staff shows: the rows as the small value from which follows what is next."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count

from games.actor import Actor
from games.choices import Entry, RoundState, State
from games.models import Job, Round, Stage, Team, Tournament
from games.selectors.drafts import last_draw_asked, refusal_in
from games.selectors.moment import one_moment
from games.selectors.next_step import (
    FEWEST_TEAMS,
    Next,
    RoundNow,
    StageNow,
    Standing,
    Step,
    TableNow,
    line_of_steps,
    next_steps,
)
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
PLANNED = (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN, System.GROUPS)
"""Where everybody's last round is known from the first on."""


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


@one_moment()
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
    answer = None if job is None else answer_about(job, tournament, keys[at], number, draft)
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


def answer_about(job: Job, tournament: Tournament, stage: str, number: int, draft: int | None) -> str | None:
    """Why the draw that is due cannot be, as a code; None if it has not been tried, if it went well, or if the
    tournament has changed since it was refused."""
    asked = job.arguments
    if job.finished_at is None or (asked.get("stage"), asked.get("number")) != (stage, number):
        return None
    if job.failure:
        return job.failure if asked.get("draft") == draft else None
    refused = refusal_in(job, tournament)
    return refused.code if refused is not None and asked.get("draft") == draft else None


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
                behind=line.behind,
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
