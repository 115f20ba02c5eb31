"""Pages through the whole stack of middleware, beside a plain view through the same stack: CPU per request.

The public page of a tournament of 200 teams: kept as bytes, to a reader who has it already (304), and made anew.
"""

import time
from collections.abc import Iterator

from django.core.management import call_command
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import include, path

from bench.line import Line, best_of

REQUESTS = 200
ROUNDS = 7


def plain(request: HttpRequest) -> HttpResponse:
    return HttpResponse("plain")


urlpatterns = [path("plain/", plain), path("", include("games.urls"))]


def cpu_of(client: Client, address: str, *, status: int = 200, requests: int = REQUESTS, **headers: str) -> float:
    """CPU seconds a request, the mean of many."""
    started = time.process_time()
    for _ in range(requests):
        assert client.get(address, headers=headers).status_code == status
    return (time.process_time() - started) / requests


def cpu_of_new(client: Client, address: str) -> float:
    """The same for a page that nobody has kept."""
    from games.views import keeping

    started = time.process_time()
    for _ in range(3):
        keeping.contents.clear()
        keeping.answers.clear()
        client.get(address)
    return (time.process_time() - started) / 3


def measure() -> Iterator[Line]:
    from games.models import Tournament
    from games.services.standings import refresh_standings
    from tests.games.large import large_tournament

    call_command("migrate", verbosity=0)
    tournament = large_tournament(200, rounds=3, hands=8)
    Tournament.objects.filter(pk=tournament.pk).update(visibility="public")
    refresh_standings(tournament_id=tournament.pk)
    page = f"/t/{tournament.slug}/"
    with override_settings(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["testserver"]):
        client = Client()
        etag = client.get(page).headers["ETag"]
        peer, start, kept, known = best_of(
            ROUNDS,
            lambda: cpu_of(client, "/plain/"),
            lambda: cpu_of(client, "/", requests=REQUESTS // 4),
            lambda: cpu_of(client, page),
            lambda: cpu_of(client, page, status=304, **{"If-None-Match": etag}),
        )
        (new,) = best_of(2, lambda: cpu_of_new(client, page))
    yield Line(id="W0", what="the start page, uncached, beside a plain view", ours=start, peer=peer, goal=None)
    yield Line(
        id="W1a", what=f"standings of 200 teams, kept: {share(peer, kept)} of a plain view", ours=kept, peer=peer,
        goal=1 / 0.6,
    )  # fmt: skip
    yield Line(
        id="W1b", what=f"the same answered with 304: {share(peer, known)} of a plain view", ours=known, peer=peer,
        goal=1 / 0.7,
    )  # fmt: skip
    yield Line(id="W1c", what="the same made anew", ours=new, peer=peer, goal=None)


def share(peer: float, ours: float) -> str:
    """How many requests of ours take the CPU of a hundred plain ones."""
    return f"{100 * peer / ours:.0f} %"
