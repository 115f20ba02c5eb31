"""Threechu, for three: the dealer (seat 0) plays a dummy hand (seat 2), laid open, as his partner.

Cards go to the opponents alone, dealer and dummy never call Grand Tichu, and no wish binds the dummy.
"""

from dataclasses import replace

from rules.game import Duty
from rules.variants.nanking import NANKING

DEALER, DUMMY = 0, 2

THREECHU = replace(
    NANKING,
    name="threechu",
    duties=tuple(tuple(Duty(to=(seat + step) % 4) for step in (1, 3)) for seat in range(4)),
    no_grand=frozenset({DEALER, DUMMY}),
    free_of_wish=frozenset({DUMMY}),
)
