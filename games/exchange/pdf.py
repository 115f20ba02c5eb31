"""A PDF, page by page: lengths in millimetres, from the upper left corner, as one draws on paper."""

from enum import StrEnum
from io import BytesIO
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from games.exchange.pdf_letters import SANS, fitted, runs, width_of, wrapped


class Paper(StrEnum):
    A4 = "a4"
    LETTER = "letter"


SIZES = {Paper.A4: A4, Paper.LETTER: LETTER}
MARGIN = 11.0
INK, QUIET, RULE, SHADE = "#000000", "#444444", "#777777", "#e4e4e4"
LINE = 0.42
"""How high a line of text is, in millimetres for each point of its size."""


class Document:
    """What is being drawn, and the page it is on."""

    def __init__(self, *, title: str, paper: Paper, landscape: bool = False) -> None:
        wide, high = SIZES[paper]
        self.size = (high, wide) if landscape else (wide, high)
        self.width, self.height = self.size[0] / mm, self.size[1] / mm
        self.within, self.bottom = self.width - 2 * MARGIN, self.height - MARGIN
        self.bytes = BytesIO()
        self.canvas: Any = Canvas(self.bytes, pagesize=self.size, invariant=1, lang=get_language() or "en")
        self.canvas.setTitle(title)
        self.canvas.setCreator("Tichu Tournament")
        self.page = 1

    # --- pages -------------------------------------------------------------------------------------------------------

    def next_page(self) -> None:
        self.canvas.showPage()
        self.page += 1

    def foot(self, text: str) -> None:
        """At the bottom of a page: what it belongs to, and its number."""
        y = self.height - 6
        number = _("Page %(number)s") % {"number": self.page}
        self.text(MARGIN, y, text, size=8, colour=QUIET, room=self.within - 25)
        self.text(self.width - MARGIN, y, number, size=8, colour=QUIET, align="right")

    def done(self) -> bytes:
        self.canvas.showPage()
        self.canvas.save()
        return self.bytes.getvalue()

    # --- marks on paper ----------------------------------------------------------------------------------------------

    def text(
        self, x: float, y: float, text: str, *, face: str = SANS, size: float = 10, align: str = "left",
        room: float | None = None, colour: str = INK,
    ) -> None:  # fmt: skip
        """One line that stands on y; smaller, or cut off with dots, if it would not fit into the room."""
        if room is not None:
            text, size = fitted(text, face, size, room * mm)
        wide = width_of(text, face, size)
        left = x * mm - {"left": 0.0, "center": wide / 2, "right": wide}[align]
        line = self.canvas.beginText(left, self.size[1] - y * mm)
        line.setFillColor(colour)
        for name, piece in runs(text, face):
            line.setFont(name, size)
            line.textOut(piece)
        self.canvas.drawText(line)

    def paragraph(
        self, x: float, y: float, text: str, *, room: float, face: str = SANS, size: float = 9, colour: str = INK
    ) -> float:
        """Lines from y downwards; answers where the next could stand."""
        for line in wrapped(text, face, size, room * mm):
            self.text(x, y, line, face=face, size=size, colour=colour, room=room)
            y += size * LINE
        return y

    def line(self, x: float, y: float, to_x: float, to_y: float, *, thick: float = 0.2, colour: str = RULE) -> None:
        self.canvas.setStrokeColor(colour)
        self.canvas.setLineWidth(thick * mm)
        self.canvas.line(x * mm, self.size[1] - y * mm, to_x * mm, self.size[1] - to_y * mm)

    def box(
        self, x: float, y: float, wide: float, high: float, *, fill: str = "", stroke: str = "", thick: float = 0.2,
        dashed: bool = False,
    ) -> None:  # fmt: skip
        self.canvas.saveState()
        if fill:
            self.canvas.setFillColor(fill)
        if stroke:
            self.canvas.setStrokeColor(stroke)
            self.canvas.setLineWidth(thick * mm)
        if dashed:
            self.canvas.setDash(3, 3)
        bottom = self.size[1] - (y + high) * mm
        self.canvas.rect(x * mm, bottom, wide * mm, high * mm, fill=bool(fill), stroke=bool(stroke))
        self.canvas.restoreState()
