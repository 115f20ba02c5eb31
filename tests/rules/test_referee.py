"""May this be played? Yes, or no with the rule it breaks, in words of both languages."""

import pytest

from rules.customs import TableRules
from rules.plays import Held
from rules.referee import Position, check_announced, check_pass, check_play, read
from tests.rules.playing import cards, lying
from tests.scoring.refusing import refusal_of

STRICT = TableRules(bomb_instead_of_wish=False)


def position(hand: str, top: str | None = None, **more: object) -> Position:
    return Position(hand=Held(cards(hand)), top=None if top is None else lying(top), **more)


LAWFUL = [
    (position("4j 4s 4p 4t"), "4j 4s 4p 4t"),
    (position("8j 8s", "7j 7s"), "8j 8s"),
    (position("4j 5j 6j 7j 8j", "3j 4s 5s 6s 7s"), "4j 5j 6j 7j 8j"),
    (position("4j 4s 4p 4t", "DR", in_turn=False), "4j 4s 4p 4t"),
    (position("8j Kj", "MJ", wish=8), "8j"),
    (position("8j Aj", "9j", wish=8), "Aj"),
    (position("2j 2s 2p 2t 7j", "5j", wish=7), "2j 2s 2p 2t"),
    (position("2j 2s 2p 2t 7j", "5j", wish=7, in_turn=False), "2j 2s 2p 2t"),
    (position("4j 5s 6j 7j 8j 9j", wish=8), "4j 5s 6j 7j 8j 9j"),
    (position("8j Kj", "MJ", wish=8, bound=False), "Kj"),
    (position("5j 6j 8j 9j PH", "MJ 2j 3j 4j 5s", wish=7), "5j 6j 8j 9j PH"),
]


@pytest.mark.parametrize(("at", "laid"), LAWFUL)
def test_what_may_be_played(at: Position, laid: str):
    assert set(check_play(at, cards(laid)).cards) == set(cards(laid))


REFUSED = [
    (position("7j"), "", "no_cards"),
    (position("7j"), "8j", "card_not_held"),
    (position("7j"), "7j 7j", "card_not_held"),
    (position("7j 8s"), "7j 8s", "no_combination"),
    (position("7j DR"), "7j DR", "dragon_alone"),
    (position("7j DO"), "7j DO", "hound_alone"),
    (position("7j 7s 7p PH"), "7j 7s 7p PH", "phoenix_in_bomb"),
    (position("3j 3s 3p 3t PH"), "3j 3s 3p 3t PH", "four_and_phoenix"),
    (position("MJ PH"), "MJ PH", "phoenix_is_no_1"),
    (position("MJ 2j 3j PH"), "MJ 2j 3j PH", "no_combination"),
    (position("4j 4s 4p 4t", "DO"), "4j 4s 4p 4t", "nothing_on_hound"),
    (position("DO", "2j"), "DO", "hound_only_led"),
    (position("5s 6s 7s 8s 9s", "5j 6j 7j 8j 9j"), "5s 6s 7s 8s 9s", "bomb_too_low"),
    (position("Aj As Ap At", "5j 6j 7j 8j 9j"), "Aj As Ap At", "bomb_too_short"),
    (position("DR", "2j 2s 2p 2t"), "DR", "bomb_beats_it"),
    (position("8j 8s", "7j"), "8j 8s", "other_kind"),
    (position("4s 5j 6s 7s 8s 9s", "3j 4j 5s 6j 7j"), "4s 5j 6s 7s 8s 9s", "other_length"),
    (position("PH", "DR"), "PH", "dragon_beats_it"),
    (position("7s", "7j"), "7s", "too_low"),
    (position("8j", "7j", in_turn=False), "8j", "out_of_turn"),
    (position("4j 4s 4p 4t", in_turn=False), "4j 4s 4p 4t", "bomb_needs_trick"),
    (position("8j Kj", "MJ", wish=8), "Kj", "wish_first"),
    (position("8j DO", wish=8), "DO", "wish_first"),
    (position("8j PH Kj", "7j 7s", wish=8), "Kj PH", "wish_first"),
    (position("2j 2s 2p 2t 7j", "5j", wish=7, customs=STRICT), "2j 2s 2p 2t", "wish_first"),
]


@pytest.mark.parametrize(("at", "laid", "code"), REFUSED)
def test_what_may_not_be_played_says_which_rule_it_breaks(at: Position, laid: str, code: str):
    assert refusal_of(lambda: check_play(at, cards(laid))).code == code


def test_who_must_fulfil_the_wish_is_told_with_what():
    refusal = refusal_of(lambda: check_play(position("8j PH Kj", "7j 7s", wish=8), cards("Kj PH")))
    assert (refusal.facts["wish"], refusal.facts["example"]) == (8, ["8j", "PH"])


PASSES = [
    (position("8j 8s 8p 8t 2j", "Kj Ks Kp", wish=8), "wish_no_pass"),
    (position("8j 9j Tj Jj Qj", "Kj Ks Kp Kt", wish=8), "wish_no_pass"),
    (position("5j 6j 7j 8j PH", "MJ 2j 3j 4j 5s", wish=7), "wish_no_pass"),
    (position("5j 6j 8j 9j PH", "MJ 2j 3j 4j 5s", wish=7), None),
    (position("8j Aj", "9j", wish=8), None),
    (position("8j", "7j"), None),
    (position("8j"), "leader_plays"),
    (position("8j", "7j", in_turn=False), "pass_out_of_turn"),
]


@pytest.mark.parametrize(("at", "code"), PASSES)
def test_who_may_pass(at: Position, code: str | None):
    if code is None:
        check_pass(at)
    else:
        assert refusal_of(lambda: check_pass(at)).code == code


def test_a_lower_reading_can_be_declared_and_an_impossible_one_not():
    laid = cards("Kj Ks 2j 2s PH")
    assert read(laid).rank == 13
    assert read(laid, rank=2).rank == 2
    refusal = refusal_of(lambda: read(laid, rank=5))
    assert (refusal.code, refusal.facts["allowed"]) == ("reading_impossible", ["13", "2"])


def test_without_a_declaration_the_reading_counts_that_fits():
    """Two Kings, two threes and the Phoenix go on a full house of twos either way: the higher one counts."""
    assert check_play(position("Kj Ks 3j 3s PH", "2j 2s 2p 4j 4s"), cards("Kj Ks 3j 3s PH")).rank == 13


@pytest.mark.parametrize(
    ("wish", "laid", "customs", "code"),
    [
        (8, "MJ", TableRules(), None),
        (None, "MJ", TableRules(), None),
        (None, "MJ", TableRules(wish_is_a_must=True), "wish_is_needed"),
        (15, "MJ", TableRules(), "wish_rank"),
        (1, "MJ 2j 3j 4j 5s", TableRules(), "wish_rank"),
        (8, "2j", TableRules(), "wish_without_mah_jong"),
    ],
)
def test_who_may_wish_for_what(wish: int | None, laid: str, customs: TableRules, code: str | None):
    if code is None:
        check_announced(wish, lying(laid), customs)
    else:
        assert refusal_of(lambda: check_announced(wish, lying(laid), customs)).code == code
