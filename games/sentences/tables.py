"""Words about a table: how its match stands, why it calls the director, what was ruled."""

from django.utils.translation import gettext_lazy as _

from games.choices import CallReason
from games.selectors.matches import WHOLE_RESULT
from games.selectors.tables import HIDDEN
from scoring.match import Reason
from scoring.record import RulingKind

REASONS = {
    Reason.RUNNING: _("Still being played."),
    Reason.TIE_PLAYS_ON: _("Tie: one more hand."),
    Reason.TARGET_REACHED: _("Over: target reached."),
    Reason.HIGHER_OF_BOTH_OVER: _("Over: both reached the target, the higher score wins."),
    Reason.HANDS_PLAYED: _("Over: all hands are played."),
    Reason.TIME_UP: _("Over: the time is up."),
    Reason.GAMES_WON: _("Over: enough games won."),
    WHOLE_RESULT: _("Over: the result of the whole match was entered."),
    HIDDEN: _("The results of this round are not shown yet."),
}
"""Why a match is over, or why it is not."""
SHEET_DOES_NOT_FIT = _("What was entered does not go with the regulations. Call the director.")

CALL_REASONS = {
    CallReason.RULING: _("Question about the rules"),
    CallReason.SCORE: _("Question about the score"),
    CallReason.PLAYER_MISSING: _("Somebody is missing"),
    CallReason.TIME: _("Question about the time"),
    CallReason.OTHER: _("Something else"),
}
"""What stands on the buttons."""

RULINGS = {
    RulingKind.PENALTY: _("Penalty"),
    RulingKind.ADJUSTED: _("Adjusted score"),
    RulingKind.AVERAGE: _("Average for the round"),
    RulingKind.FORFEIT: _("Forfeit"),
    RulingKind.DISQUALIFIED: _("Disqualified"),
}
