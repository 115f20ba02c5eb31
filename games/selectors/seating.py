"""Who sits where in a round: its tables and those without one."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from games.choices import Place
from games.models import Round, Seat, Table
from games.selectors.moment import one_moment


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatShown:
    """A team at a table. `seat` is its first one."""

    team_id: int
    number: int
    name: str
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableShown:
    """A table, and why it was drawn so."""

    id: int
    number: int
    kept: bool
    reasons: list[dict[str, Any]]
    teams: tuple[SeatShown, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WithoutTable:
    """Somebody who has a bye or waits, and why."""

    team_id: int
    number: int
    name: str
    place: str
    kept: bool
    reasons: list[dict[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """Everybody in a round."""

    round: Round
    tables: tuple[TableShown, ...]
    without: tuple[WithoutTable, ...]


@one_moment()
def seating_of(round_: Round) -> Seating:
    """Two queries."""
    seats: dict[int, list[SeatShown]] = defaultdict(list)
    without = []
    for seat in Seat.objects.filter(round=round_).select_related("team").order_by("seat", "team__number"):
        team = seat.team
        if seat.place == Place.TABLE:
            shown = SeatShown(team_id=team.pk, number=team.number, name=team.name, seat=seat.seat or 0)
            seats[seat.table_id or 0].append(shown)
        else:
            without.append(
                WithoutTable(
                    team_id=team.pk, number=team.number, name=team.name, place=seat.place, kept=seat.kept,
                    reasons=seat.reasons,
                )
            )  # fmt: skip
    tables = [
        TableShown(
            id=table.pk, number=table.number, kept=table.kept, reasons=table.reasons, teams=tuple(seats[table.pk])
        )
        for table in Table.objects.filter(round=round_).order_by("number")
    ]
    return Seating(round=round_, tables=tuple(tables), without=tuple(without))
