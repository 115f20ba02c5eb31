"""Lists and tables as PDF: seats by name, seats by table, standings."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from games.exchange.grids import SHADED, Cell, Column, Grid, groups_over
from games.exchange.pdf import LINE, MARGIN, QUIET, RULE, SHADE, Document, Paper
from games.exchange.pdf_letters import BOLD, SANS, SERIF, wrapped
from games.exchange.rankings import Ranking
from games.exchange.seat_lists import Entry, SeatList

HEAD, ROW = 6.0, 7.5
TALL_ROW, GUTTER = 7.8, 8.0
MOST_COLUMNS = 3


def seats_pdf(found: SeatList, paper: Paper) -> bytes:
    document = Document(title=f"{found.tournament} · {found.title}", paper=paper)
    where = f"{found.where} · {_('Draft')}" if found.draft else found.where
    if found.grid is None:
        names(document, found, where)
    else:
        top = title(document, found.tournament, f"{found.title} · {where}")
        table(document, found.grid, top, foot=f"{found.tournament} · {where}", size=12)
    document.foot(f"{found.tournament} · {where}")
    return document.done()


def standings_pdf(found: Ranking, paper: Paper) -> bytes:
    """One table after the other, groups too; a table that does not fit goes on overleaf, under its heads."""
    document = Document(title=f"{found.tournament} · {found.title}", paper=paper)
    foot = f"{found.tournament} · {found.title}"
    y = title(document, found.tournament, f"{found.title} · {found.after}" if found.after else found.title)
    for grid in found.grids:
        room = HEAD * 3 + min(len(grid.rows), 4) * ROW
        if y + room > document.bottom:
            y = turn(document, foot)
        if grid.heading:
            document.text(MARGIN, y + 5, grid.heading, face=SERIF, size=14)
            y += 8
        y = table(document, grid, y, foot=foot) + 8
    for note in found.notes:
        if y + 5 > document.bottom:
            y = turn(document, foot)
        y = document.paragraph(MARGIN, y, note, room=document.within, size=8.5, colour=QUIET)
    document.foot(foot)
    return document.done()


def title(document: Document, name: str, line: str) -> float:
    """The tournament, and below it what this is; answers where it ends."""
    document.text(MARGIN, MARGIN + 7, name, face=SERIF, size=22, room=document.within)
    document.text(MARGIN, MARGIN + 14.5, line, size=13, colour=QUIET, room=document.within)
    return MARGIN + 20


def turn(document: Document, foot: str) -> float:
    document.foot(foot)
    document.next_page()
    return MARGIN


# --- names in columns --------------------------------------------------------------------------------------------


def names(document: Document, found: SeatList, where: str) -> None:
    """As many columns as there are names for, each read from the top; large enough for a wall."""
    left = list(found.entries)
    y = title(document, found.tournament, f"{found.title} · {where}")
    columns = 0
    while True:
        each = int((document.bottom - y - HEAD - 4) // TALL_ROW)
        columns = columns or min(MOST_COLUMNS, max(2, -(-len(left) // each)))
        for at in range(columns):
            column(document, left[at * each : (at + 1) * each], at, columns, y)
        left = left[columns * each :]
        if not left:
            return
        y = turn(document, f"{found.tournament} · {where}")


def column(document: Document, entries: Sequence[Entry], at: int, columns: int, y: float) -> None:
    if not entries:
        return
    wide = (document.within - GUTTER * (columns - 1)) / columns
    x = MARGIN + at * (wide + GUTTER)
    right, middle = x + wide, x + wide - 12
    document.text(x, y + 4, _("Name"), size=8, colour=QUIET)
    document.text(middle, y + 4, _("Table"), size=8, align="right", colour=QUIET)
    document.text(right, y + 4, _("Seat"), size=8, align="right", colour=QUIET)
    y += HEAD
    document.line(x, y, right, y, thick=0.35)
    for entry in entries:
        number = entry.table.isdecimal()
        taken = 22 if number else 30
        document.text(x, y + 5.6, entry.name, size=13, room=wide - taken)
        if number:
            document.text(middle, y + 5.8, entry.table, face=BOLD, size=16, align="right", room=12)
            document.text(right, y + 5.6, entry.seat, size=12, align="right", colour=QUIET)
        else:
            document.text(right, y + 5.6, entry.table, size=11, align="right", colour=QUIET, room=28)
        y += TALL_ROW
        document.line(x, y, right, y, thick=0.1)


# --- tables ------------------------------------------------------------------------------------------------------


def table(document: Document, grid: Grid, y: float, *, foot: str, size: float = 10.5) -> float:
    """A table from y downwards; its heads are repeated on every page. Answers where it ends."""
    edges = edges_of(document, grid.columns)
    y = heads(document, grid.columns, edges, y)
    for row in grid.rows:
        lines = cell_lines(grid.columns, row, edges, size)
        high = max(ROW, max(map(len, lines), default=1) * size * LINE + 3)
        if y + high > document.bottom - 2:
            y = heads(document, grid.columns, edges, turn(document, foot))
        draw_row(document, grid.columns, lines, edges, y, high, size)
        y += high
        document.line(edges[0], y, edges[-1], y, thick=0.12)
    return y


def edges_of(
    document: Document, columns: Sequence[Column], x: float = MARGIN, room: float | None = None
) -> list[float]:
    """Where the columns begin and end: their shares of the room."""
    wide = room or document.within
    whole = sum(column.width for column in columns)
    found = [x]
    for column in columns:
        found.append(found[-1] + column.width * wide / whole)
    return found


def heads(document: Document, columns: Sequence[Column], edges: Sequence[float], y: float) -> float:
    for at, column in enumerate(columns):
        place, anchor = at_column(column, edges, at)
        document.text(place, y + 4, column.head, face=BOLD, size=9, align=anchor, room=room_in(edges, at))
    document.line(edges[0], y + HEAD, edges[-1], y + HEAD, thick=0.35)
    return y + HEAD


def at_column(column: Column, edges: Sequence[float], at: int) -> tuple[float, str]:
    """Where the text of a cell is fixed."""
    if column.align == "left":
        return edges[at] + 1, "left"
    if column.align == "right":
        return edges[at + 1] - 1, "right"
    return (edges[at] + edges[at + 1]) / 2, "center"


def room_in(edges: Sequence[float], at: int) -> float:
    return edges[at + 1] - edges[at] - 1.6


def cell_lines(columns: Sequence[Column], row: Sequence[Cell], edges: Sequence[float], size: float) -> list[list[str]]:
    """What stands in each cell, in lines: those to the left are broken, numbers are not. A new line stays one."""
    found = []
    for at, (column, cell) in enumerate(zip(columns, row, strict=True)):
        broken: Iterable[str] = (cell or "").split("\n")
        if column.align == "left":
            broken = [line for part in broken for line in wrapped(part, SANS, size, room_in(edges, at) * mm)]
        found.append(list(broken))
    return found


def draw_row(
    document: Document, columns: Sequence[Column], lines: Sequence[Sequence[str]], edges: Sequence[float], y: float,
    high: float, size: float,
) -> None:  # fmt: skip
    for at, (column, cell) in enumerate(zip(columns, lines, strict=True)):
        place, anchor = at_column(column, edges, at)
        face = BOLD if column.strong else SANS
        first = y + high / 2 - (len(cell) - 1) * size * LINE / 2 + size * 0.13
        for step, line in enumerate(cell):
            document.text(
                place, first + step * size * LINE, line, face=face, size=size, align=anchor, room=room_in(edges, at)
            )


def ruled(
    document: Document, columns: Sequence[Column], rows: Sequence[Sequence[Cell]], x: float, y: float, wide: float,
    high: float,
) -> float:  # fmt: skip
    """A table to write into: lines all round, cells that nobody fills in shaded."""
    edges = edges_of(document, columns, x, wide)
    for row in rows:
        for at, cell in enumerate(row):
            if cell is SHADED:
                document.box(edges[at], y, edges[at + 1] - edges[at], high, fill=SHADE)
            elif cell:
                place, anchor = at_column(columns[at], edges, at)
                small = 9.5 if len(cell) < 4 else 8
                document.text(place, y + high / 2 + 1.2, cell, size=small, align=anchor, room=room_in(edges, at))
        y += high
    top = y - high * len(rows)
    for step in range(len(rows) + 1):
        document.line(x, top + step * high, x + wide, top + step * high, colour=RULE)
    for at, edge in enumerate(edges):
        document.line(edge, top, edge, y, thick=0.45 if starts_group(columns, at) else 0.15, colour=RULE)
    return y


def starts_group(columns: Sequence[Column], at: int) -> bool:
    """Between what belongs together the lines are thin."""
    return at in (0, len(columns)) or not columns[at].group or columns[at].group != columns[at - 1].group


def ruled_heads(document: Document, columns: Sequence[Column], x: float, y: float, wide: float) -> float:
    """Over a table to write into, with what stands over several columns."""
    edges, at = edges_of(document, columns, x, wide), 0
    for group in groups_over(columns):
        left, right = edges[at], edges[at + group.span]
        document.text((left + right) / 2, y + 3.4, group.head, face=BOLD, size=8, align="center", room=right - left - 1)
        at += group.span
    y += 4.6 if at else 0
    for step, column in enumerate(columns):
        middle = (edges[step] + edges[step + 1]) / 2
        room = edges[step + 1] - edges[step] - 0.8
        document.text(middle, y + 3, column.head, size=8, align="center", room=room)
    return y + 4.2
