"""Score sheets for every format and variant, blank or with the names on it.

A sheet says what is played and has a line for every hand of the match: calls by seat, who went out in which order, the
card points, what it comes to. Scorers type it as it stands here (`games/paper.py`), seats by their numbers.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.exchange.grids import SHADED, Cell, Column, Group, groups_over
from games.exchange.stages import late_name, round_name, stage_name
from games.house_rules import end_of_match
from games.selectors.printing import RoundPrinted, TablePrinted
from rules.customs import Direction
from rules.variants.grand_seigneur import MOST
from scoring import five, threechu
from scoring.match import Length, Tie
from scoring.outcomes import Terms, terms_of
from scoring.regulations import Counting, OddNumbers, Regulations, StageRules
from scoring.variants import SEATS, Variant

HANDS_TO_1000 = 14
"""Nine or ten hands are usual, fourteen are enough for nearly every game."""
HANDS_BY_THE_CLOCK = 14
MOST_LINES = 120
"""More than this nobody writes on one sheet: the rest goes on another."""
SPARE = 2
"""Lines for those who play on after a tie."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetSeat:
    """A seat, and who sits there if that is known. `angle` is where it stands, in degrees from the right, upwards."""

    number: int
    name: str
    side: int | None
    angle: float | None

    @property
    def x(self) -> float:
        """Across a square of 100 by 100."""
        return round(50 + 38 * math.cos(math.radians(self.angle or 0)), 2)

    @property
    def y(self) -> float:
        """Down a square of 100 by 100."""
        return round(50 - 38 * math.sin(math.radians(self.angle or 0)), 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """The lines of one game, under a heading where several make a match."""

    heading: str
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheet:
    """A sheet for one table. Where nothing is known there is room to write."""

    tournament: str
    round: str
    table: str
    what: str
    seats: tuple[SheetSeat, ...]
    columns: tuple[Column, ...]
    games: tuple[Game, ...]
    total: tuple[Cell, ...]
    notes: tuple[str, ...]
    end: str
    signed: tuple[str, ...]

    @property
    def groups(self) -> list[Group]:
        return groups_over(self.columns)

    @property
    def sides(self) -> list[list[SheetSeat]]:
        """Partners beside each other; where everybody is alone, everybody."""
        two = [[seat for seat in self.seats if seat.side == side] for side in (0, 1)]
        return two if all(two) else [list(self.seats)]

    @property
    def shares(self) -> list[float]:
        """How wide every column is, in hundredths of the whole."""
        whole = sum(column.width for column in self.columns)
        return [round(100 * column.width / whole, 2) for column in self.columns]

    @property
    def around(self) -> bool:
        """Whether it can be drawn who sits where."""
        return all(seat.angle is not None for seat in self.seats)

    @property
    def unused(self) -> int:
        """How many columns there are before the first that has a result: the word for it has that much room."""
        filled = [at for at, cell in enumerate(self.total) if cell is not SHADED]
        return max(1, filled[0] if filled else len(self.total))

    @property
    def result(self) -> tuple[Cell, ...]:
        """The last line without the columns before the first result."""
        return self.total[self.unused :]

    @property
    def lines(self) -> int:
        return sum(len(game.rows) for game in self.games)


# --- which sheets there are --------------------------------------------------------------------------------------


def filled_in(found: RoundPrinted) -> list[ScoreSheet]:
    """A sheet for every table of a round."""
    where = round_name(found.regulations, found.round)
    ends = end_of_match(found.regulations, found.round.stage.key, found.round.from_the_end)
    return [
        sheet(found.regulations, found.terms, title=found.tournament.name, where=where, ends=ends, table=table)
        for table in found.tables
    ]


def blank(regulations: Regulations, title: str) -> list[ScoreSheet]:
    """One of every kind that the tournament can need: for each length of a match, and for a table of five."""
    found: dict[tuple[object, ...], ScoreSheet] = {}
    for stage, late in kinds(regulations):
        terms = terms_of(regulations, stage.key, late)
        what = late_name(stage, late) or stage_name(regulations, stage.key)
        ends = end_of_match(regulations, stage.key, late)
        for seats in sizes(regulations, stage):
            table = TablePrinted(number=0, seats=())
            one = sheet(regulations, terms, title=title, where="", ends=ends, table=table, players=seats, what=what)
            same = found.get((one.columns, one.games))
            found[one.columns, one.games] = one if same is None else replace(same, what=both(same.what, what))
    return list(found.values())


def both(what: str, other: str) -> str:
    """For what a sheet is that serves twice."""
    return f"{what}, {other}" if what and other else ""


def kinds(regulations: Regulations) -> Iterator[tuple[StageRules, int | None]]:
    for stage in regulations.stages:
        yield stage, None
        yield from ((stage, late.rounds_from_the_end) for late in stage.late_matches)


def sizes(regulations: Regulations, stage: StageRules) -> list[int]:
    """How many sit at a table; at Grand Seigneur there is room for as many as can."""
    if regulations.variant is Variant.GRAND_SEIGNEUR:
        return [stage.table_size or MOST]
    usual = threechu.PLAYERS if regulations.variant is Variant.THREECHU else SEATS[regulations.variant]
    return [usual, five.PLAYERS] if OddNumbers.TABLE_OF_FIVE in regulations.odd_numbers else [usual]


def sheet(
    regulations: Regulations, terms: Terms, *, title: str, where: str, ends: Sequence[str], table: TablePrinted,
    players: int = 0, what: str = "",
) -> ScoreSheet:  # fmt: skip
    players = len(table.seats) or players
    kind = kind_of(terms, players)
    seats = seats_of(regulations, table, players, kind)
    columns = kind.columns(terms, seats)
    return ScoreSheet(
        tournament=title,
        round=where,
        table=str(table.number) if table.number else "",
        what=what,
        seats=seats,
        columns=columns,
        games=games_of(terms, kind, seats, columns),
        total=tuple("" if column.strong else SHADED for column in columns),
        notes=tuple(notes(terms, kind)),
        end=" ".join(ends),
        signed=signatures(seats),
    )  # fmt: skip


# --- the kinds of sheets -----------------------------------------------------------------------------------------


class Kind:
    """Two sides of two or of three: the usual sheet. What other sheets have instead is in the classes below."""

    alone = False
    drawn = True

    def columns(self, terms: Terms, seats: Sequence[SheetSeat]) -> tuple[Column, ...]:
        sides = [" + ".join(str(seat.number) for seat in seats if seat.side == side) for side in (0, 1)]
        found = [Column(head=_("Hand"), width=11), *calls(seats, 10.5), *order(len(seats) - 1)]
        found += [Column(head=side, group=_("Card points"), width=14) for side in sides]
        found += [Column(head=side, group=_("This hand"), width=16) for side in sides]
        found += [Column(head=side, group=_("Total"), width=18, strong=True) for side in sides]
        if terms.points.counting is Counting.HANDS:
            found += [Column(head=side, group=_("Victory points"), width=12, strong=True) for side in sides]
        return tuple(found)

    def row(self, at: int, seats: Sequence[SheetSeat], columns: Sequence[Column]) -> tuple[Cell, ...]:
        """The line of a hand, counted from 0."""
        return (str(at + 1), *[""] * (len(columns) - 1))


class OfThree(Kind):
    """Threechu: the deal goes round, the dealer plays the dummy, everybody counts the own points."""

    alone, drawn = True, False

    def columns(self, terms: Terms, seats: Sequence[SheetSeat]) -> tuple[Column, ...]:
        dummy = Column(head=_("Dummy"), group=_("Calls"), width=13)
        deals = Column(head=pgettext("score sheet", "Deals"), width=34, align="left")
        cards = [Column(head=who, group=_("Card points"), width=16) for who in (_("Dealer"), _("Others"))]
        own = [Column(head=str(seat.number), group=_("Own points"), width=17, strong=True) for seat in seats]
        return (Column(head=_("Hand"), width=11), deals, *calls(seats, 9), dummy, *order(3), *cards, *own)

    def row(self, at: int, seats: Sequence[SheetSeat], columns: Sequence[Column]) -> tuple[Cell, ...]:
        dealer = seats[at % threechu.PLAYERS]
        return (str(at + 1), f"{dealer.number} {dealer.name}".strip(), *[""] * (len(columns) - 2))


class OfFive(Kind):
    """A table of five: one sits out in turn, partners change from hand to hand, everybody counts alone."""

    alone = True

    def columns(self, terms: Terms, seats: Sequence[SheetSeat]) -> tuple[Column, ...]:
        partners = Column(head=_("Partners"), width=19)
        found = [Column(head=_("Hand"), width=9), Column(head=_("Sits out"), width=20, align="left"), partners]
        found += order(3, width=5.5)
        found += [
            Column(head=head, group=_("Card points"), width=11.5)
            for head in (pgettext("score sheet", "first"), pgettext("score sheet", "other"))
        ]
        for seat in seats:
            found += self.own(terms, seat)
        return tuple(found)

    def own(self, terms: Terms, seat: SheetSeat) -> list[Column]:
        """What belongs to one player."""
        group = f"{seat.number} {seat.name}".strip()
        found = [
            Column(head=pgettext("score sheet", "Call"), group=group, width=7.5),
            Column(head=_("Points"), group=group, width=11, strong=True),
        ]
        if terms.points.counting is Counting.HANDS:
            found.append(Column(head=_("VP"), group=group, width=7, strong=True))
        return found

    def row(self, at: int, seats: Sequence[SheetSeat], columns: Sequence[Column]) -> tuple[Cell, ...]:
        out, playing = five.sitting(at), five.playing(at)
        one, two, three, four = (str(seats[seat].number) for seat in playing)
        who = f"{seats[out].number} {seats[out].name}".strip()
        cells: list[Cell] = [str(at + 1), who, f"{one}+{three} : {two}+{four}", *[""] * 5]
        for seat in range(five.PLAYERS):
            each = len(self_columns(columns, seats[seat]))
            cells += [SHADED if seat == out else ""] * each
        return tuple(cells)


def self_columns(columns: Sequence[Column], seat: SheetSeat) -> list[Column]:
    group = f"{seat.number} {seat.name}".strip()
    return [column for column in columns if column.group == group]


class OfMany(Kind):
    """Grand Seigneur: the place of everybody in every round, and nothing else."""

    alone, drawn = True, False

    def columns(self, terms: Terms, seats: Sequence[SheetSeat]) -> tuple[Column, ...]:
        heads = [f"{seat.number} {seat.name}".strip() for seat in seats]
        places = [
            Column(head=head, group=pgettext("score sheet", "Place"), width=170 / len(seats), strong=True)
            for head in heads
        ]
        return (Column(head=_("Hand"), width=14), *places)


def kind_of(terms: Terms, players: int) -> Kind:
    if terms.hand.variant is Variant.GRAND_SEIGNEUR:
        return OfMany()
    if terms.hand.variant is Variant.THREECHU:
        return OfThree()
    return OfFive() if players == five.PLAYERS else Kind()


def calls(seats: Sequence[SheetSeat], width: float) -> list[Column]:
    return [Column(head=str(seat.number), group=_("Calls"), width=width) for seat in seats]


def order(places: int, width: float = 8.5) -> list[Column]:
    """Who went out first, second and so on; the last needs no place."""
    return [
        Column(head=f"{place}.", group=pgettext("score sheet", "Out"), width=width) for place in range(1, places + 1)
    ]


# --- what stands on them -----------------------------------------------------------------------------------------


def seats_of(regulations: Regulations, table: TablePrinted, players: int, kind: Kind) -> tuple[SheetSeat, ...]:
    """Seats are numbered in the order of play: to the right, seen from above against the clock, unless they play to
    the left. Seat 1 is at the bottom."""
    names = {seat.number: seat.name for seat in table.seats}
    turn = -1 if regulations.table.direction is Direction.LEFT else 1
    return tuple(
        SheetSeat(
            number=at + 1,
            name=names.get(at + 1, ""),
            side=None if kind.alone else at % 2,
            angle=-90 + turn * at * 360 / players if kind.drawn else None,
        )
        for at in range(players)
    )


def games_of(
    terms: Terms, kind: Kind, seats: Sequence[SheetSeat], columns: Sequence[Column]
) -> tuple[Game, ...]:  # fmt: skip
    rows = tuple(kind.row(at, seats, columns) for at in range(lines(terms, len(seats))))
    if terms.match.games is None:
        return (Game(heading="", rows=rows),)
    return tuple(
        Game(heading=_("Game %(number)s") % {"number": number}, rows=rows) for number in range(1, terms.match.games + 1)
    )


def lines(terms: Terms, players: int) -> int:
    """How many hands there is room for."""
    match = terms.match
    if match.hands is not None:
        hands = five.hands_at_five(match.hands) if players == five.PLAYERS and is_usual(terms) else match.hands
        return min(hands + (SPARE if match.tie is Tie.PLAY_ON else 0), MOST_LINES)
    if match.length is Length.CLOCK:
        return HANDS_BY_THE_CLOCK
    return min(max(8, math.ceil((match.goal or 1000) * HANDS_TO_1000 / 1000)), MOST_LINES)


def is_usual(terms: Terms) -> bool:
    return terms.hand.variant is Variant.NANKING


def notes(terms: Terms, kind: Kind) -> Iterator[str]:
    """How to fill it in."""
    if isinstance(kind, OfMany):
        yield _("Write the place of everybody: 1 for whoever is out first.")
        return
    if terms.hand.grand:
        yield _("Calls: T for Tichu, GT for Grand Tichu.")
    else:
        yield _("Calls: T for Tichu.")
    yield _("Out: the numbers of the seats, in the order in which they went out.")
    if isinstance(kind, OfFive):
        yield _("Card points: of the pair named first, and of the other.")


def signatures(seats: Sequence[SheetSeat]) -> tuple[str, ...]:
    """One for each side, or for everybody who plays alone; not more than five."""
    sides = [" + ".join(str(seat.number) for seat in seats if seat.side == side) for side in (0, 1)]
    if all(sides):
        return tuple(sides)
    return tuple(str(seat.number) for seat in seats) if len(seats) <= five.PLAYERS else ()
