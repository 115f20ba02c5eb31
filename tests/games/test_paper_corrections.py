"""Paper sheets: corrections, end results alone, and other ways to play."""

from uuid import uuid4

import pytest

from games.models import WholeResult
from games.selectors.matches import match_at
from games.selectors.tables import table_sheet
from games.services.hands import correct_hand, record_hand
from games.services.whole_results import record_whole_result
from scoring.record import Hand as Sheet
from scoring.record import WholeMatch
from tests.games.rows import a_play, close
from tests.games.typing_paper import WON, Scorer, error_at, hidden, stored, with_a_hand

pytestmark = pytest.mark.django_db


# --- corrections -------------------------------------------------------------------------------------------------


def test_a_hand_is_corrected_where_it_stands():
    play, scorer = with_a_hand()
    assert 'aria-label="Correct hand 1"' in scorer.get()
    page = scorer.get("1/")
    assert 'name="out" value="1 2"' in page
    assert 'name="points" value="60"' in page
    answer = scorer.send("1/", **hidden(page), calls="", out="12", points="65", reason="misread")
    assert answer["Location"] == f"{scorer.sheet}?saved=1"
    assert stored(play) == [Sheet(calls=("",) * 4, out=(0, 1), points=65)]


def test_a_correction_needs_a_reason_and_keeps_what_was_typed():
    play, scorer = with_a_hand()
    answer = scorer.send("1/", **hidden(scorer.get("1/")), calls="", out="12", points="65", reason=" ")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Say why, in a few words." in error_at(page, "reason")
    assert 'name="points" value="65"' in page
    assert stored(play) == [WON]


def test_a_correction_of_what_has_changed_since_shows_both():
    play, scorer = with_a_hand()
    page = scorer.get("1/")
    other = Sheet(calls=("",) * 4, out=(0, 1), points=70)
    correct_hand(
        by=play.director, table_id=play.table.pk, number=1, client_id=uuid4(), sheet=other, reason="x", revision=1
    )
    answer = scorer.send("1/", **hidden(page), calls="", out="12", points="65", reason="misread")
    assert answer.status_code == 422
    assert "70 : 30" in answer.content.decode()
    assert "65 : 35" in answer.content.decode()
    assert stored(play) == [other]


def test_a_hand_is_declared_void_for_a_reason_and_written_anew():
    play, scorer = with_a_hand()
    fields = hidden(scorer.get("1/"))
    answer = scorer.send("1/void/", **fields, calls="", out="", points="", reason="")
    assert "Say why" in error_at(answer.content.decode(), "reason")
    assert scorer.send("1/void/", **fields, calls="nonsense", reason="not played").status_code == 302
    assert stored(play) == []
    page = scorer.get()
    assert "Declared void" in page
    assert "Hand 1 of 8" in page
    page = scorer.get("1/")
    assert "Declare void" not in page
    assert 'name="points" value' not in page


def test_a_scorer_does_not_correct_a_closed_round_and_a_director_does():
    play, scorer = with_a_hand()
    close(play.round)
    fields = hidden(scorer.get("1/")) | {"calls": "", "out": "12", "points": "65", "reason": "misread"}
    answer = scorer.send("1/", **fields)
    assert answer.status_code == 422
    assert "The director can still correct it." in answer.content.decode()
    assert Scorer(play, by=play.director).send("1/", **fields).status_code == 302


def test_a_hand_of_which_only_totals_are_known_is_filled_in_so():
    play = a_play()
    sheet = Sheet(calls=("T", "", "", ""), totals=(130, 70))
    record_hand(by=play.director, table_id=play.table.pk, client_id=uuid4(), number=1, sheet=sheet)
    scorer = Scorer(play)
    page = scorer.get("1/")
    assert 'name="total" value="130"' in page
    assert "Totals only" in page
    assert 'name="points"' in scorer.get("1/?way=full")


# --- the end result alone ----------------------------------------------------------------------------------------


def test_an_end_result_where_it_is_enough():
    play = a_play("club_game")
    scorer = Scorer(play)
    assert "result/" in scorer.get()
    answer = scorer.send("result/", **hidden(scorer.get("result/")), total="1005", other_total="480", hands="9")
    assert answer["Location"] == scorer.sheet
    assert table_sheet(play.table.pk).whole == WholeMatch(totals=(1005, 480), hands=9)
    page = scorer.get()
    assert "1005 : 480" in page
    assert "The match is over" in page


def test_where_every_hand_counts_an_end_result_is_neither_offered_nor_taken():
    play = a_play("german_championship")
    scorer = Scorer(play)
    assert "result/" not in scorer.get()
    answer = scorer.send("result/", client_id=uuid4(), revision=0, total="200", other_total="200")
    assert "Here every hand counts by itself." in error_at(answer.content.decode(), "total")
    assert not WholeResult.objects.exists()


@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({"total": "900", "other_total": "300"}, "total", "Nobody has reached 1000 points"),
        ({"total": "1003", "other_total": "300"}, "total", "Totals are multiples of 5."),
        ({"total": "", "other_total": "300"}, "total", "Enter what the match came to for this side."),
        ({"total": "1000", "other_total": "300", "hands": "600"}, "hands", "1 to 500 hands"),
    ],
)
def test_an_impossible_end_result_is_refused_at_its_field(typed, field, words):
    scorer = Scorer(a_play("club_game"))
    answer = scorer.send("result/", **hidden(scorer.get("result/")), **typed)
    assert answer.status_code == 422
    assert words in error_at(answer.content.decode(), field)


def test_an_end_result_is_corrected_and_taken_back_for_a_reason():
    play = a_play("club_game")
    scorer = Scorer(play)
    record_whole_result(by=play.director, table_id=play.table.pk, client_id=uuid4(), totals=(1000, 300))
    page = scorer.get("result/")
    assert 'name="total" value="1000"' in page
    fields = hidden(page) | {"total": "1000", "other_total": "305"}
    assert "Say why" in error_at(scorer.send("result/", **fields, reason="").content.decode(), "reason")
    assert scorer.send("result/", **fields, reason="misread").status_code == 302
    fields = hidden(scorer.get("result/")) | {"total": "", "other_total": ""}
    assert "Say why" in scorer.send("result/void/", **fields).content.decode()
    assert scorer.send("result/void/", **fields, reason="hands were found").status_code == 302
    assert table_sheet(play.table.pk).whole is None
    assert scorer.type(points="60").status_code == 302


def test_another_end_result_meanwhile_is_shown_and_needs_a_reason():
    play = a_play("club_game")
    scorer = Scorer(play)
    page = scorer.get("result/")
    record_whole_result(by=play.director, table_id=play.table.pk, client_id=uuid4(), totals=(1000, 300))
    answer = scorer.send("result/", **hidden(page), total="1000", other_total="305")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Another result is stored for this table." in page
    assert "1000 : 300" in page
    assert 'name="reason"' in page
    assert table_sheet(play.table.pk).whole == WholeMatch(totals=(1000, 300))
    assert scorer.send("result/", **hidden(page), total="1000", other_total="305", reason="slip").status_code == 302


# --- other ways to play ------------------------------------------------------------------------------------------


def test_at_a_table_of_five_the_row_says_who_plays():
    play = a_play("german_championship", at_each=5)
    scorer = Scorer(play, htmx=True)
    page = scorer.get()
    assert "Hand 1 of 5" in page
    assert "2+5 against 3+4, 1 sits out" in page
    assert "Card points of 2+5" in page
    page = scorer.type("5t", "52").content.decode()
    assert stored(play) == [Sheet(calls=("", "", "T", ""), out=(2, 0))]
    assert "3+1 against 4+5, 2 sits out".replace("3+1", "1+3") in page
    totals = match_at(play.table).progress().totals
    assert totals == (0, 200, 0, 0, 200)
    assert "Number 2 does not play in this hand." in error_at(scorer.type("2t", "1", "50").content.decode(), "calls")


def test_in_threechu_the_dealer_is_said_and_the_dummy_is_number_4():
    play = a_play("threechu_evening")
    scorer = Scorer(play, htmx=True)
    assert "1 deals and plays the dummy, number 4" in scorer.get()
    page = scorer.type("4t", "41").content.decode()
    assert stored(play) == [Sheet(calls=("", "", "T", ""), out=(2, 0))]
    assert "2 deals and plays the dummy, number 4" in page
    page = scorer.type("2g", "2", "50").content.decode()
    assert "the dealer may call no Grand Tichu" in error_at(page, "calls")
    assert scorer.type("3g", "34", "50").status_code == 200
    assert stored(play)[1] == Sheet(calls=("", "GT", "", ""), out=(1, 2), points=50)


def test_in_tientsin_six_play_and_three_make_a_victory():
    play = a_play("tientsin")
    scorer = Scorer(play, htmx=True)
    assert "Card points of 1+3+5" in scorer.get()
    page = scorer.type("6g", "135").content.decode()
    assert stored(play) == [Sheet(calls=("", "", "", "", "", "GT"), out=(0, 2, 4))]
    assert "Triple victory" in page
    assert "300 : −200" in page


def test_in_grand_seigneur_the_order_is_all():
    play = a_play("grand_seigneur_night")
    scorer = Scorer(play, htmx=True)
    page = scorer.get()
    assert 'name="calls"' not in page
    assert 'name="points"' not in page
    assert "order of going out is not complete" in error_at(scorer.type(out="124").content.decode(), "out")
    page = scorer.type(out="31425").content.decode()
    assert stored(play) == [Sheet(out=(2, 0, 3, 1, 4))]
    assert "Hand 2 of 6" in page
    assert "3 1 4 2 5" in page


def test_best_of_three_wants_the_games_of_an_end_result():
    play = a_play("brettspielwelt", name="Cup")
    type(play.round).objects.update(from_the_end=1)
    scorer = Scorer(play)
    page = scorer.get("result/")
    assert "Games won by 1+3" in page
    typed = {"total": "2500", "other_total": "2000"}
    answer = scorer.send("result/", **hidden(page), **typed)
    assert "Whoever won has 2." in error_at(answer.content.decode(), "games")
    assert scorer.send("result/", **hidden(page), **typed, games="2", other_games="1").status_code == 302
