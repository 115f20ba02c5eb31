"""Sentences about the house rules of a tournament and the end of a match, for those who sit at a table.

What can hold for a part of a tournament only is there twice: by itself, and with `where` it holds.
"""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from scoring.match import ClockPolicy, Length, Tie
from scoring.regulations import Confirmation, System

ORIGINAL_RULES = _("Played by the original rules.")

# --- what differs from the rule books ----------------------------------------------------------------------------

HOUSE_RULES = {
    # the hand
    "no_grand_tichu": _("No Grand Tichu."),
    "double_victory": _("A double victory counts %(value)s points instead of %(usual)s."),
    "triple_victory": _("A triple victory counts %(value)s points instead of %(usual)s."),
    # at the table
    "play_to_the_left": _("Play goes to the left, clockwise."),
    "wish_is_a_must": _("Whoever plays the Mah Jong must make a wish."),
    "no_bomb_instead_of_wish": _("On your turn you may not play a bomb instead of the wished card."),
    "calls_stand": _("If partners call at the same moment, both calls stand."),
    "last_dragon_is_kept": _("A Dragon trick that ends the hand is not given away."),
    "partners_change": _("You get a new partner in every round."),
}
"""By the code of the difference."""
TWO_PARTNERS_CHANGE = _("You get new partners in every round.")

VICTORY_POINTS = _(
    "Every hand gives victory points: "
    "%(win)s for the higher score, %(draw)s each for equal scores, %(double)s for a double victory."
)
VICTORY_POINTS_SOMEWHERE = _(
    "%(where)s every hand gives victory points: "
    "%(win)s for the higher score, %(draw)s each for equal scores, %(double)s for a double victory."
)

LENGTHS = {
    Length.TARGET: _("A match goes to %(goal)s points."),
    Length.HANDS: ngettext_lazy("A match is %(hands)s hand.", "A match is %(hands)s hands.", "hands"),
    Length.CLOCK: _("A match goes by the clock."),
    Length.BEST_OF: ngettext_lazy(
        "A match is best of %(games)s game to %(goal)s points.",
        "A match is best of %(games)s games to %(goal)s points.",
        "games",
    ),
}
CLOCK_AND_POINTS = _("A match goes by the clock, to %(goal)s points at most.")

LENGTHS_SOMEWHERE = {
    Length.TARGET: _("%(where)s a match goes to %(goal)s points."),
    Length.HANDS: ngettext_lazy(
        "%(where)s a match is %(hands)s hand.", "%(where)s a match is %(hands)s hands.", "hands"
    ),
    Length.CLOCK: _("%(where)s a match goes by the clock."),
    Length.BEST_OF: ngettext_lazy(
        "%(where)s a match is best of %(games)s game to %(goal)s points.",
        "%(where)s a match is best of %(games)s games to %(goal)s points.",
        "games",
    ),
}
CLOCK_AND_POINTS_SOMEWHERE = _("%(where)s a match goes by the clock, to %(goal)s points at most.")

# --- where -------------------------------------------------------------------------------------------------------

STAGES = {
    System.SWISS: _("In the Swiss rounds"),
    System.ROUND_ROBIN: _("In the league"),
    System.DOUBLE_ROUND_ROBIN: _("In the league"),
    System.GROUPS: _("In the groups"),
    System.KNOCKOUT: _("In the knock-out rounds"),
    System.DOUBLE_ELIMINATION: _("In the knock-out rounds"),
    System.INDIVIDUAL_DRAW: _("In the rounds with changing partners"),
    System.QUARTET: _("In the quartets"),
    System.REGROUPED: _("In the rounds with new tables"),
}
NUMBERED_STAGE = _("In stage %(number)s")

FINALS = {1: _("In the final"), 2: _("In the semifinals"), 3: _("In the quarter-finals")}
FINAL_AND_THIRD_PLACE = _("In the final and for third place")
ROUND_OF = _("In the round of %(teams)s")
BEFORE_THE_FINAL = ngettext_lazy("%(rounds)s round before the final", "%(rounds)s rounds before the final", "rounds")

# --- when a match is over ----------------------------------------------------------------------------------------

AT_THE_TARGET = _("The match is over when a side has %(goal)s points at the end of a hand.")
BOTH_AT_THE_TARGET = _("If both sides have %(goal)s or more, the higher score wins; on a tie, play one more hand.")
AFTER_HANDS = ngettext_lazy(
    "The match is over after %(hands)s hand.", "The match is over after %(hands)s hands.", "hands"
)
BY_THE_CLOCK = _("The match goes by the clock.")
AT_THE_TARGET_OR_BY_THE_CLOCK = _(
    "The match is over when a side has %(goal)s points at the end of a hand, or by the clock."
)
WHEN_TIME_IS_UP = {
    ClockPolicy.FINISH_THIS_HAND: _("When the time is up, finish the hand you are playing and begin no new one."),
    ClockPolicy.ONE_MORE_HAND: _("When the time is up, finish the hand you are playing, then play one more."),
    ClockPolicy.STOP: _("When the time is up, stop at once: a hand that is not finished does not count."),
}
ENOUGH_GAMES = ngettext_lazy(
    "The match is over when a side has won %(needed)s game.",
    "The match is over when a side has won %(needed)s games.",
    "needed",
)
A_GAME = _("A game is over when a side has %(goal)s points at the end of a hand.")

TIES = {
    Tie.PLAY_ON: _("The higher score wins; on a tie, play one more hand."),
    Tie.DRAW: _("The higher score wins; a tie is a draw."),
}
DRAW_BY_THE_CLOCK = _("The higher score wins; a tie when the time is up is a draw.")
EVERY_HAND_BY_ITSELF = _("Every hand counts by itself.")

EQUAL_DEALS = ngettext_lazy(
    "Everybody deals equally often: %(times)s time.", "Everybody deals equally often: %(times)s times.", "times"
)
OWN_POINTS = _("Everybody collects their own points; a tie stays a tie.")
PLACES = _("In every hand your place counts: one point for everybody you leave behind.")
TABLE_OF_FIVE = _(
    "At a table of five one sits out in turn, and partners change after every hand: "
    "%(hands)s hands, and everybody plays %(own)s of them."
)

# --- confirming and correcting -----------------------------------------------------------------------------------

CONFIRMATIONS = {
    Confirmation.NOBODY: _("A result counts as soon as it is entered."),
    Confirmation.OPPONENTS: _("The opponents confirm the result."),
    Confirmation.DIRECTOR: _("The director confirms the result."),
}
ALL_OTHERS_CONFIRM = _("Everybody else at the table confirms the result.")

CORRECTED_BY_STAFF = _("Only the staff corrects what was entered. Call the director.")
CORRECTED_UNTIL_CONFIRMED = _("The table may correct its score sheet itself until the result is confirmed.")
CORRECTED_UNTIL_CLOSED = _("The table may correct its score sheet itself until the round is closed.")
