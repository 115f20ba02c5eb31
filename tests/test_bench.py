"""`python -m bench` on a machine that lacks something: it says so and goes on."""

import subprocess
import sys
from pathlib import Path

import pytest

from bench.__main__ import IN_A_BROWSER, names
from tests.programs import PROJECT, nothing_set


def bench(folder: Path, *chosen: str) -> subprocess.CompletedProcess[str]:
    """Where no program can be found, a browser neither."""
    return subprocess.run(
        [sys.executable, "-m", "bench", *chosen], cwd=PROJECT, capture_output=True, text=True, check=False,
        env=nothing_set() | {"PATH": str(folder)},
    )  # fmt: skip


def test_what_needs_a_browser_is_left_out_in_one_line_and_the_rest_is_measured(tmp_path: Path):
    done = bench(tmp_path, *sorted(IN_A_BROWSER), "live")
    assert (done.returncode, done.stderr) == (0, "")
    *left_out, measured = done.stdout.splitlines()
    assert [line.partition(":")[0] for line in left_out] == ["latency is left out", "phone is left out"]
    assert all("no browser" in line for line in left_out)
    assert "ours=" in measured


@pytest.mark.parametrize("name", names())
def test_all_that_needs_a_browser_is_known(name: str):
    source = (PROJECT / "bench" / f"{name}.py").read_text()
    assert ("from tests.browsing import" in source) is (name in IN_A_BROWSER)


def test_an_unknown_name_is_refused_and_the_known_ones_are_named(tmp_path: Path):
    done = bench(tmp_path, "speed")
    assert done.returncode == 2
    assert "rules" in done.stderr
