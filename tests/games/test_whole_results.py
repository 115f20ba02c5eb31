"""The result of a whole match, where nobody wrote the hands down."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from games.choices import RoundState
from games.models import LogLine, Round, WholeResult
from games.selectors.matches import match_at
from games.selectors.records import record_of
from games.services.hands import record_hand, void_hand
from games.services.whole_results import RecordedWhole, record_whole_result, void_whole_result
from games.services.words import confirm_result
from rules.refusal import Refusal
from scoring.match import Length, MatchRules
from scoring.presets import PRESETS
from scoring.record import Hand as Sheet
from scoring.record import WholeMatch
from scoring.regulations import Counting, PointRules
from scoring.standings import standings
from tests.games.rows import Play, a_play, begin_round, changes_nothing, close, done, everything, refused, strangers
from tests.games.test_hands import at_once

pytestmark = pytest.mark.django_db

WON = Sheet(calls=("",) * 4, points=60)


@pytest.fixture
def play() -> Play:
    """Two tables of pairs, eight hands each, of which a draw is possible."""
    return a_play(tables=2)


def result(play: Play, totals: tuple[int, int] = (500, 300), **facts: Any) -> dict[str, Any]:
    """What a phone sends."""
    return {"by": play.player(1), "table_id": play.table.pk, "client_id": uuid4(), "totals": totals} | facts


def correction(play: Play, totals: tuple[int, int] = (300, 500), **facts: Any) -> dict[str, Any]:
    return result(play, totals, reason="sides swapped", revision=1, by=play.scorer) | facts


def voiding(play: Play, **facts: Any) -> dict[str, Any]:
    return {"by": play.scorer, "table_id": play.table.pk, "reason": "we have the hands", "revision": 1} | facts


def last_line() -> LogLine:
    return LogLine.objects.latest("pk")


def whole(play: Play) -> WholeMatch | None:
    return record_of(play.tournament).stages[-1].rounds[-1].tables[0].whole


# --- once --------------------------------------------------------------------------------------------------------


def test_a_result_is_written_down_and_counts(play: Play):
    recorded = done(record_whole_result, **result(play, hands=8))
    row = WholeResult.objects.get()
    assert recorded == RecordedWhole(result=row, created=True)
    assert (row.revision, row.by_link, row.entered_by, row.reason) == (1, play.player(1).link, None, "")
    assert whole(play) == WholeMatch(totals=(500, 300), hands=8)
    first = standings(record_of(play.tournament)).rows[0]
    assert (first.team, first.values["points"]) == ("1", 2)
    assert (last_line().what, last_line().facts) == ("result.recorded", {
        "table": play.table.pk, "result": row.pk, "revision": 1, "before": None, "outdated": [],
        "after": {"total": 500, "other_total": 300, "hands": 8},
    })  # fmt: skip


def test_the_same_result_sent_again_or_from_the_other_phone_is_one(play: Play):
    sent = result(play)
    first = record_whole_result(**sent).result
    for again in (sent, result(play, by=play.player(2)), sent | {"revision": 1}):
        assert changes_nothing(record_whole_result, **again) == RecordedWhole(result=first, created=False)
    close(play.round)
    assert changes_nothing(record_whole_result, **sent) == RecordedWhole(result=first, created=False)


def test_another_result_is_refused_and_shown_what_is_stored(play: Play):
    sent = result(play, hands=8)
    stored = record_whole_result(**sent).result
    conflict = Refusal(
        "result_conflict", field="totals", stored=stored.pk, revision=1, void=False, totals=[500, 300], hands=8,
        games=None,
    )  # fmt: skip
    assert refused(record_whole_result, **result(play, (500, 305), by=play.player(2))) == conflict
    assert refused(record_whole_result, **sent | {"totals": (500, 305)}) == conflict
    assert refused(record_whole_result, **sent | {"totals": (500, 305), "revision": 1}) == conflict


def test_an_id_that_another_table_has_used_is_refused(play: Play):
    taken = record_whole_result(**result(play)).result.client_id
    here = {"table_id": play.tables[1].pk, "by": play.director}
    refusal = Refusal("client_id_taken", field="client_id")
    assert refused(record_whole_result, **result(play, client_id=taken, **here)) == refusal
    record_whole_result(**result(play, **here))
    assert refused(record_whole_result, **correction(play, client_id=taken, **here)) == refusal


# --- what can have been ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"totals": (503, 300)}, "totals_step"),
        ({"totals": (500, 20_005)}, "totals_range"),
        ({"totals": (-20_005, 300)}, "totals_range"),
        ({"totals": (10**30, 0)}, "totals_range"),
        ({"hands": 0}, "hands_range"),
        ({"hands": -1}, "hands_range"),
        ({"hands": 501}, "hands_range"),
        ({"hands": 10**30}, "hands_range"),
        ({"games": (2, 1)}, "settings_contradict"),
    ],
)
def test_what_cannot_have_been_is_refused(play: Play, facts: dict[str, Any], code: str):
    assert refused(record_whole_result, **result(play) | facts).code == code
    record_whole_result(**result(play))
    assert refused(record_whole_result, **correction(play) | facts).code == code


def test_a_draw_is_a_result_only_where_there_are_draws(play: Play):
    done(record_whole_result, **result(play, (400, 400)))
    game = a_play("club_game", name="Game")
    refusal = refused(record_whole_result, **result(game, (1000, 1000)))
    assert refusal == Refusal("match_not_decided", field="totals", value=[1000, 1000])


@pytest.mark.parametrize(
    ("games", "ok"), [((2, 0), True), ((1, 2), True), (None, False), ((1, 1), False), ((3, 0), False), ((2, 2), False),
                      ((2, -1), False), ((10**30, 0), False)],
)  # fmt: skip
def test_best_of_three_says_who_won_how_many_games(games: tuple[int, int] | None, ok: bool):
    match = MatchRules(length=Length.BEST_OF, games=3)
    play = a_play("club_game", stages=(replace(PRESETS["club_game"].stages[0], match=match),))
    sent = result(play, (2000, 2500), games=games)
    if ok:
        done(record_whole_result, **sent)
        assert match_at(play.table).progress().winner == (0 if games == (2, 0) else 1)
    else:
        assert refused(record_whole_result, **sent).code == "games_undecided"


def test_where_the_average_counts_the_number_of_hands_is_needed():
    points = PointRules(counting=Counting.AVERAGE, bye="average")
    play = a_play(stages=(replace(PRESETS["swiss_evening"].stages[0], points=points),))
    assert refused(record_whole_result, **result(play)) == Refusal("hands_number_missing", field="hands")
    done(record_whole_result, **result(play, hands=8))


@pytest.mark.parametrize("preset", ["german_championship", "threechu_evening", "grand_seigneur_night"])
def test_where_every_hand_counts_the_hands_are_needed(preset: str):
    play = a_play(preset)
    for by in (play.player(1), play.director):
        assert refused(record_whole_result, **result(play, by=by)).code == "hands_needed"


def test_where_a_tiebreak_is_counted_from_hands_only_staff_enter_a_whole_result():
    stage = replace(PRESETS["swiss_evening"].stages[0], tiebreaks=("points", "double_victories"))
    for play in (a_play("munich", name="Calls"), a_play(name="Doubles", stages=(stage,))):
        key = play.stage.key
        assert refused(record_whole_result, **result(play)) == Refusal("hands_needed", field="totals", stage=key)
        done(record_whole_result, **result(play, (1000, 300), by=play.scorer))


def test_a_game_to_a_target_ends_when_somebody_has_reached_it():
    play = a_play("tientsin")
    refusal = Refusal("target_not_reached", field="totals", value=995, target=1000)
    assert refused(record_whole_result, **result(play, (400, 995))) == refusal
    done(record_whole_result, **result(play, (400, 1000)))


def test_in_tientsin_a_team_of_three_has_a_whole_result():
    play = a_play("tientsin")
    done(record_whole_result, **result(play, (1200, 900)))
    assert match_at(play.table).progress().winner == 0


def test_beside_hands_there_is_no_whole_result_until_they_are_void(play: Play):
    hand = {"by": play.player(1), "table_id": play.table.pk, "number": 1}
    record_hand(**hand, client_id=uuid4(), sheet=WON)
    assert refused(record_whole_result, **result(play)) == Refusal("whole_and_hands", field="totals", table=1)
    void_hand(**hand, reason="all on paper", revision=1)
    done(record_whole_result, **result(play))


# --- corrected, and taken back -----------------------------------------------------------------------------------


def test_a_correction_is_a_new_revision_with_its_reason_and_the_old_one_stays(play: Play):
    record_whole_result(**result(play))
    sent = correction(play, reason="  sides \n swapped ")
    corrected = done(record_whole_result, **sent).result
    assert list(WholeResult.objects.order_by("revision").values_list("revision", "total", "reason")) == [
        (1, 500, ""), (2, 300, "sides swapped")
    ]  # fmt: skip
    assert whole(play) == WholeMatch(totals=(300, 500))
    assert last_line().what == "result.corrected"
    assert last_line().facts["before"] == {"total": 500, "other_total": 300}
    assert changes_nothing(record_whole_result, **sent) == RecordedWhole(result=corrected, created=False)
    for revision in (0, 1, 3, 10**30):
        stale = refused(record_whole_result, **correction(play, (400, 400), revision=revision))
        assert (stale.code, stale.facts["totals"]) == ("result_conflict", [300, 500])
        assert refused(void_whole_result, **voiding(play, revision=revision)).code == "result_conflict"


@pytest.mark.parametrize(
    ("reason", "code"), [("", "text_missing"), ("\0\ud800", "text_missing"), ("x" * 201, "text_too_long"),
                         ("x" * 1_000_000, "text_too_long"), (None, "plain_type")],
)  # fmt: skip
def test_a_correction_needs_a_reason_that_can_be_kept(play: Play, reason: Any, code: str):
    record_whole_result(**result(play))
    assert refused(record_whole_result, **correction(play, reason=reason)).code == code
    assert refused(void_whole_result, **voiding(play, reason=reason)).code == code
    assert record_whole_result(**correction(play, reason="a\0b\udfff")).result.reason == "a b"


def test_a_result_that_is_taken_back_counts_no_more_and_hands_can_be_written(play: Play):
    assert refused(void_whole_result, **voiding(play)) == Refusal("result_unknown", field="table", value=1)
    record_whole_result(**result(play))
    void = done(void_whole_result, **voiding(play))
    assert (void.void, void.revision, void.total) == (True, 2, 500)
    assert whole(play) is None
    assert (last_line().what, last_line().facts["after"]) == ("result.voided", None)
    assert changes_nothing(void_whole_result, **voiding(play)) == void
    done(record_hand, by=play.player(1), table_id=play.table.pk, client_id=uuid4(), number=1, sheet=WON)


@pytest.mark.parametrize("revision", [0, 2])
def test_a_result_that_was_taken_back_is_written_anew_by_anybody_for_the_same_reason(revision: int):
    """As a hand that is void, also where players may not correct: there is nothing that they would change."""
    play = a_play(players_may_correct=False)
    sent = result(play)
    record_whole_result(**sent)
    void_whole_result(**voiding(play, reason="other table's"))
    assert not changes_nothing(record_whole_result, **sent).created, "a phone that sends again writes nothing anew"
    again = done(record_whole_result, **result(play, (450, 350), revision=revision)).result
    assert (again.revision, again.reason) == (3, "other table's")
    assert whole(play) == WholeMatch(totals=(450, 350))


def test_players_correct_where_the_regulations_leave_it_to_them_and_nobody_has_confirmed(play: Play):
    record_whole_result(**result(play))
    done(record_whole_result, **correction(play, by=play.player(2)))
    confirm_result(by=play.player(1), table_id=play.table.pk, team_id=play.teams[0].pk, seen=2)
    assert refused(record_whole_result, **correction(play, (1, 2), by=play.player(2), revision=2)) == Refusal(
        "result_confirmed"
    )
    assert refused(void_whole_result, **voiding(play, by=play.player(2), revision=2)) == Refusal("result_confirmed")
    strict = a_play(name="Strict", players_may_correct=False)
    record_whole_result(**result(strict))
    assert refused(record_whole_result, **correction(strict, by=strict.player(1))) == Refusal("correction_by_staff")
    assert refused(void_whole_result, **voiding(strict, by=strict.player(1))) == Refusal("correction_by_staff")


def test_in_a_closed_round_only_the_director_corrects_and_nobody_begins(play: Play):
    record_whole_result(**result(play))
    close(play.round)
    closed = Refusal("round_closed", field="round", value=1)
    for by in (play.player(1), play.scorer):
        assert refused(record_whole_result, **correction(play, by=by)) == closed
        assert refused(void_whole_result, **voiding(play, by=by)) == closed
    assert refused(record_whole_result, **result(play, table_id=play.tables[1].pk, by=play.director)) == closed
    done(record_whole_result, **correction(play, by=play.director))
    done(void_whole_result, **voiding(play, by=play.director, revision=2))
    assert refused(record_whole_result, **result(play, (10, 5))) == closed
    done(record_whole_result, **correction(play, (450, 350), by=play.director, revision=3))


# --- who may -----------------------------------------------------------------------------------------------------


def test_strangers_neither_enter_nor_correct(play: Play):
    record_whole_result(**result(play))
    for who, by in strangers(play):
        for act, sent in (
            (record_whole_result, result(play)),
            (record_whole_result, correction(play)),
            (void_whole_result, voiding(play)),
        ):
            assert refused(act, **sent | {"by": by}) == Refusal("not_allowed"), f"{who}: {act.__name__}"


def test_a_draft_does_not_exist_for_players_and_is_not_played_yet_for_staff(play: Play):
    Round.objects.update(state=RoundState.DRAFT, published_at=None)
    assert refused(record_whole_result, **result(play)).code == "table_unknown"
    assert refused(record_whole_result, **result(play, by=play.director)).code == "round_not_published"
    for table_id in (0, 10**30):
        refusal = refused(record_whole_result, **result(play, by=play.director, table_id=table_id))
        assert refusal == Refusal("table_unknown", field="table", value=table_id)


# --- what was drawn from it --------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", [RoundState.DRAFT, RoundState.PUBLISHED])
def test_a_correction_of_a_closed_round_marks_what_was_drawn_and_draws_nothing(play: Play, state: RoundState):
    record_whole_result(**result(play))
    table = play.table.pk
    drawn = begin_round(play, state)
    before = everything()["Seat"]
    done(record_whole_result, **correction(play, table_id=table, by=play.director))
    drawn.refresh_from_db()
    assert (drawn.outdated, last_line().facts["outdated"]) == (True, [drawn.pk])
    Round.objects.update(outdated=False)
    done(void_whole_result, **voiding(play, table_id=table, by=play.director, revision=2))
    assert last_line().facts["outdated"] == [drawn.pk]
    assert everything()["Seat"] == before


def test_a_round_that_has_begun_is_not_marked(play: Play):
    record_whole_result(**result(play))
    table = play.table.pk
    drawn = begin_round(play, RoundState.PUBLISHED)
    record_whole_result(**result(play))
    record_whole_result(**correction(play))
    record_whole_result(**correction(play, table_id=table, by=play.director))
    drawn.refresh_from_db()
    assert (drawn.outdated, last_line().facts["outdated"]) == (False, [])


# --- many at once ------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_of_many_at_once_one_is_stored():
    if connection.vendor != "postgresql":
        pytest.skip("SQLite lets one write at a time anyway: run this on PostgreSQL")
    play = a_play()
    same = result(play)
    answers = at_once([lambda: record_whole_result(**same)] * 10)
    assert {type(answer) for answer in answers} == {RecordedWhole}
    assert [answer.created for answer in answers].count(True) == 1
    different = [correction(play, (300 + 5 * at, 500)) for at in range(10)]
    answers = at_once([lambda sent=sent: record_whole_result(**sent) for sent in different])
    assert sum(isinstance(answer, RecordedWhole) for answer in answers) == 1
    assert {answer.code for answer in answers if isinstance(answer, Refusal)} == {"result_conflict"}
    assert (WholeResult.objects.count(), LogLine.objects.count()) == (2, 2)
