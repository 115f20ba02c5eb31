"""The score sheet of a table: each hand once however often it is sent, corrections on record, by those who may."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection, connections

from games.actor import Actor
from games.choices import RoundState
from games.models import Hand, LogLine, Round, Tournament
from games.selectors.log import first_broken_line
from games.selectors.matches import match_at
from games.selectors.records import record_of
from games.services import entering
from games.services.clock import end_time
from games.services.entering import locked_table
from games.services.hands import Recorded, correct_hand, record_hand, void_hand
from games.services.whole_results import record_whole_result
from games.services.words import confirm_result, object_to_result
from rules.refusal import Refusal
from scoring.match import Length, MatchRules, Tie
from scoring.presets import PRESETS
from scoring.record import Hand as Sheet
from scoring.standings import standings
from tests.games.acting import overtaken
from tests.games.rows import Play, a_play, begin_round, changes_nothing, close, done, everything, refused, strangers

pytestmark = pytest.mark.django_db

QUIET = ("",) * 4
LOST = Sheet(calls=QUIET, points=40)
EVEN = Sheet(calls=QUIET, points=50)
WON = Sheet(calls=QUIET, points=60)
GRAND = Sheet(calls=("GT", "", "", ""), out=(0, 2))


@pytest.fixture
def play() -> Play:
    """Two tables of pairs, eight hands each."""
    return a_play(tables=2)


def enter(play: Play, number: int, sheet: Sheet = WON, *, by: Actor | None = None, **facts: Any) -> Recorded:
    table = facts.pop("table", play.table)
    arguments = {"by": by or play.player(1), "table_id": table.pk, "client_id": uuid4(), "number": number}
    return record_hand(**arguments | facts, sheet=sheet)


def enter_all(play: Play, *sheets: Sheet, **facts: Any) -> None:
    for number, sheet in enumerate(sheets, start=1):
        enter(play, number, sheet, **facts)


def entry(play: Play, number: int, sheet: Sheet = WON, **facts: Any) -> dict[str, Any]:
    """What a phone sends."""
    sent = {"by": play.player(1), "table_id": play.table.pk, "client_id": uuid4(), "number": number, "sheet": sheet}
    return sent | facts


def correction(play: Play, number: int, sheet: Sheet = LOST, **facts: Any) -> dict[str, Any]:
    return entry(play, number, sheet, reason="misread", revision=1, by=play.scorer) | facts


def voiding(play: Play, number: int, **facts: Any) -> dict[str, Any]:
    return {
        "by": play.scorer,
        "table_id": play.table.pk,
        "number": number,
        "reason": "never played",
        "revision": 1,
    } | facts


def sheets(play: Play) -> list[Sheet]:
    """What counts."""
    tournament = Tournament.objects.get(pk=play.tournament.pk)
    return list(record_of(tournament).stages[-1].rounds[-1].tables[0].hands)


def last_line() -> LogLine:
    return LogLine.objects.latest("pk")


# --- once --------------------------------------------------------------------------------------------------------


def test_a_hand_is_written_down_with_who_entered_it(play: Play):
    recorded = done(record_hand, **entry(play, 1, WON))
    row = Hand.objects.get()
    assert recorded == Recorded(hand=row, created=True)
    assert (row.number, row.revision, row.points, row.reason, row.void) == (1, 1, 60, "", False)
    assert (row.by_link, row.entered_by) == (play.player(1).link, None)
    assert sheets(play) == [WON]
    assert (last_line().what, last_line().actor) == ("hand.recorded", f"link {row.by_link_id}")
    assert last_line().facts == {
        "table": play.table.pk, "hand": row.pk, "number": 1, "revision": 1,
        "after": {"calls": ["", "", "", ""], "points": 60},
    }  # fmt: skip


def test_the_same_entry_sent_again_is_one_hand_and_the_same_answer(play: Play):
    sent = entry(play, 1)
    first = record_hand(**sent)
    for again in (sent, sent | {"by": play.player(2)}, sent | {"by": play.director}):
        assert changes_nothing(record_hand, **again) == Recorded(hand=first.hand, created=False)


def test_the_same_hand_from_the_other_phone_is_the_stored_one(play: Play):
    first = enter(play, 1, GRAND)
    assert changes_nothing(record_hand, **entry(play, 1, GRAND, by=play.player(2))) == Recorded(
        hand=first.hand, created=False
    )


def test_another_hand_in_its_place_is_refused_and_shown_what_is_stored(play: Play):
    stored = enter(play, 1, Sheet(calls=("T", "", "", ""), out=(0,), points=30)).hand
    refusal = refused(record_hand, **entry(play, 1, LOST, by=play.player(2)))
    assert refusal == Refusal(
        "hand_conflict", field="number", stored=stored.pk, value=1, revision=1, void=False, calls=["T", "", "", ""],
        out=[0], points=30, other_points=None, totals=None,
    )  # fmt: skip


def test_an_entry_changed_under_its_id_is_a_conflict(play: Play):
    sent = entry(play, 1)
    record_hand(**sent)
    enter(play, 2)
    assert refused(record_hand, **sent | {"sheet": LOST}).code == "hand_conflict"
    moved = refused(record_hand, **sent | {"number": 3})
    assert (moved.code, moved.facts["value"]) == ("hand_conflict", 1)


def test_an_id_that_another_table_has_used_is_refused(play: Play):
    """Not answered as if it were that hand, and not with an error of the database."""
    taken = enter(play, 1).hand.client_id
    here = {"table_id": play.tables[1].pk, "by": play.director, "client_id": taken}
    assert refused(record_hand, **entry(play, 1, **here)) == Refusal("client_id_taken", field="client_id")
    enter(play, 1, table=play.tables[1], by=play.director)
    assert refused(correct_hand, **correction(play, 1, **here)) == Refusal("client_id_taken", field="client_id")


def test_sent_again_after_it_was_corrected_it_is_still_what_was_sent(play: Play):
    sent = entry(play, 1)
    first = record_hand(**sent)
    correct_hand(**correction(play, 1))
    assert changes_nothing(record_hand, **sent) == Recorded(hand=first.hand, created=False)
    other_phone = refused(record_hand, **sent | {"client_id": uuid4()})
    assert (other_phone.facts["points"], other_phone.facts["revision"]) == (40, 2)


def test_an_entry_sent_again_is_answered_even_when_its_round_is_closed(play: Play):
    sent = entry(play, 1)
    first = record_hand(**sent)
    close(play.round)
    assert changes_nothing(record_hand, **sent).hand == first.hand
    assert refused(record_hand, **entry(play, 2)) == Refusal("round_closed", field="round", value=1)


# --- in order, until the end -------------------------------------------------------------------------------------


def test_hands_are_written_in_order_without_a_gap(play: Play):
    for number in (2, 3, 0, -1, 10**12):
        assert refused(record_hand, **entry(play, number)) == Refusal("hand_gap", field="number", value=number, next=1)
    enter_all(play, WON, LOST)
    assert refused(record_hand, **entry(play, 4)) == Refusal("hand_gap", field="number", value=4, next=3)


def test_a_hand_after_the_end_is_refused(play: Play):
    enter_all(play, *[WON] * 8)
    refusal = refused(record_hand, **entry(play, 9))
    assert refusal == Refusal("surplus_hand", field="hands", value=9, ended=8, reason="hands_played")


def test_a_game_to_a_thousand_ends_when_one_is_there_alone():
    play = a_play("club_game")
    enter_all(play, *[Sheet(calls=("GT", "", "", ""), out=(0, 2)), Sheet(calls=("", "GT", "", ""), out=(1, 3))] * 2)
    enter(play, 5, Sheet(calls=("GT", "GT", "", ""), out=(0,), points=50))
    assert match_at(play.table).progress().totals == (1050, 650)
    refusal = refused(record_hand, **entry(play, 6))
    assert (refusal.code, refusal.facts["reason"]) == ("surplus_hand", "target_reached")


def test_with_equal_scores_at_the_end_play_goes_on():
    play = a_play("club_game")
    other = Sheet(calls=("", "GT", "", ""), out=(1, 3))
    enter_all(play, GRAND, other, GRAND, other, *[EVEN] * 4)
    assert match_at(play.table).progress().totals == (1000, 1000)
    done(record_hand, **entry(play, 9, EVEN))
    done(record_hand, **entry(play, 10, WON))
    assert refused(record_hand, **entry(play, 11)).facts["reason"] == "higher_of_both_over"


def test_best_of_three_goes_on_until_two_games_are_won():
    game = MatchRules(length=Length.BEST_OF, games=3, target=400)
    play = a_play("club_game", stages=(replace(PRESETS["club_game"].stages[0], match=game),))
    enter_all(play, GRAND, Sheet(calls=("", "GT", "", ""), out=(1, 3)), GRAND)
    assert match_at(play.table).progress().games == (2, 1)
    assert refused(record_hand, **entry(play, 4)).facts["reason"] == "games_won"


def test_when_the_time_is_up_the_hand_that_is_played_is_the_last():
    play = a_play("st_gallen")
    enter_all(play, WON, LOST)
    end_time(by=play.director, table_id=play.table.pk, hand=3, running=True)
    done(record_hand, **entry(play, 3))
    assert refused(record_hand, **entry(play, 4)) == Refusal(
        "surplus_hand", field="hands", value=4, ended=3, reason="time_up"
    )


@pytest.mark.parametrize(
    ("sheet", "code"),
    [
        (Sheet(calls=QUIET), "points_missing"),
        (Sheet(calls=QUIET, points=47), "points_step"),
        (Sheet(calls=QUIET, points=130), "points_range"),
        (Sheet(calls=QUIET, points=10**30), "points_range"),
        (Sheet(calls=QUIET, points=-(10**30)), "points_range"),
        (Sheet(calls=QUIET, points=60, other_points=10**30), "points_range"),
        (Sheet(calls=QUIET, points=60, other_points=50), "points_sum"),
        (Sheet(calls=("",) * 5, points=60), "calls_number"),
        (Sheet(calls=(), points=60), "calls_number"),
        (Sheet(calls=("T\0", "", "", ""), points=60), "call_unknown"),
        (Sheet(calls=("\ud800", "", "", ""), points=60), "call_unknown"),
        (Sheet(calls=("T" * 10_000, "", "", ""), points=60), "call_unknown"),
        (Sheet(calls=("T", "", "", ""), points=60), "first_missing"),
        (Sheet(calls=QUIET, out=(10**30,), points=60), "seat_unknown"),
        (Sheet(calls=QUIET, out=(-1,), points=60), "seat_unknown"),
        (Sheet(calls=QUIET, out=(1, 1), points=60), "seat_out_twice"),
        (Sheet(calls=QUIET, out=(0, 2), points=60), "victory_has_no_points"),
        (Sheet(calls=QUIET, totals=(60, 45)), "totals_impossible"),
        (Sheet(calls=QUIET, totals=(10**30, 0)), "totals_impossible"),
        (Sheet(calls=QUIET, totals=(60, 40), points=60), "totals_stand_alone"),
        (Sheet(calls=QUIET, totals=(60, 40), out=(0,)), "totals_stand_alone"),
    ],
)
def test_what_cannot_have_been_is_neither_entered_nor_corrected_to(play: Play, sheet: Sheet, code: str):
    assert refused(record_hand, **entry(play, 1, sheet)).code == code
    enter(play, 1)
    assert refused(correct_hand, **correction(play, 1, sheet)).code == code


def test_where_the_paper_has_only_totals_they_are_enough(play: Play):
    done(record_hand, **entry(play, 1, Sheet(calls=("T", "", "", ""), totals=(160, 40))))
    assert match_at(play.table).progress().totals == (160, 40)
    assert refused(record_hand, **entry(play, 1)).facts["totals"] == [160, 40]


def test_a_table_that_is_not_there_is_unknown(play: Play):
    for table_id in (0, -1, 10**9, 10**30):
        refusal = refused(record_hand, **entry(play, 1, table_id=table_id, by=play.director))
        assert refusal == Refusal("table_unknown", field="table", value=table_id)


# --- every way to play -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", [key for key, rules in PRESETS.items() if rules.hand.variant == "nanking"])
def test_the_usual_game_by_every_preset(preset: str):
    play = a_play(preset)
    done(record_hand, **entry(play, 1, Sheet(calls=("T", "", "", ""), out=(0, 1), points=30)))
    done(record_hand, **entry(play, 2, Sheet(calls=QUIET, out=(1, 3))))
    double = PRESETS[preset].hand.double_victory
    assert match_at(play.table).progress().totals == (130, 70 + double)
    grand = refused(record_hand, **entry(play, 2, GRAND)) if PRESETS[preset].hand.grand else None
    assert grand is None or grand.code == "hand_conflict"


def test_the_championship_plays_four_hands_with_drawn_partners_and_without_grand_tichu():
    play = a_play("german_championship")
    assert refused(record_hand, **entry(play, 1, GRAND)).code == "grand_forbidden"
    enter_all(play, Sheet(calls=QUIET, out=(0, 2)), WON, EVEN, LOST, by=play.player(3))
    assert refused(record_hand, **entry(play, 5)).code == "surplus_hand"
    rows = {row.team: row.values["points"] for row in standings(record_of(play.tournament)).rows}
    assert rows == {"1": 6, "3": 6, "2": 3, "4": 3}  # 3 + 2 + 1 against 1 + 2


def test_at_a_table_of_five_one_sits_out_in_turn():
    play = a_play("german_championship", at_each=5)
    enter_all(play, *[WON] * 4)
    assert not match_at(play.table).progress().over
    done(record_hand, **entry(play, 5, LOST, by=play.player(5)))
    assert match_at(play.table).progress().over
    assert refused(record_hand, **entry(play, 6)).code == "surplus_hand"
    refusal = refused(void_hand, **voiding(play, 2))  # the hands after it would be other people's
    assert refusal == Refusal("hand_not_last", field="number", value=2, last=5)
    done(void_hand, **voiding(play, 5))
    done(record_hand, **entry(play, 5, WON))


def test_in_threechu_the_dealer_plays_the_dummy_and_everybody_counts_alone():
    play = a_play("threechu_evening")
    refusal = refused(record_hand, **entry(play, 1, Sheet(calls=("GT", "", "", ""), out=(0,), points=60)))
    assert refusal.code == "grand_by_dealer"
    enter_all(play, WON, LOST, Sheet(calls=("", "GT", "", ""), out=(1, 3)))
    assert match_at(play.table).progress().totals == (60 + 60 + 400, 40 + 40 + 400, 40 + 60 + 0)
    assert refused(void_hand, **voiding(play, 1)).code == "hand_not_last"
    for number in range(4, 10):
        enter(play, number, EVEN)
    assert refused(record_hand, **entry(play, 10)).code == "surplus_hand"
    done(correct_hand, **correction(play, 1, LOST))
    assert match_at(play.table).progress().totals[0] == 40 + 60 + 400 + 6 * 50


def test_a_void_hand_of_threechu_is_written_anew_only_in_its_turn():
    play = a_play("threechu_evening")
    enter_all(play, WON, LOST, EVEN)
    for number in (3, 2):
        void_hand(**voiding(play, number))
    late = refused(correct_hand, **correction(play, 3, WON, revision=2))
    assert late == Refusal("hand_gap", field="number", value=3, next=2)
    done(correct_hand, **correction(play, 2, WON, revision=2))
    done(correct_hand, **correction(play, 3, WON, revision=2))


def test_in_tientsin_six_play_and_a_triple_victory_counts_300():
    play = a_play("tientsin")
    quiet = ("",) * 6
    enter_all(play, Sheet(calls=quiet, out=(0, 2, 4)), Sheet(calls=quiet, out=(1, 0), points=30))
    assert match_at(play.table).progress().totals == (330, 70)
    assert refused(record_hand, **entry(play, 3, WON)).code == "calls_number"
    assert refused(record_hand, **entry(play, 3, Sheet(calls=quiet, out=(6,), points=5))).code == "seat_unknown"


def test_in_grand_seigneur_the_order_is_everything():
    play = a_play("grand_seigneur_night")
    order = Sheet(out=(5, 4, 3, 2, 1))
    for sheet, code in [
        (Sheet(calls=("T",), out=order.out), "seigneur_calls"),
        (Sheet(calls=("",) * 99, out=order.out), "calls_number"),
        (replace(order, points=60), "seigneur_points"),
        (replace(order, totals=(60, 40)), "seigneur_points"),
        (Sheet(out=(5, 4, 3)), "order_incomplete"),
        (Sheet(out=(6, 5, 4, 3, 2)), "seat_unknown"),
    ]:
        assert refused(record_hand, **entry(play, 1, sheet)).code == code
    enter_all(play, *[order] * 6)
    assert match_at(play.table).progress().totals == (0, 6, 12, 18, 24, 30)
    assert refused(record_hand, **entry(play, 7, order)).code == "surplus_hand"


# --- corrected ---------------------------------------------------------------------------------------------------


def test_a_correction_is_a_new_revision_with_its_reason_and_the_old_one_stays(play: Play):
    first = enter(play, 1).hand
    corrected = done(correct_hand, **correction(play, 1, LOST, by=play.scorer, reason="  sides \n swapped "))
    assert corrected.created
    rows = Hand.objects.order_by("revision").values_list("revision", "points", "reason", "entered_by")
    assert list(rows) == [(1, 60, "", None), (2, 40, "sides swapped", play.scorer.account.pk)]
    assert sheets(play) == [LOST]
    assert last_line().what == "hand.corrected"
    assert last_line().facts == {
        "table": play.table.pk, "hand": corrected.hand.pk, "number": 1, "revision": 2, "outdated": [],
        "before": {"calls": list(QUIET), "points": 60}, "after": {"calls": list(QUIET), "points": 40},
    }  # fmt: skip
    assert Hand.objects.order_by("pk").first() == first


def test_a_correction_sent_again_is_one_correction(play: Play):
    enter(play, 1)
    sent = correction(play, 1)
    corrected = correct_hand(**sent).hand
    assert changes_nothing(correct_hand, **sent) == Recorded(hand=corrected, created=False)
    assert changes_nothing(correct_hand, **sent | {"client_id": uuid4()}) == Recorded(hand=corrected, created=False)


def test_who_has_seen_an_older_revision_is_shown_the_new_one(play: Play):
    enter(play, 1)
    correct_hand(**correction(play, 1, LOST))
    for revision in (1, 0, 3, 10**30):
        refusal = refused(correct_hand, **correction(play, 1, EVEN, revision=revision))
        assert (refusal.code, refusal.facts["points"], refusal.facts["revision"]) == ("hand_conflict", 40, 2)
        assert refused(void_hand, **voiding(play, 1, revision=revision)).code == "hand_conflict"
    done(correct_hand, **correction(play, 1, EVEN, revision=2))


def test_a_hand_that_was_never_written_cannot_be_corrected(play: Play):
    enter(play, 1)
    for number in (2, 0, -1, 10**30):
        for act, sent in ((correct_hand, correction(play, number)), (void_hand, voiding(play, number))):
            assert refused(act, **sent) == Refusal("hand_unknown", field="number", value=number, allowed=[1])


@pytest.mark.parametrize(
    ("reason", "code"), [("", "text_missing"), (" \n\0\ud800 ", "text_missing"), ("x" * 201, "text_too_long"),
                         ("x" * 1_000_000, "text_too_long"), (None, "plain_type")],
)  # fmt: skip
def test_a_correction_needs_a_reason_that_can_be_kept(play: Play, reason: Any, code: str):
    enter(play, 1)
    assert refused(correct_hand, **correction(play, 1, reason=reason)).code == code
    assert refused(void_hand, **voiding(play, 1, reason=reason)).code == code


def test_of_a_reason_what_no_database_keeps_is_left_out(play: Play):
    enter(play, 1)
    assert correct_hand(**correction(play, 1, reason="a\0b\ud800c")).hand.reason == "a b c"
    assert void_hand(**voiding(play, 1, reason="d\0e\udfff", revision=2)).reason == "d e"


def test_a_correction_that_ends_the_match_before_later_hands_is_refused():
    play = a_play("geekway")
    enter_all(play, GRAND, WON, WON)
    longer = refused(correct_hand, **correction(play, 2, GRAND))
    assert (longer.code, longer.facts["ended"]) == ("surplus_hand", 2)


def test_players_correct_where_the_regulations_leave_it_to_them():
    play = a_play()
    enter(play, 1)
    done(correct_hand, **correction(play, 1, LOST, by=play.player(2)))
    done(void_hand, **voiding(play, 1, by=play.player(1), revision=2))
    strict = a_play(name="Strict", players_may_correct=False)
    enter(strict, 1)
    for act, sent in ((correct_hand, correction), (void_hand, voiding)):
        assert refused(act, **sent(strict, 1, by=strict.player(1))) == Refusal("correction_by_staff")
    done(correct_hand, **correction(strict, 1, by=strict.scorer))


def test_once_somebody_has_confirmed_only_staff_correct(play: Play):
    enter_all(play, *[WON] * 8)
    confirm_result(by=play.player(2), table_id=play.table.pk, team_id=play.teams[1].pk, seen=8)
    for act, sent in ((correct_hand, correction), (void_hand, voiding)):
        assert refused(act, **sent(play, 8, by=play.player(1))) == Refusal("result_confirmed")
    done(correct_hand, **correction(play, 8, LOST))
    done(correct_hand, **correction(play, 8, EVEN, by=play.player(1), revision=2))  # nobody has confirmed this sheet


def test_who_has_objected_and_agreed_after_all_has_confirmed(play: Play):
    enter_all(play, *[WON] * 8)
    here = {"by": play.player(2), "table_id": play.table.pk, "team_id": play.teams[1].pk}
    object_to_result(**here, note="hand 3 was ours")
    done(correct_hand, **correction(play, 8, LOST, by=play.player(1)))
    object_to_result(**here, note="and hand 4")
    confirm_result(**here, seen=9)
    late = correction(play, 8, EVEN, by=play.player(1), revision=2)
    assert refused(correct_hand, **late) == Refusal("result_confirmed")


def test_in_a_closed_round_only_the_director_corrects(play: Play):
    enter_all(play, *[WON] * 8)
    close(play.round)
    for who in (play.player(1), play.scorer):
        for act, sent in ((correct_hand, correction), (void_hand, voiding)):
            assert refused(act, **sent(play, 8, by=who)) == Refusal("round_closed", field="round", value=1)
    done(correct_hand, **correction(play, 8, LOST, by=play.director))
    done(void_hand, **voiding(play, 8, by=play.director, revision=2))
    done(correct_hand, **correction(play, 8, WON, by=play.director, revision=3))
    assert sheets(play) == [WON] * 8


# --- void --------------------------------------------------------------------------------------------------------


def test_a_void_hand_counts_no_more_and_its_row_stays(play: Play):
    enter_all(play, WON, LOST)
    void = done(void_hand, **voiding(play, 2, by=play.player(1)))
    assert (void.void, void.revision, void.reason, void.points) == (True, 2, "never played", 40)
    assert sheets(play) == [WON]
    assert (last_line().what, last_line().facts["after"]) == ("hand.voided", None)
    assert last_line().facts["before"] == {"calls": list(QUIET), "points": 40}
    assert changes_nothing(void_hand, **voiding(play, 2)) == void


def test_a_void_hand_at_the_end_is_written_anew_under_its_number(play: Play):
    enter_all(play, WON, LOST)
    void_hand(**voiding(play, 2))
    assert refused(record_hand, **entry(play, 3)) == Refusal("hand_gap", field="number", value=3, next=2)
    again = done(record_hand, **entry(play, 2, EVEN))
    assert (again.created, again.hand.revision, again.hand.reason) == (True, 3, "never played")
    assert sheets(play) == [WON, EVEN]


def test_a_void_hand_in_the_middle_keeps_its_number_and_only_staff_write_it_anew(play: Play):
    enter_all(play, WON, LOST, EVEN)
    assert refused(void_hand, **voiding(play, 2, by=play.player(1))) == Refusal(
        "hand_not_last", field="number", value=2, last=3
    )
    done(void_hand, **voiding(play, 2))
    assert sheets(play) == [WON, EVEN]
    assert refused(record_hand, **entry(play, 2)) == Refusal("hand_void", field="number", value=2, next=4)
    player = correction(play, 2, GRAND, by=play.player(1), revision=2)
    assert refused(correct_hand, **player) == Refusal("hand_void", field="number", value=2, next=4)
    done(correct_hand, **correction(play, 2, GRAND, revision=2))
    assert sheets(play) == [WON, GRAND, EVEN]
    assert last_line().facts["before"] is None


def test_beside_a_result_of_the_whole_match_no_hands_are_written(play: Play):
    enter(play, 1)
    void_hand(**voiding(play, 1))
    record_whole_result(by=play.player(1), table_id=play.table.pk, client_id=uuid4(), totals=(500, 300))
    whole = Refusal("whole_and_hands", field="number", table=1)
    assert refused(record_hand, **entry(play, 1)) == whole
    assert refused(correct_hand, **correction(play, 1, LOST, revision=2)) == whole


# --- who may -----------------------------------------------------------------------------------------------------


def test_strangers_neither_enter_nor_correct(play: Play):
    enter(play, 1)
    for who, by in strangers(play):
        for act, sent in (
            (record_hand, entry(play, 2)),
            (correct_hand, correction(play, 1)),
            (void_hand, voiding(play, 1)),
        ):
            assert refused(act, **sent | {"by": by}) == Refusal("not_allowed"), f"{who}: {act.__name__}"
        again = entry(play, 1, by=by)
        assert refused(record_hand, **again) == Refusal("not_allowed"), f"{who} is not even told what is stored"


def test_everybody_at_the_table_and_all_staff_enter(play: Play):
    for number, by in enumerate((play.player(1), play.player(2), play.scorer, play.director), start=1):
        recorded = done(record_hand, **entry(play, number, by=by))
        assert (recorded.hand.entered_by, recorded.hand.by_link) == (by.account, by.link)


def test_a_draft_does_not_exist_for_players_and_is_not_played_yet_for_staff(play: Play):
    Round.objects.update(state=RoundState.DRAFT, published_at=None)
    assert refused(record_hand, **entry(play, 1)) == Refusal("table_unknown", field="table", value=play.table.pk)
    for by in (play.scorer, play.director):
        assert refused(record_hand, **entry(play, 1, by=by)).code == "round_not_published"


def test_a_cancelled_round_is_not_played_on(play: Play):
    enter(play, 1)
    Round.objects.update(state=RoundState.CANCELLED, cancel_reason="fire")
    for by in (play.player(1), play.scorer, play.director):
        for act, sent in (
            (record_hand, entry(play, 2)),
            (correct_hand, correction(play, 1)),
            (void_hand, voiding(play, 1)),
        ):
            assert refused(act, **sent | {"by": by}).code == "round_not_published", act.__name__


# --- what was drawn from it --------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", [RoundState.DRAFT, RoundState.PUBLISHED])
def test_a_correction_of_a_closed_round_marks_what_was_drawn_and_draws_nothing(play: Play, state: RoundState):
    enter_all(play, *[WON] * 8)
    table = play.table.pk
    drawn = begin_round(play, state)
    before = everything()["Seat"]
    done(correct_hand, **correction(play, 8, LOST, table_id=table, by=play.director))
    drawn.refresh_from_db()
    assert (drawn.outdated, drawn.state) == (True, state)
    assert last_line().facts["outdated"] == [drawn.pk]
    assert everything()["Seat"] == before
    Round.objects.update(outdated=False)
    done(void_hand, **voiding(play, 8, table_id=table, by=play.director, revision=2))
    assert last_line().facts["outdated"] == [drawn.pk]


def test_a_round_that_has_begun_is_not_marked_nor_one_drawn_from_the_round_being_played(play: Play):
    enter_all(play, *[WON] * 8)
    table = play.table.pk
    drawn = begin_round(play, RoundState.PUBLISHED)
    enter(play, 1)
    correct_hand(**correction(play, 1, LOST))  # of the round being played
    correct_hand(**correction(play, 8, LOST, table_id=table, by=play.director))
    drawn.refresh_from_db()
    assert not drawn.outdated
    assert last_line().facts["outdated"] == []


# --- many at once ------------------------------------------------------------------------------------------------


def at_once(acts: list[Callable[[], Any]]) -> list[Any]:
    """What each act returned or raised, all of them begun at the same moment."""
    barrier, results = threading.Barrier(len(acts)), [None] * len(acts)

    def run(at: int) -> None:
        try:
            barrier.wait()
            results[at] = acts[at]()
        except Exception as failure:
            results[at] = failure
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(at,)) for at in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def send_twenty_times(play: Play, number: int, client_id: UUID) -> list[Any]:
    """Twenty threads send the same entry, from both phones of the table."""
    phones = [play.player(1), play.player(2)]
    sent = entry(play, number, client_id=client_id)
    return at_once([lambda by=phones[at % 2]: record_hand(**sent | {"by": by}) for at in range(20)])


def need_postgresql() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite lets one write at a time anyway: run this on PostgreSQL")


def long_match() -> Play:
    match = MatchRules(length=Length.HANDS, hands=20, tie=Tie.DRAW)
    return a_play(stages=(replace(PRESETS["swiss_evening"].stages[0], match=match),))


@pytest.mark.django_db(transaction=True)
def test_an_entry_that_comes_twenty_times_at_once_is_one_hand():
    need_postgresql()
    play = long_match()
    for number in range(1, 21):
        answers = send_twenty_times(play, number, uuid4())
        assert [answer for answer in answers if not isinstance(answer, Recorded)] == []
        assert len({answer.hand.pk for answer in answers}) == 1
        assert sum(answer.created for answer in answers) == 1
    assert list(Hand.objects.order_by("pk").values_list("number", "revision")) == [(n, 1) for n in range(1, 21)]
    play.tournament.refresh_from_db()
    assert (LogLine.objects.count(), play.tournament.version) == (20, 21)
    assert first_broken_line(play.tournament) is None


@pytest.mark.django_db(transaction=True)
def test_of_many_different_hands_at_once_one_is_stored_and_shown_to_all_others():
    need_postgresql()
    play = a_play()
    different = [entry(play, 1, Sheet(calls=QUIET, points=points)) for points in range(-25, 75, 5)]
    answers = at_once([lambda sent=sent: record_hand(**sent) for sent in different])
    (stored,) = Hand.objects.all()
    assert [answer for answer in answers if isinstance(answer, Recorded)] == [Recorded(hand=stored, created=True)]
    others = [answer for answer in answers if not isinstance(answer, Recorded)]
    assert {(type(other), other.code, other.facts["points"]) for other in others} == {
        (Refusal, "hand_conflict", stored.points)
    }
    assert (len(others), LogLine.objects.count()) == (19, 1)


@pytest.mark.django_db(transaction=True)
def test_of_many_corrections_at_once_one_is_stored():
    need_postgresql()
    play = a_play()
    enter(play, 1)
    different = [correction(play, 1, Sheet(calls=QUIET, points=points)) for points in range(-25, 50, 5)]
    answers = at_once([lambda sent=sent: correct_hand(**sent) for sent in different])
    assert sum(isinstance(answer, Recorded) for answer in answers) == 1
    assert {answer.code for answer in answers if not isinstance(answer, Recorded)} == {"hand_conflict"}
    assert list(Hand.objects.order_by("pk").values_list("revision", flat=True)) == [1, 2]


@pytest.mark.django_db(transaction=True)
def test_a_hand_that_had_to_wait_while_its_round_was_closed_comes_too_late():
    """What may be entered is looked at only when nobody else can change it any more."""
    need_postgresql()
    play = a_play()
    sent = entry(play, 1)

    def close_it() -> None:
        close(locked_table(play.table.pk).round)

    answer = overtaken(lambda: record_hand(**sent), by=close_it)
    assert (type(answer), answer.code) == (Refusal, "round_closed")
    assert not Hand.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_without_the_lock_the_database_alone_keeps_doubles_out(monkeypatch: pytest.MonkeyPatch):
    """And whoever was second is answered with what is stored, all the same."""
    need_postgresql()
    play = long_match()
    without_lock(monkeypatch)
    for number in range(1, 6):
        answers = send_twenty_times(play, number, uuid4())
        assert [answer for answer in answers if not isinstance(answer, Recorded)] == []
        assert len({answer.hand.pk for answer in answers}) == 1
    assert Hand.objects.count() == LogLine.objects.count() == 5


@pytest.mark.django_db(transaction=True)
def test_without_the_lock_and_the_constraints_there_would_be_doubles(monkeypatch: pytest.MonkeyPatch):
    """The control of the tests above: they would notice."""
    need_postgresql()
    play = long_match()
    without_lock(monkeypatch)
    before = unique_constraints("games_hand")
    with without_unique_constraints("games_hand"):
        doubles = 0
        for number in range(1, 21):
            send_twenty_times(play, number, uuid4())
            doubles = Hand.objects.count() - number
            if doubles:
                break
        assert doubles > 0
    assert unique_constraints("games_hand") == before


def without_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entering, "locked", lambda pk: Tournament.objects.get(pk=pk))


def unique_constraints(table: str) -> dict[str, str]:
    """What the database of the test takes only once: by name, as it was defined."""
    found = (
        "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'u' AND conrelid = %s::regclass"
    )
    with connection.cursor() as cursor:
        cursor.execute(found, [table])
        return dict(cursor.fetchall())


@contextmanager
def without_unique_constraints(table: str) -> Iterator[None]:
    """Inside, the database takes everything twice; afterwards it is as it was, and the table is empty."""
    constraints = unique_constraints(table)
    assert len(constraints) == 2, "the id of the device, and one row a revision"
    with connection.cursor() as cursor:
        for name in constraints:
            cursor.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
        try:
            yield
        finally:
            cursor.execute(f"TRUNCATE {table} CASCADE")
            for name, definition in constraints.items():
                cursor.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} {definition}")
