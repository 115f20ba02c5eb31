"""The score sheet of a table, hand by hand: write one down, correct it, declare it void. Rows are only ever added."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.actor import Actor
from games.events import emit
from games.models import Hand
from games.selectors.matches import Entries, TableMatch, match_at, sheet_of
from games.services.entering import check_changeable, check_played, comes_as_staff, locked_table
from games.services.rounds import flag_outdated_draws
from games.services.texts import checked_text
from rules.refusal import Refusal
from scoring import record
from scoring.variants import Variant

REASON_LENGTH = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """The hand as it is stored, and whether this act has stored it."""

    hand: Hand
    created: bool


@transaction.atomic
def record_hand(*, by: Actor, table_id: int, client_id: UUID, number: int, sheet: record.Hand) -> Recorded:
    """Write down the next hand of a table. The same entry sent again, or the same hand from another phone, is answered
    with the stored one; another hand in its place is refused, and shown what is stored.

    A void hand at the end is written anew under its number, for the reason for which it was void.
    """
    table = locked_table(table_id)
    comes_as_staff(by, table)
    match = match_at(table)
    stored = stored_already(match.entries, client_id=client_id, number=number, sheet=sheet)
    if stored is not None:
        return Recorded(hand=stored, created=False)
    check_played(table)
    check_next(match, number)
    check_sheet(sheet, match, [*map(sheet_of, match.entries.standing), sheet])
    before = match.entries.last.get(number)
    hand = revision_of(
        match, by, number=number, sheet=sheet, client_id=client_id, reason=before.reason if before else ""
    )
    written = write(hand, match)
    if written.created:
        tournament = table.round.stage.tournament
        emit("hand.recorded", by=by, tournament=tournament, table_id=table.pk, facts=facts_of(hand))
    return written


@transaction.atomic
def correct_hand(
    *, by: Actor, table_id: int, number: int, client_id: UUID, sheet: record.Hand, reason: str, revision: int
) -> Recorded:
    """Write a hand anew, for a reason. `revision` is the one that was seen: if another has come since, it is shown.

    Staff may always, and the director in closed rounds too; players as the regulations say. Staff also write a void
    hand anew.
    """
    table = locked_table(table_id)
    staff = comes_as_staff(by, table)
    match = match_at(table)
    before = known_hand(match.entries, number)
    if before.void and not staff:
        raise Refusal("hand_void", field="number", value=number, next=match.entries.next_number)
    stored = stored_correction(match.entries, before, client_id=client_id, sheet=sheet, revision=revision)
    if stored is not None:
        return Recorded(hand=stored, created=False)
    check_changeable(by, match, staff=staff)
    reason = checked_text("reason", reason, most=REASON_LENGTH)
    check_in_turn(match, number, before)
    check_sheet(sheet, match, with_hand(match.entries, number, sheet))
    hand = revision_of(match, by, number=number, sheet=sheet, client_id=client_id, reason=reason)
    written = write(hand, match)
    if written.created:
        tell_of_change("hand.corrected", by, match, before, hand)
    return written


@transaction.atomic
def void_hand(*, by: Actor, table_id: int, number: int, reason: str, revision: int) -> Hand:
    """Declare that there was no such hand, for a reason. Its number stays; it counts no more. Voiding it again changes
    nothing.

    Players may do so with the last hand. Where the number of a hand says who deals or who sits out, nobody may with any
    other, for the hands after it would be other people's.
    """
    table = locked_table(table_id)
    staff = comes_as_staff(by, table)
    match = match_at(table)
    before = known_hand(match.entries, number)
    if before.void:
        return before
    if before.revision != revision:
        raise conflict(before)
    check_changeable(by, match, staff=staff)
    reason = checked_text("reason", reason, most=REASON_LENGTH)
    last = match.entries.next_number - 1
    if number != last and (match.in_turn or not staff):
        raise Refusal("hand_not_last", field="number", value=number, last=last)
    match.progress(with_hand(match.entries, number, None))
    hand = revision_of(match, by, number=number, sheet=sheet_of(before), client_id=uuid4(), reason=reason, void=True)
    hand.save(force_insert=True)
    tell_of_change("hand.voided", by, match, before, hand)
    return hand


# --- rules -------------------------------------------------------------------------------------------------------


def stored_already(entries: Entries, *, client_id: UUID, number: int, sheet: record.Hand) -> Hand | None:
    """The hand that this entry is already: sent before, or written alike by somebody else. A different one in its
    place is a conflict."""
    sent = entries.hand_from(client_id)
    if sent is not None:
        if (sent.number, sheet_of(sent)) == (number, sheet):
            return sent
        raise conflict(entries.last[sent.number])
    there = entries.last.get(number)
    if there is None or there.void:
        return None
    if sheet_of(there) == sheet:
        return there
    raise conflict(there)


def stored_correction(
    entries: Entries, before: Hand, *, client_id: UUID, sheet: record.Hand, revision: int
) -> Hand | None:
    """The same for a correction, which has something in its place: the revision that was seen."""
    if entries.hand_from(client_id) is not None:
        return stored_already(entries, client_id=client_id, number=before.number, sheet=sheet)
    if not before.void and sheet_of(before) == sheet:
        return before
    if before.revision != revision:
        raise conflict(before)
    return None


def conflict(stored: Hand) -> Refusal:
    """Somebody has entered something else; this is what is stored."""
    return Refusal(
        "hand_conflict",
        field="number",
        stored=stored.pk,
        value=stored.number,
        revision=stored.revision,
        void=stored.void,
        calls=list(stored.calls),
        out=list(stored.out),
        points=stored.points,
        other_points=stored.other_points,
        totals=None if stored.total is None or stored.other_total is None else [stored.total, stored.other_total],
    )


def known_hand(entries: Entries, number: int) -> Hand:
    if number not in entries.last:
        raise Refusal("hand_unknown", field="number", value=number, allowed=list(entries.last))
    return entries.last[number]


def check_next(match: TableMatch, number: int) -> None:
    """Hands are written down in order, without a gap, and not beside a result of the whole match."""
    due = match.entries.next_number
    if match.entries.whole is not None:
        raise Refusal("whole_and_hands", field="number", table=match.row.number)
    if number < due and number in match.entries.last:
        raise Refusal("hand_void", field="number", value=number, next=due)
    if number != due:
        raise Refusal("hand_gap", field="number", value=number, next=due)


def check_in_turn(match: TableMatch, number: int, before: Hand) -> None:
    """A void hand is written anew only where no whole result has taken its place; and where the number of a hand says
    who deals or sits out, only as the next one."""
    if before.void and match.entries.whole is not None:
        raise Refusal("whole_and_hands", field="number", table=match.row.number)
    if before.void and match.in_turn and number != match.entries.next_number:
        raise Refusal("hand_gap", field="number", value=number, next=match.entries.next_number)


def check_sheet(sheet: record.Hand, match: TableMatch, hands: list[record.Hand]) -> None:
    """A hand that can have been, in a match that was not over before it."""
    if sheet.totals is not None:
        if match.regulations.variant is Variant.GRAND_SEIGNEUR:
            raise Refusal("seigneur_points", field="totals", value=list(sheet.totals))
        for field in ("out", "points", "other_points"):
            if getattr(sheet, field) not in ((), None):
                raise Refusal("totals_stand_alone", field=field)
    match.progress(hands)


def with_hand(entries: Entries, number: int, sheet: record.Hand | None) -> list[record.Hand]:
    """The hands of a table with another one in this place, or with none."""
    sheets = {row.number: sheet_of(row) for row in entries.standing if row.number != number}
    if sheet is not None:
        sheets[number] = sheet
    return [sheets[each] for each in sorted(sheets)]


# --- rows --------------------------------------------------------------------------------------------------------


def revision_of(
    match: TableMatch, by: Actor, *, number: int, sheet: record.Hand, client_id: UUID, reason: str, void: bool = False
) -> Hand:
    """The next revision of a hand, not saved yet."""
    before = match.entries.last.get(number)
    total, other_total = sheet.totals or (None, None)
    return Hand(
        table=match.row,
        number=number,
        revision=1 if before is None else before.revision + 1,
        client_id=client_id,
        void=void,
        reason=reason,
        entered_at=timezone.now(),
        entered_by=by.account,
        by_link=by.link,
        calls=list(sheet.calls),
        out=list(sheet.out),
        points=sheet.points,
        other_points=sheet.other_points,
        total=total,
        other_total=other_total,
    )


def write(hand: Hand, match: TableMatch) -> Recorded:
    """Add the row. The lock makes others wait; if one comes through all the same, the constraints of the database keep
    it out, and whoever was second is answered with what is stored."""
    try:
        with transaction.atomic():
            hand.save(force_insert=True)
    except IntegrityError:
        return Recorded(hand=stored_instead(match_at(match.row).entries, hand), created=False)
    return Recorded(hand=hand, created=True)


def stored_instead(entries: Entries, hand: Hand) -> Hand:
    """The hand that keeps this one out. If it is none of this table, its id was used at another."""
    there = entries.hand_from(hand.client_id) or entries.last.get(hand.number)
    if there is None or (there.client_id != hand.client_id and there.revision < hand.revision):
        raise Refusal("client_id_taken", field="client_id")
    if (there.number, there.void, sheet_of(there)) != (hand.number, hand.void, sheet_of(hand)):
        raise conflict(there)
    return there


def tell_of_change(what: str, by: Actor, match: TableMatch, before: Hand, hand: Hand) -> None:
    """The log line of a correction. What was drawn from a closed round is outdated by it."""
    facts = facts_of(hand) | {"before": None if before.void else plain(before)}
    facts |= {"outdated": flag_outdated_draws(match.row.round)}
    emit(what, by=by, tournament=match.row.round.stage.tournament, table_id=match.row.pk, facts=facts)


def facts_of(hand: Hand) -> dict[str, Any]:
    """What the log says of a hand. The reason stays with the row: people write names into it."""
    return {
        "table": hand.table_id,
        "hand": hand.pk,
        "number": hand.number,
        "revision": hand.revision,
        "after": None if hand.void else plain(hand),
    }


def plain(hand: Hand) -> dict[str, Any]:
    fields = ("calls", "out", "points", "other_points", "total", "other_total")
    return {field: getattr(hand, field) for field in fields if getattr(hand, field) not in (None, [])}
