"""docs/regulations.md names every choice an organiser has, and no preset or tie-break that does not exist."""

import re
from dataclasses import fields

import pytest

from rules.customs import Direction, TableRules
from scoring.hand import HandRules
from scoring.match import ClockPolicy, Length, MatchRules, Tie
from scoring.presets import PRESETS
from scoring.regulations import (
    TIEBREAK_KEYS,
    ByeCounts,
    Clubmates,
    Confirmation,
    Counting,
    OddNumbers,
    PointRules,
    Ranked,
    Regulations,
    Seeding,
    StageRules,
    System,
    TableNumbers,
)
from scoring.variants import Variant
from tests.programs import PROJECT

TEXT = (PROJECT / "docs" / "regulations.md").read_text()
NAMED = set(re.findall(r"`([a-z_0-9]+)`", TEXT))


@pytest.mark.parametrize("kind", [Regulations, HandRules, TableRules, StageRules, MatchRules, PointRules])
def test_every_setting_is_named(kind: type):
    assert {field.name for field in fields(kind)} - NAMED == set()


CHOICES = [
    ByeCounts,
    Clubmates,
    ClockPolicy,
    Confirmation,
    Counting,
    Direction,
    Length,
    OddNumbers,
    Ranked,
    Seeding,
    System,
    TableNumbers,
    Tie,
    Variant,
]


@pytest.mark.parametrize("choices", CHOICES)
def test_every_choice_is_named(choices: type):
    assert {str(choice) for choice in choices} - NAMED == set()


def first_column(heading: str) -> set[str]:
    section = TEXT.split(f"## {heading}\n")[1].split("\n## ")[0]
    cells = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return {key for cell in cells for key in re.findall(r"`(\w+)`", cell)}


def test_presets_and_tie_breaks_are_just_those_there_are():
    assert first_column("Presets") == set(PRESETS)
    assert first_column("Tie-breaks") == set(TIEBREAK_KEYS)
