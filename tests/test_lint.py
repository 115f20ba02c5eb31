"""The list of checks: which of them a change concerns, and what somebody reads when one fails."""

import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests import lint
from tests.lint import CHECKS, Check, changed_files, main, run, tasks_for
from tests.programs import PROJECT


def chosen_for(*changed: str) -> set[str]:
    return {check.name for check, _ in tasks_for(list(changed))}


@pytest.mark.parametrize(
    ("changed", "checks"),
    [
        ("rules/cards.py", {"types", "imports", "style", "format"}),
        ("games/models/job.py", {"types", "imports", "migrations", "style", "format"}),
        ("tests/run.py", {"style", "format"}),
        ("templates/base.html", {"templates", "markup"}),
        ("templates/keeper.js", {"templates"}),
        ("docs/rules.md", set()),
        ("static/app.css", set()),
        ("pyproject.toml", {check.name for check in CHECKS}),
        ("rules/a_module_that_is_gone.py", {"types", "imports"}),
    ],
)
def test_a_change_is_looked_at_by_who_can_say_something_about_it(changed: str, checks: set[str]):
    assert chosen_for(changed) == checks


def test_who_looks_at_files_one_by_one_gets_those_that_have_changed():
    commands = {check.name: command[1:] for check, command in tasks_for(["tests/run.py", "rules/gone.py", "README.md"])}
    assert commands["style"][-1] == "tests/run.py"
    assert "rules/gone.py" not in commands["style"]
    assert commands["types"] == ["--no-error-summary"]


def test_changed_is_what_differs_from_the_last_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(lint, "PROJECT", tmp_path)
    assert changed_files() is None
    git = ["git", "-c", "user.name=Dora", "-c", "user.email=dora@example.org"]
    for name in ("same.py", "other.py", "gone.py", ".gitignore"):
        (tmp_path / name).write_text("kept.py\n" if name == ".gitignore" else "")
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "First"]):
        subprocess.run([*git, *command], cwd=tmp_path, check=True)
    assert changed_files() == []
    (tmp_path / "other.py").write_text("1\n")
    (tmp_path / "gone.py").unlink()
    for name in ("new one.py", "kept.py"):
        (tmp_path / name).touch()
    assert changed_files() == ["gone.py", "new one.py", "other.py"]


def test_without_git_everything_is_looked_at():
    assert {check.name for check, _ in tasks_for(None)} == {check.name for check in CHECKS}


def test_what_fails_is_shown_with_what_to_do_and_the_others_say_nothing(capfd: pytest.CaptureFixture[str]):
    good = Check(name="good", command=(), about="", remedy="Nothing.")
    bad = Check(name="bad", command=(), about="", remedy="Do better.")
    says = [sys.executable, "-c", "import sys; print('line 7 is wrong'); sys.exit(int(sys.argv[1]))"]
    assert run([(good, [*says, "0"]), (bad, [*says, "1"])]) == 1
    said = capfd.readouterr().out
    assert said.startswith("--- bad ---\nline 7 is wrong\nDo better.\n\nChecks: 1 of 2 failed (bad), in ")
    assert run([(good, [*says, "0"])]) == 0
    assert capfd.readouterr().out.startswith("Checks: clean (good), in ")


def test_a_fault_of_style_and_of_shape_is_found_in_the_file_that_is_named(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
):
    path = tmp_path / "spoilt.py"
    path.write_text("import os\nx = {  }\n")
    for name, said in (("style", "F401"), ("format", "make format")):
        assert main([name, str(path)]) == 1
        assert said in capfd.readouterr().out
    path.write_text("x = {}\n")
    assert [main([name, str(path)]) for name in ("style", "format")] == [0, 0]
    assert main(["markup", str(path)]) == 0


def test_an_unknown_check_is_refused_and_the_known_ones_are_named(capfd: pytest.CaptureFixture[str]):
    assert main(["stile"]) == 2
    assert "style" in capfd.readouterr().err


def test_every_check_runs_before_a_commit():
    (source,) = yaml.safe_load((PROJECT / ".pre-commit-config.yaml").read_text())["repos"]
    assert source["repo"] == "local"
    assert {hook["entry"] for hook in source["hooks"]} == {
        f".venv/bin/python -m tests.lint {check.name}" for check in CHECKS
    }
