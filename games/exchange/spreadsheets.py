"""Standings and hands as rows of a spreadsheet, in CSV."""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from typing import Any

from rules.refusal import Refusal
from scoring.notation import write_calls, write_order
from scoring.outcomes import terms_of
from scoring.points import hand_scores
from scoring.record import Record, Round, Table

BYTE_ORDER_MARK = "\ufeff"
"""By which spreadsheets know that letters such as ü are written in UTF-8."""
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet would compute instead of showing it: a team could be called =1+1, or worse."""

HANDS = (
    "stage", "round", "table", "hand", "seats", "calls", "out", "card_points", "other_card_points", "total",
    "other_total",
)  # fmt: skip
"""The columns of the hands: calls and order by the numbers of the seats, as they are typed from paper."""


def sheet(rows: Iterable[Sequence[object]]) -> str:
    """Rows as a file that any spreadsheet opens."""
    written = StringIO()
    csv.writer(written).writerows([safe(cell) for cell in row] for row in rows)
    return BYTE_ORDER_MARK + written.getvalue()


def safe(cell: object) -> object:
    """A text that would be taken for a formula gets a quote in front. Numbers are numbers."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


# --- standings ---------------------------------------------------------------------------------------------------


def standings_sheet(rows: Iterable[Mapping[str, Any]], columns: Sequence[str]) -> str:
    """One line a team: rank, number, name, and what it has by each criterion; in a final ranking over several stages
    how far it came besides."""
    rows = list(rows)
    stages = any("stage" in row for row in rows)
    head = ("rank", "team", "name", *columns, *(("stage",) if stages else ()))
    lines = ([*standings_line(row, columns), *([row.get("stage", "")] if stages else [])] for row in rows)
    return sheet([head, *lines])


def standings_line(row: Mapping[str, Any], columns: Sequence[str]) -> list[object]:
    values = [row["values"].get(column) for column in columns]
    return [row["rank"], int(row["team"]), row["name"], *values]


# --- hands -------------------------------------------------------------------------------------------------------


def hands_sheet(record: Record) -> str:
    """One line a hand; of a match of which only the result was written down one line without a number."""
    names = {team.id: team.name for team in record.teams}
    lines = (
        line
        for stage in record.stages
        for round_ in stage.rounds
        for table in round_.tables
        for line in hand_lines(record, stage.key, round_, table, names)
    )
    return sheet([HANDS, *lines])


def hand_lines(
    record: Record, stage: str, round_: Round, table: Table, names: Mapping[str, str]
) -> Iterator[Sequence[object]]:
    terms = terms_of(record.regulations, stage, round_.from_the_end)
    who = " · ".join(names.get(team, team) for team in dict.fromkeys(table.seats))
    seats = range(1, len(table.seats) + 2)
    where = (stage, round_.number, table.number)
    if table.whole is not None:
        yield (*where, None, who, "", "", None, None, *table.whole.totals)
    totals = totals_of(table, terms.hand)
    for number, hand in enumerate(table.hands, start=1):
        yield (
            *where, number, who, write_calls(hand.calls, seats), write_order(hand.out, seats), hand.points,
            hand.other_points, *totals[number - 1],
        )  # fmt: skip


def totals_of(table: Table, rules: Any) -> list[tuple[int | None, int | None]]:
    """What every hand came to; nothing where it is about the order alone, or does not go with the regulations."""
    try:
        return [(score.totals[0], score.totals[1]) for score in hand_scores(table, rules)]
    except Refusal:
        return [(None, None)] * len(table.hands)
