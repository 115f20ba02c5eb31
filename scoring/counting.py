"""Card points counted from the cards themselves: what everybody took, and what the last one still holds."""

from collections.abc import Sequence

from rules.cards import PACK, Card, points_of
from rules.refusal import Refusal
from scoring.hand import HandRules, HandScore, Pair, check_calls, check_whole_order, reward, settle, side_of
from scoring.variants import Variant


def score_cards(
    piles: Sequence[Sequence[Card]],
    last_hand: Sequence[Card],
    out: Sequence[int],
    calls: Sequence[str],
    rules: HandRules,
    *,
    dealer: int | None = None,
    complete: bool = True,
) -> HandScore:
    """Count a hand card by card; see `count`."""
    checked = check_calls(calls, rules, dealer=dealer)
    winner = check_whole_order(out, rules)
    counted = count(piles, last_hand, out, rules, complete=complete)
    if winner is not None:
        counted = reward(winner, rules)
    return settle(checked, counted, first=out[0], victory=winner)


def count(
    piles: Sequence[Sequence[Card]],
    last_hand: Sequence[Card],
    out: Sequence[int],
    rules: HandRules,
    *,
    complete: bool = True,
) -> Pair:
    """The card points of both sides.

    `piles` has the tricks of each seat after the Dragon was given away, `last_hand` the cards the last one still
    holds; they go to the other side. The tricks of the last one go to whoever was out first. In Tientsin the sixth
    gives his tricks to the other side and the fifth his to the first. With `complete` no card may be missing.
    After a double or triple victory nothing is counted: 0 to 0.
    """
    winner = check_whole_order(out, rules)
    check_cards(piles, last_hand, rules)
    if winner is not None:
        return 0, 0
    if complete:
        check_complete(piles, last_hand)
    taken = [0, 0]
    for seat, pile in enumerate(piles):
        taken[receiver(seat, out, rules)] += points_of(pile)
    taken[1 - side_of(out[-1])] += points_of(last_hand)
    return taken[0], taken[1]


def receiver(seat: int, out: Sequence[int], rules: HandRules) -> int:
    """The side that counts this player's tricks."""
    winner, last = out[0], out[-1]
    if rules.variant is Variant.TIENTSIN:
        if seat == last:
            return 1 - side_of(last)
        last = out[-2]
    return side_of(winner if seat == last else seat)


def check_cards(piles: Sequence[Sequence[Card]], last_hand: Sequence[Card], rules: HandRules) -> None:
    """A pile for each seat, and no card in two places."""
    if len(piles) != rules.seats:
        raise Refusal("piles_number", field="cards", value=len(piles), seats=rules.seats)
    seen: set[Card] = set()
    for card in (card for pile in (*piles, last_hand) for card in pile):
        if card in seen:
            raise Refusal("card_twice", field="cards", value=str(card))
        seen.add(card)


def check_complete(piles: Sequence[Sequence[Card]], last_hand: Sequence[Card]) -> None:
    """All 56 cards are there, and the last player holds at least one of them."""
    present = {card for pile in (*piles, last_hand) for card in pile}
    missing = [str(card) for card in PACK if card not in present]
    if missing:
        raise Refusal("cards_missing", field="cards", missing=missing)
    if not last_hand:
        raise Refusal("last_hand_empty", field="cards")
