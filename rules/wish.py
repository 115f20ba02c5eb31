"""The wish of the Mah Jong: who must fulfil it, and with what.

It binds in turn, on lead as well; out of turn not at all. A natural card of the rank must be played if any lawful play
holds it, be it in a bomb or with the Phoenix beside it. The Phoenix itself is never the wished card.
"""

from collections.abc import Iterable, Iterator

from rules.cards import ACE, LOWEST, RANKS, Card
from rules.combinations import Combination
from rules.plays import Held, plays
from rules.refusal import Refusal

WISHES = range(LOWEST, ACE + 1)


def check_wish(rank: int) -> None:
    """A rank from 2 to the Ace; no special card."""
    if rank not in WISHES:
        raise Refusal("wish_rank", field="wish", value=rank, minimum=LOWEST, maximum=ACE)


def fulfils(cards: Iterable[Card], wish: int) -> bool:
    """Whether a natural card of the wished rank is among them."""
    return any(RANKS.get(card) == wish for card in cards)


def fulfilling(hand: Held, top: Combination | None, wish: int) -> Iterator[Combination]:
    """Every lawful play on `top`, or on lead, that fulfils the wish."""
    if wish in hand.by_rank:
        yield from (play for play in plays(hand, top) if fulfils(play.cards, wish))


def must_fulfil(hand: Held, top: Combination | None, wish: int | None) -> bool:
    """Whether who holds these cards, and is in turn, is bound by the wish."""
    return wish is not None and next(fulfilling(hand, top, wish), None) is not None
