"""A bracket as PDF, in landscape."""

from games.exchange.brackets import Box, Bracket, Page
from games.exchange.pdf import INK, MARGIN, QUIET, RULE, Document, Paper
from games.exchange.pdf_letters import BOLD, SANS
from games.exchange.pdf_lists import title

TOP = MARGIN + 22


def bracket_pdf(found: Bracket, paper: Paper) -> bytes:
    name = f"{found.tournament} · {found.title}"
    document = Document(title=name, paper=paper, landscape=True)
    for number, page in enumerate(found.pages):
        if number:
            document.next_page()
        title(document, found.tournament, f"{found.title} · {page.title}" if page.title else found.title)
        draw(document, page)
        document.foot(name)
    return document.done()


def draw(document: Document, page: Page) -> None:
    for x, head in page.heads:
        document.text(MARGIN + x, TOP + 3, head, face=BOLD, size=10, room=30)
    for x, y, to_x, to_y in page.lines:
        document.line(MARGIN + x, TOP + y, MARGIN + to_x, TOP + to_y, thick=0.2)
    for box in page.boxes:
        draw_box(document, box)


def draw_box(document: Document, box: Box) -> None:
    """Two lines to read or to write on, each with its score; the winner in bold."""
    x, y = MARGIN + box.x, TOP + box.y
    document.box(x, y, box.wide, box.high, fill="#ffffff", stroke=RULE)
    document.line(x, y + box.high / 2, x + box.wide, y + box.high / 2, thick=0.1)
    for name in box.names:
        face, colour = BOLD if name.won else SANS, QUIET if name.open else INK
        text = f"{name.text} ✓" if name.won else name.text
        document.text(
            x + 1, TOP + name.y, text, face=face, size=box.size_of(name), room=box.room_of(name), colour=colour
        )
        if name.score:
            document.text(x + box.wide - 1, TOP + name.y, name.score, face=face, size=box.size, align="right")
    document.text(x + box.wide, y - 0.5, box.mark, size=min(6, box.size), align="right", colour=QUIET, room=box.wide)
