"""What teams have from a round: at tables of every variant, without a table, and by the director's decision."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.refusal import Refusal
from scoring.hand import HandRules
from scoring.match import Length, MatchRules, Tie
from scoring.outcomes import (
    Outcome,
    Terms,
    awarded,
    bye_outcome,
    forfeited,
    games_of_round,
    table_outcomes,
    terms_of,
)
from scoring.points import counted
from scoring.presets import PRESETS
from scoring.record import Hand, Record, Round, Ruling, RulingKind, Stage, Table, Team, WholeMatch
from scoring.regulations import ByeCounts, Counting, PointRules, Regulations, StageRules, System
from scoring.standings import standings
from scoring.variants import Variant
from tests.scoring.tournaments import whole

FOUR_HANDS = MatchRules(length=Length.HANDS, hands=4, tie=Tie.DRAW)
NO_CALLS = ("", "", "", "")


def terms(counting: Counting, *, bye: ByeCounts = ByeCounts.NOTHING, match: MatchRules = FOUR_HANDS) -> Terms:
    return Terms(hand=HandRules(), match=match, points=PointRules(counting=counting, bye=bye))


# --- Threechu ----------------------------------------------------------------------------------------------------


def threechu_record(*hands: Hand) -> Record:
    preset = PRESETS["threechu_evening"]
    match = MatchRules(length=Length.HANDS, hands=3, tie=Tie.DRAW)
    regulations = replace(preset, stages=(replace(preset.stages[0], match=match),))
    table = Table(number=1, seats=("ann", "bob", "cat"), hands=hands)
    teams = tuple(Team(id=name) for name in table.seats)
    rounds = (Round(number=1, tables=(table,)),)
    return Record(name="x", regulations=regulations, teams=teams, stages=(Stage(key="main", rounds=rounds),))


def test_in_threechu_everybody_gets_what_his_side_got_and_the_deal_goes_to_the_left():
    """Seat 0 is the dealer, 2 his dummy, 1 the next to the left, 3 the one after."""
    record = threechu_record(
        Hand(calls=("T", "", "", ""), out=(0, 1), points=60),  # Ann deals: 160 for her, 40 for Bob and Cat
        Hand(calls=("", "GT", "", ""), out=(0, 3), points=70),  # Bob deals: 70; Cat misses a Grand: 30 - 200
        Hand(calls=("", "", "", "T"), out=(3, 1)),  # Cat deals; Bob (seat 3) makes his Tichu, double with Ann: 300
    )
    rows = {row.team: row.values for row in standings(record, criteria=("points", "calls", "double_victories")).rows}
    assert rows == {
        "ann": {"points": 160 - 170 + 300, "calls": 1, "double_victories": 1},
        "bob": {"points": 40 + 70 + 300, "calls": 1, "double_victories": 1},
        "cat": {"points": 40 - 170 + 0, "calls": -1, "double_victories": 0},
    }


def test_threechu_counts_when_all_have_dealt():
    hand = Hand(calls=NO_CALLS, out=(0, 1), points=60)
    assert {row.values["points"] for row in standings(threechu_record(hand, hand)).rows} == {0}
    assert {row.values["points"] for row in standings(threechu_record(hand, hand, hand)).rows} == {140}


def test_a_dealer_who_calls_grand_in_threechu_is_refused():
    with pytest.raises(Refusal, match="grand_by_dealer"):
        standings(threechu_record(Hand(calls=("GT", "", "", ""), out=(0, 1), points=60)))


# --- Grand Seigneur ----------------------------------------------------------------------------------------------


def test_in_grand_seigneur_one_point_for_everybody_left_behind():
    rules = Terms(
        hand=HandRules(variant=Variant.GRAND_SEIGNEUR),
        match=MatchRules(length=Length.HANDS, hands=2, tie=Tie.DRAW),
        points=PointRules(counting=Counting.PLACES, bye=ByeCounts.NOTHING),
    )
    table = Table(number=1, seats=tuple("abcde"), hands=(Hand(out=(2, 0, 4, 1)), Hand(out=(2, 1, 0, 3, 4))))
    points = {outcome.team: (outcome.points, outcome.hands_won) for outcome in table_outcomes(table, rules)}
    assert points == {"a": (3 + 2, 0), "b": (1 + 3, 0), "c": (4 + 4, 2), "d": (0 + 1, 0), "e": (2 + 0, 0)}
    assert table_outcomes(replace(table, hands=table.hands[:1]), rules) == []


# --- without a table ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counting", "won", "lost"),
    [
        (Counting.MATCH, 2, 0),
        (Counting.HANDS, 8, 0),
        (Counting.MARGIN, 15, 0),
        (Counting.DIFFERENCE, 0, 0),
        (Counting.AVERAGE, 0, 0),
    ],
)
def test_what_an_awarded_match_gives(counting: Counting, won: int, lost: int):
    given = [awarded("a", terms(counting), won=won_) for won_ in (True, False)]
    assert [(o.points, o.result, o.played, o.own, o.hands) for o in given] == [
        (won, 1, False, 0, 0), (lost, -1, False, 0, 0),
    ]  # fmt: skip


def test_a_game_to_1000_that_is_awarded_counts_as_one_hand():
    assert awarded("a", terms(Counting.HANDS, match=MatchRules()), won=True).points == 2


def test_a_bye_counts_as_the_regulations_say():
    assert bye_outcome("a", terms(Counting.MATCH, bye=ByeCounts.WIN)).points == 2
    assert bye_outcome("a", terms(Counting.MATCH)) == Outcome(team="a", played=False)
    assert bye_outcome("a", terms(Counting.MATCH, bye=ByeCounts.AVERAGE)).average == 100


def test_a_forfeit_of_one_side_and_of_both():
    table = Table(number=1, seats=("a", "b", "a", "b"))
    assert [(o.team, o.points, o.opponents) for o in forfeited(table, 1, terms(Counting.MATCH))] == [
        ("a", 2, ("b",)), ("b", 0, ("a",)),
    ]  # fmt: skip
    assert [o.result for o in forfeited(table, None, terms(Counting.MATCH))] == [-1, -1]


# --- paper with totals only --------------------------------------------------------------------------------------


def from_paper(calls: tuple[str, ...], totals: tuple[int, int], rules: HandRules | None = None):
    return counted(calls, (), None, None, totals, None, rules or HandRules())


def test_totals_alone_tell_who_made_the_call_and_whether_it_was_a_double_victory():
    made = from_paper(("T", "", "", ""), (130, 70))
    assert (made.totals, made.card_points, made.bonus, made.made, made.victory) == (
        (130, 70), (30, 70), (100, 0), (True, None, None, None), None,
    )  # fmt: skip
    double = from_paper(("", "T", "", ""), (0, 300))
    assert (double.totals, double.made, double.victory) == ((0, 300), (None, True, None, None), 1)
    missed = from_paper(("", "T", "", ""), (200, -100))
    assert (missed.made, missed.victory) == ((None, False, None, None), 0)


def test_where_the_totals_leave_it_open_nothing_is_claimed():
    """Both partners called; one of them made it, but which?"""
    open_ = from_paper(("T", "", "T", ""), (50, 50))
    assert (open_.totals, open_.made) == ((50, 50), (None, None, None, None))


def test_totals_that_cannot_be_are_refused():
    with pytest.raises(Refusal) as refused:
        from_paper(NO_CALLS, (60, 50))
    assert refused.value == Refusal("totals_impossible", field="totals", value=[60, 50], calls=["", "", "", ""])


def test_an_average_of_nothing_is_nothing():
    preset = PRESETS["german_championship"]
    teams = tuple(Team(id=name) for name in "abcde")
    stage = Stage(key="main", rounds=(Round(number=1, byes=("e",)),))
    record = Record(name="x", regulations=preset, teams=teams, stages=(stage,))
    assert {row.values["points"] for row in standings(record).rows} == {Fraction(0)}


def test_threechu_tells_against_whom_and_how_many_hands_were_won():
    drawn = Hand(calls=NO_CALLS, out=(0, 1), points=50)
    record = threechu_record(Hand(calls=NO_CALLS, out=(0, 1), points=60), drawn, drawn)
    stage = record.stages[0]
    found = table_outcomes(stage.rounds[0].tables[0], terms_of(record.regulations, "main", None))
    assert [(o.team, o.opponents, o.hands_won, o.doubles, o.calls) for o in found] == [
        ("ann", ("bob", "cat"), 1, 0, (0, 0)),
        ("bob", ("ann", "cat"), 0, 0, (0, 0)),
        ("cat", ("ann", "bob"), 0, 0, (0, 0)),
    ]


def two_stages(*, carried: bool) -> Record:
    """A league that a wins, then a final that b wins by less."""
    preset = PRESETS["korea"]
    match = MatchRules(length=Length.HANDS, hands=4, tie=Tie.DRAW)
    league = replace(preset.stages[0], key="league", match=match, qualifiers=2)
    final = StageRules(key="final", system=System.SWISS, rounds=1, match=match, tiebreaks=("points", "difference"))
    regulations = Regulations(stages=(league, replace(final, points_carried_over=carried)))
    stages = (
        Stage(key="league", rounds=(Round(number=1, tables=(whole(1, "a", "b", (500, 100)),), byes=("c",)),)),
        Stage(key="final", entrants=("a", "b"), rounds=(Round(number=1, tables=(whole(1, "a", "b", (200, 300)),)),)),
    )
    return Record(name="x", regulations=regulations, teams=tuple(Team(id=name) for name in "abc"), stages=stages)


def test_a_stage_begins_anew_or_carries_points_over():
    def table(record: Record) -> list[tuple[int | None, str, object, object]]:
        rows = standings(record).rows
        return [(row.rank, row.team, row.values["points"], row.values["difference"]) for row in rows]

    assert table(two_stages(carried=False)) == [(1, "b", 2, 100), (2, "a", 0, -100)]
    assert table(two_stages(carried=True)) == [(1, "b", 2, -300), (2, "a", 1, 300)]
    late = Ruling(id="1", kind=RulingKind.PENALTY, stage="league", round=1, team="b", points=2, reason="late")
    assert table(replace(two_stages(carried=False), rulings=(late,)))[0] == (1, "b", 2, 100)
    assert table(replace(two_stages(carried=True), rulings=(late,))) == [(1, "a", 1, 300), (2, "b", 0, -300)]


def test_a_hand_too_many_is_refused_at_every_kind_of_table():
    hand = Hand(calls=NO_CALLS, out=(0, 1), points=60)
    with pytest.raises(Refusal, match="surplus_hand"):
        standings(threechu_record(hand, hand, hand, hand))
    preset = PRESETS["grand_seigneur_night"]
    table = Table(number=1, seats=tuple("abcde"), hands=(Hand(out=(0, 1, 2, 3)),) * 7)
    terms_ = Terms(hand=preset.hand, match=preset.stages[0].match, points=preset.stages[0].points)
    with pytest.raises(Refusal, match="surplus_hand"):
        table_outcomes(table, terms_)


@pytest.mark.parametrize("preset", ["german_championship", "threechu_evening", "grand_seigneur_night"])
def test_where_every_hand_counts_a_result_of_the_whole_match_is_refused(preset: str):
    regulations = PRESETS[preset]
    seats = {"german_championship": "abcd", "threechu_evening": "abc", "grand_seigneur_night": "abcde"}[preset]
    played = Table(number=1, seats=tuple(seats))
    teams = tuple(Team(id=name) for name in seats)

    def record(table: Table, *rulings: Ruling) -> Record:
        stage = Stage(key="main", rounds=(Round(number=1, tables=(table,)),))
        return Record(name="x", regulations=regulations, teams=teams, stages=(stage,), rulings=rulings)

    adjusted = Ruling(id="1", kind=RulingKind.ADJUSTED, stage="main", round=1, table=1, totals=(1, 2), reason="so")
    assert record(played).rulings == ()
    with pytest.raises(Refusal) as refused:
        record(replace(played, whole=WholeMatch(totals=(300, 100))))
    assert refused.value == Refusal("hands_needed", field="whole", stage="main")
    with pytest.raises(Refusal) as refused:
        record(played, adjusted)
    assert refused.value == Refusal("hands_needed", field="totals", stage="main")


# --- several games a match ---------------------------------------------------------------------------------------

BEST_OF_THREE = MatchRules(length=Length.BEST_OF, games=3, target=400)
ONE_WINS, OTHER_WINS = Hand(calls=("GT", "", "", ""), out=(0, 2)), Hand(calls=("", "GT", "", ""), out=(1, 3))


def of_games(*tables: Table, match: MatchRules = BEST_OF_THREE, rulings: tuple[Ruling, ...] = ()) -> dict[str, int]:
    stage = StageRules(system=System.KNOCKOUT, match=match, tiebreaks=("progress", "points"))
    record = Record(
        name="Cup",
        regulations=Regulations(preset="club_game", stages=(stage,)),
        teams=tuple(Team(id=each, name=each) for each in "abcd"),
        stages=(Stage(key="main", rounds=(Round(number=1, tables=tables),)),),
        rulings=rulings,
    )
    return games_of_round(record, "main", record.stages[0].rounds[0])


def test_how_many_games_everybody_has_won():
    one = Table(number=1, seats=("a", "b") * 2, hands=(ONE_WINS, OTHER_WINS, ONE_WINS))
    other = Table(number=2, seats=("c", "d") * 2, whole=WholeMatch(totals=(700, 900), games=(0, 2)))
    assert of_games(one, other) == {"a": 2, "b": 1, "c": 0, "d": 2}
    assert of_games(one, match=MatchRules(length=Length.HANDS, hands=3)) == {}


def test_no_games_where_the_director_gave_points():
    one = Table(number=1, seats=("a", "b") * 2, hands=(ONE_WINS, ONE_WINS))
    given = Ruling(
        id=1, kind=RulingKind.ADJUSTED, stage="main", round=1, table=1, totals=(100, 0), reason="A card was missing"
    )
    assert of_games(one, rulings=(given,)) == {}
