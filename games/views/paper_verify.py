"""The second pass: a sheet is typed again without being seen, and compared hand by hand with what is stored."""

import json
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.paper import Compared, HandForm, ReasonForm, Way, WholeForm, compared, focus, rows_of
from games.selectors.paper import PaperSheet, paper_sheet
from games.selectors.tables import HandShown
from games.services.hands import correct_hand
from games.services.verifying import verify_sheet
from games.services.whole_results import record_whole_result
from games.views.paper import TYPED, refuse_row, way_in
from games.views.requests import Request
from games.views.signing_in import sign_in_required
from games.visitors import visitor
from rules.refusal import Refusal
from scoring.plain import from_plain, to_plain
from scoring.record import Hand, WholeMatch
from scoring.retyping import whole_differences


@dataclass
class Pass:
    """How far somebody is: the hands typed again so far, by number, and those of them that were put right. It goes to
    and fro with the form: whoever stops in the middle has verified nothing."""

    hands: dict[int, Hand]
    corrected: list[int]

    def written(self) -> str:
        return json.dumps([{number: to_plain(hand) for number, hand in self.hands.items()}, self.corrected])


def pass_in(given: str) -> Pass:
    try:
        hands, corrected = json.loads(given or "[{}, []]")
        read = {int(number): from_plain(Hand, hand) for number, hand in hands.items()}
        return Pass(read, [int(number) for number in corrected])
    except (ValueError, TypeError, AttributeError, Refusal):
        return Pass({}, [])


@never_cache
@require_http_methods(["GET", "POST"])
@sign_in_required
def verify(request: Request, table: int) -> HttpResponse:
    """Type a hand again. If it is the stored one, the next comes; if not, both are shown and somebody decides."""
    by, found = visitor(request), paper_sheet(visitor(request), table)
    if found.table.whole is not None:
        return verify_result(request, by, found, found.table.whole)
    done, way = pass_in(request.POST.get("done", "")), way_in(request.POST or request.GET)
    stored = due(found, done)
    if request.method == "GET" or stored is None:
        return show(request, found, done, way)
    form = HandForm(found, stored.number, way, request.POST)
    try:
        if not form.is_valid():
            return show(request, found, done, way, form=form, status=422)
        both = taken(request, by, found, stored, done, form)
        found = paper_sheet(by, table)
        if both is None and due(found, done) is None:
            verify_sheet(by=by, table_id=table, hands=done.hands, corrected=len(done.corrected))
            found = paper_sheet(by, table)
    except Refusal as refusal:
        refuse_row(form, refusal)
        return show(request, found, done, way, form=form, status=422)
    return show(request, found, done, way, both=both, form=form if both else None)


def due(found: PaperSheet, done: Pass) -> HandShown | None:
    """The hand to be typed now; none before the match is over."""
    left = (hand for hand in found.table.hands if hand.number not in done.hands)
    return next(left, None) if found.table.progress.over else None


def taken(
    request: Request, by: Any, found: PaperSheet, stored: HandShown, done: Pass, form: HandForm
) -> Compared | None:
    """Go on with this hand, or show in what it differs. Who decided about another revision than the one stored now has
    not seen it yet."""
    typed = form.hand()
    both = compared(found, stored.number, stored.sheet, typed)
    act = decided(request, stored.revision) if both.differ else ""
    if both.differ and not act:
        return both
    if act == "stored":
        typed = stored.sheet
    elif act == "correct":
        correct_hand(
            by=by, table_id=found.table.row.pk, number=stored.number, client_id=form.cleaned_data["client_id"],
            sheet=typed, reason=request.POST.get("reason", ""), revision=stored.revision,
        )  # fmt: skip
        done.corrected.append(stored.number)
    done.hands[stored.number] = typed
    return None


def decided(request: Request, revision: int) -> str:
    """What somebody has decided who saw this revision: "stored" or "correct"."""
    act = request.POST.get("act", "")
    seen = request.POST.get("revision") == str(revision)
    return act if seen and act in ("stored", "correct") else ""


def show(
    request: Request, found: PaperSheet, done: Pass, way: Way, *, form: HandForm | None = None,
    both: Compared | None = None, status: int = 200,
) -> HttpResponse:  # fmt: skip
    """What was typed alike is shown; of what is still to come only the number."""
    stored = due(found, done)
    context: dict[str, Any] = {
        "way": way, "done": done, "alike": [row for row in rows_of(found) if row.number in done.hands], "both": both,
        "due": stored, "form": form,
    }  # fmt: skip
    if stored is not None:
        context["to_come"] = [hand for hand in found.table.hands if hand.number > stored.number]
        context["form"] = form or HandForm(found, stored.number, way)
        context["deciding"] = deciding(form, stored.revision) if form and both else None
    return page(request, found, context, status)


def deciding(form: Any, revision: int) -> dict[str, Any]:
    """What goes along with a decision: what was typed, and a reason ready to be sent."""
    named = (*TYPED, "hands", "games", "other_games")
    return {
        "typed": [(name, form.data[name]) for name in named if name in form.fields and name in form.data],
        "reason": ReasonForm(initial={"reason": _("Retyped from paper"), "revision": revision}),
        "client_id": uuid4(),
        "revision": revision,
    }


def page(request: Request, found: PaperSheet, context: dict[str, Any], status: int) -> HttpResponse:
    for form in filter(None, (context.get("form"), context.get("whole_form"))):
        focus(form)
    template = "paper/_verify.html" if request.htmx else "paper/verify.html"
    return render(request, template, context | {"found": found, "table": found.table}, status=status)


# --- an end result alone -----------------------------------------------------------------------------------------


def verify_result(request: Request, by: Any, found: PaperSheet, stored: WholeMatch) -> HttpResponse:
    """The same for a match of which only the end result was written down."""
    form = WholeForm(found, request.POST or None)
    context: dict[str, Any] = {"whole_form": form, "way": Way.FULL}
    try:
        if not form.is_valid():
            return page(request, found, context, 422 if form.is_bound else 200)
        typed, act = form.whole(), decided(request, found.whole_revision)
        differ = whole_differences(stored, typed)
        if differ and not act:
            context |= {"stored": stored, "typed_whole": typed, "differ": differ}
            context["deciding"] = deciding(form, found.whole_revision)
            return page(request, found, context, 200)
        if differ and act == "correct":
            record_whole_result(
                by=by, table_id=found.table.row.pk, client_id=form.cleaned_data["client_id"], totals=typed.totals,
                hands=typed.hands, games=typed.games, reason=request.POST.get("reason", ""),
                revision=found.whole_revision,
            )  # fmt: skip
        kept = typed if not differ or act == "correct" else stored
        corrected = int(bool(differ) and act == "correct")
        verify_sheet(by=by, table_id=found.table.row.pk, hands={}, whole=kept, corrected=corrected)
    except Refusal as refusal:
        refuse_row(form, refusal)
        return page(request, found, context, 422)
    return page(request, paper_sheet(by, found.table.row.pk), {"way": Way.FULL, "corrected": corrected}, 200)
