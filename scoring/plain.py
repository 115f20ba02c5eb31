"""Values to plain JSON and back. On the way in everything is checked, and a refusal names the place.

Frozen dataclasses become objects, tuples lists, enums their values. Fields at their default may be left out; a field
that nobody knows is refused, because it is most likely a mistyped one that somebody relies on.
"""

import types
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from rules.refusal import Refusal

Value = TypeVar("Value")


def to_plain(value: object, *, whole: bool = False) -> Any:
    """What `json.dumps` can write; with `whole` the fields at their default too."""
    if is_dataclass(value):
        present = ((field, getattr(value, field.name)) for field in fields(value))
        kept = ((field.name, inner) for field, inner in present if whole or inner != _default(field))
        return {name: to_plain(inner, whole=whole) for name, inner in kept}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [to_plain(inner, whole=whole) for inner in value]
    return value


def from_plain(kind: type[Value], data: Any, *, at: str = "") -> Value:
    """The value that this plain data describes, or a refusal that says where it does not."""
    value: Value = _read(kind, data, at)
    return value


def of_version(data: Any, version: int, *, at: str) -> dict[str, Any]:
    """The object without its version number, which must be this one."""
    if not isinstance(data, Mapping):
        raise Refusal("plain_type", field=at, expected="object", value=_shown(data))
    found = data.get("version")
    if type(found) is not int or found != version:
        raise Refusal("version_unknown", field=_inside(at, "version"), value=_shown(found), allowed=[version])
    return {key: inner for key, inner in data.items() if key != "version"}


def _default(field: "Field[Any]") -> object:
    if field.default_factory is not MISSING:
        return field.default_factory()
    return field.default


def _read(kind: Any, data: Any, at: str) -> Any:
    if is_dataclass(kind):
        return _read_object(kind, data, at)
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _read_optional(kind, data, at)
    if origin is tuple:
        return _read_list(get_args(kind), data, at)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _read_choice(kind, data, at)
    return _read_simple(kind, data, at)


def _read_object(kind: Any, data: Any, at: str) -> Any:
    if not isinstance(data, Mapping):
        raise Refusal("plain_type", field=at, expected="object", value=_shown(data))
    hints = _hints(kind)
    unknown = sorted(set(data) - set(hints))
    if unknown:
        raise Refusal("plain_unknown", field=_inside(at, unknown[0]), allowed=sorted(hints))
    missing = [field.name for field in fields(kind) if field.name not in data and _default(field) is MISSING]
    if missing:
        raise Refusal("plain_missing", field=_inside(at, missing[0]))
    return kind(**{name: _read(hints[name], inner, _inside(at, name)) for name, inner in data.items()})


def _read_optional(kind: Any, data: Any, at: str) -> Any:
    """A union is of one type and None, or of simple types."""
    options = [option for option in get_args(kind) if option is not type(None)]
    if data is None and len(options) < len(get_args(kind)):
        return None
    if len(options) == 1:
        return _read(options[0], data, at)
    for option in options:
        if type(data) is option:
            return data
    raise Refusal("plain_type", field=at, expected=" or ".join(o.__name__ for o in options), value=_shown(data))


def _read_list(kinds: Sequence[Any], data: Any, at: str) -> tuple[Any, ...]:
    if not isinstance(data, list | tuple):
        raise Refusal("plain_type", field=at, expected="list", value=_shown(data))
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return tuple(_read(kinds[0], inner, _inside(at, number)) for number, inner in enumerate(data))
    if len(data) != len(kinds):
        raise Refusal("plain_length", field=at, expected=len(kinds), value=len(data))
    return tuple(_read(kind, inner, _inside(at, n)) for n, (kind, inner) in enumerate(zip(kinds, data, strict=True)))


def _read_choice(kind: type[Enum], data: Any, at: str) -> Enum:
    for choice in kind:
        if type(data) is type(choice.value) and data == choice.value:
            return choice
    raise Refusal("plain_choice", field=at, value=_shown(data), allowed=[str(choice.value) for choice in kind])


def _read_simple(kind: type, data: Any, at: str) -> Any:
    if type(data) is kind or (kind is float and type(data) is int):
        return data
    raise Refusal("plain_type", field=at, expected=kind.__name__, value=_shown(data))


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _inside(at: str, name: object) -> str:
    return f"{at}.{name}" if at else str(name)


def _shown(data: Any) -> str:
    text = repr(data)
    return text if len(text) <= 60 else text[:57] + "..."
