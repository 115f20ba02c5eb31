"""The engine as a command: JSON in, JSON out, no database.

    python -m pairing draw [--stage KEY] [--round N] [--seed TEXT] < record.json
    python -m pairing plan [--stage KEY] [--seed TEXT] < record.json
    python -m pairing check [--stage KEY] [--round N] < record-with-draw.json
    python -m pairing bracket [--stage KEY] < record.json

`check` reads a record of which it checks the last round, or an object with a `record` and a `draw`; it ends with 1 if
the draw breaks what must not be broken. An error is a JSON object with a code on standard error, and exit code 2.
"""

import argparse
import json
import sys
from typing import Any

from pairing.bracket import bracket_of, bracket_to_json
from pairing.check import Breach, breaches_to_json, check, check_round
from pairing.draw import draw_from_json, draw_to_json, stage_of
from pairing.qualification import with_next_stage
from pairing.systems import chance, draw, plan
from rules.refusal import Refusal
from scoring.command import Parser, complain, read
from scoring.record import Record, Stage, record_from_json
from scoring.standings import chosen_stage


def main(arguments: list[str] | None = None) -> int:
    options = parser().parse_args(arguments)
    try:
        code, answer = options.act(options, read())
    except Refusal as refusal:
        return complain(refusal.code, refusal.facts)
    print(json.dumps(answer))
    return int(code)


def parser() -> Parser:
    found = Parser(prog="python -m pairing", description="Draws the tables of a tournament.")
    acts = found.add_subparsers(required=True)
    for name, act, words in (
        ("draw", drawn, "a Record in, the Draw of a round out"),
        ("plan", planned, "a Record in, the Draws of all rounds to come out, where the system allows it"),
        ("check", checked, "a Record with a Draw in, what it breaks out"),
        ("bracket", bracketed, "a Record in, the bracket of a knock-out out"),
    ):
        command = acts.add_parser(name, help=words)
        command.add_argument("--stage", help="the one that is going on, if left out")
        if name in ("draw", "check"):
            command.add_argument("--round", type=int, help="the next, or to check the last, if left out")
        if name in ("draw", "plan"):
            command.add_argument("--seed", default="", help="any text; the same text gives the same draw")
        command.set_defaults(act=act)
    return found


def drawn(options: argparse.Namespace, data: Any) -> tuple[int, Any]:
    record, stage = begun(record_from_json(data), options.stage)
    number = len(stage.rounds) + 1 if options.round is None else options.round
    return 0, draw_to_json(draw(record, stage.key, number, chance(options.seed)))


def planned(options: argparse.Namespace, data: Any) -> tuple[int, Any]:
    record, stage = begun(record_from_json(data), options.stage)
    return 0, [draw_to_json(each) for each in plan(record, stage.key, chance(options.seed))]


def begun(record: Record, key: str | None) -> tuple[Record, Stage]:
    """The stage that is to be drawn. One that has not begun takes those who have qualified in the stage before."""
    keys = [rules.key for rules in record.regulations.stages]
    if key is None or key not in keys or any(stage.key == key for stage in record.stages):
        return record, chosen_stage(record, key)
    if key != keys[0]:
        record = with_next_stage(record, keys[keys.index(key) - 1])
    return record, stage_of(record, key)


def checked(options: argparse.Namespace, data: Any) -> tuple[int, Any]:
    breaches = breaches_in(options, data)
    return int(any(breach.must for breach in breaches)), {"breaches": breaches_to_json(breaches)}


def breaches_in(options: argparse.Namespace, data: Any) -> tuple[Breach, ...]:
    """A record and a draw, each by itself; or a record that has the round in question."""
    if isinstance(data, dict) and "draw" in data:
        return check(record_from_json(data.get("record")), draw_from_json(data["draw"]))
    record = record_from_json(data)
    stage = chosen_stage(record, options.stage)
    return check_round(record, stage.key, len(stage.rounds) if options.round is None else options.round)


def bracketed(options: argparse.Namespace, data: Any) -> tuple[int, Any]:
    record = record_from_json(data)
    return 0, bracket_to_json(bracket_of(record, chosen_stage(record, options.stage).key))


if __name__ == "__main__":
    sys.exit(main())
