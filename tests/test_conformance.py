"""Our code gives the oracle's answers; and the runner that says so notices when it does not."""

import json
from pathlib import Path

import pytest

from tests.conformance import CASES, main
from tests.programs import PROJECT

REAL = PROJECT.parent / "shared" / "real"
RESULTS = REAL / "hand_results_real.jsonl"


def lines_in(*paths: Path) -> int:
    return sum(len(path.read_text().splitlines()) for path in paths)


def test_every_case_of_the_oracle_passes(capsys: pytest.CaptureFixture[str]):
    assert main([]) == 0
    number = lines_in(*CASES.glob("*.jsonl"))
    assert number > 6000
    assert capsys.readouterr().out == f"{number} passed, 0 failed\n"


def test_what_was_really_played_is_lawful_and_counts_as_it_was_recorded(capsys: pytest.CaptureFixture[str]):
    """Four hands were recorded wrongly; our code must not agree with these."""
    if not REAL.exists():
        pytest.skip(f"NO REAL RECORDS: {REAL} is not there, so 1,412 cases of real play were NOT checked")
    assert main([str(REAL)]) == 0
    assert capsys.readouterr().out == f"{lines_in(*REAL.glob('*.jsonl'))} passed, 0 failed\n"
    wrong = [json.loads(line) for line in RESULTS.read_text().splitlines() if '"match_seed_scoring": false' in line]
    assert len(wrong) == 4


CASE = {"id": "X1", "kind": "totals", "totals_after_hand": [1000, 0], "target": 1000}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (json.dumps(CASE | {"expect": {"over": False, "winner": None}}),
         "cases.jsonl X1: expected {'over': False, 'winner': None}, got {'over': True, 'winner': 0}"),
        (json.dumps({"id": "X2", "kind": "poker"}), "cases.jsonl X2: nobody answers the kind 'poker'"),
        (json.dumps({"id": "X3"}), "cases.jsonl X3: nobody answers the kind 'cases'"),
        (json.dumps({"id": "X4", "kind": "totals"}),
         "cases.jsonl X4: expected an answer of the kind 'totals', got KeyError: 'totals_after_hand'"),
        ("{", "cases.jsonl line 1: expected JSON, got '{'"),
    ],
)  # fmt: skip
def test_a_wrong_answer_is_printed_and_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str, said: str
):
    right = json.dumps(CASE | {"expect": {"over": True, "winner": 0}})
    (tmp_path / "cases.jsonl").write_text(f"{line}\n{right}\n")
    assert main([str(tmp_path)]) == 1
    assert capsys.readouterr().out == f"{said}\n1 passed, 1 failed\n"


def test_a_sheet_that_must_be_refused_and_is_not_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    case = {
        "id": "X1",
        "kind": "invalid",
        "finish_order": [0, 1, 2, 3],
        "card_points": [50, 50],
        "calls": ["", "", "", ""],
    }
    (tmp_path / "cases.jsonl").write_text(json.dumps(case))
    assert main([str(tmp_path)]) == 1
    assert capsys.readouterr().out == "cases.jsonl X1: expected refused, got allowed\n0 passed, 1 failed\n"


def test_an_empty_folder_is_no_success(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main([str(tmp_path)]) == 1
    assert capsys.readouterr().out == f"There are no .jsonl files in {tmp_path}.\n0 passed, 0 failed\n"
