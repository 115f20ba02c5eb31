"""Sentences about the length of a match and the regulations."""

from django.utils.translation import gettext_lazy as _

REGULATIONS = {
    # the length of a match
    "surplus_hand": _("The match was over after hand %(ended)s. Hand %(value)s does not count."),
    "settings_contradict": _("“%(field)s” does not go with “%(other)s: %(value)s”. Change one of the two."),
    "setting_missing": _("“%(other)s: %(value)s” needs “%(field)s” as well. Enter it, or choose otherwise."),
    "setting_too_small": _("“%(field)s” must be %(minimum)s or more. %(value)s is too small."),
    "games_even": _("Best of %(value)s can end in a draw. Choose an odd number of games."),
    "threechu_hands": _(
        "In Threechu everybody deals equally often. "
        "Choose a number of hands that can be divided by three, not %(value)s."
    ),
    "time_up_hand": _("No hand has the number %(value)s. Enter which hand was begun last when the time was up."),
    # regulations
    "points_order": _("A win must give more than a draw, and a draw no less than a loss."),
    "tiebreaks_repeat": _("Name at least one tie-break, and each of them once."),
    "odd_numbers_repeat": _("Say what is done with odd numbers, and name each way once."),
    "tiebreak_unknown": _("There is no tie-break “%(value)s”."),
    "key_malformed": _("“%(value)s” cannot be the key of anything. Use letters, digits, - and _ only, at most 40."),
    "stages_repeat": _("Two stages have the same name. Give each a name of its own."),
    "stage_unknown": _("There is no stage “%(value)s” in this tournament."),
    "group_unknown": _("There is no group “%(value)s” in this stage."),
}
