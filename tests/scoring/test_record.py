"""The Record goes through JSON unchanged, and refuses what cannot have been."""

import json
import random
from dataclasses import replace

import pytest

from rules.refusal import Refusal
from scoring.record import (
    Apart,
    Record,
    Round,
    Ruling,
    RulingKind,
    Stage,
    Table,
    Team,
    Together,
    record_from_json,
    record_to_json,
)
from scoring.standings import standings
from tests.scoring.tournaments import of_rounds, penalty, random_record, swiss, whole


def good() -> Record:
    tables = [whole(1, "a", "b", (300, 100)), whole(2, "c", "d", (250, 150))]
    return of_rounds(swiss("points"), "abcd", tables, rulings=(penalty("a"),), seed="s", tie_order=("b",))


@pytest.mark.parametrize("seed", range(5))
def test_through_json_and_back_it_is_the_same_and_ranks_the_same(seed: int):
    record = random_record(random.Random(seed), pairs=5, rounds=3, hands=4, tiebreaks=("points", "difference"))
    again = record_from_json(json.loads(json.dumps(record_to_json(record))))
    assert again == record
    assert standings(again) == standings(record)


def test_the_smallest_record_is_a_name_and_regulations():
    data = {"version": 1, "name": "Tuesday", "regulations": {"version": 1}}
    assert record_from_json(data).name == "Tuesday"
    assert standings(record_from_json(data)).rows == ()


def stage(*rounds: Round) -> dict[str, object]:
    return {"stages": (Stage(key="main", rounds=rounds),)}


def seated(*seats: str, number: int = 1) -> Table:
    return Table(number=number, seats=seats)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"teams": (Team(id="a"), Team(id="a"))}, "record_repeats"),
        ({"teams": (*good().teams, Team(id="e", members=("only one",)))}, "team_too_small"),
        ({"teams": (*good().teams, Team(id="e", arrived=4, withdrawn=2))}, "team_gone_before_it_came"),
        ({"tie_order": ("nobody",)}, "team_unknown"),
        ({"stages": (Stage(key="other"),), "rulings": ()}, "stage_unknown"),
        (stage(Round(number=2), Round(number=1)), "rounds_order"),
        (stage(Round(number=1, byes=("z",))), "team_unknown"),
        (stage(Round(number=1, tables=(seated("a", "b", "a", "z"),))), "team_unknown"),
        (stage(Round(number=1, tables=(seated("a", "b"),))), "seats_number"),
        (stage(Round(number=1, tables=(seated("a", "a", "b", "b"),))), "seats_teams"),
        (stage(Round(number=1, tables=(seated("a", "b", "a", "b"),), byes=("a",))), "record_repeats"),
        (
            stage(Round(number=1, tables=(seated("a", "b", "a", "b"), seated("a", "c", "a", "c", number=2)))),
            "record_repeats",
        ),
        (stage(Round(number=1, tables=(seated("a", "b", "a", "b"), seated("c", "d", "c", "d")))), "record_repeats"),
        ({"apart": (Apart(teams=("a", "z")),)}, "team_unknown"),
        ({"stages": (Stage(key="main", bracket=("a", "b", "c")),)}, "bracket_size"),
        ({"stages": (Stage(key="main", bracket=("a",)),)}, "bracket_size"),
        ({"stages": (Stage(key="main", bracket=("a", "")),), "teams": good().teams[1:]}, "team_unknown"),
        ({"stages": (Stage(key="main", bracket=("a", "", "b", "a")),)}, "record_repeats"),
        ({"stages": (Stage(key="main", plan=(Round(number=2), Round(number=2))),)}, "rounds_order"),
        ({"stages": (Stage(key="main", plan=(Round(number=2, byes=("z",)),)),)}, "team_unknown"),
        (stage(Round(number=1, kept_byes=("a",))), "team_unknown"),
        ({"rulings": (penalty("z"),)}, "team_unknown"),
        ({"rulings": (penalty("a", round=7),)}, "round_unknown"),
        ({"rulings": (penalty("a"), penalty("b"))}, "record_repeats"),
    ],
)
def test_what_cannot_have_been_is_refused(change: dict[str, object], code: str):
    with pytest.raises(Refusal) as refused:
        replace(good(), **{"rulings": (), **change})
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"kind": RulingKind.PENALTY}, "ruling_incomplete"),
        ({"kind": RulingKind.ADJUSTED, "table": 1}, "ruling_incomplete"),
        ({"kind": RulingKind.FORFEIT}, "ruling_incomplete"),
        ({"kind": RulingKind.PENALTY, "team": "a", "points": -1}, "penalty_negative"),
        ({"kind": RulingKind.PENALTY, "team": "a", "reason": " "}, "reason_missing"),
    ],
)
def test_a_ruling_must_say_what_and_why(facts: dict[str, object], code: str):
    with pytest.raises(Refusal) as refused:
        Ruling(**{"id": "r", "stage": "main", "round": 1, "reason": "late", **facts})
    assert refused.value.code == code


ROUND = ("stages", 0, "rounds", 0)


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        (("version",), 2, "version_unknown"),
        (("regulations", "version"), 9, "version_unknown"),
        (("name",), 7, "plain_type"),
        ((*ROUND, "number"), "1", "plain_type"),
        ((*ROUND, "hidden"), 1, "plain_type"),
        ((*ROUND, "tables", 0, "whole", "totals"), [1], "plain_length"),
        ((*ROUND, "tables", 0, "seats"), "abab", "plain_type"),
        (("rulings", 0, "kind"), "fine", "plain_choice"),
    ],
)
def test_broken_json_is_refused_with_the_place(path: tuple[object, ...], value: object, code: str):
    data = json.loads(json.dumps(record_to_json(good())))
    inner = data
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    with pytest.raises(Refusal) as refused:
        record_from_json(data)
    place = ".".join(str(step) for step in path)
    assert (refused.value.code, refused.value.facts["field"]) == (code, place)


def test_a_mistyped_field_is_refused():
    data = record_to_json(good())
    data["teams"][0]["withdrawn_after"] = 2
    with pytest.raises(Refusal) as refused:
        record_from_json(data)
    assert (refused.value.code, refused.value.facts["field"]) == ("plain_unknown", "teams.0.withdrawn_after")


def test_what_the_director_wants_for_the_draw_goes_through_json_too():
    teams = (replace(good().teams[0], tables=(3, 4)), *good().teams[1:], Team(id="h", house=True))
    draft = Round(number=2, tables=(replace(seated("a", "c", "a", "c"), kept=True),), byes=("b",), kept_byes=("b",))
    first = good().stages[0].rounds[0]
    apart = (Apart(teams=("a", "b"), never=Together.PARTNERS, must=True),)
    stages = (Stage(key="main", rounds=(first, draft), plan=(Round(number=3),), bracket=("a", "", "c", "b")),)
    record = replace(good(), teams=teams, apart=apart, stages=stages)
    assert record_from_json(json.loads(json.dumps(record_to_json(record)))) == record
