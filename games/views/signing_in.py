"""Pages for which one must be signed in."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.shortcuts import resolve_url
from django_htmx.http import HttpResponseClientRedirect

from games.views.requests import Request

P = ParamSpec("P")


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
