"""Making a tournament and its settings: what the pages say, keep, refuse, and lead to."""

import html
import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django import forms
from django.test import Client
from django.utils.translation import override

from games.actor import Actor
from games.choices import Role, State, Visibility
from games.formats import format_in_words, preset_in_words, presets_by_kind, time_in_words
from games.forms.regulations import FormatForms
from games.models import Account, Invitation, LogLine, Staff, Tournament
from games.services.tournaments import appoint
from scoring.match import Length, MatchRules, Tie
from scoring.presets import PRESETS
from scoring.regulations import (
    TIEBREAK_KEYS,
    Confirmation,
    Counting,
    LateMatch,
    Regulations,
    StageRules,
    System,
    regulations_from_json,
)
from tests.games.acting import a_tournament, published, small_swiss

pytestmark = pytest.mark.django_db

HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def client_of_director(director: Account) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(director)
    return client


def fields_of(regulations: Regulations) -> dict[str, str]:
    """What a browser sends of the choices if nobody touches them."""
    sent = {}
    for form in FormatForms(regulations).forms:
        for field in form:
            value = field.value()
            if isinstance(field.field, forms.BooleanField):
                sent |= {field.html_name: "on"} if value else {}
            else:
                sent[field.html_name] = "" if value is None else str(value)
    return sent


def filled_in(preset: str = "swiss_evening", **changed: str) -> dict[str, str]:
    """The whole page as it is sent."""
    details = {"name": "Friday cup", "time": "19:00", "visibility": "unlisted", "language": "en", "time_zone": "UTC"}
    return {**details, "preset": preset, "of": preset, "act": "create", **fields_of(PRESETS[preset]), **changed}


def text_of(answer: Any) -> str:
    """What one reads on a page, without its marks."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def rules_of(tournament: Tournament) -> Regulations:
    tournament.refresh_from_db()
    return regulations_from_json(tournament.regulations)


def made() -> Tournament:
    return Tournament.objects.latest("pk")


# --- words -------------------------------------------------------------------------------------------------------


def test_every_preset_is_offered_once():
    offered = [each.key for _, presets in presets_by_kind() for each in presets]
    assert sorted(offered) == sorted(PRESETS)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_said_in_words(preset: str, language: str):
    with override(language):
        card = preset_in_words(preset)
        parts = format_in_words(PRESETS[preset])
        time = time_in_words(PRESETS[preset], 16)
    texts = [text for part in parts for line in part.lines for text in (line.title, *line.texts)]
    texts += [card.name, card.line, time.whole, time.entrants, *time.rounds, *time.assumed]
    assert all(texts)
    assert not [text for text in texts if re.search(r"%\(|None|_", text)]
    titles = [line.title for part in parts for line in part.lines]
    assert all(len(part.lines) > 1 for part in parts[1:])
    assert len(titles) >= 7


def test_what_differs_between_formats_is_told():
    def said(preset: str) -> str:
        return " ".join(text for part in format_in_words(PRESETS[preset]) for line in part.lines for text in line.texts)

    assert "5 rounds" in said("swiss_evening")
    assert "Pairs." in said("swiss_evening")
    assert "then Buchholz" in said("swiss_evening")
    assert "In the semifinals a match is best of 3 games" in said("brettspielwelt")
    assert "The best 2 of each group go on." in said("st_gallen")
    assert "A double victory gives 3." in said("german_championship")
    assert "makes a table of five" in said("german_championship")
    assert "A second ranking" in said("munich")
    assert "Teams of three." in said("tientsin")


@pytest.mark.parametrize(
    ("preset", "entrants", "whole", "advice"),
    [
        ("swiss_evening", 16, "3 h to 4 h", ()),
        (
            "swiss_evening",
            4,
            "3 h to 4 h",
            ("With so few there are opponents for 3 rounds only, unless some meet again.",),
        ),
        ("swiss_evening", 1, "3 h to 4 h", ("At least 2 are needed.",)),
        ("german_championship", 3, "2 h to 3 h 30 min", ("At least 4 are needed.",)),
        ("st_gallen", 3, "3 h to 3 h 45 min", ("At least 4 are needed.",)),
    ],
)
def test_how_long_it_takes(preset: str, entrants: int, whole: str, advice: tuple[str, ...]):
    found = time_in_words(PRESETS[preset], entrants)
    assert (found.whole, found.advice) == (whole, advice)


def test_a_league_of_many_is_long_for_a_day():
    assert time_in_words(PRESETS["munich"], 16).advice[0].startswith("That is long for one day.")
    assert time_in_words(PRESETS["munich"], 6).advice == ()


# --- choices -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_what_nobody_touches_stays_as_it_is(preset: str):
    forms = FormatForms(PRESETS[preset], fields_of(PRESETS[preset]))
    assert forms.is_valid(), forms.faults
    assert forms.regulations == PRESETS[preset]


UNUSUAL = Regulations(
    stages=(
        StageRules(
            key="league", system=System.ROUND_ROBIN, rounds=3, qualifiers=8,
            match=MatchRules(length=Length.CLOCK, clock="one_more_hand", target=800, tie=Tie.DRAW), minutes=50,
            tiebreaks=TIEBREAK_KEYS[:8],
        ),
        StageRules(
            key="finals", system=System.KNOCKOUT, third_place=True, points_carried_over=True,
            late_matches=(
                LateMatch(rounds_from_the_end=3, match=MatchRules(target=700)),
                LateMatch(rounds_from_the_end=2, match=MatchRules(length=Length.BEST_OF, games=9)),
                LateMatch(rounds_from_the_end=1, match=MatchRules(length=Length.HANDS, hands=20)),
            ),
        ),
    ),
)  # fmt: skip


def test_what_only_a_program_can_lay_down_survives_the_page():
    forms = FormatForms(UNUSUAL, fields_of(UNUSUAL))
    assert forms.is_valid(), forms.faults
    assert forms.regulations == UNUSUAL


def changed(preset: str, **typed: str) -> FormatForms:
    names = {name.replace("__", "-"): value for name, value in typed.items()}
    data = {name: value for name, value in (fields_of(PRESETS[preset]) | names).items() if value != "off"}
    forms = FormatForms(PRESETS[preset], data)
    forms.is_valid()
    return forms


def test_the_choices_become_regulations():
    forms = changed(
        "swiss_evening", **{
            "stage-0-rounds": "7", "stage-0-length": "best_of", "stage-0-games": "5", "stage-0-target": "500",
            "stage-0-tiebreak_1": "wins", "stage-0-tiebreak_2": "lots", "stage-0-tiebreak_3": "",
            "stage-0-tiebreak_4": "", "stage-0-tiebreak_5": "", "all-grand": "off", "all-double_victory": "100",
            "all-confirmation": "director", "all-substitutes": "off", "all-direction": "left",
        }
    )  # fmt: skip
    assert forms.faults == []
    rules, (stage,) = forms.regulations, forms.regulations.stages
    assert stage.rounds == 7
    assert stage.match == MatchRules(length=Length.BEST_OF, games=5, target=500)
    assert stage.tiebreaks == ("wins", "lots")
    assert (rules.hand.grand, rules.hand.double_victory) == (False, 100)
    assert (rules.confirmation, rules.substitutes, rules.table.direction) == (Confirmation.DIRECTOR, False, "left")


def test_only_what_belongs_to_the_counting_is_taken():
    forms = changed(
        "swiss_evening", **{"stage-0-counting": "difference", "stage-0-cap": "300", "stage-0-bye": "average"}
    )
    assert forms.faults == []
    points = forms.regulations.stages[0].points
    assert (points.counting, points.cap, points.double) == (Counting.DIFFERENCE, 300, None)


def test_a_cup_can_have_a_longer_final():
    forms = changed("brettspielwelt", **{"stage-0-late_2": "", "stage-0-late_1": "5"})
    (final,) = forms.regulations.stages[0].late_matches
    assert (final.rounds_from_the_end, final.match.games) == (1, 5)


@pytest.mark.parametrize(
    ("preset", "field", "value", "words"),
    [
        ("swiss_evening", "stage-0-rounds", "0", "“Rounds” must be 1 or more. 0 is too small."),
        ("swiss_evening", "stage-0-rounds", "", "This field is required."),
        (
            "swiss_evening",
            "stage-0-hands",
            "",
            "“Length of a match: A fixed number of hands” needs “Hands a match” as well.",
        ),
        ("swiss_evening", "stage-0-length", "clock", "Enter how many minutes a round lasts."),
        ("swiss_evening", "stage-0-draw", "3", "A win must give more than a draw"),
        ("swiss_evening", "stage-0-tiebreak_2", "points", "each of them once"),
        (
            "swiss_evening",
            "stage-0-counting",
            "difference",
            "“For a round without a table” does not go with “What counts: ",
        ),
        (
            "german_championship",
            "stage-0-hands",
            "6",
            "“If there is no full table” does not go with “Hands a match: 6”",
        ),
        ("german_championship", "all-odd_2", "table_of_five", "name each way once"),
        ("threechu_evening", "stage-0-hands", "10", "divided by three"),
        ("club_game", "all-double_victory", "7", "7"),
        ("brettspielwelt", "stage-0-late_1_target", "0", "must be 1 or more"),
    ],
)
def test_what_does_not_go_together_is_said_in_the_words_of_the_page(preset: str, field: str, value: str, words: str):
    forms = changed(preset, **{field: value})
    assert len(forms.faults) == 1
    assert words in forms.faults[0]


def test_what_is_wrong_stands_beside_its_field_and_is_unfolded(client_of_director: Client):
    sent = filled_in(**{"stage-0-tiebreak_2": "points"})
    answer = client_of_director.post("/tournaments/new/", sent)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert re.search(r'id="id_stage-0-tiebreak_1_error"[^>]*>[^<]*each of them once', page)
    assert '<details class="other-way" open>' in page
    assert not Tournament.objects.exists()


# --- a new tournament --------------------------------------------------------------------------------------------


def test_the_page_says_what_the_first_format_means(client_of_director: Client):
    read = text_of(client_of_director.get("/tournaments/new/"))
    for words in (
        "3 h to 4 h",
        "with 16 pairs",
        "A match is 8 hands.",
        "Assumed: 4 to 5 minutes a hand",
        "between 22:00 and",
    ):
        assert words in read


def test_in_german_too(director: Account):
    client = Client(headers={"accept-language": "de"})
    client.force_login(director)
    read = text_of(client.get("/tournaments/new/?preset=st_gallen&entrants=12"))
    for words in ("Neues Turnier", "mit 12 Paaren", "Gruppen: 5 Runden von 60 bis 65 Minuten", "Schluss zwischen"):
        assert words in read


def test_only_a_name_is_needed(client_of_director: Client, director: Account):
    sent = {
        "name": "Friday cup",
        "preset": "swiss_evening",
        "visibility": "unlisted",
        "language": "en",
        "time_zone": "UTC",
    }
    answer = client_of_director.post("/tournaments/new/", sent, follow=True)
    tournament = made()
    assert answer.redirect_chain == [(f"/tournaments/{tournament.pk}/entrants/", 302)]
    assert "“Friday cup” is ready. Now enter who takes part." in text_of(answer)
    assert rules_of(tournament) == PRESETS["swiss_evening"]
    assert Staff.objects.get(tournament=tournament).account == director


def test_everything_that_is_typed_counts(client_of_director: Client):
    sent = filled_in(
        "german_championship", name="  Open  ", date="2026-12-04", time="18:30", place="Club room", visibility="public",
        language="de", time_zone="Europe/Zurich", entrants_limit="40", registration_open="on",
        **{"stage-0-rounds": "5"},
    )  # fmt: skip
    client_of_director.post("/tournaments/new/", sent)
    tournament = made()
    assert tournament.starts_at == datetime(2026, 12, 4, 17, 30, tzinfo=UTC), "half past six in Zurich"
    assert (tournament.name, tournament.place, tournament.language) == ("Open", "Club room", "de")
    assert (tournament.visibility, tournament.entrants_limit) == (Visibility.PUBLIC, 40)
    assert tournament.registration_open
    assert rules_of(tournament).stages[0].rounds == 5


def test_nothing_is_lost_when_something_is_missing(client_of_director: Client):
    sent = filled_in(name="", place="Club room", date="2026-12-04", time="", **{"stage-0-rounds": "9"})
    answer = client_of_director.post("/tournaments/new/", sent)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Give it a name" in page
    assert "Enter the time too." in page
    for kept in ('value="Club room"', 'value="2026-12-04"', 'value="9"'):
        assert kept in page


@pytest.mark.parametrize("field", ["time_zone", "entrants_limit"])
def test_what_cannot_be_is_said_beside_its_field(client_of_director: Client, field: str):
    answer = client_of_director.post("/tournaments/new/", filled_in(**{field: "1"}))
    assert answer.status_code == 422
    assert f'id="id_{field}_error"' in answer.content.decode()
    assert f"“{field}”" not in answer.content.decode(), "it is called as its label calls it"


def test_another_number_changes_the_time(client_of_director: Client):
    sent = filled_in("club_game", act="look", entrants="6")
    answer = client_of_director.post("/tournaments/new/", sent, **HTMX)
    assert "with 6 pairs" in text_of(answer)
    assert "5 rounds of 32 to 60 minutes" in text_of(answer)
    assert "<html" not in answer.content.decode()
    assert not Tournament.objects.exists()


def test_another_choice_changes_the_words(client_of_director: Client):
    sent = filled_in(act="look", **{"stage-0-rounds": "3", "all-double_victory": "100"})
    read = text_of(client_of_director.post("/tournaments/new/", sent, **HTMX))
    assert "3 rounds, each against others" in read
    assert "A double victory counts 100 points instead of 200." in read


def test_another_format_brings_its_own_choices(client_of_director: Client):
    sent = filled_in("swiss_evening", act="look") | {"preset": "korea"}
    answer = client_of_director.post("/tournaments/new/", sent, **HTMX)
    page = answer.content.decode()
    assert answer.headers["HX-Retarget"] == "#choices"
    assert 'name="of" value="korea"' in page
    assert 'name="stage-1-late_1"' in page
    assert "The best 4 go on." in text_of(answer)


def test_without_scripts_a_button_shows_it_and_keeps_what_is_typed(client_of_director: Client):
    sent = filled_in("swiss_evening", act="look", name="My cup", registration_open="on", entrants="30")
    answer = client_of_director.post("/tournaments/new/", sent | {"preset": "hiesfeld"})
    page = answer.content.decode()
    assert answer.status_code == 200
    assert 'value="My cup"' in page
    assert re.search(r'name="registration_open"[^>]*checked', page)
    assert "with 30 players" in text_of(answer)
    assert "field-error" not in page


def test_while_it_does_not_go_together_the_page_says_so(client_of_director: Client):
    sent = filled_in(act="look", **{"stage-0-rounds": "0"})
    read = text_of(client_of_director.post("/tournaments/new/", sent, **HTMX))
    assert read.startswith("This does not go together yet: “Rounds” must be 1 or more.")


@pytest.mark.parametrize("typed", ["", "x", "-4", "999999999", "1"])
def test_a_number_that_is_none_counts_as_nothing_asked(client_of_director: Client, typed: str):
    read = text_of(client_of_director.post("/tournaments/new/", filled_in(act="look", entrants=typed), **HTMX))
    assert "with 16 pairs" in read


def test_who_may_not_make_tournaments_is_told(guest: Account):
    client = Client()
    client.force_login(guest)
    assert client.get("/tournaments/new/").status_code == 403
    assert client.post("/tournaments/new/", filled_in()).status_code == 403
    assert not Tournament.objects.exists()


# --- the list ----------------------------------------------------------------------------------------------------


def test_without_a_tournament_the_list_says_what_to_do(client_of_director: Client, guest: Account):
    assert "Choose a format, enter who takes part" in text_of(client_of_director.get("/tournaments/"))
    client = Client(headers={"accept-language": "en"})
    client.force_login(guest)
    read = text_of(client.get("/tournaments/"))
    assert "Ask whoever directs it for an invitation" in read
    assert "New tournament" not in read


def test_the_list_has_what_is_played_first(client_of_director: Client, director: Account, guest: Account):
    by = Actor(account=director)
    coming = a_tournament(by, 3, name="Coming")
    Tournament.objects.filter(pk=coming.pk).update(
        starts_at=datetime(2026, 12, 4, 23, 30, tzinfo=UTC), time_zone="Europe/Zurich", place="Club room"
    )
    a_tournament(by, 0, name="Some day")
    playing = a_tournament(by, 4, name="Playing", regulations=small_swiss())
    published(by, playing)
    over = a_tournament(by, 2, name="Over")
    Tournament.objects.filter(pk=over.pk).update(state=State.FINISHED, finished_at=datetime(2026, 1, 1, tzinfo=UTC))
    elsewhere = Account.objects.create_user(username="else", is_staff=True)
    a_tournament(Actor(account=elsewhere), 0, name="Of somebody else")
    read = text_of(client_of_director.get("/tournaments/"))
    order = ["Playing", "Round 1 is being played", "Coming", "Some day", "Over", "Ranking not published yet"]
    assert [read.index(words) for words in order] == sorted(read.index(words) for words in order)
    assert "Sat 5 Dec 2026, 00:30 · Club room · 3 entrants" in read, "in the tournament's own zone"
    assert "Of somebody else" not in read

    appoint(by=by, tournament_id=playing.pk, account_id=guest.pk, role=Role.SCORER)
    client = Client(headers={"accept-language": "en"})
    client.force_login(guest)
    read = text_of(client.get("/tournaments/"))
    assert "Playing" in read
    assert "You are scorer" in read
    assert "Coming" not in read
    assert "Copy" not in read


def test_a_copy_has_the_same_format_and_nobody_in_it(client_of_director: Client, director: Account):
    original = a_tournament(Actor(account=director), 4, name="Cup", regulations=small_swiss())
    page = f"/tournaments/{original.pk}/copy/"
    assert 'value="Cup"' in client_of_director.get(page).content.decode()
    assert client_of_director.post(page, {"name": " "}).status_code == 422
    answer = client_of_director.post(page, {"name": "Cup again"})
    assert answer["Location"] == f"/tournaments/{made().pk}/settings/"
    assert (made().name, made().teams.count()) == ("Cup again", 0)
    assert made().regulations == original.regulations


# --- settings ----------------------------------------------------------------------------------------------------


@pytest.fixture
def cup(director: Account) -> Tournament:
    return a_tournament(Actor(account=director), 4, name="Cup", regulations=small_swiss())


def hidden(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found
    return found[1]


def details(client: Client, cup: Tournament, **changed: str) -> dict[str, str]:
    """The details as the page has them now, with some of them typed anew."""
    page = client.get(f"/tournaments/{cup.pk}/settings/").content.decode()
    told = {"name": "Cup", "visibility": "private", "language": "en", "time_zone": "UTC"}
    return told | {"seen": hidden(page, "seen")} | changed


def test_details_are_changed_at_any_time(client_of_director: Client, cup: Tournament):
    sent = details(client_of_director, cup, name="Summer cup", place="Garden", date="2026-07-01", time="14:00")
    answer = client_of_director.post(f"/tournaments/{cup.pk}/settings/", sent, follow=True)
    assert "Saved." in text_of(answer)
    cup.refresh_from_db()
    assert (cup.name, cup.place, cup.starts_at) == ("Summer cup", "Garden", datetime(2026, 7, 1, 14, tzinfo=UTC))
    line = LogLine.objects.filter(what="tournament.edited").latest("pk")
    assert set(line.facts) == {"name", "place", "starts_at"}, "the log has what was changed, and no more"


def test_the_second_of_two_who_edit_is_told_and_loses_nothing(client_of_director: Client, cup: Tournament):
    mine, others = (details(client_of_director, cup, place=place) for place in ("Cellar", "Garden"))
    address = f"/tournaments/{cup.pk}/settings/"
    client_of_director.post(address, others)
    answer = client_of_director.post(address, mine)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Somebody else has changed this" in page
    assert re.search(r"<dt>Place</dt><dd>Garden</dd>", page)
    assert 'value="Cellar"' in page
    cup.refresh_from_db()
    assert cup.place == "Garden"
    client_of_director.post(address, mine | {"seen": hidden(page, "seen")})
    cup.refresh_from_db()
    assert cup.place == "Cellar", "having seen it, one may"


def test_a_scorer_reads_the_rules_and_changes_nothing(cup: Tournament, director: Account, guest: Account):
    appoint(by=Actor(account=director), tournament_id=cup.pk, account_id=guest.pk, role=Role.SCORER)
    client = Client(headers={"accept-language": "en"})
    client.force_login(guest)
    read = text_of(client.get(f"/tournaments/{cup.pk}/settings/"))
    assert "3 rounds, each against others" in read
    assert "Only directors can change this." in read
    for what in ("Save", "Remove", "Make a link", "Change the format", "Copy the tournament"):
        assert what not in read
    sent = {"name": "Mine", "visibility": "private", "language": "en", "time_zone": "UTC"}
    assert client.post(f"/tournaments/{cup.pk}/settings/", sent).status_code in (403, 409)
    assert client.get(f"/tournaments/{cup.pk}/settings/format/").status_code == 403
    cup.refresh_from_db()
    assert cup.name == "Cup"


def format_sent(client: Client, cup: Tournament, **changed: str) -> dict[str, str]:
    page = client.get(f"/tournaments/{cup.pk}/settings/format/").content.decode()
    return (
        {"seen": hidden(page, "seen"), "of": "keep", "preset": "keep", "act": "save"}
        | fields_of(rules_of(cup))
        | changed
    )


def test_the_format_is_changed_until_play_begins(client_of_director: Client, cup: Tournament):
    address = f"/tournaments/{cup.pk}/settings/format/"
    client_of_director.post(address, format_sent(client_of_director, cup, **{"stage-0-rounds": "4"}))
    assert rules_of(cup).stages[0].rounds == 4
    sent = format_sent(client_of_director, cup) | {"preset": "korea"}
    looked = client_of_director.post(address, sent | {"act": "look"}, **HTMX)
    assert looked.headers["HX-Retarget"] == "#choices"
    client_of_director.post(address, sent)
    assert rules_of(cup) == PRESETS["korea"]


def test_the_time_is_for_those_who_have_entered(client_of_director: Client, director: Account, cup: Tournament):
    read = text_of(client_of_director.get(f"/tournaments/{cup.pk}/settings/format/"))
    assert "with 4 pairs" in read
    assert "it is over between" not in read, "nobody has said when it begins"
    Tournament.objects.filter(pk=cup.pk).update(
        starts_at=datetime(2026, 7, 1, 12, tzinfo=UTC), time_zone="Europe/Zurich"
    )
    read = text_of(client_of_director.get(f"/tournaments/{cup.pk}/settings/format/"))
    assert "Begun at 14:00, it is over between" in read
    empty = a_tournament(Actor(account=director), 0)
    assert "with 16 pairs" in text_of(client_of_director.get(f"/tournaments/{empty.pk}/settings/format/"))


def test_of_two_who_change_the_format_the_second_is_told(client_of_director: Client, cup: Tournament):
    address = f"/tournaments/{cup.pk}/settings/format/"
    mine, others = (format_sent(client_of_director, cup, **{"stage-0-rounds": rounds}) for rounds in ("5", "2"))
    client_of_director.post(address, others)
    answer = client_of_director.post(address, mine)
    assert answer.status_code == 422
    assert "Somebody else has changed this" in text_of(answer)
    assert rules_of(cup).stages[0].rounds == 2


def test_once_play_has_begun_a_change_needs_a_reason_that_is_shown(
    client_of_director: Client, director: Account, cup: Tournament
):
    published(Actor(account=director), cup)
    address = f"/tournaments/{cup.pk}/settings/format/"
    read = text_of(client_of_director.get(address))
    assert "the rules are locked" in read
    assert "Take another format" not in read
    sent = format_sent(client_of_director, cup, **{"stage-0-rounds": "2"})
    answer = client_of_director.post(address, sent)
    assert answer.status_code == 422
    assert 'id="id_reason_error"' in answer.content.decode()
    assert 'value="2"' in answer.content.decode()
    assert rules_of(cup).stages[0].rounds == 3
    client_of_director.post(address, sent | {"reason": "The hall closes at ten."})
    assert rules_of(cup).stages[0].rounds == 2
    read = text_of(client_of_director.get(f"/tournaments/{cup.pk}/settings/"))
    assert "Changed while playing: The hall closes at ten." in read
    assert "Locked since play began." in read


def test_once_play_has_begun_no_other_format_is_taken(client_of_director: Client, director: Account, cup: Tournament):
    published(Actor(account=director), cup)
    for preset in ("korea", "swiss_evening"):
        sent = format_sent(client_of_director, cup, reason="We like it better.") | {"preset": preset}
        client_of_director.post(f"/tournaments/{cup.pk}/settings/format/", sent)
        assert rules_of(cup) == small_swiss()


def test_a_finished_tournament_is_only_read(client_of_director: Client, cup: Tournament):
    Tournament.objects.filter(pk=cup.pk).update(state=State.FINISHED, finished_at=cup.made_at)
    read = text_of(client_of_director.get(f"/tournaments/{cup.pk}/settings/"))
    assert "The tournament is over: this is what was played." in read
    assert "Change the" not in read
    sent = format_sent(client_of_director, cup, reason="Too late", **{"stage-0-rounds": "2"})
    answer = client_of_director.post(f"/tournaments/{cup.pk}/settings/format/", sent)
    assert answer.status_code == 422
    assert rules_of(cup).stages[0].rounds == 3


# --- staff -------------------------------------------------------------------------------------------------------


def test_a_link_is_shown_once_and_lets_in_whoever_has_it(client_of_director: Client, cup: Tournament, guest: Account):
    answer = client_of_director.post(f"/tournaments/{cup.pk}/settings/invitation/", {"role": "scorer"})
    page = answer.content.decode()
    link = re.search(r'value="http://testserver/invitation/#([^"]+)"', page)
    assert link
    assert link[1] not in client_of_director.get(f"/tournaments/{cup.pk}/settings/").content.decode()
    client = Client()
    client.force_login(guest)
    client.post("/invitation/", {"act": "accept", "token": html.unescape(link[1])})
    assert Staff.objects.get(tournament=cup, account=guest).role == Role.SCORER
    assert "Links that wait to be used" not in text_of(client_of_director.get(f"/tournaments/{cup.pk}/settings/"))


def test_a_link_is_made_invalid(client_of_director: Client, cup: Tournament):
    client_of_director.post(f"/tournaments/{cup.pk}/settings/invitation/", {"role": "director"})
    invitation = Invitation.objects.get()
    assert invitation.role == Role.DIRECTOR
    address = f"/tournaments/{cup.pk}/settings/invitations/{invitation.pk}/revoke/"
    read = text_of(client_of_director.post(address, follow=True))
    assert "The link is not valid any more." in read
    assert "Links that wait to be used" not in read
    invitation.refresh_from_db()
    assert invitation.revoked_at


def test_somebody_is_promoted_removed_and_brought_back(
    client_of_director: Client, cup: Tournament, director: Account, guest: Account
):
    appoint(by=Actor(account=director), tournament_id=cup.pk, account_id=guest.pk, role=Role.SCORER)
    address = f"/tournaments/{cup.pk}/settings/staff/"
    staff = Staff.objects.get(account=guest)
    sent = {"account": str(guest.pk), f"staff-{staff.pk}-role": "director"}
    assert "gus is director now." in text_of(client_of_director.post(address, sent, follow=True))
    read = text_of(client_of_director.post(address, sent | {"dismiss": ""}, follow=True))
    assert "gus no longer helps here. Undo" in read
    assert not Staff.objects.filter(account=guest).exists()
    assert "no longer helps" not in text_of(client_of_director.get(f"/tournaments/{cup.pk}/settings/")), "told once"
    client_of_director.post(address, {"account": str(guest.pk), "role": "director"})
    assert Staff.objects.get(account=guest).role == Role.DIRECTOR


def test_the_last_director_stays(client_of_director: Client, cup: Tournament, director: Account):
    address = f"/tournaments/{cup.pk}/settings/staff/"
    answer = client_of_director.post(address, {"account": str(director.pk), "dismiss": ""})
    assert answer.status_code == 422
    assert Staff.objects.get(tournament=cup).account == director


# --- prices ------------------------------------------------------------------------------------------------------


def test_pages_cost_the_same_however_many_there_are(
    client_of_director: Client, director: Account, cup: Tournament, django_assert_max_num_queries: Any
):
    for number in range(12):
        a_tournament(Actor(account=director), 3, name=f"Cup {number}")
    for page in ("/tournaments/", "/tournaments/new/", f"/tournaments/{cup.pk}/settings/"):
        with django_assert_max_num_queries(15):
            client_of_director.get(page)
