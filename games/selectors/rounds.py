"""Questions about rounds: where a tournament stands, what is missing, what a draw breaks, how much time is left."""

import math
from dataclasses import replace
from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from games.choices import Entry, Place, RoundState
from games.models import Hand, Round, Ruling, Seat, Stage, Table, Team, Tournament, WholeResult
from games.selectors.moment import one_moment
from games.selectors.records import WithoutPeople, regulations_of
from pairing.check import Breach, check
from pairing.draw import Draw, Without, draw_in
from pairing.systems import chance, draw
from rules.refusal import Refusal
from scoring.outcomes import round_outcomes
from scoring.record import Record

OPEN = [RoundState.DRAFT, RoundState.PUBLISHED]


def live_rounds(tournament: Tournament) -> QuerySet[Round]:
    """All rounds but cancelled ones, in order. One query."""
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(state=RoundState.CANCELLED)
    return rounds.select_related("stage").order_by("stage__position", "number")


def rounds_shown(tournament: Tournament, *, inside: bool) -> QuerySet[Round]:
    """The rounds in order: all of them for those who run it, else those that were published. One query."""
    rounds = Round.objects.filter(stage__tournament=tournament)
    if not inside:
        rounds = rounds.filter(state__in=[RoundState.PUBLISHED, RoundState.CLOSED])
    return rounds.select_related("stage").order_by("stage__position", "number", "pk")


def open_round(tournament: Tournament) -> Round | None:
    """The round that is a draft or being played, if there is one. One query."""
    return live_rounds(tournament).filter(state__in=OPEN).first()


def stage_going_on(tournament: Tournament) -> str:
    """The key of the stage that was begun last, or of the first. One query."""
    begun = Stage.objects.filter(tournament=tournament).order_by("position").values_list("key", flat=True).last()
    return begun or regulations_of(tournament).stages[0].key


def incomplete_teams(tournament: Tournament, *, round_number: int) -> list[int]:
    """The numbers of teams with too few members, unless they have left before this round of the tournament. A team that
    only fills up tables needs no named members. One query."""
    needed = regulations_of(tournament).members_at_the_table
    entered = Team.objects.filter(tournament=tournament, entry=Entry.IN).annotate(size=Count("members"))
    here = entered.filter(Q(withdrawn__isnull=True) | Q(withdrawn__gte=round_number))
    small = here.filter(size__lt=needed).exclude(house=True, size=0)
    return list(small.order_by("number").values_list("number", flat=True))


# --- results -----------------------------------------------------------------------------------------------------


def without_results(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """Those of which nothing was written down at a table, not even what was declared void later."""
    here = OuterRef("pk")
    return rounds.filter(
        ~Exists(Hand.objects.filter(table__round=here)), ~Exists(WholeResult.objects.filter(table__round=here))
    )


def is_untouched(round_: Round) -> bool:
    """Nothing was written down, and the director has decided nothing. One query."""
    rulings = Ruling.objects.filter(round=OuterRef("pk"))
    return without_results(Round.objects.filter(~Exists(rulings), pk=round_.pk)).exists()


def tables_without_result(record: Record, stage: str, number: int) -> list[int]:
    """The tables of a round of the record where somebody has nothing from it yet. No query."""
    round_ = next(each for each in record.stage(stage).rounds if each.number == number)
    known = {outcome.team for outcome in round_outcomes(record, stage, round_)}
    return [table.number for table in round_.tables if not known.issuperset(table.seats)]


def next_round_left(record: Record, stage: str) -> int | None:
    """The number of the round that is still to be played in a stage; None if the stage is over. No query.

    Whether it is over only the system knows, so it is asked for a draw.
    """
    number = len(record.stage(stage).rounds) + 1
    try:
        draw(record, stage, number, chance(""))
    except Refusal as refusal:
        return None if refusal.code == "stage_over" else number
    return number


# --- drafts ------------------------------------------------------------------------------------------------------


def draw_of(round_: Round, record: Record) -> Draw:
    """The round as a Draw, with those who wait, whom a Record does not have. One query."""
    found = draw_in(record, round_.stage.key, round_.number)
    seats = Seat.objects.filter(round=round_, place=Place.WAITING).order_by("team__number")
    waiting = seats.values_list("team__number", flat=True)
    return replace(found, waiting=tuple(Without(team=str(number)) for number in waiting))


@one_moment()
def conflicts_of(round_: Round) -> tuple[Breach, ...]:
    """What the round's draw breaks as things stand now, the grave ones first. Ten queries."""
    record = WithoutPeople(round_.stage.tournament, drafts=True).record()
    return check(record, draw_of(round_, record))


# --- the clock ---------------------------------------------------------------------------------------------------


def remaining_seconds(round_: Round, now: datetime, table: Table | None = None) -> int | None:
    """How many seconds are left in this round, or at one of its tables, which may have been given more. None where no
    time was set; the whole time before the clock starts; never less than 0. No query."""
    if round_.minutes is None:
        return None
    given = round_.minutes * 60 + round_.extra_seconds + (table.extra_seconds if table else 0)
    if round_.started_at is None:
        return given
    gone = ((round_.paused_at or now) - round_.started_at).total_seconds() - round_.paused_seconds
    return max(0, math.ceil(given - max(0.0, gone)))
