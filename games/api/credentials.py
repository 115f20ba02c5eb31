"""Who asks: an account by its session, a program by its token, a team by its link."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, SessionAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from games.actor import NOBODY, Actor
from games.services.links import enter_by_token
from games.services.tokens import act_by_api_token
from games.visitors import visitor
from rules.refusal import Refusal

SCHEMES: dict[str, Callable[[str], Actor]] = {
    "bearer": lambda secret: act_by_api_token(secret=secret),
    "link": lambda secret: enter_by_token(token=secret),
}


class ByHeader(BaseAuthentication):
    """`Authorization: Bearer <token>` for programs, `Authorization: Link <token>` for teams."""

    def authenticate(self, request: Request) -> tuple[Any, Actor] | None:
        words = get_authorization_header(request).decode("latin-1").split()
        if not words:
            return None
        if len(words) != 2 or words[0].lower() not in SCHEMES:
            raise AuthenticationFailed
        try:
            actor = SCHEMES[words[0].lower()](words[1])
        except Refusal:
            raise AuthenticationFailed from None
        return actor.account or AnonymousUser(), actor

    def authenticate_header(self, request: Request) -> str:
        return "Bearer, Link"


class OriginUnproven(PermissionDenied):
    """A request with a session's cookie, but without the proof that our own page sent it."""


class BySession(SessionAuthentication):
    """The session of somebody who has signed in, or has come by a team's link: the pages' own scripts. Whatever writes
    needs the proof of origin that forms carry too."""

    def authenticate(self, request: Request) -> tuple[Any, Actor] | None:
        actor = visitor(request._request)
        if actor == NOBODY:
            return None
        try:
            self.enforce_csrf(request)
        except PermissionDenied:
            raise OriginUnproven from None
        return actor.account or AnonymousUser(), actor


class ByHeaderInSchema(OpenApiAuthenticationExtension):
    target_class = "games.api.credentials.ByHeader"
    name = ["token", "link"]

    def get_security_definition(self, auto_schema: Any) -> list[dict[str, str]]:
        link = "The link of a team: `Link` and its token."
        return [
            {"type": "http", "scheme": "bearer", "description": "A personal token, made at /api/v1/tokens/."},
            {"type": "apiKey", "in": "header", "name": "Authorization", "description": link},
        ]


class BySessionInSchema(OpenApiAuthenticationExtension):
    target_class = "games.api.credentials.BySession"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}
