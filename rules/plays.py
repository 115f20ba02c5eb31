"""All plays that a hand allows: which sets of its cards are a combination, and which of them go on what lies there.

Written the other way round than `combinations.readings`: that looks at cards and says what they are, this looks for
cards that make something. Tests hold one against the other.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, product

from rules.cards import ACE, MAH_JONG_RANK, Card, Special, Suit, SuitCard, in_order
from rules.combinations import SHORTEST_SEQUENCE, Combination, Kind, beats, laid_on, one_suit, single

Slot = tuple[int, int]
"""A rank, and how many cards of it are needed."""


@dataclass(frozen=True)
class Held:
    """A hand, sorted by rank. Where two packs are mixed a card may be there twice."""

    cards: tuple[Card, ...]

    @cached_property
    def by_rank(self) -> dict[int, tuple[Card, ...]]:
        """The natural cards of each rank; the Mah Jong is the 1."""
        found: dict[int, list[Card]] = {}
        for card in in_order(self.cards) if self.doubled else self.cards:
            if isinstance(card, SuitCard):
                found.setdefault(card.rank, []).append(card)
            elif card is Special.MAH_JONG:
                found[MAH_JONG_RANK] = [card]
        return {rank: tuple(cards) for rank, cards in found.items()}

    @cached_property
    def by_suit(self) -> dict[Suit, dict[int, SuitCard]]:
        """The cards of each suit by their rank."""
        found: dict[Suit, dict[int, SuitCard]] = {}
        for card in self.cards:
            if isinstance(card, SuitCard):
                found.setdefault(card.suit, {})[card.rank] = card
        return found

    @cached_property
    def phoenixes(self) -> int:
        return self.cards.count(Special.PHOENIX)

    @cached_property
    def doubled(self) -> bool:
        """Whether a card is there twice."""
        return len(set(self.cards)) < len(self.cards)

    @cached_property
    def bombs(self) -> tuple[Combination, ...]:
        return tuple(bombs(self))

    def choices(self, rank: int, number: int) -> Sequence[tuple[Card, ...]]:
        """The ways to take so many natural cards of a rank."""
        cards = self.by_rank.get(rank, ())
        if number > len(cards):
            return ()
        if number == 1 and not self.doubled:
            return [(card,) for card in cards]
        found = combinations(cards, number)
        return list(dict.fromkeys(found)) if self.doubled else list(found)


@lru_cache(maxsize=256)
def held(cards: tuple[Card, ...]) -> Held:
    """The same hand sorted once: at every moment of play all are looked at, and at most one has changed."""
    return Held(cards)


def plays(hand: Held, top: Combination | None) -> Iterator[Combination]:
    """Every play that may be laid on `top`, or led; each set of cards once for each of its readings."""
    if top is None:
        yield from every_combination(hand)
    elif top.kind is not Kind.HOUND:
        if not top.is_bomb:
            found = OF_KIND[top.kind](hand, len(top.cards))
            yield from (laid_on(top, each) for each in found if beats(top, each))
        yield from (bomb for bomb in hand.bombs if beats(top, bomb))


def every_combination(hand: Held) -> Iterator[Combination]:
    for card in dict.fromkeys(hand.cards):
        yield single(card)
    yield from pairs(hand, 2)
    yield from trios(hand, 3)
    yield from full_houses(hand, 5)
    for length in range(4, 2 * len(ranks_with(hand, 2)) + 1, 2):
        yield from pair_sequences(hand, length)
    for length in range(SHORTEST_SEQUENCE, len(hand.by_rank) + hand.phoenixes + 1):
        yield from sequences(hand, length)
    yield from hand.bombs


# --- one kind each -----------------------------------------------------------------------------------------------


def singles(hand: Held, length: int) -> Iterator[Combination]:
    yield from (single(card) for card in dict.fromkeys(hand.cards))


def pairs(hand: Held, length: int) -> Iterator[Combination]:
    for rank in ranks_with(hand, 2):
        yield from (Combination(Kind.PAIR, rank, cards) for cards in fill(hand, [(rank, 2)]))


def trios(hand: Held, length: int) -> Iterator[Combination]:
    for rank in ranks_with(hand, 3):
        yield from (Combination(Kind.TRIO, rank, cards) for cards in fill(hand, [(rank, 3)]))


def full_houses(hand: Held, length: int) -> Iterator[Combination]:
    pairs = ranks_with(hand, 2)
    for trio in ranks_with(hand, 3):
        for pair in pairs:
            if pair != trio:
                found = fill(hand, [(trio, 3), (pair, 2)])
                yield from (Combination(Kind.FULL_HOUSE, trio, cards) for cards in found)


def pair_sequences(hand: Held, length: int) -> Iterator[Combination]:
    number, pairs = length // 2, ranks_with(hand, 2)
    for start in pairs:
        ranks = range(start, start + number)
        if all(rank in pairs for rank in ranks):
            found = fill(hand, [(rank, 2) for rank in ranks])
            yield from (Combination(Kind.PAIR_SEQUENCE, ranks[-1], cards) for cards in found)


def sequences(hand: Held, length: int) -> Iterator[Combination]:
    """Without the bombs: a sequence of one suit is one, always."""
    for start in range(MAH_JONG_RANK, ACE - length + 2):
        ranks = range(start, start + length)
        if sum(rank not in hand.by_rank for rank in ranks) <= hand.phoenixes:
            for cards in fill(hand, [(rank, 1) for rank in ranks]):
                if Special.PHOENIX in cards or not one_suit(cards):
                    yield Combination(Kind.SEQUENCE, ranks[-1], cards)


OF_KIND = {
    Kind.SINGLE: singles,
    Kind.PAIR: pairs,
    Kind.TRIO: trios,
    Kind.FULL_HOUSE: full_houses,
    Kind.PAIR_SEQUENCE: pair_sequences,
    Kind.SEQUENCE: sequences,
}


def bombs(hand: Held) -> Iterator[Combination]:
    """Four of a rank in four suits, or five and more neighbours of one suit."""
    if len(hand.cards) < 4:
        return
    for rank, cards in hand.by_rank.items():
        if len(cards) >= 4 and len(set(cards)) == 4:
            yield Combination(Kind.FOUR_BOMB, rank, tuple(dict.fromkeys(cards)))
    for suit in hand.by_suit.values():
        if len(suit) >= SHORTEST_SEQUENCE:
            yield from sequence_bombs(suit)


def sequence_bombs(suit: dict[int, SuitCard]) -> Iterator[Combination]:
    """Of one suit."""
    for start in suit:
        cards: list[Card] = []
        while (card := suit.get(start + len(cards))) is not None:
            cards.append(card)
            if len(cards) >= SHORTEST_SEQUENCE:
                yield Combination(Kind.SEQUENCE_BOMB, card.rank, tuple(cards))


def ranks_with(hand: Held, number: int) -> list[int]:
    """The ranks of which there are so many cards, with the Phoenix beside them."""
    short = number - hand.phoenixes
    return [rank for rank, cards in hand.by_rank.items() if len(cards) >= short and rank != MAH_JONG_RANK]


# --- filling slots -----------------------------------------------------------------------------------------------


def fill(hand: Held, slots: Sequence[Slot]) -> Iterator[tuple[Card, ...]]:
    """Every way to fill these slots with natural cards and Phoenixes.

    A Phoenix never stands for the Mah Jong, and of equal cards one at least is natural.
    """
    for shares in shared_out(hand.phoenixes, slots):
        choices = [hand.choices(rank, need - share) for (rank, need), share in zip(slots, shares, strict=True)]
        if all(choices):
            spare = (Special.PHOENIX,) * sum(shares)
            for parts in product(*choices):
                yield tuple(card for part in parts for card in part) + spare


def shared_out(phoenixes: int, slots: Sequence[Slot]) -> Iterable[tuple[int, ...]]:
    """How many cards of each slot are Phoenixes: none, or one here, or one there, ..."""
    nothing = (0,) * len(slots)
    if not phoenixes:
        return (nothing,)
    found = {nothing: None}
    latest = [nothing]
    for _ in range(phoenixes):
        latest = [
            (*shares[:at], shares[at] + 1, *shares[at + 1 :])
            for shares in latest
            for at, (rank, need) in enumerate(slots)
            if rank != MAH_JONG_RANK and shares[at] < (need - 1 or 1)
        ]
        found |= dict.fromkeys(latest)
    return found
