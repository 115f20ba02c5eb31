"""What a page answers when a service refuses and the view has not said where to show it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from games.labels import words_for
from rules.refusal import Refusal

NOT_THERE = {"tournament_unknown", "round_unknown", "table_unknown", "hand_unknown", "team_unknown"}
"""What an address can name."""


class RefusalMiddleware(MiddlewareMixin):
    """403 for what this person may not do, 404 for what is not there, 422 for what nobody could, each with the reason
    in words."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, Refusal):
            return None
        status = 403 if exception.code == "not_allowed" else 404 if exception.code in NOT_THERE else 422
        return render(request, "refused.html", {"reason": words_for(exception)}, status=status)
