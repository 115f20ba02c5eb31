"""Rows become a Record: what counts and what draws sees the tournament as it was written down."""

import pytest
from pytest_django import DjangoAssertNumQueries

from games.choices import Entry, Place
from games.models import Apart, Hand, Round, Ruling, Seat, Substitute, WholeResult
from games.selectors.records import record_of
from scoring.record import Hand as Sheet
from scoring.record import RulingKind, Together
from scoring.standings import standings
from tests.games.rows import NOON, Small, a_team, small_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def small() -> Small:
    return small_tournament()


def test_who_sits_where_and_what_was_written(small: Small):
    record = record_of(small.tournament)
    first = record.teams[0]
    assert (first.id, first.name, first.members) == (
        "1",
        "Pair 1",
        ("Small 1.1", "Small 1.2"),
    )
    table = record.stages[0].rounds[0].tables[0]
    assert table.seats == ("1", "2", "1", "2")
    assert table.hands == (Sheet(calls=("T", "", "", ""), out=(0, 1), points=30),)


def corrected(small: Small, **facts: object) -> Hand:
    return Hand.objects.create(
        table=small.table,
        number=1,
        revision=2,
        reason="misread",
        calls=["", "", "", ""],
        out=[0, 1],
        entered_at=NOON,
        **facts,
    )


def test_of_a_corrected_hand_the_last_revision_counts(small: Small):
    corrected(small, points=60)
    assert [hand.points for hand in record_of(small.tournament).stages[0].rounds[0].tables[0].hands] == [60]


def test_a_hand_that_was_declared_void_is_not_there(small: Small):
    corrected(small, points=60, void=True)
    assert record_of(small.tournament).stages[0].rounds[0].tables[0].hands == ()


def test_a_draft_is_only_for_those_who_draw_and_a_cancelled_round_for_nobody(small: Small):
    Round.objects.update(state="closed", closed_at=NOON)
    Round.objects.create(stage=small.stage, number=2, seed="2", drawn_from=1, drawn_at=NOON)
    Round.objects.create(
        stage=small.stage, number=2, seed="0", drawn_from=1, drawn_at=NOON, state="cancelled", cancel_reason="fire"
    )
    assert [each.seed for each in record_of(small.tournament).stages[0].rounds] == ["1"]
    assert [each.seed for each in record_of(small.tournament, drafts=True).stages[0].rounds] == ["1", "2"]


def test_who_waits_for_a_place_or_has_cancelled_is_no_team(small: Small):
    small.teams[3].entry = Entry.WAITING
    small.teams[3].save()
    assert [team.id for team in record_of(small.tournament).teams] == ["1", "2", "3"]


def test_byes_wishes_substitutes_and_rulings_are_there(small: Small):
    one, two, three, four = small.teams
    Seat.objects.create(round=small.round, team=three, place=Place.BYE, kept=True)
    Seat.objects.create(round=small.round, team=four, place=Place.WAITING)
    Apart.objects.create(tournament=small.tournament, never=Together.PARTNERS, must=True).teams.set([one, two])
    member, other = one.members.first().player, a_team(small.tournament, 9).members.first().player
    Substitute.objects.create(round=small.round, team=one, member=member, substitute=other)
    Ruling.objects.create(round=small.round, kind="penalty", team=two, reason="late", points=1, at=NOON)
    Ruling.objects.create(
        round=small.round, kind="adjusted", table=small.table, reason="cards seen", total=200, other_total=100, at=NOON
    )
    record = record_of(small.tournament)
    first = record.stages[0].rounds[0]
    assert (first.byes, first.kept_byes) == (("3",), ("3",))
    assert [(wish.teams, wish.never, wish.must) for wish in record.apart] == [(("1", "2"), Together.PARTNERS, True)]
    assert [(s.member, s.substitute) for s in record.teams[0].substitutes] == [(member.shown_name, other.shown_name)]
    assert [(r.kind, r.team, r.table, r.totals) for r in record.rulings] == [
        (RulingKind.PENALTY, "2", None, None),
        (RulingKind.ADJUSTED, None, 1, (200, 100)),
    ]


def test_a_whole_result_counts_in_its_last_revision(small: Small):
    small.hand.delete()
    WholeResult.objects.create(table=small.table, total=400, other_total=300, hands=8, entered_at=NOON)
    WholeResult.objects.create(
        table=small.table, total=300, other_total=400, hands=8, revision=2, reason="sides", entered_at=NOON
    )
    rows = standings(record_of(small.tournament)).rows
    assert rows[0].team == "2"


def test_individuals_have_a_seat_each():
    small = small_tournament("german_championship", "Individuals")
    for seat in (2, 3):
        Seat.objects.create(round=small.round, team=small.teams[seat], place=Place.TABLE, table=small.table, seat=seat)
    assert record_of(small.tournament).stages[0].rounds[0].tables[0].seats == ("1", "2", "3", "4")


def test_it_takes_the_same_number_of_queries_however_large(
    small: Small, django_assert_num_queries: DjangoAssertNumQueries
):
    with django_assert_num_queries(11):
        record_of(small.tournament)
    for number in range(10, 40):
        a_team(small.tournament, number)
    with django_assert_num_queries(11):
        assert len(record_of(small.tournament).teams) == 34
