"""The bracket of a tournament as a picture, and its regulations in words."""

from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.formats import format_in_words, stage_name
from games.house_rules import house_rules, original_rules
from games.selectors.public import OpenTournament, has_bracket
from games.selectors.public_bracket import bracket_with_names
from games.selectors.public_round import rounds_with_seeds
from games.selectors.records import regulations_of
from games.views.keeping import Page, shown, stage_asked_for
from games.views.pictures import bracket_picture
from games.views.public_rounds import round_name


@require_safe
def bracket(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The bracket of a knock-out, those matches to come too."""
    stage = stage_asked_for(request)
    page = Page(
        tab="bracket",
        which=f"bracket {stage or ''}",
        template="public/bracket.html",
        context=lambda found: bracket_context(found, stage),
        query="" if stage is None else f"stage={stage}",
    )
    return shown(request, slug, page)


def bracket_context(tournament: OpenTournament, stage: str | None) -> dict[str, Any]:
    regulations = regulations_of(tournament)
    found = bracket_with_names(tournament, stage=stage)
    names = {rules.key: stage_name(rules) for rules in regulations.stages}
    return {
        "found": found,
        "title": _("Bracket"),
        "heading": _("Bracket"),
        "description": _("The bracket of the knock-out, with all results so far."),
        "bracket": has_bracket(regulations),
        "picture": bracket_picture(found),
        "stages": [(key, names[key]) for key in found.stages] if len(found.stages) > 1 else [],
    }


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponseBase:
    """What is laid down for this tournament, what was changed, and the seeds of its draws."""
    page = Page(tab="rules", which="rules", template="public/rules.html", context=rules_context)
    return shown(request, slug, page)


def rules_context(tournament: OpenTournament) -> dict[str, Any]:
    regulations = regulations_of(tournament)
    seeds = rounds_with_seeds(tournament)
    return {
        "title": _("Regulations"),
        "heading": _("Regulations"),
        "description": _("What is laid down for this tournament."),
        "bracket": has_bracket(regulations),
        "house": house_rules(regulations) or [original_rules()],
        "parts": format_in_words(regulations),
        "changes": [(parse_datetime(each["at"]), each["reason"]) for each in tournament.changed_rules],
        "seeds": [(round_name(link, regulations), link, seed) for link, seed in seeds],
    }
