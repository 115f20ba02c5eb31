"""Tientsin, for six: two teams of three, seated alternately.

Cards are taken until the stock is used up: ten for the dealer (seat 0) and the next, nine for the others. One card
goes to each partner, a Grand Tichu is called before the seventh card, the Hound gives the lead to a partner of choice,
and only a triple victory ends a hand at once.
"""

from rules.game import Duty, Game

TIENTSIN = Game(
    name="tientsin",
    seats=6,
    sides=(0, 1, 0, 1, 0, 1),
    sizes=(10, 10, 9, 9, 9, 9),
    duties=tuple(tuple(Duty(to=(seat + step) % 6) for step in (2, 4)) for seat in range(6)),
    grand_before=6,
    victory=3,
    hound_to=tuple(((seat + 2) % 6, (seat + 4) % 6) for seat in range(6)),
)
