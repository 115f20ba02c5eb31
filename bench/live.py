"""The live hub: how long until 500 open streams have heard a signal, beside bare asyncio queues doing the same."""

import asyncio
import threading
import time
from collections.abc import Iterator

from bench.line import Line, best_of
from games.live import Hub, Listener

STREAMS = 500


async def through_the_hub() -> float:
    hub = Hub()
    heard = 0

    async def listen(listener: Listener) -> None:
        nonlocal heard
        await listener.changes()
        heard += 1

    listeners = [hub.listening(frozenset({"standings"})) for _ in range(STREAMS)]
    tasks = [asyncio.create_task(listen(listener.__enter__())) for listener in listeners]
    await asyncio.sleep(0)
    started = time.perf_counter()
    threading.Thread(target=hub.deliver, args=["standings"]).start()
    await asyncio.gather(*tasks)
    return time.perf_counter() - started


async def through_bare_queues() -> float:
    queues: list[asyncio.Queue[str]] = [asyncio.Queue() for _ in range(STREAMS)]
    tasks = [asyncio.create_task(queue.get()) for queue in queues]
    await asyncio.sleep(0)
    loop = asyncio.get_running_loop()

    def deliver() -> None:
        for queue in queues:
            loop.call_soon_threadsafe(queue.put_nowait, "standings")

    started = time.perf_counter()
    threading.Thread(target=deliver).start()
    await asyncio.gather(*tasks)
    return time.perf_counter() - started


def measure() -> Iterator[Line]:
    ours, peer = best_of(9, lambda: asyncio.run(through_the_hub()), lambda: asyncio.run(through_bare_queues()))
    yield Line(id="L1", what=f"a signal to {STREAMS} streams, beside asyncio queues", ours=ours, peer=peer, goal=2)
