"""Each import contract catches what it is there for: a deliberate violation of it is found and named."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.programs import PROJECT

PACKAGES = ("tichu_tournament", "games", "pairing", "scoring", "rules")


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the source, to be spoilt."""
    for package in PACKAGES:
        shutil.copytree(PROJECT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PROJECT / "pyproject.toml", tmp_path)
    return tmp_path


def broken_contracts(house: Path) -> list[str]:
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache", "--no-logo"],
        cwd=house, capture_output=True, text=True, check=False,
    )  # fmt: skip
    broken = [line.removesuffix(" BROKEN") for line in done.stdout.splitlines() if line.endswith(" BROKEN")]
    assert bool(broken) == bool(done.returncode), done.stdout + done.stderr
    return broken


ROOMS = "Imports between the rooms go one way"
PURE = "The card game, the counting and the drawing know no framework"
STOREYS = "Inside games, imports go from the doors down to the models"
DOORS = "Doors never touch models"


def test_as_it_stands_all_are_kept(house: Path):
    assert broken_contracts(house) == []


@pytest.mark.parametrize(
    ("file", "line", "contract"),
    [
        ("rules/refusal.py", "import scoring", ROOMS),
        ("scoring/__init__.py", "import pairing", ROOMS),
        ("pairing/__init__.py", "import games.labels", ROOMS),
        ("games/labels.py", "import tichu_tournament.logs", ROOMS),
        ("rules/refusal.py", "import django", PURE),
        ("scoring/__init__.py", "from redis import Redis", PURE),
        ("pairing/__init__.py", "import celery", PURE),
        ("games/services/jobs.py", "import games.tasks", STOREYS),
        ("games/selectors/jobs.py", "import games.services.jobs", STOREYS),
        ("games/models/job.py", "import games.live", STOREYS),
        ("games/labels.py", "import games.views.public", STOREYS),
        ("games/events.py", "import games.permissions", STOREYS),
        ("games/views/public.py", "from games.models import Job", DOORS),
        ("games/tasks.py", "import games.models.job", DOORS),
        ("games/management/commands/serve.py", "from games.models import Account", DOORS),
    ],
)
def test_a_violation_is_caught(house: Path, file: str, line: str, contract: str):
    path = house / file
    path.write_text(f"{path.read_text()}\n{line}\n")
    assert contract in broken_contracts(house)


def test_a_new_module_must_be_given_its_room(house: Path):
    (house / "games" / "utils.py").write_text('"""Nobody knows what belongs here."""\n')
    assert broken_contracts(house) == [STOREYS]


def test_every_package_of_the_source_is_under_contract():
    packages = {path.parent.name for path in PROJECT.glob("*/__init__.py")}
    assert packages == {*PACKAGES, "tests", "bench"}
