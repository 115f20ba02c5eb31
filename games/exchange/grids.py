"""A table on paper, as a value: the same for the page that prints and for the PDF."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

SHADED = None
"""A cell that nobody fills in."""
Cell = str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column: what stands over it, over it and its neighbours, and its share of the width in millimetres."""

    head: str
    width: float
    group: str = ""
    align: str = "center"
    strong: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """What stands over neighbouring columns, and over how many."""

    head: str
    span: int


def groups_over(columns: Sequence[Column]) -> list[Group]:
    """The upper line of heads; empty where no column belongs to a group."""
    if not any(column.group for column in columns):
        return []
    runs = [(head, len(list(run))) for head, run in groupby(columns, key=lambda column: column.group)]
    return [Group(head=head, span=span) for head, span in runs]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """Columns and rows, under a heading or none."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    heading: str = ""

    @property
    def groups(self) -> list[Group]:
        return groups_over(self.columns)

    @property
    def lines(self) -> list[list[tuple[Column, Cell]]]:
        """Every row, each cell with its column."""
        return [list(zip(self.columns, row, strict=True)) for row in self.rows]
