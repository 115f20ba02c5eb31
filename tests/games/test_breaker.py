"""A server that does not answer costs one request its patience, not every one."""

import threading

from games.breaker import Breaker


class Clock:
    """Time that passes when told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def fail() -> None:
    raise ConnectionError("nobody there")


def test_it_lets_everything_through_while_all_is_well():
    breaker, done = Breaker(name="Redis", rest_seconds=5, clock=Clock()), []
    assert [breaker.attempt(lambda: done.append(1)) for _ in range(3)] == [True, True, True]
    assert done == [1, 1, 1]


def test_after_a_failure_nothing_is_tried_until_the_rest_is_over():
    clock, tried = Clock(), []
    breaker = Breaker(name="Redis", rest_seconds=5, clock=clock)
    assert breaker.attempt(fail) is False
    clock.now += 4.9
    assert breaker.attempt(lambda: tried.append("early")) is False
    clock.now += 0.2
    assert breaker.attempt(lambda: tried.append("rested")) is True
    assert breaker.attempt(lambda: tried.append("again")) is True
    assert tried == ["rested", "again"]


def test_when_the_rest_is_over_only_one_tries_while_the_others_go_on_resting():
    clock = Clock()
    breaker = Breaker(name="Redis", rest_seconds=5, clock=clock)
    breaker.attempt(fail)
    clock.now += 6
    in_the_middle, may_end, outcomes = threading.Event(), threading.Event(), []

    def slow() -> None:
        in_the_middle.set()
        assert may_end.wait(5)

    first = threading.Thread(target=lambda: outcomes.append(breaker.attempt(slow)))
    first.start()
    assert in_the_middle.wait(5)
    assert breaker.attempt(lambda: None) is False
    may_end.set()
    first.join()
    assert outcomes == [True]
