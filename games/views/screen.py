"""The projector: what everybody in the hall wants to see, without anybody touching it.

The wall speaks the language of the tournament, whoever's laptop it hangs on.
"""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.choices import ScreenView
from games.events import screen_topic, topic_of
from games.selectors.public_bracket import bracket_with_names
from games.selectors.screen import ScreenNow, screen_now
from games.selectors.screen_bracket import last_eight, screen_matches
from games.selectors.tournaments import tournament_at
from games.views.cards import square
from games.views.pictures import bracket_picture, late_round_name
from games.visitors import visitor

WARNING = 5 * 60
"""From so many seconds before the end the clock warns."""


@never_cache
@require_GET
def screen(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole page; from then on only its content is fetched anew."""
    return shown(request, slug, "display/screen.html")


@never_cache
@require_GET
def screen_content(request: HttpRequest, slug: str) -> HttpResponse:
    """What it shows, fetched whenever something changes."""
    return shown(request, slug, "display/_now.html")


def shown(request: HttpRequest, slug: str, template: str) -> HttpResponse:
    tournament, at = tournament_at(visitor(request), slug), timezone.now()
    now = screen_now(tournament, at=at)
    context: dict[str, Any] = {
        "tournament": tournament,
        "now": now,
        "topics": [topic_of(tournament), screen_topic(tournament)],
        "clock": face_of(now, at),
        "body_class": "screen-body",
    }
    if ScreenView.WELCOME in now.views:
        context |= ways_in(request, slug, registering=tournament.registration_open)
    with translation.override(tournament.language):
        context["round_name"] = late_round_name(now.from_the_end) if now.from_the_end else ""
        return render(request, template, context)


@never_cache
@require_GET
def screen_bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """The matches of a knock-out, fetched only where there is one: the last eight as a picture too."""
    tournament = tournament_at(visitor(request), slug)
    found = bracket_with_names(tournament)
    late = last_eight(found)
    with translation.override(tournament.language):
        rounds = [
            (each, late_round_name(each.from_the_end) if each.from_the_end else "") for each in screen_matches(found)
        ]
        context = {"rounds": rounds, "picture": bracket_picture(late) if late else None}
        return render(request, "display/_matches.html", context)


def face_of(now: ScreenNow, at: datetime) -> dict[str, Any]:
    """The clock as it stands when the page is sent: that of the round, or else the time of the day."""
    if now.clock is None or now.round is None:
        here = at.astimezone(ZoneInfo(now.tournament.time_zone))
        seconds = here.hour * 3600 + here.minute * 60 + here.second
        return {"state": "day", "seconds": seconds, "face": f"{here:%H:%M}"}
    left = now.clock.remaining
    return {"state": clock_state(now), "seconds": left, "face": minutes_and_seconds(left)}


def clock_state(now: ScreenNow) -> str:
    if now.round is None or now.clock is None or now.round.started_at is None:
        return "ready"
    if now.clock.remaining == 0:
        return "over"
    if not now.clock.running:
        return "paused"
    return "warning" if now.clock.remaining <= WARNING else "running"


def minutes_and_seconds(seconds: int) -> str:
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


def ways_in(request: HttpRequest, slug: str, *, registering: bool) -> dict[str, Any]:
    """Addresses to scan: the tournament's page, and where one enters as long as that is open."""
    page = request.build_absolute_uri(reverse("tournament", args=[slug]))
    entry = request.build_absolute_uri(reverse("enter", args=[slug])) if registering else ""
    return {
        "page_link": page,
        "page_square": square(page),
        "entry_link": entry,
        "entry_square": square(entry) if entry else "",
    }
