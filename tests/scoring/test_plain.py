"""Values to plain JSON and back."""

import json
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.refusal import Refusal
from scoring.plain import from_plain, of_version, to_plain
from tests.scoring.refusing import refusal_of


class Suit(StrEnum):
    JADE = "jade"
    STARS = "stars"


class Level(Enum):
    ONE = 1
    TWO = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    suit: Suit
    rank: int = 2

    def __post_init__(self) -> None:
        if self.rank < 2:
            raise Refusal("setting_too_small", field="rank", value=self.rank, minimum=2)


def both() -> tuple[int, int]:
    return 3, 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    name: str
    cards: tuple[Card, ...] = ()
    best: Card | None = None
    totals: tuple[int, int] | None = None
    pair: tuple[int, int] = field(default_factory=both)
    level: Level = Level.ONE
    done: bool = False
    share: float = 0.5
    fact: int | str = 0
    note: int | str | None = None


WHOLE = Deal(
    name="first",
    cards=(Card(suit=Suit.JADE, rank=7), Card(suit=Suit.STARS)),
    best=Card(suit=Suit.JADE),
    totals=(130, 70),
    pair=(1, 2),
    level=Level.TWO,
    done=True,
    share=0.25,
    fact="seven",
    note=3,
)
WRITTEN = {
    "name": "first",
    "cards": [{"suit": "jade", "rank": 7}, {"suit": "stars"}],
    "best": {"suit": "jade"},
    "totals": [130, 70],
    "pair": [1, 2],
    "level": 2,
    "done": True,
    "share": 0.25,
    "fact": "seven",
    "note": 3,
}


# --- there and back ----------------------------------------------------------------------------------------------


def test_a_whole_value():
    assert to_plain(WHOLE) == WRITTEN
    assert from_plain(Deal, json.loads(json.dumps(WRITTEN))) == WHOLE


def test_what_is_usual_is_left_out():
    assert to_plain(Deal(name="second")) == {"name": "second"}
    assert from_plain(Deal, {"name": "second"}) == Deal(name="second")


def test_the_usual_may_be_written_out():
    usual = {"cards": [], "best": None, "totals": None, "pair": [3, 4], "level": 1, "done": False, "note": None}
    assert from_plain(Deal, {"name": "second", **usual}) == Deal(name="second")


def test_a_field_without_a_default_is_always_written():
    assert to_plain(Card(suit=Suit.JADE)) == {"suit": "jade"}


def test_plain_values_stay_as_they_are():
    plain = {"list": [1, "a", None, True], "nested": {"x": 0.5}}
    assert to_plain(plain) == plain


def test_what_is_written_is_plain_all_through():
    """A choice is written as its bare value, not as an enum that only looks like it."""
    assert type(to_plain(WHOLE)["cards"][0]["suit"]) is str
    assert type(to_plain(WHOLE)["totals"]) is list


def test_tuples_are_read_as_well_as_lists():
    assert from_plain(Deal, {"name": "x", "totals": (1, 2)}).totals == (1, 2)


def test_a_whole_number_is_a_fraction_too():
    assert from_plain(Deal, {"name": "x", "share": 1}).share == 1


CARDS = st.builds(Card, suit=st.sampled_from(Suit), rank=st.integers(min_value=2))
NUMBERS = st.tuples(st.integers(), st.integers())
DEALS = st.builds(
    Deal,
    name=st.text(),
    cards=st.lists(CARDS, max_size=4).map(tuple),
    best=st.none() | CARDS,
    totals=st.none() | NUMBERS,
    pair=NUMBERS,
    level=st.sampled_from(Level),
    done=st.booleans(),
    share=st.floats(allow_nan=False, allow_infinity=False),
    fact=st.integers() | st.text(),
    note=st.none() | st.integers() | st.text(),
)


@given(DEALS)
def test_every_value_comes_back_from_json(deal: Deal):
    assert from_plain(Deal, json.loads(json.dumps(to_plain(deal)))) == deal


# --- refusals ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "refusal"),
    [
        ([], Refusal("plain_type", field="", expected="object", value="[]")),
        ({}, Refusal("plain_missing", field="name")),
        ({"name": None}, Refusal("plain_type", field="name", expected="str", value="None")),
        ({"name": "x", "done": 1}, Refusal("plain_type", field="done", expected="bool", value="1")),
        ({"name": "x", "done": None}, Refusal("plain_type", field="done", expected="bool", value="None")),
        ({"name": "x", "share": "1"}, Refusal("plain_type", field="share", expected="float", value="'1'")),
        ({"name": "x", "share": True}, Refusal("plain_type", field="share", expected="float", value="True")),
        ({"name": "x", "fact": 0.5}, Refusal("plain_type", field="fact", expected="int or str", value="0.5")),
        ({"name": "x", "fact": None}, Refusal("plain_type", field="fact", expected="int or str", value="None")),
        ({"name": "x", "note": True}, Refusal("plain_type", field="note", expected="int or str", value="True")),
        ({"name": "x", "level": "1"}, Refusal("plain_choice", field="level", value="'1'", allowed=["1", "2"])),
        ({"name": "x", "level": True}, Refusal("plain_choice", field="level", value="True", allowed=["1", "2"])),
        ({"name": "x", "pair": [1]}, Refusal("plain_length", field="pair", expected=2, value=1)),
        ({"name": "x", "pair": [1, 2, 3]}, Refusal("plain_length", field="pair", expected=2, value=3)),
        ({"name": "x", "pair": [1, "2"]}, Refusal("plain_type", field="pair.1", expected="int", value="'2'")),
        ({"name": "x", "totals": "12"}, Refusal("plain_type", field="totals", expected="list", value="'12'")),
        ({"name": "x", "cards": {}}, Refusal("plain_type", field="cards", expected="list", value="{}")),
        ({"name": "x", "cards": [None]}, Refusal("plain_type", field="cards.0", expected="object", value="None")),
        ({"name": "x", "cards": [{"suit": "jade"}, {}]}, Refusal("plain_missing", field="cards.1.suit")),
        (
            {"name": "x", "best": {"suit": "hearts"}},
            Refusal("plain_choice", field="best.suit", value="'hearts'", allowed=["jade", "stars"]),
        ),
        (
            {"name": "x", "best": {"suit": "jade", "rnk": 7}},
            Refusal("plain_unknown", field="best.rnk", allowed=["rank", "suit"]),
        ),
    ],
)
def test_a_refusal_names_the_place(data: Any, refusal: Refusal):
    assert refusal_of(lambda: from_plain(Deal, data)) == refusal


def test_the_place_begins_where_the_reader_says():
    refusal = refusal_of(lambda: from_plain(Deal, {"name": "x", "cards": [7]}, at="record.deal"))
    assert refusal == Refusal("plain_type", field="record.deal.cards.0", expected="object", value="7")


def test_of_several_unknown_fields_the_first_by_name_is_refusal_of():
    refusal = refusal_of(lambda: from_plain(Card, {"zoo": 1, "suit": "jade", "ace": 1}))
    assert refusal == Refusal("plain_unknown", field="ace", allowed=["rank", "suit"])


def test_a_mistyped_field_is_named_before_the_one_that_is_then_missing():
    assert refusal_of(lambda: from_plain(Card, {"siut": "jade"})).facts["field"] == "siut"


def test_what_a_value_itself_refuses_comes_through():
    refusal = refusal_of(lambda: from_plain(Deal, {"name": "x", "best": {"suit": "jade", "rank": 1}}))
    assert refusal == Refusal("setting_too_small", field="rank", value=1, minimum=2)


@pytest.mark.parametrize(("length", "shown"), [(58, "'" + 58 * "x" + "'"), (59, "'" + 56 * "x" + "...")])
def test_a_long_value_is_shown_in_60_characters(length: int, shown: str):
    refusal = refusal_of(lambda: from_plain(Card, {"suit": "jade", "rank": "x" * length}))
    assert refusal.facts["value"] == shown
    assert len(shown) == 60


# --- versions ----------------------------------------------------------------------------------------------------


def test_the_version_is_taken_off():
    assert of_version({"version": 3, "name": "x"}, 3, at="") == {"name": "x"}


@pytest.mark.parametrize("version", [2, 4, "3", 3.0, None, [3]])
def test_another_version_is_refusal_of(version: object):
    refusal = refusal_of(lambda: of_version({"version": version}, 3, at="record"))
    assert refusal == Refusal("version_unknown", field="record.version", value=repr(version), allowed=[3])


def test_true_is_not_version_one():
    assert refusal_of(lambda: of_version({"version": True}, 1, at="")).facts["value"] == "True"


def test_only_an_object_has_a_version():
    refusal = refusal_of(lambda: of_version([1], 1, at="record"))
    assert refusal == Refusal("plain_type", field="record", expected="object", value="[1]")
