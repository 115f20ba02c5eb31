"""Typing paper sheets: who may, what is refused at which field, what happens twice."""

import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.choices import RoundState
from games.models import Account, Hand, LogLine
from games.selectors.paper import paper_tables
from games.services.hands import correct_hand, record_hand, void_hand
from games.services.verifying import verify_sheet
from scoring.record import Hand as Sheet
from tests.games.large import SIZES, large_tournament
from tests.games.rows import Play, a_play, begin_round, close, strangers
from tests.games.typing_paper import WON, Scorer, error_at, hidden, stored, swiss

pytestmark = pytest.mark.django_db


# --- who may -----------------------------------------------------------------------------------------------------

PAGES = ("", "verify/", "result/", "1/", "count/")


def test_staff_may_and_nobody_else():
    play = a_play(tables=2)
    record_hand(by=play.scorer, table_id=play.table.pk, client_id=uuid4(), number=1, sheet=WON)
    paths = [f"/tables/{play.table.pk}/paper/{page}" for page in PAGES] + [f"/tournaments/{play.tournament.pk}/paper/"]
    for staff in (play.scorer, play.director):
        client = Client()
        client.force_login(staff.account)
        assert {client.get(path).status_code for path in paths} == {200}
    for who, actor in strangers(play):
        client = Client()
        if actor.account is None or not actor.account.is_active or actor.scope == "read":
            assert {client.get(path).status_code for path in paths} == {302}
            continue
        client.force_login(actor.account)
        for path in paths:
            assert client.get(path).status_code in (403, 404), (who, path)
            assert client.post(path, {"reason": "x", "revision": 1}).status_code in (403, 404, 405), (who, path)
    assert Hand.objects.count() == 1


def test_of_a_public_tournament_others_are_told_that_they_may_not(client: Client):
    play = a_play()
    type(play.tournament).objects.update(visibility="public")
    client.force_login(Account.objects.create(username="guest"))
    for path in (f"/tables/{play.table.pk}/paper/", f"/tournaments/{play.tournament.pk}/paper/"):
        assert client.get(path).status_code == 403


def test_a_table_or_a_hand_that_is_not_there_is_not_found():
    scorer = Scorer(a_play())
    for path in ("/tables/999999/paper/", "/tournaments/999999/paper/", scorer.sheet + "7/"):
        answer = scorer.client.get(path)
        assert answer.status_code == 404
        assert "That does not work" in answer.content.decode()


# --- choose a table ----------------------------------------------------------------------------------------------


def test_a_number_leads_to_its_sheet():
    play = a_play(tables=3)
    scorer = Scorer(play)
    choose = f"/tournaments/{play.tournament.pk}/paper/"
    answer = scorer.client.get(choose, {"number": "2", "way": "totals"})
    assert answer["Location"] == f"/tables/{play.tables[1].pk}/paper/?way=totals"
    answer = scorer.client.get(choose + "?verify", {"number": " 3 ", "verify": ""})
    assert answer["Location"] == f"/tables/{play.tables[2].pk}/paper/verify/"


@pytest.mark.parametrize("typed", ["7", "0", "two", "-1", "99999999999999999999"])
def test_a_number_that_no_table_has_is_refused_beside_it(typed: str):
    play = a_play(tables=3)
    answer = Scorer(play).client.get(f"/tournaments/{play.tournament.pk}/paper/", {"number": typed})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert f"There is no table {typed} in this round." in page
    assert f'value="{typed}"' in page
    assert 'aria-invalid="true" aria-describedby="number_error"' in page


def test_the_list_says_what_is_missing_and_what_is_verified():
    play = swiss(tables=3)
    sheets = {1: WON, 2: WON}
    for table in play.tables[:2]:
        for number, sheet in sheets.items():
            record_hand(by=play.scorer, table_id=table.pk, client_id=uuid4(), number=number, sheet=sheet)
    verify_sheet(by=play.scorer, table_id=play.tables[0].pk, hands=sheets)
    lines = paper_tables(play.scorer, play.tournament.pk).lines
    assert [(line.board.hands, line.of, line.board.over, line.verified) for line in lines] == [
        (2, 2, True, True), (2, 2, True, False), (0, 2, False, False),
    ]  # fmt: skip
    page = Scorer(play).get(f"/tournaments/{play.tournament.pk}/paper/")
    assert "1 table is missing: 3" in re.sub(r"\s+", " ", page)
    assert page.count("Verified</span>") == 1
    assert page.count("Not verified</span>") == 1
    assert page.count("2 of 2") == 2


def test_an_earlier_round_can_be_chosen():
    play = a_play(tables=2)
    first, table = play.round, play.table
    begin_round(play, RoundState.PUBLISHED)
    choose = f"/tournaments/{play.tournament.pk}/paper/"
    scorer = Scorer(play)
    assert f"/tables/{play.table.pk}/paper/" in scorer.get(choose)
    page = scorer.get(f"{choose}?round={first.pk}")
    assert f"/tables/{table.pk}/paper/" in page
    assert f"/tables/{play.table.pk}/paper/" not in page
    assert scorer.client.get(f"{choose}?round=999999").status_code == 404


def test_a_draft_is_not_offered_and_cannot_be_typed():
    play = a_play()
    type(play.round).objects.update(state=RoundState.DRAFT, published_at=None)
    scorer = Scorer(play)
    assert "No round has been published yet" in scorer.get(f"/tournaments/{play.tournament.pk}/paper/")
    answer = scorer.type(points="50", number=1)
    assert answer.status_code == 422
    assert stored(play) == []


# --- a hand after the other --------------------------------------------------------------------------------------


def test_hands_are_typed_and_the_next_row_waits():
    play = swiss()
    scorer = Scorer(play, htmx=True)
    page = scorer.type("1t", "12", "30").content.decode()
    assert stored(play) == [Sheet(calls=("T", "", "", ""), out=(0, 1), points=30)]
    assert page.lstrip().startswith('<div id="sheet"'), "a fragment"
    assert "Hand 1 is saved: 130 : 70" in page
    assert "Hand 2 of 2" in page
    assert 'class="paper-new"' in page
    assert re.search(r'name="calls"[^>]*autofocus', page)
    page = scorer.type("4g", "13").content.decode()
    assert stored(play)[1] == Sheet(calls=("", "", "", "GT"), out=(0, 2))
    assert "Double victory" in page
    assert "The match is over: 330 : −130" in page
    assert re.search(r'<a class="button" href="/tournaments/\d+/paper/\?round=\d+" autofocus>Next table', page)
    assert "data-typing" not in page


def test_without_scripts_it_is_a_form_and_a_page():
    play = swiss()
    scorer = Scorer(play)
    answer = scorer.type("", "", "45")
    assert answer["Location"] == f"{scorer.sheet}?saved=1"
    page = scorer.get("?saved=1")
    assert "Hand 1 is saved: 45 : 55" in page
    assert "<!doctype html>" in page


def test_calls_and_totals_alone_and_the_switch_is_kept():
    play = swiss()
    scorer = Scorer(play, htmx=True)
    page = scorer.get("?way=totals")
    assert 'name="total"' in page
    assert 'name="points"' not in page
    page = scorer.type("1t", way="totals", total="130", other_total="70").content.decode()
    assert stored(play) == [Sheet(calls=("T", "", "", ""), totals=(130, 70))]
    assert 'name="total"' in page
    assert Scorer(play).type(way="totals", total="50", other_total="50")["Location"].endswith("?way=totals&saved=2")


@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({"calls": "1x"}, "calls", "“1x” cannot be read."),
        ({"calls": "5t", "points": "50"}, "calls", "Number 5 does not play in this hand. These do: 1, 2, 3, 4."),
        ({"calls": "1t 1g", "points": "50"}, "calls", "Number 1 has two calls."),
        ({"calls": "1t", "points": "50"}, "out", "Somebody called. Enter who went out first"),
        ({"out": "121", "points": "50"}, "out", "A player is named twice"),
        ({"out": "abc", "points": "50"}, "out", "“abc” cannot be read."),
        ({"out": "132"}, "out", "with that the hand was over"),
        ({"out": "12"}, "points", "Enter the card points of one side."),
        ({"out": "12", "points": "47"}, "points", "Card points are multiples of 5."),
        ({"out": "12", "points": "130"}, "points", "Card points lie between -25 and 125."),
        ({"out": "12", "points": "many"}, "points", "Enter a whole number."),
        ({"out": "13", "points": "50"}, "points", "nobody counts cards"),
        ({"out": "12", "points": "50", "other_points": "55"}, "other_points", "100 together. Here they are 105."),
        ({"way": "totals", "total": "100"}, "other_total", "Enter what the hand came to for this side."),
        (
            {"way": "totals", "total": "100", "other_total": "75"},
            "total",
            "No hand with these calls can end like this.",
        ),
    ],
)
@pytest.mark.parametrize("htmx", [True, False])
def test_what_cannot_have_been_is_refused_at_its_field_and_stays_typed(typed, field, words, htmx):
    play = a_play()
    answer = Scorer(play, htmx=htmx).type(**typed)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert words in error_at(page, field)
    for name, value in typed.items():
        assert f'name="{name}" value="{value}"' in page
    assert stored(play) == []
    assert LogLine.objects.filter(what="hand.recorded").count() == 0


def test_grand_tichu_is_refused_where_it_is_not_played():
    answer = Scorer(a_play("german_championship")).type("1g", "1", "50")
    assert "Grand Tichu is not played here." in error_at(answer.content.decode(), "calls")


def test_a_hand_too_many_is_refused():
    play = swiss()
    scorer = Scorer(play)
    for _ in range(2):
        scorer.type(points="60")
    answer = scorer.type(points="60", number=3)
    assert answer.status_code == 422
    assert len(stored(play)) == 2


def test_in_a_round_that_is_closed_nothing_new_is_written():
    play = a_play()
    close(play.round)
    scorer = Scorer(play)
    assert "data-typing" not in scorer.get()
    answer = scorer.type(points="60", number=1)
    assert answer.status_code == 422
    assert stored(play) == []


def test_while_typing_one_sees_what_the_hand_counts():
    scorer = Scorer(a_play())
    asked = {"number": 1, "calls": "1t", "out": "12", "points": "30"}
    assert "<b>130 : 70</b>" in scorer.client.get(scorer.sheet + "count/", asked).content.decode()
    asked |= {"out": "13", "points": ""}
    assert "Double victory" in scorer.client.get(scorer.sheet + "count/", asked).content.decode()
    for half in ({"points": "4"}, {"calls": "1"}, {"points": "x"}, {"way": "totals", "total": "1"}):
        answer = scorer.client.get(scorer.sheet + "count/", asked | half)
        assert (answer.status_code, answer.content.decode().strip()) == (200, ""), half


# --- the same entry twice, and two entries for one hand ----------------------------------------------------------


def test_the_same_entry_twice_is_one_hand():
    play = a_play()
    scorer = Scorer(play, htmx=True)
    client_id = uuid4()
    for _ in range(2):
        assert scorer.type("1t", "1", "30", number=1, client_id=client_id).status_code == 200
    assert Hand.objects.count() == 1


def test_the_same_entry_sent_again_after_a_correction_undoes_nothing_and_is_no_conflict():
    play = a_play()
    scorer = Scorer(play, htmx=True)
    client_id = uuid4()
    scorer.type("", "12", "60", number=1, client_id=client_id)
    right = Sheet(calls=("",) * 4, out=(0, 1), points=65)
    correct_hand(
        by=play.director, table_id=play.table.pk, number=1, client_id=uuid4(), sheet=right, reason="x", revision=1
    )
    assert scorer.type("", "12", "60", number=1, client_id=client_id).status_code == 200
    assert stored(play) == [right]


def test_every_row_has_an_id_of_its_own():
    scorer = Scorer(a_play())
    first, second = (hidden(scorer.get())["client_id"] for _ in range(2))
    assert first != second


def conflicting(*, htmx: bool = True) -> tuple[Play, Scorer, str]:
    """Somebody else has entered hand 1 meanwhile, with 60 points."""
    play = a_play()
    record_hand(by=play.director, table_id=play.table.pk, client_id=uuid4(), number=1, sheet=WON)
    scorer = Scorer(play, htmx=htmx)
    answer = scorer.type("2t", "21", "60", number=1)
    assert answer.status_code == 422
    return play, scorer, answer.content.decode()


@pytest.mark.parametrize("htmx", [True, False])
def test_a_conflict_shows_both_and_overwrites_nothing(htmx: bool):
    play, _scorer, page = conflicting(htmx=htmx)
    assert stored(play) == [WON]
    assert "Hand 1 is stored already, and otherwise" in page
    assert "60 : 40" in page
    assert "60 : 140" in page
    assert page.count('class="paper-differs"') == 3, "calls, order, and what it counts"
    assert "Keep what is stored" in page


def test_after_a_conflict_it_can_be_corrected_for_a_reason():
    play, scorer, page = conflicting()
    fields = hidden(page)
    answer = scorer.send("1/", **fields, reason="")
    assert "Say why" in error_at(answer.content.decode(), "reason")
    assert stored(play) == [WON]
    answer = scorer.send("1/", **fields, reason="read again")
    assert answer.status_code == 302
    assert stored(play) == [Sheet(calls=("", "T", "", ""), out=(1, 0), points=60)]
    assert Hand.objects.get(revision=2).reason == "read again"


def test_an_impossible_hand_in_a_conflict_is_refused_at_its_field():
    play = a_play()
    record_hand(by=play.director, table_id=play.table.pk, client_id=uuid4(), number=1, sheet=WON)
    answer = Scorer(play).type("", "12", "47", number=1)
    assert "multiples of 5" in error_at(answer.content.decode(), "points")


def test_the_same_hand_from_somebody_else_is_no_conflict():
    play = a_play()
    record_hand(by=play.director, table_id=play.table.pk, client_id=uuid4(), number=1, sheet=WON)
    assert Scorer(play).type("", "12", "60", number=1).status_code == 302
    assert Hand.objects.count() == 1


def test_if_the_last_hand_was_taken_back_meanwhile_the_row_says_which_comes_next():
    play = a_play()
    scorer = Scorer(play)
    scorer.type(points="60")
    void_hand(by=play.director, table_id=play.table.pk, number=1, reason="not played", revision=1)
    answer = scorer.type(points="40", number=2)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "The next hand to be written down is number 1, not 2." in page
    assert hidden(page)["number"] == "1"
    assert 'name="points" value="40"' in page


# --- what it costs -----------------------------------------------------------------------------------------------


def cost(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(path).status_code == 200
    return len(queries)


def test_pages_cost_the_same_in_a_small_and_in_a_large_tournament(client: Client):
    client.force_login(Account.objects.create(username="owner", is_superuser=True))
    costs = []
    for size in SIZES:
        tournament = large_tournament(size, rounds=2, hands=3, last=12)
        table = tournament.stages.get().rounds.get(number=2).tables.first()
        sheet = f"/tables/{table.pk}/paper/"
        pages = (f"/tournaments/{tournament.pk}/paper/", sheet, sheet + "verify/", sheet + "1/", sheet + "count/")
        costs.append([cost(client, path) for path in pages])
    assert costs[0] == costs[1]
    assert max(costs[0]) <= 20
