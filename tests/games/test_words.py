"""What a table says: the result is right, the result is wrong, the director is needed."""

from typing import Any
from uuid import uuid4

import pytest

from games.actor import Actor
from games.choices import CallReason, Place, RoundState
from games.models import Confirmation, DirectorCall, LogLine, Round, Seat, Table, Team
from games.selectors.tables import Words, board_of, settled, table_sheet
from games.services.hands import correct_hand, record_hand
from games.services.rulings import revoke_ruling, rule
from games.services.words import (
    call_director,
    confirm_result,
    confirm_table,
    decide_objection,
    finish_call,
    object_to_result,
    reopen_call,
    reopen_objection,
    see_call,
    unsee_call,
)
from rules.refusal import Refusal
from scoring.record import Hand as Sheet
from scoring.record import RulingKind
from scoring.regulations import Confirmation as WhoConfirms
from tests.games.rows import NOON, Play, a_play, changes_nothing, close, done, refused, strangers

pytestmark = pytest.mark.django_db

WON = Sheet(calls=("",) * 4, points=60)


def played(play: Play, *, by: Actor | None = None, hands: int = 8) -> Play:
    """All hands of the first table are written down, by its first team."""
    for number in range(1, hands + 1):
        record_hand(by=by or play.player(1), table_id=play.table.pk, client_id=uuid4(), number=number, sheet=WON)
    return play


@pytest.fixture
def play() -> Play:
    """Two tables of pairs, at the first of which all eight hands are written down; opponents confirm."""
    return played(a_play(tables=2))


def about(play: Play, number: int = 2, **facts: Any) -> dict[str, Any]:
    """What a team says, with what it has seen."""
    said = {"by": play.player(number), "table_id": play.table.pk, "team_id": play.teams[number - 1].pk, "seen": 8}
    return said | facts


def objection(play: Play, number: int = 2, **facts: Any) -> dict[str, Any]:
    said = about(play, number, note="hand 3 was ours")
    del said["seen"]
    return said | facts


def correct_last(play: Play, *, revision: int = 1) -> None:
    """Staff write the last hand anew."""
    sheet = Sheet(calls=("",) * 4, points=40 + 5 * revision)
    correct_hand(
        by=play.scorer, table_id=play.table.pk, number=8, client_id=uuid4(), sheet=sheet, reason="x", revision=revision
    )


def words(play: Play) -> Words:
    """What the page of the table says; and everything else that is asked says the same."""
    found = table_sheet(play.table.pk).words
    assert found == board_of(play.round)[0].words
    assert found.settled is settled(Table.objects.get(pk=play.table.pk))
    return found


def teams(play: Play, *numbers: int) -> tuple[int, ...]:
    return tuple(play.teams[number - 1].pk for number in numbers)


def last_line() -> LogLine:
    return LogLine.objects.latest("pk")


# --- who must agree ----------------------------------------------------------------------------------------------


def test_opponents_of_the_team_that_entered_must_agree(play: Play):
    assert words(play) == Words(confirmed=(), objected=(), missing=teams(play, 2), settled=False)
    word = done(confirm_result, **about(play, 2))
    assert (word.team, word.word, word.sheet) == (play.teams[1], "confirmed", 8)
    assert words(play) == Words(confirmed=teams(play, 2), objected=(), missing=(), settled=True)
    assert last_line().what == "result.confirmed"
    assert last_line().facts == {"table": play.table.pk, "confirmation": word.pk, "team": 2, "sheet": 8}


def test_the_own_word_of_the_team_that_entered_is_not_enough(play: Play):
    done(confirm_result, **about(play, 1))
    assert words(play) == Words(confirmed=teams(play, 1), objected=(), missing=teams(play, 2), settled=False)


def test_it_is_the_last_entry_that_counts(play: Play):
    correct_hand(
        by=play.player(2), table_id=play.table.pk, number=8, client_id=uuid4(), sheet=Sheet(calls=("",) * 4, points=0),
        reason="x", revision=1,
    )  # fmt: skip
    assert words(play).missing == teams(play, 1)


def test_where_staff_entered_all_must_agree():
    play = played(a_play(), by=None)
    correct_last(play)
    assert words(play).missing == teams(play, 1, 2)


def test_of_drawn_partners_either_opponent_is_asked_and_no_house_player():
    play = a_play("german_championship")
    played(play, by=play.player(3), hands=4)
    assert words(play).missing == teams(play, 2, 4)
    Team.objects.filter(number=4).update(house=True)
    assert words(play).missing == teams(play, 2)


def test_where_everybody_plays_alone_all_others_are_asked():
    play = played(a_play("threechu_evening"), hands=9)
    assert words(play).missing == teams(play, 2, 3)


def test_where_nobody_confirms_a_result_is_settled_when_the_match_is_over():
    play = played(a_play(confirmation=WhoConfirms.NOBODY), hands=7)
    assert words(play) == Words(confirmed=(), objected=(), missing=(), settled=False)
    record_hand(by=play.player(1), table_id=play.table.pk, client_id=uuid4(), number=8, sheet=WON)
    assert words(play).settled
    object_to_result(**objection(play))
    assert words(play) == Words(confirmed=(), objected=teams(play, 2), missing=(), settled=False)


def test_where_the_director_confirms_players_do_not():
    play = played(a_play(confirmation=WhoConfirms.DIRECTOR))
    assert words(play).missing == teams(play, 1, 2)
    for number in (1, 2):
        assert refused(confirm_result, **about(play, number)) == Refusal("confirmation_by_director")
    done(confirm_result, **about(play, 1, by=play.director))
    assert words(play).missing == teams(play, 2)
    done(confirm_table, by=play.director, table_id=play.table.pk, seen=8)
    assert words(play).settled
    assert last_line().facts == {"table": play.table.pk, "teams": [1, 2], "sheet": 8}


def test_before_the_end_nobody_is_asked_and_nothing_can_be_said(play: Play):
    correct_last(play)  # so that the ninth row is there
    other = {"table_id": play.tables[1].pk, "team_id": play.teams[2].pk, "by": play.player(3)}
    running = Refusal("match_running", field="table", value=2, next=1)
    assert refused(confirm_result, **other, seen=0) == running
    assert refused(object_to_result, **other, note="x") == running
    assert refused(confirm_table, by=play.director, table_id=play.tables[1].pk, seen=0) == running


# --- what was seen -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seen", [7, 9, 0, -1, 10**30])
def test_only_the_sheet_that_was_seen_is_agreed_to(play: Play, seen: int):
    changed = Refusal("sheet_changed", field="seen", value=seen, sheet=8)
    assert refused(confirm_result, **about(play, seen=seen)) == changed
    assert refused(confirm_table, by=play.director, table_id=play.table.pk, seen=seen) == changed


def test_a_later_entry_makes_a_confirmation_void(play: Play):
    confirm_result(**about(play, 2))
    correct_last(play)
    assert words(play) == Words(confirmed=(), objected=(), missing=teams(play, 1, 2), settled=False)
    assert refused(confirm_result, **about(play, 2)).code == "sheet_changed"
    for number in (1, 2):
        done(confirm_result, **about(play, number, seen=9))
    assert words(play).settled
    assert Confirmation.objects.count() == 3


def test_agreeing_twice_changes_nothing(play: Play):
    word = confirm_result(**about(play, 2))
    assert changes_nothing(confirm_result, **about(play, 2)) == word
    assert changes_nothing(confirm_result, **about(play, 2, by=play.director)) == word
    both = done(confirm_table, by=play.director, table_id=play.table.pk, seen=8)
    assert [each.team for each in both] == play.teams[:2]
    assert changes_nothing(confirm_table, by=play.director, table_id=play.table.pk, seen=8) == both


# --- an objection ------------------------------------------------------------------------------------------------


def test_an_objection_is_open_until_the_director_has_decided(play: Play):
    word = done(object_to_result, **objection(play, note=" hand 3 \n was ours "))
    assert (word.word, word.note, word.decided_at) == ("objected", "hand 3 was ours", None)
    assert words(play) == Words(confirmed=(), objected=teams(play, 2), missing=teams(play, 2), settled=False)
    assert "hand 3" not in str(last_line().facts)
    assert changes_nothing(object_to_result, **objection(play)) == word
    decided = done(decide_objection, by=play.director, confirmation_id=word.pk)
    assert (decided.decided_at is not None, decided.decided_by) == (True, play.director.account)
    assert words(play) == Words(confirmed=teams(play, 2), objected=(), missing=(), settled=True)
    assert changes_nothing(decide_objection, by=play.director, confirmation_id=word.pk) == decided
    assert refused(object_to_result, **objection(play)) == Refusal("word_given", field="team", word="objected")


def test_a_decision_says_why_and_is_taken_back(play: Play):
    word = object_to_result(**objection(play))
    decided = done(decide_objection, by=play.director, confirmation_id=word.pk, reason=" it stands ")
    assert decided.decision == "it stands"
    assert "stands" not in str(last_line().facts), "people write names into it"
    open_again = done(reopen_objection, by=play.director, confirmation_id=word.pk)
    assert (open_again.decided_at, open_again.decided_by, last_line().what) == (None, None, "objection.reopened")
    assert words(play).objected == teams(play, 2)
    assert changes_nothing(reopen_objection, by=play.director, confirmation_id=word.pk) == word
    assert (
        refused(decide_objection, by=play.director, confirmation_id=word.pk, reason="x" * 301).code == "text_too_long"
    )
    for by in (play.player(2), play.scorer):
        assert refused(reopen_objection, by=by, confirmation_id=word.pk) == Refusal("not_allowed")


def test_what_a_team_has_withdrawn_the_director_does_not_bring_back(play: Play):
    word = object_to_result(**objection(play))
    confirm_result(**about(play, 2))
    assert refused(reopen_objection, by=play.director, confirmation_id=word.pk).code == "objection_withdrawn"


def test_a_corrected_sheet_does_not_close_an_objection(play: Play):
    word = object_to_result(**objection(play))
    correct_last(play)
    for number in (1, 2):
        assert words(play).objected == teams(play, 2)
        if number == 1:
            confirm_result(**about(play, 1, seen=9))
    done(decide_objection, by=play.director, confirmation_id=word.pk)
    assert words(play) == Words(confirmed=teams(play, 1), objected=(), missing=teams(play, 2), settled=False)


def test_who_agrees_has_no_objection_any_more(play: Play):
    for seen in (8, 9):
        object_to_result(**objection(play))
        if seen == 8:
            correct_last(play)
    word = done(confirm_result, **about(play, 2, seen=9))
    assert Confirmation.objects.filter(decided_at__isnull=True).count() == 0
    assert (word.word, word.decided_by) == ("objected", None)
    assert words(play) == Words(confirmed=teams(play, 2), objected=(), missing=teams(play, 1), settled=False)
    assert changes_nothing(confirm_result, **about(play, 2, seen=9)) == word


def test_who_has_agreed_cannot_object_to_the_same_sheet(play: Play):
    confirm_result(**about(play, 2))
    assert refused(object_to_result, **objection(play)) == Refusal("word_given", field="team", word="confirmed")
    correct_last(play)
    done(object_to_result, **objection(play))


def test_a_ruling_needs_nobodys_consent_but_an_objection_stays_open(play: Play):
    word = object_to_result(**objection(play))
    ruling = rule(
        by=play.director, round_id=play.round.pk, kind=RulingKind.ADJUSTED, table_id=play.table.pk, totals=(400, 400),
        reason="cards were seen",
    )  # fmt: skip
    assert words(play) == Words(confirmed=(), objected=teams(play, 2), missing=(), settled=False)
    decide_objection(by=play.director, confirmation_id=word.pk)
    assert words(play).settled
    revoke_ruling(by=play.director, ruling_id=ruling.pk, reason="they were not")
    correct_last(play)
    assert words(play).missing == teams(play, 1, 2)


def test_a_ruling_settles_a_table_that_has_not_played(play: Play):
    rule(
        by=play.director, round_id=play.round.pk, kind=RulingKind.FORFEIT, table_id=play.tables[1].pk, side=0,
        reason="late",
    )  # fmt: skip
    line = board_of(play.round)[1]
    assert (line.over, line.hands, line.words.settled) == (True, 0, True)


@pytest.mark.parametrize(
    ("note", "code"), [("", "text_missing"), (" \0\ud800\n", "text_missing"), ("x" * 301, "text_too_long"),
                       ("x" * 1_000_000, "text_too_long"), (None, "plain_type")],
)  # fmt: skip
def test_an_objection_says_why_in_words_that_can_be_kept(play: Play, note: Any, code: str):
    assert refused(object_to_result, **objection(play, note=note)).code == code
    assert object_to_result(**objection(play, note="a\0b\udfff")).note == "a b"


def test_a_confirmation_is_no_objection_to_decide_on(play: Play):
    word = confirm_result(**about(play, 2))
    for number in (word.pk, 0, -1, 10**9, 10**30):
        refusal = refused(decide_objection, by=play.director, confirmation_id=number)
        assert refusal == Refusal("objection_unknown", field="confirmation", value=number)


# --- who may speak -----------------------------------------------------------------------------------------------


def test_a_team_speaks_for_itself_and_only_the_director_for_others(play: Play):
    for by in (play.player(1), play.scorer):
        assert refused(confirm_result, **about(play, 2, by=by)) == Refusal("not_allowed")
        assert refused(object_to_result, **objection(play, 2, by=by)) == Refusal("not_allowed")
        assert refused(confirm_table, by=by, table_id=play.table.pk, seen=8) == Refusal("not_allowed")
    word = done(object_to_result, **objection(play, 2, by=play.director))
    for by in (play.player(1), play.player(2), play.scorer):
        assert refused(decide_objection, by=by, confirmation_id=word.pk) == Refusal("not_allowed")


def test_strangers_say_nothing(play: Play):
    word = object_to_result(**objection(play))
    call = call_director(by=play.player(1), table_id=play.table.pk, reason=CallReason.TIME)
    for who, by in strangers(play):
        for number in (1, 2):
            for act, said in [
                (confirm_result, about(play, number)),
                (object_to_result, objection(play, number)),
                (confirm_table, {"table_id": play.table.pk, "seen": 8}),
                (decide_objection, {"confirmation_id": word.pk}),
                (call_director, {"table_id": play.table.pk, "reason": CallReason.TIME}),
                (see_call, {"call_id": call.pk}),
                (finish_call, {"call_id": call.pk}),
                (reopen_call, {"call_id": call.pk}),
            ]:
                assert refused(act, **said | {"by": by}) == Refusal("not_allowed"), f"{who}: {act.__name__}"


def test_a_team_of_another_table_has_nothing_to_say_here(play: Play):
    for team_id in (play.teams[2].pk, 0, -1, 10**9, 10**30):
        unknown = Refusal("team_unknown", field="team", value=str(team_id))
        assert refused(confirm_result, **about(play, by=play.director, team_id=team_id)) == unknown
        assert refused(object_to_result, **objection(play, by=play.director, team_id=team_id)) == unknown
    Seat.objects.filter(team=play.teams[2]).update(table=None, seat=None, place=Place.BYE)
    assert refused(confirm_result, **about(play, 3)) == Refusal("not_allowed")


@pytest.mark.parametrize("table_id", [0, -1, 10**9, 10**30])
def test_a_table_that_is_not_there_is_unknown(play: Play, table_id: int):
    unknown = Refusal("table_unknown", field="table", value=table_id)
    here = {"by": play.director, "table_id": table_id}
    assert refused(confirm_result, **about(play) | here) == unknown
    assert refused(confirm_table, **here, seen=8) == unknown
    assert refused(object_to_result, **objection(play) | here) == unknown
    assert refused(call_director, **here, reason=CallReason.TIME) == unknown
    assert refused(see_call, by=play.director, call_id=table_id) == Refusal(
        "director_call_unknown", field="call", value=table_id
    )


def test_when_the_round_is_closed_everything_was_said(play: Play):
    word = object_to_result(**objection(play))
    close(play.round)
    closed = Refusal("round_closed", field="round", value=1)
    assert refused(confirm_result, **about(play)) == closed
    assert refused(object_to_result, **objection(play, 1)) == closed
    assert refused(confirm_table, by=play.director, table_id=play.table.pk, seen=8) == closed
    assert refused(call_director, by=play.player(1), table_id=play.table.pk, reason=CallReason.TIME) == closed
    done(decide_objection, by=play.director, confirmation_id=word.pk)


def test_a_draft_does_not_exist_for_players(play: Play):
    Round.objects.update(state=RoundState.DRAFT, published_at=None)
    unknown = Refusal("table_unknown", field="table", value=play.table.pk)
    assert refused(confirm_result, **about(play)) == unknown
    assert refused(object_to_result, **objection(play)) == unknown
    assert refused(call_director, by=play.player(1), table_id=play.table.pk, reason=CallReason.TIME) == unknown
    for act, said in [
        (confirm_result, about(play)),
        (object_to_result, objection(play)),
        (confirm_table, {"table_id": play.table.pk, "seen": 8}),
        (call_director, {"table_id": play.table.pk, "reason": CallReason.TIME}),
    ]:
        assert refused(act, **said | {"by": play.director}).code == "round_not_published"


# --- calling the director ----------------------------------------------------------------------------------------


def test_a_table_calls_is_seen_and_helped_and_can_call_again(play: Play):
    here = {"by": play.player(1), "table_id": play.table.pk}
    call = done(call_director, **here, reason=CallReason.RULING, note=" a bomb \0 on the dogs ")
    assert (call.reason, call.note, call.seen_at, call.done_at) == ("ruling", "a bomb on the dogs", None, None)
    assert last_line().facts == {"table": play.table.pk, "call": call.pk, "reason": "ruling"}
    again = {"by": play.player(2), "table_id": play.table.pk, "reason": CallReason.TIME}
    assert changes_nothing(call_director, **again) == call
    assert table_sheet(play.table.pk).call == board_of(play.round)[0].call == call
    seen = done(see_call, by=play.scorer, call_id=call.pk)
    assert seen.seen_at is not None
    assert changes_nothing(see_call, by=play.director, call_id=call.pk).seen_at == seen.seen_at
    assert done(unsee_call, by=play.scorer, call_id=call.pk).seen_at is None
    assert changes_nothing(unsee_call, by=play.director, call_id=call.pk).seen_at is None
    seen = done(see_call, by=play.scorer, call_id=call.pk)
    finished = done(finish_call, by=play.scorer, call_id=call.pk)
    assert (finished.seen_at, finished.done_at is not None) == (seen.seen_at, True)
    assert table_sheet(play.table.pk).call is None
    assert changes_nothing(finish_call, by=play.director, call_id=call.pk).done_at == finished.done_at
    assert changes_nothing(see_call, by=play.director, call_id=call.pk).seen_at == finished.seen_at
    assert changes_nothing(unsee_call, by=play.director, call_id=call.pk).seen_at == finished.seen_at
    assert done(call_director, **again).pk != call.pk


def test_who_finishes_a_call_has_seen_it(play: Play):
    call = call_director(by=play.scorer, table_id=play.table.pk, reason=CallReason.OTHER)
    finished = done(finish_call, by=play.director, call_id=call.pk)
    assert finished.seen_at == finished.done_at
    assert [line.what for line in LogLine.objects.order_by("-pk")[:2]] == ["call.finished", "director.called"]


def test_a_call_that_is_not_done_after_all_waits_as_it_did_before(play: Play):
    call = call_director(by=play.player(1), table_id=play.table.pk, reason=CallReason.TIME)
    assert changes_nothing(reopen_call, by=play.director, call_id=call.pk) == call
    finish_call(by=play.director, call_id=call.pk)
    assert (table_sheet(play.table.pk).call, table_sheet(play.table.pk).call_done) == (None, call)
    waiting = done(reopen_call, by=play.scorer, call_id=call.pk)
    assert (waiting.seen_at, waiting.done_at) == (None, None), "nobody had said that somebody comes"
    assert (last_line().what, last_line().facts) == ("call.reopened", {"table": play.table.pk, "call": call.pk})
    assert (table_sheet(play.table.pk).call, table_sheet(play.table.pk).call_done) == (call, None)
    assert board_of(play.round)[0].call == call
    seen = see_call(by=play.director, call_id=call.pk)
    finish_call(by=play.director, call_id=call.pk)
    waiting = done(reopen_call, by=play.director, call_id=call.pk)
    assert (waiting.seen_at, waiting.done_at) == (seen.seen_at, None), "somebody is still coming"


def test_a_call_stays_done_where_the_table_has_called_again_or_the_round_is_closed(play: Play):
    first = call_director(by=play.player(1), table_id=play.table.pk, reason=CallReason.TIME)
    finish_call(by=play.director, call_id=first.pk)
    second = call_director(by=play.player(1), table_id=play.table.pk, reason=CallReason.RULING)
    assert refused(reopen_call, by=play.director, call_id=first.pk) == Refusal(
        "table_called_again", field="call", value=first.pk, table=play.table.number
    )
    finish_call(by=play.director, call_id=second.pk)
    assert table_sheet(play.table.pk).call_done == second, "the one that was done last"
    done(reopen_call, by=play.director, call_id=first.pk)
    finish_call(by=play.director, call_id=first.pk)
    assert table_sheet(play.table.pk).call_done == first, "done last, though called first"
    close(play.round)
    assert refused(reopen_call, by=play.director, call_id=first.pk) == Refusal("round_closed", field="round", value=1)


@pytest.mark.parametrize("facts", [{"reason": "bored"}, {"reason": "\0"}, {"reason": None}, {"note": "x" * 301}])
def test_a_call_has_one_of_the_reasons_and_a_note_that_can_be_kept(play: Play, facts: dict[str, Any]):
    call = {"by": play.player(1), "table_id": play.table.pk, "reason": CallReason.TIME} | facts
    assert refused(call_director, **call).code == ("plain_choice" if "reason" in facts else "text_too_long")
    done(call_director, **call | {"reason": "time", "note": "\ud800"})
    assert DirectorCall.objects.get().note == ""


def test_clocks_of_two_servers_that_differ_a_little_break_nothing(play: Play):
    """What was said by a server whose clock is ahead is answered by another."""
    ahead = NOON.replace(year=2999)
    call = call_director(by=play.player(1), table_id=play.table.pk, reason=CallReason.TIME)
    word = object_to_result(**objection(play, 1))
    object_to_result(**objection(play, 2))
    DirectorCall.objects.update(at=ahead)
    Confirmation.objects.update(at=ahead)
    assert done(see_call, by=play.director, call_id=call.pk).seen_at == ahead
    assert done(finish_call, by=play.director, call_id=call.pk).done_at == ahead
    assert done(decide_objection, by=play.director, confirmation_id=word.pk).decided_at == ahead
    done(confirm_result, **about(play, 2))
