"""The engine as a command: JSON in, JSON out, no database.

    python -m scoring standings [--stage KEY] [--through ROUND] [--group KEY] [--by KEYS] [--table] < record.json
    python -m scoring standings --final [--table] < record.json
    python -m scoring hand < sheet.json

An error is a JSON object with a code on standard error, and exit code 2.
"""

import argparse
import json
import sys
from typing import Any

from rules.refusal import Refusal
from scoring.command import Parser, complain, read
from scoring.final import final_ranking
from scoring.hand import HandRules, Sheet, score
from scoring.plain import from_plain, to_plain
from scoring.points import plain_number
from scoring.record import Record, record_from_json
from scoring.standings import Standings, standings, standings_to_json


def main(arguments: list[str] | None = None) -> int:
    options = parser().parse_args(arguments)
    try:
        print(options.act(options, read()))
    except Refusal as refusal:
        return complain(refusal.code, refusal.facts)
    return 0


def parser() -> Parser:
    found = Parser(prog="python -m scoring", description="Counts hands and tournaments.")
    acts = found.add_subparsers(required=True)
    ranked = acts.add_parser("standings", help="a Record in, its standings out")
    ranked.add_argument("--stage")
    ranked.add_argument("--through", type=int, help="after this round")
    ranked.add_argument("--group")
    ranked.add_argument("--by", help="another ranking: tie-breaks separated by commas, as in calls,points")
    ranked.add_argument("--final", action="store_true", help="everybody in one list, over all stages")
    ranked.add_argument("--table", action="store_true", help="as a table to read")
    ranked.set_defaults(act=print_standings)
    hand = acts.add_parser("hand", help='{"sheet": {...}, "rules": {...}} in, its score out')
    hand.set_defaults(act=print_hand)
    return found


def print_hand(options: argparse.Namespace, data: Any) -> str:
    """The score of one hand. The rules may be left out: then they are the original ones."""
    if not isinstance(data, dict):
        raise Refusal("plain_type", field="", expected="object", value=repr(data)[:60])
    rules = from_plain(HandRules, data.get("rules", {}), at="rules")
    counted = score(from_plain(Sheet, data.get("sheet", data), at="sheet"), rules)
    return json.dumps(to_plain(counted) | {"totals": counted.totals})


def print_standings(options: argparse.Namespace, data: Any) -> str:
    record = record_from_json(data)
    criteria = options.by.split(",") if options.by else None
    chosen = (options.stage, options.through, options.group, criteria)
    if options.final and chosen != (None, None, None, None):
        parser().error("--final is about everybody and all stages: it goes with no other choice")
    found = final_ranking(record) if options.final else standings(record, *chosen)
    return as_table(found, record) if options.table else json.dumps(standings_to_json(found))


def as_table(found: Standings, record: Record) -> str:
    names = {team.id: team.name or team.id for team in record.teams}
    lines = [["", "", *found.criteria]]
    for row in found.rows:
        numbers = (plain_number(row.values.get(key)) for key in found.criteria)
        shown = ["" if number is None else f"{number:.2f}".removesuffix(".00") for number in numbers]
        lines.append(["-" if row.rank is None else str(row.rank), names[row.team], *shown])
    widths = [max(len(line[at]) for line in lines) for at in range(len(lines[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if at == 1 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


if __name__ == "__main__":
    sys.exit(main())
