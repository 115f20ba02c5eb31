"""The projector: what it shows in which state, who may tell it what, and what it never shows."""

import random
import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.actor import Actor
from games.choices import Place, Role, ScreenView
from games.models import Account, LogLine, Player, Screen, Snapshot, Substitute, Tournament
from games.selectors.public_bracket import bracket_with_names
from games.selectors.screen import ScreenNow, screen_now, screen_of
from games.selectors.screen_bracket import ScreenMatches, last_eight, screen_matches
from games.services.clock import pause_clock, start_clock
from games.services.rounds import close_round, publish_round
from games.services.rulings import rule
from games.services.screen import announce, end_announcement, hold_page, show_view, turn_page
from games.services.stages import finish_tournament, hide_round, publish_ranking
from games.services.standings import refresh_standings
from scoring.regulations import System
from tests.games.acting import (
    a_tournament,
    drawn,
    groups_and_final,
    of_system,
    play_round,
    play_table,
    play_to_the_end,
    played_and_closed,
    published,
    refused,
    small_swiss,
    win,
    without_table,
    won_by_the_lower_number,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def by(director: Account) -> Actor:
    return Actor(account=director)


def now(tournament: Tournament) -> ScreenNow:
    return screen_now(Tournament.objects.get(pk=tournament.pk), at=timezone.now())


def rotation(tournament: Tournament) -> list[str]:
    return [view.value for view in now(tournament).rotation]


def matches(tournament: Tournament) -> tuple[ScreenMatches, ...]:
    return screen_matches(bracket_with_names(Tournament.objects.get(pk=tournament.pk)))


def opened(tournament: Tournament, path: str = "") -> str:
    """The projector's page as anybody gets it."""
    Tournament.objects.filter(pk=tournament.pk).update(visibility="public")
    answer = Client().get(f"/t/{tournament.slug}/screen/{path}")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


# --- what it shows -----------------------------------------------------------------------------------------------


def test_it_shows_what_is_useful_from_the_door_to_the_last_place(by: Actor):
    tournament, luck = a_tournament(by, 4, regulations=small_swiss()), random.Random(1)
    assert rotation(tournament) == ["welcome"]
    draft = drawn(by, tournament)
    assert rotation(tournament) == ["welcome"]  # a draft is for the staff
    round_ = publish_round(by=by, round_id=draft.pk)
    assert rotation(tournament) == ["names", "tables"]
    play_table(by, round_.tables.get(number=1), luck)
    assert rotation(tournament) == ["missing", "standings"]
    play_table(by, round_.tables.get(number=2), luck)
    assert rotation(tournament) == ["standings"]
    close_round(by=by, round_id=round_.pk)
    assert rotation(tournament) == ["standings"]
    published(by, tournament)
    assert rotation(tournament) == ["names", "tables"]


def test_the_welcome_promises_a_draw_only_before_the_first(by: Actor):
    tournament = a_tournament(by, 4, regulations=small_swiss())
    show_view(by=by, tournament_id=tournament.pk, view="welcome")
    assert "as soon as it is drawn" in opened(tournament)
    published(by, tournament)
    said = opened(tournament)
    assert "Follow on your phone" in said
    assert "The draw comes" not in said
    assert "as soon as it is drawn" not in said


def test_a_knock_out_shows_its_matches(by: Actor):
    tournament = a_tournament(by, 8, regulations=of_system(System.KNOCKOUT))
    round_ = published(by, tournament)
    assert rotation(tournament) == ["names", "tables", "bracket"]
    first, *later = matches(tournament)
    assert [len(each.matches) for each in (first, *later)] == [4, 2, 1]
    assert [each.from_the_end for each in (first, *later)] == [3, 2, 1]
    assert all(match.table and all(match.sides) and match.winner is None for match in first.matches)
    assert later[1].matches[0].sides == ("", "")
    play_round(by, round_, random.Random(3), but=1)
    assert rotation(tournament) == ["missing", "bracket", "standings"]
    assert [match.winner is None for match in matches(tournament)[0].matches].count(True) == 1
    page = opened(tournament, "bracket/")
    assert "Quarter-final" in page
    assert "Semifinal" in page
    assert page.count("✓") == 3


def test_the_last_eight_are_drawn_once_nobody_else_plays(by: Actor):
    tournament = a_tournament(by, 16, regulations=of_system(System.KNOCKOUT))
    played_and_closed(by, tournament, random.Random(11))
    assert opened(tournament, "bracket/").count('class="bracket-match') == 7
    late = last_eight(bracket_with_names(Tournament.objects.get(pk=tournament.pk)))
    assert late is not None
    assert {state.match.round for state in late.matches} == {2, 3, 4}


def test_sixteen_are_too_many_for_large_letters(by: Actor):
    tournament = a_tournament(by, 16, regulations=of_system(System.KNOCKOUT))
    published(by, tournament)
    page = opened(tournament, "bracket/")
    assert "bracket-match" not in page
    assert page.count("table-sides") == 15


def test_a_double_elimination_is_a_list_of_rounds(by: Actor):
    tournament = a_tournament(by, 4, regulations=of_system(System.DOUBLE_ELIMINATION))
    published(by, tournament)
    page = opened(tournament, "bracket/")
    assert "bracket-match" not in page
    assert "Round 1" in page
    assert "Round 2" in page


def test_a_league_has_no_bracket(by: Actor):
    tournament = a_tournament(by, 4, regulations=small_swiss())
    assert matches(tournament) == ()
    published(by, tournament)
    assert matches(tournament) == ()


def test_everybody_is_found_by_name_with_the_table(by: Actor):
    tournament = a_tournament(by, 5, regulations=small_swiss())
    round_ = published(by, tournament)
    found = now(tournament)
    [left_out] = without_table(round_)
    assert [each.name for each in found.names] == sorted(each.name for each in found.names)
    assert len(found.names) == 10
    tables = {
        name: seat.table.number if seat.table else None
        for seat in round_.seats.select_related("table", "team")
        for name in seat.team.members.values_list("player__shown_name", flat=True)
    }
    assert {each.name: each.table for each in found.names} == tables
    assert [each.place for each in found.names if each.table is None] == [Place.BYE, Place.BYE]
    assert {each.name[:8] for each in found.names if each.table is None} == {f"Player {left_out}"}


def test_names_stand_as_one_looks_them_up(by: Actor):
    tournament = a_tournament(by, 2, regulations=small_swiss())
    for player, name in zip(Player.objects.order_by("pk"), ("Zoe", "Ärmel", "azur", "Émile"), strict=True):
        Player.objects.filter(pk=player.pk).update(shown_name=name)
    published(by, tournament)
    assert [each.name for each in now(tournament).names] == ["Ärmel", "azur", "Émile", "Zoe"]


def test_only_the_name_somebody_wants_to_be_known_by_is_shown(by: Actor):
    tournament = a_tournament(by, 2, regulations=small_swiss())
    player = Player.objects.order_by("pk").first()
    Player.objects.filter(pk=player.pk).update(name="Secret Name", shown_name="S.")
    published(by, tournament)
    assert "S." in [each.name for each in now(tournament).names]
    assert "Secret" not in opened(tournament)


def test_a_substitute_finds_the_own_name(by: Actor):
    tournament = a_tournament(by, 4, preset="german_championship")
    round_ = published(by, tournament)
    seat = round_.seats.select_related("team").first()
    member = seat.team.members.first().player
    standing_in = Player.objects.create(name="Sub Stitute", shown_name="Sub Stitute")
    Substitute.objects.create(round=round_, team=seat.team, member=member, substitute=standing_in)
    found = now(tournament)
    names = [each.name for each in found.names]
    assert "Sub Stitute" in names
    assert member.shown_name not in names
    assert "Sub Stitute" in [name for table in found.tables for side in table.sides for name in side]


def test_partners_stand_on_one_side_and_who_plays_alone_stands_alone(by: Actor):
    pairs = published_now(by, 4, "swiss_evening")
    assert [len(table.sides) for table in pairs.tables] == [2, 2]
    assert all(len(side) == 1 for table in pairs.tables for side in table.sides)
    individuals = published_now(by, 4, "german_championship")
    assert [[len(side) for side in table.sides] for table in individuals.tables] == [[2, 2]]
    alone = published_now(by, 3, "threechu_evening")
    assert [[len(side) for side in table.sides] for table in alone.tables] == [[3]]


def published_now(by: Actor, teams: int, preset: str) -> ScreenNow:
    tournament = a_tournament(by, teams, preset=preset, name=preset)
    published(by, tournament)
    return now(tournament)


def test_the_tables_that_still_play_with_how_far_they_are(by: Actor):
    tournament, luck = a_tournament(by, 6, regulations=small_swiss()), random.Random(2)
    round_ = published(by, tournament)
    play_round(by, round_, luck, but=2)
    found = now(tournament)
    assert [table.number for table in found.missing] == [2]
    assert found.done == 2
    assert (found.missing[0].hands, found.missing[0].of) == (0, 2)
    assert "2 of 3 tables done." in opened(tournament)
    close_round(by=by, round_id=round_.pk, reason="late")
    assert now(tournament).missing == ()


@pytest.mark.parametrize("preset", ["swiss_evening", "german_championship", "threechu_evening"])
def test_the_wall_shows_the_same_before_and_after_a_worker_has_ranked(by: Actor, preset: str):
    """Hands, a result without hands, and a decision of the director: where a table is counted already, its hands are
    not read any more."""
    tournament, luck = a_tournament(by, 12, preset=preset, name=preset), random.Random(preset)
    played_and_closed(by, tournament, luck)
    round_ = published(by, tournament)
    tables = list(round_.tables.order_by("number"))
    play_table(by, tables[0], luck)
    if preset == "swiss_evening":  # in the others every hand counts
        win(by, tables[2])
        rule(by=by, round_id=round_.pk, kind="adjusted", table_id=tables[1].pk, totals=(300, 500), reason="Cards seen")
    before = now(tournament)
    refresh_standings(tournament_id=tournament.pk)
    after = now(tournament)
    assert Snapshot.objects.filter(version=after.tournament.version).exists()
    assert (before.names, before.tables, before.ranking) == (after.names, after.tables, after.ranking)
    assert before.tables[0].hands > 0
    assert before.ranking is not None


def test_standings_say_who_moved(by: Actor):
    tournament = a_tournament(by, 4, regulations=small_swiss())
    for _number in (1, 2):
        round_ = published(by, tournament)
        won_by_the_lower_number(by, round_, margin=100 * round_.number)
        close_round(by=by, round_id=round_.pk)
    ranking = now(tournament).ranking
    assert ranking is not None
    assert ranking.through == 2
    assert [row.rank for row in ranking.lists[0][1]] == sorted(row.rank or 0 for row in ranking.lists[0][1])
    assert ranking.lists[0][1][0].score == 4
    moved = [row for row in ranking.lists[0][1] if row.movement]
    assert moved
    assert all((row.up, row.down) == (max(0, row.movement), max(0, -row.movement)) for row in moved)


@pytest.mark.parametrize("ranked_before", [False, True])
def test_every_group_has_a_list_of_its_own(by: Actor, ranked_before: bool):
    tournament = a_tournament(by, 8, regulations=groups_and_final())
    round_ = published(by, tournament)
    won_by_the_lower_number(by, round_)
    close_round(by=by, round_id=round_.pk)
    if ranked_before:
        refresh_standings(tournament_id=tournament.pk)
    show_view(by=by, tournament_id=tournament.pk, view=ScreenView.STANDINGS)
    groups = {group["key"]: sorted(group["teams"]) for group in tournament.stages.get().groups}
    ranking = now(tournament).ranking
    assert ranking is not None
    assert {name: sorted(row.key for row in rows) for name, rows in ranking.lists} == groups
    assert [[row.rank for row in rows] for _name, rows in ranking.lists] == [[1, 1, 3, 3]] * 2
    shown = opened(tournament)
    assert [name for name in groups if f"Group {name}" in shown] == list(groups)


def test_hidden_results_are_not_on_the_wall(by: Actor):
    tournament, luck = a_tournament(by, 4, regulations=small_swiss()), random.Random(4)
    played_and_closed(by, tournament, luck)
    before = now(tournament).ranking
    round_ = published(by, tournament)
    hide_round(by=by, round_id=round_.pk, hidden=True)
    play_round(by, round_, luck)
    found = now(tournament).ranking
    assert found is not None
    assert before is not None
    assert found.hidden
    assert found.through == 1
    assert [(row.key, row.score) for row in found.lists[0][1]] == [(row.key, row.score) for row in before.lists[0][1]]
    close_round(by=by, round_id=round_.pk)
    assert "What follows stays hidden until the end." in opened(tournament)
    assert 'rank-score">4<' not in opened(tournament)


def test_from_a_first_round_that_is_hidden_nothing_is_told(by: Actor):
    tournament = a_tournament(by, 4, regulations=small_swiss())
    round_ = published(by, tournament)
    hide_round(by=by, round_id=round_.pk, hidden=True)
    play_round(by, round_, random.Random(5))
    assert now(tournament).ranking is None
    show_view(by=by, tournament_id=tournament.pk, view="standings")
    assert "The standings stay hidden until the end." in opened(tournament)


def test_a_hidden_knock_out_tells_no_winner(by: Actor):
    tournament = a_tournament(by, 4, regulations=of_system(System.KNOCKOUT))
    round_ = published(by, tournament)
    hide_round(by=by, round_id=round_.pk, hidden=True)
    play_round(by, round_, random.Random(6))
    assert all(match.winner is None for each in matches(tournament) for match in each.matches)


def test_at_the_end_there_is_the_ranking(by: Actor):
    tournament = a_tournament(by, 4, regulations=small_swiss(rounds=1))
    play_to_the_end(by, tournament, random.Random(7))
    finish_tournament(by=by, tournament_id=tournament.pk)
    assert rotation(tournament) == ["standings"]
    assert "Final ranking" not in opened(tournament)
    publish_ranking(by=by, tournament_id=tournament.pk)
    assert "Final ranking" in opened(tournament)


@pytest.mark.parametrize(
    ("state", "words"),
    [("ready", "Not started"), ("running", "Time left"), ("paused", "Paused"), ("warning", "Last minutes"),
     ("over", "Time is up")],
)  # fmt: skip
def test_the_clock_says_how_it_stands(by: Actor, state: str, words: str):
    tournament = a_tournament(by, 4, regulations=small_swiss(minutes=60))
    round_ = published(by, tournament)
    if state != "ready":
        start_clock(by=by, round_id=round_.pk)
    if state == "paused":
        pause_clock(by=by, round_id=round_.pk)
    gone = {"warning": 56, "over": 61}.get(state, 0)
    if gone:
        type(round_).objects.filter(pk=round_.pk).update(started_at=timezone.now() - timedelta(minutes=gone))
    page = opened(tournament)
    assert f'data-state="{state}"' in page
    assert f'data-word="{state}">{words}<' in page
    assert page.count("data-word") - len(re.findall(r'data-word="\w+" hidden', page)) == 1


def test_without_a_clock_it_tells_the_time_of_the_day_where_the_hall_is(by: Actor):
    tournament = a_tournament(by, 4)
    Tournament.objects.filter(pk=tournament.pk).update(time_zone="Asia/Tokyo")
    hours = int(re.search(r"data-face>(\d\d):\d\d<", opened(tournament)).group(1))
    assert hours in ((timezone.now().hour + 9) % 24, (timezone.now().hour + 10) % 24)


def test_before_the_first_round_it_says_when_and_where_and_how_to_enter(by: Actor):
    tournament = a_tournament(by, 2, name="Spring cup")
    start = timezone.now().replace(hour=17, minute=30)
    Tournament.objects.filter(pk=tournament.pk).update(
        starts_at=start, place="Old Mill", time_zone="Europe/Zurich", registration_open=True
    )
    page = opened(tournament)
    assert "Old Mill" in page
    assert "Enter here" in page
    assert page.count('class="square"') == 2
    assert re.search(r"1[89]:30</p>", page)
    Tournament.objects.filter(pk=tournament.pk).update(registration_open=False)
    assert "Enter here" not in opened(tournament)


def test_the_wall_speaks_the_language_of_the_tournament(by: Actor):
    tournament = a_tournament(by, 4)
    published(by, tournament)
    Tournament.objects.filter(pk=tournament.pk).update(language="de")
    page = opened(tournament)
    assert '<html lang="de">' in page
    assert "Finde deinen Namen" in page


def test_every_view_can_be_shown_in_every_state(by: Actor):
    tournament, luck = a_tournament(by, 4, regulations=small_swiss(rounds=1)), random.Random(8)
    steps = [
        lambda: None, lambda: published(by, tournament),
        lambda: play_round(by, tournament.stages.get().rounds.get(), luck),
        lambda: close_round(by=by, round_id=tournament.stages.get().rounds.get().pk),
        lambda: finish_tournament(by=by, tournament_id=tournament.pk),
    ]  # fmt: skip
    for step in steps:
        step()
        for view in ScreenView:
            show_view(by=by, tournament_id=tournament.pk, view=view)
            sections = re.findall(r'data-view="(\w+)"', opened(tournament))
            assert sections == ([view.value] if view is not ScreenView.ROTATION else rotation(tournament))


def test_a_private_tournament_is_projected_by_its_staff_alone(by: Actor):
    tournament = a_tournament(by, 4)
    assert Client().get(f"/t/{tournament.slug}/screen/").status_code == 404
    assert Client().get(f"/t/{tournament.slug}/screen/now/").status_code == 404
    assert Client().get(f"/t/{tournament.slug}/screen/bracket/").status_code == 404


# --- what it was told --------------------------------------------------------------------------------------------


def test_one_thing_alone_and_everything_in_turn_again(by: Actor):
    tournament = a_tournament(by, 4)
    published(by, tournament)
    assert screen_of(tournament).view == ScreenView.ROTATION
    show_view(by=by, tournament_id=tournament.pk, view="clock")
    assert now(tournament).views == (ScreenView.CLOCK,)
    show_view(by=by, tournament_id=tournament.pk, view="rotation")
    assert [view.value for view in now(tournament).views] == ["names", "tables"]
    assert refused(show_view, by=by, tournament_id=tournament.pk, view="films").code == "plain_choice"


def test_pages_are_turned_and_held(by: Actor):
    tournament = a_tournament(by, 4)
    for pages in (1, 1, -1, 1):
        turn_page(by=by, tournament_id=tournament.pk, pages=pages)
    assert screen_of(tournament).turns == 2
    assert refused(turn_page, by=by, tournament_id=tournament.pk, pages=7).code == "plain_choice"
    hold_page(by=by, tournament_id=tournament.pk, held=True)
    assert screen_of(tournament).held
    show_view(by=by, tournament_id=tournament.pk, view="names")
    assert not screen_of(tournament).held


def test_which_page_is_on_the_wall_is_no_change_of_the_tournament(by: Actor):
    tournament = a_tournament(by, 4)
    before = LogLine.objects.count(), Tournament.objects.get(pk=tournament.pk).version
    show_view(by=by, tournament_id=tournament.pk, view="names")
    turn_page(by=by, tournament_id=tournament.pk, pages=1)
    hold_page(by=by, tournament_id=tournament.pk, held=True)
    assert (LogLine.objects.count(), Tournament.objects.get(pk=tournament.pk).version) == before


def test_an_announcement_stands_until_it_is_taken_away_and_the_log_says_by_whom(by: Actor, director: Account):
    tournament = a_tournament(by, 4)
    announce(by=by, tournament_id=tournament.pk, text="  Soup is\nready ")
    assert screen_of(tournament).announcement == "Soup is ready"
    assert "Soup is ready" in opened(tournament)
    line = LogLine.objects.latest("pk")
    assert (line.what, line.who, line.facts) == ("screen.announced", director, {"length": 13})
    end_announcement(by=by, tournament_id=tournament.pk)
    assert "Soup" not in opened(tournament)
    assert LogLine.objects.latest("pk").what == "screen.announcement_ended"
    before = LogLine.objects.count()
    end_announcement(by=by, tournament_id=tournament.pk)
    assert LogLine.objects.count() == before


@pytest.mark.parametrize(
    ("text", "code"), [("", "text_missing"), (" \n ", "text_missing"), ("a" * 141, "text_too_long")]
)
def test_what_is_no_announcement(by: Actor, text: str, code: str):
    tournament = a_tournament(by, 4)
    refusal = refused(announce, by=by, tournament_id=tournament.pk, text=text)
    assert (refusal.code, refusal.facts["field"]) == (code, "text")
    assert not Screen.objects.exists()


ACTS: dict[Any, dict[str, Any]] = {
    show_view: {"view": "names"}, turn_page: {"pages": 1}, hold_page: {"held": True}, announce: {"text": "Hello"},
    end_announcement: {},
}  # fmt: skip


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.__name__)
def test_the_staff_tells_it_and_nobody_else(by: Actor, guest: Account, act: Any):
    tournament = a_tournament(by, 4)
    given = ACTS[act] | {"tournament_id": tournament.pk}
    elsewhere = Actor(account=Account.objects.create_user(username="elsewhere", is_staff=True))
    for stranger in (Actor(), Actor(account=guest), elsewhere):
        assert refused(act, by=stranger, **given).code == "not_allowed"
    assert not Screen.objects.exists()
    tournament.staff.create(account=guest, role=Role.SCORER)
    act(by=Actor(account=guest), **given)


def test_it_is_told_something_when_all_is_over_too(by: Actor):
    tournament = a_tournament(by, 4, regulations=small_swiss(rounds=1))
    play_to_the_end(by, tournament, random.Random(9))
    finish_tournament(by=by, tournament_id=tournament.pk)
    assert announce(by=by, tournament_id=tournament.pk, text="Thank you all").announcement == "Thank you all"


# --- the remote control ------------------------------------------------------------------------------------------


@pytest.fixture
def phone(director: Account) -> Client:
    client = Client()
    client.force_login(director)
    return client


def test_every_key_works_without_a_script(by: Actor, phone: Client):
    tournament = a_tournament(by, 4)
    published(by, tournament)
    here = f"/tournaments/{tournament.pk}/projector/"
    pressed: list[tuple[str, dict[str, str], str]] = [
        ("show", {"view": "names"}, "This alone"), ("hold", {"held": "yes"}, "Go on turning"),
        ("hold", {"held": "no"}, "Hold this page"), ("turn", {"pages": "1"}, "Next page"),
        ("turn", {"pages": "-1"}, "Next page"), ("announce", {"text": "Soup"}, "On the wall since"),
        ("quiet", {}, "Announce it"), ("show", {"view": "rotation"}, "Now: Seats by name · Seats by table"),
    ]  # fmt: skip
    for key, said, expected in pressed:
        answer = phone.post(f"{here}{key}/", said, follow=True)
        assert answer.redirect_chain == [(here, 302)]
        assert expected in answer.content.decode(), key
    assert screen_of(tournament).turns == 0
    assert screen_of(tournament).announcement == ""


def test_an_announcement_that_is_too_long_keeps_what_was_typed(by: Actor, phone: Client):
    tournament = a_tournament(by, 4)
    answer = phone.post(f"/tournaments/{tournament.pk}/projector/announce/", {"text": "soup " * 40})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "field-error" in page
    assert "soup soup" in page
    assert not Screen.objects.exists()


def test_the_remote_control_leads_to_the_projector(by: Actor, phone: Client):
    tournament = a_tournament(by, 4)
    page = phone.get(f"/tournaments/{tournament.pk}/projector/").content.decode()
    assert f'href="http://testserver/t/{tournament.slug}/screen/"' in page
    assert 'class="square"' in page


def test_a_page_has_few_questions(by: Actor, phone: Client):
    tournament = a_tournament(by, 8, regulations=small_swiss())
    play_round(by, published(by, tournament), random.Random(10), but=1)
    announce(by=by, tournament_id=tournament.pk, text="Soup")
    refresh_standings(tournament_id=tournament.pk)
    for path in (f"/t/{tournament.slug}/screen/", f"/tournaments/{tournament.pk}/projector/"):
        with CaptureQueriesContext(connection) as queries:
            assert phone.get(path).status_code == 200
        assert len(queries) <= 15, path
