"""What a tournament must tell players who know the rule books."""

from dataclasses import replace

import pytest

from rules.customs import Direction, TableRules
from scoring.difference import Difference, difference
from scoring.hand import HandRules
from scoring.match import ClockPolicy, Length, MatchRules, Tie
from scoring.presets import PRESETS
from scoring.regulations import LateMatch, OddNumbers, Regulations, StageRules, System
from scoring.variants import Variant

CLUB = PRESETS["club_game"]
FOUR_HANDS = MatchRules(length=Length.HANDS, hands=4)


def told(regulations: Regulations) -> list[tuple[object, ...]]:
    return [(each.code, *each.facts) for each in difference(regulations)]


def with_match(match: MatchRules) -> Regulations:
    return replace(CLUB, stages=(replace(CLUB.stages[0], match=match),))


def knockout(match: MatchRules, *late: MatchRules) -> Regulations:
    """The last of `late` is for the final, the one before for the semifinals."""
    lengths = tuple(LateMatch(rounds_from_the_end=len(late) - n, match=match) for n, match in enumerate(late))
    return Regulations(stages=(StageRules(system=System.KNOCKOUT, match=match, late_matches=lengths),))


def test_the_rule_books_differ_in_nothing():
    assert difference(Regulations()) == ()
    assert difference(CLUB) == ()


def test_a_difference_is_a_code_with_its_numbers():
    hundred = replace(CLUB, hand=HandRules(double_victory=100))
    assert difference(hundred) == (Difference(code="double_victory", facts=(("value", 100),)),)


@pytest.mark.parametrize(
    ("table", "code"),
    [
        (TableRules(direction=Direction.LEFT), "play_to_the_left"),
        (TableRules(wish_is_a_must=True), "wish_is_a_must"),
        (TableRules(bomb_instead_of_wish=False), "no_bomb_instead_of_wish"),
        (TableRules(partner_may_withdraw_call=False), "calls_stand"),
        (TableRules(last_dragon_is_kept=True), "last_dragon_is_kept"),
    ],
)
def test_every_house_rule_of_the_table_is_told(table: TableRules, code: str):
    assert told(replace(CLUB, table=table)) == [(code,)]


def test_several_are_told_in_a_fixed_order():
    regulations = replace(
        CLUB,
        hand=HandRules(grand=False, double_victory=150),
        table=TableRules(direction=Direction.LEFT, wish_is_a_must=True),
    )
    assert [code for code, *_ in told(regulations)] == [
        "no_grand_tichu",
        "double_victory",
        "play_to_the_left",
        "wish_is_a_must",
    ]


def test_how_results_are_counted_and_confirmed_is_no_difference_in_playing():
    assert difference(replace(CLUB, substitutes=False, calls_ranked=True, players_may_correct=False)) == ()


# --- the length of a match ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("match", "differences"),
    [
        (MatchRules(), []),
        (MatchRules(target=1000), []),
        (MatchRules(target=500), [("target", ("value", 500), ("stage", "main"))]),
        (FOUR_HANDS, [("fixed_hands", ("hands", 4), ("stage", "main"))]),
        (MatchRules(length=Length.BEST_OF, games=3), [("best_of", ("games", 3), ("stage", "main"))]),
        (
            MatchRules(length=Length.BEST_OF, games=3, target=500),
            [("best_of", ("games", 3), ("stage", "main")), ("target", ("value", 500), ("stage", "main"))],
        ),
        (
            MatchRules(length=Length.CLOCK, clock=ClockPolicy.STOP),
            [("by_the_clock", ("policy", "stop"), ("stage", "main"))],
        ),
        (
            MatchRules(length=Length.CLOCK, clock=ClockPolicy.ONE_MORE_HAND, target=1000),
            [("by_the_clock", ("policy", "one_more_hand"), ("stage", "main"))],
        ),
        (
            MatchRules(length=Length.CLOCK, clock=ClockPolicy.FINISH_THIS_HAND, target=700),
            [
                ("by_the_clock", ("policy", "finish_this_hand"), ("stage", "main")),
                ("target", ("value", 700), ("stage", "main")),
            ],
        ),
    ],
)
def test_a_match_that_is_not_a_game_to_1000(match: MatchRules, differences: list[tuple[object, ...]]):
    assert told(with_match(match)) == differences


def test_a_draw_at_the_end_of_four_hands_is_told_as_four_hands():
    assert told(with_match(replace(FOUR_HANDS, tie=Tie.DRAW))) == told(with_match(FOUR_HANDS))


def test_every_stage_is_told_for_itself():
    groups = StageRules(key="groups", system=System.GROUPS, groups=2, qualifiers=2, match=FOUR_HANDS)
    finals = StageRules(key="finals", system=System.KNOCKOUT, match=MatchRules(target=500))
    assert told(Regulations(stages=(groups, finals))) == [
        ("fixed_hands", ("hands", 4), ("stage", "groups")),
        ("target", ("value", 500), ("stage", "finals")),
    ]


# --- the last rounds of a knock-out ------------------------------------------------------------------------------

SHORT, LONG = MatchRules(target=500), MatchRules()
BEST_OF_3 = MatchRules(length=Length.BEST_OF, games=3)
FINAL = (("stage", "main"), ("from_the_end", 1))
SEMIFINAL = (("stage", "main"), ("from_the_end", 2))


@pytest.mark.parametrize(
    ("regulations", "differences"),
    [
        (knockout(LONG, LONG), []),
        (knockout(LONG, BEST_OF_3), [("best_of", ("games", 3), *FINAL)]),
        (
            knockout(LONG, BEST_OF_3, BEST_OF_3),
            [("best_of", ("games", 3), *SEMIFINAL), ("best_of", ("games", 3), *FINAL)],
        ),
        (knockout(SHORT, SHORT), [("target", ("value", 500), ("stage", "main"))]),
        (knockout(FOUR_HANDS, FOUR_HANDS), [("fixed_hands", ("hands", 4), ("stage", "main"))]),
        (knockout(SHORT, LONG), [("target", ("value", 500), ("stage", "main")), ("target", ("value", 1000), *FINAL)]),
        (
            knockout(SHORT, BEST_OF_3),
            [
                ("target", ("value", 500), ("stage", "main")),
                ("best_of", ("games", 3), *FINAL),
                ("target", ("value", 1000), *FINAL),
            ],
        ),
        (
            knockout(FOUR_HANDS, LONG),
            [("fixed_hands", ("hands", 4), ("stage", "main")), ("target", ("value", 1000), *FINAL)],
        ),
        (
            knockout(BEST_OF_3, LONG),
            [("best_of", ("games", 3), ("stage", "main")), ("target", ("value", 1000), *FINAL)],
        ),
    ],
)
def test_a_late_round_differs_from_the_rounds_before(regulations: Regulations, differences: list[tuple[object, ...]]):
    """After games to 500, a final as printed must be told as well."""
    assert told(regulations) == differences


# --- the other ways to play --------------------------------------------------------------------------------------


def of_variant(preset: str, **hand: object) -> list[tuple[object, ...]]:
    regulations = PRESETS[preset]
    return told(replace(regulations, hand=replace(regulations.hand, **hand)))  # type: ignore[arg-type]


def test_in_tientsin_only_the_triple_victory_has_a_value():
    assert of_variant("tientsin", double_victory=100) == []
    assert of_variant("tientsin", triple_victory=200) == [("triple_victory", ("value", 200))]
    assert difference(replace(CLUB, hand=HandRules(triple_victory=200))) == ()


def test_in_grand_seigneur_nobody_misses_what_is_never_played():
    assert of_variant("grand_seigneur_night", grand=False, double_victory=100) == of_variant("grand_seigneur_night")


def test_threechu_without_grand_tichu():
    assert of_variant("threechu_evening", grand=False)[0] == ("no_grand_tichu",)


@pytest.mark.parametrize("variant", [Variant.NANKING, Variant.TIENTSIN])
def test_drawn_partners_are_told_where_there_are_partners(variant: Variant):
    championship = PRESETS["german_championship"]
    hand = replace(championship.hand, variant=variant)
    regulations = replace(championship, hand=hand, odd_numbers=(OddNumbers.SIT_OUT,))
    assert ("partners_change",) in told(regulations)


@pytest.mark.parametrize("preset", ["threechu_evening", "grand_seigneur_night"])
def test_drawn_partners_are_not_told_where_the_rules_know_none(preset: str):
    assert ("partners_change",) not in told(PRESETS[preset])
