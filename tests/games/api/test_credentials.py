"""How programs, teams and pages show who they are."""

import pytest
from django.conf import settings
from django.test import Client

from games.actor import Actor
from games.choices import Scope
from games.models import Account
from games.services.links import NewLink, make_link, revoke_link
from tests.games.api.driving import Api, program_of
from tests.games.rows import Small, small_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def small() -> Small:
    return small_tournament()


@pytest.fixture
def link(small: Small) -> NewLink:
    return make_link(by=Actor(account=small.account), team_id=small.teams[0].pk)


def test_a_program_acts_for_its_account(director: Account):
    assert program_of(director).get("me/")["username"] == "dora"
    assert Api().get("me/")["username"] is None


@pytest.mark.parametrize("header", ["Bearer wrong", "Link wrong", "Basic ZG9yYTpkb3Jh", "Bearer", "Bearer a b", "\xff"])
def test_a_credential_that_is_none_is_refused_even_where_none_is_needed(header: str):
    answer = Api(header).ask("get", "presets/")
    assert (answer.status_code, answer.json()["code"]) == (401, "credential_unknown")
    assert answer["WWW-Authenticate"] == "Bearer, Link"


def test_without_any_one_is_asked_for_one():
    answer = Api().ask("post", "tournaments/", {"name": "Cup", "preset": "korea"})
    assert (answer.status_code, answer.json()["code"]) == (401, "not_allowed")


def test_a_token_is_told_once_and_dies_when_it_is_revoked(director: Account):
    api = program_of(director)
    made = api.post("tokens/", name="clock", scope="read")
    reader = Api(f"Bearer {made['token']}")
    assert reader.get("me/")["writes"] is False
    assert reader.refused("post", "tournaments/", {"name": "Cup", "preset": "korea"}) == (403, "not_allowed")
    assert made["token"] not in str(api.get("tokens/"))
    assert [each["name"] for each in api.get("tokens/")] == ["clock", "a program"]
    api.done("delete", f"tokens/{made['id']}/")
    assert reader.refused("get", "me/") == (401, "credential_unknown")


def test_nobody_revokes_what_is_not_his(director: Account, guest: Account):
    made = program_of(director).post("tokens/", name="clock", scope="read")
    assert program_of(guest).refused("delete", f"tokens/{made['id']}/") == (404, "token_unknown")


def test_what_has_expired_is_not_even_made(director: Account, small: Small):
    past = {"name": "x", "scope": "read", "expires_at": "2020-01-01T00:00:00Z"}
    assert program_of(director).refused("post", "tokens/", past) == (422, "expires_in_the_past")


# --- a team's link -------------------------------------------------------------------------------------------------


def test_a_link_is_exchanged_for_a_cookie_and_shows_where_one_plays(small: Small, link: NewLink):
    phone = Api()
    me = phone.post("session/link/", token=link.token)
    assert (me["team"], me["now"]["table"], me["now"]["table_number"]) == (small.teams[0].pk, small.table.pk, 1)
    assert phone.get("me/") == me
    assert phone.done("delete", "session/link/") is None
    assert phone.get("me/")["team"] is None


def test_a_short_code_does_the_same_in_any_spelling(small: Small, link: NewLink):
    code = f" {link.code[:4].lower()}-{link.code[4:]}"
    assert Api().post("session/code/", tournament=small.tournament.pk, code=code)["team"] == small.teams[0].pk
    wrong = {"tournament": small.tournament.pk, "code": "WRONG"}
    assert Api().refused("post", "session/code/", wrong) == (401, "code_unknown")


def test_the_cookie_of_a_revoked_link_opens_nothing(small: Small, link: NewLink):
    phone = Api()
    phone.post("session/link/", token=link.token)
    assert phone.get(f"tables/{small.table.pk}/")["number"] == 1
    revoke_link(by=Actor(account=small.account), team_id=small.teams[0].pk)
    assert phone.refused("get", f"tables/{small.table.pk}/") == (404, "table_unknown")


def test_whoever_knows_the_session_does_not_come_along_by_the_link(link: NewLink):
    phone, other = Api(), Api()
    phone.client.session.save()
    name = settings.SESSION_COOKIE_NAME
    other.client.cookies[name] = phone.client.cookies[name] = phone.client.session.session_key
    phone.post("session/link/", token=link.token)
    assert (phone.get("me/")["team"], other.get("me/")["team"]) == (link.link.team_id, None)


# --- the pages' own scripts ----------------------------------------------------------------------------------------


def test_a_session_writes_only_with_the_proof_of_origin(director: Account):
    strict = Api(client=Client(enforce_csrf_checks=True))
    strict.client.force_login(director)
    body = {"name": "Cup", "preset": "korea"}
    assert strict.refused("post", "tournaments/", body) == (403, "origin_unproven")
    token = strict.client.get("/sign-in/").context["csrf_token"]
    assert strict.ask("post", "tournaments/", body, **{"X-CSRFToken": str(token)}).status_code == 201


def test_a_program_needs_no_proof_of_origin(director: Account):
    program = program_of(director, Scope.WRITE)
    program.client = Client(enforce_csrf_checks=True)
    assert program.post("tournaments/", name="Cup", preset="korea")["slug"] == "cup"
