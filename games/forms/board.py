"""What the director types beside a round: minutes, reasons, rulings. What is allowed is decided by the acts."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.record import RulingKind

BOTH = ""
"""Neither side has come to play."""


def reason_field(most: int) -> forms.CharField:
    return forms.CharField(
        label=_("Reason"),
        max_length=most,
        error_messages={"required": _("Say why, in a few words.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


def number_field(label: Any, *, least: int, most: int, **more: Any) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    return forms.IntegerField(label=label, min_value=least, max_value=most, widget=widget, **more)


# --- time --------------------------------------------------------------------------------------------------------


class MinutesForm(forms.Form):
    """How much longer somebody may play."""

    minutes = number_field(_("Minutes"), least=1, most=24 * 60, required=False)

    use_required_attribute = False


class RoundMinutesForm(MinutesForm):
    """How long a round lasts. What is typed stays when the clock is drawn anew because of something else."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["minutes"].widget.attrs["hx-preserve"] = "true"


class TimeUpForm(forms.Form):
    """How a table stood when the time was up."""

    hand = number_field(_("Hand that was begun last"), least=0, most=999)
    running = forms.BooleanField(label=_("It was still being played"), required=False)

    use_required_attribute = False


# --- objections --------------------------------------------------------------------------------------------------


class DecisionForm(forms.Form):
    """What the director says about an objection; nothing is fine too."""

    reason = forms.CharField(max_length=300, required=False)


# --- rulings -----------------------------------------------------------------------------------------------------


class RevokeForm(forms.Form):
    """Why a ruling counts no more."""

    reason = reason_field(300)

    use_required_attribute = False


class RulingForm(forms.Form):
    """A ruling of some kind, about a team of those given or about a table with these two sides."""

    kind: RulingKind
    reason = reason_field(300)

    use_required_attribute = False

    def __init__(
        self, *args: Any, teams: Sequence[tuple[int, str]] = (), sides: Sequence[str] = (), **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.auto_id = f"{self.kind}_%s"  # several stand on one page
        self.order_fields([name for name in self.fields if name != "reason"])
        if "team" in self.fields:
            self.fields["team"].choices = [(str(pk), name) for pk, name in teams]  # type: ignore[attr-defined]
        if "side" in self.fields:
            named = [(str(at), name) for at, name in enumerate(sides)]
            self.fields["side"].choices = [*named, (BOTH, _("Both sides"))]  # type: ignore[attr-defined]
        for field, side in zip(("total", "other_total"), sides, strict=False):
            if field in self.fields:
                self.fields[field].label = side

    def said(self) -> dict[str, Any]:
        """As the act wants it."""
        said = dict(self.cleaned_data)
        if "team" in said:
            said["team_id"] = said.pop("team")
        if "side" in said:
            said["side"] = None if said["side"] == BOTH else int(said["side"])
        if "total" in said:
            said["totals"] = (said.pop("total"), said.pop("other_total"))
        return said | {"kind": self.kind}


def team_field() -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=_("Team"), coerce=int)


class PenaltyForm(RulingForm):
    kind = RulingKind.PENALTY
    team = team_field()
    points = number_field(_("Points to take off"), least=0, most=20_000, required=False)
    tichu_points = number_field(_("Tichu points to take off"), least=0, most=20_000, required=False)

    def said(self) -> dict[str, Any]:
        return {name: value or 0 if name.endswith("points") else value for name, value in super().said().items()}


class AdjustedForm(RulingForm):
    kind = RulingKind.ADJUSTED
    total = number_field("", least=-20_000, most=20_000)
    other_total = number_field("", least=-20_000, most=20_000)


class ForfeitForm(RulingForm):
    kind = RulingKind.FORFEIT
    side = forms.ChoiceField(label=_("Who forfeits"), required=False)


class AverageForm(RulingForm):
    kind = RulingKind.AVERAGE
    team = team_field()
    percent = number_field(_("Per cent of the average"), least=0, most=200, initial=100)


class DisqualifiedForm(RulingForm):
    kind = RulingKind.DISQUALIFIED
    team = team_field()


OF_A_TEAM: tuple[type[RulingForm], ...] = (PenaltyForm, AverageForm, DisqualifiedForm)
OF_A_TABLE: tuple[type[RulingForm], ...] = (AdjustedForm, ForfeitForm)
RULINGS = {form.kind: form for form in (*OF_A_TEAM, *OF_A_TABLE)}
