"""Entering oneself: the director's page with the link, and the page behind it for everybody."""

import json
import time
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from games.actor import Actor
from games.choices import Visibility
from games.forms.entrants import EnterForm
from games.forms.refusing import refuse
from games.selectors.entrants import entrants_of, entry_made, places_in
from games.selectors.records import regulations_of
from games.selectors.tournaments import tournament_at
from games.services.rates import WINDOW, count_one_more
from games.services.registration import register_self
from games.services.tournaments import edit_tournament
from games.views.cards import LOOPBACK, square
from games.views.entrants import page
from games.views.requests import Request
from games.views.signing_in import sign_in_required
from games.visitors import remember, remembered, visitor
from rules.refusal import Refusal

ENTERED = "entered"
"""The cookie that says which entries were made in this browser, so that nobody else sees how they stand."""
MOST_ENTERED = 20
"""Of so many, the last ones."""


# --- for the director --------------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "POST"])
@sign_in_required
def registration(request: Request, tournament: int) -> HttpResponse:
    """Open or close it, and the link and the square that lead there."""
    by = visitor(request)
    found = entrants_of(by, tournament)
    if not found.directs:
        raise Refusal("not_allowed")
    if request.method == "POST":
        opened = request.POST.get("act") == "open"
        # A private tournament does not exist for those who should enter: whoever has the link may see it then.
        seen = {"visibility": Visibility.UNLISTED} if opened and hidden(found.tournament) else {}
        edit_tournament(by=by, tournament_id=tournament, registration_open=opened, **seen)
        messages.success(request, _("Registration is open.") if opened else _("Registration is closed."))
        return redirect("entrants-registration", tournament)
    address = request.build_absolute_uri(reverse("enter", args=[found.tournament.slug]))
    context = {
        "address": address,
        "square": square(address),
        "hidden": hidden(found.tournament),
        "loopback": request.get_host().rsplit(":", 1)[0] in LOOPBACK,
    }
    return render(request, "entrants/registration.html", page(found, "registration") | context)


def hidden(tournament: Any) -> bool:
    return bool(tournament.visibility == Visibility.PRIVATE)


# --- for everybody -----------------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "POST"])
def enter(request: Request, slug: str) -> HttpResponse:
    """Enter a team, or oneself to find a partner, while registration is open."""
    by = visitor(request)
    found = tournament_at(by, slug)
    members = regulations_of(found).members_at_the_table
    form = EnterForm(members, request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST":
        try:
            check_rate(request, by)
            if form.is_valid():
                made = entered_here(request) | {str(found.pk): register(by, found.pk, form)}
                done = redirect("entered", slug)
                remember(done, ENTERED, json.dumps(dict([*made.items()][-MOST_ENTERED:])), salt=ENTERED)
                return done
            status = 422
        except Refusal as refusal:
            status = 429 if refusal.code == "too_often" else 422
            refuse_entering(form, refusal)
    context = {
        "tournament": found,
        "tab": "enter",
        "members": members,
        "form": form,
        "places": places_in(found),
        "open": found.registration_open and found.state == "setup",
    }
    answer = render(request, "entrants/enter.html", context, status=status)
    if status == 429:
        answer.headers["Retry-After"] = str(WINDOW)
    return answer


def entered_here(request: Request) -> dict[str, int]:
    """The entry that was made in this browser, by its tournament."""
    return dict(json.loads(remembered(request, ENTERED, salt=ENTERED) or "{}"))


def register(by: Actor, tournament: int, form: EnterForm) -> int:
    said = form.cleaned_data
    team = register_self(
        by=by, tournament_id=tournament, people=form.people(), name=said.get("team", ""), consent=said["consent"]
    )
    return team.pk


def refuse_entering(form: EnterForm, refusal: Refusal) -> None:
    """Beside the field it is about; the names together are the first name's."""
    form.is_valid()
    field = refusal.facts.get("field")
    refuse(form, Refusal(refusal.code, **refusal.facts | {"field": "name" if field == "members" else field}))


def check_rate(request: Request, by: Actor) -> None:
    """As often as programs may write, counted together with them."""
    who, kind = str(request.META.get("REMOTE_ADDR", "")), "anonymous"
    if by.account is not None or by.link is not None:
        who, kind = str(by), "account" if by.account is not None else "link"
    now = time.time()
    if count_one_more(f"write {who}", now=now) > settings.API_WRITES_PER_MINUTE[kind]:
        raise Refusal("too_often", seconds=int(WINDOW - now % WINDOW) + 1)


@never_cache
@require_GET
def entered(request: Request, slug: str) -> HttpResponse:
    """How it stands with the entry that was made in this browser."""
    found = tournament_at(visitor(request), slug)
    made = entered_here(request).get(str(found.pk))
    row = None if made is None else entry_made(found, made)
    if row is None:
        return redirect("enter", slug)
    members = regulations_of(found).members_at_the_table
    context = {"tournament": found, "tab": "enter", "row": row, "members": members}
    return render(request, "entrants/entered.html", context)
