"""The draw of the next round: asked for, watched, looked at as a draft, changed by hand, published."""

from collections.abc import Callable
from shlex import quote
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import reswap, retarget

from games.choices import RoundState
from games.draw_words import Names, breaches_in_words, refusal_in_words, why
from games.events import topic_of
from games.forms.drawing import BackForm, ExchangeForm, KeepForm, ReasonForm, SeedForm
from games.forms.refusing import refuse
from games.labels import words_for
from games.selectors.drafts import Drawing, DrawnTable, Exchange, drawing_of, exchange_of
from games.selectors.records import regulations_of
from games.selectors.tournaments import round_run_by
from games.sentences.next_steps import STAGES
from games.services.drafts import keep_bye, keep_table, swap_teams, take_back_swap
from games.services.drawing import ask_for_draw, redraw
from games.services.rounds import publish_round, unpublish_round
from games.views.requests import Request
from games.views.signing_in import sign_in_required
from games.visitors import visitor
from rules.refusal import Refusal
from scoring.regulations import Ranked, Regulations
from scoring.variants import Variant

PATIENCE_SECONDS = 20
"""After so long without an answer the page says where to look whether the worker is there."""
WITH_SIDES = (Variant.NANKING, Variant.TIENTSIN)


# --- the page ----------------------------------------------------------------------------------------------------


@never_cache
@require_GET
@sign_in_required
def draw(request: Request, tournament: int) -> HttpResponse:
    """The draw as it stands; the part of the page that changes alone, whenever the live stream says so."""
    return show(request, tournament)


def show(request: Request, tournament: int, *, status: int = 200, **more: Any) -> HttpResponse:
    found = drawing_of(visitor(request), tournament)
    regulations, names = regulations_of(found.tournament), found.names
    context = {
        "tournament": found.tournament,
        "tab": "draw",
        "found": found,
        "topic": topic_of(found.tournament),
        "stage": STAGES[found.rules.system] if len(regulations.stages) > 1 else "",
        "tables": [table_in_words(table, names, regulations) for table in found.tables],
        "without": [{"team": each, "why": why(each.reasons, names)} for each in found.without],
        "breaches": breaches_in_words(found.breaches, names),
        "no_draw": refusal_in_words(found.refused, names) if found.refused else None,
        "late": found.job is not None and (timezone.now() - found.job.asked_at).total_seconds() > PATIENCE_SECONDS,
        "command": command(found),
        "chosen": chosen_in(request, found),
        "swapped": swapped_in(request, found),
        "taken_back": found.draft and request.GET.get("taken_back") == str(found.tournament.version),
        "seed_form": SeedForm(),
        "publish_form": ReasonForm(act="publish", needed=found.grave),
    }
    template = "draw/_drawing.html" if request.htmx else "draw/draw.html"
    return render(request, template, context | more, status=status)


def command(found: Drawing) -> str:
    """How anybody repeats the draw, with nothing but the engine and the record."""
    seed = "" if found.round is None else found.round.seed
    return f"python -m pairing draw --stage {found.stage} --round {found.number} --seed {quote(seed)} < record.json"


def table_in_words(table: DrawnTable, names: Names, regulations: Regulations) -> dict[str, Any]:
    """A table with its sides, why it is so, and what it breaks. Where everybody plays alone there is one list."""
    teams = [str(team.number) for team in table.teams]
    sided = regulations.variant in WITH_SIDES and (regulations.ranked is Ranked.TEAM or len(teams) % 2 == 0)
    return {
        "table": table,
        "sides": table.sides if sided else (table.teams,),
        "sided": sided,
        "why": why(table.reasons, names, teams=teams),
        "breaches": breaches_in_words(table.breaches, names),
    }


def chosen_in(request: Request, found: Drawing) -> Any:
    """The team that was chosen to change places, as long as scripts do not remember it."""
    return somebody(found, request.GET.get("team", ""))


def swapped_in(request: Request, found: Drawing) -> list[Any]:
    """Who has just changed places, to be said and undone as long as nothing else has happened."""
    *teams, version = request.GET.get("swapped", "").split("-")
    both = [somebody(found, each) for each in teams]
    fresh = found.draft and version == str(found.tournament.version)
    return both if fresh and len(both) == 2 and all(both) else []


def somebody(found: Drawing, team: str) -> Any:
    return next((each for each in found.everybody if str(each.team_id) == team), None)


def back(tournament: int, **more: str) -> HttpResponse:
    address = reverse("draw", args=[tournament])
    return redirect(f"{address}?{urlencode(more)}" if more else address)


def acted(request: Request, tournament: int, act: Callable[[], object]) -> HttpResponse:
    """Do it, and show the draw; or say why not."""
    try:
        act()
    except Refusal as refusal:
        if refusal.code == "not_allowed":
            raise
        return show(request, tournament, wrong=words_for(refusal), status=422)
    return back(tournament)


# --- asking ------------------------------------------------------------------------------------------------------


@require_POST
@sign_in_required
def ask(request: Request, tournament: int) -> HttpResponse:
    """Ask a worker for the draw of the next round."""
    by, form = visitor(request), SeedForm(request.POST)
    seed = form.cleaned_data["seed"] if form.is_valid() else None
    return acted(request, tournament, lambda: ask_for_draw(by=by, tournament_id=tournament, seed=seed))


@require_POST
@sign_in_required
def again(request: Request, round_id: int) -> HttpResponse:
    """Ask for another draft, around what is kept."""
    by, form = visitor(request), SeedForm(request.POST)
    seed = form.cleaned_data["seed"] if form.is_valid() else None
    return acted(request, tournament_of(request, round_id), lambda: redraw(by=by, round_id=round_id, seed=seed))


def tournament_of(request: Request, round_id: int) -> int:
    return round_run_by(visitor(request), round_id).stage.tournament_id


# --- by hand -----------------------------------------------------------------------------------------------------


@require_POST
@sign_in_required
def keep(request: Request, round_id: int) -> HttpResponse:
    """A table or a bye stays when the rest is drawn anew, or does so no longer."""
    by, form = visitor(request), KeepForm(request.POST)
    tournament = tournament_of(request, round_id)
    said = form.cleaned_data if form.is_valid() else {}
    table, team, kept = said.get("table"), said.get("team"), said.get("kept", False)
    if table is not None:
        return acted(request, tournament, lambda: keep_table(by=by, table_id=table, kept=kept))
    return acted(request, tournament, lambda: keep_bye(by=by, round_id=round_id, team_id=team or 0, kept=kept))


@never_cache
@require_http_methods(["GET", "POST"])
@sign_in_required
def swap(request: Request, round_id: int) -> HttpResponse:
    """What it would change if two teams changed places; sent, they do. One alone is remembered until the other is
    chosen."""
    by, round_ = visitor(request), round_run_by(visitor(request), round_id)
    tournament = round_.stage.tournament_id
    form = ExchangeForm(request.POST if request.method == "POST" else request.GET, act="swap")
    if not form.is_valid():
        return (
            back(tournament, team=request.GET.get("team", "")) if request.method == "GET" else show(request, tournament)
        )
    said = form.cleaned_data
    if request.method == "GET":
        return preview(request, round_, form)
    try:
        swapped = swap_teams(
            by=by, round_id=round_id, team_id=said["team"], other_id=said["other"], anyway=said["anyway"],
            reason=said["reason"],
        )  # fmt: skip
    except Refusal as refusal:
        if refusal.code == "not_allowed":
            raise
        return preview(request, round_, form, refusal)
    return back(tournament, swapped=f"{said['team']}-{said['other']}-{swapped.version}")


@require_POST
@sign_in_required
def swap_back(request: Request, round_id: int) -> HttpResponse:
    """The exchange that was just made is undone, and the draft as it was; or it is said why not."""
    tournament, form = tournament_of(request, round_id), BackForm(request.POST)
    version = form.cleaned_data["version"] if form.is_valid() else 0
    try:
        round_ = take_back_swap(by=visitor(request), round_id=round_id, version=version)
    except Refusal as refusal:
        if refusal.code == "not_allowed":
            raise
        return show(request, tournament, wrong=words_for(refusal), status=422)
    return back(tournament, taken_back=str(round_.stage.tournament.version))


def preview(request: Request, round_: Any, form: ExchangeForm, refusal: Refusal | None = None) -> HttpResponse:
    """What the exchange breaks and mends, with the button for it; beside it why it was refused, if it was."""
    tournament, said = round_.stage.tournament_id, form.cleaned_data
    if round_.state != RoundState.DRAFT:
        return back(tournament) if refusal is None else show(request, tournament, wrong=words_for(refusal), status=422)
    try:
        exchange = exchange_of(round_, said["team"], said["other"])
    except Refusal as wrong:
        return show(request, tournament, wrong=words_for(wrong), status=422)
    asked = ExchangeForm({**said, "anyway": exchange.grave}, act="swap", needed=exchange.grave)
    if refusal is not None and refusal.facts.get("field") == "reason":
        refuse(asked, refusal)
    elif refusal is not None:
        asked.add_error(None, words_for(refusal))
    context = {"exchange": exchange, "exchange_form": asked, **exchange_in_words(exchange)}
    status = 200 if refusal is None else 422
    if request.htmx:
        answer = render(request, "draw/_exchange.html", context, status=status)
        return reswap(retarget(answer, "#exchange"), "innerHTML")
    page = {"tournament": round_.stage.tournament, "tab": "draw", "alone": True}
    return render(request, "draw/exchange.html", context | page, status=status)


def exchange_in_words(exchange: Exchange) -> dict[str, Any]:
    return {
        "broken": breaches_in_words(exchange.broken, exchange.names),
        "mended": breaches_in_words(exchange.mended, exchange.names),
    }


# --- for everybody -----------------------------------------------------------------------------------------------


@require_POST
@sign_in_required
def publish(request: Request, round_id: int) -> HttpResponse:
    """Show the draft to everybody: play begins."""
    round_ = round_run_by(visitor(request), round_id)
    form = ReasonForm(request.POST, act="publish")
    try:
        form.is_valid()
        publish_round(by=visitor(request), round_id=round_id, reason=form.cleaned_data.get("reason", ""))
    except Refusal as refusal:
        if refusal.code == "not_allowed":
            raise
        refuse(form, refusal)
        return show(request, round_.stage.tournament_id, publish_form=form, status=422)
    messages.success(request, _("Round %(round)s is published.") % {"round": round_.number})
    return redirect("console", tournament=round_.stage.tournament_id)


@require_POST
@sign_in_required
def unpublish(request: Request, round_id: int) -> HttpResponse:
    """Make a published round a draft again, as long as nothing was entered."""
    by = visitor(request)
    return acted(request, tournament_of(request, round_id), lambda: unpublish_round(by=by, round_id=round_id))
