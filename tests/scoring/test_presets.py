"""The ready-made regulations: what is known of the real formats is in them."""

import json
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from rules.customs import TableRules
from scoring.difference import difference
from scoring.hand import HandRules, Sheet, score
from scoring.match import Length, MatchRules, Tie
from scoring.presets import PRESETS
from scoring.regulations import (
    ByeCounts,
    Confirmation,
    LateMatch,
    PointRules,
    Ranked,
    Regulations,
    StageRules,
    System,
    regulations_from_json,
    regulations_to_json,
)
from scoring.tiebreaks import TIEBREAKS
from scoring.variants import Variant

GAME = MatchRules()
WINS = PointRules(win=1, draw=0, loss=0)
EACH = pytest.mark.parametrize("regulations", PRESETS.values(), ids=PRESETS)


def only_stage(preset: str) -> StageRules:
    (stage,) = PRESETS[preset].stages
    return stage


def counted(stage: StageRules) -> tuple[str, int, int, int, int | None]:
    points = stage.points
    return str(points.counting), points.win, points.draw, points.loss, points.double


# --- all of them -------------------------------------------------------------------------------------------------


def test_these_are_offered_in_this_order():
    assert list(PRESETS) == [
        "club_game",
        "swiss_evening",
        "german_championship",
        "goettingen",
        "hiesfeld",
        "munich",
        "st_gallen",
        "brettspielwelt",
        "korea",
        "geekway",
        "threechu_evening",
        "tientsin",
        "grand_seigneur_night",
    ]


def test_each_names_itself():
    assert {key: regulations.preset for key, regulations in PRESETS.items()} == {key: key for key in PRESETS}


@EACH
def test_each_goes_through_json_unchanged(regulations: Regulations):
    written = json.dumps(regulations_to_json(regulations))
    assert regulations_from_json(json.loads(written)) == regulations


@EACH
def test_nobody_changes_a_preset(regulations: Regulations):
    with pytest.raises(FrozenInstanceError):
        regulations.preset = "mine"  # type: ignore[misc]
    assert hash(regulations) == hash(regulations_from_json(regulations_to_json(regulations)))


@EACH
def test_tiebreaks_exist_and_begin_with_the_points_or_in_a_knock_out_with_how_far_one_came(regulations: Regulations):
    for stage in regulations.stages:
        assert set(stage.tiebreaks) <= set(TIEBREAKS)
        elimination = stage.system in (System.KNOCKOUT, System.DOUBLE_ELIMINATION)
        assert stage.tiebreaks[0] == ("progress" if elimination else "points")


@EACH
def test_lots_decide_who_goes_on_and_the_director_who_has_won(regulations: Regulations):
    *before, last = regulations.stages
    assert [stage.tiebreaks[-1] for stage in before] == ["lots"] * len(before)
    assert last.tiebreaks[-1] == "decision"


@EACH
def test_somebody_wins_every_match_of_a_knockout(regulations: Regulations):
    for stage in regulations.stages:
        if stage.system in (System.KNOCKOUT, System.DOUBLE_ELIMINATION):
            assert {match.tie for match in stage.matches} == {Tie.PLAY_ON}


@EACH
def test_where_everybody_meets_everybody_a_free_round_brings_nothing(regulations: Regulations):
    for stage in regulations.stages:
        if stage.system in (System.ROUND_ROBIN, System.GROUPS):
            assert stage.points.bye is ByeCounts.NOTHING


@EACH
def test_the_opponents_confirm_and_substitutes_may_play(regulations: Regulations):
    assert (regulations.confirmation, regulations.substitutes) == (Confirmation.OPPONENTS, True)


@pytest.mark.parametrize(
    ("preset", "ranked", "players"),
    [
        ("club_game", "team", 2),
        ("swiss_evening", "team", 2),
        ("german_championship", "individual", 1),
        ("goettingen", "individual", 1),
        ("hiesfeld", "individual", 1),
        ("munich", "team", 2),
        ("st_gallen", "team", 2),
        ("brettspielwelt", "team", 2),
        ("korea", "team", 2),
        ("geekway", "team", 2),
        ("threechu_evening", "individual", 1),
        ("tientsin", "team", 3),
        ("grand_seigneur_night", "individual", 1),
    ],
)
def test_who_is_ranked(preset: str, ranked: str, players: int):
    assert (PRESETS[preset].ranked, PRESETS[preset].members_at_the_table) == (Ranked(ranked), players)


@pytest.mark.parametrize(
    ("preset", "stages"),
    [
        ("club_game", [("main", "round_robin", None)]),
        ("swiss_evening", [("main", "swiss", 5)]),
        ("german_championship", [("main", "individual_draw", 6)]),
        ("goettingen", [("main", "individual_draw", 6)]),
        ("hiesfeld", [("main", "quartet", 3)]),
        ("munich", [("season", "round_robin", None)]),
        ("st_gallen", [("groups", "groups", None), ("finals", "knockout", None)]),
        ("brettspielwelt", [("main", "knockout", None)]),
        ("korea", [("league", "round_robin", None), ("finals", "knockout", None)]),
        ("geekway", [("main", "double_elimination", None)]),
        ("threechu_evening", [("main", "regrouped", 4)]),
        ("tientsin", [("main", "swiss", 4)]),
        ("grand_seigneur_night", [("main", "regrouped", 3)]),
    ],
)
def test_how_tables_are_made(preset: str, stages: list[tuple[str, str, int | None]]):
    assert [(stage.key, str(stage.system), stage.rounds) for stage in PRESETS[preset].stages] == stages


BOOK = {"hand": HandRules(), "table": TableRules()}
AS_PRINTED = ("club_game", "swiss_evening", "hiesfeld", "munich", "st_gallen", "brettspielwelt", "korea", "geekway")


@pytest.mark.parametrize("preset", AS_PRINTED)
def test_most_play_every_hand_as_printed(preset: str):
    assert {"hand": PRESETS[preset].hand, "table": PRESETS[preset].table} == BOOK


@pytest.mark.parametrize("preset", [key for key in PRESETS if key != "munich"])
def test_only_munich_ranks_the_calls(preset: str):
    assert not PRESETS[preset].calls_ranked
    assert PRESETS["munich"].calls_ranked


# --- one by one --------------------------------------------------------------------------------------------------


def test_club_game():
    stage = only_stage("club_game")
    assert stage.match == GAME
    assert (stage.match.goal, stage.match.tie) == (1000, Tie.PLAY_ON)
    assert counted(stage) == ("match", 1, 0, 0, None)
    assert stage.tiebreaks == ("points", "difference", "direct", "decision")
    assert PRESETS["club_game"].odd_numbers == ("bye",)


def test_german_championship():
    regulations, stage = PRESETS["german_championship"], only_stage("german_championship")
    assert regulations.hand == HandRules(variant=Variant.NANKING, grand=False, double_victory=100)
    assert regulations.table == TableRules(last_dragon_is_kept=True)
    assert stage.match == MatchRules(length=Length.HANDS, hands=4, tie=Tie.DRAW)
    assert counted(stage) == ("hands", 2, 1, 0, 3)
    assert stage.tiebreaks == ("points", "tichu_points", "decision")
    assert regulations.odd_numbers == ("table_of_five", "house_player", "sit_out")
    assert stage.points.bye is ByeCounts.AVERAGE


def test_the_worked_example_of_the_german_championship():
    """The caller's side takes 30 card points and makes its Tichu: 130 to 70."""
    sheet = Sheet(calls=("T", "", "", ""), out=(0,), points=30)
    assert score(sheet, PRESETS["german_championship"].hand).totals == (130, 70)


def test_a_double_victory_counts_100_at_the_championship_and_200_in_a_club():
    sheet = Sheet(calls=("", "", "", ""), out=(0, 2))
    assert score(sheet, PRESETS["german_championship"].hand).totals == (100, 0)
    assert score(sheet, PRESETS["club_game"].hand).totals == (200, 0)


def test_goettingen_has_the_victory_points_but_no_dragon_rule_of_the_championship():
    regulations, stage = PRESETS["goettingen"], only_stage("goettingen")
    assert regulations.hand == HandRules(grand=False)
    assert regulations.table == TableRules()
    assert stage.points == only_stage("german_championship").points
    assert stage.match == only_stage("german_championship").match
    assert stage.tiebreaks == ("points", "tichu_points", "decision")


def test_hiesfeld():
    stage = only_stage("hiesfeld")
    assert stage.match == MatchRules(length=Length.HANDS, hands=8, tie=Tie.DRAW)
    assert stage.points.counting == "quartet_ranks"
    assert stage.tiebreaks == ("points", "difference", "decision")


def test_munich():
    stage = only_stage("munich")
    assert stage.match == GAME
    assert counted(stage) == ("match", 1, 0, 0, None)
    assert PRESETS["munich"].substitutes


def test_swiss_evening():
    stage = only_stage("swiss_evening")
    assert stage.match == MatchRules(length=Length.HANDS, hands=8, tie=Tie.DRAW)
    assert counted(stage) == ("match", 2, 1, 0, None)
    assert stage.points.bye is ByeCounts.WIN
    assert stage.tiebreaks == ("points", "buchholz", "direct", "difference", "decision")


def test_st_gallen():
    groups, finals = PRESETS["st_gallen"].stages
    assert (groups.groups, groups.qualifiers) == (2, 2)
    assert groups.match == finals.match
    assert (groups.match.length, groups.match.clock) == ("clock", "finish_this_hand")
    assert counted(groups) == counted(finals) == ("match", 1, 0, 0, None)


def test_brettspielwelt():
    stage = only_stage("brettspielwelt")
    best_of_3 = MatchRules(length=Length.BEST_OF, games=3)
    assert stage.match == GAME
    assert stage.late_matches == (
        LateMatch(rounds_from_the_end=2, match=best_of_3),
        LateMatch(rounds_from_the_end=1, match=best_of_3),
    )
    assert stage.points == WINS


def test_korea():
    league, finals = PRESETS["korea"].stages
    assert (league.match, league.qualifiers, finals.qualifiers) == (GAME, 4, None)
    assert finals.late_matches == (
        LateMatch(rounds_from_the_end=2, match=MatchRules(length=Length.BEST_OF, games=3)),
        LateMatch(rounds_from_the_end=1, match=MatchRules(length=Length.BEST_OF, games=5)),
    )
    assert finals.points == WINS


def test_geekway():
    stage = only_stage("geekway")
    assert stage.match.goal == 500
    assert stage.late_matches == (LateMatch(rounds_from_the_end=1, match=GAME),)
    assert stage.points == WINS


def test_threechu_evening():
    stage = only_stage("threechu_evening")
    assert PRESETS["threechu_evening"].hand == HandRules(variant=Variant.THREECHU)
    assert stage.match == MatchRules(length=Length.HANDS, hands=9, tie=Tie.DRAW)
    assert (stage.points.counting, stage.points.bye) == ("points", "average")


def test_tientsin():
    stage = only_stage("tientsin")
    assert PRESETS["tientsin"].hand == HandRules(variant=Variant.TIENTSIN)
    assert stage.match == GAME
    assert counted(stage) == ("match", 2, 1, 0, None)


def test_grand_seigneur_night():
    stage = only_stage("grand_seigneur_night")
    assert PRESETS["grand_seigneur_night"].variant is Variant.GRAND_SEIGNEUR
    assert (stage.match.length, stage.match.hands) == ("hands", 6)
    assert (stage.points.counting, stage.points.bye) == ("places", "average")


# --- what the players are told -----------------------------------------------------------------------------------


def told(preset: str) -> list[tuple[str, dict[str, Any]]]:
    return [(each.code, dict(each.facts)) for each in difference(PRESETS[preset])]


@pytest.mark.parametrize(
    ("preset", "differences"),
    [
        ("club_game", []),
        ("swiss_evening", [("fixed_hands", {"hands": 8, "stage": "main"})]),
        (
            "german_championship",
            [
                ("no_grand_tichu", {}),
                ("double_victory", {"value": 100}),
                ("last_dragon_is_kept", {}),
                ("partners_change", {}),
                ("victory_points_per_hand", {"win": 2, "draw": 1, "double": 3}),
                ("fixed_hands", {"hands": 4, "stage": "main"}),
            ],
        ),
        (
            "goettingen",
            [
                ("no_grand_tichu", {}),
                ("partners_change", {}),
                ("victory_points_per_hand", {"win": 2, "draw": 1, "double": 3}),
                ("fixed_hands", {"hands": 4, "stage": "main"}),
            ],
        ),
        ("hiesfeld", [("partners_change", {}), ("fixed_hands", {"hands": 8, "stage": "main"})]),
        ("munich", []),
        (
            "st_gallen",
            [
                ("by_the_clock", {"policy": "finish_this_hand", "stage": "groups"}),
                ("by_the_clock", {"policy": "finish_this_hand", "stage": "finals"}),
            ],
        ),
        (
            "brettspielwelt",
            [
                ("best_of", {"games": 3, "stage": "main", "from_the_end": 2}),
                ("best_of", {"games": 3, "stage": "main", "from_the_end": 1}),
            ],
        ),
        (
            "korea",
            [
                ("best_of", {"games": 3, "stage": "finals", "from_the_end": 2}),
                ("best_of", {"games": 5, "stage": "finals", "from_the_end": 1}),
            ],
        ),
        (
            "geekway",
            [
                ("target", {"value": 500, "stage": "main"}),
                ("target", {"value": 1000, "stage": "main", "from_the_end": 1}),
            ],
        ),
        ("threechu_evening", [("fixed_hands", {"hands": 9, "stage": "main"})]),
        ("tientsin", []),
        ("grand_seigneur_night", [("fixed_hands", {"hands": 6, "stage": "main"})]),
    ],
)
def test_what_players_are_told(preset: str, differences: list[tuple[str, dict[str, Any]]]):
    assert told(preset) == differences
