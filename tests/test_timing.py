"""A run says where its time goes; a test that takes long says why."""

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from tests.programs import PROJECT
from tests.timing import MOST_SLOW, longest_first

TRIAL = """
import time

import pytest


def test_quick():
    pass


def test_long():
    time.sleep(0.3)


@pytest.mark.slow("six whole tournaments")
def test_long_for_a_reason():
    time.sleep(0.4)
"""

MANY = f"""

@pytest.mark.slow("because")
@pytest.mark.parametrize("number", range({MOST_SLOW}))
def test_many(number):
    pass
"""


def run_trial(folder: Path, source: str, *, limit: float = 0.2) -> str:
    """What a run of these tests prints, where so many seconds are long."""
    (folder / "test_trial.py").write_text(source)
    (folder / "short.py").write_text(f"from tests import timing\ntiming.LIMIT = {limit}\n")
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = slow\n")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "short",
        "-p",
        "trial_plugin",
        "-p",
        "no:randomly",
        "-p",
        "no:django",
    ]
    (folder / "trial_plugin.py").write_text(
        "from tests.timing import Timing, check_slow_marks\n"
        "def pytest_configure(config):\n    config.pluginmanager.register(Timing())\n"
        "def pytest_collection_modifyitems(items):\n    check_slow_marks(items)\n"
    )
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False,
        env={"PYTHONPATH": f"{PROJECT}:{folder}", "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    return done.stdout + done.stderr


def test_it_names_the_slowest_and_who_has_not_said_why(tmp_path: Path):
    said = run_trial(tmp_path, TRIAL)
    assert "3 tests took 1 s" in said
    slowest = said.index("The slowest")
    assert slowest < said.index("test_long_for_a_reason", slowest) < said.index("test_trial.py::test_long\n", slowest)
    assert [line for line in said.splitlines() if "not marked slow" in line] == [
        "Over 0.2 s and not marked slow: test_trial.py::test_long"
    ]


@pytest.mark.parametrize("mark", ["slow", 'slow("")', 'slow(reason="because")', 'slow("one", "two")'])
def test_a_mark_without_its_reason_stops_the_run(tmp_path: Path, mark: str):
    said = run_trial(tmp_path, TRIAL.replace('slow("six whole tournaments")', mark))
    assert "test_trial.py::test_long_for_a_reason: the mark says why" in said
    assert "passed" not in said


def test_too_many_marks_stop_the_run(tmp_path: Path):
    said = run_trial(tmp_path, TRIAL + MANY)
    assert f"{MOST_SLOW + 1} tests are marked slow; at most {MOST_SLOW} may be" in said
    assert "passed" not in said


class Item:
    def __init__(self, name: str) -> None:
        self.name = name

    def get_closest_marker(self, mark: str) -> bool:
        assert mark == "slow"
        return self.name.startswith("slow")


@pytest.mark.parametrize("processes", [1, 2, 3, 5])
@pytest.mark.parametrize("slow", [0, 1, 2, 5, 9])
def test_each_process_begins_with_its_share_of_the_longest(processes: int, slow: int):
    items = [Item(f"slow {number}") for number in range(slow)] + [Item(f"quick {number}") for number in range(40)]
    ordered = [item.name for item in longest_first(items, processes)]
    assert sorted(ordered) == sorted(item.name for item in items)
    shares = [len(items) * number // processes for number in range(processes + 1)]
    for first, end in pairwise(shares):
        kinds = [name.startswith("slow") for name in ordered[first:end]]
        assert kinds == sorted(kinds, reverse=True)
        assert slow // processes <= sum(kinds) <= slow // processes + 1
