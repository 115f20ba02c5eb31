"""The program's settings for the tests: as they are, but a password is hashed in a moment, for hardly a test is about
that. One that is asks for the fixture `real_hashing`; who signs in to a program started beside the tests finds both."""

import os

from tichu_tournament.settings import *  # noqa: F403
from tichu_tournament.settings import PASSWORD_HASHERS as REAL_HASHERS

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *REAL_HASHERS]

CELERY_TASK_DEFAULT_QUEUE = os.environ.get("TEST_QUEUE", "celery")  # the shared worker has one of its own
