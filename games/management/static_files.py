"""Static files for the embedded program: collected when they have changed, so that a start is quick."""

import hashlib
import os

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

IGNORED = ["rest_framework"]
"""The framework's own pages, which we do not show."""


def collect_if_changed() -> bool:
    """Collect, compress and name the files; returns whether that was necessary."""
    stamp, state = settings.STATIC_ROOT / ".collected", state_of_files()
    if stamp.exists() and stamp.read_text() == state:
        return False
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=IGNORED)
    stamp.write_text(state)
    return True


def state_of_files() -> str:
    """The same for the same files: their names, sizes and times."""
    state = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list(IGNORED):
            known = os.stat(storage.path(path))
            state.update(f"{path} {known.st_size} {known.st_mtime_ns}\n".encode())
    return state.hexdigest()
