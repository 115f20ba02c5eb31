"""Who takes part, as its pages show and change it: the list, a pasted list, one entry, partners, kept apart, entering
oneself."""

import random
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.actor import Actor
from games.choices import Role, Visibility
from games.forms.entrant_list import MOST_LINES, ReadMember, read_list, text_of
from games.models import Account, Apart, Player, RateCount, Substitute, Team, Tournament
from games.selectors.records import regulations_of
from games.services.attendance import check_in
from games.services.links import enter_by_token
from games.services.registration import import_teams
from games.services.rounds import close_round
from games.services.tournaments import create_tournament, edit_tournament
from scoring.regulations import Clubmates
from tests.games.acting import a_tournament, drawn, log_of, play_round, published, refused, team
from tests.games.large import SIZES, large_tournament

pytestmark = pytest.mark.django_db


class Desk:
    """A director at the pages of one tournament."""

    def __init__(self, account: Account, tournament: Tournament) -> None:
        self.by, self.tournament, self.client = Actor(account=account), tournament, Client()
        self.client.force_login(account)
        self.here = f"/tournaments/{tournament.pk}/entrants/"

    def get(self, path: str = "", *, status: int = 200, **asked: str) -> str:
        answer = self.client.get(path if path.startswith("/") else self.here + path, asked)
        assert answer.status_code == status, answer.content.decode()
        return answer.content.decode()

    def send(self, path: str = "", *, status: int = 302, htmx: bool = False, **fields: Any) -> str:
        """What the page says afterwards."""
        address = path if path.startswith("/") else self.here + path
        answer = self.client.post(address, fields, headers={"HX-Request": "true"} if htmx else {})
        assert answer.status_code == status, answer.content.decode()
        return self.get(answer["Location"].partition("#")[0]) if status == 302 else answer.content.decode()

    def act(self, number: int, act: str, *, status: int = 302, **fields: Any) -> str:
        """Something is done about the entry of this number."""
        return self.send(f"/teams/{self.team(number).pk}/", act=act, status=status, **fields)

    def look(self, text: str, **more: Any) -> str:
        return self.send("add/", status=200, act="look", text=text, **more)

    def take(self, text: str, *, status: int = 302, **more: Any) -> str:
        """Looked at and taken."""
        seen = re.search(r'name="seen" value="(\w+)"', self.look(text))
        assert seen
        return self.send("add/", act="take", text=text, seen=seen[1], status=status, **more)

    def team(self, number: int) -> Team:
        return team(self.tournament, number)

    def states(self) -> list[str]:
        return [
            words_in(each)
            for each in re.findall(r'class="entrant-state">(.*?)</span>\s*(?:</button>|</div>)', self.get(), re.S)
        ]


def words_in(page: str) -> str:
    """What a person reads."""
    return " ".join(re.sub(r"<[^>]*>", " ", page).split()).replace("&#x27;", "'")


@pytest.fixture
def evening(director: Account) -> Desk:
    return Desk(director, a_tournament(Actor(account=director), 0))


@pytest.fixture
def four(director: Account) -> Desk:
    return Desk(director, a_tournament(Actor(account=director), 4))


def members_of(desk: Desk) -> list[list[str]]:
    rows = desk.tournament.teams.order_by("number").prefetch_related("members__player")
    return [[member.player.name for member in each.members.all()] for each in rows]


# --- reading a list ----------------------------------------------------------------------------------------------


def read(text: str, members: int = 2) -> list[tuple[Any, ...]]:
    return [
        (row.line, tuple(each.name for each in row.members), row.club) for row in read_list(text, members=members).rows
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Anna Weber / Bert Meier (Bonn)", "Anna Weber/Bert Meier; Bonn", "Anna Weber & Bert Meier\tBonn",
        "Anna Weber;Bert Meier;Bonn", "Anna Weber, Bert Meier, Bonn", "Anna Weber\tBert Meier\tBonn",
        "1. Anna Weber + Bert Meier [Bonn]", "Anna Weber und Bert Meier, Bonn", "Anna Weber – Bert Meier (Bonn)",
        '"Weber, Anna";"Meier, Bert";Bonn', "12;Anna Weber;Bert Meier;Bonn",
        "\ufeffAnna  Weber /  Bert\xa0Meier ( Bonn )",
    ],
)  # fmt: skip
def test_one_pair_is_understood_however_it_is_written(line: str):
    assert read(line) == [(1, ("Anna Weber", "Bert Meier"), "Bonn")]


def test_last_names_first_are_turned():
    assert read("Weber, Anna / Meier, Bert") == [(1, ("Anna Weber", "Bert Meier"), "")]


@pytest.mark.parametrize(
    ("line", "members", "names"),
    [
        ("Freifrau von und zu Hohenzollern / Max", 2, ("Freifrau von und zu Hohenzollern", "Max")),
        ("Freifrau von und zu Hohenzollern; Max; Bonn", 2, ("Freifrau von und zu Hohenzollern", "Max")),
        ("Freifrau von und zu Hohenzollern und Max", 2, ("Freifrau von und zu Hohenzollern", "Max")),
        ("Freifrau von und zu Hohenzollern", 1, ("Freifrau von und zu Hohenzollern",)),
        ("Rock and Roll / Max", 2, ("Rock and Roll", "Max")),
        ("Rock and Roll; Max; Bonn; 1500", 2, ("Rock and Roll", "Max")),
        ("Spieler;Partner\nRock and Roll;Max", 2, ("Rock and Roll", "Max")),
        ("Rock and Roll", 1, ("Rock and Roll",)),
        ("Anna / Bert und Carl", 3, ("Anna", "Bert", "Carl")),
    ],
)
def test_a_word_parts_names_only_where_one_is_wanting(line: str, members: int, names: tuple[str, ...]):
    [(_, found, _)] = read(line, members)
    assert found == names


def test_a_first_line_names_the_columns():
    text = (
        "Nr;Verein;Spieler 1;E-Mail;Spieler 2;Wertung;Setzplatz;Team\n7;Bonn;Anna;a@example.org;Bert;1500;2;Die Drachen"
    )
    [row] = read_list(text, members=2).rows
    assert row.members == (ReadMember(name="Anna", email="a@example.org"), ReadMember(name="Bert"))
    assert (row.line, row.name, row.club, row.rating, row.seed) == (2, "Die Drachen", "Bonn", 1500, 2)
    assert read("Vorname\tNachname\tClub\nAnna\tWeber\tBonn", 1) == [(2, ("Anna Weber",), "Bonn")]
    assert read("Name,Club\nAnna Weber / Bert Meier,Bonn") == [(2, ("Anna Weber", "Bert Meier"), "Bonn")]


def test_every_member_can_have_a_club_and_a_team_a_name():
    [row] = read_list("Dragons: Anna (Bonn) / Bert (Köln) / Carl (Bonn)", members=3).rows
    assert [(each.name, each.club) for each in row.members] == [("Anna", "Bonn"), ("Bert", "Köln"), ("Carl", "Bonn")]
    assert (row.name, row.club) == ("Dragons", "")


def test_lines_are_counted_as_an_editor_counts_them():
    assert read("\n\nAnna / Bert\r\n\r\nCarl / Dora\n") == [(3, ("Anna", "Bert"), ""), (5, ("Carl", "Dora"), "")]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("A / B\nA / B / C / D / E", 2, "Here are 5 names, and at most 4 fit."),
        ("A;B;Bonn;Köln", 1, "“Köln” is one column too many."),
        ("Team;Player;Player\nX;A;B;C", 2, "This line has more columns than the first one."),
        ("Player;Player;Rating\nA;B;good", 2, "“good” is no whole number."),
        ("x" * 121, 1, f"“{'x' * 30}…” is too long: at most 120 characters fit."),
        ("x" * 1001, 1, "This line is too long. Put every team into a line of its own."),
        ("A / B\n" * (MOST_LINES + 2), None, "This list is too long. At most 500 lines fit; enter it in parts."),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, line: int | None, words: str):
    [fault] = read_list(text, members=2).faults
    assert (fault.line, str(fault.words)) == (line, words)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
def test_a_file_is_read_however_it_was_saved(encoding: str):
    assert text_of("Jörg / Zoë".encode(encoding)) == "Jörg / Zoë"


@settings(max_examples=300, deadline=None)
@given(
    st.text(alphabet=st.characters(codec="utf-8") | st.sampled_from('ab/;,&\t\n\r"()[]:1@'), max_size=200),
    st.integers(1, 3),
)
def test_no_text_is_too_odd_to_be_read(text: str, members: int):
    found = read_list(text, members=members)
    for row in found.rows:
        assert all(each.name and len(each.name) <= 120 for each in row.members)
        assert 1 <= len(row.members) <= max(1, 2 * members if members > 1 else 1)


# --- entering a list ---------------------------------------------------------------------------------------------

ODD = st.text(alphabet=st.characters() | st.sampled_from('ab/;,&\t\n\r"()[]:1@\0'), max_size=120)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=ODD, act=st.sampled_from(["look", "take"]), seen=st.booleans())
def test_no_text_breaks_the_page(evening: Desk, text: str, act: str, seen: bool):
    page = evening.client.post(evening.here + "add/", {"text": text.encode(errors="ignore").decode(), "act": "look"})
    assert page.status_code == 200
    mark = re.search(r'name="seen" value="(\w+)"', page.content.decode())
    fields = {"text": text.encode(errors="ignore").decode(), "act": act} | ({"seen": mark[1]} if mark and seen else {})
    assert evening.client.post(evening.here + "add/", fields).status_code in (200, 302, 422)


def test_nothing_is_entered_before_somebody_has_looked(evening: Desk):
    page = evening.look("Anna Weber / Bert Meier (Bonn)\nCarl Roth")
    assert "2 lines were understood like this" in page
    assert "Looks for a partner" in words_in(page)
    assert not Team.objects.exists()
    page = evening.send("add/", status=200, act="take", text="Somebody / Else", seen="0" * 16)
    assert "understood like this" in page
    assert not Team.objects.exists()


def test_what_was_looked_at_is_entered_in_one_go(evening: Desk):
    page = evening.take("Dragons: Anna Weber / Bert Meier (Bonn)\r\nCarl Roth & Dora Vogt; Köln; 1400\r\nEva")
    assert "3 entries were made. 1 looks for a partner." in page
    assert members_of(evening) == [["Anna Weber", "Bert Meier"], ["Carl Roth", "Dora Vogt"], ["Eva"]]
    rows = list(evening.tournament.teams.order_by("number").values_list("name", "club", "rating", "entry"))
    assert rows == [
        ("Dragons", "Bonn", None, "in"),
        ("Carl R. / Dora V.", "Köln", 1400, "in"),
        ("Eva", "", None, "waiting"),
    ]
    assert log_of(evening.tournament)[-1] == "teams.imported"


def test_all_or_nothing_with_the_line(evening: Desk):
    page = evening.look("Anna / Bert\n\nA / B / C / D / E")
    assert "Line 3: Here are 5 names, and at most 4 fit." in words_in(page)
    assert "A / B / C / D / E" in page
    page = evening.take("Anna / Bert\n\nCarl;Dora;c@", status=422)
    assert "Line 3: “c@” is no e-mail address." in words_in(page)
    assert not Team.objects.exists()
    assert not Player.objects.exists()


def test_a_line_that_does_not_fit_is_left_out_or_corrected_in_its_place(evening: Desk):
    text = "Anna / Bert\nA / B / C / D / E\nEva / Finn"
    page = evening.look(text)
    assert "2 lines were understood like this" in page
    assert re.findall(r'name="out" value="(\d+)"( checked)?', page) == [("1", ""), ("2", ""), ("3", "")]
    assert 'name="line-2" value="A / B / C / D / E"' in page
    page = evening.take(text, status=200, **{"line-2": "A / B / C / D / E"})
    assert "Line 2: Here are 5 names, and at most 4 fit." in words_in(page)
    assert not Team.objects.exists()
    page = evening.take(text, status=200, **{"line-2": "Carl / Dora"})
    assert "3 lines were understood like this" in page
    assert not Team.objects.exists()
    evening.take(text, out="2", **{"line-2": "A / B / C / D / E"})
    assert members_of(evening) == [["Anna", "Bert"], ["Eva", "Finn"]]


def test_a_line_of_individuals_that_does_not_fit_keeps_nobody_else_out(director: Account):
    desk = Desk(director, create_tournament(by=Actor(account=director), name="Cup", preset="german_championship"))
    desk.take("Anna\nBert / Carl\nDora von und zu Hain", out="2")
    assert members_of(desk) == [["Anna"], ["Dora von und zu Hain"]]


def test_a_line_with_more_names_than_play_is_worth_a_look(evening: Desk):
    page = words_in(evening.look("Anna / Bert / Carl\nDora / Eva"))
    assert "1 line is worth a look." in page
    assert "3 names in one team: they take turns at the table." in page


def test_who_is_known_is_recognised_and_who_is_not_meant_is_somebody_new(evening: Desk, director: Account):
    last_year = a_tournament(evening.by, 0, name="Last year")
    import_teams(
        by=evening.by, tournament_id=last_year.pk, rows=[{"members": ["Anna Weber", "Bert Meier"], "club": "Bonn"}]
    )
    anna, bert = Player.objects.order_by("pk")
    page = evening.look("anna weber / Bert Meier")
    assert page.count("<option") == 4
    evening.take("anna weber / Bert Meier", **{"who-1-2": "new"})
    found = [member.player_id for member in evening.team(1).members.order_by("position")]
    assert found[0] == anna.pk
    assert found[1] not in (anna.pk, bert.pk)


@pytest.mark.parametrize(
    ("player", "code"), [("1", "plain_type"), (True, "plain_type"), (0, "player_unknown"), (2**70, "player_unknown")]
)
def test_a_list_names_known_players_by_their_ids(evening: Desk, player: object, code: str):
    rows = [{"members": [{"player": player}, "Bert"]}]
    refusal = refused(import_teams, by=evening.by, tournament_id=evening.tournament.pk, rows=rows)
    assert (refusal.code, refusal.facts["row"]) == (code, 1)


def test_a_list_that_is_sent_again_is_left_out(evening: Desk):
    evening.take("Anna Weber / Bert Meier")
    page = evening.look("Anna Weber / Bert Meier\nCarl / Dora")
    assert page.count("is in team 1 already") == 2
    assert re.findall(r'name="out" value="(\d+)"( checked)?', page) == [("1", " checked"), ("2", "")]
    evening.take("Anna Weber / Bert Meier\nCarl / Dora", out="1")
    assert members_of(evening) == [["Anna Weber", "Bert Meier"], ["Carl", "Dora"]]


def test_a_name_that_stands_there_twice_is_pointed_out(evening: Desk):
    assert evening.look("Anna / Bert\nCarl / anna").count("stands in the list twice") == 2


def test_a_file_becomes_the_list(evening: Desk):
    sent = SimpleUploadedFile("list.csv", "Spieler;Partner;Verein\nJörg;Zoë;Köln".encode("latin-1"))
    page = evening.look("", file=sent)
    assert "<b>Jörg</b>" in page
    assert "Spieler;Partner;Verein" in page
    large = SimpleUploadedFile("list.csv", b"x" * 200_001)
    assert "This file is too large" in evening.send("add/", status=422, act="look", file=large)
    table = SimpleUploadedFile("list.xlsx", b"PK\x03\x04 and so on")
    assert "This is no text. Save the sheet as CSV" in evening.send("add/", status=422, act="look", file=table)


@pytest.mark.parametrize(
    ("preset", "text", "members"), [("german_championship", "Anna Weber, Bonn", 1), ("tientsin", "A / B / C", 3)]
)
def test_as_many_names_as_play_together(director: Account, preset: str, text: str, members: int):
    desk = Desk(director, create_tournament(by=Actor(account=director), name="Cup", preset=preset))
    assert ("One player a line" if members == 1 else "One team a line") in desk.get("add/")
    desk.take(text)
    assert [len(each) for each in members_of(desk)] == [members]
    assert desk.team(1).entry == "in"
    assert ("Partners" in desk.get()) is (members > 1)


def test_players_of_the_house(director: Account):
    desk = Desk(director, create_tournament(by=Actor(account=director), name="Cup", preset="german_championship"))
    if "Players of the house" not in desk.get("add/"):
        pytest.skip("no preset with house players")
    desk.send("add/", act="house", member_1="Hugo House")
    assert desk.team(1).house
    assert desk.states() == ["House"]


# --- the list ----------------------------------------------------------------------------------------------------


def test_an_empty_list_says_what_to_do(evening: Desk):
    assert "Nobody has entered yet" in evening.get()


def test_a_row_is_tapped_and_tapped_again(four: Desk):
    fragment = four.send("check-in/", status=200, htmx=True, here=four.team(2).pk)
    assert 'aria-pressed="true"' in fragment
    assert "1 of 4 are here" in words_in(fragment)
    assert four.team(2).checked_in_at is not None
    assert four.states() == ["Not here yet", "Here", "Not here yet", "Not here yet"]
    page = four.send("check-in/", gone=four.team(2).pk)
    assert "0 of 4 are here" in words_in(page)
    assert four.team(2).checked_in_at is None


def test_somebody_of_another_tournament_is_not_tapped(four: Desk, director: Account):
    other = a_tournament(four.by, 2, name="Other")
    four.send("check-in/", status=422, here=team(other, 1).pk)
    assert team(other, 1).checked_in_at is None


def test_a_scorer_checks_in_and_does_no_more(four: Desk, guest: Account):
    four.tournament.staff.create(account=guest, role=Role.SCORER)
    scorer = Desk(guest, four.tournament)
    assert "Kept apart" not in scorer.get()
    scorer.send("check-in/", here=four.team(1).pk)
    assert four.team(1).checked_in_at is not None
    assert "Cancel the entry" not in scorer.get(f"/teams/{four.team(1).pk}/")
    for path in ("add/", "partners/", "apart/", "registration/", "check-in/close/"):
        scorer.get(path, status=403)
        scorer.send(path, status=403)
    scorer.act(1, "cancel", status=403)
    assert four.team(1).entry == "in"


def test_a_search_without_scripts(four: Desk):
    page = four.get(search="player 3.1")
    assert re.findall(r'id="team-(\d)"[^>]*?( hidden)?>', page) == [
        ("1", " hidden"),
        ("2", " hidden"),
        ("3", ""),
        ("4", " hidden"),
    ]
    check_in(by=four.by, team_ids=[four.team(2).pk])
    shown = re.findall(r'id="team-(\d)"[^>]*?( hidden)?>', four.get(show="here"))
    assert [number for number, hidden in shown if not hidden] == ["2"]
    assert "Nobody like this is entered." in four.get(search="zzz")


@pytest.mark.parametrize("search", ["müll", "muell", "mull", "MÜLLER", "gross", "groß", "joe", "el", "moel", "möl"])
@pytest.mark.both_databases
def test_a_search_finds_letters_with_marks_however_they_are_typed(evening: Desk, search: str):
    evening.take("Joel Müller / Eva Groß\nAda Moeller-Mueller / Joe Gross\nXaver Xu / Yann Yu")
    shown = re.findall(r'id="team-(\d)"[^>]*?( hidden)?>', evening.get(search=search))
    expected = {"moel": ["2"], "möl": ["2"]}.get(search, ["1", "2"])
    assert [number for number, hidden in shown if not hidden] == expected


def test_every_state_has_its_words(director: Account):
    desk = Desk(director, a_tournament(Actor(account=director), 4))
    edit_tournament(by=desk.by, tournament_id=desk.tournament.pk, entrants_limit=3)
    desk.take("Eva / Finn\nGabi")
    desk.act(1, "late", round=2)
    desk.act(2, "cancel")
    assert desk.states() == [
        "From round 2",
        "Cancelled",
        "Not here yet",
        "Not here yet",
        "Wait list, 1.",
        "Looks for a partner",
    ]


def test_closing_check_in_asks_what_happens_to_who_has_not_come(four: Desk):
    check_in(by=four.by, team_ids=[four.team(1).pk, four.team(2).pk])
    four.act(3, "late", round=3)
    page = four.get("check-in/close/")
    assert "1 has not come:" in page
    assert "Player 4.1 / Player 4.2" in page
    page = four.send("check-in/close/", no_shows="cancel")
    assert "Whoever has not come is cancelled" in page
    assert four.states() == ["Here", "Here", "From round 3", "Cancelled"]
    assert "Check-in is open again." in four.send("check-in/reopen/")
    four.send("check-in/close/", no_shows="keep")
    assert "Check-in is closed." in four.send("check-in/close/", status=422, no_shows="keep")


def test_the_list_costs_the_same_in_a_small_and_in_a_large_field(director: Account):
    prices = []
    owner = Account.objects.create_user(username="owner", is_superuser=True)
    for size in SIZES:
        desk = Desk(owner, large_tournament(size, rounds=2, hands=1))
        asked = []
        for path in ("", "apart/", "add/", f"/teams/{desk.team(1).pk}/"):
            with CaptureQueriesContext(connection) as queries:
                desk.get(path)
            asked.append(len(queries))
        prices.append(asked)
    assert prices[0] == prices[1]
    assert max(prices[0]) <= 15


# --- one entry ---------------------------------------------------------------------------------------------------


def test_what_a_cancelled_entry_offers_is_to_take_it_back(four: Desk):
    page = four.act(2, "cancel")
    assert "Player 2.1 / Player 2.2 is cancelled." in words_in(page)
    assert 'value="restore">Undo' in page
    page = four.act(2, "restore")
    assert "is entered again" in page
    assert four.team(2).entry == "in"


def test_withdrawn_after_the_round_now_and_back(four: Desk):
    published(four.by, four.tournament)
    page = four.get(f"/teams/{four.team(1).pk}/")
    assert "Withdraw after this round" in page
    assert "Cancel the entry" not in page
    page = four.act(1, "withdraw", when="after")
    assert 'value="reinstate">Undo' in page
    assert "plays round 1 and is withdrawn after it." in page
    assert four.team(1).withdrawn == 1
    assert four.states()[0] == "Withdrawn after round 1"
    four.act(1, "reinstate")
    assert four.team(1).withdrawn is None
    four.act(1, "withdraw", when="now")
    assert four.team(1).withdrawn == 0
    assert "Team 1 has withdrawn already." in four.act(1, "withdraw", when="now", status=422)


def test_details_are_changed_and_what_is_wrong_stands_beside_its_field(four: Desk):
    four.act(1, "edit", name="Dragons", club="Bonn", rating="1500", seed="1", tables="2, 3")
    found = four.team(1)
    assert (found.name, found.club, found.rating, found.seed, found.tables) == ("Dragons", "Bonn", 1500, 1, [2, 3])
    page = four.act(2, "edit", name="Hounds", club="", rating="", seed="1", tables="", status=422)
    assert "Seed 1 belongs to team 1." in page
    assert 'value="Hounds"' in page
    assert "Write numbers of tables" in four.act(2, "edit", name="", tables="one", status=422)
    assert four.team(2).name == "Player 2. / Player 2."


def test_members_change_and_who_stays_is_the_same_person(four: Desk):
    stays = four.team(1).members.get(position=1).player_id
    Player.objects.create(name="Player 1.1", shown_name="Somebody else of that name")
    four.act(1, "members", member_1="Player 1.1", member_2="Zoe Zart")
    assert members_of(four)[0] == ["Player 1.1", "Zoe Zart"]
    assert four.team(1).members.get(position=1).player_id == stays
    assert "“Player 2.1” is in another team" in words_in(
        four.act(1, "members", member_1="Player 1.1", member_2="Player 2.1", status=422)
    )


def test_a_name_is_corrected_without_another_person(four: Desk):
    player = four.team(1).members.get(position=1).player
    fields = {f"p{player.pk}-name": "Anna Weber", f"p{player.pk}-shown_name": "Anna", f"p{player.pk}-club": "Bonn"}
    four.act(1, "person", player=player.pk, **fields)
    player.refresh_from_db()
    assert (player.name, player.shown_name, player.club) == ("Anna Weber", "Anna", "Bonn")
    page = four.act(
        1, "person", player=player.pk, **{f"p{player.pk}-name": "", f"p{player.pk}-shown_name": "A"}, status=422
    )
    assert "field-wrong" in page


def test_two_records_of_one_person_become_one(four: Desk):
    last_year = a_tournament(four.by, 0, name="Last year")
    import_teams(by=four.by, tournament_id=last_year.pk, rows=[{"members": ["Player 1.1", "Bert"]}])
    ours = four.team(1).members.get(position=1).player
    known = Player.objects.filter(name="Player 1.1").exclude(pk=ours.pk).get()
    assert "It is the same person" in four.get(f"/teams/{four.team(1).pk}/")
    four.act(1, "merge", kept=known.pk, other=ours.pk)
    assert four.team(1).members.get(position=1).player_id == known.pk


def test_between_two_rounds_the_entry_says_when_a_substitute_can_be_named(four: Desk):
    words, here = "Draw it first: then a substitute can be named here.", f"/teams/{four.team(1).pk}/"
    assert words not in four.get(here), "its members can still be changed"
    round_ = published(four.by, four.tournament)
    assert words not in four.get(here), "it is named in the round that is played"
    play_round(four.by, round_, random.Random(1))
    close_round(by=four.by, round_id=round_.pk)
    assert words in four.get(here)


def test_somebody_plays_for_a_member_and_then_not(four: Desk):
    assert "Substitute in round" not in four.get(f"/teams/{four.team(1).pk}/")
    drawn(four.by, four.tournament)
    member = four.team(1).members.get(position=1).player_id
    page = four.act(1, "substitute", member=member, substitute="Sam Sub")
    assert page.count("Sam Sub plays for Player 1.1 in round 1.") == 2, "said, and marked in the list"
    assert f'name="member" value="{member}"' in page
    assert 'value="end_substitution">Undo' in page
    assert "Sam Sub plays for" in four.get(search="sam"), "found by the substitute's name"
    assert Substitute.objects.get().substitute.name == "Sam Sub"
    assert "Sam Sub plays for Player 1.1." in four.get(f"/teams/{four.team(1).pk}/")
    four.act(2, "substitute", member=four.team(2).members.first().player_id, substitute="Sam Sub", status=422)
    page = four.act(1, "end_substitution", member=member)
    assert "Player 1.1 plays after all." in page
    assert "Sam Sub" not in page
    assert not Substitute.objects.exists()


def test_the_link_of_a_team_is_shown_once(four: Desk):
    page = four.act(1, "link", status=200)
    token = re.search(r"/play/in/#([\w-]+)", page)
    assert token
    assert enter_by_token(token=token[1]).link.team.number == 1
    assert 'class="square"' in page
    assert token[1] not in four.get(f"/teams/{four.team(1).pk}/")


def test_a_row_opens_where_it_stands(four: Desk):
    answer = four.client.get(f"/teams/{four.team(1).pk}/", headers={"HX-Request": "true"}).content.decode()
    assert answer.lstrip().startswith('<div class="acts">')


def test_who_waits_is_let_in_while_one_plays(four: Desk):
    edit_tournament(by=four.by, tournament_id=four.tournament.pk, entrants_limit=4)
    four.take("Eva / Finn\nGabi / Hans")
    published(four.by, four.tournament)
    assert "Let in who waits" not in four.get()
    four.act(6, "move_up", status=422)
    four.act(1, "withdraw", when="now")
    assert "Let in who waits" in four.get()
    four.act(6, "move_up")
    assert (four.team(5).entry, four.team(6).entry) == ("waiting", "in")


# --- together and apart ------------------------------------------------------------------------------------------


def test_two_who_look_for_a_partner_become_a_pair(evening: Desk):
    evening.take("Anna\nBert\nCarl\nDora\nEva")
    page = evening.get("partners/")
    assert "5 look for a partner" in page
    one, other = evening.team(2).pk, evening.team(4).pk
    assert "Name two entries for every pair." in evening.send("partners/", status=422, act="two", team=[one])
    assert "Bert and Dora play together." in evening.send("partners/", act="two", team=[one, other])
    assert members_of(evening)[1] == ["Bert", "Dora"]
    assert "Cancelled" not in evening.get(), "nobody has dropped out"
    assert len(evening.states()) == 4
    assert "Put together here" in evening.get("partners/")
    assert "Taken apart: Bert / Dora." in evening.send("partners/", act="apart", team=one)
    assert "Put together here" not in evening.get("partners/")
    assert members_of(evening) == [["Anna"], ["Bert"], ["Carl"], ["Dora"], ["Eva"]]
    assert "was not put together here" in evening.send("partners/", status=422, act="apart", team=one)
    evening.send("partners/", act="two", team=[one, other])
    evening.send("partners/", act="all")
    assert members_of(evening)[0] == ["Anna", "Carl"]
    assert "1 looks for a partner" in evening.get("partners/")


def test_two_are_kept_apart_until_they_may_meet(four: Desk):
    fields = {"act": "keep", "one": four.team(1).pk, "other": four.team(2).pk, "must": "yes"}
    page = four.send("apart/", **fields)
    assert "Player 1.1 / Player 1.2 – Player 2.1 / Player 2.2 always" in words_in(page)
    wish = Apart.objects.get()
    assert (wish.must, wish.never, wish.teams.count()) == (True, "opponents", 2)
    four.send("apart/", act="stop", wish=wish.pk)
    assert not Apart.objects.exists()


def test_nobody_is_kept_apart_from_themselves(four: Desk):
    one, other = four.team(1).pk, four.team(2).pk
    for teams in ({"one": one, "other": one}, {"one": one, "other": other, "third": other}):
        page = four.send("apart/", act="keep", status=422, must="", **teams)
        assert "The same one is chosen twice. Choose different ones." in page
    assert not Apart.objects.exists()


def test_individuals_are_kept_from_being_partners(director: Account):
    desk = Desk(director, a_tournament(Actor(account=director), 4, preset="german_championship"))
    desk.send("apart/", act="keep", one=desk.team(1).pk, other=desk.team(2).pk, never="partners")
    assert Apart.objects.get().never == "partners"
    assert "not partners, if possible" in words_in(desk.get("apart/"))


def test_clubs_are_kept_apart_with_one_choice(four: Desk):
    four.act(1, "edit", name="", club="TC Bonn", tables="")
    assert "TC Bonn 1" in words_in(four.get("apart/"))
    four.send("apart/", act="clubmates", clubmates="apart_if_possible")
    four.tournament.refresh_from_db()
    assert regulations_of(four.tournament).clubmates is Clubmates.APART_IF_POSSIBLE
    published(four.by, four.tournament)
    page = four.send("apart/", act="clubmates", clubmates="may_meet", status=422)
    assert "give a reason" in page
    four.send("apart/", act="clubmates", clubmates="may_meet", reason="Too few clubs")
    four.tournament.refresh_from_db()
    assert regulations_of(four.tournament).clubmates is Clubmates.MAY_MEET


# --- entering oneself --------------------------------------------------------------------------------------------


class Visitor:
    """Somebody with the link."""

    def __init__(self, tournament: Tournament, address: str = "192.0.2.1") -> None:
        self.client, self.here = Client(REMOTE_ADDR=address), f"/t/{tournament.slug}/enter/"

    def enter(self, *, status: int = 302, **fields: Any) -> str:
        answer = self.client.post(self.here, {"consent": "on"} | fields)
        assert answer.status_code == status, answer.content.decode()
        return (self.client.get(answer["Location"]) if status == 302 else answer).content.decode()


@pytest.fixture
def open_evening(evening: Desk) -> Desk:
    evening.send("registration/", act="open")
    evening.tournament.refresh_from_db()
    return evening


def test_opening_registration_lets_whoever_has_the_link_see_the_tournament(evening: Desk):
    assert evening.tournament.visibility == Visibility.PRIVATE
    assert "This tournament is private." in evening.get("registration/")
    page = evening.send("registration/", act="open")
    evening.tournament.refresh_from_db()
    assert (evening.tournament.visibility, evening.tournament.registration_open) == (Visibility.UNLISTED, True)
    assert f"/t/{evening.tournament.slug}/enter/" in page
    assert 'class="square"' in page
    evening.send("registration/", act="close")
    assert (
        "Registration is closed"
        in Visitor(evening.tournament).client.get(f"/t/{evening.tournament.slug}/enter/").content.decode()
    )


def test_a_pair_enters_and_is_in(open_evening: Desk):
    page = Visitor(open_evening.tournament).enter(
        name="Anna Weber", partner_1="Bert Meier", club="Bonn", email="a@example.org"
    )
    assert "You are in" in page
    assert "Anna Weber / Bert Meier" in page
    assert "a@example.org" not in page
    players = list(Player.objects.order_by("pk").values_list("name", "club", "email"))
    assert players == [("Anna Weber", "Bonn", "a@example.org"), ("Bert Meier", "Bonn", "")]
    assert not Player.objects.filter(consent_at=None).exists()


def test_whoever_has_nobody_looks_for_a_partner(open_evening: Desk):
    assert "You are looking for a partner" in Visitor(open_evening.tournament).enter(name="Anna")
    assert open_evening.states() == ["Looks for a partner"]


def test_the_wait_list_says_at_which_place(open_evening: Desk):
    edit_tournament(by=open_evening.by, tournament_id=open_evening.tournament.pk, entrants_limit=2)
    for number in range(2):
        assert "You are in" in Visitor(open_evening.tournament).enter(name=f"A{number}", partner_1=f"B{number}")
    visitor = Visitor(open_evening.tournament)
    assert "All places are taken" in visitor.client.get(visitor.here).content.decode()
    visitor.enter(name="C", partner_1="D")
    last = Visitor(open_evening.tournament)
    assert "You are number 2 on the wait list" in last.enter(name="E", partner_1="F")
    open_evening.act(1, "cancel")
    again = last.client.get(f"/t/{open_evening.tournament.slug}/entered/").content.decode()
    assert "You are number 1 on the wait list" in again


def test_the_wait_list_is_rearranged_by_its_buttons(open_evening: Desk):
    edit_tournament(by=open_evening.by, tournament_id=open_evening.tournament.pk, entrants_limit=2)
    waiting = [Visitor(open_evening.tournament) for _ in range(4)]
    for number, visitor in enumerate(waiting):
        visitor.enter(name=f"A{number}", partner_1=f"B{number}")
    here = f"/tournaments/{open_evening.tournament.pk}/entrants/"
    page = open_evening.client.get(here).content.decode()
    assert page.count("To the front") == 2
    last = open_evening.tournament.teams.get(number=4)
    assert open_evening.client.post(f"{here}wait-list/", {"team": last.pk, "place": 1}).status_code == 302
    again = waiting[3].client.get(f"/t/{open_evening.tournament.slug}/entered/").content.decode()
    assert "You are number 1 on the wait list" in again
    log = open_evening.client.get(f"/tournaments/{open_evening.tournament.pk}/log/").content.decode()
    assert "moved from place 2 to 1" in log


def test_without_consent_nobody_is_entered_and_what_was_typed_stays(open_evening: Desk):
    page = Visitor(open_evening.tournament).enter(status=422, name="Anna Weber", partner_1="Bert", consent="")
    assert "Everybody must agree to be shown by name" in page
    assert 'value="Anna Weber"' in page
    assert not Player.objects.exists()


def test_what_is_missing_or_wrong_stands_at_its_field(open_evening: Desk):
    visitor = Visitor(open_evening.tournament)
    assert 'id="id_name_error"' in visitor.enter(status=422, name=" ")
    assert 'id="id_email_error"' in visitor.enter(status=422, name="Anna", email="no")
    assert 'id="id_name_error"' in visitor.enter(status=422, name="Anna", partner_1="Anna")


def test_nobody_else_sees_how_it_stands(open_evening: Desk):
    Visitor(open_evening.tournament).enter(name="Anna", partner_1="Bert")
    answer = Client().get(f"/t/{open_evening.tournament.slug}/entered/")
    assert (answer.status_code, answer["Location"]) == (302, f"/t/{open_evening.tournament.slug}/enter/")


def test_closed_or_begun_nobody_enters(open_evening: Desk):
    tournament = open_evening.tournament
    edit_tournament(by=open_evening.by, tournament_id=tournament.pk, registration_open=False)
    assert "Registration is closed" in Visitor(tournament).enter(status=422, name="Anna")
    edit_tournament(by=open_evening.by, tournament_id=tournament.pk, registration_open=True)
    Tournament.objects.filter(pk=tournament.pk).update(state="running")
    page = Visitor(tournament).enter(status=422, name="Anna")
    assert "They are playing already" in page
    assert not Team.objects.exists()


def test_who_enters_too_often_waits(open_evening: Desk, settings, middle_of_a_minute: None):
    settings.API_WRITES_PER_MINUTE = {"anonymous": 2, "account": 2, "link": 2}
    RateCount.objects.all().delete()
    for number in range(2):
        Visitor(open_evening.tournament).enter(name=f"A{number}")
    assert "That was too often." in Visitor(open_evening.tournament).enter(status=429, name="A3")
    Visitor(open_evening.tournament, "192.0.2.2").enter(name="A4")
    assert Team.objects.count() == 3


@pytest.mark.parametrize(("preset", "fields"), [("german_championship", 0), ("swiss_evening", 1), ("tientsin", 2)])
def test_there_are_as_many_fields_as_partners(director: Account, preset: str, fields: int):
    tournament = create_tournament(
        by=Actor(account=director), name="Cup", preset=preset, registration_open=True, visibility=Visibility.PUBLIC
    )
    visitor = Visitor(tournament)
    assert visitor.client.get(visitor.here).content.decode().count('name="partner_') == fields
    partners = {f"partner_{at}": f"P{at}" for at in range(1, fields + 1)}
    assert "You are in" in visitor.enter(name="Anna", **partners)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=ODD, partner=ODD, club=ODD)
def test_no_entry_breaks_the_page(open_evening: Desk, name: str, partner: str, club: str):
    fields = {"name": name, "partner_1": partner, "club": club, "consent": "on"}
    clean = {key: value.encode(errors="ignore").decode() for key, value in fields.items()}
    visitor = Visitor(open_evening.tournament)
    assert visitor.client.post(visitor.here, clean).status_code in (302, 422, 429)


def test_in_german(four: Desk):
    page = four.client.get(four.here, headers={"Accept-Language": "de"}).content.decode()
    assert "Noch nicht da" in page
    sent = four.client.post(four.here + "add/", {"text": "A / B / C / D / E"}, headers={"Accept-Language": "de"})
    assert "Hier stehen 5 Namen, und höchstens 4 passen." in sent.content.decode()
