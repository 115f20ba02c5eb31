"""What a set of cards can be read as, and what beats what.

A play is cards and the reading their holder declares: two Kings, two twos and the Phoenix are a full house of Kings
or of twos. `readings` has them all, the best first.
"""

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from rules.cards import ACE, DRAGON_RANK, LOWEST, MAH_JONG_RANK, RANKS, Card, Special, SuitCard

SHORTEST_SEQUENCE = 5
PHOENIX_LED = 1.5
"""What the Phoenix counts when it is led alone: more than the Mah Jong, less than a two."""


class Kind(StrEnum):
    SINGLE = "single"
    PAIR = "pair"
    TRIO = "triple"
    FULL_HOUSE = "full_house"
    PAIR_SEQUENCE = "pair_sequence"
    SEQUENCE = "sequence"
    FOUR_BOMB = "bomb4"
    SEQUENCE_BOMB = "bomb_seq"
    HOUND = "hound"


BOMBS = (Kind.FOUR_BOMB, Kind.SEQUENCE_BOMB)


class Combination(NamedTuple):
    """Cards and what they are played as. `rank` is that of the highest card, in a full house that of the trio; a single
    Phoenix stands half a rank above what it was laid on. (A plain tuple, because they are made by the thousand.)"""

    kind: Kind
    rank: float
    cards: tuple[Card, ...]

    @property
    def is_bomb(self) -> bool:
        return self.kind in BOMBS

    @property
    def is_phoenix(self) -> bool:
        return self.cards == (Special.PHOENIX,)

    @property
    def is_dragon(self) -> bool:
        return self.cards == (Special.DRAGON,)


def readings(cards: Sequence[Card]) -> tuple[Combination, ...]:
    """Every legal reading of these cards as one combination, the highest first; none if they are no combination.

    The Phoenix stands for any rank from 2 to the Ace and never helps a bomb. Equal cards need one that is natural, so
    two Phoenixes of two packs are no pair.
    """
    cards = tuple(cards)
    if len(cards) == 1:
        return (single(cards[0]),)
    if Special.HOUND in cards or Special.DRAGON in cards or len(cards) < 2:
        return ()
    natural = [card for card in cards if card is not Special.PHOENIX]
    counts = Counter(RANKS[card] for card in natural)
    phoenixes = len(cards) - len(natural)
    found = [
        *equal_cards(cards, counts, phoenixes),
        *full_houses(cards, counts),
        *pair_sequences(cards, counts),
        *sequences(cards, natural, counts, phoenixes),
    ]
    return tuple(sorted(found, key=lambda each: -each.rank))


def single(card: Card) -> Combination:
    """One card as it is led."""
    return SINGLES[card]


SINGLES: dict[Card, Combination] = {
    **{card: Combination(Kind.SINGLE, rank, (card,)) for card, rank in RANKS.items()},
    Special.PHOENIX: Combination(Kind.SINGLE, PHOENIX_LED, (Special.PHOENIX,)),
    Special.HOUND: Combination(Kind.HOUND, 0, (Special.HOUND,)),
}


def equal_cards(cards: tuple[Card, ...], counts: Counter[int], phoenixes: int) -> list[Combination]:
    """A pair, a trio, or four of a rank in four suits, which are a bomb. There is only one Mah Jong."""
    if len(counts) != 1 or MAH_JONG_RANK in counts:
        return []
    (rank,) = counts
    if len(cards) == 2:
        return [Combination(Kind.PAIR, rank, cards)]
    if len(cards) == 3:
        return [Combination(Kind.TRIO, rank, cards)]
    if len(cards) == 4 and not phoenixes and len(set(cards)) == 4:
        return [Combination(Kind.FOUR_BOMB, rank, cards)]
    return []


def full_houses(cards: tuple[Card, ...], counts: Counter[int]) -> list[Combination]:
    """Three of one rank and two of another. Four equal cards and the Phoenix are none."""
    if len(cards) != 5 or len(counts) != 2 or MAH_JONG_RANK in counts:
        return []
    low, high = sorted(counts)
    return [
        Combination(Kind.FULL_HOUSE, trio, cards)
        for trio, pair in ((low, high), (high, low))
        if counts[trio] <= 3 and counts[pair] <= 2
    ]


def pair_sequences(cards: tuple[Card, ...], counts: Counter[int]) -> list[Combination]:
    """Two or more pairs of neighbouring ranks."""
    pairs, odd = divmod(len(cards), 2)
    if odd or pairs < 2 or len(counts) != pairs or MAH_JONG_RANK in counts or max(counts.values()) > 2:
        return []
    highest = max(counts)
    return [Combination(Kind.PAIR_SEQUENCE, highest, cards)] if highest - min(counts) == pairs - 1 else []


def sequences(
    cards: tuple[Card, ...], natural: Sequence[Card], counts: Counter[int], phoenixes: int
) -> list[Combination]:
    """Five or more neighbours. The Ace is only high, the 1 only the Mah Jong. One suit alone is a bomb, always."""
    length = len(cards)
    if length < SHORTEST_SEQUENCE or len(counts) != len(natural):
        return []
    low, high = min(counts), max(counts)
    if high - low >= length:
        return []
    lowest_start = MAH_JONG_RANK if low == MAH_JONG_RANK else LOWEST
    tops = range(max(high, lowest_start + length - 1), min(ACE, low + length - 1) + 1)
    kind = Kind.SEQUENCE_BOMB if not phoenixes and one_suit(natural) else Kind.SEQUENCE
    return [Combination(kind, top, cards) for top in tops]


def one_suit(cards: Sequence[Card]) -> bool:
    return len({card.suit if isinstance(card, SuitCard) else None for card in cards}) == 1


# --- what beats what ---------------------------------------------------------------------------------------------


def laid_on(top: Combination | None, combination: Combination) -> Combination:
    """The combination as it counts on top of this one: a single Phoenix half a rank above the last card.

    Upon another Phoenix, of a second pack, it counts a quarter more: less than the next card.
    """
    if top is None or not combination.is_phoenix or top.kind is not Kind.SINGLE:
        return combination
    return combination._replace(rank=top.rank + (0.25 if top.is_phoenix else 0.5))


def beats(top: Combination, combination: Combination) -> bool:
    """Whether this may be laid on that: the same kind and number of cards, and higher; or a bomb.

    Between bombs the number of cards decides first, then the rank. Nothing goes on the Hound, and the Hound on nothing.
    """
    if top.kind is Kind.HOUND or combination.kind is Kind.HOUND:
        return False
    if combination.is_bomb:
        return not top.is_bomb or (len(combination.cards), combination.rank) > (len(top.cards), top.rank)
    if top.kind is not combination.kind or len(top.cards) != len(combination.cards):
        return False
    if combination.is_phoenix:
        return top.rank < DRAGON_RANK
    if combination.is_dragon and top.is_dragon:
        return True  # the second one, of the second pack
    return combination.rank > top.rank
