"""Small tournaments, counted by hand: the standings must come out as the pencil has them."""

import json
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from scoring.record import record_from_json, record_to_json
from scoring.standings import standings

FOLDER = Path(__file__).parents[1] / "data" / "tournaments"
FILES = sorted(FOLDER.glob("*.json"))


def load(path: Path) -> dict[str, Any]:
    """A decimal in the file is exactly what it says: 2.5 is five halves."""
    return json.loads(path.read_text(encoding="utf-8"), parse_float=Fraction)


def expectations() -> list[Any]:
    """Every table of standings in every file, named by the file and by what was asked."""
    found = []
    for path in FILES:
        for expected in load(path)["expect"]:
            asked = [str(expected[key]) for key in ("stage", "group", "through") if expected[key] is not None]
            found.append(pytest.param(path, expected, id="-".join([path.stem, *asked])))
    return found


def written(rows: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [(row["rank"], row["team"], row["values"]) for row in rows]


def by_rank(rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """In their order; who shares a rank stands there by the name of the team, for nothing decides between them."""
    return sorted(rows, key=lambda row: (row[0], row[1]))


CASES = expectations()


def test_the_files_are_there() -> None:
    assert {path.stem for path in FILES} >= {"atp", "swiss_ring", "quartets", "round_robin_rulings", "clock_average"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_director_can_follow(path: Path) -> None:
    """Every file has a title, the steps in words, something that is expected, and a record that can be read."""
    golden = load(path)
    assert set(golden) == {"title", "steps", "record", "expect"}
    assert golden["title"]
    assert golden["steps"]
    assert all(isinstance(step, str) and step.strip() for step in golden["steps"])
    assert golden["expect"]
    record = record_from_json(golden["record"])
    assert record_from_json(json.loads(json.dumps(record_to_json(record)))) == record


@pytest.mark.parametrize(("path", "expected"), CASES)
def test_the_standings_are_those_of_the_pencil(path: Path, expected: dict[str, Any]) -> None:
    record = record_from_json(load(path)["record"])
    found = standings(record, stage=expected["stage"], through=expected["through"], group=expected["group"])
    rows = [(row.rank, row.team, dict(row.values)) for row in found.rows]
    assert all(before[0] <= after[0] for before, after in pairwise(rows))
    assert by_rank(rows) == by_rank(written(expected["rows"]))


@pytest.mark.parametrize(("path", "expected"), [case for case in CASES if case.values[1]["through"] is not None])
def test_later_rounds_change_nothing_in_earlier_standings(path: Path, expected: dict[str, Any]) -> None:
    """The standings through a round are those of a tournament that has got no further."""
    plain = load(path)["record"]
    last = expected["through"]
    for stage in plain["stages"]:
        stage["rounds"] = [round_ for round_ in stage["rounds"] if round_["number"] <= last]
    plain["rulings"] = [ruling for ruling in plain.get("rulings", []) if ruling["round"] <= last]
    rows = standings(record_from_json(plain), stage=expected["stage"], group=expected["group"]).rows
    assert by_rank([(row.rank, row.team, dict(row.values)) for row in rows]) == by_rank(written(expected["rows"]))


@pytest.mark.parametrize(("path", "expected"), CASES)
def test_the_values_are_those_of_the_tiebreaks(path: Path, expected: dict[str, Any]) -> None:
    """The file itself: rows in order, and for each exactly the stage's tie-breaks, in their order."""
    record = record_from_json(load(path)["record"])
    stage = expected["stage"] or [stage.key for stage in record.stages if stage.rounds][-1]
    keys = list(record.regulations.stage(stage).tiebreaks)
    assert all(list(row["values"]) == keys for row in expected["rows"])
    assert written(expected["rows"]) == by_rank(written(expected["rows"]))
