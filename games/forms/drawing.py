"""What a director types about rounds and their draws. What is allowed is decided by the acts."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

LONGEST_REASON, LONGEST_SEED = 200, 60


class ReasonForm(forms.Form):
    """Why something is done that is not done every day. Several of them stand on one page, so each has a name."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, act: str, needed: bool = False) -> None:
        super().__init__(data, auto_id=f"id_{act}_%s")
        self.fields["reason"].widget.attrs["required"] = needed


class SeedForm(forms.Form):
    """A seed of one's own, such as what somebody in the hall calls out."""

    seed = forms.CharField(
        label=_("Seed"),
        max_length=LONGEST_SEED,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=_("Any text, such as a word from the audience. Left empty, one is made."),
    )


class ExchangeForm(ReasonForm):
    """Two teams that change places."""

    team = forms.IntegerField(widget=forms.HiddenInput)
    other = forms.IntegerField(widget=forms.HiddenInput)
    anyway = forms.BooleanField(required=False, widget=forms.HiddenInput)


class BackForm(forms.Form):
    """The exchange that is to be undone, by the version of the tournament it made."""

    version = forms.IntegerField()


class KeepForm(forms.Form):
    """A table, or the team that has a bye; kept, or free again."""

    table = forms.IntegerField(required=False)
    team = forms.IntegerField(required=False)
    kept = forms.BooleanField(required=False)
