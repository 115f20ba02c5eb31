"""Pages for everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def start(request: HttpRequest) -> HttpResponse:
    """The start page: what this is, and where to go from here."""
    return render(request, "public/start.html")
