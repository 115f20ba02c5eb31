"""The engine as a command: JSON in, JSON or a table out, errors with a code and exit 2."""

import json
import subprocess
import sys

import pytest

from scoring.record import record_to_json
from tests.programs import PROJECT
from tests.scoring.test_final import groups_and_final
from tests.scoring.tournaments import of_rounds, swiss, whole


def scoring(*arguments: str, given: object) -> tuple[int, str, str]:
    text = given if isinstance(given, str) else json.dumps(given)
    command = [sys.executable, "-m", "scoring", *arguments]
    done = subprocess.run(command, input=text, capture_output=True, text=True, cwd=PROJECT, check=False)
    return done.returncode, done.stdout, done.stderr


TABLES = [whole(1, "a", "b", (300, 100)), whole(2, "c", "d", (250, 150))]
RECORD = record_to_json(of_rounds(swiss("points", "direct", "difference"), "abcd", TABLES))


def test_standings_as_json():
    code, out, _ = scoring("standings", given=RECORD)
    found = json.loads(out)
    assert (code, found["stage"], found["through"], [row["team"] for row in found["rows"]]) == (
        0,
        "main",
        1,
        list("acdb"),
    )
    assert found["rows"][0] == {
        "rank": 1, "team": "a", "values": {"points": 2, "direct": None, "difference": 200}, "movement": None,
        "rulings": [], "withdrawn": False,
        "above": {"next": "c", "criterion": "difference", "value": 200, "against": 100},
    }  # fmt: skip


def test_standings_as_a_table():
    code, out, _ = scoring("standings", "--table", given=RECORD)
    assert code == 0
    assert out.splitlines() == [
        "           points  direct  difference",
        "1  Pair a       2                 200",
        "2  Pair c       2                 100",
        "3  Pair d       0                -100",
        "4  Pair b       0                -200",
    ]


def test_the_final_ranking_has_everybody():
    code, out, _ = scoring("standings", "--final", "--table", given=record_to_json(groups_and_final()))
    assert (code, [line.split()[:3] for line in out.splitlines()[1:4]]) == (
        0,
        [["1", "Pair", "x"], ["2", "Pair", "a"], ["3", "Pair", "y"]],
    )
    code, out, _ = scoring("standings", given=record_to_json(groups_and_final()))
    assert (code, len(json.loads(out)["rows"])) == (0, 2)
    code, _, error = scoring("standings", "--final", "--group", "A", given=record_to_json(groups_and_final()))
    assert (code, json.loads(error)["error"]) == (2, "arguments_wrong")


def test_another_ranking():
    code, out, _ = scoring("standings", "--by", "difference", "--through", "1", given=RECORD)
    assert (code, json.loads(out)["criteria"]) == (0, ["difference"])


def test_a_hand():
    code, out, _ = scoring("hand", given={"calls": ["T", "", "", ""], "out": [0], "points": 30})
    assert (code, json.loads(out)["totals"]) == (0, [130, 70])
    rules = {"double_victory": 100}
    code, out, _ = scoring("hand", given={"sheet": {"calls": [""] * 4, "out": [1, 3]}, "rules": rules})
    assert (code, json.loads(out)["totals"]) == (0, [0, 100])


def test_what_is_wrong_is_said_with_a_code():
    code, out, err = scoring("hand", given={"calls": ["", "", "", ""], "out": [0], "points": 47})
    assert (code, out) == (2, "")
    assert json.loads(err) == {
        "error": "points_step",
        "facts": {"field": "points", "value": 47, "step": 5, "allowed": [45, 50]},
    }


@pytest.mark.parametrize(
    ("arguments", "given", "error"),
    [
        (("standings",), "{", "json_broken"),
        (("standings",), "[" * 100_000, "json_broken"),
        (("hand",), '{"sheet":' * 100_000, "json_broken"),
        (("standings",), "[]", "plain_type"),
        (("standings",), {"version": 3}, "version_unknown"),
        (("standings", "--stage", "final"), RECORD, "stage_unknown"),
        (("standings", "--through", "one"), RECORD, "arguments_wrong"),
        (("shuffle",), RECORD, "arguments_wrong"),
    ],
)
def test_an_error_is_json_with_a_code_and_exit_2(arguments: tuple[str, ...], given: object, error: str):
    code, out, err = scoring(*arguments, given=given)
    assert (code, out) == (2, "")
    assert json.loads(err)["error"] == error


def test_any_id_can_be_printed():
    text = json.dumps(RECORD).replace('"a"', r'"\ud800"')
    code, out, _ = scoring("standings", given=text)
    assert (code, json.loads(out)["rows"][0]["team"]) == (0, "\ud800")


def test_the_example_of_the_documentation_is_true():
    text = (PROJECT / "docs" / "record.md").read_text()
    record = text.split("```json\n")[1].split("```")[0]
    table = text.split("--table < record.json\n")[1].split("```")[0]
    assert scoring("standings", "--table", given=record) == (0, table, "")
