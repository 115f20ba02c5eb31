"""The program's own drawings in a PDF: read from the same files as on the pages."""

import math
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from django.template.loader import get_template
from reportlab.lib.units import mm

from games.exchange.pdf import Document

SIDE = 48.0
"""Every drawing is on a square of so many units."""
SHAPE = re.compile(r"<path([^>]*)>", re.DOTALL)
PIECE = re.compile(r"([MLHVCQAZ])([^MLHVCQAZ]*)", re.IGNORECASE)
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
LENGTHS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}
Point = tuple[float, float]


def drawing(document: Document, name: str, x: float, y: float, side: float, colour: str) -> None:
    """A drawing of the program, on a square of this side."""
    canvas, scale = document.canvas, side * mm / SIDE
    for degrees, outline in shapes(name):
        canvas.saveState()
        canvas.translate(x * mm, document.size[1] - y * mm)
        canvas.scale(scale, -scale)
        canvas.translate(SIDE / 2, SIDE / 2)
        canvas.rotate(degrees)
        canvas.translate(-SIDE / 2, -SIDE / 2)
        canvas.setFillColor(colour)
        path = canvas.beginPath()
        for step, numbers in outline:
            getattr(path, step)(*numbers)
        canvas.drawPath(path, fill=1, stroke=0, fillMode=0)
        canvas.restoreState()


@cache
def shapes(name: str) -> list[tuple[float, list[tuple[str, tuple[float, ...]]]]]:
    """The outlines of a drawing, each with how far it is turned."""
    source: Any = get_template(f"drawings/_{name}.svg")
    found = []
    for attributes in SHAPE.findall(source.template.source):
        turned = re.search(r"rotate\((-?\d+)", attributes)
        outline = re.search(r'\sd="([^"]+)"', attributes)
        if outline:
            found.append((float(turned[1]) if turned else 0.0, list(steps(outline[1]))))
    return found


def steps(outline: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    """An outline as SVG writes it, in steps of a PDF: lines and curves between absolute points."""
    here, start = (0.0, 0.0), (0.0, 0.0)
    for letter, rest in PIECE.findall(outline):
        kind, numbers = letter.upper(), [float(number) for number in NUMBER.findall(rest)]
        size = LENGTHS[kind]
        if kind == "Z":
            here = start
            yield "close", ()
        for at in range(0, len(numbers), size or 1):
            given = absolute(kind, numbers[at : at + size], (0.0, 0.0) if letter.isupper() else here)
            if kind == "M" and at == 0:
                here = start = (given[0], given[1])
                yield "moveTo", here
                continue
            for step in drawn(kind, given, here):
                yield step
                here = step[1][-2], step[1][-1]


def absolute(kind: str, numbers: list[float], origin: Point) -> list[float]:
    """Points from the corner of the square instead of from where the pen is."""
    if kind in "HV":
        return [numbers[0] + origin[kind == "V"]]
    fixed = 5 if kind == "A" else 0
    return numbers[:fixed] + [number + origin[at % 2] for at, number in enumerate(numbers[fixed:])]


def drawn(kind: str, given: list[float], here: Point) -> Iterator[tuple[str, tuple[float, ...]]]:
    if kind == "H":
        yield "lineTo", (given[0], here[1])
    elif kind == "V":
        yield "lineTo", (here[0], given[0])
    elif kind == "C":
        yield "curveTo", tuple(given)
    elif kind == "Q":
        yield "curveTo", raised(here, (given[0], given[1]), (given[2], given[3]))
    elif kind == "A":
        yield from arc(here, given[0], large=bool(given[3]), sweep=bool(given[4]), end=(given[5], given[6]))
    else:
        yield "lineTo", (given[0], given[1])


def raised(start: Point, middle: Point, end: Point) -> tuple[float, ...]:
    """A curve with one point to bend towards, as one with two."""
    first = [start[at] + (middle[at] - start[at]) * 2 / 3 for at in (0, 1)]
    second = [end[at] + (middle[at] - end[at]) * 2 / 3 for at in (0, 1)]
    return (*first, *second, *end)


def arc(
    start: Point, radius: float, *, large: bool, sweep: bool, end: Point
) -> Iterator[tuple[str, tuple[float, ...]]]:
    """A part of a circle, in curves of at most a quarter each."""
    half = math.dist(start, end) / 2
    radius = max(radius, half)
    away = math.sqrt(radius**2 - half**2) * (1 if large is not sweep else -1)
    across = (end[0] - start[0]) / (2 * half), (end[1] - start[1]) / (2 * half)
    centre = ((start[0] + end[0]) / 2 - away * across[1], (start[1] + end[1]) / 2 + away * across[0])
    begin = math.atan2(start[1] - centre[1], start[0] - centre[0])
    turn = math.atan2(end[1] - centre[1], end[0] - centre[0]) - begin
    if sweep and turn <= 0:
        turn += 2 * math.pi
    if not sweep and turn >= 0:
        turn -= 2 * math.pi
    count = max(1, math.ceil(abs(turn) / (math.pi / 2) - 1e-9))
    step = turn / count
    pull = 4 / 3 * math.tan(step / 4) * radius
    for at in range(count):
        one, two = begin + at * step, begin + (at + 1) * step
        a = (centre[0] + radius * math.cos(one), centre[1] + radius * math.sin(one))
        b = (centre[0] + radius * math.cos(two), centre[1] + radius * math.sin(two))
        yield (
            "curveTo",
            (a[0] - pull * math.sin(one), a[1] + pull * math.cos(one),
             b[0] + pull * math.sin(two), b[1] - pull * math.cos(two), *b),
        )  # fmt: skip
