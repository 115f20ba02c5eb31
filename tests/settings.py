"""The program's settings for the tests: as they are, but for what costs time in each test that is not about it.

A password is hashed in a moment; a test that is about that asks for the fixture `real_hashing`, and who signs in to a
program started beside the tests finds both. Static files are looked for once a process.
"""

import os

from tichu_tournament.settings import *  # noqa: F403
from tichu_tournament.settings import MIDDLEWARE
from tichu_tournament.settings import PASSWORD_HASHERS as REAL_HASHERS

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *REAL_HASHERS]

MIDDLEWARE = [
    "tests.static_files_once.FilesFoundOnce" if each == "tichu_tournament.static_files.WholeFiles" else each
    for each in MIDDLEWARE
]

CELERY_TASK_DEFAULT_QUEUE = os.environ.get("TEST_QUEUE", "celery")  # the shared worker has one of its own
