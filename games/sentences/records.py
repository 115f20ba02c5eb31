"""Sentences about the record of a tournament."""

from django.utils.translation import gettext_lazy as _

RECORDS = {
    "json_broken": _("This is not JSON: %(reason)s"),
    "plain_type": _("At “%(field)s” there should be: %(expected)s. There is: %(value)s"),
    "plain_unknown": _("“%(field)s” is not known here. Perhaps it is mistyped."),
    "plain_missing": _("“%(field)s” is missing."),
    "plain_length": _("At “%(field)s” there should be %(expected)s entries. There are %(value)s."),
    "plain_choice": _("%(value)s is no choice for “%(field)s”."),
    "version_unknown": _("This was written in version %(value)s of the format, which is not known here."),
    "record_repeats": _("“%(value)s” is there twice in “%(field)s”. It can be there once only."),
    "team_unknown": _("“%(field)s” names “%(value)s”, which is no team of this tournament."),
    "team_too_small": _("The team “%(value)s” needs at least %(minimum)s members."),
    "team_gone_before_it_came": _("The team “%(value)s” cannot have withdrawn before it came."),
    "rounds_order": _("Rounds are numbered upwards from 1, each number once."),
    "round_unknown": _("Round %(value)s has not been drawn."),
    "table_unknown": _("There is no table %(value)s in this round."),
    "seats_number": _("Table %(table)s has %(value)s seats taken, which is not a full table."),
    "seats_teams": _(
        "At table %(table)s people do not sit as they play: partners opposite each other, everybody once."
    ),
    "whole_and_hands": _("Table %(table)s has hands and a result of the whole match. Keep one of the two."),
    "hands_needed": _(
        "Here every hand counts by itself. Enter the hands; two totals for the whole match are not enough."
    ),
    "totals_impossible": _("No hand with these calls can end like this. Somebody miscounted."),
    "ruling_incomplete": _("This ruling needs “%(field)s”."),
    "penalty_negative": _("A penalty takes points away. Enter how many, without a minus sign."),
    "reason_missing": _("A ruling needs its reason, in a few words."),
    "five_no_sides": _(
        "At table %(table)s five take turns, so there are no two sides of which one could forfeit. "
        "Enter the hands, or give those concerned an average."
    ),
}
