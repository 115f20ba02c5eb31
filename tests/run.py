"""`make test`, `make quick`, `make long`: which tests run on what.

    python -m tests.run            everything on PostgreSQL and Redis; what is marked `both_databases` again on SQLite
    python -m tests.run quick      what takes seconds: no browser, nothing `slow` or thorough; on SQLite in memory
    python -m tests.run long       everything at length on both

What follows goes to pytest: `make test ARGS='-k jobs'`. The order is another one each time; its seed is printed, and
`ARGS='-p randomly --randomly-seed=7'` repeats it.
"""

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.servers import servers_in_environment, stop_on_sigterm

NO_TESTS = 5
"""Pytest's exit code when none was chosen."""
ON_SQLITE = f"SQLite {sqlite3.sqlite_version} with the embedded worker"
THOROUGH = (
    "games/api/test_authorisation.py", "games/api/test_contract.py", "games/test_accounts.py",
    "games/test_afterwards.py", "games/test_demo.py", "games/test_dev.py", "games/test_draw_pages.py",
    "games/test_life_of_a_round.py", "games/test_live.py", "games/test_one_moment.py", "games/test_page_prices.py",
    "games/test_prices.py", "games/test_printing.py", "games/test_scores.py", "games/test_serve.py",
    "games/test_sign_in_limits.py", "games/test_simulate.py", "games/test_static_files.py",
    "games/test_strange_words.py", "pairing/test_command.py", "pairing/test_tournaments.py",
    "scoring/test_command.py", "test_bench.py", "test_databases.py", "test_import_contracts.py", "test_mutants.py",
    "test_servers.py", "test_strictness.py", "test_timing.py", "tichu_tournament/test_settings.py",
)  # fmt: skip
"""What asks about every page or address there is, plays whole tournaments, or starts programs: left to `make test`."""
QUICK = ["-m", "not browser and not slow and not real_redis", *(f"--ignore=tests/{file}" for file in THOROUGH)]
AGAIN = ["-m", "both_databases and not real_redis"]
AT_LENGTH = ["-m", "database and not real_redis"]


def run_pytest(
    arguments: list[str], environment: Mapping[str, str], *, processes: int | None = None
) -> tuple[int, dict[str, Any]]:
    """Run pytest with a process for each core; its exit code and what it reports."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        side_by_side = (
            ["-n", str(os.cpu_count() or 2), "--dist=worksteal"] if processes is None else ["-n", str(processes)]
        )
        command = [sys.executable, "-m", "pytest", *side_by_side, *arguments]
        code = subprocess.run(command, env={**environment, "TEST_REPORT": str(report)}, check=False).returncode
        return code, json.loads(report.read_text()) if report.exists() else {}


class Run:
    """The passes of one call: its exit code, and a line of figures for each."""

    def __init__(self) -> None:
        self.code = NO_TESTS
        self.lines: list[str] = []

    def on(self, engine: str, arguments: list[str], environment: Mapping[str, str]) -> None:
        """One pass; not begun if one before it has failed."""
        if self.code not in (0, NO_TESTS):
            return
        print(f"\nTesting on {engine}.", flush=True)
        code, report = run_pytest(arguments, environment)
        bad = report.get("failed", 0) + report.get("error", 0)
        skipped = f", {report['skipped']} skipped" if report.get("skipped") else ""
        self.lines.append(f"  {report.get('passed', 0)} passed, {bad} failed{skipped}   on {engine}")
        self.code = self.code if code == NO_TESTS else code
        if code == 0 and report["too_slow"]:
            self.measure_again(report["too_slow"], environment)

    def measure_again(self, names: list[str], environment: Mapping[str, str]) -> None:
        """Alone on the machine: a test that waited for others is not slow for that."""
        print(f"\nMeasuring again what took too long: {len(names)} tests, one after the other.", flush=True)
        self.code, report = run_pytest(names, environment, processes=0)
        if report.get("too_slow"):
            self.code = self.code or 1
            self.lines += [f"  too slow without a mark that says why: {name}" for name in report["too_slow"]]


def embedded_environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}


def main() -> int:
    stop_on_sigterm()
    chosen = sys.argv[1:]
    which = chosen.pop(0) if chosen and chosen[0] in ("quick", "long") else ""
    run = Run()
    if which == "quick":
        run.on(ON_SQLITE, [*QUICK, *chosen], embedded_environment())
    else:
        if which == "long":
            os.environ["TICHU_LONG"] = "1"
        with servers_in_environment() as (environment, names):
            run.on(names, chosen, environment)
        run.on(ON_SQLITE, [*(AT_LENGTH if which == "long" else AGAIN), *chosen], embedded_environment())
    print("\nTests:\n" + "\n".join(run.lines), flush=True)
    return run.code


if __name__ == "__main__":
    sys.exit(main())
