"""The projector's remote control: made for a phone in one hand."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games.choices import ScreenView
from games.events import screen_topic, topic_of
from games.forms.refusing import refuse
from games.forms.remote import AnnouncementForm
from games.selectors.screen import screen_now
from games.selectors.tournaments import tournament_run_by
from games.sentences.screen import VIEWS
from games.services.screen import BACK, ON, announce, end_announcement, hold_page, show_view, turn_page
from games.views.cards import LOOPBACK, square
from games.views.requests import Request
from games.views.signing_in import sign_in_required
from games.visitors import visitor
from rules.refusal import Refusal


@never_cache
@require_GET
@sign_in_required
def remote(request: Request, tournament: int) -> HttpResponse:
    """What the projector shows, and everything to change it."""
    return shown(request, tournament)


@never_cache
@require_GET
@sign_in_required
def remote_now(request: Request, tournament: int) -> HttpResponse:
    """What it shows, fetched whenever that changes: somebody else may have a remote control too."""
    return shown(request, tournament, template="director/_remote.html")


@require_POST
@sign_in_required
def show(request: Request, tournament: int) -> HttpResponse:
    """One thing alone, or everything in turn."""
    show_view(by=visitor(request), tournament_id=tournament, view=request.POST.get("view", ""))
    return answered(request, tournament)


@require_POST
@sign_in_required
def turn(request: Request, tournament: int) -> HttpResponse:
    """To the next page, or to the one before."""
    back = request.POST.get("pages") == str(BACK)
    turn_page(by=visitor(request), tournament_id=tournament, pages=BACK if back else ON)
    return answered(request, tournament)


@require_POST
@sign_in_required
def hold(request: Request, tournament: int) -> HttpResponse:
    """The page stays, or pages turn by themselves."""
    hold_page(by=visitor(request), tournament_id=tournament, held=request.POST.get("held") == "yes")
    return answered(request, tournament)


@require_POST
@sign_in_required
def announcement(request: Request, tournament: int) -> HttpResponse:
    """A text above everything else."""
    form = AnnouncementForm(request.POST)
    try:
        if form.is_valid():
            announce(by=visitor(request), tournament_id=tournament, text=form.cleaned_data["text"])
            return answered(request, tournament)
    except Refusal as refusal:
        if refusal.facts.get("field") != "text":
            raise
        refuse(form, refusal)
    return shown(request, tournament, form=form, status=422)


@require_POST
@sign_in_required
def quiet(request: Request, tournament: int) -> HttpResponse:
    """The text is taken away."""
    end_announcement(by=visitor(request), tournament_id=tournament)
    return answered(request, tournament)


def answered(request: Request, tournament: int) -> HttpResponse:
    if request.htmx:
        return shown(request, tournament, template="director/_remote.html")
    return redirect("remote", tournament)


def shown(
    request: Request,
    tournament: int,
    *,
    template: str = "director/remote.html",
    form: AnnouncementForm | None = None,
    status: int = 200,
) -> HttpResponse:
    found = tournament_run_by(visitor(request), tournament)
    now = screen_now(found, at=timezone.now(), names=False)
    context: dict[str, Any] = {
        "tournament": found,
        "tab": "remote",
        "now": now,
        "turning": [VIEWS[view] for view in now.rotation],
        "views": [(view.value, words) for view, words in VIEWS.items() if view is not ScreenView.ROTATION],
        "topics": [topic_of(found), screen_topic(found)],
        "form": form or AnnouncementForm(),
        "back": BACK,
        "on": ON,
    }
    if template == "director/remote.html":
        link = request.build_absolute_uri(reverse("screen", args=[found.slug]))
        loopback = request.get_host().rsplit(":", 1)[0] in LOOPBACK
        context |= {"link": link, "square": square(link), "loopback": loopback}
    return render(request, template, context, status=status)
