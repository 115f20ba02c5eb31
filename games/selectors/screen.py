"""What the projector shows: only what everybody may know, in whatever state the tournament is."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, Subquery

from games.choices import RoundState, ScreenView, State
from games.models import Round, Screen, Seat, Snapshot, Substitute, Tournament
from games.models.ruling import OF_A_TABLE
from games.selectors.matches import progress
from games.selectors.moment import one_moment
from games.selectors.paper import hands_expected
from games.selectors.phone import Clock, clock_of
from games.selectors.records import regulations_of
from games.selectors.rounds import rounds_shown
from games.selectors.scores import Basis, basis_from, undisturbed
from games.selectors.standings import PUBLIC, computed, is_over
from games.spelling import without_marks
from rules.refusal import Refusal
from scoring.outcomes import Terms, terms_of, two_sided
from scoring.points import MatchScore
from scoring.record import Ruling, Table
from scoring.regulations import OUT_WHEN_LOST, Regulations, System

NO_SCORE = ("progress", "rating", "lots", "decision", "direct")
"""Criteria whose number says nothing to somebody who looks at the wall."""

# --- what was told -----------------------------------------------------------------------------------------------


def screen_of(tournament: Tournament) -> Screen:
    """What the projector was told to show; everything in turn if nobody has told it anything. One query."""
    return Screen.objects.filter(tournament=tournament).first() or Screen(tournament=tournament)


# --- what there is to show ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class NamePlace:
    """Somebody who is looked for by name, and where that person sits. `place` says why there is no table."""

    name: str
    table: int | None
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenTable:
    """A table with who plays there, a line a side. `of` is how many hands there are, if that is known."""

    number: int
    sides: tuple[tuple[str, ...], ...]
    over: bool
    hands: int
    of: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RankRow:
    """A row of the standings. `movement` is how many ranks it went up in the last round, `score` what counts first."""

    key: str
    rank: int | None
    name: str
    movement: int | None
    score: int | float | None

    @property
    def up(self) -> int:
        return max(0, self.movement or 0)

    @property
    def down(self) -> int:
        return max(0, -(self.movement or 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """Standings up to a round, as far as everybody may know: one list, or one for every group by its name. `hidden`:
    later results are kept back."""

    through: int
    lists: tuple[tuple[str, tuple[RankRow, ...]], ...]
    hidden: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenNow:
    """All that the projector can show now. `rounds` is how many the stage has, if that is known; `from_the_end` is 1 in
    the final of a knock-out. `rotation` is shown in turn while nobody wants one thing alone; `key` changes when
    something else is useful than before."""

    tournament: Tournament
    screen: Screen
    rotation: tuple[ScreenView, ...]
    round: Round | None = None
    rounds: int | None = None
    from_the_end: int | None = None
    clock: Clock | None = None
    names: tuple[NamePlace, ...] = ()
    tables: tuple[ScreenTable, ...] = ()
    ranking: Ranking | None = None
    bracket: bool = False

    @property
    def missing(self) -> tuple[ScreenTable, ...]:
        """The tables that are still playing."""
        playing = self.round is not None and self.round.state == RoundState.PUBLISHED
        return tuple(table for table in self.tables if not table.over) if playing else ()

    @property
    def done(self) -> int:
        return len(self.tables) - len(self.missing)

    @property
    def final(self) -> bool:
        """Whether the standings are the final ranking."""
        return self.tournament.ranking_published_at is not None

    @property
    def views(self) -> tuple[ScreenView, ...]:
        """What is shown, in turn."""
        return self.rotation if self.screen.view == ScreenView.ROTATION else (ScreenView(self.screen.view),)

    @property
    def key(self) -> str:
        return f"{self.round.pk if self.round else 0} {' '.join(self.views)}"


@one_moment()
def screen_now(tournament: Tournament, *, at: datetime, names: bool = True) -> ScreenNow:
    """Everything the projector can show; without names for those who only want to know what there is. Ten queries
    whether a worker has computed the standings or not: the wall shows a result as soon as it is there."""
    screen, regulations = screen_of(tournament), regulations_of(tournament)
    rounds = list(rounds_shown(tournament, inside=False))
    if not rounds:
        return ScreenNow(tournament=tournament, screen=screen, rotation=(ScreenView.WELCOME,))
    for each in rounds:
        each.stage.tournament = tournament
    last = rounds[-1]
    stage = regulations.stage(last.stage.key)
    of_today = Snapshot.objects.filter(stage=last.stage, audience=PUBLIC, version=tournament.version).first()
    with undisturbed():
        basis = basis_from([last] if of_today else rounds)
    seats = seats_taken(last) if names else []
    tables = tables_shown(basis, last, seats)
    of_stage = [each for each in rounds if each.stage_id == last.stage_id]
    compares = len(of_stage) > 1 or last.state == RoundState.CLOSED or any(table.over for table in tables)
    standings = of_today.standings if of_today else standings_from(basis, last)
    ranking = ranking_of(standings, of_stage) if compares else None
    bracket = stage.system in OUT_WHEN_LOST
    playing = last.state == RoundState.PUBLISHED
    return ScreenNow(
        tournament=tournament,
        screen=screen,
        round=last,
        rounds=stage.rounds,
        from_the_end=last.from_the_end if stage.system is System.KNOCKOUT else None,
        clock=clock_of(last, at, None) if playing else None,
        names=names_in(seats),
        tables=tables,
        ranking=ranking,
        bracket=bracket,
        rotation=useful(tournament, last, tables, ranking, bracket=bracket),
    )


def useful(
    tournament: Tournament, last: Round, tables: Sequence[ScreenTable], ranking: Ranking | None, *, bracket: bool
) -> tuple[ScreenView, ...]:
    """What people want to see now: their seats until the first hand is written down, then who still plays and how it
    stands."""
    begun = any(table.hands or table.over for table in tables)
    playing = last.state == RoundState.PUBLISHED and tournament.state != State.FINISHED
    if playing and not begun:
        return (ScreenView.NAMES, ScreenView.TABLES, *((ScreenView.BRACKET,) if bracket else ()))
    found = []
    if playing and any(not table.over for table in tables):
        found.append(ScreenView.MISSING)
    if bracket:
        found.append(ScreenView.BRACKET)
    if ranking is not None:
        found.append(ScreenView.STANDINGS)
    return tuple(found) or (ScreenView.TABLES,)


# --- seats -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """Where a team is in a round, and who plays for it, by the names they want to be known by."""

    place: str
    table: int | None
    seat: int
    team: str
    house: bool
    people: list[str] = field(default_factory=list)


def seats_taken(round_: Round) -> list[Taken]:
    """Everybody in a round, at each table in order of the seats; substitutes in place of those they stand in for. One
    query."""
    going_on = Substitute.objects.filter(round=round_, last_hand__isnull=True)
    stands = going_on.filter(member=OuterRef("team__members__player"))
    rows = Seat.objects.filter(round=round_).annotate(instead=Subquery(stands.values("substitute__shown_name")[:1]))
    fields = ("pk", "place", "table__number", "seat", "team__name", "team__house", "team__members__player__shown_name")
    found: dict[int, Taken] = {}
    ordered = rows.order_by("table__number", "seat", "pk", "team__members__position")
    for pk, place, table, seat, team, house, name, instead in ordered.values_list(*fields, "instead"):
        if pk not in found:
            found[pk] = Taken(place=place, table=table, seat=seat or 0, team=team, house=house)
        if name is not None:
            found[pk].people.append(instead or name)
    return list(found.values())


def names_in(seats: Iterable[Taken]) -> tuple[NamePlace, ...]:
    """Everybody in the order of the alphabet; who has no table too."""
    names = [
        NamePlace(name=name, table=seat.table, place=seat.place)
        for seat in seats
        for name in seat.people or ([] if seat.house else [seat.team])
    ]
    return tuple(sorted(names, key=lambda each: (without_marks(each.name), each.table or 0)))


def tables_shown(basis: Basis, round_: Round, seats: Iterable[Taken]) -> tuple[ScreenTable, ...]:
    """The tables of a round, with names where the seats are known."""
    record, key = basis.record, round_.stage.key
    terms = terms_of(record.regulations, key, round_.from_the_end)
    known = basis.scores.get((key, round_.number), {})
    ruled = {
        ruling.table for ruling in record.standing_rulings() if is_in(ruling, round_) and ruling.kind in OF_A_TABLE
    }
    at: dict[int | None, list[Taken]] = defaultdict(list)
    for seat in seats:
        at[seat.table].append(seat)
    return tuple(
        ScreenTable(
            number=table.number,
            sides=sides_of(table, record.regulations, at[table.number]),
            over=table.number in ruled or has_ended(table, terms, known.get(table.number)),
            hands=known[table.number].hands if table.number in known else len(table.hands),
            of=hands_expected(terms, len(table.seats)),
        )
        for table in next(each for each in record.stage(key).rounds if each.number == round_.number).tables
    )


def is_in(ruling: Ruling, round_: Round) -> bool:
    return (ruling.stage, ruling.round) == (round_.stage.key, round_.number)


def has_ended(table: Table, terms: Terms, known: MatchScore | None) -> bool:
    """Whether a match has ended; not if its hands do not go with the regulations, which the wall is no place to say."""
    if known is not None:
        return known.over
    try:
        return progress(table, terms).over
    except Refusal:
        return False


def sides_of(table: Table, regulations: Regulations, seats: Sequence[Taken]) -> tuple[tuple[str, ...], ...]:
    """Who plays together; where everybody plays alone, all on one side. A team has its own name; whoever is ranked
    alone is called as a person, and that may be a substitute."""
    own = regulations.members_at_the_table == 1
    names = [(seat.seat, seat.people[0] if own and seat.people else seat.team) for seat in seats]
    if not two_sided(table.seats, regulations.hand):
        return (tuple(name for _, name in names),)
    return tuple(tuple(name for seat, name in names if seat % 2 == side) for side in (0, 1))


# --- standings ---------------------------------------------------------------------------------------------------


def standings_from(basis: Basis, last: Round) -> dict[str, Any]:
    """Of the stage of this round, for everybody."""
    over = is_over(last.stage.tournament, PUBLIC)
    with undisturbed():
        return computed(basis, last.stage.key, audience=PUBLIC, over=over)


def ranking_of(plain: dict[str, Any], rounds: Sequence[Round]) -> Ranking | None:
    """The standings as the wall shows them; None while all of the stage is hidden."""
    if plain["through"] == 0:
        return None
    first = next(iter(plain["criteria"]), "")
    lists = tuple(
        (group.get("key", ""), tuple(rank_row(row, "" if first in NO_SCORE else first) for row in group["rows"]))
        for group in plain.get("groups", [plain])
    )
    return Ranking(through=plain["through"], lists=lists, hidden=any(each.hidden for each in rounds))


def rank_row(row: dict[str, Any], criterion: str) -> RankRow:
    return RankRow(
        key=row["team"],
        rank=row["rank"],
        name=row["name"],
        movement=row["movement"],
        score=row["values"].get(criterion),
    )
