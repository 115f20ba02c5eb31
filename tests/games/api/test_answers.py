"""What the API answers: tags, pages, problems in the reader's language."""

import pytest

from games.actor import Actor
from games.models import Account, Ruling, Tournament
from tests.games.acting import a_tournament, drawn, small_swiss
from tests.games.api.driving import Api, program_of
from tests.games.rows import NOON, Small, small_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def api(director: Account) -> Api:
    return program_of(director)


@pytest.fixture
def cup(api: Api) -> int:
    return int(api.post("tournaments/", name="Cup", preset="swiss_evening", visibility="public")["id"])


# --- tags ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["", "regulations/"])
def test_of_two_who_edit_the_same_the_second_is_told(api: Api, cup: int, what: str):
    path = f"tournaments/{cup}/{what}"
    seen = api.ask("get", path)["ETag"]
    method, body = ("patch", {"place": "Bonn"}) if not what else ("put", longer(api, cup))
    edited = api.ask(method, path, body, **{"If-Match": seen})
    assert edited.status_code == 200
    assert edited["ETag"] == api.ask("get", path)["ETag"] != seen
    assert api.refused(method, path, body, **{"If-Match": seen}) == (412, "version_outdated")
    assert api.ask(method, path, body, **{"If-Match": f"W/{edited['ETag']}"}).status_code == 200


def longer(api: Api, cup: int) -> dict[str, object]:
    regulations = api.get(f"tournaments/{cup}/regulations/")["regulations"]
    regulations["stages"][0]["rounds"] += 1
    return {"regulations": regulations}


def test_what_others_do_meanwhile_does_not_disturb_an_edit(api: Api, cup: int):
    team = api.post(f"tournaments/{cup}/entries/", members=[{"name": "Ann"}, {"name": "Bo"}])["id"]
    seen = api.ask("get", f"teams/{team}/")["ETag"]
    api.post(f"tournaments/{cup}/entries/", members=[{"name": "Cy"}, {"name": "Di"}])
    assert api.ask("patch", f"teams/{team}/", {"club": "Bonn"}, **{"If-Match": seen}).status_code == 200
    assert api.refused("patch", f"teams/{team}/", {"club": "Ulm"}, **{"If-Match": seen}) == (412, "version_outdated")
    assert api.get(f"teams/{team}/")["club"] == "Bonn"


def test_standings_that_one_has_are_not_sent_again():
    small = small_tournament()
    Tournament.objects.update(visibility="public")
    path = f"tournaments/{small.tournament.pk}/standings/"
    first = Api().ask("get", path)
    again = Api().ask("get", path, **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    Tournament.objects.update(version=2)
    assert Api().ask("get", path, **{"If-None-Match": first["ETag"]}).status_code == 200


# --- a draft -------------------------------------------------------------------------------------------------------


def test_a_swap_is_taken_back_by_the_version_it_answered(api: Api, director: Account):
    by = Actor(account=director)
    draft = drawn(by, a_tournament(by, 4, regulations=small_swiss()))
    path = f"rounds/{draft.pk}/"
    before = api.get(path)
    one, other = (table["teams"][0]["team"] for table in before["tables"])
    made = api.post(f"{path}swap/", team=one, other=other)
    assert [table["teams"][0]["team"] for table in api.get(path)["tables"]] == [other, one]
    back = {"version": made["version"]}
    assert api.refused("post", f"{path}swap/back/", {"version": made["version"] - 1}) == (409, "swap_not_last")
    assert api.done("post", f"{path}swap/back/", back)["id"] == draft.pk
    assert api.get(path) == before
    assert api.refused("post", f"{path}swap/back/", back) == (409, "swap_not_last")


# --- pages and filters ---------------------------------------------------------------------------------------------


def test_long_lists_come_in_pages(api: Api, cup: int):
    rows = [{"members": [f"A{number}", f"B{number}"]} for number in range(7)]
    api.post(f"tournaments/{cup}/import/", rows=rows)
    page = api.get(f"tournaments/{cup}/teams/?limit=3&offset=6")
    assert (page["count"], [row["number"] for row in page["rows"]]) == (7, [7])
    assert api.get(f"tournaments/{cup}/teams/?search=b3&entry=in")["count"] == 1
    assert api.refused("get", f"tournaments/{cup}/teams/?limit=0") == (422, "input_invalid")
    assert api.refused("get", f"tournaments/{cup}/teams/?sort=name") == (422, "plain_unknown")


def test_tournaments_are_found_by_state_and_name(api: Api, cup: int):
    api.post("tournaments/", name="League", preset="munich")
    assert [row["name"] for row in api.get("tournaments/?search=eag")["rows"]] == ["League"]
    assert [row["name"] for row in api.get("tournaments/?slug=cup&state=setup")["rows"]] == ["Cup"]
    assert [row["name"] for row in Api().get("tournaments/")["rows"]] == ["Cup"]


def test_the_log_tells_who_did_what(api: Api, cup: int, director: Account):
    api.done("patch", f"tournaments/{cup}/", {"place": "Bonn"})
    page = api.get(f"tournaments/{cup}/log/?what=tournament.edited")
    assert [(row["actor"], row["facts"]) for row in page["rows"]] == [
        (f"account {director.pk}", {"place": ["", "Bonn"]})
    ]


# --- problems ------------------------------------------------------------------------------------------------------


def test_a_problem_says_what_where_and_what_would_be_right():
    answer = Api().ask("post", "score/", {"calls": ["", "", "", ""], "points": 47})
    assert answer.json() == {
        "type": "/api/v1/problems/#points_step",
        "title": "Unprocessable Entity",
        "status": 422,
        "detail": "Card points are multiples of 5. 47 is none.",
        "code": "points_step",
        "field": "points",
        "facts": {"value": 47, "step": 5, "allowed": [45, 50]},
    }


def test_in_the_language_of_the_reader():
    body = {"calls": ["", "", "", ""], "points": 47}
    german = Api().ask("post", "score/", body, **{"Accept-Language": "de"}).json()
    assert german["detail"] == "Kartenpunkte sind durch 5 teilbar. 47 ist es nicht."
    assert german["code"] == "points_step"


@pytest.mark.parametrize(
    ("body", "status", "code", "field"),
    [
        (b"{", 400, "json_broken", None),
        (b"[]", 422, "input_invalid", ""),
        (b"{}", 422, "plain_missing", "calls"),
        (b'{"calls": "T"}', 422, "input_invalid", "calls"),
        (b'{"calls": ["", "", "", null]}', 422, "plain_missing", "calls.3"),
        (b'{"calls": [], "ponits": 5}', 422, "plain_unknown", "ponits"),
        (b'{"calls": ["", "", "", ""], "points": 1e99}', 422, "input_invalid", "points"),
        (b'{"calls": ["", "", "", ""], "rules": {"variant": "poker"}}', 422, "input_invalid", "rules.variant"),
    ],
)  # fmt: skip
def test_bad_input_gets_a_clear_answer(body: bytes, status: int, code: str, field: str | None):
    answer = Api().client.post("/api/v1/score/", body, content_type="application/json")
    found = answer.json()
    assert (answer.status_code, found["code"], found.get("field")) == (status, code, field)


def test_what_is_not_json_is_not_read():
    answer = Api().client.post("/api/v1/score/", {"calls": "T"})
    assert (answer.status_code, answer.json()["code"]) == (415, "media_type")


def test_unknown_addresses_and_methods_are_problems_too():
    for address in ("", "tichu/", "tournaments/%0A/", "tournaments/one/"):
        assert Api().refused("get", address) == (404, "address_unknown")
    assert Api().refused("delete", "presets/") == (405, "method_not_allowed")
    assert Api().refused("get", "tournaments/99999999999999999999/") == (404, "address_unknown")
    assert Api().refused("get", "tournaments/999999999999999999/") == (404, "tournament_unknown")
    assert Api().refused("get", "rounds/1/") == (404, "round_unknown")


def test_every_code_can_be_looked_up():
    assert {"code": "points_step", "words": "Card points are multiples of 5. %(value)s is none."} in Api().get(
        "problems/"
    )


# --- helpers for everybody -----------------------------------------------------------------------------------------


def test_anybody_can_have_a_sheet_counted():
    found = Api().post("score/", calls=["T", "", "", ""], out=[0], points=30)
    assert found["totals"] == [130, 70]
    assert found["made"] == [True, None, None, None]


def test_anybody_can_ask_whether_totals_are_possible():
    assert Api().post("possible/", calls=["", "", "", ""], totals=[200, 0])["readings"][0]["victory"] == 0
    assert Api().post("possible/", calls=["", "", "", ""], totals=[130, 70]) == {"possible": False, "readings": []}


def test_presets_say_in_what_they_differ_from_the_rule_books():
    championship = next(each for each in Api().get("presets/") if each["key"] == "german_championship")
    assert {"no_grand_tichu", "partners_change"} <= {each["code"] for each in championship["differs"]}


# --- what is hidden ------------------------------------------------------------------------------------------------


@pytest.fixture
def hidden() -> Small:
    small = small_tournament()
    Tournament.objects.update(visibility="public")
    small.round.hidden = True
    small.round.save()
    return small


def test_of_a_hidden_round_only_those_at_the_table_see_the_hands(hidden: Small):
    path = f"tables/{hidden.table.pk}/"
    public, staff = Api().get(path), program_of(hidden.account).get(path)
    assert (public["hands"], public["progress"]["reason"]) == ([], "hidden")
    assert [hand["totals"] for hand in staff["hands"]] == [[130, 70]]
    assert public["seats"] == staff["seats"]


def test_hidden_results_are_not_in_public_standings(hidden: Small):
    path = f"tournaments/{hidden.tournament.pk}/standings/"
    assert Api().get(path)["through"] == 0
    assert program_of(hidden.account).get(path)["through"] == 1


def test_rulings_of_a_hidden_round_would_tell_its_results(hidden: Small):
    Ruling.objects.create(
        round=hidden.round, kind="adjusted", table=hidden.table, total=200, other_total=0, reason="cards seen", at=NOON
    )
    path = f"tournaments/{hidden.tournament.pk}/rulings/"
    assert Api().get(path) == []
    assert [ruling["total"] for ruling in program_of(hidden.account).get(path)] == [200]
