"""Many phones at the same moment, on two web servers: one hand stays one hand, and limits hold for all together."""

import threading
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest

from games.actor import Actor
from games.models import Hand, LogLine
from games.services.links import make_link
from tests.games.rows import Small, small_tournament
from tests.programs import web_process
from tests.waiting import wait_for_the_middle_of_a_minute

pytestmark = [pytest.mark.real_redis, pytest.mark.django_db(transaction=True)]

PHONES, HANDS = 20, 7
NO_LIMIT = {"API_WRITES_PER_LINK": "1000000", "API_WRITES_PER_ADDRESS": "30", "API_READS": "30"}


@pytest.fixture
def servers() -> Iterator[list[str]]:
    with ExitStack() as stack:
        yield [stack.enter_context(web_process(**NO_LIMIT)) for _ in range(2)]


@pytest.fixture
def small() -> Small:
    """One hand is written down, seven more come."""
    return small_tournament()


def at_once(act: Callable[[int], Any], times: int = PHONES) -> list[Any]:
    """All begin together; what each got."""
    gate, answers = threading.Barrier(times), [None] * times

    def one(number: int) -> None:
        gate.wait()
        answers[number] = act(number)

    threads = [threading.Thread(target=one, args=[number]) for number in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


class Phones:
    """Phones of one team, half of them on each server."""

    def __init__(self, table: int, clients: list[httpx.Client]) -> None:
        self.path, self.clients = f"/api/v1/tables/{table}/hands/", clients

    def send(self, phone: int, number: int, client_id: uuid.UUID, points: int) -> httpx.Response:
        sheet = {"calls": ["", "", "", ""], "out": [0, 1], "points": points}
        return self.clients[phone].post(self.path, json={"client_id": str(client_id), "number": number, "sheet": sheet})


@pytest.fixture
def phones(small: Small, servers: list[str]) -> Iterator[Phones]:
    token = make_link(by=Actor(account=small.account), team_id=small.teams[0].pk).token
    headers = {"Authorization": f"Link {token}"}
    with ExitStack() as stack:
        made = (httpx.Client(base_url=servers[at % 2], headers=headers, timeout=60) for at in range(PHONES))
        yield Phones(small.table.pk, [stack.enter_context(client) for client in made])


def test_the_same_hand_sent_twenty_times_is_one_hand(phones: Phones):
    for number in range(2, HANDS + 2):
        client_id = uuid.uuid4()
        answers = at_once(lambda phone, n=number, c=client_id: phones.send(phone, n, c, 50))
        assert Counter(answer.status_code for answer in answers) == {201: 1, 200: PHONES - 1}
        assert len({answer.json()["id"] for answer in answers}) == 1
    assert Hand.objects.count() == HANDS + 1
    assert LogLine.objects.filter(what="hand.recorded").count() == HANDS


def test_of_twenty_different_values_one_is_stored_and_shown_to_the_others(phones: Phones):
    for number in range(2, HANDS + 2):
        answers = at_once(lambda phone, n=number: phones.send(phone, n, uuid.uuid4(), 5 * phone))
        assert Counter(answer.status_code for answer in answers) == {201: 1, 409: PHONES - 1}
        (stored,) = [answer.json() for answer in answers if answer.status_code == 201]
        shown = {(refused["code"], refused["facts"]["stored"], refused["facts"]["points"])
                 for refused in (answer.json() for answer in answers if answer.status_code == 409)}  # fmt: skip
        assert shown == {("hand_conflict", stored["id"], stored["points"])}
    assert Hand.objects.count() == HANDS + 1


# --- limits --------------------------------------------------------------------------------------------------------


def statuses(servers: list[str], ask: Callable[[str], httpx.Response]) -> Counter[int]:
    wait_for_the_middle_of_a_minute()
    return Counter(answer.status_code for _ in range(5) for answer in at_once(lambda number: ask(servers[number % 2])))


def test_writing_is_limited_for_all_servers_together(servers: list[str]):
    body = {"calls": ["", "", "", ""], "points": 50}
    assert statuses(servers, lambda server: httpx.post(f"{server}/api/v1/score/", json=body)) == {200: 30, 429: 70}
    refused = httpx.post(f"{servers[0]}/api/v1/score/", json=body)
    assert refused.json()["code"] == "too_often"
    assert 0 < int(refused.headers["Retry-After"]) <= 60


def test_counting_in_each_process_alone_would_not_hold(servers: list[str]):
    """The control: what only reads is counted in memory, so two servers let twice as many pass."""
    found = statuses(servers, lambda server: httpx.get(f"{server}/api/v1/presets/"))
    assert found == {200: 60, 429: 40}
