"""The live stream: who listens to a topic hears that it changed, once, soon, and from any thread or process."""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator

import httpx
import psycopg
import pytest
from django.conf import settings
from django.test import Client

from games import live
from games.actor import Actor
from games.choices import CallReason
from games.models import Account
from games.services.clock import start_clock
from games.services.words import call_director
from tests.games.acting import a_tournament, published
from tests.programs import beside_the_tests
from tests.waiting import wait_for

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


async def events(stream: AsyncIterator[str], number: int) -> list[str]:
    """The names of the next events, comments and pauses left out."""
    found: list[str] = []
    async with asyncio.timeout(10):
        async for text in stream:
            found += [line.removeprefix("event: ") for line in text.splitlines() if line.startswith("event: ")]
            if len(found) >= number:
                return found
    return found


async def quiet(stream: AsyncIterator[str]) -> bool:
    """Whether the stream says nothing for a while."""
    try:
        await asyncio.wait_for(anext(stream), 0.5)
    except TimeoutError:
        return True
    return False


async def opened(*topics: str) -> AsyncIterator[str]:
    """A stream past its first events, and past the signal that follows a new subscription."""
    stream = live.stream(frozenset(topics))
    await events(stream, len(topics))
    if settings.REDIS_URL:
        await events(stream, len(topics))
    return stream


def signal_from_another_thread(topic: str) -> None:
    thread = threading.Thread(target=live.signal, args=[topic])
    thread.start()
    thread.join()


@pytest.fixture(autouse=True)
def one_subscription_per_test():
    """Each test has an event loop of its own, so each has its own subscription."""
    live.subscription = live.Subscription()


def run(story) -> None:
    """Run a story in an event loop and end what it left running."""
    asyncio.run(story())


def test_a_page_that_connects_hears_every_topic_once_to_fetch_what_it_missed():
    async def story() -> None:
        stream = live.stream(frozenset({"checkup", "standings"}))
        assert await events(stream, 2) == ["checkup", "standings"]

    run(story)


def test_a_signal_reaches_those_who_want_its_topic_and_nobody_else():
    async def story() -> None:
        wanted = await opened("checkup")
        other = live.stream(frozenset({"standings"}))
        await events(other, 1)
        await asyncio.to_thread(signal_from_another_thread, "checkup")
        assert await events(wanted, 1) == ["checkup"]
        assert await quiet(other)

    run(story)


def test_many_signals_between_two_looks_are_one():
    async def story() -> None:
        stream = await opened("checkup")
        for _ in range(64):
            live.hub.deliver("checkup")
        assert await events(stream, 1) == ["checkup"]
        assert await quiet(stream)

    run(story)


def test_a_stream_that_is_closed_ends_so_that_the_server_can_stop():
    async def story() -> None:
        stream = await opened("checkup")
        live.hub.close()
        async with asyncio.timeout(5):
            assert [text async for text in stream] == []

    run(story)


def test_a_listener_that_left_is_forgotten():
    async def story() -> None:
        before = len(live.hub._listeners)
        stream = await opened("checkup")
        assert len(live.hub._listeners) == before + 1
        await stream.aclose()
        assert len(live.hub._listeners) == before

    run(story)


@pytest.mark.real_redis
def test_when_the_subscription_breaks_it_is_made_again_and_pages_fetch_what_they_missed():
    async def story() -> None:
        stream = await opened("checkup")
        live.redis_client().client_kill_filter(_type="pubsub")
        assert await events(stream, 1) == ["checkup"]
        await asyncio.to_thread(live.signal, "checkup")
        assert await events(stream, 1) == ["checkup"]

    run(story)


@pytest.mark.real_redis
def test_a_server_that_stops_is_not_held_up_by_the_subscription(monkeypatch: pytest.MonkeyPatch):
    async def story() -> None:
        async def read() -> None:
            async for _ in live.stream(frozenset({"checkup"})):
                pass

        reader = asyncio.create_task(read())
        await asyncio.sleep(1.7)
        live.signal("checkup")
        await asyncio.sleep(0.5)
        reader.cancel()

    monkeypatch.setattr(live, "SUBSCRIPTION_PING_SECONDS", 0.5)
    server = threading.Thread(target=run, args=[story], daemon=True)
    server.start()
    server.join(10)
    assert not server.is_alive()


# --- over HTTP ---------------------------------------------------------------------------------------------------


def test_only_those_who_may_see_a_topic_may_listen_to_it(client: Client, guest: Account, director: Account):
    assert client.get("/live/checkup/").status_code == 403
    client.force_login(guest)
    assert client.get("/live/checkup/").status_code == 403
    client.force_login(director)
    unknown = client.get("/live/nonsense/")
    assert unknown.status_code == 422
    assert "“nonsense”" in unknown.content.decode()
    assert client.post("/live/checkup/").status_code == 405


@pytest.fixture
def cookies(director: Account) -> dict[str, str]:
    client = Client()
    client.force_login(director)
    return {settings.SESSION_COOKIE_NAME: client.cookies[settings.SESSION_COOKIE_NAME].value}


def test_the_stream_is_one_that_proxies_let_through(site: str, cookies: dict[str, str]):
    with httpx.stream("GET", f"{site}/live/checkup/", cookies=cookies) as answer:
        assert answer.headers["Content-Type"] == "text/event-stream"
        assert answer.headers["X-Accel-Buffering"] == "no"
        assert "no-transform" in answer.headers["Cache-Control"]
        lines = answer.iter_lines()
        assert [next(lines) for _ in range(4)] == ["retry: 2000", "", "event: checkup", "data: changed"]


def connected() -> int:
    """How many connections the database has, this one left out."""
    with psycopg.connect(beside_the_tests()["DATABASE_URL"]) as other:
        found = other.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchone()
    assert found is not None
    return int(found[0])


@pytest.mark.real_redis
def test_open_streams_hold_no_database_connection(site: str, cookies: dict[str, str]):
    """A hall full of phones must not use up the database's connections."""
    before = connected()
    with contextlib.ExitStack() as stack:
        streams = []
        for _ in range(20):
            answer = stack.enter_context(httpx.stream("GET", f"{site}/live/checkup/", cookies=cookies))
            streams.append(answer.iter_lines())  # kept, or it would end
            assert next(streams[-1]) == "retry: 2000"
        wait_for(lambda: connected() <= before, seconds=5, what="for the connections to be given back")


def test_a_private_tournament_is_heard_by_its_people_alone(client: Client, director: Account, guest: Account):
    by = Actor(account=director)
    tournament = a_tournament(by, 4)
    table = published(by, tournament).tables.first()
    topics = f"rounds.{tournament.pk}+table.{table.pk}"
    assert client.get(f"/live/{topics}/").status_code == 404
    client.force_login(guest)
    assert client.get(f"/live/tournament.{tournament.pk}/").status_code == 404
    client.force_login(director)
    for unknown in ("table.x", "table.", "rounds.-1", f"table.{10**30}", "jobs.1", "+".join(["checkup", *"abcd"])):
        assert client.get(f"/live/{unknown}/").status_code == 422, unknown
    assert client.get("/live/table.999999/").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_what_happens_at_a_table_is_told_to_that_table_and_to_the_tournament(
    director: Account, monkeypatch: pytest.MonkeyPatch
):
    heard: list[str] = []
    by = Actor(account=director)
    tournament = a_tournament(by, 4)
    round_ = published(by, tournament)
    table = round_.tables.first()
    monkeypatch.setattr(live, "signal", heard.append)
    call_director(by=by, table_id=table.pk, reason=CallReason.TIME)
    assert heard == [f"tournament.{tournament.pk}", f"table.{table.pk}"]
    heard.clear()
    start_clock(by=by, round_id=round_.pk, minutes=30)
    assert heard == [f"tournament.{tournament.pk}", f"rounds.{tournament.pk}"]
