"""Who takes part: the list, and check-in by tapping a row."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.choices import NoShows
from games.labels import words_for
from games.selectors.entrants import Entrant, Entrants, Standing, entrants_of
from games.selectors.teams import RoundsSoFar
from games.services.attendance import check_in, close_check_in, reopen_check_in, undo_check_in
from games.services.places import move_in_wait_list, move_up
from games.views.requests import Request
from games.views.signing_in import sign_in_required
from games.visitors import visitor
from rules.refusal import Refusal

SHOWN = ("", *Standing)


@never_cache
@require_GET
@sign_in_required
def entrants(request: Request, tournament: int) -> HttpResponse:
    """Everybody who entered; those that are looked for, if somebody looks."""
    found = entrants_of(visitor(request), tournament)
    template = "entrants/_list.html" if request.htmx else "entrants/list.html"
    return render(request, template, listed(found, request.GET))


def page(found: Entrants, part: str) -> dict[str, Any]:
    """What every page about entrants needs."""
    return {"found": found, "tournament": found.tournament, "tab": "entrants", "part": part}


def listed(found: Entrants, asked: Mapping[str, str]) -> dict[str, Any]:
    search, standing = asked.get("search", "").strip()[:100], asked.get("show", "")
    standing = standing if standing in SHOWN else ""
    return page(found, "list") | {
        "topic": f"tournament.{found.tournament.pk}",
        "rows": [each for each in found.entrants if each.fits(search, standing)],
        "search": search,
        "show": standing,
        "undo": undo_in(found, asked),
    }


def undo_in(found: Entrants, asked: Mapping[str, str]) -> dict[str, Any] | None:
    """What was done a moment ago and can be taken back, if it has not been already."""
    entrant, act = found.entrant(number_in(asked.get("done", ""))), asked.get("act", "")
    if entrant is None or not found.directs:
        return None
    undo = {"entrant": entrant}
    if act == "withdraw" and entrant.standing is Standing.WITHDRAWN:
        return undo | {"act": "reinstate", "words": withdrawn_in_words(entrant, found.rounds)}
    if act == "cancel" and entrant.standing is Standing.CANCELLED:
        return undo | {"act": "restore", "words": _("%(name)s is cancelled.") % {"name": entrant.title}}
    member = number_in(asked.get("member", ""))
    for each in entrant.stand_ins:
        if act == "substitute" and each.member_id == member:
            words = _("%(name)s plays for %(member)s in round %(round)s.")
            said = words % {"name": each.name, "member": each.member, "round": each.round}
            return undo | {"act": "end_substitution", "member": member, "words": said}
    return None


def withdrawn_in_words(entrant: Entrant, rounds: RoundsSoFar) -> str:
    said = {"name": entrant.title, "round": entrant.row.withdrawn}
    if not entrant.row.withdrawn:
        return _("%(name)s has withdrawn.") % said
    if entrant.row.withdrawn > rounds.closed:
        return _("%(name)s plays round %(round)s and is withdrawn after it.") % said
    return _("%(name)s has withdrawn after round %(round)s.") % said


# --- check-in ----------------------------------------------------------------------------------------------------


@require_POST
@sign_in_required
def tap(request: Request, tournament: int) -> HttpResponse:
    """One row was tapped: the team is here, or it is not after all."""
    by = visitor(request)
    found = entrants_of(by, tournament)
    act, key = (check_in, "here") if "here" in request.POST else (undo_check_in, "gone")
    entrant = found.entrant(number_in(request.POST.get(key, "")))
    if entrant is None:
        raise Refusal("too_few", field="teams", value=0, minimum=1)
    act(by=by, team_ids=[entrant.row.id])
    if not request.htmx:
        return to_row(tournament, entrant.row.number)
    found = entrants_of(by, tournament)
    context = listed(found, {}) | {"each": found.entrant(entrant.row.id)}
    return render(request, "entrants/_tapped.html", context)


def number_in(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else 0


def by_name(refusal: Refusal, names: Mapping[int, str]) -> Refusal:
    """The same refusal, that speaks of a person by name where the act knows a number."""
    value = refusal.facts.get("value")
    named = refusal.code == "player_entered_already" and isinstance(value, int) and value in names
    return Refusal(refusal.code, **refusal.facts | {"value": names[value]}) if named else refusal  # type: ignore[index]


def to_row(tournament: int, number: int) -> HttpResponse:
    """Back to the list, at the row one was at."""
    answer = redirect("entrants", tournament)
    answer["Location"] += f"#team-{number}"
    return answer


@never_cache
@require_http_methods(["GET", "POST"])
@sign_in_required
def close(request: Request, tournament: int) -> HttpResponse:
    """Check-in is over: who has not come, and what becomes of them."""
    by, wrong = visitor(request), ""
    found = entrants_of(by, tournament)
    if not found.directs:
        raise Refusal("not_allowed")
    if request.method == "POST":
        choice = NoShows.CANCEL if request.POST.get("no_shows") == NoShows.CANCEL else NoShows.KEEP
        try:
            absent = close_check_in(by=by, tournament_id=tournament, no_shows=choice)
        except Refusal as refusal:
            wrong = words_for(refusal)
        else:
            messages.success(request, closed_in_words(len(absent), choice))
            return redirect("entrants", tournament)
    context = page(found, "list") | {"absent": found.missing, "wrong": wrong}
    return render(request, "entrants/close.html", context, status=422 if wrong else 200)


def closed_in_words(absent: int, choice: NoShows) -> str:
    if not absent:
        return _("Check-in is closed. Everybody is here.")
    if choice is NoShows.CANCEL:
        return _("Check-in is closed. Whoever has not come is cancelled; each can be restored.")
    return _("Check-in is closed. Whoever has not come stays in.")


@require_POST
@sign_in_required
def reopen(request: Request, tournament: int) -> HttpResponse:
    reopen_check_in(by=visitor(request), tournament_id=tournament)
    messages.success(request, _("Check-in is open again."))
    return redirect("entrants", tournament)


@require_POST
@sign_in_required
def queue(request: Request, tournament: int) -> HttpResponse:
    """A team gets another place on the wait list."""
    by = visitor(request)
    team, place = (number_in(request.POST.get(name, "")) for name in ("team", "place"))
    if entrants_of(by, tournament).entrant(team) is None:
        raise Refusal("team_not_waiting", field="team", value=team)
    move_in_wait_list(by=by, team_id=team, place=place)
    if request.htmx:
        return render(request, "entrants/_list.html", listed(entrants_of(by, tournament), {}))
    answer = redirect("entrants", tournament)
    answer["Location"] += "#wait-list"
    return answer


@require_POST
@sign_in_required
def up(request: Request, tournament: int) -> HttpResponse:
    """While one plays nobody moves up by itself: the first of the wait list are let in now."""
    move_up(by=visitor(request), tournament_id=tournament)
    messages.success(request, _("Who waited first is in now."))
    return redirect("entrants", tournament)
