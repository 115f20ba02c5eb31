"""What people type about entrants. What is allowed is decided by the acts."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.forms.entrant_list import number_in
from games.selectors.entrants import Entrant, OneEntrant
from games.selectors.teams import MemberRow
from games.services.people import LONGEST, Person, Who
from scoring.record import Together
from scoring.regulations import Clubmates

AS_TYPED = {"autocomplete": "off", "spellcheck": "false"}


def text(label: Any, what: str, *, required: bool = False, help_text: Any = "", **attrs: str) -> forms.CharField:
    """One line of text, as long as its column."""
    widget = forms.TextInput(attrs=AS_TYPED | attrs)
    return forms.CharField(label=label, required=required, max_length=LONGEST[what], widget=widget, help_text=help_text)


def number(label: Any, least: int, *, help_text: Any = "") -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(label=label, required=False, min_value=least, widget=widget, help_text=help_text)


# --- one entry ---------------------------------------------------------------------------------------------------


class DetailsForm(forms.Form):
    """Name, club, rating, seed, and the tables it can sit at."""

    name = text(_("Name of the team"), "name", help_text=_("Left empty, it is called after its members."))
    club = text(_("Club"), "club")
    rating = number(_("Rating"), 0)
    seed = number(_("Seed of the team"), 1, help_text=_("1 is the strongest."))
    tables = forms.CharField(
        label=_("Tables it can sit at"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs=AS_TYPED | {"inputmode": "numeric"}),
        help_text=_("Numbers, such as 1 or 1, 2. Left empty, it sits at any."),
    )

    def clean_tables(self) -> list[int]:
        typed = self.cleaned_data["tables"].replace(",", " ").replace(";", " ").split()
        numbers = [number_in(each) for each in typed]
        if any(each is None or not 1 <= each <= 9_999 for each in numbers):
            raise forms.ValidationError(_("Write numbers of tables, such as 1, 2."))
        return [each for each in numbers if each is not None]


class MembersForm(forms.Form):
    """Who plays in a team. Whoever stays is left alone; a new name is somebody new, or who is known by it."""

    def __init__(self, members: Sequence[MemberRow], most: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.before = members
        for at in range(most):
            known = members[at].name if at < len(members) else ""
            self.fields[f"member_{at + 1}"] = text(_("Member %(number)s") % {"number": at + 1}, "name")
            self.initial[f"member_{at + 1}"] = known

    def names(self) -> list[str]:
        typed = [" ".join(self.cleaned_data[name].split()) for name in self.fields]
        return [each for each in typed if each]

    def members(self, known: Mapping[str, int]) -> list[Who]:
        ours = {member.name: member.id for member in self.before}
        return [ours.get(name) or known.get(name.casefold()) or Person(name) for name in self.names()]


class PersonForm(forms.Form):
    """What is known of a person, corrected wherever it stands."""

    name = text(_("Name"), "name", required=True)
    shown_name = text(_("Shown as"), "shown_name", required=True)
    club = text(_("Club"), "club")
    email = forms.EmailField(
        label=_("E-mail address"), required=False, max_length=LONGEST["email"], widget=forms.EmailInput(attrs=AS_TYPED)
    )


class LateForm(forms.Form):
    """From which round on a team is there."""

    round = forms.IntegerField(
        label=_("Comes for round"),
        min_value=1,
        max_value=1000,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


class SubstituteForm(forms.Form):
    """Who plays for whom in this round."""

    member = forms.TypedChoiceField(label=_("Instead of"), coerce=int)
    substitute = text(_("plays"), "name", required=True)

    def __init__(self, found: OneEntrant, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(member.id, member.name) for member in found.replaceable]
        self.fields["member"].choices = choices  # type: ignore[attr-defined]


# --- a list ------------------------------------------------------------------------------------------------------


class ListForm(forms.Form):
    """A pasted list, or a file with one."""

    text = forms.CharField(
        label=_("The list"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocapitalize": "words"}),
    )
    file = forms.FileField(
        label=_("Or a file"),
        required=False,
        allow_empty_file=True,
        help_text=_("CSV, as spreadsheets save it, or plain text."),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,text/csv,text/plain"}),
    )


class HouseForm(forms.Form):
    """Players of the house fill up tables and take no place."""

    def __init__(self, members: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for at in range(1, members + 1):
            label = _("Name") if members == 1 else _("Member %(number)s") % {"number": at}
            self.fields[f"member_{at}"] = text(label, "name", required=True)

    def members(self) -> list[Who]:
        return [Person(self.cleaned_data[name]) for name in self.fields]


# --- kept apart --------------------------------------------------------------------------------------------------


class ApartForm(forms.Form):
    """Two or three who are kept apart."""

    one = forms.TypedChoiceField(label=_("Who"), coerce=int)
    other = forms.TypedChoiceField(label=_("and"), coerce=int)
    third = forms.TypedChoiceField(label=_("and perhaps"), coerce=int, required=False, empty_value=None)
    must = forms.ChoiceField(
        label=_("How strictly"),
        choices=[("", _("If possible")), ("yes", _("Always"))],
        required=False,
    )
    never = forms.ChoiceField(
        label=_("What they must not be"),
        choices=[(Together.PARTNERS, _("Partners")), (Together.OPPONENTS, _("At one table"))],
    )

    def __init__(self, entrants: Sequence[Entrant], individual: bool, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(each.row.id, f"{each.row.number} · {each.title}") for each in entrants]
        for name in ("one", "other", "third"):
            self.fields[name].choices = [("", "–"), *choices]  # type: ignore[attr-defined]
        if not individual:
            del self.fields["never"]

    def clean(self) -> dict[str, Any]:
        """Two of them at least, and nobody from themselves."""
        said = super().clean() or {}
        chosen = [said[name] for name in ("one", "other", "third") if said.get(name)]
        if len(set(chosen)) < len(chosen):
            self.add_error("other", _("The same one is chosen twice. Choose different ones."))
        return said

    def wish(self) -> dict[str, Any]:
        said = self.cleaned_data
        teams = [said[name] for name in ("one", "other", "third") if said[name]]
        return {"team_ids": teams, "must": said["must"] == "yes", "never": Together(said.get("never", "opponents"))}


class ClubmatesForm(forms.Form):
    """Whether members of one club meet."""

    clubmates = forms.ChoiceField(
        label=_("Members of one club"),
        choices=[
            (Clubmates.MAY_MEET, _("may meet")),
            (Clubmates.APART_IF_POSSIBLE, _("are kept apart if possible")),
            (Clubmates.ALWAYS_APART, _("are always kept apart")),
        ],
        widget=forms.RadioSelect,
    )
    reason = forms.CharField(
        label=_("Why it changes while you play"),
        max_length=200,
        required=False,
        help_text=_("The players see it."),
    )

    def __init__(self, begun: bool, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not begun:
            del self.fields["reason"]


# --- entering oneself --------------------------------------------------------------------------------------------


class EnterForm(forms.Form):
    """Whoever enters, with as many names as play together; only the first is needed before a partner is found."""

    def __init__(self, members: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.partners = [f"partner_{at}" for at in range(1, members)]
        self.fields["name"] = text(_("Your name"), "name", required=True, autocomplete="name")
        for at, name in enumerate(self.partners, 1):
            label = _("Your partner") if members == 2 else _("Partner %(number)s") % {"number": at}
            self.fields[name] = text(label, "name")
        if self.partners:
            self.fields[self.partners[-1]].help_text = _(
                "Nobody yet? Leave it empty, and the director looks for somebody."
            )
            self.fields["team"] = text(_("Name of the team"), "name", help_text=_("If you want one."))
        self.fields["club"] = text(_("Club"), "club", help_text=_("If you have one."), autocomplete="organization")
        self.fields["email"] = forms.EmailField(
            label=_("Your e-mail address"),
            required=False,
            max_length=LONGEST["email"],
            widget=forms.EmailInput(attrs={"autocomplete": "email"}),
            help_text=_("You may leave it empty. Nobody but the director sees it."),
        )
        self.fields["consent"] = forms.BooleanField(
            required=False,
            label=_(
                "Everybody named here agrees that these names stand in the tournament’s lists, which anybody can see."
            )
            if self.partners
            else _("I agree that my name stands in the tournament’s lists, which anybody can see."),
        )

    def people(self) -> list[Person]:
        said = self.cleaned_data
        others = [Person(said[name], club=said["club"]) for name in self.partners if said[name].strip()]
        return [Person(said["name"], club=said["club"], email=said["email"]), *others]
