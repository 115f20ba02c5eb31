"""Every no of the API in one shape: problem details (RFC 9457) with our code, the field and the facts."""

import math
from collections.abc import Callable, Iterator, Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions, serializers
from rest_framework.response import Response
from rest_framework.views import set_rollback

from games.api.credentials import OriginUnproven
from games.api.statuses import status_of
from games.labels import REFUSALS, words_for
from rules.refusal import Refusal

PROBLEMS = "/api/v1/problems/"


class Problem(serializers.Serializer[Any]):
    """What is wrong, where, and what would be right."""

    type = serializers.CharField(help_text="What kind of problem it is: an address.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="One sentence in the reader's language.")
    code = serializers.CharField(help_text="Which problem it is, for programs.")
    field = serializers.CharField(required=False, help_text="Where it is.")
    facts = serializers.DictField(required=False, help_text="What the problem speaks of, such as what is stored.")


def answer_problem(error: Exception, context: dict[str, Any]) -> Response | None:
    """The answer for whatever a door raised; our own faults stay errors."""
    view, request = context["view"], context["request"]
    refusal = as_refusal(error)
    if refusal is None:
        return None
    set_rollback()
    status = status_of(refusal, path=view.kwargs, anonymous=request.auth is None)
    headers = {"WWW-Authenticate": "Bearer, Link"} if status == HTTPStatus.UNAUTHORIZED else {}
    if "seconds" in refusal.facts:
        headers["Retry-After"] = str(refusal.facts["seconds"])
    return Response(problem(refusal, status), status=status, headers=headers)


def problem(refusal: Refusal, status: int) -> dict[str, Any]:
    facts = {name: fact for name, fact in refusal.facts.items() if name != "field"}
    found: dict[str, Any] = {
        "type": f"{PROBLEMS}#{refusal.code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": words_for(refusal),
        "code": refusal.code,
    }
    if refusal.facts.get("field") is not None:
        found["field"] = str(refusal.facts["field"])
    return found | ({"facts": facts} if facts else {})


# --- what the framework says no to ---------------------------------------------------------------------------------

SAID: tuple[tuple[type[Exception], Callable[[Any], Refusal]], ...] = (
    (Http404, lambda error: Refusal("address_unknown")),
    (PermissionDenied, lambda error: Refusal("not_allowed")),
    (OriginUnproven, lambda error: Refusal("origin_unproven")),
    (exceptions.PermissionDenied, lambda error: Refusal("not_allowed")),
    (exceptions.AuthenticationFailed, lambda error: Refusal("credential_unknown", field="Authorization")),
    (exceptions.NotAuthenticated, lambda error: Refusal("not_allowed")),
    (exceptions.Throttled, lambda error: Refusal("too_often", seconds=math.ceil(error.wait or 60))),
    (exceptions.ValidationError, lambda error: next(faults(error.get_full_details()))),
    (exceptions.ParseError, lambda error: Refusal("json_broken", reason=str(error.detail))),
    (exceptions.UnsupportedMediaType, lambda error: Refusal("media_type")),
    (exceptions.NotAcceptable, lambda error: Refusal("not_acceptable")),
    (exceptions.MethodNotAllowed, lambda error: Refusal("method_not_allowed")),
)


def as_refusal(error: Exception) -> Refusal | None:
    if isinstance(error, Refusal):
        return error
    return next((said(error) for kind, said in SAID if isinstance(error, kind)), None)


def faults(details: Any, at: str = "") -> Iterator[Refusal]:
    """The first of what is wrong with an input, and where, such as `members.0.name`."""
    if isinstance(details, Mapping) and "message" in details:
        yield named_fault(str(details["code"]), str(details["message"]), at)
    elif isinstance(details, Mapping):
        for name, inner in details.items():
            yield from faults(inner, inside(at, name))
    else:
        for position, inner in enumerate(details):
            if inner:
                listed = isinstance(inner, Mapping) and "message" not in inner
                yield from faults(inner, inside(at, position) if listed else at)


def inside(at: str, name: object) -> str:
    if name == "non_field_errors":
        return at
    return f"{at}.{name}" if at else str(name)


def named_fault(code: str, message: str, at: str) -> Refusal:
    if code in ("required", "null", "blank"):
        return Refusal("plain_missing", field=at)
    return Refusal("input_invalid", field=at, reason=message, kind=code)


def all_problems() -> list[dict[str, str]]:
    """Every code with its words, for those who write programs."""
    return [{"code": code, "words": str(words)} for code, words in sorted(REFUSALS.items())]
