"""The rooms that know no framework are checked as by `mypy --strict`: each flag finds the fault it is there for."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.programs import PROJECT

FAULTS = {
    "def bare(of: list) -> None: ...": "type-arg",
    "class Untyped(Unknown): ...": "misc",
    "def annotated() -> None:\n    unannotated()": "no-untyped-call",
    "def unannotated(): ...": "no-untyped-def",
    "def half(one: int, other) -> None: ...": "no-untyped-def",
    "def inside():  # type: ignore[no-untyped-def]\n    1 + ''": "operator",
    "@unknown\ndef decorated() -> None: ...": "untyped-decorator",
    "def cast_again(one: int) -> int:\n    return cast(int, one)": "redundant-cast",
    "one: int = 1  # type: ignore": "unused-ignore",
    "def anything() -> int:\n    return unknown()": "no-any-return",
    "from .other import Path": "attr-defined",
    "def never(one: int) -> bool:\n    return one == ''": "comparison-overlap",
    "def partly(whole: Whole, part: Part) -> None:\n    whole.update(part)": "typeddict-item",
}
"""With the code of what is wrong."""
ANYWHERE = {"no-untyped-def", "operator", "redundant-cast", "unused-ignore", "attr-defined"}
"""What is asked of all rooms."""
BEGINNING = """
from typing import TypedDict, cast

from kombu import Unknown, unknown

class Whole(TypedDict):
    one: int
    other: int

class Part(TypedDict, total=False):
    one: int
"""


def found_in(house: Path, room: str) -> list[str]:
    """The codes of what mypy finds, with our settings, in a house of this room alone; for each fault the first."""
    pyproject = re.sub(r"(?m)^(plugins|files) = .*\n", "", (PROJECT / "pyproject.toml").read_text())
    (house / "pyproject.toml").write_text(pyproject)
    (house / room).mkdir()
    (house / room / "__init__.py").touch()
    (house / room / "other.py").write_text("from pathlib import Path\n")
    begins, text = [], BEGINNING
    for fault in FAULTS:
        begins.append(text.count("\n") + 1)
        text += f"{fault}\n"
    (house / room / "faults.py").write_text(text)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary", "--cache-dir=/dev/null", f"{room}/faults.py"],
        cwd=house, capture_output=True, text=True, check=False,
    )  # fmt: skip
    errors = [(int(line), code) for line, code in re.findall(r":(\d+): error: .*\[([a-z-]+)\]", done.stdout)]
    ends = [*begins[1:], text.count("\n") + 1]
    return [
        next((code for line, code in errors if begin <= line < end), "")
        for begin, end in zip(begins, ends, strict=True)
    ]


@pytest.mark.parametrize("room", ["rules", "scoring", "pairing"])
def test_there_each_fault_is_found(tmp_path: Path, room: str):
    assert found_in(tmp_path, room) == list(FAULTS.values())


def test_elsewhere_only_some_are(tmp_path: Path):
    assert found_in(tmp_path, "games") == [code if code in ANYWHERE else "" for code in FAULTS.values()]
