"""Pages for which one must be signed in; signing in; and being refused it for a while."""

import math
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.views import LogoutView, redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django_htmx.http import HttpResponseClientRedirect

from games.views.requests import Request
from games.visitors import forget_link

P = ParamSpec("P")

BACKEND = "django.contrib.auth.backends.ModelBackend"
"""Who vouches for an account in a session; the other backend only counts attempts."""


def sign_in_required(
    view: Callable[Concatenate[Request, P], HttpResponse],
) -> Callable[Concatenate[Request, P], HttpResponse]:
    """Leads to the sign-in and from there back to the page; a form that was sent meanwhile is not sent again.

    A fragment that htmx asks for must not be answered with a page to put in its place: the whole page moves on.
    """

    @wraps(view)
    def guarded(request: Request, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        if request.htmx:
            page = request.htmx.current_url_abs_path or "/"
            return HttpResponseClientRedirect(redirect_to_login(page).headers["Location"])
        page = request.get_full_path() if request.method == "GET" else resolve_url(settings.LOGIN_REDIRECT_URL)
        return redirect_to_login(page)

    return guarded


def sign_in(request: HttpRequest, account: Any) -> None:
    """For somebody who has shown otherwise than by a password who they are."""
    login(request, account, backend=BACKEND)


class SignOut(LogoutView):
    """Whoever comes to this browser next comes by no link that was opened here."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        forget_link(request)
        return super().post(request, *args, **kwargs)


def too_often(request: HttpRequest, *ignored: object) -> HttpResponse:
    """Too many wrong passwords: when one may try again, and what one can do meanwhile."""
    seconds = math.ceil((request.try_again_at - timezone.now()).total_seconds())  # type: ignore[attr-defined]
    seconds = max(seconds, 1)
    answer = render(request, "public/too_often.html", {"minutes": math.ceil(seconds / 60)}, status=429)
    answer.headers["Retry-After"] = str(seconds)
    return answer
