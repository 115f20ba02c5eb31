"""The director's decisions: each kind counts in the standings, and no more once it is revoked."""

from dataclasses import replace
from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest

from games.choices import Entry, Place, RoundState
from games.models import LogLine, Round, Ruling, Seat, Team, Tournament
from games.selectors.records import record_of
from games.selectors.rounds import tables_without_result
from games.services.hands import record_hand
from games.services.rulings import revoke_ruling, rule
from rules.refusal import Refusal
from scoring.presets import PRESETS
from scoring.record import Hand as Sheet
from scoring.record import RulingKind
from scoring.regulations import ByeCounts, Counting, PointRules
from scoring.standings import Row, standings
from tests.games.rows import NOON, Play, a_play, begin_round, close, done, everything, refused, strangers

pytestmark = pytest.mark.django_db

WON = Sheet(calls=("",) * 4, points=60)


def played(play: Play) -> Play:
    """The first team of every table wins by 60 to 40 in every hand."""
    for table in play.tables:
        for number in range(1, 9):
            record_hand(by=play.scorer, table_id=table.pk, client_id=uuid4(), number=number, sheet=WON)
    return play


@pytest.fixture
def play() -> Play:
    """Two tables of pairs who have played: teams 1 and 3 have won by 480 to 320."""
    return played(a_play(tables=2))


def decision(play: Play, kind: str, **facts: Any) -> dict[str, Any]:
    return {"by": play.director, "round_id": play.round.pk, "kind": kind, "reason": "so decided"} | facts


def of_every_kind(play: Play) -> list[dict[str, Any]]:
    table, team = play.table.pk, play.teams[0].pk
    return [
        decision(play, RulingKind.PENALTY, team_id=team, points=1, tichu_points=50),
        decision(play, RulingKind.ADJUSTED, table_id=table, totals=(300, 500)),
        decision(play, RulingKind.FORFEIT, table_id=table, side=0),
        decision(play, RulingKind.FORFEIT, table_id=table),
        decision(play, RulingKind.AVERAGE, team_id=team, percent=60),
        decision(play, RulingKind.DISQUALIFIED, team_id=team),
    ]


def rows(play: Play) -> dict[str, Row]:
    return {row.team: row for row in standings(record_of(Tournament.objects.get(pk=play.tournament.pk))).rows}


def points(play: Play) -> dict[str, Any]:
    return {team: row.values["points"] for team, row in rows(play).items()}


def last_line() -> LogLine:
    return LogLine.objects.latest("pk")


# --- every kind --------------------------------------------------------------------------------------------------


def test_a_penalty_takes_points_of_the_tournament_and_of_the_game(play: Play):
    before = rows(play)["1"].values
    row = done(rule, **decision(play, "penalty", team_id=play.teams[0].pk, points=1, tichu_points=50, reason=" late "))
    assert (row.kind, row.reason, row.team, row.by) == ("penalty", "late", play.teams[0], play.director.account)
    assert points(play) == {"1": 1, "2": 0, "3": 2, "4": 0}
    assert rows(play)["1"].values["difference"] == before["difference"] - 50 == 110
    assert rows(play)["1"].rulings == (str(row.pk),)
    assert last_line().what == "ruling.made"
    assert last_line().facts == {
        "ruling": row.pk, "kind": "penalty", "round": play.round.pk, "team": "1", "points": 1, "tichu_points": 50,
        "outdated": [],
    }  # fmt: skip


def test_penalties_add_up(play: Play):
    for _ in range(2):
        done(rule, **decision(play, "penalty", team_id=play.teams[0].pk, points=1))
    assert points(play)["1"] == 0


def test_a_table_gets_the_totals_that_the_director_gives_it(play: Play):
    row = done(rule, **decision(play, "adjusted", table_id=play.table.pk, totals=(300, 500)))
    assert (row.total, row.other_total) == (300, 500)
    assert points(play) == {"1": 0, "2": 2, "3": 2, "4": 0}
    assert rows(play)["2"].values["difference"] == 200
    assert last_line().facts["totals"] == [300, 500]


@pytest.mark.parametrize(("side", "expected"), [(0, (0, 2)), (1, (2, 0)), (None, (0, 0))])
def test_a_side_that_has_not_come_loses_or_both(side: int | None, expected: tuple[int, int]):
    play = a_play()
    done(rule, **decision(play, "forfeit", table_id=play.table.pk, side=side))
    assert (points(play)["1"], points(play)["2"]) == expected
    assert tables_without_result(record_of(play.tournament), "main", 1) == []


def test_an_average_is_of_the_other_rounds_of_a_team(play: Play):
    played_before = play.round
    begin_round(play, RoundState.PUBLISHED)
    done(rule, **decision(play, "average", team_id=play.teams[0].pk, percent=60))
    played(play)
    assert points(play)["1"] == 2 + Fraction(2 * 60, 100)
    assert points(play)["2"] == 0, "and the opponents have what they played"
    done(rule, **decision(play, "average", team_id=play.teams[0].pk, round_id=played_before.pk))


def test_who_is_disqualified_has_no_rank_and_the_others_keep_theirs(play: Play):
    done(rule, **decision(play, "disqualified", team_id=play.teams[0].pk))
    found = rows(play)
    assert (found["1"].rank, found["3"].rank) == (None, 1)
    assert found["2"].values["points"] == 0


@pytest.mark.parametrize("which", range(6))
def test_a_revoked_decision_counts_no_more_and_stays_on_record(play: Play, which: int):
    before = rows(play)
    made = rule(**of_every_kind(play)[which])
    assert rows(play) != before
    revoked = done(revoke_ruling, by=play.director, ruling_id=made.pk, reason="  a mistake\0 ")
    assert (revoked.revoke_reason, revoked.revoked_at is not None) == ("a mistake", True)
    assert rows(play) == before
    assert [ruling.revoked for ruling in record_of(play.tournament).rulings] == [True]
    assert last_line().facts == {"ruling": made.pk, "kind": made.kind, "round": play.round.pk, "outdated": []}
    again = refused(revoke_ruling, by=play.director, ruling_id=made.pk, reason="again")
    assert again == Refusal("ruling_revoked", field="ruling", value=made.pk)
    done(rule, **of_every_kind(play)[which])


def test_where_the_average_counts_totals_can_be_given_to_a_table_that_has_not_played():
    by_average = PointRules(counting=Counting.AVERAGE, bye=ByeCounts.AVERAGE)
    play = a_play(stages=(replace(PRESETS["swiss_evening"].stages[0], points=by_average),))
    done(rule, **decision(play, "adjusted", table_id=play.table.pk, totals=(300, 500)))
    assert set(points(play)) == {"1", "2"}


# --- what each says ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"kind": "fine"}, ("plain_choice", "kind")),
        ({"kind": "\0"}, ("plain_choice", "kind")),
        ({"kind": None}, ("plain_choice", "kind")),
        ({"kind": "penalty", "points": 1}, ("ruling_incomplete", "team")),
        ({"kind": "penalty", "team_id": 1}, ("penalty_empty", "points")),
        ({"kind": "penalty", "team_id": 1, "points": -1}, ("penalty_negative", "points")),
        ({"kind": "penalty", "team_id": 1, "points": 20_001}, ("ruling_range", "points")),
        ({"kind": "penalty", "team_id": 1, "points": 10**30}, ("ruling_range", "points")),
        ({"kind": "penalty", "team_id": 1, "tichu_points": 10**30}, ("ruling_range", "tichu_points")),
        ({"kind": "penalty", "team_id": 1, "points": 1, "table_id": 1}, ("ruling_says_too_much", "table")),
        ({"kind": "penalty", "team_id": 1, "points": 1, "totals": (1, 2)}, ("ruling_says_too_much", "totals")),
        ({"kind": "adjusted", "table_id": 1}, ("ruling_incomplete", "totals")),
        ({"kind": "adjusted", "totals": (1, 2)}, ("ruling_incomplete", "table")),
        ({"kind": "adjusted", "table_id": 1, "totals": (10**30, 0)}, ("ruling_range", "totals")),
        ({"kind": "adjusted", "table_id": 1, "totals": (0, -20_001)}, ("ruling_range", "totals")),
        ({"kind": "adjusted", "table_id": 1, "totals": (1, 2), "side": 0}, ("ruling_says_too_much", "side")),
        ({"kind": "adjusted", "table_id": 1, "totals": (1, 2), "team_id": 1}, ("ruling_says_too_much", "team")),
        ({"kind": "forfeit", "side": 0}, ("ruling_incomplete", "table")),
        ({"kind": "forfeit", "table_id": 1, "side": 2}, ("ruling_range", "side")),
        ({"kind": "forfeit", "table_id": 1, "side": -1}, ("ruling_range", "side")),
        ({"kind": "forfeit", "table_id": 1, "side": 10**30}, ("ruling_range", "side")),
        ({"kind": "forfeit", "table_id": 1, "points": 3}, ("ruling_says_too_much", "points")),
        ({"kind": "average"}, ("ruling_incomplete", "team")),
        ({"kind": "average", "team_id": 1, "percent": 201}, ("ruling_range", "percent")),
        ({"kind": "average", "team_id": 1, "percent": -1}, ("ruling_range", "percent")),
        ({"kind": "average", "team_id": 1, "percent": 10**30}, ("ruling_range", "percent")),
        ({"kind": "disqualified"}, ("ruling_incomplete", "team")),
        ({"kind": "disqualified", "team_id": 1, "percent": 50}, ("ruling_says_too_much", "percent")),
    ],
)
def test_a_decision_says_what_belongs_to_its_kind(play: Play, facts: dict[str, Any], expected: tuple[str, str]):
    rows_here = {"team_id": play.teams[0].pk, "table_id": play.table.pk}
    facts = facts | {name: row for name, row in rows_here.items() if name in facts}
    refusal = refused(rule, **decision(play, **facts))
    assert (refusal.code, refusal.facts["field"]) == expected


@pytest.mark.parametrize(
    ("reason", "code"), [("", "text_missing"), (" \0\ud800\n", "text_missing"), ("x" * 301, "text_too_long"),
                         ("x" * 1_000_000, "text_too_long"), (None, "plain_type")],
)  # fmt: skip
def test_a_decision_has_a_reason_that_can_be_kept(play: Play, reason: Any, code: str):
    for said in of_every_kind(play):
        assert refused(rule, **said | {"reason": reason}).code == code
    made = rule(**of_every_kind(play)[0] | {"reason": "a\0b\udfff"})
    assert made.reason == "a b"
    assert refused(revoke_ruling, by=play.director, ruling_id=made.pk, reason=reason).code == code


def test_it_is_about_a_table_and_a_team_of_this_round(play: Play):
    other = a_play(name="Other")
    closed = play.table.pk
    begin_round(play, RoundState.PUBLISHED)
    for table_id in (closed, other.table.pk, 0, -1, 10**30):
        unknown = Refusal("table_unknown", field="table", value=table_id)
        assert refused(rule, **decision(play, "forfeit", table_id=table_id)) == unknown
    waiting = Team.objects.create(tournament=play.tournament, number=9, name="x", entered_at=NOON, entry=Entry.WAITING)
    for team_id in (other.teams[0].pk, waiting.pk, 0, -1, 10**30):
        unknown = Refusal("team_unknown", field="team", value=str(team_id))
        assert refused(rule, **decision(play, "disqualified", team_id=team_id)) == unknown
    for round_id in (0, -1, 10**30):
        unknown = Refusal("round_unknown", field="round", value=round_id)
        assert refused(rule, **decision(play, "penalty", round_id=round_id)) == unknown
        refusal = refused(revoke_ruling, by=play.director, ruling_id=round_id, reason="x")
        assert refusal == Refusal("ruling_unknown", field="ruling", value=round_id)


def test_an_average_is_for_who_had_a_table_or_a_bye(play: Play):
    seat = Seat.objects.get(team=play.teams[3])
    seat.place, seat.table, seat.seat = Place.BYE, None, None
    seat.save()
    done(rule, **decision(play, "average", team_id=play.teams[3].pk))
    Seat.objects.filter(pk=seat.pk).update(place=Place.WAITING)
    Ruling.objects.all().delete()
    refusal = refused(rule, **decision(play, "average", team_id=play.teams[3].pk))
    assert refusal == Refusal("team_not_in_round", field="team", value=play.teams[3].pk, round=1)


def test_there_is_one_decision_about_a_table_and_one_of_a_kind_about_a_team(play: Play):
    table, team = {"table_id": play.table.pk}, {"team_id": play.teams[0].pk}
    made = rule(**decision(play, "adjusted", **table, totals=(1, 2)))
    for said in (decision(play, "forfeit", **table, side=1), decision(play, "adjusted", **table, totals=(3, 4))):
        assert refused(rule, **said) == Refusal("ruling_stands", field="kind", stored=made.pk, kind="adjusted")
    done(rule, **decision(play, "forfeit", table_id=play.tables[1].pk, side=1))
    revoke_ruling(by=play.director, ruling_id=made.pk, reason="mistyped")
    done(rule, **decision(play, "forfeit", **table, side=1))
    for kind in ("average", "disqualified"):
        made = rule(**decision(play, kind, **team))
        refusal = refused(rule, **decision(play, kind, **team))
        assert refusal == Refusal("ruling_stands", field="kind", stored=made.pk, kind=kind)
    begin_round(play, RoundState.PUBLISHED)
    done(rule, **decision(play, "average", **team))
    assert refused(rule, **decision(play, "disqualified", **team)).code == "ruling_stands"


def test_what_was_decided_in_a_cancelled_round_does_not_stand_in_the_way(play: Play):
    rule(**decision(play, "disqualified", team_id=play.teams[0].pk))
    Round.objects.update(state=RoundState.CANCELLED, cancel_reason="fire")
    play.tables = []
    begin_round(play, RoundState.PUBLISHED, tables=2)
    done(rule, **decision(play, "disqualified", team_id=play.teams[0].pk))


@pytest.mark.parametrize(
    ("preset", "at_each", "code"),
    [
        ("german_championship", 5, "five_no_sides"),
        ("threechu_evening", None, "ruling_no_sides"),
        ("grand_seigneur_night", None, "ruling_no_sides"),
    ],
)
def test_where_there_are_no_two_sides_nobody_wins_by_forfeit(preset: str, at_each: int | None, code: str):
    play = a_play(preset, at_each=at_each)
    here = {"table_id": play.table.pk}
    for side in (0, 1):
        assert refused(rule, **decision(play, "forfeit", **here, side=side)).code == code
    assert refused(rule, **decision(play, "adjusted", **here, totals=(60, 40))).code == "hands_needed"
    done(rule, **decision(play, "forfeit", **here))
    assert set(points(play).values()) == {0}


def test_in_a_knock_out_somebody_must_have_won():
    play = a_play("brettspielwelt")
    refusal = refused(rule, **decision(play, "adjusted", table_id=play.table.pk, totals=(500, 500)))
    assert refusal == Refusal("match_not_decided", field="totals", value=[500, 500])
    done(rule, **decision(play, "adjusted", table_id=play.table.pk, totals=(500, 505)))


# --- who may -----------------------------------------------------------------------------------------------------


def test_only_the_director_decides(play: Play):
    made = rule(**of_every_kind(play)[0])
    others = [("a player", play.player(1)), ("a scorer", play.scorer), *strangers(play)]
    for who, by in others:
        for said in of_every_kind(play):
            assert refused(rule, **said | {"by": by}) == Refusal("not_allowed"), who
        refusal = refused(revoke_ruling, by=by, ruling_id=made.pk, reason="x")
        assert refusal == Refusal("not_allowed"), who


def test_only_of_rounds_that_were_published(play: Play):
    made = rule(**of_every_kind(play)[0])
    for state, facts in (
        (RoundState.DRAFT, {"published_at": None}),
        (RoundState.CANCELLED, {"published_at": NOON, "cancel_reason": "fire"}),
    ):
        Round.objects.update(state=state, **facts)
        for said in of_every_kind(play):
            assert refused(rule, **said) == Refusal("round_not_published", field="round", value=1)
        assert refused(revoke_ruling, by=play.director, ruling_id=made.pk, reason="x").code == "round_not_published"


# --- what was drawn from it --------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", [RoundState.DRAFT, RoundState.PUBLISHED])
@pytest.mark.parametrize("which", range(6))
def test_a_decision_about_a_closed_round_marks_what_was_drawn_and_draws_nothing(
    play: Play, which: int, state: RoundState
):
    said = of_every_kind(play)[which]
    drawn = begin_round(play, state)
    seats = everything()["Seat"]
    made = done(rule, **said)
    assert last_line().facts["outdated"] == [drawn.pk]
    Round.objects.update(outdated=False)
    done(revoke_ruling, by=play.director, ruling_id=made.pk, reason="x")
    drawn.refresh_from_db()
    assert (drawn.outdated, last_line().facts["outdated"]) == (True, [drawn.pk])
    assert everything()["Seat"] == seats


def test_a_decision_about_the_round_being_played_marks_nothing(play: Play):
    close(play.round)
    begin_round(play, RoundState.PUBLISHED)
    for said in (of_every_kind(play)[0], of_every_kind(play)[2]):
        done(rule, **said)
    assert not Round.objects.filter(outdated=True).exists()


def test_a_decision_made_by_a_server_whose_clock_is_ahead_can_be_revoked(play: Play):
    made = rule(**of_every_kind(play)[0])
    Ruling.objects.update(at=NOON.replace(year=2999))
    done(revoke_ruling, by=play.director, ruling_id=made.pk, reason="x")
