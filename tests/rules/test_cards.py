"""The pack: 56 cards, 100 points, each card written in two characters."""

import pytest

from rules.cards import PACK, Special, Suit, SuitCard, parse, points, points_of
from tests.scoring.refusing import refusal_of


def test_the_pack_has_four_suits_of_thirteen_and_four_special_cards():
    assert len(PACK) == len(set(PACK)) == 56
    assert [sum(isinstance(card, SuitCard) and card.suit is suit for card in PACK) for suit in Suit] == [13] * 4
    assert [card for card in PACK if isinstance(card, Special)] == list(Special)


def test_the_pack_counts_a_hundred():
    assert points_of(PACK) == 100


@pytest.mark.parametrize(
    ("code", "counts"),
    [("Kj", 10), ("Ts", 10), ("5p", 5), ("At", 0), ("4t", 0), ("MJ", 0), ("DO", 0), ("PH", -25), ("DR", 25)],
)
def test_what_a_card_counts(code: str, counts: int):
    assert points(parse(code)) == counts


def test_every_card_is_read_as_it_is_written():
    assert [parse(str(card)) for card in PACK] == list(PACK)
    assert parse("7j") == SuitCard(rank=7, suit=Suit.JADE)
    assert parse("Tt") == SuitCard(rank=10, suit=Suit.STARS)
    assert parse("DR") is Special.DRAGON
    assert all(len(str(card)) == 2 for card in PACK)


@pytest.mark.parametrize("code", ["", "1j", "10j", "7x", "7J", "7", "mj", "7j ", "XX"])
def test_what_is_no_card_is_refused(code: str):
    refusal = refusal_of(lambda: parse(code))
    assert (refusal.code, refusal.facts["field"], refusal.facts["value"]) == ("card_unknown", "cards", code)
    assert len(refusal.facts["allowed"]) == 56
