"""What everybody sees of a tournament: before, during, hidden, finished; and what nobody sees who should not."""

import random
import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.actor import Actor
from games.models import Account, Member, Player, Round, Table, Tournament
from games.selectors.public_team import player_shown, team_shown
from games.services.attendance import substitute
from games.services.hands import record_hand
from games.services.links import make_link
from games.services.people import Person
from games.services.registration import import_teams, register_self
from games.services.rounds import close_round
from games.services.rulings import rule
from games.services.stages import begin_next_stage, finish_tournament, hide_round, publish_ranking
from games.services.standings import refresh_standings
from games.services.tournaments import change_regulations, edit_tournament
from games.views import keeping
from scoring.match import Length, MatchRules
from scoring.record import Hand, RulingKind
from scoring.regulations import System
from tests.games.acting import (
    drawn,
    groups_and_final,
    of_system,
    play_round,
    play_stage,
    played_and_closed,
    published,
    small_swiss,
    win,
    won_by_the_lower_number,
)
from tests.games.large import SIZES, large_tournament
from tests.games.looking import came_by, opened, page, text

pytestmark = pytest.mark.django_db

SHEET = Hand(calls=("T", "", "", "GT"), out=(0, 1), points=50)


@pytest.fixture
def by(director: Account) -> Actor:
    return Actor(account=director)


@pytest.fixture
def luck() -> random.Random:
    return random.Random(4)


def ranks(client: Client, tournament: Tournament, path: str = "") -> list[tuple[str, str]]:
    html = page(client, tournament, path).content.decode()
    return re.findall(r'data-row="(\d+)" data-rank="(\d*)"', html)


# --- before, during, hidden, finished ----------------------------------------------------------------------------


def test_before_the_first_round_everybody_sees_who_takes_part(client: Client, by: Actor):
    tournament = opened(by, 4)
    found = text(client, tournament)
    assert "The first round has not been drawn yet." in found
    assert "4 entrants" in found
    assert "Player 1" in found
    drawn(by, tournament)
    assert "The first round has not been drawn yet." in text(client, tournament)
    assert "No round has been drawn yet" in text(client, tournament, "rounds/")
    assert page(client, tournament, "round/1/").status_code == 404


def test_nobody_has_entered_yet(client: Client, by: Actor):
    assert "Nobody has entered yet" in text(client, opened(by, 0))


def test_during_a_round_the_page_says_where_it_stands(client: Client, by: Actor, luck: random.Random):
    tournament = opened(by, 8)
    played_and_closed(by, tournament, luck)
    assert "Round 1 of 3 is over." in text(client, tournament)
    round_ = published(by, tournament)
    win(by, round_.tables.get(number=1))
    found = text(client, tournament)
    assert "Standings in round 2" in found
    assert "Round 2 of 3 is being played. 1 of 4 tables done." in found


def test_movement_is_said_in_words(client: Client, by: Actor):
    """The lower number wins in round 1; then whoever is behind wins by so much that all have moved."""
    tournament = opened(by, 4, regulations=small_swiss(tiebreaks=("tichu_points", "decision")))
    won_by_the_lower_number(by, first := published(by, tournament))
    close_round(by=by, round_id=first.pk)
    before = dict(ranks(client, tournament))
    assert not re.search(r"\bup \d", text(client, tournament))
    second = published(by, tournament)
    last = max(before, key=lambda number: int(before[number]))
    table = Table.objects.get(round=second, seats__team__number=int(last))
    side = table.seats.get(team__number=int(last)).seat
    win(by, table, side, margin=1000)
    found = text(client, tournament)
    assert dict(ranks(client, tournament))[last] == "1"
    assert re.search(r"up [23] places", found)
    assert re.search(r"down 1 place|same place as before", found)


def test_why_this_rank_in_one_sentence(client: Client, by: Actor):
    tournament = opened(by, 4, regulations=small_swiss(tiebreaks=("points", "difference", "decision")))
    round_ = published(by, tournament)
    for table, margin in zip(round_.tables.order_by("number"), (300, 100), strict=True):
        win(by, table, 0, margin=margin)
    winners = [table.seats.get(seat=0).team.name for table in round_.tables.order_by("number")]
    found = text(client, tournament)
    assert f"Ahead of {winners[1]}: Difference 300 to 100." in found
    assert f"Behind {winners[0]}: Difference 100 to 300; ahead of" in found


def test_equal_in_all_is_said(client: Client, by: Actor):
    tournament = opened(by, 4)
    published(by, tournament)
    assert "in all that counts." in text(client, tournament)


def test_a_penalty_stands_with_its_reason(client: Client, by: Actor, luck: random.Random):
    tournament = opened(by, 4)
    round_ = played_and_closed(by, tournament, luck)
    team = tournament.teams.get(number=1)
    rule(by=by, round_id=round_.pk, kind=RulingKind.PENALTY, team_id=team.pk, points=1, reason="came late")
    assert "Penalty −1 point: came late" in text(client, tournament)
    assert "Penalty −1 point: came late" in text(client, tournament, "team/1/")
    assert 'class="ruled small">Penalty<' in page(client, tournament).content.decode()
    assert 'class="ruled small">Penalty<' in page(client, tournament, "embed/").content.decode()


def test_hidden_results_are_nowhere(client: Client, by: Actor, director: Account, luck: random.Random):
    """Not on any public page, and not for staff either: they have pages of their own."""
    tournament = opened(by, 4)
    played_and_closed(by, tournament, luck)
    round_ = published(by, tournament)
    hide_round(by=by, round_id=round_.pk, hidden=True)
    before = {path: text(client, tournament, path) for path in ("", "rounds/", "team/1/", "embed/")}
    for table in round_.tables.order_by("number"):
        record_hand(by=by, table_id=table.pk, client_id=uuid4(), number=1, sheet=SHEET)
        record_hand(by=by, table_id=table.pk, client_id=uuid4(), number=2, sheet=SHEET)
    after = {path: text(client, tournament, path) for path in before}
    assert "The standings stop after round 1." in after[""]
    assert "kept for later" in after["rounds/"]
    assert "Not shown yet" in after["team/1/"]
    done = re.compile(r"\d of 2 tables done\.")
    assert {k: done.sub("", v) for k, v in after.items()} == {k: done.sub("", v) for k, v in before.items()}
    table = text(client, tournament, f"table/{round_.tables.first().pk}/")
    assert "kept for later" in table
    assert "Tichu" not in table
    client.force_login(director)
    assert "The standings stop after round 1." in text(client, tournament)


def test_all_rounds_hidden(client: Client, by: Actor, luck: random.Random):
    tournament = opened(by, 4)
    round_ = played_and_closed(by, tournament, luck)
    hide_round(by=by, round_id=round_.pk, hidden=True)
    assert "The standings are not shown yet." in text(client, tournament)
    assert ranks(client, tournament) == []


def test_the_end(client: Client, by: Actor, luck: random.Random):
    tournament = opened(by, 4)
    round_ = played_and_closed(by, tournament, luck)
    hide_round(by=by, round_id=round_.pk, hidden=True)
    finish_tournament(by=by, tournament_id=tournament.pk, reason="late")
    assert "The final ranking is to come." in text(client, tournament)
    publish_ranking(by=by, tournament_id=tournament.pk)
    found = text(client, tournament)
    assert "Final ranking" in found
    assert "The tournament is over." in found
    assert len(ranks(client, tournament)) == 4


def test_groups_stand_side_by_side_and_stages_can_be_chosen(client: Client, by: Actor, luck: random.Random):
    tournament = opened(by, 8, regulations=groups_and_final())
    play_stage(by, tournament, luck)
    found = text(client, tournament)
    assert "Group A" in found
    assert "Group B" in found
    assert [rank for _, rank in ranks(client, tournament)].count("1") >= 2
    begin_next_stage(by=by, tournament_id=tournament.pk)
    published(by, tournament)
    assert "Final: being played." in text(client, tournament)
    assert "Group A" in text(client, tournament, "?stage=groups")
    assert page(client, tournament, "?stage=nonsense").status_code == 404


# --- rounds, tables, teams ---------------------------------------------------------------------------------------


def test_a_round_shows_results_and_how_to_repeat_its_draw(client: Client, by: Actor):
    tournament = opened(by, 5)
    round_ = published(by, tournament, seed="sunflower")
    table = round_.tables.get(number=1)
    win(by, table, 1, margin=300)
    found = text(client, tournament, "round/1/")
    assert "sunflower" in found
    assert 'pairing draw --stage main --round 1 --seed "sunflower"' in found.replace("&lt;", "<")
    assert "(won) 300" in found
    assert "not begun" in found
    assert "Bye: Player" in found


def test_every_hand_of_a_table(client: Client, by: Actor):
    tournament = opened(by, 4)
    table = published(by, tournament).tables.get(number=1)
    record_hand(by=by, table_id=table.pk, client_id=uuid4(), number=1, sheet=SHEET)
    record_hand(
        by=by, table_id=table.pk, client_id=uuid4(), number=2, sheet=Hand(calls=("",) * 4, out=(1, 3), points=None)
    )
    found = text(client, tournament, f"table/{table.pk}/")
    assert "Tichu, made" in found
    assert "Grand Tichu, missed" in found
    assert "Double victory" in found
    assert "150 +150" in found
    assert "−150 −150" in found
    assert "50 +200" in found
    assert "chart-line" in page(client, tournament, f"table/{table.pk}/").content.decode()


def test_a_table_of_another_tournament_is_not_here(client: Client, by: Actor):
    one, other = opened(by, 4, name="One"), opened(by, 4, name="Other")
    table = published(by, other).tables.first()
    assert page(client, other, f"table/{table.pk}/").status_code == 200
    assert page(client, one, f"table/{table.pk}/").status_code == 404


def test_a_teams_page_counts_its_calls(client: Client, by: Actor):
    tournament = opened(by, 4)
    round_ = published(by, tournament)
    table = round_.tables.get(number=1)
    record_hand(by=by, table_id=table.pk, client_id=uuid4(), number=1, sheet=SHEET)
    own, other = (seat.team.number for seat in table.seats.order_by("seat").select_related("team"))
    found = text(client, tournament, f"team/{own}/")
    assert "Tichu made 1 / 1" in found
    assert "Calls brought +100" in found
    assert "Being played" in found
    found = text(client, tournament, f"team/{other}/")
    assert "Grand Tichu made 0 / 1" in found
    assert "Calls cost −200" in found
    assert page(client, tournament, "team/99/").status_code == 404


def test_a_substitutes_calls_are_the_teams_and_not_the_members(client: Client, by: Actor):
    tournament = opened(by, 4)
    round_ = published(by, tournament)
    table = Table.objects.filter(round=round_).first()
    seat = table.seats.get(seat=0)
    player = Member.objects.get(team=seat.team, position=1).player
    player.consent_at = timezone.now()
    player.save()
    tichu = {"by": by, "table_id": table.pk, "sheet": Hand(calls=("T", "", "", ""), out=(0, 1), points=50)}
    record_hand(**tichu, client_id=uuid4(), number=1)
    substitute(by=by, round_id=round_.pk, team_id=seat.team_id, member_id=player.pk, who=Person("Zoe Zimmer"))
    record_hand(**tichu, client_id=uuid4(), number=2)

    told = text(client, tournament, f"table/{table.pk}/")
    assert told.count(f"{player.shown_name}: Tichu, made") == 1
    assert told.count("Zoe Z.: Tichu, made") == 1
    found = team_shown(tournament, seat.team.number, now=timezone.now())
    assert found.did.tichu_made == 2
    assert [member.did.tichu_made for member in found.members] == [1, 0]
    assert player_shown(player.pk).did.tichu_made == 1


def test_a_team_that_won_and_one_that_lost(client: Client, by: Actor):
    tournament = opened(by, 4)
    table = published(by, tournament).tables.get(number=1)
    win(by, table, 0)
    refresh_standings(tournament_id=tournament.pk)
    winner, loser = (seat.team.number for seat in table.seats.order_by("seat").select_related("team"))
    assert "100 : 0 Table 1 Won" in text(client, tournament, f"team/{winner}/")
    assert "0 : 100 Table 1 Lost" in text(client, tournament, f"team/{loser}/")
    assert "Rank 1 of 4" in text(client, tournament, f"team/{winner}/")


def test_the_bracket_is_a_picture_and_a_list(client: Client, by: Actor):
    tournament = opened(by, 7, regulations=of_system(System.KNOCKOUT, third_place=True))
    assert "There is no bracket yet" in text(client, tournament, "bracket/")
    round_ = published(by, tournament)
    won_by_the_lower_number(by, round_)
    html = page(client, tournament, "bracket/").content.decode()
    assert html.count('class="bracket-box"') == 8  # four, two, the final, third place
    assert html.count('class="bracket-line"') == 6
    assert "Winner of match" in html
    assert "Third place" in html
    assert "Quarter-final" in html
    assert 'href="/t/cup/bracket/" aria-current="page"' in html.replace("\n", "")
    swiss = opened(by, 4, name="Swiss")
    assert "bracket/" not in page(client, swiss).content.decode()


BEST_OF_THREE = MatchRules(length=Length.BEST_OF, games=3, target=400)
WON_BY_400, LOST_BY_400 = Hand(calls=("GT", "", "", ""), out=(0, 2)), Hand(calls=("", "GT", "", ""), out=(1, 3))
A_FEW = Hand(calls=("", "", "", ""), out=(0, 1), points=60)


def best_of_three(by: Actor, *hands: Hand) -> tuple[Tournament, Table]:
    """A semifinal of several games, and these hands at its first table."""
    tournament = opened(by, 4, regulations=of_system(System.KNOCKOUT, match=BEST_OF_THREE))
    table = published(by, tournament).tables.get(number=1)
    for number, hand in enumerate(hands, start=1):
        record_hand(by=by, table_id=table.pk, number=number, sheet=hand, client_id=uuid4())
    return tournament, table


def test_without_a_knock_out_no_bracket_is_promised(client: Client, by: Actor):
    tournament = opened(by, 4)
    found = text(client, tournament, "bracket/")
    assert "There is no bracket This tournament has no knock-out." in found
    assert "the bracket stands here" not in found


def test_of_a_hidden_round_nothing_is_counted(client: Client, by: Actor):
    tournament = opened(by, 4)
    round_ = published(by, tournament)
    assert "0 of 2 tables done." in text(client, tournament, "round/1/")
    hide_round(by=by, round_id=round_.pk, hidden=True)
    won_by_the_lower_number(by, round_)
    answer = page(client, tournament, "round/1/").content.decode()
    assert "tables done" not in answer
    assert "The results of this round are kept for later." in answer


def test_a_bracket_has_the_games_where_several_make_a_match(client: Client, by: Actor):
    tournament, _ = best_of_three(by, WON_BY_400, LOST_BY_400, A_FEW, WON_BY_400)
    html = page(client, tournament, "bracket/").content.decode()
    assert re.findall(r'class="bracket-score[^>]*>([^<]*)<', html) in (["2", "1"], ["1", "2"])


def test_a_bracket_has_the_points_the_director_gave_instead_of_games(client: Client, by: Actor):
    tournament, table = best_of_three(by, WON_BY_400, WON_BY_400)
    rule(by=by, round_id=table.round_id, kind=RulingKind.ADJUSTED, table_id=table.pk, totals=(385, 15), reason="A card")
    html = page(client, tournament, "bracket/").content.decode()
    assert sorted(re.findall(r'class="bracket-score[^>]*>([^<]*)<', html)) == ["15", "385"]


def test_every_game_begins_anew_and_says_who_won_it(client: Client, by: Actor):
    tournament, table = best_of_three(by, A_FEW, WON_BY_400, LOST_BY_400, A_FEW)
    one, other = (seat.team.name for seat in table.seats.order_by("seat").select_related("team"))
    found = text(client, tournament, f"table/{table.pk}/")
    assert f"Game 1, won by {one}: 460 : 40 1 60 +60 40 +40" in found
    assert f"Game 2, won by {other}: 0 : 400 3 0 0 400 +400" in found
    assert "Game 3, being played 4 60 +60 40 +40" in found
    assert re.findall(r">(\d+)</b>", page(client, tournament, f"table/{table.pk}/").content.decode())[:2] == [
        "60",
        "40",
    ]
    assert f"{one} 1 60" in text(client, tournament, "rounds/")


def test_a_match_of_several_games_ends_with_the_games_and_no_sum(client: Client, by: Actor):
    tournament, table = best_of_three(by, WON_BY_400, LOST_BY_400, WON_BY_400)
    winner, loser = (seat.team for seat in table.seats.order_by("seat").select_related("team"))
    assert f"{winner.name} (won) 2 {loser.name} 1" in text(client, tournament, "rounds/")
    assert "2 : 1 Table 1 Won" in text(client, tournament, f"team/{winner.number}/")
    assert "800" not in text(client, tournament, f"table/{table.pk}/")


def test_the_line_of_points_says_whose_is_whose(client: Client, by: Actor):
    tournament, table = best_of_three(by, A_FEW, WON_BY_400, LOST_BY_400)
    html = page(client, tournament, f"table/{table.pk}/").content.decode()
    figure = html[html.index("<figure") : html.index("</figure>")]
    for seat in table.seats.select_related("team"):
        assert seat.team.name in figure
    assert figure.count('class="chart-break"') == 1  # where the second game begins
    assert [path.count("M") for path in re.findall(r' d="(M[^"]*L[^"]*)"', figure)] == [2, 2]
    assert re.findall(r'class="chart-mark"[^>]*>([^<]*)<', figure) == ["0", "460"]


def test_a_double_elimination_has_its_losers_below(client: Client, by: Actor, luck: random.Random):
    tournament = opened(by, 4, regulations=of_system(System.DOUBLE_ELIMINATION))
    played_and_closed(by, tournament, luck)
    html = page(client, tournament, "bracket/").content.decode()
    assert "Losers, round 2" in html
    assert html.count('class="bracket-box"') == 6
    assert "Second final" not in html


def test_no_hidden_result_in_the_bracket(client: Client, by: Actor):
    tournament = opened(by, 4, regulations=of_system(System.KNOCKOUT))
    round_ = published(by, tournament)
    hide_round(by=by, round_id=round_.pk, hidden=True)
    won_by_the_lower_number(by, round_, margin=385)
    html = page(client, tournament, "bracket/").content.decode()
    assert "385" not in html
    assert "is-won" not in html
    assert "Some results are kept for later" in html


def test_the_regulations_in_words_with_changes_and_seeds(client: Client, by: Actor):
    tournament = opened(by, 4)
    published(by, tournament, seed="tulip")
    plain = Tournament.objects.get(pk=tournament.pk).regulations
    plain["stages"][0]["rounds"] = 2
    change_regulations(by=by, tournament_id=tournament.pk, regulations=plain, reason="The hall closes at ten")
    found = text(client, tournament, "rules/")
    assert "The hall closes at ten" in found
    assert "tulip" in found
    assert tournament.seed in found
    assert "A match is 2 hands." in found


# --- who sees what -----------------------------------------------------------------------------------------------

PATHS = (
    "", "rounds/", "round/1/", "table/{table}/", "team/1/", "bracket/", "rules/", "embed/", "?live", "rounds/?live",
    "calendar.ics",
)  # fmt: skip


@pytest.fixture
def private(by: Actor) -> Tournament:
    found = opened(by, 4, visibility="private")
    edit_tournament(by=by, tournament_id=found.pk, starts_at=timezone.now())
    published(by, found)
    return found


def paths_of(tournament: Tournament) -> list[str]:
    table = Table.objects.filter(round__stage__tournament=tournament).first()
    return [path.format(table=table.pk) for path in PATHS]


def test_a_private_tournament_does_not_exist_for_others(client: Client, private: Tournament, director: Account):
    staff = Client()
    staff.force_login(director)
    for path in paths_of(private):
        assert page(staff, private, path).status_code == 200, path
        assert page(client, private, path).status_code == 404, path
    client.force_login(Account.objects.create(username="stranger"))
    assert page(client, private).status_code == 404


def test_a_private_tournament_is_open_to_its_players(client: Client, by: Actor, private: Tournament):
    came_by(client, make_link(by=by, team_id=private.teams.first().pk))
    assert page(client, private).status_code == 200
    assert "private" in page(client, private).headers["Cache-Control"]
    assert "private" in page(client, private, "?live").headers["Cache-Control"]


def test_what_was_public_and_became_private_is_gone_at_once(client: Client, by: Actor):
    tournament = opened(by, 4)
    assert page(client, tournament).status_code == 200
    edit_tournament(by=by, tournament_id=tournament.pk, visibility="private")
    assert page(client, tournament).status_code == 404
    assert page(client, tournament, "?live").status_code == 404


def test_nothing_private_stands_on_any_page(client: Client, by: Actor, director: Account):
    """Neither e-mail nor whole name nor who entered a hand; for staff neither, these are the public's pages."""
    tournament = opened(by, 4)
    Player.objects.update(name="Wholename Secret", email="secret@example.org")
    table = published(by, tournament).tables.get(number=1)
    record_hand(by=by, table_id=table.pk, client_id=uuid4(), number=1, sheet=SHEET)
    staff = Client()
    staff.force_login(director)
    for path in paths_of(tournament)[:-1]:
        for visitor in (client, staff):
            html = page(visitor, tournament, path).content.decode()
            assert "secret" not in html.lower(), path
            assert "dora" not in html.partition("<main")[2], path


# --- prices ------------------------------------------------------------------------------------------------------


def test_every_page_costs_the_same_in_a_small_and_in_a_large_field(director: Account):
    """Made anew, for somebody who is signed in: that costs most."""
    client = Client()
    client.force_login(director)
    small, large = (costs(client, size) for size in SIZES)
    assert small == large
    assert max(large.values()) <= 15, large


def costs(client: Client, size: int) -> dict[str, int]:
    tournament = large_tournament(size, rounds=2, hands=2)
    Tournament.objects.filter(pk=tournament.pk).update(visibility="public", starts_at=timezone.now())
    Player.objects.filter(memberships__tournament=tournament).update(consent_at=timezone.now())
    refresh_standings(tournament_id=tournament.pk)
    member = Member.objects.filter(tournament=tournament, team__number=1).first()
    table = Round.objects.filter(stage__tournament=tournament).first().tables.first()
    paths = {path: f"/t/{tournament.slug}/{path.format(table=table.pk)}" for path in PATHS}
    paths |= {"start": "/", "player": f"/players/{member.player_id}/", "feed": "/feed.xml", "dates": "/tournaments.ics"}
    found = {}
    for name, path in paths.items():
        keeping.contents.clear()
        keeping.answers.clear()
        with CaptureQueriesContext(connection) as queries:
            assert client.get(path).status_code == 200, path
        found[name] = len(queries)
    return found


def test_without_consent_a_full_name_is_nowhere_in_public(client: Client, by: Actor):
    """A director types a list, and nobody on it was asked. Who enters alone agrees to be named."""
    tournament = opened(by, 0)
    edit_tournament(by=by, tournament_id=tournament.pk, starts_at=timezone.now(), registration_open=True)
    people = [f"Otto{letter} Unbefragt" for letter in "abcdef"]
    import_teams(by=by, tournament_id=tournament.pk, rows=[{"members": people[at : at + 2]} for at in (0, 2, 4)])
    agreed = [Person(name="Anna Gefragt"), Person(name="Bea Gefragt")]
    register_self(by=Actor(), tournament_id=tournament.pk, people=agreed, consent=True)
    seen = {"Gefragt": 0}

    def look() -> None:
        paths = ("", "rounds/", "team/1/", "embed/", "rules/", "screen/")
        addresses = [f"/t/{tournament.slug}/{path}" for path in paths]
        addresses += [f"/api/v1/tournaments/{tournament.pk}/{what}/" for what in ("standings", "rounds")]
        for address in ("/", "/feed.xml", "/tournaments.ics", *addresses):
            shown = client.get(address, follow=True).content.decode()
            seen["Gefragt"] += "Gefragt" in shown
            assert "Unbefragt" not in shown, address

    look()
    play_round(by, published(by, tournament), random.Random(1))
    look()
    table = Table.objects.filter(round__stage__tournament=tournament).first()
    assert "Unbefragt" not in text(client, tournament, f"table/{table.pk}/")
    close_round(by=by, round_id=table.round_id)
    finish_tournament(by=by, tournament_id=tournament.pk, reason="short")
    publish_ranking(by=by, tournament_id=tournament.pk)
    look()
    assert "Unbefragt" not in text(client, tournament, "thanks/")
    assert seen["Gefragt"] > 6
    assert "Ottoa U." in text(client, tournament), "the short name is there"
