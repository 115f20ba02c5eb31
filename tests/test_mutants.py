"""The faults of `make mutants` fit the code as it is, and a fault that nobody notices is said."""

import os
from collections import Counter
from pathlib import Path

import pytest

from tests.mutants import Lane, OutOfDate, Trial, checked, tell
from tests.mutants_list import MUTANTS, Mutant

PROJECT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.id)
def test_what_it_replaces_stands_there_once_and_its_tests_are_there(mutant: Mutant):
    text = checked(mutant, PROJECT)
    assert text.replace(mutant.old, mutant.new) != text
    assert mutant.harm
    assert mutant.tests
    for test in mutant.tests:
        file, _, name = test.partition("::")
        assert (PROJECT / file).is_file(), test
        assert f"def {name.partition('[')[0]}(" in (PROJECT / file).read_text() or not name, test


def test_each_has_a_name_of_its_own_and_a_fault_of_its_own():
    assert [name for name, times in Counter(mutant.id for mutant in MUTANTS).items() if times > 1] == []
    assert len({(mutant.file, mutant.old, mutant.new) for mutant in MUTANTS}) == len(MUTANTS)


SMALL = "def larger(one, other):\n    return one if one > other else other\n"
TESTS = "from small import larger\n\ndef test_larger():\n    assert larger(1, 2) == larger(2, 1) == 2\n"


def fault(name: str, old: str, new: str) -> Mutant:
    return Mutant(id=name, file="small.py", old=old, new=new, harm="", tests=("test_small.py",))


NOTICED = fault("turned", ">", "<")
OVERLOOKED = fault("of-equals", ">", ">=")
BROKEN = fault("broken", "def larger", "def smaller")


@pytest.fixture
def lane(tmp_path: Path) -> Lane:
    """A project of one function and one test."""
    (tmp_path / "small.py").write_text(SMALL)
    (tmp_path / "test_small.py").write_text(TESTS)
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return Lane(tmp_path, kept | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"})


def test_who_survives_is_named_and_everything_is_as_it_was(lane: Lane, capsys: pytest.CaptureFixture[str]):
    trial = Trial([NOTICED, OVERLOOKED, BROKEN], [lane])
    assert trial.control()
    before = (lane.project / "small.py").stat().st_mtime_ns
    trial.run()
    assert trial.answers["turned"].verdict == "killed"
    assert [mutant.id for mutant in trial.survivors] == ["of-equals", "broken"], "what cannot begin proves nothing"
    tell(trial, seconds=3)
    printed = capsys.readouterr().out
    assert "of-equals: survived" in printed
    assert "broken: not tried: pytest ended with 2" in printed
    assert printed.endswith("\n3 mutants, 1 killed, 2 survived, 3 s\n")
    assert (lane.project / "small.py").read_text() == SMALL
    assert (lane.project / "small.py").stat().st_mtime_ns == before


def test_a_control_that_fails_is_told_from_mutants_that_are_killed(lane: Lane):
    (lane.project / "small.py").write_text(SMALL.replace(">", "<"))
    assert not Trial([OVERLOOKED], [lane]).control()


def test_whoever_goes_on_for_ever_is_noticed(lane: Lane):
    (lane.project / "test_small.py").write_text("import time\n\ndef test_for_ever():\n    time.sleep(60)\n")
    answer = lane.run(["test_small.py"], patience=1)
    assert answer.verdict == "killed by time-out"
    assert answer.seconds < 10
    assert answer.killed


@pytest.mark.parametrize(("old", "times"), [("nothing like it", 0), ("other", 3)])
def test_a_list_that_does_not_fit_the_code_is_refused(lane: Lane, old: str, times: int):
    with pytest.raises(OutOfDate, match=f"stands {times} times in small.py"):
        checked(fault("gone", old, ""), lane.project)
