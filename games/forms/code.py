"""The short code with which one comes to a table where scanning fails."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class CodeForm(forms.Form):
    """The short code of a team or a table, and where more than one tournament is being played, of which."""

    tournament = forms.TypedChoiceField(label=_("Tournament"), coerce=int)
    code = forms.CharField(
        label=_("Short code"),
        max_length=40,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "inputmode": "text"}
        ),
        help_text=_("It stands on the card, below the square to scan. Capitals and spaces do not matter."),
    )

    def __init__(self, *args: Any, tournaments: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["tournament"].choices = tournaments  # type: ignore[attr-defined]
        if len(tournaments) == 1:
            self.fields["tournament"].initial = tournaments[0][0]
            self.fields["tournament"].widget = forms.HiddenInput()
