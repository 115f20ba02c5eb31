"""Tournaments for calendars (RFC 5545) and for feed readers (Atom)."""

import math
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.selectors.public import OpenTournament
from games.selectors.public_list import teams_entered, tournaments_in_calendar, tournaments_in_feed
from games.selectors.records import regulations_of
from games.selectors.tournaments import tournament_at
from games.visitors import visitor
from pairing.duration import duration

LATELY = timedelta(days=90)
LIKELY_ENTRANTS = 16
"""So many are reckoned with where nobody has entered yet and no limit is set."""
LONGEST_LINE = 75
"""Octets, as the standard wants it."""


@require_safe
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """One tournament as an entry for a calendar."""
    found = tournament_at(visitor(request), slug)
    if found.starts_at is None:
        raise Http404
    return calendar_of(request, [(found, teams_entered(found))], file=f"{found.slug}.ics", name=found.name)


@require_safe
def calendars(request: HttpRequest) -> HttpResponse:
    """All public tournaments that have a date, to be subscribed to."""
    found = tournaments_in_calendar(since=timezone.now() - LATELY)
    return calendar_of(request, found, file="tournaments.ics", name=_("Tichu tournaments"))


@require_safe
def feed(request: HttpRequest) -> HttpResponse:
    """All public tournaments, the newest first."""
    made = Atom1Feed(
        title=_("Tichu tournaments"),
        link=request.build_absolute_uri(reverse("start")),
        description="",
        language=get_language(),
        feed_url=request.build_absolute_uri(),
    )
    for found in tournaments_in_feed():
        address = address_of(request, found)
        made.add_item(
            title=found.name,
            link=address,
            description=found.place,
            unique_id=address,
            pubdate=found.made_at,
            updateddate=found.ranking_published_at or found.finished_at or found.made_at,
        )
    return HttpResponse(made.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")


def address_of(request: HttpRequest, found: OpenTournament) -> str:
    return request.build_absolute_uri(reverse("tournament", args=[found.slug]))


# --- the format of calendars -------------------------------------------------------------------------------------


def calendar_of(
    request: HttpRequest, found: Iterable[tuple[OpenTournament, int]], *, file: str, name: str
) -> HttpResponse:
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Tichu Tournament//EN", f"X-WR-CALNAME:{escaped(name)}"]
    for tournament, teams in found:
        lines += event_of(request, tournament, teams)
    text = "".join(f"{folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])
    answer = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    answer.headers["Content-Disposition"] = f'inline; filename="{file}"'
    return answer


def event_of(request: HttpRequest, found: OpenTournament, teams: int) -> list[str]:
    """One event. Times are in UTC, so that every calendar shows them right, wherever its owner is."""
    address = address_of(request, found)
    begin = found.starts_at or found.made_at
    end = begin + likely_length(found, teams)
    told = {
        "UID": f"tournament-{found.pk}@{request.get_host()}",
        "DTSTAMP": written(found.made_at),
        "SEQUENCE": str(found.version),
        "DTSTART": written(begin),
        "DTEND": written(end),
        "SUMMARY": escaped(found.name),
        "LOCATION": escaped(found.place),
        "DESCRIPTION": escaped(address),
        "URL": address,
    }
    return ["BEGIN:VEVENT", *(f"{key}:{value}" for key, value in told.items() if value), "END:VEVENT"]


def likely_length(found: OpenTournament, teams: int) -> timedelta:
    """How long it will take at most, in half hours; a league that goes on for weeks has an evening."""
    entrants = max(teams, 4) if teams else found.entrants_limit or LIKELY_ENTRANTS
    minutes = duration(regulations_of(found), entrants).minutes[1]
    return timedelta(minutes=min(30 * math.ceil(minutes / 30), 12 * 60))


def written(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def escaped(text: str) -> str:
    """Backslash, semicolon, comma and a new line mean something there."""
    text = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return text.replace("\r\n", "\\n").replace("\n", "\\n").replace("\r", "\\n")


def folded(line: str) -> str:
    """A long line goes on in the next, which begins with a space; no letter is cut in two."""
    parts: list[str] = []
    part = ""
    for letter in line:
        if len((part + letter).encode()) > LONGEST_LINE - (1 if parts else 0):
            parts.append(part)
            part = ""
        part += letter
    return "\r\n ".join([*parts, part])
