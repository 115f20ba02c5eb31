"""The tables of a round, live; one table opened; the clock; calls and objections."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.messages.constants import DEFAULT_TAGS
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games.forms.board import OF_A_TABLE, OF_A_TEAM, DecisionForm, MinutesForm, RoundMinutesForm, RulingForm, TimeUpForm
from games.forms.refusing import refuse
from games.labels import reason_in_words, ruling_in_words, words_for
from games.paper import heads_of, rows_of
from games.selectors.board import OpenTable, open_table, round_board
from games.selectors.phone import Clock
from games.selectors.tables import table_of_call
from games.selectors.tournaments import round_run_by
from games.services.clock import end_time, give_extra_time, pause_clock, resume_clock, start_clock, take_back_extra_time
from games.services.words import (
    confirm_table,
    decide_objection,
    finish_call,
    remind_table,
    reopen_call,
    reopen_objection,
    see_call,
    unsee_call,
)
from games.views.requests import Request
from games.views.signing_in import sign_in_required
from games.visitors import visitor
from rules.refusal import Refusal

SOON = 5 * 60
"""So many seconds before the end the clock warns."""
STEP = 5 * 60
"""So many seconds the button beside the clock gives, and so many its undo takes back."""

# --- all tables --------------------------------------------------------------------------------------------------


@never_cache
@require_GET
@sign_in_required
def board(request: Request, tournament: int) -> HttpResponse:
    """The tables of a round: who needs somebody, who is slow, and what is done. For htmx the part that has changed."""
    asked = request.GET.get("round", "")
    return show_board(request, tournament, int(asked) if asked.isdecimal() else None)


def show_board(
    request: Request, tournament: int, round_id: int | None, *, status: int = 200, **more: Any
) -> HttpResponse:
    found = round_board(visitor(request), tournament, round_id, now=timezone.now())
    key = found.tournament.pk
    context = {
        "tournament": found.tournament,
        "tab": "board",
        "board": found,
        "topic": f"tournament.{key}",
        "rounds_topic": f"rounds.{key}",
        "clock": shown(found.clock),
        "minutes_form": RoundMinutesForm(initial={"minutes": found.round.minutes if found.round else None}),
    }
    return render(request, template_for(request), context | more, status=status)


def template_for(request: Request) -> str:
    """The part that htmx wants in place of the old one, or the whole page."""
    parts = {"board-tables": "board/_tables.html", "board-clock": "board/_clock.html"}
    return parts.get(str(request.htmx.target), "board/board.html") if request.htmx else "board/board.html"


def shown(clock: Clock | None) -> dict[str, Any] | None:
    """The clock as it is written, and how near the end is."""
    if clock is None:
        return None
    near = "up" if clock.remaining == 0 else "soon" if clock.remaining <= SOON else "enough"
    text = f"{clock.remaining // 60}:{clock.remaining % 60:02}"
    return {"remaining": clock.remaining, "running": clock.running, "near": near, "text": text, "soon": SOON}


# --- one table ---------------------------------------------------------------------------------------------------


@never_cache
@require_GET
@sign_in_required
def table(request: Request, table: int) -> HttpResponse:
    """All about a table: beside the board, or on a page of its own."""
    undo = request.GET.get("undo", "")
    return show_table(request, table, undo=int(undo) if undo.isdecimal() else None)


def show_table(request: Request, table: int, *, status: int = 200, **more: Any) -> HttpResponse:
    found = open_table(visitor(request), table, now=timezone.now())
    context = {
        "tournament": found.tournament,
        "tab": "board",
        "open": found,
        "found": found.sheet,
        "table": found.sheet.table,
        "rows": rows_of(found.sheet),
        "heads": heads_of(found.sheet),
        "stands": stands(found),
        "topic": f"tournament.{found.tournament.pk}",
        "clock": shown(found.clock),
        "forms": ruling_forms(found, more.pop("ruling_form", None)),
        "time_up_form": time_up_form(found),
        "minutes_form": MinutesForm(initial={"minutes": 5}, auto_id="extra_%s"),
    }
    parts = {"drawer": "board/_table.html", "drawer-now": "board/_table_now.html"}
    template = parts.get(str(request.htmx.target), "board/table.html") if request.htmx else "board/table.html"
    return render(request, template, context | more, status=status)


def stands(found: OpenTable) -> str:
    """Why the match is over, or that it is not."""
    table = found.sheet.table
    return ruling_in_words(table.ruling.kind) if table.ruling else reason_in_words(table.progress.reason)


def time_up_form(found: OpenTable) -> TimeUpForm:
    row = found.sheet.table.row
    before = {"hand": row.time_up_hand, "running": row.time_up_running}
    return TimeUpForm(initial=before if row.time_up_hand is not None else {"hand": len(found.sheet.table.hands)})


def ruling_forms(found: OpenTable, typed: RulingForm | None) -> list[RulingForm]:
    """An empty form for every kind of ruling that can be made here; the one that was refused as it was typed."""
    about = about_table(found)
    kinds = (*OF_A_TABLE, *OF_A_TEAM) if found.sides else OF_A_TEAM
    return [typed if typed and typed.kind is kind.kind else kind(**about) for kind in kinds]


def about_table(found: OpenTable) -> dict[str, Any]:
    """Which teams sit there, and what the two sides are called."""
    seats = found.sheet.table.seats
    sides = [" / ".join(sitting.name for sitting in seats if sitting.seats[0] % 2 == side) for side in (0, 1)]
    return {"teams": [(sitting.team_id, sitting.name) for sitting in seats], "sides": sides if found.sides else ()}


def after(request: Request, found: OpenTable, **more: Any) -> HttpResponse:
    """Where one was before: at the table, or before all of them."""
    here = found.sheet.table.row
    if request.htmx:
        if request.htmx.target == "board-tables":
            return show_board(request, found.tournament.pk, found.round.pk, acted=True, **more)
        return show_table(request, here.pk, **more)
    if request.POST.get("from") == "table":
        return redirect(reverse("board-table", args=[here.pk]) + (f"?undo={more['undo']}" if more.get("undo") else ""))
    return redirect(f"{reverse('board', args=[found.tournament.pk])}?round={found.round.pk}")


def table_of_act(request: Request, table: int) -> OpenTable:
    """The table that an act is about, for staff; others are refused before anything else is said."""
    return open_table(visitor(request), table, now=timezone.now())


# --- what a table says -------------------------------------------------------------------------------------------


@require_POST
@sign_in_required
def confirm(request: Request, table: int) -> HttpResponse:
    """The director agrees in the name of everybody at the table."""
    found = table_of_act(request, table)
    seen = request.POST.get("seen", "")
    try:
        confirm_table(by=visitor(request), table_id=table, seen=int(seen) if seen.isdecimal() else -1)
    except Refusal as refusal:
        if refusal.code == "not_allowed":
            raise
        return told(request, found, words_for(refusal), level=messages.ERROR)
    return told(request, found, _("Table %(number)s is confirmed.") % {"number": found.sheet.table.row.number})


@require_POST
@sign_in_required
def objection(request: Request, objection: int) -> HttpResponse:
    """The director has decided on an objection, or takes that back."""
    by, form = visitor(request), DecisionForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else request.POST.get("reason", "")
    back = request.POST.get("act") == "reopen"
    if back:
        word = reopen_objection(by=by, confirmation_id=objection)
        words = _("The objection at table %(number)s waits for you again.")
    else:
        word = decide_objection(by=by, confirmation_id=objection, reason=reason)
        words = _("The objection at table %(number)s is decided.")
    found = table_of_act(request, word.table_id)
    undo = None if back else {"url": reverse("board-objection", args=[objection]), "act": "reopen"}
    return told(request, found, words % {"number": found.sheet.table.row.number}, undo)


def told(
    request: Request,
    found: OpenTable,
    words: str,
    undo: dict[str, str] | None = None,
    *,
    level: int = messages.SUCCESS,
) -> HttpResponse:
    """Where one was before, with what was done, or why not; before all tables also how it is undone: a table says that
    itself."""
    if request.htmx and request.htmx.target == "board-tables":
        return after(request, found, done={"words": words, "undo": undo, "level": DEFAULT_TAGS[level]})
    messages.add_message(request, level, words)
    return after(request, found)


@require_POST
@sign_in_required
def call(request: Request, call: int) -> HttpResponse:
    """The table is told that somebody comes, or that nobody does after all; its call is done, or not after all."""
    acts = {
        "seen": (see_call, _("Table %(number)s sees that you are coming.")),
        "unseen": (unsee_call, _("The call of table %(number)s waits again.")),
        "done": (finish_call, _("The call of table %(number)s is done.")),
        "reopen": (reopen_call, _("The call of table %(number)s waits for you again.")),
    }
    act, words = acts.get(request.POST.get("act", ""), acts["seen"])
    found = table_of_act(request, table_of_call(call))
    try:
        act(by=visitor(request), call_id=call)
    except Refusal as refusal:
        if refusal.code == "not_allowed":
            raise
        return told(request, found, words_for(refusal), level=messages.ERROR)
    undo = {"url": reverse("board-call", args=[call]), "act": "reopen"} if act is finish_call else None
    return told(request, found, words % {"number": found.sheet.table.row.number}, undo)


@require_POST
@sign_in_required
def remind(request: Request, table: int) -> HttpResponse:
    """A slow table is asked to hurry: from its drawer, before all tables, or from the page that says what is next."""
    found = table_of_act(request, table)
    try:
        remind_table(by=visitor(request), table_id=table)
    except Refusal as refusal:
        if refusal.code == "not_allowed":
            raise
        words, level = words_for(refusal), messages.WARNING
    else:
        words = _("Table %(number)s reads that it should hurry.") % {"number": found.sheet.table.row.number}
        level = messages.SUCCESS
    if request.POST.get("from") == "console":
        messages.add_message(request, level, words)
        return redirect("console", tournament=found.tournament.pk)
    return told(request, table_of_act(request, table), words, level=level)


# --- time --------------------------------------------------------------------------------------------------------


@require_POST
@sign_in_required
def clock(request: Request, round_id: int) -> HttpResponse:
    """Start the clock, hold it, let it go on, give everybody more time or take that back."""
    by, act = visitor(request), request.POST.get("act", "")
    round_ = round_run_by(by, round_id)
    form = RoundMinutesForm(request.POST)
    try:
        if not form.is_valid():
            return show_board(request, round_.stage.tournament_id, round_id, minutes_form=form, status=422)
        minutes = form.cleaned_data["minutes"]
        acts: dict[str, Callable[..., object]] = {
            "start": partial(start_clock, minutes=minutes),
            "pause": pause_clock,
            "resume": resume_clock,
            "extra": partial(give_extra_time, seconds=60 * (minutes or 0)),
            "less": partial(take_back_extra_time, seconds=min(STEP, round_.extra_seconds)),
        }
        acts.get(act, acts["extra"])(by=by, round_id=round_id)
    except Refusal as refusal:
        if refusal.code == "not_allowed":
            raise
        refuse(form, refusal)
        return show_board(request, round_.stage.tournament_id, round_id, minutes_form=form, status=422)
    if request.htmx:
        return show_board(request, round_.stage.tournament_id, round_id)
    return redirect(f"{reverse('board', args=[round_.stage.tournament_id])}?round={round_id}")


@require_POST
@sign_in_required
def table_time(request: Request, table: int) -> HttpResponse:
    """More time for one table, or not after all; or how it stood when the time was up."""
    found = table_of_act(request, table)
    act = request.POST.get("act", "extra")
    form = MinutesForm(request.POST, auto_id="extra_%s") if act in ("extra", "less") else TimeUpForm(request.POST)
    try:
        if act == "back":
            end_time(by=visitor(request), table_id=table, hand=None)
        elif act == "less":
            take_back_extra_time(by=visitor(request), table_id=table, seconds=found.sheet.table.row.extra_seconds)
        elif not form.is_valid():
            return show_table(request, table, status=422, **named(form))
        elif act == "up":
            end_time(by=visitor(request), table_id=table, **form.cleaned_data)
        else:
            give_extra_time(by=visitor(request), table_id=table, seconds=60 * (form.cleaned_data["minutes"] or 0))
    except Refusal as refusal:
        if refusal.code == "not_allowed":
            raise
        form.is_valid()
        form.add_error(None, words_for(refusal))
        return show_table(request, table, status=422, **named(form))
    return after(request, found)


def named(form: MinutesForm | TimeUpForm) -> dict[str, Any]:
    return {"minutes_form" if isinstance(form, MinutesForm) else "time_up_form": form}
