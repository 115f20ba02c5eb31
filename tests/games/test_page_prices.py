"""No page asks the database more than fifteen times, signing in included, and as often for 20 teams as for 500; also
when nobody has ranked anything yet."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.actor import Actor
from games.choices import Role, RoundState, Visibility
from games.models import Account, Round, Snapshot, Staff, Tournament
from games.services.rounds import close_round
from games.views.keeping import answers, contents
from scoring.regulations import System, regulations_to_json
from tests.games.acting import a_tournament, of_system, published, win, won_by_the_lower_number
from tests.games.large import large_tournament

pytestmark = pytest.mark.django_db

MOST = 15
SIZES = (20, 500)


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
    tournament = large_tournament(size, rounds=3, hands=2)
    last = Round.objects.filter(stage__tournament=tournament, number=3)
    last.get().tables.first().hands.model.objects.filter(table__round__in=last).delete()
    last.update(state=RoundState.DRAFT, published_at=None)
    return tournament


def the_round_of(tournament: Tournament) -> Round:
    return Round.objects.filter(stage__tournament=tournament).latest("number")


def exchange(tournament: Tournament) -> str:
    one, other = tournament.teams.order_by("number")[:2]
    return f"/rounds/{the_round_of(tournament).pk}/draw/swap/?team={one.pk}&other={other.pk}"


def played(size: int) -> Tournament:
    return large_tournament(size, rounds=2, hands=2)


PAGES: dict[str, tuple[Callable[[int], Tournament], str | Callable[[Tournament], str]]] = {
    "draft": (as_draft, "draw/"),
    "what is next": (played, ""),
    "board": (played, "tables/"),
    "rulings": (played, "rulings/"),
    "ranking": (played, "standings/"),
    "standings on paper": (played, "print/standings/"),
    "certificates": (played, "print/certificates.pdf"),
    "standings of groups on paper": (in_groups, "print/standings/"),
    "certificates of groups": (in_groups, "print/certificates.pdf"),
    "bracket on paper": (knocked_out, "print/bracket/"),
}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_of_the_director(page: str):
    found = []
    make, path = PAGES[page]
    for size in SIZES:
        tournament = make(size)
        found.append(queries(directing(tournament), f"/tournaments/{tournament.pk}/{path}"))
        assert not Snapshot.objects.exists(), "nobody has ranked it"
    assert found[0] == found[1] <= MOST, found


def test_what_an_exchange_would_change():
    found = []
    for size in SIZES:
        tournament = as_draft(size)
        desk = directing(tournament)
        found.append(queries(desk, exchange(tournament), headers={"hx-request": "true"}))
        found.append(queries(desk, exchange(tournament)))
    assert found[0] == found[2] <= MOST, found
    assert found[1] == found[3] <= MOST, found


def test_a_team_for_everybody():
    found = []
    for size in SIZES:
        tournament = played(size)
        Tournament.objects.filter(pk=tournament.pk).update(visibility=Visibility.PUBLIC)
        found.append(queries(Client(), f"/t/{tournament.slug}/team/1/"))
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
