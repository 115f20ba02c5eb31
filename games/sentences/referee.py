"""What the referee's page says by itself, without a network."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

REFEREE = {
    "yes": _("Yes, this may be played."),
    "no": _("No."),
    "rule": _("Rule {number}"),
    "reading": _("{kind}, {rank}"),
    "reading_alone": _("{kind}"),
    "read_as": _("These cards can be read as: {readings}."),
    "must_fulfil": _("The wish must be fulfilled. Possible with:"),
    "wish_does_not_bind": _("The wish does not bind here: with these cards it cannot be fulfilled."),
    "wish_out_of_turn": _("Out of turn the wish binds nobody."),
    "may_pass": _("Passing is allowed."),
    "nothing_chosen": _("Choose the cards that are to be played, or see below whether passing is allowed."),
    "nothing_laid_out": _("Lay out the cards first."),
    "nothing_on_table": _("nothing: it is the lead"),
    "no_cards": _("no cards"),
    "too_many": _("A hand has at most 14 cards."),
    "table_unread": _("What lies on the table is no combination."),
    "card_of_suit": _("{rank} of {suit}"),
    "in_zone": _("{card}, {zone}"),
    "led": _("led, 1½"),
    "on_rank": _("on a {rank}"),
    "found": _("{count} rulings"),
    "found_one": _("1 ruling"),
    "found_none": _("No ruling has these words."),
}

ZONES = {
    "table": (_("On the table"), pgettext_lazy("mark of a card on the table", "T")),
    "hand": (_("In the hand"), pgettext_lazy("mark of a card in the hand", "H")),
    "cards": (_("To be played"), pgettext_lazy("mark of a card that is to be played", "P")),
}
"""Where a card can lie, and the letter it is marked with."""
