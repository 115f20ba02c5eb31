"""The referee, for everybody: may this be played, must the wish be fulfilled, and by which rule."""

from typing import Any

from rest_framework import serializers
from rest_framework.serializers import Serializer

from games.actor import Actor
from games.api.doors import Asked, act
from games.api.fields import Strict, choice, number, text
from games.selectors.records import regulations_of
from games.selectors.tournaments import tournament_called
from games.verdict_words import refused_in_words, verdict_in_words
from rules.cards import ACE, LOWEST, PACK, parse_all
from rules.combinations import Combination, Kind
from rules.customs import TableRules
from rules.plays import Held
from rules.referee import Position, check_held
from rules.refusal import Refusal
from rules.verdict import judge, lying

# --- what is asked -------------------------------------------------------------------------------------------------


class Rank(serializers.FloatField):
    """A rank, or half a rank more for a single Phoenix."""

    def to_representation(self, value: float) -> Any:
        return int(value) if value == int(value) else float(value)


def cards(**said: Any) -> serializers.ListField:
    return serializers.ListField(
        child=serializers.CharField(max_length=8), max_length=len(PACK), help_text="Such as 8j, Ts, DR.", **said
    )


def rank(**said: Any) -> Rank:
    return Rank(min_value=0, max_value=15, **said)


class Declared(Strict):
    kind = choice(Kind)
    rank = rank(help_text="Of the highest card, in a full house of the trio.")


class Top(Strict):
    cards = cards()
    kind = choice(Kind, required=False)
    rank = rank(
        required=False, help_text="Where the cards can be read in several ways; of a single Phoenix 1.5 to 14.5."
    )


class Situation(Strict):
    hand = cards()
    cards = cards(required=False)
    top = Top(required=False, allow_null=True)
    wish = number(LOWEST, ACE, required=False, allow_null=True)
    in_turn = serializers.BooleanField(default=True)
    tournament = text(60, help_text="The id or the address of a tournament whose table rules apply.")
    declared = Declared(required=False, allow_null=True)


# --- what is answered ----------------------------------------------------------------------------------------------


class RuleOut(Serializer[Any]):
    number = serializers.IntegerField()
    text = serializers.CharField()


class CombinationOut(Serializer[Any]):
    kind = choice(Kind)
    rank = Rank()
    length = serializers.IntegerField()


class NoPassOut(Serializer[Any]):
    code = serializers.CharField()
    detail = serializers.CharField()


class VerdictOut(Serializer[Any]):
    allowed = serializers.BooleanField(allow_null=True, help_text="Null: no cards are to be laid.")
    code = serializers.CharField()
    detail = serializers.CharField(help_text="One sentence in the reader's language.")
    rule = RuleOut(allow_null=True)
    readings = CombinationOut(many=True)
    must_fulfil = serializers.BooleanField()
    ways = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()), help_text="Plays that fulfil the wish."
    )
    may_pass = serializers.BooleanField()
    no_pass = NoPassOut(allow_null=True)


@act(body=Situation, answer=VerdictOut)
def ask_referee(ask: Asked) -> Any:
    """What the referee says: may these cards be played here, and must the wish be fulfilled."""
    position, laid = position_of(ask.by, ask.body), parse_all(ask.body.get("cards", ()))
    said = ask.body.get("declared")
    declared = Combination(said["kind"], said["rank"], laid) if said else None
    if laid:
        check_held(position.hand, laid)
    verdict = judge(position, laid, declared)
    words = verdict_in_words(verdict)
    return {
        "allowed": verdict.allowed if laid else None,
        "code": words.code,
        "detail": words.detail,
        "rule": words.rule,
        "readings": [{"kind": each.kind, "rank": each.rank, "length": len(each.cards)} for each in verdict.readings],
        "must_fulfil": verdict.must_fulfil,
        "ways": [list(map(str, way.cards)) for way in verdict.ways],
        "may_pass": verdict.no_pass is None,
        "no_pass": None if verdict.no_pass is None else refused_in_words(verdict.no_pass),
    }


def position_of(actor: Actor, said: dict[str, Any]) -> Position:
    return Position(
        hand=Held(parse_all(said["hand"])),
        top=top_of(said["top"]) if said.get("top") else None,
        wish=said.get("wish"),
        in_turn=said["in_turn"],
        customs=customs_at(actor, said.get("tournament", "")),
    )


def top_of(said: dict[str, Any]) -> Combination:
    """What lies there; what is wrong with it is wrong inside `top`."""
    try:
        return lying(parse_all(said["cards"]), said.get("kind"), said.get("rank"))
    except Refusal as refusal:
        raise Refusal(refusal.code, **refusal.facts | {"field": f"top.{refusal.facts['field']}"}) from None


def customs_at(actor: Actor, name: str) -> TableRules:
    return regulations_of(tournament_called(actor, name)).table if name else TableRules()
