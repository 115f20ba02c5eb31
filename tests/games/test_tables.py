"""What a table's page shows, how all tables of a round stand, and what that costs."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from games.choices import CallReason, RoundState
from games.models import Member, Player, Round, Substitute, Table, Tournament
from games.selectors.matches import WHOLE_RESULT, match_at, matches_of
from games.selectors.tables import BoardLine, HandShown, TableSheet, board_of, settled, table_sheet
from games.services.attendance import end_substitution, substitute
from games.services.hands import correct_hand, record_hand, void_hand
from games.services.people import Person
from games.services.rulings import revoke_ruling, rule
from games.services.whole_results import record_whole_result, void_whole_result
from games.services.words import call_director, confirm_result, object_to_result
from rules.refusal import Refusal
from scoring import five
from scoring.hand import HandRules
from scoring.match import Reason
from scoring.presets import PRESETS
from scoring.record import Hand as Sheet
from scoring.record import RulingKind, WholeMatch
from scoring.regulations import regulations_to_json
from tests.games.rows import Play, a_play, begin_round, refused

pytestmark = pytest.mark.django_db

WON = Sheet(calls=("",) * 4, points=60)
LOST = Sheet(calls=("",) * 4, points=40)


def enter(play: Play, *sheets: Sheet, table: Table | None = None) -> None:
    for number, sheet in enumerate(sheets, start=1):
        where = (table or play.table).pk
        record_hand(by=play.scorer, table_id=where, client_id=uuid4(), number=number, sheet=sheet)


def sheet(play: Play) -> TableSheet:
    return table_sheet(play.table.pk)


def line(play: Play) -> BoardLine:
    return board_of(Round.objects.get(pk=play.round.pk))[0]


# --- the page of a table -----------------------------------------------------------------------------------------


def test_a_table_where_nothing_was_written_yet():
    play = a_play(tables=2)
    found = sheet(play)
    assert [(each.number, each.name, each.seats, each.players) for each in found.seats] == [
        (1, "Pair 1", (0, 2), ("Play 1.1", "Play 1.2")), (2, "Pair 2", (1, 3), ("Play 2.1", "Play 2.2")),
    ]  # fmt: skip
    assert (found.hands, found.whole, found.entries, found.call, found.ruling, found.over) == (
        (),
        None,
        (),
        None,
        None,
        False,
    )
    assert (found.next_hand, found.next_playing, found.sheet) == (1, (0, 1, 2, 3), 0)
    assert (found.progress.totals, found.progress.reason) == ((0, 0), Reason.RUNNING)
    assert found.row.round.stage.tournament == play.tournament


def test_hands_with_their_points_and_what_they_come_to():
    play = a_play()
    enter(play, Sheet(calls=("T", "", "", ""), out=(0,), points=30), LOST)
    found = sheet(play)
    assert found.hands[1] == HandShown(
        number=2,
        revision=1,
        sheet=LOST,
        playing=(0, 1, 2, 3),
        players=("Play 1.1", "Play 2.1", "Play 1.2", "Play 2.2"),
        totals=(40, 60),
        running=(170, 130),
    )
    assert [hand.running for hand in found.hands] == [(130, 70), (170, 130)]
    assert (found.next_hand, found.sheet) == (3, 2)


def test_every_row_is_there_with_who_wrote_it():
    play = a_play()
    record_hand(by=play.player(2), table_id=play.table.pk, client_id=uuid4(), number=1, sheet=WON)
    again = {"by": play.director, "table_id": play.table.pk, "number": 1}
    correct_hand(**again, client_id=uuid4(), sheet=LOST, reason="sides", revision=1)
    void_hand(**again, reason="not played", revision=2)
    found = sheet(play)
    assert [(e.number, e.revision, e.void, e.reason, e.team_id, e.account_id, e.sheet) for e in found.entries] == [
        (1, 1, False, "", play.teams[1].pk, None, WON),
        (1, 2, False, "sides", None, play.director.account.pk, LOST),
        (1, 3, True, "not played", None, play.director.account.pk, LOST),
    ]
    assert (found.hands, found.next_hand, found.sheet) == ((), 1, 3)


def test_a_void_hand_in_the_middle_keeps_its_number():
    play = a_play()
    enter(play, WON, LOST, WON)
    void_hand(by=play.scorer, table_id=play.table.pk, number=2, reason="x", revision=1)
    assert [(hand.number, hand.running) for hand in sheet(play).hands] == [(1, (60, 40)), (3, (120, 80))]
    assert sheet(play).next_hand == 4


def test_a_whole_result_and_when_it_is_taken_back():
    play = a_play()
    record_whole_result(by=play.scorer, table_id=play.table.pk, client_id=uuid4(), totals=(500, 300), hands=8)
    found = sheet(play)
    assert (found.whole, found.over, found.progress.reason) == (
        WholeMatch(totals=(500, 300), hands=8), True, WHOLE_RESULT
    )  # fmt: skip
    assert (found.next_hand, found.next_playing, found.progress.winner, line(play).whole) == (None, (), 0, True)
    void_whole_result(by=play.scorer, table_id=play.table.pk, reason="x", revision=1)
    assert (sheet(play).whole, sheet(play).over, line(play).whole, sheet(play).sheet) == (None, False, False, 2)


def test_a_ruling_ends_a_match_until_it_is_revoked():
    play = a_play()
    forfeit = rule(
        by=play.director, round_id=play.round.pk, kind=RulingKind.FORFEIT, table_id=play.table.pk, side=0, reason="late"
    )
    assert (sheet(play).ruling, sheet(play).over, sheet(play).next_hand) == (forfeit, True, None)
    assert (line(play).ruling, line(play).over, line(play).words.settled) == (forfeit, True, True)
    revoke_ruling(by=play.director, ruling_id=forfeit.pk, reason="they came")
    assert (sheet(play).ruling, sheet(play).over, line(play).ruling) == (None, False, None)
    rule(by=play.director, round_id=play.round.pk, kind="penalty", team_id=play.teams[0].pk, points=1, reason="late")
    assert not sheet(play).over, "a penalty does not end a match"


def test_a_substitute_is_shown_in_place_of_a_member():
    play = a_play()
    member = Member.objects.get(team=play.teams[0], position=2).player
    other = Player.objects.create(name="Zoe", shown_name="Zoe")
    Substitute.objects.create(round=play.round, team=play.teams[0], member=member, substitute=other)
    assert [each.players for each in sheet(play).seats] == [("Play 1.1", "Zoe"), ("Play 2.1", "Play 2.2")]
    begin_round(play, RoundState.PUBLISHED)
    assert sheet(play).seats[0].players == ("Play 1.1", "Play 1.2")


def test_hands_keep_the_names_of_those_who_played_them():
    play = a_play()
    member = Member.objects.get(team=play.teams[0], position=1).player
    here = {"by": play.director, "round_id": play.round.pk, "team_id": play.teams[0].pk, "member_id": member.pk}
    enter(play, WON, WON)
    substitute(**here, who=Person("Zoe"))
    record_hand(by=play.scorer, table_id=play.table.pk, client_id=uuid4(), number=3, sheet=WON)
    again = {"by": play.scorer, "table_id": play.table.pk, "client_id": uuid4(), "reason": "x", "revision": 1}
    correct_hand(**again, number=1, sheet=LOST)
    assert [hand.players[0] for hand in sheet(play).hands] == ["Play 1.1", "Play 1.1", "Zoe"]
    assert sheet(play).seats[0].players[0] == "Zoe"

    end_substitution(**here)
    record_hand(by=play.scorer, table_id=play.table.pk, client_id=uuid4(), number=4, sheet=WON)
    assert [hand.players[0] for hand in sheet(play).hands] == ["Play 1.1", "Play 1.1", "Zoe", "Play 1.1"]
    assert sheet(play).seats[0].players[0] == "Play 1.1"

    substitute(**here, who=Person("Sam"))
    assert sheet(play).seats[0].players[0] == "Sam"
    end_substitution(**here)
    assert list(Substitute.objects.values_list("from_hand", "last_hand")) == [(3, 3)], "Sam has played nothing"


def test_a_table_that_is_not_there_is_unknown():
    for table_id in (0, -1, 10**9, 10**30):
        assert refused(table_sheet, table_id=table_id) == Refusal("table_unknown", field="table", value=table_id)


def test_hands_that_no_longer_go_with_the_regulations_are_said_not_hidden():
    play = a_play()
    enter(play, Sheet(calls=("GT", "", "", ""), out=(0, 2)))
    no_grand = replace(PRESETS["swiss_evening"], hand=HandRules(grand=False))
    Tournament.objects.update(regulations=regulations_to_json(no_grand))
    found = sheet(play)
    assert (found.progress.fault.code, found.progress.reason, found.over) == (
        "grand_forbidden",
        "grand_forbidden",
        False,
    )
    assert [(hand.number, hand.totals, hand.running) for hand in found.hands] == [(1, (), ())]
    assert line(play).progress.fault.code == "grand_forbidden"


# --- every way to play -------------------------------------------------------------------------------------------


def test_in_threechu_the_deal_goes_round():
    play = a_play("threechu_evening")
    enter(play, WON, LOST)
    found = sheet(play)
    assert [hand.playing for hand in found.hands] == [(0, 1, None, 2), (1, 2, None, 0)]
    assert [hand.totals for hand in found.hands] == [(60, 40, 40), (60, 40, 60)]
    assert found.next_playing == (2, 0, None, 1)
    assert [each.seats for each in found.seats] == [(0,), (1,), (2,)]


def test_at_a_table_of_five_everybody_sits_out_once():
    play = a_play("german_championship", at_each=5)
    enter(play, *[WON] * 5)
    found = sheet(play)
    assert [hand.playing for hand in found.hands] == [five.playing(at) for at in range(5)]
    for at, hand in enumerate(found.hands):
        assert hand.totals[at] == 0, "who sits out has nothing from it"
        assert sorted(hand.totals) == [0, 40, 40, 60, 60]
    assert (found.over, found.progress.reason, sum(found.progress.totals)) == (True, Reason.HANDS_PLAYED, 5 * 200)


def test_in_tientsin_and_grand_seigneur_six_sit_at_a_table():
    trio = a_play("tientsin", name="Trio")
    assert [each.seats for each in sheet(trio).seats] == [(0, 2, 4), (1, 3, 5)]
    assert len(sheet(trio).seats[0].players) == 3
    lords = a_play("grand_seigneur_night", name="Lords")
    enter(lords, Sheet(out=(5, 4, 3, 2, 1)))
    assert sheet(lords).hands[0].totals == (0, 1, 2, 3, 4, 5)
    assert sheet(lords).next_playing == (0, 1, 2, 3, 4, 5)


# --- the board ---------------------------------------------------------------------------------------------------


def test_the_board_has_every_table_in_order():
    play = a_play(tables=3)
    enter(play, *[WON] * 8)
    enter(play, LOST, table=play.tables[1])
    call = call_director(by=play.scorer, table_id=play.tables[2].pk, reason=CallReason.PLAYER_MISSING)
    confirm_result(by=play.player(1), table_id=play.table.pk, team_id=play.teams[0].pk, seen=8)
    first, second, third = board_of(play.round)
    assert [each.table_id for each in (first, second, third)] == [table.pk for table in play.tables]
    assert [(each.number, each.teams, each.hands, each.over) for each in (first, second, third)] == [
        (1, ("Pair 1", "Pair 2"), 8, True), (2, ("Pair 3", "Pair 4"), 1, False), (3, ("Pair 5", "Pair 6"), 0, False)
    ]  # fmt: skip
    assert (first.progress.totals, first.words.confirmed, first.words.missing) == (
        (480, 320), (play.teams[0].pk,), (play.teams[1].pk,)
    )  # fmt: skip
    assert [each.call for each in (first, second, third)] == [None, None, call]
    assert (third.last_entry_at, second.last_entry_at is not None) == (None, True)


def test_the_page_of_a_table_and_the_board_say_the_same():
    play = a_play(tables=2)
    enter(play, *[WON] * 8)
    object_to_result(by=play.player(2), table_id=play.table.pk, team_id=play.teams[1].pk, note="no")
    for table, on_board in zip(play.tables, board_of(play.round), strict=True):
        page = table_sheet(table.pk)
        assert (page.over, page.progress, page.words, page.ruling, page.call) == (
            on_board.over, on_board.progress, on_board.words, on_board.ruling, on_board.call
        )  # fmt: skip
        assert settled(table) is page.words.settled


# --- what it costs -----------------------------------------------------------------------------------------------


def a_busy_play(*, tables: int, hands: int, rounds: int, name: str) -> Play:
    """Tables that have all of everything: hands, corrections, words, calls, rulings, substitutes."""
    play = a_play("swiss_evening", name=name, tables=tables)
    for number in range(rounds):
        if number:
            begin_round(play, RoundState.PUBLISHED)
        for at, table in enumerate(play.tables):
            say_everything(play, at, table, hands=hands)
    return play


def say_everything(play: Play, at: int, table: Table, *, hands: int) -> None:
    number, one, other = 2 * at + 1, play.teams[2 * at], play.teams[2 * at + 1]
    for hand in range(1, hands + 1):
        record_hand(by=play.player(number), table_id=table.pk, client_id=uuid4(), number=hand, sheet=WON)
    again = {"by": play.scorer, "table_id": table.pk, "number": 1, "client_id": uuid4(), "reason": "x", "revision": 1}
    correct_hand(**again, sheet=LOST)
    call_director(by=play.scorer, table_id=table.pk, reason=CallReason.TIME)
    if hands == 8:
        confirm_result(by=play.player(number), table_id=table.pk, team_id=one.pk, seen=9)
        object_to_result(by=play.player(number + 1), table_id=table.pk, team_id=other.pk, note="no")
    rule(by=play.director, round_id=play.round.pk, kind="adjusted", table_id=table.pk, totals=(1, 2), reason="x")
    player = Player.objects.create(name="Zoe", shown_name="Zoe")
    member = Member.objects.filter(team=one).first().player
    Substitute.objects.create(round=play.round, team=one, member=member, substitute=player)


SIZES = [{"tables": 1, "hands": 1, "rounds": 1}, {"tables": 4, "hands": 8, "rounds": 3}]


@pytest.mark.parametrize("size", SIZES, ids=["small", "large"])
def test_what_they_cost_does_not_grow(size: dict[str, int], django_assert_num_queries: DjangoAssertNumQueries):
    play = a_busy_play(**size, name="Busy")
    with django_assert_num_queries(9):
        table_sheet(play.table.pk)
    bare = Table.objects.get(pk=play.table.pk)
    with django_assert_num_queries(5 + 3):
        settled(bare)
    with django_assert_num_queries(5):
        settled(bare)
    with django_assert_num_queries(3):
        match_at(bare).progress()
    alone = Round.objects.get(pk=play.round.pk)
    with django_assert_num_queries(7 + 2):
        board_of(alone)
    with django_assert_num_queries(7):
        assert len(board_of(alone)) == size["tables"]
    with django_assert_num_queries(4):
        [match.progress() for match in matches_of(alone)]


def test_an_entry_costs_the_same_in_every_round_and_at_every_hand():
    early, late = a_busy_play(**SIZES[0], name="Early"), a_busy_play(**SIZES[1] | {"hands": 7}, name="Late")
    assert cost_of_an_entry(early, 2) == cost_of_an_entry(late, 8)


def cost_of_an_entry(play: Play, number: int) -> int:
    sent = {"by": play.player(1), "table_id": play.table.pk, "client_id": uuid4(), "number": number, "sheet": WON}
    with CaptureQueriesContext(connection) as queries:
        assert record_hand(**sent).created
    return len(queries)
