"""Sentences about the score sheet of a hand."""

from django.utils.translation import gettext_lazy as _

SHEETS = {
    # the score sheet of a hand
    "points_missing": _(
        "Enter the card points of one side. After a double victory enter instead which two players went out first."
    ),
    "points_step": _("Card points are multiples of 5. %(value)s is none."),
    "points_range": _(
        "Card points lie between %(minimum)s and %(maximum)s. %(value)s cannot be. "
        "Leave out what the calls and a double victory bring: it is added by itself."
    ),
    "points_sum": _("The card points of both sides are 100 together. Here they are %(sum)s."),
    "victory_has_no_points": _(
        "All players of one side went out first, so nobody counts cards. "
        "Leave the card points empty, or correct who went out when."
    ),
    "calls_number": _("The sheet has room for the calls of %(value)s players, but %(seats)s play."),
    "call_unknown": _("“%(value)s” is no call. Write T for Tichu, GT for Grand Tichu, or nothing."),
    "grand_forbidden": _("Grand Tichu is not played here. Choose Tichu or no call."),
    "grand_by_dealer": _(
        "In Threechu the dealer may call no Grand Tichu, neither for the own hand nor for the dummy. "
        "Choose Tichu or no call."
    ),
    "grand_too_late": _("Grand Tichu is called before taking card number %(before)s. It is too late for it now."),
    "call_too_late": _("A call is made before the own first card is played. It is too late for it now."),
    "dealer_missing": _("Enter who dealt: this player plays with the dummy."),
    "dealer_only_in_threechu": _("Only Threechu is played with a dummy. Leave the dealer empty."),
    "first_missing": _("Somebody called. Enter who went out first, so that the call can be counted."),
    "seat_unknown": _("One of the players named does not sit at this table. Choose a player of this table."),
    "seat_out_twice": _("A player is named twice in the order of going out. Everybody goes out once."),
    "out_after_victory": _(
        "All players of one side went out first, and with that the hand was over. Enter only these players."
    ),
    "order_incomplete": _("The order of going out is not complete. Enter all players, the last one too."),
    "victory_value": _(
        "A double or triple victory brings %(minimum)s to %(maximum)s points, in multiples of 5. %(value)s cannot be."
    ),
    "variant_without_points": _("Grand Seigneur knows no points. Enter only the order of going out."),
    # typed from paper
    "calls_unreadable": _("“%(value)s” cannot be read. Write a number and a letter for each call, such as 1t or 3g."),
    "called_twice": _("Number %(value)s has two calls. Everybody calls once."),
    "order_unreadable": _("“%(value)s” cannot be read. Write the numbers in the order of going out, such as 132."),
    "number_not_playing": _("Number %(value)s does not play in this hand. These do: %(allowed)s."),
    # cards
    "card_unknown": _(
        "“%(value)s” is no card. Write 7j for the seven of Jade, Ks for the King of Swords, DR for the Dragon."
    ),
    "card_twice": _("The card %(value)s is named twice. Every card exists once."),
    "cards_missing": _("Some cards are missing. To be counted, all 56 must be there."),
    "last_hand_empty": _("The last player still holds at least one card. Enter the cards that were left over."),
    "piles_number": _(
        "There are tricks for %(value)s players, but %(seats)s play. Whoever took none has an empty pile."
    ),
    # Grand Seigneur
    "seigneur_players": _("Grand Seigneur is for %(minimum)s to %(maximum)s players, not for %(value)s."),
    "seigneur_calls": _("In Grand Seigneur nobody calls Tichu. Leave the calls empty."),
    "seigneur_points": _("In Grand Seigneur nothing is counted. Leave the points empty."),
}
