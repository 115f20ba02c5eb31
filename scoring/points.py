"""From hands and matches to tournament points: what a match came to, and what that gives its two sides."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeVar

from rules.refusal import Refusal
from scoring.hand import HandRules, HandScore, Pair, score
from scoring.match import Length, MatchRules, Tie, evaluate, leader
from scoring.paper import readings
from scoring.record import Hand, Table, WholeMatch
from scoring.regulations import Counting, PointRules
from scoring.variants import Variant

Number = int | Fraction
Thing = TypeVar("Thing")
GOLDEN = (5**0.5 - 1) / 2


class MatchScore(NamedTuple):
    """What the two sides of a table came to: totals, hands, hands won, drawn and doubly won, and who won if it is over.

    `calls` has for each seat how many calls were made and missed.
    """

    totals: Pair
    hands: int
    won: Pair
    drawn: int
    doubles: Pair
    calls: tuple[Pair, ...]
    over: bool
    winner: int | None

    @property
    def difference(self) -> int:
        """From side 0's point of view."""
        return self.totals[0] - self.totals[1]


MOST_KNOWN = 200_000
"""So many different hands are remembered."""

# --- one table ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=100_000)
def counted(
    calls: tuple[str, ...], out: tuple[int, ...], points: int | None, other: int | None, totals: Pair | None,
    dealer: int | None, rules: HandRules,
) -> HandScore:  # fmt: skip
    """The score of a hand as it was written. There are few different ones, so each is counted once."""
    hand = Hand(calls=calls, out=out, points=points, other_points=other)
    if totals is None:
        return score(hand.sheet(dealer=dealer), rules)
    return from_totals(calls, totals, rules, dealer=dealer)


def from_totals(calls: tuple[str, ...], totals: Pair, rules: HandRules, *, dealer: int | None) -> HandScore:
    """A hand of which the paper has only calls and totals: what it must have been, or what all readings share."""
    possible = readings(calls, totals, rules, dealer=dealer)
    if not possible:
        raise Refusal("totals_impossible", field="totals", value=list(totals), calls=list(calls))
    cards = possible[0].card_points
    return HandScore(
        card_points=cards,
        bonus=(totals[0] - cards[0], totals[1] - cards[1]),
        made=tuple(agreed(r.made == seat for r in possible) if call else None for seat, call in enumerate(calls)),
        victory=agreed(reading.victory for reading in possible),
    )


def agreed(values: Iterable[Thing]) -> Thing | None:
    """What all say, or None where they differ."""
    different = set(values)
    return different.pop() if len(different) == 1 else None


def hand_scores(table: Table, rules: HandRules) -> list[HandScore]:
    dealer = 0 if rules.variant is Variant.THREECHU else None
    return [
        counted(hand.calls, hand.out, hand.points, hand.other_points, hand.totals, dealer, rules)
        for hand in table.hands
    ]


class Weighed(NamedTuple):
    """What a match wants to know of a hand: both totals, the side that won it, that of a double victory, calls made."""

    one: int
    other: int
    winner: int | None
    victory: int | None
    made: tuple[bool | None, ...]


@lru_cache(maxsize=16)
def weights(rules: HandRules) -> dict[Hand, Weighed]:
    """Hands that were weighed by these rules. There are few different ones, so each is weighed once."""
    return {}


def weighed(table: Table, rules: HandRules) -> list[Weighed]:
    known = weights(rules)
    try:
        return [known[hand] for hand in table.hands]
    except KeyError:
        if len(known) > MOST_KNOWN:
            known.clear()
        for hand, found in zip(table.hands, hand_scores(table, rules), strict=True):
            known[hand] = Weighed(*found.totals, hand_winner(found), found.victory, found.made)
        return [known[hand] for hand in table.hands]


def match_score(table: Table, rules: HandRules, match: MatchRules) -> MatchScore:
    """What a table of two sides came to."""
    if table.whole is not None:
        return whole_score(table.whole)
    columns = zip(*weighed(table, rules), strict=True) if table.hands else ((),) * len(Weighed._fields)
    ones, others, winners, victories, made = columns
    totals = sum(ones), sum(others)
    over, winner = finished(ones, others, totals, match, table)
    return MatchScore(
        totals=totals,
        hands=len(ones),
        won=(winners.count(0), winners.count(1)),
        drawn=winners.count(None),
        doubles=(victories.count(0), victories.count(1)),
        calls=tuple((column.count(True), column.count(False)) for column in zip(*made, strict=True)),
        over=over,
        winner=winner,
    )


def hand_winner(hand: HandScore) -> int | None:
    """The side that has won a hand: that of a double victory whatever its calls cost, else that with more points."""
    return leader(hand.totals) if hand.victory is None else hand.victory


def finished(
    ones: Sequence[int], others: Sequence[int], totals: Pair, match: MatchRules, table: Table
) -> tuple[bool, int | None]:
    """Whether the match is over, and who won it. A fixed number of hands, the usual case in a large field, is quick."""
    if match.length is Length.HANDS and match.tie is Tie.DRAW and len(ones) <= (match.hands or 0):
        over = len(ones) == match.hands
        return over, leader(totals) if over else None
    state = evaluate(list(zip(ones, others, strict=True)), match, time_up=table.time_up)
    return state.over, state.winner


def whole_score(whole: WholeMatch) -> MatchScore:
    """A match of which only the result is known: by games where there were several, else by points."""
    decisive = whole.games or whole.totals
    return MatchScore(whole.totals, whole.hands or 0, (0, 0), 0, (0, 0), (), True, leader(decisive))


# --- what a match gives ------------------------------------------------------------------------------------------


def by_match(match: MatchScore, rules: PointRules) -> tuple[Number, Number]:
    """So much for a match that is won, drawn, lost."""
    if match.winner is None:
        return rules.draw, rules.draw
    return (rules.win, rules.loss) if match.winner == 0 else (rules.loss, rules.win)


def by_hands(match: MatchScore, rules: PointRules) -> tuple[Number, Number]:
    """So much for every hand. The German championship: won 2, drawn 1, double victory 3."""
    double = rules.win if rules.double is None else rules.double
    drawn = match.drawn * rules.draw

    def of(side: int) -> Number:
        ordinary = match.won[side] - match.doubles[side]
        return ordinary * rules.win + match.doubles[side] * double + drawn + match.won[1 - side] * rules.loss

    return of(0), of(1)


def by_margin(match: MatchScore, rules: PointRules) -> tuple[Number, Number]:
    """All victory points divided by the margin: halves for none, nearly all for `margin` points and more.

    The first points of a margin weigh most: with 20 and 1000, a lead of 250 gives 13.97 to 6.03.
    """
    margin = min(abs(match.difference) / rules.margin, 1.0)
    share = (1 - GOLDEN ** (3 * margin)) / (1 - GOLDEN**3)
    better = Fraction(round(rules.scale / 2 * (1 + share) * 100), 100)
    worse = rules.scale - better
    return (better, worse) if match.difference >= 0 else (worse, better)


def by_difference(match: MatchScore, rules: PointRules) -> tuple[Number, Number]:
    """The difference in Tichu points, but no more than the cap."""
    difference = match.difference
    if rules.cap is not None:
        difference = max(-rules.cap, min(rules.cap, difference))
    return difference, -difference


def by_own_points(match: MatchScore, rules: PointRules) -> tuple[Number, Number]:
    return match.totals


def nothing_yet(match: MatchScore, rules: PointRules) -> tuple[Number, Number]:
    """A quartet's points come from its three rounds together."""
    return 0, 0


COUNTING: dict[Counting, Callable[[MatchScore, PointRules], tuple[Number, Number]]] = {
    Counting.MATCH: by_match,
    Counting.HANDS: by_hands,
    Counting.MARGIN: by_margin,
    Counting.DIFFERENCE: by_difference,
    Counting.AVERAGE: by_difference,
    Counting.POINTS: by_own_points,
    Counting.QUARTET_RANKS: nothing_yet,
}


# --- a quartet ---------------------------------------------------------------------------------------------------

RANK_POINTS = (3, 2, 1)


def quartet_points(margins: Sequence[int]) -> list[Fraction]:
    """The victory points of each winner in the three rounds of a quartet, by the size of their margin.

    The most decisive round gives 3, the next 2, the last 1; equal margins share: (400, 400, 100) gives 2.5, 2.5, 1.
    """
    size = [abs(margin) for margin in margins]
    shares = []
    for own in size:
        first = sum(other > own for other in size)
        equal = size.count(own)
        shares.append(Fraction(sum(RANK_POINTS[first : first + equal]), equal))
    return shares


def plain_number(number: Number | None) -> int | float | None:
    """For JSON and tables: a whole number as such, anything else with its decimals."""
    if isinstance(number, Fraction):
        return int(number) if number.denominator == 1 else float(number)
    return number
