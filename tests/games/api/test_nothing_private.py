"""What everybody may read tells nothing that is not for everybody."""

import pytest

from games.actor import Actor
from games.choices import Scope
from games.models import Account, Player, Round, Tournament
from games.services.links import make_link
from games.services.tokens import make_api_token
from tests.games.api.driving import Api
from tests.games.api.test_authorisation import ADDRESSES
from tests.games.api.world import World

pytestmark = pytest.mark.django_db

PRIVATE = "Nobodys-business"


@pytest.fixture
def public(world: World) -> World:
    """Everything is public that can be; what cannot has a mark by which it is found."""
    Tournament.objects.update(visibility="public")
    Player.objects.update(name=f"{PRIVATE} Name", email=f"{PRIVATE}@example.org")
    Account.objects.update(email=f"{PRIVATE}@example.org", last_name=PRIVATE)
    Round.objects.filter(pk=world.ids["draft"]).update(seed=f"{PRIVATE}-seed")
    return world


def reads(world: World) -> dict[str, str]:
    """Every address that can be read, as it is answered to somebody who has shown nothing."""
    found = {}
    for (name, method), pattern in ADDRESSES.items():
        if method == "get":
            for tournament in (world.here, world.draft):
                ids = world.ids | {"tournament": tournament.tournament.pk, "round_id": tournament.round.pk}
                ids |= {"table": tournament.table.pk, "team": tournament.teams[0].pk}
                answer = Api().ask("get", (pattern % ids).removeprefix("/api/v1/"))
                found[f"{name} {tournament.tournament.name}"] = f"{answer.status_code} {answer.content.decode()}"
    return found


def test_no_name_no_mail_no_draft(public: World):
    found = reads(public)
    assert sum(text.startswith("200") for text in found.values()) > 15
    assert [name for name, text in found.items() if PRIVATE in text] == []


def test_the_test_would_find_it(public: World):
    """The control: for those who run the tournament the same addresses tell."""
    told = public.visitors["director"].ask("get", f"tournaments/{public.ids['tournament']}/entries/")
    assert PRIVATE in told.content.decode()


def test_no_secret_is_kept_or_told_again(public: World):
    by = Actor(account=public.here.account)
    link = make_link(by=by, team_id=public.here.teams[0].pk)
    _, token = make_api_token(by=by, name="t", scope=Scope.READ)
    director = public.visitors["director"]
    told = "".join(
        director.ask("get", (pattern % public.ids).removeprefix("/api/v1/")).content.decode()
        for (_, method), pattern in ADDRESSES.items()
        if method == "get"
    )
    for secret in (link.token, link.code, token, link.link.token_hash, link.link.code_hash):
        assert secret not in told
