"""What load balancers, watchdogs and curious operators ask."""

from dataclasses import asdict

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.selectors.health import Finding, health


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """The process is alive. Asks nothing of database or broker."""
    return JsonResponse({"status": "alive"})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Ready to serve: 200 when good or with a warning, 503 when the database is away or not migrated."""
    found = health(now=timezone.now())
    body = {"status": found.overall, **asdict(found)}
    return JsonResponse(body, status=503 if found.overall is Finding.TROUBLE else 200)
