"""What is next in a tournament: one sentence each, and what stands on its button."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.selectors.next_step import Code, Part
from scoring.regulations import System

SENTENCES = {
    Code.ENTER_FIRST: _("Nobody has entered yet: enter who takes part."),
    Code.ENTER_MORE: ngettext_lazy(
        "%(entered)s has entered, and at least %(needed)s are needed for a table.",
        "%(entered)s have entered, and at least %(needed)s are needed for a table.",
        "entered",
    ),
    Code.LOOKING: ngettext_lazy(
        "%(looking)s looks for a partner: form a pair.", "%(looking)s look for a partner: form pairs.", "looking"
    ),
    Code.INCOMPLETE: ngettext_lazy(
        "Team %(teams)s lacks a partner: find one before you draw.",
        "The teams %(teams)s lack partners: find some before you draw.",
        "number",
    ),
    Code.CLOSE_CHECK_IN: _("%(here)s of %(entered)s are here: close check-in."),
    Code.DRAWING: _("Round %(round)s is being drawn."),
    Code.DRAW_REFUSED: _("Round %(round)s could not be drawn: see why, and what would help."),
    Code.DRAW: _("Draw round %(round)s."),
    Code.PUBLISH: _("The draft of round %(round)s is ready: look at it and publish it."),
    Code.DRAFT_OUTDATED: _("Results were corrected since round %(round)s was drawn: look at the draft again."),
    Code.CALL: _("Table %(table)s calls the director: %(why)s."),
    Code.OBJECTION: _("An objection at table %(table)s: decide."),
    Code.START_CLOCK: _("Round %(round)s is published: start the clock when everybody sits."),
    Code.NOTHING_YET: _("Round %(round)s is being played; nothing has been entered yet."),
    Code.MISSING: ngettext_lazy(
        "%(missing)s of %(of)s tables is missing: %(tables)s.",
        "%(missing)s of %(of)s tables are missing: %(tables)s.",
        "missing",
    ),
    Code.MISSING_SLOW: ngettext_lazy(
        "%(missing)s of %(of)s tables is missing; %(slow)s.",
        "%(missing)s of %(of)s tables are missing; %(slow)s.",
        "missing",
    ),
    Code.UNCONFIRMED: ngettext_lazy(
        "The result of table %(tables)s is not confirmed yet.",
        "The results of tables %(tables)s are not confirmed yet.",
        "number",
    ),
    Code.CLOSE: _("All tables are done: close round %(round)s."),
    Code.BEGIN_STAGE: _("All rounds of this stage are played: begin the next one (%(stage)s)."),
    Code.FINISH: _("All rounds are played: finish the tournament."),
    Code.PUBLISH_RANKING: _("The tournament is finished: publish the ranking."),
    Code.OVER: _("The ranking is published. There is nothing left to do."),
}
SLOW = ngettext_lazy(
    "table %(table)s is %(behind)s hand behind", "table %(table)s is %(behind)s hands behind", "behind"
)

BUTTONS = {
    Code.ENTER_FIRST: _("Enter who takes part"),
    Code.ENTER_MORE: _("Enter more"),
    Code.LOOKING: _("Form pairs"),
    Code.INCOMPLETE: _("Find partners"),
    Code.CLOSE_CHECK_IN: _("To the check-in"),
    Code.DRAWING: _("Watch it"),
    Code.DRAW_REFUSED: _("See why"),
    Code.DRAW: _("Draw round %(round)s"),
    Code.PUBLISH: _("Look at the draft"),
    Code.DRAFT_OUTDATED: _("Look at the draft"),
    Code.CALL: _("See table %(table)s"),
    Code.OBJECTION: _("See table %(table)s"),
    Code.START_CLOCK: _("To the clock"),
    Code.NOTHING_YET: _("See the tables"),
    Code.MISSING: _("See the tables"),
    Code.MISSING_SLOW: _("Enter for table %(table)s"),
    Code.UNCONFIRMED: _("See the tables"),
    Code.CLOSE: _("Close round %(round)s"),
    Code.BEGIN_STAGE: _("Begin: %(stage)s"),
    Code.FINISH: _("Finish the tournament"),
    Code.PUBLISH_RANKING: _("Publish the ranking"),
    Code.OVER: _("See the ranking"),
}

STEPS = {
    Part.SETUP: _("Set up"),
    Part.ENTRANTS: _("Entrants"),
    Part.ROUND: _("Round %(number)s"),
    Part.ROUNDS: _("Rounds"),
    Part.FINISHED: _("Finished"),
    Part.PUBLISHED: _("Published"),
}

STAGES = {
    System.SWISS: _("Swiss rounds"),
    System.ROUND_ROBIN: _("League"),
    System.DOUBLE_ROUND_ROBIN: _("League"),
    System.GROUPS: _("Groups"),
    System.KNOCKOUT: _("Knock-out"),
    System.DOUBLE_ELIMINATION: _("Double elimination"),
    System.INDIVIDUAL_DRAW: _("Changing partners"),
    System.QUARTET: _("Quartets"),
    System.REGROUPED: _("New tables"),
}
"""What a stage is called, by its system."""
