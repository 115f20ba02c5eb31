"""A second start does not collect again what has not changed."""

import os
import time
from pathlib import Path

from pytest_django import Settings

from games.management.static_files import collect_if_changed


def test_files_are_collected_when_they_have_changed(tmp_path: Path, settings: Settings):
    source, target = tmp_path / "source", tmp_path / "target"
    source.mkdir()
    target.mkdir()
    settings.STATICFILES_DIRS, settings.STATIC_ROOT = [source], target
    (source / "page.css").write_text("a {}")
    assert collect_if_changed()
    assert (target / "page.css").read_text() == "a {}"
    assert not collect_if_changed()
    (source / "page.css").write_text("a { color: red }")
    later = time.time() + 10  # Django looks at whole seconds
    os.utime(source / "page.css", (later, later))
    assert collect_if_changed()
    assert (target / "page.css").read_text() == "a { color: red }"
    assert not (target / "rest_framework").exists()
