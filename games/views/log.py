"""Who changed what, in words."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.labels import call_reason_in_words, log_in_words, ruling_in_words
from games.selectors.log import PLAYERS, Entry, Wanted, first_broken_line, log_page
from games.selectors.tournaments import tournament_run_by
from games.sentences.log import KINDS, codes_of
from games.sentences.standings import figure
from games.views.requests import Request
from games.views.signing_in import sign_in_required
from games.visitors import visitor
from scoring.notation import write_calls, write_order
from scoring.record import RulingKind

FILTERS = ("kind", "round", "table", "team", "by")


@never_cache
@require_GET
@sign_in_required
def log(request: Request, tournament: int) -> HttpResponse:
    """Who changed what: the newest line first, of all or of what one asks for."""
    asked = {name: request.GET.get(name, "").strip() for name in FILTERS}
    found = log_page(visitor(request), tournament, wanted(asked, request.GET.get("before", "")))
    context = {
        "tournament": found.tournament,
        "tab": "log",
        "found": found,
        "lines": [written(entry) for entry in found.entries],
        "asked": asked,
        "asking": any(asked.values()),
        "kinds": KINDS.items(),
        "players": PLAYERS,
        "query": urlencode({name: value for name, value in asked.items() if value}),
        "continued": "before" in request.GET,
        "table_error": _("A table has a number.") if asked["table"] and number(asked["table"]) is None else "",
    }
    return render(request, "board/log.html", context)


@never_cache
@require_GET
@sign_in_required
def check(request: Request, tournament: int) -> HttpResponse:
    """Whether the log is as it was written: every line holds a hash of all before it."""
    found = tournament_run_by(visitor(request), tournament)
    context = {"tournament": found, "tab": "log", "broken": first_broken_line(found)}
    return render(request, "board/_log_check.html" if request.htmx else "board/log_check.html", context)


def wanted(asked: Mapping[str, str], before: str) -> Wanted:
    return Wanted(
        codes=codes_of(asked["kind"]) if asked["kind"] in KINDS else (),
        round=number(asked["round"]),
        table=number(asked["table"]),
        team=number(asked["team"]),
        by=asked["by"] if asked["by"] == PLAYERS or asked["by"].isdecimal() else "",
        before=number(before),
    )


def number(typed: str) -> int | None:
    return int(typed[:9]) if typed.isdecimal() and typed.isascii() else None


# --- one line ----------------------------------------------------------------------------------------------------


def written(entry: Entry) -> dict[str, Any]:
    """A line as it is read: when, who, what, and what was and is."""
    facts = entry.facts
    kind = facts.get("kind")
    words = log_in_words(
        entry.what,
        table=entry.table,
        round=entry.round or facts.get("number"),
        hand=facts.get("number"),
        teams=", ".join(entry.teams) or None,
        count=len(facts.get("teams") or ()),
        stage=facts.get("stage"),
        minutes=facts.get("minutes"),
        before=facts.get("before"),
        after=facts.get("after"),
        time=time_in_words(facts.get("seconds")),
        ruling=ruling_in_words(str(kind)) if kind in list(RulingKind) else None,
        about=", ".join(entry.teams) or table_in_words(entry.table),
        whose=", ".join(entry.teams) or table_in_words(facts.get("table_number")),
    )
    return {"entry": entry, "words": words, "who": who(entry), "change": change(entry), "reason": reason(entry)}


def time_in_words(seconds: int | None) -> str | None:
    """In minutes where they are whole ones, as they mostly are."""
    if seconds is None:
        return None
    minutes, rest = divmod(seconds, 60)
    if rest:
        return ngettext("%(number)s second", "%(number)s seconds", seconds) % {"number": seconds}
    return ngettext("%(number)s minute", "%(number)s minutes", minutes) % {"number": minutes}


def table_in_words(number: int | None) -> str | None:
    return None if number is None else _("table %(number)s") % {"number": number}


def who(entry: Entry) -> str:
    if entry.who:
        return entry.who
    if entry.from_table is not None:
        return _("Card of table %(number)s") % {"number": entry.from_table}
    return _("Nobody in particular")


def reason(entry: Entry) -> str:
    """Why, as somebody wrote it; a table that calls the director chooses from a few reasons."""
    return call_reason_in_words(entry.reason) if entry.what == "director.called" else entry.reason


def change(entry: Entry) -> str:
    """What was there before and what is there now, as one would write it on the sheet."""
    before, after = entry.facts.get("before"), entry.facts.get("after")
    kind = entry.what.partition(".")[0]
    if kind == "hand":
        return arrow(hand(before), hand(after))
    if kind == "result" and isinstance(before or after, dict):
        return arrow(result(before), result(after))
    if entry.what == "ruling.made":
        return ruling(entry.facts)
    return ""


def arrow(before: str, after: str) -> str:
    return f"{before} → {after or '–'}" if before else after


def hand(plain: Mapping[str, Any] | None) -> str:
    """Calls, who went out, points: by the numbers of the seats, as on paper."""
    if not plain:
        return ""
    seats = range(1, 13)
    points = plain.get("points")
    other = plain.get("other_points")
    counted = (
        both(points, 100 - points) if points is not None else both(100 - other, other) if other is not None else ""
    )
    totals = both(plain["total"], plain["other_total"]) if "total" in plain else ""
    order = write_order(plain.get("out", ()), seats)
    calls = write_calls(plain.get("calls", ()), seats)
    return " · ".join(filter(None, (calls, order and _("out %(order)s") % {"order": order}, counted or totals)))


def result(plain: Mapping[str, Any] | None) -> str:
    return both(plain["total"], plain["other_total"]) if plain else ""


def both(one: int, other: int) -> str:
    return f"{figure(one)} : {figure(other)}"


def ruling(facts: Mapping[str, Any]) -> str:
    """How much it takes off or gives."""
    if facts.get("totals"):
        return both(*facts["totals"])
    if facts.get("points"):
        return ngettext("%(points)s point off", "%(points)s points off", facts["points"]) % {"points": facts["points"]}
    if facts.get("tichu_points"):
        taken = facts["tichu_points"]
        return ngettext("%(points)s Tichu point off", "%(points)s Tichu points off", taken) % {"points": taken}
    return f"{facts['percent']} %" if "percent" in facts else ""
