"""What the referee says to a situation, and by which rule of the book."""

from pathlib import Path

import pytest

import rules
from rules.book import Rule
from rules.customs import TableRules
from rules.plays import Held
from rules.referee import Position
from rules.verdict import BROKEN, judge
from tests.rules.codes import codes_refused_in
from tests.rules.playing import cards, lying
from tests.scoring.refusing import refusal_of


def at(hand: str, top: str | None = None, **more: object) -> Position:
    return Position(hand=Held(cards(hand)), top=None if top is None else lying(top), **more)


SAID = [
    (at("4j 4s 4p 4t"), "4j 4s 4p 4t", True, Rule.BOMB_MAY_BE_LED),
    (at("8j"), "8j", True, Rule.SINGLE),
    (at("8j", "7j"), "8j", True, Rule.HIGHER_RANK),
    (at("DR", "7j"), "DR", True, Rule.DRAGON_IS_HIGHEST),
    (at("PH", "7j"), "PH", True, Rule.PHOENIX_HALF_ABOVE),
    (at("8j PH", "7j 7s"), "8j PH", True, Rule.PHOENIX_AS_JOKER),
    (at("3j 3s 3p 2j 2s", "2p 2t PH Aj As"), "3j 3s 3p 2j 2s", False, Rule.HIGHER_RANK),
    (at("4j 4s 4p 3j 3s", "2p 2t 2s 5j 5s"), "4j 4s 4p 3j 3s", True, Rule.FULL_HOUSE_BY_TRIO),
    (at("4j 4s 4p 4t", "Aj"), "4j 4s 4p 4t", True, Rule.BOMB_BEATS_ALL),
    (at("4j 5j 6j 7j 8j", "Aj As Ap At"), "4j 5j 6j 7j 8j", True, Rule.LONGER_BOMB),
    (at("5j 5s 5p 5t", "4j 4s 4p 4t"), "5j 5s 5p 5t", True, Rule.HIGHER_BOMB),
    (at("4j 4s 4p 4t", "Aj", in_turn=False), "4j 4s 4p 4t", True, Rule.BOMB_OUT_OF_TURN),
    (at("8j", "7j", in_turn=False), "8j", False, Rule.ONLY_IN_TURN),
    (at("8j Kj", "MJ", wish=8), "8j", True, Rule.WISH_MUST_BE_FULFILLED),
    (at("8j Kj", "MJ", wish=8), "Kj", False, Rule.WISH_MUST_BE_FULFILLED),
    (at("8j 8s 8p 8t", "Kj", wish=8), "8j 8s 8p 8t", True, Rule.WISH_BY_BOMB),
    (at("2j 2s 2p 2t 8j", "7j", wish=8), "2j 2s 2p 2t", True, Rule.BOMB_INSTEAD_OF_WISH),
    (at("3j 3s 3p 3t PH"), "3j 3s 3p 3t PH", False, Rule.NO_FULL_HOUSE_OF_FOUR),
]


@pytest.mark.parametrize(("position", "laid", "allowed", "rule"), SAID)
def test_may_it_be_played_and_by_which_rule(position: Position, laid: str, allowed: bool, rule: Rule):
    verdict = judge(position, cards(laid))
    assert (verdict.allowed, verdict.rule) == (allowed, rule)


def test_who_is_bound_by_the_wish_is_told_the_ways_to_fulfil_it():
    verdict = judge(at("8j PH Kj", "7j 7s", wish=8))
    assert verdict.must_fulfil
    assert [set(way.cards) for way in verdict.ways] == [set(cards("8j PH"))]
    assert verdict.no_pass is not None
    assert verdict.no_pass.code == "wish_no_pass"
    free = judge(at("9j PH Kj", "7j 7s", wish=8))
    assert (free.must_fulfil, free.ways, free.no_pass) == (False, (), None)
    assert not judge(at("8j Kj", "7j", wish=8, in_turn=False)).must_fulfil


def test_a_bomb_instead_of_the_wish_is_for_the_tournament_to_allow():
    strict = at("2j 2s 2p 2t 8j", "7j", wish=8, customs=TableRules(bomb_instead_of_wish=False))
    assert not judge(strict, cards("2j 2s 2p 2t")).allowed


@pytest.mark.parametrize(
    ("position", "code"),
    [
        (at("8j 8j"), "card_twice"),
        (at("8j", "8j"), "card_on_table"),
        (at("8j", "9j 9j"), "card_twice"),
        (at("8j", wish=1), "wish_rank"),
        (at(" ".join(f"{rank}{suit}" for suit in "js" for rank in "23456789")[: 15 * 3 - 1]), "too_many_cards"),
    ],
)
def test_a_situation_that_cannot_be_is_refused(position: Position, code: str):
    assert refusal_of(lambda: judge(position)).code == code


def test_every_refusal_of_the_play_names_a_rule():
    """But for what is no play at all: a log or a move that cannot be read."""
    source = Path(rules.__file__).parent
    raised = set().union(*(codes_refused_in(path) for path in source.rglob("*.py")))
    unreadable = {
        "move_unreadable", "log_unreadable", "log_too_long", "game_unknown", "deal_seats", "deal_size", "seat_unknown",
        "too_many_cards", "card_on_table", "seigneur_players", "grand_forbidden",
    }  # fmt: skip
    assert raised - set(BROKEN) == unreadable - {code for code in unreadable if code in BROKEN}
