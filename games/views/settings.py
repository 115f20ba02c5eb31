"""What a tournament is played by, and who runs it."""

from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo, available_timezones

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import retarget

from games.choices import Role, State
from games.formats import format_in_words, presets_by_kind
from games.forms.refusing import refuse
from games.forms.regulations import FormatForms
from games.forms.setup import DetailsForm, ReasonForm, RoleForm, details_of, tag_of
from games.house_rules import house_rules, original_rules
from games.permissions import may_direct, may_set_up_tournaments
from games.selectors.cards import teams_entered
from games.selectors.listing import open_invitations
from games.selectors.records import regulations_of
from games.selectors.tournaments import staff_of, tournament_run_by
from games.services.invitations import invite, revoke_invitation
from games.services.locking import unchanged
from games.services.tournaments import appoint, change_regulations, dismiss, edit_tournament
from games.views.requests import Request
from games.views.setup import LOOK, USUAL_ENTRANTS, format_context
from games.views.signing_in import sign_in_required
from games.visitors import visitor
from rules.refusal import Refusal
from scoring.presets import PRESETS
from scoring.regulations import Regulations, regulations_to_json

OUTDATED = "version_outdated"
DISMISSED = "dismissed"
"""Where the session remembers who was dismissed last, so that it can be undone."""


# --- details -----------------------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "POST"])
@sign_in_required
def settings(request: Request, tournament: int) -> HttpResponse:
    """Everything that is laid down. Details can be changed at any time, by those who direct."""
    by = visitor(request)
    found = tournament_run_by(by, tournament)
    if request.method == "GET":
        return page(request, found, details=DetailsForm(initial=details_of(found)))
    form = DetailsForm(request.POST)
    try:
        if form.is_valid():
            with unchanged(tournament, lambda: tag_of(details_of(tournament_run_by(by, tournament))) == seen(request)):
                edit_tournament(by=by, tournament_id=tournament, **new_values(tournament_run_by(by, tournament), form))
            messages.success(request, _("Saved."))
            return redirect("settings", tournament)
    except Refusal as refusal:
        if refusal.code == "not_allowed":
            raise
        refuse(form, refusal)
        if refusal.code == OUTDATED:
            return page(request, found, details=form, meanwhile=changed_meanwhile(found, form), status=409)
    return page(request, found, details=form, tag=seen(request), status=422)


def new_values(found: Any, form: DetailsForm) -> dict[str, Any]:
    """What differs from what stands there, so that the log says what was changed and no more."""
    return {name: value for name, value in form.details().items() if getattr(found, name) != value}


def seen(request: Request) -> str:
    """The tag of what the form was filled in from."""
    return request.POST.get("seen", "")


def changed_meanwhile(found: Any, form: DetailsForm) -> list[tuple[str, str]]:
    """What stands there now and is not what was typed: the second of two who edit is told, and nothing is lost."""
    now = details_of(found)
    shown = [(form[name], now[name]) for name in now]
    return [(str(field.label), worded(field, value)) for field, value in shown if typed(field) != said(value)]


def typed(field: Any) -> str:
    return said(field.value())


def said(value: Any) -> str:
    """As it stands in a form: nothing, a tick, a text."""
    return "" if value in (None, False, "") else str(value)


def worded(field: Any, value: Any) -> str:
    """As one reads it: a choice in its words, nothing as a dash, a tick as yes."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(dict(getattr(field.field, "choices", ())).get(value, value)) or "–"


def page(request: Request, found: Any, *, details: DetailsForm, status: int = 200, **more: Any) -> HttpResponse:
    by, regulations = visitor(request), regulations_of(found)
    directs = may_direct(by, found)
    context = {
        "tournament": found,
        "tab": "settings",
        "directs": directs,
        "may_make": may_set_up_tournaments(by),
        "details": details,
        "tag": tag_of(details_of(found)),
        "zones": sorted(available_timezones()),
        "parts": format_in_words(regulations),
        "house": house_rules(regulations) or [original_rules()],
        "locked": found.state != State.SETUP,
        "over": found.state == State.FINISHED,
        "changes": changes(found),
        "staff": [(each, RoleForm(initial={"role": each.role}, prefix=f"staff-{each.pk}")) for each in staff_of(found)],
        "invitations": open_invitations(by, found),
        "invite_form": RoleForm(initial={"role": str(Role.SCORER)}),
        "dismissed": dismissed_here(request, found.pk),
        **more,
    }
    return render(request, "setup/settings.html", context, status=status)


def changes(found: Any) -> list[dict[str, Any]]:
    """What players are told about rules that were changed in the middle, the newest first."""
    return list(reversed(found.changed_rules))


# --- the format --------------------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "POST"])
@sign_in_required
def regulations(request: Request, tournament: int) -> HttpResponse:
    """Change the format: freely until play begins, afterwards only for a reason, and never into another kind."""
    by = visitor(request)
    found = tournament_run_by(by, tournament)
    if not may_direct(by, found):
        raise Refusal("not_allowed")
    preset = preset_wanted(request, found)
    base = regulations_of(found) if preset == KEEP else PRESETS[preset]
    if request.method == "GET":
        return format_page(request, found, preset, FormatForms(base), ReasonForm())
    choices = FormatForms(base, request.POST if request.POST.get("of") == preset else None)
    reason = ReasonForm(request.POST)
    valid = not choices.is_bound or choices.is_valid()
    if request.POST.get("act") == LOOK:
        return look(request, found, preset, choices, reason)
    if valid and reason.is_valid():
        try:
            changed(request, found, choices.regulations, reason.cleaned_data["reason"])
        except Refusal as refusal:
            refuse(reason, refusal)
        else:
            return redirect("settings", tournament)
    return format_page(request, found, preset, choices, reason, status=422)


KEEP = "keep"
"""Chosen instead of a ready-made format: the one there is."""


def preset_wanted(request: Request, found: Any) -> str:
    """Another ready-made format can be taken until play begins."""
    wanted = request.POST.get("preset", KEEP)
    return wanted if wanted in PRESETS and found.state == State.SETUP else KEEP


def changed(request: Request, found: Any, after: Regulations, reason: str) -> None:
    by = visitor(request)
    with unchanged(found.pk, lambda: tag_of(tournament_run_by(by, found.pk).regulations) == seen(request)):
        plain = regulations_to_json(after)
        change_regulations(by=by, tournament_id=found.pk, regulations=plain, reason=reason)
    told = _("Changed. Players see the reason beside the rules.") if reason else _("Saved.")
    messages.success(request, told)


def look(request: Request, found: Any, preset: str, choices: FormatForms, reason: ReasonForm) -> HttpResponse:
    if not request.htmx:
        return format_page(request, found, preset, choices, reason)
    context = context_of(request, found, preset, choices)
    if choices.is_bound:
        return render(request, "setup/_looked.html", context)
    return retarget(render(request, "setup/_chosen.html", context), "#choices")


def context_of(request: Request, found: Any, preset: str, choices: FormatForms) -> dict[str, Any]:
    """With the time for those who have entered, from when it begins."""
    begin = found.starts_at.astimezone(ZoneInfo(found.time_zone)).time() if found.starts_at else None
    entered = teams_entered(found)
    return format_context(request, preset, choices, usual=entered if entered > 1 else USUAL_ENTRANTS, begin=begin)


def format_page(
    request: Request, found: Any, preset: str, choices: FormatForms, reason: ReasonForm, *, status: int = 200
) -> HttpResponse:
    context = {
        "tournament": found,
        "tab": "settings",
        "locked": found.state != State.SETUP,
        "kinds": presets_by_kind(),
        "reason": reason,
        "tag": seen(request) or tag_of(found.regulations),
        **context_of(request, found, preset, choices),
    }
    return render(request, "setup/regulations.html", context, status=status)


# --- staff -------------------------------------------------------------------------------------------------------


@require_POST
@sign_in_required
def staff(request: Request, tournament: int) -> HttpResponse:
    """Somebody becomes director or scorer, or is dismissed; that can be undone."""
    by = visitor(request)
    account = int(number) if (number := request.POST.get("account", "")).isdecimal() else 0
    if "dismiss" in request.POST:
        member = next(
            (each for each in staff_of(tournament_run_by(by, tournament)) if each.account_id == account), None
        )
        dismiss(by=by, tournament_id=tournament, account_id=account)
        if member is not None:
            request.session[DISMISSED] = [tournament, account, str(member.account), member.role]
    else:
        member = appoint(by=by, tournament_id=tournament, account_id=account, role=role_given(request))
        words = _("%(name)s is director now.") if member.role == Role.DIRECTOR else _("%(name)s is scorer now.")
        messages.success(request, words % {"name": member.account})
    return redirect(reverse("settings", args=[tournament]) + "#staff")


def role_given(request: Request) -> Role:
    """What is chosen in whichever of the forms was sent."""
    given = next((value for name, value in request.POST.items() if name.endswith("role")), "")
    return Role.DIRECTOR if given == Role.DIRECTOR else Role.SCORER


def dismissed_here(request: Request, tournament: int) -> dict[str, Any] | None:
    """Who has just been dismissed: told once, with the way back."""
    where, account, name, role = request.session.get(DISMISSED) or (None, None, "", "")
    if where != tournament:
        return None
    del request.session[DISMISSED]
    return {"account": account, "name": name, "role": role}


@never_cache
@require_POST
@sign_in_required
def invitation(request: Request, tournament: int) -> HttpResponse:
    """A link for somebody who is to help. It is shown now and nowhere again."""
    by = visitor(request)
    made, token = invite(by=by, tournament_id=tournament, role=role_given(request))
    link = f"{request.build_absolute_uri(reverse('invitation'))}#{quote(token)}"
    found = tournament_run_by(by, tournament)
    details = DetailsForm(initial=details_of(found))
    return page(request, found, details=details, invited={"link": link, "role": made.role, "until": made.expires_at})


@require_POST
@sign_in_required
def uninvite(request: Request, tournament: int, invitation: int) -> HttpResponse:
    """A link that was sent lets nobody in any more."""
    revoke_invitation(by=visitor(request), invitation_id=invitation)
    messages.success(request, _("The link is not valid any more."))
    return redirect(reverse("settings", args=[tournament]) + "#staff")
