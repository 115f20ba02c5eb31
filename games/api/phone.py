"""What a phone at the table asks, again and again: everything at once."""

from typing import Any

from django.middleware.csrf import get_token
from django.utils import timezone
from rest_framework import serializers
from rest_framework.serializers import Serializer

from games.api.access import MeOut
from games.api.doors import Asked, act
from games.api.fields import Strict, choice, key
from games.api.tables import TableSheetOut
from games.choices import Place
from games.events import rounds_topic, table_topic
from games.house_rules import corrections, end_of_match, house_rules, original_rules, who_confirms
from games.selectors.phone import Now, Rules, now_for
from scoring.plain import to_plain


class NowQuery(Strict):
    table = key(required=False, help_text="For staff, who open any table; others get their own.")


class RoundNowOut(Serializer[Any]):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    state = serializers.CharField(help_text="draft, published or closed")
    hidden = serializers.BooleanField()


class TournamentNowOut(Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    slug = serializers.CharField()
    version = serializers.IntegerField()
    state = serializers.CharField()


class ClockOut(Serializer[Any]):
    remaining = serializers.IntegerField(help_text="Seconds, by the server's clock, when this was asked for.")
    running = serializers.BooleanField()


class StandingOut(Serializer[Any]):
    rank = serializers.IntegerField(allow_null=True)
    of = serializers.IntegerField()
    points = serializers.JSONField()
    through = serializers.IntegerField()
    fresh = serializers.BooleanField(help_text="False while newer standings are being computed: ask again soon.")


class ChangedOut(Serializer[Any]):
    at = serializers.DateTimeField()
    reason = serializers.CharField()


class RulesOut(Serializer[Any]):
    """What one must know to count at this table without asking."""

    variant = serializers.CharField()
    seats = serializers.IntegerField(help_text="Lines of a sheet.")
    grand = serializers.BooleanField()
    victory = serializers.IntegerField(help_text="What a double victory counts, in Tientsin a triple one.")
    match = serializers.DictField(help_text="How long a match lasts, as in the regulations.")
    points = serializers.DictField(help_text="What it gives, as in the regulations.")
    turns = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField(allow_null=True)),
        help_text="Hand by hand, over and over again: whose line of the sheet is whose; null is the dummy.",
    )
    time_up = serializers.DictField(allow_null=True, help_text="How it stood when the time was up.")
    players_may_correct = serializers.BooleanField()
    confirmation = serializers.CharField()
    house = serializers.ListField(
        child=serializers.CharField(), help_text="What differs from the rule books, in words."
    )
    end = serializers.ListField(child=serializers.CharField(), help_text="When a match is over, in words.")
    about = serializers.ListField(child=serializers.CharField(), help_text="Who confirms and who corrects.")
    changed = ChangedOut(many=True, help_text="Changes of the rules after play had begun.")


class NowOut(Serializer[Any]):
    me = MeOut(source="who")
    staff = serializers.BooleanField()
    tournament = TournamentNowOut()
    round = RoundNowOut(allow_null=True)
    rounds = serializers.IntegerField(allow_null=True, help_text="How many rounds the stage has, if that is set.")
    place = choice(Place, allow_null=True)
    table = TableSheetOut(allow_null=True)
    clock = ClockOut(allow_null=True)
    rules = RulesOut(allow_null=True)
    standing = StandingOut(allow_null=True)
    topics = serializers.ListField(child=serializers.CharField(), help_text="What to listen to at /live/.")
    proof = serializers.CharField(help_text="Proof of origin, for X-CSRFToken.")


@act(query=NowQuery, answer=NowOut)
def now(ask: Asked) -> Any:
    """Everything a phone at the table shows now."""
    found = now_for(ask.by, at=timezone.now(), table_id=ask.query.get("table"))
    return {
        "who": found.who,
        "staff": found.staff,
        "tournament": found.tournament,
        "round": found.round,
        "rounds": found.rounds,
        "place": found.place,
        "table": found.table,
        "clock": found.clock,
        "rules": None if found.rules is None else rules_of(found.rules, found.tournament.changed_rules),
        "standing": found.standing,
        "topics": topics_of(found),
        "proof": get_token(ask.request._request),
    }


def rules_of(rules: Rules, changed: list[Any]) -> dict[str, Any]:
    hand = rules.terms.hand
    return {
        "variant": hand.variant,
        "seats": len(rules.turns[0]),
        "grand": hand.grand,
        "victory": hand.victory,
        "match": to_plain(rules.terms.match, whole=True),
        "points": to_plain(rules.terms.points, whole=True),
        "turns": rules.turns,
        "time_up": None if rules.time_up is None else to_plain(rules.time_up, whole=True),
        "players_may_correct": rules.regulations.players_may_correct,
        "confirmation": rules.regulations.confirmation,
        "house": house_rules(rules.regulations) or [original_rules()],
        "end": end_of_match(rules.regulations, rules.stage, rules.from_the_end),
        "about": [who_confirms(rules.regulations), corrections(rules.regulations)],
        "changed": changed,
    }


def topics_of(found: Now) -> list[str]:
    return [rounds_topic(found.tournament), *([table_topic(found.table.row.pk)] if found.table else [])]
