"""The director's decisions: made at a table or about any team, and revoked."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games.forms.board import OF_A_TEAM, RULINGS, RevokeForm, RulingForm
from games.forms.refusing import refuse
from games.labels import ruling_in_words
from games.selectors.board import open_table
from games.selectors.rulings import RulingsShown, rulings_shown
from games.services.rulings import revoke_ruling, rule
from games.views.board import about_table, after, show_table
from games.views.requests import Request
from games.views.signing_in import sign_in_required
from games.visitors import visitor
from rules.refusal import Refusal
from scoring.record import RulingKind


@never_cache
@require_GET
@sign_in_required
def rulings(request: Request, tournament: int) -> HttpResponse:
    """Every ruling of the tournament, those that were revoked too; and a new one about any team."""
    return show(request, rulings_shown(visitor(request), tournament))


def show(request: Request, found: RulingsShown, *, typed: RulingForm | None = None, **more: Any) -> HttpResponse:
    forms = [typed if typed and typed.kind is kind.kind else kind(teams=found.teams) for kind in OF_A_TEAM]
    context = {"tournament": found.tournament, "tab": "board", "found": found, "forms": forms, "undo": undo_in(request)}
    status = more.pop("status", 200)
    return render(request, "board/rulings.html", context | more, status=status)


def undo_in(request: Request) -> int | None:
    """The ruling that was just made."""
    asked = request.GET.get("undo", "")
    return int(asked) if asked.isdecimal() else None


def kind_in(request: Request) -> RulingKind:
    typed = request.POST.get("kind", "")
    return RulingKind(typed) if typed in list(RulingKind) else RulingKind.PENALTY


def said_so(request: Request, kind: str) -> None:
    messages.success(request, _("%(ruling)s: written down.") % {"ruling": ruling_in_words(kind)})


@require_POST
@sign_in_required
def rule_at_table(request: Request, table: int) -> HttpResponse:
    """A decision about a table, or about a team that sits there."""
    by = visitor(request)
    found = open_table(by, table, now=timezone.now())
    form = RULINGS[kind_in(request)](request.POST, **about_table(found))
    try:
        if form.is_valid():
            at_table = None if "team" in form.fields else table
            made = rule(by=by, round_id=found.round.pk, table_id=at_table, **form.said())
            said_so(request, made.kind)
            return after(request, found, undo=made.pk)
    except Refusal as refusal:
        refuse_ruling(form, refusal)
    return show_table(request, table, ruling_form=form, status=422)


@require_POST
@sign_in_required
def rule_in_tournament(request: Request, tournament: int) -> HttpResponse:
    """A decision about a team, wherever it is in the last round."""
    by = visitor(request)
    found = rulings_shown(by, tournament)
    form = RULINGS[kind_in(request)](request.POST, teams=found.teams)
    try:
        if form.is_valid():
            made = rule(by=by, round_id=found.round.pk if found.round else 0, **form.said())
            said_so(request, made.kind)
            return redirect(f"{reverse('rulings', args=[tournament])}?undo={made.pk}")
    except Refusal as refusal:
        refuse_ruling(form, refusal)
    return show(request, found, typed=form, status=422)


def refuse_ruling(form: RulingForm, refusal: Refusal) -> None:
    """Who may not is told so by a page; of both totals the first carries what is wrong with them."""
    if refusal.code == "not_allowed":
        raise refusal
    if refusal.facts.get("field") == "totals" and "total" in form.fields:
        refusal = Refusal(refusal.code, **refusal.facts | {"field": "total"})
    refuse(form, refusal)


@require_POST
@sign_in_required
def revoke(request: Request, ruling: int) -> HttpResponse:
    """A decision counts no more."""
    form = RevokeForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    if "undo" in request.POST:
        reason = _("Taken back at once")
    table = request.POST.get("table", "")
    try:
        revoked = revoke_ruling(by=visitor(request), ruling_id=ruling, reason=reason)
    except Refusal as refusal:
        if refusal.code != "text_missing" or not table.isdecimal():
            raise
        wrong = {"revoking": ruling, "revoke_error": form.errors["reason"][0]}
        return show_table(request, int(table), status=422, **wrong)
    messages.success(request, _("%(ruling)s: revoked.") % {"ruling": ruling_in_words(revoked.kind)})
    if table.isdecimal():
        return after(request, open_table(visitor(request), int(table), now=timezone.now()))
    return redirect("rulings", revoked.round.stage.tournament_id)
