"""`make mutants`: would the tests notice? Each fault of tests/mutants_list.py is put into a copy of this checkout, and
the tests that it names must fail.

    python -m tests.mutants                   all of them, on two lanes: copies with a PostgreSQL and a Redis each
    python -m tests.mutants --lanes 1         one after the other
    python -m tests.mutants --only ID [ID]    some of them
    python -m tests.mutants --list            what there is

First the control: without any fault all the named tests pass. It ends with 0 if every fault was noticed, 1 if one
survived, 2 if the control failed or the list does not fit the code any more.
"""

import argparse
import contextlib
import os
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TypeVar

from tests.databases import KEPT
from tests.mutants_list import MUTANTS, Mutant
from tests.servers import servers_in_environment, stop_on_sigterm

Job = TypeVar("Job")
PROJECT = Path(__file__).resolve().parent.parent
LANES = 2
PATIENCE = 120
"""Seconds. Whoever goes on for ever is noticed too."""
LAST_WORDS = 15
"""Seconds for a run that was interrupted to end what it has started."""
ANOTHER_TIME = 60
"""A file with a fault is so many seconds younger than without."""
NOTICED = 1
"""Pytest's exit code when a test failed. What it cannot even begin with has another, and is no proof."""


class OutOfDate(Exception):
    """The list speaks of code that is not there any more."""


class Stopped(Exception):
    """Nothing more is begun."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What became of a run of tests. `code` is pytest's, None after a time-out."""

    code: int | None
    failed: int
    skipped: int
    seconds: float
    printed: str

    @property
    def verdict(self) -> str:
        if self.code is None:
            return "killed by time-out"
        if self.code == NOTICED and self.failed:
            return "killed"
        return "survived" if self.code == 0 else f"not tried: pytest ended with {self.code}"

    @property
    def killed(self) -> bool:
        return self.verdict.startswith("killed")


# --- a copy, and a run in it ---------------------------------------------------------------------------------------


def copy_of(project: Path, folder: Path) -> None:
    """The files of a checkout as they are now, without what git ignores. By their times bytecode knows them again."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=project, capture_output=True, text=True, check=True).stdout.split("\0")
    for name in filter(None, names):
        if (project / name).is_file():  # and was not deleted
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(project / name, folder / name)


def checked(mutant: Mutant, project: Path) -> str:
    """The text of its file. What is to be replaced stands there once."""
    path = project / mutant.file
    text = path.read_text() if path.exists() else ""
    if text.count(mutant.old) != 1:
        raise OutOfDate(f"{mutant.id}: its old text stands {text.count(mutant.old)} times in {mutant.file}")
    return text


@contextlib.contextmanager
def put_into(mutant: Mutant, project: Path) -> Iterator[None]:
    """Inside, the copy has the fault; afterwards its file is as it was, time and all. Bytecode knows its source by size
    and second, so meanwhile the file has another time, whenever it was written."""
    path = project / mutant.file
    text, before = checked(mutant, project), path.stat()
    path.write_text(text.replace(mutant.old, mutant.new))
    os.utime(path, (before.st_atime, before.st_mtime + ANOTHER_TIME))
    try:
        yield
    finally:
        path.write_text(text)
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


@dataclass
class Lane:
    """A copy with servers of its own, in which one run of tests follows the other."""

    project: Path
    environment: Mapping[str, str]
    stopped: bool = False
    process: subprocess.Popen[bytes] | None = None
    guard: threading.Lock = field(default_factory=threading.Lock)

    def run(self, tests: Iterable[str], *options: str, patience: float | None = None, **more: str) -> Answer:
        """Run these tests, with more in their environment."""
        report = self.project / ".mutants.xml"
        report.unlink(missing_ok=True)
        command = [sys.executable, "-m", "pytest", "-q", f"--junitxml={report}", *options, *tests]
        began = time.monotonic()
        with tempfile.TemporaryFile("w+") as output:
            code = self.code_of(command, output, patience, more)
            output.seek(0)
            printed = output.read()
        failed, skipped = counts_in(report)
        return Answer(code=code, failed=failed, skipped=skipped, seconds=time.monotonic() - began, printed=printed)

    def code_of(
        self, command: Sequence[str], output: IO[str], patience: float | None, more: Mapping[str, str]
    ) -> int | None:
        with self.guard:
            if self.stopped:
                raise Stopped
            self.process = subprocess.Popen(
                command, cwd=self.project, env={**self.environment, **more}, stdout=output, stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl-C is for the one who waits here; it ends them itself
            )  # fmt: skip
        try:
            return self.process.wait(patience)
        except subprocess.TimeoutExpired:
            end(self.process)
            return None

    def try_out(self, mutant: Mutant) -> Answer:
        """Its tests, with the fault. Kept bytecode stays as it is without one."""
        with put_into(mutant, self.project):
            return self.run(mutant.tests, "-x", patience=PATIENCE, PYTHONDONTWRITEBYTECODE="1")

    def stop(self) -> None:
        with self.guard:
            self.stopped = True
            if self.process is not None:
                end(self.process)


def end(process: subprocess.Popen[bytes]) -> None:
    """It is asked to before it is killed, for it has started others."""
    process.send_signal(signal.SIGINT)
    try:
        process.wait(LAST_WORDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def counts_in(report: Path) -> tuple[int, int]:
    """How many tests have failed, and how many were skipped. A test that could not be set up has not failed."""
    if not report.exists():
        return 0, 0
    suites = list(ET.parse(report).getroot().iter("testsuite"))
    return sum(int(each.get("failures", 0)) for each in suites), sum(int(each.get("skipped", 0)) for each in suites)


@contextlib.contextmanager
def lanes(number: int) -> Iterator[list[Lane]]:
    """So many copies, with servers. Their database templates are their own: a fault in a migration makes another one,
    which would take the place of the right one."""
    for name in ("DATABASE_URL", "REDIS_URL", "PYTEST_ADDOPTS", "TICHU_LONG"):
        os.environ.pop(name, None)
    with contextlib.ExitStack() as stack:
        made = []
        for _ in range(number):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tichu-mutants-")))
            project, templates = folder / "project", folder / "templates"
            copy_of(PROJECT, project)
            shutil.copytree(KEPT, templates) if KEPT.exists() else templates.mkdir()
            environment, names = stack.enter_context(servers_in_environment())
            made.append(Lane(project, {**environment, "TEST_TEMPLATES": str(templates)}))
        print(f"On {names}, {number} at a time.", flush=True)
        yield made


# --- all of them ---------------------------------------------------------------------------------------------------


class Trial:
    """The control, then every mutant on whichever lane is free."""

    def __init__(self, mutants: Sequence[Mutant], on: Sequence[Lane]) -> None:
        self.mutants, self.lanes = mutants, on
        self.answers: dict[str, Answer] = {}

    def control(self) -> bool:
        """Whether all named tests pass where nothing is wrong, and none is skipped. Those with a browser are one share,
        the others another, for two lanes."""
        named = sorted({test for mutant in self.mutants for test in mutant.tests})
        shares = [[test for test in named if in_browser(test) is asked] for asked in (True, False)]
        found: list[Answer] = []
        self.spread(filter(None, shares), lambda lane, share: found.append(lane.run(share)))
        wrong = [answer for answer in found if answer.code != 0 or answer.skipped]
        for answer in wrong:
            print(answer.printed)
        print("The control fails: some of these failed, or were skipped, without any fault." if wrong else CONTROL)
        return not wrong

    def run(self) -> None:
        """Browsers first: they take longest."""

        def try_out(lane: Lane, mutant: Mutant) -> None:
            self.answers[mutant.id] = answer = lane.try_out(mutant)
            print(f"{answer.seconds:6.1f} s  {answer.verdict}  {mutant.id}", flush=True)

        self.spread(sorted(self.mutants, key=lambda each: not any(map(in_browser, each.tests))), try_out)

    def spread(self, jobs: Iterable[Job], do: Callable[[Lane, Job], object]) -> None:
        """Each lane takes the next job as soon as it is free. Whoever interrupts this ends what they are at."""
        waiting: queue.SimpleQueue[Job] = queue.SimpleQueue()
        for job in jobs:
            waiting.put(job)

        def work(lane: Lane) -> None:
            with contextlib.suppress(queue.Empty):
                while True:
                    do(lane, waiting.get_nowait())

        with ThreadPoolExecutor(len(self.lanes)) as pool:
            try:
                for each in [pool.submit(work, lane) for lane in self.lanes]:
                    each.result()
            except BaseException:
                for lane in self.lanes:
                    lane.stop()
                raise

    @property
    def survivors(self) -> list[Mutant]:
        return [mutant for mutant in self.mutants if not self.answers[mutant.id].killed]


CONTROL = "The control passes: without a fault nothing fails."


def in_browser(test: str) -> bool:
    file = test.partition("::")[0]
    return "/journeys/" in file or file.endswith("_js.py")


def tell(trial: Trial, seconds: float) -> None:
    for mutant in trial.survivors:
        print(f"\n{mutant.id}: {trial.answers[mutant.id].verdict}\n  {mutant.harm}\n  {mutant.file}")
        print(f"    {mutant.old!r}\n    {mutant.new!r}\n  {' '.join(mutant.tests)}")
    survived = len(trial.survivors)
    number = len(trial.mutants)
    print(f"\n{number} mutants, {number - survived} killed, {survived} survived, {seconds:.0f} s")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description="Would the tests notice?")
    parser.add_argument("--lanes", type=int, default=LANES, help=f"how many side by side; {LANES} by default")
    parser.add_argument("--only", nargs="+", metavar="ID", choices=[each.id for each in MUTANTS], help="some of them")
    parser.add_argument("--list", action="store_true", help="say which there are")
    return parser.parse_args()


def main() -> int:
    stop_on_sigterm()
    asked, began = arguments(), time.monotonic()
    chosen = [mutant for mutant in MUTANTS if not asked.only or mutant.id in asked.only]
    if asked.list:
        print("\n".join(f"{mutant.id:<34} {mutant.harm}" for mutant in chosen))
        return 0
    try:
        for mutant in chosen:
            checked(mutant, PROJECT)
    except OutOfDate as fault:
        print(f"The list is out of date. {fault}")
        return 2
    with lanes(asked.lanes) as made:
        trial = Trial(chosen, made)
        if not trial.control():
            return 2
        trial.run()
    tell(trial, time.monotonic() - began)
    return 1 if trial.survivors else 0


if __name__ == "__main__":
    sys.exit(main())
