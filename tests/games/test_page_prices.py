"""No page, and nothing of the API that is read, asks the database more than fifteen times, signing in included, and as
often for a large field as for a small one; also when nobody has ranked anything yet."""

from datetime import timedelta
from http import HTTPStatus
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.actor import Actor
from games.choices import Role, RoundState, State, Visibility
from games.models import Account, Round, Snapshot, Staff, Tournament
from games.services.rounds import close_round
from games.services.standings import refresh_standings
from games.views.keeping import answers, contents
from scoring.regulations import System, regulations_to_json
from tests.games.acting import a_tournament, of_system, published, win, won_by_the_lower_number
from tests.games.every_address import addresses, the_round_of
from tests.games.large import SIZES, large_tournament

pytestmark = pytest.mark.django_db

MOST = 15


def queries(desk: Client, address: str, **more: Any) -> int:
    answers.clear()
    contents.clear()
    with CaptureQueriesContext(connection) as asked:
        answer = desk.get(address, **more)
    assert answer.status_code == 200
    return len(asked)


def directing(tournament: Tournament) -> Client:
    """Signed in as a director of it who is nothing else here, to whom it is private: so all is looked up."""
    Tournament.objects.filter(pk=tournament.pk).update(visibility=Visibility.PRIVATE)
    account = Staff.objects.filter(tournament=tournament, role=Role.DIRECTOR).select_related("account")[0].account
    desk = Client()
    desk.force_login(account)
    return desk


def in_groups(size: int) -> Tournament:
    tournament = large_tournament(size, rounds=2, hands=2)
    tournament.regulations = regulations_to_json(of_system(System.GROUPS, key="main", groups=2))
    tournament.save(update_fields=["regulations"])
    numbers = list(map(str, range(1, size + 1)))
    groups = [{"key": key, "teams": numbers[at::2]} for at, key in enumerate("AB")]
    tournament.stages.update(groups=groups)
    return tournament


def knocked_out(size: int) -> Tournament:
    """Its first round is being played."""
    tournament = large_tournament(size, rounds=1, hands=1)
    tournament.regulations = regulations_to_json(of_system(System.KNOCKOUT, key="main"))
    tournament.save(update_fields=["regulations"])
    seats = tournament.stages.get().rounds.get().seats.order_by("table__number", "seat")
    bracket = list(map(str, seats.values_list("team__number", flat=True)))
    full = 1 << (size - 1).bit_length()
    tournament.stages.update(bracket=bracket + [""] * (full - size))
    return tournament


def as_draft(size: int) -> Tournament:
    tournament = large_tournament(size, rounds=3, hands=2, last=0)
    last = Round.objects.filter(stage__tournament=tournament, number=3)
    last.update(state=RoundState.DRAFT, published_at=None)
    return tournament


def exchange(tournament: Tournament) -> str:
    one, other = tournament.teams.order_by("number")[:2]
    return f"/rounds/{the_round_of(tournament).pk}/draw/swap/?team={one.pk}&other={other.pk}"


def played(size: int) -> Tournament:
    return large_tournament(size, rounds=2, hands=2)


def registering(size: int) -> Tournament:
    """Nobody has drawn anything."""
    tournament = large_tournament(size, rounds=0, hands=0)
    Tournament.objects.filter(pk=tournament.pk).update(state=State.SETUP, registration_open=True)
    return tournament


def over(size: int) -> Tournament:
    """Finished, and its ranking published."""
    tournament = large_tournament(size, rounds=2, hands=12)
    now = timezone.now()
    Round.objects.filter(stage__tournament=tournament).update(state=RoundState.CLOSED, closed_at=now)
    Tournament.objects.filter(pk=tournament.pk).update(state=State.FINISHED, finished_at=now, ranking_published_at=now)
    return tournament


STATES = {
    "registering": registering,
    "a draft": as_draft,
    "playing": played,
    "playing in groups": in_groups,
    "knocked out": knocked_out,
    "over": over,
}


def prices_in(tournament: Tournament) -> dict[str, int]:
    """How often each page asks that a director can open."""
    desk, found = directing(tournament), {}
    for called, address in addresses(tournament).items():
        answers.clear()
        contents.clear()
        with CaptureQueriesContext(connection) as asked:
            answer = desk.get(address)
        if answer.status_code == HTTPStatus.OK:
            found[called] = len(asked)
    return found


@pytest.mark.parametrize("state", STATES)
def test_every_page_there_is(state: str):
    small, large = (prices_in(STATES[state](size)) for size in SIZES)
    assert not Snapshot.objects.exists(), "nobody has ranked it"
    assert len(small) > 40
    assert {
        page: (small.get(page), large.get(page)) for page in small | large if small.get(page) != large.get(page)
    } == {}
    assert {page: price for page, price in large.items() if price > MOST} == {}


def test_what_an_exchange_would_change():
    found = []
    for size in SIZES:
        tournament = as_draft(size)
        desk = directing(tournament)
        found.append(queries(desk, exchange(tournament), headers={"hx-request": "true"}))
        found.append(queries(desk, exchange(tournament)))
    assert found[0] == found[2] <= MOST, found
    assert found[1] == found[3] <= MOST, found


def as_stranger(tournament: Tournament) -> Client:
    Tournament.objects.filter(pk=tournament.pk).update(visibility=Visibility.PUBLIC)
    return Client()


def signed_in(tournament: Tournament) -> Client:
    """As somebody who has nothing to do with it."""
    desk = as_stranger(tournament)
    desk.force_login(Account.objects.create_user("reader"))
    return desk


READERS = {"a stranger": as_stranger, "somebody signed in": signed_in, "its director while it is private": directing}


@pytest.mark.parametrize("outdated", [False, True], ids=["never ranked", "ranked long ago"])
@pytest.mark.parametrize("reader", READERS)
def test_a_team_for_everybody(reader: str, outdated: bool):
    """Before a worker has ranked anything, or when none has for an hour."""
    found = []
    for size in SIZES:
        tournament = played(size)
        if outdated:
            refresh_standings(tournament_id=tournament.pk)
            Snapshot.objects.update(made_at=timezone.now() - timedelta(hours=1))
            Tournament.objects.filter(pk=tournament.pk).update(version=tournament.version + 1)
        found.append(queries(READERS[reader](tournament), f"/t/{tournament.slug}/team/1/"))
        Account.objects.filter(username="reader").delete()
    assert found[0] == found[1] <= MOST, found


def test_a_double_elimination_after_its_first_final(director: Account):
    """Whoever came from below wins it, so there is another: only the results tell."""
    by = Actor(account=director)
    for size in (4, 8):
        cup = a_tournament(by, size, regulations=of_system(System.DOUBLE_ELIMINATION, key="main"), name=f"Cup {size}")
        rounds = 2 * (size.bit_length() - 1)
        for number in range(1, rounds + 1):
            round_ = published(by, cup)
            if number < rounds:
                won_by_the_lower_number(by, round_)
            else:
                table = round_.tables.get()
                seats = list(table.seats.order_by("seat").values_list("team__number", flat=True))
                win(by, table, seats.index(max(seats)))
            close_round(by=by, round_id=round_.pk)
        desk = directing(cup)
        assert queries(desk, f"/tournaments/{cup.pk}/") <= MOST
        assert f"Draw round {rounds + 1}" in desk.get(f"/tournaments/{cup.pk}/").content.decode()
