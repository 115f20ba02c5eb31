"""Helpers that anybody may call: they keep nothing and know nothing of tournaments."""

from typing import Any

from rest_framework import serializers
from rest_framework.serializers import Serializer

from games.api.doors import Asked, act
from games.api.fields import Strict, choice, number, pair
from games.api.problems import all_problems
from scoring.hand import HandRules, Sheet, score
from scoring.paper import readings
from scoring.variants import Variant


class Rules(Strict):
    """The rules of a hand; the original ones where nothing is said."""

    variant = choice(Variant, required=False)
    grand = serializers.BooleanField(required=False)
    double_victory = number(0, 1000, required=False)
    triple_victory = number(0, 1000, required=False)


class Calls(Strict):
    calls = serializers.ListField(child=serializers.CharField(max_length=2, allow_blank=True), max_length=12)
    dealer = number(0, 11, required=False, allow_null=True, help_text="In Threechu: who plays with the dummy.")
    rules = Rules(required=False)


class SheetToScore(Calls):
    out = serializers.ListField(child=number(0, 11), max_length=12, required=False)
    points = number(-1000, 1000, required=False, allow_null=True)
    other_points = number(-1000, 1000, required=False, allow_null=True)


class ScoreOut(Serializer[Any]):
    card_points = serializers.ListField(child=serializers.IntegerField())
    bonus = serializers.ListField(child=serializers.IntegerField())
    made = serializers.ListField(child=serializers.BooleanField(allow_null=True))
    victory = serializers.IntegerField(allow_null=True)
    totals = serializers.ListField(child=serializers.IntegerField())


class TotalsToRead(Calls):
    totals = pair()


class ReadingOut(Serializer[Any]):
    first = serializers.ListField(child=serializers.IntegerField(), help_text="Who can have gone out first.")
    made = serializers.IntegerField(allow_null=True)
    card_points = serializers.ListField(child=serializers.IntegerField())
    victory = serializers.IntegerField(allow_null=True)


class PossibleOut(Serializer[Any]):
    possible = serializers.BooleanField()
    readings = ReadingOut(many=True)


class ProblemOut(Serializer[Any]):
    code = serializers.CharField()
    words = serializers.CharField()


@act(body=SheetToScore, answer=ScoreOut)
def score_sheet(ask: Asked) -> Any:
    """What a score sheet comes to, or why it cannot be."""
    said = dict(ask.body)
    rules = HandRules(**said.pop("rules", {}))
    calls, out = tuple(said.pop("calls")), tuple(said.pop("out", ()))
    return score(Sheet(calls=calls, out=out, **said), rules)


@act(body=TotalsToRead, answer=PossibleOut)
def read_totals(ask: Asked) -> Any:
    """Which hands these calls and totals can have been."""
    one, other = ask.body["totals"]
    rules = HandRules(**ask.body.get("rules", {}))
    found = readings(ask.body["calls"], (one, other), rules, dealer=ask.body.get("dealer"))
    return {"possible": bool(found), "readings": found}


@act(answer=ProblemOut, many=True)
def problems(ask: Asked) -> Any:
    """Every code of a problem, with its words."""
    return all_problems()
