"""What a table says: its result is right, its result is wrong, the director is needed."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models.functions import Greatest
from django.utils import timezone

from games.actor import Actor
from games.choices import CallReason, Word
from games.events import emit
from games.models import Confirmation, DirectorCall, Seat, Table, Team
from games.permissions import may_direct, may_score, may_speak_for
from games.selectors.matches import TableMatch, match_at
from games.selectors.tables import rulings_at
from games.selectors.tournaments import table_seen_by
from games.services.entering import check_played, comes_as_staff, locked_table
from games.services.links import enter_by_code
from games.services.texts import checked_text
from rules.refusal import Refusal
from scoring.regulations import Confirmation as WhoConfirms

NOTE_LENGTH = 300
REMIND_AGAIN = timedelta(minutes=1)
"""So long a reminder is given to work."""


# --- the result --------------------------------------------------------------------------------------------------


@transaction.atomic
def confirm_result(*, by: Actor, table_id: int, team_id: int, seen: int) -> Confirmation:
    """A team agrees to the result of its table. `seen` is the sheet it has seen: how many entries there were. If there
    are more by now it is refused. Who agrees has no objection any more. Agreeing twice changes nothing."""
    table = locked_table(table_id)
    team = team_heard(by, table, team_id)
    match = match_at(table)
    if match.regulations.confirmation is WhoConfirms.DIRECTOR and not may_direct(by, team.tournament):
        raise Refusal("confirmation_by_director")
    check_result(match, seen=seen)
    word, new = agreed(match, team)
    if new:
        emit("result.confirmed", by=by, tournament=team.tournament, table_id=word.table_id, facts=facts_of(word))
    return word


def confirm_by_code(*, by: Actor, table_id: int, code: str, source: str, seen: int) -> Confirmation:
    """A team agrees on somebody else's phone, by typing its short code there."""
    speaker = heard_by_code(by, table_id, code, source)
    return confirm_result(by=speaker, table_id=table_id, team_id=team_of(speaker), seen=seen)


def object_by_code(*, by: Actor, table_id: int, code: str, source: str, note: str) -> Confirmation:
    """A team objects on somebody else's phone."""
    speaker = heard_by_code(by, table_id, code, source)
    return object_to_result(by=speaker, table_id=table_id, team_id=team_of(speaker), note=note)


def heard_by_code(by: Actor, table_id: int, code: str, source: str) -> Actor:
    """Who types a short code at a table. Not in one transaction with what is said: wrong ones stay counted."""
    table = table_seen_by(by, table_id)
    return enter_by_code(tournament_id=table.round.stage.tournament_id, code=code, source=source)


def team_of(speaker: Actor) -> int:
    """The card of a table speaks for nobody."""
    if speaker.link is None or speaker.link.team_id is None:
        raise Refusal("code_of_a_table", field="code")
    return speaker.link.team_id


@transaction.atomic
def confirm_table(*, by: Actor, table_id: int, seen: int) -> list[Confirmation]:
    """The director agrees to the result in the name of all teams of a table, such as from a slip they have signed."""
    table = locked_table(table_id)
    tournament = table.round.stage.tournament
    if not may_direct(by, tournament):
        raise Refusal("not_allowed")
    match = match_at(table)
    check_result(match, seen=seen)
    words = [agreed(match, seat.team) for seat in match.seats]
    if any(new for _, new in words):
        facts = {"table": table.pk, "teams": [seat.team.number for seat in match.seats], "sheet": match.entries.size}
        emit("table.confirmed", by=by, tournament=tournament, table_id=table.pk, facts=facts)
    return [word for word, _ in words]


@transaction.atomic
def object_to_result(*, by: Actor, table_id: int, team_id: int, note: str) -> Confirmation:
    """A team says that the result is not right, and why. It is open until the director has decided, or until the team
    confirms after all. Objecting again to the same sheet changes nothing."""
    table = locked_table(table_id)
    team = team_heard(by, table, team_id)
    match = match_at(table)
    check_result(match, seen=None)
    note = checked_text("note", note, most=NOTE_LENGTH)
    said = word_about(match, team)
    if said is not None:
        if said.word == Word.CONFIRMED or said.decided_at is not None:
            raise Refusal("word_given", field="team", word=said.word)
        return said
    word = spoken(match, team, Word.OBJECTED, note=note)
    emit("result.objected", by=by, tournament=team.tournament, table_id=word.table_id, facts=facts_of(word))
    return word


@transaction.atomic
def decide_objection(*, by: Actor, confirmation_id: int, reason: str = "") -> Confirmation:
    """The director has decided on an objection: the sheet stands, or has been corrected; the reason is told to who
    objected. Deciding twice changes nothing."""
    word = directed_objection(by, confirmation_id)
    reason = checked_text("reason", reason, most=NOTE_LENGTH, needed=False)
    if word.decided_at is None:
        word.decided_at, word.decided_by, word.decision = now_or(word.at), by.account, reason
        word.save(update_fields=["decided_at", "decided_by", "decision"])
        tell_of_objection("objection.decided", by, word)
    return word


@transaction.atomic
def reopen_objection(*, by: Actor, confirmation_id: int) -> Confirmation:
    """The director takes a decision back, while the round is played: the objection waits again. The reason that was
    given stays until there is another. What a team has withdrawn itself stays withdrawn; what is open stays so."""
    word = directed_objection(by, confirmation_id)
    check_played(word.table)
    if word.decided_at is not None:
        if word.decided_by_id is None:
            raise Refusal("objection_withdrawn", field="confirmation", value=confirmation_id)
        word.decided_at, word.decided_by = None, None
        word.save(update_fields=["decided_at", "decided_by"])
        tell_of_objection("objection.reopened", by, word)
    return word


def directed_objection(by: Actor, confirmation_id: int) -> Confirmation:
    """An objection, for the director, under the lock of its tournament."""
    found = Confirmation.objects.filter(pk=confirmation_id, word=Word.OBJECTED).first()
    if found is None:
        raise Refusal("objection_unknown", field="confirmation", value=confirmation_id)
    table = locked_table(found.table_id)
    if not may_direct(by, table.round.stage.tournament):
        raise Refusal("not_allowed")
    word = Confirmation.objects.select_related("team").get(pk=confirmation_id)
    word.table = table
    return word


def tell_of_objection(what: str, by: Actor, word: Confirmation) -> None:
    tournament = word.table.round.stage.tournament
    emit(what, by=by, tournament=tournament, table_id=word.table_id, facts=facts_of(word))


def team_heard(by: Actor, table: Table, team_id: int) -> Team:
    """A team that sits at this table, for who may speak in its name."""
    comes_as_staff(by, table)
    seat = Seat.objects.filter(table=table, team__pk=team_id).select_related("team").first()
    if seat is None:
        raise Refusal("team_unknown", field="team", value=str(team_id))
    seat.team.tournament = table.round.stage.tournament
    if not may_speak_for(by, seat.team):
        raise Refusal("not_allowed")
    return seat.team


def check_result(match: TableMatch, *, seen: int | None) -> None:
    """There is a result to speak about: the round is played, the match is over, and the sheet is the one seen."""
    check_played(match.row)
    sheet = match.entries.size
    if seen is not None and seen != sheet:
        raise Refusal("sheet_changed", field="seen", value=seen, sheet=sheet)
    if not match.progress().over:
        raise Refusal("match_running", field="table", value=match.row.number, next=match.entries.next_number)


def agreed(match: TableMatch, team: Team) -> tuple[Confirmation, bool]:
    """The word of a team that agrees, and whether that is new. Its open objections, to this sheet and to earlier ones,
    are withdrawn: decided, by nobody."""
    withdrawn = Confirmation.objects.filter(
        table=match.row, team=team, word=Word.OBJECTED, decided_at__isnull=True
    ).update(decided_at=Greatest(timezone.now(), "at"))
    said = word_about(match, team)
    if said is not None:
        return said, bool(withdrawn)
    return spoken(match, team, Word.CONFIRMED), True


def word_about(match: TableMatch, team: Team) -> Confirmation | None:
    """What a team has said about the sheet as it is now."""
    said = Confirmation.objects.filter(table=match.row, team=team, sheet=match.entries.size)
    return said.select_related("team").first()


def spoken(match: TableMatch, team: Team, word: Word, *, note: str = "") -> Confirmation:
    return Confirmation.objects.create(
        table=match.row, team=team, word=word, note=note, sheet=match.entries.size, at=timezone.now()
    )


def now_or(at: datetime) -> datetime:
    """Now; but an answer does not come before what it answers, though the clocks of two servers may differ."""
    return max(timezone.now(), at)


def facts_of(word: Confirmation) -> dict[str, int]:
    """What the log says of a word. A note stays with its row: people write names into it."""
    return {"table": word.table_id, "confirmation": word.pk, "team": word.team.number, "sheet": word.sheet}


# --- calling the director ----------------------------------------------------------------------------------------


@transaction.atomic
def call_director(*, by: Actor, table_id: int, reason: CallReason, note: str = "") -> DirectorCall:
    """A table calls the director. While a call is open, calling again is that call."""
    table = locked_table(table_id)
    comes_as_staff(by, table)
    check_played(table)
    if reason not in list(CallReason):
        raise Refusal("plain_choice", field="reason", value=str(reason), allowed=[each.value for each in CallReason])
    note = checked_text("note", note, most=NOTE_LENGTH, needed=False)
    waiting = DirectorCall.objects.filter(table=table, done_at__isnull=True).first()
    if waiting is not None:
        return waiting
    call = DirectorCall.objects.create(table=table, reason=CallReason(reason), note=note, at=timezone.now())
    facts = {"table": table.pk, "call": call.pk, "reason": call.reason}
    emit("director.called", by=by, tournament=table.round.stage.tournament, table_id=table.pk, facts=facts)
    return call


@transaction.atomic
def see_call(*, by: Actor, call_id: int) -> DirectorCall:
    """Tell a table that its call was seen. A call that was seen or is done stays as it is."""
    call = locked_call(by, call_id)
    if call.seen_at is None and call.done_at is None:
        call.seen_at = now_or(call.at)
        call.save(update_fields=["seen_at"])
        tell_of_call("call.seen", by, call)
    return call


@transaction.atomic
def unsee_call(*, by: Actor, call_id: int) -> DirectorCall:
    """Nobody is coming after all: the call waits again. One that was not seen, or is done, stays as it is."""
    call = locked_call(by, call_id)
    if call.seen_at is not None and call.done_at is None:
        call.seen_at = None
        call.save(update_fields=["seen_at"])
        tell_of_call("call.unseen", by, call)
    return call


@transaction.atomic
def finish_call(*, by: Actor, call_id: int) -> DirectorCall:
    """What a table called for is done. Then it can call again."""
    call = locked_call(by, call_id)
    if call.done_at is None:
        call.done_at = now_or(call.at)
        call.seen_at = call.seen_at or call.done_at
        call.save(update_fields=["seen_at", "done_at"])
        tell_of_call("call.finished", by, call)
    return call


@transaction.atomic
def reopen_call(*, by: Actor, call_id: int) -> DirectorCall:
    """A call is not done after all, while the round is played: it waits again, seen or not as it was before. One that
    is open stays as it is. Where the table has called again, that call waits already."""
    call = locked_call(by, call_id)
    check_played(call.table)
    if call.done_at is not None:
        if DirectorCall.objects.filter(table=call.table, done_at__isnull=True).exists():
            raise Refusal("table_called_again", field="call", value=call_id, table=call.table.number)
        if call.seen_at == call.done_at:  # nobody had seen it before it was done
            call.seen_at = None
        call.done_at = None
        call.save(update_fields=["seen_at", "done_at"])
        tell_of_call("call.reopened", by, call)
    return call


# --- a slow table ------------------------------------------------------------------------------------------------


@transaction.atomic
def remind_table(*, by: Actor, table_id: int) -> Table:
    """The director asks a table to hurry: it reads so until something is entered there. Not again within a minute."""
    table = locked_table(table_id)
    tournament = table.round.stage.tournament
    if not may_direct(by, tournament):
        raise Refusal("not_allowed")
    check_played(table)
    match, now = match_at(table), timezone.now()
    if match.progress().over or rulings_at([table.pk]):
        raise Refusal("match_over", field="table", value=table.number)
    if table.reminded_at is not None and now - table.reminded_at < REMIND_AGAIN:
        raise Refusal("reminded_just_now", field="table", value=table.number)
    table.reminded_at, table.reminded_sheet = now, match.entries.size
    table.save(update_fields=["reminded_at", "reminded_sheet"])
    emit("table.reminded", by=by, tournament=tournament, table_id=table.pk, facts={"table": table.pk})
    return table


def locked_call(by: Actor, call_id: int) -> DirectorCall:
    """A call, for staff, under the lock of its tournament."""
    found = DirectorCall.objects.filter(pk=call_id).first()
    if found is None:
        raise Refusal("director_call_unknown", field="call", value=call_id)
    table = locked_table(found.table_id)
    if not may_score(by, table.round.stage.tournament):
        raise Refusal("not_allowed")
    call = DirectorCall.objects.get(pk=call_id)
    call.table = table
    return call


def tell_of_call(what: str, by: Actor, call: DirectorCall) -> None:
    tournament = call.table.round.stage.tournament
    facts = {"table": call.table_id, "call": call.pk}
    emit(what, by=by, tournament=tournament, table_id=call.table_id, facts=facts)
