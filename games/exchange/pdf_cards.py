"""Cards with a square to scan, as PDF: two in a row, to be cut apart."""

from collections.abc import Sequence
from dataclasses import dataclass

import segno
from reportlab.lib.units import mm

from games.exchange.pdf import INK, LINE, MARGIN, QUIET, RULE, Document, Paper
from games.exchange.pdf_letters import BOLD, SANS, SERIF, wrapped

SQUARE, PADDING, SMALL = 36.0, 5.0, 7.8
QUIET_ZONE = 2
"""How many dots around a square stay white."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanCard:
    """What stands on a card: whose it is, the code to type, and the link behind the square."""

    title: str
    code: str
    link: str


def cards_pdf(
    cards: Sequence[ScanCard], paper: Paper, *, tournament: str, address: str, house: Sequence[str]
) -> bytes:  # fmt: skip
    """As many on a page as fit under each other with all the house rules on them."""
    document = Document(title=tournament, paper=paper)
    wide = document.within / 2
    rules = [line for rule in house for line in wrapped(f"• {rule}", SANS, SMALL, (wide - 2 * PADDING) * mm)]
    high = min(SQUARE + 2 * PADDING + 3 + len(rules) * SMALL * LINE, document.bottom - MARGIN)
    each = max(1, int((document.bottom - MARGIN) // high))
    for at, card in enumerate(cards):
        place = at % (2 * each)
        if at and not place:
            document.next_page()
        x, y = MARGIN + place % 2 * wide, MARGIN + place // 2 * high
        document.box(x, y, wide, high, stroke=RULE, dashed=True)
        draw(document, card, x + PADDING, y + PADDING, wide - 2 * PADDING, tournament, address)
        down = y + PADDING + SQUARE + 4
        for line in rules:
            document.text(x + PADDING, down, line, size=SMALL)
            down += SMALL * LINE
    return document.done()


def draw(document: Document, card: ScanCard, x: float, y: float, wide: float, tournament: str, address: str) -> None:
    room = wide - SQUARE - 3
    document.text(x, y + 4, tournament, size=8.5, colour=QUIET, room=room)
    document.text(x, y + 13, card.title, face=SERIF, size=21, room=room)
    document.text(x, y + 23, f"{card.code[:4]} {card.code[4:]}", face=BOLD, size=16, room=room)
    document.paragraph(x, y + 29, address, size=7.5, colour=QUIET, room=room)
    square(document, card.link, x + wide - SQUARE, y, SQUARE)


def square(document: Document, link: str, x: float, y: float, side: float) -> None:
    """Dots in a row are drawn as one piece, so that no reader sees gaps between them."""
    rows = [bytes(row) for row in segno.make(link, error="m").matrix]
    dot = side / (len(rows) + 2 * QUIET_ZONE)
    for down, row in enumerate(rows):
        at = 0
        while at < len(row):
            end = at
            while end < len(row) and row[end]:
                end += 1
            if end > at:
                left, top = x + (at + QUIET_ZONE) * dot, y + (down + QUIET_ZONE) * dot
                document.box(left, top, (end - at) * dot, dot * 1.01, fill=INK)
            at = max(end, at + 1)
