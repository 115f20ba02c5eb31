"""How often programs may ask. What writes is counted in the database; what only reads, in each process's memory."""

import math
import time
from typing import Any

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle, SimpleRateThrottle

from games.actor import Actor
from games.services.rates import WINDOW, count_one_more


def visitor_key(request: Request) -> tuple[str, str]:
    """What kind of visitor it is, and which: an account, a team's link, or an address."""
    actor = request.auth
    if isinstance(actor, Actor):
        return ("account" if actor.account else "link"), str(actor)
    return "anonymous", str(request.META.get("REMOTE_ADDR", ""))


class WritingRate(BaseThrottle):
    """So many writing requests a minute: `API_WRITES_PER_MINUTE`."""

    def allow_request(self, request: Request, view: Any) -> bool:
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return True
        kind, who = visitor_key(request)
        self.now = time.time()
        return count_one_more(f"write {who}", now=self.now) <= settings.API_WRITES_PER_MINUTE[kind]

    def wait(self) -> float:
        return WINDOW - math.floor(self.now % WINDOW)


class ReadingRate(SimpleRateThrottle):
    """So many reading requests a minute, in this process: `API_READS_PER_MINUTE`."""

    scope = "read"

    def get_rate(self) -> str:
        return f"{settings.API_READS_PER_MINUTE}/min"

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        return f"read.{visitor_key(request)[1]}".replace(" ", ".") if request.method in ("GET", "HEAD") else None
