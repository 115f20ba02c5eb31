"""Entering a whole list: read, shown as it was understood, then taken in one go."""

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.actor import Actor
from games.choices import Entry
from games.forms.entrant_list import (
    EXAMPLES,
    MOST_BYTES,
    Fault,
    ReadList,
    ReadMember,
    ReadRow,
    corrected,
    read_list,
    text_of,
)
from games.forms.entrants import HouseForm, ListForm
from games.forms.refusing import refuse
from games.labels import words_for
from games.selectors.entrants import Entrants, entrants_of
from games.selectors.players import players_named
from games.services.registration import enter_team, import_teams
from games.views.entrants import by_name, page
from games.views.requests import Request
from games.views.signing_in import sign_in_required
from games.visitors import visitor
from rules.refusal import Refusal

NOBODY_KNOWN = "new"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenMember:
    """A member as the page shows it. `known` are those of this name who have played here, `chosen` the one that is
    meant, `entered` the number of the team it is in already, `twice` whether the name stands in another line."""

    key: str
    read: ReadMember
    known: tuple[Any, ...]
    chosen: str
    entered: int | None
    twice: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenRow:
    """A line as the page shows it. One that cannot be taken says what is `wrong` with its `text`."""

    read: ReadRow
    members: tuple[SeenMember, ...] = ()
    left_out: bool
    too_few: bool = False
    too_many: bool = False
    wrong: str | Promise = ""
    text: str = ""

    @property
    def doubtful(self) -> bool:
        named_again = any(member.entered or member.twice for member in self.members)
        return bool(self.wrong) or self.too_few or self.too_many or named_again


@never_cache
@require_http_methods(["GET", "POST"])
@sign_in_required
def add(request: Request, tournament: int) -> HttpResponse:
    """Paste a list or send a file, look at what was understood, take it."""
    by = visitor(request)
    found = entrants_of(by, tournament)
    if not found.directs:
        raise Refusal("not_allowed")
    if request.method == "GET":
        return show(request, found, ListForm())
    if request.POST.get("act") == "house":
        return house(request, by, found)
    text, wrong = sent(request)
    if wrong:
        return show(request, found, ListForm({"text": text}), faults=[Fault(line=None, words=wrong)], status=422)
    if request.POST.get("seen") == mark_of(text):  # else the numbers are those of another list
        text = corrected(text, retyped(request.POST))
    read = read_list(text, members=found.members)
    rows = seen_rows(by, found, read, request.POST)
    faults = [fault for fault in read.faults if fault.line is None or not left_out_in(rows, fault.line)]
    unchanged = request.POST.get("seen") == mark_of(text)
    if request.POST.get("act") == "take" and unchanged and not faults:
        return take(request, by, found, text, rows)
    if not rows and not faults:
        faults = [Fault(line=None, words=_("There is nothing in the list yet. Write one team a line."))]
    return show(request, found, ListForm({"text": text}), rows=rows, faults=faults, seen=mark_of(text), status=200)


def retyped(said: Mapping[str, str]) -> dict[int, str]:
    """Lines that did not fit and were written anew beside what was wrong with them."""
    lines = {int(key[5:]): text for key, text in said.items() if re.fullmatch(r"line-[0-9]{1,6}", key)}
    return {number: " ".join(text.splitlines()) for number, text in lines.items()}


def left_out_in(rows: Sequence[SeenRow], line: int) -> bool:
    return any(row.left_out for row in rows if row.read.line == line)


def sent(request: Request) -> tuple[str, str]:
    """The text that was typed or sent as a file, and what is wrong with the file."""
    file = request.FILES.get("file")
    if file is None:
        return request.POST.get("text", ""), ""
    if (file.size or 0) > MOST_BYTES:
        words = _(
            "This file is too large: at most %(size)s kB can be read. Save the sheet with the entrants alone as CSV."
        )
        return request.POST.get("text", ""), words % {"size": MOST_BYTES // 1000}
    content = file.read()
    if content.startswith((b"PK\x03\x04", b"%PDF", b"\xd0\xcf\x11\xe0")):
        return request.POST.get("text", ""), _("This is no text. Save the sheet as CSV, and send that.")
    return text_of(content), ""


def mark_of(text: str) -> str:
    """What was looked at is what is taken. Browsers send line ends of their own."""
    return hashlib.sha256("\n".join(text.splitlines()).encode(errors="replace")).hexdigest()[:16]


def show(request: Request, found: Entrants, form: ListForm, *, status: int = 200, **context: Any) -> HttpResponse:
    rows: Sequence[SeenRow] = context.get("rows", ())
    more = {
        "form": form,
        "example": EXAMPLES[min(found.members, len(EXAMPLES))],
        "house": HouseForm(found.members),
        "understood": sum(not row.wrong for row in rows),
        "doubtful": sum(row.doubtful for row in rows),
    }
    return render(request, "entrants/add.html", page(found, "add") | more | context, status=status)


# --- what was understood -----------------------------------------------------------------------------------------


def seen_rows(by: Actor, found: Entrants, read: ReadList, said: Mapping[str, str]) -> list[SeenRow]:
    """Every line in its order: with who is known, who is entered already, and what was chosen about it; or with what is
    wrong with it."""
    names = [member.name for row in read.rows for member in row.members]
    known = players_named(by, names) if names else {}
    often = Counter(name.casefold() for name in names)
    entered = numbers_by_player(found)
    left_out = said.getlist("out") if isinstance(said, QueryDict) else []
    looked = said.get("seen") == mark_of(said.get("text", ""))
    rows = [
        SeenRow(
            read=ReadRow(line=fault.line),
            left_out=looked and str(fault.line) in left_out,
            wrong=fault.words,
            text=fault.text,
        )
        for fault in read.faults
        if fault.line is not None
    ]
    for row in read.rows:
        members = tuple(
            seen_member(f"who-{row.line}-{at}", member, known.get(member.name.casefold(), []), often, entered, said)
            for at, member in enumerate(row.members, 1)
        )
        everybody = all(member.entered for member in members)
        rows.append(
            SeenRow(
                read=row,
                members=members,
                left_out=str(row.line) in left_out if looked else everybody,
                too_few=len(members) < found.members,
                too_many=len(members) > found.members,
            )
        )
    return sorted(rows, key=lambda row: row.read.line)


def numbers_by_player(found: Entrants) -> dict[int, int]:
    """In which team everybody is who is entered."""
    rows = [each.row for each in found.entrants if each.row.entry is not Entry.CANCELLED]
    return {member.id: row.number for row in rows for member in row.members}


def seen_member(
    key: str, read: ReadMember, known: Sequence[Any], often: Counter[str], entered: Mapping[int, int],
    said: Mapping[str, str],
) -> SeenMember:  # fmt: skip
    usual = str(known[0].pk) if len(known) == 1 else NOBODY_KNOWN
    chosen = said.get(key, usual)
    allowed = {NOBODY_KNOWN, *(str(player.pk) for player in known)}
    return SeenMember(
        key=key,
        read=read,
        known=tuple(known),
        chosen=chosen if chosen in allowed else usual,
        entered=next((entered[player.pk] for player in known if player.pk in entered), None),
        twice=often[read.name.casefold()] > 1,
    )


# --- taking it ---------------------------------------------------------------------------------------------------


def take(request: Request, by: Actor, found: Entrants, text: str, rows: Sequence[SeenRow]) -> HttpResponse:
    """All rows that were not left out, or none of them; what is wrong is said with its line."""
    wanted = [row for row in rows if not row.left_out]
    incomplete = any(row.too_few for row in wanted)
    try:
        plain = [plain_row(row) for row in wanted]
        made = import_teams(by=by, tournament_id=found.tournament.pk, rows=plain, incomplete=incomplete)
    except Refusal as refusal:
        at = refusal.facts.get("row")
        line = wanted[at - 1].read.line if isinstance(at, int) else None
        called = {player.pk: player.name for row in wanted for member in row.members for player in member.known}
        fault = Fault(line=line, words=words_for(by_name(refusal, called)))
        form = ListForm({"text": text})
        return show(request, found, form, rows=rows, faults=[fault], seen=mark_of(text), status=422)
    looking = sum(row.too_few for row in wanted)
    waiting = sum(team.entry == Entry.WAITING for team in made) - looking
    messages.success(request, taken_in_words(len(made), looking, waiting))
    return redirect("entrants", found.tournament.pk)


def taken_in_words(entries: int, looking: int, waiting: int) -> str:
    said = ngettext("%(number)s entry was made.", "%(number)s entries were made.", entries) % {"number": entries}
    if looking:
        words = ngettext("%(number)s looks for a partner.", "%(number)s look for a partner.", looking)
        said = f"{said} {words % {'number': looking}}"
    if waiting:
        words = ngettext("%(number)s waits for a place.", "%(number)s wait for a place.", waiting)
        said = f"{said} {words % {'number': waiting}}"
    return said


def plain_row(row: SeenRow) -> dict[str, Any]:
    read = row.read
    plain: dict[str, Any] = {"members": [plain_member(member) for member in row.members]}
    told = {"name": read.name, "club": read.club, "rating": read.rating, "seed": read.seed}
    return plain | {name: value for name, value in told.items() if value not in ("", None)}


def plain_member(member: SeenMember) -> dict[str, Any]:
    if member.chosen != NOBODY_KNOWN:
        return {"player": int(member.chosen)}
    read = member.read
    return {"name": read.name, "club": read.club, "email": read.email}


def house(request: Request, by: Actor, found: Entrants) -> HttpResponse:
    """Players of the house."""
    form = HouseForm(found.members, request.POST)
    if form.is_valid():
        try:
            enter_team(by=by, tournament_id=found.tournament.pk, members=form.members(), house=True)
        except Refusal as refusal:
            refuse(form, refusal)
        else:
            messages.success(request, _("The house is ready to fill up a table."))
            return redirect("entrants", found.tournament.pk)
    return show(request, found, ListForm(), house=form, status=422)
