"""Grand Seigneur, for five to twelve: everybody alone, places instead of points, nobody calls, and there is no Hound.

Seat 0 is the Great Lord's, the last one the Wretch's. From the second round on the three lowest give their best cards
to the three highest, who give back what they like. From seven players on two packs are mixed.
"""

from collections.abc import Sequence

from rules.cards import PACK, Card, Special, SuitCard
from rules.game import Duty, Game
from rules.refusal import Refusal

FEWEST, MOST = 5, 12
FEWEST_FOR_TWO_PACKS = 7
LEVELS = 3
"""Great Lord and Wretch, Lord and Pauper, Squire and Burgher; those between them exchange nothing."""

ONE_PACK = tuple(card for card in PACK if card is not Special.HOUND)
SECOND_PACK = tuple(card for card in ONE_PACK if card is not Special.MAH_JONG)

ABOVE_THE_ACE = {Special.DRAGON: 17, Special.PHOENIX: 16, Special.MAH_JONG: 15}


def check_players(players: int) -> None:
    """Five to twelve can play."""
    if not FEWEST <= players <= MOST:
        raise Refusal("seigneur_players", field="players", value=players, minimum=FEWEST, maximum=MOST)


def packs(players: int) -> int:
    """From seven players on two packs are mixed."""
    check_players(players)
    return 2 if players >= FEWEST_FOR_TWO_PACKS else 1


def tribute(players: int) -> list[tuple[int, int, int]]:
    """Who gives how many of the best cards to whom, as places from 1; with five players one card less at each level."""
    check_players(players)
    most = LEVELS - (players == FEWEST)
    return [(players - level, level + 1, most - level) for level in range(most)]


def worth(card: Card) -> int:
    """The order in which cards are best: Dragon, Phoenix, Mah Jong, then from the Ace downwards."""
    return card.rank if isinstance(card, SuitCard) else ABOVE_THE_ACE.get(card, 0)


def best_cards(hand: Sequence[Card], number: int) -> list[Card]:
    """The best so many; among equal ones whoever gives may choose others."""
    return sorted(hand, key=worth, reverse=True)[:number]


def seigneur(players: int, *, first_round: bool = False) -> Game:
    """The game of so many; in the first round nobody has a place yet, and nothing is given."""
    pack = ONE_PACK if packs(players) == 1 else (*ONE_PACK, *SECOND_PACK)
    each, more = divmod(len(pack), players)
    duties: list[tuple[Duty, ...]] = [()] * players
    for giver, taker, cards in () if first_round else tribute(players):
        duties[giver - 1] = (Duty(to=taker - 1, cards=cards, best=True),)
        duties[taker - 1] = (Duty(to=giver - 1, cards=cards),)
    return Game(
        name="grand_seigneur",
        seats=players,
        sides=tuple(range(players)),
        sizes=tuple(each + (seat < more) for seat in range(players)),
        pack=pack,
        packs=packs(players),
        duties=tuple(duties),
        grand_before=None,
        victory=None,
        dragon_is_given=False,
        hound_to=((),) * players,
    )
