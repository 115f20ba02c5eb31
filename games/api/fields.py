"""What inputs are made of: unknown fields are refused, texts are readable, numbers fit."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from rest_framework import serializers

from rules.refusal import Refusal

MOST = 2_147_483_647


class Strict(serializers.Serializer[Any]):
    """An object in which every field is known: a mistyped one would be silently ignored otherwise."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            for key in data:
                if key not in self.fields:
                    raise Refusal("plain_unknown", field=str(key)[:60], allowed=list(self.fields))
        return super().to_internal_value(data)


class Nothing(serializers.Serializer[Any]):
    """An answer without contents: 204."""


def text(most: int, **said: Any) -> serializers.CharField:
    """A text that may be left out."""
    return serializers.CharField(max_length=most, required=False, allow_blank=True, **said)


def needed_text(most: int, **said: Any) -> serializers.CharField:
    return serializers.CharField(max_length=most, **said)


def number(least: int, most: int = MOST, **said: Any) -> serializers.IntegerField:
    return serializers.IntegerField(min_value=least, max_value=most, **said)


def key(**said: Any) -> serializers.IntegerField:
    """The id of a row."""
    return serializers.IntegerField(min_value=1, max_value=2**63 - 1, **said)


def choice(kind: type[StrEnum], **said: Any) -> "Chosen":
    return Chosen(kind, **said)


class Chosen(serializers.ChoiceField):
    """One of the values of an enum, as that enum."""

    def __init__(self, kind: type[StrEnum], **said: Any) -> None:
        self.kind = kind
        super().__init__(choices=[each.value for each in kind], **said)

    def to_internal_value(self, data: Any) -> StrEnum:
        return self.kind(super().to_internal_value(data))


def pair(**said: Any) -> serializers.ListField:
    """One number for each side."""
    return serializers.ListField(child=number(-1_000_000, 1_000_000), min_length=2, max_length=2, **said)


def ids(**said: Any) -> serializers.ListField:
    return serializers.ListField(child=key(), max_length=2000, **said)


# --- inputs that many acts share -----------------------------------------------------------------------------------


class Reason(Strict):
    reason = text(200)


class NeededReason(Strict):
    reason = needed_text(200)


class ExtraTime(Strict):
    seconds = number(1, 86400)
