"""Pages for scorers: type paper sheets, hand after hand, without the mouse."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.labels import words_for
from games.paper import (
    FIELDS,
    CorrectionForm,
    HandForm,
    ReasonForm,
    Way,
    compared,
    focus,
    heads_of,
    initial_of,
    rows_of,
    way_of,
    written,
)
from games.selectors.paper import PaperSheet, paper_sheet, paper_tables
from games.services.hands import correct_hand, record_hand, void_hand
from games.views.requests import Request
from games.views.signing_in import sign_in_required
from games.visitors import visitor
from rules.refusal import Refusal
from scoring.record import Hand

TYPED = (*FIELDS[Way.FULL], *FIELDS[Way.TOTALS][1:])
"""What a row can have."""


def way_in(given: Mapping[str, str]) -> Way:
    return Way.TOTALS if given.get("way") == Way.TOTALS else Way.FULL


# --- choose a table ----------------------------------------------------------------------------------------------


@never_cache
@require_GET
@sign_in_required
def choose(request: Request, tournament: int) -> HttpResponse:
    """The tables of a round with what is missing. A number that was typed leads to its sheet."""
    asked = request.GET.get("round", "")
    found = paper_tables(visitor(request), tournament, int(asked) if asked.isdecimal() else None)
    verifying, way = "verify" in request.GET, way_in(request.GET)
    typed, wrong = request.GET.get("number", "").strip(), ""
    if typed:
        try:
            table = found.table(int(typed) if typed.isdecimal() else 0)
        except Refusal as refusal:
            wrong = words_for(Refusal("table_unknown", **refusal.facts | {"value": typed}))
        else:
            return redirect(address_of(table, way, verifying=verifying))
    context = {
        "tournament": found.tournament,
        "tab": "board",
        "found": found,
        "verifying": verifying,
        "way": way,
        "typed": typed,
        "wrong": wrong,
    }
    return render(request, "paper/choose.html", context, status=422 if wrong else 200)


def address_of(table: int, way: Way, *, verifying: bool = False, **more: Any) -> str:
    asked = ({"way": way} if way is Way.TOTALS else {}) | more
    address = reverse("paper-verify" if verifying else "paper-sheet", args=[table])
    return f"{address}?{urlencode(asked)}" if asked else address


# --- the sheet ---------------------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "POST"])
@sign_in_required
def sheet(request: Request, table: int) -> HttpResponse:
    """The sheet, and the row for the next hand; saving one leads to the next."""
    by, found = visitor(request), paper_sheet(visitor(request), table)
    if request.method == "GET":
        return show_next(request, found, way_in(request.GET), saved=request.GET.get("saved", ""))
    way = way_in(request.POST)
    form = HandForm(found, number_in(request.POST, found), way, request.POST)
    try:
        if not form.is_valid():
            return show(request, found, form=form, way=way, status=422)
        said = form.cleaned_data
        record_hand(by=by, table_id=table, client_id=said["client_id"], number=said["number"], sheet=form.hand())
    except Refusal as refusal:
        return show_refused(request, paper_sheet(by, table), form, way, refusal)
    if request.htmx:
        return show_next(request, paper_sheet(by, table), way, saved=str(said["number"]))
    return redirect(address_of(table, way, saved=said["number"]))


def number_in(given: Mapping[str, str], found: PaperSheet) -> int:
    typed = given.get("number", "")
    return int(typed[:9]) if typed.isdecimal() else found.table.next_hand or 1


def show_next(request: Request, found: PaperSheet, way: Way, *, saved: str = "") -> HttpResponse:
    """With an empty row for the next hand, if there is one."""
    form = HandForm(found, found.table.next_hand, way) if found.open and found.table.next_hand else None
    known = {str(row.number): row for row in rows_of(found)}
    return show(request, found, form=form, way=way, saved=known.get(saved))


def show_refused(request: Request, found: PaperSheet, form: HandForm, way: Way, refusal: Refusal) -> HttpResponse:
    """What was typed stays, with the reason at its field; what somebody else has stored stands beside it."""
    if refusal.code == "hand_conflict":
        return show_conflict(request, found, form, way, refusal)
    if refusal.code in ("hand_gap", "hand_void"):
        due = int(str(refusal.facts["next"]))
        form = HandForm(found, due, way, {**request.POST.dict(), "number": due})
    refuse_row(form, refusal)
    return show(request, found, form=form, way=way, status=422)


def refuse_row(form: Any, refusal: Refusal) -> None:
    """The reason, at the field it is about if that is one to type into. Of both totals the first carries it."""
    field = str(refusal.facts.get("field")).replace("totals", "total")
    seen = [each.name for each in form.visible_fields()]
    form.add_error(field if field in seen else None, words_for(refusal))


def show_conflict(request: Request, found: PaperSheet, form: HandForm, way: Way, refusal: Refusal) -> HttpResponse:
    """Two values for one hand, side by side. Nothing is overwritten: somebody decides, and says why."""
    facts: dict[str, Any] = refusal.facts
    number = int(facts["value"])
    try:
        both = compared(found, number, None if facts["void"] else stored_in(facts), form.hand())
    except Refusal as wrong:
        refuse_row(form, wrong)
        return show(request, found, form=form, way=way, status=422)
    conflict = {
        "number": number,
        "revision": facts["revision"],
        "both": both,
        "words": words_for(refusal),
        "typed": [(name, form.data[name]) for name in TYPED if name in form.fields and name in form.data],
        "reason": ReasonForm(),
        "client_id": uuid4(),
    }
    return show(request, found, form=None, way=way, conflict=conflict, status=422)


def stored_in(facts: Mapping[str, Any]) -> Hand:
    totals = facts["totals"]
    return Hand(
        calls=tuple(facts["calls"]),
        out=tuple(facts["out"]),
        points=facts["points"],
        other_points=facts["other_points"],
        totals=None if totals is None else (totals[0], totals[1]),
    )


def show(request: Request, found: PaperSheet, *, status: int = 200, **context: Any) -> HttpResponse:
    """The whole page, or for htmx the part of it that changes."""
    template = "paper/_sheet.html" if request.htmx else "paper/sheet.html"
    for form in filter(None, (context.get("form"), context.get("whole_form"))):
        focus(form)
    context |= {"found": found, "table": found.table, "rows": rows_of(found), "heads": heads_of(found)}
    return render(request, template, context, status=status)


# --- while typing ------------------------------------------------------------------------------------------------


@never_cache
@require_GET
@sign_in_required
def count(request: Request, table: int) -> HttpResponse:
    """What the hand counts as far as it is typed; nothing as long as it is none."""
    found = paper_sheet(visitor(request), table)
    form = HandForm(found, number_in(request.GET, found), way_in(request.GET), request.GET)
    context = {}
    try:
        form.is_valid()
        if not found.order_only and not form.errors.keys() & set(TYPED):
            context = {"written": written(form.hand(), form.players, found.count(form.hand()).totals)}
    except Refusal:
        pass  # said when it is sent
    return render(request, "paper/_count.html", context)


# --- correct a hand ----------------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "POST"])
@sign_in_required
def hand(request: Request, table: int, number: int) -> HttpResponse:
    """A stored hand, filled in; written anew for a reason."""
    by, found = visitor(request), paper_sheet(visitor(request), table)
    if request.method == "GET":
        return show(request, found, **correcting(found, number, way=request.GET.get("way")))
    way = way_in(request.POST)
    form = CorrectionForm(found, number, way, request.POST)
    try:
        if not form.is_valid():
            return show(request, found, form=form, way=way, correcting=number, status=422)
        said = form.cleaned_data
        correct_hand(
            by=by, table_id=table, number=number, client_id=said["client_id"], sheet=form.hand(),
            reason=said["reason"], revision=said["revision"],
        )  # fmt: skip
    except Refusal as refusal:
        if refusal.code == "hand_conflict":
            return show_conflict(request, paper_sheet(by, table), form, way, refusal)
        refuse_row(form, refusal)
        return show(request, found, form=form, way=way, correcting=number, status=422)
    return redirect(address_of(table, way, saved=number))


def correcting(found: PaperSheet, number: int, *, way: str | None = None) -> dict[str, Any]:
    """The row with what is stored. A void hand begins empty: it is written anew."""
    known = {hand.number: hand for hand in found.table.hands}
    if number in known:
        stored, revision = known[number].sheet, known[number].revision
    elif number in found.void_hands:
        stored, revision = Hand(), found.void_hands[number]
    else:
        raise Refusal("hand_unknown", field="number", value=number, allowed=list(known))
    chosen = way_in({"way": way}) if way else way_of(stored)
    form = CorrectionForm(found, number, chosen)
    form.initial = initial_of(stored, form.players) | {"revision": revision}
    return {"form": form, "way": chosen, "correcting": number, "void": number not in known}


@require_POST
@sign_in_required
def void(request: Request, table: int, number: int) -> HttpResponse:
    """There was no such hand, for a reason."""
    by, found, way = visitor(request), paper_sheet(visitor(request), table), way_in(request.POST)
    form = CorrectionForm(found, number, way, request.POST)
    try:
        if reason_given(form):
            said = form.cleaned_data
            void_hand(by=by, table_id=table, number=number, reason=said["reason"], revision=said["revision"])
            return redirect(address_of(table, way))
    except Refusal as refusal:
        refuse_row(form, refusal)
    return show(request, found, form=form, way=way, correcting=number, status=422)


def reason_given(form: Any) -> bool:
    """Whoever declares something void need not fill in the rest rightly."""
    return not form.errors.keys() & {"reason", "revision"}
