"""What differs from the original rules: what somebody must know who knows the rule books."""

from dataclasses import dataclass

from rules.customs import TableRules
from scoring.hand import HandRules
from scoring.match import Length, MatchRules
from scoring.regulations import Counting, PointRules, Ranked, Regulations
from scoring.variants import Variant

GAME = MatchRules()


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One way in which a tournament differs from the rule books: a code, and the numbers that go with it."""

    code: str
    facts: tuple[tuple[str, int | str], ...] = ()


def difference(regulations: Regulations) -> tuple[Difference, ...]:
    """What players must know who know the rule books: everything that is not a game to 1000 as printed."""
    found = [*hand_differences(regulations.hand), *table_differences(regulations.table)]
    if regulations.ranked is Ranked.INDIVIDUAL and regulations.variant in (Variant.NANKING, Variant.TIENTSIN):
        found.append(Difference(code="partners_change"))
    for stage in regulations.stages:
        found += point_differences(stage.points)
        found += match_differences(stage.match, stage.key)
        for late in stage.late_matches:
            found += match_differences(late.match, stage.key, usual=stage.match, from_the_end=late.rounds_from_the_end)
    return tuple(dict.fromkeys(found))


def hand_differences(hand: HandRules) -> list[Difference]:
    """Only what is played here: Grand Seigneur has neither calls nor points, Tientsin rewards only all three."""
    original = HandRules()
    found: list[Difference] = []
    if hand.variant is Variant.GRAND_SEIGNEUR:
        return found
    if not hand.grand:
        found.append(Difference(code="no_grand_tichu"))
    if hand.variant is not Variant.TIENTSIN and hand.double_victory != original.double_victory:
        found.append(Difference(code="double_victory", facts=(("value", hand.double_victory),)))
    if hand.variant is Variant.TIENTSIN and hand.triple_victory != original.triple_victory:
        found.append(Difference(code="triple_victory", facts=(("value", hand.triple_victory),)))
    return found


def table_differences(table: TableRules) -> list[Difference]:
    original = TableRules()
    codes = {
        "play_to_the_left": table.direction is not original.direction,
        "wish_is_a_must": table.wish_is_a_must,
        "no_bomb_instead_of_wish": not table.bomb_instead_of_wish,
        "calls_stand": not table.partner_may_withdraw_call,
        "last_dragon_is_kept": table.last_dragon_is_kept,
    }
    return [Difference(code=code) for code, differs in codes.items() if differs]


def point_differences(points: PointRules) -> list[Difference]:
    """Where every hand gives victory points, one plays for the hand and not for the match."""
    if points.counting is not Counting.HANDS:
        return []
    double = points.win if points.double is None else points.double
    facts = (("win", points.win), ("draw", points.draw), ("double", double))
    return [Difference(code="victory_points_per_hand", facts=facts)]


def match_differences(
    match: MatchRules, stage: str, *, usual: MatchRules = GAME, from_the_end: int | None = None
) -> list[Difference]:
    """A match that is not the usual one: a game to 1000, or in the last rounds of a knock-out what came before.

    A final to 1000 after games to 500 differs, though it is as printed.
    """
    if match == usual:
        return []
    where: tuple[tuple[str, int | str], ...] = (("stage", stage),)
    if from_the_end is not None:
        where += (("from_the_end", from_the_end),)
    found = []
    if match.length is Length.HANDS and match.hands is not None:
        found.append(Difference(code="fixed_hands", facts=(("hands", match.hands), *where)))
    if match.length is Length.CLOCK and match.clock is not None:
        found.append(Difference(code="by_the_clock", facts=(("policy", str(match.clock)), *where)))
    if match.length is Length.BEST_OF and match.games is not None:
        found.append(Difference(code="best_of", facts=(("games", match.games), *where)))
    one_game_again = match.length is Length.TARGET and usual.length is not Length.TARGET
    if match.goal is not None and (match.goal != usual.goal or one_game_again):
        found.append(Difference(code="target", facts=(("value", match.goal), *where)))
    return found
