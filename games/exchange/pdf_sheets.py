"""Score sheets as PDF: two a page where they fit, else one, else as many pages as the match needs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.exchange.grids import Column
from games.exchange.pdf import MARGIN, QUIET, RULE, Document, Paper
from games.exchange.pdf_letters import BOLD, SERIF
from games.exchange.pdf_lists import ruled, ruled_heads
from games.exchange.score_sheets import Game, ScoreSheet, SheetSeat

GAP = 12.0
"""Between two sheets on a page; they are cut apart there."""
COMFORTABLE, LEAST, MOST_ROOM = 7.0, 6.2, 10.0
"""How high a line to write into is: for two sheets a page at least, at least at all, and at most."""
TITLE, SEAT, HEADS, HEADING, TOTAL, NOTES, SIGNED = 7.5, 7.0, 9.2, 5.5, 8.0, 5.0, 9.0
DRAWING = 22.0
"""The table seen from above."""


def sheets_pdf(sheets: Sequence[ScoreSheet], paper: Paper, title: str, *, twice: bool = False) -> bytes:
    """In order. `twice` fills the page with the same sheet again: for blank ones, of which one needs many."""
    document = Document(title=title, paper=paper)
    full = document.bottom - MARGIN
    half = (full - GAP) / 2
    pages, lower = 0, False
    for sheet in sheets:
        short = needed(sheet, COMFORTABLE) <= half
        if short and lower:
            draw(document, sheet, MARGIN + half + GAP, half, last=True)
            lower = False
            continue
        for part in [Part(sheet=sheet, last=True)] if short else parts_of(sheet, full):
            if pages:
                document.next_page()
            pages += 1
            draw(document, part.sheet, MARGIN, half if short else full, last=part.last)
        if short:
            cut(document, MARGIN + half + GAP / 2)
            if twice:
                draw(document, sheet, MARGIN + half + GAP, half, last=True)
        lower = short and not twice
    return document.done()


def cut(document: Document, y: float) -> None:
    document.canvas.saveState()
    document.canvas.setDash(2, 4)
    document.line(0, y, document.width, y, thick=0.1)
    document.canvas.restoreState()


# --- how much room it takes --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A sheet, or as much of it as goes on one page."""

    sheet: ScoreSheet
    last: bool


def seat_lines(sheet: ScoreSheet) -> int:
    """Under each other stand partners, or every fourth of those who play alone."""
    sides = sheet.sides
    return len(sides[0]) if len(sides) > 1 else -(-len(sides[0]) // columns_of(sheet))


def columns_of(sheet: ScoreSheet) -> int:
    return 3 if len(sheet.seats) <= 6 else 4


def fixed(sheet: ScoreSheet) -> float:
    """Everything but the lines to write into."""
    above = TITLE + max(6 + SEAT * seat_lines(sheet), DRAWING if sheet.around else 0) + 2
    headings = HEADING * sum(bool(game.heading) for game in sheet.games)
    return above + HEADS + headings + TOTAL + NOTES + (SIGNED if sheet.signed else 0)


def needed(sheet: ScoreSheet, line: float) -> float:
    return fixed(sheet) + line * sheet.lines


def parts_of(sheet: ScoreSheet, room: float) -> list[Part]:
    """Whole games as long as they fit; a game that is longer than a page goes on overleaf."""
    if needed(sheet, LEAST) <= room:
        return [Part(sheet=sheet, last=True)]
    most = int((room - fixed(sheet)) // LEAST)
    pieces = [
        replace(game, rows=game.rows[at : at + most]) for game in sheet.games for at in range(0, len(game.rows), most)
    ]
    pages: list[list[Game]] = [[]]
    for piece in pieces:
        if sum(len(game.rows) for game in pages[-1]) + len(piece.rows) > most:
            pages.append([])
        pages[-1].append(piece)
    return [Part(sheet=replace(sheet, games=tuple(games)), last=at == len(pages) - 1) for at, games in enumerate(pages)]


# --- how it is drawn ---------------------------------------------------------------------------------------------


def draw(document: Document, sheet: ScoreSheet, y: float, room: float, *, last: bool) -> None:
    x, wide = MARGIN, document.within
    high = min(MOST_ROOM, (room - fixed(sheet)) / max(sheet.lines, 1))
    y = title(document, sheet, y)
    y = seats(document, sheet, y)
    y = ruled_heads(document, sheet.columns, x, y, wide)
    for game in sheet.games:
        if game.heading:
            document.text(x, y + 4, game.heading, face=BOLD, size=9.5)
            y += HEADING
        y = ruled(document, sheet.columns, game.rows, x, y, wide, high)
    if last:
        foot(document, sheet, y)


def title(document: Document, sheet: ScoreSheet, y: float) -> float:
    """The tournament on the left, where this is played on the right; lines to write on if that is open."""
    name = f"{sheet.tournament} · {sheet.what}" if sheet.what else sheet.tournament
    document.text(MARGIN, y + 5, name, face=SERIF, size=13.5, room=document.within - 72)
    right = document.width - MARGIN
    if sheet.table:
        where = f"{sheet.round} · {_('Table %(number)s') % {'number': sheet.table}}"
        document.text(right, y + 5, where, face=BOLD, size=13.5, align="right", room=70)
    else:
        for at, word in ((right - 64, _("Round")), (right - 31, _("Table"))):
            document.text(at, y + 5, word, size=10, room=14)
            document.line(at + 14, y + 5.6, at + 30, y + 5.6, thick=0.25)
    return y + TITLE


def seats(document: Document, sheet: ScoreSheet, y: float) -> float:
    """When it is over, who sits where, and a drawing of that where seats stay the same."""
    wide = document.within - (DRAWING + 5 if sheet.around else 0)
    document.paragraph(MARGIN, y + 2.6, sheet.end, room=wide, size=7.6, colour=QUIET)
    if sheet.around:
        around(document, sheet, document.width - MARGIN - DRAWING, y - 0.5)
    top = y + 6
    sides = sheet.sides if len(sheet.sides) > 1 else in_columns(sheet.sides[0], columns_of(sheet))
    each = wide / len(sides)
    for at, side in enumerate(sides):
        for step, seat in enumerate(side):
            one_seat(document, seat, MARGIN + at * each, top + step * SEAT, each - 6)
    return y + max(6 + SEAT * seat_lines(sheet), DRAWING if sheet.around else 0) + 2


def in_columns(seats: Sequence[SheetSeat], columns: int) -> list[Sequence[SheetSeat]]:
    high = -(-len(seats) // columns)
    return [seats[at : at + high] for at in range(0, len(seats), high)]


def one_seat(document: Document, seat: SheetSeat, x: float, y: float, wide: float) -> None:
    document.text(x + 2.5, y + 5, str(seat.number), face=BOLD, size=11, align="center")
    document.text(x + 7, y + 5, seat.name, size=11, room=wide - 8)
    document.line(x + 6, y + 6.2, x + wide, y + 6.2, thick=0.15 if seat.name else 0.25)


def around(document: Document, sheet: ScoreSheet, x: float, y: float) -> None:
    """The table from above, with the numbers of the seats."""
    scale = DRAWING / 100
    document.box(x + 30 * scale, y + 30 * scale, 40 * scale, 40 * scale, stroke=RULE, thick=0.3)
    for seat in sheet.seats:
        document.text(
            x + seat.x * scale, y + seat.y * scale + 1.4, str(seat.number), face=BOLD, size=10, align="center"
        )


def foot(document: Document, sheet: ScoreSheet, y: float) -> None:
    """The result, how to fill it in, and who agrees."""
    y = result(document, sheet, y)
    document.text(MARGIN, y + 3.6, " ".join(sheet.notes), size=7.6, colour=QUIET, room=document.within)
    y += NOTES + SIGNED - 2.5
    each = document.within / max(len(sheet.signed), 1)
    for at, who in enumerate(sheet.signed):
        said = _("Signed %(seats)s") % {"seats": who}
        left, room = MARGIN + at * each, min(29.0, each * 0.55)
        document.text(left, y, said, size=8, room=room - 2)
        document.line(left + room, y + 0.6, left + each - 4, y + 0.6, thick=0.25)


def result(document: Document, sheet: ScoreSheet, y: float) -> float:
    """The last line of the table; where several games make a match, how many each side has won."""
    if len(sheet.games) == 1 and not sheet.games[0].heading:
        before = Column(head="", width=sum(column.width for column in sheet.columns[: sheet.unused]), align="left")
        columns, cells = (before, *sheet.columns[sheet.unused :]), (_("Result"), *sheet.result)
        return ruled(document, columns, [cells], MARGIN, y, document.within, TOTAL)
    line = y + TOTAL - 2
    document.text(MARGIN, line, _("Games won"), face=BOLD, size=10)
    for at, who in enumerate(sheet.signed):
        left = MARGIN + 40 + at * 45
        document.text(left, line, who, size=10, align="right")
        document.line(left + 2, line + 0.6, left + 22, line + 0.6, thick=0.25)
    return y + TOTAL
