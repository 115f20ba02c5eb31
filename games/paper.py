"""What scorers type from paper, and hands written in the same notation."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from games.labels import game_in_words
from games.selectors.paper import PaperSheet
from games.selectors.tables import HandShown
from scoring.hand import PACK_POINTS
from scoring.notation import numbers, read_calls, read_order, write_calls, write_order
from scoring.record import Hand, WholeMatch


class Way(StrEnum):
    """How much of a hand the paper has."""

    FULL = "full"
    TOTALS = "totals"


# --- forms -------------------------------------------------------------------------------------------------------


def typed(label: Any, length: int) -> forms.CharField:
    attributes = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false", "maxlength": length}
    return forms.CharField(label=label, required=False, widget=forms.TextInput(attrs=attributes))


def figure(label: Any = "") -> forms.IntegerField:
    """A text field: one for numbers would change under the arrow keys and the wheel."""
    attributes = {"autocomplete": "off", "maxlength": 7}
    return forms.IntegerField(label=label, required=False, widget=forms.TextInput(attrs=attributes))


def reason_field() -> forms.CharField:
    return forms.CharField(
        label=_("Reason"),
        max_length=200,
        error_messages={"required": _("Say why, in a few words.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class HandForm(forms.Form):
    """One row: calls, order and card points; or calls and totals; or the order alone."""

    client_id = forms.UUIDField(widget=forms.HiddenInput)
    number = forms.IntegerField(widget=forms.HiddenInput)
    calls = typed(_("Calls"), 40)
    out = typed(_("Out in order"), 40)
    points = figure()
    other_points = figure()
    total = figure()
    other_total = figure()

    use_required_attribute = False

    def __init__(self, sheet: PaperSheet, number: int, way: Way, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        playing = sheet.playing(number)
        self.players, self.dummy = numbers(playing), None in playing
        self.sits_out = [each.number for each in sheet.seated if each.number not in self.players]
        self.fields["client_id"].initial, self.fields["number"].initial = uuid4, number
        for field in {*FIELDS[Way.FULL], *FIELDS[Way.TOTALS]} - set(fields_of(sheet, way)):
            del self.fields[field]
        one, other = sides(self.players)
        for field, label in (("points", one), ("other_points", other), ("total", one), ("other_total", other)):
            if field in self.fields:
                self.fields[field].label = LABELS[field] % {"players": label}

    @property
    def sides(self) -> str:
        """For the script: who is whose partner."""
        return " ".join(side.replace("+", "") for side in sides(self.players))

    @property
    def who(self) -> str:
        """Who plays this hand, where that changes."""
        one, other = sides(self.players)
        if self.dummy:
            words = _("%(dealer)s deals and plays the dummy, number %(dummy)s")
            return words % {"dealer": self.players[0], "dummy": self.players[2]}
        if not self.sits_out:
            return ""
        words = _("%(one)s against %(other)s, %(out)s sits out")
        return words % {"one": one, "other": other, "out": self.sits_out[0]}

    def hand(self) -> Hand:
        """The hand that was typed; refuses what cannot be read."""
        said = self.cleaned_data
        return Hand(
            calls=read_calls(said["calls"], self.players) if "calls" in said else (),
            out=read_order(said.get("out", ""), self.players),
            points=said.get("points"),
            other_points=said.get("other_points"),
            totals=both(said.get("total"), said.get("other_total")),
        )

    def clean(self) -> dict[str, Any]:
        for field in ("total", "other_total"):
            if field in self.fields and field not in self.errors and self.cleaned_data.get(field) is None:
                self.add_error(field, _("Enter what the hand came to for this side."))
        return self.cleaned_data


FIELDS = {
    Way.FULL: ("calls", "out", "points", "other_points"),
    Way.TOTALS: ("calls", "total", "other_total"),
}
LABELS = {
    "points": _("Card points of %(players)s"),
    "other_points": _("Card points of %(players)s"),
    "total": _("Total of %(players)s"),
    "other_total": _("Total of %(players)s"),
}


def focus(form: forms.Form) -> None:
    """Where one types on: the first field that is wrong, else the first."""
    names = [field.name for field in form.visible_fields()]
    wrong = [name for name in names if form.is_bound and name in form.errors]
    form.fields[(wrong or names)[0]].widget.attrs["autofocus"] = True


def both(one: int | None, other: int | None) -> tuple[int, int] | None:
    return None if one is None or other is None else (one, other)


def fields_of(sheet: PaperSheet, way: Way) -> tuple[str, ...]:
    return ("out",) if sheet.order_only else FIELDS[way]


class ReasonForm(forms.Form):
    """Why something stored is changed, and the revision that was seen."""

    revision = forms.IntegerField(widget=forms.HiddenInput)
    reason = reason_field()

    use_required_attribute = False


class CorrectionForm(ReasonForm, HandForm):
    """A stored hand, written anew."""


class WholeForm(forms.Form):
    """The result of a match whose hands were not written down."""

    client_id = forms.UUIDField(widget=forms.HiddenInput)
    revision = forms.IntegerField(widget=forms.HiddenInput)
    total = figure()
    other_total = figure()
    games = figure()
    other_games = figure()
    hands = figure(_("Hands played"))
    reason = reason_field()

    use_required_attribute = False

    def __init__(self, sheet: PaperSheet, *args: Any, correcting: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["client_id"].initial, self.fields["revision"].initial = uuid4, sheet.whole_revision
        one, other = sides(range(1, len(sheet.seated) + 1))
        for field, label in (("total", one), ("other_total", other)):
            self.fields[field].label = LABELS[field] % {"players": label}
            self.fields[field].required = True
            self.fields[field].error_messages["required"] = _("Enter what the match came to for this side.")
        for field, label in (("games", one), ("other_games", other)):
            if sheet.terms.match.games is None:
                del self.fields[field]
            else:
                self.fields[field].label = _("Games won by %(players)s") % {"players": label}
        if not correcting:
            del self.fields["reason"]

    def whole(self) -> WholeMatch:
        said = self.cleaned_data
        return WholeMatch(
            totals=(said["total"], said["other_total"]),
            hands=said.get("hands"),
            games=both(said.get("games"), said.get("other_games")),
        )


# --- hands as they are shown -------------------------------------------------------------------------------------


def sides(players: Sequence[int]) -> tuple[str, str]:
    """Who plays together: "1+3" and "2+4"."""
    one, other = (sorted(players[side::2]) for side in (0, 1))
    return "+".join(map(str, one)), "+".join(map(str, other))


def initial_of(hand: Hand, players: Sequence[int]) -> dict[str, Any]:
    """A stored hand, filled into the row."""
    total, other_total = hand.totals or (None, None)
    return {
        "calls": write_calls(hand.calls, players),
        "out": write_order(hand.out, players),
        "points": hand.points,
        "other_points": hand.other_points,
        "total": total,
        "other_total": other_total,
    }


def way_of(hand: Hand) -> Way:
    return Way.FULL if hand.totals is None else Way.TOTALS


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A hand in words and figures. `victory`: nobody counted cards."""

    calls: str
    out: str
    points: tuple[int, int] | None
    victory: bool
    totals: tuple[int, ...]


def written(hand: Hand, players: Sequence[int], totals: tuple[int, ...]) -> Written:
    one = hand.points
    if one is None and hand.other_points is not None:
        one = PACK_POINTS - hand.other_points
    return Written(
        calls=write_calls(hand.calls, players),
        out=write_order(hand.out, players),
        points=None if one is None else (one, PACK_POINTS - one),
        victory=one is None and hand.totals is None,
        totals=totals,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A line of the sheet: a hand that counts, or one that was declared void. `columns` has what it brought to every
    side or player, and what they have now; `above` stands over the first hand of a game, where several make a match."""

    number: int
    written: Written | None
    columns: Sequence[tuple[int, int]] = ()
    above: str = ""


def rows_of(sheet: PaperSheet) -> list[Row]:
    void = [Row(number=number, written=None) for number in sheet.void_hands]
    opened = sheet.table.progress.opened
    counting = [
        row_of(hand, game_in_words(*opened[at], team_names(sheet)) if at in opened else "")
        for at, hand in enumerate(sheet.table.hands)
    ]
    return sorted([*counting, *void], key=lambda row: row.number)


def team_names(sheet: PaperSheet) -> list[str]:
    """Who plays on which of the two sides."""
    seats = sheet.table.seats
    return [" + ".join(sitting.name for sitting in seats if sitting.seats[0] % 2 == side) for side in (0, 1)]


def row_of(hand: HandShown, above: str = "") -> Row:
    return Row(
        number=hand.number,
        written=written(hand.sheet, numbers(hand.playing), hand.totals),
        columns=list(zip(hand.totals, hand.running, strict=True)),
        above=above,
    )


def heads_of(sheet: PaperSheet) -> Sequence[str]:
    """Over the columns: the sides, or everybody."""
    if sheet.alone:
        return [str(each.number) for each in sheet.seated]
    return sides(range(1, len(sheet.seated) + 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """What is stored and what was typed, side by side, and the fields in which they differ. No `stored`: it is void."""

    stored: Written | None
    typed: Written
    differ: tuple[str, ...]


def compared(sheet: PaperSheet, number: int, stored: Hand | None, hand: Hand) -> Compared:
    players = numbers(sheet.playing(number))

    def shown(each: Hand) -> Written:
        return written(each, players, () if sheet.order_only else sheet.count(each).totals)

    differ = () if stored is None else sheet.differences(stored, hand)
    return Compared(stored=None if stored is None else shown(stored), typed=shown(hand), differ=differ)
