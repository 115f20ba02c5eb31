"""The chain of the log, without rows: whoever alters any line in any way is found out there."""

import random
from datetime import UTC, datetime

import pytest

from games.events import hash_of
from games.models import LogHead, LogLine
from games.selectors.log import first_broken

WAYS = {
    "facts": {"hand": 99}, "what": "hand.forgotten", "actor": "account 0", "at": datetime(2020, 1, 1, tzinfo=UTC),
    "previous": "f" * 64, "hash": "f" * 64,
}  # fmt: skip
"""What somebody could write over a line."""


def a_log(length: int) -> tuple[list[LogLine], LogHead]:
    """A chain that nobody has touched."""
    lines: list[LogLine] = []
    for number in range(1, length + 1):
        line = LogLine(
            chain="tournament.1", number=number, at=datetime(2026, 3, 7, 18, number, tzinfo=UTC), actor="account 1",
            what="hand.recorded", facts={"hand": number}, previous=lines[-1].hash if lines else "",
        )  # fmt: skip
        line.hash = hash_of(line)
        lines.append(line)
    return lines, LogHead(chain="tournament.1", length=length, hash=lines[-1].hash if lines else "")


@pytest.mark.parametrize("length", [0, 1, 20])
def test_a_log_that_nobody_has_touched_is_whole(length: int):
    lines, head = a_log(length)
    assert first_broken(lines, [head]) is None


@pytest.mark.parametrize("seed", range(100))
def test_tampering_with_any_line_in_any_way_is_found_there(seed: int):
    chance = random.Random(seed)
    lines, head = a_log(20)
    number, way = chance.randint(1, 20), chance.choice([*WAYS, "deleted"])
    if way == "deleted":
        del lines[number - 1]
    else:
        setattr(lines[number - 1], way, WAYS[way])
    assert first_broken(lines, [head]) == number
