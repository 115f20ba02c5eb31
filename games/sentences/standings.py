"""Words about standings: what is counted, why a row stands where it does, and how it moved."""

from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

CRITERIA = {
    "points": _("Points"),
    "tichu_points": _("Tichu points"),
    "difference": _("Difference"),
    "wins": _("Wins"),
    "direct": _("Direct encounter"),
    "buchholz": _("Buchholz"),
    "buchholz_cut_1": _("Buchholz without the weakest opponent"),
    "buchholz_median": _("Buchholz without the strongest and the weakest opponent"),
    "sonneborn_berger": _("Sonneborn-Berger"),
    "hands_won": _("Hands won"),
    "double_victories": _("Double victories"),
    "calls": _("Calls made less missed"),
    "best_round": _("Best round"),
    "progress": _("Reached round"),
    "rating": _("Rating"),
    "lots": _("Lots"),
    "decision": _("The director’s decision"),
    "group_rank": _("Rank in the group"),
}
"""What stands at the head of a column, and in the list of tie-breaks."""

SHORT = {
    "buchholz_cut_1": _("Buchholz −1"),
    "buchholz_median": _("Buchholz ±1"),
    "calls": _("Calls"),
    "tichu_points": _("Tichu"),
    "double_victories": _("Doubles"),
}
"""Where there is little room."""

EXPLAINED = {
    "points": _("Tournament points from all rounds."),
    "tichu_points": _("Points on the score sheets of the own side."),
    "difference": _("Own Tichu points less those of the opponents."),
    "wins": _("Matches won, those awarded included."),
    "direct": _("Points from the matches among those who are equal, if all of them have met."),
    "buchholz": _("Points of all opponents: who had the harder ones."),
    "buchholz_cut_1": _("Points of all opponents but the weakest."),
    "buchholz_median": _("Points of all opponents but the strongest and the weakest."),
    "sonneborn_berger": _("Points of those beaten, and half of those drawn with."),
    "hands_won": _("Hands in which the own side had more points."),
    "double_victories": _("Hands with the own side out first and second."),
    "calls": _("Tichu and Grand Tichu calls made, less those missed."),
    "best_round": _("Most points from one round."),
    "progress": _("How long one stayed in the knock-out."),
    "rating": _("The rating one came with."),
    "lots": _("Drawn by the published seed, so that everybody can repeat it."),
    "decision": _("The director decides between those who are equal in all."),
}
"""What a criterion counts, in one sentence."""

AHEAD = _("ahead of %(team)s: %(criterion)s %(value)s to %(against)s")
AHEAD_BY_LOTS = _("ahead of %(team)s by lots")
AHEAD_BY_DECISION = _("ahead of %(team)s by the director’s decision")
BEHIND = _("behind %(team)s: %(criterion)s %(value)s to %(against)s")
BEHIND_BY_LOTS = _("behind %(team)s by lots")
BEHIND_BY_DECISION = _("behind %(team)s by the director’s decision")
AHEAD_BY_STAGE = _("ahead of %(team)s, who did not come so far")
BEHIND_BY_STAGE = _("behind %(team)s, who came further")
AHEAD_BY_PROGRESS = _("ahead of %(team)s, who was out earlier")
BEHIND_BY_PROGRESS = _("behind %(team)s, who was in longer")
EQUAL = _("equal with %(team)s in all that counts")
ALONE = _("Nobody else is ranked here yet.")
OUT_OF_RANKING = _("Disqualified: out of the ranking. What the opponents won stays theirs.")

UP = ngettext_lazy("up %(places)s place", "up %(places)s places", "places")
DOWN = ngettext_lazy("down %(places)s place", "down %(places)s places", "places")
SAME = _("same place as before")
NEW = _("new")

BY_HAND = {
    "lots": (AHEAD_BY_LOTS, BEHIND_BY_LOTS),
    "decision": (AHEAD_BY_DECISION, BEHIND_BY_DECISION),
    "stage": (AHEAD_BY_STAGE, BEHIND_BY_STAGE),
    "progress": (AHEAD_BY_PROGRESS, BEHIND_BY_PROGRESS),
}
"""Where a number would say nothing to anybody."""

Number = int | float | None


def criterion_in_words(key: str, *, short: bool = False) -> str:
    """What a criterion is called."""
    return str(SHORT.get(key, CRITERIA[key]) if short else CRITERIA[key])


def ahead_in_words(team: str, criterion: str | None, value: Number, against: Number) -> str:
    """Why a row stands above the next, which is this team's."""
    return _compared(0, team, criterion, value, against)


def behind_in_words(team: str, criterion: str | None, value: Number, against: Number) -> str:
    """Why a row stands below the one before, which is this team's; `value` is its own."""
    return _compared(1, team, criterion, value, against)


def _compared(way: int, team: str, criterion: str | None, value: Number, against: Number) -> str:
    if criterion is None:
        return str(EQUAL % {"team": team})
    if criterion in BY_HAND:
        return str(BY_HAND[criterion][way] % {"team": team})
    facts = {"team": team, "criterion": CRITERIA[criterion], "value": figure(value), "against": figure(against)}
    return str((AHEAD, BEHIND)[way] % facts)


def figure(value: Number) -> str:
    """A number as one writes it here; one that is not there counts as nothing."""
    if value is None:
        return "0"
    return number_format(round(value, 2) if isinstance(value, float) else value).replace("-", "−")


def one_sentence(*parts: str) -> str:
    """Parts of a sentence as one: with a capital in front and a full stop behind."""
    said = "; ".join(part for part in parts if part)
    return f"{said[:1].upper()}{said[1:]}." if said else ""


def movement_in_words(places: int | None) -> str:
    """How many places somebody went up; None for whoever was not ranked before."""
    if places is None:
        return str(NEW)
    if places == 0:
        return str(SAME)
    return str((UP if places > 0 else DOWN) % {"places": abs(places)})
