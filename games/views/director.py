"""Pages for directors."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games.permissions import may_check_up
from games.selectors.health import health
from games.selectors.jobs import last_job_of
from games.services.checkup import SIGN_OF_LIFE, TOPIC, ask_worker
from games.views.requests import Request
from games.views.signing_in import sign_in_required
from rules.refusal import Refusal


@never_cache
@require_GET
@sign_in_required
def checkup(request: Request) -> HttpResponse:
    """Is everything ready? Database, worker and broker in words, and the worker's last sign of life."""
    return render(request, "director/checkup.html", {"topic": TOPIC, **_findings(request)})


@never_cache
@require_GET
@sign_in_required
def checkup_findings(request: Request) -> HttpResponse:
    """The findings alone, fetched anew whenever the live stream says that something changed."""
    return _findings_fragment(request)


@require_POST
@sign_in_required
def checkup_ask(request: Request) -> HttpResponse:
    """Ask the worker for a sign of life."""
    ask_worker(by=request.user)
    return _findings_fragment(request) if request.htmx else redirect("checkup")


def _findings_fragment(request: Request) -> HttpResponse:
    return render(request, "director/_findings.html", _findings(request))


def _findings(request: Request) -> dict[str, Any]:
    if not may_check_up(request.user):
        raise Refusal("not_allowed")
    return {"health": health(now=timezone.now()), "job": last_job_of(SIGN_OF_LIFE.name, "worker")}
