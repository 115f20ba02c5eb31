"""A situation at the table, as it is typed or tapped: what lies there, what is held, what is to be played."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.labels import words_for
from games.sentences.cards import RANKS
from rules.cards import Card, parse_all
from rules.combinations import Combination
from rules.customs import TableRules
from rules.plays import Held
from rules.referee import Position
from rules.refusal import Refusal
from rules.verdict import lying

LONGEST = 60
"""Fourteen cards and the spaces between them."""

TYPED = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}


class CardsField(forms.CharField):
    """Cards in two characters each, with spaces between them."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=LONGEST, widget=forms.TextInput(attrs=TYPED), **kwargs)

    def clean(self, value: Any) -> tuple[Card, ...]:
        try:
            return parse_all(str(super().clean(value)).replace(",", " ").split())
        except Refusal as refusal:
            raise forms.ValidationError(words_for(refusal)) from refusal


class SituationForm(forms.Form):
    """The hand may leave out what is to be played: whoever plays a card holds it."""

    table = CardsField(label=_("On the table"))
    hand = CardsField(label=_("In the hand"))
    cards = CardsField(label=_("To be played"))
    wish = forms.TypedChoiceField(
        label=_("Wish"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", _("no wish")), *((rank, words) for rank, words in RANKS.items())],
    )
    turn = forms.ChoiceField(label=_("Turn"), required=False, choices=[("in", _("in turn")), ("out", _("out of turn"))])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""

    def typed(self) -> list[forms.BoundField]:
        """What is tapped where there are scripts."""
        return [self[name] for name in ("table", "hand", "cards")]

    def asked(self) -> list[forms.BoundField]:
        return [self["wish"], self["turn"]]

    def position(self, customs: TableRules) -> Position:
        chosen = self.cleaned_data
        more = tuple(card for card in chosen["cards"] if card not in chosen["hand"])
        return Position(
            hand=Held((*chosen["hand"], *more)),
            top=on_table(chosen["table"]),
            wish=chosen["wish"],
            in_turn=chosen["turn"] != "out",
            customs=customs,
        )


def on_table(cards: tuple[Card, ...]) -> Combination | None:
    """What lies there, read as high as possible; what is wrong with it stands beside its field."""
    if not cards:
        return None
    try:
        return lying(cards)
    except Refusal as refusal:
        raise Refusal(refusal.code, **refusal.facts | {"field": "table"}) from None
