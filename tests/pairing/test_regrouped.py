"""Tables made anew by the standings: for three, four, six, and five to twelve."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from pairing.check import check
from pairing.draw import Draw, with_draw
from pairing.regrouped import companies
from pairing.systems import chance, draw
from rules.refusal import Refusal
from scoring.hand import HandRules
from scoring.presets import FOUR_HANDS, GRAND_SEIGNEUR_NIGHT, THREECHU_EVENING, VICTORY_POINTS
from scoring.record import Apart, Hand, Record, Round, Stage, Table
from scoring.regulations import Ranked, Regulations, Seeding, StageRules, System
from scoring.standings import standings
from scoring.variants import Variant
from tests.pairing.histories import with_results
from tests.pairing.individuals import HOUSE, OUT, Again, again, comes, leaves, people, with_hands


def threechu(players: int, *, house: int = 0, **stage) -> Record:
    regulations = replace(THREECHU_EVENING, stages=(replace(THREECHU_EVENING.stages[0], **stage),))
    return Record(name="Trial", regulations=regulations, teams=people(players, house))


def seigneurs(players: int, **stage) -> Record:
    regulations = replace(GRAND_SEIGNEUR_NIGHT, stages=(replace(GRAND_SEIGNEUR_NIGHT.stages[0], **stage),))
    return Record(name="Trial", regulations=regulations, teams=people(players, 0))


def with_sides(players: int, variant: Variant, rounds: int = 5) -> Record:
    """Four or six at a table, partners by the standings too."""
    rules = StageRules(
        system=System.REGROUPED, rounds=rounds, match=FOUR_HANDS, points=VICTORY_POINTS, tiebreaks=("points", "lots")
    )
    regulations = Regulations(
        hand=HandRules(variant=variant, grand=False),
        ranked=Ranked.INDIVIDUAL,
        stages=(rules,),
        odd_numbers=(HOUSE, OUT),
    )
    return Record(name="Trial", regulations=regulations, teams=people(players, 0))


def drawn(record: Record, number: int, seed: str = "x") -> Draw:
    found = draw(record, "main", number, chance(f"{seed}.{number}"))
    assert [b for b in check(record, found) if b.must or b.code == "second_bye"] == []
    return found


def play(record: Record, luck: random.Random) -> Record:
    """Results at all tables of the last round."""

    def result(table: Table) -> Table:
        if record.regulations.variant is Variant.THREECHU:
            hands = [Hand(calls=("",) * 4, out=(0, 1), points=luck.randrange(0, 21) * 5) for _ in range(9)]
        else:
            hands = [Hand(out=tuple(luck.sample(range(len(table.seats)), len(table.seats)))) for _ in range(6)]
        return replace(table, hands=tuple(hands))

    return with_results(record, result)


def after(record: Record, last: int, *, first: int = 1) -> Record:
    luck = random.Random(7)
    for number in range(first, last + 1):
        record = play(with_draw(record, drawn(record, number)), luck)
    return record


def met_again(record: Record) -> int:
    tables = [table.seats for each in record.stages[0].rounds for table in each.tables]
    met = Counter(frozenset(two) for seats in tables for two in combinations(seats, 2))
    return sum(times - 1 for times in met.values())


# --- tables of three -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [*range(3, 22), 30, 61])
def test_tables_of_three_for_every_number(players: int):
    record = after(threechu(players), 4)
    for each in record.stages[0].rounds:
        assert {len(table.seats) for table in each.tables} == {3}
        assert len(each.byes) == players % 3
    if players >= 18:
        assert met_again(record) == 0


def test_a_house_player_fills_up_a_table_of_three():
    found = drawn(threechu(8, house=1), 1)
    assert (len(found.tables), found.byes) == (3, ())
    assert [reason.code for table in found.tables for reason in table.reasons].count("house_player") == 1


def test_neighbours_in_the_standings_sit_together():
    record = after(threechu(60), 1)
    found = drawn(record, 2)
    assert met_again(with_draw(record, found)) == 0
    order = {row.team: at for at, row in enumerate(standings(record).rows)}
    spread = [max(order[p] for p in t.seats) - min(order[p] for p in t.seats) for t in found.tables]
    assert sum(spread) / len(spread) < 5


def threes(players: list[str]) -> list[list[tuple[str, ...]]]:
    """All ways to make tables of three."""
    if not players:
        return [[]]
    first, *others = players
    return [
        [(first, *two), *rest]
        for two in combinations(others, 2)
        for rest in threes([player for player in others if player not in two])
    ]


def test_for_nine_players_no_tables_are_better():
    """Compared with all 280 there are: as few meetings again as possible, then neighbours."""
    for seed in range(20):
        luck = random.Random(seed)
        record = threechu(9)
        for number in range(1, luck.randrange(2, 5)):
            tables = luck.choice(threes([team.id for team in record.teams]))
            seated = tuple(Table(number=at, seats=seats) for at, seats in enumerate(tables, start=1))
            rounds = (*(record.stages[0].rounds if record.stages else ()), Round(number=number, tables=seated))
            record = play(replace(record, stages=(Stage(key="main", rounds=rounds),)), luck)
        met = {frozenset(two) for each in rounds for table in each.tables for two in combinations(table.seats, 2)}
        found = drawn(record, len(rounds) + 1)
        rows = standings(record).rows
        if len({tuple(row.values.values()) for row in rows}) < len(rows):
            continue  # lots decide between equals, and we do not know them
        order = [row.team for row in rows]
        place = {team: at for at, team in enumerate(order)}

        def price(tables: list[tuple[str, ...]], met=met, place=place) -> tuple[int, int]:
            pairs = [two for seats in tables for two in combinations(seats, 2)]
            again = sum(frozenset(two) in met for two in pairs)
            return again, sum((place[one] - place[two]) ** 2 for one, two in pairs)

        mine = price([table.seats for table in found.tables])
        assert mine == (found.cost["met_again"], found.cost["places"])
        assert mine == min(price(tables) for tables in threes(order))


def test_nobody_always_deals_first():
    record = after(threechu(30, rounds=6), 6)
    seats = Counter((p, at) for r in record.stages[0].rounds for t in r.tables for at, p in enumerate(t.seats))
    assert max(seats.values()) <= 3


def test_two_are_too_few_for_a_table_of_three():
    with pytest.raises(Refusal) as refused:
        drawn(threechu(2), 1)
    assert refused.value == Refusal("too_few", field="teams", value=2, minimum=3)


# --- five to twelve --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wanted", range(5, 13))
def test_every_number_from_five_on_can_be_divided(wanted: int):
    for players in range(5, 301):
        sizes = companies(players, wanted)
        assert sum(sizes) == players
        assert 5 <= min(sizes) <= max(sizes) <= 12
        assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize(
    ("players", "wanted", "sizes"),
    [
        (5, 6, [5]), (9, 6, [9]), (10, 6, [5, 5]), (12, 6, [6, 6]), (13, 6, [7, 6]), (12, 12, [12]), (13, 12, [7, 6]),
        (24, 8, [8, 8, 8]), (25, 8, [9, 8, 8]), (29, 5, [6, 6, 6, 6, 5]), (60, 6, [6] * 10),
    ],
)  # fmt: skip
def test_tables_come_as_near_as_possible_to_what_is_wished(players: int, wanted: int, sizes: list[int]):
    assert companies(players, wanted) == sizes
    found = drawn(seigneurs(players, table_size=wanted), 1)
    assert sorted((len(table.seats) for table in found.tables), reverse=True) == sizes


def test_fewer_than_five_are_refused():
    with pytest.raises(Refusal) as refused:
        drawn(seigneurs(4), 1)
    assert refused.value == Refusal("too_few", field="teams", value=4, minimum=5)


@pytest.mark.parametrize("players", [5, 13, 25, 36, 60, 100])
def test_the_best_of_a_table_begins_as_the_great_lord(players: int):
    record = after(seigneurs(players), 2)
    order = {row.team: row.values["points"] for row in standings(record).rows}
    found = drawn(record, 3)
    for table in found.tables:
        points = [order[player] for player in table.seats]
        assert points == sorted(points, reverse=True)
    assert found.tables[0].reasons[0].code == "neighbours"
    if players >= 36:
        assert found.cost["met_again"] == 0


# --- four and six ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [12, 16, 21, 40])
def test_four_at_a_table_have_new_partners_first(players: int):
    record, luck = with_sides(players, Variant.NANKING), random.Random(3)
    for number in range(1, 6):
        record = with_hands(with_draw(record, drawn(record, number)), luck)
    assert again(record).partners == 0
    if players == 40:
        assert again(record) == Again(0, 0, 0)


def test_six_at_a_table_have_new_partners():
    record = with_sides(48, Variant.TIENTSIN, rounds=3)
    rounds: tuple[Round, ...] = ()
    for number in (1, 2, 3):
        rounds = (*rounds, drawn(record, number).as_round())
        record = replace(record, stages=(Stage(key="main", rounds=rounds),))
    assert again(record) == Again(0, 0, 0)


# --- in general ------------------------------------------------------------------------------------------------------


def test_the_first_round_is_seeded():
    record = threechu(9, seeding=Seeding.RATING)
    teams = tuple(replace(team, rating=1000 + at) for at, team in enumerate(record.teams))
    found = drawn(replace(record, teams=teams), 1)
    assert {frozenset(table.seats) for table in found.tables} == {
        frozenset(f"p{at:04d}" for at in range(begin, begin + 3)) for begin in (0, 3, 6)
    }
    assert found.tables[0].reasons[0].facts == {"seeding": "rating"}


def test_who_leaves_and_who_comes_is_regrouped():
    record = comes(leaves(after(threechu(18), 1), "p0000", after=1), "late", arrived=2)
    players = {player for table in drawn(record, 2).tables for player in table.seats}
    assert "late" in players
    assert "p0000" not in players


def test_couples_never_sit_at_one_table():
    wishes = tuple(Apart(teams=(f"p{at:04d}", f"p{at + 1:04d}"), must=True) for at in range(0, 24, 2))
    record = after(replace(threechu(24), apart=wishes), 4)
    for each in record.stages[0].rounds:
        assert not any({*wish.teams} <= {*table.seats} for wish in wishes for table in each.tables)


def test_one_of_two_who_must_not_meet_sits_out_if_there_is_no_other_way():
    wish = Apart(teams=("p0000", "p0001"), must=True)
    for seed in "abcdef":
        found = draw(replace(threechu(4), apart=(wish,)), "main", 1, chance(seed))
        assert {each.team for each in found.byes} < {*wish.teams}


def test_a_kept_table_stays_and_the_others_are_regrouped():
    record = after(threechu(12), 1)
    kept = Table(number=9, seats=("p0000", "p0001", "p0002"), kept=True)
    stage = record.stages[0]
    record = replace(record, stages=(replace(stage, rounds=(*stage.rounds, Round(number=2, tables=(kept,)))),))
    found = drawn(record, 2)
    assert [(table.number, table.seats) for table in found.tables if table.kept] == [(9, kept.seats)]
    assert len(found.tables) == 4
