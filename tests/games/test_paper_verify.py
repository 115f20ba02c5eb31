"""The second pass: a sheet is typed again, and what differs is found."""

import re
from typing import Any
from uuid import uuid4

import pytest

from games.models import Hand, LogLine
from games.selectors.tables import table_sheet
from games.services.hands import correct_hand, record_hand
from games.services.verifying import verify_sheet
from games.services.whole_results import record_whole_result
from scoring.record import Hand as Sheet
from scoring.record import WholeMatch
from tests.games.rows import Play, a_play, changes_nothing, done, refused, strangers
from tests.games.typing_paper import WON, Scorer, error_at, stored, swiss, verified, with_a_hand

pytestmark = pytest.mark.django_db


# --- the second pass ---------------------------------------------------------------------------------------------

FIRST = {"calls": "1t", "out": "12", "points": "30"}
SECOND = {"calls": "", "out": "24", "points": ""}


def typed_once(*, htmx: bool = True) -> tuple[Play, Scorer]:
    play = swiss()
    scorer = Scorer(play, htmx=htmx)
    for row in (FIRST, SECOND):
        assert scorer.type(**row).status_code in (200, 302)
    return play, scorer


def lines(play: Play) -> list[dict[str, Any]]:
    found = LogLine.objects.filter(tournament=play.tournament, what="sheet.verified").order_by("number")
    return list(found.values_list("facts", flat=True))


def test_nothing_stored_is_shown_before_it_is_typed_again():
    _play, scorer = typed_once()
    page = scorer.get("verify/")
    assert "Hand 1 of 2" in page
    shown = re.sub(r"<[^>]*>", " ", page.replace("<kbd>1t</kbd>", ""))  # addresses have numbers too
    for told in ("130", "1t", "Double victory", "200"):
        assert told not in shown, told


@pytest.mark.parametrize("htmx", [True, False])
def test_a_sheet_typed_twice_alike_is_verified(htmx: bool):
    play, scorer = typed_once(htmx=htmx)
    page = scorer.retype(scorer.get("verify/"), **FIRST)
    assert "The same</span>" in page
    assert "Hand 2 of 2" in page
    assert not verified(play)
    page = scorer.retype(page, **SECOND)
    assert "2 hands verified" in page
    assert "corrected" not in page
    assert verified(play)
    assert lines(play) == [
        {"round": play.round.pk, "table": play.table.pk, "sheet": 2, "hands": 2, "corrected": 0},
    ]  # fmt: skip
    assert re.search(r'href="/tournaments/\d+/paper/\?round=\d+&amp;verify" autofocus>Next table', page)


def test_a_difference_is_shown_field_by_field_and_the_stored_one_can_be_right():
    play, scorer = typed_once()
    page = scorer.retype(scorer.get("verify/"), **FIRST | {"points": "35"})
    assert "Hand 1 is stored otherwise" in page
    assert "30 : 70" in page
    assert "35 : 65" in page
    assert page.count('class="paper-differs"') == 2, "card points and what they count"
    assert 'value="Retyped from paper"' in page
    page = scorer.retype(page, act="stored")
    assert "The same</span>" in page
    assert "2 hands verified" in scorer.retype(page, **SECOND)
    assert Hand.objects.count() == 2
    assert verified(play)


def test_a_difference_can_be_corrected_to_what_was_typed():
    play, scorer = typed_once()
    page = scorer.retype(scorer.get("verify/"), **FIRST | {"points": "35"})
    page = scorer.retype(page, act="correct", reason="Retyped from paper")
    assert "Corrected</span>" in page
    page = scorer.retype(page, **SECOND)
    assert "2 hands verified, 1 corrected" in re.sub(r"\s+", " ", re.sub("<[^>]+>", "", page))
    assert stored(play)[0].points == 35
    assert Hand.objects.get(number=1, revision=2).reason == "Retyped from paper"
    assert verified(play)
    assert lines(play)[-1] | {"sheet": 3, "corrected": 1} == lines(play)[-1]


def test_who_decides_about_an_older_revision_is_shown_the_new_one():
    play, scorer = typed_once()
    page = scorer.retype(scorer.get("verify/"), **FIRST | {"points": "35"})
    newer = Sheet(calls=("T", "", "", ""), out=(0, 1), points=40)
    correct_hand(
        by=play.director, table_id=play.table.pk, number=1, client_id=uuid4(), sheet=newer, reason="x", revision=1
    )
    for act in ("stored", "correct"):
        again = scorer.retype(page, act=act, reason="Retyped from paper")
        assert "40 : 60" in again
    assert stored(play)[0] == newer


def test_what_cannot_have_been_is_refused_in_the_second_pass_too():
    _play, scorer = typed_once()
    page = scorer.retype(scorer.get("verify/"), **FIRST | {"points": "47"})
    assert "multiples of 5" in error_at(page, "points")


def test_a_change_in_the_middle_of_a_pass_leaves_the_sheet_unverified():
    play, scorer = typed_once()
    page = scorer.retype(scorer.get("verify/"), **FIRST)
    newer = Sheet(calls=("T", "", "", ""), out=(0, 1), points=40)
    correct_hand(
        by=play.director, table_id=play.table.pk, number=1, client_id=uuid4(), sheet=newer, reason="x", revision=1
    )
    page = scorer.retype(page, **SECOND)
    assert "a hand differs: 1. Nothing is verified yet." in page
    assert "Start again" in page
    assert not verified(play)


def test_a_later_entry_leaves_the_sheet_unverified_again():
    play, scorer = typed_once()
    scorer.retype(scorer.retype(scorer.get("verify/"), **FIRST), **SECOND)
    assert verified(play)
    newer = Sheet(calls=("T", "", "", ""), out=(0, 1), points=40)
    correct_hand(
        by=play.director, table_id=play.table.pk, number=1, client_id=uuid4(), sheet=newer, reason="x", revision=1
    )
    assert not verified(play)


def test_a_match_that_is_not_over_is_typed_first():
    play, scorer = with_a_hand()
    assert "This match is not over yet." in scorer.get("verify/")
    found = refused(verify_sheet, by=play.scorer, table_id=play.table.pk, hands={1: WON})
    assert found.code == "match_running"


@pytest.mark.parametrize("nonsense", ["{", "[]", "[1, 2]", '[{"x": {}}, []]', '[{"1": {"calls": 7}}, []]', "null"])
def test_a_pass_that_cannot_be_read_begins_anew(nonsense: str):
    _play, scorer = typed_once()
    page = scorer.retype(scorer.get("verify/"), **FIRST, done=nonsense)
    assert "Hand 2 of 2" in page


def test_an_end_result_is_verified_too():
    play = a_play("club_game")
    record_whole_result(by=play.director, table_id=play.table.pk, client_id=uuid4(), totals=(1000, 300), hands=9)
    scorer = Scorer(play)
    page = scorer.get("verify/")
    assert "1000" not in page
    page = scorer.retype(page, total="1000", other_total="305")
    assert "The end result is stored otherwise" in page
    assert "1000 : 300" in re.sub("<[^>]+>", "", page)
    assert not verified(play)
    page = scorer.retype(page, act="correct", reason="Retyped from paper")
    assert "The end result is verified, 1 corrected" in re.sub(r"\s+", " ", page)
    assert table_sheet(play.table.pk).whole == WholeMatch(totals=(1000, 305))
    assert verified(play)


def test_verifying_is_one_act_and_twice_is_once():
    play = swiss(tables=2)
    for number in (1, 2):
        record_hand(by=play.scorer, table_id=play.table.pk, client_id=uuid4(), number=number, sheet=WON)
    for _who, actor in strangers(play):
        assert refused(verify_sheet, by=actor, table_id=play.table.pk, hands={1: WON, 2: WON}).code == "not_allowed"
    for wrong in ({1: WON}, {1: WON, 2: WON, 3: WON}, {1: WON, 2: Sheet(calls=("",) * 4, points=40)}):
        assert refused(verify_sheet, by=play.scorer, table_id=play.table.pk, hands=wrong).code == "sheet_differs"
    whole = WholeMatch(totals=(120, 80))
    found = refused(verify_sheet, by=play.scorer, table_id=play.table.pk, hands={1: WON, 2: WON}, whole=whole)
    assert found.code == "result_differs"
    done(verify_sheet, by=play.scorer, table_id=play.table.pk, hands={1: WON, 2: WON})
    changes_nothing(verify_sheet, by=play.scorer, table_id=play.table.pk, hands={1: WON, 2: WON})
