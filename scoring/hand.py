"""One hand: the score sheet as the players wrote it -> the points of both sides, or a refusal.

Seats are numbered from 0 in the order of play; the even seats are side 0, the odd ones side 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.refusal import Refusal
from scoring.variants import SEATS, Variant

Pair = tuple[int, int]
"""One number for each side."""

PACK_POINTS = 100
STEP = 5
LEAST, MOST = -25, 125
MOST_REWARD = 10_000


class Call(StrEnum):
    NONE = ""
    TICHU = "T"
    GRAND = "GT"


STAKES = {Call.NONE: 0, Call.TICHU: 100, Call.GRAND: 200}


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRules:
    """What an organiser may choose for a hand.

    The German championship plays without Grand Tichu and gives 100 points for a double victory.
    """

    variant: Variant = Variant.NANKING
    grand: bool = True
    double_victory: int = 200
    triple_victory: int = 300

    def __post_init__(self) -> None:
        for field in ("double_victory", "triple_victory"):
            value = getattr(self, field)
            if not 0 <= value <= MOST_REWARD or value % STEP:
                raise Refusal("victory_value", field=field, value=value, minimum=0, maximum=MOST_REWARD, step=STEP)

    @property
    def seats(self) -> int:
        if self.variant not in SEATS:
            allowed = [str(variant) for variant in SEATS]
            raise Refusal("variant_without_points", field="variant", value=str(self.variant), allowed=allowed)
        return SEATS[self.variant]

    @property
    def victory(self) -> int:
        """What it counts when all of a side are out before anybody of the other: double, in Tientsin triple victory."""
        return self.triple_victory if self.variant is Variant.TIENTSIN else self.double_victory


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What the players wrote down.

    `calls` has "", "T" or "GT" for each seat. `out` has the seats in the order they went out, as far as it was
    written: the first is needed when there was a call, all of the winning side after a double or triple victory.
    `points` are the card points of side 0, `other_points` those of side 1: one of the two is enough.
    In Threechu `dealer` is the seat of the player who plays the dummy opposite.
    """

    calls: tuple[str, ...]
    out: tuple[int, ...] = ()
    points: int | None = None
    other_points: int | None = None
    dealer: int | None = None

    @property
    def dummy(self) -> int | None:
        return None if self.dealer is None else opposite(self.dealer)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandScore:
    """What a hand counts: for both sides, and for each seat whether it made its call (None: it called nothing).

    `card_points` has the reward instead after a double or triple victory, and `victory` the side that had it.
    """

    card_points: Pair
    bonus: Pair
    made: tuple[bool | None, ...]
    victory: int | None

    @property
    def totals(self) -> Pair:
        return self.card_points[0] + self.bonus[0], self.card_points[1] + self.bonus[1]

    @property
    def seat_totals(self) -> tuple[int, ...]:
        """Every player gets what his side got; so does the dummy."""
        return tuple(self.totals[side_of(seat)] for seat in range(len(self.made)))


def side_of(seat: int) -> int:
    return seat % 2


def opposite(seat: int) -> int:
    """The partner's seat at a table of four."""
    return (seat + 2) % 4


def score(sheet: Sheet, rules: HandRules) -> HandScore:
    """Count a hand.

    Example: side 0 takes 30 card points and makes its Tichu: 130 to 70.
    """
    calls = check_calls(sheet.calls, rules, dealer=sheet.dealer)
    winner = check_order(sheet.out, rules)
    if any(calls) and not sheet.out:
        raise Refusal("first_missing", field="out", allowed=list(range(rules.seats)))
    if winner is None:
        counted = written_points(sheet)
    else:
        check_no_points(sheet, winner)
        counted = reward(winner, rules)
    return settle(calls, counted, first=sheet.out[0] if sheet.out else None, victory=winner)


def settle(calls: Sequence[Call], card_points: Pair, *, first: int | None, victory: int | None) -> HandScore:
    """Add the calls: whoever called wins the stake for his side by going out first himself, and else loses it."""
    bonus = [0, 0]
    for seat, call in enumerate(calls):
        bonus[side_of(seat)] += STAKES[call] if seat == first else -STAKES[call]
    return HandScore(
        card_points=card_points,
        bonus=(bonus[0], bonus[1]),
        made=tuple(seat == first if call else None for seat, call in enumerate(calls)),
        victory=victory,
    )


def reward(side: int, rules: HandRules) -> Pair:
    """All to the side of the double or triple victory, nothing to the other."""
    return (rules.victory, 0) if side == 0 else (0, rules.victory)


# --- calls -------------------------------------------------------------------------------------------------------


def check_calls(calls: Sequence[str], rules: HandRules, *, dealer: int | None = None) -> tuple[Call, ...]:
    """One call or none for each seat, and only such as are allowed here."""
    if len(calls) != rules.seats:
        raise Refusal("calls_number", field="calls", value=len(calls), seats=rules.seats)
    check_dealer(dealer, rules)
    partners = () if dealer is None else (dealer, opposite(dealer))
    return tuple(check_call(call, rules, seat=seat, with_dummy=seat in partners) for seat, call in enumerate(calls))


def check_call(call: str, rules: HandRules, *, seat: int, with_dummy: bool) -> Call:
    """Grand Tichu can be left out by the organiser; in Threechu dealer and dummy never call it."""
    if call not in STAKES:
        raise Refusal("call_unknown", field="calls", seat=seat, value=call, allowed=["", "T", "GT"])
    if call == Call.GRAND and not rules.grand:
        raise Refusal("grand_forbidden", field="calls", seat=seat, allowed=["", "T"])
    if call == Call.GRAND and with_dummy:
        raise Refusal("grand_by_dealer", field="calls", seat=seat, allowed=["", "T"])
    return Call(call)


def check_dealer(dealer: int | None, rules: HandRules) -> None:
    """Threechu needs to know who dealt; elsewhere nobody plays with a dummy."""
    if rules.variant is not Variant.THREECHU:
        if dealer is not None:
            raise Refusal("dealer_only_in_threechu", field="dealer", value=dealer, variant=str(rules.variant))
    elif dealer not in range(rules.seats):
        raise Refusal("dealer_missing", field="dealer", value=dealer, allowed=list(range(rules.seats)))


# --- the order of going out --------------------------------------------------------------------------------------


def check_order(out: Sequence[int], rules: HandRules) -> int | None:
    """The order as far as it was written; the side of a double or triple victory, or None."""
    check_seats(out, rules.seats)
    size = rules.seats // 2
    sides = {side_of(seat) for seat in out[:size]}
    if len(out) < size or len(sides) > 1:
        return None
    if len(out) > size:
        raise Refusal("out_after_victory", field="out", value=list(out), allowed=list(out[:size]))
    return sides.pop()


def check_seats(out: Sequence[int], seats: int) -> None:
    """Everybody who went out sits at this table, and went out once."""
    for place, seat in enumerate(out):
        if seat not in range(seats):
            raise Refusal("seat_unknown", field="out", value=seat, allowed=list(range(seats)))
        if seat in out[:place]:
            others = [other for other in range(seats) if other not in out]
            raise Refusal("seat_out_twice", field="out", value=seat, allowed=others)


def check_whole_order(out: Sequence[int], rules: HandRules) -> int | None:
    """As `check_order`, and nobody may be left out: who counts cards must know the last."""
    winner = check_order(out, rules)
    missing = [seat for seat in range(rules.seats) if seat not in out]
    if winner is None and missing:
        raise Refusal("order_incomplete", field="out", value=list(out), missing=missing)
    return winner


# --- card points -------------------------------------------------------------------------------------------------


def written_points(sheet: Sheet) -> Pair:
    """The card points of both sides, from one of them or from both; together they are 100."""
    points, other = sheet.points, sheet.other_points
    if points is None:
        if other is None:
            raise Refusal("points_missing", field="points", minimum=LEAST, maximum=MOST, step=STEP)
        check_points("other_points", other)
        return PACK_POINTS - other, other
    check_points("points", points)
    if other is None:
        return points, PACK_POINTS - points
    check_points("other_points", other)
    if points + other != PACK_POINTS:
        right = PACK_POINTS - points
        raise Refusal("points_sum", field="other_points", value=other, sum=points + other, allowed=[right])
    return points, other


def check_points(field: str, value: int) -> None:
    """The point cards can be divided in 31 ways: every multiple of 5 from -25 to 125."""
    if value % STEP:
        below = value - value % STEP
        raise Refusal("points_step", field=field, value=value, step=STEP, allowed=[below, below + STEP])
    if not LEAST <= value <= MOST:
        raise Refusal("points_range", field=field, value=value, minimum=LEAST, maximum=MOST)


def check_no_points(sheet: Sheet, winner: int) -> None:
    """A double or triple victory ends the hand at once: nobody counts cards."""
    for field, value in (("points", sheet.points), ("other_points", sheet.other_points)):
        if value is not None:
            raise Refusal("victory_has_no_points", field=field, value=value, side=winner)
