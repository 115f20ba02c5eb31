"""Request ids and structured logs: each request gets an id, each line it causes carries it."""

import json
import logging
import re
import time
import uuid
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponseBase

request_id: ContextVar[str] = ContextVar("request_id", default="")
logger = logging.getLogger("tichu.request")

ACCEPTED_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
QUIET_PATHS = ("/healthz", "/readyz", "/static/")
# Django adds the request itself, whose text holds the query.
LEFT_OUT = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName", "request"}


class RequestLogMiddleware:
    """Gives every request an id (the proxy's, if it sent a decent one), returns it, and logs one line at the end.

    The line names the path without its query, which may hold what is nobody's business, and without the token of a
    link, which lets in whoever reads it.
    """

    sync_capable = async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response
        self.is_async = iscoroutinefunction(get_response)
        if self.is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        if self.is_async:
            return self.answer_async(request)
        started = self.begin(request)
        return self.end(request, self.get_response(request), started)

    async def answer_async(self, request: HttpRequest) -> HttpResponseBase:
        started = self.begin(request)
        return self.end(request, await self.get_response(request), started)

    def begin(self, request: HttpRequest) -> float:
        given = request.headers.get("X-Request-ID", "")
        request.request_id = given if ACCEPTED_ID.fullmatch(given) else uuid.uuid4().hex  # type: ignore[attr-defined]
        request_id.set(request.request_id)  # type: ignore[attr-defined]
        return time.monotonic()

    def end(self, request: HttpRequest, response: HttpResponseBase, started: float) -> HttpResponseBase:
        response.headers["X-Request-ID"] = request_id.get()
        level = logging.DEBUG if request.path.startswith(QUIET_PATHS) else logging.INFO
        facts = {
            "method": request.method,
            "path": path_without_token(request),
            "status": response.status_code,
            "milliseconds": round((time.monotonic() - started) * 1000, 1),
        }
        logger.log(level, "%(method)s %(path)s %(status)s", facts, extra=facts)
        return response


def path_without_token(request: HttpRequest) -> str:
    token = request.resolver_match.kwargs.get("token") if request.resolver_match else None
    return request.path.replace(token, "…") if token else request.path


class JsonFormatter(logging.Formatter):
    """One JSON object a line: time, level, logger, message, request id, and whatever was given as `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request_id.get():
            line["request_id"] = request_id.get()
        line |= {key: value for key, value in record.__dict__.items() if key not in LEFT_OUT}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


class TextFormatter(logging.Formatter):
    """The same for a person at a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        time_of_day = datetime.fromtimestamp(record.created, UTC).astimezone().strftime("%H:%M:%S")
        line = f"{time_of_day} {record.levelname.lower():7} {record.getMessage()}"
        if record.levelno >= logging.WARNING and request_id.get():
            line += f" [request {request_id.get()}]"
        if record.exc_info:
            line += "\n" + self.formatException(record.exc_info)
        return line
