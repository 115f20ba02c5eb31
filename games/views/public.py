"""The club's home: what is being played, what is to come, what was, and who plays here."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from games.permissions import may_set_up_tournaments
from games.selectors.public_list import club_home
from games.selectors.tournaments import tournaments_run_by
from games.visitors import visitor


def start(request: HttpRequest) -> HttpResponse:
    """The start page: what is going on here, and where to go from here."""
    actor = visitor(request)
    context = {
        "home": club_home(),
        "run": tournaments_run_by(actor),
        "makes": may_set_up_tournaments(actor),
        "plays": actor.link is not None,
    }
    return render(request, "public/start.html", context)


@require_safe
def icon(request: HttpRequest) -> HttpResponse:
    """Where browsers look for it when nothing has told them, as at a feed or a file."""
    return redirect(static("favicon.svg"))
