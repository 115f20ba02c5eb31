"""What a tournament tells those who play: the house rules, the end of a match, and the words of a table."""

import ast
from dataclasses import replace
from enum import StrEnum

import pytest

from games.choices import CallReason
from games.house_rules import LENGTH_CODES, corrections, end_of_match, house_rules, original_rules, who_confirms
from games.labels import REFUSALS, call_reason_in_words, reason_in_words, ruling_in_words
from games.selectors.matches import WHOLE_RESULT
from games.selectors.tables import HIDDEN
from games.sentences.house_rules import (
    CONFIRMATIONS,
    HOUSE_RULES,
    LENGTHS,
    LENGTHS_SOMEWHERE,
    STAGES,
    TIES,
    WHEN_TIME_IS_UP,
)
from games.sentences.tables import CALL_REASONS, REASONS, RULINGS
from rules.customs import Direction, TableRules
from scoring.hand import HandRules
from scoring.match import ClockPolicy, Length, MatchRules, Reason, Tie
from scoring.presets import PRESETS
from scoring.record import RulingKind
from scoring.regulations import (
    Confirmation,
    Counting,
    LateMatch,
    OddNumbers,
    PointRules,
    Regulations,
    StageRules,
    System,
)
from scoring.variants import Variant
from tests.programs import PROJECT

CLUB = PRESETS["club_game"]
FOUR_HANDS = MatchRules(length=Length.HANDS, hands=4)
BEST_OF_3 = MatchRules(length=Length.BEST_OF, games=3)


def with_match(match: MatchRules, **choices: object) -> Regulations:
    """The club game with another length of the match."""
    return replace(CLUB, stages=(replace(CLUB.stages[0], match=match, **choices),))  # type: ignore[arg-type]


def clock(policy: ClockPolicy = ClockPolicy.FINISH_THIS_HAND, **choices: object) -> MatchRules:
    return MatchRules(length=Length.CLOCK, clock=policy, **choices)  # type: ignore[arg-type]


def two_stages(first: MatchRules, second: MatchRules, *late: LateMatch) -> Regulations:
    groups = StageRules(key="g", system=System.GROUPS, groups=2, qualifiers=2, match=first)
    return Regulations(stages=(groups, StageRules(key="k", system=System.KNOCKOUT, match=second, late_matches=late)))


# --- the house rules ---------------------------------------------------------------------------------------------

BY_HANDS = "every hand gives victory points: 2 for the higher score, 1 each for equal scores, 3 for a double victory."
VICTORY_POINTS = BY_HANDS.capitalize()
FINISH = "When the time is up, finish the hand you are playing and begin no new one."
ONE_MORE = "When the time is up, finish the hand you are playing, then play one more."
STOP = "When the time is up, stop at once: a hand that is not finished does not count."
TOLD = {
    "club_game": [],
    "swiss_evening": ["A match is 8 hands."],
    "german_championship": [
        "No Grand Tichu.",
        "A double victory counts 100 points instead of 200.",
        "A Dragon trick that ends the hand is not given away.",
        "You get a new partner in every round.",
        VICTORY_POINTS,
        "A match is 4 hands.",
    ],
    "goettingen": [
        "No Grand Tichu.",
        "You get a new partner in every round.",
        VICTORY_POINTS,
        "A match is 4 hands.",
    ],
    "hiesfeld": ["You get a new partner in every round.", "A match is 8 hands."],
    "munich": [],
    "st_gallen": [f"A match goes by the clock. {FINISH}"],
    "brettspielwelt": [
        "In the semifinals a match is best of 3 games to 1000 points.",
        "In the final a match is best of 3 games to 1000 points.",
    ],
    "korea": [
        "In the semifinals a match is best of 3 games to 1000 points.",
        "In the final a match is best of 5 games to 1000 points.",
    ],
    "geekway": ["A match goes to 500 points.", "In the final a match goes to 1000 points."],
    "threechu_evening": ["A match is 9 hands."],
    "tientsin": [],
    "grand_seigneur_night": ["A match is 6 hands."],
}


@pytest.mark.parametrize("preset", PRESETS)
def test_what_every_preset_tells(preset: str):
    assert house_rules(PRESETS[preset]) == TOLD[preset]


def test_where_nothing_differs_there_are_words_for_that():
    assert original_rules() == "Played by the original rules."


@pytest.mark.parametrize(
    ("choices", "text"),
    [
        ({"hand": HandRules(grand=False)}, "No Grand Tichu."),
        ({"hand": HandRules(double_victory=0)}, "A double victory counts 0 points instead of 200."),
        (
            {"hand": HandRules(variant=Variant.TIENTSIN, triple_victory=200)},
            "A triple victory counts 200 points instead of 300.",
        ),
        ({"table": TableRules(direction=Direction.LEFT)}, "Play goes to the left, clockwise."),
        ({"table": TableRules(wish_is_a_must=True)}, "Whoever plays the Mah Jong must make a wish."),
        (
            {"table": TableRules(bomb_instead_of_wish=False)},
            "On your turn you may not play a bomb instead of the wished card.",
        ),
        (
            {"table": TableRules(partner_may_withdraw_call=False)},
            "If partners call at the same moment, both calls stand.",
        ),
        ({"table": TableRules(last_dragon_is_kept=True)}, "A Dragon trick that ends the hand is not given away."),
    ],
)
def test_every_house_rule_of_the_hand_and_the_table(choices: dict[str, object], text: str):
    assert house_rules(replace(CLUB, **choices)) == [text]  # type: ignore[arg-type]


def test_in_tientsin_one_has_two_partners():
    championship = PRESETS["german_championship"]
    six = replace(championship.hand, variant=Variant.TIENTSIN)
    told = house_rules(replace(championship, hand=six, odd_numbers=(OddNumbers.SIT_OUT,)))
    assert "You get new partners in every round." in told
    assert "You get a new partner in every round." not in told


@pytest.mark.parametrize(
    ("match", "text"),
    [
        (MatchRules(target=500), "A match goes to 500 points."),
        (MatchRules(length=Length.HANDS, hands=1), "A match is 1 hand."),
        (MatchRules(length=Length.BEST_OF, games=1), "A match is best of 1 game to 1000 points."),
        (replace(BEST_OF_3, target=500), "A match is best of 3 games to 500 points."),
        (
            clock(ClockPolicy.ONE_MORE_HAND, target=1000),
            f"A match goes by the clock, to 1000 points at most. {ONE_MORE}",
        ),
        (
            clock(ClockPolicy.STOP, target=700),
            f"A match goes by the clock, to 700 points at most. {STOP}",
        ),
    ],
)
def test_a_length_is_told_as_a_whole_though_two_codes_may_tell_of_it(match: MatchRules, text: str):
    assert house_rules(with_match(match)) == [text]


# --- where -------------------------------------------------------------------------------------------------------


def test_a_length_of_one_stage_says_which():
    assert house_rules(two_stages(FOUR_HANDS, MatchRules(target=500))) == [
        "In the groups a match is 4 hands.",
        "In the knock-out rounds a match goes to 500 points.",
    ]
    assert house_rules(two_stages(MatchRules(), clock(target=700))) == [
        f"In the knock-out rounds a match goes by the clock, to 700 points at most. {FINISH}"
    ]
    assert house_rules(two_stages(clock(), MatchRules())) == [f"In the groups a match goes by the clock. {FINISH}"]


def test_a_length_of_all_stages_is_told_once():
    """Though a tie is a draw in the groups, and is played on in the knock-out."""
    assert house_rules(two_stages(replace(FOUR_HANDS, tie=Tie.DRAW), FOUR_HANDS)) == ["A match is 4 hands."]


def test_stages_of_one_system_are_numbered():
    first = StageRules(key="a", system=System.ROUND_ROBIN, qualifiers=8, match=FOUR_HANDS)
    second = StageRules(key="b", system=System.DOUBLE_ROUND_ROBIN, match=MatchRules(target=500))
    assert house_rules(Regulations(stages=(first, second))) == [
        "In stage 1 a match is 4 hands.",
        "In stage 2 a match goes to 500 points.",
    ]


@pytest.mark.parametrize(
    ("system", "from_the_end", "where"),
    [
        (System.KNOCKOUT, 1, "In the final"),
        (System.KNOCKOUT, 2, "In the semifinals"),
        (System.KNOCKOUT, 3, "In the quarter-finals"),
        (System.KNOCKOUT, 4, "In the round of 16"),
        (System.KNOCKOUT, 5, "In the round of 32"),
        (System.DOUBLE_ELIMINATION, 1, "In the final"),
        (System.DOUBLE_ELIMINATION, 2, "1 round before the final"),
        (System.DOUBLE_ELIMINATION, 3, "2 rounds before the final"),
    ],
)
def test_late_rounds_by_their_names(system: System, from_the_end: int, where: str):
    """Two rounds from the end of a double elimination are no semifinals: one side of the final is known by then."""
    late = (LateMatch(rounds_from_the_end=from_the_end, match=MatchRules(target=700)),)
    regulations = Regulations(stages=(StageRules(system=system, late_matches=late),))
    assert house_rules(regulations) == [f"{where} a match goes to 700 points."]


def test_the_match_for_the_third_place_is_as_long_as_the_final():
    late = (LateMatch(rounds_from_the_end=1, match=BEST_OF_3),)
    stage = StageRules(system=System.KNOCKOUT, third_place=True, late_matches=late)
    assert house_rules(Regulations(stages=(stage,))) == [
        "In the final and for third place a match is best of 3 games to 1000 points."
    ]


def test_victory_points_of_one_stage_say_which():
    """A knock-out after rounds with victory points is won by the match."""
    points = PointRules(counting=Counting.HANDS, win=2, draw=1, double=3)
    swiss = StageRules(key="s", system=System.SWISS, rounds=3, qualifiers=4, points=points)
    knockout = StageRules(key="k", system=System.KNOCKOUT)
    assert house_rules(Regulations(stages=(swiss, knockout))) == [f"In the Swiss rounds {BY_HANDS}"]


# --- the end of a match ------------------------------------------------------------------------------------------


def game(goal: int) -> list[str]:
    return [f"The match is over when a side has {goal} points at the end of a hand.", both(goal)]


def both(goal: int) -> str:
    return f"If both sides have {goal} or more, the higher score wins; on a tie, play one more hand."


def best_of(needed: int) -> list[str]:
    return [
        f"The match is over when a side has won {needed} games.",
        "A game is over when a side has 1000 points at the end of a hand.",
        both(1000),
    ]


EIGHT_HANDS = ["The match is over after 8 hands.", "The higher score wins; a tie is a draw."]
FIVE = (
    "At a table of five one sits out in turn, and partners change after every hand: "
    "5 hands, and everybody plays 4 of them."
)
CHAMPIONSHIP = ["The match is over after 4 hands.", "Every hand counts by itself.", FIVE]
AN_HOUR = [
    "The match goes by the clock.",
    FINISH,
    "The higher score wins; on a tie, play one more hand.",
]
ENDS = {
    ("club_game", "main", None): game(1000),
    ("swiss_evening", "main", None): EIGHT_HANDS,
    ("german_championship", "main", None): CHAMPIONSHIP,
    ("goettingen", "main", None): CHAMPIONSHIP,
    ("hiesfeld", "main", None): EIGHT_HANDS,
    ("munich", "season", None): game(1000),
    ("st_gallen", "groups", None): AN_HOUR,
    ("st_gallen", "finals", None): AN_HOUR,
    ("brettspielwelt", "main", None): game(1000),
    ("brettspielwelt", "main", 3): game(1000),
    ("brettspielwelt", "main", 2): best_of(2),
    ("brettspielwelt", "main", 1): best_of(2),
    ("korea", "league", None): game(1000),
    ("korea", "finals", None): game(1000),
    ("korea", "finals", 2): best_of(2),
    ("korea", "finals", 1): best_of(3),
    ("geekway", "main", None): game(500),
    ("geekway", "main", 2): game(500),
    ("geekway", "main", 1): game(1000),
    ("threechu_evening", "main", None): [
        "The match is over after 9 hands.",
        "Everybody deals equally often: 3 times.",
        "Everybody collects their own points; a tie stays a tie.",
    ],
    ("tientsin", "main", None): game(1000),
    ("grand_seigneur_night", "main", None): [
        "The match is over after 6 hands.",
        "In every hand your place counts: one point for everybody you leave behind.",
    ],
}


@pytest.mark.parametrize(("preset", "stage", "from_the_end"), ENDS)
def test_when_a_match_of_a_preset_is_over(preset: str, stage: str, from_the_end: int | None):
    assert end_of_match(PRESETS[preset], stage, from_the_end) == ENDS[preset, stage, from_the_end]


def test_every_stage_of_every_preset_is_read_above():
    stages = {(key, stage.key) for key, regulations in PRESETS.items() for stage in regulations.stages}
    assert {(preset, stage) for preset, stage, _ in ENDS} == stages


DRAWN_AT_THE_TIME = "The higher score wins; a tie when the time is up is a draw."


@pytest.mark.parametrize(
    ("match", "sentences"),
    [
        (FOUR_HANDS, ["The match is over after 4 hands.", "The higher score wins; on a tie, play one more hand."]),
        (
            MatchRules(length=Length.HANDS, hands=1, tie=Tie.DRAW),
            ["The match is over after 1 hand.", "The higher score wins; a tie is a draw."],
        ),
        (
            clock(ClockPolicy.STOP, tie=Tie.DRAW),
            [
                "The match goes by the clock.",
                STOP,
                DRAWN_AT_THE_TIME,
            ],
        ),
        (
            clock(ClockPolicy.ONE_MORE_HAND, target=700, tie=Tie.DRAW),
            [
                "The match is over when a side has 700 points at the end of a hand, or by the clock.",
                ONE_MORE,
                DRAWN_AT_THE_TIME,
            ],
        ),
        (
            MatchRules(length=Length.BEST_OF, games=1, target=500),
            [
                "The match is over when a side has won 1 game.",
                "A game is over when a side has 500 points at the end of a hand.",
                both(500),
            ],
        ),
    ],
)
def test_when_other_matches_are_over(match: MatchRules, sentences: list[str]):
    assert end_of_match(with_match(match), "main") == sentences


def test_where_hands_count_a_tie_can_still_go_on():
    championship = PRESETS["german_championship"]
    stage = replace(championship.stages[0], match=FOUR_HANDS)
    told = end_of_match(replace(championship, stages=(stage,)), "main")
    assert told[1] == "The higher score wins; on a tie, play one more hand."


def test_a_table_of_five_plays_longer():
    championship = PRESETS["german_championship"]
    stage = replace(championship.stages[0], match=replace(championship.stages[0].match, hands=8))
    told = end_of_match(replace(championship, stages=(stage,)), "main")
    assert told[2].endswith("10 hands, and everybody plays 8 of them.")
    without = replace(championship, odd_numbers=(OddNumbers.SIT_OUT,))
    assert len(end_of_match(without, "main")) == 2


# --- confirming and correcting -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "who", "text"),
    [
        ("club_game", Confirmation.NOBODY, "A result counts as soon as it is entered."),
        ("club_game", Confirmation.OPPONENTS, "The opponents confirm the result."),
        ("club_game", Confirmation.DIRECTOR, "The director confirms the result."),
        ("threechu_evening", Confirmation.OPPONENTS, "Everybody else at the table confirms the result."),
        ("grand_seigneur_night", Confirmation.OPPONENTS, "Everybody else at the table confirms the result."),
        ("grand_seigneur_night", Confirmation.DIRECTOR, "The director confirms the result."),
    ],
)
def test_who_confirms(preset: str, who: Confirmation, text: str):
    assert who_confirms(replace(PRESETS[preset], confirmation=who)) == text


@pytest.mark.parametrize(
    ("may", "who", "text"),
    [
        (True, Confirmation.OPPONENTS, "The table may correct its score sheet itself until the result is confirmed."),
        (True, Confirmation.NOBODY, "The table may correct its score sheet itself until the round is closed."),
        (False, Confirmation.OPPONENTS, "Only the staff corrects what was entered. Call the director."),
        (False, Confirmation.NOBODY, "Only the staff corrects what was entered. Call the director."),
    ],
)
def test_who_corrects(may: bool, who: Confirmation, text: str):
    assert corrections(replace(CLUB, players_may_correct=may, confirmation=who)) == text


# --- the words of a table ----------------------------------------------------------------------------------------


def test_why_a_match_is_over():
    assert {reason: reason_in_words(reason) for reason in (*Reason, WHOLE_RESULT, HIDDEN)} == {
        "running": "Still being played.",
        "tie_plays_on": "Tie: one more hand.",
        "target_reached": "Over: target reached.",
        "higher_of_both_over": "Over: both reached the target, the higher score wins.",
        "hands_played": "Over: all hands are played.",
        "time_up": "Over: the time is up.",
        "games_won": "Over: enough games won.",
        "whole_result": "Over: the result of the whole match was entered.",
        "hidden": "The results of this round are not shown yet.",
    }


def test_a_sheet_that_does_not_fit_is_no_reason_to_break():
    assert reason_in_words("surplus_hand") == "What was entered does not go with the regulations. Call the director."
    assert not set(REASONS) & set(REFUSALS)


def test_what_stands_on_the_buttons():
    assert [call_reason_in_words(reason) for reason in CallReason] == [
        "Question about the rules",
        "Question about the score",
        "Somebody is missing",
        "Question about the time",
        "Something else",
    ]
    assert call_reason_in_words("score") == "Question about the score", "as a row has it"


def test_what_was_ruled():
    assert [ruling_in_words(kind) for kind in RulingKind] == [
        "Penalty",
        "Adjusted score",
        "Average for the round",
        "Forfeit",
        "Disqualified",
    ]
    assert ruling_in_words("forfeit") == "Forfeit", "as a row has it"


# --- nothing is without words ------------------------------------------------------------------------------------


def test_every_code_of_a_difference_has_words():
    tree = ast.parse((PROJECT / "scoring" / "difference.py").read_text())
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    codes = {word.value for call in calls for word in call.keywords if word.arg == "code"}
    said = {code.value for code in codes if isinstance(code, ast.Constant)}
    said |= {key.value for node in ast.walk(tree) if isinstance(node, ast.Dict) for key in node.keys}
    assert said == {*HOUSE_RULES, *LENGTH_CODES, "victory_points_per_hand"}


@pytest.mark.parametrize(
    ("words", "choices"),
    [
        (LENGTHS, Length),
        (LENGTHS_SOMEWHERE, Length),
        (WHEN_TIME_IS_UP, ClockPolicy),
        (TIES, Tie),
        (STAGES, System),
        (CONFIRMATIONS, Confirmation),
        (CALL_REASONS, CallReason),
        (RULINGS, RulingKind),
    ],
)
def test_every_choice_has_words(words: dict[str, object], choices: type[StrEnum]):
    assert set(words) == set(choices)


LENGTH_CHOICES = {
    Length.TARGET: [MatchRules(), MatchRules(target=500)],
    Length.HANDS: [replace(FOUR_HANDS, tie=tie) for tie in Tie],
    Length.CLOCK: [clock(policy, tie=tie, target=goal) for policy in ClockPolicy for tie in Tie for goal in (None, 7)],
    Length.BEST_OF: [BEST_OF_3],
}


@pytest.mark.parametrize("length", Length)
@pytest.mark.parametrize("counting", [Counting.MATCH, Counting.HANDS])
def test_every_end_of_a_match_is_told_without_a_gap(length: Length, counting: Counting):
    for match in LENGTH_CHOICES[length]:
        regulations = with_match(match, points=PointRules(counting=counting))
        texts = [*end_of_match(regulations, "main"), *house_rules(regulations)]
        assert not [text for text in texts if "%" in text or "None" in text]
        assert 1 <= len(end_of_match(regulations, "main")) <= 4
