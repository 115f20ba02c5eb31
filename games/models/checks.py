"""Conditions that many rows share, so that a constraint reads like the rule it states."""

from enum import StrEnum

from django.db.models import F, Q
from django.db.models.functions import Mod
from django.db.models.lookups import Exact


def one_of(field: str, choices: type[StrEnum]) -> Q:
    """The field has one of these values."""
    return Q(**{f"{field}__in": [choice.value for choice in choices]})


def at_least(field: str, least: int) -> Q:
    """The number is there and not smaller."""
    return Q(**{f"{field}__gte": least})


def none_or_at_least(field: str, least: int) -> Q:
    """The number is missing, or not smaller."""
    return Q(**{f"{field}__isnull": True}) | at_least(field, least)


def told(field: str) -> Q:
    """The text is not empty."""
    return ~Q(**{field: ""})


def together(*fields: str) -> Q:
    """All of these are there, or none."""
    return Q(**{f"{field}__isnull": True for field in fields}) | Q(**{f"{field}__isnull": False for field in fields})


def not_before(later: str, earlier: str) -> Q:
    """If the later one has happened, then not before the earlier."""
    return Q(**{f"{later}__isnull": True}) | Q(**{f"{later}__gte": F(earlier)})


def in_fives(field: str) -> Q:
    """The points are missing, or a multiple of five."""
    return Q(**{f"{field}__isnull": True}) | Q(Exact(Mod(F(field), 5), 0))
