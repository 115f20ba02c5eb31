"""A paper sheet that carries only the calls and the two totals: which hand can it have been?"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.hand import (
    LEAST,
    MOST,
    PACK_POINTS,
    STEP,
    Call,
    HandRules,
    Pair,
    check_calls,
    reward,
    settle,
    side_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A hand that gives the totals: `first` are the seats that can have gone out first, `made` the call that was made.

    `card_points` and `victory` are those of a HandScore.
    """

    first: tuple[int, ...]
    made: int | None
    card_points: Pair
    victory: int | None


def readings(calls: Sequence[str], totals: Pair, rules: HandRules, *, dealer: int | None = None) -> list[Reading]:
    """Every hand that these calls and totals can have been; none if somebody miscounted.

    By the original rules it is always clear whether it was a double victory: the sum of both totals in hundreds,
    less the number of Tichu calls, is odd for a counted hand and even for a double victory. It need not be clear with
    a double victory of 100 or in Tientsin; and of two partners with the same call either may have made it.
    """
    checked = check_calls(calls, rules, dealer=dealer)
    return [
        reading
        for made, first in who_was_first(checked)
        for reading in hands_with(made, first, left_for_cards(checked, totals, made), rules)
    ]


def is_possible(calls: Sequence[str], totals: Pair, rules: HandRules, *, dealer: int | None = None) -> bool:
    """Whether any hand gives these totals with these calls."""
    return bool(readings(calls, totals, rules, dealer=dealer))


def who_was_first(calls: Sequence[Call]) -> Iterator[tuple[int | None, tuple[int, ...]]]:
    """One of those who called and made it, or any of those who called nothing."""
    yield from ((seat, (seat,)) for seat, call in enumerate(calls) if call)
    if silent := tuple(seat for seat, call in enumerate(calls) if not call):
        yield None, silent


def left_for_cards(calls: Sequence[Call], totals: Pair, made: int | None) -> Pair:
    """The totals without what the calls won and lost."""
    bonus = settle(calls, (0, 0), first=made, victory=None).bonus
    return totals[0] - bonus[0], totals[1] - bonus[1]


def hands_with(made: int | None, first: tuple[int, ...], left: Pair, rules: HandRules) -> Iterator[Reading]:
    """A counted hand, a victory of either side, or nothing, whatever leaves these points for the cards."""
    if sum(left) == PACK_POINTS and LEAST <= left[0] <= MOST and left[0] % STEP == 0:
        yield Reading(first=first, made=made, card_points=left, victory=None)
    for side in (0, 1):
        winners = tuple(seat for seat in first if side_of(seat) == side)
        if winners and left == reward(side, rules):
            yield Reading(first=winners, made=made, card_points=left, victory=side)
