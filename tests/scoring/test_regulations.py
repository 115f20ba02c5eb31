"""Regulations are checked as a whole: choices that contradict each other are refused, and both are named."""

import json
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.customs import Direction, TableRules
from rules.refusal import Refusal
from scoring.hand import HandRules
from scoring.match import ClockPolicy, Length, MatchRules, Tie
from scoring.presets import PRESETS
from scoring.regulations import (
    TIEBREAK_KEYS,
    ByeCounts,
    Clubmates,
    Confirmation,
    Counting,
    LateMatch,
    OddNumbers,
    PointRules,
    Ranked,
    Regulations,
    Seeding,
    StageRules,
    System,
    regulations_from_json,
    regulations_to_json,
)
from scoring.variants import Variant
from tests.scoring.refusing import refusal_of

CHAMPIONSHIP = PRESETS["german_championship"]
FOUR_HANDS = MatchRules(length=Length.HANDS, hands=4, tie=Tie.DRAW)


def contradiction(field: str, other: str, value: str | int) -> Refusal:
    return Refusal("settings_contradict", field=field, other=other, value=value)


def missing(field: str, other: str, value: str) -> Refusal:
    return Refusal("setting_missing", field=field, other=other, value=value)


def with_stage(preset: str, **changes: Any) -> Regulations:
    """The preset with these changes in its first stage."""
    first, *rest = PRESETS[preset].stages
    return replace(PRESETS[preset], stages=(replace(first, **changes), *rest))


# --- points ------------------------------------------------------------------------------------------------------

NOT_BY_HANDS = [counting for counting in Counting if counting is not Counting.HANDS]
NOT_BY_DIFFERENCE = [counting for counting in Counting if counting not in (Counting.DIFFERENCE, Counting.AVERAGE)]
WINNABLE = [Counting.MATCH, Counting.HANDS, Counting.MARGIN]
NOTHING_TO_WIN = [counting for counting in Counting if counting not in WINNABLE]


@pytest.mark.parametrize("counting", NOT_BY_HANDS)
def test_a_double_victory_gives_points_only_where_hands_count(counting: Counting):
    refusal = refusal_of(lambda: PointRules(counting=counting, double=3, bye=ByeCounts.NOTHING))
    assert refusal == contradiction("double", "counting", str(counting))


@pytest.mark.parametrize("counting", NOT_BY_DIFFERENCE)
def test_only_a_difference_is_capped(counting: Counting):
    refusal = refusal_of(lambda: PointRules(counting=counting, cap=300, bye=ByeCounts.NOTHING))
    assert refusal == contradiction("cap", "counting", str(counting))


@pytest.mark.parametrize("counting", [Counting.DIFFERENCE, Counting.AVERAGE])
def test_a_difference_may_be_capped(counting: Counting):
    assert PointRules(counting=counting, cap=300, bye=ByeCounts.NOTHING).cap == 300


@pytest.mark.parametrize("counting", NOTHING_TO_WIN)
def test_a_bye_is_no_win_where_there_is_nothing_to_win(counting: Counting):
    refusal = refusal_of(lambda: PointRules(counting=counting, bye=ByeCounts.WIN))
    assert refusal == contradiction("bye", "counting", str(counting))


@pytest.mark.parametrize("counting", Counting)
@pytest.mark.parametrize("bye", [ByeCounts.AVERAGE, ByeCounts.NOTHING])
def test_a_bye_may_bring_the_average_or_nothing_anywhere(counting: Counting, bye: ByeCounts):
    assert PointRules(counting=counting, bye=bye).bye is bye


@pytest.mark.parametrize("counting", WINNABLE)
def test_a_bye_may_be_a_win_where_there_is_one(counting: Counting):
    assert PointRules(counting=counting, bye=ByeCounts.WIN).bye is ByeCounts.WIN


@pytest.mark.parametrize(("win", "draw", "loss"), [(1, 1, 0), (1, 2, 0), (2, 0, 1), (0, 0, 0)])
def test_a_win_is_more_than_a_draw_and_a_draw_no_less_than_a_loss(win: int, draw: int, loss: int):
    refusal = refusal_of(lambda: PointRules(win=win, draw=draw, loss=loss))
    assert refusal == Refusal("points_order", field="win", win=win, draw=draw, loss=loss)


@pytest.mark.parametrize(("win", "draw", "loss"), [(1, 0, 0), (3, 1, 0), (2, 1, 1), (1, 0, -1)])
def test_these_points_are_in_order(win: int, draw: int, loss: int):
    points = PointRules(win=win, draw=draw, loss=loss)
    assert (points.win, points.draw, points.loss) == (win, draw, loss)


@pytest.mark.parametrize(
    ("field", "counting"),
    [("scale", Counting.MARGIN), ("margin", Counting.MARGIN), ("cap", Counting.DIFFERENCE)],
)
@pytest.mark.parametrize("value", [0, -5])
def test_numbers_of_points_are_at_least_one(field: str, counting: Counting, value: int):
    changes: dict[str, Any] = {field: value}
    refusal = refusal_of(lambda: PointRules(counting=counting, bye=ByeCounts.NOTHING, **changes))
    assert refusal == Refusal("setting_too_small", field=field, value=value, minimum=1)


# --- a stage -----------------------------------------------------------------------------------------------------

TWICE_THE_FINAL = (
    LateMatch(rounds_from_the_end=1, match=MatchRules()),
    LateMatch(rounds_from_the_end=1, match=MatchRules(target=500)),
)


@pytest.mark.parametrize(
    ("stage", "refusal"),
    [
        ({"system": System.ROUND_ROBIN, "groups": 2}, contradiction("groups", "system", "round_robin")),
        ({"system": System.KNOCKOUT, "groups": 2}, contradiction("groups", "system", "knockout")),
        ({"system": System.GROUPS}, contradiction("groups", "system", "groups")),
        ({"system": System.ROUND_ROBIN, "third_place": True}, contradiction("third_place", "system", "round_robin")),
        (
            {"system": System.DOUBLE_ELIMINATION, "third_place": True},
            contradiction("third_place", "system", "double_elimination"),
        ),
        (
            {"system": System.ROUND_ROBIN, "late_matches": TWICE_THE_FINAL[:1]},
            contradiction("late_matches", "system", "round_robin"),
        ),
        (
            {"system": System.KNOCKOUT, "late_matches": TWICE_THE_FINAL},
            contradiction("late_matches", "rounds_from_the_end", 1),
        ),
        ({"system": System.KNOCKOUT, "match": FOUR_HANDS}, contradiction("tie", "system", "knockout")),
        (
            {
                "system": System.DOUBLE_ELIMINATION,
                "late_matches": (LateMatch(rounds_from_the_end=1, match=FOUR_HANDS),),
            },
            contradiction("tie", "system", "double_elimination"),
        ),
        ({"system": System.SWISS}, missing("rounds", "system", "swiss")),
        ({"system": System.INDIVIDUAL_DRAW}, missing("rounds", "system", "individual_draw")),
        ({"system": System.REGROUPED}, missing("rounds", "system", "regrouped")),
        ({"system": System.ROUND_ROBIN, "tiebreaks": ()}, missing("tiebreaks", "system", "round_robin")),
        (
            {"system": System.ROUND_ROBIN, "tiebreaks": ("points", "direct", "points")},
            Refusal("tiebreaks_repeat", field="tiebreaks", value=["points", "direct", "points"]),
        ),
        (
            {"system": System.ROUND_ROBIN, "tiebreaks": ("progress",)},
            contradiction("tiebreaks", "system", "round_robin"),
        ),
        (
            {"system": System.ROUND_ROBIN, "tiebreaks": ("points", "beauty")},
            Refusal("tiebreak_unknown", field="tiebreaks", value="beauty", allowed=list(TIEBREAK_KEYS)),
        ),
        (
            {"system": System.SWISS, "rounds": 0},
            Refusal("setting_too_small", field="rounds", value=0, minimum=1),
        ),
        (
            {"system": System.GROUPS, "groups": 0},
            Refusal("setting_too_small", field="groups", value=0, minimum=1),
        ),
        (
            {"system": System.ROUND_ROBIN, "qualifiers": -1},
            Refusal("setting_too_small", field="qualifiers", value=-1, minimum=1),
        ),
    ],
)
def test_a_stage_that_contradicts_itself(stage: dict[str, Any], refusal: Refusal):
    assert refusal_of(lambda: StageRules(**stage)) == refusal


def test_the_final_is_the_last_round_there_is():
    refusal = refusal_of(lambda: LateMatch(rounds_from_the_end=0, match=MatchRules()))
    assert refusal == Refusal("setting_too_small", field="rounds_from_the_end", value=0, minimum=1)


def test_a_knockout_may_play_for_third_place_and_have_a_longer_final():
    final = LateMatch(rounds_from_the_end=1, match=MatchRules(length=Length.BEST_OF, games=5))
    stage = StageRules(system=System.KNOCKOUT, third_place=True, late_matches=(final,))
    assert stage.matches == (MatchRules(), MatchRules(length=Length.BEST_OF, games=5))


def test_a_knockout_of_eight_hands_plays_on_until_somebody_leads():
    match = replace(FOUR_HANDS, hands=8, tie=Tie.PLAY_ON)
    assert StageRules(system=System.KNOCKOUT, match=match).match.hands == 8


@pytest.mark.parametrize(
    "system",
    [
        System.ROUND_ROBIN,
        System.DOUBLE_ROUND_ROBIN,
        System.KNOCKOUT,
        System.DOUBLE_ELIMINATION,
        System.QUARTET,
    ],
)
def test_some_systems_know_their_number_of_rounds(system: System):
    assert StageRules(system=system).rounds is None


# --- the length of a match ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("match", "refusal"),
    [
        ({"length": Length.BEST_OF, "games": 3, "hands": 4}, contradiction("hands", "length", "best_of")),
        ({"length": Length.HANDS, "hands": 4, "games": 3}, contradiction("games", "length", "hands")),
        ({"length": Length.HANDS, "hands": 4, "target": 1000}, contradiction("target", "length", "hands")),
        ({"clock": ClockPolicy.STOP}, contradiction("clock", "length", "target")),
        ({"tie": Tie.DRAW}, contradiction("tie", "length", "target")),
        ({"length": Length.BEST_OF}, missing("games", "length", "best_of")),
        ({"length": Length.HANDS}, missing("hands", "length", "hands")),
        ({"length": Length.CLOCK}, missing("clock", "length", "clock")),
    ],
)
def test_a_match_that_contradicts_itself(match: dict[str, Any], refusal: Refusal):
    assert refusal_of(lambda: MatchRules(**match)) == refusal


# --- the whole ---------------------------------------------------------------------------------------------------

TEAM_SYSTEMS = [
    System.SWISS,
    System.ROUND_ROBIN,
    System.DOUBLE_ROUND_ROBIN,
    System.GROUPS,
    System.KNOCKOUT,
    System.DOUBLE_ELIMINATION,
]
OTHERS = [system for system in System if system not in TEAM_SYSTEMS]


def stage_of(system: System, **changes: Any) -> StageRules:
    groups = 2 if system is System.GROUPS else None
    return StageRules(system=system, rounds=3, groups=groups, **changes)


@pytest.mark.parametrize("system", TEAM_SYSTEMS)
def test_individuals_do_not_play_in_systems_for_teams(system: System):
    refusal = refusal_of(lambda: Regulations(ranked=Ranked.INDIVIDUAL, stages=(stage_of(system),)))
    assert refusal == contradiction("system", "ranked", "individual")


@pytest.mark.parametrize("system", OTHERS)
def test_teams_do_not_play_in_systems_for_individuals(system: System):
    refusal = refusal_of(lambda: Regulations(ranked=Ranked.TEAM, stages=(stage_of(system),)))
    assert refusal == contradiction("system", "ranked", "team")


@pytest.mark.parametrize("system", [system for system in System if system is not System.QUARTET])
def test_quartet_ranks_are_for_quartets(system: System):
    ranked = Ranked.TEAM if system in TEAM_SYSTEMS else Ranked.INDIVIDUAL
    points = PointRules(counting=Counting.QUARTET_RANKS, bye=ByeCounts.NOTHING)
    refusal = refusal_of(lambda: Regulations(ranked=ranked, stages=(stage_of(system, points=points),)))
    assert refusal == contradiction("counting", "system", str(system))


def test_a_quartet_counts_by_quartet_ranks():
    assert refusal_of(lambda: with_stage("hiesfeld", points=PointRules())) == contradiction(
        "counting", "system", "quartet"
    )


def test_a_quartet_is_of_four():
    six = HandRules(variant=Variant.TIENTSIN)
    assert refusal_of(lambda: replace(PRESETS["hiesfeld"], hand=six)) == contradiction("system", "variant", "tientsin")


@pytest.mark.parametrize("counting", [Counting.MATCH, Counting.HANDS, Counting.DIFFERENCE, Counting.AVERAGE])
def test_threechu_counts_everybodys_own_points(counting: Counting):
    points = PointRules(counting=counting, bye=ByeCounts.NOTHING)
    refusal = refusal_of(lambda: with_stage("threechu_evening", points=points))
    assert refusal == contradiction("counting", "variant", "threechu")


def test_threechu_needs_hands_that_can_be_divided_by_three():
    match = MatchRules(length=Length.HANDS, hands=10, tie=Tie.DRAW)
    refusal = refusal_of(lambda: with_stage("threechu_evening", match=match))
    assert refusal == Refusal("threechu_hands", field="hands", value=10, allowed=[9, 12])


@pytest.mark.parametrize("preset", ["threechu_evening", "grand_seigneur_night"])
def test_three_or_many_players_have_no_game_to_1000(preset: str):
    refusal = refusal_of(lambda: with_stage(preset, match=MatchRules()))
    assert refusal == contradiction("length", "variant", str(PRESETS[preset].variant))


@pytest.mark.parametrize("preset", ["threechu_evening", "grand_seigneur_night"])
def test_three_or_many_players_are_grouped_anew(preset: str):
    refusal = refusal_of(lambda: with_stage(preset, system=System.INDIVIDUAL_DRAW))
    assert refusal == contradiction("system", "variant", str(PRESETS[preset].variant))


def test_grand_seigneur_counts_places():
    points = PointRules(counting=Counting.POINTS, bye=ByeCounts.NOTHING)
    refusal = refusal_of(lambda: with_stage("grand_seigneur_night", points=points))
    assert refusal == contradiction("counting", "variant", "grand_seigneur")


@pytest.mark.parametrize("preset", ["club_game", "german_championship", "threechu_evening", "tientsin"])
def test_places_are_for_grand_seigneur(preset: str):
    points = PointRules(counting=Counting.PLACES, bye=ByeCounts.NOTHING)
    refusal = refusal_of(lambda: with_stage(preset, points=points))
    assert refusal == contradiction("counting", "variant", str(PRESETS[preset].variant))


# --- several stages ----------------------------------------------------------------------------------------------


def test_a_tournament_has_a_stage():
    assert refusal_of(lambda: Regulations(stages=())) == missing("stages", "regulations", "")


@pytest.mark.parametrize("preset", ["korea", "st_gallen"])
def test_somebody_must_go_on_to_the_next_stage(preset: str):
    refusal = refusal_of(lambda: with_stage(preset, qualifiers=None))
    assert refusal == missing("qualifiers", "stages", PRESETS[preset].stages[0].key)


def test_nobody_goes_on_from_the_last_stage():
    assert refusal_of(lambda: with_stage("club_game", qualifiers=4)) == contradiction("qualifiers", "stages", "main")


def test_stages_have_names_of_their_own():
    refusal = refusal_of(lambda: with_stage("korea", key="finals"))
    assert refusal == Refusal("stages_repeat", field="stages", value=["finals", "finals"])


def test_every_stage_is_checked():
    league, finals = PRESETS["korea"].stages
    drawn = StageRules(key="finals", system=System.INDIVIDUAL_DRAW, rounds=1)
    refusal = refusal_of(lambda: replace(PRESETS["korea"], stages=(league, drawn)))
    assert refusal == contradiction("system", "ranked", "team")
    assert PRESETS["korea"].stages[1] == finals


def test_a_stage_is_found_by_its_name():
    assert PRESETS["korea"].stage("finals") == PRESETS["korea"].stages[1]
    refusal = refusal_of(lambda: PRESETS["korea"].stage("final"))
    assert refusal == Refusal("stage_unknown", field="stage", value="final", allowed=["league", "finals"])


# --- to and from JSON --------------------------------------------------------------------------------------------


def test_every_choice_is_written_down_so_that_a_later_default_changes_no_tournament():
    def names(value: object) -> set[str]:
        return {field.name for field in fields(value)}

    data = regulations_to_json(PRESETS["club_game"])
    stage = data["stages"][0]
    assert set(data) == {"version", *names(Regulations())}
    assert set(stage) == names(Regulations().stages[0])
    assert set(stage["match"]) == names(MatchRules())
    assert (data["preset"], stage["system"], stage["points"]["win"], stage["match"]["tie"]) == (
        "club_game", "round_robin", 1, "play_on",
    )  # fmt: skip


def test_nothing_but_a_version_is_the_usual_game():
    assert regulations_from_json({"version": 1}) == Regulations()


def changed(*path: str | int, to: Any) -> dict[str, Any]:
    """The JSON of the German championship with another value in one place."""
    data: dict[str, Any] = json.loads(json.dumps(regulations_to_json(CHAMPIONSHIP)))
    inner: Any = data
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = to
    return data


@pytest.mark.parametrize("version", [0, 2, "1", None, True, 1.0, [1]])
def test_another_version_is_refusal_of(version: object):
    refusal = refusal_of(lambda: regulations_from_json(changed("version", to=version)))
    assert refusal == Refusal("version_unknown", field="version", value=repr(version), allowed=[1])


def test_a_missing_version_is_refused_where_it_is_missing():
    refusal = refusal_of(lambda: regulations_from_json({"preset": "club_game"}, at="regulations"))
    assert refusal == Refusal("version_unknown", field="regulations.version", value="None", allowed=[1])


@pytest.mark.parametrize("data", [None, [], "club_game", 1])
def test_what_is_no_object_is_refusal_of(data: object):
    refusal = refusal_of(lambda: regulations_from_json(data, at="regulations"))
    assert refusal == Refusal("plain_type", field="regulations", expected="object", value=repr(data))


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        (("stages", 0, "match", "length"), "minutes", "plain_choice"),
        (("stages", 0, "match", "length"), None, "plain_choice"),
        (("stages", 0, "match", "length"), 4, "plain_choice"),
        (("stages", 0, "match", "hands"), "4", "plain_type"),
        (("stages", 0, "match", "hands"), 4.0, "plain_type"),
        (("stages", 0, "match", "hands"), True, "plain_type"),
        (("stages", 0, "match", "duration"), 60, "plain_unknown"),
        (("stages", 0, "match"), [], "plain_type"),
        (("stages", 0, "tiebreaks"), "points", "plain_type"),
        (("stages", 0, "tiebreaks", 1), 7, "plain_type"),
        (("stages", 0), "main", "plain_type"),
        (("stages",), {}, "plain_type"),
        (("hand", "grand"), 0, "plain_type"),
        (("hand", "variant"), "peking", "plain_choice"),
        (("table", "last_dragon_kept"), True, "plain_unknown"),
        (("odd_numbers", 2), "go_home", "plain_choice"),
        (("ranked",), "teams", "plain_choice"),
        (("name",), "My tournament", "plain_unknown"),
    ],
)
def test_a_refusal_names_the_place(path: tuple[str | int, ...], value: object, code: str):
    refusal = refusal_of(lambda: regulations_from_json(changed(*path, to=value)))
    assert (refusal.code, refusal.facts["field"]) == (code, ".".join(str(step) for step in path))


def test_a_wrong_choice_says_which_there_are():
    refusal = refusal_of(lambda: regulations_from_json(changed("stages", 0, "match", "length", to="minutes")))
    assert refusal == Refusal(
        "plain_choice",
        field="stages.0.match.length",
        value="'minutes'",
        allowed=["target", "hands", "clock", "best_of"],
    )


def test_a_late_match_must_say_its_round_and_its_length():
    data = json.loads(json.dumps(regulations_to_json(PRESETS["geekway"])))
    assert data["stages"][0]["late_matches"][0]["rounds_from_the_end"] == 1
    del data["stages"][0]["late_matches"][0]["match"]
    refusal = refusal_of(lambda: regulations_from_json(data, at="regulations"))
    assert refusal == Refusal("plain_missing", field="regulations.stages.0.late_matches.0.match")


@pytest.mark.parametrize(
    ("path", "value", "refusal"),
    [
        (("ranked",), "team", contradiction("system", "ranked", "team")),
        (("stages", 0, "points", "counting"), "match", contradiction("double", "counting", "match")),
        (("stages", 0, "match", "games"), 3, contradiction("games", "length", "hands")),
        (("hand", "variant"), "threechu", contradiction("counting", "variant", "threechu")),
        (
            ("hand", "double_victory"),
            -100,
            Refusal("victory_value", field="double_victory", value=-100, minimum=0, maximum=10_000, step=5),
        ),
    ],
)
def test_json_cannot_bring_in_a_contradiction(path: tuple[str | int, ...], value: object, refusal: Refusal):
    assert refusal_of(lambda: regulations_from_json(changed(*path, to=value))) == refusal


# --- any regulations ---------------------------------------------------------------------------------------------

COUNTS = st.integers(min_value=1, max_value=64)
TABLES = st.builds(
    TableRules,
    direction=st.sampled_from(Direction),
    wish_is_a_must=st.booleans(),
    bomb_instead_of_wish=st.booleans(),
    partner_may_withdraw_call=st.booleans(),
    last_dragon_is_kept=st.booleans(),
)
FOR_EVERYBODY = [wish for wish in OddNumbers if wish is not OddNumbers.TABLE_OF_FIVE]
SIMPLE_CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "preset": st.from_regex(r"[\w-]{0,40}", fullmatch=True),
        "table": TABLES,
        "odd_numbers": st.lists(st.sampled_from(FOR_EVERYBODY), min_size=1, unique=True).map(tuple),
        "clubmates": st.sampled_from(Clubmates),
        "substitutes": st.booleans(),
        "confirmation": st.sampled_from(Confirmation),
        "players_may_correct": st.booleans(),
        "calls_ranked": st.booleans(),
    },
)
HAND_CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "grand": st.booleans(),
        "double_victory": st.integers(min_value=0, max_value=80).map(lambda number: 5 * number),
        "triple_victory": st.integers(min_value=0, max_value=80).map(lambda number: 5 * number),
    },
)
ANYWHERE = [key for key in TIEBREAK_KEYS if key != "progress"]
STAGE_CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "rounds": COUNTS,
        "tiebreaks": st.lists(st.sampled_from(ANYWHERE), min_size=1, unique=True).map(tuple),
    },
)


@st.composite
def any_regulations(draw: st.DrawFn) -> Regulations:
    """A preset as an organiser may change it."""
    preset = draw(st.sampled_from(list(PRESETS.values())))
    first, *rest = preset.stages
    win, draw_, loss = sorted(draw(st.sets(st.integers(-9, 9), min_size=3, max_size=3)), reverse=True)
    double = None if first.points.double is None else win + draw(st.integers(0, 3))
    points = replace(first.points, win=win, draw=draw_, loss=loss, double=double)
    return replace(
        preset,
        hand=replace(preset.hand, **draw(HAND_CHANGES)),
        stages=(replace(first, points=points, **draw(STAGE_CHANGES)), *rest),
        **draw(SIMPLE_CHANGES),
    )


@given(any_regulations())
def test_any_regulations_go_through_json_unchanged(regulations: Regulations):
    written = json.dumps(regulations_to_json(regulations))
    assert regulations_from_json(json.loads(written)) == regulations


@given(any_regulations(), any_regulations())
def test_different_regulations_differ_in_json(one: Regulations, other: Regulations):
    assert (one == other) is (regulations_to_json(one) == regulations_to_json(other))


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        ({"odd_numbers": ()}, Refusal("odd_numbers_repeat", field="odd_numbers", value=[])),
        (
            {"odd_numbers": (OddNumbers.BYE, OddNumbers.BYE)},
            Refusal("odd_numbers_repeat", field="odd_numbers", value=["bye", "bye"]),
        ),
        ({"odd_numbers": (OddNumbers.TABLE_OF_FIVE,)}, contradiction("odd_numbers", "ranked", "team")),
        (
            {"stages": (StageRules(system=System.ROUND_ROBIN, points_carried_over=True),)},
            contradiction("points_carried_over", "stages", "main"),
        ),
    ],
)
def test_what_makes_no_sense_for_pairs_is_refused(change: dict[str, Any], refusal: Refusal):
    assert refusal_of(lambda: Regulations(**change)) == refusal


FIVES = {"odd_numbers": (OddNumbers.TABLE_OF_FIVE,)}


@pytest.mark.parametrize(
    ("preset", "stage", "refusal"),
    [
        ("german_championship", {"match": MatchRules(length="hands", hands=6, tie="draw")}, ("hands", 6)),
        ("german_championship", {"points": PointRules()}, ("counting", "match")),
        (
            "german_championship",
            {"points": PointRules(counting="difference", cap=500, bye="average")},
            ("counting", "difference"),
        ),
        ("hiesfeld", {}, ("system", "quartet")),
        ("threechu_evening", {}, ("system", "regrouped")),
    ],
)
def test_a_table_of_five_needs_hands_that_count_by_themselves_and_can_be_shared(
    preset: str, stage: dict[str, Any], refusal: tuple[str, object]
):
    """At five one sits out in turn, so four hands of five for everybody; a match as a whole cannot be won there."""
    regulations = PRESETS[preset]
    stages = (replace(regulations.stages[0], **stage),)
    assert refusal_of(lambda: replace(regulations, stages=stages, **FIVES)) == contradiction("odd_numbers", *refusal)


@pytest.mark.parametrize(
    ("stage", "refusal"),
    [
        ({"accelerated": -1}, Refusal("setting_too_small", field="accelerated", value=-1, minimum=0)),
        ({"accelerated": 2}, contradiction("accelerated", "seeding", "drawn")),
        (
            {"accelerated": 2, "seeding": Seeding.RATING, "system": System.ROUND_ROBIN},
            contradiction("accelerated", "system", "round_robin"),
        ),
        ({"by_score_from": 3}, contradiction("by_score_from", "system", "swiss")),
        ({"table_size": 6}, contradiction("table_size", "system", "swiss")),
        (
            {"table_size": 1, "system": System.REGROUPED},
            Refusal("setting_too_small", field="table_size", value=1, minimum=2),
        ),
    ],
)
def test_choices_for_the_draw_belong_to_their_system(stage: dict[str, Any], refusal: Refusal):
    assert refusal_of(lambda: StageRules(**{"rounds": 5, **stage})) == refusal


def test_the_first_stage_has_no_places_to_begin_with():
    stage = StageRules(system=System.KNOCKOUT, seeding=Seeding.RANK)
    assert refusal_of(lambda: Regulations(stages=(stage,))) == contradiction("seeding", "stages", "main")


def test_a_double_victory_gives_no_less_than_a_win():
    refusal = refusal_of(lambda: PointRules(counting=Counting.HANDS, win=2, double=1))
    assert refusal == Refusal("setting_too_small", field="double", value=1, minimum=2)


# --- what cannot be meant ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "refusal"),
    [
        (lambda: StageRules(rounds=501), Refusal("setting_too_large", field="rounds", value=501, maximum=500)),
        (
            lambda: StageRules(rounds=3, minutes=1441),
            Refusal("setting_too_large", field="minutes", value=1441, maximum=1440),
        ),
        (
            lambda: MatchRules(target=10**9),
            Refusal("setting_too_large", field="target", value=10**9, maximum=100_000),
        ),
        (lambda: PointRules(win=10**9), Refusal("setting_too_large", field="win", value=10**9, maximum=1_000_000)),
        (lambda: StageRules(rounds=3, key="a b"), Refusal("key_malformed", field="key", value="a b")),
        (lambda: StageRules(rounds=3, key="\ud800"), Refusal("key_malformed", field="key", value="\ud800")),
        (lambda: Regulations(preset="x" * 41), Refusal("key_malformed", field="preset", value="x" * 41)),
    ],
)
def test_numbers_and_words_that_cannot_be_meant_are_refused(make: Callable[[], object], refusal: Refusal):
    assert refusal_of(make) == refusal
