"""Whole tournaments of every kind, from three entrants to a hundred, drawn and played to the end."""

import random
from dataclasses import replace

import pytest

from pairing.check import check
from pairing.draw import Draw, with_draw
from pairing.qualification import with_next_stage
from pairing.systems import chance, draw
from rules.refusal import Refusal
from scoring import five
from scoring.presets import PRESETS
from scoring.record import Hand, Record, Stage, Table, Team, WholeMatch, record_from_json, record_to_json
from scoring.regulations import Counting, Regulations, System
from scoring.standings import standings
from scoring.variants import Variant
from tests.length import at_length
from tests.pairing.histories import with_results
from tests.scoring.tournaments import random_hand

FEWEST = {"german_championship": 4, "goettingen": 4, "hiesfeld": 4, "grand_seigneur_night": 5, "st_gallen": 4}
"""Where three are not enough for a tournament: one table must be full, a group has at least two."""


def play(record: Record, stage: str, luck: random.Random) -> Record:
    """Results at every table of the last round."""
    regulations, rules = record.regulations, record.regulations.stage(stage)

    def result(table: Table) -> Table:
        if regulations.variant is Variant.GRAND_SEIGNEUR:
            order = [
                tuple(luck.sample(range(len(table.seats)), len(table.seats))) for _ in range(rules.match.hands or 0)
            ]
            return replace(table, hands=tuple(Hand(out=out) for out in order))
        if regulations.variant is Variant.THREECHU:
            hands = [
                Hand(calls=("",) * 4, out=(0, 1), points=luck.randrange(0, 21) * 5)
                for _ in range(rules.match.hands or 0)
            ]
            return replace(table, hands=tuple(hands))
        if rules.points.counting is Counting.HANDS:
            number = rules.match.hands or 0
            number = five.hands_at_five(number) if len(table.seats) == five.PLAYERS else number
            return replace(table, hands=tuple(without_grand(random_hand(luck)) for _ in range(number)))
        loser = luck.randrange(0, 19) * 50
        totals = (1000, loser) if luck.random() < 0.5 else (loser, 1000)
        return replace(table, whole=WholeMatch(totals=totals, hands=10))

    return with_results(record, result, stage)


def without_grand(hand: Hand) -> Hand:
    return replace(hand, calls=tuple("T" if call else "" for call in hand.calls))


def play_stage(record: Record, stage: str, seed: str) -> Record:
    """Draw and play until the stage is over."""
    luck = random.Random(seed)
    for number in range(1, 250):
        try:
            found = draw(record, stage, number, chance(f"{seed}.{number}"))
        except Refusal as refused:
            if refused.code != "stage_over":
                raise
            return record
        nothing_grave(record, found)
        record = play(with_draw(record, found, seed=f"{seed}.{number}"), stage, luck)
    raise AssertionError("a stage without an end")


def nothing_grave(record: Record, found: Draw) -> None:
    assert [breach for breach in check(record, found) if breach.must] == []


def play_tournament(regulations: Regulations, entrants: int, seed: str) -> Record:
    """All stages, each with those who have qualified."""
    teams = tuple(Team(id=f"e{number:03d}") for number in range(entrants))
    record = Record(
        name="Trial", regulations=regulations, teams=teams, stages=(Stage(key=regulations.stages[0].key),), seed="s"
    )
    for rules in regulations.stages:
        record = play_stage(record, rules.key, seed)
        if rules.qualifiers is not None:
            record = with_next_stage(record, rules.key)
    return record


LIKE_ANOTHER = {"goettingen": 24, "munich": 16, "korea": 24}
"""Drawn like another preset that is tried to the end, so it is tried up to so many."""


SOME = (24, 27, 31, 32, 33, 50, 64, 65, 79, 100)


def sizes(preset: str) -> list[int]:
    """Every number of entrants to 23 and some to 100, at length every one; where everybody meets everybody, some."""
    if preset in LIKE_ANOTHER:
        return list(range(3, LIKE_ANOTHER[preset]))
    everybody = any(rules.system in (System.ROUND_ROBIN, System.GROUPS) for rules in PRESETS[preset].stages)
    return [*range(3, 24), *((31, 100) if everybody else at_length(tuple(range(24, 101)), usually=SOME))]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_runs_to_its_end(preset: str):
    for entrants in sizes(preset):
        if entrants < FEWEST.get(preset, 0):
            with pytest.raises(Refusal, match="too_few"):
                play_tournament(PRESETS[preset], entrants, "short")
            continue
        if preset == "korea" and entrants < 4:
            continue
        record = play_tournament(PRESETS[preset], entrants, f"{preset} {entrants}")
        assert record_from_json(record_to_json(record)) == record
        ranks = [row.rank for row in standings(record).rows]
        assert ranks[0] == 1
        assert all(record.stage(rules.key).rounds for rules in PRESETS[preset].stages)
