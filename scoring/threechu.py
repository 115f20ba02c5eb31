"""Threechu: three players, each for himself over the whole match, in turn with a dummy as partner."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from rules.refusal import Refusal
from scoring.hand import HandRules, Pair, Sheet, score, side_of
from scoring.match import MatchRules, Reason, check_variant
from scoring.variants import Variant

PLAYERS = 3
Player = TypeVar("Player")


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreechuHand:
    """Who dealt (0, 1 or 2, counted to the left), and the totals of the dealer's side and of the other."""

    dealer: int
    totals: Pair

    def __post_init__(self) -> None:
        if self.dealer not in range(PLAYERS):
            raise Refusal("seat_unknown", field="dealer", value=self.dealer, allowed=list(range(PLAYERS)))


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreechuState:
    """How a match stands: the three totals, the dummy's out of competition, and who leads (several if equal)."""

    totals: tuple[int, ...]
    dummy: int
    leaders: tuple[int, ...]
    over: bool
    reason: Reason
    next_hand: int | None
    next_dealer: int | None


def next_dealer(dealer: Player, to_the_left: Sequence[Player]) -> Player:
    """The deal, and the dummy with it, passes to the left; `to_the_left` names the players in that order."""
    return to_the_left[(to_the_left.index(dealer) + 1) % len(to_the_left)]


def hand_of(sheet: Sheet, rules: HandRules, *, dealer: int) -> ThreechuHand:
    """Score a sheet on which player `dealer` sat on the dealer's seat."""
    totals = score(sheet, rules).totals
    if sheet.dealer is not None and side_of(sheet.dealer) == 1:
        totals = totals[1], totals[0]
    return ThreechuHand(dealer=dealer, totals=totals)


def individual_totals(hands: Sequence[ThreechuHand]) -> tuple[int, ...]:
    """Every player gets what his side got: alone with the dummy as dealer, else with the other opponent."""
    return tuple(sum(hand.totals[player != hand.dealer] for hand in hands) for player in range(PLAYERS))


def evaluate(hands: Sequence[ThreechuHand], rules: MatchRules) -> ThreechuState:
    """How a match stands after these hands. A hand after the end is refused."""
    check_variant(rules, Variant.THREECHU)
    length = rules.hands or 0
    if len(hands) > length:
        reason = str(Reason.HANDS_PLAYED)
        raise Refusal("surplus_hand", field="hands", value=length + 1, ended=length, reason=reason)
    totals = individual_totals(hands)
    over = len(hands) == length
    last_dealer = hands[-1].dealer if hands else PLAYERS - 1
    return ThreechuState(
        totals=totals,
        dummy=sum(hand.totals[0] for hand in hands),
        leaders=tuple(player for player in range(PLAYERS) if totals[player] == max(totals)),
        over=over,
        reason=Reason.HANDS_PLAYED if over else Reason.RUNNING,
        next_hand=None if over else len(hands) + 1,
        next_dealer=None if over else next_dealer(last_dealer, range(PLAYERS)),
    )
