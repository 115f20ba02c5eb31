"""The engine as a command: JSON in, JSON out, errors with a code and exit 2."""

import json
import random
import subprocess
import sys
from dataclasses import replace

import pytest

from pairing.draw import draw_from_json, draw_to_json, with_draw
from pairing.systems import chance, draw
from scoring.presets import PRESETS
from scoring.record import Record, Stage, Team, record_to_json
from scoring.regulations import Regulations, StageRules, System
from tests.pairing.histories import played, swiss_record
from tests.pairing.test_tournaments import play
from tests.programs import PROJECT


def pairing(*arguments: str, given: object) -> tuple[int, str, str]:
    text = given if isinstance(given, str) else json.dumps(given)
    command = [sys.executable, "-m", "pairing", *arguments]
    done = subprocess.run(command, input=text, capture_output=True, text=True, cwd=PROJECT, check=False)
    return done.returncode, done.stdout, done.stderr


def after_two_rounds() -> Record:
    record, luck = swiss_record(8), random.Random(1)
    for number in (1, 2):
        record = played(with_draw(record, draw(record, "main", number, chance(str(number)))), luck)
    return record


def test_a_round_is_drawn_the_same_each_time_and_as_the_library_draws_it():
    record = after_two_rounds()
    code, out, _ = pairing("draw", "--round", "3", "--seed", "Saturday", given=record_to_json(record))
    assert code == 0
    assert json.loads(out) == draw_to_json(draw(record, "main", 3, chance("Saturday")))
    assert pairing("draw", "--seed", "Saturday", given=record_to_json(record))[1] == out, (
        "the next round if none is named"
    )


def test_a_draw_goes_through_json():
    found = draw(after_two_rounds(), "main", 3, chance("x"))
    again = draw_from_json(json.loads(json.dumps(draw_to_json(found))))
    assert [(t.number, t.seats) for t in again.tables] == [(t.number, t.seats) for t in found.tables]


def test_a_plan_has_all_rounds_that_can_be_drawn_in_advance():
    teams = tuple(Team(id=f"p{at}") for at in range(8))
    record = Record(name="DM", regulations=PRESETS["german_championship"], teams=teams)
    code, out, _ = pairing("plan", "--seed", "1", given=record_to_json(record))
    assert code == 0
    assert [each["round"] for each in json.loads(out)] == [1, 2, 3, 4, 5, 6]
    _, out, _ = pairing("plan", given=record_to_json(swiss_record(8)))
    assert len(json.loads(out)) == 1, "in a Swiss the next round depends on the results"


def test_check_finds_nothing_in_a_good_draw_and_the_rematch_in_a_bad_one():
    record = after_two_rounds()
    good = with_draw(record, draw(record, "main", 3, chance("x")))
    code, out, _ = pairing("check", given=record_to_json(good))
    assert code == 0
    assert "rematch" not in out
    first = record.stages[0].rounds[0]
    again = replace(
        record, stages=(replace(record.stages[0], rounds=(*record.stages[0].rounds, replace(first, number=3))),)
    )
    code, out, _ = pairing("check", given=record_to_json(again))
    assert code == 0, "a rematch is a pity and no crime"
    assert [breach["code"] for breach in json.loads(out)["breaches"]].count("rematch") == 4


def test_check_ends_with_1_if_somebody_is_left_out():
    record = after_two_rounds()
    plain = draw_to_json(draw(record, "main", 3, chance("x")))
    missing = plain["tables"].pop()
    code, out, _ = pairing("check", given={"record": record_to_json(record), "draw": plain})
    assert code == 1
    left_out = [breach for breach in json.loads(out)["breaches"] if breach["code"] == "left_out"]
    assert {team for breach in left_out for team in breach["teams"]} == {*missing["seats"]}


def test_a_later_stage_takes_those_who_have_qualified():
    regulations = PRESETS["korea"]
    record = Record(name="Korea", regulations=regulations, teams=tuple(Team(id=f"k{at}") for at in range(5)))
    record = replace(record, stages=(Stage(key="league"),), seed="s")
    luck = random.Random(4)
    for number in range(1, 6):
        record = played(with_draw(record, draw(record, "league", number, chance("1"))), luck, "league", draws=False)
    code, out, err = pairing("draw", "--stage", "finals", "--seed", "1", given=record_to_json(record))
    assert (code, err) == (0, "")
    assert len(json.loads(out)["tables"]) == 2


def test_a_bracket_as_data():
    record = Record(
        name="Cup", regulations=PRESETS["brettspielwelt"], teams=tuple(Team(id=f"k{at}") for at in range(4))
    )
    record = with_draw(record, draw(record, "main", 1, chance("1")))
    code, out, _ = pairing("bracket", given=record_to_json(record))
    assert code == 0
    assert [(match["key"], match["round"]) for match in json.loads(out)["matches"]] == [
        ("W1-1", 1),
        ("W1-2", 1),
        ("F", 2),
    ]


@pytest.mark.parametrize("system", ["double_elimination", "groups", "quartet"])
def test_a_round_of_a_record_in_which_people_wait_breaks_nothing(system: str):
    """Who waits is not in a record, and has not been forgotten."""
    stage = {
        "double_elimination": StageRules(system=System.DOUBLE_ELIMINATION),
        "groups": StageRules(system=System.GROUPS, groups=2),
        "quartet": PRESETS["hiesfeld"].stages[0],
    }[system]
    base = PRESETS["hiesfeld"] if system == "quartet" else Regulations()
    teams = [Team(id=f"k{at}") for at in range(9)]
    teams[8] = replace(teams[8], arrived=2 if system == "quartet" else 1)
    record = Record(name="Trial", regulations=replace(base, stages=(stage,)), teams=tuple(teams))
    found, luck = draw(record, stage.key, 1, chance("1")), random.Random(1)
    while not found.waiting:
        record = play(with_draw(record, found), stage.key, luck)
        found = draw(record, stage.key, found.round + 1, chance("1"))
    code, out, _ = pairing("check", given=record_to_json(with_draw(record, found)))
    assert (code, [breach for breach in json.loads(out)["breaches"] if breach["must"]]) == (0, [])


def test_any_id_can_be_printed():
    record = replace(swiss_record(1), teams=(Team(id="J\u00fcrgen"), Team(id="\ud800")))
    code, out, _ = pairing("draw", given=record_to_json(record))
    assert (code, {*json.loads(out)["tables"][0]["seats"]}) == (0, {"J\u00fcrgen", "\ud800"})


@pytest.mark.parametrize(
    ("arguments", "given", "error"),
    [
        (("draw",), "{", "json_broken"),
        (("draw",), "", "json_broken"),
        (("draw",), "[" * 100_000, "json_broken"),
        (("draw",), {}, "version_unknown"),
        (("draw", "--round", "six"), record_to_json(swiss_record(4)), "arguments_wrong"),
        (("shuffle",), record_to_json(swiss_record(4)), "arguments_wrong"),
        (("draw", "--round", "0"), record_to_json(swiss_record(4)), "round_not_next"),
        (("draw", "--round", "-1"), record_to_json(swiss_record(4)), "round_not_next"),
        (("check", "--round", "0"), record_to_json(after_two_rounds()), "round_unknown"),
        (("draw",), [], "plain_type"),
        (("draw", "--round", "4"), record_to_json(swiss_record(4)), "round_not_next"),
        (("draw", "--stage", "finals"), record_to_json(swiss_record(4)), "stage_unknown"),
        (("draw",), record_to_json(swiss_record(1)), "too_few"),
        (("check", "--round", "7"), record_to_json(after_two_rounds()), "round_unknown"),
        (("check",), {"record": record_to_json(swiss_record(4)), "draw": {"version": 1, "tables": 7}}, "plain_type"),
        (("check",), {"record": record_to_json(swiss_record(4)), "draw": {"version": 2}}, "version_unknown"),
        (("bracket", "--stage", "other"), record_to_json(swiss_record(4)), "stage_unknown"),
    ],
)
def test_an_error_is_json_with_a_code_and_exit_2(arguments: tuple[str, ...], given: object, error: str):
    code, out, err = pairing(*arguments, given=given)
    assert (code, out) == (2, "")
    assert json.loads(err)["error"] == error
