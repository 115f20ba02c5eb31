"""Why a table was drawn so, and what a draw breaks. Reasons are parts of one sentence, so they begin small and end
without a full stop; what is broken is a sentence of its own.

Where one or several are spoken of, both forms are there.
"""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from pairing.bracket import Part
from scoring.regulations import OddNumbers, Seeding

JOIN = _("%(first)s; %(second)s")
"""Between two parts of a sentence."""
AND = _("%(first)s and %(second)s")
MANY = _("%(first)s, %(second)s")
"""Between names."""

# --- why ---------------------------------------------------------------------------------------------------------

FIRST_ROUND = {
    Seeding.DRAWN: _("it is the first round, and lots decide"),
    Seeding.SEEDED: _("it is the first round, in the order of your seeds"),
    Seeding.RATING: _("it is the first round, in the order of the ratings"),
    Seeding.RANK: _("it is the first round, in the order of the stage before"),
}
FOLDED = {
    Seeding.DRAWN: _("the upper half meets the lower: places %(one)s and %(other)s as drawn by lot"),
    Seeding.SEEDED: _("the upper half meets the lower: places %(one)s and %(other)s of your seeds"),
    Seeding.RATING: _("the upper half meets the lower: places %(one)s and %(other)s by rating"),
    Seeding.RANK: _("the upper half meets the lower: places %(one)s and %(other)s of the stage before"),
}
REASONS = {
    "kept": _("you want it so"),
    "equal_points": ngettext_lazy("both have %(points)s point", "both have %(points)s points", "number"),
    "equal_balance": ngettext_lazy(
        "both have %(points)s point (%(won)s won, %(drawn)s drawn, %(lost)s lost)",
        "both have %(points)s points (%(won)s won, %(drawn)s drawn, %(lost)s lost)",
        "number",
    ),
    "points_differ": _("they have %(one)s and %(other)s points, and nobody with as many was left"),
    "met_before": _("they have met in round %(rounds)s, and no draw was possible in which nobody meets again"),
    "nearest_not_met": _("nobody stands between them whom %(first)s has not met"),
    "neighbours_not_met": _("they are neighbours in the standings and have not met"),
    "nearer_elsewhere": _("those who stand nearer are needed at other tables: %(teams)s"),
    "wish_broken": _("they were to be kept apart, and there was no other way"),
    "wish_not_kept": _("these were to be kept apart, and there was no other way: %(pairs)s"),
    "round_robin": _("everybody meets everybody"),
    "round_robin_again": _("everybody meets everybody, and these for the second time"),
    "in_group": _("everybody of group %(group)s meets everybody"),
    "house_player": _("%(team)s fills up the table"),
    "opponent_gone": _("%(opponent)s has left, who would be the opponent"),
    "kept_apart": _("the opponent would be %(opponent)s, and the two are kept apart"),
    "free_round": _("the schedule has nobody for this round"),
    "group_finished": _("group %(group)s has finished"),
    "walkover": _("%(left)s has left, so there is no match to play"),
    "bye_of_the_bracket": _("the bracket has no opponent here"),
    "waits_for": _("the next match of the bracket is in round %(round)s"),
    "quartet_broken": _("somebody of the quartet has left"),
    "next_quartet": _("came after the quartets were made, and plays from the next ones on"),
    "lowest_without_bye": _("stands lowest of those who have not sat out yet"),
    "lowest_possible": _("stands lowest of those who can sit out, so that the others can be paired"),
    "sits_out_again": ngettext_lazy(
        "has sat out %(byes)s time, and nobody with fewer could",
        "has sat out %(byes)s times, and nobody with fewer could",
        "byes",
    ),
    "by_score": _("equal scores sit together: %(points)s"),
    "new_partners": _("everybody has a new partner"),
    "partner_again": _("partners again, as it could not be avoided: %(pairs)s"),
    "met_again": _("at one table again, as it could not be avoided: %(pairs)s"),
    "table_of_five": _("five sit here and one sits out in turn"),
    "neighbours": _("they stand near each other in the standings: places %(places)s"),
}
QUARTET = {
    1: _("these four stay together for three rounds, and this is the first"),
    2: _("these four stay together for three rounds, and have other partners in the second"),
    3: _("these four stay together for three rounds, and have the partners left for the third"),
}
SITS_OUT = {
    False: _("lots decide among those who have not sat out yet"),
    True: _("everybody has sat out, and it begins anew"),
}
BRACKET = {
    Part.FINAL: _("it is the final"),
    Part.RESET: _("it is the second final: both have lost once"),
    Part.THIRD_PLACE: _("they play for third place"),
    Part.WINNERS: _("the bracket has it so"),
    Part.LOSERS: _("the bracket of those who have lost once has it so"),
}
PAIR = _("%(one)s and %(other)s (round %(round)s)")
POINTS_OF = _("%(team)s %(points)s")

# --- what a draw breaks ------------------------------------------------------------------------------------------

BREACHES = {
    "left_out": _("%(teams)s takes part and has no place."),
    "twice": _("%(teams)s has two places."),
    "waiting_not_allowed": _("%(teams)s waits, and nobody does so here."),
    "table_size": _("%(seats)s seats do not go with this game: %(allowed)s are right."),
    "table_number_twice": _("Two tables have this number."),
    "sides_mixed": _("The seats do not make two sides."),
    "table_unsuitable": _("%(teams)s needs another table: %(suitable)s."),
    "kept_changed": _("You keep it otherwise: %(teams)s."),
    "already_out": _("%(teams)s has lost already and is out."),
    "other_group": _("%(teams)s are of different groups."),
    "apart": _("%(teams)s must not sit together."),
    "apart_wish": _("%(teams)s would rather not sit together."),
    "clubmates": _("%(teams)s are of one club, %(club)s, and must not meet."),
    "clubmates_wish": _("%(teams)s are of one club: %(club)s."),
    "rematch": _("%(teams)s have met before."),
    "partner_again": _("%(teams)s have been partners before."),
    "partner_again_at_five": _("%(teams)s have been partners for a hand before, or would be now."),
    "met_again": _("%(teams)s have sat at one table before."),
    "quartet_torn": _("A quartet is torn apart: %(teams)s."),
    "second_bye": _("%(teams)s has sat out before, and others have done so less often."),
    "bye_not_lowest": _("%(teams)s sits out, though %(lowest)s has fewer points."),
    "second_five": _("%(teams)s sits at a table of five again, and others have done so less often."),
    "seat_imbalance": _("The other way round the sides would be more even."),
    "table_again": _("%(teams)s has sat at this table before."),
}
NOT_HERE = {
    "unknown": _("%(teams)s is not known in this tournament."),
    "disqualified": _("%(teams)s has been disqualified."),
    "not_arrived": _("%(teams)s comes later."),
    "withdrawn": _("%(teams)s has left."),
    "not_entrant": _("%(teams)s has not qualified."),
    "house": _("%(teams)s only fills up tables."),
}
AT_TABLE = ngettext_lazy("Table %(tables)s: %(words)s", "Tables %(tables)s: %(words)s", "number")

# --- why there is no draw, and what would help -------------------------------------------------------------------

CLASHES = {
    "apart": _("%(teams)s must be kept apart."),
    "clubmates": _("The club %(club)s: %(teams)s must not meet."),
    "tables": _("%(teams)s need different tables."),
    "kept": _("You keep table %(table)s: %(teams)s."),
}
HELPS = {
    "apart": _("Let %(teams)s meet: take back the wish."),
    "clubmates": _("Let %(teams)s meet, though they are of one club: change that in the settings."),
    "tables": _("Let %(teams)s sit at another table."),
}
ODD_NUMBERS = {
    OddNumbers.BYE: _("Let somebody have a bye: choose that for odd numbers in the settings."),
    OddNumbers.TABLE_OF_FIVE: _("Allow tables of five: choose that for odd numbers in the settings."),
    OddNumbers.HOUSE_PLAYER: _("Enter somebody of the house who fills up the tables."),
    OddNumbers.SIT_OUT: _("Let somebody sit out: choose that for odd numbers in the settings."),
}
IMPOSSIBLE = _("Not everybody can have a table, because what must be kept clashes.")
ODD = _("%(value)s do not fill tables of %(size)s, and what you chose for odd numbers is not possible here.")
