"""People who play, across tournaments."""

from typing import Any

from rest_framework import serializers
from rest_framework.serializers import Serializer

from games.api.doors import Asked, act
from games.api.fields import Strict, key, text
from games.api.paging import Paging
from games.selectors.players import players_known_to
from games.services import people


class PlayerQuery(Paging):
    search = text(60, help_text="A part of the name.")


class PlayerOut(Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    shown_name = serializers.CharField()
    club = serializers.CharField()


class PlayerDetails(Strict):
    name = text(120)
    shown_name = text(60)
    club = text(80)
    email = text(254)


class Merge(Strict):
    other = key(help_text="The record that is given up.")


@act(query=PlayerQuery, answer=PlayerOut, paged=True)
def listed(ask: Asked) -> Any:
    """People who are known here, for those who direct."""
    return players_known_to(ask.by, search=ask.query.get("search", ""))


@act(body=PlayerDetails, answer=PlayerOut)
def edit(ask: Asked, player: int) -> Any:
    """Correct what is known of somebody."""
    return people.edit_player(by=ask.by, player_id=player, **ask.body)


@act(body=Merge, answer=PlayerOut)
def merge(ask: Asked, player: int) -> Any:
    """Two records are of one person."""
    return people.merge_players(by=ask.by, kept_id=player, other_id=ask.body["other"])
