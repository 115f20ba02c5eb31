"""The second pass over a paper sheet: whoever types it again finds what is stored."""

from collections.abc import Mapping

from django.db import transaction

from games.actor import Actor
from games.events import emit
from games.permissions import may_score
from games.selectors.matches import TableMatch, match_at, sheet_of, whole_of
from games.selectors.verified import SHEET_VERIFIED, verified_sheets
from games.services.entering import check_drawn, locked_table
from rules.refusal import Refusal
from scoring.record import Hand, WholeMatch
from scoring.retyping import hands_unlike, whole_differences


@transaction.atomic
def verify_sheet(
    *, by: Actor, table_id: int, hands: Mapping[int, Hand], whole: WholeMatch | None = None, corrected: int = 0
) -> None:
    """Somebody of the staff has typed the whole sheet of a table again: all its hands by number, or its whole result.
    If something differs it is refused, and nothing is verified. Verifying the same sheet again changes nothing.

    It is a line of the log, about the sheet as it is now: a later entry leaves the table unverified. `corrected` is
    how many hands were put right on the way.
    """
    table = locked_table(table_id)
    tournament = table.round.stage.tournament
    if not may_score(by, tournament):
        raise Refusal("not_allowed")
    check_drawn(table)
    match = match_at(table)
    if not match.progress().over:
        raise Refusal("match_running", field="table", value=table.number, next=match.entries.next_number)
    check_alike(match, hands, whole)
    if verified_sheets(table.round).get(table.pk) == match.entries.size:
        return
    facts = {"round": table.round_id, "table": table.pk, "sheet": match.entries.size}
    facts |= {"hands": len(hands), "corrected": corrected}
    emit(SHEET_VERIFIED, by=by, tournament=tournament, table_id=table.pk, facts=facts)


def check_alike(match: TableMatch, hands: Mapping[int, Hand], whole: WholeMatch | None) -> None:
    """Everything that counts was typed again, and alike."""
    stored = {row.number: sheet_of(row) for row in match.entries.standing}
    players = len(match.value().seats)
    wrong = hands_unlike(stored, dict(hands), match.terms.hand, players=players)
    if wrong:
        raise Refusal("sheet_differs", field="hands", hands=wrong)
    kept = match.entries.whole
    if (kept is None) is not (whole is None) or (kept and whole and whole_differences(whole_of(kept), whole)):
        raise Refusal("result_differs", field="totals", table=match.row.number)
