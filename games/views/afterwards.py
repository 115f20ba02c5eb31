"""Standings for the staff, and the end of a tournament: equals, finish, publish, a show, files to take away, thanks."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games.exchange.spreadsheets import hands_sheet, standings_sheet
from games.formats import stage_name
from games.labels import words_for
from games.selectors.afterwards import Ending, Row, ending_of, thanks_for
from games.selectors.public import has_bracket
from games.selectors.records import record_of, regulations_of
from games.selectors.tournaments import tournament_run_by
from games.sentences.standings import ahead_in_words, criterion_in_words, figure, movement_in_words, one_sentence
from games.services.stages import (
    decide_ties,
    finish_tournament,
    hide_round,
    publish_ranking,
    resume_tournament,
    unpublish_ranking,
)
from games.views.requests import Request
from games.views.signing_in import sign_in_required
from games.visitors import visitor
from rules.refusal import Refusal
from scoring.record import record_to_json

PODIUM = 3

# --- standings for the staff -------------------------------------------------------------------------------------


@never_cache
@require_GET
@sign_in_required
def afterwards(request: Request, tournament: int) -> HttpResponse:
    """Where everybody stands with every round counted, and what is left to do at the end."""
    return show(request, ending_of(visitor(request), tournament, request.GET.get("stage", "")))


def show(request: Request, found: Ending, *, status: int = 200, **more: Any) -> HttpResponse:
    context = {
        "tournament": found.tournament,
        "tab": "afterwards",
        "found": found,
        "columns": [(criterion_in_words(key, short=True), criterion_in_words(key)) for key in found.columns],
        "rows": shown_rows(found),
        "stages": stages_named(found),
        "rounds": rounds_named(found),
        "embed": line_to_embed(request, found),
        "topic": f"tournament.{found.tournament.pk}",
    }
    template = "afterwards/_standings.html" if request.htmx else "afterwards/afterwards.html"
    return render(request, template, context | more, status=status)


def line_to_embed(request: Request, found: Ending) -> str:
    """What puts the standings into a club's own page; nothing if strangers may not see them."""
    if found.private:
        return ""
    address = request.build_absolute_uri(reverse("tournament-embed", args=[found.tournament.slug]))
    title = escape(found.tournament.name)
    return (
        f'<iframe src="{address}" title="{title}" width="100%" height="640" style="border: 0" loading="lazy"></iframe>'
    )


def stages_named(found: Ending) -> list[tuple[str, str]]:
    """The stages that have begun, with what they are called."""
    names = stage_names(found)
    last = found.stages[-1].key if found.stages else ""
    return [
        (stage.key, _("Final ranking") if found.finished and stage.key == last else names[stage.key])
        for stage in found.stages
    ]


def rounds_named(found: Ending) -> list[tuple[Any, str]]:
    """The rounds, with the name of their stage where there are several."""
    names = stage_names(found)
    return [(each, names[each.stage.key] if len(found.stages) > 1 else "") for each in found.rounds]


def stage_names(found: Ending) -> dict[str, str]:
    return {rules.key: stage_name(rules) for rules in regulations_of(found.tournament).stages}


def shown_rows(found: Ending) -> list[dict[str, Any]]:
    names = {row["team"]: row["name"] for row in found.rows}
    begins = first_of_stages(found)
    return [
        {
            "row": row,
            "stage": begins.get(row["team"], ""),
            "values": [value_in_words(row["values"].get(key)) for key in found.columns],
            "movement": None if row["movement"] is None else movement_in_words(row["movement"]),
            "why": why(row, names),
        }
        for row in found.rows
    ]


def first_of_stages(found: Ending) -> dict[str, str]:
    """In a final ranking over several stages: the first who came so far, and the name of the stage."""
    names = stage_names(found)
    first: dict[str, str] = {}
    for row in found.rows:
        if row["rank"] is not None and "stage" in row:
            first.setdefault(row["stage"], row["team"])
    return {team: names[stage] for stage, team in first.items()}


def value_in_words(value: Any) -> str:
    return "" if value is None else figure(value)


def why(row: Row, names: dict[str, str]) -> str:
    """Why this row stands above the next."""
    above = row.get("above")
    if above is None:
        return ""
    words = ahead_in_words(names[above["next"]], above["criterion"], above.get("value"), above.get("against"))
    return one_sentence(words)


# --- what is left to do ------------------------------------------------------------------------------------------


@require_POST
@sign_in_required
def finish(request: Request, tournament: int) -> HttpResponse:
    """The end. If rounds are left, it needs a reason, and that is asked for."""
    found = ending_of(visitor(request), tournament)
    reason = request.POST.get("reason", "")
    try:
        finish_tournament(by=visitor(request), tournament_id=tournament, reason=reason)
    except Refusal as refusal:
        if refusal.code == "not_allowed":
            raise
        return show(request, found, status=422, finish_error=words_for(refusal), reason=reason)
    messages.success(request, _("The tournament is finished. The ranking is for the staff until you publish it."))
    return redirect("afterwards", tournament)


@require_POST
@sign_in_required
def resume(request: Request, tournament: int) -> HttpResponse:
    """The end is taken back: it goes on."""
    resume_tournament(by=visitor(request), tournament_id=tournament)
    messages.success(request, _("The tournament goes on."))
    return redirect("afterwards", tournament)


@require_POST
@sign_in_required
def publish(request: Request, tournament: int) -> HttpResponse:
    """Everybody sees the final ranking."""
    publish_ranking(by=visitor(request), tournament_id=tournament)
    messages.success(request, _("The final ranking is published."))
    return redirect("afterwards", tournament)


@require_POST
@sign_in_required
def unpublish(request: Request, tournament: int) -> HttpResponse:
    """The final ranking is for the staff again."""
    unpublish_ranking(by=visitor(request), tournament_id=tournament)
    messages.success(request, _("The final ranking is taken back. It is for the staff until you publish it."))
    return redirect("afterwards", tournament)


@require_POST
@sign_in_required
def hide(request: Request, round_id: int) -> HttpResponse:
    """The results of a round are kept from the public, or shown to it."""
    hidden = request.POST.get("hidden") == "yes"
    round_ = hide_round(by=visitor(request), round_id=round_id, hidden=hidden)
    words = _("The results of round %(number)s are hidden.") if hidden else _("Round %(number)s is shown to everybody.")
    messages.success(request, words % {"number": round_.number})
    return redirect("afterwards", round_.stage.tournament_id)


@require_POST
@sign_in_required
def decide(request: Request, tournament: int) -> HttpResponse:
    """Of equals one is put a place higher. The rest of the decision stays as it was."""
    found = ending_of(visitor(request), tournament, request.POST.get("stage", ""))
    order = [row["team"] for group in found.equals for row in moved_up(group, request.POST.get("up", ""))]
    rest = [team for team in found.tournament.tie_order if team not in order]
    decide_ties(by=visitor(request), tournament_id=tournament, team_numbers=[int(team) for team in (*order, *rest)])
    return redirect("afterwards", tournament)


def moved_up(group: Sequence[Row], team: str) -> list[Row]:
    """The same rows with this team one place higher."""
    order = list(group)
    at = next((at for at, row in enumerate(order) if row["team"] == team), 0)
    if at:
        order[at - 1], order[at] = order[at], order[at - 1]
    return order


# --- the show ----------------------------------------------------------------------------------------------------


@never_cache
@require_GET
@sign_in_required
def reveal(request: Request, tournament: int) -> HttpResponse:
    """The ranking as a show: one place after the other, from the last to the first."""
    found = ending_of(visitor(request), tournament, request.GET.get("stage", ""))
    asked = request.GET.get("shown", "")
    places = [row for row in found.rows if row["rank"] is not None]
    shown = min(int(asked[:6]), len(places)) if asked.isdecimal() else 0
    hidden = len(places) - shown
    context = {
        "tournament": found.tournament,
        "places": [
            {
                "row": row,
                "points": value_in_words(row["values"].get("points")),
                "hidden": at < hidden,
                "podium": row["rank"] <= PODIUM,
            }
            for at, row in enumerate(places)
        ],
        "shown": shown,
        "next": min(shown + 1, len(places)),
        "left": hidden,
    }
    return render(request, "afterwards/reveal.html", context)


# --- to take away ------------------------------------------------------------------------------------------------


@never_cache
@require_GET
@sign_in_required
def export(request: Request, tournament: int, what: str) -> HttpResponse:
    """The whole tournament as data, or as rows for a spreadsheet."""
    by = visitor(request)
    if what == "standings":
        ending = ending_of(by, tournament, request.GET.get("stage", ""))
        return named(spreadsheet(standings_sheet(ending.rows, ending.columns)), ending.tournament.slug, what, "csv")
    found = tournament_run_by(by, tournament)
    if what == "record":
        record = record_to_json(record_of(found))
        return named(JsonResponse(record, json_dumps_params={"indent": 1}), found.slug, what, "json")
    if what == "hands":
        return named(spreadsheet(hands_sheet(record_of(found))), found.slug, what, "csv")
    raise Http404


def spreadsheet(text: str) -> HttpResponse:
    return HttpResponse(text, content_type="text/csv; charset=utf-8")


def named(answer: HttpResponse, slug: str, what: str, kind: str) -> HttpResponse:
    """To be kept under a name that still says in a year what it is."""
    name = f"{slug}-{timezone.localdate():%Y-%m-%d}-{what}.{kind}"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


# --- for everybody -----------------------------------------------------------------------------------------------


@require_GET
def thanks(request: Request, slug: str) -> HttpResponse:
    """Who won, and what the day came to; until the ranking is published one sees the tournament instead."""
    found = thanks_for(visitor(request), slug)
    if found is None:
        return redirect("tournament", slug)
    winners = [row for row in found.rows if row["rank"] is not None and row["rank"] <= PODIUM]
    context = {
        "tournament": found.tournament,
        "tab": "thanks",
        "winners": winners,
        "numbers": found.numbers,
        "content": {"bracket": has_bracket(regulations_of(found.tournament))},
    }
    return render(request, "afterwards/thanks.html", context)
