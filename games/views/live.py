"""The door to the live stream."""

from asgiref.sync import sync_to_async
from django.db import connections
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.views.decorators.http import require_GET

from games.live import stream
from games.permissions import may_check_up
from games.services.checkup import TOPIC as CHECKUP
from rules.refusal import Refusal


@require_GET
async def live(request: HttpRequest, topic: str) -> HttpResponseBase:
    """Server-sent events for one topic, for those who may see what it is about."""
    await sync_to_async(_refuse_unless_allowed)(request, topic)
    response = StreamingHttpResponse(stream(frozenset({topic})), content_type="text/event-stream")
    response.headers["Cache-Control"] = "no-cache, no-transform"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _refuse_unless_allowed(request: HttpRequest, topic: str) -> None:
    """Asks the database once and gives the connection back: a stream is open for hours and needs it no more."""
    try:
        if topic != CHECKUP:
            raise Refusal("unknown_topic", topic=topic)
        if not may_check_up(request.user):
            raise Refusal("not_allowed")
    finally:
        if not connections["default"].in_atomic_block:
            connections.close_all()
