"""Certificates as PDF: a landscape page each, with a suit in every corner."""

from collections.abc import Sequence

from games.exchange.certificates import Certificate
from games.exchange.pdf import QUIET, Document, Paper
from games.exchange.pdf_drawings import drawing
from games.exchange.pdf_letters import SERIF

SUITS = (("jade", "#0e6b4d"), ("swords", "#1b1e21"), ("stars", "#b3261e"), ("pagodas", "#1f4e8c"))
"""From the upper left corner in the direction of the clock."""
FRAME, CORNER = 12.0, 22.0
GOLD = "#7a6000"
MOST_PEOPLE = 4


def certificates_pdf(found: Sequence[Certificate], paper: Paper, title: str) -> bytes:
    document = Document(title=title, paper=paper, landscape=True)
    for number, each in enumerate(found):
        if number:
            document.next_page()
        draw(document, each)
    return document.done()


def draw(document: Document, each: Certificate) -> None:
    frame(document)
    middle, room = document.width / 2, document.width - 2 * (FRAME + CORNER)

    def say(y: float, text: str, size: float, colour: str = "#1b1e21", face: str = SERIF) -> None:
        document.text(middle, y, text, size=size, face=face, align="center", room=room, colour=colour)

    say(47, each.heading, 22, QUIET)
    say(70, each.rank, 46, GOLD)
    people = each.people[:MOST_PEOPLE]
    y = 94.0
    for person in people:
        say(y, person, 30 if len(people) < 3 else 22)
        y += 13.5 if len(people) < 3 else 10.5
    if each.team:
        say(y - 2, each.team, 16, QUIET)
    say(146, each.tournament, 22)
    said = " · ".join(filter(None, (each.stage, each.when_and_where)))
    say(156, said, 13, QUIET, "Sans")
    document.line(middle - 35, 182, middle + 35, 182, thick=0.25)
    say(187, each.signed, 10, QUIET, "Sans")


def frame(document: Document) -> None:
    """Two lines all round, which stop for the suits."""
    wide, high = document.width, document.height
    for inset, thick in ((FRAME, 0.7), (FRAME + 2, 0.2)):
        left, right, top, bottom = inset, wide - inset, inset, high - inset
        away = FRAME + CORNER + 3
        document.line(away, top, wide - away, top, thick=thick)
        document.line(away, bottom, wide - away, bottom, thick=thick)
        document.line(left, away, left, high - away, thick=thick)
        document.line(right, away, right, high - away, thick=thick)
    far_x, far_y = wide - FRAME - CORNER, high - FRAME - CORNER
    for (suit, colour), (x, y) in zip(
        SUITS, ((FRAME, FRAME), (far_x, FRAME), (far_x, far_y), (FRAME, far_y)), strict=True
    ):
        drawing(document, suit, x + 1, y + 1, CORNER - 2, colour)
