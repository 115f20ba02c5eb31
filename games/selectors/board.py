"""What the director sees of a round: every table, those that need somebody first, and one table with all about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import Q

from games.actor import Actor
from games.choices import RoundState
from games.models import Round, Ruling, Tournament
from games.permissions import may_direct, may_look_inside
from games.selectors.matches import terms_for
from games.selectors.moment import one_moment
from games.selectors.next_step import SLOW
from games.selectors.paper import PaperSheet, chosen_round, hands_expected, seats_of, whole_allowed
from games.selectors.phone import Clock, clock_of
from games.selectors.records import regulations_of
from games.selectors.rounds import rounds_shown
from games.selectors.tables import BoardLine, Objection, board_of, objections_at, sheet_at
from games.selectors.tournaments import table_seen_by, tournament_and_power
from games.selectors.verified import verified_sheets
from rules.refusal import Refusal

# --- all tables of a round ---------------------------------------------------------------------------------------


class Stand(StrEnum):
    """How far a table is."""

    WAITING = "waiting"
    """Nothing is written down yet."""
    PLAYING = "playing"
    FAULT = "fault"
    """What is written down does not go with the regulations."""
    UNCONFIRMED = "unconfirmed"
    DONE = "done"


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardTable:
    """A table on the board. `of` is how many hands its match has, if that is known; `since` is when something was
    written down last, or play began."""

    line: BoardLine
    stand: Stand
    of: int | None
    verified: bool
    since: datetime | None
    minutes: int

    @property
    def hand(self) -> int:
        """The hand that is being played."""
        return self.line.hands + 1 if self.of is None else min(self.line.hands + 1, self.of)

    @property
    def missing(self) -> bool:
        return self.stand not in (Stand.UNCONFIRMED, Stand.DONE)

    @property
    def slow(self) -> bool:
        return self.missing and self.line.behind >= SLOW

    @property
    def asked_at(self) -> datetime | None:
        """Since when somebody waits for the director here."""
        said = [objection.at for objection in self.line.objections]
        return min([*said, *([self.line.call.at] if self.line.call else [])], default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A round at a glance. `tables` are those that are not done, in the order in which they need somebody; `done` those
    that are. `rounds` were published; `of` is how many the stage has, if that is known."""

    tournament: Tournament
    rounds: Sequence[Round]
    round: Round | None
    of: int | None
    clock: Clock | None
    directs: bool
    tables: Sequence[BoardTable]
    done: Sequence[BoardTable]

    @property
    def asking(self) -> list[BoardTable]:
        """The tables that wait for the director, whoever has waited longest first."""
        return [table for table in self.tables if table.asked_at is not None]

    @property
    def missing(self) -> list[BoardTable]:
        return [table for table in self.tables if table.missing]

    @property
    def slowest(self) -> BoardTable | None:
        return next((table for table in sorted(self.missing, key=lambda each: -each.line.behind) if table.slow), None)

    @property
    def played(self) -> bool:
        return self.round is not None and self.round.state == RoundState.PUBLISHED

    @property
    def size(self) -> int:
        return len(self.tables) + len(self.done)

    @property
    def over(self) -> int:
        """How many tables have played; some of them may not be settled."""
        return self.size - len(self.missing)


@one_moment()
def round_board(actor: Actor, tournament_id: int, round_id: int | None = None, *, now: datetime) -> Board:
    """The tables of a round, for staff: of the one asked for, else of the one being played, else of the last. Eleven
    queries."""
    tournament, directs = tournament_and_power(actor, tournament_id)
    rounds = list(rounds_shown(tournament, inside=False))
    chosen = chosen_round(rounds, round_id)
    if chosen is None:
        return Board(
            tournament=tournament, rounds=rounds, round=None, of=None, clock=None, directs=directs, tables=(), done=()
        )
    chosen.stage.tournament = tournament
    tables = tables_on_board(chosen, now=now)
    return Board(
        tournament=tournament,
        rounds=rounds,
        round=chosen,
        of=regulations_of(tournament).stage(chosen.stage.key).rounds,
        clock=clock_of(chosen, now, None),
        directs=directs,
        tables=sorted((table for table in tables if not folded(table, chosen)), key=urgency),
        done=[table for table in tables if folded(table, chosen)],
    )


def tables_on_board(round_: Round, *, now: datetime) -> list[BoardTable]:
    """Every table with how far it is, in the order of their numbers. Eight queries if the round has its stage and
    tournament with it."""
    terms = terms_for(regulations_of(round_.stage.tournament), round_)
    lines, verified = board_of(round_), verified_sheets(round_)
    return [
        board_table(
            line,
            round_,
            of=hands_expected(terms, len(line.teams)),
            verified=line.sheet > 0 and verified.get(line.table_id) == line.sheet,
            now=now,
        )
        for line in lines
    ]


def board_table(line: BoardLine, round_: Round, *, of: int | None, verified: bool, now: datetime) -> BoardTable:
    since = line.last_entry_at or round_.started_at or round_.published_at
    return BoardTable(
        line=line,
        stand=stand_of(line),
        of=of,
        verified=verified,
        since=since,
        minutes=0 if since is None else max(0, int((now - since).total_seconds() // 60)),
    )


def stand_of(line: BoardLine) -> Stand:
    if line.over:
        return Stand.DONE if line.words.settled else Stand.UNCONFIRMED
    if line.progress.fault is not None:
        return Stand.FAULT
    return Stand.PLAYING if line.hands else Stand.WAITING


def folded(table: BoardTable, round_: Round) -> bool:
    """Nobody needs to look at it: it is done and asks for nothing. Once a round is closed, who has not confirmed is
    not waited for."""
    over = table.stand is Stand.DONE or (table.stand is Stand.UNCONFIRMED and round_.state == RoundState.CLOSED)
    return over and table.asked_at is None


def urgency(table: BoardTable) -> tuple[object, ...]:
    """Who waits for the director first, the longest wait first; then slow tables; then those with the fewest hands;
    at the end those that only have to be confirmed."""
    asked = table.asked_at
    return (
        asked is None,
        0 if asked is None else asked.timestamp(),
        table.stand is Stand.UNCONFIRMED,
        not table.slow,
        table.line.hands,
        0 if table.since is None else table.since.timestamp(),
        table.line.number,
    )


# --- one table ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTable:
    """All about one table: its sheet as on paper, its clock, what was decided about it or about those who sit there in
    this round, who objects, and who did until it was decided. `sides`: there are two all along, so one can have
    forfeited."""

    sheet: PaperSheet
    clock: Clock | None
    rulings: Sequence[Ruling]
    objections: Sequence[Objection]
    decided: Sequence[Objection]
    sides: bool
    directs: bool

    @property
    def round(self) -> Round:
        return self.sheet.table.row.round

    @property
    def tournament(self) -> Tournament:
        return self.round.stage.tournament

    @property
    def timed(self) -> bool:
        """Whether a clock ends the match."""
        return self.sheet.terms.match.clock is not None

    @property
    def played(self) -> bool:
        return self.round.state == RoundState.PUBLISHED


@one_moment()
def open_table(actor: Actor, table_id: int, *, now: datetime) -> OpenTable:
    """All about one table, for staff. Thirteen queries at most."""
    row = table_seen_by(actor, table_id)
    tournament = row.round.stage.tournament
    directs = may_direct(actor, tournament)
    if not directs and not may_look_inside(actor, tournament):
        raise Refusal("not_allowed")
    table = sheet_at(row)
    match = table.match
    seated = seats_of(table, match.regulations)
    sheet = PaperSheet(
        table=table,
        regulations=match.regulations,
        terms=match.terms,
        seated=seated,
        of=hands_expected(match.terms, len(seated)),
        whole_allowed=whole_allowed(table, match.regulations, len(seated)),
        verified=False,
    )
    objections = objections_at(match, table.said)
    here = Q(table=row) | Q(team__in=match.team_ids)
    rulings = Ruling.objects.filter(here, round=row.round).select_related("team", "by").order_by("pk")
    return OpenTable(
        sheet=sheet,
        clock=clock_of(row.round, now, row),
        rulings=list(rulings),
        objections=[each for each in objections if each.decided_at is None],
        decided=[each for each in objections if each.decided_at is not None],
        sides=not match.alone,
        directs=directs,
    )
