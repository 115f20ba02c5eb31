"""Of many guesses at a password few are looked at: eight from one address, fifty from all, in ten minutes."""

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import httpx
import pytest
from axes.models import AccessAttempt
from django.db import connection, connections
from django.test import Client
from django.utils import timezone

from games.models import Account
from games.services.accounts import password_link
from games.services.attempts import ATTEMPTS, ATTEMPTS_FROM_ONE, WITHIN, count_attempt
from tests.programs import PASSWORD, web_process

pytestmark = pytest.mark.django_db

HOME = "192.0.2.7"


def tried(password: str = "wrong", *, name: str = "dora", address: str = HOME) -> str:
    """What somebody is answered who tries this password."""
    answer = Client(REMOTE_ADDR=address).post("/sign-in/", {"username": name, "password": password})
    return {302: "in", 200: "wrong", 429: "too often"}[answer.status_code]


def minutes_pass(minutes: float) -> None:
    for attempt in AccessAttempt.objects.all():
        attempt.attempt_time -= timedelta(minutes=minutes)
        attempt.save()


def test_of_a_hundred_guesses_eight_are_looked_at_and_then_the_right_one_is_not(director: Account):
    answers = [tried() for _ in range(100)]
    assert answers == ["wrong"] * 8 + ["too often"] * 92
    assert tried(PASSWORD) == "too often"


def test_the_page_says_when_to_try_again_and_what_to_do_meanwhile(director: Account):
    for _ in range(ATTEMPTS_FROM_ONE):
        tried()
    minutes_pass(7.5)
    answer = Client(REMOTE_ADDR=HOME).post("/sign-in/", {"username": "dora", "password": PASSWORD})
    assert answer.status_code == 429
    assert "Try again in 3 minutes." in answer.content.decode()
    assert 'href="/password/forgotten/"' in answer.content.decode()
    assert 140 < int(answer.headers["Retry-After"]) <= 150


def test_others_are_not_held_up(director: Account, guest: Account):
    for _ in range(20):
        tried()
    assert tried(PASSWORD, name="gus") == "in"
    assert tried(PASSWORD, address="192.0.2.8") == "in"
    assert tried(PASSWORD) == "too often", "the sign-in from elsewhere gives this address no new attempts"


def test_success_resets_the_count(director: Account):
    for _ in range(4):
        assert [tried() for _ in range(7)] == ["wrong"] * 7
        assert tried(PASSWORD) == "in"
    assert not AccessAttempt.objects.exists()


def test_after_ten_minutes_one_may_try_again_however_often_one_tried_meanwhile(director: Account):
    for _ in range(ATTEMPTS_FROM_ONE):
        tried()
    minutes_pass(9)
    assert tried() == "too often"
    minutes_pass(1.1)
    assert tried(PASSWORD) == "in"


def test_a_thousand_addresses_are_of_no_use(director: Account):
    answers = [tried(address=f"198.51.100.{number}") for number in range(1, 101)]
    assert answers == ["wrong"] * 50 + ["too often"] * 50
    assert tried(PASSWORD) == "too often"
    minutes_pass(WITHIN.total_seconds() / 60 + 0.1)
    assert tried(PASSWORD) == "in"


def test_who_is_kept_out_by_others_comes_in_by_the_link_and_is_let_in(director: Account):
    for number in range(ATTEMPTS):
        tried(address=f"198.51.100.{number}")
    client = Client(REMOTE_ADDR=HOME)
    form = client.get(password_link(director, root=""), follow=True)
    client.post(form.request["PATH_INFO"], {"new_password1": PASSWORD, "new_password2": PASSWORD})
    assert client.get("/checkup/").status_code == 200


def test_names_that_nobody_has_are_answered_alike(director: Account):
    assert [tried(name="nobody") for _ in range(9)] == ["wrong"] * 8 + ["too often"]
    assert [tried(name="n" * 5000) for _ in range(9)] == ["wrong"] * 8 + ["too often"]


@pytest.mark.parametrize(
    "addresses",
    [
        ["unix:", "", "somewhere"],
        ["2001:db8::1", "2001:db8::2", "2001:db8::3:4"],
        ["192.0.2.9", "::ffff:192.0.2.9", "::ffff:c000:209"],
        ["fe80::1", "fe80::2%eth0", "fe80::1%eth0"],
    ],
)
def test_addresses_that_are_one_place_are_counted_as_one(director: Account, addresses: list[str]):
    answers = [tried(address=addresses[number % 3]) for number in range(9)]
    assert answers == ["wrong"] * 8 + ["too often"]


def test_older_addresses_in_newer_writing_are_many_places(director: Account):
    assert [tried(address=f"::ffff:192.0.2.{number}") for number in range(9)] == ["wrong"] * 9


def test_guessing_beside_an_invitation_is_counted_too(director: Account):
    facts = {"act": "known", "token": "t", "username": "dora", "password": "wrong"}
    answers = [Client(REMOTE_ADDR=HOME).post("/invitation/", facts).status_code for _ in range(9)]
    assert answers == [422] * 8 + [429]
    assert tried(PASSWORD) == "too often"


def test_nothing_is_kept_of_what_was_typed_or_for_long(director: Account):
    tried("a password with a typo")
    row = AccessAttempt.objects.values("get_data", "post_data", "user_agent", "path_info", "http_accept").get()
    assert set(row.values()) == {""}
    minutes_pass(11)
    tried(PASSWORD, address="192.0.2.8")
    assert not AccessAttempt.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_of_many_who_try_a_name_at_the_same_moment_no_more_are_let_through_than_are_left(director: Account):
    """Each from an address of its own, so that nothing but the name holds them together."""
    now = timezone.now()
    for number in range(ATTEMPTS - 5):
        count_attempt(username="dora", address=f"198.51.100.{number}", now=now)
    answers, barrier = [], threading.Barrier(20)

    def come(number: int) -> None:
        connection.ensure_connection()
        barrier.wait()
        try:
            answers.append(count_attempt(username="dora", address=f"203.0.113.{number}", now=now))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=come, args=[number]) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(answers), answers.count(None)) == (20, 5)


# --- several processes -------------------------------------------------------------------------------------------


def guess(address: str, password: str, source: str = HOME) -> int:
    """One guess as a program makes it, which brings its own proof of origin; the status of the answer."""
    with httpx.Client(base_url=address, timeout=60, headers={"X-Forwarded-For": source}) as client:
        token = re.search(r'csrfmiddlewaretoken" value="([^"]+)"', client.get("/sign-in/").text)
        assert token
        facts = {"username": "dora", "password": password, "csrfmiddlewaretoken": token[1]}
        return client.post("/sign-in/", data=facts).status_code


def guesses(addresses: list[str], number: int, *, at_once: int, source: str = HOME) -> list[int]:
    with ThreadPoolExecutor(at_once) as pool:
        return list(pool.map(lambda n: guess(addresses[n % len(addresses)], "wrong", source.format(n)), range(number)))


@pytest.mark.real_redis
@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
@pytest.mark.slow("two programs, and a hundred sign-ins at once")
def test_two_processes_asked_at_once_look_at_eight_of_a_hundred(director: Account):
    with web_process() as one, web_process() as two:
        answers = guesses([one, two], 100, at_once=16)
        assert (answers.count(200), answers.count(429)) == (8, 92)
        assert guess(one, PASSWORD) == guess(two, PASSWORD) == 429
        assert guess(two, PASSWORD, source="192.0.2.8") == 302
    with web_process() as restarted:
        assert guess(restarted, PASSWORD) == 429


@pytest.mark.real_redis
@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_two_processes_asked_from_everywhere_at_once_look_at_fifty(director: Account):
    with web_process() as one, web_process() as two:
        answers = guesses([one, two], 80, at_once=16, source="198.51.100.{}")
        assert (answers.count(200), answers.count(429)) == (50, 30)


@pytest.mark.real_redis
@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_control_counted_in_each_process_more_are_looked_at_and_a_restart_forgets(director: Account):
    forgetful = {"DJANGO_SETTINGS_MODULE": "tests.settings_that_forget"}
    with web_process(**forgetful) as one, web_process(**forgetful) as two:
        assert guesses([one, two], 30, at_once=1).count(429) < 30 - ATTEMPTS_FROM_ONE
        assert guess(one, PASSWORD) == 429
    with web_process(**forgetful) as restarted:
        assert guess(restarted, PASSWORD) == 302
