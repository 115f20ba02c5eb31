"""Who is brought together and who is kept apart: pairs out of singles, families, rivals, clubs."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.actor import Actor
from games.forms.entrants import ApartForm, ClubmatesForm
from games.forms.refusing import refuse
from games.labels import words_for
from games.selectors.entrants import Entrants, entrants_of, wishes_in
from games.selectors.partners import unions_of
from games.services.apart import keep_apart, stop_keeping_apart
from games.services.partners import form_pairs, take_apart
from games.services.tournaments import change_regulations
from games.views.entrants import number_in, page
from games.views.requests import Request
from games.views.signing_in import sign_in_required
from games.visitors import visitor
from rules.refusal import Refusal
from scoring.regulations import Clubmates, Ranked, regulations_to_json


def directed_by(by: Actor, tournament: int) -> Entrants:
    found = entrants_of(by, tournament)
    if not found.directs:
        raise Refusal("not_allowed")
    return found


# --- together ----------------------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "POST"])
@sign_in_required
def partners(request: Request, tournament: int) -> HttpResponse:
    """Who looks for a partner; two that are chosen become a team, or all of them in their order. Those who were put
    together are taken apart again."""
    by, wrong = visitor(request), ""
    found = directed_by(by, tournament)
    if request.method == "POST":
        act = part if request.POST.get("act") == "apart" else put_together
        try:
            said = act(request, by, found)
        except Refusal as refusal:
            wrong = words_for(refusal)
        else:
            messages.success(request, said)
            return redirect("entrants-partners", tournament)
    unions = {} if found.begun else unions_of(found.tournament)
    united = [each for each in found.entrants if each.row.id in unions]
    context = page(found, "partners") | {"wrong": wrong, "ticked": request.POST.getlist("team"), "united": united}
    return render(request, "entrants/partners.html", context, status=422 if wrong else 200)


def put_together(request: Request, by: Actor, found: Entrants) -> str:
    ids = [each.row.id for each in found.looking]
    pairs = list(zip(ids[::2], ids[1::2], strict=False))
    if request.POST.get("act") != "all":
        pairs = [tuple(number_in(each) for each in request.POST.getlist("team"))]  # type: ignore[list-item]
    form_pairs(by=by, tournament_id=found.tournament.pk, team_ids=pairs)
    return together_in_words(found, pairs)


def part(request: Request, by: Actor, found: Entrants) -> str:
    entrant = found.entrant(number_in(request.POST.get("team", "")))
    if entrant is None:
        raise Refusal("team_unknown", field="team", value=request.POST.get("team", ""))
    take_apart(by=by, team_id=entrant.row.id)
    return _("Taken apart: %(names)s. Each of them looks for a partner again.") % {"names": entrant.people}


def together_in_words(found: Entrants, pairs: Sequence[tuple[int, int]]) -> str:
    titles = {each.row.id: each.title for each in found.looking}
    words = _("%(one)s and %(other)s play together.")
    return " ".join(words % {"one": titles[one], "other": titles[other]} for one, other in pairs)


# --- apart -------------------------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "POST"])
@sign_in_required
def apart(request: Request, tournament: int) -> HttpResponse:
    """Who is kept apart by name, and whether clubs are."""
    by = visitor(request)
    found = directed_by(by, tournament)
    if request.method == "GET":
        return show_apart(request, found)
    act = request.POST.get("act")
    if act == "stop":
        wish = number_in(request.POST.get("wish", ""))
        stop_keeping_apart(by=by, tournament_id=tournament, apart_id=wish)
        messages.success(request, _("They may meet."))
        return redirect("entrants-apart", tournament)
    return clubmates(request, by, found) if act == "clubmates" else keep(request, by, found)


def keep(request: Request, by: Actor, found: Entrants) -> HttpResponse:
    form = ApartForm(found.taking_part, individual(found), request.POST)
    if form.is_valid():
        try:
            keep_apart(by=by, tournament_id=found.tournament.pk, **form.wish())
        except Refusal as refusal:
            form.add_error("other", words_for(refusal))
        else:
            messages.success(request, _("They are kept apart from the next draw on."))
            return redirect("entrants-apart", found.tournament.pk)
    return show_apart(request, found, form=form, status=422)


def clubmates(request: Request, by: Actor, found: Entrants) -> HttpResponse:
    """It is part of the regulations, and so it is said there."""
    form = ClubmatesForm(found.begun, request.POST)
    if form.is_valid():
        said = form.cleaned_data
        rules = regulations_to_json(replace(found.regulations, clubmates=Clubmates(said["clubmates"])))
        try:
            change_regulations(
                by=by, tournament_id=found.tournament.pk, regulations=rules, reason=said.get("reason", "")
            )
        except Refusal as refusal:
            refuse(form, refusal)
        else:
            messages.success(request, _("Changed. It holds from the next draw on."))
            return redirect("entrants-apart", found.tournament.pk)
    return show_apart(request, found, clubs=form, status=422)


def individual(found: Entrants) -> bool:
    return found.regulations.ranked is Ranked.INDIVIDUAL


def show_apart(request: Request, found: Entrants, *, status: int = 200, **forms: Any) -> HttpResponse:
    titles = {each.row.id: each.title for each in found.entrants}
    context = {
        "wishes": [
            (wish, [titles[team] for team in wish.teams if team in titles]) for wish in wishes_in(found.tournament)
        ],
        "individual": individual(found),
        "form": ApartForm(found.taking_part, individual(found)),
        "clubs": ClubmatesForm(found.begun, initial={"clubmates": found.regulations.clubmates}),
    }
    return render(request, "entrants/apart.html", page(found, "apart") | context | forms, status=status)
