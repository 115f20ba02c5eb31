"""The schema as a page that people can read: every address, what it takes and what it answers."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator

METHODS = ("get", "post", "put", "patch", "delete")
TITLES = {
    "helpers": _("Helpers for everybody"),
    "access": _("Ways in"),
    "players": _("People"),
    "tournaments": _("Tournaments"),
    "entrants": _("Entrants"),
    "rounds": _("Rounds"),
    "tables": _("Tables"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    name: str
    kind: str
    needed: bool
    help: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One method at one address."""

    name: str
    method: str
    address: str
    says: str
    query: tuple[Field, ...]
    body: tuple[Field, ...]
    answer: tuple[Field, ...]
    status: str
    many: bool


@require_safe
def handbook(request: HttpRequest) -> HttpResponse:
    """What programs can ask and do."""
    chapters = [(key, title, operations()[key]) for key, title in TITLES.items()]
    example = f'curl {request.build_absolute_uri("/api/v1/me/")} -H "Authorization: Bearer …"'
    return render(request, "public/api.html", {"chapters": chapters, "example": example})


@cache
def operations() -> dict[str, list[Operation]]:
    """Every operation of the schema, by what it is about."""
    schema = SchemaGenerator().get_schema(request=None, public=True)
    found: dict[str, list[Operation]] = defaultdict(list)
    for address, methods in schema["paths"].items():
        for method in METHODS:
            if method in methods and methods[method]["tags"][0] in TITLES:
                found[methods[method]["tags"][0]].append(operation(schema, address, method, methods[method]))
    return dict(found)


def operation(schema: Any, address: str, method: str, plain: Any) -> Operation:
    status, answer = next(each for each in plain["responses"].items() if each[0].startswith("2"))
    shape = contents(schema, answer)
    body = contents(schema, plain.get("requestBody", {}))
    return Operation(
        name=plain["operationId"],
        method=method.upper(),
        address=address,
        says=plain.get("description", ""),
        query=tuple(parameters(plain)),
        body=tuple(fields(schema, body, asked=True)),
        answer=tuple(fields(schema, resolved(schema, shape["items"]) if "items" in shape else shape)),
        status=f"{status} {HTTPStatus(int(status)).phrase}",
        many="items" in shape,
    )


def parameters(plain: Any) -> Iterator[Field]:
    for each in plain.get("parameters", []):
        if each["in"] in ("query", "header"):
            yield Field(name=each["name"], kind=kind_of(each["schema"]), needed=False, help=each.get("description", ""))


def contents(schema: Any, said: Any) -> Mapping[str, Any]:
    kinds = said.get("content", {})
    return resolved(schema, kinds.get("application/json", {}).get("schema", {}))


def resolved(schema: Any, shape: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a reference stands for."""
    if "allOf" in shape and len(shape["allOf"]) == 1:
        shape = shape["allOf"][0]
    name = shape.get("$ref", "").rsplit("/", 1)[-1]
    return dict(schema["components"]["schemas"][name]) if name else shape


def fields(schema: Any, shape: Mapping[str, Any], *, inside: str = "", asked: bool = False) -> Iterator[Field]:
    """The fields of an object, and those of the objects in it as `sheet.calls` or `members[].name`. What is `asked` for
    can be needed."""
    for name, each in shape.get("properties", {}).items():
        found, address = resolved(schema, each), f"{inside}{name}"
        inner = resolved(schema, found["items"]) if "items" in found else found
        yield Field(
            name=address,
            kind=kind_of(found),
            needed=asked and name in shape.get("required", ()),
            help=each.get("description", found.get("description", "")),
        )
        if "properties" in inner:
            yield from fields(
                schema, inner, inside=f"{address}[]." if inner is not found else f"{address}.", asked=asked
            )


def kind_of(shape: Mapping[str, Any]) -> str:
    """The type of a field in a word or two, the choices where there are few."""
    if "enum" in shape:
        return " | ".join(str(each) for each in shape["enum"] if each is not None)
    if "items" in shape:
        return f"[{kind_of(shape['items'])}]"
    return str(shape.get("format") or shape.get("type") or ("object" if "$ref" in shape else "any"))
