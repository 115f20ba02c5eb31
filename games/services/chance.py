"""Hands by chance, as people play them: with the frequencies of 21 million recorded hands."""

import random
from collections.abc import Sequence

from scoring.hand import HandRules
from scoring.record import Hand
from scoring.variants import Variant

TICHU, GRAND, DOUBLE, TRIPLE = 0.139, 0.078, 0.237, 0.1
"""How often a player calls, and how often a hand is a double victory. Of triple ones, with six players, nobody has
counted so many; they are less frequent."""
MADE = {"T": 0.734, "GT": 0.618}
"""How often a call is made. Only one at a table can make it: so where there are calls, nearly always somebody does."""
SOMEBODY_MAKES_IT = 0.96


def hand_by_chance(luck: random.Random, rules: HandRules | None = None, players: int = 4) -> Hand:
    """A hand that can have been played by these rules; a victory of a whole side ends it. `players` matters where only
    places count."""
    rules = rules or HandRules()
    if rules.variant is Variant.GRAND_SEIGNEUR:
        return Hand(out=tuple(luck.sample(range(players), players)))
    calls = tuple(call_by_chance(luck, grand=may_call_grand(rules, seat)) for seat in range(rules.seats))
    first = first_out(luck, calls)
    partners = [seat for seat in range(first % 2, rules.seats, 2) if seat != first]
    if luck.random() < (DOUBLE if len(partners) == 1 else TRIPLE):
        return Hand(calls=calls, out=(first, *luck.sample(partners, len(partners))))
    second = luck.choice([seat for seat in range(rules.seats) if seat % 2 != first % 2])
    return Hand(calls=calls, out=(first, second), points=points_by_chance(luck))


def may_call_grand(rules: HandRules, seat: int) -> bool:
    """In Threechu the dealer sees the dummy too early for it."""
    return rules.grand and not (rules.variant is Variant.THREECHU and seat % 2 == 0)


def call_by_chance(luck: random.Random, *, grand: bool) -> str:
    call = luck.choices(("T", "GT", ""), (TICHU, GRAND, 1 - TICHU - GRAND))[0]
    return call if grand or call != "GT" else "T"


def first_out(luck: random.Random, calls: Sequence[str]) -> int:
    """Mostly somebody who has called, a Tichu more often than a Grand Tichu."""
    callers = [seat for seat, call in enumerate(calls) if call]
    if callers and luck.random() < SOMEBODY_MAKES_IT:
        return luck.choices(callers, [MADE[calls[seat]] for seat in callers])[0]
    return luck.choice([seat for seat in range(len(calls)) if seat not in callers] or callers)


def points_by_chance(luck: random.Random) -> int:
    """Card points of a side: around 50, in fives, from -25 to 125."""
    return max(-25, min(125, 5 * round(luck.gauss(50, 30) / 5)))
