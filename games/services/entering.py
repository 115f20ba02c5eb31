"""Before anything is entered at a table: one at a time, by those who may, while the round is played."""

from django.db.models import Q

from games.actor import Actor
from games.choices import RoundState, Word
from games.models import Confirmation, Table
from games.permissions import may_direct, may_score, sits_at
from games.selectors.matches import TableMatch
from games.services.locking import locked
from rules.refusal import Refusal


def locked_table(table_id: int) -> Table:
    """The table with its round, stage and tournament, which is locked until the transaction ends. Three queries."""
    tournament_id = Table.objects.filter(pk=table_id).values_list("round__stage__tournament", flat=True).first()
    tournament = None if tournament_id is None else locked(tournament_id)
    # read only now: while we waited for the lock the round may have been closed, or drawn anew
    table = Table.objects.filter(pk=table_id).select_related("round__stage").first()
    if table is None or tournament is None:
        raise Refusal("table_unknown", field="table", value=table_id)
    table.round.stage.tournament = tournament
    return table


def comes_as_staff(by: Actor, table: Table) -> bool:
    """Whether somebody comes to this table as staff or as who sits there; everybody else is refused. To players a
    draft does not exist."""
    if may_score(by, table.round.stage.tournament):
        return True
    if not sits_at(by, table):
        raise Refusal("not_allowed")
    if table.round.state == RoundState.DRAFT:
        raise Refusal("table_unknown", field="table", value=table.pk)
    return False


def check_played(table: Table) -> None:
    """The round is published and not closed."""
    if table.round.state == RoundState.CLOSED:
        raise Refusal("round_closed", field="round", value=table.round.number)
    check_drawn(table)


def check_drawn(table: Table) -> None:
    """The round is published, and perhaps closed."""
    if table.round.state not in (RoundState.PUBLISHED, RoundState.CLOSED):
        raise Refusal("round_not_published", field="round", value=table.round.number)


def check_changeable(by: Actor, match: TableMatch, *, staff: bool) -> None:
    """Staff change what was entered; in a closed round only the director does. Players do where the regulations leave
    it to them, as long as nobody has confirmed the sheet."""
    table = match.row
    if not staff:
        check_played(table)
        check_players_may_change(match)
    elif table.round.state == RoundState.CLOSED and not may_direct(by, table.round.stage.tournament):
        raise Refusal("round_closed", field="round", value=table.round.number)
    check_drawn(table)


def check_players_may_change(match: TableMatch) -> None:
    if not match.regulations.players_may_correct:
        raise Refusal("correction_by_staff")
    said = Confirmation.objects.filter(table=match.row, sheet=match.entries.size)
    agreed = Q(word=Word.CONFIRMED) | Q(decided_at__isnull=False)  # an objection that was withdrawn, or decided
    if said.filter(agreed).exists():
        raise Refusal("result_confirmed")
