"""Swiss: everybody has an opponent of equal strength, nobody a second time, and a table that says why."""

import os
import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from pairing.check import check
from pairing.clash import fewest_meetings
from pairing.draw import Draw, DrawnTable, Without, with_draw
from pairing.matching import NEAREST, Pairs, in_windows, matched
from pairing.places import Place, scores
from pairing.situation import Situation, situation
from pairing.small import all_draws
from pairing.swiss import Entry, Prices, accelerated, draw_swiss, house_team, likely_floats, line_up
from pairing.wishes import KeptApart, Wish
from rules.refusal import Refusal
from scoring.record import Apart, Record, Round, Stage, Table, Team, WholeMatch
from scoring.regulations import Clubmates, Counting, OddNumbers, PointRules, Seeding, TableNumbers
from scoring.standings import standings
from tests.length import at_length
from tests.pairing.histories import played, random_swiss, swiss_record, with_results


def drawn(record: Record, number: int, seed: str = "1") -> Draw:
    return draw_swiss(situation(record, "main", number, random.Random(seed)))


def opponents(draw: Draw) -> set[frozenset[str]]:
    return {frozenset(table.seats) for table in draw.tables}


def named(record: Record, *ids: str, **facts: object) -> Record:
    """The record with teams of these ids."""
    return replace(record, teams=tuple(Team(id=id_, **facts) for id_ in ids))


def won_by(record: Record, *winners: str) -> Record:
    """Results in which these teams win, by 50 for the first named, 100 for the next and so on; else a draw."""

    def result(table: Table) -> Table:
        margin = next((50 * (winners.index(team) + 1) for team in table.seats if team in winners), 0)
        first = table.seats[0] in winners
        totals = (200 + margin, 200 - margin) if first else (200 - margin, 200 + margin)
        return replace(table, whole=WholeMatch(totals=totals, hands=4))

    return with_results(record, result)


# --- the cheapest of all draws -----------------------------------------------------------------------------------


def prepared(s: Situation) -> tuple[Prices, int, list[tuple[int, int]]]:
    line = line_up(s, [*s.to_draw, *house_team(s)])
    return Prices(s, line), len(line) + len(line) % 2, likely_floats(line)


def price(pairs: Pairs, prices: Prices) -> tuple[int, ...]:
    return tuple(map(sum, zip(*(prices.of(*pair) for pair in pairs), strict=True)))


COUNTINGS = (
    PointRules(),
    PointRules(counting=Counting.MARGIN),
    PointRules(counting=Counting.DIFFERENCE, bye="nothing"),
)


def history(seed: int, **size: int) -> tuple[Record, int]:
    """A history; every third counts in another way, so that scores are many and fine."""
    record, number = random_swiss(random.Random(seed), **size)
    stage = replace(record.regulations.stages[0], points=COUNTINGS[seed % 3])
    return replace(record, regulations=replace(record.regulations, stages=(stage,))), number


@pytest.mark.parametrize("chunk", range(at_length(24, usually=8)))
def test_no_draw_at_all_would_have_been_better(chunk: int):
    """40 histories a chunk, in `make long` 960 in all: against the cheapest matching of the complete graph."""
    for seed in range(chunk * 40, chunk * 40 + 40):
        record, number = history(seed)
        s = situation(record, "main", number, random.Random(seed))
        prices, count, _ = prepared(s)
        best = matched(range(count), prices.of, count)
        if best is None:
            with pytest.raises(Refusal, match="draw_impossible"):
                draw_swiss(situation(record, "main", number, random.Random(seed)))
            continue
        draw = draw_swiss(situation(record, "main", number, random.Random(seed)))
        assert tuple(draw.cost.values()) == price(best, prices), f"history {seed}"
        nothing_avoidable(record, draw)


def nothing_avoidable(record: Record, draw: Draw) -> None:
    """The independent check finds what the draw says it could not avoid, and nothing else that is grave."""
    kept = {table.number for table in draw.tables if table.kept}
    ours = [breach for breach in check(record, draw) if not kept.issuperset(breach.tables) or not breach.tables]
    found = Counter(breach.code for breach in ours)
    assert not [breach for breach in ours if breach.must]
    assert bool(found["rematch"]) == bool(draw.cost["rematches"])
    assert bool(found["second_bye"]) <= bool(draw.cost["second_byes"])
    assert found["apart_wish"] + found["clubmates_wish"] >= draw.cost["wishes"]
    assert bool(found["apart_wish"] + found["clubmates_wish"]) == bool(draw.cost["wishes"])
    assert not found["seat_imbalance"]


@pytest.mark.parametrize("seed", range(6))
def test_large_fields_are_drawn_in_windows_and_as_well(seed: int):
    record, number = history(seed, fewest=400, most=520)
    prices, count, likely = prepared(situation(record, "main", number, random.Random(seed)))
    in_one = matched(range(count), prices.of, 4 * NEAREST, likely)
    windows = in_windows(count, prices.of, likely)
    assert in_one is not None
    assert windows is not None
    assert price(windows, prices) == price(in_one, prices)


@pytest.mark.parametrize("seed", range(at_length(120, usually=40)))
def test_a_few_teams_have_the_best_of_all_their_draws(seed: int):
    """Up to ten teams, last round: against every possible draw."""
    record, number = history(seed, fewest=4, most=10)
    stage = replace(record.regulations.stages[0], rounds=number)
    record = replace(record, regulations=replace(record.regulations, stages=(stage,)))
    s = situation(record, "main", number, random.Random(seed))
    if len(s.to_draw) < 2:
        return
    prices, count, _ = prepared(s)
    possible = [d for d in all_draws(tuple(range(count))) if None not in [prices.of(*pair) for pair in d]]
    if not possible:
        with pytest.raises(Refusal, match="draw_impossible"):
            draw_swiss(situation(record, "main", number, random.Random(seed)))
        return
    draw = draw_swiss(situation(record, "main", number, random.Random(seed)))
    assert tuple(draw.cost.values()) == min(price(d, prices) for d in possible)
    assert by_hand(record, number, draw) == min(by_hand(record, number, d) for d in draws_of(s, possible, prices))
    if record.regulations.stages[0].points.counting is Counting.MATCH:
        assert (draw.cost["score"], draw.cost["floats"]) == score_and_floats(record, number, draw)


def draws_of(s: Situation, possible: list[Pairs], prices: Prices) -> list[Draw]:
    """Every possible draw as such, without seats in mind."""
    names = [entry.team for entry in prices.line] + [""]
    found = []
    for pairs in possible:
        tables = [(names[one], names[other]) for one, other in pairs]
        byes = tuple(one for one, other in tables if not other)
        seats = tuple(Table(number=at, seats=pair * 2) for at, pair in enumerate((t for t in tables if t[1]), start=90))
        found.append(draw_like(Round(number=s.number, tables=(*s.kept, *seats), byes=(*s.kept_byes, *byes))))
    return found


def draw_like(round_: Round) -> Draw:
    tables = tuple(DrawnTable(number=table.number, seats=table.seats, kept=table.kept) for table in round_.tables)
    return Draw(stage="main", round=round_.number, tables=tables, byes=tuple(Without(team=b) for b in round_.byes))


def by_hand(record: Record, number: int, draw: Draw) -> tuple[float, ...]:
    """Byes again, rematches and wishes, counted from the record without the engine."""
    stage = record.stages[0]
    past = [each for each in stage.rounds if each.number < number]
    met = Counter(frozenset(table.seats) for each in past for table in each.tables)
    byes = Counter(team for each in past for team in each.byes)
    tables = [tuple(dict.fromkeys(table.seats)) for table in draw.tables if not table.kept]
    clubs = {team.id: team.club for team in record.teams}
    soft = record.regulations.clubmates is Clubmates.APART_IF_POSSIBLE

    def unwished(a: str, b: str) -> bool:
        wished = any({a, b} <= {*wish.teams} for wish in record.apart if not wish.must)
        return wished or (soft and clubs[a] == clubs[b] != "")

    return (
        sum(byes[bye.team] ** 2 for bye in draw.byes if not bye.kept),
        sum(met[frozenset(pair)] ** 2 for pair in tables),
        sum(unwished(*pair) for pair in tables),
    )


def score_and_floats(record: Record, number: int, draw: Draw) -> tuple[float, int]:
    """Squared differences in points, and who floats again: 2 for each who did so in the last round, 1 in the one
    before."""
    down, up = Counter[str](), Counter[str]()
    for lately, weight in ((number - 2, 1), (number - 1, 2)):
        points = points_after(record, lately - 1)
        for table in record.stages[0].rounds[lately - 1].tables if lately > 0 else ():
            lower, higher = sorted(table.seats[:2], key=lambda team: points[team])
            if points[lower] < points[higher]:
                down[higher], up[lower] = weight, weight
    points, score, floats = points_after(record, number - 1), 0.0, 0
    for table in draw.tables:
        lower, higher = sorted(table.seats[:2], key=lambda team: points[team])
        if points[lower] < points[higher] and not table.kept:
            score += (points[higher] - points[lower]) ** 2
            floats += down[higher] + up[lower]
    return score, floats


def points_after(record: Record, number: int) -> Counter[str]:
    rows = standings(record, "main", number).rows if number > 0 else ()
    return Counter({row.team: float(row.values["points"] or 0) for row in rows})


@pytest.mark.parametrize("seed", range(at_length(60, usually=20)))
def test_a_matching_is_the_cheapest_of_all(seed: int):
    """Up to eight places with prices that chance made, of which one unit outweighs all later levels together."""
    luck = random.Random(seed)
    count = luck.choice((2, 4, 6, 8))
    prices = {
        pair: tuple(luck.choice((0, 0, 1, 2, 7)) for _ in range(4)) if luck.random() < 0.8 else None
        for pair in combinations(range(count), 2)
    }
    possible = [pairs for pairs in all_draws(tuple(range(count))) if None not in [prices[pair] for pair in pairs]]
    found = matched(range(count), lambda one, other: prices[one, other], count)
    assert (found is not None) is bool(possible)
    if found is not None:
        totals = [tuple(map(sum, zip(*(prices[pair] for pair in pairs), strict=True))) for pairs in [found, *possible]]
        assert totals[0] == min(totals[1:])


def test_who_floated_lately_does_not_float_again():
    """a, b and c have won, d, e and f have not. One of the three must meet one of the others: the lowest, which is c,
    unless c has just met somebody with fewer points; then b."""
    record = named(swiss_record(0, rounds=4), "a", "b", "c", "d", "e", "f")
    for floated, floats_now in (("", "c"), ("c", "b"), ("cb", "a")):
        places = {team: Place(at, 2 * (at < 3), (0, 0, 0)) for at, team in enumerate("abcdef")}
        line = [
            Entry(team, place, at, 2 * (at < 3), at, None, 2 * (team in floated), 0, 0, {})
            for at, (team, place) in enumerate(places.items())
        ]
        prices = Prices(situation(record, "main", 1, random.Random(1)), line)
        pairs = matched(range(6), prices.of, 6)
        assert [one for one, other in pairs if one < 3 <= other] == ["abc".index(floats_now)]


# --- small fields, many rounds -----------------------------------------------------------------------------------


@pytest.mark.parametrize("teams", range(3, 11))
@pytest.mark.parametrize("seed", range(3))
def test_few_teams_meet_everybody_before_anybody_again(teams: int, seed: int):
    """As many rounds as there are opponents: nobody meets twice, nobody sits out twice, whatever the results."""
    rounds = teams - 1 + teams % 2
    record, chance = swiss_record(teams, rounds=rounds), random.Random(seed)
    for number in range(1, rounds + 1):
        record = played(with_draw(record, drawn(record, number, f"{seed}.{number}")), chance)
    met = Counter(frozenset(table.seats) for each in record.stages[0].rounds for table in each.tables)
    byes = Counter(team for each in record.stages[0].rounds for team in each.byes)
    assert set(met.values()) == {1}
    assert len(met) == teams * (teams - 1) // 2
    assert set(byes.values()) <= {1}


@pytest.mark.parametrize(("teams", "rounds"), [(3, 7), (4, 5), (5, 9), (6, 8), (2, 4)])
def test_more_rounds_than_opponents_begin_anew(teams: int, rounds: int):
    """Rematches come only when all have met, and byes go round."""
    record, chance = swiss_record(teams, rounds=rounds), random.Random(7)
    for number in range(1, rounds + 1):
        record = played(with_draw(record, drawn(record, number, str(number))), chance)
    met = Counter(
        frozenset(table.seats) for each in record.stages[0].rounds[: teams - 1 + teams % 2] for table in each.tables
    )
    assert set(met.values()) == {1}
    byes = Counter(team for each in record.stages[0].rounds for team in each.byes)
    assert max(byes.values(), default=0) - min((byes[team.id] for team in record.teams), default=0) <= 1


# --- the first round ---------------------------------------------------------------------------------------------


def test_the_first_round_is_drawn_by_lot():
    record = swiss_record(16)
    some = {frozenset(opponents(drawn(record, 1, str(seed)))) for seed in range(10)}
    assert len(some) == 10


def test_in_a_seeded_first_round_the_upper_half_meets_the_lower():
    record = swiss_record(8, seeding=Seeding.SEEDED)
    record = replace(record, teams=tuple(replace(team, seed=8 - at) for at, team in enumerate(record.teams)))
    draw = drawn(record, 1)
    assert opponents(draw) == {frozenset((f"t{a:04d}", f"t{b:04d}")) for a, b in ((7, 3), (6, 2), (5, 1), (4, 0))}
    best = next(table for table in draw.tables if "t0007" in table.seats)
    assert [(why.code, why.facts["places"]) for why in best.reasons] == [("first_round_folded", [1, 5])]


def test_by_rating_the_last_sits_out_if_numbers_are_odd():
    record = swiss_record(7, seeding=Seeding.RATING)
    record = replace(record, teams=tuple(replace(team, rating=2000 - at) for at, team in enumerate(record.teams)))
    draw = drawn(record, 1)
    assert [bye.team for bye in draw.byes] == ["t0006"]
    assert opponents(draw) == {frozenset((f"t{a:04d}", f"t{a + 3:04d}")) for a in range(3)}


def test_accelerated_rounds_bring_the_better_half_together():
    record = swiss_record(16, seeding=Seeding.RATING, accelerated=2)
    record = replace(record, teams=tuple(replace(team, rating=2000 - at) for at, team in enumerate(record.teams)))
    better = {team.id for team in record.teams[:8]}
    assert {*accelerated(situation(record, "main", 1, random.Random(1)))} == better
    draw = drawn(record, 1)
    assert all(len(pair & better) in (0, 2) for pair in opponents(draw))
    assert frozenset(("t0000", "t0004")) in opponents(draw)
    record = won_by(with_draw(record, draw), *sorted(better)[:4])
    second = drawn(record, 2)
    record = played(with_draw(record, second), random.Random(1))
    assert accelerated(situation(record, "main", 3, random.Random(1))) == {}
    losers = {frozenset(pair) for pair in opponents(second) if pair & set(sorted(better)[4:])}
    assert losers, "who lost in the upper half meets who won or drew in the lower, or one another"
    assert not any(pair & set(sorted(better)[:4]) for pair in losers)


# --- who sits out ------------------------------------------------------------------------------------------------


def test_the_lowest_sits_out_and_nobody_twice():
    record, chance = swiss_record(11, rounds=7), random.Random(3)
    for number in range(1, 8):
        draw = drawn(record, number, str(number))
        if number > 1:
            order = [row.team for row in standings(record).rows]
            had = {team for each in record.stages[0].rounds for team in each.byes}
            lowest = [team for team in order if team not in had][-1]
            points = {row.team: row.values["points"] for row in standings(record).rows}
            assert points[draw.byes[0].team] == points[lowest]
        record = played(with_draw(record, draw), chance)
    assert len({team for each in record.stages[0].rounds for team in each.byes}) == 7


def test_a_team_of_the_house_plays_instead_of_a_bye():
    record = swiss_record(5, regulations={"odd_numbers": (OddNumbers.HOUSE_PLAYER, OddNumbers.BYE)})
    record = replace(record, teams=(*record.teams, Team(id="house", house=True)))
    draw = drawn(record, 1)
    assert not draw.byes
    assert sum("house" in table.seats for table in draw.tables) == 1
    even = replace(record, teams=record.teams[1:])
    assert not any("house" in table.seats for table in drawn(even, 1).tables), (
        "with four pairs nobody of the house plays"
    )


def test_a_team_of_the_house_that_sits_at_a_kept_table_plays_no_second_match():
    record = swiss_record(6, regulations={"odd_numbers": (OddNumbers.HOUSE_PLAYER, OddNumbers.BYE)})
    record = replace(record, teams=(*record.teams, Team(id="house", house=True)))
    draft = Round(number=1, tables=(Table(number=1, seats=("t0000", "house", "t0000", "house"), kept=True),))
    record = replace(record, stages=(Stage(key="main", rounds=(draft,)),))
    draw = drawn(record, 1)
    assert sum("house" in table.seats for table in draw.tables) == len(draw.byes) == 1
    another = replace(record, teams=(*record.teams, Team(id="second", house=True)))
    assert sum("second" in table.seats for table in drawn(another, 1).tables) == 1


def test_without_anybody_of_the_house_the_odd_one_is_not_left_out_silently():
    record = swiss_record(5, regulations={"odd_numbers": (OddNumbers.HOUSE_PLAYER,)})
    with pytest.raises(Refusal) as refused:
        drawn(record, 1)
    assert refused.value.code == "odd_numbers_impossible"
    assert refused.value.facts["relax"] == ["bye"]


# --- who comes and goes ------------------------------------------------------------------------------------------


def test_a_latecomer_plays_from_the_round_it_arrives_and_a_leaver_no_more():
    record = swiss_record(8)
    first, *rest, last = record.teams
    record = replace(record, teams=(replace(first, arrived=2), *rest, replace(last, withdrawn=1)))
    one = drawn(record, 1)
    seated = {team for table in one.tables for team in table.seats} | {bye.team for bye in one.byes}
    assert first.id not in seated
    assert last.id in seated
    two = drawn(played(with_draw(record, one), random.Random(1)), 2)
    seated = {team for table in two.tables for team in table.seats} | {bye.team for bye in two.byes}
    assert first.id in seated
    assert last.id not in seated


def test_what_the_director_wants_stays_and_the_rest_is_drawn_around_it():
    record = swiss_record(9)
    draft = Round(
        number=1,
        tables=(Table(number=3, seats=("t0001", "t0008", "t0001", "t0008"), kept=True),),
        byes=("t0004",),
        kept_byes=("t0004",),
    )
    draw = drawn(replace(record, stages=(Stage(key="main", rounds=(draft,)),)), 1)
    kept = [table for table in draw.tables if table.kept]
    assert [(table.number, table.seats) for table in kept] == [(3, ("t0001", "t0008", "t0001", "t0008"))]
    assert [bye.team for bye in draw.byes] == ["t0004"]
    assert sorted(table.number for table in draw.tables) == [1, 2, 3, 4]


def test_a_kept_table_is_void_when_somebody_of_it_has_left():
    record = swiss_record(4)
    record = replace(record, teams=(*record.teams[:3], replace(record.teams[3], withdrawn=0)))
    draft = Round(number=1, tables=(Table(number=1, seats=("t0002", "t0003", "t0002", "t0003"), kept=True),))
    draw = drawn(replace(record, stages=(Stage(key="main", rounds=(draft,)),)), 1)
    assert not any(table.kept for table in draw.tables)
    assert len(draw.tables) == len(draw.byes) == 1


# --- who is kept apart -------------------------------------------------------------------------------------------


def test_three_who_must_not_meet_and_nobody_else_are_refused_with_the_clash_and_what_would_help():
    record = named(swiss_record(0), "a", "b", "c", "d")
    wishes = (Apart(teams=("a", "b", "c"), must=True), Apart(teams=("a", "d"), must=True))
    with pytest.raises(Refusal) as refused:
        drawn(replace(record, apart=wishes), 1)
    assert refused.value.code == "draw_impossible"
    assert refused.value.facts["clash"] == [{"code": "apart", "teams": ["a", "b", "c"]}]
    relax = refused.value.facts["relax"]
    assert len(relax) == 1
    assert {*relax[0]["teams"]} in ({"a", "b"}, {"a", "c"}), "if b met c, a would be left with d"


def test_a_club_too_large_to_be_kept_apart_is_named():
    record = swiss_record(10, regulations={"clubmates": Clubmates.ALWAYS_APART})
    teams = tuple(replace(team, club="Chess club" if at < 7 else "") for at, team in enumerate(record.teams))
    with pytest.raises(Refusal) as refused:
        drawn(replace(record, teams=teams), 1)
    assert [each["club"] for each in refused.value.facts["clash"]] == ["Chess club"]
    assert len(refused.value.facts["relax"]) == 2, "seven mates and three others: two pairs of mates must meet"


def test_one_who_must_meet_nobody_is_refused_in_a_larger_field_too():
    record = swiss_record(30)
    wishes = tuple(Apart(teams=("t0000", team.id), must=True) for team in record.teams[1:])
    with pytest.raises(Refusal) as refused:
        drawn(replace(record, apart=wishes), 1)
    assert len(refused.value.facts["clash"]) == 29, "any one of these wishes less, and it could be drawn"
    assert [len(each["teams"]) for each in refused.value.facts["relax"]] == [2]


def test_no_more_meetings_are_named_than_would_help_however_they_stand():
    """Twenty at the top who must not meet each other, and one of them nobody else either: one meeting is enough."""
    top, others = [f"a{at}" for at in range(20)], [f"b{at}" for at in range(20)]
    alone = [Wish(code="apart", teams=("a0", other), must=True) for other in others]
    wishes = KeptApart([Wish(code="apart", teams=tuple(top), must=True), *alone])
    assert len(fewest_meetings([*top, *others], wishes)) == 1


@pytest.mark.parametrize("seed", range(at_length(60, usually=20)))
def test_every_wish_of_a_clash_is_needed_and_what_would_help_helps(seed: int):
    """Four to eight teams and many musts: against every possible draw."""
    luck = random.Random(seed)
    record = swiss_record(luck.choice((4, 5, 6, 7, 8)))
    ids = [team.id for team in record.teams]
    record = replace(record, apart=tuple(Apart(teams=(*luck.sample(ids, 2),), must=True) for _ in range(5 * len(ids))))
    places = [*ids, ""][: len(ids) + len(ids) % 2]
    draws = [[frozenset((places[a], places[b])) for a, b in pairs] for pairs in all_draws(tuple(range(len(places))))]

    def possible(wishes: list[frozenset[str]]) -> bool:
        return any(not any(two in wishes for two in pairs) for pairs in draws)

    musts = [frozenset(wish.teams) for wish in record.apart]
    if possible(musts):
        assert drawn(record, 1)
        return
    with pytest.raises(Refusal) as refused:
        drawn(record, 1)
    clash, relax = ([frozenset(each["teams"]) for each in refused.value.facts[name]] for name in ("clash", "relax"))
    assert not possible(clash)
    assert all(possible([two for two in clash if two != each]) for each in clash)
    assert possible([two for two in musts if two not in relax])
    assert len(relax) == min(len([two for two in pairs if two in musts]) for pairs in draws)


def test_a_kept_table_can_be_part_of_the_clash():
    record = named(swiss_record(0), "a", "b", "c", "d")
    draft = Round(number=1, tables=(Table(number=1, seats=("c", "d", "c", "d"), kept=True),))
    record = replace(record, apart=(Apart(teams=("a", "b"), must=True),), stages=(Stage(key="main", rounds=(draft,)),))
    with pytest.raises(Refusal) as refused:
        drawn(record, 1)
    assert {each["code"] for each in refused.value.facts["clash"]} == {"apart", "kept"}


def test_a_huge_impossible_wish_is_refused_too():
    record = swiss_record(2000, regulations={"clubmates": Clubmates.ALWAYS_APART})
    teams = tuple(replace(team, club="One" if at < 1200 else "") for at, team in enumerate(record.teams))
    with pytest.raises(Refusal, match="draw_impossible"):
        drawn(replace(record, teams=teams), 1)


def test_clubmates_meet_only_where_nothing_else_is_possible():
    record = swiss_record(12, regulations={"clubmates": Clubmates.APART_IF_POSSIBLE})
    teams = tuple(replace(team, club="AB"[at % 2]) for at, team in enumerate(record.teams))
    record, chance = replace(record, teams=teams), random.Random(2)
    for number in range(1, 6):
        draw = drawn(record, number)
        assert draw.cost["wishes"] == 0
        record = played(with_draw(record, draw), chance)


@pytest.mark.parametrize("teams", [0, 1])
def test_one_team_alone_cannot_be_drawn(teams: int):
    with pytest.raises(Refusal) as refused:
        drawn(swiss_record(teams), 1)
    assert (refused.value.code, refused.value.facts["minimum"]) == ("too_few", 2)


# --- seats and tables --------------------------------------------------------------------------------------------


def test_sides_are_balanced_and_tables_change():
    record, chance = swiss_record(24, rounds=6), random.Random(5)
    for number in range(1, 7):
        record = played(with_draw(record, drawn(record, number, str(number))), chance)
    rounds = record.stages[0].rounds
    first = Counter(table.seats[0] for each in rounds for table in each.tables)
    assert all(2 <= first[team.id] <= 4 for team in record.teams), "of six rounds"
    same = Counter((team, table.number) for each in rounds for table in each.tables for team in {*table.seats})
    assert max(same.values()) == 1, "with twelve tables and six rounds nobody sits at one twice"


def test_who_sat_on_the_first_side_last_time_now_sits_on_the_second():
    """a and b have both sat once on each side; a was the last to sit on the first."""
    record = named(swiss_record(0, rounds=3), "a", "b", "c", "d")
    for number, tables in enumerate((("ca", "bd"), ("ad", "cb")), start=1):
        seats = tuple(Table(number=at, seats=(*two, *two)) for at, two in enumerate(tables, start=1))
        rounds = (*(record.stages[0].rounds if record.stages else ()), Round(number=number, tables=seats))
        record = played(replace(record, stages=(Stage(key="main", rounds=rounds),)), random.Random(number))
    for seed in range(10):
        assert ("b", "a", "b", "a") in [table.seats for table in drawn(record, 3, str(seed)).tables]


def test_in_a_large_hall_nobody_sits_at_a_table_again_either():
    record, chance = swiss_record(136, rounds=12), random.Random(5)
    for number in range(1, 13):
        record = played(with_draw(record, drawn(record, number, str(number))), chance)
    rounds = record.stages[0].rounds
    same = Counter((team, table.number) for each in rounds for table in each.tables for team in {*table.seats})
    assert max(same.values()) == 1


def test_by_rank_the_leaders_sit_at_table_1():
    record, chance = swiss_record(12, table_numbers=TableNumbers.BY_RANK), random.Random(5)
    for number in (1, 2, 3):
        record = played(with_draw(record, drawn(record, number)), chance)
    leader = standings(record).rows[0].team
    assert leader in next(table.seats for table in drawn(record, 4).tables if table.number == 1)


def test_who_needs_a_table_sits_there_in_every_round():
    record, chance = swiss_record(12), random.Random(5)
    record = replace(
        record,
        teams=(replace(record.teams[0], tables=(5,)), replace(record.teams[1], tables=(5, 6)), *record.teams[2:]),
    )
    for number in range(1, 6):
        draw = drawn(record, number)
        where = {team: table.number for table in draw.tables for team in table.seats}
        assert where["t0000"] == 5
        assert where["t0001"] in (5, 6)
        assert sorted(table.number for table in draw.tables) == [1, 2, 3, 4, 5, 6]
        record = played(with_draw(record, draw), chance)


def test_two_who_need_different_tables_do_not_meet():
    record = named(swiss_record(0), "a", "b", "c", "d")
    record = replace(record, teams=(Team(id="a", tables=(1,)), Team(id="b", tables=(2,)), *record.teams[2:]))
    assert all(frozenset("ab") not in opponents(drawn(record, 1, str(seed))) for seed in range(10))


def test_a_table_that_too_many_need_is_refused_with_their_names():
    record = named(swiss_record(0), "a", "b", "c", "d", "e", "f", tables=(1,))
    record = replace(record, teams=(*record.teams, Team(id="g", tables=(2,)), Team(id="h")))
    with pytest.raises(Refusal) as refused:
        drawn(record, 1)
    assert refused.value.code == "tables_clash"
    assert {*refused.value.facts["teams"]} == {*"abcdef"}, "and not g, who has a table"
    assert refused.value.facts["tables"] == [1]


def test_tables_that_a_kept_one_has_taken_are_named_too():
    record = named(swiss_record(0), "a", "b", "c", "d")
    draft = Round(number=1, tables=(Table(number=1, seats=("c", "d", "c", "d"), kept=True),))
    record = replace(record, teams=(Team(id="a", tables=(1,)), *record.teams[1:]))
    with pytest.raises(Refusal) as refused:
        drawn(replace(record, stages=(Stage(key="main", rounds=(draft,)),)), 1)
    assert (refused.value.facts["teams"], refused.value.facts["tables"]) == (["a"], [1])


@pytest.mark.parametrize("teams", [8, 30])
@pytest.mark.parametrize(("needy", "tables"), [(2, (3,)), (3, (3, 4)), (4, (3, 4)), (5, (1, 2, 3))])
def test_people_who_need_the_same_few_tables_meet_there(teams: int, needy: int, tables: tuple[int, ...]):
    record, chance = swiss_record(teams), random.Random(1)
    some = tuple(replace(team, tables=tables) for team in record.teams[:needy])
    record = replace(record, teams=(*some, *record.teams[needy:]))
    for number in (1, 2, 3):
        draw = drawn(record, number, str(number))
        assert not [breach for breach in check(record, draw) if breach.must]
        record = played(with_draw(record, draw), chance)


# --- why this table ----------------------------------------------------------------------------------------------


def test_every_table_says_why():
    """Four teams: a and b have won, b by more, so they meet; c and d have lost."""
    record = named(swiss_record(0), "a", "b", "c", "d")
    first = Round(
        number=1, tables=(Table(number=1, seats=("a", "c", "a", "c")), Table(number=2, seats=("b", "d", "b", "d")))
    )
    record = won_by(replace(record, stages=(Stage(key="main", rounds=(first,)),)), "a", "b")
    draw = drawn(record, 2)
    top = next(table for table in draw.tables if "a" in table.seats)
    assert {*top.seats} == {"a", "b"}
    assert [(reason.code, reason.facts) for reason in top.reasons] == [
        ("equal_balance", {"points": 2, "won": 1, "drawn": 0, "lost": 0}),
        ("nearest_not_met", {"passed": [], "higher": "b"}),
    ]
    bottom = next(table for table in draw.tables if "c" in table.seats)
    assert bottom.reasons[0].facts == {"points": 0, "won": 0, "drawn": 0, "lost": 1}


@pytest.mark.parametrize(("winner", "loser"), ["ab", "ba"])
def test_unequal_points_say_whose_they_are(winner: str, loser: str):
    """Whoever sits in the first seat: sides are decided after it is clear who meets."""
    record = named(swiss_record(0), "a", "b")
    record = won_by(with_draw(record, drawn(record, 1)), winner)
    compared = drawn(record, 2).tables[0].reasons[0]
    assert (compared.code, compared.facts) == ("points_differ", {"points": [2, 0], "teams": [winner, loser]})


def test_a_rematch_says_when_they_met():
    record = named(swiss_record(0), "a", "b")
    record = played(with_draw(record, drawn(record, 1)), random.Random(1))
    reasons = drawn(record, 2).tables[0].reasons
    assert (reasons[-1].code, reasons[-1].facts) == ("met_before", {"rounds": [1]})
    assert "nearest_not_met" not in {reason.code for reason in reasons}


# --- points as steps ---------------------------------------------------------------------------------------------


def test_points_are_compared_as_they_are_or_in_a_thousand_steps():
    assert scores({"a": 6, "b": 3, "c": -1}) == {"a": 7, "b": 4, "c": 0}
    assert scores({"a": Fraction(5, 2), "b": 2, "c": 0}) == {"a": 1000, "b": 800, "c": 0}
    assert scores({"a": 4000, "b": 1000, "c": 0}) == {"a": 1000, "b": 250, "c": 0}
    assert scores({}) == {}


# --- the same for everybody --------------------------------------------------------------------------------------


def test_a_published_seed_gives_the_same_draw_on_another_machine():
    """Another process with another order of its hashes."""
    program = (
        "import random; from tests.pairing.test_swiss import drawn; from tests.pairing.histories import random_swiss;"
        "record, number = random_swiss(random.Random(11)); print(drawn(record, number, 'Saturday'))"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", program], env={**os.environ, "PYTHONHASHSEED": salt}, check=True, capture_output=True
        ).stdout
        for salt in ("1", "2", "3")
    }
    assert len(seen) == 1


def test_only_the_next_round_can_be_drawn():
    with pytest.raises(Refusal) as refused:
        drawn(swiss_record(4), 3)
    assert (refused.value.code, refused.value.facts["allowed"]) == ("round_not_next", [1])


def test_after_the_last_round_the_stage_is_over():
    record = swiss_record(4, rounds=1)
    with pytest.raises(Refusal, match="stage_over"):
        drawn(played(with_draw(record, drawn(record, 1)), random.Random(1)), 2)
