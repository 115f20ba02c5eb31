"""A page that is being read while somebody draws again does not break: it takes nothing of before for of after."""

import random
from collections.abc import Callable
from http import HTTPStatus
from itertools import count
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from games.actor import Actor
from games.models import Account, Round, Tournament
from games.selectors.moment import one_moment
from games.services.rounds import close_round, publish_round, unpublish_round
from games.views.keeping import answers, contents
from tests.games.acting import a_tournament, drawn, drawn_again, elsewhere, play_round, published
from tests.games.every_address import addresses

SIGNED_IN, MOST = 2, 25
"""So many questions say who is asking; so many no page asks."""


class Meanwhile:
    """Somebody else acts, right after the question of this number was answered."""

    def __init__(self, number: int, act: Callable[[], object]) -> None:
        self.number, self.act, self.asked = number, act, 0

    def __call__(self, execute: Callable[..., Any], *asked: Any) -> Any:
        answer = execute(*asked)
        self.asked += 1
        if self.asked == self.number:
            elsewhere(self.act)
        return answer


def test_what_is_read_together_is_as_it_was_at_the_first_question(transactional_db: None, director: Account):
    with one_moment():
        assert not Tournament.objects.exists()
        elsewhere(lambda: a_tournament(Actor(account=director), 0))
        assert not Tournament.objects.exists()
    assert Tournament.objects.exists()


@pytest.fixture
def second_round(transactional_db: None, director: Account) -> Round:
    """A draft, and somebody has a bye in it."""
    by = Actor(account=director)
    cup = a_tournament(by, 5)
    first = published(by, cup)
    play_round(by, first, random.Random(1))
    close_round(by=by, round_id=first.pk)
    return drawn(by, cup)


def answers_of(desk: Client, address: str, act: Callable[[], object]) -> list[int]:
    """What the page answered, disturbed after each of its questions in turn."""
    found = []
    for number in range(SIGNED_IN + 1, MOST):
        answers.clear()
        contents.clear()
        meanwhile = Meanwhile(number, act)
        with connection.execute_wrapper(meanwhile):
            found.append(desk.get(address).status_code)
        if meanwhile.asked < number:
            return found
    raise AssertionError(f"{address} asks for ever")


def faults(director: Account, round_: Round, act: Callable[[], object]) -> tuple[int, dict[str, list[int]]]:
    """How many pages were tried, and which of them broke."""
    desk = Client(raise_request_exception=False)
    desk.force_login(director)
    tried, broken = 0, {}
    for called, address in addresses(round_.stage.tournament).items():
        if desk.get(address).status_code != HTTPStatus.OK:
            continue
        tried += 1
        found = answers_of(desk, address, act)
        if HTTPStatus.INTERNAL_SERVER_ERROR in found:
            broken[called] = found
    return tried, broken


def test_a_draft_is_drawn_again(director: Account, second_round: Round):
    by, seeds = Actor(account=director), map(str, count())
    tried, broken = faults(director, second_round, lambda: drawn_again(by, second_round, next(seeds)))
    assert tried > 40
    assert broken == {}


def test_a_round_is_taken_back_drawn_again_and_published(director: Account, second_round: Round):
    by, seeds = Actor(account=director), map(str, count())
    publish_round(by=by, round_id=second_round.pk)

    def act() -> None:
        unpublish_round(by=by, round_id=second_round.pk)
        drawn_again(by, second_round, next(seeds))
        publish_round(by=by, round_id=second_round.pk)

    tried, broken = faults(director, second_round, act)
    assert tried > 40
    assert broken == {}
