"""What is printed: a list of it, each thing as a page that prints well and as PDF, in the tournament's language."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.actor import Actor
from games.exchange.brackets import bracket
from games.exchange.certificates import certificates
from games.exchange.pdf import Paper
from games.exchange.pdf_bracket import bracket_pdf
from games.exchange.pdf_certificates import certificates_pdf
from games.exchange.pdf_lists import seats_pdf, standings_pdf
from games.exchange.pdf_sheets import sheets_pdf
from games.exchange.rankings import ranking
from games.exchange.score_sheets import blank, filled_in
from games.exchange.seat_lists import by_name, by_table
from games.exchange.stages import round_name, stage_name
from games.selectors.printing import (
    Printable,
    StandingsPrinted,
    bracket_printed,
    certificates_printed,
    printable,
    round_printed,
    standings_printed,
)
from games.views.requests import Request
from games.views.signing_in import sign_in_required
from games.visitors import visitor
from rules.refusal import Refusal

FIRST = 3
"""Whom a certificate is for at least: the first three places."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Of what, on which paper, and up to which place."""

    round: int | None
    stage: str | None
    upto: int | None
    paper: Paper


def asked_in(request: Request) -> Asked:
    """From the address; what is no answer to the question counts as not asked."""
    said = request.GET

    def number(name: str) -> int | None:
        typed = said.get(name, "")[:9]
        return int(typed) if typed.isdecimal() else None

    paper = Paper.LETTER if said.get("paper") == Paper.LETTER else Paper.A4
    return Asked(round=number("round"), stage=said.get("stage") or None, upto=number("upto"), paper=paper)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """One thing to print: how it is found, put into words, and drawn; and the page that shows the words, upright or
    `wide`."""

    find: Callable[[Actor, int, Asked], Any]
    say: Callable[[Any, Asked], Any]
    draw: Callable[[Any, Paper, str], bytes]
    page: str
    wide: bool = False


def found_standings(actor: Actor, tournament: int, asked: Asked) -> StandingsPrinted:
    found = standings_printed(actor, tournament, asked.stage)
    if not found.through:
        raise Refusal("nothing_played")
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Honours:
    """The standings, and everybody's full name."""

    standings: StandingsPrinted
    names: dict[str, tuple[str, ...]]

    @property
    def tournament(self) -> Any:
        return self.standings.tournament


def found_certificates(actor: Actor, tournament: int, asked: Asked) -> Honours:
    found, names = certificates_printed(actor, tournament, asked.stage)
    if not found.through:
        raise Refusal("nothing_played")
    return Honours(standings=found, names=names)


def found_bracket(actor: Actor, tournament: int, asked: Asked) -> Any:
    found = bracket_printed(actor, tournament, asked.stage)
    if not found.matches:
        raise Refusal("nothing_played")
    return found


SHEETS = {
    "names": Sheet(
        find=lambda actor, tournament, asked: round_printed(actor, tournament, asked.round),
        say=lambda found, asked: by_name(found),
        draw=lambda words, paper, title: seats_pdf(words, paper),
        page="print/seats.html",
    ),
    "tables": Sheet(
        find=lambda actor, tournament, asked: round_printed(actor, tournament, asked.round),
        say=lambda found, asked: by_table(found),
        draw=lambda words, paper, title: seats_pdf(words, paper),
        page="print/seats.html",
    ),
    "sheets": Sheet(
        find=lambda actor, tournament, asked: round_printed(actor, tournament, asked.round),
        say=lambda found, asked: filled_in(found),
        draw=sheets_pdf,
        page="print/sheets.html",
    ),
    "blank": Sheet(
        find=lambda actor, tournament, asked: printable(actor, tournament),
        say=lambda found, asked: blank(found.regulations, found.tournament.name),
        draw=partial(sheets_pdf, twice=True),
        page="print/sheets.html",
    ),
    "standings": Sheet(
        find=found_standings,
        say=lambda found, asked: ranking(found),
        draw=lambda words, paper, title: standings_pdf(words, paper),
        page="print/standings.html",
    ),
    "bracket": Sheet(
        find=found_bracket,
        say=lambda found, asked: bracket(found),
        draw=lambda words, paper, title: bracket_pdf(words, paper),
        page="print/bracket.html",
        wide=True,
    ),
    "certificates": Sheet(
        find=found_certificates,
        say=lambda found, asked: certificates(found.standings, found.names, asked.upto),
        draw=certificates_pdf,
        page="print/certificates.html",
        wide=True,
    ),
}
"""By what they are called in the address."""


def sheet_called(name: str) -> Sheet:
    if name not in SHEETS:
        raise Http404
    return SHEETS[name]


def in_the_language_of(found: Any) -> AbstractContextManager[None]:
    """What is on paper is for everybody, so it is in the tournament's language and not in its reader's."""
    return translation.override(found.tournament.language)


# --- the list ----------------------------------------------------------------------------------------------------


@never_cache
@require_GET
@sign_in_required
def printing(request: Request, tournament: int) -> HttpResponse:
    """What can be printed now. What cannot is not offered, and the page says what it waits for."""
    asked = asked_in(request)
    found = printable(visitor(request), tournament, asked.round)
    context = {
        "tournament": found.tournament,
        "tab": "print",
        "found": found,
        "round": found.round,
        "round_name": round_name(found.regulations, found.round) if found.round else "",
        "rounds": [(each, round_name(found.regulations, each)) for each in found.rounds],
        "standings": named(found, found.standings),
        "brackets": named(found, found.brackets),
        "certificates": named(found, found.certificates),
        "paper": asked.paper,
        "papers": list(Paper),
        "first": FIRST,
    }
    return render(request, "print/list.html", context)


def named(found: Printable, stages: Any) -> list[tuple[str, str]]:
    """The keys of stages, each with what it is called."""
    return [(stage.key, stage_name(found.regulations, stage.key)) for stage in stages]


# --- one thing ---------------------------------------------------------------------------------------------------


@never_cache
@require_GET
@sign_in_required
def page(request: Request, tournament: int, sheet: str) -> HttpResponse:
    """As a page, in the language of the tournament from top to bottom."""
    kind, asked = sheet_called(sheet), asked_in(request)
    found = kind.find(visitor(request), tournament, asked)
    with in_the_language_of(found):
        context = {
            "tournament": found.tournament,
            "sheet": sheet,
            "words": kind.say(found, asked),
            "asked": request.GET.urlencode(),
            "body_class": "printed printed-wide" if kind.wide else "printed",
        }
        answer = render(request, kind.page, context)
    answer.headers["Content-Language"] = found.tournament.language
    return answer


@never_cache
@require_GET
@sign_in_required
def pdf(request: Request, tournament: int, sheet: str) -> HttpResponse:
    """The same as PDF, to be looked at or kept."""
    kind, asked = sheet_called(sheet), asked_in(request)
    found = kind.find(visitor(request), tournament, asked)
    with in_the_language_of(found):
        drawn = kind.draw(kind.say(found, asked), asked.paper, found.tournament.name)
    return pdf_answer(drawn, f"{found.tournament.slug}-{sheet}", found.tournament.language)


def pdf_answer(drawn: bytes, name: str, language: str, *, kept: bool = False) -> HttpResponse:
    """To be looked at, or `kept` as a file."""
    answer = HttpResponse(drawn, content_type="application/pdf")
    answer.headers["Content-Disposition"] = f'{"attachment" if kept else "inline"}; filename="{name}.pdf"'
    answer.headers["Content-Language"] = language
    return answer
