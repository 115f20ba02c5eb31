"""What people type about a tournament: its details, its staff, the name of a copy."""

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from games.choices import Language, Role, Visibility
from games.forms.regulations import Choosing, choices
from games.labels import words_for
from rules.refusal import Refusal

# --- details -----------------------------------------------------------------------------------------------------

VISIBILITIES = {
    Visibility.UNLISTED: _("Whoever has the address"),
    Visibility.PUBLIC: _("Everybody, in the public list"),
    Visibility.PRIVATE: _("Only those who run it or play"),
}
LANGUAGES = {Language.ENGLISH: "English", Language.GERMAN: "Deutsch"}
ROLES = {
    Role.DIRECTOR: _("Director"),
    Role.SCORER: _("Scorer"),
}
USUAL_BEGIN = "19:00"


class DetailsForm(Choosing):
    """Name, when, where, who sees it. Only the name is needed."""

    asked = ("name", "date", "time", "place")

    name = forms.CharField(
        label=_("Name"), max_length=120, widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _("Give it a name, such as “Friday cup”.")},
    )  # fmt: skip
    date = forms.DateField(
        label=_("Date"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    time = forms.TimeField(
        label=_("Begins at"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    place = forms.CharField(label=_("Place"), max_length=120, required=False)
    visibility = forms.ChoiceField(label=_("Who can see it"), choices=choices(VISIBILITIES))
    registration_open = forms.BooleanField(
        label=_("Players enter themselves"), required=False,
        help_text=_("With a link that you send them. You can open and close this at any time."),
    )  # fmt: skip
    entrants_limit = forms.IntegerField(
        label=_("Limit of entrants"), required=False,
        widget=forms.NumberInput(attrs={"min": 2, "inputmode": "numeric"}),
        help_text=_("Who comes later is put on the wait list. Leave it empty for no limit."),
    )  # fmt: skip
    language = forms.ChoiceField(
        label=_("Language"),
        choices=choices(LANGUAGES),
        help_text=_("Of what is printed. On the pages everybody chooses."),
    )
    time_zone = forms.CharField(
        label=_("Time zone"), max_length=60,
        widget=forms.TextInput(attrs={"list": "time-zones", "autocomplete": "off", "spellcheck": "false"}),
    )  # fmt: skip

    def clean_time_zone(self) -> str:
        typed = str(self.cleaned_data["time_zone"]).strip()
        if typed not in available_timezones():
            raise forms.ValidationError(words_for(Refusal("time_zone_unknown", value=typed)))
        return typed

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        if said.get("date") and said.get("time") is None and "time" not in self.errors:
            self.add_error("time", now("Enter the time too."))
        return said

    def details(self) -> dict[str, Any]:
        """As the act takes them."""
        said = dict(self.cleaned_data)
        date, time = said.pop("date"), said.pop("time")
        zone = ZoneInfo(said["time_zone"])
        said["starts_at"] = None if date is None else datetime.combine(date, time, tzinfo=zone).astimezone(UTC)
        return said


def new_details() -> dict[str, Any]:
    """What a new tournament begins with."""
    language = (get_language() or Language.ENGLISH)[:2]
    return {
        "time": USUAL_BEGIN,
        "visibility": str(Visibility.UNLISTED),
        "language": language if language in list(Language) else str(Language.ENGLISH),
        "time_zone": settings.TIME_ZONE,
    }


def details_of(tournament: Any) -> dict[str, Any]:
    """A tournament as it stands in the form, its time in its own zone."""
    names = ("name", "place", "visibility", "registration_open", "entrants_limit", "language", "time_zone")
    found: dict[str, Any] = {name: getattr(tournament, name) for name in names}
    begins = tournament.starts_at.astimezone(ZoneInfo(tournament.time_zone)) if tournament.starts_at else None
    found["date"] = begins.strftime("%Y-%m-%d") if begins else ""
    found["time"] = begins.strftime("%H:%M") if begins else ""
    return found


def tag_of(value: Mapping[str, Any]) -> str:
    """Tells one state of what is edited from another, so that nobody overwrites what somebody else has just changed."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=str).encode()).hexdigest()[:24]


class CopyForm(forms.Form):
    use_required_attribute = False
    name = forms.CharField(
        label=_("Name of the new tournament"), max_length=120, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )


class RoleForm(forms.Form):
    """What somebody is to be."""

    use_required_attribute = False
    role = forms.ChoiceField(label=_("As"), choices=choices(ROLES))


class ReasonForm(forms.Form):
    """Why rules are changed that are locked. Players read it."""

    use_required_attribute = False
    reason = forms.CharField(
        label=_("Reason"), max_length=200, required=False,
        help_text=_("Players read it beside the rules."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )  # fmt: skip
