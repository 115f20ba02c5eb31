"""Pictures as data: where every box and line goes. Templates draw them as SVG, on pages, on the projector, on paper.

A bracket is drawn by `templates/public/_bracket.svg`, which needs `picture`, what `bracket_picture` makes. How a score
has run is drawn by `templates/public/_chart.svg`, which needs `chart`, what `line_chart` makes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from django.utils.translation import gettext as _

from games.selectors.public_bracket import BracketShown, needed
from games.sentences.standings import figure
from pairing.bracket import NOBODY, MatchState, Part, Side

# --- the bracket -------------------------------------------------------------------------------------------------

WIDE, HIGH, ACROSS, DOWN = 216, 56, 40, 20
"""Width and height of a match, and the room between two, across and down."""
HEAD = 34
"""The room for the names of the rounds."""
MOST_LETTERS = 22


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One side of a match: a name, or in a quiet voice where it will come from."""

    text: str
    whole: str
    score: str
    known: bool
    won: bool
    lost: bool
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A match. `number` counts in order of play; `table` is the key of the table where it is played."""

    key: str
    number: int
    x: float
    y: float
    lines: tuple[Line, Line]
    table: int | None
    table_number: int | None
    over: bool
    name: str

    @property
    def middle(self) -> float:
        return self.y + HIGH / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    text: str
    x: float
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A bracket as a drawing: boxes, the lines between them, and what stands above the columns."""

    width: float
    height: float
    boxes: tuple[Box, ...]
    paths: tuple[str, ...]
    headings: tuple[Heading, ...]
    wide: int = WIDE
    high: int = HIGH


def bracket_picture(shown: BracketShown) -> Picture | None:
    """Where everything goes; None while there is no bracket. Rounds stand beside each other; in a double elimination
    the losers' bracket stands below the winners'."""
    states = [state for state in shown.matches if needed(state)]
    if not states:
        return None
    number = shown.numbers
    middles = heights({state.match.key: state for state in shown.matches}, double=shown.double)
    top = min(middles[state.match.key] for state in states)
    columns = {each: at for at, each in enumerate(sorted({state.match.round for state in states}))}
    boxes = {
        state.match.key: box_of(
            state, shown, number,
            x=columns[state.match.round] * (WIDE + ACROSS) + 1,
            y=HEAD + middles[state.match.key] - top + 1,
        )
        for state in states
    }  # fmt: skip
    return Picture(
        width=len(columns) * (WIDE + ACROSS) - ACROSS + 2,
        height=max(box.y for box in boxes.values()) + HIGH + 2,
        boxes=tuple(boxes.values()),
        paths=tuple(paths_of(states, boxes)),
        headings=tuple(headings_of(shown, states, columns, boxes)),
    )


def heights(states: dict[str, MatchState], *, double: bool) -> dict[str, float]:
    """How far down every match stands: between the two it follows from. What follows from losers alone is placed from
    the top of its own part down."""
    found: dict[str, float] = {}
    below = 0.0
    for key, state in states.items():
        match = state.match
        above = [found[source.winner_of] for source in match.sources if source.winner_of in found]
        if match.part is Part.THIRD_PLACE:
            found[key] = found["F"] + HIGH + 2 * DOWN
        elif match.part in (Part.FINAL, Part.RESET) and double:
            found[key] = above[0] if above else 0.0
        elif above:
            found[key] = sum(above) / len(above)
        else:
            start = below + HEAD if match.part is Part.LOSERS else 0.0
            found[key] = start + (match.position - 1) * (HIGH + DOWN)
        if match.part is Part.WINNERS and match.round == 1:
            below = max(below, found[key] + HIGH + 2 * DOWN)
    return found


def box_of(state: MatchState, shown: BracketShown, number: dict[str, int], *, x: float, y: float) -> Box:
    one, other = state.sides
    scores = shown.scores.get(state.match.key)
    return Box(
        key=state.match.key,
        number=number[state.match.key],
        x=x,
        y=y,
        lines=(
            line_of(one, state, shown, number, None if scores is None else scores[0], y + HIGH / 2 - 9),
            line_of(other, state, shown, number, None if scores is None else scores[1], y + HIGH - 9),
        ),
        table=shown.tables.get(state.match.key),
        table_number=state.table,
        over=state.winner is not None,
        name=round_name(state, shown),
    )


def line_of(
    side: Side, state: MatchState, shown: BracketShown, number: dict[str, int], score: int | None, y: float
) -> Line:
    known = bool(side.team)
    whole = shown.names[side.team] if side.team else origin(side, shown, number)
    return Line(
        text=whole if len(whole) <= MOST_LETTERS else whole[: MOST_LETTERS - 1].rstrip() + "…",
        whole=whole,
        score="" if score is None else figure(score),
        known=known,
        won=known and state.winner == side.team,
        lost=known and state.loser == side.team,
        y=y,
    )


def origin(side: Side, shown: BracketShown, number: dict[str, int]) -> str:
    """Where a side comes from of which nobody knows yet who it is; or that nobody comes."""
    if side.left:
        return shown.names.get(side.left, "")
    if side.team == NOBODY:
        return _("bye")
    source = side.source
    if source.winner_of in number:
        return _("Winner of match %(number)s") % {"number": number[source.winner_of]}
    if source.loser_of in number:
        return _("Loser of match %(number)s") % {"number": number[source.loser_of]}
    return _("open")


def paths_of(states: Sequence[MatchState], boxes: dict[str, Box]) -> list[str]:
    """Lines from a match to the one its winner comes to: across, down or up, across."""
    found = []
    for state in states:
        to = boxes[state.match.key]
        for source in state.match.sources:
            if source.winner_of in boxes:
                origin_box = boxes[source.winner_of]
                start, end = origin_box.x + WIDE, to.x
                bend = end - ACROSS / 2
                found.append(f"M{start:g} {origin_box.middle:g}H{bend:g}V{to.middle:g}H{end:g}")
    return found


def headings_of(
    shown: BracketShown, states: Sequence[MatchState], columns: dict[int, int], boxes: dict[str, Box]
) -> list[Heading]:
    """The name of every round above its first match; below, that of the losers' bracket and of third place."""
    found = []
    seen: set[tuple[Part, int]] = set()
    for state in states:
        part = Part.FINAL if state.match.part is Part.RESET else state.match.part
        if (part, state.match.round) in seen:
            continue
        seen.add((part, state.match.round))
        first = min(
            boxes[each.match.key].y
            for each in states
            if each.match.part is state.match.part and each.match.round == state.match.round
        )
        low = part in (Part.THIRD_PLACE, Part.LOSERS) or shown.double
        y = first - 10 if low else HEAD - 14
        found.append(Heading(text=round_name(state, shown), x=boxes[state.match.key].x, y=y))
    return found


def round_name(state: MatchState, shown: BracketShown) -> str:
    """What a round of a bracket is called."""
    match = state.match
    if match.part is Part.FINAL:
        return _("Final")
    if match.part is Part.RESET:
        return _("Second final")
    if match.part is Part.THIRD_PLACE:
        return _("Third place")
    if match.part is Part.LOSERS:
        return _("Losers, round %(number)s") % {"number": match.round}
    if shown.double:
        return _("Winners, round %(number)s") % {"number": match.round}
    last = max(each.match.round for each in shown.matches)
    return late_round_name(last - match.round + 1)


def late_round_name(from_the_end: int) -> str:
    """Final, semifinal, quarter-final, round of 16 and so on."""
    names = {1: _("Final"), 2: _("Semifinal"), 3: _("Quarter-final")}
    return names.get(from_the_end) or _("Round of %(teams)s") % {"teams": 2**from_the_end}


# --- how a score has run -----------------------------------------------------------------------------------------

CHART_WIDE, CHART_HIGH, EDGE, SCALE = 640, 150, 10, 64
"""Width and height of a chart, what is left free around it, and at its left for figures."""
MARKS_APART = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """The totals of one side, or of one player, after every hand, as a line; of every game a line of its own."""

    name: str
    path: str
    x: float
    y: float
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A figure at the side of a chart."""

    text: str
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """`breaks` are where a new game begins."""

    zero: float
    marks: tuple[Mark, ...]
    breaks: tuple[float, ...]
    runs: tuple[Run, ...]
    width: int = CHART_WIDE
    height: int = CHART_HIGH
    left: int = SCALE


def line_chart(games: Sequence[Sequence[Sequence[int]]], names: Sequence[str], *, alone: bool) -> Chart | None:
    """A line for every side, from zero in every game; None where there is nothing to be drawn. The sheet below says the
    same in numbers."""
    values = [value for game in games for totals in game for value in totals]
    if not values:
        return None
    low, high = min(0, *values), max(100, *values)
    hands = sum(map(len, games))
    starts = list(accumulate(map(len, games), initial=0))

    def x(hand: int) -> float:
        return round(SCALE + hand * (CHART_WIDE - SCALE - EDGE) / hands, 1)

    def y(value: int) -> float:
        return round(CHART_HIGH - EDGE - (value - low) * (CHART_HIGH - 2 * EDGE) / (high - low), 1)

    def path(party: int) -> str:
        lines = ([0, *(totals[party] for totals in game)] for game in games)
        return " ".join(
            f"{'L' if at else 'M'}{x(start + at):g} {y(value):g}"
            for start, line in zip(starts, lines, strict=False)
            for at, value in enumerate(line)
        )

    return Chart(
        zero=y(0),
        marks=tuple(marks_at({value: y(value) for value in (0, high, low)})),
        breaks=tuple(map(x, starts[1:-1])),
        runs=tuple(
            Run(
                name=name,
                path=path(at),
                x=x(hands),
                y=y(games[-1][-1][at]),
                kind=f"line-{at % 6}" if alone else f"side-{at}",
            )
            for at, name in enumerate(names)
        ),
    )


def marks_at(heights: dict[int, float]) -> Iterator[Mark]:
    """Figures beside a chart, those left out that would stand on another."""
    placed: list[float] = []
    for value, y in heights.items():
        if all(abs(y - other) >= MARKS_APART for other in placed):
            placed.append(y)
            yield Mark(text=figure(value), y=y)
