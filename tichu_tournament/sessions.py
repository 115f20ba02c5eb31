"""Django's sessions, but for one answer: a browser keeps its session until it signs out."""

from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers


class SessionsUntilSignOut(SessionMiddleware):
    """Django tells a browser to forget a key that it does not know. But who signs in gets a new key, and a question of
    the same page that was still on its way carries the old one: if its answer arrives last, it would take the new key
    away. So an unknown key is left where it is; only signing out takes it away."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        session = request.session
        if session.is_empty() and not session.modified:
            if session.accessed:
                patch_vary_headers(response, ("Cookie",))
            return response
        return super().process_response(request, response)
