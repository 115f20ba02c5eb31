"""What is printed: every kind of sheet, its words in both languages, everybody's letters, and who may."""

import random
import re
import time
from collections.abc import Iterator
from datetime import datetime
from io import BytesIO
from zoneinfo import ZoneInfo

import pytest
import segno
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from pypdf import PdfReader

from games.actor import Actor
from games.exchange import pdf_letters
from games.exchange.brackets import HIGH, WIDE, bracket
from games.exchange.pdf import Document, Paper
from games.exchange.pdf_cards import ScanCard, cards_pdf
from games.exchange.pdf_drawings import shapes
from games.exchange.pdf_sheets import sheets_pdf
from games.exchange.score_sheets import ScoreSheet, blank, filled_in
from games.exchange.seat_lists import by_name
from games.models import AccessLink, Account, Round, Tournament
from games.selectors.printing import bracket_printed, round_printed
from games.services.attendance import substitute, withdraw
from games.services.links import enter_by_code
from games.services.people import Person
from games.services.registration import import_teams
from games.services.standings import refresh_standings
from games.services.tournaments import edit_tournament
from games.spelling import without_marks
from scoring.presets import PRESETS
from scoring.regulations import Ranked, Regulations, System
from tests.games.acting import (
    a_stage,
    a_tournament,
    drawn,
    groups_and_final,
    of_system,
    play_to_the_end,
    played_and_closed,
    published,
    win,
    won_by_the_lower_number,
)
from tests.games.large import SIZES, large_tournament

LANGUAGES = ("en", "de")
SPECIAL = (
    "Łukasz Świątek",
    "Žofie Dvořáková",
    "Jürgen Weiß",
    "Ağa Çelik",
    "Đặng Thị Ánh",
    "Γιώργος Παππάς",
    "Іван Їжак",
)
NOBODY_HAS = "Max 𓀀 Frei"


@pytest.fixture
def by(director: Account) -> Actor:
    return Actor(account=director)


@pytest.fixture
def luck() -> random.Random:
    return random.Random(7)


@pytest.fixture
def desk(director: Account) -> Client:
    client = Client()
    client.force_login(director)
    return client


def words_in(pdf: bytes) -> str:
    """Everything that can be read, in order, with one space between words."""
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages).split())


def pages_in(pdf: bytes) -> int:
    return len(PdfReader(BytesIO(pdf)).pages)


def get(desk: Client, tournament: Tournament, sheet: str, **asked: object) -> bytes:
    answer = desk.get(f"/tournaments/{tournament.pk}/print/{sheet}.pdf", asked)
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == "application/pdf"
    return answer.content


def shown(desk: Client, tournament: Tournament, sheet: str = "", **asked: object) -> str:
    answer = desk.get(f"/tournaments/{tournament.pk}/print/{sheet + '/' if sheet else ''}", asked)
    assert answer.status_code == 200, answer.content
    return answer.content.decode()


def entered(by: Actor, names: list[str], *, preset: str = "german_championship", language: str = "en") -> Tournament:
    """A tournament of individuals by these names, or of pairs."""
    tournament = a_tournament(by, 0, preset=preset)
    each = 1 if PRESETS[preset].ranked is Ranked.INDIVIDUAL else 2
    rows = [{"members": names[at : at + each]} for at in range(0, len(names), each)]
    import_teams(by=by, tournament_id=tournament.pk, rows=rows)
    edit_tournament(by=by, tournament_id=tournament.pk, language=language)
    tournament.refresh_from_db()
    return tournament


# --- score sheets: every format and variant ----------------------------------------------------------------------

USUAL = {
    "en": ("Hand", "Calls", "Out", "Card points", "Total"),
    "de": ("Spiel", "Ansagen", "Fertig", "Kartenpunkte", "Total"),
}
OWN = {
    "threechu_evening": {"en": ("Deals", "Dummy", "Own points"), "de": ("Gibt", "Strohmann", "Eigene Punkte")},
    "grand_seigneur_night": {"en": ("Place",), "de": ("Rang",)},
    "german_championship": {"en": ("Victory points", "Sits out"), "de": ("Siegpunkte", "Setzt aus")},
    "goettingen": {"en": ("Victory points", "Sits out"), "de": ("Siegpunkte", "Setzt aus")},
    "brettspielwelt": {"en": ("Game 3", "Games won"), "de": ("Durchgang 3", "Gewonnene Durchgänge")},
    "korea": {"en": ("Game 5", "Semifinals", "Final"), "de": ("Durchgang 5", "Halbfinal", "Final")},
}
LINES = {
    "club_game": [14], "swiss_evening": [8], "german_championship": [4, 5], "goettingen": [4, 5], "hiesfeld": [8],
    "munich": [14], "st_gallen": [14], "brettspielwelt": [14, 42], "korea": [14, 42, 70], "geekway": [8, 14],
    "threechu_evening": [9], "tientsin": [14], "grand_seigneur_night": [6],
}  # fmt: skip
"""How many hands there is room for, on every kind of sheet of a format."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_format_has_its_blank_sheets(preset: str, language: str):
    with translation.override(language):
        sheets = blank(PRESETS[preset], "Cup")
        said = words_in(sheets_pdf(sheets, Paper.A4, "Cup"))
    assert [sheet.lines for sheet in sheets] == LINES[preset]
    usual = () if preset in ("threechu_evening", "grand_seigneur_night") else USUAL[language]
    for word in (*usual, *OWN.get(preset, {}).get(language, ())):
        assert word in said, word
    counts = "Victory points" if language == "en" else "Siegpunkte"
    assert (counts in said) is (preset in ("german_championship", "goettingen"))


def heads(sheet: ScoreSheet, group: str) -> list[str]:
    return [column.head for column in sheet.columns if column.group == group]


def test_each_seat_has_its_calls():
    assert heads(blank(PRESETS["swiss_evening"], "")[0], "Calls") == ["1", "2", "3", "4"]
    assert heads(blank(PRESETS["tientsin"], "")[0], "Calls") == ["1", "2", "3", "4", "5", "6"]
    assert heads(blank(PRESETS["threechu_evening"], "")[0], "Calls") == ["1", "2", "3", "Dummy"]
    [many] = blank(PRESETS["grand_seigneur_night"], "")
    assert [heads(many, "Calls"), len(heads(many, "Place"))] == [[], 12]


def test_two_sides_are_named_by_their_seats():
    [sheet] = blank(PRESETS["tientsin"], "")
    assert heads(sheet, "Total") == ["1 + 3 + 5", "2 + 4 + 6"]
    assert sheet.signed == ("1 + 3 + 5", "2 + 4 + 6")


def test_seats_are_drawn_in_the_order_of_play():
    """Against the clock from the bottom, as on the phone."""
    seats = blank(PRESETS["swiss_evening"], "")[0].seats
    assert [(seat.x, seat.y) for seat in seats] == [(50, 88), (88, 50), (50, 12), (12, 50)]


def test_at_a_table_of_five_it_says_who_sits_out_and_who_play_together():
    _, sheet = blank(PRESETS["german_championship"], "")
    assert [row[1:3] for row in sheet.games[0].rows] == [
        ("1", "2+5 : 3+4"), ("2", "3+1 : 4+5"), ("3", "4+2 : 5+1"), ("4", "5+3 : 1+2"), ("5", "1+4 : 2+3"),
    ]  # fmt: skip
    own = [at for at, column in enumerate(sheet.columns) if column.group == "2"]
    assert [[row[at] is None for at in own] for row in sheet.games[0].rows] == [
        [number == 2] * 3 for number in range(1, 6)
    ]


def placed(pdf: bytes) -> Iterator[tuple[float, float, float, float]]:
    """Where every piece of text begins, and how large its page is."""
    for page in PdfReader(BytesIO(pdf)).pages:
        wide, high = float(page.mediabox.width), float(page.mediabox.height)
        found: list[tuple[float, float, float, float]] = []

        def visit(text: str, cm: list[float], tm: list[float], *_: object) -> None:
            if text.strip():
                found.append((tm[4], tm[5], wide, high))  # noqa: B023

        page.extract_text(visitor_text=visit)
        yield from found


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("preset", PRESETS)
def test_nothing_runs_over_the_edge_of_the_paper(preset: str, paper: Paper):
    pdf = sheets_pdf(
        blank(PRESETS[preset], "A cup with a name that is far too long for the head of a score sheet"), paper, ""
    )
    marks = list(placed(pdf))
    assert len(marks) > 20
    assert all(14 < x < wide - 14 and 14 < y < high - 14 for x, y, wide, high in marks)


def test_two_short_sheets_share_a_page_and_long_ones_take_as_many_as_they_need():
    def pages(preset: str, copies: int = 1) -> int:
        return pages_in(sheets_pdf(blank(PRESETS[preset], "")[-1:] * copies, Paper.A4, ""))

    assert [pages("swiss_evening", 4), pages("club_game", 4), pages("brettspielwelt"), pages("korea")] == [2, 4, 2, 3]


def test_blank_ones_fill_the_page():
    sheets = blank(PRESETS["swiss_evening"], "Cup")
    assert words_in(sheets_pdf(sheets, Paper.A4, "", twice=True)).count("Signed 2 + 4") == 2


@pytest.mark.django_db
@pytest.mark.parametrize("preset", PRESETS)
def test_every_format_has_sheets_with_the_names_on_them(by: Actor, desk: Client, preset: str):
    tournament = a_tournament(by, 10, preset=preset)
    edit_tournament(by=by, tournament_id=tournament.pk, language="de")
    round_ = published(by, tournament)
    said, page = words_in(get(desk, tournament, "sheets")), shown(desk, tournament, "sheets")
    found = round_printed(by, tournament.pk)
    assert len(found.tables) == round_.tables.count() > 0
    for table in found.tables:
        assert f"Tisch {table.number}" in said
        assert f"Tisch {table.number}" in page
        for seat in table.seats:
            assert seat.name in said
            assert seat.name in page


@pytest.mark.django_db
def test_in_threechu_it_says_who_deals(by: Actor):
    tournament = a_tournament(by, 3, preset="threechu_evening")
    published(by, tournament)
    [sheet] = filled_in(round_printed(by, tournament.pk))
    names = [f"{seat.number} {seat.name}" for seat in sheet.seats]
    assert [row[1] for row in sheet.games[0].rows] == names * 3


# --- everybody's letters -----------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_names_come_out_with_all_their_letters(by: Actor, desk: Client):
    tournament = entered(by, [*SPECIAL, "Zoë Ångström"])
    published(by, tournament)
    names = [person.name for person in round_printed(by, tournament.pk).people]
    assert len(names) == 8
    for sheet in ("names", "tables", "sheets"):
        said = words_in(get(desk, tournament, sheet))
        assert [name for name in names if name not in said] == []


@pytest.mark.parametrize("name", ["王小明", "やまだ はな", "김민준"])
def test_the_scripts_of_asia_take_the_readers_fonts(name: str):
    assert all(
        font in ("STSong-Light", "HeiseiKakuGo-W5", "HYGothic-Medium", "Sans")
        for font, _ in pdf_letters.runs(name, "Sans")
    )
    document = Document(title=name, paper=Paper.A4)
    document.text(20, 20, name)
    assert document.done().startswith(b"%PDF")


def test_a_sign_that_nobody_has_is_an_empty_box_and_no_error():
    document = Document(title="", paper=Paper.A4)
    document.text(20, 20, NOBODY_HAS + "\x00\n‮")
    assert words_in(document.done()) == "Max ☐ Frei"


def test_without_further_fonts_on_the_machine_the_own_ones_do(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pdf_letters, "SYSTEM", ())
    pdf_letters.font.cache_clear()
    pdf_letters.font_for.cache_clear()
    try:
        assert [pdf_letters.runs(name, face) for name in SPECIAL for face in ("Sans", "Sans bold", "Serif")] == [
            [(face, name)] for name in SPECIAL for face in ("Sans", "Sans bold", "Serif")
        ]
        assert pdf_letters.runs("שלום", "Serif") == [("Sans", "☐☐☐☐")] or "☐" in pdf_letters.runs("שלום", "Serif")[0][1]
    finally:
        pdf_letters.font.cache_clear()
        pdf_letters.font_for.cache_clear()


def test_what_is_too_long_gets_smaller_and_then_dots():
    text, size = pdf_letters.fitted("Anna-Katharina Zimmermann", "Sans", 10, 100)
    assert (text, 7 <= size < 10) == ("Anna-Katharina Zimmermann", True)
    text, size = pdf_letters.fitted("Anna-Katharina Zimmermann", "Sans", 10, 40)
    assert (text[-1], size) == ("…", 7)
    assert pdf_letters.width_of(text, "Sans", size) <= 40


def test_names_are_looked_for_where_one_expects_them():
    names = ["Zoë", "Łukasz", "Lutz", "Åsa", "Élodie", "Luisa", "Anna", "Emil", "Øyvind", "Olga", "Peter"]
    assert sorted(names, key=without_marks) == [
        "Anna", "Åsa", "Élodie", "Emil", "Luisa", "Łukasz", "Lutz", "Olga", "Øyvind", "Peter", "Zoë",
    ]  # fmt: skip


# --- seat lists --------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_128_names_fit_on_two_pages_and_are_there_at_once(by: Actor, desk: Client):
    tournament = a_tournament(by, 64)
    published(by, tournament)
    began = time.perf_counter()
    pdf = get(desk, tournament, "names")
    assert time.perf_counter() - began < 5
    assert pages_in(pdf) == 2
    said = words_in(pdf)
    people = round_printed(by, tournament.pk).people
    assert len(people) == 128
    for person in people:
        assert f"{person.name} {person.table} {person.seat}" in said


@pytest.mark.django_db
def test_both_lists_show_who_stands_in_and_who_has_a_bye(by: Actor, desk: Client):
    names = ["Ann Lee", "Bob Orr", "Cy Poe", "Di Ray", "Ed Sax", "Flo Tay", "Gus Ure", "Hal Vee", "Ida Wye", "Jo Zed"]
    tournament = entered(by, names, preset="swiss_evening")
    round_ = published(by, tournament)
    free = round_.seats.get(place="bye").team
    playing = round_.seats.filter(place="table").first().team
    member = playing.members.order_by("position").first().player
    substitute(by=by, round_id=round_.pk, team_id=playing.pk, member_id=member.pk, who=Person(name="Standing In"))
    byes = [each.player.shown_name for each in free.members.all()]
    for sheet in ("names", "tables"):
        said, page = words_in(get(desk, tournament, sheet)), shown(desk, tournament, sheet)
        for text in (said, page):
            assert "Standing I" in text
            assert member.shown_name not in text
            assert all(name in text for name in byes)
            assert "bye" in text


@pytest.mark.django_db
def test_a_draft_is_printed_for_the_staff_and_says_so(by: Actor, desk: Client):
    tournament = a_tournament(by, 4)
    round_ = drawn(by, tournament)
    assert "Draft" in words_in(get(desk, tournament, "names"))
    assert "Only the staff knows this draw yet" in shown(desk, tournament)
    Round.objects.filter(pk=round_.pk).update(state="published", published_at=round_.drawn_at)
    assert "Draft" not in words_in(get(desk, tournament, "names"))


@pytest.mark.django_db
def test_an_earlier_round_can_be_printed(by: Actor, desk: Client):
    tournament = a_tournament(by, 4)
    first = published(by, tournament)
    won_by_the_lower_number(by, first)
    Round.objects.filter(pk=first.pk).update(state="closed", closed_at=first.drawn_at)
    published(by, tournament)
    assert "Round 2" in words_in(get(desk, tournament, "tables"))
    assert "Round 1" in words_in(get(desk, tournament, "tables", round=first.pk))
    assert desk.get(f"/tournaments/{tournament.pk}/print/tables.pdf?round=999999").status_code == 404


@pytest.mark.django_db
def test_members_of_a_team_of_three_find_their_table(by: Actor):
    """Two of them play, and only the table knows who sits where."""
    tournament = a_tournament(by, 2, preset="brettspielwelt")
    import_teams(
        by=by, tournament_id=tournament.pk, rows=[{"name": "Trio", "members": ["Ann Lee", "Bob Lee", "Cy Lee"]}]
    )
    published(by, tournament)
    entries = by_name(round_printed(by, tournament.pk)).entries
    trio = [entry for entry in entries if entry.name in ("Ann L.", "Bob L.", "Cy L.")]
    assert [len(entries), len(trio), {entry.seat for entry in trio}] == [7, 3, {""}]
    assert len({entry.table for entry in trio}) == 1


# --- standings, bracket, certificates ----------------------------------------------------------------------------


@pytest.mark.django_db
def test_standings_have_every_tie_break_and_say_who_has_left(by: Actor, desk: Client, luck: random.Random):
    tournament = a_tournament(by, 8)
    played_and_closed(by, tournament, luck)
    withdraw(by=by, team_id=tournament.teams.get(number=3).pk, now=True)
    for text in (words_in(get(desk, tournament, "standings")), shown(desk, tournament, "standings")):
        for head in ("Rank", "Team", "Points", "Buchholz", "Difference", "after round 1"):
            assert head in text
        assert text.count("withdrawn") == 1
        for number in range(1, 9):
            assert f"Player {number}." in text


@pytest.mark.django_db
def test_groups_have_a_table_each(by: Actor, desk: Client, luck: random.Random):
    tournament = a_tournament(by, 6, regulations=groups_and_final())
    play_to_the_end(by, tournament, luck)
    said = words_in(get(desk, tournament, "standings", stage="groups"))
    assert said.count("Rank") == 2
    assert "Group A" in said
    assert "Group B" in said
    assert "Group" not in words_in(get(desk, tournament, "standings", stage="final")).replace("Groups", "")
    assert "Bracket · Knock-out" in shown(desk, tournament)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("preset", "teams", "pages"),
    [("brettspielwelt", 7, 1), ("geekway", 6, 1), ("brettspielwelt", 35, 3), ("geekway", 40, 4)],
)
def test_a_bracket_shows_every_team_and_stays_on_its_pages(
    by: Actor, desk: Client, preset: str, teams: int, pages: int
):
    tournament = a_tournament(by, teams, preset=preset)
    published(by, tournament)
    made = bracket(bracket_printed(by, tournament.pk))
    assert len(made.pages) == pages_in(get(desk, tournament, "bracket")) == pages
    boxes = [box for page in made.pages for box in page.boxes]
    first = {name.text for box in boxes for name in box.names}
    assert {team.name for team in tournament.teams.all()} <= first
    assert min(box.x for box in boxes) >= 0 <= min(box.above for box in boxes)
    assert max(box.right for box in boxes) <= WIDE
    assert max(box.y + box.high for box in boxes) <= HIGH
    for page in made.pages:
        by_column: dict[float, list[float]] = {}
        for box in page.boxes:
            by_column.setdefault(box.x, []).append(box.y)
        for column in by_column.values():
            apart = [low - high for high, low in zip(sorted(column), sorted(column)[1:], strict=False)]
            assert all(gap >= page.boxes[0].high * 0.99 for gap in apart)


@pytest.mark.django_db
def test_whoever_has_won_goes_on_in_the_bracket(by: Actor, desk: Client):
    regulations = Regulations(preset="brettspielwelt", stages=(a_stage(System.KNOCKOUT, third_place=True),))
    tournament = a_tournament(by, 4, regulations=regulations)
    round_ = published(by, tournament)
    won_by_the_lower_number(by, round_)
    said = words_in(get(desk, tournament, "bracket"))
    winners = [table.seats.order_by("team__number").first().team.name for table in round_.tables.all()]
    assert all(said.count(f"{name} ✓") == 1 for name in winners)
    assert all(said.count(name) == 2 for name in winners)
    assert "Third place" in said
    assert "Semifinals" in said


@pytest.mark.django_db
def test_a_printed_bracket_says_how_it_went_and_where_the_others_come_from(by: Actor, desk: Client):
    tournament = a_tournament(by, 4, regulations=of_system(System.KNOCKOUT, third_place=True))
    edit_tournament(by=by, tournament_id=tournament.pk, visibility="public")
    round_ = published(by, tournament)
    win(by, round_.tables.get(number=2), margin=385)
    public = desk.get(f"/t/{tournament.slug}/bracket/").content.decode()
    numbers = {int(each) for each in re.findall(r'class="bracket-number"[^>]*>(\d+)<', public)}
    for said in (words_in(get(desk, tournament, "bracket")), shown(desk, tournament, "bracket")):
        assert "385" in said
        played = int(re.findall(r"Match (\d) · Table 2", said)[0])
        open_ = 3 - played
        assert f"Winner of {open_}" in said
        assert f"Loser of {open_}" in said
        assert f"Winner of {played}" not in said  # that is known
        assert {int(each) for each in re.findall(r"Match (\d+)", said)} == numbers
        assert not re.search(r"W\d-\d", said)


@pytest.mark.django_db
def test_certificates_have_place_full_names_date_and_town(by: Actor, desk: Client, luck: random.Random):
    names = [
        "Łukasz Świątek",
        "Anna Weber",
        "Bernd Meier",
        "Carla Roth",
        "Dan Vogt",
        "Eva Lang",
        "Finn Kurz",
        "Gerd Ott",
    ]
    tournament = entered(by, names, preset="swiss_evening", language="de")
    starts = datetime(2026, 5, 1, 22, 30, tzinfo=ZoneInfo("UTC"))
    edit_tournament(by=by, tournament_id=tournament.pk, place="Zürich", starts_at=starts, time_zone="Europe/Zurich")
    assert desk.get(f"/tournaments/{tournament.pk}/print/certificates.pdf").status_code == 422
    played_and_closed(by, tournament, luck)
    pdf = get(desk, tournament, "certificates")
    said = words_in(pdf)
    assert pages_in(pdf) == 4
    for name in names:
        assert name in said
    assert said.count("Zürich, 2. Mai 2026") == 4
    assert "1. Platz" in said
    assert "Urkunde" in said
    first = PdfReader(BytesIO(pdf)).pages[0]
    assert first.mediabox.width > first.mediabox.height
    three = shown(desk, tournament, "certificates", upto=3)
    assert 3 <= three.count("certificate-rank") < 4 + three.count("3. Platz")


def test_the_suits_are_the_same_drawings_as_on_the_pages():
    for suit in ("jade", "swords", "pagodas", "stars"):
        for _, outline in shapes(suit):
            points = [number for step, numbers in outline for number in numbers]
            assert len(points) > 10
            assert all(-6 < number < 54 for number in points)


# --- cards -------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_cards_as_pdf_are_made_in_the_same_act(by: Actor, desk: Client):
    tournament = a_tournament(by, 26, preset="german_championship")
    edit_tournament(by=by, tournament_id=tournament.pk, language="de")
    answer = desk.post(f"/tournaments/{tournament.pk}/cards/", {"kind": "tables", "as": "pdf", "paper": "letter"})
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"].startswith("attachment")
    said = words_in(answer.content)
    assert "Tisch 6" in said
    assert "Kein Grosses Tichu." in said
    codes = re.findall(r"\b[A-Z0-9]{4} [A-Z0-9]{4}\b", said)
    links = [enter_by_code(tournament_id=tournament.pk, code=code, source="x").link for code in codes]
    assert [link.table_number for link in links] == [1, 2, 3, 4, 5, 6]
    assert AccessLink.objects.filter(revoked_at__isnull=True).count() == 6
    assert float(PdfReader(BytesIO(answer.content)).pages[0].mediabox.width) == 612


def test_the_square_is_drawn_dot_by_dot():
    """As many dots as segno makes, on the same places: read back from the drawing."""
    link = "https://example.org/play/in/#abc"
    pdf = cards_pdf(
        [ScanCard(title="Table 1", code="ABCD1234", link=link)], Paper.A4, tournament="T", address="a", house=[]
    )
    drawn_boxes = re.findall(
        rb"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re f", PdfReader(BytesIO(pdf)).pages[0].get_contents().get_data()
    )
    dot = min(float(box[3]) for box in drawn_boxes) / 1.01
    dark = sum(round(float(box[2]) / dot) for box in drawn_boxes)
    assert dark == sum(sum(row) for row in segno.make(link, error="m").matrix)


# --- in the tournament's language, for its staff -----------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "reader", "word"), [("de", "en", "Plätze nach Namen"), ("en", "de", "Seats by name")]
)
def test_paper_speaks_the_language_of_the_tournament(
    by: Actor, director: Account, language: str, reader: str, word: str
):
    tournament = a_tournament(by, 4)
    edit_tournament(by=by, tournament_id=tournament.pk, language=language)
    published(by, tournament)
    desk = Client(headers={"accept-language": reader})
    desk.force_login(director)
    assert word in words_in(get(desk, tournament, "names"))
    answer = desk.get(f"/tournaments/{tournament.pk}/print/names/")
    assert word in answer.content.decode()
    assert f'<html lang="{language}"' in answer.content.decode()
    assert answer["Content-Language"] == language
    listed = desk.get(f"/tournaments/{tournament.pk}/print/").content.decode()
    assert f'<html lang="{reader}"' in listed
    assert ("Drucken" in listed) is (reader == "de")


@pytest.mark.django_db
def test_what_is_not_there_is_not_offered(by: Actor, desk: Client):
    tournament = a_tournament(by, 4)
    page = shown(desk, tournament)
    offered = set(re.findall(r"/print/(\w+)\.pdf", page))
    assert offered == {"blank"}
    assert "Nothing has been drawn yet" in page
    assert "Nothing has been played yet" in page
    for sheet, status in (
        ("names", 404),
        ("tables", 404),
        ("sheets", 404),
        ("standings", 422),
        ("bracket", 422),
        ("certificates", 422),
    ):
        for address in (f"{sheet}/", f"{sheet}.pdf"):
            assert desk.get(f"/tournaments/{tournament.pk}/print/{address}").status_code == status, address
    published(by, tournament)
    assert set(re.findall(r"/print/(\w+)\.pdf", shown(desk, tournament))) == {
        "blank",
        "names",
        "tables",
        "sheets",
        "standings",
    }


@pytest.mark.django_db
def test_what_is_offered_is_there(by: Actor, desk: Client, luck: random.Random):
    tournament = a_tournament(by, 6, regulations=groups_and_final())
    play_to_the_end(by, tournament, luck)
    page = shown(desk, tournament)
    addresses = [
        found.replace("&amp;", "&") for found in re.findall(r'href="(/tournaments/\d+/print/\w+[./][^"]*)"', page)
    ]
    assert len(addresses) > 14
    assert {desk.get(address).status_code for address in addresses} == {200}


@pytest.mark.django_db
def test_printing_is_for_the_staff(by: Actor, guest: Account):
    tournament = a_tournament(by, 4)
    edit_tournament(by=by, tournament_id=tournament.pk, visibility="public")
    published(by, tournament)
    paths = [
        "",
        "names/",
        "names.pdf",
        "tables.pdf",
        "sheets.pdf",
        "blank.pdf",
        "standings.pdf",
        "certificates.pdf",
        "bracket/",
    ]
    stranger = Client()
    stranger.force_login(guest)
    assert {Client().get(f"/tournaments/{tournament.pk}/print/{path}").status_code for path in paths} == {302}
    assert {stranger.get(f"/tournaments/{tournament.pk}/print/{path}").status_code for path in paths} == {403}
    tournament.staff.create(account=guest, role="scorer")
    assert {stranger.get(f"/tournaments/{tournament.pk}/print/{path}").status_code for path in paths[:6]} == {200}


@pytest.mark.django_db
def test_what_is_mistyped_in_the_address_does_no_harm(by: Actor, desk: Client):
    tournament = a_tournament(by, 4)
    assert desk.get(f"/tournaments/{tournament.pk}/print/nonsense/").status_code == 404
    assert desk.get(f"/tournaments/{tournament.pk}/print/nonsense.pdf").status_code == 404
    pdf = get(desk, tournament, "blank", paper="papyrus", round="x", upto="-1")
    assert round(float(PdfReader(BytesIO(pdf)).pages[0].mediabox.height)) == 842
    letter = get(desk, tournament, "blank", paper="letter")
    assert float(PdfReader(BytesIO(letter)).pages[0].mediabox.height) == 792


def queries(desk: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert desk.get(address).status_code == 200
    return len(asked)


@pytest.mark.django_db
@pytest.mark.parametrize("sheet", ["", "names/", "tables.pdf", "sheets.pdf", "standings/", "certificates.pdf"])
def test_a_large_field_costs_no_more_queries(sheet: str):
    found = []
    for size in SIZES:
        tournament = large_tournament(size, rounds=2, hands=2)
        desk = Client()
        desk.force_login(Account.objects.get(username=f"director of {size}"))
        address = f"/tournaments/{tournament.pk}/print/{sheet}"
        refresh_standings(tournament_id=tournament.pk)
        found.append(queries(desk, address))
    assert found[0] == found[1] <= 15
