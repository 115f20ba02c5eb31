"""Seat lists: find your name, go to table 7; and who sits at which table."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.choices import Place, RoundState
from games.exchange.grids import Column, Grid
from games.exchange.stages import round_name
from games.selectors.paper import Seated
from games.selectors.printing import Person, RoundPrinted, TablePrinted
from games.spelling import without_marks


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A line of the list by name. `seat` is empty where the team decides, `table` says where there is none."""

    name: str
    table: str
    seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatList:
    """Either list of a round. The one by name has `entries`, the one by table a `grid`."""

    tournament: str
    title: str
    where: str
    draft: bool
    entries: tuple[Entry, ...] = ()
    grid: Grid | None = None


def by_name(found: RoundPrinted) -> SeatList:
    """Everybody, in the order in which one looks for a name."""
    people = sorted(found.people, key=lambda person: (without_marks(person.name), person.name, person.table or 0))
    return seat_list(found, _("Seats by name"), entries=tuple(map(entry, people)))


def entry(person: Person) -> Entry:
    if person.table is None:
        return Entry(name=person.name, table=without_table(person.place), seat="")
    return Entry(name=person.name, table=str(person.table), seat="" if person.seat is None else str(person.seat))


def without_table(place: Place) -> str:
    return _("bye") if place is Place.BYE else _("waits")


def by_table(found: RoundPrinted) -> SeatList:
    """Every table with its seats, partners beside each other; below them those who have none."""
    sided = next((table for table in found.tables if table.seats[0].side is not None), None)
    columns = [Column(head=_("Table"), width=16, strong=True)]
    columns += [Column(head=_("Seats"), width=170, align="left")] if sided is None else side_columns(sided)
    two_sides = sided is not None
    rows = [table_row(table, two_sides=two_sides) for table in found.tables]
    rows += [without_row(person, two_sides=two_sides) for person in found.people if person.table is None]
    return seat_list(found, _("Seats by table"), grid=Grid(columns=tuple(columns), rows=tuple(rows)))


def side_columns(table: TablePrinted) -> list[Column]:
    """Over each side the numbers of its seats."""
    sides = [" + ".join(str(seat.number) for seat in table.seats if seat.side == side) for side in (0, 1)]
    heads = [_("Seats %(numbers)s") % {"numbers": numbers} for numbers in sides]
    return [Column(head=head, width=85, align="left") for head in heads]


def table_row(table: TablePrinted, *, two_sides: bool) -> tuple[str, ...]:
    if not two_sides:
        return str(table.number), seats_in_line(table.seats)
    if any(seat.side is None for seat in table.seats):
        return str(table.number), seats_in_line(table.seats[:3]), seats_in_line(table.seats[3:])
    sides = [tuple(seat for seat in table.seats if seat.side == side) for side in (0, 1)]
    return str(table.number), seats_in_line(sides[0]), seats_in_line(sides[1])


def seats_in_line(seats: tuple[Seated, ...]) -> str:
    """A team whose members decide themselves who sits where is named once."""
    names = dict.fromkeys(seat.name for seat in seats)
    if len(names) < len(seats):
        return " · ".join(names)
    return " · ".join(f"{seat.number} {seat.name}" for seat in seats)


def without_row(person: Person, *, two_sides: bool) -> tuple[str, ...]:
    row = ("–", f"{person.name}: {without_table(person.place)}")
    return (*row, "") if two_sides else row


def seat_list(
    found: RoundPrinted, title: str, *, entries: tuple[Entry, ...] = (), grid: Grid | None = None
) -> SeatList:
    return SeatList(
        tournament=found.tournament.name,
        title=title,
        where=round_name(found.regulations, found.round),
        draft=found.round.state == RoundState.DRAFT,
        entries=entries,
        grid=grid,
    )
