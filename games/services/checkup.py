"""The director's check-up: ask the worker for a sign of life before forty people wait for it."""

import os
import platform
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser

from games.models import Account, Job
from games.permissions import may_check_up
from games.services.jobs import JobKind, ask_for_job
from rules.refusal import Refusal

TOPIC = "checkup"


def _prepare(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Who is answering."""
    return {"host": platform.node(), "process": os.getpid()}


def _complete(job: Job, prepared: dict[str, Any]) -> dict[str, Any]:
    return prepared


SIGN_OF_LIFE = JobKind(
    name="sign_of_life", prepare=_prepare, complete=_complete, done="worker.answered", topic=lambda job: TOPIC
)


def ask_worker(*, by: Account | AnonymousUser) -> Job:
    """Ask whichever worker is there for a sign of life."""
    if not may_check_up(by):
        raise Refusal("not_allowed")
    return ask_for_job(kind=SIGN_OF_LIFE, key="worker", arguments={}, by=by)
