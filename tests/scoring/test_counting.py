"""Card points from the cards themselves."""

from collections.abc import Sequence

from rules.cards import PACK, Card, parse
from rules.refusal import Refusal
from scoring.counting import count, score_cards
from scoring.hand import HandRules, HandScore
from scoring.variants import Variant
from tests.scoring.refusing import refusal_of

NANKING = HandRules()
TIENTSIN = HandRules(variant=Variant.TIENTSIN)


def cards(codes: str) -> list[Card]:
    return [parse(code) for code in codes.split()]


def the_rest(*taken: Sequence[Card]) -> list[Card]:
    """What is left of the pack."""
    return [card for card in PACK if not any(card in cards for cards in taken)]


def test_the_last_ones_hand_goes_to_the_other_side_and_the_tricks_to_the_first():
    """Seat 2 is last: its King stays with its own side, for seat 0 was first; the ten in hand goes to the others."""
    piles = [cards("5j"), cards("Ts"), cards("Kj"), cards("DR")]
    assert count(piles, cards("Tp"), (0, 1, 3, 2), NANKING, complete=False) == (15, 45)


def test_the_last_ones_tricks_go_over_when_the_other_side_was_first():
    piles = [cards("5j"), cards("Ts"), cards("Kj"), cards("DR")]
    assert count(piles, cards("Tp"), (1, 0, 3, 2), NANKING, complete=False) == (5, 55)


def test_a_dragon_given_to_the_last_comes_back_to_the_first():
    piles = [[], [], [], cards("DR 5p")]
    assert count(piles, cards("2s"), (0, 1, 2, 3), NANKING, complete=False) == (30, 0)


def test_in_tientsin_the_sixth_gives_to_the_others_and_the_fifth_to_the_first():
    piles = [cards("Ts"), [], [], cards("Kj"), [], cards("DR")]
    assert count(piles, cards("PH"), (0, 1, 2, 4, 3, 5), TIENTSIN, complete=False) == (20, 0)
    assert count(piles, cards("PH"), (1, 0, 2, 4, 3, 5), TIENTSIN, complete=False) == (10, 10)


def test_a_whole_pack_is_scored_with_its_calls():
    hand, pile = cards("2j 3j"), cards("Kj Ks DR")
    piles = [pile, the_rest(hand, pile), [], []]
    assert score_cards(piles, hand, (0, 1, 2, 3), ("T", "", "", "GT"), NANKING) == HandScore(
        card_points=(45, 55), bonus=(100, -200), made=(True, None, None, False), victory=None
    )


def test_after_a_double_victory_nothing_is_counted():
    piles = [cards("Kj"), cards("DR"), [], []]
    assert count(piles, [], (1, 3), NANKING) == (0, 0)
    assert score_cards(piles, [], (1, 3), ("", "", "", ""), NANKING).totals == (0, 200)


def test_a_card_in_two_places_is_refused():
    twice = Refusal("card_twice", field="cards", value="Kj")
    piles = [cards("Kj 5s"), [], cards("Kj"), []]
    assert refusal_of(lambda: count(piles, [], (0, 1, 2, 3), NANKING)) == twice
    assert refusal_of(lambda: count([cards("Kj"), [], [], []], cards("Kj"), (0, 1, 2, 3), NANKING)) == twice
    assert refusal_of(lambda: count(piles, [], (0, 2), NANKING)) == twice


def test_a_missing_card_is_named():
    hand = cards("2j")
    piles = [the_rest(hand, cards("Kj PH")), [], [], []]
    missing = Refusal("cards_missing", field="cards", missing=["Kj", "PH"])
    assert refusal_of(lambda: count(piles, hand, (0, 1, 2, 3), NANKING)) == missing
    assert count(piles, hand, (0, 1, 2, 3), NANKING, complete=False) == (115, 0)


def test_the_last_one_holds_a_card():
    piles = [list(PACK), [], [], []]
    assert refusal_of(lambda: count(piles, [], (0, 1, 2, 3), NANKING)) == Refusal("last_hand_empty", field="cards")


def test_everybody_has_a_pile():
    expected = Refusal("piles_number", field="cards", value=3, seats=4)
    assert refusal_of(lambda: count([[], [], []], cards("2j"), (0, 1, 2, 3), NANKING)) == expected


def test_the_order_must_be_whole():
    expected = Refusal("order_incomplete", field="out", value=[0, 1], missing=[2, 3])
    assert refusal_of(lambda: count([[], [], [], []], cards("2j"), (0, 1), NANKING)) == expected
