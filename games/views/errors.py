"""The pages for when something is wrong: 400, 403, 404, 500."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import loader


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The request was not understood, or was meant for another host."""
    return render(request, "400.html", status=400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "403.html", status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form's proof of origin was missing or old, most often a page left open over a sign-in."""
    return render(request, "403_csrf.html", status=403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Our fault. Rendered with nothing that could fail again: no session, no account, no database."""
    text = loader.render_to_string("500.html", {"request_id": getattr(request, "request_id", "")})
    return HttpResponse(text, status=500)
