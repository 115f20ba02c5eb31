"""Who a browser comes as stays, whatever answers are still on their way: by signing in, by a link, by a short code."""

from collections.abc import Callable, Mapping
from itertools import permutations
from types import MappingProxyType
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpResponse
from django.test import Client

from games.actor import Actor
from games.models import Account, Tournament
from games.services.links import NewLink, make_link, make_table_link
from tests.games.looking import came_by, opened
from tests.programs import PASSWORD
from tichu_tournament.sessions import SessionsUntilSignOut

pytestmark = pytest.mark.django_db

QUESTIONS = ("/api/v1/now/", "/api/v1/me/", "/play/", "/")
"""What a page asks by itself while somebody does something."""


class Browser:
    """Sends with the cookies it has then, and takes those of an answer when it arrives."""

    def __init__(self, cookies: Mapping[str, str] = MappingProxyType({})) -> None:
        self.cookies = dict(cookies)

    def client(self) -> Client:
        client = Client()
        client.cookies.load(self.cookies)
        return client

    def arrives(self, answer: HttpResponse) -> None:
        for name, cookie in answer.cookies.items():
            if cookie["max-age"] == 0:
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = cookie.value

    def get(self, path: str) -> HttpResponse:
        answer = self.client().get(path)
        self.arrives(answer)
        return answer

    def me(self) -> dict[str, Any]:
        return dict(self.get("/api/v1/me/").json())


@pytest.fixture
def cup(director: Account) -> Tournament:
    return opened(Actor(account=director), 4)


@pytest.fixture
def links(director: Account, cup: Tournament) -> tuple[NewLink, NewLink]:
    by = Actor(account=director)
    return make_link(by=by, team_id=cup.teams.first().pk), make_table_link(by=by, tournament_id=cup.pk, table_number=1)


def sign_in(client: Client, username: str = "dora") -> HttpResponse:
    return client.post("/sign-in/", {"username": username, "password": PASSWORD})


def by_link(made: NewLink) -> Callable[[Client], HttpResponse]:
    return lambda client: client.post("/api/v1/session/link/", {"token": made.token}, content_type="application/json")


def every_end(browser: Browser, act: Callable[[Client], HttpResponse]) -> list[dict[str, Any]]:
    """The page asks, somebody acts, and the server answers the act first. Who one is after the answers have arrived, in
    each order that they can come in."""
    asking, acting = [browser.client() for _ in QUESTIONS], browser.client()
    answers = [act(acting), *(client.get(path) for client, path in zip(asking, QUESTIONS, strict=True))]
    ends = {}
    for order in permutations(answers):
        ended = Browser(browser.cookies)
        for answer in order:
            ended.arrives(answer)
        ends[frozenset(ended.cookies.items())] = ended
    return [ended.me() for ended in ends.values()]


def signed_in_as_somebody_else() -> Browser:
    """When another account signs in, or a password is changed, the session gets another key."""
    browser = Browser()
    browser.arrives(sign_in(browser.client(), "gus"))
    assert browser.me()["username"] == "gus"
    return browser


def test_whoever_signs_in_is_signed_in_whatever_answer_comes_last(director: Account, guest: Account):
    ends = every_end(signed_in_as_somebody_else(), sign_in)
    assert {end["username"] for end in ends} == {"dora"}


def test_control_djangos_own_sessions_let_an_older_answer_sign_one_out(settings, director: Account, guest: Account):
    ours, theirs = (f"{each.__module__}.{each.__name__}" for each in (SessionsUntilSignOut, SessionMiddleware))
    assert ours in settings.MIDDLEWARE
    settings.MIDDLEWARE = [theirs if each == ours else each for each in settings.MIDDLEWARE]
    ends = every_end(signed_in_as_somebody_else(), sign_in)
    assert {end["username"] for end in ends} == {"dora", None}


def test_whoever_comes_by_another_link_stays_with_it_whatever_answer_comes_last(links: tuple[NewLink, NewLink]):
    team, table = links
    browser = Browser()
    browser.arrives(by_link(team)(browser.client()))
    assert browser.me()["team"] == team.link.team_id
    assert {end["table_number"] for end in every_end(browser, by_link(table))} == {1}


def test_a_director_who_scans_a_card_twice_at_once_is_still_signed_in(links: tuple[NewLink, NewLink]):
    """Two exchanges at the same time, each with what the browser had before."""
    for last in (0, 1):
        browser = Browser()
        browser.arrives(sign_in(browser.client()))
        both = [browser.client(), browser.client()]
        answers = [by_link(links[0])(client) for client in both]
        browser.arrives(answers[1 - last])
        browser.arrives(answers[last])
        assert (browser.me()["username"], browser.me()["team"]) == ("dora", links[0].link.team_id)


def test_the_short_code_lets_in_like_the_link(client: Client, cup: Tournament, links: tuple[NewLink, NewLink]):
    body = {"tournament": cup.pk, "code": links[0].code}
    answer = client.post("/api/v1/session/code/", body, content_type="application/json")
    assert answer.status_code == 200
    assert settings.SESSION_COOKIE_NAME not in answer.cookies, "signing in has nothing to do with it"
    assert client.get("/api/v1/me/").json()["team"] == links[0].link.team_id


def test_signing_out_is_final_and_gives_up_the_link(client: Client, links: tuple[NewLink, NewLink]):
    came_by(client, links[0])
    sign_in(client)
    answer = client.post("/sign-out/")
    gone = {name for name, cookie in answer.cookies.items() if cookie["max-age"] == 0}
    assert gone >= {settings.SESSION_COOKIE_NAME, settings.LINK_COOKIE_NAME}
    me = client.get("/api/v1/me/").json()
    assert (me["username"], me["team"]) == (None, None)


def test_a_link_that_was_given_up_is_forgotten_and_the_session_stays(client: Client, links: tuple[NewLink, NewLink]):
    sign_in(client)
    came_by(client, links[0])
    assert client.delete("/api/v1/session/link/").status_code == 204
    me = client.get("/api/v1/me/").json()
    assert (me["username"], me["team"]) == ("dora", None)


@pytest.mark.parametrize("forged", ["1", "1:abc", "1:1vJk2Q:abcdefghijklmnopqrstuvwxyz0123456789abcdefg", "", "x"])
def test_a_cookie_that_somebody_wrote_lets_in_nobody(client: Client, links: tuple[NewLink, NewLink], forged: str):
    client.cookies[settings.LINK_COOKIE_NAME] = forged
    assert client.get("/api/v1/me/").json()["team"] is None


def test_what_the_cookie_says_cannot_be_read_by_scripts_nor_sent_by_other_sites(client: Client, links):
    came_by(client, links[0])
    cookie = client.cookies[settings.LINK_COOKIE_NAME]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
