"""Teams, and people across tournaments, as everybody sees them."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.choices import Place
from games.selectors.public import OpenTournament, has_bracket
from games.selectors.public_team import Result, TeamShown, player_shown, team_shown
from games.views.keeping import Page, shown
from games.views.public_rounds import round_name
from games.views.tournament import note_in_words
from rules.refusal import Refusal
from scoring.statistics import Statistics
from scoring.variants import Variant


@require_safe
def team(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """A team: where it stands, its results round by round, its calls."""
    page = Page(
        tab="team", which=f"team {number}", template="public/team.html", context=lambda found: context(found, number)
    )
    return shown(request, slug, page)


@require_safe
def player(request: HttpRequest, player: int) -> HttpResponse:
    """Somebody who agreed to be shown by name, across the public tournaments. Others have no page."""
    try:
        found = player_shown(player)
    except Refusal as refusal:
        raise Http404 from refusal
    return render(request, "public/player.html", {"found": found, "calls": calls_in_words(found.did)})


def context(tournament: OpenTournament, number: int) -> dict[str, Any]:
    found = team_shown(tournament, number, now=timezone.now())
    return {
        "found": found,
        "title": found.team.name,
        "heading": found.team.name,
        "description": standing_in_words(found),
        "standing": standing_in_words(found),
        "bracket": has_bracket(found.regulations),
        "results": [
            (each, round_name(each.round, found.regulations), outcome_in_words(each)) for each in found.results
        ],
        "calls": calls_in_words(found.did),
        "called": found.regulations.variant is not Variant.GRAND_SEIGNEUR,
        "decisions": [note_in_words(each) for each in found.decisions],
        "keep": found.standing is None or found.standing.fresh,
    }


def standing_in_words(found: TeamShown) -> str:
    standing = found.standing
    if standing is None:
        return _("No result yet.")
    if standing.rank is None:
        return _("Out of the ranking.")
    facts = {"rank": standing.rank, "of": standing.of, "number": standing.through}
    return _("Rank %(rank)s of %(of)s after round %(number)s") % facts


def outcome_in_words(result: Result) -> str:
    """How a round went for a team, in a word."""
    if result.table is None:
        return _("Bye") if result.place == Place.BYE else _("No match")
    if result.round.hidden:
        return _("Not shown yet")
    if not result.table.over:
        return _("Being played")
    own = result.table.sides[result.side]
    if own.won:
        return _("Won")
    if any(side.won for side in result.table.sides):
        return _("Lost")
    return _("Over") if len(result.table.sides) != 2 or own.score is None else _("Drawn")


def calls_in_words(did: Statistics) -> list[tuple[str, str]]:
    """Facts about what somebody did, each with its number. What calls brought and cost is in points."""
    return [
        (_("Tichu made"), f"{did.tichu_made} / {did.tichu_made + did.tichu_missed}"),
        (_("Grand Tichu made"), f"{did.grand_made} / {did.grand_made + did.grand_missed}"),
        (_("Calls brought"), f"+{did.won}" if did.won else "0"),
        (_("Calls cost"), f"−{did.lost}" if did.lost else "0"),
        (_("Double victories"), str(did.doubles)),
        (_("First out"), str(did.first)),
        (_("Hands"), str(did.hands)),
    ]
