"""Sentences about the draw."""

from django.utils.translation import gettext_lazy as _

DRAWS = {
    "too_few": _("Too few: at least %(minimum)s are needed, not %(value)s."),
    "round_not_next": _("Round %(value)s cannot be drawn now. The next one is round %(allowed)s."),
    "stage_over": _("This stage ended with round %(rounds)s. There is no round %(value)s to draw."),
    "stage_begun": _("The stage “%(value)s” has been drawn already."),
    "stage_last": _("After the stage “%(value)s” comes no other."),
    "round_unfinished": _("Round %(round)s is not finished yet. Tables without a result: %(tables)s."),
    "qualification_tied": _(
        "%(teams)s are equal in everything, and only %(places)s of them can go on. Decide between them."
    ),
    "draw_impossible": _(
        "Not everybody can have a table. These wishes clash: %(clash)s. "
        "It would work if these met all the same: %(relax)s."
    ),
    "odd_numbers_impossible": _(
        "%(value)s do not fill tables of %(size)s, and what you chose for odd numbers is not possible here. "
        "This would help: %(relax)s."
    ),
    "tables_clash": _("%(teams)s need certain tables, and there are not enough of these: %(tables)s."),
    "match_undecided": _("Of %(teams)s in round %(round)s nobody has won yet, so it is open who goes on."),
    "bracket_size": _("A bracket has 2, 4, 8, 16 places and so on. %(value)s cannot be."),
    "bracket_missing": _("The stage “%(stage)s” has rounds but no bracket, so nobody knows who meets whom."),
    "bracket_lacks": _("These have no place in the bracket: %(teams)s."),
    "kept_not_in_bracket": _(
        "The bracket has other matches than those you keep. Tables: %(tables)s. Without a match: %(byes)s."
    ),
}
