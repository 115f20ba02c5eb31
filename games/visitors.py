"""Who a request comes from: an account that has signed in, a team that came by its link, or nobody in particular.

The link is remembered in a cookie of its own, signed, and not in the session: what has nothing to do with signing in
does not change the session's key. An answer that was still on its way says nothing about either cookie, so whichever
answer arrives last, the phone stays let in.
"""

from dataclasses import replace

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

from games.actor import Actor, actor_of
from games.services.links import enter_again

SALT = "the link somebody came by"
CHANGED = "LINK_CHANGED"
"""Where a request keeps the link that its answer tells the browser; None if it is to forget the one it has."""


def visitor(request: HttpRequest) -> Actor:
    """The account of the session, and the team's link of the browser if that is still valid."""
    actor = actor_of(request.user)
    known = remembered(request, settings.LINK_COOKIE_NAME, salt=SALT)
    return actor if known is None else replace(actor, link=enter_again(link_id=int(known)).link)


def remember_link(request: HttpRequest, actor: Actor) -> None:
    """Exchanged once, so that no address carries the token."""
    request.META[CHANGED] = actor.link.pk if actor.link else None


def forget_link(request: HttpRequest) -> None:
    request.META[CHANGED] = None


class LinkMiddleware(MiddlewareMixin):
    """Tells the browser, with the answer to whoever comes by a link or gives it up, and with no other."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if CHANGED not in request.META:
            return response
        link = request.META[CHANGED]
        if link is None:
            response.delete_cookie(settings.LINK_COOKIE_NAME, samesite=settings.SESSION_COOKIE_SAMESITE)
        else:
            remember(response, settings.LINK_COOKIE_NAME, str(link), salt=SALT)
        return response


def remember(response: HttpResponseBase, name: str, value: str, *, salt: str) -> None:
    """In this browser, as long as a session lasts; out of reach of scripts, and signed, so that nobody can write it."""
    response.set_signed_cookie(
        name, value, salt=salt, max_age=settings.SESSION_COOKIE_AGE, httponly=True,
        secure=settings.SESSION_COOKIE_SECURE, samesite=settings.SESSION_COOKIE_SAMESITE,
    )  # fmt: skip


def remembered(request: HttpRequest, name: str, *, salt: str) -> str | None:
    return request.get_signed_cookie(name, default=None, salt=salt, max_age=settings.SESSION_COOKIE_AGE)
