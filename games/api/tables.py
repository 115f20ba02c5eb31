"""A table: its hands, its result, what its players say, and its call for the director."""

from typing import Any

from rest_framework import serializers
from rest_framework.serializers import Serializer

from games.api.doors import Answer, Asked, act
from games.api.fields import ExtraTime, Strict, choice, key, needed_text, number, pair, text
from games.choices import CallReason, Word
from games.selectors.tables import table_shown
from games.services import clock, hands, whole_results, words
from rules.refusal import Refusal
from scoring import record

# --- what a table shows --------------------------------------------------------------------------------------------


class SheetOut(Serializer[Any]):
    """A hand as it was written."""

    calls = serializers.ListField(child=serializers.CharField(allow_blank=True))
    out = serializers.ListField(child=serializers.IntegerField())
    points = serializers.IntegerField(allow_null=True)
    other_points = serializers.IntegerField(allow_null=True)
    totals = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class HandOut(Serializer[Any]):
    number = serializers.IntegerField()
    revision = serializers.IntegerField()
    sheet = SheetOut()
    playing = serializers.ListField(
        child=serializers.IntegerField(allow_null=True), help_text="Whose line is whose; null is the dummy."
    )
    players = serializers.ListField(child=serializers.CharField(), help_text="Who sat where in this hand, by seat.")
    totals = serializers.ListField(child=serializers.IntegerField())
    running = serializers.ListField(child=serializers.IntegerField())


class WholeOut(Serializer[Any]):
    totals = serializers.ListField(child=serializers.IntegerField())
    hands = serializers.IntegerField(allow_null=True)
    games = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class ProgressOut(Serializer[Any]):
    over = serializers.BooleanField()
    reason = serializers.CharField(help_text="Why it is over, or is not.")
    totals = serializers.ListField(child=serializers.IntegerField())
    games = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    winner = serializers.IntegerField(allow_null=True, help_text="The side that won.")


class WordsOut(Serializer[Any]):
    confirmed = serializers.ListField(child=serializers.IntegerField())
    objected = serializers.ListField(child=serializers.IntegerField())
    missing = serializers.ListField(child=serializers.IntegerField())
    settled = serializers.BooleanField()


class CallOut(Serializer[Any]):
    id = serializers.IntegerField()
    reason = choice(CallReason)
    at = serializers.DateTimeField()
    seen_at = serializers.DateTimeField(allow_null=True)
    done_at = serializers.DateTimeField(allow_null=True)


class SittingOut(Serializer[Any]):
    team = serializers.IntegerField(source="team_id")
    number = serializers.IntegerField()
    name = serializers.CharField()
    seats = serializers.ListField(child=serializers.IntegerField())
    players = serializers.ListField(child=serializers.CharField())
    house = serializers.BooleanField()


class RulingKindOut(Serializer[Any]):
    id = serializers.IntegerField()
    kind = serializers.CharField()
    reason = serializers.CharField()


class EntryShownOut(Serializer[Any]):
    """Something that was entered: a hand or, without a number, the result of the whole match."""

    number = serializers.IntegerField(allow_null=True)
    revision = serializers.IntegerField()
    void = serializers.BooleanField()
    reason = serializers.CharField()
    at = serializers.DateTimeField()
    team = serializers.IntegerField(source="team_id", allow_null=True, help_text="Whose link it came by.")
    account = serializers.IntegerField(source="account_id", allow_null=True)


class SaidOut(Serializer[Any]):
    id = serializers.IntegerField()
    team = serializers.IntegerField(source="team_id")
    word = choice(Word)
    note = serializers.CharField()
    sheet = serializers.IntegerField()
    at = serializers.DateTimeField()
    decided_at = serializers.DateTimeField(allow_null=True)
    decision = serializers.CharField(help_text="What the director said about an objection.")


class TableSheetOut(Serializer[Any]):
    id = serializers.IntegerField(source="row.pk")
    number = serializers.IntegerField(source="row.number")
    round = serializers.IntegerField(source="row.round_id")
    seats = SittingOut(many=True)
    hands = HandOut(many=True)
    whole = WholeOut(allow_null=True)
    progress = ProgressOut()
    over = serializers.BooleanField()
    ruling = RulingKindOut(allow_null=True)
    next_hand = serializers.IntegerField(allow_null=True)
    next_playing = serializers.ListField(child=serializers.IntegerField(allow_null=True))
    sheet = serializers.IntegerField(help_text="How many entries there are; what one confirms.")
    words = WordsOut()
    call = CallOut(allow_null=True)
    reminded_at = serializers.DateTimeField(
        allow_null=True, help_text="When the director asked to hurry, until something is entered."
    )
    said = SaidOut(many=True, help_text="For staff and those who sit here.")
    entries = EntryShownOut(many=True, help_text="Every revision; for staff and those who sit here.")


class TableMatchOut(Serializer[Any]):
    """A table at a glance, for the board."""

    table = serializers.IntegerField(source="table_id")
    number = serializers.IntegerField()
    teams = serializers.ListField(child=serializers.CharField())
    hands = serializers.IntegerField()
    whole = serializers.BooleanField()
    over = serializers.BooleanField()
    progress = ProgressOut()
    ruling = RulingKindOut(allow_null=True)
    words = WordsOut()
    call = CallOut(allow_null=True)
    last_entry_at = serializers.DateTimeField(allow_null=True)


@act(answer=TableSheetOut)
def one(ask: Asked, table: int) -> Any:
    """Everything at a table. Of a hidden round only staff and those who sit there see the results."""
    return table_shown(ask.by, table)


# --- hands ---------------------------------------------------------------------------------------------------------


class SheetIn(Strict):
    """Calls by seat; who went out in which order; card points of one side. Or where the paper has nothing more: calls
    and both totals."""

    calls = serializers.ListField(
        child=serializers.CharField(max_length=2, allow_blank=True), max_length=12, required=False
    )
    out = serializers.ListField(child=number(0, 11), max_length=12, required=False)
    points = number(-1000, 1000, required=False, allow_null=True)
    other_points = number(-1000, 1000, required=False, allow_null=True)
    totals = pair(required=False, allow_null=True)


def sheet(said: dict[str, Any]) -> record.Hand:
    totals = said.get("totals")
    return record.Hand(
        calls=tuple(said.get("calls", ())),
        out=tuple(said.get("out", ())),
        points=said.get("points"),
        other_points=said.get("other_points"),
        totals=None if totals is None else (totals[0], totals[1]),
    )


class NewHand(Strict):
    client_id = serializers.UUIDField(help_text="Made by the sender: the same entry sent twice is one hand.")
    number = number(1, 999)
    sheet = SheetIn()


class CorrectedHand(Strict):
    client_id = serializers.UUIDField()
    revision = number(1, 32767, help_text="The revision that was seen.")
    sheet = SheetIn()
    reason = needed_text(200)


class Voiding(Strict):
    revision = number(1, 32767)
    reason = needed_text(200)


class StoredHandOut(Serializer[Any]):
    """A hand as it is stored."""

    id = serializers.IntegerField()
    client_id = serializers.UUIDField()
    number = serializers.IntegerField()
    revision = serializers.IntegerField()
    void = serializers.BooleanField()
    calls = serializers.ListField(child=serializers.CharField(allow_blank=True))
    out = serializers.ListField(child=serializers.IntegerField())
    points = serializers.IntegerField(allow_null=True)
    other_points = serializers.IntegerField(allow_null=True)
    total = serializers.IntegerField(allow_null=True)
    other_total = serializers.IntegerField(allow_null=True)
    entered_at = serializers.DateTimeField()


@act(body=NewHand, answer=StoredHandOut, status=201, also=(200,))
def record_hand(ask: Asked, table: int) -> Any:
    """Write down the next hand. 201 if it is new, 200 if it was there already, 409 with what is stored if that is
    something else."""
    done = hands.record_hand(by=ask.by, table_id=table, **(ask.body | {"sheet": sheet(ask.body["sheet"])}))
    return Answer(done.hand, 201 if done.created else 200)


@act(body=CorrectedHand, answer=StoredHandOut, status=201, also=(200,))
def correct_hand(ask: Asked, table: int, number: int) -> Any:
    """Write a hand anew, for a reason."""
    said = ask.body | {"sheet": sheet(ask.body["sheet"])}
    done = hands.correct_hand(by=ask.by, table_id=table, number=number, **said)
    return Answer(done.hand, 201 if done.created else 200)


@act(body=Voiding, answer=StoredHandOut)
def void_hand(ask: Asked, table: int, number: int) -> Any:
    """There was no such hand."""
    return hands.void_hand(by=ask.by, table_id=table, number=number, **ask.body)


# --- the whole result ----------------------------------------------------------------------------------------------


class NewWholeResult(Strict):
    client_id = serializers.UUIDField()
    totals = pair()
    hands = number(1, 500, required=False, allow_null=True)
    games = pair(required=False, allow_null=True)
    revision = number(0, 32767, required=False, help_text="The revision that was seen, 0 if there was none.")
    reason = text(200)


class StoredResultOut(Serializer[Any]):
    id = serializers.IntegerField()
    client_id = serializers.UUIDField()
    revision = serializers.IntegerField()
    void = serializers.BooleanField()
    total = serializers.IntegerField()
    other_total = serializers.IntegerField()
    hands = serializers.IntegerField(allow_null=True)
    games = serializers.IntegerField(allow_null=True)
    other_games = serializers.IntegerField(allow_null=True)
    entered_at = serializers.DateTimeField()


def both(pair: list[int] | None) -> tuple[int, int] | None:
    return None if pair is None else (pair[0], pair[1])


@act(body=NewWholeResult, answer=StoredResultOut, status=201, also=(200,))
def record_whole(ask: Asked, table: int) -> Any:
    """The result of a match whose hands were not written down, or its correction."""
    said = ask.body | {"totals": both(ask.body["totals"]), "games": both(ask.body.get("games"))}
    done = whole_results.record_whole_result(by=ask.by, table_id=table, **said)
    return Answer(done.result, 201 if done.created else 200)


@act(body=Voiding, answer=StoredResultOut)
def void_whole(ask: Asked, table: int) -> Any:
    """Take the result back."""
    return whole_results.void_whole_result(by=ask.by, table_id=table, **ask.body)


# --- what the table says -------------------------------------------------------------------------------------------


class Confirming(Strict):
    team = key(required=False, help_text="Without it the director confirms for all teams.")
    code = text(40, help_text="A team's short code, typed on somebody else's phone: instead of `team`.")
    seen = number(0, 32767, help_text="`sheet` of the table as it was seen.")


class Objecting(Strict):
    team = key(required=False)
    code = text(40, help_text="A team's short code, typed on somebody else's phone: instead of `team`.")
    note = needed_text(300)


class WordOut(Serializer[Any]):
    id = serializers.IntegerField()
    team = serializers.IntegerField(source="team_id")
    word = choice(Word)
    sheet = serializers.IntegerField()
    at = serializers.DateTimeField()
    decided_at = serializers.DateTimeField(allow_null=True)
    decision = serializers.CharField(help_text="What the director said about an objection.")


class Deciding(Strict):
    reason = text(300, help_text="Told to the team that objected.")


class Calling(Strict):
    reason = choice(CallReason)
    note = text(300)


@act(body=Confirming, answer=WordOut, many=True)
def confirm(ask: Asked, table: int) -> Any:
    """The result is right: for a team, or by the director for all."""
    team, seen = ask.body.get("team"), ask.body["seen"]
    if ask.body.get("code"):
        return [words.confirm_by_code(by=ask.by, table_id=table, seen=seen, **by_code(ask))]
    if team is None:
        return words.confirm_table(by=ask.by, table_id=table, seen=seen)
    return [words.confirm_result(by=ask.by, table_id=table, team_id=team, seen=seen)]


@act(body=Objecting, answer=WordOut, status=201)
def object_(ask: Asked, table: int) -> Any:
    """The result is not right, and why."""
    note = ask.body["note"]
    if ask.body.get("code"):
        return words.object_by_code(by=ask.by, table_id=table, note=note, **by_code(ask))
    if "team" not in ask.body:
        raise Refusal("plain_missing", field="team")
    return words.object_to_result(by=ask.by, table_id=table, team_id=ask.body["team"], note=note)


def by_code(ask: Asked) -> dict[str, str]:
    return {"code": ask.body["code"], "source": ask.source}


@act(body=Deciding, answer=WordOut)
def decide(ask: Asked, objection: int) -> Any:
    """The director has decided on an objection, perhaps with a reason."""
    return words.decide_objection(by=ask.by, confirmation_id=objection, **ask.body)


@act(answer=WordOut)
def reopen_objection(ask: Asked, objection: int) -> Any:
    """The director takes a decision back: the objection waits again."""
    return words.reopen_objection(by=ask.by, confirmation_id=objection)


@act(body=Calling, answer=CallOut, status=201)
def call(ask: Asked, table: int) -> Any:
    """Call the director. While a call is open, calling again is that call."""
    return words.call_director(by=ask.by, table_id=table, **ask.body)


@act(answer=CallOut)
def see_call(ask: Asked, call: int) -> Any:
    """Tell the table that its call was seen."""
    return words.see_call(by=ask.by, call_id=call)


@act(answer=CallOut)
def unsee_call(ask: Asked, call: int) -> Any:
    """The call waits again: it was marked as seen by mistake."""
    return words.unsee_call(by=ask.by, call_id=call)


@act(answer=CallOut)
def finish_call(ask: Asked, call: int) -> Any:
    """What the table called for is done."""
    return words.finish_call(by=ask.by, call_id=call)


@act(answer=CallOut)
def reopen_call(ask: Asked, call: int) -> Any:
    """The call waits again: it was marked as done by mistake."""
    return words.reopen_call(by=ask.by, call_id=call)


@act()
def remind(ask: Asked, table: int) -> Any:
    """Ask a table to hurry; not again within a minute."""
    words.remind_table(by=ask.by, table_id=table)


# --- the clock at one table ----------------------------------------------------------------------------------------


class TimeUp(Strict):
    hand = number(0, 999, allow_null=True, help_text="The hand begun last; null takes it back.")
    running = serializers.BooleanField(required=False, help_text="Whether it was still being played.")


@act(body=TimeUp)
def time_up(ask: Asked, table: int) -> Any:
    """How the table stood when the time was up."""
    clock.end_time(by=ask.by, table_id=table, **ask.body)


@act(body=ExtraTime)
def extra_time(ask: Asked, table: int) -> Any:
    """More time for this table."""
    clock.give_extra_time(by=ask.by, table_id=table, **ask.body)


@act(body=ExtraTime)
def extra_time_back(ask: Asked, table: int) -> Any:
    """Take back extra time of this table, as much as was given at most."""
    clock.take_back_extra_time(by=ask.by, table_id=table, **ask.body)
