"""What a phone at the table asks and says, as a program sees it."""

import random
import time
from typing import Any

import pytest

from games.actor import Actor
from games.models import Account, Confirmation
from games.services.clock import pause_clock, start_clock
from games.services.links import make_link, make_table_link
from games.services.rounds import close_round
from games.services.rulings import rule
from games.services.standings import refresh_standings
from scoring.regulations import Confirmation as WhoConfirms
from tests.games.acting import a_tournament, play_round, play_table, published, small_swiss
from tests.games.api.driving import Api, program_of
from tests.games.api.world import World
from tests.waiting import wait_for

pytestmark = pytest.mark.django_db


def by_token(token: str) -> Api:
    return Api(f"Link {token}")


@pytest.fixture
def by(director: Account) -> Actor:
    return Actor(account=director)


# --- everything at once --------------------------------------------------------------------------------------------


def test_a_team_learns_where_it_plays_what_was_played_and_how_it_counts(by: Actor):
    tournament = a_tournament(by, 4, regulations=small_swiss())
    round_ = published(by, tournament)
    team = round_.tables.get(number=1).seats.get(seat=0).team
    now = by_token(make_link(by=by, team_id=team.pk).token).get("now/")
    assert (now["place"], now["table"]["number"], now["me"]["team"]) == ("table", 1, team.pk)
    assert now["rules"]["match"]["hands"] == 2
    assert now["rules"]["turns"] == [[0, 1, 2, 3]]
    assert now["rules"]["end"][0] == "The match is over after 2 hands."
    assert now["topics"] == [f"rounds.{tournament.pk}", f"table.{now['table']['id']}"]
    assert now["standing"] is None, "the round is being played"
    assert now["proof"]


def test_before_the_first_round_there_is_no_table_and_it_is_said_so(by: Actor):
    tournament = a_tournament(by, 4)
    link = make_link(by=by, team_id=tournament.teams.first().pk)
    now = by_token(link.token).get("now/")
    assert (now["round"], now["place"], now["table"], now["rules"]) == (None, None, None, None)
    assert now["tournament"]["state"] == "setup"


def test_the_clock_is_told_by_the_servers_time_and_stands_still_when_paused(by: Actor):
    tournament = a_tournament(by, 4)
    round_ = published(by, tournament)
    phone = by_token(make_table_link(by=by, tournament_id=tournament.pk, table_number=1).token)
    assert phone.get("now/")["clock"] is None
    start_clock(by=by, round_id=round_.pk, minutes=10)
    running = phone.get("now/")["clock"]
    assert running["running"]
    assert 595 <= running["remaining"] <= 600
    pause_clock(by=by, round_id=round_.pk)
    assert phone.get("now/")["clock"]["running"] is False


def test_the_own_place_is_what_everybody_may_know(by: Actor):
    tournament = a_tournament(by, 4, regulations=small_swiss())
    round_ = published(by, tournament)
    play_round(by, round_, random.Random(1))
    close_round(by=by, round_id=round_.pk)
    link = make_link(by=by, team_id=tournament.teams.first().pk)
    without_worker = by_token(link.token).get("now/")["standing"]
    refresh_standings(tournament_id=tournament.pk)
    with_worker = by_token(link.token).get("now/")["standing"]
    assert without_worker == with_worker
    assert (with_worker["of"], with_worker["through"], with_worker["fresh"]) == (4, 1, True)
    round_.hidden = True
    round_.save()
    type(tournament).objects.filter(pk=tournament.pk).update(version=99)
    refresh_standings(tournament_id=tournament.pk)
    assert by_token(link.token).get("now/")["standing"] is None


def test_staff_open_any_table_and_nobody_else_another_one(world: World):
    table = world.ids["table"]
    assert world.visitors["scorer"].get(f"now/?table={table}")["staff"]
    assert world.visitors["scorer"].refused("get", "now/") == (403, "not_allowed")
    assert world.visitors["other table"].refused("get", f"now/?table={table}") == (403, "not_allowed")
    assert world.visitors["player"].get(f"now/?table={table}")["staff"] is False
    assert world.visitors["nobody"].refused("get", f"now/?table={table}")[0] in (401, 422)


def test_a_phone_that_writes_too_often_keeps_no_other_from_writing(by: Actor, settings: Any):
    settings.API_WRITES_PER_MINUTE = {"link": 2}
    tournament = a_tournament(by, 2)
    table = published(by, tournament).tables.get()
    busy, other = (by_token(make_link(by=by, team_id=seat.team_id).token) for seat in table.seats.order_by("seat"))
    call = ("post", f"tables/{table.pk}/call/", {"reason": "time"})
    wait_for(lambda: time.time() % 60 < 55, what="for a minute that is not over at once")
    for _ in range(2):
        busy.done(*call)
    assert busy.refused(*call) == (429, "too_often")
    other.done(*call)


# --- by short code on another's phone ------------------------------------------------------------------------------


def test_a_team_confirms_and_objects_on_anothers_phone_by_its_short_code(by: Actor):
    regulations = small_swiss()
    tournament = a_tournament(by, 2, regulations=regulations)
    table = published(by, tournament).tables.get()
    play_table(by, table, random.Random(1))
    one, other = (make_link(by=by, team_id=seat.team_id) for seat in table.seats.order_by("seat"))
    phone, seen = by_token(one.token), by_token(one.token).get(f"tables/{table.pk}/")["sheet"]
    assert phone.refused("post", f"tables/{table.pk}/confirm/", {"code": "WRONG", "seen": seen}) == (
        401,
        "code_unknown",
    )
    assert phone.refused("post", f"tables/{table.pk}/object/", {"note": "no"}) == (422, "plain_missing")
    phone.done("post", f"tables/{table.pk}/object/", {"code": other.code, "note": "It was 40"})
    phone.done("post", f"tables/{table.pk}/confirm/", {"code": other.code, "seen": seen})
    said = Confirmation.objects.filter(table=table).order_by("pk")
    assert [(each.team_id, each.word) for each in said] == [(other.link.team_id, "objected")]
    assert said[0].decided_at is not None, "who agrees after all has no objection any more"
    assert phone.refused(
        "post", f"tables/{table.pk}/confirm/", {"team": other.link.team_id, "seen": seen}
    ) == (403, "not_allowed")  # fmt: skip


def test_what_is_entered_by_the_card_of_a_table_both_sides_confirm(by: Actor):
    tournament = a_tournament(by, 2, regulations=small_swiss())
    table = published(by, tournament).tables.get()
    card = make_table_link(by=by, tournament_id=tournament.pk, table_number=1)
    play_table(Actor(link=card.link), table, random.Random(1))
    words = by_token(card.token).get(f"tables/{table.pk}/")["words"]
    assert sorted(words["missing"]) == sorted(table.seats.values_list("team", flat=True))
    own = make_link(by=by, team_id=table.seats.get(seat=0).team_id)
    play_one = by_token(own.token).get("now/")["rules"]["confirmation"]
    assert play_one == WhoConfirms.OPPONENTS


def test_a_ruling_ends_the_match_though_nothing_was_played(by: Actor):
    tournament = a_tournament(by, 2, regulations=small_swiss())
    round_ = published(by, tournament)
    table = round_.tables.get()
    rule(by=by, round_id=round_.pk, kind="adjusted", table_id=table.pk, totals=(200, 0), reason="Mixed")
    card = make_table_link(by=by, tournament_id=tournament.pk, table_number=1)
    now = by_token(card.token).get("now/")
    assert (now["table"]["over"], now["table"]["ruling"]["reason"]) == (True, "Mixed")
    assert program_of(by.account).get(f"now/?table={table.pk}")["table"]["next_hand"] is None
