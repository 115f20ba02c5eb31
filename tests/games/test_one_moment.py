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

pytestmark = pytest.mark.both_databases

SIGNED_IN = 2
"""So many questions say who is asking."""


class Questions:
    """What a page asks, and after which of its questions somebody else's act can make a difference: not within one
    transaction, which reads one state whatever the others do."""

    def __init__(self) -> None:
        self.within: list[bool] = []
        self.begins: list[bool] = []

    def __call__(self, execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        answer = execute(sql, *more)
        self.within.append(connection.in_atomic_block)
        self.begins.append(sql.startswith(("SET TRANSACTION", "BEGIN")))
        return answer

    def gaps(self) -> list[int]:
        """The numbers of questions after which the next is not of the same transaction. A transaction begins with what
        it reads first, not before."""
        return [
            number
            for number in range(SIGNED_IN + 1, len(self.within))
            if not self.begins[number - 1]
            if not (self.within[number - 1] and self.within[number]) or self.begins[number]
        ]


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


@pytest.fixture
def second_round(transactional_db: None, director: Account) -> Round:
    """A draft, and somebody has a bye in it."""
    by = Actor(account=director)
    cup = a_tournament(by, 5)
    first = published(by, cup)
    play_round(by, first, random.Random(1))
    close_round(by=by, round_id=first.pk)
    return drawn(by, cup)


def opened(desk: Client, address: str, watched: Callable[..., Any]) -> int:
    """How the page is answered that nobody has kept."""
    answers.clear()
    contents.clear()
    with connection.execute_wrapper(watched):
        return desk.get(address).status_code


def faults(director: Account, round_: Round, act: Callable[[], object]) -> tuple[int, int, dict[str, list[int]]]:
    """How many pages were tried, how often somebody acted meanwhile, and which pages broke."""
    desk = Client(raise_request_exception=False)
    desk.force_login(director)
    tried, acted, broken = 0, 0, {}
    for called, address in addresses(round_.stage.tournament).items():
        asked = Questions()
        if opened(desk, address, asked) != HTTPStatus.OK:
            continue
        tried += 1
        found = [opened(desk, address, Meanwhile(number, act)) for number in asked.gaps()]
        acted += len(found)
        if HTTPStatus.INTERNAL_SERVER_ERROR in found:
            broken[called] = found
    return tried, acted, broken


@pytest.fixture
def told(director: Account) -> Callable[[], None]:
    """Somebody changes the tournament's name, again and again."""
    cup, names = a_tournament(Actor(account=director), 4), map(str, count())
    return lambda: elsewhere(lambda: Tournament.objects.filter(pk=cup.pk).update(name=next(names)))


def test_what_is_read_in_one_moment_stays_as_it_was_whatever_others_write(transactional_db: None, told):
    told()
    with one_moment():
        assert Tournament.objects.get().name == "0"
        told()
        assert Tournament.objects.get().name == "0"
    assert Tournament.objects.get().name == "1"


def test_control_in_two_moments_it_does_not(transactional_db: None, told):
    told()
    assert Tournament.objects.get().name == "0"
    told()
    assert Tournament.objects.get().name == "1"


def test_only_between_two_transactions_can_somebody_make_a_difference(transactional_db: None):
    asked = Questions()
    with connection.execute_wrapper(asked):
        for _ in range(SIGNED_IN + 1):
            Tournament.objects.exists()
        for _ in range(2):
            with one_moment():
                Tournament.objects.exists()
                Round.objects.exists()
        Round.objects.exists()
    assert len(asked.gaps()) == 3, "before the first, between the two, and after the second"


@pytest.mark.slow("somebody else acts after each question of each page in turn")
def test_a_draft_is_drawn_again(director: Account, second_round: Round):
    by, seeds = Actor(account=director), map(str, count())
    tried, acted, broken = faults(director, second_round, lambda: drawn_again(by, second_round, next(seeds)))
    assert tried > 40
    assert acted > 40
    assert broken == {}


@pytest.mark.slow("somebody else acts after each question of each page in turn")
def test_a_round_is_taken_back_drawn_again_and_published(director: Account, second_round: Round):
    by, seeds = Actor(account=director), map(str, count())
    publish_round(by=by, round_id=second_round.pk)

    def act() -> None:
        unpublish_round(by=by, round_id=second_round.pk)
        drawn_again(by, second_round, next(seeds))
        publish_round(by=by, round_id=second_round.pk)

    tried, acted, broken = faults(director, second_round, act)
    assert tried > 40
    assert acted > 40
    assert broken == {}
