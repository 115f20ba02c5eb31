"""Where the time of a run goes: the slowest tests, what was set up, and who takes long without having said why.

A test that takes more than `LIMIT` seconds by itself carries `@pytest.mark.slow("why")`, and at most `MOST_SLOW` do.
Only what the test itself does counts for that, not what is set up for it: a database or a browser is started for
whichever comes first. Beside others it may take `BESIDE_OTHERS` times as long: servers and browsers share the cores.
"""

import json
import os
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.length import at_length

LIMIT = 5.0
BESIDE_OTHERS = 1.5
MOST_SLOW = at_length(80, usually=40)
SHOWN = 10


class Timing:
    """Listens to the whole run; with several processes in the one that leads it."""

    def __init__(self, *, processes: int = 0) -> None:
        self.limit = LIMIT * BESIDE_OTHERS if processes > 1 else LIMIT
        self.seconds: dict[str, dict[str, float]] = defaultdict(dict)
        self.said_to_be_slow: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid][report.when or ""] = report.duration
        if "slow" in report.keywords:
            self.said_to_be_slow.add(report.nodeid)

    @property
    def too_slow(self) -> list[str]:
        """Who took longer than the limit and does not say why."""
        return [
            name
            for name, phases in self.seconds.items()
            if phases.get("call", 0) > self.limit and name not in self.said_to_be_slow
        ]

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if not self.seconds:
            return
        for line in self.lines():
            terminalreporter.write_line(line)
        report = os.environ.get("TEST_REPORT")
        if report:
            counts = {
                kind: len(terminalreporter.stats.get(kind, [])) for kind in ("passed", "failed", "error", "skipped")
            }
            Path(report).write_text(json.dumps(counts | {"too_slow": self.too_slow}))

    def lines(self) -> Iterable[str]:
        totals = {name: sum(phases.values()) for name, phases in self.seconds.items()}
        whole = sum(totals.values())
        around = whole - sum(phases.get("call", 0) for phases in self.seconds.values())
        yield f"{len(totals)} tests took {whole:.0f} s, {around:.0f} of them to set up and to clear away."
        yield "The slowest, with that:"
        for name in sorted(totals, key=totals.__getitem__, reverse=True)[:SHOWN]:
            yield f"  {totals[name]:6.1f} s  {name}"
        for name in self.too_slow:
            yield f"Over {self.limit:.1f} s and not marked slow: {name}"


def check_slow_marks(items: Iterable[pytest.Item]) -> None:
    """Each says why, and they stay few."""
    marked = [(item, mark) for item in items if (mark := item.get_closest_marker("slow"))]
    for item, mark in marked:
        if len(mark.args) != 1 or not str(mark.args[0]).strip() or mark.kwargs:
            raise pytest.UsageError(
                f'{item.nodeid}: the mark says why, as in @pytest.mark.slow("six whole tournaments")'
            )
    if len(marked) > MOST_SLOW:
        raise pytest.UsageError(f"{len(marked)} tests are marked slow; at most {MOST_SLOW} may be")


def longest_first(items: list[pytest.Item], processes: int) -> list[pytest.Item]:
    """What takes long comes first in each process's share, so that none is left alone with it at the end. A share is as
    large as xdist makes it at the beginning; in it the order stays as it is."""
    slow = [item for item in items if item.get_closest_marker("slow")]
    quick = [item for item in items if not item.get_closest_marker("slow")]
    ordered = []
    for number in range(processes):
        first = slow[number::processes]
        size = len(items) * (number + 1) // processes - len(items) * number // processes
        ordered += first + quick[: max(size - len(first), 0)]
        del quick[: max(size - len(first), 0)]
    return ordered + quick
