"""The pack of 56 cards, how each is written in two characters, in which order they stand, and what they count."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from rules.refusal import Refusal


class Suit(StrEnum):
    JADE = "j"
    SWORDS = "s"
    PAGODAS = "p"
    STARS = "t"


class Special(StrEnum):
    """The four cards without a suit."""

    MAH_JONG = "MJ"
    HOUND = "DO"
    PHOENIX = "PH"
    DRAGON = "DR"


RANK_LETTERS = {**{number: str(number) for number in range(2, 10)}, 10: "T", 11: "J", 12: "Q", 13: "K", 14: "A"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SuitCard:
    """A card of one of the four suits; `rank` goes from 2 over 11 (Jack) to 14 (Ace)."""

    rank: int
    suit: Suit

    def __str__(self) -> str:
        return RANK_LETTERS[self.rank] + self.suit


Card = SuitCard | Special

PACK: tuple[Card, ...] = (*(SuitCard(rank=rank, suit=suit) for suit in Suit for rank in RANK_LETTERS), *Special)
BY_CODE = {str(card): card for card in PACK}

ACE, LOWEST = 14, 2
MAH_JONG_RANK = 1
DRAGON_RANK = 15
"""A place in the order and no more: nothing comes between the Ace and the Dragon but the Phoenix."""

RANKS: dict[Card, int] = {card: card.rank for card in PACK if isinstance(card, SuitCard)} | {
    Special.MAH_JONG: MAH_JONG_RANK, Special.DRAGON: DRAGON_RANK, Special.HOUND: 0,
}  # fmt: skip
"""Where a card stands among single cards. The Phoenix has no place of its own."""

ORDER = {card: place for place, card in enumerate(sorted(PACK, key=lambda card: (RANKS.get(card, 16), str(card))))}


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """From the Hound and the Mah Jong over the suits to the Dragon and the Phoenix."""
    return tuple(sorted(cards, key=ORDER.__getitem__))


RANK_POINTS = {5: 5, 10: 10, 13: 10}
SPECIAL_POINTS = {Special.DRAGON: 25, Special.PHOENIX: -25}


def parse(code: str) -> Card:
    """`7j` is the seven of Jade, `Tt` the ten of Stars, `DR` the Dragon."""
    if code not in BY_CODE:
        raise Refusal("card_unknown", field="cards", value=code, allowed=list(BY_CODE))
    return BY_CODE[code]


def parse_all(codes: Iterable[str]) -> tuple[Card, ...]:
    return tuple(parse(code) for code in codes)


def check_no_card_twice(cards: Iterable[Card], *, packs: int = 1) -> None:
    """Each card is there once, or as often as there are packs."""
    for card, times in Counter(cards).items():
        if times > packs:
            raise Refusal("card_twice", field="cards", value=str(card))


def points(card: Card) -> int:
    """Kings and tens count 10, fives 5, the Dragon 25, the Phoenix 25 less than nothing; all others nothing."""
    if isinstance(card, Special):
        return SPECIAL_POINTS.get(card, 0)
    return RANK_POINTS.get(card.rank, 0)


def points_of(cards: Iterable[Card]) -> int:
    """What these cards count together; the whole pack counts 100."""
    return sum(points(card) for card in cards)
