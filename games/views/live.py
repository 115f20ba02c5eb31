"""The door to the live stream."""

from asgiref.sync import sync_to_async
from django.db import connections
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.views.decorators.http import require_GET

from games.live import stream
from games.permissions import may_check_up
from games.selectors.tournaments import table_seen_by, tournament_seen_by
from games.services.checkup import TOPIC as CHECKUP
from games.visitors import visitor
from rules.refusal import Refusal

MOST_TOPICS = 4


@require_GET
async def live(request: HttpRequest, topics: str) -> HttpResponseBase:
    """Server-sent events for some topics, joined by +, for those who may see what they are about."""
    wanted = frozenset(topics.split("+"))
    await sync_to_async(_refuse_unless_allowed)(request, wanted)
    response = StreamingHttpResponse(stream(wanted), content_type="text/event-stream")
    response.headers["Cache-Control"] = "no-cache, no-transform"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _refuse_unless_allowed(request: HttpRequest, topics: frozenset[str]) -> None:
    """Asks the database and gives the connection back: a stream is open for hours and needs it no more."""
    try:
        if len(topics) > MOST_TOPICS:
            raise Refusal("unknown_topic", topic="+".join(sorted(topics))[:100])
        for topic in topics:
            _refuse_topic(request, topic)
    finally:
        if not connections["default"].in_atomic_block:
            connections.close_all()


def _refuse_topic(request: HttpRequest, topic: str) -> None:
    """The check-up is for staff; a tournament, its rounds and its tables for whoever may see them."""
    if topic == CHECKUP:
        if not may_check_up(request.user):
            raise Refusal("not_allowed")
        return
    what, _, key = topic.partition(".")
    if what not in SEEN_BY or not key.isascii() or not key.isdigit() or len(key) > len(str(2**63)) - 1:
        raise Refusal("unknown_topic", topic=topic[:100])
    SEEN_BY[what](visitor(request), int(key))


SEEN_BY = {
    "tournament": tournament_seen_by,
    "rounds": tournament_seen_by,
    "screen": tournament_seen_by,
    "table": table_seen_by,
}
"""Who may hear of it, by the first word of a topic: see `games.events`."""
