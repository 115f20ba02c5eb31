"""Who may do what: every address, every method, every kind of visitor. An address that is not listed here fails."""

import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import get_resolver

from games.models import Account
from games.services.locking import locked
from scoring.presets import PRESETS
from scoring.regulations import regulations_to_json
from tests.games.api.world import World

pytestmark = pytest.mark.django_db

# --- the visitors --------------------------------------------------------------------------------------------------

ROLES = (
    "nobody", "guest", "player", "other table", "other tournament", "revoked link", "expired link", "scorer",
    "scorer elsewhere", "director", "reading director", "director elsewhere", "owner", "dismissed director",
    "revoked token", "card", "card elsewhere",
)  # fmt: skip

EVERYBODY = set(ROLES) - {"revoked link", "expired link", "revoked token"}
"""Whoever comes with a credential that is not valid is told so, everywhere."""
ACCOUNTS = {
    "guest", "scorer", "scorer elsewhere", "director", "director elsewhere", "owner", "dismissed director",
}  # fmt: skip
DIRECTORS = {"director", "owner"}
SCORERS = DIRECTORS | {"scorer"}
INSIDE = SCORERS | {"reading director"}
AT_THE_TABLE = SCORERS | {"player", "card"}
SEEING = INSIDE | {"player", "other table", "card"}
"""Who sees a private tournament."""
OF_THE_SITE = {"director", "director elsewhere", "owner", "dismissed director"}
"""Who may make tournaments."""
SPEAKING = DIRECTORS | {"player"}


# --- the addresses -------------------------------------------------------------------------------------------------

SHEET = {"calls": ["", "", "", ""], "out": [0, 1], "points": 50}
Body = Callable[[World], dict[str, Any]]


def nothing(world: World) -> dict[str, Any]:
    return {}


def said(**body: Any) -> Body:
    return lambda world: body


MATRIX: dict[tuple[str, str], tuple[set[str], Body]] = {
    ("score", "post"): (EVERYBODY, said(**SHEET)),
    ("possible", "post"): (EVERYBODY, said(calls=[""] * 4, totals=[50, 50])),
    ("referee", "post"): (EVERYBODY, said(hand=["8j"], cards=["8j"])),
    ("rule-book", "get"): (EVERYBODY, nothing),
    ("table-rulings", "get"): (EVERYBODY, nothing),
    ("problems", "get"): (EVERYBODY, nothing),
    ("presets", "get"): (EVERYBODY, nothing),
    ("me", "get"): (EVERYBODY, nothing),
    ("now", "get"): ({"player", "other table", "other tournament", "card", "card elsewhere"}, nothing),
    ("session-link", "post"): (set(), said(token="wrong")),
    ("session-link", "delete"): (EVERYBODY, nothing),
    ("session-code", "post"): (set(), lambda world: {"tournament": world.ids["tournament"], "code": "WRONG"}),
    ("tokens", "get"): (EVERYBODY, nothing),
    ("tokens", "post"): (ACCOUNTS, said(name="t", scope="read")),
    ("token", "delete"): ({"owner"}, nothing),
    ("invitations", "get"): (OF_THE_SITE, nothing),
    ("invitations", "post"): (OF_THE_SITE, nothing),
    ("accept-invitation", "post"): (ACCOUNTS, said(token="wrong")),
    ("invitation", "delete"): (DIRECTORS, nothing),
    ("players", "get"): (OF_THE_SITE | {"reading director"}, nothing),
    ("player", "patch"): (DIRECTORS, said(club="Bonn")),
    ("merge-players", "post"): (
        DIRECTORS, lambda world: {"other": world.here.teams[1].members.first().player_id},
    ),
    ("tournaments", "get"): (EVERYBODY, nothing),
    ("tournaments", "post"): (OF_THE_SITE, said(name="New", preset="korea")),
    ("tournament", "get"): (SEEING, nothing),
    ("tournament", "patch"): (DIRECTORS, said(place="Bonn")),
    ("copy-tournament", "post"): (DIRECTORS, said(name="Copy")),
    ("regulations", "get"): (SEEING, nothing),
    ("regulations", "put"): (DIRECTORS, said(regulations=regulations_to_json(PRESETS["korea"]))),
    ("standings", "get"): (SEEING, nothing),
    ("bracket", "get"): (SEEING, nothing),
    ("record", "get"): (INSIDE, nothing),
    ("log", "get"): (INSIDE, nothing),
    ("rulings", "get"): (SEEING, nothing),
    ("next-stage", "post"): (DIRECTORS, nothing),
    ("ties", "put"): (DIRECTORS, said(teams=[1, 2])),
    ("finish", "post"): (DIRECTORS, nothing),
    ("resume", "post"): (DIRECTORS, nothing),
    ("publish-ranking", "post"): (DIRECTORS, nothing),
    ("unpublish-ranking", "post"): (DIRECTORS, nothing),
    ("staff", "get"): (INSIDE, nothing),
    ("staff-member", "put"): (DIRECTORS, said(role="scorer")),
    ("staff-member", "delete"): (DIRECTORS, nothing),
    ("tournament-invitations", "get"): (DIRECTORS, nothing),
    ("tournament-invitations", "post"): (DIRECTORS, said(role="scorer")),
    ("teams", "get"): (SEEING, nothing),
    ("entries", "get"): (INSIDE, nothing),
    ("entries", "post"): (DIRECTORS, said(members=[{"name": "A"}, {"name": "B"}])),
    ("register", "post"): (
        SEEING - {"reading director"}, said(people=[{"name": "A"}, {"name": "B"}], consent=True),
    ),
    ("import", "post"): (DIRECTORS, said(rows=[{"members": ["A", "B"]}])),
    ("pairs", "post"): (DIRECTORS, lambda world: {"teams": [[world.here.teams[0].pk, world.here.teams[1].pk]]}),
    ("move-up", "post"): (DIRECTORS, nothing),
    ("close-check-in", "post"): (DIRECTORS, said(no_shows="keep")),
    ("reopen-check-in", "post"): (DIRECTORS, nothing),
    ("apart", "get"): (INSIDE, nothing),
    ("apart", "post"): (DIRECTORS, lambda world: {"teams": [team.pk for team in world.here.teams[:2]]}),
    ("wish", "delete"): (DIRECTORS, nothing),
    ("check-in", "post"): (SCORERS, lambda world: {"teams": [world.ids["team"]]}),
    ("undo-check-in", "post"): (SCORERS, lambda world: {"teams": [world.ids["team"]]}),
    ("team", "get"): (INSIDE, nothing),
    ("team", "patch"): (DIRECTORS, said(club="Bonn")),
    ("members", "put"): (DIRECTORS, said(members=[{"name": "A"}, {"name": "B"}])),
    ("cancel-team", "post"): (DIRECTORS, nothing),
    ("restore-team", "post"): (DIRECTORS, nothing),
    ("take-apart", "post"): (DIRECTORS, nothing),
    ("withdraw-team", "post"): (DIRECTORS, said(now=True)),
    ("wait-place", "post"): (DIRECTORS, said(place=1)),
    ("reinstate-team", "post"): (DIRECTORS, nothing),
    ("expect-team", "post"): (DIRECTORS, said(round=2)),
    ("team-link", "post"): (DIRECTORS, nothing),
    ("team-link", "delete"): (DIRECTORS, nothing),
    ("table-link", "post"): (DIRECTORS, nothing),
    ("table-link", "delete"): (DIRECTORS, nothing),
    ("rounds", "get"): (SEEING, nothing),
    ("draw", "post"): (DIRECTORS, nothing),
    ("job", "get"): (INSIDE, nothing),
    ("round", "get"): (SEEING, nothing),
    ("board", "get"): (INSIDE, nothing),
    ("conflicts", "get"): (INSIDE, nothing),
    ("redraw", "post"): (DIRECTORS, nothing),
    ("swap", "post"): (
        DIRECTORS, lambda world: {"team": world.here.teams[0].pk, "other": world.here.teams[2].pk},
    ),
    ("swap-back", "post"): (DIRECTORS, said(version=0)),
    ("keep-bye", "post"): (DIRECTORS, lambda world: {"team": world.ids["team"], "kept": True}),
    ("publish", "post"): (DIRECTORS, nothing),
    ("unpublish", "post"): (DIRECTORS, nothing),
    ("cancel-round", "post"): (DIRECTORS, said(reason="a fire")),
    ("close", "post"): (DIRECTORS, said(reason="late")),
    ("reopen", "post"): (DIRECTORS, nothing),
    ("hide", "post"): (DIRECTORS, said(hidden=True)),
    ("start-clock", "post"): (DIRECTORS, said(minutes=30)),
    ("pause-clock", "post"): (DIRECTORS, nothing),
    ("resume-clock", "post"): (DIRECTORS, nothing),
    ("extra-time", "post"): (DIRECTORS, said(seconds=60)),
    ("extra-time-back", "post"): (DIRECTORS, said(seconds=60)),
    ("substitutes", "post"): (
        DIRECTORS,
        lambda world: {"team": world.ids["team"], "member": world.ids["player"], "who": {"name": "Sub"}},
    ),
    ("end-substitution", "post"): (
        DIRECTORS, lambda world: {"team": world.ids["team"], "member": world.ids["player"]},
    ),
    ("make-ruling", "post"): (
        DIRECTORS, lambda world: {"kind": "penalty", "team": world.ids["team"], "points": 1, "reason": "late"},
    ),
    ("revoke-ruling", "post"): (DIRECTORS, said(reason="a mistake")),
    ("table", "get"): (SEEING, nothing),
    ("keep-table", "post"): (DIRECTORS, said(kept=True)),
    ("hands", "post"): (AT_THE_TABLE, lambda world: {"client_id": str(uuid.uuid4()), "number": 2, "sheet": SHEET}),
    ("hand", "put"): (
        AT_THE_TABLE,
        lambda world: {"client_id": str(uuid.uuid4()), "revision": 1, "sheet": SHEET, "reason": "misread"},
    ),
    ("void-hand", "post"): (AT_THE_TABLE, said(revision=1, reason="misread")),
    ("result", "put"): (AT_THE_TABLE, lambda world: {"client_id": str(uuid.uuid4()), "totals": [1000, 0]}),
    ("void-result", "post"): (AT_THE_TABLE, said(revision=1, reason="misread")),
    ("confirm", "post"): (SPEAKING, lambda world: {"team": world.ids["team"], "seen": 1}),
    ("object", "post"): (SPEAKING, lambda world: {"team": world.ids["team"], "note": "no"}),
    ("call", "post"): (AT_THE_TABLE, said(reason="ruling")),
    ("time-up", "post"): (DIRECTORS, said(hand=1)),
    ("table-extra-time", "post"): (DIRECTORS, said(seconds=60)),
    ("table-extra-time-back", "post"): (DIRECTORS, said(seconds=60)),
    ("remind-table", "post"): (DIRECTORS, nothing),
    ("decide", "post"): (DIRECTORS, said(reason="it stands")),
    ("reopen-objection", "post"): (DIRECTORS, nothing),
    ("see-call", "post"): (SCORERS, nothing),
    ("unsee-call", "post"): (SCORERS, nothing),
    ("finish-call", "post"): (SCORERS, nothing),
    ("reopen-call", "post"): (SCORERS, nothing),
}  # fmt: skip
"""Who may, and what is sent. A refusal for another reason than who it is counts as allowed."""


def addresses() -> Iterator[tuple[str, str, str]]:
    """Every address of the API with its methods: from the table of addresses itself."""
    for name in get_resolver().reverse_dict:
        if isinstance(name, str) and name.startswith("api-") and name != "api-schema":
            [(pattern, arguments)], *_ = get_resolver().reverse_dict.getlist(name)[0][:1]
            view = get_resolver().resolve("/" + pattern % example(arguments)).func
            for method in view.view_class.http_method_names:  # type: ignore[attr-defined]
                if method in view.view_class.__dict__:  # type: ignore[attr-defined]
                    yield name.removeprefix("api-"), method, "/" + pattern


def example(arguments: list[str]) -> dict[str, Any]:
    return {each: uuid.uuid4() if each == "job" else 1 for each in arguments}


ADDRESSES = {(name, method): pattern for name, method, pattern in addresses()}


def test_every_address_is_listed():
    assert set(ADDRESSES) == set(MATRIX)


def allowed(world: World, name: str, method: str) -> set[str]:
    """Who is not turned away here."""
    path = (ADDRESSES[name, method] % world.ids).removeprefix("/api/v1/")
    found = set()
    for role, visitor in world.visitors.items():
        with transaction.atomic():
            answer = visitor.ask(method, path, None if method == "get" else MATRIX[name, method][1](world))
            assert answer.status_code < 500, (role, name, answer.content)
            if not turned_away(answer):
                found.add(role)
            transaction.set_rollback(True)
    return found


def turned_away(answer: Any) -> bool:
    """For who it is, or because to this visitor there is no such thing."""
    return answer.status_code in (401, 403, 404) and answer.json()["code"] != "result_unknown"


@pytest.mark.parametrize("part", range(4))
def test_those_and_nobody_else(world: World, part: int):
    """In four parts, so that they can be asked side by side."""
    here = list(MATRIX)[part::4]
    found = {each: allowed(world, *each) for each in here}
    wrong = {each: found[each] ^ MATRIX[each][0] for each in here if found[each] != MATRIX[each][0]}
    assert wrong == {}


def test_without_one_guard_the_matrix_would_tell(world: World, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("games.services.rounds.directed", lambda by, pk, **even: locked(pk))
    assert allowed(world, "close", "post") - MATRIX["close", "post"][0] >= {"nobody", "player", "scorer"}


# --- pages ---------------------------------------------------------------------------------------------------------

PAGES = {
    "start": "everybody", "sign-in": "everybody", "sign-out": "everybody", "language": "everybody", "api": "everybody",
    "api-schema": "everybody", "healthz": "everybody", "readyz": "everybody", "invitation": "everybody",
    "password-forgotten": "everybody", "password-sent": "everybody", "password-new": "everybody",
    "password": "accounts", "checkup": "staff", "checkup-findings": "staff", "checkup-ask": "staff", "live": "staff",
    "come-in": "everybody", "come-in-to": "everybody", "keeper": "everybody", "play": "everybody",
    "referee": "everybody", "referee-keeper": "everybody", "referee-at": "staff",  # of a private tournament
    "play-table": "staff", "cards": "staff",
    "paper": "staff", "paper-sheet": "staff", "paper-count": "staff", "paper-verify": "staff", "paper-result": "staff",
    "paper-result-void": "staff", "paper-hand": "staff", "paper-hand-void": "staff",
    # making a tournament, and its settings
    "tournaments": "accounts", "tournament-new": "staff", "tournament-copy": "staff", "settings": "staff",
    "settings-format": "staff", "settings-staff": "staff", "settings-invitation": "staff", "settings-uninvite": "staff",
    # who takes part
    "entrants": "staff", "enter": "staff", "entered": "staff", "entrant": "staff", "entrants-check-in": "staff",
    "entrants-close": "staff", "entrants-reopen": "staff", "entrants-move-up": "staff", "entrants-add": "staff",
    "entrants-wait-list": "staff",
    "entrants-partners": "staff", "entrants-apart": "staff", "entrants-registration": "staff",
    # what is next, and the draw
    "console": "staff", "draw": "staff",
    "draw-ask": "staff", "draw-again": "staff", "draw-keep": "staff", "draw-swap": "staff", "draw-swap-back": "staff",
    "round-publish": "staff", "round-unpublish": "staff", "round-close": "staff", "round-reopen": "staff",
    "round-cancel": "staff", "stage-begin": "staff", "console-finish": "staff",
    # the round, rulings, the log, the end
    "board": "staff", "log": "staff", "afterwards": "staff", "board-table": "staff", "board-confirm": "staff",
    "board-time": "staff", "board-remind": "staff", "board-rule": "staff", "board-clock": "staff",
    "board-objection": "staff", "board-call": "staff", "rulings": "staff", "ruling-new": "staff",
    "ruling-revoke": "staff", "log-check": "staff",
    "ending-finish": "staff", "ending-resume": "staff", "ending-publish": "staff", "ending-unpublish": "staff",
    "ending-decide": "staff", "ending-hide": "staff",
    "reveal": "staff", "export": "staff", "thanks": "staff",
    # print
    "print": "staff", "print-page": "staff", "print-pdf": "staff",
    # the projector
    "remote": "staff", "remote-now": "staff", "remote-show": "staff", "remote-turn": "staff", "remote-hold": "staff",
    "remote-announce": "staff", "remote-quiet": "staff",
    "screen": "staff", "screen-now": "staff", "screen-bracket": "staff",  # of a private tournament
    # for everybody; the tournament that is asked for is private, and so for its own people alone
    "tournament": "staff", "tournament-rounds": "staff", "tournament-round": "staff", "tournament-table": "staff",
    "tournament-team": "staff", "tournament-bracket": "staff", "tournament-rules": "staff", "tournament-embed": "staff",
    "tournament-calendar": "staff", "player": "everybody", "calendars": "everybody", "feed": "everybody",
    "icon": "everybody",
}  # fmt: skip
"""Who may open which page. What the administration shows to whom has a test of its own."""
POSTED = (
    "checkup-ask", "language", "sign-out", "paper-result-void", "paper-hand-void",
    # making a tournament, and its settings
    "settings-staff", "settings-invitation", "settings-uninvite",
    # who takes part
    "entrants-check-in", "entrants-reopen", "entrants-move-up", "entrants-wait-list",
    # what is next, and the draw
    "draw-ask", "draw-again", "draw-keep", "draw-swap-back", "round-publish", "round-unpublish", "round-close",
    "round-reopen", "round-cancel", "stage-begin", "console-finish",
    # the round, rulings, the log, the end
    "board-confirm", "board-time", "board-remind", "board-rule", "board-clock", "board-objection", "board-call",
    "ruling-new",
    "ruling-revoke", "ending-finish", "ending-resume", "ending-publish", "ending-unpublish", "ending-decide",
    "ending-hide",
    # the projector
    "remote-show", "remote-turn", "remote-hold", "remote-announce", "remote-quiet",
)  # fmt: skip
EXAMPLES = {"uidb64": "x", "token": "y", "topics": "checkup", "slug": "here", "what": "record", "sheet": "blank"}


def pages() -> dict[str, str]:
    found = {}
    for name in get_resolver().reverse_dict:
        if isinstance(name, str) and (not name.startswith("api-") or name == "api-schema"):
            [(pattern, _arguments)], *_ = get_resolver().reverse_dict.getlist(name)[0][:1]
            found[name] = "/" + pattern
    return found


def test_every_page_is_listed():
    assert set(pages()) == set(PAGES)


@pytest.mark.parametrize("name", PAGES)
def test_pages_are_for_those_they_are_meant_for(world: World, name: str):
    """Others are led to the sign-in, or told that their account may not, or that there is no such thing."""
    kinds = {"nobody": None, "guest": "guest", "director": world.here.account.username, "owner": "owner"}
    let_in = set()
    for kind, username in kinds.items():
        client = Client()
        if username:
            client.force_login(Account.objects.get(username=username))
        with transaction.atomic():
            path = pages()[name] % (EXAMPLES | world.ids)
            answer = client.post(path) if name in POSTED else client.get(path)
            transaction.set_rollback(True)
        turned_away = answer.status_code in (403, 404) or (
            answer.status_code == 302 and answer["Location"].startswith("/sign-in/")
        )
        if not turned_away:
            let_in.add(kind)
    meant = {"everybody": set(kinds), "accounts": {"guest", "director", "owner"}, "staff": {"director", "owner"}}
    assert let_in == meant[PAGES[name]]


# --- what is not public --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["nobody", "player", "director elsewhere"])
def test_a_draft_is_for_the_staff_alone(world: World, role: str):
    type(world.draft.tournament).objects.filter(pk=world.draft.tournament.pk).update(visibility="public")
    table = world.draft.table.pk
    visitor = world.visitors[role]
    assert visitor.refused("get", f"rounds/{world.ids['draft']}/") == (404, "round_unknown")
    assert visitor.refused("get", f"tables/{table}/") == (404, "table_unknown")
    assert visitor.get(f"tournaments/{world.draft.tournament.pk}/rounds/") == []
    assert world.visitors["scorer"].get(f"rounds/{world.ids['draft']}/")["round"]["state"] == "draft"
