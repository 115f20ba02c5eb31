"""The end of a tournament: equals, finishing, suspense, the show, files to take away, and a word of thanks."""

import csv
import io
import json
import random
import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.test import Client

from games.actor import Actor
from games.choices import State
from games.exchange.spreadsheets import FORMULA, HANDS, safe
from games.models import Account, Team, Tournament
from games.selectors.afterwards import Numbers, numbers_of
from games.selectors.records import record_of
from games.selectors.tables import table_sheet
from games.services.drawing import ask_for_draw
from games.services.entries import edit_team
from games.services.hands import void_hand
from games.services.rounds import close_round, publish_round
from games.services.stages import begin_next_stage, finish_tournament, publish_ranking
from games.services.standings import refresh_standings
from games.services.tournaments import edit_tournament
from scoring.record import record_from_json
from scoring.regulations import PointRules
from tests.games.acting import (
    a_tournament,
    drawn,
    groups_and_final,
    performed,
    play_round,
    play_stage,
    play_to_the_end,
    played_and_closed,
    published,
    small_swiss,
    win,
    won_by_the_lower_number,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def by(director: Account) -> Actor:
    return Actor(account=director)


@pytest.fixture
def client(director: Account) -> Client:
    client = Client()
    client.force_login(director)
    return client


@pytest.fixture
def played(by: Actor) -> Tournament:
    """Six pairs, three rounds, all played."""
    tournament = a_tournament(by, 6, regulations=small_swiss())
    play_stage(by, tournament, random.Random(5))
    return tournament


@pytest.fixture
def over(by: Actor, played: Tournament) -> Tournament:
    return finish_tournament(by=by, tournament_id=played.pk)


def text(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def page(client: Client, tournament: Tournament, more: str = "") -> str:
    answer = client.get(f"/tournaments/{tournament.pk}/standings/{more}")
    assert answer.status_code == 200
    return text(answer)


def post(client: Client, tournament: Tournament, what: str, **typed: Any) -> Any:
    return client.post(f"/tournaments/{tournament.pk}/standings/{what}/", typed, follow=True)


def order(shown: str) -> list[str]:
    """The names in the table of the standings."""
    return [name.strip() for name in re.findall(r'<th scope="row">([^<]+)', shown)]


# --- standings for the staff -------------------------------------------------------------------------------------


def test_everybody_has_a_place_and_a_reason(client: Client, played: Tournament):
    shown = page(client, played)
    assert len(order(shown)) == 6
    assert "After round 3, for the staff." in shown
    assert "Ahead of " in shown


def test_a_round_that_is_still_played_is_not_over_for_the_staff_either(by: Actor, client: Client):
    tournament = a_tournament(by, 4, regulations=small_swiss())
    played_and_closed(by, tournament, random.Random(5))
    assert "After round 1, for the staff." in page(client, tournament)
    published(by, tournament)
    assert "In round 2, which is still played, for the staff." in page(client, tournament)


def test_before_anything_is_played_the_page_says_so(by: Actor, client: Client):
    assert "Nothing has been played yet." in page(client, a_tournament(by, 4))


def test_the_staff_see_what_is_hidden_and_are_told_that_it_is(by: Actor, client: Client, played: Tournament):
    edit_tournament(by=by, tournament_id=played.pk, visibility="public")
    last = played.stages.get().rounds.get(number=3)
    before = order(page(client, played))
    client.post(f"/rounds/{last.pk}/hide/", {"hidden": "yes"})
    last.refresh_from_db()
    assert last.hidden
    shown = page(client, played)
    assert order(shown) == before
    assert "1 round counts here and is hidden from the public." in shown
    assert "after round 2" in text(Client().get(f"/t/{played.slug}/")).lower()
    client.post(f"/rounds/{last.pk}/hide/", {"hidden": "no"})
    assert "hidden from the public" not in page(client, played)


def test_earlier_stages_stay_a_click_away(by: Actor, client: Client):
    tournament = a_tournament(by, 6, regulations=groups_and_final())
    play_to_the_end(by, tournament, random.Random(2))
    assert len(order(page(client, tournament))) == 2
    assert len(order(page(client, tournament, "?stage=groups"))) == 6
    assert client.get(f"/tournaments/{tournament.pk}/standings/?stage=x").status_code == 422


# --- the end of several stages -----------------------------------------------------------------------------------


@pytest.fixture
def cup(by: Actor) -> Tournament:
    """Two groups of three and a final of their winners, public and finished; the lower numbers have won everything."""
    tournament = a_tournament(by, 6, regulations=groups_and_final())
    edit_tournament(by=by, tournament_id=tournament.pk, visibility="public")
    for key in ("groups", "final"):
        while "round" in (result := performed(ask_for_draw(by=by, tournament_id=tournament.pk))):
            round_ = publish_round(by=by, round_id=result["round"])
            won_by_the_lower_number(by, round_)
            close_round(by=by, round_id=round_.pk)
        if key == "groups":
            begin_next_stage(by=by, tournament_id=tournament.pk)
    return finish_tournament(by=by, tournament_id=tournament.pk)


def expected(cup: Tournament) -> list[str]:
    """The two of the final, then the seconds and the thirds of the groups. Those are equal: the smaller id first."""
    groups = [sorted(map(int, group["teams"])) for group in cup.stages.get(key="groups").groups]
    numbers = [number for place in range(3) for number in sorted(group[place] for group in groups)]
    return [cup.teams.get(number=number).name for number in numbers]


RANKS = ["1", "2", "3", "3", "5", "5"]


def test_the_final_ranking_has_everybody_for_the_staff_on_paper_and_in_files(client: Client, cup: Tournament):
    shown = page(client, cup)
    assert order(shown) == expected(cup)
    assert re.findall(r'ending-rank">([^<]+)', shown) == RANKS
    assert re.findall(r'scope="rowgroup"[^>]*>([^<]+)', shown) == ["Knock-out", "Groups"]
    assert "Rank in the group 2 to 3." in shown
    assert "Reached round" not in shown
    found = rows(client, cup, "standings")
    assert [(row["rank"], row["name"]) for row in found] == list(zip(RANKS, expected(cup), strict=True))
    assert [row["stage"] for row in found] == ["final"] * 2 + ["groups"] * 4
    assert [rank for rank, _ in places(page(client, cup, "show/"))] == RANKS
    printed = text(client.get(f"/tournaments/{cup.pk}/print/standings/"))
    assert "Final ranking" in printed
    assert re.findall(r"Player \d\. / Player \d\.", printed) == expected(cup)
    certified = text(client.get(f"/tournaments/{cup.pk}/print/certificates/", {"upto": ""}))
    assert certified.count("Place 5") == 2
    assert len(order(page(client, cup, "?stage=groups"))) == 6
    assert 'scope="rowgroup"' not in page(client, cup, "?stage=groups")


def test_everybody_is_in_the_published_ranking_and_until_then_it_is_secret(by: Actor, cup: Tournament):
    def public(path: str = "") -> str:
        return text(Client().get(f"/t/{cup.slug}/{path}"))

    def named(shown: str) -> list[str]:
        return re.findall(r'<div class="who-row"> <a [^>]*>([^<]+)', shown)

    assert len(named(public())) == 2
    assert len(rows_of_the_api(cup)) == 2
    publish_ranking(by=by, tournament_id=cup.pk)
    for path in ("", "embed/", "?stage=final"):
        assert named(public(path)) == expected(cup), path
    shown = public()
    assert re.findall(r'<td class="rank">(\d)', shown) == RANKS
    assert re.findall(r'scope="rowgroup"[^>]*>([^<]+)', shown) == ["Knock-out", "Groups"]
    assert "who did not come so far" in shown
    assert "who came further" in shown
    assert public("thanks/").count('class="podium-rank figures"') == 4, "two share the third place"
    assert [(str(row["rank"]), row["name"]) for row in rows_of_the_api(cup)] == list(
        zip(RANKS, expected(cup), strict=True)
    )
    wall = text(Client().get(f"/t/{cup.slug}/screen/"))
    assert re.findall(r'class="rank-name">([^<]+)', wall) == expected(cup)


def rows_of_the_api(cup: Tournament) -> Any:
    return Client().get(f"/api/v1/tournaments/{cup.pk}/standings/").json()["rows"]


def test_a_worker_that_has_ranked_it_changes_nothing(by: Actor, client: Client, cup: Tournament):
    publish_ranking(by=by, tournament_id=cup.pk)
    computed = order(page(client, cup)), rows_of_the_api(cup)
    refresh_standings(tournament_id=cup.pk)
    assert (order(page(client, cup)), rows_of_the_api(cup)) == computed


# --- on the club's own page --------------------------------------------------------------------------------------


def test_the_line_for_the_clubs_own_page_leads_to_the_standings(by: Actor, client: Client, played: Tournament):
    assert "A private tournament cannot be shown on a website." in page(client, played)
    assert "iframe" not in page(client, played)
    edit_tournament(by=by, tournament_id=played.pk, visibility="unlisted", name='Cup "A" <b>')
    shown = page(client, played)
    line = unescape(re.search(r"<textarea[^>]*>(.*?)</textarea>", shown)[1])
    assert 'title="Cup &quot;A&quot; &lt;b&gt;"' in line
    assert "change by themselves" in shown
    framed = Client().get(re.search(r'src="http://testserver([^"]+)"', line)[1])
    assert framed.status_code == 200
    assert "Standings after round 3" in text(framed)
    assert "X-Frame-Options" not in framed.headers


# --- equals ------------------------------------------------------------------------------------------------------


def test_of_equals_the_director_puts_one_higher_and_the_other_decisions_stay(by: Actor, client: Client):
    regulations = small_swiss(rounds=1, points=PointRules(win=2, draw=1), tiebreaks=("points", "decision"))
    tournament = a_tournament(by, 6, regulations=regulations)
    round_ = published(by, tournament)
    won_by_the_lower_number(by, round_)
    close_round(by=by, round_id=round_.pk)
    shown = page(client, tournament)
    assert "Equal in all: you decide" in shown
    first = order(shown)
    up = dict(Team.objects.filter(tournament=tournament).values_list("name", "number"))
    post(client, tournament, "equals", up=up[first[2]])
    second = order(page(client, tournament))
    assert second[:3] == [first[0], first[2], first[1]]
    post(client, tournament, "equals", up=up[second[4]])
    third = order(page(client, tournament))
    assert third == [*second[:3], second[4], second[3], second[5]]
    assert "by the director’s decision" in page(client, tournament)


def test_where_the_decision_does_not_count_nothing_is_offered(by: Actor, client: Client):
    regulations = small_swiss(rounds=1, tiebreaks=("points",))
    tournament = a_tournament(by, 4, regulations=regulations)
    round_ = published(by, tournament)
    won_by_the_lower_number(by, round_)
    close_round(by=by, round_id=round_.pk)
    assert "you decide" not in page(client, tournament)


# --- the end -----------------------------------------------------------------------------------------------------


def test_finish_then_publish(client: Client, played: Tournament):
    answer = post(client, played, "finish")
    assert "The tournament is finished." in text(answer)
    assert "Publish the final ranking" in text(answer)
    answer = post(client, played, "publish")
    assert "Final ranking" in text(answer)
    played.refresh_from_db()
    assert played.ranking_published_at is not None


def test_before_the_end_a_draft_is_called_a_draft(by: Actor, client: Client):
    tournament = a_tournament(by, 4, regulations=small_swiss())
    drawn(by, tournament)
    said = page(client, tournament)
    assert "Round 1 is a draft. Publish it and play it, or cancel it first." in said
    assert "still going on" not in said


def test_to_finish_early_needs_a_reason_and_it_is_asked_for_there(by: Actor, client: Client):
    tournament = a_tournament(by, 4, regulations=small_swiss())
    round_ = published(by, tournament)
    assert "Round 1 is still going on. Close it first." in page(client, tournament)
    play_round(by, round_, random.Random(1))
    close_round(by=by, round_id=round_.pk)
    refused = post(client, tournament, "finish")
    assert refused.status_code == 422
    assert 'id="finish-reason"' in text(refused)
    too_long = post(client, tournament, "finish", reason="x" * 201)
    assert f'value="{"x" * 201}"' in text(too_long), "what was typed stays"
    post(client, tournament, "finish", reason="The hall closes")
    tournament.refresh_from_db()
    assert tournament.state == State.FINISHED


# --- the show ----------------------------------------------------------------------------------------------------


def places(shown: str) -> list[tuple[str, bool]]:
    """Every place with whether one sees it."""
    found = re.findall(r'<li class="place[^>]*?( hidden)?> <span class="place-rank figures">(\d+)', shown)
    return [(rank, not hidden) for hidden, rank in found]


def test_the_show_goes_from_the_last_place_to_the_first_without_a_script(client: Client, over: Tournament):
    assert places(page(client, over, "show/")) == [(str(rank), False) for rank in range(1, 7)]
    two = page(client, over, "show/?shown=2")
    assert [rank for rank, seen in places(two) if seen] == ["5", "6"]
    assert 'href="?shown=3"' in two
    everything = page(client, over, "show/?shown=99")
    assert all(seen for _, seen in places(everything))
    assert everything.count("place-podium") == 3


# --- to take away ------------------------------------------------------------------------------------------------


def rows(client: Client, tournament: Tournament, what: str) -> list[dict[str, str]]:
    answer = client.get(f"/tournaments/{tournament.pk}/export/{what}/")
    assert answer.status_code == 200
    assert f"-{what}.csv" in answer["Content-Disposition"]
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_the_whole_tournament_as_data_is_the_record(client: Client, over: Tournament):
    answer = client.get(f"/tournaments/{over.pk}/export/record/")
    assert record_from_json(json.loads(answer.content)) == record_of(over)
    assert client.get(f"/tournaments/{over.pk}/export/nonsense/").status_code == 404


def test_the_standings_as_a_sheet_say_what_the_page_says(client: Client, over: Tournament):
    found = rows(client, over, "standings")
    assert [row["name"] for row in found] == order(page(client, over))
    assert [int(row["rank"]) for row in found] == list(range(1, 7))
    assert "difference" in found[0]


def test_the_hands_as_a_sheet_are_the_hands_of_the_record(client: Client, over: Tournament):
    found = rows(client, over, "hands")
    record = record_of(over)
    written = [
        (stage.key, round_.number, table.number, number, hand)
        for stage in record.stages
        for round_ in stage.rounds
        for table in round_.tables
        for number, hand in enumerate(table.hands, start=1)
    ]
    assert tuple(found[0]) == HANDS
    assert len(found) == len(written) == 3 * 3 * 2
    for row, (stage, round_, table, number, hand) in zip(found, written, strict=True):
        assert (row["stage"], int(row["round"]), int(row["table"])) == (stage, round_, table)
        assert int(row["hand"]) == number
        assert [int(seat) - 1 for seat in row["out"].split()] == list(hand.out)
        assert row["card_points"] == ("" if hand.points is None else str(hand.points))
    totals = {(row["round"], row["table"]): [0, 0] for row in found}
    for row in found:
        totals[row["round"], row["table"]][0] += int(row["total"])
        totals[row["round"], row["table"]][1] += int(row["other_total"])
    for table in over.stages.get().rounds.get(number=2).tables.all():
        assert tuple(totals["2", str(table.number)]) == table_sheet(table.pk).progress.totals


EVIL = ("=1+1", "+1", "-1", "@SUM(A1)", "\tx", '=HYPERLINK("http://a.b","c")')


@pytest.mark.parametrize("name", EVIL)
def test_no_name_is_a_formula(by: Actor, client: Client, played: Tournament, name: str):
    Team.objects.filter(tournament=played, number=1).update(name=name)
    edit_team(by=by, team_id=played.teams.get(number=2).pk, club="x")  # so that the standings are made anew
    for what in ("standings", "hands"):
        answer = client.get(f"/tournaments/{played.pk}/export/{what}/").content.decode("utf-8-sig")
        cells = [cell for row in csv.reader(io.StringIO(answer)) for cell in row]
        texts = [cell for cell in cells if not re.fullmatch(r"-?\d+(\.\d+)?", cell)]
        assert not [cell for cell in texts if cell.startswith(FORMULA)]
        assert [cell for cell in texts if cell.startswith("'" + name)], "it is there, and shown"


def test_numbers_stay_numbers_and_a_safe_text_is_left_alone():
    assert [safe(cell) for cell in (-25, 1.5, None, "Lena = Jo", "", "-25")] == [
        -25,
        1.5,
        None,
        "Lena = Jo",
        "",
        "'-25",
    ]


# --- thanks ------------------------------------------------------------------------------------------------------


def test_the_thanks_are_for_everybody_once_the_ranking_is_published(by: Actor, over: Tournament):
    edit_tournament(by=by, tournament_id=over.pk, visibility="public")
    address = f"/t/{over.slug}/thanks/"
    assert Client().get(address).headers["Location"] == f"/t/{over.slug}/"
    publish_ranking(by=by, tournament_id=over.pk)
    shown = text(Client().get(address))
    assert "Thank you for playing" in shown
    assert shown.count('class="podium-rank figures"') == 3
    assert "18" in shown, "hands"
    assert address in text(Client().get(f"/t/{over.slug}/"))


def test_the_end_and_its_publication_are_taken_back_where_they_were_done(
    by: Actor, client: Client, over: Tournament
):  # fmt: skip
    here = f"/tournaments/{over.pk}/standings/"
    publish_ranking(by=by, tournament_id=over.pk)
    page = client.get(here).content.decode()
    assert "Undo: the final ranking is for the staff again" in page
    assert "Undo: the tournament goes on" not in page
    page = client.post(f"{here}unpublish/", follow=True).content.decode()
    assert "The final ranking is taken back." in page
    assert "Undo: the final ranking" not in page
    page = client.post(f"{here}resume/", follow=True).content.decode()
    assert "The tournament goes on." in page
    assert "Finish the tournament" in page


def test_a_private_tournament_thanks_its_own_people_only(by: Actor, client: Client, over: Tournament):
    publish_ranking(by=by, tournament_id=over.pk)
    assert Client().get(f"/t/{over.slug}/thanks/").status_code == 404
    assert client.get(f"/t/{over.slug}/thanks/").status_code == 200


def the_day(tournament: Tournament) -> Numbers:
    rounds = tournament.stages.get().rounds.all()
    return numbers_of(tournament, {each.pk: each.tables.count() for each in rounds})


def test_the_numbers_of_the_day_are_those_of_the_record(by: Actor, played: Tournament):
    hands = [
        hand for round_ in record_of(played).stages[0].rounds for table in round_.tables for hand in table.hands
    ]  # fmt: skip
    found = the_day(played)
    assert (found.teams, found.rounds, found.tables, found.hands) == (6, 3, 9, len(hands))
    assert found.calls == sum(call == "T" for hand in hands for call in hand.calls)
    assert found.made == sum(hand.calls[hand.out[0]] == "T" for hand in hands)
    assert found.grand_calls == sum(call == "GT" for hand in hands for call in hand.calls)
    assert found.doubles == sum(hand.out[0] % 2 == hand.out[1] % 2 for hand in hands)
    last = played.stages.get().rounds.get(number=3).tables.first()
    void_hand(by=by, table_id=last.pk, number=2, reason="Never played", revision=1)
    assert the_day(played).hands == len(hands) - 1
    assert replace(the_day(played), hands=0) != found


def test_what_was_not_written_down_is_not_counted_as_little(by: Actor):
    tournament = a_tournament(by, 4, regulations=small_swiss())
    round_ = published(by, tournament)
    play_round(by, round_, random.Random(5), but=1)
    written = the_day(tournament)
    assert (written.hands, written.tables) == (2, 2)
    assert written.calls is not None
    win(by, round_.tables.get(number=1))
    found = the_day(tournament)
    assert (found.hands, found.calls, found.grand_made, found.doubles) == (None, None, None, None)
    assert found.tables == 2
