"""`make lint`: what must hold before any test is worth running. This is the one list of checks.

    python -m tests.lint                     every check, on everything
    python -m tests.lint changed             those that can say something about what has changed since the last commit
    python -m tests.lint style [FILE ...]    one of them, as far as it can say something about these files

They run side by side. What fails is shown with what to do about it; what holds is silent.
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
ROOMS = r"(rules|scoring|pairing|games|tichu_tournament)/.*\.py|manage\.py"
ABOUT_ALL = r"pyproject\.toml|requirements.*\.txt|tests/lint\.py"
"""Who changes one of these may have changed what every check says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """What is run, in the virtual environment; which files it is about; and what to do if it fails. `by_file`: it can
    be asked about some of them alone; otherwise it is about how they fit together, and always looks at all."""

    name: str
    command: tuple[str, ...]
    about: str
    remedy: str
    all_files: str = ""

    @property
    def by_file(self) -> bool:
        return bool(self.all_files)

    def concerns(self, file: str) -> bool:
        return re.fullmatch(self.about, file) is not None

    def on(self, files: Iterable[str] | None) -> list[str]:
        """The whole command: on these files, or on all."""
        program, *arguments = self.command
        chosen = [self.all_files] if files is None else list(files)
        return [str(Path(sys.executable).with_name(program)), *arguments, *(chosen if self.by_file else [])]


CHECKS = (
    Check(
        name="types",
        command=("mypy", "--no-error-summary"),
        about=ROOMS,
        remedy="Say what is meant by types. Alone: .venv/bin/mypy",
    ),
    Check(
        name="migrations",
        command=("python", "manage.py", "makemigrations", "--check", "--dry-run", "--verbosity=1"),
        about=r"games/(models|migrations)/.*\.py|games/choices\.py|tichu_tournament/settings\.py",
        remedy="The rows have changed: .venv/bin/python manage.py makemigrations games",
    ),
    Check(
        name="templates",
        command=("python", "-m", "tests.check_templates"),
        about=r"templates/.*|games/templatetags/.*\.py|tests/check_templates\.py",
        remedy="Every text goes through gettext, and nothing stands in a template that the browser would block.",
    ),
    Check(
        name="markup",
        command=("djlint", "--quiet", "--lint"),
        about=r"templates/.*\.(html|svg)",
        all_files="templates",
        remedy="The code behind the line is explained at djlint.com/docs/linter.",
    ),
    Check(
        name="imports",
        command=("lint-imports", "--no-logo"),
        about=ROOMS,
        remedy="Imports go one way: docs/architecture.md says which, and where a new module belongs.",
    ),
    Check(
        name="style",
        command=("ruff", "check", "--quiet", "--force-exclude"),
        about=r".*\.py",
        all_files=".",
        remedy="make format repairs some of it; the rest is said at docs.astral.sh/ruff/rules.",
    ),
    Check(
        name="format",
        command=("ruff", "format", "--check", "--force-exclude"),
        about=r".*\.py",
        all_files=".",
        remedy="make format puts it into shape.",
    ),
)
"""The one that takes longest comes first, so that none is left alone with it at the end."""


def changed_files() -> list[str] | None:
    """What differs from the last commit, with what is new and what is gone; None where there is no git to ask."""
    found: set[str] = set()
    for command in (
        ["diff", "--name-only", "-z", "--no-renames", "HEAD"],
        ["ls-files", "-o", "--exclude-standard", "-z"],
    ):
        done = subprocess.run(["git", *command], cwd=PROJECT, capture_output=True, text=True, check=False)
        if done.returncode:
            return None
        found |= set(done.stdout.split("\0")) - {""}
    return sorted(found)


Task = tuple[Check, list[str]]


def everything() -> list[Task]:
    return [(check, check.on(None)) for check in CHECKS]


def tasks_for(changed: list[str] | None) -> list[Task]:
    """The checks that these changes concern, on the files that are still there."""
    if changed is None or any(re.fullmatch(ABOUT_ALL, file) for file in changed):
        return everything()
    tasks = []
    for check in CHECKS:
        concerned = [file for file in changed if check.concerns(file)]
        there = [file for file in concerned if (PROJECT / file).exists()]
        if there or (concerned and not check.by_file):
            tasks.append((check, check.on(there)))
    return tasks


def environment() -> Mapping[str, str]:
    """As for a newcomer: nothing of ours is set. The data are nobody's, and the key is no secret."""
    ours = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL", "DEBUG")}
    return ours | {"DATA_DIR": str(Path(sys.prefix) / "lint"), "SECRET_KEY": "of the checks"}


def run(tasks: list[Task]) -> int:
    """All of them side by side, as many as there are cores; what failed is shown, and how many did."""
    started = time.monotonic()
    surroundings = environment()

    def outcome(task: Task) -> tuple[Check, subprocess.CompletedProcess[str]]:
        check, command = task
        return check, subprocess.run(
            command, cwd=PROJECT, env=surroundings, text=True, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip

    with ThreadPoolExecutor(os.cpu_count() or 2) as side_by_side:
        failed = [(check, done) for check, done in side_by_side.map(outcome, tasks) if done.returncode]
    for check, done in failed:
        print(f"--- {check.name} ---\n{done.stdout.strip()}\n{check.remedy}\n")
    spent = f"{time.monotonic() - started:.0f} s"
    if failed:
        print(f"Checks: {len(failed)} of {len(tasks)} failed ({', '.join(c.name for c, _ in failed)}), in {spent}.")
        return 1
    names = ", ".join(check.name for check, _ in tasks)
    print(
        f"Checks: clean, in {spent}."
        if len(tasks) == len(CHECKS)
        else f"Checks: clean ({names or 'none'}), in {spent}."
    )
    return 0


def main(arguments: list[str]) -> int:
    if not arguments:
        return run(everything())
    which, *files = arguments
    if which == "changed":
        return run(tasks_for(changed_files()))
    if which not in {check.name for check in CHECKS}:
        print(f"There is no check {which}; there are {', '.join(check.name for check in CHECKS)}.", file=sys.stderr)
        return 2
    tasks = tasks_for(files) if files else everything()
    return run([(check, command) for check, command in tasks if check.name == which])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
