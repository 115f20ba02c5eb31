"""The tournaments one runs, and making a new one."""

from datetime import time
from typing import Any
from zoneinfo import available_timezones

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.dateparse import parse_time
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods
from django_htmx.http import retarget

from games.formats import (
    FIRST_PRESET,
    format_in_words,
    preset_in_words,
    presets_by_kind,
    stage_title,
    time_in_words,
)
from games.forms.refusing import refuse
from games.forms.regulations import FormatForms
from games.forms.setup import CopyForm, DetailsForm, new_details
from games.house_rules import house_rules, original_rules
from games.permissions import may_direct, may_set_up_tournaments
from games.selectors.listing import tournaments_to_run
from games.selectors.tournaments import tournament_run_by
from games.services.tournaments import copy_tournament, create_tournament
from games.views.requests import Request
from games.views.signing_in import sign_in_required
from games.visitors import visitor
from rules.refusal import Refusal
from scoring.presets import PRESETS
from scoring.regulations import Regulations, regulations_to_json

USUAL_ENTRANTS, MOST_ENTRANTS = 16, 10_000
LOOK = "look"
"""What is asked for while somebody still chooses: show what it means, and change nothing."""


@never_cache
@require_GET
@sign_in_required
def tournaments(request: Request) -> HttpResponse:
    """The tournaments one runs: those being played first, then those to come, then those that are over."""
    actor = visitor(request)
    context = {"listing": tournaments_to_run(actor), "may_make": may_set_up_tournaments(actor)}
    return render(request, "setup/tournaments.html", context)


# --- a new one ---------------------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "POST"])
@sign_in_required
def new(request: Request) -> HttpResponse:
    """Choose a format, see what it means, change what differs, give it a name. Only the name is needed."""
    by = visitor(request)
    if not may_set_up_tournaments(by):
        raise Refusal("not_allowed")
    preset = chosen_preset(request)
    if request.method == "GET":
        return page(request, preset, DetailsForm(initial=new_details()), FormatForms(PRESETS[preset]))
    choices = FormatForms(PRESETS[preset], typed_for(preset, request.POST))
    if request.POST.get("act") == LOOK:
        return look(request, preset, choices)
    details = DetailsForm(request.POST)
    try:
        if details.is_valid() & (not choices.is_bound or choices.is_valid()):
            made = create_tournament(
                by=by, preset=preset, regulations=regulations_to_json(choices.regulations), **details.details()
            )
            words = _("“%(name)s” is ready. Now enter who takes part.")
            messages.success(request, words % {"name": made.name})
            return redirect("entrants", made.pk)
    except Refusal as refusal:
        refuse(details, refusal)
    return page(request, preset, details, choices, status=422)


def chosen_preset(request: Request) -> str:
    wanted = (request.POST if request.method == "POST" else request.GET).get("preset", "")
    return wanted if wanted in PRESETS else FIRST_PRESET


def typed_for(preset: str, data: QueryDict) -> QueryDict | None:
    """What was typed, if it was typed for this format: another one begins with its own choices."""
    return data if data.get("of") == preset else None


def look(request: Request, preset: str, choices: FormatForms) -> HttpResponse:
    """What is chosen so far, in words. If the format is another one, its choices take the place of the others."""
    if not request.htmx:
        details = DetailsForm(initial=request.POST.dict())
        if choices.is_bound:
            choices.is_valid()
        return page(request, preset, details, choices)
    if not choices.is_bound:
        answer = render(
            request, "setup/_chosen.html", format_context(request, preset, choices, begin=begin_asked(request))
        )
        return retarget(answer, "#choices")
    choices.is_valid()
    return render(request, "setup/_looked.html", format_context(request, preset, choices, begin=begin_asked(request)))


def page(
    request: Request, preset: str, details: DetailsForm, choices: FormatForms, *, status: int = 200
) -> HttpResponse:
    context = {
        "details": details,
        "kinds": presets_by_kind(),
        "zones": sorted(available_timezones()),
        **format_context(request, preset, choices, begin=begin_asked(request)),
    }
    return render(request, "setup/new.html", context, status=status)


def format_context(
    request: Request, preset: str, choices: FormatForms, *, begin: time | None, usual: int = USUAL_ENTRANTS
) -> dict[str, Any]:
    """What the choices and their meaning need. The time is for `usual` entrants unless another number is asked for."""
    return {
        "preset": preset,
        "choices": choices,
        "stages": titled_stages(choices),
        **meaning(choices.regulations, entrants_asked(request) or usual, begin),
        "faults": choices.faults if choices.is_bound else [],
        "chosen": preset_in_words(preset) if preset in PRESETS else None,
    }


def titled_stages(choices: FormatForms) -> list[tuple[str, Any]]:
    return [(stage_title(choices.given, form.stage), form) for form in choices.stages]


def meaning(regulations: Regulations, entrants: int, begin: time | None) -> dict[str, Any]:
    """Regulations in words: all of them, what differs from the rule books, and how long it takes."""
    return {
        "parts": format_in_words(regulations),
        "house": house_rules(regulations) or [original_rules()],
        "time": time_in_words(regulations, entrants, begin=begin),
        "entrants": entrants,
    }


def entrants_asked(request: Request) -> int | None:
    """For how many the time is wanted; what is no number counts as nothing asked."""
    typed = (request.POST if request.method == "POST" else request.GET).get("entrants", "")
    number = int(typed) if typed.isdecimal() and len(typed) < 6 else 0
    return number if 2 <= number <= MOST_ENTRANTS else None


def begin_asked(request: Request) -> time | None:
    typed = request.POST.get("time", "") if request.method == "POST" else new_details()["time"]
    try:
        return parse_time(typed)
    except ValueError:
        return None


# --- the same again ----------------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "POST"])
@sign_in_required
def copy(request: Request, tournament: int) -> HttpResponse:
    """A new tournament with the same format and settings, without anybody in it."""
    by = visitor(request)
    found = tournament_run_by(by, tournament)
    if not (may_direct(by, found) and may_set_up_tournaments(by)):
        raise Refusal("not_allowed")
    form = CopyForm(request.POST or None, initial={"name": found.name})
    if form.is_valid():
        try:
            made = copy_tournament(by=by, tournament_id=tournament, name=form.cleaned_data["name"])
        except Refusal as refusal:
            refuse(form, refusal)
        else:
            messages.success(request, _("Copied. Check the date and who can see it."))
            return redirect("settings", made.pk)
    context = {"tournament": found, "tab": "settings", "form": form}
    return render(request, "setup/copy.html", context, status=422 if form.is_bound else 200)
