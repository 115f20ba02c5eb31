"""Tell open pages that something changed; the stream they listen to.

A signal carries a topic and nothing else: the page that hears it fetches its fragment anew, with its reader's own
rights. Each process keeps a hub of its open streams. Embedded, a signal goes straight to the hub; with Redis it goes
through one channel to which each process has one subscription.
"""

import asyncio
import contextlib
import logging
import threading
from collections.abc import AsyncIterator, Callable, Iterator

import redis
import redis.asyncio
from django.conf import settings
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from games.breaker import redis_breaker

logger = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 15
SUBSCRIPTION_PING_SECONDS = 5


class Listener:
    """One open stream: the topics it wants and those that have changed since it was last asked."""

    def __init__(self, topics: frozenset[str]) -> None:
        self.topics = topics
        self.loop = asyncio.get_running_loop()
        self.changed: set[str] = set()
        self.wake = asyncio.Event()
        self.closed = False

    def notice(self, topics: frozenset[str]) -> None:
        self.changed |= topics
        self.wake.set()

    def close(self) -> None:
        self.closed = True
        self.wake.set()

    async def changes(self) -> set[str]:
        """Wait for news and take it: many signals of one topic between two looks are one."""
        await self.wake.wait()
        self.wake.clear()
        changed, self.changed = self.changed, set()
        return changed


class Hub:
    """The open streams of this process. Signals may come from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: set[Listener] = set()

    @contextlib.contextmanager
    def listening(self, topics: frozenset[str]) -> Iterator[Listener]:
        listener = Listener(topics)
        with self._lock:
            self._listeners.add(listener)
        try:
            yield listener
        finally:
            with self._lock:
                self._listeners.discard(listener)

    def deliver(self, topic: str | None) -> None:
        """Wake who wants this topic; `None` wakes everybody, for when signals may have been missed."""
        for listener in self._snapshot():
            heard = listener.topics if topic is None else listener.topics & {topic}
            if heard:
                self._call(listener, listener.notice, heard)

    def close(self) -> None:
        """End every stream, so that the server can stop at once; the pages connect again by themselves."""
        for listener in self._snapshot():
            self._call(listener, listener.close)

    def _snapshot(self) -> list[Listener]:
        with self._lock:
            return list(self._listeners)

    @staticmethod
    def _call(listener: Listener, act: Callable[..., None], *arguments: object) -> None:
        with contextlib.suppress(RuntimeError):  # its loop is gone, and the stream with it
            listener.loop.call_soon_threadsafe(act, *arguments)


hub = Hub()


def channel() -> str:
    """One channel per database of the Redis server: its publish and subscribe know no databases."""
    return f"tichu:live:{redis_client().connection_pool.connection_kwargs.get('db', 0)}"


def was_cancelled() -> bool:
    """Whether this task was told to end. The Redis client may take that for its own time limit and go on waiting."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


class Subscription:
    """This process's one subscription, begun with the first stream of its event loop and made again when it breaks."""

    def __init__(self) -> None:
        self._tasks: dict[asyncio.AbstractEventLoop, asyncio.Task[None]] = {}

    def ensure(self) -> None:
        loop = asyncio.get_running_loop()
        task = self._tasks.get(loop)
        if task is None or task.done():
            self._tasks = {old: kept for old, kept in self._tasks.items() if not old.is_closed()}
            self._tasks[loop] = loop.create_task(self._run())

    async def _run(self) -> None:
        while not was_cancelled():
            try:
                await self._relay()
            except (RedisError, OSError) as fault:
                logger.warning("The live subscription broke (%s); connecting again", fault)
            await asyncio.sleep(1)

    async def _relay(self) -> None:
        client = redis.asyncio.Redis.from_url(
            settings.REDIS_URL,
            socket_timeout=settings.REDIS_TIMEOUT,
            socket_connect_timeout=settings.REDIS_TIMEOUT,
            retry=None,
        )
        async with client, client.pubsub(ignore_subscribe_messages=True) as pubsub:
            await pubsub.subscribe(channel())
            hub.deliver(None)
            pinged = False
            while not was_cancelled():
                message = await pubsub.get_message(timeout=SUBSCRIPTION_PING_SECONDS)
                if message is not None:
                    pinged = False
                    if message["type"] == "message":
                        hub.deliver(message["data"].decode())
                elif pinged:
                    raise TimeoutError("no answer to a ping")
                else:
                    await pubsub.ping()
                    pinged = True


subscription = Subscription()
_publisher: redis.Redis | None = None


def redis_client() -> redis.Redis:
    """A client that gives up after one try and a second."""
    global _publisher
    if _publisher is None:
        _publisher = redis.Redis.from_url(
            settings.REDIS_URL,
            socket_timeout=settings.REDIS_TIMEOUT,
            socket_connect_timeout=settings.REDIS_TIMEOUT,
            retry=Retry(NoBackoff(), 0),
        )
    return _publisher


def signal(topic: str) -> None:
    """Say that this topic has changed. Never raises, and never waits long: a lost signal costs a late page."""
    if settings.REDIS_URL:
        redis_breaker.attempt(lambda: redis_client().publish(channel(), topic))
    else:
        hub.deliver(topic)


async def stream(topics: frozenset[str]) -> AsyncIterator[str]:
    """Server-sent events, one for each topic that has changed.

    It begins with one event for every topic: a page that (re)connects fetches what it missed.
    """
    if settings.REDIS_URL:
        subscription.ensure()
    with hub.listening(topics) as listener:
        changed: set[str] = set(topics)
        yield "retry: 2000\n\n"
        while not listener.closed:
            for topic in sorted(changed):
                yield f"event: {topic}\ndata: changed\n\n"
            try:
                changed = await asyncio.wait_for(listener.changes(), HEARTBEAT_SECONDS)
            except TimeoutError:
                changed = set()
                yield ": still here\n\n"
