"""Pages through the whole stack of middleware, beside a plain view through the same stack: CPU per request."""

import time
from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import include, path

from bench.line import Line, best_of

REQUESTS = 200


def plain(request: HttpRequest) -> HttpResponse:
    return HttpResponse("plain")


urlpatterns = [path("plain/", plain), path("", include("games.urls"))]


def cpu_of(client: Client, address: str) -> float:
    """CPU seconds a request, the mean of many."""
    started = time.process_time()
    for _ in range(REQUESTS):
        assert client.get(address).status_code == 200
    return (time.process_time() - started) / REQUESTS


def measure() -> Iterator[Line]:
    with override_settings(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["testserver"]):
        client = Client()
        ours, peer = best_of(5, lambda: cpu_of(client, "/"), lambda: cpu_of(client, "/plain/"))
    yield Line(id="W0", what="the start page, uncached, beside a plain view", ours=ours, peer=peer, goal=4)
