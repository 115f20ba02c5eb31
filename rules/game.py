"""What a way to play is made of: seats and sides, who takes how many cards, who gives what to whom, who may call.

A variant is a value of this; `rules.variants` has the four, each saying only what differs from the usual game.
"""

from dataclasses import dataclass

from rules.cards import PACK, Card
from rules.refusal import Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Duty:
    """Cards that must be given to a seat before play; `best`: the highest ones, not those of one's choice."""

    to: int
    cards: int = 1
    best: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """`duties` has for each seat what it pushes. `grand_before` is how many cards one has when a Grand Tichu is still
    possible; None where nobody calls at all. `victory` is how many of a side end the hand by going out first."""

    name: str
    seats: int = 4
    sides: tuple[int, ...] = (0, 1, 0, 1)
    sizes: tuple[int, ...] = (14, 14, 14, 14)
    pack: tuple[Card, ...] = PACK
    packs: int = 1
    duties: tuple[tuple[Duty, ...], ...] = ()
    grand_before: int | None = 8
    no_grand: frozenset[int] = frozenset()
    free_of_wish: frozenset[int] = frozenset()
    victory: int | None = 2
    dragon_is_given: bool = True
    hound_to: tuple[tuple[int, ...], ...] = ((2,), (3,), (0,), (1,))

    def opponents(self, seat: int) -> list[int]:
        return [other for other in range(self.seats) if self.sides[other] != self.sides[seat]]

    def check_seat(self, seat: int) -> None:
        if seat not in range(self.seats):
            raise Refusal("seat_unknown", field="seat", value=seat, seats=self.seats)


def next_with_cards(seat: int, holding: tuple[bool, ...], step: int) -> int:
    """The next one in the direction of play who still has cards; perhaps the same one again."""
    seats = len(holding)
    return next(other for other in ((seat + step * turn) % seats for turn in range(1, seats + 1)) if holding[other])


def lead_of(seat: int, holding: tuple[bool, ...], step: int) -> int:
    """Who leads when the lead is this seat's: it, or the next one with cards if it is out."""
    return seat if holding[seat] else next_with_cards(seat, holding, step)
