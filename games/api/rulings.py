"""The director's decisions."""

from typing import Any

from rest_framework import serializers
from rest_framework.serializers import Serializer

from games.api.doors import Asked, act
from games.api.fields import Strict, choice, key, needed_text, number, pair
from games.permissions import may_look_inside
from games.selectors.tournaments import rulings_of, tournament_seen_by
from games.services import rulings
from scoring.record import RulingKind


class NewRuling(Strict):
    kind = choice(RulingKind)
    reason = needed_text(300)
    table = key(required=False)
    team = key(required=False)
    points = number(0, 20_000, required=False)
    tichu_points = number(0, 20_000, required=False)
    totals = pair(required=False)
    side = number(0, 1, required=False)
    percent = number(0, 200, required=False)


class Revoking(Strict):
    reason = needed_text(300)


class RulingOut(Serializer[Any]):
    id = serializers.IntegerField()
    round = serializers.IntegerField(source="round_id")
    kind = choice(RulingKind)
    reason = serializers.CharField()
    table = serializers.IntegerField(source="table_id", allow_null=True)
    team = serializers.IntegerField(source="team_id", allow_null=True)
    points = serializers.IntegerField()
    tichu_points = serializers.IntegerField()
    total = serializers.IntegerField(allow_null=True)
    other_total = serializers.IntegerField(allow_null=True)
    side = serializers.IntegerField(allow_null=True)
    percent = serializers.IntegerField()
    at = serializers.DateTimeField()
    revoked_at = serializers.DateTimeField(allow_null=True)
    revoke_reason = serializers.CharField()


@act(answer=RulingOut, many=True)
def listed(ask: Asked, tournament: int) -> Any:
    """Penalties, adjusted scores, forfeits and averages, those that were revoked too."""
    found = tournament_seen_by(ask.by, tournament)
    return rulings_of(found, inside=may_look_inside(ask.by, found))


@act(body=NewRuling, answer=RulingOut, status=201)
def make(ask: Asked, round_id: int) -> Any:
    """Decide something about a team or a table in a round."""
    said = dict(ask.body)
    about = {"table_id": said.pop("table", None), "team_id": said.pop("team", None)}
    totals = said.pop("totals", None)
    return rulings.rule(by=ask.by, round_id=round_id, totals=tuple(totals) if totals else None, **about, **said)


@act(body=Revoking, answer=RulingOut)
def revoke(ask: Asked, ruling: int) -> Any:
    """The decision counts no more."""
    return rulings.revoke_ruling(by=ask.by, ruling_id=ruling, **ask.body)
