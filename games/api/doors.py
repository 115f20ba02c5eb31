"""How an address answers: read the input, call one service or selector, write the answer. All are alike.

A function that is marked with `act` says what it takes and what it answers; `door` puts such functions behind an
address, one for each method of HTTP. What it says is also what the schema says.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer, Serializer
from rest_framework.views import APIView

from games.actor import NOBODY, Actor
from games.api.etags import named_in, tag_of, written
from games.api.fields import Nothing
from games.api.paging import page_of
from games.api.problems import Problem
from games.services.locking import unchanged
from rules.refusal import Refusal

# --- what a function is given, and what it can say -----------------------------------------------------------------


class Unchanged(Exception):
    """The reader has it already: 304."""


@dataclass(slots=True)
class Asked:
    """A request, read: who asks, the checked body, the checked query."""

    by: Actor
    request: Request
    body: dict[str, Any]
    query: dict[str, Any]
    etag: str = ""

    @property
    def source(self) -> str:
        """Where it comes from, for counting what is tried from there."""
        return str(self.request.META.get("REMOTE_ADDR", ""))

    def unless_known(self, *parts: object) -> None:
        """These parts tell one state of the answer from another: whoever has seen this one needs no answer."""
        self.etag = tag_of(*parts)
        if named_in(self.request.headers.get("If-None-Match"), self.etag):
            raise Unchanged

    @contextmanager
    def as_seen(self, tournament_id: int, now: Callable[[], Any]) -> Iterator[None]:
        """Inside, what is edited is still what the editor has seen (If-Match); otherwise it is refused."""
        expected = self.request.headers.get("If-Match")
        if expected is None:
            yield
            return
        with unchanged(tournament_id, lambda: named_in(expected, tag_of(now()))):
            yield


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer with another status than usual."""

    value: Any
    status: int


# --- what it takes and answers -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """What a function takes and answers. `tagged`: the answer has an ETag of its contents, for If-Match."""

    do: Callable[..., Any]
    body: type[Serializer[Any]] | None = None
    query: type[Serializer[Any]] | None = None
    answer: type[BaseSerializer[Any]] = Nothing
    many: bool = False
    paged: bool = False
    status: int = 200
    also: tuple[int, ...] = ()
    tagged: bool = False
    edits: bool = False
    """Whether it hears If-Match."""


def act(**said: Any) -> Callable[[Callable[..., Any]], Act]:
    """Marks a function as an act; its docstring is what the schema says of it."""
    return lambda do: Act(do=do, **said)


def door(name: str, tag: str, **methods: Act) -> Callable[..., HttpResponseBase]:
    """The view of an address. `name` is its own, from which the schema makes the names of its operations."""
    handlers: dict[str, Any] = {}
    for method, each in methods.items():
        operation = f"{method}_{name}".replace("-", "_")
        handlers[method] = described(each, method, operation, tag)(handler(each))
    view: type[APIView] = type(f"{name.title().replace('-', '')}Door", (APIView,), handlers)
    return view.as_view()


def handler(each: Act) -> Callable[..., Response]:
    def answer(self: APIView, request: Request, **path: Any) -> Response:
        body = read(each.body, request.data) if each.body else {}
        query = read(each.query, request.query_params.dict()) if each.query else {}
        ask = Asked(by=actor_behind(request), request=request, body=body, query=query)
        try:
            found = each.do(ask, **path)
        except Unchanged:
            return Response(status=304, headers=headers(ask.etag))
        return respond(each, ask, found)

    answer.__doc__ = each.do.__doc__
    return answer


def actor_behind(request: Request) -> Actor:
    return request.auth if isinstance(request.auth, Actor) else NOBODY


def read(kind: type[Serializer[Any]], data: Any) -> dict[str, Any]:
    serializer = kind(data=data)
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)


def respond(each: Act, ask: Asked, found: Any) -> Response:
    value, status = (found.value, found.status) if isinstance(found, Answer) else (found, each.status)
    if each.answer is Nothing:
        return Response(status=204)
    if each.paged:
        page = page_of(value, each.answer, limit=ask.query["limit"], offset=ask.query["offset"])
        return Response(page, headers=headers(ask.etag))
    data = each.answer(value, many=each.many).data
    etag = tag_of(written(data)) if each.tagged else ask.etag
    return Response(data, status=status, headers=headers(etag))


def headers(etag: str) -> dict[str, str]:
    return {"ETag": etag} if etag else {}


@extend_schema(exclude=True)
@api_view(["GET", "POST", "PUT", "PATCH", "DELETE"])
def nowhere(request: Request) -> Response:
    """An address that there is not: a problem like any other, and no page."""
    raise Refusal("address_unknown")


# --- the schema ----------------------------------------------------------------------------------------------------


def described(each: Act, method: str, operation: str, tag: str) -> Callable[[Any], Any]:
    parameters: list[Any] = [each.query] if each.query else []
    if each.edits:
        parameters.append(OpenApiParameter("If-Match", str, OpenApiParameter.HEADER, description="The ETag as seen."))
    if each.answer is Nothing:
        answers: dict[Any, Any] = {204: OpenApiResponse(description="Done.")}
    else:
        answers = dict.fromkeys((each.status, *each.also), answered(each))
    for status, said in problems_of(each, method):
        answers[status, "application/problem+json"] = OpenApiResponse(Problem, description=said)
    return extend_schema(
        operation_id=operation, tags=[tag], request=each.body, parameters=parameters, responses=answers
    )


def answered(each: Act) -> Any:
    if each.paged:
        name = f"{each.answer.__name__}Page"
        return inline_serializer(name, {"count": serializers.IntegerField(), "rows": each.answer(many=True)})
    return each.answer(many=True) if each.many else each.answer


def problems_of(each: Act, method: str) -> Iterator[tuple[int, str]]:
    yield 401, "The credential is missing or not valid."
    yield 403, "This credential may not do it."
    yield 404, "There is no such thing here."
    yield 429, "Too often; the answer says when to try again."
    if method == "get" and not each.query:
        return
    yield 422, "What was sent cannot be; the code says why."
    if method != "get":
        yield 400, "What was sent is not JSON."
        yield 409, "It does not go with how things stand."
        yield 415, "What was sent is not JSON."
    if each.edits:
        yield 412, "Somebody has changed it since."
