"""Pages that open without a network: each has a keeper, a service worker that keeps it and what it is made of."""

from collections.abc import Sequence

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def keeper_of(request: HttpRequest, name: str, pages: str, files: Sequence[str]) -> HttpResponse:
    """The keeper of all pages below an address. They say by a header that they are ours, and which. Files whose names
    do not change with their content are not kept: they would never be new."""
    context = {"name": name, "pages": pages, "files": () if settings.FRESH else files}
    return render(request, "keeper.js", context, content_type="text/javascript")
