"""The referee, the rule book and the rulings, for programs: whoever asks, in the reader's language."""

from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Tournament
from games.sentences.rulings import RULINGS
from rules.book import Rule
from rules.customs import TableRules
from scoring.presets import PRESETS
from scoring.regulations import regulations_to_json
from tests.games.api.driving import Api
from tests.games.api.world import World
from tests.games.rows import small_tournament

pytestmark = pytest.mark.django_db

GERMAN = {"Accept-Language": "de"}
FOUR_TWOS = ["2j", "2s", "2p", "2t"]


def asked(**situation: Any) -> dict[str, Any]:
    found: dict[str, Any] = Api().post("referee/", **situation)
    return found


def strict_tournament(**changes: Any) -> Tournament:
    """One where the wished card goes before a bomb."""
    found = small_tournament(name="Strict").tournament
    strict = replace(PRESETS["swiss_evening"], table=TableRules(bomb_instead_of_wish=False))
    Tournament.objects.filter(pk=found.pk).update(regulations=regulations_to_json(strict), **changes)
    return found


# --- the referee ---------------------------------------------------------------------------------------------------


def test_a_bomb_may_be_led():
    assert asked(hand=[*FOUR_TWOS, "8j"], cards=FOUR_TWOS) == {
        "allowed": True,
        "code": "may_play",
        "detail": "This may be played: bomb of four.",
        "rule": {"number": 67, "text": "A bomb may be led."},
        "readings": [{"kind": "bomb4", "rank": 2, "length": 4}],
        "must_fulfil": False,
        "ways": [],
        "may_pass": False,
        "no_pass": {"code": "leader_plays", "detail": "Who leads cannot pass."},
    }


def test_who_can_fulfil_the_wish_must_and_is_told_how():
    found = asked(hand=["8j", "PH", "Kj"], top={"cards": ["7j", "7s"]}, wish=8)
    assert (found["allowed"], found["must_fulfil"], found["ways"]) == (None, True, [["8j", "PH"]])
    assert (found["code"], found["may_pass"], found["no_pass"]["code"]) == ("wish_no_pass", False, "wish_no_pass")
    assert found["rule"]["number"] == Rule.WISH_MUST_BE_FULFILLED
    other = asked(hand=["8j", "Kj"], top={"cards": ["7j"]}, cards=["Kj"], wish=8)
    assert (other["allowed"], other["code"]) == (False, "wish_first")
    free = asked(hand=["9j", "Kj"], top={"cards": ["7j"]}, wish=8)
    assert (free["code"], free["may_pass"], free["no_pass"], free["ways"]) == ("may_pass", True, None, [])


def test_a_no_has_the_number_of_its_rule_in_the_language_of_the_reader():
    body = {"hand": ["8j", "7s"], "cards": ["8j"], "top": {"cards": ["9s"]}}
    german = Api().done("post", "referee/", body, **GERMAN)
    assert (german["allowed"], german["code"], german["rule"]["number"]) == (False, "too_low", Rule.HIGHER_RANK)
    assert german["detail"] == "Das ist nicht höher als das, was liegt."
    assert german["rule"]["text"].startswith("Es muss höher sein")


def test_a_phoenix_on_the_table_counts_what_is_said():
    on_a_seven = {"cards": ["PH"], "rank": 7.5}
    assert asked(hand=["8j"], cards=["8j"], top=on_a_seven)["allowed"] is True
    assert asked(hand=["7j"], cards=["7j"], top=on_a_seven)["allowed"] is False
    assert asked(hand=["2j"], cards=["2j"], top={"cards": ["PH"]})["allowed"] is True, "it was led"
    assert asked(hand=["DR"], cards=["DR"], top={"cards": ["PH"], "rank": 14.5})["allowed"] is True


def test_what_can_be_read_in_two_ways_counts_as_declared():
    full_house = {"hand": ["Kj", "Ks", "3j", "3s", "PH"], "cards": ["Kj", "Ks", "3j", "3s", "PH"]}
    top = {"cards": ["2j", "2s", "2p", "9j", "9s"]}
    assert [each["rank"] for each in asked(**full_house)["readings"]] == [13, 3]
    assert asked(**full_house, top=top, declared={"kind": "full_house", "rank": 3})["allowed"] is True
    found = asked(**full_house, top=top, declared={"kind": "full_house", "rank": 9})
    assert (found["allowed"], found["code"]) == (False, "reading_impossible")
    declared_low = {"cards": ["Aj", "As", "4j", "4s", "PH"], "kind": "full_house", "rank": 4}
    fives = ["5j", "5s", "5p", "6j", "6s"]
    assert asked(hand=fives, cards=fives, top=declared_low)["allowed"] is True
    assert asked(hand=fives, cards=fives, top={"cards": declared_low["cards"]})["allowed"] is False


def test_out_of_turn_only_a_bomb():
    situation = {"hand": [*FOUR_TWOS, "9j"], "top": {"cards": ["8j"]}, "in_turn": False}
    assert asked(**situation, cards=FOUR_TWOS)["rule"]["number"] == Rule.BOMB_OUT_OF_TURN
    assert asked(**situation, cards=["9j"])["code"] == "out_of_turn"


@pytest.mark.parametrize("by", ["id", "slug"])
def test_the_table_rules_of_a_tournament_apply(by: str):
    """By default a bomb may be played instead of the wished card."""
    strict = strict_tournament(visibility="public")
    situation = {"hand": [*FOUR_TWOS, "8j"], "cards": FOUR_TWOS, "top": {"cards": ["7j"]}, "wish": 8}
    assert asked(**situation)["rule"]["number"] == Rule.BOMB_INSTEAD_OF_WISH
    found = asked(**situation, tournament=str(strict.pk) if by == "id" else strict.slug)
    assert (found["allowed"], found["code"]) == (False, "wish_first")


def test_a_private_tournament_is_for_its_own_people_alone(world: World):
    body = {"hand": ["8j"], "tournament": str(world.ids["tournament"])}
    for role in ("nobody", "guest", "director elsewhere"):
        assert world.visitors[role].refused("post", "referee/", body) == (422, "tournament_unknown")
        path = f"rulings/?tournament={world.ids['tournament']}"
        assert world.visitors[role].refused("get", path) == (422, "tournament_unknown")
    assert world.visitors["player"].done("post", "referee/", body)["code"] == "leader_plays"


@pytest.mark.parametrize(
    ("situation", "code", "field"),
    [
        ({}, "plain_missing", "hand"),
        ({"hand": ["8j", "8j"]}, "card_twice", "cards"),
        ({"hand": ["1j"]}, "card_unknown", "cards"),
        ({"hand": [f"{rank}{suit}" for suit in "js" for rank in "2345678T"][:15]}, "too_many_cards", "hand"),
        ({"hand": ["8j"], "top": {"cards": ["8j"]}}, "card_on_table", "hand"),
        ({"hand": ["8j"], "top": {"cards": ["9j", "9j"]}}, "card_twice", "cards"),
        ({"hand": ["8j"], "top": {"cards": ["9j", "Tj"]}}, "no_combination", "top.cards"),
        ({"hand": ["8j"], "top": {"cards": []}}, "no_combination", "top.cards"),
        ({"hand": ["8j"], "top": {"cards": ["9j"], "kind": "pair"}}, "reading_impossible", "top.rank"),
        ({"hand": ["8j"], "top": {"cards": ["PH"], "rank": 7}}, "reading_impossible", "top.rank"),
        ({"hand": ["8j"], "top": {"cards": ["PH"], "rank": 15}}, "reading_impossible", "top.rank"),
        ({"hand": ["8j"], "cards": ["9j"]}, "card_not_held", "cards"),
        ({"hand": ["8j"], "cards": ["8j", "8j"]}, "card_not_held", "cards"),
        ({"hand": ["8j"], "wish": 15}, "input_invalid", "wish"),
        ({"hand": ["8j"], "wihs": 8}, "plain_unknown", "wihs"),
        ({"hand": ["8j"], "declared": {"kind": "king", "rank": 1}}, "input_invalid", "declared.kind"),
        ({"hand": ["8j"], "tournament": "nowhere"}, "tournament_unknown", "tournament"),
    ],
)
def test_what_cannot_be_is_refused_with_its_code(situation: dict[str, Any], code: str, field: str):
    answer = Api().ask("post", "referee/", situation)
    found = answer.json()
    assert (answer.status_code, found["code"], found["field"]) == (422, code, field)


def test_it_asks_the_database_for_the_tournament_alone():
    strict = strict_tournament(visibility="public")
    prices = []
    for more in ({}, {"tournament": strict.slug}):
        with CaptureQueriesContext(
            connection,
        ) as asking:
            asked(hand=["8j"], **more)
        prices.append(len(asking))
    assert prices[1] - prices[0] == 1


# --- the rule book -------------------------------------------------------------------------------------------------


def test_the_rule_book_has_every_rule_by_chapter():
    book = Api().get("rules/")
    assert [rule["number"] for chapter in book for rule in chapter["rules"]] == list(Rule)
    bombs = next(each for each in book if each["chapter"] == "bombs")
    assert (bombs["title"], bombs["rules"][0]["number"]) == ("Bombs", 60)
    german = Api().done("get", "rules/", **GERMAN)
    assert next(each["title"] for each in german if each["chapter"] == "hound") == "Der Hund"


@pytest.mark.parametrize("path", ["rules/", "rulings/"])
def test_what_one_has_is_not_sent_again_but_in_another_language(path: str):
    first = Api().ask("get", path)
    assert "Accept-Language" in first["Vary"]
    known = {"If-None-Match": first["ETag"]}
    assert Api().ask("get", path, **known).status_code == 304
    assert Api().ask("get", path, **known, **GERMAN).status_code == 200


# --- the rulings ---------------------------------------------------------------------------------------------------


def test_the_rulings_come_in_pages_and_are_found_by_topic_and_words():
    page = Api().get("rulings/?limit=500")
    assert (page["count"], [row["number"] for row in page["rows"]]) == (len(RULINGS), [each.number for each in RULINGS])
    assert page["rows"][0] == {
        "number": 1,
        "topic": "bomb",
        "situation": "The Hound is led, and an opponent throws a bomb on it to get the lead.",
        "answer": "Refused: no bomb goes on the Hound. The partner leads, and that may be bombed.",
        "rules": [103, 101],
        "status": "stated",
        "settled": None,
    }
    assert [row["number"] for row in Api().get("rulings/?limit=2&offset=3")["rows"]] == [4, 5]
    about = Api().get("rulings/?topic=bomb&q=HOUND")["rows"]
    assert 1 in [row["number"] for row in about]
    assert all(row["topic"] == "bomb" and "hound" in (row["situation"] + row["answer"]).lower() for row in about)
    assert Api().done("get", "rulings/?q=hund", **GERMAN)["count"] > 0
    assert Api().get("rulings/?q=hund")["count"] == 0
    assert Api().refused("get", "rulings/?topic=love") == (422, "input_invalid")


def test_the_rulings_say_how_a_tournament_settles_them():
    strict = strict_tournament(visibility="public")
    rows = Api().get(f"rulings/?limit=500&tournament={strict.pk}")["rows"]
    said = {row["settled"] for row in rows}
    assert "Here the wished card goes before a bomb in turn; a bomb is free only out of turn." in said
    assert None in said
