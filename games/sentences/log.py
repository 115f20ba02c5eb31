"""What the log says, in words: one sentence a code, and the kinds of lines one can ask for.

A sentence may name: `table`, `round` and `hand` by number, `teams` by name, and numbers and codes from the facts.
"""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

LOG = {
    # the tournament
    "tournament.made": _("Tournament made."),
    "tournament.edited": _("Details of the tournament changed."),
    "regulations.changed": _("Regulations changed."),
    "tournament.finished": _("Tournament finished."),
    "tournament.resumed": _("End of the tournament taken back."),
    "ranking.published": _("Final ranking published."),
    "ranking.unpublished": _("Final ranking taken back."),
    "ties.decided": _("Order of equals decided."),
    "stage.begun": _("Stage “%(stage)s” begun."),
    "staff.appointed": _("Somebody appointed as staff."),
    "staff.dismissed": _("Somebody is staff no more."),
    "invitation.made": _("Invitation made."),
    "invitation.accepted": _("Invitation accepted."),
    "invitation.revoked": _("Invitation revoked."),
    "link.made": _("Card made for %(whose)s."),
    "link.revoked": _("Cards of %(whose)s declared invalid."),
    "screen.announced": _("Announcement put on the projector."),
    "screen.announcement_ended": _("Announcement taken off the projector."),
    # who takes part
    "team.entered": _("%(teams)s entered."),
    "team.registered": _("%(teams)s registered."),
    "team.edited": _("%(teams)s: details changed."),
    "team.members_changed": _("%(teams)s: members changed."),
    "team.cancelled": _("%(teams)s: entry cancelled."),
    "team.restored": _("%(teams)s: entry restored."),
    "team.moved_up": _("Moved up from the wait list: %(teams)s."),
    "team.requeued": _("Wait list: %(teams)s moved from place %(before)s to %(after)s."),
    "team.expected": _("%(teams)s comes later."),
    "team.withdrawn": _("%(teams)s has left."),
    "team.reinstated": _("%(teams)s takes part again."),
    "teams.imported": _("Entries imported: %(count)s."),
    "teams.paired": _("Pairs made of singles."),
    "teams.parted": _("Taken apart again: %(teams)s."),
    "teams.checked_in": _("Checked in: %(teams)s."),
    "teams.check_in_undone": _("Check-in taken back: %(teams)s."),
    "check_in.closed": _("Check-in closed."),
    "check_in.reopened": _("Check-in reopened."),
    "substitute.entered": _("%(teams)s: a substitute plays in round %(round)s."),
    "substitute.ended": _("%(teams)s: no substitute any more in round %(round)s."),
    "apart.kept": _("Kept apart: %(teams)s."),
    "apart.ended": _("Kept apart no more: %(teams)s."),
    "player.edited": _("A player's details changed."),
    "player.merged": _("Two records of one player merged."),
    # rounds
    "round.drawn": _("Round %(round)s drawn."),
    "round.published": _("Round %(round)s published."),
    "round.unpublished": _("Round %(round)s made a draft again."),
    "round.cancelled": _("Round %(round)s given up."),
    "round.closed": _("Round %(round)s closed."),
    "round.reopened": _("Round %(round)s reopened."),
    "round.hidden": _("Results of round %(round)s hidden."),
    "round.revealed": _("Results of round %(round)s revealed."),
    "teams.swapped": _("Swapped in round %(round)s: %(teams)s."),
    "teams.swapped_back": _("Swap in round %(round)s taken back: %(teams)s."),
    "table.kept": _("Round %(round)s, table %(table)s: fixed or set free in the draft."),
    "bye.kept": _("Round %(round)s: bye of %(teams)s fixed or set free."),
    # the clock
    "clock.started": _("Clock of round %(round)s started: %(minutes)s minutes."),
    "clock.paused": _("Clock of round %(round)s paused."),
    "clock.resumed": _("Clock of round %(round)s goes on."),
    "clock.extended": _("More time in round %(round)s: %(time)s."),
    "clock.shortened": _("Extra time in round %(round)s taken back: %(time)s."),
    "table.time_up": _("Round %(round)s, table %(table)s: how it stood when the time was up."),
    # results
    "hand.recorded": _("Round %(round)s, table %(table)s: hand %(hand)s entered."),
    "hand.corrected": _("Round %(round)s, table %(table)s: hand %(hand)s corrected."),
    "hand.voided": _("Round %(round)s, table %(table)s: hand %(hand)s declared void."),
    "result.recorded": _("Round %(round)s, table %(table)s: result of the whole match entered."),
    "result.corrected": _("Round %(round)s, table %(table)s: result of the whole match corrected."),
    "result.voided": _("Round %(round)s, table %(table)s: result of the whole match taken back."),
    "sheet.verified": _("Round %(round)s, table %(table)s: sheet typed a second time and verified."),
    # what tables say
    "result.confirmed": _("Round %(round)s, table %(table)s: %(teams)s confirmed the result."),
    "result.objected": _("Round %(round)s, table %(table)s: %(teams)s objected."),
    "objection.decided": _("Round %(round)s, table %(table)s: objection of %(teams)s decided."),
    "objection.reopened": _("Round %(round)s, table %(table)s: decision on the objection of %(teams)s taken back."),
    "table.confirmed": _("Round %(round)s, table %(table)s: confirmed for everybody."),
    "director.called": _("Round %(round)s, table %(table)s called the director."),
    "table.reminded": _("Round %(round)s, table %(table)s: asked to hurry."),
    "call.seen": _("Round %(round)s, table %(table)s: call seen."),
    "call.unseen": _("Round %(round)s, table %(table)s: call not seen after all."),
    "call.finished": _("Round %(round)s, table %(table)s: call done."),
    "call.reopened": _("Round %(round)s, table %(table)s: call not done after all."),
    # rulings
    "ruling.made": _("Ruling in round %(round)s about %(about)s: %(ruling)s."),
    "ruling.revoked": _("Ruling of round %(round)s revoked: %(ruling)s."),
    # the site
    "account.made": _("Account made."),
    "account.changed": _("Account changed."),
    "password.chosen": _("New password chosen."),
    "password_mail.sent": _("Mail with a link to a new password sent."),
    "token.made": _("Token for a program made."),
    "token.revoked": _("Token of a program revoked."),
    "worker.answered": _("The worker gave a sign of life."),
    "draw.answered": _("A draw was computed."),
    "job.given_up": _("Work in the background was given up."),
}
"""Every code with its sentence."""

KINDS = {
    "results": _("Results"),
    "words": _("Confirmations, objections, calls"),
    "rulings": _("Rulings"),
    "clock": pgettext_lazy("kind of log line", "Clock"),
    "rounds": _("Draws and rounds"),
    "entrants": _("Entrants"),
    "tournament": _("Tournament and staff"),
}
"""What one can ask for."""

BEGINNINGS = {
    "results": ("hand.", "result.recorded", "result.corrected", "result.voided", "sheet."),
    "words": (
        "result.confirmed",
        "result.objected",
        "objection.",
        "table.confirmed",
        "director.",
        "call.",
        "table.reminded",
    ),
    "rulings": ("ruling.",),
    "clock": ("clock.", "table.time_up"),
    "rounds": ("round.", "teams.swapped", "table.kept", "bye.", "stage.", "draw."),
    "entrants": ("team.", "teams.", "check_in.", "substitute.", "apart.", "player."),
    "tournament": ("tournament.", "regulations.", "ranking.", "ties.", "staff.", "invitation.", "link.", "screen."),
}
"""How the codes of each kind begin; the first kind that fits counts."""


def kind_of(what: str) -> str | None:
    """The kind of a code; None for what is no tournament's."""
    return next((kind for kind, beginnings in BEGINNINGS.items() if what.startswith(beginnings)), None)


def codes_of(kind: str) -> list[str]:
    """All codes of a kind."""
    return [what for what in LOG if kind_of(what) == kind]
