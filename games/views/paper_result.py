"""The end result of a match, where the paper has nothing more."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.labels import words_for
from games.paper import WholeForm
from games.selectors.paper import PaperSheet, paper_sheet
from games.services.whole_results import record_whole_result, void_whole_result
from games.views.paper import reason_given, refuse_row, show
from games.views.requests import Request
from games.views.signing_in import sign_in_required
from games.visitors import visitor
from rules.refusal import Refusal


@never_cache
@require_http_methods(["GET", "POST"])
@sign_in_required
def result(request: Request, table: int) -> HttpResponse:
    """Both totals of a whole match, once; a correction needs a reason."""
    by, found = visitor(request), paper_sheet(visitor(request), table)
    stored = found.table.whole
    if request.method == "GET":
        return show(request, found, whole_form=filled_in(found), stored=stored)
    form = WholeForm(found, request.POST, correcting="reason" in request.POST)
    try:
        if not form.is_valid():
            return show(request, found, whole_form=form, stored=stored, status=422)
        said, whole = form.cleaned_data, form.whole()
        record_whole_result(
            by=by, table_id=table, client_id=said["client_id"], totals=whole.totals, hands=whole.hands,
            games=whole.games, reason=said.get("reason", ""), revision=said["revision"],
        )  # fmt: skip
    except Refusal as refusal:
        return show_refused(request, paper_sheet(by, table), form, refusal)
    return redirect("paper-sheet", table)


def filled_in(found: PaperSheet) -> WholeForm:
    stored = found.table.whole
    form = WholeForm(found, correcting=stored is not None)
    if stored is not None:
        games, other_games = stored.games or (None, None)
        form.initial = {
            "total": stored.totals[0], "other_total": stored.totals[1], "hands": stored.hands, "games": games,
            "other_games": other_games,
        }  # fmt: skip
    return form


def show_refused(request: Request, found: PaperSheet, form: WholeForm, refusal: Refusal) -> HttpResponse:
    """What was typed stays. If somebody has stored another result, it is shown, and changing it needs a reason."""
    context: dict[str, Any] = {"stored": found.table.whole}
    if refusal.code == "result_conflict":
        data = {**request.POST.dict(), "revision": refusal.facts["revision"]}
        form = WholeForm(found, data, correcting=True)
        context |= {"whole_conflict": words_for(refusal)}
    else:
        refuse_row(form, refusal)
    return show(request, found, whole_form=form, status=422, **context)


@require_POST
@sign_in_required
def result_void(request: Request, table: int) -> HttpResponse:
    """Take the end result back; then the hands can be written down."""
    by, found = visitor(request), paper_sheet(visitor(request), table)
    form = WholeForm(found, request.POST, correcting=True)
    try:
        if reason_given(form):
            said = form.cleaned_data
            void_whole_result(by=by, table_id=table, reason=said["reason"], revision=said["revision"])
            return redirect("paper-sheet", table)
    except Refusal as refusal:
        refuse_row(form, refusal)
    return show(request, found, whole_form=form, stored=found.table.whole, status=422)
