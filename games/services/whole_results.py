"""The result of a match whose hands were not written down. Rows are only ever added."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.actor import Actor
from games.events import emit
from games.models import WholeResult
from games.selectors.matches import Entries, TableMatch, match_at, whole_of
from games.services.entering import check_changeable, check_played, comes_as_staff, locked_table
from games.services.hands import REASON_LENGTH
from games.services.rounds import flag_outdated_draws
from games.services.texts import checked_text
from rules.refusal import Refusal
from scoring.hand import STEP, Pair
from scoring.match import Length, MatchRules, Tie, leader
from scoring.record import WholeMatch, check_totals_suffice
from scoring.regulations import Counting

MOST_POINTS, MOST_HANDS = 20_000, 500
"""What no match comes to: whoever enters more has mistyped."""
FROM_HANDS = {"hands_won", "double_victories", "calls"}
"""Tie-breaks that are counted from the hands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedWhole:
    """The result as it is stored, and whether this act has stored it."""

    result: WholeResult
    created: bool


@transaction.atomic
def record_whole_result(
    *,
    by: Actor,
    table_id: int,
    client_id: UUID,
    totals: Pair,
    hands: int | None = None,
    games: Pair | None = None,
    reason: str = "",
    revision: int = 0,
) -> RecordedWhole:
    """Write down the result of a whole match, or with a reason correct it. `revision` is the one that was seen, 0 if
    there was none; if another is stored it is shown. One that was taken back is written anew as if there were none,
    for the reason for which it was taken back unless there is another.

    Where every hand counts by itself it is refused; players are refused too where a tie-break is counted from hands.
    """
    table = locked_table(table_id)
    staff = comes_as_staff(by, table)
    match, whole = match_at(table), WholeMatch(totals=totals, hands=hands, games=games)
    stored = stored_already(match.entries, client_id=client_id, whole=whole, revision=revision)
    if stored is not None:
        return RecordedWhole(result=stored, created=False)
    before = match.entries.last_whole
    if before is None or (before.void and not staff):
        check_played(table)
    else:
        check_changeable(by, match, staff=staff)
    reason = reason_for(before, reason)
    check_may_stand(match, whole, staff=staff)
    result = revision_of(match, by, whole=whole, client_id=client_id, reason=reason)
    written = write(result, match)
    if written.created:
        what = "result.recorded" if before is None else "result.corrected"
        emit(what, by=by, tournament=table.round.stage.tournament, table_id=table.pk, facts=facts_of(result, before))
    return written


@transaction.atomic
def void_whole_result(*, by: Actor, table_id: int, reason: str, revision: int) -> WholeResult:
    """Take back the result of a whole match, for a reason; then its hands can be written down. Doing so again changes
    nothing."""
    table = locked_table(table_id)
    staff = comes_as_staff(by, table)
    match = match_at(table)
    before = match.entries.last_whole
    if before is None:
        raise Refusal("result_unknown", field="table", value=table.number)
    if before.void:
        return before
    if before.revision != revision:
        raise conflict(before)
    check_changeable(by, match, staff=staff)
    reason = checked_text("reason", reason, most=REASON_LENGTH)
    result = revision_of(match, by, whole=whole_of(before), client_id=uuid4(), reason=reason, void=True)
    result.save(force_insert=True)
    emit(
        "result.voided",
        by=by,
        tournament=table.round.stage.tournament,
        table_id=table.pk,
        facts=facts_of(result, before),
    )
    return result


# --- rules -------------------------------------------------------------------------------------------------------


def stored_already(entries: Entries, *, client_id: UUID, whole: WholeMatch, revision: int) -> WholeResult | None:
    """The result that this entry is already: sent before, or written alike by somebody else."""
    last = entries.last_whole
    if last is None:
        return None
    sent = next((row for row in entries.whole_results if row.client_id == client_id), None)
    if sent is not None:
        if whole_of(sent) == whole:
            return sent
        raise conflict(last)
    if not last.void and whole_of(last) == whole:
        return last
    if last.revision != revision and not (last.void and revision == 0):
        raise conflict(last)
    return None


def reason_for(before: WholeResult | None, reason: str) -> str:
    """A first result needs no reason, a correction does; what was taken back has had one."""
    if before is None:
        return ""
    return checked_text("reason", reason, most=REASON_LENGTH, needed=not before.void) or before.reason


def conflict(stored: WholeResult) -> Refusal:
    """Somebody has entered another result; this is what is stored."""
    whole = whole_of(stored)
    return Refusal(
        "result_conflict",
        field="totals",
        stored=stored.pk,
        revision=stored.revision,
        void=stored.void,
        totals=list(whole.totals),
        hands=whole.hands,
        games=None if whole.games is None else list(whole.games),
    )


def check_may_stand(match: TableMatch, whole: WholeMatch, *, staff: bool) -> None:
    """No hands are there, none are needed, and the match can have ended so."""
    if match.entries.standing:
        raise Refusal("whole_and_hands", field="totals", table=match.row.number)
    check_totals_suffice("totals", match.regulations, match.stage_key, match.value())
    rules = match.regulations.stage(match.stage_key)
    if not staff and (match.regulations.calls_ranked or FROM_HANDS.intersection(rules.tiebreaks)):
        raise Refusal("hands_needed", field="totals", stage=match.stage_key)
    check_totals(whole.totals)
    check_hands(whole.hands, needed=rules.points.counting is Counting.AVERAGE)
    check_games(whole.games, match.terms.match)
    check_target(whole.totals, match.terms.match)
    if leader(whole.games or whole.totals) is None and match.terms.match.tie is Tie.PLAY_ON:
        raise Refusal("match_not_decided", field="totals", value=list(whole.totals))


def check_totals(totals: Pair) -> None:
    for total in totals:
        if abs(total) > MOST_POINTS:
            raise Refusal("totals_range", field="totals", value=total, minimum=-MOST_POINTS, maximum=MOST_POINTS)
        if total % STEP:
            raise Refusal("totals_step", field="totals", value=total, step=STEP)


def check_target(totals: Pair, rules: MatchRules) -> None:
    """A game to a target ends when somebody has reached it. If it was broken off, the director rules."""
    if rules.length is Length.TARGET and max(totals) < (rules.goal or 0):
        raise Refusal("target_not_reached", field="totals", value=max(totals), target=rules.goal)


def check_hands(hands: int | None, *, needed: bool) -> None:
    """How many hands were played; it must be known where the average counts."""
    if hands is None and needed:
        raise Refusal("hands_number_missing", field="hands")
    if hands is not None and not 1 <= hands <= MOST_HANDS:
        raise Refusal("hands_range", field="hands", value=hands, minimum=1, maximum=MOST_HANDS)


def check_games(games: Pair | None, rules: MatchRules) -> None:
    """Best of five ends 3:0, 3:1 or 3:2, one way or the other; elsewhere there is one game."""
    if rules.games is None:
        if games is not None:
            raise Refusal("settings_contradict", field="games", other="length", value=str(rules.length))
        return
    needed = rules.games // 2 + 1
    if games is None or max(games) != needed or not 0 <= min(games) < needed:
        raise Refusal("games_undecided", field="games", value=list(games or ()), needed=needed)


# --- rows --------------------------------------------------------------------------------------------------------


def revision_of(
    match: TableMatch, by: Actor, *, whole: WholeMatch, client_id: UUID, reason: str, void: bool = False
) -> WholeResult:
    """The next revision of a result, not saved yet."""
    before = match.entries.last_whole
    games, other_games = whole.games or (None, None)
    return WholeResult(
        table=match.row,
        revision=1 if before is None else before.revision + 1,
        client_id=client_id,
        void=void,
        reason=reason,
        entered_at=timezone.now(),
        entered_by=by.account,
        by_link=by.link,
        total=whole.totals[0],
        other_total=whole.totals[1],
        hands=whole.hands,
        games=games,
        other_games=other_games,
    )


def write(result: WholeResult, match: TableMatch) -> RecordedWhole:
    """Add the row; whoever comes second in spite of the lock is answered with what is stored."""
    try:
        with transaction.atomic():
            result.save(force_insert=True)
    except IntegrityError:
        entries = match_at(match.row).entries
        seen = result.revision - 1
        stored = stored_already(entries, client_id=result.client_id, whole=whole_of(result), revision=seen)
        if stored is None:
            raise Refusal("client_id_taken", field="client_id") from None
        return RecordedWhole(result=stored, created=False)
    return RecordedWhole(result=result, created=True)


def facts_of(result: WholeResult, before: WholeResult | None) -> dict[str, Any]:
    """What the log says of a result, and which draws are outdated by it. The reason stays with the row: people write
    names into it."""
    return {
        "table": result.table_id,
        "result": result.pk,
        "revision": result.revision,
        "before": None if before is None or before.void else plain(before),
        "after": None if result.void else plain(result),
        "outdated": flag_outdated_draws(result.table.round),
    }


def plain(result: WholeResult) -> dict[str, Any]:
    fields = ("total", "other_total", "hands", "games", "other_games")
    return {field: getattr(result, field) for field in fields if getattr(result, field) is not None}
