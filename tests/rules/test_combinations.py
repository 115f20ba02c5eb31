"""What cards can be read as and what beats what, by example; and one way to see it held against the other."""

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards import PACK
from rules.combinations import Kind, beats, laid_on, readings
from rules.plays import Held, plays
from rules.variants.grand_seigneur import ONE_PACK, SECOND_PACK
from tests.rules.playing import cards, lying

READ = [
    ("7j", [("single", 7)]),
    ("MJ", [("single", 1)]),
    ("DR", [("single", 15)]),
    ("PH", [("single", 1.5)]),
    ("DO", [("hound", 0)]),
    ("7j 7s", [("pair", 7)]),
    ("7j PH", [("pair", 7)]),
    ("MJ PH", []),
    ("7j 8s", []),
    ("DR PH", []),
    ("DR DO", []),
    ("7j 7s PH", [("triple", 7)]),
    ("7j 7s 7p 7t", [("bomb4", 7)]),
    ("7j 7s 7p PH", []),
    ("3j 3s 3p 3t PH", []),
    ("Kj Ks 2j 2s PH", [("full_house", 13), ("full_house", 2)]),
    ("Kj Ks Kp 2s PH", [("full_house", 13)]),
    ("4j 4s 5j 5s", [("pair_sequence", 5)]),
    ("4j 4s 5j PH", [("pair_sequence", 5)]),
    ("4j 4s 6j 6s", []),
    ("7j 7s 7p 8j 8s PH", []),
    ("Aj As 2j 2s", []),
    ("4j 5j 6s 7j 8j", [("sequence", 8)]),
    ("4j 5j 6j 7j 8j", [("bomb_seq", 8)]),
    ("4j 5j 6j 7j PH", [("sequence", 8), ("sequence", 7)]),
    ("4j 5j 7j 8j PH", [("sequence", 8)]),
    ("Aj Kj Qs Jj PH", [("sequence", 14)]),
    ("Aj 2j 3s 4j 5j", []),
    ("MJ 2j 3j 4j 5j", [("sequence", 5)]),
    ("MJ 2j 3j 4j PH", [("sequence", 5)]),
    ("PH 2j 3j 4j 5s", [("sequence", 6)]),
    ("MJ 3j 4j 5s 6j", []),
    ("MJ PH 3j 4j 5s", [("sequence", 5)]),
    ("4j 5j 6s 7j", []),
]


@pytest.mark.parametrize(("text", "expected"), READ)
def test_what_cards_can_be_read_as(text: str, expected: list[tuple[str, float]]):
    assert [(each.kind.value, each.rank) for each in readings(cards(text))] == expected


def test_a_sequence_of_fourteen_with_the_phoenix_needs_a_place_for_it():
    thirteen = "2j 3j 4j 5j 6s 7j 8j 9j Tj Jj Qj Kj Aj"
    assert readings(cards(f"{thirteen} PH")) == ()
    assert [each.rank for each in readings(cards(f"MJ {thirteen}"))] == [14]


BEATEN = [
    ("7j", "8s", True),
    ("7j", "7s", False),
    ("Aj", "PH", True),
    ("DR", "PH", False),
    ("DR", "2j 2s 2p 2t", True),
    ("7j 7s", "8j 8s", True),
    ("7j 7s", "8j", False),
    ("4j 4s 5j 5s", "5p 5t 6p 6t 7p 7t", False),
    ("3j 3s 3p Aj As", "4j 4s 4p 2j 2s", True),
    ("3j 4j 5s 6j 7j", "4s 5j 6s 7s 8s 9s", False),
    ("Aj As Ap At", "4j 5j 6j 7j 8j", True),
    ("Ts Js Qs Ks As", "2j 3j 4j 5j 6j 7j", True),
    ("5j 6j 7j 8j 9j", "5s 6s 7s 8s 9s", False),
    ("5j 6j 7j 8j 9j", "6s 7s 8s 9s Ts", True),
    ("5j 6j 7j 8j 9j", "Aj As Ap At", False),
    ("DO", "2j 2s 2p 2t", False),
    ("2j", "DO", False),
    ("2j 2s 2p 2t", "DR", False),
]


@pytest.mark.parametrize(("top", "laid", "expected"), BEATEN)
def test_what_beats_what(top: str, laid: str, expected: bool):
    assert any(beats(lying(top), each) for each in readings(cards(laid))) is expected


def test_a_single_phoenix_stands_half_a_rank_above_what_it_was_laid_on():
    on_an_ace = laid_on(lying("Aj"), lying("PH"))
    assert on_an_ace.rank == 14.5
    assert not beats(on_an_ace, lying("As"))
    assert beats(on_an_ace, lying("DR"))
    assert not beats(laid_on(None, lying("PH")), lying("MJ"))
    assert beats(laid_on(None, lying("PH")), lying("2j"))


def test_a_full_house_declared_low_can_be_beaten_low():
    high, low = readings(cards("Kj Ks 2j 2s PH"))
    threes = lying("3j 3s 3p 8j 8s")
    assert beats(low, threes)
    assert not beats(high, threes)


def test_of_two_packs_the_second_dragon_beats_the_first_and_a_phoenix_the_other():
    assert beats(lying("DR"), lying("DR"))
    once = laid_on(lying("7j"), lying("PH"))
    twice = laid_on(once, lying("PH"))
    assert beats(once, lying("PH"))
    assert once.rank < twice.rank < 8
    assert lying("7j 7j 7s").kind is Kind.TRIO
    assert readings(cards("7j 7j 7s 7p")) == ()
    assert readings(cards("PH PH")) == ()


def found_by_trying(hand, top):
    """Every subset, looked at."""
    found = set()
    for size in range(1, len(hand) + 1):
        for subset in combinations(hand, size):
            for each in readings(subset):
                if top is None or beats(top, each):
                    found.add((each.kind, laid_on(top, each).rank, tuple(sorted(map(str, subset)))))
    return found


def found_by_looking_for(hand, top):
    found = [(each.kind, each.rank, tuple(sorted(map(str, each.cards)))) for each in plays(Held(tuple(hand)), top)]
    assert len(found) == len(set(found)), "nothing is found twice"
    return set(found)


@given(st.integers(min_value=0), st.sampled_from([(PACK, 10), ((*ONE_PACK, *SECOND_PACK), 8)]))
def test_what_a_hand_can_play_is_what_trying_every_set_of_cards_finds(seed: int, of: tuple[tuple, int]):
    pack, most = of
    luck = random.Random(seed)
    near = luck.randint(2, 10)  # neighbours make more combinations than a whole pack does
    close = [card for card in pack if str(card) in ("PH", "MJ") or near <= getattr(card, "rank", 0) <= near + 5]
    hand = luck.sample(luck.choice([pack, close]), most)
    others = [card for card in close if card not in hand]
    led = list(plays(Held(tuple(luck.sample(others, min(8, len(others))))), None))
    for top in (None, luck.choice(led) if led else None):
        assert found_by_looking_for(hand, top) == found_by_trying(hand, top)
