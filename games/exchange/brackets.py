"""A bracket as a picture: where every match stands on a landscape page, in millimetres.

Columns are the rounds of the stage, so that one sees what is played at the same time. A field of more than 32 goes on
several pages: parts of 32 up to their last match, then the rounds after that. The losers' bracket stands below the
winners' or, where that would be too narrow for names, on a page of its own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from games.exchange.pdf_letters import BOLD, SANS, fitted, width_of
from games.exchange.stages import late_name, stage_name
from games.selectors.printing import BracketPrinted
from games.sentences.standings import figure
from pairing.bracket import NOBODY, MatchState, Part, Side, Source
from scoring.regulations import System

WIDE, HIGH = 255.0, 160.0
"""What a landscape page has room for, A4 and Letter alike."""
HEAD = 8.0
ON_A_PAGE, MOST_COLUMNS = 32, 7
MOST_WIDE, MOST_HIGH = 58.0, 11.0
NARROWER = 0.8
"""Letters of a browser may be wider than those that are measured here."""
GAP = 6.0
"""Between two columns, at least: lines go there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """One side of a match with its score. While it is open who comes, small, where they come from: there is room to
    write."""

    text: str
    score: str
    won: bool
    y: float
    open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """A name that fits into its box, and at the end of the line its score; their size in millimetres."""

    text: str
    score: str
    x: float
    end: float
    y: float
    size: float
    won: bool
    open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A match on the page; `mark` is its number and its table, or what it decides."""

    x: float
    y: float
    wide: float
    high: float
    names: tuple[Name, Name]
    mark: str
    size: float

    @property
    def middle(self) -> float:
        return self.y + self.high / 2

    @property
    def right(self) -> float:
        return self.x + self.wide

    @property
    def above(self) -> float:
        """Where the mark stands."""
        return self.y - 0.5

    @property
    def fitted(self) -> list[Fitted]:
        """The names as a page can draw them, which does not measure letters itself: cut off where the box ends."""
        return [self.fit(name) for name in self.names]

    def fit(self, name: Name) -> Fitted:
        said = f"{name.text} ✓" if name.won else name.text
        room = self.room_of(name) * mm * NARROWER
        text, size = fitted(said, BOLD if name.won else SANS, self.size_of(name), room)
        return Fitted(
            text=text, score=name.score, x=self.x + 1, end=self.right - 1, y=name.y, size=size / mm, won=name.won,
            open=name.open,
        )  # fmt: skip

    def room_of(self, name: Name) -> float:
        """How wide a name may be beside its score, in millimetres."""
        score = width_of(f" {name.score}", BOLD, self.size) / mm / NARROWER if name.score else 0
        return self.wide - 2 - score

    def size_of(self, name: Name) -> float:
        """In points; what is only announced is smaller."""
        return self.size * 0.75 if name.open else self.size


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What stands on one page: heads over the columns, matches, and the lines from each to the next."""

    title: str
    heads: tuple[tuple[float, str], ...]
    boxes: tuple[Box, ...]
    lines: tuple[tuple[float, float, float, float], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bracket:
    tournament: str
    title: str
    pages: tuple[Page, ...]


def bracket(found: BracketPrinted) -> Bracket:
    stage = stage_name(found.regulations, found.stage.key)
    return Bracket(
        tournament=found.tournament.name,
        title=f"{_('Bracket')} · {stage}" if stage else _("Bracket"),
        pages=tuple(Layout(found, part).page() for part in parts(found.matches)),
    )


# --- what goes on which page -------------------------------------------------------------------------------------


def parts(matches: Sequence[MatchState]) -> list[list[MatchState]]:
    """All on one page if they fit. Matches that nobody can ever come to are left out."""
    shown = [state for state in matches if not empty(state)]
    places = 2 * sum(state.match.key.startswith("W1-") for state in matches) or 2
    if places <= ON_A_PAGE:
        return on_one_page(shown) if len({state.match.round for state in shown}) <= MOST_COLUMNS else apart(shown)
    section = places // ON_A_PAGE
    levels = ON_A_PAGE.bit_length() - 1
    pages: list[list[MatchState]] = [[] for _ in range(section)]
    after, losers = [], []
    for state in shown:
        level = level_of(state)
        if state.match.part is Part.LOSERS:
            losers.append(state)
        elif level is not None and level <= levels:
            pages[(state.match.position - 1) * section >> max(places.bit_length() - 1 - level, 0)].append(state)
        else:
            after.append(state)
    return [page for page in (*pages, after, losers) if page]


def on_one_page(states: list[MatchState]) -> list[list[MatchState]]:
    return [states] if states else []


def apart(states: list[MatchState]) -> list[list[MatchState]]:
    """The losers' bracket on a page of its own."""
    losers = [state.match.part is Part.LOSERS for state in states]
    return [[state for state, lost in zip(states, losers, strict=True) if lost is below] for below in (False, True)]


def empty(state: MatchState) -> bool:
    return all(side.team == NOBODY and not side.left for side in state.sides)


def level_of(state: MatchState) -> int | None:
    """Which round of the winners' bracket a match is in; None for the others."""
    key = state.match.key
    return int(key[1:].split("-")[0]) if key.startswith("W") else None


# --- where it stands ---------------------------------------------------------------------------------------------


class Layout:
    """One page. Every match stands between those it comes from; the first ones below each other."""

    def __init__(self, found: BracketPrinted, states: Sequence[MatchState]) -> None:
        self.found, self.states = found, states
        self.numbers = found.numbers
        self.known = {state.match.key: state for state in states}
        self.rounds = sorted({state.match.round for state in states})
        self.rows: dict[str, float] = {}
        self.place_all()
        self.each = WIDE / len(self.rounds)
        self.wide = min(MOST_WIDE, self.each - GAP)
        self.slot = (HIGH - HEAD) / max(self.used, 1)
        self.high = min(MOST_HIGH, self.slot * 0.8)
        self.size = self.size_for_most()

    def size_for_most(self) -> float:
        """One size for all names of a page, in points: as the box allows, and such that nearly all of them fit."""
        allowed = max(5.0, min(10.5, self.high * 0.9))
        score = " 1000" if self.found.scores else ""
        widths = sorted(width_of(f"{name} ✓{score}", BOLD, 1) for name in self.found.names.values())
        most = widths[int(len(widths) * 0.75)] if widths else 1.0
        return max(5.0, min(allowed, (self.wide - 2) * mm * NARROWER / max(most, 1.0)))

    def place_all(self) -> None:
        """Rows from the last match backwards, so that a tree stays together; the losers' tree below."""
        self.used = 0.0
        finals = [Part.RESET, Part.FINAL]
        for part in (*finals, Part.WINNERS, Part.THIRD_PLACE, Part.LOSERS):
            mine = [state for state in self.states if state.match.part is part]
            for state in sorted(mine, key=lambda each: (-each.match.round, each.match.position)):
                self.place(state)

    def place(self, state: MatchState) -> float:
        key = state.match.key
        if key not in self.rows:
            before = [self.known[each] for each in self.feeding(state)]
            rows = [self.place(each) for each in before]
            if rows:
                self.rows[key] = sum(rows) / len(rows)
            else:
                self.rows[key] = self.used + 0.5
                self.used += 1
        return self.rows[key]

    def feeding(self, state: MatchState) -> list[str]:
        """The matches of the own part whose winners come here: lines lead from them. The final takes the winners'."""
        sources = [source.winner_of for source in state.match.sources]
        inside = [key for key in dict.fromkeys(sources) if key in self.known]
        if state.match.part is Part.LOSERS:
            return [key for key in inside if key.startswith("L")]
        return [key for key in inside if not key.startswith("L")]

    def page(self) -> Page:
        boxes = {state.match.key: self.box(state) for state in self.states}
        lines = [
            line
            for state in self.states
            for key in self.feeding(state)
            for line in between(boxes[key], boxes[state.match.key])
        ]
        heads = [(at * self.each, self.head(number)) for at, number in enumerate(self.rounds)]
        return Page(title=self.title(), heads=tuple(heads), boxes=tuple(boxes.values()), lines=tuple(lines))

    def title(self) -> str:
        """What is on a page of its own; empty for the rest."""
        return _("Losers’ bracket") if all(state.match.part is Part.LOSERS for state in self.states) else ""

    def box(self, state: MatchState) -> Box:
        middle = HEAD + self.rows[state.match.key] * self.slot
        top = middle - self.high / 2
        first, second = (self.name(state, at, top + self.high * part) for at, part in enumerate((0.4, 0.88)))
        return Box(
            x=self.rounds.index(state.match.round) * self.each, y=top, wide=self.wide, high=self.high,
            names=(first, second), mark=mark(state, self.numbers), size=self.size,
        )  # fmt: skip

    def name(self, state: MatchState, at: int, y: float) -> Name:
        side, scores = state.sides[at], self.found.scores.get(state.match.key)
        won = bool(side.team) and side.team == state.winner
        score = "" if scores is None else figure(scores[at])
        return Name(text=self.text(side), score=score, won=won, y=y, open=side.team is None)

    def text(self, side: Side) -> str:
        if side.left:
            return f"({self.found.names.get(side.left, side.left)})"
        if side.team is None:
            return coming(side.source, self.numbers)
        return self.found.names.get(side.team, side.team) if side.team else _("bye")

    def head(self, number: int) -> str:
        rules = self.found.regulations.stage(self.found.stage.key)
        last = max(state.match.round for state in self.found.matches)
        from_the_end = last - number + 1 if rules.system is System.KNOCKOUT else None
        return late_name(rules, from_the_end) or _("Round %(number)s") % {"number": number}


def coming(source: Source, numbers: Mapping[str, int]) -> str:
    """Where somebody comes from, short: beside it there is room to write."""
    if source.winner_of in numbers:
        return _("Winner of %(match)s") % {"match": numbers[source.winner_of]}
    if source.loser_of in numbers:
        return _("Loser of %(match)s") % {"match": numbers[source.loser_of]}
    return ""


def mark(state: MatchState, numbers: Mapping[str, int]) -> str:
    """Which match it is, by the number it has on the public page too, what it decides, and where it is played."""
    number = numbers.get(state.match.key)
    decides = {Part.THIRD_PLACE: _("Third place"), Part.RESET: _("If need be")}.get(state.match.part, "")
    parts = (
        _("Match %(number)s") % {"number": number} if number else "",
        decides,
        _("Table %(number)s") % {"number": state.table} if state.table else "",
    )
    return " · ".join(part for part in parts if part)


def between(one: Box, other: Box) -> list[tuple[float, float, float, float]]:
    """From a match to the next: out, up or down, in."""
    bend = other.x - GAP / 2
    return [
        (one.right, one.middle, bend, one.middle),
        (bend, one.middle, bend, other.middle),
        (bend, other.middle, other.x, other.middle),
    ]
