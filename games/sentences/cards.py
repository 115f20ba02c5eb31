"""Sentences about the play of the cards, and what the cards are called."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.cards import Special, Suit
from rules.combinations import Kind

CARDS = {
    # what the cards are
    "no_cards": _("Choose the cards that are to be played."),
    "no_combination": _("These cards are no combination."),
    "dragon_alone": _("The Dragon is always played alone."),
    "hound_alone": _("The Hound is always played alone."),
    "phoenix_in_bomb": _("The Phoenix cannot help to make a bomb, and four cards of one rank are nothing else."),
    "four_and_phoenix": _("Four equal cards and the Phoenix are no full house."),
    "phoenix_is_no_1": _("The Phoenix stands for a card from 2 to Ace, never for the Mah Jong."),
    "reading_impossible": _("These cards cannot be declared so. They can be read as: %(allowed)s."),
    "card_not_held": _("These cards are not in the hand: %(missing)s."),
    "card_not_in_pack": _("The card %(value)s is not in the pack of this game."),
    "too_many_cards": _("A hand has at most %(maximum)s cards. Here are %(value)s."),
    "card_on_table": _("The card %(value)s lies on the table already."),
    # what beats what
    "nothing_on_hound": _("Nothing can be laid on the Hound, not even a bomb."),
    "hound_only_led": _("The Hound can only be led."),
    "bomb_too_short": _("The bomb on the table has more cards, and that decides."),
    "bomb_too_low": _("The bomb on the table is as long, and not lower."),
    "bomb_beats_it": _("A bomb lies there. Only a higher bomb beats it."),
    "other_kind": _("Something of another kind lies there. The same kind is needed, and higher; or a bomb."),
    "other_length": _("It needs as many cards as lie there: %(top_number)s, not %(number)s."),
    "dragon_beats_it": _("Only a bomb beats the Dragon."),
    "too_low": _("It is not higher than what lies there."),
    # whose turn it is
    "out_of_turn": _("Out of turn only a bomb may be played."),
    "bomb_needs_trick": _("Nothing lies there yet. Out of turn a bomb needs something it can be laid on."),
    "pass_out_of_turn": _("It is not this player's turn to pass."),
    "leader_plays": _("Who leads cannot pass."),
    # the wish
    "wish_first": _("The wish must be fulfilled: a card of the rank %(wish)s can be played, for example %(example)s."),
    "wish_no_pass": _("No passing: the wish for %(wish)s can be fulfilled, for example with %(example)s."),
    "wish_rank": _("One can wish for a rank from 2 to Ace, not for a special card."),
    "wish_without_mah_jong": _("Only who plays the Mah Jong can wish for something."),
    "wish_is_needed": _("Here whoever plays the Mah Jong must wish for a rank."),
    # the course of a hand
    "nobody_calls": _("In this game nobody calls Tichu."),
    "called_already": _("This player has called already. Everybody calls once."),
    "taken_already": _("This player has all the cards already."),
    "take_first": _("First take all the cards, then push."),
    "pushed_already": _("This player has pushed already."),
    "push_number": _("It is %(needed)s cards that are pushed, not %(value)s."),
    "push_best": _("The best cards must be given: %(best)s, or others of the same ranks."),
    "push_first": _("Not everybody has taken and pushed yet."),
    "dragon_first": _("First the trick of the Dragon must be given away."),
    "hound_to_partner": _("The Hound gives the lead to a partner. Say to which one."),
    "trick_goes_on": _("Not all others have passed yet."),
    "not_your_trick": _("The trick belongs to whoever played the highest."),
    "dragon_to_opponent": _("A trick won by the Dragon is given to an opponent. Say to which one."),
    "trick_is_yours": _("Only a trick won by the Dragon is given away."),
    "hand_over": _("This hand is over."),
    # a hand as text
    "deal_seats": _("There are cards for %(value)s players, but %(seats)s play."),
    "deal_size": _("A player has %(value)s cards instead of %(needed)s."),
    "game_unknown": _("“%(value)s” is no game we know."),
    "move_unreadable": _("“%(value)s” cannot be read as a move."),
    "log_unreadable": _("This is not the log of a hand: “%(value)s”."),
    "log_too_long": _("The log has %(value)s characters. At most %(maximum)s are read."),
}

MAY_PLAY = _("This may be played: %(kind)s.")
MAY_PASS = _("Here one may pass.")

KINDS = {
    Kind.SINGLE: _("single card"),
    Kind.PAIR: _("pair"),
    Kind.TRIO: _("trio"),
    Kind.FULL_HOUSE: _("full house"),
    Kind.PAIR_SEQUENCE: _("sequence of pairs"),
    Kind.SEQUENCE: _("sequence"),
    Kind.FOUR_BOMB: _("bomb of four"),
    Kind.SEQUENCE_BOMB: _("sequence bomb"),
    Kind.HOUND: _("the Hound"),
}

SUITS = {Suit.JADE: _("Jade"), Suit.SWORDS: _("Swords"), Suit.PAGODAS: _("Pagodas"), Suit.STARS: _("Stars")}

SPECIALS = {
    Special.MAH_JONG: _("Mah Jong"),
    Special.HOUND: pgettext_lazy("card", "Hound"),
    Special.PHOENIX: _("Phoenix"),
    Special.DRAGON: _("Dragon"),
}

FACES = {
    "J": pgettext_lazy("face of a card", "J"),
    "Q": pgettext_lazy("face of a card", "Q"),
    "K": pgettext_lazy("face of a card", "K"),
    "A": pgettext_lazy("face of a card", "A"),
    "T": "10",
}
"""What stands on a card, where it is not its letter."""

RANKS = {
    **{number: str(number) for number in range(2, 11)},
    11: pgettext_lazy("card", "Jack"),
    12: pgettext_lazy("card", "Queen"),
    13: pgettext_lazy("card", "King"),
    14: pgettext_lazy("card", "Ace"),
}
