"""One line of a benchmark, and how to take turns fairly."""

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """`ID what ours=... peer=... ratio=... goal=... ok|short`; times in seconds. Without a goal: for information."""

    id: str
    what: str
    ours: float
    peer: float
    goal: float | None

    def __str__(self) -> str:
        ratio = self.ours / self.peer
        times = f"ours={self.ours * 1000:.2f}ms peer={self.peer * 1000:.2f}ms"
        if self.goal is None:
            return f"{self.id} {self.what} {times} ratio={ratio:.2g}"
        verdict = "ok" if ratio <= self.goal else "short"
        return f"{self.id} {self.what} {times} ratio={ratio:.2g} goal<={self.goal:g} {verdict}"


def best_of(rounds: int, *contestants: Callable[[], float]) -> list[float]:
    """Each contestant's best time. They take turns, so that a noisy machine disturbs them alike."""
    times = [[contestant() for contestant in contestants] for _ in range(rounds)]
    return [min(column) for column in zip(*times, strict=True)]


def timed(act: Callable[[], object]) -> float:
    """How long this takes."""
    started = time.perf_counter()
    act()
    return time.perf_counter() - started


def cpu_timed(act: Callable[[], object]) -> float:
    """How much of the processor this takes, whatever else runs."""
    started = time.process_time()
    act()
    return time.process_time() - started
