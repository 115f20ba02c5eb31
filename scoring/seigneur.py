"""Grand Seigneur: everybody plays alone, and the order of going out gives the places of the next round."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.refusal import Refusal
from rules.variants.grand_seigneur import check_players
from scoring.hand import Sheet, check_seats
from scoring.match import MatchRules, Reason, check_variant
from scoring.variants import Variant


def places(sheet: Sheet, players: int) -> tuple[int, ...]:
    """The place of each seat: 1 is the Great Lord, the highest number the Wretch.

    The last may be left out of the order; there are no calls and no points.
    """
    check_players(players)
    if any(sheet.calls):
        raise Refusal("seigneur_calls", field="calls", allowed=[""])
    if len(sheet.calls) not in (0, players):
        raise Refusal("calls_number", field="calls", value=len(sheet.calls), seats=players)
    for field, value in (("points", sheet.points), ("other_points", sheet.other_points)):
        if value is not None:
            raise Refusal("seigneur_points", field=field, value=value)
    check_seats(sheet.out, players)
    missing = [seat for seat in range(players) if seat not in sheet.out]
    if len(missing) > 1:
        raise Refusal("order_incomplete", field="out", value=list(sheet.out), missing=missing)
    order = [*sheet.out, *missing]
    return tuple(order.index(seat) + 1 for seat in range(players))


@dataclass(frozen=True, slots=True, kw_only=True)
class SeigneurState:
    """How a match stands: the places of the last round by player, their sums over all rounds, over or not."""

    places: tuple[int, ...]
    sums: tuple[int, ...]
    over: bool
    reason: Reason
    next_round: int | None


def evaluate(rounds: Sequence[tuple[int, ...]], rules: MatchRules) -> SeigneurState:
    """How a match stands after these rounds, each given as the place of every player. A surplus round is refused."""
    check_variant(rules, Variant.GRAND_SEIGNEUR)
    length = rules.hands or 0
    if len(rounds) > length:
        reason = str(Reason.HANDS_PLAYED)
        raise Refusal("surplus_hand", field="hands", value=length + 1, ended=length, reason=reason)
    over = len(rounds) == length
    return SeigneurState(
        places=rounds[-1] if rounds else (),
        sums=tuple(sum(column) for column in zip(*rounds, strict=True)),
        over=over,
        reason=Reason.HANDS_PLAYED if over else Reason.RUNNING,
        next_round=None if over else len(rounds) + 1,
    )
